// Flush of an LLC slice: its sets are visited one after the other, each by a step through the
// slice's pipeline, until no line of it is dirty; over when all of them are in DRAM. A turn is a flush
// that ends with another organization [isca19 section 4.1]; its steps begin when the requests of
// before are done.
//
//   flush ─> step ─> (pipeline of the slice) ─> visit ─┬─ passes: all sets ─> handed over ─> over
//              ^ set                                   │
//              └────────── the same set ───────────────┘ rewinds
//
// Latency: the first step is offered in the cycle after `flush`, in a turn in the one after `quiet`.
// State: the next set, how far the walk is, the organization. Page: docs/blocks/llc_walk.md.
`default_nettype none
module llc_walk #(
  parameter SETS     = 128,            // 1..4096: sets
  parameter SET_BITS = (SETS > 1) ? $clog2(SETS) : 1 // derived: bits of a set number
) (
  input  wire                clk,           // clock
  input  wire                rst,           // synchronous reset, active high
  input  wire                flush,         // starts a walk, or starts it again
`ifdef MEMLOOM_LLC_MODE
  input  wire                flush_turns,   // with flush: it is a turn
  input  wire                flush_private, // with flush_turns: the slice is private then, else shared
`endif
  output wire                busy,          // a flush is under way

  // step: a set that enters the pipeline, re-decided when the walk comes back to one
  output wire                step_valid,    // there is one
  input  wire                step_ready,    // it enters at this edge
  output wire [SET_BITS-1:0] step_set,      // the set

  // visit: of the step at the end of the pipeline
  input  wire                visit_passes,  // no line of its set is dirty, it leaves
  input  wire                visit_rewinds, // the walk comes back to its set
  input  wire [SET_BITS-1:0] visit_set,     // its set

`ifdef MEMLOOM_LLC_MODE
  // organization: shared or private
  input  wire                quiet,         // no request is under way
  output wire                turning,       // a turn is under way: no request is taken
  output wire                is_private,    // the organization
  output wire                invalidates,   // it was private until a turn ended: all lines are gone
`endif
  input  wire                handed_over    // every line sent to DRAM is there
);
  localparam [31:0] LAST_SET = SETS - 1;
  // The step to the next set is added a cycle late: whether one enters is known at the end of the cycle.
  reg  [SET_BITS-1:0] from;
  reg                 stepped;
  reg                 walking;
  reg                 sent;            // all sets have entered
  reg                 passed;          // and passed
  wire [SET_BITS-1:0] set      = stepped ? from + 1'b1 : from;
  wire                last_set = set == LAST_SET[SET_BITS-1:0];
  wire                sends    = step_valid && step_ready;
  wire                over     = passed && handed_over && !flush;

  always @(posedge clk)
    if (rst)        walking <= 1'b0;
    else if (flush) walking <= 1'b1;
    else if (over)  walking <= 1'b0;

  always @(posedge clk)
    if (rst || flush)                                               passed <= 1'b0;
    else if (visit_passes && visit_set == LAST_SET[SET_BITS-1:0]) passed <= 1'b1;

  always @(posedge clk)
    if (rst || flush)           sent <= 1'b0;
    else if (visit_rewinds)     sent <= 1'b0;
    else if (sends && last_set) sent <= 1'b1;

  always @(posedge clk)
    if (rst || flush) begin
      from    <= {SET_BITS{1'b0}};
      stepped <= 1'b0;
    end else begin
      from    <= visit_rewinds ? visit_set : set;
      stepped <= sends && !last_set && !visit_rewinds;
    end

`ifdef MEMLOOM_LLC_MODE
  reg                 turns;
  reg                 to_private;      // what the turn ends with
  reg                 settled;         // the requests of before are done
  reg                 organization;    // 1: private
  reg                 was_private;     // a turn of a private slice ended at the last edge

  always @(posedge clk)
    if (rst)        turns <= 1'b0;
    else if (flush) turns <= turns || flush_turns;
    else if (over)  turns <= 1'b0;

  always @(posedge clk)
    if (flush && flush_turns) to_private <= flush_private;

  always @(posedge clk) settled <= !rst && turns && (settled || quiet);

  always @(posedge clk)
    if (rst)                organization <= 1'b0;
    else if (turns && over) organization <= to_private;

  always @(posedge clk) was_private <= !rst && turns && over && organization;

  assign turning     = turns;
  assign is_private  = organization;
  assign invalidates = was_private;
  assign step_valid  = walking && !sent && !(turns && !settled);
`else
  assign step_valid  = walking && !sent;
`endif
  assign step_set    = set;
  assign busy        = walking;

`ifdef FORMAL
`include "tests/formal/llc_walk.v"
`endif
endmodule
`default_nettype wire

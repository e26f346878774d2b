// Snoops inside l1_cache [taco16 section 4.3]: another core wants the line that it found in a copy of
// the tags. The copy is a cycle behind, so what was written since its lookup is looked at here,
// until the line is read; a fill never comes sooner. The read goes before a load hit, which waits
// for a cycle, and not before a remote hit that is there.
//
//   snoop ──> set, way ──> read (data RAM) ──> data_valid, or gone_valid
//   tags ───────^ gone ───────^
//
// Latency: a snoop is read in the cycle after it was taken, if the RAM's output register is free;
// answered in the one after the read. One at a time. State: set and way, whether the line left, one
// register for the answer. Page: docs/blocks/l1_snoop.md.
`default_nettype none
module l1_snoop #(
  parameter SETS     = 32,             // 1..1024: sets, a power of two
  parameter WAYS     = 4,              // 1..16: ways
  parameter SET_BITS = (SETS > 1) ? $clog2(SETS) : 1, // derived: bits of a set's index
  parameter WAY_BITS = (WAYS > 1) ? $clog2(WAYS) : 1  // derived: bits of a way's number
) (
  input  wire                clk,         // clock
  input  wire                rst,         // synchronous reset, active high
  input  wire                flush,       // kernel boundary: no line is there after this edge

  // snoop: another core wants a line
  input  wire                snoop_valid, // a line is asked for
  output wire                snoop_ready, // it is taken at this edge
  input  wire [SET_BITS-1:0] snoop_set,   // its set
  input  wire [WAY_BITS-1:0] snoop_way,   // its way

  // tags: what was written to the tags at the last edge
  input  wire                tags_valid,  // lines or reservations of a set changed
  input  wire [SET_BITS-1:0] tags_set,    // the set
  input  wire [WAYS-1:0]     tags_lines,  // its ways that hold a line
  input  wire [WAYS-1:0]     tags_ways,   // its way that was reserved, if any

  // read: of the data RAM, before the lookup of this cycle
  output wire                read_valid,  // a snoop waits for its line
  input  wire                read_ready,  // the RAM's output register is free: it is read
  output wire [SET_BITS-1:0] read_set,    // of the line
  output wire [WAY_BITS-1:0] read_way,    // of the line
  input  wire                hit_valid,   // a load hit wants to read in this cycle, too

  // data, gone: the answer to a snoop, one of both
  output wire                data_valid,  // the RAM's output is the line
  output wire                gone_valid,  // the line had left before it was read
  output wire                event_snoop  // at the last edge a load hit waited for a snoop
);
  reg                 snooping;        // a snoop waits for the RAM
  reg  [SET_BITS-1:0] snooped_set;
  reg  [WAY_BITS-1:0] snooped_way;
  reg                 snooped_gone;    // its line left before this cycle
  reg                 answers;
  reg                 has_left;
  reg                 stolen;
  wire                steals     = snooping && read_ready;
  wire [SET_BITS-1:0] asked_set  = snooping ? snooped_set : snoop_set;
  wire [WAY_BITS-1:0] asked_way  = snooping ? snooped_way : snoop_way;
  wire [WAYS-1:0]     left_ways  = (tags_ways | ~tags_lines) & {WAYS{tags_valid}};
  wire                asked_left = tags_set == asked_set && left_ways[asked_way];
  wire                is_gone    = snooping && snooped_gone || asked_left;

  always @(posedge clk)
    if (rst) begin
      snooping <= 1'b0;
      answers  <= 1'b0;
      has_left <= 1'b0;
      stolen   <= 1'b0;
    end else begin
      snooping <= snooping ? !read_ready : snoop_valid;
      answers  <= steals && !is_gone;
      has_left <= steals && is_gone;
      stolen   <= hit_valid && steals;
    end

  always @(posedge clk) begin
    snooped_set  <= asked_set;
    snooped_way  <= asked_way;
    snooped_gone <= is_gone || flush;
  end

  // Outputs: registers.
  assign snoop_ready = !snooping;
  assign read_valid  = snooping;
  assign read_set    = snooped_set;
  assign read_way    = snooped_way;
  assign data_valid  = answers;
  assign gone_valid  = has_left;
  assign event_snoop = stolen;

`ifdef FORMAL
`include "tests/formal/l1_snoop.v"
`endif
endmodule
`default_nettype wire

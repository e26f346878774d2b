// Changes the organization of the last-level cache and loses nothing [isca19 section 4.1]: stalls the
// cores, waits until nothing is under way, has the slices write their dirty lines back (and, when
// they were private, drop their lines) and the MC-routers bypassed or woken, releases the cores.
// Atomics need the shared cache: one that waits brings it, until its program's next kernel. The
// host's write-back of dirty lines passes through here.
//
//   run ─> stall ─> flush ─> started ─> flushing ─> switching ─> run
//            └──────────── nothing to change any more ────────────^
//
// State: phase, view, what is changed to; registers at the end of the wires from cores and slices.
// Exact cycles: docs/blocks/llc_reconfig.md.
`default_nettype none
module llc_reconfig #(
  parameter VIEWS = 1                  // 1..16: programs, each with an organization of its own
) (
  input  wire             clk,            // clock
  input  wire             rst,            // synchronous reset, active high
  input  wire [VIEWS-1:0] wants_private,  // {VIEWS} private slices are wanted
  input  wire [VIEWS-1:0] kernel,         // {VIEWS} kernel boundary: what private slices hold goes
  input  wire [VIEWS-1:0] atomics,        // {VIEWS} a core holds an atomic back
  input  wire             write_back,     // the host wants dirty lines in DRAM

  output wire             stall,          // cores let no request through
  input  wire             awake,          // a core does, or has requests under way
  output wire             flush,          // pulse: the slices write back
  output wire             flush_turns,    // with flush: and turn
  output wire             flush_private,  // with flush_turns: to private slices
  input  wire             busy,           // a slice does
  output wire             bypass,         // MC-routers shall be bypassed and gated
  input  wire             bypassed,       // they are; 0: they are awake and route

  output wire [VIEWS-1:0] is_private,     // {VIEWS} lines are in the slice of their cluster
  output wire             shared,         // all are shared, and no change is under way
`ifdef MEMLOOM_PROGRAMS
  output wire [VIEWS-1:0] is_shared,      // {VIEWS} lines are in their one slice, and no change is under way
`endif
  output wire             event_change,   // pulse: an organization begins
  output wire             event_private   // with it: private slices for some
);
  localparam [2:0] RUN       = 3'd0;   // cores run
  localparam [2:0] STALL     = 3'd1;   // until nothing is under way
  localparam [2:0] FLUSH     = 3'd2;   // the pulse
  localparam [2:0] STARTED   = 3'd3;   // until the slices are busy
  localparam [2:0] FLUSHING  = 3'd4;   // until none is
  localparam [2:0] SWITCHING = 3'd5;   // until the MC-routers are as they shall be

  reg  [2:0]       phase;
  reg  [VIEWS-1:0] view;               // the organization
  reg  [VIEWS-1:0] next_view;          // FLUSH and later: what comes
  reg              renews;             // private slices are to be emptied
  reg  [VIEWS-1:0] forced;             // their kernel has atomics
  reg              bypasses;
  reg              changed;            // first cycle with the organization
  reg              writes_back;        // what comes over long wires, a cycle late
  reg              is_awake;
  reg              is_busy;
  reg  [VIEWS-1:0] has_atomics;
  wire [VIEWS-1:0] goal    = wants_private & ~{VIEWS{|{forced, has_atomics}}};
  wire             drained = !is_awake && !is_busy;
  wire             differs = goal != view || renews;
  wire             ends    = phase == SWITCHING && bypassed == bypasses;

  always @(posedge clk)
    if (rst) begin
      writes_back <= 1'b0;
      is_awake    <= 1'b1;
      is_busy     <= 1'b0;
      has_atomics <= {VIEWS{1'b0}};
    end else begin
      writes_back <= write_back;
      is_awake    <= awake;
      is_busy     <= busy;
      has_atomics <= atomics;
    end

  // Cores that are told to go on say for a while that none is awake: no stall begins before one is.
  always @(posedge clk)
    if (rst) phase <= RUN;
    else case (phase)
      RUN:      if (differs && is_awake) phase <= STALL;
      STALL:    if (drained)             phase <= differs ? FLUSH : RUN;
      FLUSH:                             phase <= STARTED;
      STARTED:  if (is_busy)             phase <= FLUSHING;
      FLUSHING: if (!is_busy)            phase <= SWITCHING;
      default:  if (ends)                phase <= RUN;
    endcase

  always @(posedge clk)
    if (rst)       view <= {VIEWS{1'b0}};
    else if (ends) view <= next_view;

  always @(posedge clk)
    if (rst)                            next_view <= {VIEWS{1'b0}};
    else if (phase == STALL && drained) next_view <= goal;

  // A kernel that comes behind the flush finds lines of this one, unless its view is shared then.
  always @(posedge clk)
    if (rst)                        renews <= 1'b0;
    else if (|(kernel & next_view)) renews <= 1'b1;
    else if (phase == FLUSH)        renews <= 1'b0;

  always @(posedge clk)
    if (rst) forced <= {VIEWS{1'b0}};
    else     forced <= has_atomics | forced & ~kernel;

  always @(posedge clk)
    if (rst)                 bypasses <= 1'b0;
    else if (phase == FLUSH) bypasses <= &next_view;

  always @(posedge clk) changed <= !rst && ends;

  assign stall         = phase != RUN;
  assign flush         = phase == FLUSH || writes_back;
  assign flush_turns   = phase == FLUSH;
  assign flush_private = |next_view;
  assign bypass        = bypasses;
  assign is_private    = view;
  assign shared        = phase == RUN && view == {VIEWS{1'b0}};
`ifdef MEMLOOM_PROGRAMS
  assign is_shared     = ~view & {VIEWS{phase == RUN}};
`endif
  assign event_change  = changed;
  assign event_private = changed && |view;

`ifdef FORMAL
`include "tests/formal/llc_reconfig.v"
`endif
endmodule
`default_nettype wire

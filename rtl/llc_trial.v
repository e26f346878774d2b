// Chooses the organization of the last-level cache by trying both (ours, beside llc_profiler's rules of
// isca19 section 4.3): counts what the slices look up in a window of the organization that is, then in
// one of the other, and keeps for the rest of the epoch the one in which they looked up more.
//
//   settle ─> warm ─> count ─> close ─> settle ─> warm ─> count ─> close ─> hold ─> settle ...
//   └───── the organization that is ──┘ └───────── the other one ────────┘   until the epoch ends
//
// A stall begins a window anew, so does a kernel; a second one in the window of the other organization
// breaks it off, and what was before is kept, as it is when windows of two kernels are too far apart to be
// of the same work. Holding, a kernel changes nothing. Private slices are not tried when memory would bound
// them, by two windows: they read what shared ones read and more, and write each store through.
// Two programs with views of their own have one each [docs/multi_program.md]: it counts what slices look up
// for its program, and while the other one is in a round it holds, for they would measure each other.
// State: phase, steps, the window's counts in two parts, that of the first window. Page: docs/blocks/llc_trial.md.
`default_nettype none
module llc_trial #(
  parameter SLICES = 64,               // 1..64: slices of the chip
  parameter WARM   = 3000,             // 2..65535: cycles of a window that do not count
  parameter WINDOW = 6000,             // 1..65535: cycles that count
  parameter EPOCH  = 1000000,          // 1..16777215: the next round begins EPOCH + 1 cycles after a round, or later
  parameter TIE    = 6,                // 0..22: private slices are better when they lose no more than 1 in 2^TIE
`ifdef MEMLOOM_PROGRAMS
  parameter PROGRAM = 0,               // 0..1: whose view it chooses
`endif
  parameter MEMORY = 0                 // 0..8388607: lines read and stores of shared slices in a window from which on memory bounds; 0: it never does
) (
  input  wire              clk,            // clock
  input  wire              rst,            // synchronous reset, active high
  input  wire              adaptive,       // it chooses; 0: it asks for the shared cache
  input  wire              kernel,         // a kernel begins
  input  wire              stall,          // the organization is being changed
  input  wire              is_private,     // slices are private
  input  wire [SLICES-1:0] slice_access,   // {SLICES} the slice looks up a request, of two programs' its own
  input  wire [SLICES-1:0] slice_read,     // {SLICES} it asks for a line from DRAM
  input  wire [SLICES-1:0] slice_store,    // {SLICES} it looks up a store
`ifdef MEMLOOM_PROGRAMS
  input  wire              other_runs,     // the other program's is in a round
  input  wire              other_waits,    // it would begin one

  output wire              runs,           // in a round
  output wire              waits,          // the next one is due
`endif

  output wire              wants_private,  // private slices are asked for
  output wire              event_decision, // pulse: both were tried
  output wire              event_private   // with it: private slices are kept
);
  localparam [2:0] OFF      = 3'd0;    // not adaptive
  localparam [2:0] SETTLING = 3'd1;    // until the organization is what is wanted
  localparam [2:0] WARMING  = 3'd2;    // until it runs as it will
  localparam [2:0] COUNTING = 3'd3;
  localparam [2:0] CLOSING  = 3'd4;    // the count is complete, and compared
  localparam [2:0] HOLDING  = 3'd5;    // until the epoch ends
  localparam GROUPS     = (SLICES + 7) / 8;
  localparam TOTAL_BITS = 22;          // 65,535 cycles of 64 slices
  localparam HALF_BITS  = TOTAL_BITS / 2;
  localparam LEFT_BITS  = $clog2(EPOCH + 1);
  localparam [31:0] WARM_STEPS = WARM, WINDOW_STEPS = WINDOW, WHOLE = EPOCH, MOST_LINES = MEMORY;
  localparam [15:0] CLOSE_STEPS = 16'd5, REPEAT_STEPS = 16'd2;
  localparam [LEFT_BITS-1:0] LEFT_ONE = 1;

  // ---- Requests, reads and stores: groups of slices, then all, then the window's count ----

  reg  [2:0]              phase;
  wire [3*GROUPS*8-1:0]   pulses = {{GROUPS*8-SLICES{1'b0}}, slice_store,
                                    {GROUPS*8-SLICES{1'b0}}, slice_read,
                                    {GROUPS*8-SLICES{1'b0}}, slice_access};
  wire [3*TOTAL_BITS-1:0] totals;      // {stores, reads, requests}
  wire [TOTAL_BITS-1:0]   total  = totals[TOTAL_BITS-1:0];
  wire [TOTAL_BITS-1:0]   reads  = totals[TOTAL_BITS +: TOTAL_BITS];
  wire [TOTAL_BITS-1:0]   stores = totals[2*TOTAL_BITS +: TOTAL_BITS];
  genvar                  g, k;

  // Carry-save: three of the same weight become a sum and a carry.
  function [1:0] full(input a, input b, input c);
    full = {a & b | c & (a | b), a ^ b ^ c};
  endfunction

  function [3:0] ones(input [7:0] set);
    reg [1:0] lower, middle, upper, bottom, twos;
    begin
      lower  = full(set[0], set[1], set[2]);
      middle = full(set[3], set[4], set[5]);
      upper  = full(set[6], set[7], 1'b0);
      bottom = full(lower[0], middle[0], upper[0]);
      twos   = full(lower[1], middle[1], upper[1]);
      ones   = {bottom[1] & twos[0] & twos[1], bottom[1] & twos[0] ^ twos[1], bottom[1] ^ twos[0], bottom[0]};
    end
  endfunction

  function [6:0] sum(input [GROUPS*4-1:0] counts);
    integer n;
    begin
      sum = 7'd0;
      for (n = 0; n < GROUPS; n = n + 1) sum = sum + {3'd0, counts[n*4 +: 4]};
    end
  endfunction

  generate
    for (k = 0; k < 3; k = k + 1) begin : g_count
      reg  [GROUPS*4-1:0]   grouped;   // {GROUPS}
      reg  [6:0]            arrived;
      reg  [7:0]            low;       // of the count, its carry, and what is above
      reg                   carry;
      reg  [TOTAL_BITS-9:0] high;

      for (g = 0; g < GROUPS; g = g + 1) begin : g_group
        always @(posedge clk)
          if (rst) grouped[g*4 +: 4] <= 4'd0;
          else     grouped[g*4 +: 4] <= ones(pulses[(k*GROUPS+g)*8 +: 8]);
      end

      always @(posedge clk)
        if (rst) arrived <= 7'd0;
        else     arrived <= sum(grouped);
      always @(posedge clk)
        if (phase == WARMING) {carry, low} <= 9'd0;
        else                  {carry, low} <= {1'b0, low} + {2'd0, arrived & {7{phase == COUNTING}}};
      always @(posedge clk)
        if (phase == WARMING) high <= {TOTAL_BITS-8{1'b0}};
        else                  high <= high + {{TOTAL_BITS-9{1'b0}}, carry};

      assign totals[k*TOTAL_BITS +: TOTAL_BITS] = {high, low};
    end
  endgenerate

  // ---- Windows ----

  reg                  wants;
  reg                  trying;         // the window is that of the other organization
  reg                  crossed;        // in it a kernel began
  reg                  repeated;       // memory would have bound private slices in a window of this round
  reg                  decided;
  reg  [15:0]          steps;          // of the phase that are left, this one among them
  reg  [LEFT_BITS-1:0] left;           // cycles of the epoch
  reg                  spent;          // there are none
  reg                  enough;         // CLOSING: private slices bring what they must
  reg                  bounded;        // CLOSING: by memory, in the window of shared slices
  reg                  alike;          // CLOSING: the windows can be of the same work
  wire                 held;           // no round begins: it is the other program's turn
  wire last     = steps == 16'd1;
  wire over     = phase == HOLDING && spent && !held;
  wire cuts     = kernel && phase != HOLDING && phase != OFF;
  wire breaks   = cuts && crossed;
  wire begins   = phase == OFF && !held || over || cuts && !trying;  // a round
  wire closes   = phase == CLOSING && last && !kernel;
  wire turns    = closes && !bounded && (!trying || !alike);

  always @(posedge clk)
    if (rst || !adaptive) phase <= OFF;
    else if (cuts)        phase <= breaks ? HOLDING : SETTLING;
    else case (phase)
      OFF:      phase <= held ? HOLDING : SETTLING;
      SETTLING: if (!stall && is_private == wants) phase <= WARMING;
      WARMING:  if (stall) phase <= SETTLING; else if (last) phase <= COUNTING;
      COUNTING: if (stall) phase <= SETTLING; else if (last) phase <= CLOSING;
      CLOSING:  if (last)  phase <= trying || bounded && repeated ? HOLDING : bounded ? WARMING : SETTLING;
      default:  if (over)  phase <= SETTLING;
    endcase

  always @(posedge clk)
    if (phase == SETTLING)              steps <= WARM_STEPS[15:0];
    else if (phase == WARMING && last)  steps <= WINDOW_STEPS[15:0];
    else if (phase == COUNTING && last) steps <= CLOSE_STEPS;
    else if (phase == CLOSING && last)  steps <= REPEAT_STEPS;
    else                                steps <= steps - 16'd1;

  always @(posedge clk)
    if (begins)            left <= WHOLE[LEFT_BITS-1:0];
    else if (phase == OFF) left <= LEFT_ONE;
    else if (!spent)       left <= left - LEFT_ONE;
  always @(posedge clk) spent <= phase != OFF && !begins && left >> 1 == {LEFT_BITS{1'b0}};

  always @(posedge clk)
    if (rst || !adaptive)      wants <= 1'b0;
    else if (breaks || turns)  wants <= !wants;
    else if (closes && trying) wants <= enough;

  always @(posedge clk)
    if (rst || !adaptive || breaks) trying <= 1'b0;
    else if (closes && !bounded)    trying <= !trying;

  always @(posedge clk) crossed <= !rst && trying && !breaks && (crossed || cuts);

  always @(posedge clk)
    if (phase == OFF || over || cuts) repeated <= 1'b0;
    else if (closes && bounded)       repeated <= 1'b1;

  always @(posedge clk) decided <= !rst && adaptive && closes && trying && alike;

`ifdef MEMLOOM_PROGRAMS
  // Who holds begins a round when the other one is in none, and does not want one or had the last one: of two that
  // are in none one had it. That of *off* is not seen by the other one, so it gives way; the second one holds first.
  reg had_last;

  always @(posedge clk)
    if (rst)                                              had_last <= PROGRAM != 0;
    else if (other_runs)                                  had_last <= 1'b0;
    else if (adaptive && (over || phase == OFF && !held)) had_last <= 1'b1;

  assign held  = other_runs || ((phase == OFF) ? other_waits || PROGRAM != 0 : other_waits && had_last);
  assign runs  = phase != OFF && phase != HOLDING;
  assign waits = phase == HOLDING && spent;
`else
  assign held = 1'b0;
`endif

  // ---- Which is better: a step for the last carry, two for sum and bound, one for the comparisons ----

  reg  [TOTAL_BITS-1:0] first;         // the count of the first window
  reg  [TOTAL_BITS-1:0] bound;
  reg  [HALF_BITS:0]    lines_low;     // that private slices would read and write at least
  reg  [HALF_BITS:0]    lines_high;
  reg  [TOTAL_BITS-1:0] of_shared;
  reg  [TOTAL_BITS-1:0] of_private;

  always @(posedge clk) if (closes && !trying) first <= total;
  always @(posedge clk) begin
    of_shared  <= wants ? first : total;
    of_private <= wants ? total : first;
    bound      <= of_shared - (of_shared >> TIE);
    enough     <= of_private >= bound && |of_private;
    lines_low  <= {1'b0, reads[HALF_BITS-1:0]} + {1'b0, stores[HALF_BITS-1:0]};
    lines_high <= {1'b0, reads[TOTAL_BITS-1:HALF_BITS]} + {1'b0, stores[TOTAL_BITS-1:HALF_BITS]}
                + {{HALF_BITS{1'b0}}, lines_low[HALF_BITS]};
    bounded    <= MEMORY != 0 && !trying && !wants
               && {lines_high, lines_low[HALF_BITS-1:0]} >= MOST_LINES[TOTAL_BITS:0];
    alike      <= !crossed || first >= total >> 1;
  end

  assign wants_private  = wants;
  assign event_decision = decided;
  assign event_private  = decided && wants;

`ifdef FORMAL
`include "tests/formal/llc_trial.v"
`endif
endmodule
`default_nettype wire

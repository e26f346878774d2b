// Chooses the organization of all L1s at run time by trying both (ours, beside dyneb's rules of pact20
// section 4, by which each core chooses for itself): counts what all cores together achieve in a window of
// private L1s, then in one of shared ones, and keeps what was better until the next round.
//
//   warm ─> count ─> close ─> warm ─> count ─> close ─> hold ─> warm ...
//   └────── private ──────┘   └────── shared ──────┘   what was better, or private when few loads missed
//
// A change of mind takes two rounds that say so, one after the other, but for the first ones; each round that
// says what the one before said doubles the time to the next one. A kernel begins a round anew; a hold then
// ends with the epoch that it is in, and the next round decides alone.
// What is counted is compared bit by bit: KEEP or MISS 128ths of what private L1s achieved
// leave a serial multiplier.
// State: phase, steps, counts in two parts, that of the private window. Page: docs/blocks/dyneb_trial.md.
`default_nettype none
module dyneb_trial #(
  parameter CORES   = 28,              // 1..256: cores of the chip
  parameter WARM    = 2000,            // 3..65535: cycles of a private window that do not count
  parameter FILL    = 5000,            // 3..65535: the same of a shared one
  parameter WINDOW  = 2000,            // 1..16383: cycles that count
  parameter EPOCH   = 32768,           // 1..1048575: cycles from a decision to the next round, at first
  parameter TWICE   = 7,               // 0..7: how often they become twice as many
  parameter KEEP    = 120,             // 0..127: shared L1s are better when they achieve so many 128ths of what private ones do
  parameter MISS    = 26               // 0..127: of what private L1s achieve, in 128ths: when fewer loads miss nothing is tried
) (
  input  wire             clk,           // clock
  input  wire             rst,           // synchronous reset, active high
  input  wire [1:0]       l1_mode,       // 0 private, 1 shared, 2 and 3 as found better
  input  wire             kernel,        // a kernel begins
`ifdef MEMLOOM_LLC_MODE
  input  wire             stays_private, // a core shares nothing, whatever it is told
`endif
  input  wire [CORES-1:0] core_one,      // {CORES} of what the core achieved in a cycle: 1
  input  wire [CORES-1:0] core_two,      // {CORES} and 2
  input  wire [CORES-1:0] core_miss,     // {CORES} an own load missed

  output wire             share,         // the L1s are shared
  output wire             event_trial,   // pulse: a round was decided
  output wire             event_share    // with it: for shared
);
  localparam [2:0] STATIC   = 3'd0;    // l1_mode says
  localparam [2:0] WARMING  = 3'd1;    // until the organization runs as it will
  localparam [2:0] COUNTING = 3'd2;
  localparam [2:0] CLOSING  = 3'd3;    // the count is complete, and compared
  localparam [2:0] HOLDING  = 3'd4;    // until the next round
  localparam FOURS      = (CORES + 3) / 4;
  localparam BLOCKS     = (FOURS + 7) / 8;
  localparam MOST_BITS  = $clog2(3 * CORES * WINDOW + 1);
  localparam CYCLE_BITS = $clog2(3 * CORES + 1);
  localparam LOWER      = (CYCLE_BITS > 8) ? CYCLE_BITS : 8;        // bits of the count that have a carry to the others
  localparam TOTAL_BITS = (MOST_BITS > LOWER) ? MOST_BITS : LOWER + 1;
  localparam PART_BITS  = TOTAL_BITS + 1;
  localparam LOW_BITS   = PART_BITS / 2;
  localparam UPPER_BITS = PART_BITS - LOW_BITS;
  localparam LEFT_BITS  = $clog2(EPOCH + 1);
  localparam [31:0] WARM_STEPS = WARM, FILL_STEPS = FILL, WINDOW_STEPS = WINDOW, WHOLE = EPOCH;
  localparam [31:0] KEEP_PART = KEEP, MISS_PART = MISS, LONGEST = (1 << TWICE) - 1;
  localparam [15:0] CLOSE_STEPS = 16'd14, LOAD_STEP = 16'd13, FIRST_STEP = 16'd12;
  localparam [LEFT_BITS-1:0] LEFT_ONE = 1;

  // ---- What is achieved, and misses: four cores, eight of these, all, then the window's count ----

  reg  [2:0]              phase;
  wire                    empty    = phase[2:1] == 2'd0;     // STATIC, WARMING: nothing is counted yet
  wire [2*TOTAL_BITS-1:0] totals;      // {misses, achieved}
  wire [TOTAL_BITS-1:0]   achieved = totals[TOTAL_BITS-1:0];
  wire [TOTAL_BITS-1:0]   misses   = totals[TOTAL_BITS +: TOTAL_BITS];
  genvar                  g, k;

  generate
    for (k = 0; k < 2; k = k + 1) begin : g_count
      localparam MOST     = (k == 0) ? 3 : 1;              // that a core achieves, or misses
      localparam ALL_BITS = $clog2(MOST * CORES + 1);
      wire [FOURS*4*2-1:0]    cores;                       // filled up with zeros
      wire [BLOCKS*8*4-1:0]   fours;                       // flops, filled up with zeros
      wire [8*7-1:0]          blocks;                      // the same
      wire [9:0]              all;
      wire                    unused  = &{1'b0, all};
      reg  [ALL_BITS-1:0]     arrived;
      wire [LOWER-1:0]        counted = {{LOWER-ALL_BITS{1'b0}}, arrived} & {LOWER{phase == COUNTING}};
      reg  [LOWER-1:0]        low;                         // of the count, its carry, and what is above
      reg                     carry;
      reg  [TOTAL_BITS-LOWER-1:0] high;

      for (g = 0; g < FOURS * 4; g = g + 1) begin : g_core
        if (g >= CORES)  assign cores[g*2 +: 2] = 2'd0;
        else if (k == 0) assign cores[g*2 +: 2] = {core_two[g], core_one[g]};
        else             assign cores[g*2 +: 2] = {1'b0, core_miss[g]};
      end
      for (g = 0; g < BLOCKS * 8; g = g + 1) begin : g_four
        if (g < FOURS) begin : some
          localparam MEMBERS = (CORES - g * 4 < 4) ? CORES - g * 4 : 4;
          localparam BITS    = $clog2(MOST * MEMBERS + 1);
          reg  [BITS-1:0] count;
          wire [3:0]      next = sum_four(cores[g*8 +: 8]);
          wire            unused_high = &{1'b0, next};     // 0
          always @(posedge clk) count <= rst ? {BITS{1'b0}} : next[BITS-1:0];
          assign fours[g*4 +: 4] = {{4-BITS{1'b0}}, count};
        end else begin : none
          assign fours[g*4 +: 4] = 4'd0;
        end
      end
      for (g = 0; g < 8; g = g + 1) begin : g_block
        if (g < BLOCKS) begin : some
          localparam MEMBERS = (CORES - g * 32 < 32) ? CORES - g * 32 : 32;
          localparam BITS    = $clog2(MOST * MEMBERS + 1);
          reg  [BITS-1:0] count;
          wire [6:0]      next = sum_block(fours[g*32 +: 32]);
          wire            unused_high = &{1'b0, next};
          always @(posedge clk) count <= rst ? {BITS{1'b0}} : next[BITS-1:0];
          assign blocks[g*7 +: 7] = {{7-BITS{1'b0}}, count};
        end else begin : none
          assign blocks[g*7 +: 7] = 7'd0;
        end
      end

      assign all = (({3'd0, blocks[0 +: 7]} + {3'd0, blocks[7 +: 7]}) + ({3'd0, blocks[14 +: 7]} + {3'd0, blocks[21 +: 7]}))
                 + (({3'd0, blocks[28 +: 7]} + {3'd0, blocks[35 +: 7]}) + ({3'd0, blocks[42 +: 7]} + {3'd0, blocks[49 +: 7]}));
      always @(posedge clk) arrived <= rst ? {ALL_BITS{1'b0}} : all[ALL_BITS-1:0];
      always @(posedge clk)
        if (empty) {carry, low} <= {LOWER+1{1'b0}};
        else       {carry, low} <= {1'b0, low} + {1'b0, counted};
      always @(posedge clk)
        if (empty) high <= {TOTAL_BITS-LOWER{1'b0}};
        else       high <= high + {{TOTAL_BITS-LOWER-1{1'b0}}, carry};

      assign totals[k*TOTAL_BITS +: TOTAL_BITS] = {high, low};
    end
  endgenerate

  // Of four cores, two bits each.
  function [3:0] sum_four(input [7:0] of);
    sum_four = ({2'd0, of[1:0]} + {2'd0, of[3:2]}) + ({2'd0, of[5:4]} + {2'd0, of[7:6]});
  endfunction

  // Of eight times four cores, four bits each.
  function [6:0] sum_block(input [31:0] of);
    sum_block = (({3'd0, of[3:0]} + {3'd0, of[7:4]}) + ({3'd0, of[11:8]} + {3'd0, of[15:12]}))
              + (({3'd0, of[19:16]} + {3'd0, of[23:20]}) + ({3'd0, of[27:24]} + {3'd0, of[31:28]}));
  endfunction

  // ---- Rounds ----

  reg                  shared;         // the organization
  reg                  kept;           // that of the decision before
  reg                  trying;         // the window is that of shared L1s
  reg                  decides;        // this round does, whatever it says: the first one, or the second that says so
  reg                  decided;
  reg  [15:0]          steps;          // of the phase that are left, this one among them
  reg  [LEFT_BITS-1:0] left;           // HOLDING: cycles of the epoch
  reg  [6:0]           epochs;         // and epochs behind it
  reg  [5:0]           longer;         // of the last decision's hold, but for the highest bit
  reg                  enough;         // CLOSING: of what is compared
`ifdef MEMLOOM_LLC_MODE
  wire dynamic  = l1_mode[1] && !stays_private;
  wire static_share = l1_mode[0] && !stays_private;
`else
  wire dynamic  = l1_mode[1];
  wire static_share = l1_mode[0];
`endif
  wire holding  = phase == HOLDING;
  wire last     = steps == 16'd1;
  wire spent    = left == LEFT_ONE;
  wire over     = holding && spent && (kernel || epochs == 7'd0);
  wire cuts     = kernel && !holding && phase != STATIC;
  wire closes   = phase == CLOSING && last && !kernel;
  wire turns    = closes && !trying && enough;               // shared L1s are tried
  wire verdict  = trying && enough;
  wire concludes = closes && !turns;
  wire doubts   = concludes && verdict != kept && !decides;  // once more
  wire settles  = concludes && !doubts;
  wire begins   = phase == STATIC || over || cuts || doubts; // a round
  wire [6:0] repeats = (trying && verdict == kept) ? {longer, 1'b1} & LONGEST[6:0] : 7'd0;

  always @(posedge clk)
    if (rst || !dynamic) phase <= STATIC;
    else if (begins)     phase <= WARMING;
    else case (phase)
      WARMING:  if (last) phase <= COUNTING;
      COUNTING: if (last) phase <= CLOSING;
      CLOSING:  if (last) phase <= turns ? WARMING : HOLDING;
      default:  phase <= HOLDING;
    endcase

  always @(posedge clk)
    if (rst || begins)                  steps <= WARM_STEPS[15:0];
    else if (turns)                     steps <= FILL_STEPS[15:0];
    else if (phase == WARMING && last)  steps <= WINDOW_STEPS[15:0];
    else if (phase == COUNTING && last) steps <= CLOSE_STEPS;
    else if (!holding)                  steps <= steps - 16'd1;

  always @(posedge clk)
    if (rst)                    shared <= 1'b0;
    else if (!dynamic)          shared <= static_share;
    else if (begins)            shared <= 1'b0;
    else if (turns)             shared <= 1'b1;
    else if (settles)           shared <= verdict;

  always @(posedge clk)
    if (phase == STATIC) kept <= 1'b0;
    else if (settles)    kept <= verdict;

  always @(posedge clk)
    if (begins)      trying <= 1'b0;
    else if (turns)  trying <= 1'b1;

  always @(posedge clk)
    if (phase == STATIC || kernel || doubts) decides <= 1'b1;
    else if (settles)                        decides <= 1'b0;

  always @(posedge clk)
    if (holding && !spent) left <= left - LEFT_ONE;
    else                   left <= WHOLE[LEFT_BITS-1:0];

  always @(posedge clk)
    if (phase == STATIC || kernel)                epochs <= 7'd0;
    else if (settles)                             epochs <= repeats;
    else if (holding && spent && epochs != 7'd0)  epochs <= epochs - 7'd1;

  always @(posedge clk)
    if (phase == STATIC || kernel) longer <= 6'd0;
    else if (settles)              longer <= repeats[5:0];

  always @(posedge clk) decided <= !rst && dynamic && settles;

  // ---- Which is better: a step for the last carry, one for what is compared, ten for the product, two to compare ----
  // The product's carry out of its lower half is added at that half's highest bit after the shift, where it weighs as
  // much; what overflows there is `late`, and goes into the upper half a step later. The last step adds nothing, so none
  // is late then; it halves, so what is added is twice the whole.

  reg  [TOTAL_BITS-1:0] first;         // what private L1s achieved
  reg  [TOTAL_BITS-1:0] whole;         // of which a part
  reg  [6:0]            bits;          // of the factor, the next one first
  reg  [PART_BITS-1:0]  addend;        // twice the whole, or 0, by the last one
  reg  [PART_BITS-1:0]  part;          // so far
  reg                   late;
  reg  [TOTAL_BITS-1:0] found;         // is to be reached
  reg                   some;          // it is not 0
  reg                   above, equal;  // its upper half
  reg                   reaches;       // its lower half
  wire [LOW_BITS:0]     low_sum  = {1'b0, part[LOW_BITS-1:0]} + {1'b0, addend[LOW_BITS-1:0]};
  wire [UPPER_BITS:0]   high_sum = {1'b0, part[PART_BITS-1:LOW_BITS]} + {1'b0, addend[PART_BITS-1:LOW_BITS]}
                                 + {{UPPER_BITS{1'b0}}, late};
  wire [1:0]            top      = {1'b0, low_sum[LOW_BITS]} + {1'b0, high_sum[0]};
  wire                  unused   = &{1'b0, low_sum[0], LONGEST, KEEP_PART, MISS_PART};

  always @(posedge clk) if (turns) first <= achieved;
  always @(posedge clk) begin
    whole   <= trying ? first : achieved;
    found   <= trying ? achieved : misses;
    bits    <= (steps != LOAD_STEP) ? {1'b0, bits[6:1]} : trying ? KEEP_PART[6:0] : MISS_PART[6:0];
    addend  <= {whole, 1'b0} & {PART_BITS{bits[0]}};
    {part, late} <= (steps == FIRST_STEP) ? {PART_BITS+1{1'b0}}
                  : {high_sum[UPPER_BITS:1], top[0], low_sum[LOW_BITS-1:1], top[1]};
    some    <= |found;
    above   <= {1'b0, found[TOTAL_BITS-1:LOW_BITS]} > part[PART_BITS-1:LOW_BITS];
    equal   <= {1'b0, found[TOTAL_BITS-1:LOW_BITS]} == part[PART_BITS-1:LOW_BITS];
    reaches <= found[LOW_BITS-1:0] >= part[LOW_BITS-1:0];
    enough  <= some && (above || equal && reaches);
  end

  assign share       = shared;
  assign event_trial = decided;
  assign event_share = decided && shared;

`ifdef FORMAL
`include "tests/formal/dyneb_trial.v"
`endif
endmodule
`default_nettype wire

// Chooses the organization of one core's L1 at run time [pact20 section 4]: samples private even
// against shared odd sets, compares effective bandwidth (or access time), executes, samples again.
// State: phase, counters, a serial multiplier. Page: docs/blocks/dyneb.md.
`default_nettype none
module dyneb #(
  parameter LINE_BITS    = 25,         // 17..33: bits of a line address
  parameter SETS         = 32,         // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX   = 0,          // 0..1: L1 set index as in l1_cache
  parameter SAMPLE       = 512,        // 1..65535: R_S, accesses of each group that end a sample
  parameter EXECUTE      = 16384,      // 1..1048575: R_EX, accesses of an execution phase
  parameter COUNT_REMOTE = 1,          // 0..1: 1: all judge the shared group, own requests time it
  parameter METRIC       = 0,          // 0..1: 0 effective bandwidth, 1 average memory access time
  parameter MISS_PERCENT = 10,         // 0..100: a miss rate below this stays private; 0: no rule
  parameter L1_LATENCY   = 28,         // 1..1023: METRIC = 1: cycles of a local hit
  parameter HOME_LATENCY = 82,         // 1..1023: METRIC = 1: cycles of a hit in the home
  parameter L2_LATENCY   = 247,        // 1..1023: METRIC = 1: cycles of an access to L2
  parameter COUNT_BITS   = 16          // 2..16: bits of a counter
) (
  input  wire                 clk,               // clock
  input  wire                 rst,               // synchronous reset, active high
  input  wire [1:0]           l1_mode,           // 0 private, 1 shared, 2 and 3 dynamic

  // events of l1_cache, about one access
  input  wire                 event_hit,         // a load hit
  input  wire                 event_miss,        // a load missed (new line)
  input  wire                 event_merge,       // a load found its line pending
  input  wire                 event_store,       // a store
  input  wire                 event_remote,      // it was of another core
  input  wire                 event_odd,         // it was in an odd set

  // replies this core takes
  input  wire                 l2_valid,          // a reply of L2 is offered to mshr
  input  wire                 l2_ready,          // and taken at this edge
  input  wire [LINE_BITS-1:0] l2_line,           // its line
  input  wire                 home_valid,        // a reply of a home (always taken)
  input  wire [LINE_BITS-1:0] home_line,         // its line

  output wire                 share_even,        // even sets are shared
  output wire                 share_odd,         // odd sets are shared
  output wire                 via_home,          // private stores to foreign lines go home, too
  output wire                 event_sample,      // pulse: a sample was evaluated
  output wire                 event_share        // with it: shared was chosen
);
  // Phases; the two with counters have the high bit.
  localparam [1:0] STATIC     = 2'd0;  // l1_mode says
  localparam [1:0] EXECUTING  = 2'd1;  // the organization that won
  localparam [1:0] SAMPLING   = 2'd2;
  localparam [1:0] EVALUATING = 2'd3;

  localparam COUNTERS  = 7;
  localparam EVEN_BITS = $clog2(SAMPLE + 1);
  localparam LEFT_BITS = $clog2(((SAMPLE > EXECUTE) ? SAMPLE : EXECUTE) + 1);
  localparam [EVEN_BITS-1:0] EVEN_ONE = 1;
  localparam [31:0] TO_SAMPLE  = SAMPLE;
  localparam [31:0] TO_EXECUTE = EXECUTE;

  // Steps of the evaluation: the miss rule's 7-bit factors, then the products' bits.
  localparam RULE_STEPS    = (MISS_PERCENT != 0) ? 7 : 0;
  localparam PRODUCT_STEPS = 2 * COUNT_BITS + ((METRIC != 0) ? 12 : 1);
  localparam [31:0] LAST_STEP = RULE_STEPS + PRODUCT_STEPS - 1;

  reg [1:0]           phase;
  reg                 shared;          // STATIC, EXECUTING: the organization; else 0
  reg                 decided;         // first cycle of EXECUTING
  reg [EVEN_BITS-1:0] even_left;       // SAMPLING: accesses in even sets still to come
  reg [LEFT_BITS-1:0] left;            // in odd sets, of any home; EXECUTING: in all sets
  reg [5:0]           step;            // EVALUATING: from 0 up

  // What happens in this cycle.
  wire dynamic    = l1_mode[1];
  wire sampling   = phase == SAMPLING;
  wire evaluating = phase == EVALUATING;
  wire executing  = phase == EXECUTING;
  wire event_load = event_hit || event_miss || event_merge;
  wire own_load   = event_load && !event_remote;
  wire own_access = (event_load || event_store) && !event_remote;
  wire home_odd;

  set_parity #(
    .LINE_BITS (LINE_BITS),
    .SETS      (SETS),
    .HASH_INDEX(HASH_INDEX)
  ) home_parity (
    .line(home_line),
    .odd (home_odd)
  );

  // The core's accesses until the phase ends: at its own L1, in odd sets at any home.
  wire even_counts  = sampling && own_access && !event_odd && even_left != {EVEN_BITS{1'b0}};
  wire own_counts   = own_access && (executing || sampling && event_odd);
  wire home_counts  = COUNT_REMOTE != 0 && sampling && home_valid && home_odd;
  wire [LEFT_BITS:0] rest = {1'b0, left} - {{LEFT_BITS{1'b0}}, own_counts}
                                         - {{LEFT_BITS{1'b0}}, home_counts};  // signed
  wire even_reached = even_left == {EVEN_BITS{1'b0}} || even_left == EVEN_ONE && even_counts;
  wire reached      = rest[LEFT_BITS] || rest == {LEFT_BITS+1{1'b0}};
  wire sample_ends  = sampling && even_reached && reached;
  wire execute_ends = executing && reached;
  wire last_step    = evaluating && step == LAST_STEP[5:0];
  wire shared_wins;

  always @(posedge clk)
    if (rst) begin
      phase  <= STATIC;
      shared <= 1'b0;
    end else if (!dynamic) begin
      phase  <= STATIC;
      shared <= l1_mode[0];
    end else if (phase == STATIC || execute_ends) begin
      phase  <= SAMPLING;
      shared <= 1'b0;
    end else if (sample_ends)
      phase  <= EVALUATING;
    else if (last_step) begin
      phase  <= EXECUTING;
      shared <= shared_wins;
    end

  always @(posedge clk)
    decided <= !rst && dynamic && last_step;

  always @(posedge clk)
    if (!sampling)        even_left <= TO_SAMPLE[EVEN_BITS-1:0];
    else if (even_counts) even_left <= even_left - EVEN_ONE;

  always @(posedge clk)
    if (evaluating)                           left <= TO_EXECUTE[LEFT_BITS-1:0];
    else if (phase == STATIC || execute_ends) left <= TO_SAMPLE[LEFT_BITS-1:0];
    else                                      left <= rest[LEFT_BITS-1:0]
                                                    & {LEFT_BITS{!rest[LEFT_BITS]}};

  always @(posedge clk)
    if (!evaluating) step <= 6'd0;
    else             step <= step + 6'd1;

  // Counters of both groups. When one would overflow all are halved. METRIC = 0 shifts those out
  // whose bits the multipliers take.
  wire [COUNTERS-1:0]            counted;      // what each counts in this cycle
  wire [COUNTERS-1:0]            shifted_out;  // it gives its low bit away
  wire [COUNTERS-1:0]            overflow;
  reg  [COUNTERS*COUNT_BITS-1:0] counters;

  wire [COUNT_BITS-1:0] misses_odd    = counters[1*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] accesses_even = counters[2*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] misses_even   = counters[3*COUNT_BITS +: COUNT_BITS];
  wire odd_load = (COUNT_REMOTE != 0 && METRIC == 0) ? event_load : own_load;
  assign counted[0] = sampling && odd_load && event_odd;
  assign counted[1] = sampling && odd_load && event_odd && event_miss;
  assign counted[2] = sampling && own_load && !event_odd;
  assign counted[3] = sampling && own_load && !event_odd && event_miss;
  assign counted[4] = sampling && home_valid && home_odd;

  genvar i;
  generate
    for (i = 0; i < COUNTERS; i = i + 1) begin : each_counter
      wire [COUNT_BITS:0] sum = {1'b0, counters[i*COUNT_BITS +: COUNT_BITS]}
                              + {{COUNT_BITS{1'b0}}, counted[i]};
      assign overflow[i] = sum[COUNT_BITS];
      always @(posedge clk)
        if (!sampling && !evaluating)
          counters[i*COUNT_BITS +: COUNT_BITS] <= {COUNT_BITS{1'b0}};
        else
          counters[i*COUNT_BITS +: COUNT_BITS] <=
            (|overflow || shifted_out[i]) ? sum[COUNT_BITS:1] : sum[COUNT_BITS-1:0];
    end
  endgenerate

  // The last multiplier of the chain: takes the bits of both sides' products and leaves the sign of
  // their difference. Before that it takes those of the miss rule, less one: negative unless
  // MISS_PERCENT * accesses > 100 * misses.
  localparam LAST_BITS = COUNT_BITS + ((METRIC != 0) ? 2 : 1);
  localparam [31:0] PERCENT = MISS_PERCENT;
  localparam [31:0] HUNDRED = 100;

  wire                  rule;          // EVALUATING: the miss rule's steps
  wire                  rule_ends;
  wire                  may_share;     // the rule did not say private
  wire                  products = evaluating && !rule;
  wire                  plus_bit;      // of the private side's product
  wire                  minus_bit;     // of the shared side's product
  wire [COUNT_BITS-1:0] plus_word;
  wire [LAST_BITS-1:0]  minus_word;
  reg  [LAST_BITS-1:0]  difference;    // signed
  wire [LAST_BITS:0]    next_difference = {difference[LAST_BITS-1], difference}
    + {{(LAST_BITS+1-COUNT_BITS){1'b0}}, plus_word & {COUNT_BITS{plus_bit}}}
    - {1'b0, minus_word & {LAST_BITS{minus_bit}}};
  wire                  negative = next_difference[LAST_BITS];
  localparam [31:0]     L1_CYCLES = L1_LATENCY;  // the same in both groups: cancels out
  wire                  unused = &{1'b0, next_difference[0], L1_CYCLES};

  assign shared_wins = negative && may_share;

  always @(posedge clk)
    if (!evaluating)    difference <= {LAST_BITS{RULE_STEPS != 0}};
    else if (rule_ends) difference <= {LAST_BITS{1'b0}};
    else                difference <= next_difference[LAST_BITS:1];

  generate
    if (RULE_STEPS != 0) begin : miss_rule
      localparam [5:0] FACTOR_BITS = RULE_STEPS;
      reg passed;
      assign rule      = step < FACTOR_BITS;
      assign rule_ends = step == FACTOR_BITS - 6'd1;
      assign may_share = passed;
      always @(posedge clk) if (evaluating && rule_ends) passed <= negative;
    end else begin : no_miss_rule
      assign rule      = 1'b0;
      assign rule_ends = 1'b0;
      assign may_share = 1'b1;
    end

    if (METRIC == 0) begin : bandwidth
      wire                  accesses_odd = counters[0*COUNT_BITS];  // of this one the lowest bit
      wire                  home_replies = counters[4*COUNT_BITS];  // of this one, too
      wire [COUNT_BITS-1:0] replies_odd  = counters[5*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] replies_even = counters[6*COUNT_BITS +: COUNT_BITS];
      wire                  l2_odd;

      set_parity #(
        .LINE_BITS (LINE_BITS),
        .SETS      (SETS),
        .HASH_INDEX(HASH_INDEX)
      ) l2_parity (
        .line(l2_line),
        .odd (l2_odd)
      );

      assign counted[5]  = sampling && l2_valid && l2_ready && l2_odd;
      assign counted[6]  = sampling && l2_valid && l2_ready && !l2_odd;
      assign shifted_out = {2'b00, products, 1'b0, products, 1'b0, products};

      // odd: replies_odd * accesses_odd + home_replies * misses_odd; even: replies * accesses
      reg  [COUNT_BITS:0]   odd;
      reg  [COUNT_BITS-1:0] even;
      wire [COUNT_BITS+1:0] next_odd = {1'b0, odd}
        + {2'b00, replies_odd & {COUNT_BITS{accesses_odd}}}
        + {2'b00, misses_odd & {COUNT_BITS{home_replies}}};
      wire [COUNT_BITS:0]   next_even = {1'b0, even}
        + {1'b0, replies_even & {COUNT_BITS{accesses_even[0]}}};

      always @(posedge clk) begin
        odd  <= next_odd[COUNT_BITS+1:1] & {COUNT_BITS+1{products}};
        even <= next_even[COUNT_BITS:1] & {COUNT_BITS{products}};
      end

      assign plus_word  = rule ? accesses_even : misses_odd;
      assign minus_word = {1'b0, misses_even};
      assign plus_bit   = rule ? PERCENT[step[4:0]] : next_even[0];
      assign minus_bit  = rule ? HUNDRED[step[4:0]] : next_odd[0];
    end else begin : access_time
      localparam [31:0] HOME_CYCLES = HOME_LATENCY;
      localparam [31:0] L2_CYCLES   = L2_LATENCY;
      localparam [31:0] HOME = HOME_CYCLES << RULE_STEPS;  // 17 bits at most
      localparam [31:0] L2   = L2_CYCLES << RULE_STEPS;
      wire                  home_bit        = HOME[step[4:0]] && !step[5];
      wire                  l2_bit          = L2[step[4:0]] && !step[5];
      wire [COUNT_BITS-1:0] accesses_odd    = counters[0*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] home_replies    = counters[4*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] remote_counted  = counters[5*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] remote_misses   = counters[6*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] remote_accesses =
        {remote_counted[COUNT_BITS-1:1], remote_counted[0] || remote_counted == {COUNT_BITS{1'b0}}};
      wire                  unused_l2       = &{1'b0, l2_valid, l2_ready, l2_line};

      assign counted[5]  = sampling && event_load && event_remote && event_odd;
      assign counted[6]  = sampling && event_miss && event_remote && event_odd;
      assign shifted_out = {COUNTERS{1'b0}};

      // remote: HOME * remote_accesses + L2 * remote_misses; l2: L2 * remote_accesses
      // odd: remote * home_replies + l2 * misses_odd; even: l2 * misses_even
      reg  [COUNT_BITS:0]   remote;
      reg  [COUNT_BITS-1:0] l2;
      reg  [COUNT_BITS:0]   odd;
      reg  [COUNT_BITS-1:0] even;
      wire [COUNT_BITS+1:0] next_remote = {1'b0, remote}
        + {2'b00, remote_accesses & {COUNT_BITS{home_bit}}}
        + {2'b00, remote_misses & {COUNT_BITS{l2_bit}}};
      wire [COUNT_BITS:0]   next_l2 = {1'b0, l2}
        + {1'b0, remote_accesses & {COUNT_BITS{l2_bit}}};
      wire [COUNT_BITS+1:0] next_odd = {1'b0, odd}
        + {2'b00, home_replies & {COUNT_BITS{next_remote[0]}}}
        + {2'b00, misses_odd & {COUNT_BITS{next_l2[0]}}};
      wire [COUNT_BITS:0]   next_even = {1'b0, even}
        + {1'b0, misses_even & {COUNT_BITS{next_l2[0]}}};

      always @(posedge clk) begin
        remote <= next_remote[COUNT_BITS+1:1] & {COUNT_BITS+1{products}};
        l2     <= next_l2[COUNT_BITS:1] & {COUNT_BITS{products}};
        odd    <= next_odd[COUNT_BITS+1:1] & {COUNT_BITS+1{products}};
        even   <= next_even[COUNT_BITS:1] & {COUNT_BITS{products}};
      end

      assign plus_word  = accesses_even;
      assign minus_word = rule ? {2'b00, misses_even}
                               : {2'b00, accesses_odd} + {2'b00, home_replies};
      assign plus_bit   = rule ? PERCENT[step[4:0]] : next_odd[0];
      assign minus_bit  = rule ? HUNDRED[step[4:0]] : next_even[0];
    end
  endgenerate

  // Outputs: functions of the state above.
  assign share_even   = shared;
  assign share_odd    = shared || sampling || evaluating;
  assign via_home     = shared || phase != STATIC;
  assign event_sample = decided;
  assign event_share  = decided && shared;

`ifdef FORMAL
`include "tests/formal/dyneb.v"
`endif
endmodule
`default_nettype wire

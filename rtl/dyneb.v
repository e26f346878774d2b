// Chooses the organization of one core's L1 at run time [pact20 section 4]: samples private even
// against shared odd sets, over equal numbers of the core's requests, compares effective bandwidth
// (or access time), executes, samples again. Asked first: a private L1 that misses little is left
// alone, one that misses much is shared, both without a sample; a private execution is watched.
// With a cooperative caching network a private L1 misses what L2 is asked for.
// State: phase, counters, a serial multiplier. Page: docs/blocks/dyneb.md.
`default_nettype none
module dyneb #(
  parameter LINE_BITS     = 25,      // 17..33: bits of a line address
  parameter SETS          = 32,      // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX    = 0,       // 0..2: L1 set index as in l1_cache
  parameter LINES         = 128,     // 1..65535: lines of the L1: so many misses have filled it
  parameter CHECK         = 224,     // 0..65535: own loads of a private L1 that judge it before a sample; 0: none
  parameter CHECK_PERCENT = 20,      // 0..100: if fewer of them miss it stays private
  parameter SHARE_PERCENT = 33,      // 0..100: if so many miss it is shared, below it a sample says private; 0: no rule
  parameter WATCH         = 4096,    // 0..32768: own accesses of an execution, private, that judge it again; a power of two
  parameter WARM          = 512,     // 0..65535: own requests of each group before it counts
  parameter SAMPLE        = 512,     // 1..65535: R_S, own requests of each group that end a sample
  parameter EXECUTE       = 16384,   // 1..1048575: R_EX, accesses of an execution phase
  parameter COUNT_REMOTE  = 1,       // 0..1: 1: all judge the shared group, own requests time it
  parameter METRIC        = 0,       // 0..1: 0 effective bandwidth, 1 average memory access time
  parameter MISS_PERCENT  = 10,      // 0..100: a sampled miss rate below this stays private; 0: no rule of misses at all
`ifdef MEMLOOM_CCN
  parameter ASKS          = 0,       // 0..1: 1: own misses count when L2 is asked, by event_ask
`endif
  parameter L1_LATENCY    = 28,      // 1..1023: METRIC = 1: cycles of a local hit
  parameter HOME_LATENCY  = 82,      // 1..1023: METRIC = 1: cycles of a hit in the home
  parameter L2_LATENCY    = 247,     // 1..1023: METRIC = 1: cycles of an access to L2
  parameter COUNT_BITS    = 14       // 2..16: bits of a counter
) (
  input  wire                 clk,               // clock
  input  wire                 rst,               // synchronous reset, active high
  input  wire [1:0]           l1_mode,           // 0 private, 1 shared, 2 and 3 dynamic
`ifdef MEMLOOM_LLC_MODE
  input  wire                 stays_private,     // whatever the mode
`endif

  // events of l1_cache, about one access
  input  wire                 event_hit,         // a load hit
  input  wire                 event_miss,        // a load missed (new line)
  input  wire                 event_merge,       // a load found its line pending
  input  wire                 event_store,       // a store
  input  wire                 event_remote,      // it was of another core
  input  wire                 event_odd,         // it was in an odd set

`ifdef MEMLOOM_CCN
  // own loads that neither the own L1 nor that of another core answered
  input  wire                 event_ask,         // L2 was asked for one
  input  wire                 event_ask_odd,     // it was of an odd set

`endif
  // own requests that pass the own L1
  input  wire                 event_near,        // one was sent to L2, not to its home
  input  wire                 home_valid,        // a reply of a home (always taken)
  input  wire [LINE_BITS-1:0] home_line,         // its line

  output wire                 share_even,        // even sets are shared
  output wire                 share_odd,         // odd sets are shared
  output wire                 event_sample,      // pulse: a sample was evaluated
  output wire                 event_share        // with it: shared was chosen
);
  // Phases; those with half the sets shared have the high bit.
  localparam [2:0] STATIC     = 3'd0;  // l1_mode says
  localparam [2:0] EXECUTING  = 3'd1;  // the organization that won
  localparam [2:0] SETTLING   = 3'd2;  // private, not yet counted
  localparam [2:0] CHECKING   = 3'd3;  // private: few or many misses decide here
  localparam [2:0] WARMING    = 3'd4;  // both organizations, not yet counted
  localparam [2:0] SAMPLING   = 3'd6;
  localparam [2:0] EVALUATING = 3'd7;
  localparam [2:0] BOTH       = (WARM != 0) ? WARMING : SAMPLING;
  localparam       CHECKS     = (CHECK != 0 && MISS_PERCENT != 0) ? 1 : 0;
  localparam [2:0] FIRST      = (CHECKS != 0) ? SETTLING : BOTH;

  localparam COUNTERS  = 7;
  localparam [COUNTERS-1:0] OF_ODD = (METRIC != 0) ? 7'b1110011 : 7'b0110011;  // else of the even
  localparam LONGER    = (WARM > SAMPLE) ? WARM : SAMPLE;
  localparam EVEN_BITS = $clog2(LONGER + 1);
  localparam LONGEST   = (CHECK > LONGER) ? CHECK : LONGER;
  localparam LEFT_BITS = $clog2(((LONGEST > EXECUTE) ? LONGEST : EXECUTE) + 5);  // at least 3
  localparam [EVEN_BITS-1:0] EVEN_ONE = 1;
  localparam [31:0] TO_SAMPLE  = SAMPLE;
  localparam [31:0] TO_BEGIN   = (WARM != 0) ? WARM : SAMPLE;
  localparam [31:0] TO_EXECUTE = EXECUTE;
  localparam [31:0] TO_CHECK   = CHECK;
  localparam [31:0] TO_FIRST   = (CHECKS != 0) ? TO_CHECK : TO_BEGIN;

  // Misses among CHECK loads: from MANY on the L1s are shared, below MANY - FEW they stay private.
  localparam MANY      = (SHARE_PERCENT != 0) ? (SHARE_PERCENT * CHECK + 99) / 100 : CHECK + 1;
  localparam SOME      = (CHECK_PERCENT * CHECK + 99) / 100;
  localparam FEW       = (MANY > SOME) ? MANY - SOME : 0;
  localparam FILLED    = (LINES < CHECK) ? LINES : CHECK;
  localparam WATCHED   = (SHARE_PERCENT * WATCH + 99) / 100;  // the same of a window; 0: none
  localparam MISS_BITS = $clog2(((WATCHED > CHECK) ? WATCHED : CHECK) + 2);
  localparam [31:0] TO_SHARE   = MANY;
  localparam [31:0] TO_SETTLE  = FILLED;
  localparam [31:0] TO_WATCH   = WATCHED;

  // The miss rate below which a sample says private; 0: no rule.
  localparam HIGHER    = (SHARE_PERCENT > MISS_PERCENT) ? SHARE_PERCENT : MISS_PERCENT;
  localparam AT_LEAST  = (MISS_PERCENT != 0) ? HIGHER : 0;

  // Steps of the evaluation: the miss rule's 7-bit factors, then the products' bits; with each
  // three: until the first bit is registered, no carry is late and the sign is looked at.
  localparam FACTOR_BITS   = 7;
  localparam FIRST_STEPS   = (MISS_PERCENT != 0) ? FACTOR_BITS + 3 : 1;
  localparam PRODUCT_STEPS = 2 * COUNT_BITS + ((METRIC != 0) ? 12 : 1);
  localparam [31:0] LAST_FIRST = FIRST_STEPS - 1;
  localparam [31:0] LAST_STEP  = FIRST_STEPS + PRODUCT_STEPS + 2;

  reg [2:0]           phase;
  reg                 shared;          // STATIC, EXECUTING: the organization; else 0
  reg                 decided;         // first cycle of EXECUTING
  reg [EVEN_BITS-1:0] even_left;       // WARMING, SAMPLING: own requests to even sets still to come
  reg                 even_done;       // they came; even_left means nothing; EVALUATING: 1
  reg [LEFT_BITS-1:0] left;            // the same of odd sets; others: accesses still to come
  reg                 odd_done;        // they came; left means nothing; EVALUATING: 1
  reg [5:0]           step;            // EVALUATING: from 0 up

  // The events, registered: they count one cycle later, for the phase that is then.
  reg                 own_even;        // own access in an even set
  reg  [1:0]          own_odd;         // own requests to odd sets, at the own L1 or elsewhere
  reg                 processed;       // own access, which an execution counts
  reg                 loaded;          // own load
  reg                 missed;          // own load that missed
  reg  [COUNTERS-1:0] counts;          // what each counter would count
  reg                 counts_twice;    // METRIC = 0: requests to L2 of the odd sets: two at once
  reg                 even_twice;      // the same of the even sets
  wire [COUNTERS-1:0] happens;         // in this cycle
  wire                happens_twice;
  wire                both_even;
  wire event_load = event_hit || event_miss || event_merge;
  wire access     = event_load || event_store;
  wire own_load   = event_load && !event_remote;
  wire own_access = access && !event_remote;
  wire odd_load   = (COUNT_REMOTE != 0 && METRIC == 0) ? event_load : own_load;
  wire lost       = own_load && event_miss;
`ifdef MEMLOOM_CCN
  localparam LATE = ASKS;              // a miss is known later than its access
  wire own_miss   = (ASKS != 0) ? event_ask : lost;
  wire even_miss  = (ASKS != 0) ? event_ask && !event_ask_odd : lost && !event_odd;
`else
  localparam LATE = 0;
  wire own_miss   = lost;
  wire even_miss  = lost && !event_odd;
`endif
  wire home_odd;

  set_parity #(
    .LINE_BITS (LINE_BITS),
    .SETS      (SETS),
    .HASH_INDEX(HASH_INDEX)
  ) home_parity (
    .line(home_line),
    .odd (home_odd)
  );

  assign happens[0] = odd_load && event_odd;
  assign happens[1] = odd_load && event_odd && event_miss;
  assign happens[2] = own_load && !event_odd;
  assign happens[3] = even_miss;
  assign happens[4] = home_valid && home_odd;

  always @(posedge clk)
    if (rst) begin
      own_even     <= 1'b0;
      own_odd      <= 2'd0;
      processed    <= 1'b0;
      loaded       <= 1'b0;
      missed       <= 1'b0;
      counts       <= {COUNTERS{1'b0}};
      counts_twice <= 1'b0;
      even_twice   <= 1'b0;
    end else begin
      own_even     <= own_access && !event_odd;
      own_odd      <= {1'b0, own_access && event_odd} + {1'b0, COUNT_REMOTE != 0 && happens[4]}
                    + {1'b0, COUNT_REMOTE != 0 && event_near};
      processed    <= own_access;
      loaded       <= own_load;
      missed       <= own_miss;
      counts       <= happens;
      counts_twice <= happens_twice;
      even_twice   <= both_even;
    end

  // How long the phase lasts: so many requests of this core to each group, so many accesses to its
  // L1. A group whose requests came counts no more, so both are judged by the same work.
`ifdef MEMLOOM_LLC_MODE
  wire dynamic    = l1_mode[1] && !stays_private;
`else
  wire dynamic    = l1_mode[1];
`endif
  wire warming    = phase == WARMING;
  wire sampling   = phase == SAMPLING;
  wire evaluating = phase == EVALUATING;
  wire executing  = phase == EXECUTING;
  wire settling   = phase == SETTLING;
  wire checking   = phase == CHECKING;
  wire [1:0] passing = phase[2] ? own_odd : {1'b0, phase[1] ? loaded : processed};
  wire even_reached = even_done || even_left == EVEN_ONE && own_even;
  wire reached      = odd_done || left[LEFT_BITS-1:2] == {LEFT_BITS-2{1'b0}} && left[1:0] <= passing;
  wire both_reached = even_reached && reached;
  wire warm_ends    = warming && both_reached;
  wire sample_ends  = sampling && both_reached;
  wire filled;                         // SETTLING: the L1 is, with this load
  wire many;                           // CHECKING: misses, with this load
  wire few;                            // CHECKING: misses, were this the last load
  wire seen_to_miss;                   // EXECUTING, private: many misses, with this load
  wire execute_ends = executing && reached && !seen_to_miss;
  wire settle_ends  = settling && (reached || filled);
  wire check_ends   = checking && (reached || many);
  wire check_says   = check_ends && (many || few);
  wire last_step    = evaluating && step == LAST_STEP[5:0];
  wire still_done   = warming && !both_reached || sampling || evaluating && !last_step;
  wire [COUNTERS-1:0] once   = counts & ~(OF_ODD & {COUNTERS{odd_done}})
                                      & (OF_ODD | ~{COUNTERS{even_done}});
  wire                twice  = counts_twice && !odd_done;
  wire                twice_even = even_twice && !even_done;
  wire shared_wins;

  always @(posedge clk)
    if (rst) begin
      phase  <= STATIC;
      shared <= 1'b0;
    end else if (!dynamic) begin
      phase  <= STATIC;
`ifdef MEMLOOM_LLC_MODE
      shared <= l1_mode[0] && !stays_private;
`else
      shared <= l1_mode[0];
`endif
    end else if (phase == STATIC || execute_ends) begin
      phase  <= FIRST;
      shared <= 1'b0;
    end else if (settle_ends)
      phase  <= CHECKING;
    else if (check_ends) begin
      phase  <= check_says ? EXECUTING : BOTH;
      shared <= many;
    end else if (seen_to_miss)
      shared <= 1'b1;
    else if (warm_ends)
      phase  <= SAMPLING;
    else if (sample_ends)
      phase  <= EVALUATING;
    else if (last_step) begin
      phase  <= EXECUTING;
      shared <= shared_wins;
    end

  always @(posedge clk)
    decided <= !rst && dynamic && (last_step || check_says || seen_to_miss);

  always @(posedge clk) begin
    even_done <= still_done && even_reached;
    odd_done  <= still_done && reached;
  end

  always @(posedge clk)
    if (warm_ends)                  even_left <= TO_SAMPLE[EVEN_BITS-1:0];
    else if (!warming && !sampling) even_left <= TO_BEGIN[EVEN_BITS-1:0];
    else if (own_even)              even_left <= even_left - EVEN_ONE;

  always @(posedge clk)
    if (evaluating || check_says || seen_to_miss) left <= TO_EXECUTE[LEFT_BITS-1:0];
    else if (warm_ends)                           left <= TO_SAMPLE[LEFT_BITS-1:0];
    else if (settle_ends)                         left <= TO_CHECK[LEFT_BITS-1:0];
    else if (check_ends)                          left <= TO_BEGIN[LEFT_BITS-1:0];
    else if (phase == STATIC || execute_ends)     left <= TO_FIRST[LEFT_BITS-1:0];
    else                                          left <= left - {{LEFT_BITS-2{1'b0}}, passing};

  always @(posedge clk)
    if (!evaluating) step <= 6'd0;
    else             step <= step + 6'd1;

  // How many own loads may still miss. SETTLING: before the L1 is full; CHECKING, and in each window of
  // an execution: before it is better shared. A window ends where WATCH divides what is left.
  generate
    if (CHECKS != 0) begin : check
      localparam [MISS_BITS-1:0] ONE = 1;
      localparam [31:0] SPARE = FEW;
      reg  [MISS_BITS-1:0] misses_left;
      wire                 window_ends;
      wire                 last = missed && misses_left == ONE;
      always @(posedge clk)
        if (settle_ends)       misses_left <= TO_SHARE[MISS_BITS-1:0];
        else if (execute_ends) misses_left <= TO_SETTLE[MISS_BITS-1:0];
        else if (evaluating || check_says || window_ends)
                               misses_left <= TO_WATCH[MISS_BITS-1:0];
        else if (phase[2] || phase == STATIC)
                               misses_left <= TO_SETTLE[MISS_BITS-1:0];
        else if (missed && !last)
                               misses_left <= misses_left - ONE;
      assign filled = last;
      assign many   = last && SHARE_PERCENT != 0;
      assign few    = {1'b0, misses_left} > SPARE[MISS_BITS:0] + {{MISS_BITS{1'b0}}, missed};
      if (WATCHED != 0) begin : watch
        localparam [31:0] WITHIN = WATCH - 1;
        localparam [31:0] LAST   = 1 & WITHIN;
        assign seen_to_miss = executing && !shared && last;
        assign window_ends  = executing && processed
                            && (left & WITHIN[LEFT_BITS-1:0]) == LAST[LEFT_BITS-1:0];
      end else begin : no_watch
        assign seen_to_miss = 1'b0;
        assign window_ends  = 1'b0;
      end
    end else begin : no_check
      wire unused_checks = &{1'b0, loaded, missed, TO_SHARE, TO_SETTLE, TO_WATCH};
      assign filled       = 1'b0;
      assign many         = 1'b0;
      assign few          = 1'b0;
      assign seen_to_miss = 1'b0;
    end
  endgenerate

  // Counters of both groups. When one would overflow all are halved: each knows from a flop that it
  // is full or one short of that. Misses never overflow before what they are a part of, unless they
  // are LATE. Own requests are at most SAMPLE: their counters have OWN_BITS, and where that FITS
  // they never overflow. METRIC = 0 shifts those out whose bits the multipliers take.
  localparam NEED_BITS = (SAMPLE > 1) ? $clog2(SAMPLE + 1) : 2;
  localparam OWN_BITS  = (NEED_BITS < COUNT_BITS) ? NEED_BITS : COUNT_BITS;
  localparam FITS      = (NEED_BITS <= COUNT_BITS) ? 1 : 0;
  localparam EVEN_OWN  = (1 - METRIC) * (1 - LATE);  // requests to L2 of even sets are own ones
  localparam [COUNT_BITS-1:0]    LOW_TWO = 3;
  wire [COUNTERS-1:0]            nearly_full;  // all bits but the lowest are 1
  wire [COUNTERS-1:0]            overflow;
  wire [COUNTERS-1:0]            shifted_out;  // it gives its low bit away
  wire [COUNTERS*COUNT_BITS-1:0] counters;

  wire [COUNT_BITS-1:0] misses_odd    = counters[1*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] accesses_even = counters[2*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] misses_even   = counters[3*COUNT_BITS +: COUNT_BITS];

  genvar i;
  generate
    for (i = 0; i < COUNTERS; i = i + 1) begin : each_counter
      localparam OF_OWN = (i == 2) ? 1 : (i == 3) ? 1 - LATE : (i == 4) ? COUNT_REMOTE
                        : (i == 6) ? EVEN_OWN : 0;
      localparam MISSES = (i == 1) ? 1 : (i == 3) ? 1 - LATE : (i == 6) ? METRIC : 0;
      localparam LIMITS = (MISSES + OF_OWN * FITS == 0) ? 1 : 0;  // it may be the first to overflow
      localparam BITS   = (OF_OWN != 0) ? OWN_BITS : COUNT_BITS;
      reg  [BITS-1:0] count;
      wire            two   = METRIC == 0 && (i == 5 && twice || i == 6 && twice_even);
      wire            one   = once[i];
      wire [BITS:0]   sum   = {1'b0, count} + {{BITS-1{1'b0}}, two, one};
      wire            carry;
      assign overflow[i] = nearly_full[i] && (two || one && count[0]);
      assign counters[i*COUNT_BITS +: COUNT_BITS] = {{COUNT_BITS-BITS{1'b0}}, count};
      if (LIMITS != 0) begin : limits
        reg  is_so;
        wire becomes_so   = (two || one && count[0]) && !count[1] && &(count | LOW_TWO);
        wire unused_carry = &{1'b0, sum[BITS]};
        assign nearly_full[i] = is_so;
        assign carry          = overflow[i];
        always @(posedge clk)
          is_so <= sampling && (|overflow ? COUNT_BITS == 2 && carry : is_so || becomes_so);
      end else begin : bounded
        assign nearly_full[i] = 1'b0;
        assign carry          = sum[BITS];
      end
      always @(posedge clk)
        if (!sampling && !evaluating)        count <= {BITS{1'b0}};
        else if (|overflow || shifted_out[i]) count <= {carry, sum[BITS-1:1]};
        else                                  count <= sum[BITS-1:0];
    end
  endgenerate

  // Serial multipliers, each (sum + words whose bits are 1) / 2 in every step; the bit that leaves
  // is the product's. So that no carry runs through all bits in one cycle, that out of the low half
  // is added at the top of the next low half, and what that gives away there is `late`: it goes
  // into the high half one step later. The last one takes the bits of both sides' products, which are
  // registered, and leaves the sign of their difference; before that it takes those of the miss
  // rule, less one: negative unless AT_LEAST * accesses > 100 * misses.
  localparam SUMS      = (METRIC != 0) ? 5 : 3;
  localparam LAST      = SUMS - 1;
  localparam WORD_BITS = COUNT_BITS + ((METRIC != 0) ? 1 : 0);
  localparam SUM_BITS  = COUNT_BITS + ((METRIC != 0) ? 3 : 2);  // signed
  localparam [31:0] PERCENT = AT_LEAST;
  localparam [31:0] HUNDRED = 100;

  reg                        products;     // EVALUATING: the products' steps
  wire                       first_ends = evaluating && step == LAST_FIRST[5:0];
  wire                       may_share;    // the rule did not say private
  wire                       negative;     // the last sum is
  wire [SUMS*WORD_BITS-1:0]  word_a;       // what is added where bit_a is 1
  wire [SUMS*WORD_BITS-1:0]  word_b;       // where bit_b is 1; subtracted from the last sum
  /* verilator lint_off UNOPTFLAT */  // no loop: a sum takes product bits of those before it alone
  wire [SUMS-1:0]            bit_a;
  wire [SUMS-1:0]            bit_b;
  wire [SUMS-1:0]            product;      // bit that leaves
  /* verilator lint_on UNOPTFLAT */
  wire                       plus_bit;     // of the private side's product
  wire                       minus_bit;    // of the shared side's product
  reg                        last_plus;    // the same, registered
  reg                        last_minus;
  localparam [31:0]          L1_CYCLES = L1_LATENCY;  // the same in both groups: cancels out
  wire                       unused = &{1'b0, product[LAST], L1_CYCLES, word_a, word_b};

  assign bit_a[LAST] = last_plus;
  assign bit_b[LAST] = last_minus;
  assign shared_wins = negative && may_share;

  always @(posedge clk) begin
    products   <= evaluating && (products || first_ends);
    last_plus  <= evaluating && (products ? plus_bit : PERCENT[step[4:0]]);
    last_minus <= evaluating && (products ? minus_bit : HUNDRED[step[4:0]]);
  end

  generate
    for (i = 0; i < SUMS; i = i + 1) begin : each_sum
      localparam OWN  = (i == 1) ? EVEN_OWN : 0;  // its words are
      localparam WORD = (OWN != 0) ? OWN_BITS : WORD_BITS;
      localparam BITS = (i == LAST) ? SUM_BITS : 1 + ((OWN != 0) ? OWN_BITS : COUNT_BITS);
      localparam LOW  = (BITS + 1) / 2;
      localparam HIGH = BITS - LOW;
      reg  [BITS-1:0] sum;
      reg             late;            // weighs as the high half's lowest bit
      wire [BITS:0]   a    = {{(BITS+1-WORD){1'b0}}, word_a[i*WORD_BITS +: WORD]}
                           & {BITS+1{bit_a[i]}};
      wire [BITS:0]   b    = {{(BITS+1-WORD){1'b0}}, word_b[i*WORD_BITS +: WORD]}
                           ^ {BITS+1{i == LAST}};
      wire [BITS:0]   added_b = b & {BITS+1{bit_b[i]}};
      wire [LOW+1:0]  low  = {2'b00, sum[LOW-1:0]} + {2'b00, a[LOW-1:0]} + {2'b00, added_b[LOW-1:0]}
                           + {{LOW+1{1'b0}}, i == LAST && bit_b[i]};
      wire [HIGH:0]   high = {i == LAST && sum[BITS-1], sum[BITS-1:LOW]}
                           + a[BITS:LOW] + added_b[BITS:LOW]
                           + {{HIGH{1'b0}}, late};
      wire [1:0]      top  = low[LOW+1:LOW] + {1'b0, high[0]};
      assign product[i] = low[0];
      if (i == LAST) begin : signed_sum
        assign negative = sum[BITS-1];
        always @(posedge clk)
          if (!evaluating)     {sum, late} <= {{BITS{MISS_PERCENT != 0}}, 1'b0};
          else if (first_ends) {sum, late} <= {BITS+1{1'b0}};
          else                 {sum, late} <= {high[HIGH:1], top[0], low[LOW-1:1], top[1]};
      end else begin : plain_sum
        always @(posedge clk)
          {sum, late} <= {high[HIGH:1], top[0], low[LOW-1:1], top[1]} & {BITS+1{products}};
      end
    end

    if (MISS_PERCENT != 0) begin : miss_rule
      reg passed;
      assign may_share = passed;
      always @(posedge clk) if (first_ends) passed <= negative;
    end else begin : no_miss_rule
      assign may_share = 1'b1;
    end

    if (METRIC == 0) begin : bandwidth
      wire                  accesses_odd = counters[0*COUNT_BITS];  // of this one the lowest bit
      wire                  home_replies = counters[4*COUNT_BITS];  // of this one, too
      wire [COUNT_BITS-1:0] to_l2_odd    = counters[5*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] to_l2_even   = counters[6*COUNT_BITS +: COUNT_BITS];
      wire                  odd_goes_on  = (event_miss || event_store) && event_odd;
      wire                  even_store   = event_store && !event_miss && !event_odd && !event_remote;
      wire                  none_missed  = misses_odd == {COUNT_BITS{1'b0}};

      assign happens[5]    = odd_goes_on != event_near;
      assign happens_twice = odd_goes_on && event_near;
      assign happens[6]    = even_miss != even_store;
      assign both_even     = even_miss && even_store;
      assign shifted_out   = {2'b00, products, 1'b0, products, 1'b0, products};

      // odd: to_l2_odd * accesses_odd + home_replies * misses_odd; even: to_l2_even * accesses_even
      localparam ODD = 0, EVEN = 1;
      assign word_a = {products ? misses_odd : accesses_even, to_l2_even, to_l2_odd};
      assign word_b = {misses_even, {WORD_BITS{1'b0}}, misses_odd};
      assign bit_a[LAST-1:0] = {accesses_even[0], accesses_odd};
      assign bit_b[LAST-1:0] = {1'b0, home_replies};
      assign plus_bit  = product[EVEN];
      // Without a miss the shared side is infinite: its product is any but 0 where the other's is.
      assign minus_bit = none_missed ? product[EVEN] : product[ODD];
    end else begin : access_time
      localparam [31:0] HOME_CYCLES = HOME_LATENCY;
      localparam [31:0] L2_CYCLES   = L2_LATENCY;
      localparam [31:0] HOME = HOME_CYCLES << FIRST_STEPS;  // 20 bits at most
      localparam [31:0] L2   = L2_CYCLES << FIRST_STEPS;
      wire                  home_bit        = HOME[step[4:0]] && !step[5];
      wire                  l2_bit          = L2[step[4:0]] && !step[5];
      wire [COUNT_BITS-1:0] accesses_odd    = counters[0*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] home_replies    = counters[4*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] remote_counted  = counters[5*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] remote_misses   = counters[6*COUNT_BITS +: COUNT_BITS];
      wire [COUNT_BITS-1:0] remote_accesses =
        {remote_counted[COUNT_BITS-1:1], remote_counted[0] || remote_counted == {COUNT_BITS{1'b0}}};
      reg  [COUNT_BITS:0]   odd_answers;
      wire                  unused_twice    = &{1'b0, twice};

      assign happens[5]    = event_load && event_remote && event_odd;
      assign happens[6]    = event_miss && event_remote && event_odd;
      assign happens_twice = 1'b0;
      assign shifted_out   = {COUNTERS{1'b0}};

      always @(posedge clk) odd_answers <= {1'b0, accesses_odd} + {1'b0, home_replies};

      // remote: HOME * remote_accesses + L2 * remote_misses; l2: L2 * remote_accesses
      // odd: remote * home_replies + l2 * misses_odd; even: l2 * misses_even
      localparam REMOTE = 0, FROM_L2 = 1, ODD = 2, EVEN = 3;
      assign both_even = 1'b0;
      assign word_a = {1'b0, accesses_even, 1'b0, misses_even, 1'b0, home_replies,
                       1'b0, remote_accesses, 1'b0, remote_accesses};
      assign word_b = {products ? odd_answers : {1'b0, misses_even}, {WORD_BITS{1'b0}},
                       1'b0, misses_odd, {WORD_BITS{1'b0}}, 1'b0, remote_misses};
      assign bit_a[LAST-1:0] = {product[FROM_L2], product[REMOTE], l2_bit, home_bit};
      assign bit_b[LAST-1:0] = {1'b0, product[FROM_L2], 1'b0, l2_bit};
      assign plus_bit  = product[ODD];
      assign minus_bit = product[EVEN];
    end
  endgenerate

  // Outputs: functions of the state above.
  assign share_even   = shared;
  assign share_odd    = shared || phase[2];
  assign event_sample = decided;
  assign event_share  = decided && shared;

`ifdef FORMAL
`include "tests/formal/dyneb.v"
`endif
endmodule
`default_nettype wire

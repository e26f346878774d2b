// Keeps a core whose misses are not found in other L1s out of the cooperative caching network
// [taco16 section 4.4]. An epoch is PERIOD instructions of the core; in the first SAMPLE of them
// the requests that ended are counted, and those among them that another L1 answered:
//
//   epoch   | sampling, skip = 0 | weighing | skip = (100 hits < MIN_PERCENT total) |
//   at      0                SAMPLE                                               PERIOD
//
// They are weighed bit by bit, the lowest first: `balance` gets 100 for a bit of the hits and loses
// MIN_PERCENT for one of all, and is halved; below zero behind the last bit is too few hits. After a
// sample without requests the core does as it did after the last one with some.
//
// Latency: skip changes COUNT_BITS + 2 cycles after the instruction that ends the sample. Inputs are
// flops. State: place in the epoch, two counters (both are halved before one overflows), balance,
// the last verdict.
// Page: docs/blocks/ccn_throttle.md.
`default_nettype none
module ccn_throttle #(
  parameter SAMPLE      = 31250,       // 1..16777215: t_S, warp instructions
  parameter PERIOD      = 312500,      // 1..16777215: t_P, warp instructions
  parameter COUNT_BITS  = 16,          // 3..24: bits of a counter
  parameter MIN_PERCENT = 5            // 0..100: H_min; 0: never throttled
) (
  input  wire       clk,               // clock
  input  wire       rst,               // synchronous reset, active high
  input  wire [1:0] issued,            // warp instructions that the core issued
  input  wire       event_answer,      // a request of the core was answered by another L1
  input  wire       event_back,        // one came back without an answer
  output wire       skip,              // misses of the core go straight to L2
  output wire       event_sample,      // a sample was judged: skip is its result
  output wire       event_skip         // and the core is throttled
);
  localparam PLACE_BITS   = $clog2(PERIOD + 1);
  localparam SAMPLE_BITS  = $clog2(SAMPLE + 1);
  localparam AT_BITS      = ((PLACE_BITS > SAMPLE_BITS) ? PLACE_BITS : SAMPLE_BITS) + 2;
  localparam STEP_BITS    = $clog2(COUNT_BITS);
  localparam [31:0] LAST  = COUNT_BITS - 1;
  localparam [31:0] SAMPLE_END = SAMPLE;
  localparam [31:0] EPOCH_END  = PERIOD;
  localparam [31:0] MINIMUM    = MIN_PERCENT;
  localparam signed [8:0] HUNDRED = 9'sd100;
  localparam signed [8:0] NOTHING = 9'sd0;
  localparam [COUNT_BITS-1:0] NONE = 0;
  localparam [COUNT_BITS-1:0] ALL  = ~NONE;
  localparam [COUNT_BITS-1:0] ONE  = 1;
  localparam [COUNT_BITS-2:0] UPPER_ONE = 1;
  localparam [AT_BITS-3:0]    HIGH_ONE  = 1;
  localparam [STEP_BITS-1:0]  ONE_STEP  = 1;

  reg  [1:0]              now_issued;  // inputs of the cycle before
  reg                     now_answer;
  reg                     now_back;
  reg  [AT_BITS-1:0]      at;          // instructions of the epoch, below PERIOD
  reg                     sampling;    // below SAMPLE, too
  reg                     weighing;    // the counters are complete
  reg  [STEP_BITS-1:0]    step;        // bit of them
  reg                     some;        // requests of the sample ended
  reg                     too_few;     // the last sample with requests said: too few hits
  reg                     throttled;
  reg                     judged;      // in the cycle before
  reg  [COUNT_BITS-1:0]   hits;        // Nhits
  reg  [COUNT_BITS-1:0]   total;       // Ntotal
  reg  signed [7:0]       balance;     // of the bits so far, -100 to 100

  wire [2:0]         low         = {1'b0, at[1:0]} + {1'b0, now_issued};
  wire [AT_BITS-3:0] high        = at[AT_BITS-1:2];
  wire [3:0]         epoch_over;       // per number of instructions issued now: they end it
  wire [3:0]         sample_over;
  wire               epoch_ends  = epoch_over[now_issued];
  wire               sample_ends = sampling && sample_over[now_issued];

  always @(posedge clk)
    if (rst) begin
      now_issued <= 2'd0;
      now_answer <= 1'b0;
      now_back   <= 1'b0;
    end else begin
      now_issued <= issued;
      now_answer <= event_answer;
      now_back   <= event_back;
    end

  // What is issued chooses among what is known from the place: no sum stands before the comparison.
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : each_number
      localparam [31:0] MORE = i;
      localparam [31:0] TO_EPOCH  = EPOCH_END - MORE;
      localparam [31:0] TO_SAMPLE = SAMPLE_END - MORE;
      if (MORE < EPOCH_END) begin : epoch
        assign epoch_over[i] = at >= TO_EPOCH[AT_BITS-1:0];
      end else begin : any_epoch
        assign epoch_over[i] = 1'b1;
      end
      if (MORE < SAMPLE_END) begin : sample
        assign sample_over[i] = at >= TO_SAMPLE[AT_BITS-1:0];
      end else begin : any_sample
        assign sample_over[i] = 1'b1;
      end
    end
  endgenerate

  always @(posedge clk)
    if (rst || epoch_ends) at <= {AT_BITS{1'b0}};
    else                   at <= {low[2] ? high + HIGH_ONE : high, low[1:0]};

  // An epoch that ends first takes everything with it: a sample, and one that is being judged.
  always @(posedge clk)
    if (rst || epoch_ends) begin
      sampling  <= 1'b1;
      weighing  <= 1'b0;
      throttled <= 1'b0;
      judged    <= 1'b0;
    end else begin
      sampling  <= sampling && !sample_ends;
      weighing  <= sample_ends || weighing && !last;
      judged    <= weighing && last;
      if (weighing && last) throttled <= verdict;
    end

  // A sample without requests says nothing: what the last one with requests said stands.
  wire verdict = some ? weighed[8] : too_few;
  always @(posedge clk)
    if (rst)                                  too_few <= 1'b0;
    else if (weighing && last && !epoch_ends) too_few <= verdict;

  always @(posedge clk)
    if (rst || epoch_ends)                          some <= 1'b0;
    else if (sampling && (now_answer || now_back)) some <= 1'b1;

  // Two requests can end in one cycle. Halving keeps the ratio, and hits <= total; requests that end
  // in its cycle do not count. That it is due is known an edge late: one cycle's requests more fit.
  reg                   full;
  wire                  last  = step == LAST[STEP_BITS-1:0];
  wire                  both  = now_answer && now_back;
  wire                  carry = total[0] || both;  // of one or two more
  wire [COUNT_BITS-2:0] upper = total[COUNT_BITS-1:1];

  always @(posedge clk)
    if (rst || epoch_ends) full <= 1'b0;
    else                   full <= sampling && !sample_ends && !full && (total >> 2) == (ALL >> 2);

  always @(posedge clk)
    if (rst || epoch_ends) begin
      hits  <= {COUNT_BITS{1'b0}};
      total <= {COUNT_BITS{1'b0}};
    end else if (full || weighing) begin
      hits  <= hits >> 1;
      total <= total >> 1;
    end else if (sampling && (now_answer || now_back)) begin
      hits  <= now_answer ? hits + ONE : hits;
      total <= {carry ? upper + UPPER_ONE : upper, total[0] ^ !both};
    end

  // Halves are rounded down: the sign is that of the whole sum.
  wire signed [8:0] gain    = hits[0] ? HUNDRED : NOTHING;
  wire signed [8:0] loss    = total[0] ? $signed({2'b00, MINIMUM[6:0]}) : NOTHING;
  wire signed [8:0] weighed = {balance[7], balance} + gain - loss;
  wire              unused  = &{1'b0, weighed};
  always @(posedge clk)
    if (!weighing) begin
      step    <= {STEP_BITS{1'b0}};
      balance <= 8'sd0;
    end else begin
      step    <= step + ONE_STEP;
      balance <= weighed[8:1];
    end

  // Outputs are flops.
  assign skip         = throttled;
  assign event_sample = judged;
  assign event_skip   = judged && throttled;

`ifdef FORMAL
`include "tests/formal/ccn_throttle.v"
`endif
endmodule
`default_nettype wire

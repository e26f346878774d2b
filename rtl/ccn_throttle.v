// Keeps a core whose misses are not found in other L1s out of the cooperative caching network
// [taco16 section 4.4]. An epoch is PERIOD instructions of the core; in the first SAMPLE of them
// the requests that ended are counted, and those among them that another L1 answered:
//
//   epoch   | sampling, skip = 0 | weigh | judge | skip = (100 hits < MIN_PERCENT total) |
//   at      0                SAMPLE                                                    PERIOD
//
// Latency: skip changes three cycles after the instruction that ends the sample. State: place in
// the epoch, two counters (both are halved before one overflows), two products, skip.
// Page: docs/blocks/ccn_throttle.md.
`default_nettype none
module ccn_throttle #(
  parameter SAMPLE      = 31250,       // 1..16777215: t_S, warp instructions
  parameter PERIOD      = 312500,      // 1..16777215: t_P, warp instructions
  parameter COUNT_BITS  = 16,          // 2..24: bits of a counter
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
  localparam PRODUCT_BITS = COUNT_BITS + 7;
  localparam [31:0] SAMPLE_END = SAMPLE;
  localparam [31:0] EPOCH_END  = PERIOD;
  localparam [31:0] MINIMUM    = MIN_PERCENT;
  localparam [6:0]  HUNDRED    = 100;
  localparam [COUNT_BITS-1:0] NONE = 0;

  reg  [AT_BITS-1:0]      at;          // instructions of the epoch, below PERIOD
  reg                     sampling;    // below SAMPLE, too
  reg                     weigh;       // the counters are complete
  reg                     judge;       // so are the products
  reg                     throttled;
  reg                     judged;      // in the cycle before
  reg  [COUNT_BITS-1:0]   hits;        // Nhits
  reg  [COUNT_BITS-1:0]   total;       // Ntotal
  reg  [PRODUCT_BITS-1:0] hundred_hits;
  reg  [PRODUCT_BITS-1:0] enough;      // what they are held against

  wire [AT_BITS-1:0] next        = at + {{AT_BITS-2{1'b0}}, issued};
  wire [3:0]         epoch_over;       // per number of instructions issued now: they end it
  wire [3:0]         sample_over;
  wire               epoch_ends  = epoch_over[issued];
  wire               sample_ends = sampling && sample_over[issued];

  // What `issued` chooses among is known from the place: no sum stands before the comparison.
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
    else                   at <= next;

  // An epoch that ends first takes everything with it: a sample, and one that is being judged.
  always @(posedge clk)
    if (rst || epoch_ends) begin
      sampling  <= 1'b1;
      weigh     <= 1'b0;
      judge     <= 1'b0;
      throttled <= 1'b0;
      judged    <= 1'b0;
    end else begin
      sampling  <= sampling && !sample_ends;
      weigh     <= sample_ends;
      judge     <= weigh;
      judged    <= judge;
      if (judge) throttled <= hundred_hits < enough;
    end

  // Two requests can end in one cycle. Halving keeps the ratio, and hits <= total.
  wire                  full       = &total[COUNT_BITS-1:1];
  wire [1:0]            ended      = {1'b0, event_answer} + {1'b0, event_back};
  wire [COUNT_BITS+1:0] wider      = {NONE, ended};
  wire [COUNT_BITS-1:0] wide_ended = wider[COUNT_BITS-1:0];
  wire                  unused     = &{1'b0, wider};
  wire [COUNT_BITS-1:0] more_hits  = hits + {{COUNT_BITS-1{1'b0}}, event_answer};
  wire [COUNT_BITS-1:0] half_hits  = (hits >> 1) + {{COUNT_BITS-1{1'b0}}, event_answer};
  wire [COUNT_BITS-1:0] more_total = total + wide_ended;
  wire [COUNT_BITS-1:0] half_total = (total >> 1) + wide_ended;

  always @(posedge clk)
    if (rst || epoch_ends) begin
      hits  <= {COUNT_BITS{1'b0}};
      total <= {COUNT_BITS{1'b0}};
    end else if (sampling && (event_answer || event_back)) begin
      hits  <= full ? half_hits : more_hits;
      total <= full ? half_total : more_total;
    end

  always @(posedge clk)
    if (weigh) begin
      hundred_hits <= {7'd0, hits} * {NONE, HUNDRED};
      enough       <= {7'd0, total} * {NONE, MINIMUM[6:0]};
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

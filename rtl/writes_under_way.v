// Stores and atomics on their way to memory and back, counted per bucket of lines: whether a read of
// a line may overtake one. Helper of mshr with a shared L1. Combinational from look_line to the
// answer about it; counts change from the next cycle on. State: 32 counters of 4 bits, in flops,
// because all are cleared at once. A line's bucket is the XOR of its groups of 5 bits, so lines of
// one bucket suffer together. Page: docs/blocks/writes_under_way.md.
`default_nettype none
module writes_under_way #(
  parameter LINE_BITS = 25             // 1..33: bits of a line address
) (
  input  wire                 clk,          // clock
  input  wire                 rst,          // synchronous reset, active high

  // look: the line that is looked up
  input  wire [LINE_BITS-1:0] look_line,    // its address
  output wire                 look_settled, // no write of its bucket is under way
  output wire                 look_full,    // no further one can be counted
  input  wire                 look_counts,  // a write of the line leaves; only without look_full

  // done: an acknowledgement of a write that was counted
  input  wire                 done_valid,   // one came
  input  wire [LINE_BITS-1:0] done_line     // address of its line
);
  localparam BUCKET_BITS = 5;
  localparam BUCKETS     = 1 << BUCKET_BITS;

  function [BUCKET_BITS-1:0] bucket_of(input [LINE_BITS-1:0] line);
    integer at;
    begin
      bucket_of = {BUCKET_BITS{1'b0}};
      for (at = 0; at < LINE_BITS; at = at + 1)
        bucket_of[at % BUCKET_BITS] = bucket_of[at % BUCKET_BITS] ^ line[at];
    end
  endfunction

  reg  [4*BUCKETS-1:0]   counts;
  wire [BUCKET_BITS-1:0] look_bucket = bucket_of(look_line);
  wire [BUCKET_BITS-1:0] done_bucket = bucket_of(done_line);
  wire [3:0]             look_count  = counts[4*look_bucket +: 4];

  genvar i;
  generate
    for (i = 0; i < BUCKETS; i = i + 1) begin : each_bucket
      localparam [31:0] BUCKET = i;
      wire more = look_counts && look_bucket == BUCKET[BUCKET_BITS-1:0];
      wire less = done_valid && done_bucket == BUCKET[BUCKET_BITS-1:0];
      always @(posedge clk)
        if (rst)               counts[4*i +: 4] <= 4'd0;
        else if (more != less) counts[4*i +: 4] <= counts[4*i +: 4] + {{3{less}}, 1'b1};
    end
  endgenerate

  assign look_settled = look_count == 4'd0;
  assign look_full    = &look_count;

`ifdef FORMAL
`include "tests/formal/writes_under_way.v"
`endif
endmodule
`default_nettype wire

// Stores and atomics on their way to memory and back, counted per bucket of lines: whether a read of
// a line may overtake one. Helper of mshr with a shared L1. The answer about a line comes one cycle
// after it, from flops, and follows the counts until another line comes; counts change from the next
// cycle on. State: 32 counters of 4 bits, in flops, because all are cleared at once, the bucket that
// is looked up, and what is counted a cycle late. A line's bucket is the XOR of its groups of 5 bits,
// so lines of one bucket suffer together. Page: docs/blocks/writes_under_way.md.
`default_nettype none
module writes_under_way #(
  parameter LINE_BITS = 25             // 1..33: bits of a line address
) (
  input  wire                 clk,          // clock
  input  wire                 rst,          // synchronous reset, active high

  // look: the line that is looked up
  input  wire [LINE_BITS-1:0] look_line,    // address of the next one
  input  wire                 look_next,    // it is looked up from the next cycle on; else as before
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

  // Whether another line is looked up is known last, its bucket is not: that of the line that would be next
  // stands beside the one before, and answers are found for both.
  reg  [4*BUCKETS-1:0]   counts;
  localparam [BUCKETS-1:0] FIRST = 1;
  reg                    moved;        // another line has come
  reg  [BUCKETS-1:0]     came;         // one-hot: its bucket
  reg  [BUCKETS-1:0]     stayed;       // one-hot: the bucket looked up at the last edge
  wire [BUCKETS-1:0]     looked = moved ? came : stayed; // one-hot: the bucket that is looked up
  wire [BUCKETS-1:0]     empty;
  wire [BUCKETS-1:0]     full;
  wire [BUCKETS-1:0]     almost;       // full with one more
  wire [BUCKETS-1:0]     single;       // empty with one less
  wire [BUCKET_BITS-1:0] done_bucket = bucket_of(done_line);

  always @(posedge clk)
    if (rst) moved <= 1'b0;
    else     moved <= look_next;

  always @(posedge clk) came <= FIRST << bucket_of(look_line);

  always @(posedge clk)
    if (rst) stayed <= FIRST;
    else     stayed <= looked;

  // Whether a write leaves or returns is known last, too: it is counted a cycle later, and taken into account
  // until then. One that left is of the bucket that was looked up.
  reg                    counted;      // one left at the last edge
  reg                    returned;     // an acknowledgement came at the last edge
  reg  [BUCKETS-1:0]     returned_in;  // one-hot: its bucket
  wire                   came_more   = counted && |(came & stayed);
  wire                   came_less   = returned && |(came & returned_in);
  wire                   stayed_less = returned && |(stayed & returned_in);
  always @(posedge clk)
    if (rst) begin
      counted  <= 1'b0;
      returned <= 1'b0;
    end else begin
      counted  <= look_counts;
      returned <= done_valid;
    end

  always @(posedge clk) returned_in <= FIRST << done_bucket;

  genvar i;
  generate
    for (i = 0; i < BUCKETS; i = i + 1) begin : each_bucket
      wire [3:0] count = counts[4*i +: 4];
      wire       more  = counted && stayed[i];
      wire       less  = returned && returned_in[i];
      wire [3:0] if_more = less ? count : count + 4'd1;
      wire [3:0] if_not  = less ? count - 4'd1 : count;
      assign empty[i]  = count == 4'd0;
      assign full[i]   = &count;
      assign almost[i] = count == 4'd14;
      assign single[i] = count == 4'd1;
      always @(posedge clk)
        if (rst) counts[4*i +: 4] <= 4'd0;
        else     counts[4*i +: 4] <= more ? if_more : if_not;
    end
  endgenerate

  wire came_settled   = (came_more == came_less) ? |(came & empty) : came_less && |(came & single);
  wire came_full      = (came_more == came_less) ? |(came & full) : came_more && |(came & almost);
  wire stayed_settled = (counted == stayed_less) ? |(stayed & empty) : stayed_less && |(stayed & single);
  wire stayed_full    = (counted == stayed_less) ? |(stayed & full) : counted && |(stayed & almost);

  assign look_settled = moved ? came_settled : stayed_settled;
  assign look_full    = moved ? came_full : stayed_full;

`ifdef FORMAL
`include "tests/formal/writes_under_way.v"
`endif
endmodule
`default_nettype wire

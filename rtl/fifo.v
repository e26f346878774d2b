// First-in first-out queue, first word falls through: a word put at one edge is on get_data
// in the next cycle.  put_ready and get_valid are flops, get_data is a read of the storage
// at a registered address. One word per cycle from DEPTH 2 on; DEPTH 1 alternates between
// empty and full, one word every two cycles. DEPTH need not be a power of two.
//
//   put ──> storage[write_at]  ...  storage[read_at] ──> get
`default_nettype none
module fifo #(
  parameter WIDTH = 64,                // 1..2048: bits of one word
  parameter DEPTH = 8                  // 1..1024: words
) (
  input  wire             clk,         // clock
  input  wire             rst,         // synchronous reset, active high

  // put: the writing side
  input  wire             put_valid,   // a word is offered
  output wire             put_ready,   // there is room; the offered word is taken at this edge
  input  wire [WIDTH-1:0] put_data,    // the word

  // get: the reading side, first word falls through
  output wire             get_valid,   // a word is there
  input  wire             get_ready,   // the word is removed at this edge
  output wire [WIDTH-1:0] get_data     // the oldest word
);
  localparam ADDR_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam [31:0] LAST = DEPTH - 1;
  localparam [ADDR_BITS-1:0] FIRST = {ADDR_BITS{1'b0}};

  reg                  room;           // at least one place is free
  reg                  stored;         // at least one word is stored
  reg  [ADDR_BITS-1:0] write_at;       // place of the next put
  reg  [ADDR_BITS-1:0] read_at;        // place of the oldest word
  wire [ADDR_BITS-1:0] after_write = (write_at == LAST[ADDR_BITS-1:0]) ? FIRST : write_at + 1'b1;
  wire [ADDR_BITS-1:0] after_read  = (read_at == LAST[ADDR_BITS-1:0]) ? FIRST : read_at + 1'b1;
  wire                 put = put_valid && room;
  wire                 get = get_ready && stored;

  always @(posedge clk)
    if (rst) write_at <= FIRST;
    else if (put) write_at <= after_write;

  always @(posedge clk)
    if (rst) read_at <= FIRST;
    else if (get) read_at <= after_read;

  // Equal places mean full after a put and empty after a get; both together change neither flag.
  always @(posedge clk)
    if (rst) begin
      room <= 1'b1;
      stored <= 1'b0;
    end else if (put && !get) begin
      room <= after_write != read_at;
      stored <= 1'b1;
    end else if (get && !put) begin
      room <= 1'b1;
      stored <= after_read != write_at;
    end

  regfile_1r1w #(.WIDTH(WIDTH), .DEPTH(DEPTH)) words (
    .clk(clk),
    .write_valid(put),
    .write_addr(write_at),
    .write_data(put_data),
    .read_addr(read_at),
    .read_data(get_data)
  );

  assign put_ready = room;
  assign get_valid = stored;

`ifdef FORMAL
`include "tests/formal/fifo.v"
`endif
endmodule
`default_nettype wire

// First-in first-out queue of words in a RAM with registered read. The RAM's output register holds
// the oldest word: a word put into an empty queue at one edge is on get_data in the second cycle
// after it, get_data are flops. One word per cycle from DEPTH 3 on. DEPTH need not be a power of two.
//
//   put ──> RAM[write_at] ... RAM[fetch_at] ──> output register of the RAM ──> get
//
// State: the RAM, its output register, three places (one a cycle late), four flags. Page: docs/blocks/ram_fifo.md.
`default_nettype none
module ram_fifo #(
  parameter WIDTH = 64,                // 1..2048: bits of one word
  parameter DEPTH = 32                 // 1..1024: words, the one at the output included
) (
  input  wire             clk,         // clock
  input  wire             rst,         // synchronous reset, active high

  // put: the writing side
  input  wire             put_valid,   // a word is offered
  output wire             put_ready,   // there is room; the offered word is taken at this edge
  input  wire [WIDTH-1:0] put_data,    // the word

  // get: the reading side
  output wire             get_valid,   // the oldest word is at the output
  input  wire             get_ready,   // it is removed at this edge
  output wire [WIDTH-1:0] get_data     // the oldest word
);
  localparam ADDR_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam [31:0] LAST = DEPTH - 1;
  localparam [ADDR_BITS-1:0] FIRST = {ADDR_BITS{1'b0}};

  reg                  room;           // at least one place is free
  reg                  waits;          // at least one word has not been fetched
  reg                  front;          // the oldest word is at the output
  reg  [ADDR_BITS-1:0] write_at;       // place of the next put
  reg  [ADDR_BITS-1:0] fetch_at;       // place of the next word to fetch
  reg  [ADDR_BITS-1:0] oldest_was;     // place of the oldest word in the cycle before
  reg                  removed;        // it was removed then
  wire [ADDR_BITS-1:0] oldest_at;      // place of the oldest word; its own until it is removed
  wire put   = put_valid && room;
  wire get   = get_ready && front;
  wire next  = !front || get;          // the output takes what there is
  wire fetch = next && waits;

  function [ADDR_BITS-1:0] after(input [ADDR_BITS-1:0] place);
    after = (place == LAST[ADDR_BITS-1:0]) ? FIRST : place + 1'b1;
  endfunction

  always @(posedge clk)
    if (rst) begin
      write_at   <= FIRST;
      fetch_at   <= FIRST;
      oldest_was <= FIRST;
      removed    <= 1'b0;
    end else begin
      if (put)   write_at <= after(write_at);
      if (fetch) fetch_at <= after(fetch_at);
      oldest_was <= oldest_at;
      removed    <= get;
    end

  // A cycle later, as whether it is removed may come late.
  assign oldest_at = removed ? after(oldest_was) : oldest_was;

  // Equal places mean full after a put, and empty after a get or a fetch; both together change
  // neither flag.
  always @(posedge clk)
    if (rst)             room <= 1'b1;
    else if (put != get) room <= get || after(write_at) != oldest_at;

  always @(posedge clk)
    if (rst)               waits <= 1'b0;
    else if (put != fetch) waits <= put || after(fetch_at) != write_at;

  always @(posedge clk)
    if (rst)       front <= 1'b0;
    else if (next) front <= waits;

  // A free place follows what is put: whether it is taken may come late.
  ram_1r1w #(.WIDTH(WIDTH), .DEPTH(DEPTH)) words (
    .clk        (clk),
    .write_valid(room),
    .write_addr (write_at),
    .write_mask (1'b1),
    .write_data (put_data),
    .read_valid (next),
    .read_addr  (fetch_at),
    .read_data  (get_data)
  );

  assign put_ready = room;
  assign get_valid = front;

`ifdef FORMAL
`include "tests/formal/ram_fifo.v"
`endif
endmodule
`default_nettype wire

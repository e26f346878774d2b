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
endmodule
`default_nettype wire

// Output port of a flit in a butterfly: one digit of its destination is the port. A function, no
// state; the host router knows the digit of its stage. Page: docs/blocks/route_digit.md.
`default_nettype none
module route_digit #(
  parameter DEST_BITS  = 10,           // 1..12: bits of a destination
  parameter DIGIT_LSB  = 0,            // 0..11: position of this stage's digit
  parameter DIGIT_BITS = 3             // 1..4: bits of a digit
) (
  input  wire [DEST_BITS-1:0] dest,    // destination, the digit of the first stage on top
  output wire [3:0]           port     // the output port
);
  localparam [3:0] MASK = ~(4'b1111 << DIGIT_BITS);

  /* verilator lint_off UNUSEDSIGNAL */ // the digits above are for other stages
  wire [DEST_BITS+3:0] digits = {4'b0000, dest} >> DIGIT_LSB;
  /* verilator lint_on UNUSEDSIGNAL */
  assign port = digits[3:0] & MASK;

`ifdef FORMAL
`include "tests/formal/route_digit.v"
`endif
endmodule
`default_nettype wire

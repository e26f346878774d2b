// Output port of a flit in a butterfly or crossbar: one digit of its destination is the port. A function, no
// state; the host router knows the digit of its stage. Page: docs/blocks/route_digit.md.
`default_nettype none
module route_digit #(
  parameter DEST_BITS  = 10,           // 1..12: bits of a destination
  parameter DIGIT_LSB  = 0,            // 0..11: position of this stage's digit
  parameter DIGIT_BITS = 3             // 1..7: bits of a digit
) (
  input  wire [DEST_BITS-1:0] dest,    // destination, the digit of the first stage on top
  output wire [6:0]           port     // the output port
);
  localparam [6:0] MASK = ~(7'h7f << DIGIT_BITS);

  /* verilator lint_off UNUSEDSIGNAL */ // the digits above are for other stages
  wire [DEST_BITS+6:0] digits = {7'h00, dest} >> DIGIT_LSB;
  /* verilator lint_on UNUSEDSIGNAL */
  assign port = digits[6:0] & MASK;

`ifdef FORMAL
`include "tests/formal/route_digit.v"
`endif
endmodule
`default_nettype wire

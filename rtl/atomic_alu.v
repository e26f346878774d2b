// Result of an atomic operation on one 32-bit word, a function. Unsigned and signed order share one
// comparator: flipping both sign bits turns one into the other.
`default_nettype none
module atomic_alu (
  input  wire [2:0]  op,               // add, exchange, unsigned min, max, signed min, max, and, or
  input  wire [31:0] old,              // the word in memory
  input  wire [31:0] operand,          // the word of the request
  output wire [31:0] result            // what is written
);
  wire [31:0] flip    = {op[2], 31'b0};            // looked at with ops 2 to 5 only
  wire        smaller = (operand ^ flip) < (old ^ flip);
  wire        keeps   = smaller == op[0]; // min keeps the old word unless smaller, max if smaller
  reg  [31:0] chosen;

  always @*
    case (op)
      3'd0:    chosen = old + operand;
      3'd1:    chosen = operand;
      3'd6:    chosen = old & operand;
      3'd7:    chosen = old | operand;
      default: chosen = keeps ? old : operand;
    endcase

  assign result = chosen;

`ifdef FORMAL
`include "tests/formal/atomic_alu.v"
`endif
endmodule
`default_nettype wire

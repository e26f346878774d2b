// Result of an atomic operation on one 32-bit word, a function. Unsigned and signed order share one
// comparison: flipping both sign bits turns one into the other. Sum and comparison go through
// prefix trees of five levels.
`default_nettype none
module atomic_alu (
  input  wire [2:0]  op,               // add, exchange, unsigned min, max, signed min, max, and, or
  input  wire [31:0] old,              // the word in memory
  input  wire [31:0] operand,          // the word of the request
  output wire [31:0] result            // what is written
);
  localparam [31:0] ONES = {32{1'b1}};

  // Bit i: the bits up to i generate, or pass on what bits below generate (Kogge-Stone).
  function [31:0] prefix(input [31:0] generates, input [31:0] passes);
    reg [31:0] pass;
    integer    distance;
    begin
      prefix = generates;
      pass   = passes;
      for (distance = 1; distance < 32; distance = distance * 2) begin
        prefix = prefix | (pass & (prefix << distance));
        pass   = pass & ((pass << distance) | ~(ONES << distance));
      end
    end
  endfunction

  wire [31:0] flip    = {op[2], 31'b0};            // looked at with ops 2 to 5 only
  wire [31:0] left    = operand ^ flip;
  wire [31:0] right   = old ^ flip;
  wire [31:0] carries = prefix(old & operand, old | operand);
  wire [31:0] borrows = prefix(right & ~left, ~(right ^ left));
  wire        smaller = borrows[31];
  wire        keeps   = smaller == op[0]; // min keeps the old word unless smaller, max if smaller
  wire        unused  = &{1'b0, carries[31], borrows[30:0]};
  reg  [31:0] chosen;

  always @*
    case (op)
      3'd0:    chosen = old ^ operand ^ {carries[30:0], 1'b0};
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

// sizes:
// depth: bmc=1 induction=0
// cover: 1
// Combinational: one step of the bounded proof is complete.
  always @* begin
    op_0_adds: assert (op != 0 || result == old + operand);
    op_1_exchanges: assert (op != 1 || result == operand);
    op_2_is_the_unsigned_minimum: assert (op != 2 || result == ((old < operand) ? old : operand));
    op_3_is_the_unsigned_maximum: assert (op != 3 || result == ((old > operand) ? old : operand));
    op_4_is_the_signed_minimum: assert (
      op != 4 || result == (($signed(old) < $signed(operand)) ? old : operand));
    op_5_is_the_signed_maximum: assert (
      op != 5 || result == (($signed(old) > $signed(operand)) ? old : operand));
    op_6_ands: assert (op != 6 || result == (old & operand));
    op_7_ors: assert (op != 7 || result == (old | operand));
    orders_differ: cover (op == 4 && result == old && old > operand);
  end

// sizes: PC_BITS=32; PC_BITS=10; PC_BITS=17; PC_BITS=25
// depth: bmc=1 induction=0
// cover: 1
// Combinational: one step of the bounded proof is complete. Any two program counters are compared.
  (* anyseq *) wire [PC_BITS-1:0] other_pc;
  wire [6:0] other_insn;
  wire [6:0] other_check;
  assign {other_insn, other_check} = hash(other_pc[PC_BITS-1:3]);

  // Group `number` of the page, with zeros above the program counter.
  function [6:0] group(input [31:0] counter, input integer number);
    group = counter >> (3 + 7 * number);
  endfunction

  function [6:0] rotate(input [6:0] bits, input integer by);
    rotate = bits << by | bits >> (7 - by);
  endfunction

  wire [31:0] counter       = pc;
  wire [31:0] other_counter = other_pc;
  wire        same          = other_counter >> 3 == counter >> 3;

  always @* begin
    insn_is_that_of_the_page: assert (insn == (group(counter, 0) ^ group(counter, 1)
      ^ group(counter, 2) ^ group(counter, 3) ^ group(counter, 4)));
    check_is_that_of_the_page: assert (check == (group(counter, 1) ^ rotate(group(counter, 2), 1)
      ^ rotate(group(counter, 3), 2) ^ rotate(group(counter, 4), 3)));
    instructions_of_a_kilobyte_differ: assert (same || insn != other_insn
      || counter >> 10 != other_counter >> 10);
    ids_and_checks_of_128_kilobytes_differ: assert (same || counter >> 17 != 0
      || other_counter >> 17 != 0 || insn != other_insn || check != other_check);
    two_instructions_with_one_id: cover (!same && insn == other_insn || PC_BITS == 10);
  end

// Function: the 7-bit instruction id of a program counter [icpp18 section 4.1.1], and 7 more bits by
// which two instructions with one id can be told apart. Combinational. Page: docs/blocks/pc_hash.md.
`default_nettype none
module pc_hash #(
  parameter PC_BITS = 32               // 10..32: bits of a program counter, in bytes
) (
  input  wire [PC_BITS-1:0] pc,        // program counter; instructions are 8-byte aligned
  output wire [6:0]         insn,      // instruction id
  output wire [6:0]         check      // the rest of the hash
);
  localparam GROUP     = 7;            // bits of an id
  localparam WORD_BITS = PC_BITS - 3;  // of the instruction's number

  wire [WORD_BITS-1:0] word   = pc[PC_BITS-1:3];
  wire                 unused = &{1'b0, pc[2:0]};

  // Bit `at` of the word is bit at % 7 of its group; in the check every group is rotated one more
  // to the left than the one below it.
  function [13:0] hash(input [WORD_BITS-1:0] number);
    integer at;
    begin
      hash = 14'd0;
      for (at = 0; at < WORD_BITS; at = at + 1) begin
        hash[7 + at % GROUP] = hash[7 + at % GROUP] ^ number[at];
        if (at >= GROUP)
          hash[(at + at / GROUP - 1) % GROUP] = hash[(at + at / GROUP - 1) % GROUP] ^ number[at];
      end
    end
  endfunction

  assign {insn, check} = hash(word);

`ifdef FORMAL
`include "tests/formal/pc_hash.v"
`endif
endmodule
`default_nettype wire

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
endmodule
`default_nettype wire

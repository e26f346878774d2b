// Function: the low bit of a line's L1 set index, which tells DynEB's groups apart
// [pact20 section 4.1]: 0 even, 1 odd. Combinational. Page: docs/blocks/set_parity.md.
`default_nettype none
module set_parity #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter SETS       = 32,           // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX = 0             // 0..1: set index as in l1_cache
) (
  input  wire [LINE_BITS-1:0] line,    // line address
  output wire                 odd      // its set is odd; 0 with one set
);
endmodule
`default_nettype wire

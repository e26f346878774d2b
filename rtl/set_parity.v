// Function: the low bit of a line's L1 set index, which tells DynEB's groups apart
// [pact20 section 4.1]: 0 even, 1 odd. Combinational. Page: docs/blocks/set_parity.md.
`default_nettype none
module set_parity #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter SETS       = 32,           // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX = 0             // 0..2: set index as in l1_cache
) (
  input  wire [LINE_BITS-1:0] line,    // line address
  output wire                 odd      // its set is odd; 0 with one set
);
  localparam GROUP = $clog2(SETS);     // bits of a set number; 0 with one set
  localparam STEP  = (GROUP != 0) ? GROUP : 1;

  // The lowest group's low bit; with it those of the others, when the groups are XORed, or bit 6 [Fermi].
  wire [LINE_BITS-1:0] low_bits;

  genvar i;
  generate
    for (i = 0; i < LINE_BITS; i = i + 1) begin : each_bit
      localparam FOLDED = HASH_INDEX == 1 ? i % STEP == 0 : HASH_INDEX == 2 && i == 6 && GROUP <= 6;
      assign low_bits[i] = (GROUP != 0 && (i == 0 || FOLDED)) ? line[i] : 1'b0;
    end
  endgenerate

  assign odd = ^low_bits;

`ifdef FORMAL
`include "tests/formal/set_parity.v"
`endif
endmodule
`default_nettype wire

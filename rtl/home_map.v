// Function: the home core of a line [pact20 section 3.1]. Core bits = the least significant
// ceil(log2 CORES) bits of the tag. Combinational. Page: docs/blocks/home_map.md.
`default_nettype none
module home_map #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
  parameter TAG_LSB   = 5,             // 0..10: position of the tag's low bit in the line address (log2 of the L1 sets)
  parameter CORES     = 28,            // 1..256: cores
  parameter FOLD      = 0,             // 0..1: codes beyond the last core: 0 wrap (code - CORES), 1 scale
  parameter CORE_BITS = (CORES > 1) ? $clog2(CORES) : 1 // derived: bits of a core's index
) (
  input  wire [LINE_BITS-1:0] line,    // line address
  output wire [CORE_BITS-1:0] home     // index of its home core
);
endmodule
`default_nettype wire

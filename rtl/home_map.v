// Function: the home core of a line [pact20 section 3.1]. Core bits = the least significant
// ceil(log2 CORES) bits of the tag. Combinational. Page: docs/blocks/home_map.md.
`default_nettype none
module home_map #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
  parameter TAG_LSB   = 5,             // 0..10: line bits below the tag (log2 of the L1 sets)
  parameter CORES     = 28,            // 1..256: cores
  parameter FOLD      = 0,             // 0..2: 0 core bits, wrapped; 1 the tag, hashed and scaled; 2 core bits, those beyond the last core mixed with the next ones, wrapped
  parameter CORE_BITS = (CORES > 1) ? $clog2(CORES) : 1 // derived: bits of a core's index
) (
  input  wire [LINE_BITS-1:0] line,    // line address
  output wire [CORE_BITS-1:0] home     // index of its home core
);
  localparam [31:0] COUNT = CORES;

  // The tag, with room for three groups of 16 bits.
  wire [47:0] tag = {{(48-LINE_BITS){1'b0}}, line} >> TAG_LSB;

  generate
    if (CORES == 1) begin : single
      wire unused = &{1'b0, tag};
      assign home = 1'b0;
    end else if (FOLD != 1 && (CORES & (CORES - 1)) == 0) begin : code
      wire unused = &{1'b0, tag, COUNT};
      assign home = tag[CORE_BITS-1:0];
    end else if (FOLD == 1) begin : scale
      wire [15:0] folded = tag[15:0] ^ tag[31:16] ^ tag[47:32];
      wire [15:0] mixed  = folded * 16'd40503;
      wire [31:0] scaled = {16'd0, mixed} * COUNT;
      wire        unused = &{1'b0, scaled};
      assign home = scaled[16 +: CORE_BITS];
    end else begin : wrap
      // With FOLD 2 the next bits mix into those beyond the last core first.
      wire mixes = FOLD == 2 && tag[CORE_BITS-1:0] >= COUNT[CORE_BITS-1:0];
      wire [CORE_BITS-1:0] core_bits = mixes ? tag[CORE_BITS-1:0] ^ tag[CORE_BITS +: CORE_BITS] : tag[CORE_BITS-1:0];
      wire unused = &{1'b0, tag, COUNT};
      assign home = (core_bits >= COUNT[CORE_BITS-1:0]) ? core_bits - COUNT[CORE_BITS-1:0]
                                                        : core_bits;
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/home_map.v"
`endif
endmodule
`default_nettype wire

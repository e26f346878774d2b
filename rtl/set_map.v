// Where a line lives in the slice of a partition, a function: line address to set and tag, and
// back. INDEX_SHIFT bits above the CHUNK_BITS lowest ones select the partition and are the same for
// all lines of a slice: the index leaves them out, the tag keeps them, so a line can be rebuilt.
//
//   line  [ upper | partition | in chunk ]   key [ partition | upper | in chunk ] = [ tag | set ]
//
// HASH_INDEX: set = XOR of all set-wide groups of {upper, in chunk}, or (2) of the lowest one and
// five bits above it [GPGPU-Sim, Fermi's L1]. What is above the lowest group is in the tag, so the
// lowest is the set XOR that: the map can be inverted. With three times a power of two of sets the
// upper two bits of the set are the rest of the part above the lowest group divided by three.
// Page: docs/blocks/set_map.md.
`default_nettype none
module set_map #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter SETS        = 128,         // 1..4096: sets, a power of two or three times one
  parameter INDEX_SHIFT = 0,           // 0..6: line bits above the chunk left out of the index
  parameter CHUNK_BITS  = 1,           // 0..5: bits of the chunk offset
  parameter HASH_INDEX  = 0,           // 0..2: 1 XORs all set-wide groups of line bits, 2 as Fermi
  parameter SET_BITS    = (SETS > 1) ? $clog2(SETS) : 1,  // derived: bits of a set number
  parameter TAG_BITS    = LINE_BITS - $clog2(SETS) + ((SETS / 3 * 3 == SETS) ? 2 : 0)  // derived: bits of a tag
) (
  input  wire [LINE_BITS-1:0] line,    // a line address
  output wire [SET_BITS-1:0]  line_set,// its set
  output wire [TAG_BITS-1:0]  line_tag,// its tag
  input  wire [SET_BITS-1:0]  of_set,  // a set
  input  wire [TAG_BITS-1:0]  of_tag,  // and a tag in it
  output wire [LINE_BITS-1:0] of_line  // the line address that has them
);
  localparam THIRDS    = (SETS / 3 * 3 == SETS) ? 1 : 0;
  localparam GROUP     = $clog2(SETS) - 2 * THIRDS;  // key bits in the set number; 0 with one or three sets
  localparam STEP      = (GROUP != 0) ? GROUP : 1;
  localparam REST_BITS = LINE_BITS - INDEX_SHIFT;
  localparam [LINE_BITS-1:0] ALL      = {LINE_BITS{1'b1}};
  localparam [LINE_BITS-1:0] REST     = ALL >> INDEX_SHIFT;     // key bits that may be in the index
  localparam [LINE_BITS-1:0] IN_CHUNK = ~(ALL << CHUNK_BITS);
  localparam [LINE_BITS-1:0] FERMI    = {{(LINE_BITS-13){1'b0}}, 13'b1_0101_1100_0000};
  localparam [SET_BITS-1:0]  NO_SET   = {SET_BITS{1'b0}};
  localparam [SET_BITS-1:0]  IN_SET   = ~(~NO_SET << GROUP);

  // What of {upper, in chunk} above the lowest group is XORed into it: the other groups, or bits 6,
  // 7, 8, 10 and 12, each into its own bit.
  function [SET_BITS-1:0] fold(input [LINE_BITS-1:0] key);
    integer at;
    integer to;                        // bit of the set
    begin
      fold = {SET_BITS{1'b0}};
      for (at = GROUP; at < REST_BITS; at = at + 1) begin
        to = (HASH_INDEX == 1) ? at % STEP : (at < 9) ? at - 6 : at / 2 - 2;
        if (to < GROUP && (HASH_INDEX == 1 || HASH_INDEX == 2 && FERMI[at]))
          fold[to] = fold[to] ^ key[at];
      end
    end
  endfunction

  // The part above the lowest group modulo three: its digits to the base of four, added in a tree.
  function [1:0] third(input [LINE_BITS-1:0] key);
    reg [63:0] digits;
    integer    count;                  // of digits that are left
    integer    at;
    integer    sum;
    begin
      digits = {{64-LINE_BITS{1'b0}}, (key & REST) >> GROUP};
      for (at = 0; at < 32; at = at + 1)
        if (digits[2*at +: 2] == 2'd3) digits[2*at +: 2] = 2'd0;
      for (count = 16; count > 0; count = count / 2)
        for (at = 0; at < count; at = at + 1) begin
          sum = {30'd0, digits[4*at +: 2]} + {30'd0, digits[4*at+2 +: 2]};
          digits[2*at +: 2] = (sum == 4) ? 2'd1 : (sum == 3) ? 2'd0 : sum[1:0];
        end
      third = digits[1:0];
    end
  endfunction

  wire [LINE_BITS-1:0] partition = (line >> CHUNK_BITS) << REST_BITS;
  wire [LINE_BITS-1:0] upper     = (line >> (CHUNK_BITS + INDEX_SHIFT)) << CHUNK_BITS;
  wire [LINE_BITS-1:0] key       = partition | upper | (line & IN_CHUNK);

  wire [LINE_BITS-1:0] key_high;
  wire [SET_BITS-1:0]  key_low   = (of_set & IN_SET) ^ fold(key_high);
  wire [LINE_BITS-1:0] of_key    = key_high | {{(LINE_BITS-SET_BITS){1'b0}}, key_low};

  generate
    if (GROUP == 0) begin : one_set
      assign key_high = of_tag;
    end else begin : many_sets
      assign key_high = {of_tag, {GROUP{1'b0}}};
    end
  endgenerate

  generate
    if (THIRDS == 0) begin : all_bits
      assign line_set = (key[SET_BITS-1:0] & IN_SET) ^ fold(key);
    end else begin : third_and_bits
      wire [SET_BITS-1:0] of_third = {{SET_BITS-2{1'b0}}, third(key)};
      assign line_set = (key[SET_BITS-1:0] & IN_SET) ^ fold(key) | of_third << GROUP;
    end
  endgenerate

  assign line_tag = key[LINE_BITS-1:GROUP];
  assign of_line  = ((of_key & REST) >> CHUNK_BITS) << (CHUNK_BITS + INDEX_SHIFT)
                  | (of_key >> REST_BITS) << CHUNK_BITS
                  | (of_key & IN_CHUNK);

`ifdef FORMAL
`include "tests/formal/set_map.v"
`endif
endmodule
`default_nettype wire

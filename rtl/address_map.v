// Which memory partition owns a line, a function. Chunks of 2^CHUNK_BITS lines go to partitions
// in turn: the number of the chunk modulo PARTITIONS, without a divider. HASH = 1, with a power of
// two of partitions: the remainder of the number as a polynomial over GF(2), so that all upper bits
// count and no stride of a power of two meets one partition only [Rau, ISCA 1991].
// Page: docs/blocks/address_map.md.
`default_nettype none
module address_map #(
  parameter LINE_BITS      = 25,       // 17..33: bits of a line address
  parameter CHUNK_BITS     = 1,        // 0..5: log2 of the lines in one interleaving chunk
  parameter PARTITIONS     = 8,        // 1..64: memory partitions
  parameter HASH           = 0,        // 0..1: 1 takes the remainder of a polynomial
  parameter NODE_BITS      = 10,       // 10..10: bits of a node address {y, x}
  parameter PARTITION_BITS = (PARTITIONS > 1) ? $clog2(PARTITIONS) : 1 // derived: bits of a number
) (
  input  wire [LINE_BITS-1:0]            line,            // the line address
  input  wire [PARTITIONS*NODE_BITS-1:0] partition_nodes, // {PARTITIONS} their nodes (constant)
  output wire [PARTITION_BITS-1:0]       partition,       // the partition that owns the line
  output wire [NODE_BITS-1:0]            node             // its node
);
  localparam CHUNKS = LINE_BITS - CHUNK_BITS; // bits of a chunk number
  localparam TERMS  = 1 << $clog2(CHUNKS);    // of the sums below

  // PARTITIONS = ODD * 2^LOW_BITS.
  function integer twos(input integer n);
    begin
      twos = 0;
      while (twos < 6 && ((n >> twos) & 1) == 0) twos = twos + 1;
    end
  endfunction

  localparam LOW_BITS  = twos(PARTITIONS);
  localparam ODD       = PARTITIONS >> LOW_BITS;
  localparam HIGH_BITS = (ODD > 1) ? $clog2(ODD) : 1;

  // The number modulo ODD: the remainders of its bits' weights, added in a tree. Up to seven as
  // one-hot words, of which a sum is one AND and one OR deep.
  function [ODD-1:0] one_hot_remainder(input [TERMS-1:0] number);
    reg [TERMS*ODD-1:0] terms;
    reg [ODD-1:0]    either;
    integer          weight;
    integer          count;            // of terms that are left
    integer          at;
    integer          a;
    integer          b;
    begin
      weight = 1;
      for (at = 0; at < TERMS; at = at + 1) begin
        terms[at*ODD +: ODD] = {{ODD-1{1'b0}}, !number[at]};
        terms[at*ODD + weight] = number[at];
        weight = (2 * weight) % ODD;
      end
      for (count = TERMS / 2; count > 0; count = count / 2)
        for (at = 0; at < count; at = at + 1) begin
          either = {ODD{1'b0}};
          for (a = 0; a < ODD; a = a + 1)
            for (b = 0; b < ODD; b = b + 1)
              either[(a + b) % ODD] = either[(a + b) % ODD]
                                      | (terms[2*at*ODD + a] & terms[(2*at + 1)*ODD + b]);
          terms[at*ODD +: ODD] = either;
        end
      one_hot_remainder = terms[ODD-1:0];
    end
  endfunction

  function [HIGH_BITS-1:0] number_of(input [ODD-1:0] one_hot);
    integer r;
    begin
      number_of = {HIGH_BITS{1'b0}};
      for (r = 0; r < ODD; r = r + 1)
        number_of = number_of | (r[HIGH_BITS-1:0] & {HIGH_BITS{one_hot[r]}});
    end
  endfunction

  function [NODE_BITS-1:0] node_of(input [ODD-1:0] one_hot, input integer low,
                                   input [PARTITIONS*NODE_BITS-1:0] nodes);
    integer r;
    begin
      node_of = {NODE_BITS{1'b0}};
      for (r = 0; r < ODD; r = r + 1)
        node_of = node_of | (nodes[((r << LOW_BITS) + low)*NODE_BITS +: NODE_BITS]
                             & {NODE_BITS{one_hot[r]}});
    end
  endfunction

  function [HIGH_BITS-1:0] remainder(input [TERMS-1:0] number);
    reg [TERMS*HIGH_BITS-1:0] terms;
    reg [HIGH_BITS:0]      sum;
    integer                weight;
    integer                count;
    integer                at;
    begin
      weight = 1;
      for (at = 0; at < TERMS; at = at + 1) begin
        terms[at*HIGH_BITS +: HIGH_BITS] = number[at] ? weight[HIGH_BITS-1:0] : {HIGH_BITS{1'b0}};
        weight = (2 * weight) % ODD;
      end
      for (count = TERMS / 2; count > 0; count = count / 2)
        for (at = 0; at < count; at = at + 1) begin
          sum = {1'b0, terms[2*at*HIGH_BITS +: HIGH_BITS]}
                + {1'b0, terms[(2*at + 1)*HIGH_BITS +: HIGH_BITS]};
          if (sum >= ODD[HIGH_BITS:0]) sum = sum - ODD[HIGH_BITS:0];
          terms[at*HIGH_BITS +: HIGH_BITS] = sum[HIGH_BITS-1:0];
        end
      remainder = terms[HIGH_BITS-1:0];
    end
  endfunction

  // The number modulo an irreducible polynomial: x + 1, x^2 + x + 1, x^3 + x + 1, x^4 + x + 1,
  // x^5 + x^2 + 1, x^6 + x + 1.
  localparam POLYNOMIAL = PARTITIONS | ((PARTITION_BITS == 5) ? 5 : (PARTITION_BITS == 1) ? 1 : 3);
  function [PARTITION_BITS-1:0] polynomial(input [TERMS-1:0] number);
    integer at;
    integer power;                     // x^at modulo the polynomial
    begin
      polynomial = {PARTITION_BITS{1'b0}};
      power = 1;
      for (at = 0; at < TERMS; at = at + 1) begin
        if (number[at]) polynomial = polynomial ^ power[PARTITION_BITS-1:0];
        power = 2 * power;
        if (power >= PARTITIONS) power = power ^ POLYNOMIAL;
      end
    end
  endfunction

  wire [TERMS-1:0] chunk = {{(TERMS-CHUNKS){1'b0}}, line[LINE_BITS-1:CHUNK_BITS]};
  wire             unused = &{1'b0, chunk, line};

  generate
    if (ODD > 1 && ODD <= 7) begin : one_hot
      // The nodes of each remainder's partitions: the low bits choose beside the tree.
      wire [31:0]          low     = {26'b0, chunk[5:0]} & ((1 << LOW_BITS) - 1);
      wire [ODD-1:0]       remains = one_hot_remainder(chunk >> LOW_BITS);
      wire [HIGH_BITS-1:0] high = number_of(remains);
      if (LOW_BITS == 0) begin : odd
        assign partition = high;
      end else begin : even
        assign partition = {high, chunk[LOW_BITS-1:0]};
      end
      assign node = node_of(remains, low, partition_nodes);
    end else begin : encoded
      if (PARTITIONS == 1) begin : single
        assign partition = 1'b0;
      end else if (HASH == 1) begin : hashed
        assign partition = polynomial(chunk);
      end else if (ODD == 1) begin : low_bits
        assign partition = chunk[PARTITION_BITS-1:0];
      end else if (LOW_BITS == 0) begin : odd
        assign partition = remainder(chunk);
      end else begin : even
        assign partition = {remainder(chunk >> LOW_BITS), chunk[LOW_BITS-1:0]};
      end
      assign node = partition_nodes[partition*NODE_BITS +: NODE_BITS];
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/address_map.v"
`endif
endmodule
`default_nettype wire

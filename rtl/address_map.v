// Which memory partition owns a line, a function. Chunks of 2^CHUNK_BITS lines go to partitions
// by their low bits when PARTITIONS is a power of two, else by Fibonacci hashing: h = chunk
// folded to 16 bits by XOR, times 40503 (the odd number next to 65536 / golden ratio) mod
// 65536, scaled to PARTITIONS. No divider, any number of partitions.
`default_nettype none
module address_map #(
  parameter LINE_BITS      = 25,       // 17..33: bits of a line address
  parameter CHUNK_BITS     = 1,        // 0..5: log2 of the lines in one interleaving chunk
  parameter PARTITIONS     = 8,        // 1..64: memory partitions
  parameter NODE_BITS      = 10,       // 10..10: bits of a node address {y, x}
  parameter PARTITION_BITS = (PARTITIONS > 1) ? $clog2(PARTITIONS) : 1 // derived: bits of a number
) (
  input  wire [LINE_BITS-1:0]            line,            // the line address
  input  wire [PARTITIONS*NODE_BITS-1:0] partition_nodes, // {PARTITIONS} their nodes (constant)
  output wire [PARTITION_BITS-1:0]       partition,       // the partition that owns the line
  output wire [NODE_BITS-1:0]            node             // its node
);
  localparam CHUNKS     = LINE_BITS - CHUNK_BITS;           // bits of a chunk number
  localparam FOLDS      = (CHUNKS + 15) / 16;               // groups of 16 bits
  localparam POWER      = (PARTITIONS & (PARTITIONS - 1)) == 0;
  localparam [31:0] SCALE = PARTITIONS;

  wire unused = &{1'b0, line};         // POWER looks at few bits of the line

  generate
    if (PARTITIONS == 1) begin : single
      assign partition = 1'b0;
    end else if (POWER) begin : low_bits
      assign partition = line[CHUNK_BITS +: PARTITION_BITS];
    end else begin : hashed
      wire [FOLDS*16-1:0] chunk = {{(FOLDS*16-CHUNKS){1'b0}}, line[LINE_BITS-1:CHUNK_BITS]};
      wire [15:0] folded;
      wire [15:0] mixed  = folded * 16'd40503;
      wire [31:0] scaled = {16'd0, mixed} * SCALE;
      wire unused_bits = &{1'b0, scaled};
      if (FOLDS == 1) begin : one
        assign folded = chunk;
      end else if (FOLDS == 2) begin : two
        assign folded = chunk[15:0] ^ chunk[31:16];
      end else begin : three
        assign folded = chunk[15:0] ^ chunk[31:16] ^ chunk[47:32];
      end
      assign partition = scaled[16 +: PARTITION_BITS];
    end
  endgenerate

  assign node = partition_nodes[partition*NODE_BITS +: NODE_BITS];

`ifdef FORMAL
`include "tests/formal/address_map.v"
`endif
endmodule
`default_nettype wire

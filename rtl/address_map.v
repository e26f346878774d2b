`default_nettype none
module address_map #(
  parameter LINE_BITS      = 25,       // 17..33: bits of a line address
  parameter CHUNK_BITS     = 1,        // 0..5: log2 of the lines in one interleaving chunk
  parameter PARTITIONS     = 8,        // 1..64: memory partitions
  parameter NODE_BITS      = 10,       // 10..10: bits of a node address {y, x}
  parameter PARTITION_BITS = (PARTITIONS > 1) ? $clog2(PARTITIONS) : 1  // derived: bits of a partition number
) (
  input  wire [LINE_BITS-1:0]            line,            // the line address
  input  wire [PARTITIONS*NODE_BITS-1:0] partition_nodes, // {PARTITIONS} node of each partition (constant)
  output wire [PARTITION_BITS-1:0]       partition,       // the partition that owns the line
  output wire [NODE_BITS-1:0]            node             // its node
);
endmodule
`default_nettype wire

// sizes: PARTITIONS=1; PARTITIONS=8 CHUNK_BITS=0; PARTITIONS=6
// sizes: PARTITIONS=5 LINE_BITS=33 CHUNK_BITS=0; PARTITIONS=63 LINE_BITS=17 CHUNK_BITS=5
// depth: bmc=2 induction=0
// cover: 2
// Combinational: two steps, for properties of two lines, are complete. How evenly strides spread
// is measured by
// tests/unit/address_map_test.c, not proved here.
  (* gclk *) reg tick;
  reg                      second = 1'b0;
  reg [LINE_BITS-1:0]      last_line;
  reg [PARTITION_BITS-1:0] last_partition;
  always @(posedge tick) begin
    second <= 1'b1;
    last_line <= line;
    last_partition <= partition;
  end

  integer i;
  always @* begin
    partition_exists: assert (partition < PARTITIONS);
    for (i = 0; i < PARTITIONS; i = i + 1)
      if (partition == i) assert (node == partition_nodes[i*NODE_BITS +: NODE_BITS]);
    if (POWER && PARTITIONS > 1)
      powers_of_two_take_low_bits: assert (partition == ((line >> CHUNK_BITS) & (PARTITIONS - 1)));
    if (second) begin
      lines_of_a_chunk_stay_together: assert (partition == last_partition
        || (line >> CHUNK_BITS) != (last_line >> CHUNK_BITS));
      // The golden ratio moves a consecutive chunk by 0.38 of all partitions (no bits to fold).
      if (PARTITIONS > 1)
        neighbours_differ: assert (partition != last_partition || (line >> CHUNK_BITS) == 0
          || (line >> CHUNK_BITS) != (last_line >> CHUNK_BITS) + 1
          || (line >> CHUNK_BITS) > 16'hffff);
      last_partition_is_reached: cover (partition == PARTITIONS - 1);
    end
  end

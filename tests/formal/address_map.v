// sizes: PARTITIONS=1; PARTITIONS=8 CHUNK_BITS=0; PARTITIONS=12; PARTITIONS=32 HASH=1 LINE_BITS=17
// sizes: PARTITIONS=5 LINE_BITS=17 CHUNK_BITS=2; PARTITIONS=63 LINE_BITS=17 CHUNK_BITS=5; PARTITIONS=44 LINE_BITS=17 CHUNK_BITS=2
// depth: bmc=2 induction=0
// cover: 2
// Combinational: two steps, for properties of two lines, are complete. Each chunk is one partition
// further than the one before, and chunk 0 is at home in partition 0: that is the whole map.
  (* gclk *) reg tick;
  reg                      second = 1'b0;
  reg [LINE_BITS-1:0]      last_line;
  reg [PARTITION_BITS-1:0] last_partition;
  wire [LINE_BITS:0]       next_chunk = (last_line >> CHUNK_BITS) + 1;
  wire [PARTITION_BITS:0]  turn       = last_partition + 1;
  always @(posedge tick) begin
    second <= 1'b1;
    last_line <= line;
    last_partition <= partition;
  end

  wire [PARTITION_BITS:0]  times_x    = {last_partition, 1'b0};
  // x + 1, x^2 + x + 1, x^3 + x + 1, x^4 + x + 1, x^5 + x^2 + 1, x^6 + x + 1
  localparam [48:0] OF_DEGREE = {7'd67, 7'd37, 7'd19, 7'd11, 7'd7, 7'd3, 7'd0};

  integer i;
  always @* begin
    partition_exists: assert (partition < PARTITIONS);
    for (i = 0; i < PARTITIONS; i = i + 1)
      if (partition == i) assert (node == partition_nodes[i*NODE_BITS +: NODE_BITS]);
    if ((line >> CHUNK_BITS) < PARTITIONS)
      first_chunks_in_order: assert (partition == (line >> CHUNK_BITS));
    if (second) begin
      lines_of_a_chunk_stay_together: assert (partition == last_partition
        || (line >> CHUNK_BITS) != (last_line >> CHUNK_BITS));
      if (HASH == 0)
        neighbours_take_turns: assert ((line >> CHUNK_BITS) != next_chunk
          || partition == ((turn == PARTITIONS) ? 0 : turn));
      if (HASH == 1)
        each_of_a_row_is_another: assert (partition != last_partition || line == last_line
          || (line >> (CHUNK_BITS + LOW_BITS)) != (last_line >> (CHUNK_BITS + LOW_BITS))
          || (line >> CHUNK_BITS) == (last_line >> CHUNK_BITS));
      // One place further up is one x more, modulo the polynomial of that degree.
      if (HASH == 1)
        a_bit_further_is_times_x: assert ((line >> CHUNK_BITS) != {last_line >> CHUNK_BITS, 1'b0}
          || partition == (times_x ^ ((times_x >= PARTITIONS) ? OF_DEGREE[7*PARTITION_BITS +: 7] : 0)));
      last_partition_is_reached: cover (partition == PARTITIONS - 1);
    end
  end

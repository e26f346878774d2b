// sizes: PARTITIONS=4 CHUNK_BITS=0 LINE_BITS=17; PARTITIONS=3 CHUNK_BITS=0 LINE_BITS=17; PARTITIONS=8 HASH=1 LINE_BITS=17; PARTITIONS=1 LINE_BITS=17
// depth: bmc=8 induction=2
// cover: 8
// Beside the block: the partition of the line that is taken, by a map of its own, kept as a number.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  (* anyconst *) wire [PARTITIONS*NODE_BITS-1:0] its_nodes;
  always @* assume (partition_nodes == its_nodes);
`ifdef MEMLOOM_LLC_MODE
  (* anyconst *) wire [PARTITIONS*NODE_BITS-1:0] its_own;
  always @* assume (own_nodes == its_own);
  wire f_own = own_slices;
`else
  wire f_own = 1'b0;
`endif

  wire                      f_free = !node_valid || node_ready;
  wire [PARTITION_BITS-1:0] f_partition;
  wire [NODE_BITS-1:0]      f_node_unused;
  address_map #(.LINE_BITS(LINE_BITS), .CHUNK_BITS(CHUNK_BITS), .PARTITIONS(PARTITIONS), .HASH(HASH), .NODE_BITS(NODE_BITS)) f_map (
    .line(line_is_high ? line_high : line_low), .partition_nodes(partition_nodes), .partition(f_partition), .node(f_node_unused));

  reg                      f_taken;    // something was, at the last edge at which the register was free
  reg [PARTITION_BITS-1:0] f_share;
  reg                      f_private;
  always @(posedge clk) begin
    if (rst)         f_taken <= 1'b0;
    else if (f_free) f_taken <= line_valid;
    if (f_free) {f_private, f_share} <= {f_own, f_partition};
  end

  wire [PARTITIONS*NODE_BITS-1:0] f_shared = partition_nodes >> (f_share * NODE_BITS);
`ifdef MEMLOOM_LLC_MODE
  wire [PARTITIONS*NODE_BITS-1:0] f_owns = own_nodes >> (f_share * NODE_BITS);
`else
  wire [PARTITIONS*NODE_BITS-1:0] f_owns = f_shared;
`endif
  wire [NODE_BITS-1:0] f_dest = f_private ? f_owns[NODE_BITS-1:0] : f_shared[NODE_BITS-1:0];

  always @(posedge clk)
    if (started_once) begin
      it_holds_what_was_taken: assert (node_valid == f_taken);
      a_message_goes_to_the_owner_of_its_line: assert (!node_valid || node_dest == f_dest);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      one_leaves_as_another_comes: cover (node_valid && node_ready && line_valid);
      one_waits: cover (node_valid && !node_ready && line_valid);
      the_upper_place_sends: cover (line_valid && line_is_high && f_free);
    end

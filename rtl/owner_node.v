// The destination of a message: the node of the memory partition that owns its line, in a register,
// inside mshr as a part of its request register. The line stands in one of two places; in which is
// known late, so a map that takes long is there for each, and the places are told apart behind it.
//
//   PARTITIONS a power of two    place ─> line ─> address_map ─> node ─> register
//   any other number             lines ─> two address_maps ─> nodes ─> place ─> register
//   HASH                         lines ─> two address_maps ─> numbers ─> place ─> register ─> node
//
// A hashed number comes last: it is kept as two one-hot words, and its node looked up behind them.
// Latency one cycle. State: valid, the node or the two words. Page: docs/blocks/owner_node.md.
`default_nettype none
module owner_node #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter CHUNK_BITS = 1,            // 0..5: log2 of the lines in one interleaving chunk
  parameter PARTITIONS = 8,            // 1..64: memory partitions
  parameter HASH       = 0,            // 0..1: 1 chooses them by polynomials (address_map)
  parameter NODE_BITS  = 10            // 10..10: bits of a node address {y, x}
) (
  input  wire                   clk,             // clock
  input  wire                   rst,             // synchronous reset, active high
  input  wire [PARTITIONS*NODE_BITS-1:0] partition_nodes, // {PARTITIONS} their nodes (constant)
`ifdef MEMLOOM_LLC_MODE
  input  wire [PARTITIONS*NODE_BITS-1:0] own_nodes, // {PARTITIONS} own slices instead (constant)
  input  wire                   own_slices,      // messages go to these
`endif

  // line: of a message, taken when the register is empty or becomes so
  input  wire                   line_valid,      // there is one
  input  wire [LINE_BITS-1:0]   line_low,        // what the lower place holds
  input  wire [LINE_BITS-1:0]   line_high,       // what the upper place holds
  input  wire                   line_is_high,    // it is that

  // node: where the message goes
  output wire                   node_valid,      // there is a message
  input  wire                   node_ready,      // it leaves at this edge
  output wire [NODE_BITS-1:0]   node_dest        // its destination
);
  localparam PARTITION_BITS = (PARTITIONS > 1) ? $clog2(PARTITIONS) : 1;
  localparam DIVIDES  = (1 << $clog2(PARTITIONS) != PARTITIONS) ? 1 : 0;
  localparam HASHED   = (DIVIDES != 0) ? 0 : HASH;
  localparam MAPS     = (DIVIDES + HASHED != 0) ? 2 : 1;
  localparam LOW_BITS = PARTITION_BITS / 2; // of a partition's number; HASHED: below its high part
  localparam LOWS     = 1 << LOW_BITS;
  localparam HIGHS    = (PARTITIONS + LOWS - 1) / LOWS;
  wire [MAPS*LINE_BITS-1:0]      owned;  // {MAPS} lines
  wire [MAPS*PARTITION_BITS-1:0] shares; // {MAPS} the partition that owns it
  wire [MAPS*NODE_BITS-1:0]      owners; // {MAPS} its node
  genvar i;

  reg  full;
  wire free = !full || node_ready;
  always @(posedge clk)
    if (rst)       full <= 1'b0;
    else if (free) full <= line_valid;
  assign node_valid = full;

`ifdef MEMLOOM_LLC_MODE
  // Private slices are another table of nodes: nothing is computed from the partition.
  wire [PARTITIONS*NODE_BITS-1:0] nodes = own_slices ? own_nodes : partition_nodes;

`endif
  generate
    for (i = 0; i < MAPS; i = i + 1) begin : map_of
      address_map #(
        .LINE_BITS (LINE_BITS),
        .CHUNK_BITS(CHUNK_BITS),
        .PARTITIONS(PARTITIONS),
        .HASH      (HASH),
        .NODE_BITS (NODE_BITS)
      ) map (
        .line           (owned[i*LINE_BITS +: LINE_BITS]),
`ifdef MEMLOOM_LLC_MODE
        .partition_nodes(nodes),
`else
        .partition_nodes(partition_nodes),
`endif
        .partition      (shares[i*PARTITION_BITS +: PARTITION_BITS]),
        .node           (owners[i*NODE_BITS +: NODE_BITS])
      );
    end
    if (MAPS == 2) begin : two_maps
      assign owned = {line_high, line_low};
    end else begin : one_map
      assign owned = line_is_high ? line_high : line_low;
    end
    if (HASHED != 0) begin : node_later
      // Which of the low and of the high parts of the number it is, the latter in either table.
      wire [PARTITION_BITS-1:0] share = line_is_high ? shares[PARTITION_BITS +: PARTITION_BITS]
                                                     : shares[0 +: PARTITION_BITS];
      wire [31:0]               number = {{32-PARTITION_BITS{1'b0}}, share};
      reg  [LOWS-1:0]           is_low;
      reg  [HIGHS-1:0]          is_high;
      reg  [NODE_BITS-1:0]      dest;
      reg  [NODE_BITS-1:0]      of_low;
      integer                   low;
      integer                   high;
      integer                   at;
      wire                      unused_owners = &{1'b0, owners};
`ifdef MEMLOOM_LLC_MODE
      reg  [HIGHS-1:0]          is_own;
      wire                      own = own_slices;
`else
      wire                      own = 1'b0;
`endif
      always @(posedge clk)
        if (free) begin                // whether there is a message is known later
          for (at = 0; at < LOWS; at = at + 1) is_low[at] <= (number & (LOWS - 1)) == at;
          for (at = 0; at < HIGHS; at = at + 1) begin
            is_high[at] <= number >> LOW_BITS == at && !own;
`ifdef MEMLOOM_LLC_MODE
            is_own[at]  <= number >> LOW_BITS == at && own;
`endif
          end
        end

      always @* begin
        dest = {NODE_BITS{1'b0}};
        for (low = 0; low < LOWS; low = low + 1) begin
          of_low = {NODE_BITS{1'b0}};
          for (high = 0; high < HIGHS; high = high + 1) begin
            of_low = of_low | partition_nodes[(high*LOWS + low)*NODE_BITS +: NODE_BITS] & {NODE_BITS{is_high[high]}};
`ifdef MEMLOOM_LLC_MODE
            of_low = of_low | own_nodes[(high*LOWS + low)*NODE_BITS +: NODE_BITS] & {NODE_BITS{is_own[high]}};
`endif
          end
          dest = dest | of_low & {NODE_BITS{is_low[low]}};
        end
      end
      assign node_dest = dest;
    end else begin : node_now
      reg  [NODE_BITS-1:0] dest;
      wire                 unused_shares = &{1'b0, shares};
      always @(posedge clk)
        if (free) dest <= MAPS == 2 && line_is_high ? owners[(MAPS-1)*NODE_BITS +: NODE_BITS] : owners[0 +: NODE_BITS];
      assign node_dest = dest;
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/owner_node.v"
`endif
endmodule
`default_nettype wire

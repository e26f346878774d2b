// Directed bench of owner_node: four partitions by the line's low bits, three by its remainder, four by
// the polynomial x^2 + x + 1; lines from either place, own slices, a register that is full.
`default_nettype none
module owner_node_tb;
`include "tb/bench.vh"
  reg         line_valid = 1'b0;
  reg  [16:0] line_low = 17'd0;
  reg  [16:0] line_high = 17'd0;
  reg         line_is_high = 1'b0;
  reg         own_slices = 1'b0;
  reg         node_ready = 1'b0;
  wire [2:0]  node_valid;
  wire [9:0]  by_bits, by_remainder, by_polynomial;
  localparam [39:0] NODES = {10'd13, 10'd12, 10'd11, 10'd10};
  localparam [39:0] OWN   = {10'd23, 10'd22, 10'd21, 10'd20};

  owner_node #(.LINE_BITS(17), .CHUNK_BITS(0), .PARTITIONS(4)) dut (
    .clk(clk), .rst(rst), .partition_nodes(NODES), .own_nodes(OWN), .own_slices(own_slices),
    .line_valid(line_valid), .line_low(line_low), .line_high(line_high), .line_is_high(line_is_high),
    .node_valid(node_valid[0]), .node_ready(node_ready), .node_dest(by_bits));
  owner_node #(.LINE_BITS(17), .CHUNK_BITS(0), .PARTITIONS(3)) three (
    .clk(clk), .rst(rst), .partition_nodes(NODES[29:0]), .own_nodes(OWN[29:0]), .own_slices(own_slices),
    .line_valid(line_valid), .line_low(line_low), .line_high(line_high), .line_is_high(line_is_high),
    .node_valid(node_valid[1]), .node_ready(node_ready), .node_dest(by_remainder));
  owner_node #(.LINE_BITS(17), .CHUNK_BITS(0), .PARTITIONS(4), .HASH(1)) hashed (
    .clk(clk), .rst(rst), .partition_nodes(NODES), .own_nodes(OWN), .own_slices(own_slices),
    .line_valid(line_valid), .line_low(line_low), .line_high(line_high), .line_is_high(line_is_high),
    .node_valid(node_valid[2]), .node_ready(node_ready), .node_dest(by_polynomial));

  // A message for `line`, from the upper place or the lower one; in the other one stands a neighbour.
  task send(input [16:0] line, input from_high);
    begin
      line_valid = 1'b1;
      line_is_high = from_high;
      line_low = from_high ? line + 17'd1 : line;
      line_high = from_high ? line : line + 17'd1;
      tick;
      line_valid = 1'b0;
    end
  endtask

  task goes_to(input [9:0] bits, input [9:0] remainder, input [9:0] polynomial);
    check(node_valid == 3'b111 && by_bits == bits && by_remainder == remainder && by_polynomial == polynomial, "the owner's node");
  endtask

  integer line;
  initial begin
    tick;
    rst = 1'b0;
    check(node_valid == 3'b000, "empty after reset");
    node_ready = 1'b1;
    for (line = 0; line < 4; line = line + 1) begin
      send(line[16:0], line[0]);       // as many partitions as that: any map is the number itself
      goes_to(10'd10 + line[9:0], 10'd10 + line[9:0] % 10'd3, 10'd10 + line[9:0]);
    end
    send(17'd4, 1'b0);                 // x^2 = x + 1
    goes_to(10'd10, 10'd11, 10'd13);
    send(17'd5, 1'b1);                 // x^2 + 1 = x
    goes_to(10'd11, 10'd12, 10'd12);
    send(17'd6, 1'b1);                 // x^2 + x = 1
    goes_to(10'd12, 10'd10, 10'd11);
    send(17'd7, 1'b0);                 // x^2 + x + 1 = 0
    goes_to(10'd13, 10'd11, 10'd10);
    tick;
    check(node_valid == 3'b000, "it has left");

    own_slices = 1'b1;                 // own slices, as it is when the line is taken
    send(17'd6, 1'b0);
    own_slices = 1'b0;
    goes_to(10'd22, 10'd20, 10'd21);

    node_ready = 1'b0;                 // a full register keeps what it has
    send(17'd9, 1'b1);
    goes_to(10'd22, 10'd20, 10'd21);
    line_valid = 1'b1;
    line_low = 17'd5;
    line_is_high = 1'b0;
    node_ready = 1'b1;                 // and is refilled as it leaves
    tick;
    line_valid = 1'b0;
    goes_to(10'd11, 10'd12, 10'd12);

    rst = 1'b1;
    tick;
    rst = 1'b0;
    check(node_valid == 3'b000, "reset empties it");

    $display("owner_node: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

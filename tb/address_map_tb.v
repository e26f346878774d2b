`default_nettype none
// Bench of address_map: low bits for 8 partitions, turns for 12 and 7, and for 8 with the hash chunks
// worked out by hand: with x^3 = x + 1 the powers of x are 1, 2, 4, 3, 6, 7, 5, 1.
module address_map_tb;
`include "tb/bench.vh"
  reg  [24:0]  line;
  wire [2:0]   of8, of7, of_hash;
  wire [3:0]   of12;
  wire [9:0]   node8, node7, node12, node_hash;
  wire [119:0] nodes = {10'd121, 10'd110, 10'd99, 10'd88, 10'd77, 10'd66, 10'd55, 10'd44, 10'd33,
                        10'd22, 10'd11, 10'd10};
  integer      chunk;

  address_map #(.PARTITIONS(8)) by8 (.line(line), .partition_nodes(nodes[79:0]),
    .partition(of8), .node(node8));
  address_map #(.PARTITIONS(7)) by7 (.line(line), .partition_nodes(nodes[69:0]),
    .partition(of7), .node(node7));
  address_map #(.PARTITIONS(12)) by12 (.line(line), .partition_nodes(nodes),
    .partition(of12), .node(node12));
  address_map #(.PARTITIONS(8), .HASH(1)) by_hash (.line(line), .partition_nodes(nodes[79:0]),
    .partition(of_hash), .node(node_hash));

  function [2:0] power(input integer of_x);
    case (of_x % 7)
      0: power = 3'd1;
      1: power = 3'd2;
      2: power = 3'd4;
      3: power = 3'd3;
      4: power = 3'd6;
      5: power = 3'd7;
      default: power = 3'd5;
    endcase
  endfunction

  initial begin
    rst = 1'b0;
    for (chunk = 0; chunk < 5000; chunk = chunk + 7) begin
      line = {chunk[23:0], 1'b1};
      #1 check(of8 == chunk % 8, "low bits of the chunk");
      check(node8 == nodes[(chunk % 8)*10 +: 10], "node of the partition");
      check(of7 == chunk % 7 && of12 == chunk % 12, "chunks in turn");
      check(node7 == nodes[(chunk % 7)*10 +: 10], "node of seven");
      check(node12 == nodes[(chunk % 12)*10 +: 10], "node of twelve");
    end
    for (chunk = 0; chunk < 24; chunk = chunk + 1) begin
      line = 25'd2 << chunk;
      #1 check(of_hash == power(chunk), "power of x");
      check(node_hash == nodes[power(chunk)*10 +: 10], "node of the remainder");
      line = (25'd2 << chunk) | 25'd2;
      #1 check(of_hash == ((chunk == 0) ? 3'd1 : (power(chunk) ^ 3'd1)), "sum of powers");
    end
    line = 25'h1ffffff;
    #1 check(of8 == 3'd7 && of12 == 4'd3 && of7 == 3'd0, "the last chunk, 2^24 - 1");
    $display("address_map: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

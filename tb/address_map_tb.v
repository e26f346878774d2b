`default_nettype none
// Bench of address_map: low bits for 8 partitions, and for 6 the first chunks worked out by hand:
// chunk c goes to floor(6 * frac(0.61803 c)), 0.61803 = 40503 / 65536: 0, 3, 1, 5, 2, 0, 4, 1.
module address_map_tb;
`include "tb/bench.vh"
  reg  [24:0] line;
  wire [2:0]  of8, of6;
  wire [9:0]  node8, node6;
  wire [79:0] nodes8 = {10'd77, 10'd66, 10'd55, 10'd44, 10'd33, 10'd22, 10'd11, 10'd10};
  integer     chunk;

  address_map #(.PARTITIONS(8)) by8 (.line(line), .partition_nodes(nodes8),
    .partition(of8), .node(node8));
  address_map #(.PARTITIONS(6)) by6 (.line(line), .partition_nodes(nodes8[59:0]),
    .partition(of6), .node(node6));

  function [2:0] by_hand(input integer c);
    case (c)
      0: by_hand = 3'd0;
      1: by_hand = 3'd3;
      2: by_hand = 3'd1;
      3: by_hand = 3'd5;
      4: by_hand = 3'd2;
      5: by_hand = 3'd0;
      6: by_hand = 3'd4;
      default: by_hand = 3'd1;
    endcase
  endfunction

  initial begin
    rst = 1'b0;
    for (chunk = 0; chunk < 8; chunk = chunk + 1) begin
      line = {chunk[23:0], 1'b1};
      #1 check(of8 == chunk[2:0], "low bits of the chunk");
      check(node8 == nodes8[chunk*10 +: 10], "node of the partition");
      check(of6 == by_hand(chunk), "golden ratio steps");
      check(node6 == nodes8[by_hand(chunk)*10 +: 10], "node of the partition");
    end
    line = 25'h1fffffe;
    #1 check(of8 == 3'd7 && of6 < 3'd6, "the last chunk");
    $display("address_map: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

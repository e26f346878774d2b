`default_nettype none
// Bench of perf_merge: the value of each of 36 nodes comes through one cycle later.
module perf_merge_tb;
`include "tb/bench.vh"
  reg  [36*32-1:0] node_value = {36*32{1'b0}};
  wire [31:0]      value;
  integer          node;

  perf_merge #(.N(36)) dut (.clk(clk), .rst(rst), .node_value(node_value), .value(value));

  initial begin
    tick;
    rst = 1'b0;
    check(value == 0, "0 after reset");
    for (node = 0; node < 36; node = node + 1) begin
      node_value = {36*32{1'b0}};
      node_value[node*32 +: 32] = 32'h80000001 + node;
      #1 check(value == (node == 0 ? 32'd0 : 32'h80000000 + node), "registered");
      tick;
      check(value == 32'h80000001 + node, "the value of the node, one cycle later");
    end
    $display("perf_merge: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

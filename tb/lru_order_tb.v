`default_nettype none
// Bench of lru_order: a set of four from its initial order through touches and victims; in the
// comments the list, most
// recently used way first.
module lru_order_tb;
`include "tb/bench.vh"
  reg  [7:0] order;
  reg  [1:0] way;
  reg  [3:0] candidates;
  wire [7:0] next_order, initial_order;
  wire [1:0] victim;

  lru_order #(.WAYS(4)) dut (.order(order), .way(way), .next_order(next_order),
    .candidates(candidates), .victim(victim), .initial_order(initial_order));

  task touch(input [1:0] which);
    begin
      way = which;
      #1 order = next_order;
      #1;
    end
  endtask

  initial begin
    rst = 1'b0;
    candidates = 4'b1111;
    way = 2'd0;
    #1 order = initial_order;
    #1 check(order == {2'd0, 2'd1, 2'd2, 2'd3}, "initial order 3 2 1 0");
    check(victim == 2'd0, "way 0 is the first victim");
    touch(2'd0);                       // 0 3 2 1
    check(victim == 2'd1, "then way 1");
    touch(2'd2);                       // 2 0 3 1
    check(order == {2'd1, 2'd3, 2'd0, 2'd2}, "a touch moves to the front");
    touch(2'd2);
    check(order == {2'd1, 2'd3, 2'd0, 2'd2}, "a touch of the front changes nothing");
    candidates = 4'b0101;
    #1 check(victim == 2'd0, "least recent among ways 0 and 2");
    candidates = 4'b0100;
    #1 check(victim == 2'd2, "the only candidate, though most recent");
    candidates = 4'b0000;
    #1 check(victim == 2'd0, "0 without a candidate");
    $display("lru_order: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

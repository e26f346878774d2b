// Bench of lru_pairs: a set of four from all bits 0 through touches and victims; in the comments the
// row of ways, the one that was used first in front.
`default_nettype none
module lru_pairs_tb;
`include "tb/bench.vh"
  reg  [5:0] order;
  reg  [3:0] candidates;
  reg  [3:0] touched;
  wire [3:0] victim;
  wire [5:0] next_order;

  lru_pairs #(.WAYS(4)) dut (
    .order(order), .candidates(candidates), .victim(victim),
    .touch_order(order), .touched(touched), .next_order(next_order)
  );

  task touch(input [3:0] which);
    begin
      touched = which;
      #1 order = next_order;
      #1;
    end
  endtask

  task goes(input [3:0] among, input [3:0] way);
    begin
      candidates = among;
      #1 check(victim == way, "the candidate that was used first");
    end
  endtask

  initial begin
    rst = 1'b0;
    order = 6'd0;                      // 0 1 2 3
    touched = 4'b0000;
    goes(4'b1111, 4'b0001);
    goes(4'b1100, 4'b0100);
    touch(4'b0001);                    // 1 2 3 0
    check(order == 6'b000111, "way 0 was used after all others");
    goes(4'b1111, 4'b0010);
    goes(4'b1001, 4'b1000);
    touch(4'b0100);                    // 1 3 0 2
    goes(4'b1101, 4'b1000);
    goes(4'b0101, 4'b0001);
    goes(4'b0100, 4'b0100);
    touch(4'b0000);
    goes(4'b1111, 4'b0010);
    touch(4'b0010);                    // 3 0 2 1
    goes(4'b1111, 4'b1000);
    goes(4'b0000, 4'b0000);
    $display("lru_pairs: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

// Bench of ccn_buffer: step 1 of figure 6 of the paper [taco16], a full buffer that sends misses
// straight to L2.
`default_nettype none
module ccn_buffer_tb;
`include "tb/bench.vh"
  reg         miss_valid = 1'b0;
  reg  [24:0] miss_line = 25'd0;
  reg         send_ready = 1'b0;
  reg         direct_ready = 1'b0;
  wire        miss_ready, send_valid, direct_valid, event_full;
  wire [24:0] send_line, direct_line;
  integer     i;

  ccn_buffer dut (.clk(clk), .rst(rst),
    .miss_valid(miss_valid), .miss_ready(miss_ready), .miss_line(miss_line),
    .send_valid(send_valid), .send_ready(send_ready), .send_line(send_line),
    .direct_valid(direct_valid), .direct_ready(direct_ready), .direct_line(direct_line),
    .event_full(event_full));

  task restart;
    begin
      rst = 1'b1;
      miss_valid = 1'b0;
      send_ready = 1'b0;
      direct_ready = 1'b0;
      tick;
      rst = 1'b0;
      check(miss_ready && !send_valid && !direct_valid, "empty after reset");
    end
  endtask

  task miss(input [24:0] line);
    begin
      miss_valid = 1'b1;
      miss_line = line;
      check(miss_ready, "a miss is taken");
      tick;
      miss_valid = 1'b0;
    end
  endtask

  task step_1_a_miss_waits_for_the_ring;
    begin
      restart;
      miss(25'h12345);
      ticks(3);
      check(send_valid && send_line == 25'h12345 && !direct_valid, "it waits");
      send_ready = 1'b1;
      tick;
      check(!send_valid && !direct_valid, "it is sent once");
    end
  endtask

  task a_full_buffer_sends_misses_to_l2;
    begin
      restart;
      for (i = 0; i < 8; i = i + 1) miss(i);
      check(!direct_valid && !event_full, "eight wait");
      miss(25'd100);
      check(event_full && direct_valid && direct_line == 25'd100, "the ninth goes to L2");
      miss(25'd101);
      check(!miss_ready, "two wait for L2, which is busy: the core waits");
      direct_ready = 1'b1;
      tick;
      check(miss_ready && direct_line == 25'd101, "in order");
      tick;
      check(!direct_valid, "both gone");
      send_ready = 1'b1;
      for (i = 0; i < 8; i = i + 1) begin
        check(send_valid && send_line == i, "those that wait, in order");
        tick;
      end
      check(!send_valid, "nothing is left");
    end
  endtask

  task there_is_room_again_when_the_ring_has_taken_one;
    begin
      restart;
      for (i = 0; i < 8; i = i + 1) miss(i);
      send_ready = 1'b1;
      miss(25'd8);                     // in the cycle in which a place becomes free: not yet
      check(event_full && direct_valid && direct_line == 25'd8, "to L2");
      miss(25'd9);
      check(!event_full, "it waits");
    end
  endtask

  initial begin
    tick;
    step_1_a_miss_waits_for_the_ring;
    a_full_buffer_sends_misses_to_l2;
    there_is_room_again_when_the_ring_has_taken_one;
    $display("ccn_buffer: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

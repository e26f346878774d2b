`default_nettype none
// Bench of perf_counters: parallel pulses, reads one cycle late, other nodes and missing
// counters read 0.
module perf_counters_tb;
`include "tb/bench.vh"
  reg  [4:0]  event_pulse = 5'd0;
  reg  [3:0]  select_node = 4'd9;
  reg  [2:0]  select_counter = 3'd0;
  wire [31:0] value;
  integer     i;

  perf_counters #(.EVENTS(5), .NODE_BITS(4)) dut (.clk(clk), .rst(rst), .event_pulse(event_pulse),
    .here(4'd9), .select_node(select_node), .select_counter(select_counter), .value(value));

  initial begin
    tick;
    rst = 1'b0;
    for (i = 0; i < 8; i = i + 1) begin // counter k gets a pulse in every cycle divisible by k + 1
      event_pulse = {i % 5 == 0, i % 4 == 0, i % 3 == 0, i % 2 == 0, 1'b1};
      tick;
      check(value == i, "the count before the edge");
    end
    event_pulse = 5'd0;
    for (i = 0; i < 5; i = i + 1) begin
      select_counter = i[2:0];
      tick;
      check(value == (8 + i) / (i + 1), "each counter has its own count");
    end
    select_counter = 3'd5;
    tick;
    check(value == 0, "a counter that does not exist reads 0");
    select_counter = 3'd0;
    select_node = 4'd8;
    tick;
    check(value == 0, "another node reads 0");
    $display("perf_counters: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

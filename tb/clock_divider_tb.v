`default_nettype none
// Bench of clock_divider: the papers' 700 of 1400 MHz, 924 of 1400, and every cycle.
module clock_divider_tb;
`include "tb/bench.vh"
  wire    half, two_thirds, always_on;
  integer i, halves, thirds;

  clock_divider #(.NUMERATOR(700), .DENOMINATOR(1400)) a (.clk(clk), .rst(rst), .en(half));
  clock_divider #(.NUMERATOR(924), .DENOMINATOR(1400)) b (.clk(clk), .rst(rst), .en(two_thirds));
  clock_divider #(.NUMERATOR(1), .DENOMINATOR(1)) c (.clk(clk), .rst(rst), .en(always_on));

  initial begin
    halves = 0;
    thirds = 0;
    tick;
    rst = 1'b0;
    check(!half && !two_thirds && !always_on, "no enable in the cycle after reset");
    for (i = 1; i <= 1400; i = i + 1) begin
      tick;
      check(half == !i[0], "every second cycle");
      check(always_on, "every cycle");
      check(two_thirds == (i * 924 / 1400 != (i - 1) * 924 / 1400), "as even as may be");
      halves = halves + half;
      thirds = thirds + two_thirds;
    end
    check(halves == 700 && thirds == 924, "the exact number in a period");
    rst = 1'b1;
    tick;
    check(!half && !two_thirds && !always_on, "reset");
    $display("clock_divider: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

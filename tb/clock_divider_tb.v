`default_nettype none
// Bench of clock_divider: the papers' 700 of 1400 MHz, 924 of 1400, and every cycle.
module clock_divider_tb;
`include "tb/bench.vh"
  wire    half, two_thirds, always_on;
  wire    next_half, next_two_thirds, next_always_on;
  reg     told_half, told_two_thirds, told_always_on; // in the cycle before
  integer i, halves, thirds;

  clock_divider #(.NUMERATOR(700), .DENOMINATOR(1400)) a (.clk(clk), .rst(rst), .next_en(next_half), .en(half));
  clock_divider #(.NUMERATOR(924), .DENOMINATOR(1400)) b (.clk(clk), .rst(rst), .next_en(next_two_thirds), .en(two_thirds));
  clock_divider #(.NUMERATOR(1), .DENOMINATOR(1)) c (.clk(clk), .rst(rst), .next_en(next_always_on), .en(always_on));

  initial begin
    halves = 0;
    thirds = 0;
    tick;
    rst = 1'b0;
    check(!half && !two_thirds && !always_on, "no enable in the cycle after reset");
    for (i = 1; i <= 1400; i = i + 1) begin
      {told_half, told_two_thirds, told_always_on} = {next_half, next_two_thirds, next_always_on};
      tick;
      check({told_half, told_two_thirds, told_always_on} == {half, two_thirds, always_on},
            "told a cycle ahead");
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

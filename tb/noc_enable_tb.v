`default_nettype none
// Bench of noc_enable: one cycle behind, and 0 behind a reset.
module noc_enable_tb;
`include "tb/bench.vh"
  reg     next_en;
  wire    en;
  integer i;

  noc_enable dut (.clk(clk), .rst(rst), .next_en(next_en), .en(en));

  initial begin
    next_en = 1'b1;
    tick;
    check(!en, "no enable while in reset");
    rst = 1'b0;
    for (i = 0; i < 16; i = i + 1) begin
      next_en = i[2] ^ i[0];
      tick;
      check(en == (i[2] ^ i[0]), "what the cycle before said");
    end
    rst     = 1'b1;
    next_en = 1'b1;
    tick;
    check(!en, "reset comes first");
    $display("noc_enable: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Bench of chunker: each byte alone names its sector, bytes at the seams, a whole line and none.
module chunker_tb;
`include "tb/bench.vh"
  reg          chunk;
  reg  [127:0] mask;
  wire [3:0]   sectors;
  integer      i;

  chunker dut (.chunk(chunk), .mask(mask), .sectors(sectors));

  task expect_sectors(input [127:0] bytes, input [3:0] wanted);
    begin
      mask = bytes;
      chunk = 1'b1;
      #1 check(sectors == wanted, "sectors with a byte asked for");
      chunk = 1'b0;
      #1 check(sectors == 4'b1111, "whole lines without chunking");
    end
  endtask

  initial begin
    rst = 1'b0;
    for (i = 0; i < 128; i = i + 1)
      expect_sectors(128'd1 << i, 4'd1 << (i / 32));
    expect_sectors(128'd3 << 31, 4'b0011);
    expect_sectors(128'd3 << 63, 4'b0110);
    expect_sectors(128'd3 << 95, 4'b1100);
    expect_sectors({128{1'b1}}, 4'b1111);
    expect_sectors(128'd0, 4'b0000);
    $display("chunker: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

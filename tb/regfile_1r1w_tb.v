`default_nettype none
// Directed bench of regfile_1r1w: combinational reads, a write shows in the next cycle, X before
// the first write.
module regfile_1r1w_tb;
`include "tb/bench.vh"
  reg        write_valid = 1'b0;
  reg  [1:0] write_addr = 2'd0;
  reg  [1:0] read_addr = 2'd0;
  reg  [7:0] write_data = 8'd0;
  wire [7:0] read_data;
  integer    i;

  regfile_1r1w #(.WIDTH(8), .DEPTH(3)) dut (.clk(clk),
    .write_valid(write_valid), .write_addr(write_addr), .write_data(write_data),
    .read_addr(read_addr), .read_data(read_data));

  initial begin
    rst = 1'b0;
    write_valid = 1'b1;
    for (i = 0; i < 3; i = i + 1) begin
      write_addr = i[1:0];
      read_addr = i[1:0];
      write_data = 8'd10 * i[7:0] + 8'd7;
      #1 check(^read_data === 1'bx, "unknown before the first write");
      tick;
      check(read_data == 8'd10 * i[7:0] + 8'd7, "written words read in the next cycle");
    end
    write_valid = 1'b0;
    write_data = 8'hff;
    tick;
    for (i = 0; i < 3; i = i + 1) begin
      read_addr = i[1:0];
      #1 check(read_data == 8'd10 * i[7:0] + 8'd7, "reads follow the address at once");
    end
    $display("regfile_1r1w: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

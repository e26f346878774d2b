`default_nettype none
// Directed bench of ram_1r1w: masked writes, old data on a collision, held read data, X before
// the first write.
module ram_1r1w_tb;
`include "tb/bench.vh"
  reg         write_valid = 1'b0;
  reg         read_valid = 1'b0;
  reg  [2:0]  write_addr = 3'd0;
  reg  [2:0]  read_addr = 3'd0;
  reg  [3:0]  write_mask = 4'hf;
  reg  [31:0] write_data = 32'd0;
  wire [31:0] read_data;

  ram_1r1w #(.WIDTH(32), .DEPTH(6), .MASK_BITS(4)) dut (.clk(clk),
    .write_valid(write_valid), .write_addr(write_addr), .write_mask(write_mask),
    .write_data(write_data),
    .read_valid(read_valid), .read_addr(read_addr), .read_data(read_data));

  // The same, with one port: a write goes first.
  wire [31:0] one_port_data;
  ram_1r1w #(.WIDTH(32), .DEPTH(6), .MASK_BITS(4), .ONE_PORT(1)) one_port (.clk(clk),
    .write_valid(write_valid), .write_addr(write_addr), .write_mask(write_mask),
    .write_data(write_data),
    .read_valid(read_valid), .read_addr(read_addr), .read_data(one_port_data));

  task write(input [2:0] addr, input [3:0] mask, input [31:0] data);
    begin
      write_valid = 1'b1;
      write_addr = addr;
      write_mask = mask;
      write_data = data;
      tick;
      write_valid = 1'b0;
    end
  endtask

  initial begin
    rst = 1'b0;
    write(3'd5, 4'hf, 32'h11223344);
    read_valid = 1'b1;
    read_addr = 3'd5;
    tick;
    check(read_data == 32'h11223344, "read after write");
    write(3'd5, 4'b0110, 32'haabbccdd);
    check(read_data == 32'h11223344, "old data on a collision");
    read_addr = 3'd1;
    write(3'd1, 4'hf, 32'h12345678);
    check(one_port_data == 32'h11223344, "one port is not read while it is written");
    read_addr = 3'd5;
    tick;
    check(read_data == 32'h11bbcc44, "the mask chose bytes 1 and 2");
    check(one_port_data == 32'h11bbcc44, "one port is read when it is not written");
    read_valid = 1'b0;
    read_addr = 3'd0;
    write(3'd5, 4'hf, 32'd0);
    check(read_data == 32'h11bbcc44, "read data holds without read_valid");
    write(3'd0, 4'b0001, 32'h55667788);
    read_valid = 1'b1;
    tick;
    check(read_data[7:0] == 8'h88, "one byte of a new word");
    check(^read_data[31:8] === 1'bx, "bytes never written are unknown");
    $display("ram_1r1w: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

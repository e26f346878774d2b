`default_nettype none
// Bench of l1_arbiter: fields keep their places, one cycle of latency, an access per cycle, a
// stall holds two back.
module l1_arbiter_tb;
`include "tb/bench.vh"
  reg           local_valid = 1'b0;
  reg           access_ready = 1'b1;
  reg  [2:0]    local_kind = 3'd0;
  reg  [2:0]    local_op = 3'd0;
  reg  [24:0]   local_line = 25'd0;
  reg  [7:0]    local_id = 8'd0;
  reg  [127:0]  local_mask = 128'd0;
  reg  [1023:0] local_data = 1024'd0;
  wire          local_ready, access_valid;
  wire [2:0]    access_kind, access_op;
  wire [24:0]   access_line;
  wire [7:0]    access_id;
  wire [127:0]  access_mask;
  wire [1023:0] access_data;
  integer       i;

  l1_arbiter dut (.clk(clk), .rst(rst),
    .local_valid(local_valid), .local_ready(local_ready), .local_kind(local_kind),
    .local_op(local_op), .local_line(local_line), .local_id(local_id), .local_mask(local_mask),
    .local_data(local_data),
    .access_valid(access_valid), .access_ready(access_ready), .access_kind(access_kind),
    .access_op(access_op), .access_line(access_line), .access_id(access_id),
    .access_mask(access_mask), .access_data(access_data));

  // The fields of access number n.
  task offer(input integer n);
    begin
      local_valid = 1'b1;
      local_kind = n % 5;
      local_op = n % 8;
      local_line = 25'd1000 + n;
      local_id = n;
      local_mask = 128'd1 << n;
      local_data = 1024'd1 << (8 * n);
    end
  endtask

  task expect_access(input integer n);
    check(access_valid && access_kind == n % 5 && access_op == n % 8 && access_line == 1000 + n
      && access_id == n && access_mask == 128'd1 << n && access_data == 1024'd1 << (8 * n),
      "the access with all its fields");
  endtask

  initial begin
    tick;
    rst = 1'b0;
    check(local_ready && !access_valid, "empty after reset");
    for (i = 0; i < 100; i = i + 1) begin
      offer(i);
      check(local_ready, "an access per cycle");
      tick;
      expect_access(i);
    end
    access_ready = 1'b0;               // 99 waits, 100 joins it, 101 must stay outside
    offer(100);
    tick;
    offer(101);
    check(!local_ready, "two wait");
    tick;
    expect_access(99);
    access_ready = 1'b1;
    tick;
    expect_access(100);
    check(local_ready, "room again");
    tick;
    local_valid = 1'b0;
    expect_access(101);
    tick;
    check(!access_valid, "drained");
    $display("l1_arbiter: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

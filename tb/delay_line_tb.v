// Directed bench of delay_line: exact delay, order, data and no data mixed, full queues, a stalled
// head whose followers become due meanwhile, reset in the middle; DELAY 5 and, beside it, the
// shortest one, 1.
`default_nettype none
module delay_line_tb;
`include "tb/bench.vh"
  reg        put_valid = 1'b0;
  reg        put_has_data = 1'b0;
  reg  [7:0] put_meta = 8'd0;
  reg  [3:0] put_data = 4'd0;
  reg        get_ready = 1'b0;
  wire       put_ready;
  wire       get_valid;
  wire [7:0] get_meta;
  wire [3:0] get_data;
  wire [2:0] level;
  wire       short_ready;
  wire       short_valid;
  wire [7:0] short_meta;

  delay_line #(.META_BITS(8), .DATA_BITS(4), .DEPTH(4), .QUEUE(2), .DELAY(5)) dut (
    .clk(clk), .rst(rst), .put_valid(put_valid), .put_ready(put_ready), .put_has_data(put_has_data),
    .put_meta(put_meta), .put_data(put_data), .get_valid(get_valid), .get_ready(get_ready),
    .get_meta(get_meta), .get_data(get_data), .level(level)
  );

  delay_line #(.META_BITS(8), .DATA_BITS(4), .DEPTH(2), .QUEUE(2), .DELAY(1)) shortest (
    .clk(clk), .rst(rst), .put_valid(put_valid), .put_ready(short_ready), .put_has_data(1'b0),
    .put_meta(put_meta), .put_data(4'd0), .get_valid(short_valid), .get_ready(1'b1),
    .get_meta(short_meta), .get_data(), .level()
  );

  task put(input [7:0] meta, input has_data, input [3:0] data);
    begin
      put_valid = 1'b1;
      put_meta = meta;
      put_has_data = has_data;
      put_data = data;
      tick;
      put_valid = 1'b0;
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    check(put_ready && !get_valid && level == 0, "empty after reset");

    put(8'd11, 1'b1, 4'd9);
    check(short_valid && short_meta == 8'd11, "delay 1: offered in the next cycle");
    check(!get_valid && level == 1, "delay 5: not offered in the next cycle");
    ticks(3);
    check(!get_valid, "not offered one cycle early");
    tick;
    check(get_valid && get_meta == 8'd11 && get_data == 4'd9, "offered after 5 cycles");
    ticks(3);
    check(get_valid && get_meta == 8'd11, "offered until taken");
    get_ready = 1'b1;
    tick;
    check(!get_valid && level == 0, "gone after it was taken");

    put(8'd1, 1'b0, 4'd3);
    put(8'd2, 1'b1, 4'd4);
    ticks(3);
    check(get_valid && get_meta == 8'd1 && get_data == 4'd0, "a request without data reads zero");
    tick;
    check(get_valid && get_meta == 8'd2 && get_data == 4'd4, "the next one in the next cycle");
    tick;
    get_ready = 1'b0;

    put(8'd21, 1'b0, 4'd0);
    put(8'd22, 1'b0, 4'd0);
    put(8'd23, 1'b0, 4'd0);
    put(8'd24, 1'b0, 4'd0);
    check(!put_ready && level == 4, "full with DEPTH requests");
    ticks(8);
    get_ready = 1'b1;
    check(get_meta == 8'd21, "the stalled head");
    tick;
    check(get_valid && get_meta == 8'd22 && put_ready, "followers were due meanwhile");
    tick;
    check(get_valid && get_meta == 8'd23, "one per cycle");
    ticks(2);
    check(!get_valid && level == 0, "empty again");

    put(8'd31, 1'b1, 4'd1);
    put(8'd32, 1'b1, 4'd2);
    check(!put_ready && level == 2, "full with QUEUE requests that have data");
    rst = 1'b1;
    tick;
    rst = 1'b0;
    check(put_ready && level == 0, "reset in the middle empties it");
    ticks(6);
    check(!get_valid, "no token survives a reset");

    $display("delay_line: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

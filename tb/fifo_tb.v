`default_nettype none
// Directed bench of fifo at depths 1, 2 and 3, in both forms: fills to the brim, refuses, drains in order,
// streams at full rate.
module fifo_case #(
  parameter DEPTH = 1,
  parameter MOVED = 8
) (
  output reg     done,
  output integer total
);
`include "tb/bench.vh"
  reg         put_valid = 1'b0;
  reg         get_ready = 1'b0;
  reg  [15:0] put_data = 16'd0;
  wire        put_ready, get_valid;
  wire [15:0] get_data;
  integer     i, passed, cycles;

  fifo #(.WIDTH(16), .DEPTH(DEPTH), .MOVED(MOVED)) dut (.clk(clk), .rst(rst),
    .put_valid(put_valid), .put_ready(put_ready), .put_data(put_data),
    .get_valid(get_valid), .get_ready(get_ready), .get_data(get_data));

  initial begin
    done = 1'b0;
    tick;
    rst = 1'b0;
    check(put_ready && !get_valid, "empty after reset");
    put_valid = 1'b1;
    for (i = 0; i < DEPTH; i = i + 1) begin
      put_data = 16'd100 + i[15:0];
      tick;
      check(get_valid && get_data == 16'd100, "the first word falls through in one cycle");
    end
    check(!put_ready, "full");
    put_data = 16'd999;
    tick;
    put_valid = 1'b0;
    get_ready = 1'b1;
    for (i = 0; i < DEPTH; i = i + 1) begin
      check(get_valid && get_data == 16'd100 + i[15:0], "in order, nothing taken while full");
      tick;
    end
    check(!get_valid && put_ready, "empty again");
    // streaming: 30 words through a reader that is always ready
    put_valid = 1'b1;
    passed = 0;
    for (cycles = 0; passed < 30; cycles = cycles + 1) begin
      put_data = cycles[15:0];
      if (get_valid) passed = passed + 1;
      tick;
    end
    check(cycles == (DEPTH == 1 ? 60 : 31), "a word per cycle, at depth 1 every second cycle");
    rst = 1'b1;
    tick;
    check(put_ready && !get_valid, "reset empties");
    total = checks;
    done = 1'b1;
  end
endmodule

module fifo_tb;
  wire [5:0]  done;
  wire [31:0] total1, total2, total3, total4, total5, total6;

  fifo_case #(.DEPTH(1)) one (.done(done[0]), .total(total1));
  fifo_case #(.DEPTH(2)) two (.done(done[1]), .total(total2));
  fifo_case #(.DEPTH(3)) three (.done(done[2]), .total(total3));
  fifo_case #(.DEPTH(1), .MOVED(0)) ring_of_one (.done(done[3]), .total(total4));
  fifo_case #(.DEPTH(2), .MOVED(0)) ring_of_two (.done(done[4]), .total(total5));
  fifo_case #(.DEPTH(3), .MOVED(0)) ring_of_three (.done(done[5]), .total(total6));

  always @*
    if (&done) begin
      $display("fifo: passed %0d checks", total1 + total2 + total3 + total4 + total5 + total6);
      $finish;
    end
endmodule
`default_nettype wire

`default_nettype none
// Directed bench of ram_fifo at depths 1, 2, 3 and 5: the first word comes in the second cycle, the queue
// fills to the brim, refuses, drains in order, streams at full rate.
module ram_fifo_case #(
  parameter DEPTH = 1
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

  ram_fifo #(.WIDTH(16), .DEPTH(DEPTH)) dut (.clk(clk), .rst(rst),
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
      check(put_ready, "room for as many as there are places");
      check(get_valid == (i >= 2), "the first word is at the output in the second cycle");
      tick;
    end
    check(!put_ready, "full, whether fetched or not");
    put_data = 16'd999;
    tick;
    tick;
    put_valid = 1'b0;
    get_ready = 1'b1;
    for (i = 0; i < DEPTH; i = i + 1) begin
      check(get_valid && get_data == 16'd100 + i[15:0], "in order, nothing taken while full");
      tick;
      check(put_ready, "a place is free in the cycle after");
    end
    check(!get_valid, "empty again");
    // streaming: 30 words through a reader that is always ready; a word stays for two cycles at least
    put_valid = 1'b1;
    passed = 0;
    for (cycles = 0; passed < 30; cycles = cycles + 1) begin
      put_data = cycles[15:0];
      if (get_valid) passed = passed + 1;
      tick;
    end
    check(cycles == (DEPTH == 1 ? 90 : DEPTH == 2 ? 46 : 32),
          "a word per cycle, at depth 2 two of three, at depth 1 every third");
    rst = 1'b1;
    tick;
    check(put_ready && !get_valid, "reset empties");
    rst = 1'b0;
    put_valid = 1'b0;
    tick;
    check(!get_valid, "and nothing is fetched after it");
    total = checks;
    done = 1'b1;
  end
endmodule

module ram_fifo_tb;
  wire [3:0]  done;
  wire [31:0] total1, total2, total3, total4;

  ram_fifo_case #(.DEPTH(1)) one (.done(done[0]), .total(total1));
  ram_fifo_case #(.DEPTH(2)) two (.done(done[1]), .total(total2));
  ram_fifo_case #(.DEPTH(3)) three (.done(done[2]), .total(total3));
  ram_fifo_case #(.DEPTH(5)) five (.done(done[3]), .total(total4));

  always @*
    if (&done) begin
      $display("ram_fifo: passed %0d checks", total1 + total2 + total3 + total4);
      $finish;
    end
endmodule
`default_nettype wire

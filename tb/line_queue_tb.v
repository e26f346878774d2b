`default_nettype none
// Directed bench of line_queue at depths 1, 2 and 5: a line of n sectors follows its put for n cycles, is at the
// output n + 3 cycles after that, the next one n + 1 after it was removed; it keeps the one behind it waiting for n
// cycles. Sectors that a line does not have are zero. The queue fills, refuses, drains in order.
module line_queue_case #(
  parameter DEPTH = 1
) (
  output reg     done,
  output integer total
);
`include "tb/bench.vh"
  reg           put_valid = 1'b0;
  reg           get_ready = 1'b0;
  reg  [3:0]    put_sectors = 4'd0;
  reg  [1023:0] coming = 1024'd0;      // the line that was put last
  integer       stays = 0;             // so many cycles
  wire [1023:0] line_data = stays > 0 ? coming : {32{32'hdeadbeef}};
  wire          put_ready, line_done, get_valid;
  wire [1023:0] get_data;
  integer       i, k, cycles;

  line_queue #(.DEPTH(DEPTH)) dut (.clk(clk), .rst(rst),
    .put_valid(put_valid), .put_ready(put_ready), .put_sectors(put_sectors), .line_done(line_done), .line_data(line_data),
    .get_valid(get_valid), .get_ready(get_ready), .get_data(get_data));

  // A line in which every sector tells whose it is, the ones that it does not have too.
  function [1023:0] line(input [15:0] number, input [3:0] sectors);
    integer s;
    for (s = 0; s < 4; s = s + 1)
      line[s*256 +: 256] = sectors[s] ? {8{number, 14'd0, s[1:0]}} : 256'd0;
  endfunction

  function integer count(input [3:0] sectors);
    count = {31'd0, sectors[0]} + {31'd0, sectors[1]} + {31'd0, sectors[2]} + {31'd0, sectors[3]};
  endfunction

  task put(input [15:0] number, input [3:0] sectors);
    begin
      while (!put_ready) tick;
      put_valid   = 1'b1;
      put_sectors = sectors;
      tick;
      put_valid   = 1'b0;
      coming      = line(number, 4'd15);
      stays       = count(sectors);
    end
  endtask

  always @(posedge clk) stays <= stays - 1;

  initial begin
    done = 1'b0;
    tick;
    rst = 1'b0;
    check(put_ready && line_done && !get_valid, "empty after reset");

    // each line alone: when it comes, when the next one may come, what is in it
    for (i = 1; i < 16; i = i + 1) begin
      put(i[15:0], i[3:0]);
      for (k = 1; k < count(i[3:0]) + 3; k = k + 1) begin
        check(put_ready == (DEPTH > 1 && k >= count(i[3:0])), "a line goes in, a sector per cycle");
        check(line_done == (k >= count(i[3:0])), "the last one ends it");
        check(!get_valid, "and waits for its last sector");
        tick;
      end
      check(get_valid && get_data == line(i[15:0], i[3:0]), "the line, zero where it has no sector");
      tick;
      check(get_valid && get_data == line(i[15:0], i[3:0]), "it stays");
      get_ready = 1'b1;
      tick;
      get_ready = 1'b0;
      check(!get_valid && put_ready, "it is removed");
    end

    // full, and drained
    for (i = 0; i < DEPTH; i = i + 1) put(16'd100 + i[15:0], 4'd15 << (i % 4));
    for (k = 0; k < 10; k = k + 1) tick;
    check(!put_ready, "full");
    put_valid = 1'b1;
    put_sectors = 4'd1;
    tick;
    put_valid = 1'b0;
    get_ready = 1'b1;
    for (i = 0; i < DEPTH; i = i + 1) begin
      for (k = 0; i > 0 && k < count(4'd15 << (i % 4)); k = k + 1) begin
        check(!get_valid, "the next one is put together when the oldest is gone");
        tick;
      end
      check(get_valid && get_data == line(16'd100 + i[15:0], 4'd15 << (i % 4)), "in order");
      tick;
      check(i > 0 || put_ready, "there is room in the cycle after");
    end
    check(!get_valid, "empty again: a full queue took nothing");

    // streams: whole lines every fifth cycle, lines of a sector every second one
    for (k = 0; DEPTH >= 5 && k < 2; k = k + 1) begin
      put_sectors = k == 0 ? 4'd15 : 4'd4;
      coming      = line(16'd7, 4'd15);
      stays       = 1000;
      put_valid   = 1'b1;
      i           = 0;
      for (cycles = 0; i < 20; cycles = cycles + 1) begin
        if (get_valid) begin
          i = i + 1;
          check(get_data == line(16'd7, put_sectors), "a line of the stream");
        end
        tick;
      end
      check(cycles == (k == 0 ? 8 + 19*5 : 5 + 19*2), "its pace");
      put_valid = 1'b0;
      for (cycles = 0; cycles < 60; cycles = cycles + 1) tick;
      check(!get_valid && put_ready, "the stream ends");
    end

    // reset in the middle of a line that comes and of one that leaves
    get_ready = 1'b0;
    put(16'd1, 4'd15);
    if (DEPTH > 1) put(16'd2, 4'd15);
    tick;
    rst = 1'b1;
    tick;
    check(put_ready && !get_valid, "reset empties");
    rst = 1'b0;
    put(16'd3, 4'd2);
    for (k = 1; k < 4; k = k + 1) begin
      check(!get_valid, "nothing of what was there comes out");
      tick;
    end
    check(get_valid && get_data == line(16'd3, 4'd2), "the first line after it is alone");
    total = checks;
    done = 1'b1;
  end
endmodule

module line_queue_tb;
  wire [2:0]  done;
  wire [31:0] total1, total2, total3;

  line_queue_case #(.DEPTH(1)) one (.done(done[0]), .total(total1));
  line_queue_case #(.DEPTH(2)) two (.done(done[1]), .total(total2));
  line_queue_case #(.DEPTH(5)) five (.done(done[2]), .total(total3));

  always @*
    if (&done) begin
      $display("line_queue: passed %0d checks", total1 + total2 + total3);
      $finish;
    end
endmodule
`default_nettype wire

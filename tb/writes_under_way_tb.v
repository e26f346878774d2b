// Directed bench of writes_under_way: lines of one bucket and of others, one write leaves while
// another returns, fifteen are full, reset.
`default_nettype none
module writes_under_way_tb;
`include "tb/bench.vh"
  reg  [24:0] look_line = 25'd0;
  reg         look_next = 1'b0;
  reg         look_counts = 1'b0;
  reg         done_valid = 1'b0;
  reg  [24:0] done_line = 25'd0;
  wire        look_settled;
  wire        look_full;
  integer     n;

  writes_under_way dut (
    .clk(clk), .rst(rst), .look_line(look_line), .look_next(look_next),
    .look_settled(look_settled), .look_full(look_full), .look_counts(look_counts), .done_valid(done_valid),
    .done_line(done_line)
  );

  task look(input [24:0] line);
    begin
      look_line = line;
      look_next = 1'b1;
      tick;
      look_next = 1'b0;
      look_line = ~line;               // it stays the one from before
    end
  endtask

  task is_at(input [24:0] line, input settled, input full);
    begin
      look(line);
      #1 check(look_settled == settled && look_full == full, "state of a line's bucket");
    end
  endtask

  task write(input [24:0] line);
    begin
      look(line);
      look_counts = 1'b1;
      tick;
      look_counts = 1'b0;
    end
  endtask

  task done(input [24:0] line);
    begin
      done_line = line;
      done_valid = 1'b1;
      tick;
      done_valid = 1'b0;
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    is_at(25'h0000003, 1'b1, 1'b0);
    write(25'h0000003);
    is_at(25'h0000003, 1'b0, 1'b0);
    is_at(25'h0000002, 1'b1, 1'b0);
    is_at(25'h0000060, 1'b0, 1'b0);    // 3 in the second group
    is_at(25'h1300000, 1'b1, 1'b0);    // 10011 in the highest
    is_at(25'h0300000, 1'b0, 1'b0);    // 00011 in the highest

    // one leaves while one of another line of the bucket returns: still one
    look(25'h0000003);
    look_counts = 1'b1;
    done(25'h0000060);
    look_counts = 1'b0;
    is_at(25'h0000003, 1'b0, 1'b0);
    done(25'h0300000);
    is_at(25'h0000003, 1'b1, 1'b0);

    for (n = 0; n < 15; n = n + 1) begin
      is_at(25'h1ffffff, n == 0, 1'b0);
      write(25'h1ffffff);
    end
    is_at(25'h1ffffff, 1'b0, 1'b1);
    is_at(25'h0000000, 1'b1, 1'b0);
    done(25'h1ffffff);
    is_at(25'h1ffffff, 1'b0, 1'b0);

    rst = 1'b1;
    tick;
    rst = 1'b0;
    is_at(25'h1ffffff, 1'b1, 1'b0);

    $display("writes_under_way: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

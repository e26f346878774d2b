// Directed bench of request_ways: flags from the first request to the last answer, regions and
// flushes, sixteen in flight.
`default_nettype none
module request_ways_tb;
`include "tb/bench.vh"
  reg         flush = 1'b0;
  reg         leave_valid = 1'b0;
  reg         leave_foreign = 1'b0;
  reg         leave_away = 1'b0;
  reg         leave_writes = 1'b0;
  reg         leave_passes = 1'b0;
  reg         leave_moved = 1'b0;
  reg  [2:0]  leave_region = 3'd0;
  reg         answer_hit = 1'b0;
  reg         answer_response = 1'b0;
  reg         answer_remote = 1'b0;
  wire        quiet;
  wire        over;
  wire        moved;
  wire        wrote;
  wire        sent;
  wire        passed;
  wire [7:0]  written;
  integer     n;

  request_ways #(.ID_BITS(4), .REGIONS(8)) dut (
    .clk(clk), .rst(rst), .flush(flush), .leave_valid(leave_valid), .leave_foreign(leave_foreign),
    .leave_away(leave_away), .leave_writes(leave_writes), .leave_passes(leave_passes),
    .leave_moved(leave_moved),
    .leave_region(leave_region), .answer_hit(answer_hit), .answer_response(answer_response),
    .answer_remote(answer_remote), .quiet(quiet), .over(over), .moved(moved), .wrote(wrote), .sent(sent),
    .passed(passed), .written(written)
  );

  // Every request but the one that leaves has its inputs the other way round.
  task leave(input foreign, input away, input reads, input other, input [2:0] region);
    begin
      {leave_foreign, leave_away, leave_writes, leave_moved} = {foreign, away, !reads, other};
      leave_region = region;
      leave_passes = 1'b0;
      leave_valid = 1'b1;
      tick;
      leave_valid = 1'b0;
      {leave_foreign, leave_away, leave_writes, leave_passes, leave_moved} = 5'b10111;
      leave_region = ~region;
    end
  endtask

  task answer(input [2:0] ways);       // {hit, response, remote}
    begin
      {answer_hit, answer_response, answer_remote} = ways;
      tick;
      {answer_hit, answer_response, answer_remote} = 3'b000;
      tick;                            // it counts a cycle late
    end
  endtask

  task shows(input is_quiet, input has_moved, input has_written, input has_sent,
             input [7:0] regions);
    check({quiet, moved, wrote, sent, written} == {is_quiet, has_moved, has_written, has_sent, regions},
      "flags and regions");
  endtask

  task boundary;
    begin
      flush = 1'b1;
      tick;
      flush = 1'b0;
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    tick;
    shows(1, 0, 0, 0, 8'h00);

    leave(0, 0, 0, 1, 3'd1);           // an own store: in flight, and nothing else is known of it
    shows(0, 0, 0, 0, 8'h00);
    leave(1, 1, 1, 0, 3'd2);           // a load away
    shows(0, 0, 0, 1, 8'h00);
    leave(1, 0, 1, 1, 3'd3);           // a private load, under another organization
    shows(0, 1, 0, 1, 8'h00);
    answer(3'b110);
    shows(0, 1, 0, 1, 8'h00);
    answer(3'b001);
    shows(1, 0, 0, 0, 8'h00);

    leave(1, 0, 0, 1, 3'd4);           // first of all: no organization before it
    shows(0, 0, 1, 0, 8'h10);
    leave(1, 1, 0, 0, 3'd5);           // a store away leaves its region alone
    shows(0, 0, 1, 1, 8'h10);
    boundary;                          // not quiet: the regions stay
    shows(0, 0, 1, 1, 8'h10);
    answer(3'b011);
    shows(1, 0, 0, 0, 8'h10);
    check(over, "nothing is in flight");
    flush = 1'b1;                      // quiet, and one leaves at that edge
    leave(1, 0, 0, 0, 3'd7);
    flush = 1'b0;
    shows(0, 0, 1, 0, 8'h80);

    answer_hit = 1'b1;                 // one leaves as the last one is answered
    leave(1, 1, 1, 0, 3'd0);
    answer_hit = 1'b0;
    shows(0, 0, 1, 1, 8'h80);
    answer(3'b100);
    boundary;
    shows(1, 0, 0, 0, 8'h00);

    leave_passes = 1'b1;               // a read past its home
    {leave_valid, leave_foreign, leave_away, leave_writes} = 4'b1100;
    tick;
    leave_valid = 1'b0;
    check(passed && !wrote && !sent, "a read past its home");
    leave(0, 0, 1, 0, 3'd1);
    answer(3'b010);
    check(passed, "until the last answer");
    answer(3'b010);
    check(!passed, "which was this one");

    for (n = 0; n < 16; n = n + 1) leave(1, n[0], 1, 0, n[2:0]);
    for (n = 0; n < 5; n = n + 1) begin
      shows(0, 0, 0, 1, 8'h00);
      answer(3'b111);
    end
    shows(0, 0, 0, 1, 8'h00);
    answer(3'b010);
    shows(1, 0, 0, 0, 8'h00);

    leave(1, 1, 0, 0, 3'd0);
    rst = 1'b1;
    tick;
    rst = 1'b0;
    shows(1, 0, 0, 0, 8'h00);

    $display("request_ways: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

// Directed bench of llc_walk with three sets: a walk, one that comes back to a set, one that starts
// again, turns to private and back.
`default_nettype none
module llc_walk_tb;
`include "tb/bench.vh"
  reg        flush = 1'b0;
  reg        flush_turns = 1'b0;
  reg        flush_private = 1'b0;
  reg        step_ready = 1'b0;
  reg        visit_passes = 1'b0;
  reg        visit_rewinds = 1'b0;
  reg  [1:0] visit_set = 2'd0;
  reg        quiet = 1'b0;
  reg        handed_over = 1'b0;
  wire       busy;
  wire       step_valid;
  wire [1:0] step_set;
  wire       turning;
  wire       is_private;
  wire       invalidates;

  llc_walk #(.SETS(3)) dut (
    .clk(clk), .rst(rst), .flush(flush), .flush_turns(flush_turns), .flush_private(flush_private),
    .busy(busy), .step_valid(step_valid), .step_ready(step_ready),
    .step_set(step_set), .visit_passes(visit_passes), .visit_rewinds(visit_rewinds),
    .visit_set(visit_set), .quiet(quiet), .turning(turning), .is_private(is_private),
    .invalidates(invalidates), .handed_over(handed_over)
  );

  task start(input turns, input to_private);
    begin
      flush = 1'b1;
      flush_turns = turns;
      flush_private = to_private;
      tick;
      flush = 1'b0;
      flush_turns = 1'b0;
      flush_private = !to_private;     // nobody looks at it any more
      check(busy, "a walk is under way");
    end
  endtask

  task enter(input [1:0] set);
    begin
      check(step_valid && step_set == set, "the next set may enter");
      step_ready = 1'b1;
      tick;
      step_ready = 1'b0;
    end
  endtask

  task pass(input [1:0] set);
    begin
      visit_passes = 1'b1;
      visit_set = set;
      tick;
      visit_passes = 1'b0;
    end
  endtask

  task rewind(input [1:0] set);
    begin
      visit_rewinds = 1'b1;
      visit_set = set;
      tick;
      visit_rewinds = 1'b0;
    end
  endtask

  task walk;
    begin
      enter(2'd0);
      enter(2'd1);
      enter(2'd2);
      check(!step_valid, "all have entered");
      pass(2'd0);
      pass(2'd1);
      pass(2'd2);
    end
  endtask

  task finish(input lost);
    begin
      handed_over = 1'b1;
      tick;
      handed_over = 1'b0;
      check(!busy && !turning, "over");
      check(invalidates == lost, "lines are lost behind a turn of a private slice only");
      tick;
      check(!invalidates, "once");
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    tick;
    handed_over = 1'b1;
    ticks(2);
    check(!busy && !step_valid && !turning && !is_private, "nothing under way, shared");
    handed_over = 1'b0;

    start(1'b0, 1'b1);
    walk;
    ticks(3);
    check(busy, "not before the lines are in DRAM");
    finish(1'b0);
    check(!is_private, "a flush changes no organization");

    // back to a set, once while others behind it enter, once with all of them in the pipeline
    start(1'b0, 1'b0);
    enter(2'd0);
    rewind(2'd0);
    enter(2'd0);
    step_ready = 1'b1;
    rewind(2'd0);
    step_ready = 1'b0;
    enter(2'd0);
    pass(2'd0);
    enter(2'd1);
    enter(2'd2);
    rewind(2'd1);
    enter(2'd1);
    check(step_valid && step_set == 2'd2, "the one behind it once more");
    handed_over = 1'b1;
    tick;
    handed_over = 1'b0;
    check(busy, "not over before all were visited");

    // from the beginning, also in the cycle in which it would be over
    start(1'b0, 1'b0);
    walk;
    handed_over = 1'b1;
    start(1'b0, 1'b0);
    handed_over = 1'b0;
    walk;
    finish(1'b0);

    // a turn waits for the requests; a flush in it starts its walk again, it stays a turn
    start(1'b1, 1'b1);
    ticks(2);
    check(turning && !step_valid, "a turn waits");
    quiet = 1'b1;
    tick;
    quiet = 1'b0;
    enter(2'd0);
    start(1'b0, 1'b0);
    check(turning && !is_private, "still a turn");
    walk;
    finish(1'b0);
    check(is_private, "private");
    start(1'b0, 1'b0);
    check(!turning, "a flush of a private slice is none");
    walk;
    finish(1'b0);
    check(is_private, "and changes nothing");

    start(1'b1, 1'b1);
    start(1'b1, 1'b0);
    quiet = 1'b1;
    tick;
    quiet = 1'b0;
    walk;
    finish(1'b1);
    check(!is_private, "the last turn's aim");

    start(1'b1, 1'b1);
    tick;
    rst = 1'b1;
    tick;
    rst = 1'b0;
    check(!busy && !turning && !step_valid && !is_private, "a reset ends it");
    $display("llc_walk: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

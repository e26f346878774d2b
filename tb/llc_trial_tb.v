`default_nettype none
// Bench of llc_trial: four slices, windows of 4 cycles that do not count and 10 that do, epochs of 200; a
// sixteenth may be lost, 25 reads and stores in a window are too many. The organization follows three cycles after it
// is wanted, with a stall. A second program's chooser beside it, off but for the last part.
module llc_trial_tb;
`include "tb/bench.vh"
  reg        adaptive = 1'b0;
  reg        kernel = 1'b0;
  reg        stall = 1'b0;
  reg        is_private = 1'b0;
  reg        obeys = 1'b1;
  reg  [3:0] shared_looks = 4'd0, private_looks = 4'd0, reads = 4'd0, stores = 4'd0;
  wire [3:0] slice_access = is_private ? private_looks : shared_looks;
  wire       wants_private, event_decision, event_private;
  integer    decisions = 0, kept = 0, changes = 0;

  reg        second_adaptive = 1'b0;
  reg        second_private = 1'b0;
  reg        own_stall = 1'b0;         // for the second one's change
  reg  [3:0] seconds = 4'd0;           // slices whose request is the second program's
  wire       runs, waits, second_runs, second_waits, second_wants, second_decision, second_kept;
  integer    second_decisions, both;

  llc_trial #(.SLICES(4), .WARM(4), .WINDOW(10), .EPOCH(200), .TIE(4), .MEMORY(25), .PROGRAM(1)) second (.clk(clk), .rst(rst),
    .adaptive(second_adaptive), .kernel(1'b0), .stall(stall || own_stall), .is_private(second_private), .slice_access(slice_access & seconds),
    .slice_read(reads), .slice_store(stores), .other_runs(runs), .other_waits(waits), .runs(second_runs),
    .waits(second_waits), .wants_private(second_wants), .event_decision(second_decision), .event_private(second_kept));

  always @(posedge clk) begin
    second_decisions = second_decisions + second_decision;
    both = both + (runs && second_runs);
  end

  always @(posedge clk)
    if (!rst && second_wants != second_private && !stall && !own_stall) begin
      #1 own_stall = 1'b1;
      repeat (3) @(posedge clk);
      #1 own_stall = 1'b0;
      second_private = second_wants;
    end

  llc_trial #(.SLICES(4), .WARM(4), .WINDOW(10), .EPOCH(200), .TIE(4), .MEMORY(25)) dut (.clk(clk), .rst(rst),
    .adaptive(adaptive), .kernel(kernel), .stall(stall || own_stall), .is_private(is_private), .slice_access(slice_access & ~seconds),
    .slice_read(reads), .slice_store(stores), .other_runs(second_runs), .other_waits(second_waits), .runs(runs), .waits(waits),
    .wants_private(wants_private), .event_decision(event_decision), .event_private(event_private));

  always @(posedge clk) begin
    decisions = decisions + event_decision;
    kept = kept + event_private;
  end

  always @(posedge clk)
    if (obeys && !rst && wants_private != is_private && !stall) begin
      #1 stall = 1'b1;
      repeat (3) @(posedge clk);
      #1 stall = 1'b0;
      is_private = wants_private;
      changes = changes + 1;
    end

  task begin_anew(input [3:0] in_shared, input [3:0] in_private);
    begin
      adaptive = 1'b0;
      obeys = 1'b1;
      ticks(10);
      shared_looks = in_shared;
      private_looks = in_private;
      decisions = 0;
      kept = 0;
      changes = 0;
      adaptive = 1'b1;
    end
  endtask

  task pulse_kernel;
    begin
      kernel = 1'b1;
      tick;
      kernel = 1'b0;
    end
  endtask

  // A round with a kernel that begins in its second window.
  task cross(input [3:0] in_shared, input [3:0] in_private);
    begin
      begin_anew(in_shared, in_private);
      ticks(30);
      pulse_kernel;
      ticks(40);
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    // Twice as many in private slices.
    begin_anew(4'b0011, 4'b1111);
    ticks(60);
    check(decisions == 1 && kept == 1, "private slices that look up more are kept");
    check(wants_private && is_private && changes == 1, "with one change");
    pulse_kernel;
    ticks(20);
    check(wants_private && decisions == 1 && changes == 1, "a kernel changes nothing");
    ticks(100);
    check(wants_private && decisions == 1, "until the epoch ends");
    ticks(75);
    check(decisions == 2 && kept == 2 && changes == 3, "then shared ones are tried, and given up");

    begin_anew(4'b1111, 4'b0111);
    ticks(60);
    check(decisions == 1 && kept == 0 && !wants_private && !is_private, "fewer: shared slices are kept");
    check(changes == 2, "after a change there and back");

    begin_anew(4'b1111, 4'b1111);
    ticks(60);
    check(decisions == 1 && kept == 1, "as many: private slices, which save power");
    begin_anew(4'b0000, 4'b0000);
    ticks(60);
    check(decisions == 1 && kept == 0, "none at all: nothing is known");

    // A kernel in the second window.
    begin_anew(4'b0001, 4'b1111);
    ticks(30);
    check(wants_private && is_private && decisions == 0, "the second window is under way");
    pulse_kernel;
    ticks(12);
    check(wants_private && decisions == 0, "a kernel begins it anew");
    pulse_kernel;
    ticks(60);
    check(!wants_private && !is_private && decisions == 0, "another one breaks it off, nothing is decided");
    ticks(125);
    check(decisions == 0, "the next round comes at the end of the epoch");
    ticks(65);
    check(decisions == 1 && wants_private, "and decides");

    // Windows of two kernels.
    cross(4'b0111, 4'b1111);
    check(decisions == 1 && wants_private && changes == 1, "windows of two kernels that are alike decide");
    cross(4'b0001, 4'b0111);
    check(decisions == 0 && !wants_private && changes == 2, "thrice as many is work of another kind");

    // Memory would bound private slices: 20 reads and 10 stores in a window, then 10 and 10.
    begin_anew(4'b0111, 4'b1111);
    reads = 4'b0101;
    stores = 4'b1000;
    ticks(20);
    check(decisions == 0 && changes == 0 && !wants_private, "a window in which memory bounds is repeated");
    reads = 4'b0001;
    ticks(60);
    check(decisions == 1 && wants_private && changes == 1, "private slices are tried when shared ones read less");
    begin_anew(4'b0111, 4'b1111);
    reads = 4'b0101;
    ticks(190);
    check(decisions == 0 && changes == 0 && !wants_private, "nothing is tried in this epoch when memory bounds twice");
    reads = 4'b0001;
    ticks(70);
    check(decisions == 1 && wants_private && changes == 1, "in the next one it is");
    reads = 4'b0000;
    stores = 4'b0000;

    // One in the first window, and a stall.
    begin_anew(4'b0001, 4'b1111);
    ticks(14);
    pulse_kernel;
    ticks(12);
    check(!wants_private, "a kernel begins the first window anew");
    obeys = 1'b0;
    stall = 1'b1;
    ticks(5);
    stall = 1'b0;
    ticks(14);
    check(!wants_private, "as a stall does");
    obeys = 1'b1;
    ticks(60);
    check(decisions == 1 && wants_private, "the round ends");

    // Whoever holds atomics never gets private slices.
    begin_anew(4'b0001, 4'b1111);
    obeys = 1'b0;
    ticks(60);
    check(wants_private && decisions == 0, "without the organization nothing is counted");
    pulse_kernel;
    tick;
    check(wants_private, "the next kernel may have none");
    pulse_kernel;
    tick;
    check(!wants_private, "the one behind it ends the wish");

    adaptive = 1'b0;
    obeys = 1'b1;
    tick;
    check(!wants_private, "without adaptation shared slices");

    // Two programs: the first one's requests are in slice 0 when its slices are shared, in two when they are private; the second one's in one.
    seconds = 4'b1000;
    second_decisions = 0;
    both = 0;
    begin_anew(4'b1001, 4'b1011);
    second_adaptive = 1'b1;
    tick;
    check(runs && !second_runs, "one of two begins");
    ticks(2);
    check(second_waits && !second_runs, "the other one holds");
    ticks(50);
    check(decisions == 1 && wants_private && dut.of_shared == 22'd10 && dut.of_private == 22'd20, "its own requests count");
    check(!runs && second_runs && second_decisions == 0, "then the other one's round begins");
    ticks(50);
    check(second_decisions == 1 && second_wants && !second_runs && !second_waits, "and it decides, too");
    ticks(300);
    check(decisions >= 2 && second_decisions >= 2 && both == 0, "never both in a round");
    adaptive = 1'b0;
    ticks(400);
    check(second_decisions >= 3, "nobody waits for one that is off");
    second_adaptive = 1'b0;
    $display("llc_trial: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

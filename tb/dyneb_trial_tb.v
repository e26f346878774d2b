`default_nettype none
// Bench of dyneb_trial: four cores, windows of 10 cycles that count behind 4 private or 6 shared ones that do not,
// holds of 50 cycles or up to 8 times as many; shared L1s must achieve 96 of 128, 32 of 128 must be loads that miss.
module dyneb_trial_tb;
`include "tb/bench.vh"
  localparam ROUND = 4 + 10 + 14 + 6 + 10 + 14;
  reg  [1:0] l1_mode = 2'd0;
  reg        kernel = 1'b0, stays_private = 1'b0;
  reg  [3:0] private_ones = 4'd0, shared_ones = 4'd0, twos = 4'd0, core_miss = 4'd0;
  wire       share, event_trial, event_share;
  wire [3:0] core_one = share ? shared_ones : private_ones;
  integer    rounds = 0, chosen = 0, shared_cycles = 0;

  dyneb_trial #(.CORES(4), .WARM(4), .FILL(6), .WINDOW(10), .EPOCH(50), .TWICE(3), .KEEP(96), .MISS(32)) dut (
    .clk(clk), .rst(rst), .l1_mode(l1_mode), .kernel(kernel), .stays_private(stays_private), .core_one(core_one),
    .core_two(twos), .core_miss(core_miss), .share(share), .event_trial(event_trial),
    .event_share(event_share));

  always @(posedge clk) if (!rst) begin
    rounds        = rounds + event_trial;
    chosen        = chosen + event_share;
    shared_cycles = shared_cycles + share;
  end

  // Cores do so much from here on: private, shared; misses.
  task work(input [3:0] alone, input [3:0] together, input [3:0] misses);
    {private_ones, shared_ones, core_miss} = {alone, together, misses};
  endtask

  // Until a round is decided; the cycles that it took.
  integer waited;
  task decide;
    begin
      waited = 0;
      while (!event_trial) begin
        tick;
        waited = waited + 1;
      end
    end
  endtask

  task begin_kernel;
    begin
      kernel = 1'b1;
      tick;
      kernel = 1'b0;
    end
  endtask

  initial begin
    cycle_limit = 20000;
    ticks(2);
    rst = 1'b0;
    ticks(5);
    check(!share && rounds == 0, "mode 0 is private");
    l1_mode = 2'd1;
    tick;
    check(share, "mode 1 is shared, a cycle later");

    // No misses; then 10 of 40, a quarter.
    work(4'hf, 4'hf, 4'h0);
    l1_mode = 2'd2;
    tick;
    check(!share, "a round begins with private L1s");
    shared_cycles = 0;
    decide;
    check(waited == 28 && !event_share && shared_cycles == 0, "without misses nothing is tried");
    work(4'hf, 4'hf, 4'h1);
    tick;
    decide;
    check(waited == 49 + 2 * ROUND && event_share && shared_cycles > 0,
          "a quarter misses: it is tried, and kept when two rounds say so");

    // Holds double, up to 8 epochs.
    tick;
    decide;
    check(waited == 49 + ROUND && event_share, "behind a change of mind one epoch is held");
    tick;
    decide;
    check(waited == 99 + ROUND && event_share, "the same once more: two");
    tick;
    decide;
    check(waited == 199 + ROUND, "four");
    tick;
    decide;
    check(waited == 399 + ROUND, "eight");
    tick;
    decide;
    check(waited == 399 + ROUND && chosen == 5, "and no more");

    // A change of mind takes two rounds: 3 cores of 4 are just enough, 2 are not.
    work(4'hf, 4'h7, 4'hf);
    tick;
    decide;
    check(event_share, "three quarters are enough");
    work(4'hf, 4'h3, 4'hf);
    tick;
    decide;
    check(waited == 399 + 2 * ROUND && !event_share, "less is not, when two rounds say so");
    tick;
    decide;
    check(waited == 49 + ROUND && !event_share, "a change of mind brings the hold back to an epoch");

    // Twos count: 4 cores achieve 3 in shared L1s, which are private ones' 2.
    work(4'h0, 4'hf, 4'hf);
    twos = 4'hf;
    begin_kernel;
    decide;
    check(event_share && waited == 49 + ROUND, "a kernel ends the hold with its epoch, and its first round decides");

    // A kernel in a round begins it anew.
    ticks(50 + 30);
    check(share == 1'b1, "the shared window is under way");
    begin_kernel;
    check(!share, "a kernel begins the round anew");
    decide;
    check(waited == ROUND && event_share, "which lasts as long as any");

    // Nothing achieved is not enough, whatever private L1s do.
    work(4'h0, 4'h0, 4'hf);
    twos = 4'h0;
    begin_kernel;
    decide;
    check(!event_share, "who achieves nothing is not kept");

    // Slices that may be private.
    work(4'h1, 4'hf, 4'hf);
    begin_kernel;
    decide;
    check(event_share, "shared again");
    stays_private = 1'b1;
    tick;
    check(!share, "cores that share nothing end the search");
    stays_private = 1'b0;
    tick;
    decide;
    check(waited == ROUND && event_share, "it begins anew behind that");

    // A reset in a window.
    ticks(60);
    rst = 1'b1;
    tick;
    check(!share && !event_trial, "a reset ends it");
    rst = 1'b0;
    tick;
    decide;
    check(waited == ROUND && event_share, "and it begins again");
    $display("dyneb_trial: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

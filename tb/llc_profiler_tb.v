`default_nettype none
// Bench of llc_profiler: two controllers of two slices, sets 0 and 2 of four watched, two ways. A
// profile takes 40 cycles, its evaluation 78, an epoch 250. Bandwidth: LLC 10, memory 30, so with
// hit rate h and parallelism L a cache brings 10 h L + 30 (1 - h).
module llc_profiler_tb;
`include "tb/bench.vh"
  reg        adaptive = 1'b0;
  reg        shared = 1'b1;
  reg        kernel = 1'b0;
  reg        access_valid = 1'b0;
  reg  [1:0] access_set;
  reg  [3:0] access_tag;
  reg        access_cluster;
  reg  [3:0] slice_access = 4'd0;
  reg  [3:0] slice_first = 4'd0;
  reg        access_second = 1'b0;
  reg  [3:0] slice_second = 4'd0;
  wire       wants_private, event_decision, event_private, event_similar;

  llc_profiler #(.SLICES(4), .CLUSTERS(2), .SETS(4), .WAYS(2), .TAG_BITS(4), .SAMPLES(2), .PROFILE(40),
    .EPOCH(250), .LLC_BANDWIDTH(10), .PRIVATE_BANDWIDTH(10), .MEM_BANDWIDTH(30)) dut (.clk(clk), .rst(rst),
    .adaptive(adaptive), .shared(shared), .kernel(kernel), .access_valid(access_valid),
    .access_set(access_set), .access_tag(access_tag), .access_cluster(access_cluster),
    .access_other(access_second), .slice_access(slice_access & ~slice_second), .slice_first(slice_first), .wants_private(wants_private),
    .event_decision(event_decision), .event_private(event_private), .event_similar(event_similar));

  // The second one takes all clusters that used a line for its owners.
  wire       sharers_private, sharers_decision, sharers_chosen, sharers_similar;
  llc_profiler #(.SLICES(4), .CLUSTERS(2), .SETS(4), .WAYS(2), .TAG_BITS(4), .SAMPLES(2), .PROFILE(40),
    .EPOCH(250), .LLC_BANDWIDTH(10), .PRIVATE_BANDWIDTH(10), .MEM_BANDWIDTH(30), .SHARERS(1)) all_users (.clk(clk), .rst(rst),
    .adaptive(adaptive), .shared(shared), .kernel(kernel), .access_valid(access_valid),
    .access_set(access_set), .access_tag(access_tag), .access_cluster(access_cluster),
    .access_other(access_second), .slice_access(slice_access & ~slice_second), .slice_first(slice_first), .wants_private(sharers_private),
    .event_decision(sharers_decision), .event_private(sharers_chosen), .event_similar(sharers_similar));

  // The third one is that of the second program.
  wire       second_private, second_decision, second_chosen, second_similar;
  llc_profiler #(.SLICES(4), .CLUSTERS(2), .SETS(4), .WAYS(2), .TAG_BITS(4), .SAMPLES(2), .PROFILE(40),
    .EPOCH(250), .LLC_BANDWIDTH(10), .PRIVATE_BANDWIDTH(10), .MEM_BANDWIDTH(30)) second (.clk(clk), .rst(rst),
    .adaptive(adaptive), .shared(shared), .kernel(kernel), .access_valid(access_valid),
    .access_set(access_set), .access_tag(access_tag), .access_cluster(access_cluster),
    .access_other(!access_second), .slice_access(slice_access & slice_second), .slice_first(slice_first), .wants_private(second_private),
    .event_decision(second_decision), .event_private(second_chosen), .event_similar(second_similar));

  // A request to the watched slice.
  task access(input [1:0] set, input [3:0] tag, input cluster);
    begin
      access_valid = 1'b1;
      access_set = set;
      access_tag = tag;
      access_cluster = cluster;
      tick;
      access_valid = 1'b0;
    end
  endtask

  task slices(input [3:0] looks, input [3:0] first, input integer times);
    begin
      slice_access = looks;
      slice_first = first;
      ticks(times);
      slice_access = 4'd0;
    end
  endtask

  // A kernel begins: two cycles later the profile counts what the cycle before brings.
  task begin_kernel;
    begin
      kernel = 1'b1;
      tick;
      kernel = 1'b0;
      tick;
    end
  endtask

  task decision(input chosen, input similar, input [64*8-1:0] what);
    begin
      while (!event_decision) tick;
      check(event_private == chosen && event_similar == similar && wants_private == chosen, what);
    end
  endtask

  integer begun;
  integer n;
  initial begin
    tick;
    rst = 1'b0;
    ticks(3);
    check(!wants_private && !event_decision, "nothing is asked for after reset");
    adaptive = 1'b1;
    begun = cycle;
    decision(1'b0, 1'b0, "a profile without an access: shared");
    check(cycle - begun == 2 + 40 + 78, "40 cycles of profile and 78 of evaluation");
    tick;
    check(!event_decision, "a decision is a pulse");
    begun = cycle - 1;
    while (!event_decision) tick;
    check(cycle - begun == 250 + 2 - 40 - 78 + 40 + 78, "the next one follows an epoch later");

    begin_kernel;                      // misses in both: similar
    for (n = 0; n < 8; n = n + 1) access(2'd0, n[3:0], n[0]);
    decision(1'b1, 1'b1, "all miss: private, by rule 1");
    tick;
    check(wants_private, "it lasts");
    kernel = 1'b1;
    tick;
    kernel = 1'b0;
    check(!wants_private, "until a kernel begins");

    begin_kernel;                      // one line, clusters in turn: 7 of 8 hits are lost
    access(2'd2, 4'd9, 1'b0);
    for (n = 0; n < 8; n = n + 1) access(2'd2, 4'd9, n[0]);
    slices(4'b1111, 4'b0101, 8);       // all slices alike
    decision(1'b0, 1'b0, "hits lost, nothing won: shared");
    check(!sharers_chosen, "two users lose a hit of 9, for nothing: shared");

    begin_kernel;                      // the same, all of it in one slice; the first cluster's are not
    for (n = 0; n < 8; n = n + 1) access(2'd2, 4'd9, n[1]);  // 8 hits, 4 alone
    slices(4'b0001, 4'b0000, 12);
    slices(4'b0101, 4'b0101, 6);       // 18, 0, 6, 0: parallelism 1.33; first 6, 6: 4
    decision(1'b1, 1'b0, "10 x 1 x 1.33 < 10 x 1/2 x 4 + 30 x 1/2: private, by rule 2");
    check(sharers_chosen && sharers_similar, "both have used it before: no hit is lost, rule 1");
    check(sharers_private, "private");
    check(sharers_decision, "at the same time");

    begin_kernel;                      // other sets are not watched
    for (n = 0; n < 8; n = n + 1) access({n[0], 1'b1}, 4'd9, n[1]);
    decision(1'b0, 1'b0, "sets 1 and 3 are not watched");

    begin_kernel;                      // the least recently used line goes
    shared = 1'b0;                     // emptied
    tick;
    shared = 1'b1;
    tick;
    access(2'd0, 4'd1, 1'b0);
    access(2'd0, 4'd2, 1'b0);
    access(2'd0, 4'd1, 1'b0);          // hit
    access(2'd0, 4'd3, 1'b0);          // 2 goes
    access(2'd0, 4'd1, 1'b0);          // hit
    access(2'd0, 4'd2, 1'b0);          // 3 goes
    ticks(4);
    check(dut.accesses == 6 && dut.hits == 2 && dut.private_hits == 2 && dut.lost == 0,
          "six accesses, two hits");
    access(2'd0, 4'd2, 1'b1);          // hit of the other cluster
    access(2'd0, 4'd2, 1'b1);          // its own now
    ticks(4);
    check(dut.accesses == 8 && dut.hits == 4 && dut.private_hits == 3 && dut.lost == 1,
          "a hit of another cluster's line is lost");
    shared = 1'b0;
    ticks(5);
    check(dut.accesses == 8, "nothing counts while the cache is not shared");
    shared = 1'b1;
    tick;
    access(2'd0, 4'd2, 1'b1);
    ticks(4);
    check(dut.accesses == 9 && dut.hits == 4, "and it is empty then");
    adaptive = 1'b0;
    tick;
    adaptive = 1'b1;
    begun = cycle;
    decision(1'b0, 1'b0, "a new beginning");
    check(cycle - begun == 2 + 40 + 78, "all of it");

    begin_kernel;                      // two programs: what both look up is there, each counts its own
    shared = 1'b0;
    tick;
    shared = 1'b1;
    tick;
    access(2'd0, 4'd1, 1'b0);
    access_second = 1'b1;
    access(2'd0, 4'd2, 1'b0);
    access(2'd0, 4'd2, 1'b1);          // a hit, not alone
    access(2'd0, 4'd3, 1'b0);          // the first program's line goes
    access_second = 1'b0;
    access(2'd0, 4'd1, 1'b0);
    slice_second = 4'b0011;
    slices(4'b1011, 4'b1001, 3);
    ticks(4);
    check(dut.accesses == 2 && dut.hits == 0, "two accesses, no hit: the other program took the ways");
    check(second.accesses == 3 && second.hits == 1 && second.private_hits == 0 && second.lost == 1, "three of the other one");
    check(dut.slice_counts == {16'd3, 48'd0} && second.slice_counts == {32'd0, 16'd3, 16'd3}, "each slice's by program");
    check(dut.first_counts == {16'd3, 16'd0} && second.first_counts == {16'd0, 16'd3}, "and those of the first cluster");
    decision(1'b1, 1'b1, "nothing hits: private, by rule 1");
    check(second_decision && second_private && second_chosen && !second_similar, "10 x 1/3 x 2 < 30 x 1/3: the other one, too, by rule 2");
    slice_second = 4'd0;

    begin_kernel;                      // reset in every phase
    access(2'd0, 4'd1, 1'b0);
    access(2'd0, 4'd1, 1'b0);
    decision(1'b1, 1'b1, "private");
    for (n = 0; n < 130; n = n + 13) begin
      rst = 1'b1;
      tick;
      rst = 1'b0;
      check(!wants_private && !event_decision, "reset asks for the shared cache");
      begun = cycle;
      ticks(n);
    end
    rst = 1'b1;
    tick;
    rst = 1'b0;
    begun = cycle;
    decision(1'b0, 1'b0, "nothing of before is left");
    check(cycle - begun == 2 + 40 + 78, "120 cycles behind a reset");
    $display("llc_profiler: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Bench of llc_reconfig: a change to private and back with every party as slow as it likes, kernels,
// atomics, wishes that are taken back, a reset in every phase; and two programs that view the cache
// differently.
module llc_reconfig_tb;
`include "tb/bench.vh"
  reg        wants_private = 1'b0;
  reg        kernel = 1'b0;
  reg        atomics = 1'b0;
  reg        write_back = 1'b0;
  reg        awake = 1'b1;
  reg        busy = 1'b0;
  reg        bypassed = 1'b0;
  wire       stall, flush, flush_turns, flush_private, bypass, is_private, shared, event_change, event_private;

  llc_reconfig dut (.clk(clk), .rst(rst), .wants_private(wants_private), .kernel(kernel), .atomics(atomics),
    .write_back(write_back), .stall(stall), .awake(awake), .flush(flush), .flush_turns(flush_turns), .flush_private(flush_private), .busy(busy),
    .bypass(bypass), .bypassed(bypassed), .is_private(is_private), .shared(shared),
    .event_change(event_change), .event_private(event_private));

  reg  [1:0] wants_views = 2'b00;
  reg  [1:0] kernels = 2'b00;
  reg  [1:0] waiting = 2'b00;          // atomics
  wire [1:0] views;
  wire       two_stall, two_flush, two_turns, two_private, two_bypass, two_shared, two_change, two_some;
  llc_reconfig #(.VIEWS(2)) two (.clk(clk), .rst(rst), .wants_private(wants_views), .kernel(kernels),
    .atomics(waiting), .write_back(write_back), .stall(two_stall), .awake(awake), .flush(two_flush), .flush_turns(two_turns), .flush_private(two_private), .busy(busy),
    .bypass(two_bypass), .bypassed(bypassed), .is_private(views), .shared(two_shared),
    .event_change(two_change), .event_private(two_some));

  // From the stall to the release; each party takes so many cycles.
  task change(input to_private, input integer drain, input integer start, input integer walk, input integer wake);
    begin
      while (!stall) tick;
      check(!shared, "no organization while it changes");
      repeat (drain) begin
        check(!flush, "nothing is flushed while something is under way");
        tick;
      end
      awake = 1'b0;
      ticks(2);
      check(flush && flush_turns && flush_private == to_private, "the slices are told");
      tick;
      check(!flush && bypass == to_private, "once; and so are the routers");
      repeat (start) begin
        check(stall, "it waits for the slices to begin");
        tick;
      end
      busy = 1'b1;
      repeat (walk) begin
        tick;
        check(stall && !flush, "it waits for the slices");
      end
      busy = 1'b0;
      repeat (wake) begin
        tick;
        check(stall && is_private != to_private, "it waits for the routers");
      end
      bypassed = to_private;
      tick;
      while (stall) tick;
      awake = 1'b1;
      check(is_private == to_private && event_change && event_private == to_private && shared == !to_private,
            "the organization begins as the cores go on");
      tick;
      check(!event_change, "an event is a pulse");
    end
  endtask

  // The same of the two views; ends in the cycle in which the organization begins.
  task turn_two(input [1:0] to_views);
    begin
      while (!two_stall) tick;
      awake = 1'b0;
      while (!two_turns) tick;
      check(two_private == |to_views, "the slices of two views are told");
      tick;
      busy = 1'b1;
      tick;
      busy = 1'b0;
      bypassed = &to_views;
      while (!two_change) tick;
      awake = 1'b1;
      check(views == to_views && two_bypass == &to_views && two_some == |to_views, "each has its own");
    end
  endtask

  integer n;
  initial begin
    tick;
    rst = 1'b0;
    check(shared && !stall && !flush && !bypass && !is_private, "shared after reset");
    ticks(3);
    check(shared, "nothing happens by itself");
    wants_private = 1'b1;
    change(1'b1, 5, 2, 20, 3);
    ticks(5);
    check(is_private && !stall && bypass, "private");
    kernel = 1'b1;
    tick;
    kernel = 1'b0;
    bypassed = 1'b1;
    while (!stall) tick;
    awake = 1'b0;
    ticks(2);
    check(flush && flush_private, "a kernel empties private slices");
    tick;
    busy = 1'b1;
    tick;
    kernel = 1'b1;                     // another one while they are emptied
    tick;
    kernel = 1'b0;
    busy = 1'b0;
    while (!event_change) tick;
    check(is_private && event_private, "private as before");
    ticks(3);
    check(!stall, "the cores are given time to wake");
    awake = 1'b1;
    while (!stall) tick;
    awake = 1'b0;
    while (!flush) tick;
    check(flush_private, "and again for the kernel that came behind the flush");
    tick;
    busy = 1'b1;
    ticks(2);
    busy = 1'b0;
    while (!event_change) tick;
    awake = 1'b1;
    ticks(5);
    check(!stall, "then no more");

    wants_private = 1'b0;
    change(1'b0, 0, 0, 1, 30);         // a late wake-up
    kernel = 1'b1;
    tick;
    kernel = 1'b0;
    ticks(3);
    check(!stall, "a kernel does nothing to the shared cache");

    wants_private = 1'b1;              // taken back before anything was done
    tick;
    check(stall, "stalled");
    wants_private = 1'b0;
    ticks(3);
    awake = 1'b0;
    ticks(2);
    awake = 1'b1;
    check(!stall && !flush && !event_change, "then the cores go on, and nothing was flushed");
    write_back = 1'b1;
    tick;
    write_back = 1'b0;
    check(flush && !flush_turns, "the host's flush turns nothing");
    tick;
    check(!flush, "and is a pulse");

    wants_private = 1'b1;              // an atomic in the cycle of the switch
    while (!stall) tick;
    awake = 1'b0;
    ticks(2);
    check(flush, "flushes");
    tick;
    busy = 1'b1;
    tick;
    busy = 1'b0;
    bypassed = 1'b1;
    ticks(2);
    check(stall, "switches");
    atomics = 1'b1;
    tick;
    check(!stall && is_private, "private now");
    awake = 1'b1;
    ticks(2);
    check(stall, "an atomic waits: back at once");
    change(1'b0, 2, 1, 4, 2);
    atomics = 1'b0;
    ticks(20);
    check(shared, "shared for this kernel");
    kernel = 1'b1;
    tick;
    kernel = 1'b0;
    change(1'b1, 1, 1, 1, 1);
    wants_private = 1'b0;
    change(1'b0, 1, 1, 1, 1);

    wants_views = 2'b01;               // programs that view it differently: nothing is gated
    while (!two_stall) tick;
    busy = 1'b1;                       // the host's flush is under way
    awake = 1'b0;
    ticks(5);
    check(two_stall && !two_flush, "the slices are let finish");
    busy = 1'b0;
    while (!two_flush) tick;
    check(two_private, "private for some");
    tick;
    busy = 1'b1;
    tick;
    busy = 1'b0;
    while (!two_change) tick;
    check(views == 2'b01 && two_some && !two_bypass && !two_shared, "one view private, routers awake");
    awake = 1'b1;
    ticks(4);
    kernels = 2'b10;                   // of the program with the shared view
    tick;
    kernels = 2'b00;
    ticks(4);
    check(!two_stall, "a kernel of the shared view empties nothing");
    kernels = 2'b01;
    tick;
    kernels = 2'b00;
    turn_two(2'b01);
    waiting = 2'b10;                   // an atomic of either program needs all shared
    tick;
    turn_two(2'b00);
    waiting = 2'b00;
    ticks(4);
    kernels = 2'b01;
    tick;
    kernels = 2'b00;
    ticks(4);
    check(!two_stall && two_shared, "the other program's kernel frees no atomics");
    kernels = 2'b10;
    tick;
    kernels = 2'b00;
    turn_two(2'b01);
    wants_views = 2'b11;
    turn_two(2'b11);
    check(shared, "the other one sees nothing of that");
    bypassed = 1'b0;
    awake = 1'b1;

    for (n = 0; n < 12; n = n + 1) begin   // reset in every phase
      wants_private = 1'b1;
      while (!stall) tick;
      for (cut = 0; cut < n; cut = cut + 1) begin
        awake = cut == 0;
        busy = cut > 4 && cut < 8;
        bypassed = cut > 8;
        tick;
      end
      wants_private = 1'b0;
      rst = 1'b1;
      tick;
      rst = 1'b0;
      awake = 1'b1;
      busy = 1'b0;
      bypassed = 1'b0;
      check(shared && !stall && !flush && !bypass && !event_change, "reset: shared");
      ticks(2);
      check(shared, "and it stays");
    end
    $display("llc_reconfig: passed %0d checks", checks);
    $finish;
  end
  integer cut;
endmodule
`default_nettype wire

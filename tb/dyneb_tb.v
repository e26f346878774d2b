`default_nettype none
// Bench of dyneb: decisions with their numbers, lengths of the phases, halving, changes of mode.
// Three instances see the same events: effective bandwidth (eb), the same with counters of 4 bits
// and without the miss rule (narrow), and average access time (amat). At the end two more do, one
// for which only own accesses count (own) one that warms up (warm), and
// one that looks at the private L1 alone before a sample (alone). Then one behind a ring on which other
// L1s answer (rings).
module dyneb_tb;
`include "tb/bench.vh"
  localparam SAMPLE = 12, EXECUTE = 4, WARM = 3;
  localparam EB_CYCLES = 43, NARROW_CYCLES = 14, AMAT_CYCLES = 54;  // from a last event on

  reg         stays_private = 1'b0;
  reg  [1:0]  l1_mode = 2'd0, own_mode = 2'd0, warm_mode = 2'd0;
  reg  [1:0]  alone_mode = 2'd0;
  reg         event_hit = 1'b0, event_miss = 1'b0, event_merge = 1'b0, event_store = 1'b0;
  reg         event_remote = 1'b0, event_odd = 1'b0;
  reg         event_ask = 1'b0, event_ask_odd = 1'b0;
  reg  [1:0]  rings_mode = 2'd0;
  wire [3:0]  rings;
  reg         event_near = 1'b0, home_valid = 1'b0;
  reg  [24:0] home_line = 25'd0;
  wire [3:0]  eb, narrow, amat, own, warm, alone;  // {even, odd, sample, share}
  integer     i, n;

  localparam [3:0] PRIVATE = 4'b0000, SHARED = 4'b1100, SAMPLING = 4'b0100;
  localparam [3:0] CHOSE_PRIVATE = 4'b0010, CHOSE_SHARED = 4'b1111;

  dyneb #(.CHECK(0), .SHARE_PERCENT(0), .WARM(0), .SAMPLE(SAMPLE), .EXECUTE(EXECUTE)) eb_dut (.clk(clk), .rst(rst), .l1_mode(l1_mode), .stays_private(stays_private),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .event_ask(event_ask), .event_ask_odd(event_ask_odd), .event_near(event_near), .home_valid(home_valid), .home_line(home_line),
    .share_even(eb[3]), .share_odd(eb[2]),
    .event_sample(eb[1]), .event_share(eb[0]));

  dyneb #(.CHECK(0), .SHARE_PERCENT(0), .WARM(0), .SAMPLE(SAMPLE), .EXECUTE(EXECUTE), .COUNT_BITS(4),
    .MISS_PERCENT(0)) narrow_dut (.clk(clk), .rst(rst), .l1_mode(l1_mode), .stays_private(stays_private),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .event_ask(event_ask), .event_ask_odd(event_ask_odd), .event_near(event_near), .home_valid(home_valid), .home_line(home_line),
    .share_even(narrow[3]), .share_odd(narrow[2]),
    .event_sample(narrow[1]), .event_share(narrow[0]));

  dyneb #(.CHECK(0), .SHARE_PERCENT(0), .WARM(0), .SAMPLE(SAMPLE), .EXECUTE(EXECUTE), .METRIC(1)) amat_dut (
    .clk(clk), .rst(rst), .l1_mode(l1_mode), .stays_private(stays_private),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .event_ask(event_ask), .event_ask_odd(event_ask_odd), .event_near(event_near), .home_valid(home_valid), .home_line(home_line),
    .share_even(amat[3]), .share_odd(amat[2]),
    .event_sample(amat[1]), .event_share(amat[0]));

  dyneb #(.CHECK(0), .SHARE_PERCENT(0), .WARM(0), .SAMPLE(SAMPLE), .EXECUTE(EXECUTE), .COUNT_REMOTE(0)) own_dut (
    .clk(clk), .rst(rst), .l1_mode(own_mode), .stays_private(stays_private),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .event_ask(event_ask), .event_ask_odd(event_ask_odd), .event_near(event_near), .home_valid(home_valid), .home_line(home_line),
    .share_even(own[3]), .share_odd(own[2]),
    .event_sample(own[1]), .event_share(own[0]));

  dyneb #(.CHECK(0), .SHARE_PERCENT(0), .WARM(WARM), .SAMPLE(SAMPLE), .EXECUTE(EXECUTE)) warm_dut (.clk(clk), .rst(rst),
    .l1_mode(warm_mode), .stays_private(stays_private),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .event_ask(event_ask), .event_ask_odd(event_ask_odd), .event_near(event_near), .home_valid(home_valid), .home_line(home_line),
    .share_even(warm[3]), .share_odd(warm[2]),
    .event_sample(warm[1]), .event_share(warm[0]));

  localparam ALONE = 21, LINES = 9;    // below 5 misses: private, from 7 on: shared; in a window from 2 on
  localparam WATCHED = 10;             // accesses of an execution
  dyneb #(.LINES(LINES), .CHECK(ALONE), .WATCH(4), .WARM(WARM), .SAMPLE(SAMPLE), .EXECUTE(WATCHED)) alone_dut (
    .clk(clk), .rst(rst),
    .l1_mode(alone_mode), .stays_private(stays_private),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .event_ask(event_ask), .event_ask_odd(event_ask_odd), .event_near(event_near), .home_valid(home_valid), .home_line(home_line),
    .share_even(alone[3]), .share_odd(alone[2]),
    .event_sample(alone[1]), .event_share(alone[0]));

  dyneb #(.ASKS(1), .LINES(LINES), .CHECK(ALONE), .WATCH(4), .WARM(0), .SAMPLE(SAMPLE), .EXECUTE(WATCHED)) rings_dut (
    .clk(clk), .rst(rst),
    .l1_mode(rings_mode), .stays_private(stays_private),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .event_ask(event_ask), .event_ask_odd(event_ask_odd), .event_near(event_near),
    .home_valid(home_valid), .home_line(home_line),
    .share_even(rings[3]), .share_odd(rings[2]),
    .event_sample(rings[1]), .event_share(rings[0]));

  // L2 is asked for lines of own loads.
  task asks(input odd, input integer count);
    begin
      {event_ask, event_ask_odd} = {count != 0, count != 0 && odd};
      ticks(count);
      {event_ask, event_ask_odd} = 2'b00;
    end
  endtask

  // `count` loads in the sets of one parity, of which the first `misses` miss.
  task loads(input remote, input odd, input integer count, input integer misses);
    for (i = 0; i < count; i = i + 1) begin
      event_remote = remote;
      event_odd = odd;
      event_miss = i < misses;
      event_merge = !event_miss && i % 3 == 0;
      event_hit = !event_miss && !event_merge;
      tick;
      {event_hit, event_miss, event_merge, event_remote, event_odd} = 5'd0;
    end
  endtask

  task stores(input remote, input odd, input integer count);
    begin
      {event_store, event_remote, event_odd} = {1'b1, remote, odd};
      ticks(count);
      {event_store, event_remote, event_odd} = 3'd0;
    end
  endtask

  // Own requests that other cores' homes answer, for sets of one parity.
  task replies(input odd, input integer count);
    begin
      home_valid = count != 0;
      home_line = {24'h001234, odd};
      ticks(count);
      home_valid = 1'b0;
    end
  endtask

  task near(input integer count);
    begin
      event_near = count != 0;
      ticks(count);
      event_near = 1'b0;
    end
  endtask

  // The odd group's requests, and LATE cycles with more, which come too late.
  localparam LATE = 12;
  task odd_sample(input integer loaded, input integer misses, input integer home,
                  input integer to_l2);
    begin
      near(to_l2);
      replies(1'b1, home);
      loads(1'b0, 1'b1, loaded, misses);
      stores(1'b0, 1'b1, SAMPLE - loaded - home - to_l2);
      near(3);
      replies(1'b1, 2);
      loads(1'b1, 1'b1, 2, 1);
      loads(1'b0, 1'b1, 3, 2);
      stores(1'b0, 1'b1, 2);
    end
  endtask

  // A sample: each group has SAMPLE own requests, so what is missing are stores. Other cores' accesses
  // and answers of homes to even sets count nowhere.
  task sample(input integer even_loads, input integer even_misses,
              input integer odd_loads, input integer odd_misses, input integer odd_home,
              input integer odd_near);
    begin
      odd_sample(odd_loads, odd_misses, odd_home, odd_near);
      replies(1'b0, 3);
      loads(1'b1, 1'b0, 3, 3);
      stores(1'b1, 1'b0, 3);
      loads(1'b0, 1'b0, even_loads, even_misses);
      stores(1'b0, 1'b0, SAMPLE - even_loads - 1);
      check(eb == SAMPLING && narrow == SAMPLING && amat == SAMPLING, "half and half");
      stores(1'b0, 1'b0, 1);
    end
  endtask

  // The evaluations, to the pulse of each; events meanwhile do not matter.
  task evaluations(input eb_shares, input narrow_shares, input amat_shares);
    for (i = 1; i <= AMAT_CYCLES + 1; i = i + 1) begin
      home_valid = i < NARROW_CYCLES - 2;
      event_near = i < NARROW_CYCLES - 2;
      home_line = 25'd1;
      check(i > EB_CYCLES || eb == SAMPLING, "bandwidth is evaluated");
      check(i > NARROW_CYCLES || narrow == SAMPLING, "narrow counters are evaluated");
      check(i > AMAT_CYCLES || amat == SAMPLING, "access time is evaluated");
      if (i == EB_CYCLES + 1)
        check(eb == (eb_shares ? CHOSE_SHARED : CHOSE_PRIVATE), "decision by bandwidth");
      if (i == NARROW_CYCLES + 1)
        check(narrow == (narrow_shares ? CHOSE_SHARED : CHOSE_PRIVATE), "decision, few bits");
      if (i == AMAT_CYCLES + 1)
        check(amat == (amat_shares ? CHOSE_SHARED : CHOSE_PRIVATE), "decision by access time");
      if (i <= AMAT_CYCLES) tick;
    end
  endtask

  // EXECUTE own accesses. Those of other cores and requests that pass the own L1 do not count.
  task execution(input shares);
    begin
      replies(1'b1, 4);
      near(4);
      loads(1'b1, 1'b1, 1, 1);
      stores(1'b1, 1'b0, 1);
      stores(1'b0, 1'b1, EXECUTE - 1);
      tick;
      check(eb == (shares ? SHARED : PRIVATE), "one access to go");
      loads(1'b0, shares, 1, 0);
    end
  endtask

  initial begin
    tick;
    rst = 1'b0;
    check(eb == PRIVATE, "private after reset");
    loads(1'b0, 1'b0, 5, 5);
    check(eb == PRIVATE, "mode 0 is private");
    l1_mode = 2'd1;
    check(eb == PRIVATE, "until the edge");
    tick;
    check(eb == SHARED, "mode 1 is shared");
    l1_mode = 2'd2;
    tick;

    // Bandwidth: 3/(1/4) + 6 = 18 > 10/(8/10) = 12.5: shared.
    // Time over the own L1's: 1/10*247 + 6/10*82 = 73.9 < 8/10*247 = 198: shared.
    sample(10, 8, 4, 1, 6, 1);
    evaluations(1'b1, 1'b1, 1'b1);
    execution(1'b1);

    // 1 miss in 11 is less than 10%: private, although 9/(1/4) > 2/(1/11); narrow has no rule.
    sample(11, 1, 4, 1, 0, 6);
    evaluations(1'b0, 1'b1, 1'b0);
    execution(1'b0);
    // 1 in 10 is not less: 36 > 3/(1/10).
    sample(10, 1, 4, 1, 0, 6);
    evaluations(1'b1, 1'b1, 1'b0);
    execution(1'b1);

    // A tie is private: 9/(3/6) on both sides, near requests and stores are one; 3/6*247.
    sample(6, 3, 6, 3, 0, 3);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);
    // 8/(2/4) + 2 is one, too, 9/(2/4) + 1 is none; a home answers sooner than L2.
    sample(6, 3, 4, 2, 2, 3);
    evaluations(1'b0, 1'b0, 1'b1);
    execution(1'b0);
    sample(6, 3, 4, 2, 1, 4);
    evaluations(1'b1, 1'b1, 1'b1);
    execution(1'b1);

    // Without a miss shared has infinite bandwidth, also without a store or an access; access time
    // takes no side when all requests were near.
    sample(6, 3, 4, 0, 3, 0);
    evaluations(1'b1, 1'b1, 1'b1);
    execution(1'b1);
    sample(6, 3, 4, 0, 8, 0);
    evaluations(1'b1, 1'b1, 1'b1);
    execution(1'b1);
    sample(6, 3, 0, 0, 0, SAMPLE);
    evaluations(1'b1, 1'b1, 1'b0);
    execution(1'b1);
    // Both, and private alone: nothing to gain.
    sample(6, 0, 4, 0, 3, 0);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);
    sample(6, 0, 4, 2, 3, 3);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);

    // Halving: the 16th odd load makes 8 of 16 loads, misses and requests to L2, and 4 of the 8
    // replies that came before. 20/(16/16) + 8 = 28 > 7/(3/8) = 18.7 > 12/(8/8) + 4 = 16.
    replies(1'b1, 8);
    loads(1'b1, 1'b1, 16, 16);
    stores(1'b0, 1'b1, 4);
    loads(1'b0, 1'b0, 8, 3);
    stores(1'b0, 1'b0, 4);
    evaluations(1'b1, 1'b0, 1'b0);
    execution(1'b1);
    // Two at once: of 15 requests to L2 and 2 more narrow keeps 8, and 2 of 4 loads, which all missed.
    // 22/(4/4) > 9/(3/6) = 18 > 13/(2/2).
    loads(1'b1, 1'b1, 4, 4);
    event_near = 1'b1;
    stores(1'b1, 1'b1, 5);
    near(1);
    event_near = 1'b1;
    stores(1'b1, 1'b1, 1);
    event_near = 1'b0;
    stores(1'b0, 1'b1, 5);
    loads(1'b0, 1'b0, 6, 3);
    stores(1'b0, 1'b0, 6);
    evaluations(1'b1, 1'b0, 1'b0);
    execution(1'b1);

    // Other cores' loads at this home count for the bandwidth: 9/(3/14) = 42 > 18, and 11/(4/6) + 1
    // = 17.5 < 18 < 9/(2/4) + 1. Without replies of homes they do not for the time: a tie.
    loads(1'b1, 1'b1, 8, 0);
    sample(6, 3, 6, 3, 0, 3);
    evaluations(1'b1, 1'b1, 1'b0);
    execution(1'b1);
    loads(1'b1, 1'b1, 2, 2);
    sample(6, 3, 4, 2, 1, 4);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);

    // For the time they tell how far a home is: 1/11*247 + 5/11*(82 + 1/4*247) = 87.8
    // < 4/10*247 = 98.8, but > 3/10*247 = 74.1. Bandwidth: 3/(2/10) + 5 = 20 > 6/(4/10) and 5/(3/10).
    loads(1'b1, 1'b1, 4, 1);
    sample(10, 4, 6, 1, 5, 1);
    evaluations(1'b1, 1'b1, 1'b1);
    execution(1'b1);
    loads(1'b1, 1'b1, 4, 1);
    sample(10, 3, 6, 1, 5, 1);
    evaluations(1'b1, 1'b1, 1'b0);
    execution(1'b1);

    // What the even group sees after its own requests counts no more: 18, as above, < 19.
    loads(1'b0, 1'b0, 6, 3);
    stores(1'b0, 1'b0, SAMPLE - 6);
    stores(1'b0, 1'b0, 9);
    loads(1'b0, 1'b0, 9, 1);
    check(eb == SAMPLING, "the odd sets are waited for");
    odd_sample(4, 2, 1, 4);
    ticks(EB_CYCLES - LATE);
    check(eb == CHOSE_SHARED, "both groups did the same work");

    // Every cycle of a sample and its evaluation is one in which the mode may change.
    for (n = 0; n < 79; n = n + 1) begin
      l1_mode = {1'b0, n % 3 == 0};
      tick;
      check(eb == ((n % 3 == 0) ? SHARED : PRIVATE), "static");
      l1_mode = 2'd3;
      tick;
      check(eb == SAMPLING, "a new sample");
      if (n < 20) loads(1'b0, n % 2 == 0, n, n);
      else begin
        loads(1'b0, 1'b0, SAMPLE, 0);
        loads(1'b0, 1'b1, SAMPLE, 0);
        ticks(n - 20);
      end
    end
    l1_mode = 2'd1;
    stays_private = 1'b1;                  // private slices, whatever the mode
    tick;
    check(eb == PRIVATE, "shared is not while the slices are private");
    l1_mode = 2'd2;
    ticks(3);
    check(eb == PRIVATE, "nor is anything sampled");
    stays_private = 1'b0;
    tick;
    sample(10, 8, 4, 1, 6, 1);             // nothing is left of the samples before
    evaluations(1'b1, 1'b1, 1'b1);
    sample_again;
    own_accesses_only;
    warm_up;
    look_at_private;
    behind_a_ring;
    $display("dyneb: passed %0d checks", checks);
    $finish;
  end

  // Mode 1 in the last cycle of an evaluation: no pulse.
  task sample_again;
    begin
      execution(1'b1);
      sample(10, 8, 4, 1, 6, 1);
      ticks(EB_CYCLES - 1);
      l1_mode = 2'd1;
      tick;
      check(eb == SHARED, "static at the edge that would have decided");
      tick;
      check(eb == SHARED, "and no pulse later");
    end
  endtask

  // COUNT_REMOTE: what judges and what ends a sample of the same events.
  task own_accesses_only;
    begin
      {l1_mode, own_mode} = {2'd2, 2'd2};
      tick;
      loads(1'b0, 1'b0, 8, 2);
      stores(1'b0, 1'b0, SAMPLE - 8);
      loads(1'b1, 1'b1, 8, 2);
      stores(1'b1, 1'b1, 3);
      replies(1'b1, 2);
      near(1);
      loads(1'b0, 1'b1, 4, 4);
      {event_near, home_valid, home_line} = {2'b11, 25'd3};
      stores(1'b0, 1'b1, 1);           // three requests in one cycle
      {event_near, home_valid} = 2'b00;
      stores(1'b0, 1'b1, 1);
      ticks(2);
      check(eb == SAMPLING, "one request to go");
      {event_near, home_valid} = 2'b11;
      tick;                            // two come
      {event_near, home_valid} = 2'b00;
      ticks(EB_CYCLES);
      check(eb == CHOSE_SHARED, "all loads: 14/(6/12) + 4 = 32 > 6/(2/8) = 24");
      check(own == SAMPLING, "requests that pass the own L1 are no own accesses");
      stores(1'b0, 1'b1, SAMPLE - 4 - 2 - 1);
      check(eb == SAMPLING, "meanwhile a new sample began");
      stores(1'b0, 1'b1, 1);
      ticks(EB_CYCLES);
      check(own == CHOSE_PRIVATE, "own loads: 20/(4/4) + 4 = 24");
      loads(1'b1, 1'b1, EXECUTE, 2);
      stores(1'b1, 1'b0, EXECUTE);
      loads(1'b0, 1'b0, 1, 0);
      stores(1'b0, 1'b1, EXECUTE - 2);
      check(own == PRIVATE, "one own access to go");
      loads(1'b0, 1'b1, 1, 0);
      check(own == PRIVATE, "it counts a cycle later");
      tick;
      check(own == SAMPLING, "an execution of own accesses");
    end
  endtask

  // ALONE own loads that do not judge, then as many that do: 4 of 21 are less than 20%. Stores and other
  // cores' loads are neither.
  task stays_private_alone;
    begin
      check(alone == PRIVATE, "private");
      loads(1'b1, 1'b1, 3, 3);
      stores(1'b0, 1'b0, ALONE);
      loads(1'b0, 1'b1, ALONE, LINES - 1);
      loads(1'b1, 1'b0, 9, 9);
      stores(1'b0, 1'b1, ALONE);
      loads(1'b0, 1'b0, ALONE - 1, 4);
      ticks(2);
      check(alone == PRIVATE, "one load to go");
      loads(1'b0, 1'b1, 1, 0);
      tick;
      check(alone == CHOSE_PRIVATE, "4 misses in 21 loads: no sample");
      tick;
      check(alone == PRIVATE, "the pulse lasts a cycle");
    end
  endtask

  // Windows of 2, 4 and 4 accesses. While it is shared nobody counts.
  task a_private_execution_is_watched;
    begin
      loads(1'b0, 1'b0, 1, 0);
      loads(1'b0, 1'b0, 1, 1);
      loads(1'b0, 1'b0, 4, 1);
      loads(1'b1, 1'b0, 3, 3);
      stores(1'b0, 1'b0, 2);
      loads(1'b0, 1'b1, 1, 1);
      ticks(2);
      check(alone == PRIVATE, "a miss in each window");
      loads(1'b0, 1'b0, 1, 1);
      tick;
      check(alone == CHOSE_SHARED, "the last access of the window is its second miss");
      loads(1'b0, 1'b1, WATCHED - 1, WATCHED - 1);
      ticks(2);
      check(alone == SHARED, "an access to go");
      loads(1'b0, 1'b0, 1, 1);
      tick;
      check(alone == PRIVATE, "it settles again");
    end
  endtask

  task shares_at_once;
    begin
      loads(1'b0, 1'b1, LINES, LINES);
      loads(1'b0, 1'b0, 6, 6);
      ticks(2);
      check(alone == PRIVATE, "6 misses");
      loads(1'b0, 1'b1, 1, 1);
      tick;
      check(alone == CHOSE_SHARED, "7 misses are a third of 21 loads, and the L1 was full after 9");
      stores(1'b0, 1'b0, WATCHED);
      tick;
    end
  endtask

  task a_sample_needs_a_third;
    begin
      loads(1'b0, 1'b1, ALONE, 0);
      loads(1'b0, 1'b0, ALONE, 5);
      tick;
      check(alone == SAMPLING, "5 misses in 21 loads: a sample");
      loads(1'b0, 1'b0, WARM, 0);
      loads(1'b0, 1'b1, WARM, 0);
      loads(1'b0, 1'b1, SAMPLE, 0);
      loads(1'b0, 1'b0, SAMPLE, 3);
      ticks(EB_CYCLES);
      check(alone == CHOSE_PRIVATE, "no shared miss, but only 3 of 12 private loads missed");
      alone_mode = 2'd0;
      tick;
      check(alone == PRIVATE, "given up");
    end
  endtask

  task look_at_private;
    begin
      alone_mode = 2'd2;
      tick;
      stays_private_alone;
      a_private_execution_is_watched;
      shares_at_once;
      a_sample_needs_a_third;
    end
  endtask

  // Loads that other L1s answer are no misses, however many the own L1 lacks.
  task behind_a_ring;
    begin
      rings_mode = 2'd2;
      tick;
      loads(1'b0, 1'b1, ALONE, ALONE);
      loads(1'b0, 1'b0, ALONE - 1, ALONE - 1);
      asks(1'b1, 4);
      loads(1'b0, 1'b0, 1, 1);
      tick;
      check(rings == CHOSE_PRIVATE, "4 of 21 asked L2");
      loads(1'b0, 1'b0, WATCHED, WATCHED);
      ticks(2);
      check(rings == PRIVATE, "a window of misses that L2 does not see");
      loads(1'b0, 1'b1, ALONE - 1, 0);
      asks(1'b0, LINES - 1);
      ticks(2);
      loads(1'b0, 1'b1, 1, 0);
      asks(1'b1, 6);
      ticks(2);
      check(rings == PRIVATE, "6");
      asks(1'b0, 1);
      tick;
      check(rings == CHOSE_SHARED, "7 are a third of 21, before any load");
      rings_mode = 2'd0;
      tick;
      rings_mode = 2'd2;
      tick;
      loads(1'b0, 1'b0, 2 * ALONE - 1, 0);
      asks(1'b0, 6);
      loads(1'b0, 1'b0, 1, 0);
      tick;
      check(rings == SAMPLING, "6 of 21: a sample");
      asks(1'b1, 9);                   // of the shared sets: those count at the lookup
      loads(1'b0, 1'b1, SAMPLE, 0);
      asks(1'b0, 6);
      loads(1'b0, 1'b0, SAMPLE, SAMPLE);
      ticks(EB_CYCLES);
      check(rings == CHOSE_SHARED, "6 of 12 asked, no shared miss");
      rings_mode = 2'd0;
      tick;
    end
  endtask

  // What comes before both groups are warm does not judge: with it 19 were less than 18.
  task warm_up;
    begin
      warm_mode = 2'd2;
      tick;
      loads(1'b1, 1'b1, 10, 10);
      replies(1'b1, 1);
      near(1);
      loads(1'b0, 1'b0, 2 * SAMPLE, 20);
      loads(1'b0, 1'b1, 1, 1);
      odd_sample(4, 2, 1, 4);
      loads(1'b0, 1'b0, 6, 3);
      stores(1'b0, 1'b0, SAMPLE - 6 - 1);
      ticks(EB_CYCLES);
      check(warm == SAMPLING, "it still samples");
      stores(1'b0, 1'b0, 1);
      ticks(EB_CYCLES);
      check(warm == CHOSE_SHARED, "9/(2/4) + 1 = 19 > 9/(3/6)");
    end
  endtask
endmodule
`default_nettype wire

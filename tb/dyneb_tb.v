`default_nettype none
// Bench of dyneb: decisions with their numbers, lengths of the phases, halving, changes of mode.
// Three instances see the same events: effective bandwidth (eb), the same with counters of 4 bits
// and without the miss rule (narrow), and average access time (amat). At the end a fourth does, for
// which only own accesses count (own).
module dyneb_tb;
`include "tb/bench.vh"
  localparam SAMPLE = 24, EXECUTE = 4;
  localparam EB_CYCLES = 43, NARROW_CYCLES = 14, AMAT_CYCLES = 54;  // from a last event on

  reg  [1:0]  l1_mode = 2'd0, own_mode = 2'd0;
  reg         event_hit = 1'b0, event_miss = 1'b0, event_merge = 1'b0, event_store = 1'b0;
  reg         event_remote = 1'b0, event_odd = 1'b0;
  reg         l2_valid = 1'b0, l2_ready = 1'b1, home_valid = 1'b0;
  reg  [24:0] l2_line = 25'd0, home_line = 25'd0;
  wire [4:0]  eb, narrow, amat, own;   // {even, odd, via_home, sample, share}
  integer     i, n;

  localparam [4:0] PRIVATE = 5'b00000, SHARED = 5'b11100, SAMPLING = 5'b01100;
  localparam [4:0] RUNS_PRIVATE = 5'b00100, CHOSE_PRIVATE = 5'b00110, CHOSE_SHARED = 5'b11111;

  dyneb #(.SAMPLE(SAMPLE), .EXECUTE(EXECUTE)) eb_dut (.clk(clk), .rst(rst), .l1_mode(l1_mode),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .l2_valid(l2_valid), .l2_ready(l2_ready), .l2_line(l2_line),
    .home_valid(home_valid), .home_line(home_line),
    .share_even(eb[4]), .share_odd(eb[3]), .via_home(eb[2]),
    .event_sample(eb[1]), .event_share(eb[0]));

  dyneb #(.SAMPLE(SAMPLE), .EXECUTE(EXECUTE), .COUNT_BITS(4), .MISS_PERCENT(0)) narrow_dut (
    .clk(clk), .rst(rst), .l1_mode(l1_mode),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .l2_valid(l2_valid), .l2_ready(l2_ready), .l2_line(l2_line),
    .home_valid(home_valid), .home_line(home_line),
    .share_even(narrow[4]), .share_odd(narrow[3]), .via_home(narrow[2]),
    .event_sample(narrow[1]), .event_share(narrow[0]));

  dyneb #(.SAMPLE(SAMPLE), .EXECUTE(EXECUTE), .METRIC(1)) amat_dut (
    .clk(clk), .rst(rst), .l1_mode(l1_mode),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .l2_valid(l2_valid), .l2_ready(l2_ready), .l2_line(l2_line),
    .home_valid(home_valid), .home_line(home_line),
    .share_even(amat[4]), .share_odd(amat[3]), .via_home(amat[2]),
    .event_sample(amat[1]), .event_share(amat[0]));

  dyneb #(.SAMPLE(SAMPLE), .EXECUTE(EXECUTE), .COUNT_REMOTE(0)) own_dut (
    .clk(clk), .rst(rst), .l1_mode(own_mode),
    .event_hit(event_hit), .event_miss(event_miss), .event_merge(event_merge),
    .event_store(event_store), .event_remote(event_remote), .event_odd(event_odd),
    .l2_valid(l2_valid), .l2_ready(l2_ready), .l2_line(l2_line),
    .home_valid(home_valid), .home_line(home_line),
    .share_even(own[4]), .share_odd(own[3]), .via_home(own[2]),
    .event_sample(own[1]), .event_share(own[0]));

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

  // Replies for sets of one parity: from_l2 of L2, from_home of homes, together where both come.
  task replies(input odd, input integer from_l2, input integer from_home);
    for (i = 0; i < from_l2 || i < from_home; i = i + 1) begin
      l2_valid = i < from_l2;
      home_valid = i < from_home;
      l2_line = {24'h00abcd, odd};
      home_line = {24'h001234, odd};
      tick;
      {l2_valid, home_valid} = 2'b00;
    end
  endtask

  // A sample of own loads and replies. Stores fill it up, those to odd sets end it; they and the
  // replies of homes are own requests, too.
  task sample(input integer even_loads, input integer even_misses, input integer even_l2,
              input integer odd_loads, input integer odd_misses, input integer odd_l2,
              input integer odd_home);
    begin
      replies(1'b0, even_l2, 3);       // the homes' replies to even sets count nowhere
      loads(1'b0, 1'b0, even_loads, even_misses);
      replies(1'b1, odd_l2, odd_home);
      loads(1'b0, 1'b1, odd_loads, odd_misses);
      stores(1'b0, 1'b0, SAMPLE - even_loads);
      stores(1'b0, 1'b1, SAMPLE - odd_loads - odd_home - 1);
      check(eb == SAMPLING && narrow == SAMPLING && amat == SAMPLING, "half and half");
      stores(1'b0, 1'b1, 1);
    end
  endtask

  // The evaluations, to the pulse of each; events meanwhile do not matter.
  task evaluations(input eb_shares, input narrow_shares, input amat_shares);
    for (i = 1; i <= AMAT_CYCLES + 1; i = i + 1) begin
      home_valid = i < NARROW_CYCLES;
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

  // EXECUTE own accesses, loads and stores. Other cores' and replies of homes do not count.
  task execution(input shares);
    begin
      loads(1'b1, 1'b1, 4, 1);
      stores(1'b1, 1'b0, 4);
      replies(1'b1, 0, 4);
      stores(1'b0, 1'b1, 1);
      loads(1'b0, 1'b0, 2, 1);
      check(eb == (shares ? SHARED : RUNS_PRIVATE), "one access to go");
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

    // Bandwidth: 2/(2/10) + 12 = 22 > 9/(8/10) = 11.25: shared.
    // Time over the own L1's: 2/22*247 + 12/22*82 = 67 < 8/10*247 = 198: shared.
    sample(10, 8, 9, 10, 2, 2, 12);
    evaluations(1'b1, 1'b1, 1'b1);
    execution(1'b1);

    // 1 miss in 11 is less than 10%: private, although 5/(1/10) + 12 > 2/(1/11); narrow has no
    // rule.
    sample(11, 1, 2, 10, 1, 5, 12);
    evaluations(1'b0, 1'b1, 1'b0);
    execution(1'b0);
    // 1 in 10 is not less.
    sample(10, 1, 2, 10, 1, 5, 12);
    evaluations(1'b1, 1'b1, 1'b0);
    execution(1'b1);

    // A tie is private: 5/(5/10) on both sides; 5/10*247 on both sides.
    sample(10, 5, 5, 10, 5, 5, 0);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);
    // One more reply of a home and it is none. For the time it is one more access, a faster one.
    sample(10, 5, 5, 10, 5, 5, 1);
    evaluations(1'b1, 1'b1, 1'b1);
    execution(1'b1);

    // No misses: shared has infinite bandwidth; then both; then private alone.
    sample(10, 5, 5, 10, 0, 1, 0);
    evaluations(1'b1, 1'b1, 1'b1);
    execution(1'b1);
    sample(10, 0, 5, 10, 0, 5, 5);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);
    sample(10, 0, 1, 10, 5, 9, 9);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);

    // Halving: the 16th even load makes 8 of 16 loads and misses, and 4 of the 9 replies that
    // came before. 5 odd replies at a miss rate of 1 are more than 4, but less than 9.
    sample(20, 20, 9, 10, 10, 5, 0);
    evaluations(1'b0, 1'b1, 1'b0);
    execution(1'b0);

    // Other cores' loads at this home count for the bandwidth: 5/(5/20) = 20 > 5/(5/10) = 10, and
    // 5/(10/20) is a tie. Without replies of homes they do not for the time: a tie.
    loads(1'b1, 1'b1, 10, 0);
    sample(10, 5, 5, 10, 5, 5, 0);
    evaluations(1'b1, 1'b1, 1'b0);
    execution(1'b1);
    loads(1'b1, 1'b1, 10, 5);
    sample(10, 5, 5, 10, 5, 5, 0);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);

    // For the time they tell how far a home is: 1/11*247 + 5/11*(82 + 1/4*247) = 87.8
    // < 4/10*247 = 98.8, but > 3/10*247 = 74.1.
    loads(1'b1, 1'b1, 4, 1);
    sample(10, 4, 9, 6, 1, 0, 5);
    evaluations(1'b0, 1'b0, 1'b1);
    execution(1'b0);
    loads(1'b1, 1'b1, 4, 1);
    sample(10, 3, 9, 6, 1, 0, 5);
    evaluations(1'b0, 1'b0, 1'b0);
    execution(1'b0);

    // Stores end the sample as loads do, but are none: 10/(4/10) = 25 > 9/(2/5) = 22.5. Nor do
    // other cores' loads in even sets count, and what is not taken is no reply.
    replies(1'b1, 10, 0);
    loads(1'b0, 1'b1, 10, 4);
    stores(1'b0, 1'b1, SAMPLE - 10);
    stores(1'b0, 1'b0, SAMPLE - 5);
    replies(1'b0, 9, 0);
    l2_ready = 1'b0;
    replies(1'b0, 4, 0);
    l2_ready = 1'b1;
    loads(1'b1, 1'b0, 30, 3);
    stores(1'b1, 1'b0, 30);
    check(eb == SAMPLING, "the even sets wait for own accesses");
    loads(1'b0, 1'b0, 5, 2);
    ticks(EB_CYCLES);
    check(eb == CHOSE_SHARED, "five loads and the stores were enough");

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
    l1_mode = 2'd0;
    tick;
    l1_mode = 2'd2;
    tick;
    sample(10, 8, 9, 10, 2, 2, 12);        // nothing is left of the samples before
    evaluations(1'b1, 1'b1, 1'b1);
    sample_again;
    own_accesses_only;
    $display("dyneb: passed %0d checks", checks);
    $finish;
  end

  // Mode 1 in the last cycle of an evaluation: no pulse.
  task sample_again;
    begin
      execution(1'b1);
      sample(10, 8, 9, 10, 2, 2, 12);
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
      replies(1'b0, 9, 0);
      loads(1'b0, 1'b0, SAMPLE, SAMPLE / 2);
      loads(1'b1, 1'b1, 20, 8);
      stores(1'b1, 1'b1, SAMPLE);
      replies(1'b1, 9, 3);
      loads(1'b0, 1'b1, 4, 4);
      home_line = 25'd3;
      home_valid = 1'b1;
      stores(1'b0, 1'b1, 5);           // two requests in each cycle
      home_valid = 1'b0;
      stores(1'b0, 1'b1, SAMPLE - 1 - 3 - 4 - 2 * 5);
      check(eb == SAMPLING, "one request to go");
      home_valid = 1'b1;
      stores(1'b0, 1'b1, 1);
      home_valid = 1'b0;
      ticks(EB_CYCLES);
      check(eb == CHOSE_SHARED, "all loads: 9/(12/24) + 9 = 27 > 9/(12/24)");
      check(own == SAMPLING, "the homes' replies are no own accesses");
      stores(1'b0, 1'b1, SAMPLE - 4 - 5 - 6 - 1);
      check(eb == SAMPLING, "meanwhile a new sample began");
      ticks(EB_CYCLES);
      check(own == CHOSE_PRIVATE, "own loads: 9/(4/4) + 9 = 18 = 9/(12/24)");
      loads(1'b1, 1'b1, EXECUTE, 2);
      stores(1'b1, 1'b0, EXECUTE);
      loads(1'b0, 1'b0, 1, 0);
      stores(1'b0, 1'b1, EXECUTE - 2);
      check(own == RUNS_PRIVATE, "one own access to go");
      loads(1'b0, 1'b1, 1, 0);
      check(own == RUNS_PRIVATE, "it counts a cycle later");
      tick;
      check(own == SAMPLING, "an execution of own accesses");
    end
  endtask
endmodule
`default_nettype wire

`default_nettype none
// pact20 figure 4, F, with footnote 3: misses of one line by its home and by other cores make one
// read of L2, whoever comes first, and each is answered where it was asked.
module f_remote_read_miss_merged_tb;
`include "tb/flows/flows.vh"
  reg  [24:0] line;
  reg  [5:0]  first, second, third;
  integer     k;

  // `count` misses at home 2 are merged into one read, installed there and nowhere else.
  task one_read(input integer count, input integer remote);
    begin
      check(times(MISS, 2) == count && times(F, 2) == 1, "misses merge in the home's MSHR");
      check(times(B, 2) == remote && times(C, 2) == remote, "those of other cores were queued");
      check(times(ANSWER, 2) == remote, "and are answered");
      check(times(OWN, 2) == count - remote && times(E, 2) == 0, "no hit");
      check(times(FILL, 2) == 1 && times(FILL, 0) == 0 && times(FILL, 1) == 0, "one fill");
      check(times(MISS, 0) == 0 && times(MISS, 1) == 0, "requesters do not miss");
      l2_got(1, 0, 0, 0, "one read");
      is_held(2, line, 1'b1, "the home has it");
      is_held(0, line, 1'b0, "core 0 has not");
      is_held(1, line, 1'b0, "core 1 has not");
    end
  endtask

  task begin_with(input integer tag);
    begin
      line = line_of(2, tag, tag);
      forget;
      hold = 1'b1;
    end
  endtask

  initial begin
    start(SHARED);
    cycle_limit = 20000;

    begin_with(1);
    load(2, line, 4'b1111);
    first = id;
    ticks(40);
    load(0, line, 4'b0010);
    second = id;
    ticks(60);
    check(times(MISS, 2) == 2, "both are known at the home");
    find(2, line);
    check(awaited && !held, "a way is reserved");
    hold = 1'b0;
    answered(2, first, AT_RESPONSE, "local before remote: the home's own");
    answered(0, second, AT_REMOTE, "local before remote: the other core's");
    quiet;
    one_read(2, 1);

    begin_with(2);
    load(0, line, 4'b1001);
    first = id;
    ticks(60);
    check(times(MISS, 2) == 1 && times(F, 2) == 1, "the remote one has asked L2");
    load(2, line, 4'b1111);
    second = id;
    ticks(20);
    hold = 1'b0;
    answered(0, first, AT_REMOTE, "remote before local: the other core's");
    answered(2, second, AT_RESPONSE, "remote before local: the home's own");
    quiet;
    one_read(2, 1);

    begin_with(3);
    load(0, line, 4'b0001);
    first = id;
    load(1, line, 4'b1000);
    second = id;
    load(2, line, 4'b0110);
    third = id;
    ticks(80);
    hold = 1'b0;
    answered(0, first, AT_REMOTE, "all three: core 0");
    answered(1, second, AT_REMOTE, "all three: core 1");
    answered(2, third, AT_RESPONSE, "all three: core 2");
    quiet;
    one_read(3, 2);

    // A lone remote miss: every step once.
    begin_with(4);
    hold = 1'b0;
    load(1, line, 4'b1111);
    answered(1, id, AT_REMOTE, "alone");
    quiet;
    took(1, A | G, "requester of a miss");
    took(2, B | C | MISS | F | FILL | ANSWER, "home of a miss");
    took(0, NONE, "nobody else");
    one_read(1, 1);

    // Five loads for four targets: the fifth waits, then hits or asks again.
    begin_with(5);
    for (k = 0; k < 3; k = k + 1) load(0, line, 4'b0001 << k);
    load(1, line, 4'b1000);
    load(1, line, 4'b0001);
    ticks(100);
    check(times(F, 2) == 1, "one read while it is pending");
    hold = 1'b0;
    for (k = 1; k <= 3; k = k + 1) answered(0, next_id[0] - k[5:0], AT_REMOTE, "five: core 0");
    for (k = 1; k <= 2; k = k + 1) answered(1, next_id[1] - k[5:0], AT_REMOTE, "five: core 1");

    // The local load at every distance from the remote one, across the arrival of the line.
    for (k = 0; k < 64; k = k + 1) begin
      quiet;
      begin_with(8 + k);
      hold = 1'b0;
      load(0, line, 4'b1111);
      first = id;
      ticks(k);
      load(2, line, 4'b1111);
      second = id;
      answered(0, first, AT_REMOTE, "any distance: the other core");
      while (pending[2*IDS + second]) tick;
      answered(2, second, port[2*IDS + second], "any distance: the home");
      check(port[2*IDS + second] != AT_REMOTE, "its own port");
      check(l2_count[0] == 1 || l2_count[0] == 2, "a second read only while the entry drains");
      check(l2_count[0] == 1 || at(FILL, 2) > at(MISS, 2) - 8, "not otherwise");
    end
    $display("f_remote_read_miss_merged: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

// Directed bench of llc_slice with atomics: what they find and leave, how long they take, and what
// comes before and behind them.
`default_nettype none
module llc_slice_atomic_tb;
`include "tb/bench.vh"
`include "tb/llc_slice.vh"

  initial begin
    forget;
    ticks(2);
    // atomic hit: old line in the reply, whole words only, one sector per cycle, what follows waits
    restart;
    bring(17'h11, pattern(32'd10));
    request_op = 3'd0;
    request_mask = 128'hf_00000000_0000007f;
    request_data = pattern(32'd5);
    ask(ATOMIC, 17'h11, 10'd1, 4'b0101);
    ask(READ, 17'h11, 10'd2, 4'b1111);
    ticks(LATENCY - 1);
    check(replies == 1 && last_id == 10'd1 && reply_at == asked_at - 1 + LATENCY,
          "an atomic hit takes LATENCY");
    check(last_data == (pattern(32'd10) & {256'd0, {256{1'b1}}, 256'd0, {256{1'b1}}}),
          "the old line");
    ticks(5);
    check(replies == 2 && reply_at == asked_at + LATENCY + 3, "what follows waits for two sectors");
    check(last_data == patched(patched(pattern(32'd10), 0, 32'd15), 16, 32'd15),
          "whole words only");
    check(atomics == 1 && hits == 2 && accesses == 2, "counted once");
    request_mask = 128'd0;
    ask(ATOMIC, 17'h11, 10'd3, 4'b0001);
    ticks(LATENCY);
    check(replies == 3 && atomics == 2, "an empty mask changes nothing");

    // atomic miss: fetches, stays at the head, executes after the fill; counted once
    restart;
    request_mask = 128'hf;
    request_op = 3'd1;
    ask(ATOMIC, 17'h10, 10'd1, 4'b0001);
    ask(READ, 17'h11, 10'd2, 4'b0001);
    ticks(LATENCY + 4);
    check(reads == 1 && replies == 0 && misses == 1 && accesses == 1,
          "an atomic miss blocks the head");
    fill(read_id, pattern(32'd77));
    ticks(6);
    check(replies == 1 && last_data[31:0] == 32'd77, "executes after the fill");
    ticks(4);
    check(atomics == 1 && accesses == 2 && hits == 0 && reads == 2,
          "counted once, the next one goes on");
    fill(read_id, pattern(32'd1));
    ticks(6);
    read_back(17'h10, patched(pattern(32'd77), 0, 32'd5));

    // atomic on a pending line: the earlier read is answered with the old value
    restart;
    ask(READ, 17'h10, 10'd1, 4'b0001);
    ask(ATOMIC, 17'h10, 10'd2, 4'b0001);
    ticks(LATENCY + 4);
    check(reads == 1 && merges == 1 && stalls > 2, "an atomic waits for a pending line");
    fill(read_id, pattern(32'd8));
    ticks(8);
    check(replies == 2 && id_before == 10'd1 && last_id == 10'd2 && last_data[31:0] == 32'd8,
          "after the read");

    restart;
    bring(17'h11, pattern(32'd1));

    // atomics back to back on one line: each sees what the one before it made
    request_op = 3'd0;
    request_mask = 128'hf;
    request_data = pattern(32'd1);
    for (i = 0; i < 4; i = i + 1) ask(ATOMIC, 17'h11, 10'd30 + i, 4'b0001);
    ticks(LATENCY + 12);
    check(atomics == 4 && last_id == 10'd33 && last_data[31:0] == 32'd4,
          "the fourth one finds the sum of three");
    read_back(17'h11, patched(pattern(32'd1), 0, 32'd5));

    // one of one sector takes two cycles: what follows finds the sum, in the same word, in another
    // sector, in another line; so does a read behind them
    restart;
    bring(17'h11, pattern(32'd100));
    bring(17'h10, pattern(32'd200));
    for (i = 0; i < 3; i = i + 1) begin
      request_mask = 128'hf;
      request_data = pattern(32'd1);
      ask(ATOMIC, 17'h11, 10'd40, 4'b1111);
      request_mask = (i == 1) ? 128'hf << 36 : 128'hf;
      ask(ATOMIC, (i == 2) ? 17'h10 : 17'h11, 10'd41, 4'b1111);
      ask(READ, 17'h11, 10'd42, 4'b1111);
      ticks(LATENCY);
      check(replies == 2 && id_before == 10'd40 && last_id == 10'd41
            && reply_at == asked_at - 1 + LATENCY + 1, "the second atomic is a cycle late");
      check(data_before[31:0] == 32'd100 + ((i == 0) ? 0 : i + 1), "the first one finds what was before");
      check((i == 2) ? last_data == pattern(32'd200)
                     : last_data[31:0] == data_before[31:0] + 1 && last_data[1023:32] == data_before[1023:32],
            "the second one what the first has made");
      ticks(2);
      check(replies == 3 && reply_at == asked_at + LATENCY + 2, "and so is the read");
      check(last_data[31:0] == ((i == 0) ? 32'd102 : 32'd102 + i)
            && last_data[319:288] == ((i == 0) ? 32'd100 : 32'd101), "it finds both");
      ticks(2);
      forget;
    end
    read_back(17'h11, patched(patched(pattern(32'd100), 0, 32'd104), 9, 32'd101));
    read_back(17'h10, patched(pattern(32'd200), 0, 32'd201));

    // the answer of an atomic keeps what it found, however long it waits; what waits behind it, too
    reply_ready = 1'b0;
    request_mask = 128'hf;
    forget;
    ask(ATOMIC, 17'h11, 10'd43, 4'b1111);
    ask(ATOMIC, 17'h11, 10'd44, 4'b1111);
    ask(READ, 17'h11, 10'd45, 4'b1111);
    ticks(LATENCY + 12);
    check(reply_valid && reply_id == 10'd43 && reply_data[31:0] == 32'd104, "before all");
    reply_ready = 1'b1;
    tick;
    check(reply_valid && reply_id == 10'd44
          && reply_data == patched(patched(pattern(32'd100), 0, 32'd105), 9, 32'd101), "in between");
    ticks(2);
    check(replies == 3 && last_id == 10'd45 && last_data[31:0] == 32'd106, "behind both");

    // two sectors, then one of the two, whichever; four sectors
    for (i = 0; i < 2; i = i + 1) begin
      forget;
      request_mask = 128'hf0000_00000000_0000000f << 4;
      ask(ATOMIC, 17'h11, 10'd46, 4'b1111);
      request_mask = i ? 128'hf0000_00000000_00000000 << 4 : 128'hf0;
      ask(ATOMIC, 17'h11, 10'd47, 4'b1111);
      ask(READ, 17'h11, 10'd48, 4'b1111);
      ticks(LATENCY + 6);
      check(replies == 3 && reply_at == asked_at + LATENCY + 4, "four cycles and two");
      check(last_data[63:32] == 32'd102 + i && last_data[703:672] == (i ? 32'd103 : 32'd101),
            "each sector as often");
      check(data_before[63:32] == 32'd101 + 2 * i && data_before[703:672] == (i ? 32'd102 : 32'd101),
            "the second atomic finds what the first has made of both");
    end
    forget;
    request_mask = ALL;
    request_data = pattern(32'd0);
    ask(ATOMIC, 17'h11, 10'd46, 4'b0001);
    ask(READ, 17'h11, 10'd48, 4'b1111);
    ticks(LATENCY + 6);
    check(replies == 2 && reply_at == asked_at + LATENCY + 5, "four sectors: six cycles");

    // a store behind an atomic, and one in front: in the order in which they came
    restart;
    bring(17'h11, pattern(32'd5));
    request_mask = 128'hf;
    request_data = pattern(32'd3);
    ask(ATOMIC, 17'h11, 10'd1, 4'b0001);
    ask(STORE, 17'h11, 10'd2, 4'b0);
    ask(ATOMIC, 17'h11, 10'd3, 4'b0001);
    ask(READ, 17'h11, 10'd4, 4'b0001);
    ticks(LATENCY + 6);
    check(replies == 4 && id_before == 10'd3 && data_before[31:0] == 32'd3 && last_data[31:0] == 32'd6,
          "the store is between the atomics");

    // a fill of another line, and a flush, at any distance from an atomic
    for (i = 0; i < LATENCY + 6; i = i + 1) begin
      restart;
      bring(17'h11, pattern(32'd5));
      ask(READ, 17'h10, 10'd1, 4'b1111);
      ticks(LATENCY + 2);
      ask(ATOMIC, 17'h11, 10'd2, 4'b0001);
      ask(ATOMIC, 17'h11, 10'd3, 4'b0001);
      ticks(i);
      fill(read_id, pattern(32'd9));
      ticks(2 * LATENCY);
      check(replies == 3, "atomics and a fill");
      read_back(17'h10, pattern(32'd9));
      read_back(17'h11, patched(pattern(32'd5), 0, 32'd11));
      ask(ATOMIC, 17'h11, 10'd2, 4'b0001);
      ask(ATOMIC, 17'h11, 10'd3, 4'b0001);
      ticks(i);
      flush = 1'b1;
      tick;
      flush = 1'b0;
      while (busy) tick;
      ticks(LATENCY + 6);
      check(writes >= 1 && written_line == 17'h11 && (writes > 1 || written_data[31:0] >= 32'd11),
            "what a flush writes back");
      flush = 1'b1;
      tick;
      flush = 1'b0;
      while (busy) tick;
      check(written_data == patched(pattern(32'd5), 0, 32'd17), "has what all atomics before it made");
      ask(ATOMIC, 17'h11, 10'd2, 4'b0001);
      ask(ATOMIC, 17'h11, 10'd3, 4'b0001);
      ticks(i);
      restart;
      ticks(LATENCY + 3);
      check(replies == 0 && atomics == 0 && writes == 0, "a reset ends atomics, whatever the step");
    end

    $display("llc_slice_atomic: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

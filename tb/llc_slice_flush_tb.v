// Directed bench of llc_slice with flushes, and with turns, which end with another organization.
`default_nettype none
module llc_slice_flush_tb;
`include "tb/bench.vh"
`include "tb/llc_slice.vh"

  initial begin
    forget;
    ticks(2);
    restart;
    bring(17'h11, pattern(32'd1));
    bring(17'h10, pattern(32'd2));

    // flush: dirty lines of both sets are written, busy until the last one is taken; then they are
    // clean
    request_mask = ALL;
    request_data = pattern(32'd3);
    ask(STORE, 17'h11, 10'd3, 4'd0);
    ask(STORE, 17'h10, 10'd4, 4'd0);
    ticks(LATENCY);
    forget;
    dram_ready = 1'b0;
    flush = 1'b1;
    tick;
    flush = 1'b0;
    check(busy, "busy after flush");
    ticks(20);
    check(busy && writes == 0, "busy while a write waits");
    dram_ready = 1'b1;
    ticks(20);
    check(!busy && writes == 2 && written_line == 17'h11 && written_data == pattern(32'd3),
          "both written");
    read_back(17'h11, pattern(32'd3));
    flush = 1'b1;
    tick;
    flush = 1'b0;
    ticks(20);
    check(!busy && writes == 0, "clean lines are not written");
    writing = 1'b1;
    flush = 1'b1;
    tick;
    flush = 1'b0;
    ticks(20);
    check(busy, "a flush waits for writes that were handed over");
    writing = 1'b0;
    ticks(2);
    check(!busy, "and ends with them");

    // flush waits for a dirty line that is pending
    request_mask = 128'hf;
    ask(STORE, 17'h13, 10'd5, 4'd0);
    ticks(LATENCY + 2);
    flush = 1'b1;
    tick;
    flush = 1'b0;
    ticks(20);
    check(busy && writes == 0, "waits for a pending dirty line");
    fill(read_id, pattern(32'd9));
    ticks(20);
    check(!busy && writes == 1 && written_line == 17'h13
          && written_data == patched(pattern(32'd9), 0, 32'd3), "then writes it");

    // turns: dirty lines are written back, requests wait; private: what is stored goes to DRAM by its
    // bytes and the line stays clean; from private: all lines go
    restart;
    bring(17'h10, pattern(32'd1));
    request_mask = 128'hff;
    request_data = pattern(32'd2);
    ask(STORE, 17'h10, 10'd2, 4'b0);
    ask(READ, 17'h11, 10'd3, 4'b1111);
    turn(1'b1);
    check(!request_ready && busy, "a turn takes no requests");
    request_valid = 1'b1;
    request_kind = READ;
    request_line = 17'h10;
    request_id = 10'd4;
    request_sectors = 4'b1111;
    ticks(2 * LATENCY);
    check(reads == 1 && replies == 1 && writes == 0 && busy, "it waits for the requests of before");
    fill(read_id, pattern(32'd3));
    while (busy) begin
      check(!request_ready, "still none");
      tick;
    end
    check(replies == 2 && last_id == 10'd3 && last_data == pattern(32'd3), "which are answered");
    check(writes == 1 && written_line == 17'h10 && written_mask == ALL && throughs == 0
          && written_data == patched(patched(pattern(32'd1), 0, 32'd2), 1, 32'd2), "the dirty line is written back");
    check(request_ready, "then requests are taken again");
    tick;
    request_valid = 1'b0;
    ticks(LATENCY + 2);
    check(hits == 2 && last_id == 10'd4 && last_data == written_data, "lines stay behind a turn to private");
    check(looked == {3'd7, 16'h8, 1'b0}, "set, tag and cluster of the access");
    forget;
    request_mask = 128'hf00;
    ask(STORE, 17'h10, 10'd5, 4'b0);
    ticks(LATENCY + 3);
    check(hits == 1 && writes == 1 && throughs == 1 && written_line == 17'h10 && written_mask == 128'hf00
          && written_data[64 +: 32] == 32'd2 && replies == 1, "a hit is written through, by its bytes");
    read_back(17'h10, patched(patched(patched(pattern(32'd1), 0, 32'd2), 1, 32'd2), 2, 32'd2));
    forget;
    request_mask = 128'hf;
    ask(STORE, 17'h12, 10'd6, 4'b0);
    ask(STORE, 17'h12, 10'd7, 4'b0);
    ticks(LATENCY + 6);
    check(misses == 1 && merges == 1 && reads == 1 && writes == 2 && throughs == 2 && written_line == 17'h12
          && written_mask == 128'hf && replies == 2, "so are a miss, and a store to a pending line");
    fill(read_id, pattern(32'd9));
    ticks(6);
    read_back(17'h12, patched(pattern(32'd9), 0, 32'd2));
    request_mask = ALL;
    forget;
    ask(STORE, 17'h14, 10'd8, 4'b0);
    ticks(LATENCY + 4);
    check(misses == 1 && reads == 0 && writes == 1 && written_mask == ALL && replies == 1,
          "a whole line needs no read, and evicts nothing dirty");
    dram_ready = 1'b0;
    forget;
    ask(STORE, 17'h14, 10'd9, 4'b0);
    ask(STORE, 17'h14, 10'd10, 4'b0);
    ask(STORE, 17'h14, 10'd11, 4'b0);
    turn(1'b1);
    ticks(3 * LATENCY);
    check(throughs == 2 && writes == 0 && busy, "two wait for DRAM, then stores wait");
    dram_ready = 1'b1;
    while (busy) tick;
    check(throughs == 3 && writes == 3 && replies == 3, "a turn from private to private waits for them");
    forget;
    ask(READ, 17'h14, 10'd12, 4'b1111);
    ticks(LATENCY + 2);
    check(misses == 1 && reads == 1, "and leaves no line");
    fill(read_id, pattern(32'd4));
    ticks(6);
    turn(1'b0);
    while (busy) tick;
    check(writes == 0, "no line was dirty");
    forget;
    ask(STORE, 17'h14, 10'd13, 4'b0);
    ticks(LATENCY + 4);
    check(misses == 1 && writes == 0 && throughs == 0 && replies == 1, "shared again: it missed, and is not written through");
    flush = 1'b1;
    tick;
    flush = 1'b0;
    while (busy) tick;
    check(writes == 1 && written_line == 17'h14, "but by a flush");
    turn(1'b1);
    ticks(3);
    restart;
    forget;
    ask(STORE, 17'h14, 10'd14, 4'b0);
    ticks(LATENCY + 4);
    check(throughs == 0 && writes == 0 && replies == 1, "a reset in a turn ends it: shared");

    $display("llc_slice_flush: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

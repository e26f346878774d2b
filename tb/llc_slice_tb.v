// Directed bench of llc_slice: each cell of the table in docs/blocks/llc_slice.md but those of atomics
// (llc_slice_atomic_tb.v), its corners by name, and lines that nobody waits for. A flush:
// llc_slice_flush_tb.v.
`default_nettype none
module llc_slice_tb;
`include "tb/bench.vh"
`include "tb/llc_slice.vh"
  reg           unasked = 1'b0;        // the reply is one that nobody waits for
  integer       refused = 0;           // replies that nobody waited for

  // A second slice sees the same, but no reply that nobody waits for: both must do the same.
  wire          spared_error;
  wire [9:0]    flags = {busy, request_ready, reply_valid, dram_valid, dram_write, dram_reply_ready,
                         event_access, event_hit, event_miss, event_merge};
  wire [9:0]    spared_flags;
  wire [9:0]    spared_dest, spared_id;
  wire [2:0]    spared_kind;
  wire [16:0]   spared_line, spared_dram_line;
  wire [3:0]    spared_sectors;
  wire [1023:0] spared_data, spared_dram_data;
  wire          spared_dram_id;
  wire          spared_writeback, spared_dram_read, spared_stall, spared_atomic;
  wire [127:0]  spared_mask;
  wire          spared_through, spared_look, spared_look_set;
  wire [15:0]   spared_look_tag;
  wire [2:0]    spared_look_cluster;
  wire          spared_first, spared_store;
  wire          reply_differs = {reply_dest, reply_kind, reply_line, reply_id, reply_data_sectors,
                                 reply_data} !== {spared_dest, spared_kind, spared_line, spared_id,
                                                  spared_sectors, spared_data};
  wire          dram_differs = {dram_line, dram_id, dram_data, dram_mask}
                           !== {spared_dram_line, spared_dram_id, spared_dram_data, spared_mask};
  wire          event_differs = {event_writeback, event_dram_read, event_stall, event_atomic, event_through,
                                 event_first, event_store, look_valid}
                            !== {spared_writeback, spared_dram_read, spared_stall, spared_atomic, spared_through,
                                 spared_first, spared_store, spared_look};
  wire          look_differs = {look_set, look_tag, look_cluster}
                           !== {spared_look_set, spared_look_tag, spared_look_cluster};

  llc_slice #(
    .LINE_BITS(17), .SETS(2), .WAYS(2), .LATENCY(LATENCY), .QUEUE(3), .ENTRIES(2), .TARGETS(2),
    .CLUSTERS(5), .CLUSTER_LSB(3)
  ) spared (
    .clk(clk), .rst(rst), .flush(flush), .flush_turns(flush_turns), .flush_private(flush_private), .busy(spared_flags[9]),
    .writing(writing),
    .request_valid(request_valid), .request_ready(spared_flags[8]), .request_kind(request_kind),
    .request_op(request_op), .request_src(request_id ^ 10'h3ff), .request_line(request_line),
    .request_id(request_id), .request_sectors(request_sectors), .request_mask(request_mask),
    .request_data(request_data),
    .reply_valid(spared_flags[7]), .reply_ready(reply_ready), .reply_dest(spared_dest),
    .reply_kind(spared_kind), .reply_line(spared_line), .reply_id(spared_id),
    .reply_data_sectors(spared_sectors), .reply_data(spared_data),
    .dram_valid(spared_flags[6]), .dram_ready(dram_ready), .dram_write(spared_flags[5]),
    .dram_line(spared_dram_line), .dram_id(spared_dram_id), .dram_data(spared_dram_data),
    .dram_mask(spared_mask), .event_through(spared_through), .look_valid(spared_look),
    .look_set(spared_look_set), .look_tag(spared_look_tag), .look_cluster(spared_look_cluster),
    .event_first(spared_first), .event_store(spared_store),
    .dram_reply_valid(dram_reply_valid && !unasked), .dram_reply_ready(spared_flags[4]),
    .dram_reply_id(dram_reply_id), .dram_reply_data(dram_reply_data),
    .event_access(spared_flags[3]), .event_hit(spared_flags[2]), .event_miss(spared_flags[1]),
    .event_merge(spared_flags[0]), .event_writeback(spared_writeback),
    .event_dram_read(spared_dram_read), .event_stall(spared_stall), .event_atomic(spared_atomic),
    .error_dram_reply(spared_error)
  );

  always @(negedge clk)
    check(flags === spared_flags && !(reply_valid && reply_differs)
          && !(dram_valid && dram_differs) && !(look_valid && look_differs) && !event_differs
          && spared_error === 1'b0,
          "a reply that nobody waits for changes nothing");

  // A reply that nobody waits for is taken at once, and reported in the cycle after.
  task refuse(input entry);
    begin
      unasked = 1'b1;
      fill(entry, pattern(32'hbad0bad0));
      unasked = 1'b0;
      refused = refused + 1;
      check(error_dram_reply && dram_reply_ready, "reported");
    end
  endtask

  initial begin
    forget;
    ticks(2);
    restart;

    // read: miss, merge, full targets, fill, drain in order, hit
    ask(READ, 17'h10, 10'd1, 4'b1111);
    ticks(LATENCY + 1);
    check(reads == 1 && read_line == 17'h10 && read_at == asked_at + LATENCY - 1,
          "a miss asks DRAM");
    ask(FETCH, 17'h10, 10'd2, 4'b0100);
    ticks(LATENCY);
    ask(READ, 17'h10, 10'd3, 4'b0001);
    ticks(LATENCY + 2);
    check(reads == 1 && misses == 1 && merges == 1 && accesses == 2, "the second read merges");
    check(stalls > 2 && replies == 0, "the third read finds the targets full");
    fill(read_id, {2{128'h4, 128'h3, 128'h2, 128'h1}});
    check(!dram_reply_ready, "no other line while one waits");
    ticks(5);
    check(replies == 2 && id_before == 10'd1 && last_id == 10'd2 && last_kind == FETCH,
          "answers in order");
    check(last_sectors == 4'b0100 && last_data[767:512] == dram_reply_data[767:512]
          && last_data[511:0] == 0 && last_data[1023:768] == 0, "only the sector asked for");
    ticks(2);
    check(replies == 3 && last_id == 10'd3 && hits == 1 && accesses == 3,
          "the third read hits then");
    forget;
    ask(READ, 17'h10, 10'd4, 4'b1111);
    ticks(LATENCY - 1);
    check(replies == 0 && reply_valid, "a hit is offered after LATENCY cycles");
    tick;
    check(replies == 1 && reply_at == asked_at + LATENCY, "exactly");

    // store hit: acknowledged without data, bytes merged, nothing to DRAM
    request_mask = 128'hf0;
    request_data = pattern(32'hdddddddd);
    ask(STORE, 17'h10, 10'd5, 4'd0);
    ticks(LATENCY);
    check(replies == 2 && reply_at == asked_at + LATENCY && last_kind == STORE
          && last_sectors == 0 && last_data == 0, "a store hit is acknowledged");
    read_back(17'h10, patched(dram_reply_data, 1, 32'hdddddddd));

    // partial store miss: acknowledged before the fill, which leaves its bytes alone; a second
    // store too
    restart;
    request_mask = 128'h1;
    request_data = pattern(32'h11111111);
    ask(STORE, 17'h10, 10'd1, 4'd0);
    request_mask = 128'h800;
    ask(STORE, 17'h10, 10'd2, 4'd0);
    ask(READ, 17'h10, 10'd3, 4'b1111);
    ticks(LATENCY + 4);
    check(replies == 2 && last_id == 10'd2 && reads == 1 && misses == 1 && merges == 2,
          "stores do not wait");
    fill(read_id, pattern(32'h22222222));
    ticks(5);
    check(replies == 3 && last_id == 10'd3, "the read waited");
    check(last_data == patched(patched(pattern(32'h22222222), 0, 32'h22222211), 2, 32'h11222222),
          "bytes of both stores");

    // full-line store miss: installed without DRAM
    request_mask = ALL;
    request_data = pattern(32'h33333333);
    forget;
    ask(STORE, 17'h12, 10'd4, 4'd0);
    ticks(LATENCY + 3);
    check(replies == 1 && reads == 0 && misses == 1, "a full line needs no read");
    read_back(17'h12, pattern(32'h33333333));

    // dirty victim: 10 is the least recently used; its write-back goes before the read
    forget;
    ask(READ, 17'h14, 10'd5, 4'b1111);
    ticks(LATENCY + 4);
    check(writes == 1 && written_line == 17'h10 && written_data[7:0] == 8'h11
          && written_data[31:8] == 24'h222222, "the dirty victim is written back");
    check(reads == 1 && read_line == 17'h14 && write_at < read_at, "before the read");
    ask(READ, 17'h10, 10'd6, 4'b1111);
    ticks(LATENCY + 4);
    check(writes == 2 && written_line == 17'h12 && reads == 2, "the next victim is the other way");
    ask(READ, 17'h16, 10'd7, 4'b1111);
    ticks(LATENCY + 4);
    check(stalls > 2 && reads == 2, "all ways pending: stall");
    fill(1'b0, pattern(32'h44444444));
    ticks(8);
    check(replies == 1 && last_id == 10'd5 && reads == 3 && read_line == 17'h16,
          "a fill frees a way");
    fill(1'b1, pattern(32'h55555555));
    ticks(5);
    fill(read_id, pattern(32'h66666666));
    ticks(6);
    check(replies == 3, "all answered");

    // no free entry: two lines pending, a third of the other set waits
    restart;
    ask(READ, 17'h10, 10'd1, 4'b0001);
    ask(READ, 17'h12, 10'd2, 4'b0001);
    ask(READ, 17'h11, 10'd3, 4'b0001);
    ticks(LATENCY + 6);
    check(reads == 2 && stalls > 2, "no entry: stall");
    fill(1'b1, pattern(32'd2));
    ticks(8);
    check(reads == 3 && read_line == 17'h11 && read_id == 1'b1, "a fill frees an entry");

    // replies wait for the network; nothing is lost
    restart;
    bring(17'h11, pattern(32'd1));
    bring(17'h10, pattern(32'd2));
    reply_ready = 1'b0;
    ask(READ, 17'h11, 10'd1, 4'b1111);
    ask(READ, 17'h10, 10'd2, 4'b1111);
    for (i = 3; i < 7; i = i + 1) ask(READ, 17'h11 - i % 2, i, 4'b1111);  // all of one set or two
    ticks(LATENCY + 4);
    check(reply_valid && reply_id == 10'd1 && reply_data == pattern(32'd1) && stalls > 2,
          "the first one waits");
    reply_ready = 1'b1;
    tick;
    check(reply_valid && reply_id == 10'd2 && reply_data == pattern(32'd2),
          "the second in the next cycle");
    ticks(5);
    check(replies == 6 && last_id == 10'd6 && !reply_valid, "one per cycle, none is lost");

    // hits come back to back, also of one line
    forget;
    for (i = 0; i < 8; i = i + 1) ask(READ, 17'h11, 10'd20 + i, 4'b0001);
    ticks(LATENCY);
    check(replies == 8 && hits == 8 && reply_at == asked_at + LATENCY, "one hit per cycle");
    check(stalls == 0, "no hit waits for another one of its line");

    // a store to a line that leaves with the next request of its set
    restart;
    request_mask = ALL;
    for (i = 0; i < 4; i = i + 1) begin
      request_data = pattern(32'd40 + i);
      ask(STORE, 17'h20 + 2 * i, 10'd40 + i, 4'd0);
    end
    ticks(LATENCY + 12);
    check(replies == 4 && misses == 4 && writes == 2 && written_line == 17'h22
          && written_data == pattern(32'd41), "ways given away twice, back to back");
    read_back(17'h26, pattern(32'd43));
    read_back(17'h24, pattern(32'd42));

    restart;
    // reset in the middle: delay line, entries and lines are forgotten
    ask(READ, 17'h15, 10'd6, 4'b1111);
    ticks(LATENCY);
    ask(READ, 17'h13, 10'd7, 4'b1111);
    for (i = 1; i < LATENCY; i = i + 1) begin
      ticks(i);
      restart;
      ticks(LATENCY + 3);
      check(replies == 0 && reads == 0 && accesses == 0, "nothing is left, whatever the stage");
      ask(READ, 17'h13, 10'd7, 4'b1111);
    end
    restart;
    flush = 1'b1;
    tick;
    flush = 1'b0;
    ticks(3);
    restart;
    ask(READ, 17'h13, 10'd8, 4'b1111);
    ticks(LATENCY + 3);
    check(reads == 1 && misses == 1 && read_id == 1'b0, "a line from before the reset misses");

    // replies that nobody waits for: with nothing under way, before the read is at DRAM, in the
    // cycle in which it goes there, for another entry, twice
    restart;
    refuse(1'b0);
    refuse(1'b1);
    tick;
    check(!error_dram_reply, "a pulse");
    dram_ready = 1'b0;
    ask(READ, 17'h10, 10'd1, 4'b1111);
    ticks(LATENCY + 1);
    check(dram_valid && !dram_write, "the read waits for DRAM");
    refuse(dram_id);
    dram_ready = 1'b1;
    refuse(dram_id);
    check(reads == 1, "now it is there");
    refuse(!read_id);
    fill(read_id, pattern(32'd21));
    check(!error_dram_reply, "what was asked for is taken");
    ticks(1);
    refuse(read_id);
    ticks(6);
    check(replies == 1 && last_id == 10'd1 && last_data == pattern(32'd21), "its own line");
    refuse(read_id);
    read_back(17'h10, pattern(32'd21));
    check(errors == refused, "one report each, and no other");

    $display("llc_slice: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

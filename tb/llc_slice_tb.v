// Directed bench of llc_slice with 2 sets of 2 ways, 2 entries of 2 targets, latency 9: each cell
// of the table in docs/blocks/llc_slice.md and its corners by name. Even lines share set 0. Stimuli
// change 1 after the edge; replies and DRAM requests are recorded half a cycle later.
`default_nettype none
module llc_slice_tb;
`include "tb/bench.vh"
  localparam [2:0] READ = 0, FETCH = 1, STORE = 2, ATOMIC = 3;
  localparam [127:0] ALL = {128{1'b1}};
  localparam LATENCY = 9;

  reg           flush = 1'b0;
  reg           flush_turns = 1'b0;
  reg           flush_private = 1'b0;
  reg           request_valid = 1'b0;
  reg  [2:0]    request_kind = READ;
  reg  [2:0]    request_op = 3'd0;
  reg  [16:0]   request_line = 17'd0;
  reg  [9:0]    request_id = 10'd0;
  reg  [3:0]    request_sectors = 4'd0;
  reg  [127:0]  request_mask = ALL;
  reg  [1023:0] request_data = 1024'd0;
  reg           reply_ready = 1'b1;
  reg           dram_ready = 1'b1;
  reg           writing = 1'b0;
  reg           dram_reply_valid = 1'b0;
  reg           dram_reply_id = 1'b0;
  reg  [1023:0] dram_reply_data = 1024'd0;
  reg           unasked = 1'b0;        // the reply is one that nobody waits for
  wire          busy;
  wire          request_ready;
  wire          reply_valid;
  wire [9:0]    reply_dest;
  wire [2:0]    reply_kind;
  wire [16:0]   reply_line;
  wire [9:0]    reply_id;
  wire [3:0]    reply_data_sectors;
  wire [1023:0] reply_data;
  wire          dram_valid;
  wire          dram_write;
  wire [16:0]   dram_line;
  wire          dram_id;
  wire [1023:0] dram_data;
  wire [127:0]  dram_mask;
  wire          event_through;
  wire          look_valid;
  wire          look_set;
  wire [15:0]   look_tag;
  wire [2:0]    look_cluster;
  wire          look_first;
  wire          look_store;
  wire          dram_reply_ready;
  wire          event_access, event_hit, event_miss, event_merge;
  wire          event_writeback, event_dram_read, event_stall, event_atomic;
  wire          error_dram_reply;

  llc_slice #(
    .LINE_BITS(17), .SETS(2), .WAYS(2), .LATENCY(LATENCY), .QUEUE(3), .ENTRIES(2), .TARGETS(2),
    .CLUSTERS(5), .CLUSTER_LSB(3)
  ) dut (
    .clk(clk), .rst(rst), .flush(flush), .flush_turns(flush_turns), .flush_private(flush_private), .busy(busy),
    .writing(writing),
    .request_valid(request_valid), .request_ready(request_ready), .request_kind(request_kind),
    .request_op(request_op), .request_src(request_id ^ 10'h3ff), .request_line(request_line),
    .request_id(request_id), .request_sectors(request_sectors), .request_mask(request_mask),
    .request_data(request_data),
    .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_dest(reply_dest),
    .reply_kind(reply_kind), .reply_line(reply_line), .reply_id(reply_id),
    .reply_data_sectors(reply_data_sectors), .reply_data(reply_data),
    .dram_valid(dram_valid), .dram_ready(dram_ready), .dram_write(dram_write),
    .dram_line(dram_line), .dram_id(dram_id), .dram_data(dram_data), .dram_mask(dram_mask),
    .event_through(event_through), .look_valid(look_valid), .look_set(look_set), .look_tag(look_tag),
    .look_cluster(look_cluster), .look_first(look_first), .look_store(look_store),
    .dram_reply_valid(dram_reply_valid), .dram_reply_ready(dram_reply_ready),
    .dram_reply_id(dram_reply_id), .dram_reply_data(dram_reply_data),
    .event_access(event_access), .event_hit(event_hit), .event_miss(event_miss),
    .event_merge(event_merge), .event_writeback(event_writeback),
    .event_dram_read(event_dram_read), .event_stall(event_stall), .event_atomic(event_atomic),
    .error_dram_reply(error_dram_reply)
  );

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
  wire          spared_look_first, spared_look_store;
  wire          reply_differs = {reply_dest, reply_kind, reply_line, reply_id, reply_data_sectors,
                                 reply_data} !== {spared_dest, spared_kind, spared_line, spared_id,
                                                  spared_sectors, spared_data};
  wire          dram_differs = {dram_line, dram_id, dram_data, dram_mask}
                           !== {spared_dram_line, spared_dram_id, spared_dram_data, spared_mask};
  wire          event_differs = {event_writeback, event_dram_read, event_stall, event_atomic, event_through,
                                 look_valid}
                            !== {spared_writeback, spared_dram_read, spared_stall, spared_atomic, spared_through,
                                 spared_look};
  wire          look_differs = {look_set, look_tag, look_cluster, look_first, look_store}
                           !== {spared_look_set, spared_look_tag, spared_look_cluster,
                                spared_look_first, spared_look_store};

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
    .look_first(spared_look_first), .look_store(spared_look_store),
    .dram_reply_valid(dram_reply_valid && !unasked), .dram_reply_ready(spared_flags[4]),
    .dram_reply_id(dram_reply_id), .dram_reply_data(dram_reply_data),
    .event_access(spared_flags[3]), .event_hit(spared_flags[2]), .event_miss(spared_flags[1]),
    .event_merge(spared_flags[0]), .event_writeback(spared_writeback),
    .event_dram_read(spared_dram_read), .event_stall(spared_stall), .event_atomic(spared_atomic),
    .error_dram_reply(spared_error)
  );

  // Recorder: how many since `forget`, and the last two of each.
  integer       asked_at = 0;          // cycle of the last request
  integer       replies, reads, writes, reply_at, write_at, read_at;
  integer       accesses, hits, misses, merges, stalls, atomics, throughs;
  reg  [127:0]  written_mask;
  reg  [19:0]   looked;                // {cluster, tag, set} of the last access
  integer       errors = 0;            // reported since the start
  integer       refused = 0;           // replies that nobody waited for
  reg  [9:0]    last_id, id_before;
  reg  [2:0]    last_kind;
  reg  [3:0]    last_sectors;
  reg  [1023:0] last_data, data_before, written_data;
  reg  [16:0]   read_line, written_line;
  reg           read_id;

  always @(negedge clk) begin
    if (reply_valid && reply_ready) begin
      replies = replies + 1;
      reply_at = cycle;
      id_before = last_id;
      last_id = reply_id;
      last_kind = reply_kind;
      last_sectors = reply_data_sectors;
      data_before = last_data;
      last_data = reply_data;
      check(reply_dest == (reply_id ^ 10'h3ff), "a reply goes to the node that asked");
    end
    if (dram_valid && dram_ready && dram_write) begin
      writes = writes + 1;
      write_at = cycle;
      written_line = dram_line;
      written_data = dram_data;
      written_mask = dram_mask;
    end
    if (dram_valid && dram_ready && !dram_write) begin
      reads = reads + 1;
      read_at = cycle;
      read_line = dram_line;
      read_id = dram_id;
    end
    accesses = accesses + event_access;
    hits = hits + event_hit;
    misses = misses + event_miss;
    merges = merges + event_merge;
    stalls = stalls + event_stall;
    atomics = atomics + event_atomic;
    throughs = throughs + event_through;
    if (look_valid) looked = {look_cluster, look_tag, look_set};
    check(look_valid === event_access, "what is accessed is shown");
    check(look_first === (look_valid && look_cluster == 3'd0), "and whether it is the first cluster's");
    errors = errors + error_dram_reply;
    check(flags === spared_flags && !(reply_valid && reply_differs)
          && !(dram_valid && dram_differs) && !(look_valid && look_differs) && !event_differs
          && spared_error === 1'b0,
          "a reply that nobody waits for changes nothing");
  end

  task forget;
    begin
      replies = 0; reads = 0; writes = 0; accesses = 0; hits = 0; misses = 0; merges = 0;
      stalls = 0; atomics = 0; throughs = 0;
    end
  endtask

  task restart;
    begin
      rst = 1'b1;
      tick;
      rst = 1'b0;
      forget;
      check(request_ready && dram_reply_ready && !reply_valid && !dram_valid && !busy,
            "empty after reset");
    end
  endtask

  task ask(input [2:0] kind, input [16:0] line, input [9:0] id, input [3:0] sectors);
    begin
      request_valid = 1'b1;
      request_kind = kind;
      request_line = line;
      request_id = id;
      request_sectors = sectors;
      while (!request_ready) tick;     // QUEUE of 3 is full after three stores
      asked_at = cycle;
      tick;
      request_valid = 1'b0;
    end
  endtask

  task fill(input entry, input [1023:0] data);
    begin
      dram_reply_valid = 1'b1;
      dram_reply_id = entry;
      dram_reply_data = data;
      check(dram_reply_ready, "a fill is taken");
      tick;
      dram_reply_valid = 1'b0;
    end
  endtask

  task turn(input to_private);
    begin
      flush = 1'b1;
      flush_turns = 1'b1;
      flush_private = to_private;
      tick;
      flush = 1'b0;
      flush_turns = 1'b0;
    end
  endtask

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

  // A line becomes valid and clean.
  task bring(input [16:0] line, input [1023:0] data);
    begin
      ask(READ, line, 10'd500, 4'hf);
      ticks(LATENCY + 3);
      fill(read_id, data);
      ticks(6);
      check(last_id == 10'd500 && last_data == data, "a line was brought");
      forget;
    end
  endtask

  task read_back(input [16:0] line, input [1023:0] expected);
    begin
      forget;
      ask(READ, line, 10'd501, 4'hf);
      ticks(LATENCY);
      check(replies == 1 && hits == 1 && last_data == expected, "reads back");
    end
  endtask

  function [1023:0] pattern(input [31:0] word);
    pattern = {32{word}};
  endfunction

  // The line with its 32-bit word `n` replaced.
  function [1023:0] patched(input [1023:0] line, input integer n, input [31:0] word);
    begin
      patched = line;
      patched[n*32 +: 32] = word;
    end
  endfunction

  integer i;

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

    $display("llc_slice: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

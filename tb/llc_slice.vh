// Shared by the benches of llc_slice: a slice of 2 sets of 2 ways, 2 entries of 2 targets, latency 9,
// what it answers and asks of DRAM, and ways to ask it. Even lines share set 0. Stimuli change 1
// after the edge; replies and DRAM requests are recorded half a cycle later.
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
  wire          event_first;
  wire          event_store;
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
    .look_cluster(look_cluster), .event_first(event_first), .event_store(event_store),
    .dram_reply_valid(dram_reply_valid), .dram_reply_ready(dram_reply_ready),
    .dram_reply_id(dram_reply_id), .dram_reply_data(dram_reply_data),
    .event_access(event_access), .event_hit(event_hit), .event_miss(event_miss),
    .event_merge(event_merge), .event_writeback(event_writeback),
    .event_dram_read(event_dram_read), .event_stall(event_stall), .event_atomic(event_atomic),
    .error_dram_reply(error_dram_reply)
  );

  // Recorder: how many since `forget`, and the last two of each.
  integer       asked_at = 0;          // cycle of the last request
  integer       replies, reads, writes, reply_at, write_at, read_at;
  integer       accesses, hits, misses, merges, stalls, atomics, throughs;
  reg  [127:0]  written_mask;
  reg  [19:0]   looked;                // {cluster, tag, set} of the last access
  integer       errors = 0;            // reported since the start
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
    check(event_first === (look_valid && look_cluster == 3'd0), "and whether it is the first cluster's");
    errors = errors + error_dram_reply;
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

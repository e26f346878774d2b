// Shared by the benches of l1_cache: a cache of 2 sets x 2 ways with LATENCY 6 and a store queue of
// 2, what it answers, and ways to ask it. Stimuli change 1 after the edge; answers are recorded
// half a cycle later. The bench says which SCHEME of line protection it has, and how its RAMs are
// protected. Lines 0, 2, 4, ... are in set 0, odd lines in set 1.
  localparam LATENCY = 6;
  localparam [2:0] LOAD = 0, BYPASS = 1, STORE = 2, ATOMIC = 3, FETCH = 4;
  localparam [127:0] ALL = {128{1'b1}};

  reg           flush = 1'b0;
  reg           share_even = 1'b0;
  reg           share_odd = 1'b0;
  reg  [1:0]    issued = 2'd0;
  reg           mshr_full = 1'b0;
  reg           access_valid = 1'b0;
  reg  [2:0]    access_kind = LOAD;
  reg           access_remote = 1'b0;
  reg           access_foreign = 1'b0;
  reg  [9:0]    access_node = 10'd0;
  reg  [3:0]    access_sectors = 4'd0;
  reg  [16:0]   access_line = 17'd0;
  reg  [7:0]    access_id = 8'd0;
  reg  [6:0]    access_insn = 7'd0;
  reg  [6:0]    access_check = 7'd0;
  reg  [127:0]  access_mask = ALL;
  reg  [1023:0] own_data = 1024'd0;    // of all stores and atomics until it changes
  reg  [1023:0] home_data = 1024'd0;   // of another core's
  reg           of_home = 1'b0;        // the access taken last was one of these
  wire          own_ready;
  localparam [2:0] READ = 3'd0;
  reg           filling = 1'b0;
  reg  [1:0]    offered = 2'd0;        // cycles since the MSHR has looked at the reply
  reg           withholds = 1'b0;      // its line is not to be installed
  reg  [16:0]   reply_line = 17'd0;
  reg  [1023:0] reply_data = 1024'd0;
  wire          mshr_answers = offered != 2'd0;
  wire          mshr_installs = offered == 2'd1 && !withholds;
  wire          reply_valid = filling || mshr_answers;
  reg           miss_ready = 1'b1;
  reg           remote_hit_ready = 1'b1;
  wire          access_ready;
  wire          miss_valid;
  wire [2:0]    miss_kind;
  wire [2:0]    miss_op;
  wire          miss_remote;
  wire [9:0]    miss_node;
  wire [3:0]    miss_sectors;
  wire [16:0]   miss_line;
  wire [7:0]    miss_id;
  wire          miss_install;
  wire          miss_again;
  wire [127:0]  miss_mask;
  wire          store_valid;
  wire [1023:0] store_data;
  reg           store_ready = 1'b1;
  wire          remote_hit_valid;
  wire [16:0]   remote_hit_line;
  wire [9:0]    remote_hit_dest;
  wire [7:0]    remote_hit_id;
  wire [3:0]    remote_hit_data_sectors;
  wire [1023:0] remote_hit_data;
  wire          hit_valid;
  wire [7:0]    hit_id;
  wire [1023:0] hit_data;
  wire [6:0]    events;                // stall other store merge miss hit access
  wire [3:0]    origin;                // odd remote_miss remote_hit remote
  wire [3:0]    protection;            // alias pd_sample vta bypass
  reg           snoop_valid = 1'b0;
  reg           snoop_set = 1'b0;
  reg           snoop_way = 1'b0;
  wire          snoop_ready;
  wire          tags_valid;
  wire          tags_set;
  wire [1:0]    tags_lines;
  wire [1:0]    tags_ways;
  wire [15:0]   tags_tag;
  wire          data_valid;
  wire          gone_valid;
  wire [1023:0] data_line;
  wire          event_snoop;
  wire          error_corrected;
  wire          error_lost;

  l1_cache #(
    .LINE_BITS(17), .SETS(2), .WAYS(2), .LATENCY(LATENCY), .STORE_QUEUE(2),
    .SCHEME(SCHEME), .DLP_SAMPLE(8), .PROTECT(PROTECT)
  ) dut (
    .clk(clk), .rst(rst), .flush(flush),
    .share_even(share_even), .share_odd(share_odd),
    .access_valid(access_valid), .access_ready(access_ready), .access_kind(access_kind),
    .access_op(3'd5), .access_remote(access_remote), .access_foreign(access_foreign),
    .access_node(access_node), .access_sectors(access_sectors),
    .access_line(access_line), .access_id(access_id),
    .issued(issued), .mshr_full(mshr_full),
    .access_insn(access_insn), .access_check(access_check),
    .access_mask(access_mask),
    .own_valid(!of_home), .own_ready(own_ready), .own_data(own_data),
    .home_valid(of_home), .home_data(home_data),
    .reply_valid(reply_valid), .reply_kind(READ), .reply_line(reply_line), .reply_data(reply_data),
    .mshr_answers(mshr_answers), .mshr_installs(mshr_installs),
    .miss_valid(miss_valid), .miss_ready(miss_ready), .miss_kind(miss_kind), .miss_op(miss_op),
    .miss_remote(miss_remote), .miss_node(miss_node), .miss_sectors(miss_sectors),
    .miss_line(miss_line), .miss_id(miss_id), .miss_install(miss_install), .miss_again(miss_again),
    .miss_mask(miss_mask), .store_valid(store_valid), .store_ready(store_ready), .store_data(store_data),
    .remote_hit_valid(remote_hit_valid), .remote_hit_ready(remote_hit_ready),
    .remote_hit_line(remote_hit_line), .remote_hit_dest(remote_hit_dest),
    .remote_hit_id(remote_hit_id), .remote_hit_data_sectors(remote_hit_data_sectors),
    .remote_hit_data(remote_hit_data),
    .hit_valid(hit_valid), .hit_id(hit_id), .hit_data(hit_data),
    .tags_valid(tags_valid), .tags_set(tags_set), .tags_lines(tags_lines), .tags_ways(tags_ways),
    .tags_tag(tags_tag), .snoop_valid(snoop_valid), .snoop_ready(snoop_ready),
    .snoop_set(snoop_set), .snoop_way(snoop_way), .data_valid(data_valid), .gone_valid(gone_valid),
    .data_line(data_line), .event_snoop(event_snoop),
    .error_corrected(error_corrected), .error_lost(error_lost),
    .event_remote(origin[0]), .event_remote_hit(origin[1]), .event_remote_miss(origin[2]),
    .event_odd(origin[3]),
    .event_bypass(protection[0]), .event_vta(protection[1]), .event_pd_sample(protection[2]),
    .event_alias(protection[3]),
    .event_access(events[0]), .event_hit(events[1]), .event_miss(events[2]),
    .event_merge(events[3]), .event_store(events[4]), .event_other(events[5]),
    .event_stall(events[6])
  );

  always @(posedge clk) if (access_valid && access_ready) of_home <= access_remote;

  // Recorder: counts and the last answers since `forget`.
  integer       hits = 0;
  integer       misses = 0;
  integer       stalls = 0;
  integer       merges = 0;
  integer       data_taken = 0;        // of so many stores and atomics
  integer       hit_at = 0;
  reg  [7:0]    last_hit_id;
  reg  [1023:0] last_hit_data;
  reg  [2:0]    last_kind;
  reg  [7:0]    last_miss_id;
  reg           last_install;
  reg           last_again;
  reg  [1023:0] last_store_data;

  always @(negedge clk) begin
    if (hit_valid) begin
      hits = hits + 1;
      hit_at = cycle;
      last_hit_id = hit_id;
      last_hit_data = hit_data;
    end
    if (miss_valid && miss_ready) begin
      misses = misses + 1;
      last_kind = miss_kind;
      last_miss_id = miss_id;
      last_install = miss_install;
      last_again = miss_again;
    end
    if (store_valid && store_ready) begin
      data_taken = data_taken + 1;
      last_store_data = store_data;
    end
    if (!rst && cycle > 3) check(^{events, origin, protection} !== 1'bx, "events are known");
    stalls = stalls + (events[6] ? 1 : 0);
    merges = merges + (events[3] ? 1 : 0);
  end

  task forget;
    begin
      hits = 0;
      misses = 0;
      stalls = 0;
      merges = 0;
      data_taken = 0;
    end
  endtask

  function [1023:0] pattern(input [16:0] line, input [7:0] version);
    pattern = {16{7'd0, version, line, 32'h600df00d}};
  endfunction

  task offer(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      access_valid = 1'b1;
      access_kind = kind;
      access_line = line;
      access_id = id;
      while (!access_ready) tick;
      tick;
      access_valid = 1'b0;
      access_kind = 3'bxxx;            // what is not offered is nobody's business
      access_line = 17'bx;
      access_id = 8'bx;
    end
  endtask

  // An access alone: everything about it has happened afterwards.
  task run(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      forget;
      offer(kind, line, id);
      ticks(LATENCY + 2);
    end
  endtask

  // The MSHR looks at a read's reply, which stays for two cycles more, and says in the first of them whether its line
  // may be installed.
  always @(posedge clk) offered <= offered == 2'd2 ? 2'd0 : offered + {1'b0, reply_valid};

  task fill(input [16:0] line, input [7:0] version);
    begin
      while (offered != 2'd0) tick;
      reply_line = line;
      reply_data = pattern(line, version);
      filling = 1'b1;
      tick;
      filling = 1'b0;
    end
  endtask

  task clean;                          // an empty cache
    begin
      flush = 1'b1;
      tick;
      flush = 1'b0;
      ticks(LATENCY + 2);
      forget;
    end
  endtask

  task install(input [16:0] line, input [7:0] version);
    begin
      run(LOAD, line, 8'd0);
      fill(line, version);
      forget;
    end
  endtask

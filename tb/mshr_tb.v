// Directed bench of mshr: each row of the tables in docs/blocks/mshr.md, its races and its corners
// by name, with 3 entries of 2 targets; a second instance has one entry of one target. Stimuli
// change 1 after the edge; answers are recorded half a cycle later.
`default_nettype none
module mshr_tb;
`include "tb/bench.vh"
  localparam [2:0] LOAD = 0, BYPASS = 1, STORE = 2, ATOMIC = 3, FETCH = 4;
  localparam [2:0] READ_MESSAGE = 0, FETCH_MESSAGE = 1, STORE_MESSAGE = 2, ATOMIC_MESSAGE = 3;
  localparam [127:0] ALL = {128{1'b1}};

  reg           flush = 1'b0;
  reg           miss_valid = 1'b0;
  reg  [2:0]    miss_kind = LOAD;
  reg  [16:0]   miss_line = 17'd0;
  reg  [7:0]    miss_id = 8'd0;
  reg           miss_install = 1'b1;
  reg  [127:0]  miss_mask = ALL;
  reg  [1023:0] miss_data = {16{64'h0123456789abcdef}};
  reg           request_ready = 1'b1;
  reg           reply_valid = 1'b0;
  reg  [2:0]    reply_kind = READ_MESSAGE;
  reg  [9:0]    reply_id = 10'd0;
  reg  [1023:0] reply_data = 1024'd0;
  wire          miss_ready;
  wire          fill_valid;
  wire [16:0]   fill_line;
  wire [1023:0] fill_data;
  wire          request_valid;
  wire [9:0]    request_dest;
  wire [2:0]    request_kind;
  wire [2:0]    request_op;
  wire [16:0]   request_line;
  wire [9:0]    request_id;
  wire [3:0]    request_sectors;
  wire [3:0]    request_data_sectors;
  wire [127:0]  request_mask;
  wire [1023:0] request_data;
  wire          reply_ready;
  wire          response_valid;
  wire [7:0]    response_id;
  wire [1023:0] response_data;
  wire          event_stall;
  wire          single_request;
  wire          single_response;
  wire [7:0]    single_response_id;

  mshr #(
    .LINE_BITS(17), .ENTRIES(3), .TARGETS(2), .PARTITIONS(2), .CHUNK_BITS(1)
  ) dut (
    .clk(clk), .rst(rst), .flush(flush), .partition_nodes({10'd77, 10'd33}),
    .miss_valid(miss_valid), .miss_ready(miss_ready), .miss_kind(miss_kind), .miss_op(3'd6),
    .miss_line(miss_line), .miss_id(miss_id), .miss_install(miss_install),
    .miss_mask(miss_mask), .miss_data(miss_data),
    .fill_valid(fill_valid), .fill_line(fill_line), .fill_data(fill_data),
    .request_valid(request_valid), .request_ready(request_ready), .request_dest(request_dest),
    .request_kind(request_kind), .request_op(request_op), .request_line(request_line),
    .request_id(request_id), .request_sectors(request_sectors),
    .request_data_sectors(request_data_sectors), .request_mask(request_mask),
    .request_data(request_data),
    .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_kind(reply_kind),
    .reply_id(reply_id), .reply_data(reply_data),
    .response_valid(response_valid), .response_id(response_id),
    .response_data(response_data), .event_stall(event_stall)
  );

  mshr #(
    .LINE_BITS(17), .ENTRIES(1), .TARGETS(1), .PARTITIONS(1)
  ) single (
    .clk(clk), .rst(rst), .flush(flush), .partition_nodes(10'd5),
    .miss_valid(miss_valid), .miss_ready(), .miss_kind(miss_kind), .miss_op(3'd6),
    .miss_line(miss_line), .miss_id(miss_id), .miss_install(miss_install),
    .miss_mask(miss_mask), .miss_data(miss_data),
    .fill_valid(), .fill_line(), .fill_data(),
    .request_valid(single_request), .request_ready(request_ready), .request_dest(),
    .request_kind(), .request_op(), .request_line(), .request_id(), .request_sectors(),
    .request_data_sectors(), .request_mask(), .request_data(),
    .reply_valid(reply_valid), .reply_ready(), .reply_kind(reply_kind),
    .reply_id(reply_id), .reply_data(reply_data),
    .response_valid(single_response), .response_id(single_response_id), .response_data(),
    .event_stall()
  );

  // Recorder: counts and the last messages since `forget`.
  integer       requests = 0;
  integer       responses = 0;
  integer       fills = 0;
  integer       stalls = 0;
  integer       response_at = 0;
  integer       fill_at = 0;
  integer       single_requests = 0;
  integer       single_responses = 0;
  reg  [7:0]    last_response;
  reg  [7:0]    last_single_response;
  reg  [7:0]    response_before;
  reg  [1023:0] last_response_data;
  reg  [16:0]   last_fill;
  reg  [9:0]    last_request_id;
  reg  [2:0]    last_kind;
  reg  [3:0]    last_sectors;
  reg  [3:0]    last_data_sectors;
  reg  [9:0]    last_dest;

  always @(negedge clk) begin
    if (request_valid && request_ready) begin
      requests = requests + 1;
      last_request_id = request_id;
      last_kind = request_kind;
      last_sectors = request_sectors;
      last_data_sectors = request_data_sectors;
      last_dest = request_dest;
    end
    if (response_valid) begin
      responses = responses + 1;
      response_at = cycle;
      response_before = last_response;
      last_response = response_id;
      last_response_data = response_data;
    end
    if (fill_valid) begin
      fills = fills + 1;
      fill_at = cycle;
      last_fill = fill_line;
    end
    stalls = stalls + (event_stall ? 1 : 0);
    single_requests = single_requests + (single_request && request_ready ? 1 : 0);
    if (single_response) begin
      single_responses = single_responses + 1;
      last_single_response = single_response_id;
    end
  end

  task forget;
    begin
      requests = 0;
      responses = 0;
      fills = 0;
      stalls = 0;
      single_requests = 0;
      single_responses = 0;
    end
  endtask

  task restart;                        // reset empties all entries
    begin
      rst = 1'b1;
      tick;
      rst = 1'b0;
      forget;
    end
  endtask

  task offer(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      miss_valid = 1'b1;
      miss_kind = kind;
      miss_line = line;
      miss_id = id;
      while (!miss_ready) tick;
      tick;
      miss_valid = 1'b0;
    end
  endtask

  task miss(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      offer(kind, line, id);
      ticks(3);
    end
  endtask

  task start_reply(input [2:0] kind, input [9:0] id, input [63:0] data);
    begin
      reply_valid = 1'b1;
      reply_kind = kind;
      reply_id = id;
      reply_data = {16{data}};
      while (!reply_ready) tick;
      tick;
      reply_valid = 1'b0;
    end
  endtask

  task reply(input [2:0] kind, input [9:0] id, input [63:0] data);
    begin
      start_reply(kind, id, data);
      ticks(3);
    end
  endtask

  task a_load_becomes_a_read_two_cycles_later_and_its_reply_a_fill_and_a_response;
    integer start;
    begin
      restart;
      start = cycle;
      offer(LOAD, 17'd10, 8'd7);
      check(!request_valid, "not yet");
      tick;
      check(request_valid && cycle == start + 2, "request two cycles after the handshake");
      tick;
      check(requests == 1 && last_kind == READ_MESSAGE && last_request_id == 10'd0, "entry 0");
      check(last_sectors == 4'hf && last_data_sectors == 4'h0, "whole line wanted");
      check(last_dest == 10'd77, "line 10 is in chunk 5, of partition 1");
      start = cycle;
      reply(READ_MESSAGE, 10'd0, 64'h55);
      check(fills == 1 && last_fill == 17'd10 && fill_at == start + 1, "fill");
      check(responses == 1 && last_response == 8'd7 && response_at == start + 1, "response");
      check(last_response_data == {16{64'h55}}, "data");
    end
  endtask

  task loads_of_one_line_merge_until_the_target_list_is_full;
    begin
      restart;
      miss(LOAD, 17'd20, 8'd1);
      miss(LOAD, 17'd20, 8'd2);
      check(requests == 1 && stalls == 0, "merged");
      miss(LOAD, 17'd20, 8'd3);
      check(requests == 1 && stalls > 0, "target list full: waits");
      reply(READ_MESSAGE, 10'd0, 64'h1);
      check(responses == 2 && response_before == 8'd1 && last_response == 8'd2, "in order");
      check(fills == 1, "one fill");
      tick;
      check(requests == 2, "the third asks again once the entry drains");
      reply(READ_MESSAGE, last_request_id, 64'h2);
      check(responses == 3 && last_response == 8'd3, "and is answered");
    end
  endtask

  task a_load_waits_for_a_free_entry;
    begin
      restart;
      miss(LOAD, 17'd1, 8'd1);
      miss(LOAD, 17'd2, 8'd2);
      miss(LOAD, 17'd3, 8'd3);
      check(requests == 3 && last_request_id == 10'd2, "three entries");
      miss(LOAD, 17'd4, 8'd4);
      check(requests == 3 && stalls > 0, "no fourth");
      reply(READ_MESSAGE, 10'd1, 64'h1);
      check(requests == 4 && last_request_id == 10'd1, "the freed entry");
    end
  endtask

  task a_busy_request_register_holds_back_everything_but_merges;
    begin
      restart;
      request_ready = 1'b0;
      miss(LOAD, 17'd1, 8'd1);
      miss(LOAD, 17'd1, 8'd2);
      check(request_valid && stalls == 0, "a merge needs no message");
      miss(STORE, 17'd2, 8'd3);
      check(stalls > 0 && miss_ready, "a store waits");
      miss(FETCH, 17'd2, 8'd4);
      check(!miss_ready, "queue of two is full");
      request_ready = 1'b1;
      ticks(4);
      check(requests == 3 && miss_ready, "all left");
    end
  endtask

  task stores_atomics_and_fetches_carry_the_sectors_they_touch;
    begin
      restart;
      miss_mask = 128'h1 << 32 | 128'h1 << 127;
      miss(STORE, 17'd0, 8'd9);
      check(last_kind == STORE_MESSAGE && last_request_id == 10'd9, "store");
      check(last_sectors == 4'h0 && last_data_sectors == 4'ha, "store sectors");
      check(last_dest == 10'd33, "partition 0");
      miss(ATOMIC, 17'd0, 8'd10);
      check(last_kind == ATOMIC_MESSAGE && request_op == 3'd6, "atomic");
      check(last_sectors == 4'ha && last_data_sectors == 4'ha, "atomic sectors");
      miss(BYPASS, 17'd0, 8'd11);
      check(last_kind == FETCH_MESSAGE && last_sectors == 4'ha, "bypass");
      check(last_data_sectors == 4'h0, "no data on a fetch");
      miss(FETCH, 17'd0, 8'd12);
      check(last_kind == FETCH_MESSAGE && last_request_id == 10'd12, "fetch");
      reply(STORE_MESSAGE, 10'd9, 64'h0);
      check(responses == 1 && last_response == 8'd9 && fills == 0, "acknowledge");
      reply(ATOMIC_MESSAGE, 10'd10, 64'h3);
      reply(FETCH_MESSAGE, 10'd12, 64'h4);
      check(responses == 3 && last_response_data == {16{64'h4}} && fills == 0, "answers");
      miss_mask = ALL;
    end
  endtask

  task a_store_makes_a_read_under_way_stale;
    begin
      restart;
      miss(LOAD, 17'd6, 8'd1);
      miss(STORE, 17'd6, 8'd2);
      miss(LOAD, 17'd6, 8'd3);
      check(requests == 3 && last_request_id == 10'd1, "a later load does not merge");
      reply(READ_MESSAGE, 10'd0, 64'h1);
      check(responses == 1 && fills == 0, "answered, not installed");
      reply(READ_MESSAGE, 10'd1, 64'h2);
      check(responses == 2 && fills == 1, "the later read is installed");
    end
  endtask

  task a_fill_does_not_overtake_a_queued_store;
    begin
      restart;
      miss(LOAD, 17'd6, 8'd1);
      request_ready = 1'b0;
      miss(FETCH, 17'd9, 8'd2);        // blocks the request register
      miss(ATOMIC, 17'd6, 8'd3);       // waits in the queue
      reply(READ_MESSAGE, 10'd0, 64'h1);
      check(responses == 1 && fills == 0, "withheld");
      request_ready = 1'b1;
      ticks(3);
    end
  endtask

  task a_load_merged_when_the_reply_is_taken_is_answered_by_it;
    begin
      restart;
      miss(LOAD, 17'd6, 8'd1);
      offer(LOAD, 17'd6, 8'd2);        // at the head in the next cycle
      reply(READ_MESSAGE, 10'd0, 64'h1);
      check(responses == 2 && last_response == 8'd2 && requests == 1, "same reply");
    end
  endtask

  task a_load_that_finds_its_entry_draining_asks_again;
    begin
      restart;
      miss(LOAD, 17'd6, 8'd1);
      miss(LOAD, 17'd6, 8'd2);
      reply_valid = 1'b1;
      reply_id = 10'd0;
      offer(LOAD, 17'd6, 8'd3);        // head while the entry drains
      reply_valid = 1'b0;
      ticks(4);
      check(requests == 2 && last_request_id == 10'd1, "a second read");
      check(responses == 2 && fills == 1, "the first two are answered");
      reply(READ_MESSAGE, 10'd1, 64'h2);
      check(responses == 3 && last_response == 8'd3 && fills == 2, "the third");
    end
  endtask

  task a_flush_makes_entries_and_queued_loads_stale;
    begin
      restart;
      request_ready = 1'b0;
      miss(LOAD, 17'd6, 8'd1);
      miss(LOAD, 17'd7, 8'd2);         // waits in the queue
      flush = 1'b1;
      offer(LOAD, 17'd8, 8'd3);        // taken at the flush edge
      flush = 1'b0;
      request_ready = 1'b1;
      ticks(4);
      check(requests == 3, "all ask");
      miss(LOAD, 17'd8, 8'd4);
      check(requests == 3 && stalls > 0, "no merging with a stale one");
      reply(READ_MESSAGE, 10'd0, 64'h1);
      reply(READ_MESSAGE, 10'd1, 64'h1);
      reply(READ_MESSAGE, 10'd2, 64'h1);
      check(responses == 3 && fills == 0 && requests == 4, "no fill of the old kernel");
      reply(READ_MESSAGE, last_request_id, 64'h2);
      check(fills == 1 && last_fill == 17'd8, "the new kernel's load is installed");
    end
  endtask

  task a_stale_load_gets_an_entry_of_its_own;
    begin
      restart;
      miss_install = 1'b0;
      miss(LOAD, 17'd6, 8'd1);
      miss(LOAD, 17'd6, 8'd2);
      miss_install = 1'b1;
      check(requests == 2, "stale loads do not merge");
      reply(READ_MESSAGE, 10'd0, 64'h1);
      reply(READ_MESSAGE, 10'd1, 64'h1);
      check(responses == 2 && fills == 0, "answered only");
    end
  endtask

  task replies_with_one_target_follow_each_other_every_cycle;
    integer start;
    begin
      restart;
      miss(LOAD, 17'd1, 8'd1);
      miss(LOAD, 17'd2, 8'd2);
      miss(LOAD, 17'd3, 8'd3);
      start = cycle;
      start_reply(READ_MESSAGE, 10'd2, 64'h1);
      start_reply(READ_MESSAGE, 10'd0, 64'h2);
      reply(READ_MESSAGE, 10'd1, 64'h3);
      check(responses == 3 && fills == 3 && response_at == start + 3, "three in three cycles");
      check(response_before == 8'd1 && last_response == 8'd2, "in the order of the replies");
    end
  endtask

  task one_entry_of_one_target_serves_one_load_at_a_time;
    begin
      restart;
      miss(LOAD, 17'd6, 8'd1);
      miss(LOAD, 17'd6, 8'd2);
      check(single_requests == 1, "second load of the line waits");
      reply(READ_MESSAGE, 10'd0, 64'h1);
      check(single_responses == 1 && last_single_response == 8'd1, "first answered");
      check(single_requests == 2, "then the second asks");
      reply(READ_MESSAGE, 10'd0, 64'h1);
      check(single_responses == 2 && last_single_response == 8'd2, "answered too");
    end
  endtask

  initial begin
    ticks(2);
    a_load_becomes_a_read_two_cycles_later_and_its_reply_a_fill_and_a_response;
    loads_of_one_line_merge_until_the_target_list_is_full;
    a_load_waits_for_a_free_entry;
    a_busy_request_register_holds_back_everything_but_merges;
    stores_atomics_and_fetches_carry_the_sectors_they_touch;
    a_store_makes_a_read_under_way_stale;
    a_fill_does_not_overtake_a_queued_store;
    a_load_merged_when_the_reply_is_taken_is_answered_by_it;
    a_load_that_finds_its_entry_draining_asks_again;
    a_flush_makes_entries_and_queued_loads_stale;
    a_stale_load_gets_an_entry_of_its_own;
    replies_with_one_target_follow_each_other_every_cycle;
    one_entry_of_one_target_serves_one_load_at_a_time;
    $display("mshr: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

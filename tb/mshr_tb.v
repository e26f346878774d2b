// Directed bench of mshr: each row of the tables in docs/blocks/mshr.md, its races and its corners
// by name, with 3 entries of 2 targets; a second instance has one entry of one target, a third
// diverts loads. Misses of other cores as of the shared L1 [pact20 figure 4, F]. Stimuli change 1
// after the edge; answers are recorded half a cycle later.
`default_nettype none
module mshr_tb;
`include "tb/bench.vh"
`include "tb/mshr_bench.vh"

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
      reply(READ_MESSAGE, 10'd0);
      check(fills == 1 && last_fill == 17'd10 && fill_at == start + 1, "fill");
      check(responses == 1 && last_response == 8'd7 && response_at == start + 1, "response");
      check(!reply_valid, "it is taken");
    end
  endtask

  task a_load_without_room_among_the_targets_is_sent_as_a_fetch;
    begin
      restart;
      diverted = 0;
      miss(LOAD, 17'd20, 8'd1);
      miss(LOAD, 17'd20, 8'd2);
      check(diverted == 1, "merged");
      miss_mask = 128'd1 << 40;
      miss(LOAD, 17'd20, 8'd3);
      check(diverted == 2 && diverted_kind == FETCH_MESSAGE, "past the entry");
      check(diverted_id == 21'd3 && diverted_sectors == 4'b0010, "as a bypassing load");
      miss_remote = 1'b1;
      miss(LOAD, 17'd20, 8'd4);
      check(diverted == 2, "that of another core waits");
      miss_remote = 1'b0;
      miss_mask = ALL;
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
      reply(READ_MESSAGE, 10'd0);
      check(responses == 2 && response_before == 8'd1 && last_response == 8'd2, "in order");
      check(fills == 1, "one fill");
      tick;
      check(requests == 2, "the third asks again once the entry drains");
      reply(READ_MESSAGE, last_request_id);
      check(responses == 3 && last_response == 8'd3, "and is answered");
    end
  endtask

  task a_load_waits_for_a_free_entry;
    begin
      restart;
      miss(LOAD, 17'd1, 8'd1);
      miss(LOAD, 17'd2, 8'd2);
      check(!full && single_full, "one is left");
      miss(LOAD, 17'd3, 8'd3);
      check(requests == 3 && last_request_id == 10'd2 && full, "three entries");
      miss(LOAD, 17'd4, 8'd4);
      check(requests == 3 && stalls > 0, "no fourth");
      start_reply(READ_MESSAGE, 10'd1);
      check(full, "busy while it drains");
      tick;
      check(!full, "free behind the last answer");
      ticks(2);
      check(requests == 4 && last_request_id == 10'd1 && full, "the freed entry");
    end
  endtask

  task a_busy_request_register_holds_back_everything_but_merges;
    begin
      restart;
      request_ready = 1'b0;
      miss(LOAD, 17'd1, 8'd1);
      miss(LOAD, 17'd1, 8'd2);
      check(request_valid && stalls == 0, "a merge needs no message");
      miss(FETCH, 17'd2, 8'd3);
      check(stalls > 0 && miss_ready, "a fetch waits");
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
      check(last_kind == STORE_MESSAGE && last_request_id == 8'd9, "store");
      check(last_sectors == 4'h0 && last_data_sectors == 4'ha, "store sectors");
      check(last_dest == 10'd33, "partition 0");
      own_slices = 1'b1;
      miss(STORE, 17'd0, 8'd13);
      check(last_dest == 10'd44, "the own slice of its controller");
      miss(STORE, 17'd2, 8'd14);
      check(last_dest == 10'd88, "that of another one");
      own_slices = 1'b0;
      miss(STORE, 17'd2, 8'd15);
      check(last_dest == 10'd77, "and the partition's again");
      miss(ATOMIC, 17'd0, 8'd10);
      check(last_kind == ATOMIC_MESSAGE && request_op == 3'd6, "atomic");
      check(last_sectors == 4'ha && last_data_sectors == 4'ha, "atomic sectors");
      miss(BYPASS, 17'd0, 8'd11);
      check(last_kind == FETCH_MESSAGE && last_sectors == 4'ha, "bypass");
      check(last_data_sectors == 4'h0, "no data on a fetch");
      miss(FETCH, 17'd0, 8'd12);
      check(last_kind == FETCH_MESSAGE && last_request_id == 10'd12, "fetch");
      reply(STORE_MESSAGE, 8'd9);
      check(responses == 1 && last_response == 8'd9 && fills == 0, "acknowledge");
      reply(ATOMIC_MESSAGE, 8'd10);
      reply(FETCH_MESSAGE, 10'd12);
      check(responses == 3 && fills == 0, "answers");
      miss_mask = ALL;
    end
  endtask

  task a_store_makes_a_read_under_way_stale;
    begin
      restart;
      miss(LOAD, 17'd6, 8'd1);
      miss(STORE, 17'd6, 8'd2);
      reply_line = 17'd6;
      reply(STORE_MESSAGE, 8'd2);
      miss(LOAD, 17'd6, 8'd3);
      check(requests == 3 && last_request_id == 10'd1, "a later load does not merge");
      reply(READ_MESSAGE, 10'd0);
      check(responses == 2 && fills == 0, "answered, not installed");
      reply(READ_MESSAGE, 10'd1);
      check(responses == 3 && fills == 1, "the later read is installed");
    end
  endtask

  task a_fill_does_not_overtake_a_queued_store;
    begin
      restart;
      miss(LOAD, 17'd6, 8'd1);
      request_ready = 1'b0;
      miss(FETCH, 17'd9, 8'd2);        // blocks the request register
      miss(ATOMIC, 17'd6, 8'd3);       // waits in the queue
      reply(READ_MESSAGE, 10'd0);
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
      reply(READ_MESSAGE, 10'd0);
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
      reply_line = 17'd6;
      offer(LOAD, 17'd6, 8'd3);        // head while the entry drains
      ticks(4);
      check(requests == 2 && last_request_id == 10'd1, "a second read");
      check(responses == 2 && fills == 1, "the first two are answered");
      reply(READ_MESSAGE, 10'd1);
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
      reply(READ_MESSAGE, 10'd0);
      reply(READ_MESSAGE, 10'd1);
      reply(READ_MESSAGE, 10'd2);
      check(responses == 3 && fills == 0 && requests == 4, "no fill of the old kernel");
      reply(READ_MESSAGE, last_request_id);
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
      reply(READ_MESSAGE, 10'd0);
      reply(READ_MESSAGE, 10'd1);
      check(responses == 2 && fills == 0, "answered only");
    end
  endtask

  task a_read_says_whether_the_l1_may_hold_its_line_before_it_ends;
    begin
      restart;
      miss(LOAD, 17'd6, 8'd1);
      check(requests == 1 && !last_again, "a first one");
      miss(LOAD, 17'd6, 8'd2);
      miss(LOAD, 17'd6, 8'd3);         // waits: no target is free
      reply(READ_MESSAGE, 21'd0);
      check(requests == 2 && last_again, "its line came while it waited");
      reply(READ_MESSAGE, last_request_id);
      miss(LOAD, 17'd6, 8'd4);
      miss(LOAD, 17'd6, 8'd5);
      start_reply(READ_MESSAGE, last_request_id);
      offer(LOAD, 17'd6, 8'd6);        // while the two are answered: its way was reserved behind the line
      ticks(3);
      check(requests == 4 && !last_again, "not that of one that comes later");
      reply(READ_MESSAGE, last_request_id);
      miss_again = 1'b1;
      miss(LOAD, 17'd7, 8'd7);
      check(last_again, "it came before, as the L1 says");
      miss_again = 1'b0;
      reply(READ_MESSAGE, last_request_id);
      miss(LOAD, 17'd8, 8'd8);
      check(!last_again, "others do not");
      miss_install = 1'b0;
      miss(LOAD, 17'd9, 8'd9);
      miss_install = 1'b1;
      check(last_again, "one of an old kernel does");
      check(requests == 7 && responses == 7, "and all are asked for");
    end
  endtask

  task replies_with_one_target_follow_each_other_every_third_cycle;
    integer start;
    begin
      restart;
      miss(LOAD, 17'd1, 8'd1);
      miss(LOAD, 17'd2, 8'd2);
      miss(LOAD, 17'd3, 8'd3);
      start = cycle;
      start_reply(READ_MESSAGE, 10'd2);
      start_reply(READ_MESSAGE, 10'd0);
      reply(READ_MESSAGE, 10'd1);
      check(responses == 3 && fills == 3 && response_at == start + 7, "three in nine cycles");
      check(response_before == 8'd1 && last_response == 8'd2, "in the order of the replies");
    end
  endtask

  task one_entry_of_one_target_serves_one_load_at_a_time;
    begin
      restart;
      single_hears = 1'b1;
      miss(LOAD, 17'd6, 8'd1);
      miss(LOAD, 17'd6, 8'd2);
      check(single_requests == 1, "second load of the line waits");
      reply(READ_MESSAGE, 10'd0);
      check(single_responses == 1 && last_single_response == 8'd1, "first answered");
      check(single_requests == 2, "then the second asks");
      reply(READ_MESSAGE, 10'd0);
      check(single_responses == 2 && last_single_response == 8'd2, "answered too");
    end
  endtask

  task a_remote_load_joins_the_read_of_an_own_one;
    integer start;
    begin
      restart;
      reply_line = 17'd20;
      miss(LOAD, 17'd20, 8'd1);
      remote_miss(LOAD, 17'd20, 8'd2);
      check(requests == 1 && stalls == 0 && last_sectors == 4'hf, "one read of the line");
      start = cycle;
      start_reply(READ_MESSAGE, 21'd0);
      check(response_valid && response_id == 8'd1 && !remote_valid && installs, "own first");
      tick;
      check(remote_valid && remote_kind == 0 && remote_line == 17'd20 && remote_dest == 10'd99
        && remote_id == 8'd2 && remote_data_sectors == 4'b0110,
        "then the remote one with its sectors");
      check(!response_valid && !installs && !reply_ready, "nothing else");
      tick;
      check(!remote_valid && reply_ready && remote_at == start + 2, "it is taken");
    end
  endtask

  task an_own_load_joins_the_read_of_a_remote_one;
    begin
      restart;
      remote_miss(LOAD, 17'd20, 8'd2);
      miss(LOAD, 17'd20, 8'd1);
      check(requests == 1 && last_sectors == 4'hf, "one read of the whole line");
      start_reply(READ_MESSAGE, 21'd0);
      check(remote_valid && remote_id == 8'd2 && installs, "remote first, and the home fills");
      tick;
      check(response_valid && response_id == 8'd1 && reply_ready && !installs, "then the own");
    end
  endtask

  task a_remote_answer_waits_and_replies_queue_up_behind_it;
    begin
      restart;
      remote_ready = 1'b0;
      remote_miss(LOAD, 17'd1, 8'd1);
      miss(LOAD, 17'd1, 8'd2);
      miss(LOAD, 17'd2, 8'd3);
      start_reply(READ_MESSAGE, 21'd0);
      check(installs, "the fill does not wait");
      ticks(3);
      check(fills == 1 && remotes == 0 && responses == 0 && !reply_ready, "all others do");
      miss(LOAD, 17'd1, 8'd4);
      check(requests == 3 && last_request_id == 21'd2, "no merging with a draining entry");
      remote_ready = 1'b1;
      tick;
      check(response_valid && response_id == 8'd2 && reply_ready, "go on with the own target");
      start_reply(READ_MESSAGE, 21'd1);
      check(response_valid && response_id == 8'd3 && installs, "and with the next reply");
      tick;
      check(remotes == 1 && responses == 2 && fills == 2, "each once");
    end
  endtask

  task a_remote_store_is_acknowledged_to_its_core;
    localparam [20:0] ITS_ID = {1'b1, 10'd99, 10'd200};
    begin
      restart;
      remote_ready = 1'b0;
      remote_miss(STORE, 17'd9, 8'd200);
      check(last_kind == STORE_MESSAGE && last_request_id == ITS_ID, "its id has its node");
      miss(STORE, 17'd9, 8'd200);
      check(last_request_id == 8'd200, "an own one has none");
      reply_line = 17'd9;
      reply(STORE_MESSAGE, ITS_ID);
      check(remote_valid && remote_kind == 2 && remote_line == 17'd9 && remote_dest == 10'd99
        && remote_id == 8'd200 && remote_data_sectors == 4'b0000 && !reply_ready, "waits");
      remote_ready = 1'b1;
      tick;
      check(!remote_valid && reply_ready && remotes == 1 && responses == 0, "acknowledged");
      reply(STORE_MESSAGE, 8'd200);
      check(remotes == 1 && responses == 1 && fills == 0, "the own one as ever");
    end
  endtask

  task an_answer_to_a_message_of_requester_is_an_own_one;
    begin
      restart;
      reply(FETCH_MESSAGE, {4'd0, 7'd127, 10'd201});
      check(responses == 1 && last_response == 8'd201 && remotes == 0 && fills == 0, "whatever its instruction id");
      reply(STORE_MESSAGE, {4'd0, 7'd64, 10'd202});
      check(responses == 2 && last_response == 8'd202 && remotes == 0, "a store's too");
    end
  endtask

  task a_flush_makes_reads_for_remote_loads_stale_too;
    begin
      restart;
      remote_miss(LOAD, 17'd6, 8'd1);
      flush = 1'b1;
      tick;
      flush = 1'b0;
      remote_miss(LOAD, 17'd6, 8'd2);
      check(requests == 2, "a read of its own for the new kernel");
      reply(READ_MESSAGE, 21'd0);
      check(remotes == 1 && fills == 0, "the old one is answered, not installed");
      remote_ready = 1'b0;
      start_reply(READ_MESSAGE, 21'd1);
      flush = 1'b1;                    // while its answer waits
      tick;
      flush = 1'b0;
      check(remote_valid && remote_id == 8'd2, "it still waits");
      remote_ready = 1'b1;
      tick;
      check(remotes == 2 && !remote_valid, "answered");
    end
  endtask

  task one_entry_of_one_target_serves_remote_and_own_loads_in_turn;
    begin
      restart;
      single_hears = 1'b1;
      remote_miss(LOAD, 17'd6, 8'd1);
      miss(LOAD, 17'd6, 8'd2);
      check(single_requests == 1, "the own load waits");
      reply(READ_MESSAGE, 21'd0);
      check(single_remotes == 1 && single_responses == 0 && single_requests == 2, "then asks");
      reply(READ_MESSAGE, 21'd0);
      check(single_responses == 1 && last_single_response == 8'd2, "answered too");
    end
  endtask

  task a_read_behind_a_store_of_another_core_is_installed;
    begin
      restart;
      reply_line = 17'd6;
      remote_miss(STORE, 17'd6, 8'd1);
      miss(LOAD, 17'd6, 8'd2);
      check(requests == 2, "asks at once");
      reply(READ_MESSAGE, 21'd0); // the memory system keeps their order
      check(fills == 1 && last_fill == 17'd6 && responses == 1, "not acknowledged, but before it");
    end
  endtask

  initial begin
    ticks(2);
    a_load_becomes_a_read_two_cycles_later_and_its_reply_a_fill_and_a_response;
    loads_of_one_line_merge_until_the_target_list_is_full;
    a_load_without_room_among_the_targets_is_sent_as_a_fetch;
    a_load_waits_for_a_free_entry;
    a_busy_request_register_holds_back_everything_but_merges;
    stores_atomics_and_fetches_carry_the_sectors_they_touch;
    a_store_makes_a_read_under_way_stale;
    a_fill_does_not_overtake_a_queued_store;
    a_load_merged_when_the_reply_is_taken_is_answered_by_it;
    a_load_that_finds_its_entry_draining_asks_again;
    a_flush_makes_entries_and_queued_loads_stale;
    a_stale_load_gets_an_entry_of_its_own;
    a_read_says_whether_the_l1_may_hold_its_line_before_it_ends;
    replies_with_one_target_follow_each_other_every_third_cycle;
    one_entry_of_one_target_serves_one_load_at_a_time;
    a_remote_load_joins_the_read_of_an_own_one;
    an_own_load_joins_the_read_of_a_remote_one;
    a_remote_answer_waits_and_replies_queue_up_behind_it;
    a_remote_store_is_acknowledged_to_its_core;
    an_answer_to_a_message_of_requester_is_an_own_one;
    a_flush_makes_reads_for_remote_loads_stale_too;
    one_entry_of_one_target_serves_remote_and_own_loads_in_turn;
    a_read_behind_a_store_of_another_core_is_installed;
    $display("mshr: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

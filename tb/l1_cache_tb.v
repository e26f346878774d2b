// Directed bench of l1_cache under the private organization: each row of the table in
// docs/blocks/l1_cache.md and each corner by name, on the cache of tb/l1_cache.vh. A second cache
// that invalidates on store hits gets the same inputs.
`default_nettype none
module l1_cache_tb;
`include "tb/bench.vh"
  localparam SCHEME = 0;               // no line protection
  localparam PROTECT = 2;              // SEC-DED
`include "tb/l1_cache.vh"
  wire    invalidating_hit;
  integer invalidating_hits = 0;

  l1_cache #(
    .LINE_BITS(17), .SETS(2), .WAYS(2), .LATENCY(LATENCY), .STORE_QUEUE(2), .WRITE_UPDATE(0)
  ) invalidating (
    .clk(clk), .rst(rst), .flush(flush), .share_even(1'b0), .share_odd(1'b0),
    .issued(2'd0), .mshr_full(1'b0), .access_insn(7'd0), .access_check(7'd0),
    .access_valid(access_valid), .access_ready(), .access_kind(access_kind),
    .access_op(3'd5), .access_remote(1'b0), .access_foreign(1'b0),
    .access_node(10'd0), .access_sectors(4'd0),
    .access_line(access_line), .access_id(access_id),
    .access_mask(access_mask),
    .own_valid(1'b1), .own_ready(), .own_data(own_data),
    .home_valid(1'b0), .home_data(1024'd0),
    .reply_valid(reply_valid), .reply_kind(READ), .reply_line(reply_line), .reply_data(reply_data),
    .mshr_answers(mshr_answers), .mshr_installs(mshr_installs),
    .miss_valid(), .miss_ready(1'b1), .miss_kind(), .miss_op(),
    .miss_remote(), .miss_node(), .miss_sectors(),
    .miss_line(), .miss_id(), .miss_install(), .miss_again(), .miss_mask(), .store_valid(), .store_ready(1'b1), .store_data(),
    .remote_hit_valid(), .remote_hit_ready(1'b1), .remote_hit_line(), .remote_hit_dest(),
    .remote_hit_id(), .remote_hit_data_sectors(), .remote_hit_data(),
    .event_remote(), .event_remote_hit(), .event_remote_miss(), .event_odd(),
    .event_bypass(), .event_vta(), .event_pd_sample(), .event_alias(),
    .hit_valid(invalidating_hit), .hit_id(), .hit_data(),
    .tags_valid(), .tags_set(), .tags_lines(), .tags_ways(), .tags_tag(),
    .snoop_valid(1'b0), .snoop_ready(), .snoop_set(1'b0), .snoop_way(1'b0),
    .data_valid(), .gone_valid(), .data_line(), .event_snoop(),
    .event_access(), .event_hit(), .event_miss(), .event_merge(), .event_store(),
    .event_other(), .event_stall()
  );

  always @(negedge clk) if (invalidating_hit) invalidating_hits = invalidating_hits + 1;

  task a_cold_load_misses_and_its_fill_makes_the_next_one_hit_after_latency_cycles;
    integer start;
    begin
      run(LOAD, 17'd6, 8'd1);
      check(misses == 1 && hits == 0 && last_install && last_miss_id == 8'd1, "cold miss");
      check(last_kind == LOAD && !store_valid, "miss of a load has no data");
      fill(17'd6, 8'd1);
      forget;
      start = cycle;
      offer(LOAD, 17'd6, 8'd2);
      ticks(LATENCY + 2);
      check(hits == 1 && misses == 0 && last_hit_id == 8'd2, "hit after the fill");
      check(last_hit_data == pattern(17'd6, 8'd1), "hit data");
      check(hit_at == start + LATENCY, "hit latency");
    end
  endtask

  task loads_back_to_back_in_one_set_hit_in_consecutive_cycles;
    integer start;
    begin
      clean;
      install(17'd0, 8'd3);
      install(17'd2, 8'd4);
      start = cycle;
      offer(LOAD, 17'd0, 8'd1);
      offer(LOAD, 17'd2, 8'd2);
      offer(LOAD, 17'd0, 8'd3);
      offer(LOAD, 17'd2, 8'd4);
      ticks(LATENCY + 2);
      check(hits == 4 && hit_at == start + LATENCY + 3, "four hits in four cycles");
      check(last_hit_id == 8'd4 && last_hit_data == pattern(17'd2, 8'd4), "in order");
    end
  endtask

  task a_load_of_a_pending_line_goes_to_the_mshr_as_a_merge;
    begin
      clean;
      offer(LOAD, 17'd1, 8'd1);
      offer(LOAD, 17'd1, 8'd2);
      ticks(LATENCY + 2);
      check(misses == 2 && merges == 1 && last_install && last_miss_id == 8'd2, "merge");
      fill(17'd1, 8'd9);
      run(LOAD, 17'd1, 8'd3);
      check(hits == 1 && last_hit_data == pattern(17'd1, 8'd9), "one fill serves both");
    end
  endtask

  task the_victim_is_the_least_recently_used_line;
    begin
      clean;
      install(17'd0, 8'd1);
      install(17'd2, 8'd1);
      run(LOAD, 17'd0, 8'd1);          // 2 is now the older one
      install(17'd4, 8'd1);
      run(LOAD, 17'd0, 8'd2);
      check(hits == 1, "0 was touched and stays");
      run(LOAD, 17'd2, 8'd3);
      check(misses == 1, "2 was the victim");
    end
  endtask

  task a_load_waits_while_all_ways_of_its_set_are_reserved;
    begin
      clean;
      offer(LOAD, 17'd1, 8'd1);
      offer(LOAD, 17'd3, 8'd2);
      offer(LOAD, 17'd5, 8'd3);
      ticks(LATENCY + 6);
      check(misses == 2 && stalls > 4, "unreservable");
      fill(17'd3, 8'd1);
      ticks(5);
      check(misses == 3 && last_miss_id == 8'd3, "the filled way is the victim");
      fill(17'd1, 8'd1);
      fill(17'd5, 8'd1);
      run(LOAD, 17'd1, 8'd4);
      check(hits == 1, "the other reservation was kept");
    end
  endtask

  task a_store_hit_updates_the_bytes_of_its_mask_or_invalidates;
    begin
      clean;
      install(17'd8, 8'd1);
      access_mask = 128'h00ff;
      own_data = pattern(17'd8, 8'd2);
      run(STORE, 17'd8, 8'd5);
      check(misses == 1 && last_kind == STORE && !last_install, "store goes on");
      check(last_store_data == (pattern(17'd8, 8'd2) & {768'd0, {256{1'b1}}}), "with its data, zero where it writes nothing");
      invalidating_hits = 0;
      run(LOAD, 17'd8, 8'd6);
      check(hits == 1 && last_hit_data[63:0] == own_data[63:0], "written bytes");
      check(last_hit_data[1023:64] == (pattern(17'd8, 8'd1) >> 64), "other bytes");
      check(invalidating_hits == 0, "WRITE_UPDATE = 0 invalidates");
      access_mask = ALL;
    end
  endtask

  task a_store_to_a_pending_line_drops_its_reservation;
    begin
      clean;
      run(LOAD, 17'd3, 8'd1);
      run(STORE, 17'd3, 8'd2);
      fill(17'd3, 8'd1);
      run(LOAD, 17'd3, 8'd3);
      check(hits == 0 && misses == 1 && merges == 0 && last_install, "fill was dropped");
    end
  endtask

  task an_atomic_invalidates_its_line;
    begin
      clean;
      install(17'd3, 8'd1);
      run(ATOMIC, 17'd3, 8'd2);
      check(misses == 1 && last_kind == ATOMIC && last_store_data == own_data, "passed on");
      run(LOAD, 17'd3, 8'd3);
      check(hits == 0 && misses == 1, "not in the L1 any more");
    end
  endtask

  task bypass_and_fetch_do_not_look_at_the_cache;
    begin
      clean;
      install(17'd3, 8'd1);
      run(BYPASS, 17'd3, 8'd2);
      check(hits == 0 && misses == 1 && last_kind == BYPASS && !last_install, "bypass");
      run(FETCH, 17'd5, 8'd3);
      check(misses == 1 && last_kind == FETCH && !last_install, "fetch");
      run(LOAD, 17'd3, 8'd4);
      check(hits == 1, "line untouched");
    end
  endtask

  task a_fill_takes_the_cycle_of_a_due_access;
    integer start;
    begin
      clean;
      install(17'd2, 8'd1);
      run(LOAD, 17'd4, 8'd0);
      forget;
      start = cycle;
      offer(LOAD, 17'd2, 8'd7);
      ticks(LATENCY - 4);              // it is written in the cycle of the lookup
      fill(17'd4, 8'd2);
      ticks(6);
      check(hits == 1 && hit_at == start + LATENCY + 1 && stalls == 1, "one cycle later");
    end
  endtask

  task a_flush_empties_the_cache_and_makes_loads_on_their_way_stale;
    begin
      clean;
      install(17'd2, 8'd1);
      run(LOAD, 17'd5, 8'd0);
      forget;
      offer(LOAD, 17'd2, 8'd1);        // would hit
      flush = 1'b1;
      offer(LOAD, 17'd4, 8'd2);        // accepted at the flush edge
      flush = 1'b0;
      fill(17'd5, 8'd1);               // its reservation is gone
      ticks(LATENCY + 2);
      check(hits == 0 && misses == 2 && !last_install && last_miss_id == 8'd2, "stale loads");
      fill(17'd4, 8'd1);
      run(LOAD, 17'd4, 8'd3);
      check(misses == 1 && last_install, "stale loads reserve nothing");
      run(LOAD, 17'd5, 8'd4);
      check(misses == 1 && merges == 0, "old reservations are gone");
    end
  endtask

  task a_flush_takes_the_install_bit_of_a_waiting_miss;
    begin
      clean;
      miss_ready = 1'b0;
      run(LOAD, 17'd2, 8'd1);
      check(miss_valid && miss_install, "waiting");
      flush = 1'b1;
      tick;
      flush = 1'b0;
      check(miss_valid && !miss_install, "stale now");
      miss_ready = 1'b1;
      tick;
    end
  endtask

  task a_load_says_whether_its_line_may_be_here_before_it_leaves;
    begin
      clean;
      run(LOAD, 17'd2, 8'd1);
      check(misses == 1 && !last_again, "a first one");
      run(LOAD, 17'd2, 8'd2);
      check(merges == 1 && last_again, "one that finds its line asked for");
      miss_ready = 1'b0;
      run(LOAD, 17'd4, 8'd3);          // waits
      fill(17'd2, 8'd1);
      ticks(3);
      check(miss_valid && !miss_again, "another line comes");
      fill(17'd4, 8'd1);
      ticks(3);
      check(miss_valid && miss_again, "and its own");
      miss_ready = 1'b1;
      run(LOAD, 17'd6, 8'd4);
      check(misses == 2 && !last_again, "the next one is a first one again");
      fill(17'd6, 8'd1);
      ticks(2);
    end
  endtask

  task a_fill_in_the_flush_cycle_is_dropped;
    begin
      clean;
      run(LOAD, 17'd2, 8'd1);
      flush = 1'b1;
      fill(17'd2, 8'd1);
      flush = 1'b0;
      run(LOAD, 17'd2, 8'd2);
      check(hits == 0 && misses == 1 && merges == 0, "not installed");
    end
  endtask

  task what_waits_before_the_head_sees_fills_that_pass_it;
    integer start;
    begin
      clean;
      install(17'd0, 8'd1);
      run(LOAD, 17'd2, 8'd0);
      run(LOAD, 17'd4, 8'd0);          // both ways of set 0 wait
      forget;
      offer(LOAD, 17'd6, 8'd1);        // finds no way
      offer(FETCH, 17'd0, 8'd4);
      offer(LOAD, 17'd4, 8'd2);
      offer(LOAD, 17'd2, 8'd3);
      ticks(LATENCY + 2);
      check(misses == 0 && hits == 0 && stalls > 3, "all of them wait");
      fill(17'd2, 8'd6);               // 6 takes its way
      fill(17'd4, 8'd5);
      ticks(6);
      check(misses == 3 && hits == 1, "6 and 2 missed, and the fetch");
      check(last_hit_id == 8'd2 && last_hit_data == pattern(17'd4, 8'd5), "4 is there");
      check(last_miss_id == 8'd3, "2 is not any more");
    end
  endtask

  task a_fill_that_the_mshr_withholds_is_not_installed;
    begin
      clean;
      run(LOAD, 17'd3, 8'd1);
      withholds = 1'b1;
      fill(17'd3, 8'd1);
      ticks(2);
      withholds = 1'b0;
      run(LOAD, 17'd3, 8'd2);
      check(hits == 0 && merges == 1, "the line is still on its way");
      fill(17'd3, 8'd2);
      run(LOAD, 17'd3, 8'd3);
      check(hits == 1 && last_hit_data == pattern(17'd3, 8'd2), "the next one brings it");
    end
  endtask

  task a_fill_does_not_take_the_reservation_of_a_later_load;
    begin
      clean;
      run(LOAD, 17'd3, 8'd1);
      forget;
      access_mask = 128'h00ff;         // of one sector: it does not keep the load waiting
      offer(STORE, 17'd3, 8'd2);       // drops the reservation
      offer(LOAD, 17'd3, 8'd3);        // reserves anew
      access_mask = ALL;
      ticks(LATENCY - 2);              // the load is decided about in this cycle
      check(miss_valid && miss_kind == STORE, "the store has just gone on");
      fill(17'd3, 8'd1);               // older than the store
      ticks(4);
      check(misses == 2 && last_install && last_miss_id == 8'd3, "store and load went on");
      run(LOAD, 17'd3, 8'd4);
      check(hits == 0 && merges == 1, "the line is still on its way");
      fill(17'd3, 8'd2);
      run(LOAD, 17'd3, 8'd5);
      check(hits == 1 && last_hit_data == pattern(17'd3, 8'd2), "this one is its");
    end
  endtask

  task a_load_that_is_looked_up_in_the_cycle_of_a_flush_is_before_it;
    begin
      clean;
      install(17'd2, 8'd1);
      offer(LOAD, 17'd2, 8'd1);
      offer(LOAD, 17'd2, 8'd2);
      ticks(LATENCY - 3);              // the first one in this cycle
      flush = 1'b1;
      tick;
      flush = 1'b0;
      ticks(4);
      check(hits == 1 && last_hit_id == 8'd1, "the first one hits");
      check(misses == 1 && !last_install && last_miss_id == 8'd2, "the other one is stale");
    end
  endtask

  task the_store_queue_limits_the_stores_in_the_delay_line;
    begin
      clean;
      offer(STORE, 17'd1, 8'd1);
      offer(STORE, 17'd1, 8'd2);
      check(!access_ready, "two stores fill it");
      ticks(LATENCY);
      check(access_ready, "room again");
      ticks(4);
      check(misses == 2 && last_miss_id == 8'd2, "in order");
    end
  endtask

  task a_store_waits_for_the_last_sector_of_its_data;
    integer i;
    begin
      clean;
      own_data = pattern(17'd1, 8'd9);
      offer(STORE, 17'd1, 8'd1);
      for (i = 1; i < 4; i = i + 1) begin
        check(!access_ready && !own_ready, "its sectors go in");
        tick;
      end
      check(access_ready && own_ready, "all but the last one have");
      ticks(4);                        // four sectors come out n + 3 cycles after the handshake
      check(misses == 0 && stalls == 2, "it is due, and waits");
      tick;
      check(misses == 1 && last_store_data == pattern(17'd1, 8'd9), "then it goes on");
    end
  endtask

  task data_are_taken_before_their_access_leaves;
    begin
      clean;
      miss_ready = 1'b0;
      offer(LOAD, 17'd1, 8'd1);        // keeps the miss register
      own_data = pattern(17'd2, 8'd3);
      offer(STORE, 17'd2, 8'd2);
      ticks(LATENCY + 4);
      check(misses == 0 && data_taken == 1 && last_store_data == pattern(17'd2, 8'd3), "they have gone");
      check(!store_valid, "and are not offered again");
      miss_ready = 1'b1;
      ticks(4);
      check(misses == 2 && last_miss_id == 8'd2 && data_taken == 1, "nor when it leaves");
      run(STORE, 17'd2, 8'd4);
      check(misses == 1 && data_taken == 1, "the next one has its own");
    end
  endtask

  task an_access_leaves_before_its_data_and_the_next_one_waits;
    begin
      clean;
      store_ready = 1'b0;
      own_data = pattern(17'd2, 8'd5);
      offer(STORE, 17'd2, 8'd1);
      ticks(4);                        // its sectors are in
      own_data = pattern(17'd4, 8'd6);
      offer(ATOMIC, 17'd4, 8'd2);
      ticks(LATENCY + 8);
      check(misses == 1 && last_miss_id == 8'd1 && stalls > 0, "the second one waits");
      check(store_valid && store_data == pattern(17'd2, 8'd5), "the first one's data wait");
      store_ready = 1'b1;
      tick;
      check(data_taken == 1 && last_store_data == pattern(17'd2, 8'd5) && !store_valid, "they are taken");
      ticks(3);
      check(misses == 1 && !store_valid, "the next ones are put together");
      ticks(4);
      check(misses == 2 && last_miss_id == 8'd2 && data_taken == 2 && last_store_data == pattern(17'd4, 8'd6),
            "and it goes on with its own");
    end
  endtask

`include "tb/told_errors.vh"

  // Inverts a bit of a way's tag in set 0: with its check bits it has 22.
  task invert(input way, input integer its_bit);
    dut.tags.words.storage[0][22 * way + its_bit] = !dut.tags.words.storage[0][22 * way + its_bit];
  endtask

  task inverted_bits_of_a_tag_are_told_while_its_way_is_in_use;
    begin
      clean;
      invert(1'b0, 3);
      invert(1'b1, 3);
      run(STORE, 17'd2, 8'd0);
      check(corrections == 0, "of empty ways nothing is told");
      run(LOAD, 17'd2, 8'd1);          // reserves way 0, whose tag is written
      invert(1'b0, 3);
      run(STORE, 17'd4, 8'd2);
      check(corrections == 1 && losses == 0, "an access meets that of a reserved way");
      fill(17'd2, 8'd1);
      ticks(LATENCY);
      check(corrections == 2, "the fill that comes for it, too");
      run(STORE, 17'd4, 8'd3);
      check(corrections == 3 && losses == 0, "and an access that of a valid one");
      invert(1'b0, 7);
      run(STORE, 17'd4, 8'd4);
      check(corrections == 3 && losses == 1, "two are lost");
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    a_cold_load_misses_and_its_fill_makes_the_next_one_hit_after_latency_cycles;
    loads_back_to_back_in_one_set_hit_in_consecutive_cycles;
    a_load_of_a_pending_line_goes_to_the_mshr_as_a_merge;
    the_victim_is_the_least_recently_used_line;
    a_load_waits_while_all_ways_of_its_set_are_reserved;
    a_store_hit_updates_the_bytes_of_its_mask_or_invalidates;
    a_store_to_a_pending_line_drops_its_reservation;
    an_atomic_invalidates_its_line;
    bypass_and_fetch_do_not_look_at_the_cache;
    a_fill_takes_the_cycle_of_a_due_access;
    a_flush_empties_the_cache_and_makes_loads_on_their_way_stale;
    a_flush_takes_the_install_bit_of_a_waiting_miss;
    a_load_says_whether_its_line_may_be_here_before_it_leaves;
    a_fill_in_the_flush_cycle_is_dropped;
    what_waits_before_the_head_sees_fills_that_pass_it;
    a_fill_that_the_mshr_withholds_is_not_installed;
    a_fill_does_not_take_the_reservation_of_a_later_load;
    a_load_that_is_looked_up_in_the_cycle_of_a_flush_is_before_it;
    the_store_queue_limits_the_stores_in_the_delay_line;
    a_store_waits_for_the_last_sector_of_its_data;
    data_are_taken_before_their_access_leaves;
    an_access_leaves_before_its_data_and_the_next_one_waits;
    check(corrections == 0 && losses == 0, "no bit was inverted");
    inverted_bits_of_a_tag_are_told_while_its_way_is_in_use;
    $display("l1_cache: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

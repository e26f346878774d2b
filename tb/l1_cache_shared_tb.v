// Directed bench of l1_cache under the shared organization [pact20 sections 3 and 4]: accesses of
// other cores, whose hits wait on a port of their own, and foreign lines, which die while
// their set is shared; on the cache of tb/l1_cache.vh.
`default_nettype none
module l1_cache_shared_tb;
`include "tb/bench.vh"
  localparam SCHEME = 0;               // no line protection
  localparam PROTECT = 0;              // RAMs without check bits
`include "tb/l1_cache.vh"
  // Recorder of what the private organization has not.
  integer       remote_hits = 0;
  integer       stores = 0;
  integer       remote_events = 0;
  integer       remote_misses = 0;
  integer       odd_events = 0;
  reg  [1023:0] last_remote_data;
  reg  [7:0]    last_remote_id;
  reg           last_miss_remote;
  reg  [9:0]    last_miss_node;
  reg  [3:0]    last_miss_sectors;

  always @(negedge clk) begin
    if (remote_hit_valid && remote_hit_ready) begin
      remote_hits = remote_hits + 1;
      last_remote_id = remote_hit_id;
      last_remote_data = remote_hit_data;
      check(remote_hit_dest == node_of(remote_hit_id)
            && remote_hit_data_sectors == remote_hit_id[3:0], "a remote hit knows its requester");
    end
    if (miss_valid && miss_ready) begin
      last_miss_remote = miss_remote;
      last_miss_node = miss_node;
      last_miss_sectors = miss_sectors;
    end
    stores = stores + (events[4] ? 1 : 0);
    remote_events = remote_events + (origin[0] ? 1 : 0);
    remote_misses = remote_misses + (origin[2] ? 1 : 0);
    odd_events = odd_events + (origin[3] ? 1 : 0);
  end

  task restart;                        // an empty cache, nothing recorded
    begin
      clean;
      remote_hits = 0;
      stores = 0;
      remote_events = 0;
      remote_misses = 0;
      odd_events = 0;
    end
  endtask

  function [9:0] node_of(input [7:0] id);
    node_of = {2'd2, ~id};
  endfunction

  task offer_remote(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      access_remote = 1'b1;
      access_node = node_of(id);
      access_sectors = id[3:0];
      offer(kind, line, id);
      access_remote = 1'b0;
    end
  endtask

  task run_remote(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      forget;
      offer_remote(kind, line, id);
      ticks(LATENCY + 2);
    end
  endtask

  task run_foreign(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      access_foreign = 1'b1;
      run(kind, line, id);
      access_foreign = 1'b0;
    end
  endtask

  task install_foreign(input [16:0] line, input [7:0] version);
    begin
      run_foreign(LOAD, line, 8'd0);
      fill(line, version);
      forget;
    end
  endtask

  task share(input [1:0] sets);        // {odd, even}
    {share_odd, share_even} = sets;
  endtask

  task share_for_a_cycle;              // foreign lines die
    begin
      share(2'b11);
      tick;
      share(2'b00);
    end
  endtask

  task a_remote_hit_is_answered_on_its_own_port_after_latency_cycles;
    begin
      restart;
      install(17'd6, 8'd1);
      offer_remote(LOAD, 17'd6, 8'd5);
      ticks(LATENCY - 1);
      check(remote_hit_valid && remote_hit_line == 17'd6, "in time");
      ticks(3);
      check(remote_hits == 1 && hits == 0 && misses == 0, "nowhere else");
      check(last_remote_id == 8'd5 && last_remote_data == pattern(17'd6, 8'd1), "id, data");
      check(remote_events == 1 && remote_misses == 0 && odd_events == 0, "events, even set");
    end
  endtask

  task a_held_remote_hit_keeps_its_data_while_everything_but_hits_goes_on;
    begin
      restart;
      install(17'd6, 8'd1);
      remote_hit_ready = 1'b0;
      run_remote(LOAD, 17'd6, 8'd9);
      run(LOAD, 17'd7, 8'd1);
      check(misses == 1 && last_install && !last_miss_remote, "a local miss");
      fill(17'd7, 8'd1);
      own_data = pattern(17'd6, 8'd2);
      run(STORE, 17'd6, 8'd2);
      check(misses == 1 && last_kind == STORE, "a store to the line");
      run(LOAD, 17'd6, 8'd3);
      check(hits == 0 && misses == 0 && stalls > 0, "a local hit waits");
      check(remote_hit_valid && remote_hit_id == 8'd9
            && remote_hit_data == pattern(17'd6, 8'd1), "as it was looked up");
      remote_hit_ready = 1'b1;
      ticks(3);
      check(remote_hits == 1 && last_remote_data == pattern(17'd6, 8'd1), "taken once");
      check(hits == 1 && last_hit_data == pattern(17'd6, 8'd2), "then the local one");
    end
  endtask

  task remote_and_local_hits_alternate_without_a_gap;
    integer start;
    begin
      restart;
      install(17'd2, 8'd1);
      start = cycle;
      offer_remote(LOAD, 17'd2, 8'd1);
      offer(LOAD, 17'd2, 8'd2);
      offer_remote(LOAD, 17'd2, 8'd3);
      offer(LOAD, 17'd2, 8'd4);
      ticks(LATENCY + 2);
      check(hits == 2 && remote_hits == 2 && stalls == 0, "four hits");
      check(hit_at == start + LATENCY + 3, "in four cycles");
    end
  endtask

  task a_remote_and_a_local_load_of_one_line_merge;
    begin
      restart;
      offer(LOAD, 17'd9, 8'd1);
      offer_remote(LOAD, 17'd9, 8'd10);
      ticks(LATENCY + 2);
      check(misses == 2 && merges == 1 && last_install, "the second one merges");
      check(last_miss_remote && last_miss_node == node_of(8'd10) && last_miss_sectors == 4'd10
            && last_miss_id == 8'd10, "and says for whom");
      check(remote_events == 1 && remote_misses == 0 && odd_events == 2, "a merge is no miss");
      offer_remote(LOAD, 17'd11, 8'd2);
      offer(LOAD, 17'd11, 8'd3);
      ticks(LATENCY + 2);
      check(merges == 2 && !last_miss_remote && remote_misses == 1, "the other way round");
      fill(17'd11, 8'd4);
      run(LOAD, 17'd11, 8'd4);
      run_remote(LOAD, 17'd11, 8'd5);
      check(last_hit_data == pattern(17'd11, 8'd4) && remote_hits == 1, "one fill for both");
    end
  endtask

  task stores_of_one_core_are_seen_by_the_loads_of_others;
    begin
      restart;
      run_remote(LOAD, 17'd3, 8'd1);
      run(STORE, 17'd3, 8'd2);
      fill(17'd3, 8'd1);
      run_remote(LOAD, 17'd3, 8'd3);
      check(remote_hits == 0 && misses == 1 && merges == 0, "a pending remote load: no fill");
      fill(17'd3, 8'd2);
      own_data = pattern(17'd3, 8'd9);
      home_data = pattern(17'd3, 8'd3);
      run_remote(STORE, 17'd3, 8'd4);
      check(misses == 1 && last_kind == STORE && last_miss_remote
            && last_miss_node == node_of(8'd4), "a remote store goes on");
      run(LOAD, 17'd3, 8'd5);
      check(hits == 1 && last_hit_data == pattern(17'd3, 8'd3), "and updates the line");
    end
  endtask

  task a_foreign_line_dies_and_does_not_come_back;
    begin
      restart;
      install_foreign(17'd2, 8'd1);
      install(17'd4, 8'd1);
      run_foreign(LOAD, 17'd2, 8'd1);
      check(hits == 1, "a foreign line is a line");
      share_for_a_cycle;
      run_foreign(LOAD, 17'd2, 8'd2);
      check(hits == 0 && misses == 1 && merges == 0 && last_install, "dead");
      run(LOAD, 17'd4, 8'd3);
      check(hits == 1, "a line that has its home here stays");
    end
  endtask

  task foreign_lines_of_one_parity_die_alone;
    begin
      restart;
      install_foreign(17'd2, 8'd1);
      install_foreign(17'd5, 8'd1);
      share(2'b10);                    // as while DynEB samples
      run_foreign(LOAD, 17'd2, 8'd1);
      check(hits == 1, "the even one stays");
      run_foreign(LOAD, 17'd5, 8'd2);
      check(hits == 0 && misses == 1 && !last_install, "the odd one is dead");
      run_foreign(LOAD, 17'd4, 8'd3);
      check(misses == 1 && last_install, "even ones still come");
      fill(17'd4, 8'd1);
      share(2'b01);                    // in the very cycle in which the other parity is free again
      tick;
      share(2'b00);
      run_foreign(LOAD, 17'd5, 8'd4);
      check(hits == 0 && misses == 1 && last_install, "odd ones do not come back");
      fill(17'd5, 8'd2);
      run_foreign(LOAD, 17'd5, 8'd5);
      check(hits == 1 && last_hit_data == pattern(17'd5, 8'd2), "but anew");
      run_foreign(LOAD, 17'd2, 8'd6);
      check(hits == 0 && misses == 1, "now the even ones are dead");
    end
  endtask

  task a_dead_way_is_replaced_first;
    begin
      restart;
      install_foreign(17'd0, 8'd1);
      install(17'd2, 8'd1);
      run_foreign(LOAD, 17'd0, 8'd1);  // 2 is now the older one
      share_for_a_cycle;
      install(17'd4, 8'd1);
      run(LOAD, 17'd2, 8'd2);
      check(hits == 1, "2 stays");
      run(LOAD, 17'd4, 8'd3);
      check(hits == 1, "4 is in the way of 0");
      share_for_a_cycle;
      run(LOAD, 17'd4, 8'd4);
      check(hits == 1, "whose mark is gone");
    end
  endtask

  task a_foreign_load_looked_up_in_a_shared_set_is_stale;
    begin
      restart;
      access_foreign = 1'b1;
      offer(LOAD, 17'd5, 8'd1);
      access_foreign = 1'b0;
      share(2'b10);
      ticks(LATENCY + 2);
      check(misses == 1 && !last_install && last_miss_id == 8'd1, "answer only");
      share(2'b00);
      fill(17'd5, 8'd1);
      run_foreign(LOAD, 17'd5, 8'd2);
      check(hits == 0 && misses == 1 && merges == 0 && last_install, "nothing was reserved");
    end
  endtask

  task a_fill_for_a_purged_reservation_is_dropped;
    begin
      restart;
      run_foreign(LOAD, 17'd3, 8'd1);
      share_for_a_cycle;
      fill(17'd3, 8'd1);
      run_foreign(LOAD, 17'd3, 8'd2);
      check(hits == 0 && misses == 1 && merges == 0 && last_install, "asked for again");
    end
  endtask

  task a_flush_makes_remote_loads_on_their_way_stale_and_keeps_a_held_hit;
    begin
      restart;
      install(17'd2, 8'd1);
      remote_hit_ready = 1'b0;
      run_remote(LOAD, 17'd2, 8'd1);
      offer_remote(LOAD, 17'd2, 8'd2);
      flush = 1'b1;
      tick;
      flush = 1'b0;
      ticks(LATENCY + 2);
      check(misses == 1 && !last_install && last_miss_remote
            && last_miss_node == node_of(8'd2), "stale, not held up by the held one");
      check(remote_misses == 1, "counted as a miss");
      remote_hit_ready = 1'b1;
      ticks(2);
      check(remote_hits == 1 && last_remote_id == 8'd1
            && last_remote_data == pattern(17'd2, 8'd1), "answered with its data");
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    a_remote_hit_is_answered_on_its_own_port_after_latency_cycles;
    a_held_remote_hit_keeps_its_data_while_everything_but_hits_goes_on;
    remote_and_local_hits_alternate_without_a_gap;
    a_remote_and_a_local_load_of_one_line_merge;
    stores_of_one_core_are_seen_by_the_loads_of_others;
    a_foreign_line_dies_and_does_not_come_back;
    foreign_lines_of_one_parity_die_alone;
    a_dead_way_is_replaced_first;
    a_foreign_load_looked_up_in_a_shared_set_is_stale;
    a_fill_for_a_purged_reservation_is_dropped;
    a_flush_makes_remote_loads_on_their_way_stale_and_keeps_a_held_hit;
    $display("l1_cache_shared: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

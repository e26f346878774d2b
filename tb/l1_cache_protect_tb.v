// Directed bench of l1_cache with line protection (dlp) [icpp18 section 4.1]: what protected lines
// and bypassed loads do to the cache of tb/l1_cache.vh; samples of 8 queries.
`default_nettype none
module l1_cache_protect_tb;
`include "tb/bench.vh"
  localparam SCHEME = 3;               // dlp
  localparam PROTECT = 0;              // RAMs without check bits
`include "tb/l1_cache.vh"
  localparam [6:0] REUSING = 7'd5;     // instruction whose lines come back
  localparam [6:0] OTHER   = 7'd6;

  integer bypasses = 0;
  integer victims = 0;
  integer samples = 0;
  integer other_events = 0;            // miss, merge, hit, other of a bypassed load
  reg     last_remote;

  always @(negedge clk) begin
    bypasses = bypasses + (protection[0] ? 1 : 0);
    victims = victims + (protection[1] ? 1 : 0);
    samples = samples + (protection[2] ? 1 : 0);
    if (protection[0]) other_events = other_events + ((events != 7'b0000001) ? 1 : 0);
    if (miss_valid && miss_ready) last_remote = miss_remote;
  end

  task by(input [6:0] insn, input [16:0] line);
    begin
      access_insn = insn;
      run(LOAD, line, line[7:0]);
    end
  endtask

  task bring(input [16:0] line);       // a miss of the reusing instruction, and its fill
    begin
      by(REUSING, line);
      check(misses == 1 && last_install, "a way is reserved");
      fill(line, 8'd1);
    end
  endtask

  // Lines 0, 2 and 4 take turns in two ways: each load finds its line among the victims.
  task the_reusing_instruction_earns_a_distance_of_8;
    begin
      bring(17'd0);
      bring(17'd2);
      bring(17'd4);
      check(victims == 0, "lines are new");
      bring(17'd0);
      check(victims == 1, "a victim comes back");
      bring(17'd2);
      bring(17'd4);
      bring(17'd0);
      check(samples == 0, "seven queries");
      bring(17'd2);                    // in the set: 0, 2
      check(samples == 1 && victims == 5, "the sample has eight");
      ticks(130);
    end
  endtask

  task a_protected_line_survives_though_it_is_the_least_recently_used;
    begin
      by(REUSING, 17'd0);              // life 8
      by(OTHER, 17'd2);                // life 0
      check(hits == 1, "both are there");
      by(OTHER, 17'd4);
      check(misses == 1 && last_install && bypasses == 0, "line 4 takes a way");
      fill(17'd4, 8'd1);
      by(REUSING, 17'd0);
      check(hits == 1, "not that of line 0");
      by(REUSING, 17'd4);              // lives 7 8
      check(hits == 1, "line 4 is there");
    end
  endtask

  task a_bypassed_load_changes_nothing_but_lives;
    begin
      by(OTHER, 17'd6);                // lives 6 7
      check(bypasses == 1 && other_events == 0, "an access and a bypass");
      check(misses == 1 && last_kind == BYPASS && !last_install && last_miss_id == 8'd6,
            "it goes on as a bypassing load");
      fill(17'd6, 8'd1);
      access_remote = 1'b1;
      by(OTHER, 17'd6);                // lives 5 6
      access_remote = 1'b0;
      check(bypasses == 2 && last_kind == LOAD && !last_install && last_remote,
            "that of another core as a stale load");
      by(OTHER, 17'd6);
      by(OTHER, 17'd6);
      by(OTHER, 17'd6);
      run(STORE, 17'd8, 8'd0);         // a query, too: lives 1 2
      check(bypasses == 5, "protected so far");
      by(OTHER, 17'd6);                // lives 0 1
      check(bypasses == 5 && misses == 1 && last_kind == LOAD && last_install,
            "then the first line's life is over");
      check(merges == 0, "the line was not pending");
      by(OTHER, 17'd8);                // the other way is free from now on, too
      check(bypasses == 5 && misses == 1 && last_install, "and the second one's");
    end
  endtask

  // Lines 6 and 8 are on their way, and have no life.
  task a_load_waits_for_a_reserved_way_that_nothing_protects;
    begin
      by(OTHER, 17'd10);
      check(bypasses == 5 && misses == 0 && stalls > 0, "it waits");
      fill(17'd8, 8'd1);
      ticks(4);
      check(bypasses == 5 && misses == 1 && last_install, "and takes that of the first that comes");
    end
  endtask

  // The reusing instruction's lines 12 and 14 are on their way, with lives.
  task a_load_is_bypassed_if_all_reserved_ways_are_protected;
    begin
      clean;
      bypasses = 0;
      by(REUSING, 17'd12);
      by(REUSING, 17'd14);             // lives 7 8
      check(bypasses == 0 && misses == 1 && last_install, "both ways are reserved");
      by(OTHER, 17'd6);
      check(bypasses == 1 && last_kind == BYPASS, "protected lines are not waited for");
    end
  endtask

  task a_kernel_boundary_ends_all_lives;
    begin
      clean;
      bypasses = 0;
      bring(17'd0);
      bring(17'd2);
      clean;
      bring(17'd4);
      bring(17'd6);
      check(bypasses == 0, "empty ways");
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    ticks(128);
    the_reusing_instruction_earns_a_distance_of_8;
    a_protected_line_survives_though_it_is_the_least_recently_used;
    a_bypassed_load_changes_nothing_but_lives;
    a_load_waits_for_a_reserved_way_that_nothing_protects;
    a_load_is_bypassed_if_all_reserved_ways_are_protected;
    a_kernel_boundary_ends_all_lives;
    $display("l1_cache_protect: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

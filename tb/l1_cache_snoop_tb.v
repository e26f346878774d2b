// Directed bench of l1_cache with neighbours that ask for its lines [taco16 sections 4.2, 4.3]: what
// the copy of its tags is told, a snoop that steals a cycle, lines that leave between the lookup in
// the copy and the read.
`default_nettype none
module l1_cache_snoop_tb;
`include "tb/bench.vh"
  localparam SCHEME = 0;               // no line protection
  localparam PROTECT = 0;              // RAMs without check bits
`include "tb/l1_cache.vh"
  reg  [1:0] copy [0:1];               // as shadow_tags has it
  integer    writes = 0;
  integer    answers = 0;
  integer    waits = 0;                // of load hits for snoops
  integer    asked_at;
  integer    answered_at;
  reg        last_gone;
  reg [1023:0] last_line;

  always @(posedge clk)
    if (rst || flush) {copy[0], copy[1]} <= 4'b0000;
    else if (tags_valid) copy[tags_set] <= tags_lines;

  always @(negedge clk) begin
    writes = writes + (tags_valid ? 1 : 0);
    waits = waits + (event_snoop ? 1 : 0);
    if (data_valid || gone_valid) begin
      answers = answers + 1;
      answered_at = cycle;
      last_gone = gone_valid;
      last_line = data_line;
    end
  end

  task snoop(input set, input way);
    begin
      answers = 0;
      snoop_valid = 1'b1;
      snoop_set = set;
      snoop_way = way;
      check(snoop_ready, "a snoop is taken");
      asked_at = cycle;
      tick;
      snoop_valid = 1'b0;
    end
  endtask

  task the_copy_is_told_of_reservations_fills_and_lines_that_leave;
    begin
      clean;
      writes = 0;
      run(LOAD, 17'd6, 8'd1);
      check(writes == 1 && copy[0] == 2'b00, "a reservation is no line");
      fill(17'd6, 8'd1);
      ticks(3);
      check(writes == 2 && copy[0] == 2'b01, "a fill is");
      run(LOAD, 17'd6, 8'd2);
      run(STORE, 17'd6, 8'd3);
      check(hits == 0 && writes == 2, "a hit changes the order only, a store hit too");
      run(ATOMIC, 17'd6, 8'd4);
      check(writes == 3 && copy[0] == 2'b00, "an atomic takes the line away");
    end
  endtask

  task a_reservation_names_way_and_tag;
    begin
      clean;
      install(17'd6, 8'd1);
      ticks(3);
      offer(LOAD, 17'd10, 8'd1);
      while (!tags_valid) tick;
      check(tags_set == 1'b0 && tags_ways == 2'b10 && tags_tag == 16'd5 && tags_lines == 2'b01,
            "way 1 waits for line 10");
      tick;
    end
  endtask

  task a_line_is_read_two_cycles_after_it_was_asked_for;
    begin
      clean;
      install(17'd7, 8'd9);
      ticks(3);
      snoop(1'b1, 1'b0);
      check(!snoop_ready, "one at a time");
      ticks(3);
      check(answers == 1 && !last_gone && last_line == pattern(17'd7, 8'd9), "the line");
      check(answered_at == asked_at + 2 && waits == 0, "at once");
    end
  endtask

  task a_load_hit_waits_for_one_cycle;
    integer start;
    begin
      clean;
      install(17'd7, 8'd3);
      install(17'd6, 8'd4);
      start = cycle;
      offer(LOAD, 17'd6, 8'd2);        // decided about LATENCY - 1 cycles later
      ticks(LATENCY - 3);
      snoop(1'b1, 1'b0);               // reads in that cycle
      ticks(4);
      check(answers == 1 && last_line == pattern(17'd7, 8'd3), "the snoop goes first");
      check(waits == 1 && hits == 1 && hit_at == start + LATENCY + 1, "the hit follows");
      check(last_hit_data == pattern(17'd6, 8'd4), "with its own line");
      waits = 0;
    end
  endtask

  // The copy hears of it a cycle late: in that cycle it may still find the line.
  task a_line_that_left_before_is_gone;
    begin
      clean;
      install(17'd6, 8'd1);
      ticks(3);
      offer(ATOMIC, 17'd6, 8'd1);
      while (!tags_valid) tick;        // it left at the last edge
      check(copy[0] == 2'b01, "the copy does not know yet");
      snoop(1'b0, 1'b0);
      check(copy[0] == 2'b00, "now it does");
      ticks(3);
      check(answers == 1 && last_gone, "gone");
    end
  endtask

  task a_line_that_leaves_while_it_is_read_is_answered;
    begin
      clean;
      install(17'd6, 8'd8);
      ticks(3);
      offer(ATOMIC, 17'd6, 8'd1);
      ticks(LATENCY - 3);
      snoop(1'b0, 1'b0);               // the atomic is decided about while the RAM is read
      ticks(4);
      check(answers == 1 && !last_gone && last_line == pattern(17'd6, 8'd8), "as it was");
      check(copy[0] == 2'b00, "and it has left");
    end
  endtask

  task a_snoop_in_the_cycle_of_a_flush_finds_nothing;
    begin
      clean;
      install(17'd6, 8'd1);
      ticks(3);
      flush = 1'b1;
      snoop(1'b0, 1'b0);
      flush = 1'b0;
      ticks(3);
      check(answers == 1 && last_gone, "gone");
    end
  endtask

  task a_snoop_waits_for_a_remote_hit_that_is_held;
    begin
      clean;
      install(17'd6, 8'd5);
      install(17'd7, 8'd6);
      remote_hit_ready = 1'b0;
      access_remote = 1'b1;
      run(LOAD, 17'd6, 8'd1);
      access_remote = 1'b0;
      snoop(1'b1, 1'b0);
      ticks(5);
      check(answers == 0 && remote_hit_data == pattern(17'd6, 8'd5), "the output register is taken");
      remote_hit_ready = 1'b1;
      ticks(3);
      check(answers == 1 && !last_gone && last_line == pattern(17'd7, 8'd6), "then it reads");
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    the_copy_is_told_of_reservations_fills_and_lines_that_leave;
    a_reservation_names_way_and_tag;
    a_line_is_read_two_cycles_after_it_was_asked_for;
    a_load_hit_waits_for_one_cycle;
    a_line_that_left_before_is_gone;
    a_line_that_leaves_while_it_is_read_is_answered;
    a_snoop_in_the_cycle_of_a_flush_finds_nothing;
    a_snoop_waits_for_a_remote_hit_that_is_held;
    $display("l1_cache_snoop: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

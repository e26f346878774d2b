`default_nettype none
// pact20 section 3.2, atomics: untouched by the organization, straight to L2, where all cores meet.
// Of the L1s only the own one drops its copy.
module atomic_tb;
`include "tb/flows/flows.vh"
  localparam [127:0] WORD_3 = 128'hf000;
  localparam ROUNDS = 8;
  reg  [24:0] line;
  reg  [31:0] old;
  reg  [23:0] values = 24'd0;          // those that one of the adds got back
  integer     mode, round, core;

  // Core 0 adds to word 3 of a line of home 2.
  task remote_add(input [31:0] amount);
    begin
      forget;
      old = truth[line[9:0]][127:96];
      ask(0, ATOMIC, line, WORD_3, {928'd0, amount, 96'd0} );
      answered(0, id, AT_RESPONSE, "the old value, by the MSHR");
      truth[line[9:0]][127:96] = old + amount;
      quiet;
      took(0, OWN | MISS | F | RESPONSE, "through the own L1 and MSHR");
      took(1, NONE, "nobody else");
      took(2, NONE, "the home is not asked");
      l2_got(0, 0, 0, 1, "one atomic at L2");
      is_held(0, line, 1'b0, "nothing is cached");
      ask(1, BYPASS, line, ALL, 1024'd0);
      answered(1, id, AT_RESPONSE, "L2 has the sum");
    end
  endtask

  initial begin
    for (mode = PRIVATE; mode <= DYNAMIC; mode = mode + 1) begin
      start(mode[1:0]);
      line = line_of(2, mode, 10 + mode);
      remote_add(32'd5);
      load(2, line, 4'b1111);
      quiet;
      remote_add(32'hfffffff0);
      is_held(2, line, 1'b1, "the home keeps its copy, an old one");
      quiet;

      // The home's own atomic drops it, and the next load gets the sum.
      forget;
      ask(2, ATOMIC, line, WORD_3, 1024'd1 << 96);
      answered(2, id, AT_RESPONSE, "the old value");
      truth[line[9:0]][127:96] = truth[line[9:0]][127:96] + 1;
      quiet;
      took(2, OWN | MISS | F | RESPONSE, "the home as any other");
      is_held(2, line, 1'b0, "its own copy is dropped");
      load(2, line, 4'b1111);
      answered(2, id, AT_RESPONSE, "the sum");
    end

    // All cores at once: every value comes back to one of them.
    l1_mode = SHARED;
    line = line_of(1, 3, 20);
    truth[line[9:0]] = 1024'd0;
    ask(0, STORE, line, ALL, 1024'd0);
    quiet;
    for (round = 0; round < ROUNDS; round = round + 1) begin
      for (core = 0; core < 3; core = core + 1) offer(core, ATOMIC, line, WORD_3, 1024'd1 << 96);
      while (|pending) tick;
      for (core = 0; core < 3; core = core + 1) begin
        old = answer[core*IDS + next_id[core] - 6'd1][127:96];
        check(old < 3*ROUNDS && !values[old[4:0]], "a value that nobody had");
        values[old[4:0]] = 1'b1;
      end
    end
    check(&values, "all of them");
    truth[line[9:0]][127:96] = 3*ROUNDS;
    ask(1, BYPASS, line, ALL, 1024'd0);
    answered(1, id, AT_RESPONSE, "the sum of all");
    $display("atomic: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

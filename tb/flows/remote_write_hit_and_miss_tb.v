`default_nettype none
// pact20 section 3.2, remote writes: the home's copy is updated on a hit, nothing is allocated on a
// miss, L2 gets the data in either case, and its acknowledge comes back through the home.
module remote_write_hit_and_miss_tb;
`include "tb/flows/flows.vh"
`ifdef SOAK
  localparam EVERY = 1;                // distances between accesses that are tried
`else
  localparam EVERY = 5;
`endif
  localparam [STEPS-1:0] AT_HOME = B | C | MISS | F | ANSWER;
  reg  [24:0] line;
  reg  [5:0]  first, second;
  integer     k;

  // Core 0 stores to a line of home 2.
  task remote_store(input [127:0] bytes, input [15:0] seed, input held_before);
    begin
      forget;
      is_held(2, line, held_before, "as prepared");
      ask(0, STORE, line, bytes, {64{seed}});
      answered(0, id, AT_REMOTE, "acknowledged on the remote port");
      check(at(A, 0) < at(B, 2) && at(C, 2) < at(MISS, 2) && at(F, 2) < l2_cycle[2], "to L2");
      check(l2_cycle[2] < at(ANSWER, 2) && at(ANSWER, 2) < at(G, 0), "and back through the home");
      quiet;
      took(0, A | G, "the requester's own L1 is not touched");
      took(2, AT_HOME, "the home sends it on");
      took(1, NONE, "nobody else");
      l2_got(0, 0, 1, 0, "one store");
      is_held(0, line, 1'b0, "nothing at the requester");
      is_held(2, line, held_before, "held as before");
    end
  endtask

  // The value is in L2, and the home gives it to everyone.
  task visible(input held_before);
    begin
      ask(1, FETCH, line, ALL, 1024'd0);
      answered(1, id, AT_RESPONSE, "L2 has the data");
      load(2, line, 4'b1111);
      answered(2, id, held_before ? AT_HIT : AT_RESPONSE, "the home has the data");
      load(1, line, 4'b1111);
      answered(1, id, AT_REMOTE, "another core sees it");
      load(0, line, 4'b1111);
      answered(0, id, AT_REMOTE, "the writer sees it");
    end
  endtask

  initial begin
    start(SHARED);
    cycle_limit = 50000;

    line = line_of(2, 1, 3);
    load(2, line, 4'b1111);
    quiet;
    remote_store(128'hff, 16'h1234, 1'b1);
    visible(1'b1);
    remote_store({4{32'h80000001}}, 16'h5678, 1'b1);
    visible(1'b1);
    remote_store(ALL, 16'h9abc, 1'b1);
    visible(1'b1);

    line = line_of(2, 2, 4);
    remote_store({32'h0000ff00, 96'd0}, 16'h1111, 1'b0);
    visible(1'b0);
    line = line_of(2, 3, 4);
    remote_store(ALL, 16'h2222, 1'b0);
    visible(1'b0);

    // A store while the home waits for the line: the load is answered, nothing is kept.
    line = line_of(2, 0, 6);
    hold = 1'b1;
    load(1, line, 4'b1111);
    first = id;
    ticks(60);
    find(2, line);
    check(awaited, "the home waits for the line");
    store(0, line, 4'b1111, 16'h3333);
    second = id;
    ticks(60);
    hold = 1'b0;
    came(1, first, AT_REMOTE, "the load; what it sees is open");
    answered(0, second, AT_REMOTE, "the store");
    quiet;
    is_held(2, line, 1'b0, "the reservation was dropped");
    visible(1'b0);

    // Another core's load right behind a store, at every distance (make soak; some by default). What
    // the load sees is open, but once the store is acknowledged its core must see it.
    for (k = 0; k < 48; k = k + EVERY) begin
      quiet;
      line = line_of(2, k, 8 + k / 4);
      store(0, line, 4'b1111, 16'h4444 + k[15:0]);
      second = id;
      ticks(k);
      load(1, line, 4'b1111);
      answered(0, second, AT_REMOTE, "store before load");
      quiet;
      load(0, line, 4'b1111);
      answered(0, id, AT_REMOTE, "the writer, after both");
      load(1, line, 4'b1111);
      answered(1, id, AT_REMOTE, "the reader, after both");
    end

    // A store between two loads of other cores, at many distances: the line the first one reads
    // must not stay, nor serve the second one.
    for (k = 0; k < 40; k = k + 2 * EVERY) begin
      line = line_of(2, k / 2, 40 + k / 8);
      load(1, line, 4'b1111);
      ticks(k);
      store(0, line, 4'b1111, 16'h4848 + k[15:0]);
      ticks(10 + k % 8);
      load(2, line, 4'b1111);
      quiet;
      load(0, line, 4'b1111);
      answered(0, id, AT_REMOTE, "the writer, after all three");
    end
    memory_is_true;
    $display("remote_write_hit_and_miss: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

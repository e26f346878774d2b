`default_nettype none
// pact20 section 5.5, inter-core communication via L2 slices: on a chip with remote_via = l2 every
// request to a home and every answer passes the slice of its line once, without a lookup there, and
// goes on while the slices themselves wait for DRAM.
module through_l2_tb;
`include "tb/flows/flows.vh"
`ifdef SOAK
  localparam every_set = 1'b1;
`else
  localparam every_set = 1'b0;         // of each pair two: one of each slice
`endif
  reg  [24:0] line;
  integer     requester, home, set, tag, k;

  // What the slices sent on since forget_relays: {partition}.
  integer requests [0:1], answers [0:1], request_cycle, answer_cycle;
  wire [1:0] relays_request = {
    uut.mem_1.recv_ask_valid && uut.mem_1.recv_ask_ready,
    uut.mem_0.recv_ask_valid && uut.mem_0.recv_ask_ready};
  wire [1:0] relays_answer = {
    uut.mem_1.recv_answer_valid && uut.mem_1.recv_answer_ready,
    uut.mem_0.recv_answer_valid && uut.mem_0.recv_answer_ready};
  integer p;
  always @(negedge clk) if (!rst)
    for (p = 0; p < 2; p = p + 1) begin
      if (relays_request[p]) begin
        requests[p]   = requests[p] + 1;
        request_cycle = cycle;
      end
      if (relays_answer[p]) begin
        answers[p]   = answers[p] + 1;
        answer_cycle = cycle;
      end
    end

  task forget_all;
    begin
      forget;
      {requests[0], requests[1], answers[0], answers[1]} = 128'd0;
    end
  endtask

  // One message of the requester and one of the home passed the slice of the line, in order.
  task relayed(input integer from, input integer to, input [64*8-1:0] what);
    begin
      check(requests[line[1]] == 1 && answers[line[1]] == 1, what);
      check(requests[!line[1]] == 0 && answers[!line[1]] == 0, "the other slice has no part in it");
      check(at(A, from) < request_cycle && request_cycle < at(B, to), "the request on its way");
      check(at(times(E, to) != 0 ? E : ANSWER, to) < answer_cycle && answer_cycle < at(G, from), "the answer on its way");
    end
  endtask

  task one_pair;
    begin
      forget_all;
      load(requester, line, 4'b0101);
      answered(requester, id, AT_REMOTE, "a read miss");
      quiet;
      relayed(requester, home, "a read miss");
      took(home, B | C | MISS | F | FILL | ANSWER, "the home of a read miss");
      l2_got(1, 0, 0, 0, "one read");

      forget_all;
      load(requester, line, 4'b0110);
      answered(requester, id, AT_REMOTE, "a read hit");
      quiet;
      relayed(requester, home, "a read hit");
      took(requester, A | G, "past the own L1");
      took(home, B | C | E, "the home of a read hit");
      l2_got(0, 0, 0, 0, "L2 is not asked");

      forget_all;
      store(requester, line, 4'b1011, {8'd9, home[3:0], requester[3:0]});
      answered(requester, id, AT_REMOTE, "a store");
      quiet;
      relayed(requester, home, "a store");
      took(home, B | C | MISS | F | ANSWER, "the home of a store");
      l2_got(0, 0, 1, 0, "one store");
      load(home, line, 4'b1111);
      answered(home, id, AT_HIT, "the home has the data");
      is_held(requester, line, 1'b0, "not cached at the requester");

      // The private path is not relayed.
      forget_all;
      ask(requester, FETCH, line, ALL, 1024'd0);
      answered(requester, id, AT_RESPONSE, "a fetch");
      check(requests[0] + requests[1] + answers[0] + answers[1] == 0, "straight to L2");
      l2_got(0, 1, 0, 0, "one fetch");
    end
  endtask

  initial begin
    start(SHARED);
    cycle_limit = 60000;
    tag = 1;
    for (home = 0; home < 3; home = home + 1)
      for (requester = 0; requester < 3; requester = requester + 1)
        for (set = 0; set < 4; set = set + 1)
          if (home != requester && (every_set || (set + home + requester) % 2 == 0)) begin
            line = line_of(home, set, tag);
            one_pair;
            tag = tag + 1;
          end

    // Reads of both slices wait for DRAM until the slices take no more; hits of homes go on.
    for (set = 0; set < 4; set = set + 1) load(2, line_of(2, set, 60), 4'b1111);
    quiet;
    hold = 1'b1;
    for (k = 0; k < 24; k = k + 1)
      ask(k % 2, FETCH, line_of(k % 2, k, 30 + k / 4), ALL, 1024'd0);
    ticks(200);
    forget_all;
    for (set = 0; set < 4; set = set + 1) begin
      load(0, line_of(2, set, 60), 4'b1000);
      answered(0, id, AT_REMOTE, "a hit of the home while L2 waits");
    end
    check(requests[0] == 2 && requests[1] == 2 && answers[0] == 2 && answers[1] == 2,
          "through both slices");
    check(pending[1*IDS + next_id[1] - 6'd1], "while a fetch waits");
    hold = 1'b0;
    quiet;
    memory_is_true;
    $display("through_l2: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// pact20 figure 4, A-B-E-G: a load of another core's line that its home holds. The request goes
// past the requester's L1 and MSHR, the answer is not cached, L2 is not asked.
module a_b_e_g_remote_read_hit_tb;
`include "tb/flows/flows.vh"
  integer requester, home, third, set;
  reg [24:0] line;

  task remote_hit(input integer from, input integer to, input [24:0] this_line,
                  input [3:0] sectors);
    begin
      forget;
      load(from, this_line, sectors);
      answered(from, id, AT_REMOTE, "answered by the home");
      check(at(A, from) < at(B, to) && at(B, to) < at(C, to), "sent, queued, arbitrated");
      check(at(C, to) < at(E, to) && at(E, to) < at(G, from), "hit, queued, taken by the requester");
      check(at(E, to) == at(C, to) + L1_LATENCY - 2, "the L1's own latency");
      quiet;
      took(from, A | G, "the requester neither looks up nor misses");
      took(to, B | C | E, "a hit at the home");
      took(3 - from - to, NONE, "the third core does nothing");
      l2_got(0, 0, 0, 0, "L2 is not asked");
      is_held(from, this_line, 1'b0, "not cached at the requester");
      is_held(to, this_line, 1'b1, "kept at the home");
    end
  endtask

  initial begin
    start(SHARED);
    for (home = 0; home < 3; home = home + 1)
      for (set = 0; set < 4; set = set + 1) begin
        line = line_of(home, set, 5);
        forget;
        load(home, line, 4'b1111);
        answered(home, id, AT_RESPONSE, "the home reads its line");
        quiet;
        took(home, OWN | MISS | F | FILL | RESPONSE, "a miss of the home itself");
        l2_got(1, 0, 0, 0, "one read");
        for (requester = 0; requester < 3; requester = requester + 1)
          if (requester != home) begin
            remote_hit(requester, home, line, 4'b1111);
            remote_hit(requester, home, line, 4'b0001 << set);
          end
        forget;
        load(home, line, 4'b1111);
        answered(home, id, AT_HIT, "the home hits");
        check(answered_at[home*IDS + id] - asked_at[home*IDS + id] == L1_LATENCY, "in time");
        took(home, OWN | HIT, "without the network");
      end
    $display("a_b_e_g_remote_read_hit: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// pact20 figure 4, C and D: at the home its own access goes first while another core's waits. Core
// 2 has the chip's remote_age_limit of 4: the fifth access is the waiting one. Core 0 has none, the
// paper's strict priority.
module c_d_local_before_remote_tb;
`include "tb/flows/flows.vh"
  localparam LIMIT = 4, STREAM = 48;
  defparam uut.core_0.requester.AGE_LIMIT = 0;

  // Own accesses that passed the remote head that waits; what is offered in this cycle.
  wire [2:0] own_waits    = `CORES(requester.arbiter.local_waits);
  wire [2:0] remote_waits = `CORES(requester.arbiter.remote_waits);
  wire [2:0] taken        = `CORES(access_valid) & `CORES(access_ready);
  wire [2:0] remote_goes  = `CORES(access_remote);
  integer    passed_by [0:2];
  integer    most [0:2];               // when the remote one went
  integer    both [0:2];               // cycles in which both wanted to
  integer    c;

  initial for (c = 0; c < 3; c = c + 1) {passed_by[c], most[c], both[c]} = 96'd0;

  always @(negedge clk)
    for (c = 0; c < 3; c = c + 1) if (remote_waits[c] && taken[c]) begin
      if (own_waits[c]) both[c] = both[c] + 1;
      if (remote_goes[c]) begin
        if (passed_by[c] > most[c]) most[c] = passed_by[c];
        passed_by[c] = 0;
      end else passed_by[c] = passed_by[c] + 1;
    end

  reg [24:0] own, asked;
  integer    i, sent;

  // The home loads without a pause; meanwhile core 1 loads from it three times.
  task contest(input integer home);
    begin
      own   = line_of(home, 0, 1);
      asked = line_of(home, 1, 1);
      load(home, own, 4'b1111);
      load(home, asked, 4'b1111);
      quiet;
      forget;
      sent = 0;
      for (i = 0; i < STREAM; i = i + 1) begin
        offer(home, LOAD, own, ALL, 1024'd0);
        if (sent < 3 && !request_valid[1]) begin
          offer(1, LOAD, asked, ALL, 1024'd0);
          sent = sent + 1;
        end
        tick;
        while (request_valid[home]) tick;
      end
      quiet;
      check(times(OWN, home) == STREAM && times(C, home) == 3, "all are served");
      check(times(HIT, home) == STREAM && times(G, 1) == 3, "and answered");
    end
  endtask

  initial begin
    start(SHARED);

    // Nobody else wants: the remote access is arbitrated in the cycle in which it is the head.
    load(2, line_of(2, 0, 1), 4'b1111);
    quiet;
    forget;
    load(1, line_of(2, 0, 1), 4'b1111);
    answered(1, id, AT_REMOTE, "alone");
    check(at(C, 2) == at(B, 2) + 1, "an idle home takes it at once");
    check(both[2] == 0, "no contest");
    quiet;

    contest(2);
    check(both[2] > 3 * LIMIT, "both wanted the L1");
    check(most[2] == LIMIT, "own accesses go first, four of them");
    for (i = 1; i <= 3; i = i + 1)
      answered(1, next_id[1] - i[5:0], AT_REMOTE, "limited");
    check(at(C, 2) < at(OWN, 2), "not after the whole stream");

    contest(0);
    check(most[0] > STREAM / 2, "strict: every own access goes first");
    check(at(C, 0) > at(OWN, 0), "the remote ones after the last of them");
    for (i = 1; i <= 3; i = i + 1)
      answered(1, next_id[1] - i[5:0], AT_REMOTE, "strict");
    $display("c_d_local_before_remote: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

// Bench of islip: a 4 x 4 switch whose queues are all full. Pointers that move on accepted grants
// only fall out of step: one, two, three, then four pairs per cycle, and from there on every
// pair once in four cycles. Then a lone request, and nobody.
`default_nettype none
module islip_tb;
`include "tb/bench.vh"
  localparam N = 4;
  reg  [N*N-1:0] request, grant_mask, accept_mask;
  wire [N*N-1:0] match, next_grant, next_accept;
  integer        round, i, o, pairs;
  integer        served [0:N*N-1];     // cycles in which the pair was matched
  reg  [N-1:0]   taken;                // inputs matched in this cycle

  islip #(.INPUTS(N), .OUTPUTS(N)) dut (
    .request(request), .grant_mask(grant_mask), .accept_mask(accept_mask), .match(match),
    .next_grant(next_grant), .next_accept(next_accept)
  );

  // Counts and checks the pairs; then the masks of the matched ports are stored.
  task use_match;
    begin
      pairs = 0;
      taken = {N{1'b0}};
      for (o = 0; o < N; o = o + 1)
        for (i = 0; i < N; i = i + 1)
          if (match[o*N + i]) begin
            check(!taken[i], "an input is matched once");
            taken[i] = 1'b1;
            pairs = pairs + 1;
            served[o*N + i] = served[o*N + i] + 1;
          end
      for (o = 0; o < N; o = o + 1)
        for (i = 0; i < N; i = i + 1) begin
          if (|match[o*N +: N]) grant_mask[i*N + o] = next_grant[i*N + o];
          if (taken[i]) accept_mask[o*N + i] = next_accept[o*N + i];
        end
      #1;
    end
  endtask

  initial begin
    rst = 1'b0;
    request = {N*N{1'b1}};
    grant_mask = {N*N{1'b0}};
    accept_mask = {N*N{1'b0}};
    for (i = 0; i < N*N; i = i + 1) served[i] = 0;
    #1;
    for (round = 1; round <= N; round = round + 1) begin
      use_match;
      check(pairs == round, "one more pair in each cycle");
    end
    for (i = 0; i < N*N; i = i + 1) served[i] = 0;
    for (round = 0; round < 8 * N; round = round + 1) begin
      use_match;
      check(pairs == N, "all matched");
    end
    for (i = 0; i < N*N; i = i + 1) check(served[i] == 8, "every pair equally often");

    request = {N*N{1'b0}};
    request[2*N + 3] = 1'b1;
    #1 check(match == request, "a lone request is matched, whatever the masks");
    check(next_grant == 0, "nobody is above input 3");
    check(next_accept[3*N + 3] && next_accept[2*N + 3] == 1'b0, "output 3 is above output 2");
    request = {N*N{1'b0}};
    #1 check(match == 0 && next_grant == 0 && next_accept == 0, "nobody asks, nobody is matched");
    $display("islip: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

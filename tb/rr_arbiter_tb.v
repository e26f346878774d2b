`default_nettype none
// Bench of rr_arbiter: at 128 requesters against a plain search, and the order in which three
// that always ask are served.
module rr_arbiter_tb;
`include "tb/bench.vh"
  localparam N = 128;
  reg  [N-1:0] request;
  reg  [N-1:0] mask;
  wire [N-1:0] grant, next_mask;
  reg  [N-1:0] expected;
  integer      round, i, last;

  rr_arbiter #(.N(N)) dut (.request(request), .mask(mask), .grant(grant), .next_mask(next_mask));

  // The first requester after `last`, round the ring.
  task search;
    begin
      expected = {N{1'b0}};
      for (i = N; i >= 1; i = i - 1)
        if (request[(last + i) % N]) expected = {{(N-1){1'b0}}, 1'b1} << ((last + i) % N);
    end
  endtask

  initial begin
    rst = 1'b0;
    last = N - 1;
    mask = {N{1'b1}};
    for (round = 0; round < 2000; round = round + 1) begin
      request = {$random, $random, $random, $random};
      if (round[0]) request = request & {$random, $random, $random, $random};
      if (round[1]) request = {{(N-1){1'b0}}, 1'b1} << ($random & (N - 1));
      if (round % 50 == 0) request = {N{1'b0}};
      search;
      #1 check(grant == expected, "the first one after the last granted");
      for (i = 0; i < N; i = i + 1)
        if (grant[i]) last = i;
      if (|grant) mask = next_mask;
    end
    request = {N{1'b0}};
    {request[3], request[64], request[127]} = 3'b111;
    mask = {N{1'b0}};
    for (round = 0; round < 6; round = round + 1) begin
      #1 check(grant[round % 3 == 0 ? 3 : round % 3 == 1 ? 64 : 127], "3, 64, 127, 3, 64, 127");
      mask = next_mask;
    end
    $display("rr_arbiter: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

// Bench of rr_lanes: three lanes of four requesters; the order in which those that always ask are
// served, a host that does not use its grant, lanes that do not disturb each other.
`default_nettype none
module rr_lanes_tb;
`include "tb/bench.vh"
  localparam LANES = 3;
  localparam N = 4;
  reg  [N*LANES-1:0] request, mask;
  wire [N*LANES-1:0] grant, next_mask;
  reg  [LANES-1:0]   used;             // lanes whose grant is used
  integer            round, n;

  rr_lanes #(.LANES(LANES), .N(N)) dut (
    .request(request), .mask(mask), .grant(grant), .next_mask(next_mask)
  );

  // The bits of one lane, by requester.
  function [N-1:0] lane(input [N*LANES-1:0] bits, input integer which);
    integer i;
    for (i = 0; i < N; i = i + 1) lane[i] = bits[i*LANES + which];
  endfunction

  task host;
    begin
      #1 mask = (mask & ~{N{used}}) | (next_mask & {N{used}});
      #1;
    end
  endtask

  initial begin
    rst = 1'b0;
    request = {N*LANES{1'b0}};
    mask = {N*LANES{1'b0}};
    #1 check(grant == 0 && next_mask == 0, "nobody asks, nobody is granted");

    // Lane 0: 1 and 3 ask; lane 1: all; lane 2: nobody.
    for (n = 0; n < N; n = n + 1) begin
      request[n*LANES + 0] = n[0];
      request[n*LANES + 1] = 1'b1;
    end
    used = 3'b011;
    #1;
    for (round = 0; round < 8; round = round + 1) begin
      check(lane(grant, 0) == (round[0] ? 4'b1000 : 4'b0010), "lane 0: 1, 3, 1, 3");
      check(lane(grant, 1) == 4'b0001 << round % 4, "lane 1: 0, 1, 2, 3");
      check(lane(grant, 2) == 4'b0000, "lane 2: nobody");
      host;
    end
    used = 3'b001;
    for (round = 0; round < 3; round = round + 1) begin
      check(lane(grant, 0) == (round[0] ? 4'b1000 : 4'b0010), "lane 0 goes on");
      check(lane(grant, 1) == 4'b0001, "lane 1 waits for its host");
      host;
    end

    check(lane(mask, 0) == 4'b1100, "after 1 those above it have priority");
    request[1*LANES + 2] = 1'b1;
    mask = {4'b1111, 4'b0000, 4'b0000};
    #1 check(lane(grant, 2) == 4'b0010, "a lone request is granted without priority");
    check(lane(next_mask, 2) == 4'b1100, "and those above it come next");
    $display("rr_lanes: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// All cores ask one home as much as they can, with a slow DRAM and full queues: everything is
// answered [pact20 section 3.1 calls it partition camping]. Then all homes ask each other.
module home_camping_tb;
`include "tb/flows/flows.vh"
`include "tb/flows/traffic.vh"
  integer in_full = 0, out_waits = 0;

  always @(negedge clk) if (!rst) begin
    if (uut.core_2.requester.recv_valid && !uut.core_2.requester.recv_ready) in_full = in_full + 1;
    if (uut.core_2.l1_cache.remote_hit_valid && !uut.core_2.l1_cache.remote_hit_ready) out_waits = out_waits + 1;
  end

  initial begin
    start(SHARED);
    {camp, lines, bypasses, coherent} = {32'd2, 32'd32, 32'd0, 1'b1};  // bypassing loads wait for stores
    repeat (3) begin
      hold = 1'b1;
      traffic(150);
      hold = 1'b0;
      traffic(100);
    end
    traffic_ends;
    check(in_full > 100, "the home's queue was full");
    check(times(G, 0) >= 16 && times(G, 1) >= 16, "as many as a core may ask");

    // Hits only: the answers are what is too much, five flits each.
    {lines, stores, l1_chunk} = {32'd6, 32'd0, 1'b0};
    traffic(200);
    traffic_ends;
    check(out_waits > 50, "answers of the home waited for the network");

    next_kernel;
    {camp, lines, stores, bypasses} = {32'd3, 32'd48, 32'd40, 32'd5};
    hold = 1'b1;
    traffic(150);
    hold = 1'b0;
    traffic(200);
    memory_is_true;
    collect_all;
    check(busy == 0, "every request is answered");
    $display("home_camping: passed %0d checks, seed %0d", checks, first_seed);
    $finish;
  end
endmodule
`default_nettype wire

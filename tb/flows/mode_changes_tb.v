`default_nettype none
// l1_mode changes at random under random traffic: every request is answered exactly once. Between
// shared and dynamic each core also reads its own stores; with private in between, data may be old
// until the next kernel boundary (docs/shared_l1.md), after which all is seen.
module mode_changes_tb;
`include "tb/flows/flows.vh"
`include "tb/flows/traffic.vh"
  localparam ROUNDS = 14;
  integer round;

  initial begin
    start(DYNAMIC);
    {lines, depth} = {32'd16, 32'd8};
    for (round = 0; round < ROUNDS; round = round + 1) begin
      l1_mode  = 1 + draw(3);
      l1_chunk = draw(2);
      traffic(1 + draw(80));
    end
    l1_mode = DYNAMIC;
    traffic(300);
    traffic_ends;

    any_data = 1'b1;
    for (round = 0; round < ROUNDS; round = round + 1) begin
      l1_mode    = draw(4);
      l1_nearest = draw(2);
      traffic(1 + draw(60));
    end
    next_kernel;
    any_data = 1'b0;
    l1_mode = 1 + draw(2);
    traffic(200);
    memory_is_true;
    collect_all;
    check(busy == 0, "every request is answered");
    $display("mode_changes: passed %0d checks, seed %0d", checks, first_seed);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Bench of mc_router: routed, clamped, without power, awake again, cycle by cycle; what comes out of a
// body without power is unknown here and must not be seen; credits on both sides of every change.
module mc_router_tb;
`include "tb/bench.vh"
  localparam PORTS = 3, DEPTH = 4, STAGES = 4, W = 32, WAKE = 5;
  reg                noc_en = 1'b1;
  reg                bypass = 1'b0;
  wire               bypassed;
  reg  [PORTS-1:0]   in_valid = 0, in_vc = 0, in_tail = 0;
  reg  [PORTS*W-1:0] in_flit = 0;
  wire [PORTS-1:0]   in_credit, out_valid, out_vc, out_tail;
  wire [PORTS*W-1:0] out_flit;
  reg  [PORTS-1:0]   out_credit = 0;

  mc_router #(.PORTS(PORTS), .DEPTH(DEPTH), .STAGES(STAGES), .FLIT_BITS(W), .DEST_LSB(0), .COORD_BITS(3), .WAKE(WAKE))
    dut (.clk(clk), .rst(rst), .noc_en(noc_en), .bypass(bypass), .bypassed(bypassed),
      .in_valid(in_valid), .in_vc(in_vc), .in_tail(in_tail), .in_flit(in_flit), .in_credit(in_credit),
      .out_valid(out_valid), .out_vc(out_vc), .out_tail(out_tail), .out_flit(out_flit), .out_credit(out_credit));

  wire none  = out_valid === 0 && in_credit === 0;
  wire quiet = none && out_vc === 0 && out_tail === 0 && out_flit === 0;

  // A packet of one flit to an output; the number tells it from others.
  task put(input integer from, input integer to, input [15:0] number);
    begin
      in_valid[from] = 1'b1;
      in_tail[from] = 1'b1;
      in_flit[from*W +: W] = {number, 13'd0, to[2:0]};
    end
  endtask

  // One edge, after which nothing is offered.
  task step;
    begin
      tick;
      in_valid = 0;
      out_credit = 0;
    end
  endtask

  function [15:0] number_at(input integer port);
    number_at = out_flit[port*W + 16 +: 16];
  endfunction

  // A packet through the body: its way by the destination, its time by the stages.
  task routes(input integer from, input integer to, input [15:0] number);
    begin
      put(from, to, number);
      step;
      repeat (STAGES - 1) begin
        check(out_valid == 0, "the body takes its stages");
        step;
      end
      step;
      check(out_valid == 1 << to && number_at(to) == number, "a flit leaves where its destination says");
      step;
      out_credit[to] = 1'b1;
      step;
    end
  endtask

  // To the bypass, with the edges of each phase.
  task falls_asleep;
    begin
      bypass = 1'b1;
      step;
      check(bypassed && !dut.gate && quiet, "first the outputs are clamped, and the way past is open");
      step;
      check(bypassed && dut.gate, "then the power goes");
      repeat (2 * STAGES) begin
        step;
        check(quiet, "nothing is seen of it");
      end
      check(^dut.u_body.active === 1'bx && ^dut.u_body.credit === 1'bx && ^dut.u_body.owned === 1'bx
            && ^dut.u_body.u_queues.used === 1'bx && ^dut.u_body.offer === 1'bx, "the body's state is lost");
      check(^dut.edge_valid === 1'bx && ^dut.edge_credit === 1'bx && ^dut.edge_flit === 1'bx, "its outputs are unknown");
    end
  endtask

  task wakes;
    integer n;
    begin
      bypass = 1'b0;
      step;
      for (n = 0; n < WAKE; n = n + 1) begin
        check(bypassed && !dut.gate && quiet, "the body wakes up behind its clamps");
        step;
      end
      check(!bypassed && none, "and is there after WAKE cycles");
    end
  endtask

  integer n;
  initial begin
    tick;
    rst = 1'b0;
    step;
    routes(0, 2, 1);
    routes(2, 1, 2);

    falls_asleep;
    // Input i to output i, whatever the destination; a credit the other way; both in one cycle.
    put(0, 2, 3);
    put(1, 1, 4);
    step;
    check(out_valid == 3'b011 && number_at(0) == 3 && number_at(1) == 4 && out_tail[1:0] == 2'b11, "flits pass in one cycle");
    step;
    out_credit = 3'b001;
    step;
    check(out_valid == 0 && in_credit == 3'b001, "a credit passes");
    out_credit = 3'b010;
    step;
    check(in_credit == 3'b010, "and the other one");
    // As many as downstream has places, one behind the other.
    for (n = 0; n < DEPTH; n = n + 1) begin
      put(2, 0, 10 + n);
      step;
      check(out_valid == 3'b100 && number_at(2) == 10 + n, "one flit per cycle");
    end
    step;
    repeat (DEPTH) begin
      out_credit = 3'b100;
      step;
      check(in_credit == 3'b100, "one credit per cycle");
    end
    step;
    check(quiet, "nothing is left over");
    // The network's clock rests in the middle.
    put(1, 0, 20);
    noc_en = 1'b0;
    ticks(3);
    check(quiet, "without the enable nothing passes");
    noc_en = 1'b1;
    step;
    check(out_valid == 3'b010 && number_at(1) == 20, "with it it does");
    noc_en = 1'b0;
    ticks(3);
    check(out_valid == 3'b010, "and stays on the wires");
    noc_en = 1'b1;
    step;
    out_credit = 3'b010;
    step;
    step;
    check(quiet, "drained");

    wakes;
    routes(0, 1, 30);
    // The body has all of its credits, and not one more.
    for (n = 0; n < DEPTH; n = n + 1) begin
      put(0, 2, 40 + n);
      step;
    end
    repeat (4 * STAGES) begin
      check(!out_valid[0] && !out_valid[1], "only where it is sent");
      step;
    end
    put(1, 2, 50);
    repeat (3 * STAGES) begin
      step;
      check(!out_valid[2], "a flit without a credit waits");
    end
    out_credit = 3'b100;
    step;
    for (n = 0; n < 2 * STAGES && !out_valid[2]; n = n + 1) step;
    check(out_valid == 3'b100 && number_at(2) == 50, "for the credit");
    step;
    repeat (DEPTH) begin
      out_credit = 3'b100;
      step;
    end
    step;

    // Taken back before the power goes; asked for again while it wakes.
    bypass = 1'b1;
    step;
    bypass = 1'b0;
    step;
    check(!bypassed, "back without a sleep");
    routes(1, 0, 60);
    falls_asleep;
    bypass = 1'b0;
    step;
    step;
    bypass = 1'b1;
    step;
    check(bypassed && dut.gate, "back to sleep");
    wakes;

    // A reset wakes.
    falls_asleep;
    rst = 1'b1;
    bypass = 1'b0;
    tick;
    rst = 1'b0;
    check(!bypassed && none, "awake behind a reset");
    routes(2, 0, 70);
    $display("mc_router: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Bench of request_gate: fields keep their places, one cycle of latency, a request every cycle; a stall
// holds two back and the core falls asleep with its last answer; a kernel boundary and a reset hold
// requests back until a stall could be here; an atomic waits for the shared cache, and all behind it.
module request_gate_tb;
`include "tb/bench.vh"
  localparam [2:0] LOAD = 3'd0, STORE = 3'd2, ATOMIC = 3'd3;
  reg           flush = 1'b0;
  reg           stall = 1'b0;
  reg           shared = 1'b1;
  reg           is_private = 1'b0;
  reg           request_valid = 1'b0;
  reg  [2:0]    request_kind = LOAD;
  reg  [24:0]   request_line = 25'd0;
  reg  [7:0]    request_id = 8'd0;
  reg           passed_ready = 1'b1;
  reg           answer_hit = 1'b0, answer_response = 1'b0, answer_remote = 1'b0;
  wire          request_ready, passed_valid, awake, atomics, own_slices, stays_private;
  wire [2:0]    passed_kind, passed_op;
  wire [24:0]   passed_line;
  wire [7:0]    passed_id;
  wire [31:0]   passed_pc;
  wire [127:0]  passed_mask;
  wire [1023:0] passed_data;
  integer       i;

  request_gate dut (.clk(clk), .rst(rst), .flush(flush), .stall(stall), .shared(shared),
    .is_private(is_private), .request_valid(request_valid), .request_ready(request_ready),
    .request_kind(request_kind), .request_op(3'd5), .request_line(request_line),
    .request_id(request_id), .request_pc(32'hcafe), .request_mask({1'b1, 127'd6}),
    .request_data({16{64'h0123456789abcdef}}),
    .passed_valid(passed_valid), .passed_ready(passed_ready), .passed_kind(passed_kind),
    .passed_op(passed_op), .passed_line(passed_line), .passed_id(passed_id), .passed_pc(passed_pc),
    .passed_mask(passed_mask), .passed_data(passed_data),
    .answer_hit(answer_hit), .answer_response(answer_response), .answer_remote(answer_remote),
    .stays_private(stays_private), .awake(awake), .atomics(atomics), .own_slices(own_slices));

  task ask(input [2:0] kind, input [7:0] id);
    begin
      request_valid = 1'b1;
      request_kind = kind;
      request_line = 25'd100 + id;
      request_id = id;
      tick;
      request_valid = 1'b0;
    end
  endtask

  task answer(input [2:0] sides);
    begin
      {answer_remote, answer_response, answer_hit} = sides;
      tick;
      {answer_remote, answer_response, answer_hit} = 3'b000;
    end
  endtask

  initial begin
    tick;
    rst = 1'b0;
    ask(STORE, 8'd1);                  // in the first cycle behind a reset
    check(!passed_valid && awake, "a reset closes the gate, a stall may come");
    tick;
    check(passed_valid && passed_kind == STORE && passed_op == 3'd5 && passed_line == 25'd101
          && passed_id == 8'd1 && passed_pc == 32'hcafe && passed_mask == {1'b1, 127'd6}
          && passed_data == {16{64'h0123456789abcdef}}, "it opens; every field in its place");
    for (i = 2; i < 10; i = i + 1) begin
      ask(LOAD, i[7:0]);
      check(request_ready && passed_valid && passed_id == i[7:0], "one every cycle, a cycle later");
    end
    tick;
    check(!passed_valid, "all passed");

    stall = 1'b1;                      // nine are under way
    tick;
    check(stays_private && !own_slices, "a stall: no L1 is shared any more");
    ask(LOAD, 8'd10);
    ask(LOAD, 8'd11);
    check(!request_ready && !passed_valid, "two are held back");
    repeat (3) answer(3'b101);
    ticks(3);
    check(awake, "three answers are missing");
    answer(3'b111);
    check(awake, "they are here, and not yet counted");
    tick;
    check(!awake, "and the core is asleep");
    ticks(5);
    is_private = 1'b1;
    shared = 1'b0;
    stall = 1'b0;
    tick;
    check(own_slices && passed_valid && passed_id == 8'd10, "released, to the own slices");
    tick;
    check(awake && passed_id == 8'd11, "awake with the first one that passed");
    tick;
    check(!passed_valid && stays_private, "private slices, private L1s");

    ask(ATOMIC, 8'd12);
    ask(LOAD, 8'd13);
    ticks(3);
    check(atomics && !passed_valid && !request_ready, "an atomic waits, and what is behind it");
    stall = 1'b1;
    answer(3'b011);
    ticks(4);
    check(!awake && atomics, "it is not under way");
    stall = 1'b0;
    shared = 1'b1;
    is_private = 1'b0;
    tick;
    check(!atomics && passed_valid && passed_kind == ATOMIC && !own_slices, "the shared cache is there");
    stall = 1'b1;                      // the next change begins as it leaves
    shared = 1'b0;
    tick;
    check(!passed_valid, "alone");
    ticks(5);
    check(awake, "it is waited for");
    answer(3'b010);
    ticks(2);
    check(!awake, "and answered");
    stall = 1'b0;
    shared = 1'b1;
    tick;
    check(passed_valid && passed_id == 8'd13, "in order");
    tick;

    flush = 1'b1;                      // kernel boundary, its first request with it
    ask(LOAD, 8'd14);
    flush = 1'b0;
    check(!passed_valid, "behind the boundary");
    tick;
    check(!passed_valid, "until llc_reconfig has heard of it");
    stall = 1'b1;
    tick;
    check(!passed_valid, "and has stalled");
    ticks(3);
    passed_ready = 1'b0;
    stall = 1'b0;
    tick;
    check(passed_valid, "it is offered");
    stall = 1'b1;
    tick;
    check(!passed_valid, "and no more, if not taken in time");
    rst = 1'b1;
    tick;
    rst = 1'b0;
    stall = 1'b0;
    ticks(4);
    check(!passed_valid && !atomics && awake, "a reset forgets it");
    $display("request_gate: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

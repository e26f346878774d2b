`default_nettype none
// Bench of requester: 4 cores and 2 L2 slices; this is core 1. Each row of the table in
// docs/shared_l1.md, pact20 figure 4 A (a remote read skips the own L1), section 3.3 (chunks; the
// nearer of home and L2, a tie goes home), the doubled store, both queues full.
//
//   line: [4:0] set, [6:5] home core, [1] L2 slice
//   hops: home 0: 2, home 2: 1, home 3: 4, slice 0: 2, slice 1: 3
module requester_tb;
`include "tb/bench.vh"
  localparam [2:0] LOAD = 0, BYPASS = 1, STORE = 2, ATOMIC = 3, FETCH_LINE = 4;
  localparam [2:0] READ = 0, FETCH = 1, WRITE = 2;
  localparam [39:0] CORE_NODES = {10'd23, 10'd22, 10'd21, 10'd20};
  localparam [19:0] SLICE_NODES = {10'd41, 10'd40};
  localparam [127:0] SECTOR_2 = 128'hf << 64;

  reg           share_even = 1'b0;
  reg           share_odd = 1'b0;
  reg           via_home = 1'b0;
  reg           l1_chunk = 1'b1;
  reg           l1_nearest = 1'b0;
  reg           request_valid = 1'b0;
  reg  [2:0]    request_kind = LOAD;
  reg  [24:0]   request_line = 25'd0;
  reg  [7:0]    request_id = 8'd0;
  reg  [31:0]   request_pc = 32'd0;
  reg  [127:0]  request_mask = SECTOR_2;
  reg  [1023:0] request_data = {16{64'h0123456789abcdef}};
  reg           local_ready = 1'b1;
  reg           send_ready = 1'b1;
  wire          request_ready, local_valid, local_foreign, send_valid, send_class;
  wire [2:0]    local_kind, local_op, send_kind;
  wire [24:0]   local_line, send_line;
  wire [7:0]    local_id;
  wire [31:0]   local_pc;
  wire [127:0]  local_mask, send_mask;
  wire [1023:0] local_data, send_data;
  wire [9:0]    send_dest;
  wire [20:0]   send_id;
  wire [3:0]    send_sectors, send_data_sectors;
  wire          event_home, event_near;
  wire          alone_local, alone_sends;
  integer       i;

  requester #(.CORES(4), .PARTITIONS(2), .QUEUE(3)) dut (
    .clk(clk), .rst(rst), .here_core(2'd1), .core_nodes(CORE_NODES),
    .partition_nodes(SLICE_NODES), .core_hops({6'd4, 6'd1, 6'd0, 6'd2}),
    .partition_hops({6'd3, 6'd2}),
    .share_even(share_even), .share_odd(share_odd), .via_home(via_home), .l1_chunk(l1_chunk),
    .l1_nearest(l1_nearest),
    .request_valid(request_valid), .request_ready(request_ready), .request_kind(request_kind),
    .request_op(3'd6), .request_line(request_line), .request_id(request_id),
    .request_pc(request_pc), .request_mask(request_mask), .request_data(request_data),
    .local_valid(local_valid), .local_ready(local_ready), .local_kind(local_kind),
    .local_op(local_op), .local_foreign(local_foreign), .local_line(local_line),
    .local_id(local_id), .local_pc(local_pc), .local_mask(local_mask), .local_data(local_data),
    .send_valid(send_valid), .send_ready(send_ready), .send_class(send_class),
    .send_dest(send_dest), .send_kind(send_kind), .send_line(send_line), .send_id(send_id),
    .send_sectors(send_sectors), .send_data_sectors(send_data_sectors), .send_mask(send_mask),
    .send_data(send_data), .event_home(event_home), .event_near(event_near));

  requester #(.CORES(1), .PARTITIONS(1)) alone (
    .clk(clk), .rst(rst), .here_core(1'b0), .core_nodes(10'd20), .partition_nodes(10'd40),
    .core_hops(6'd0), .partition_hops(6'd1),
    .share_even(1'b1), .share_odd(1'b1), .via_home(1'b1), .l1_chunk(l1_chunk),
    .l1_nearest(l1_nearest),
    .request_valid(request_valid), .request_ready(), .request_kind(request_kind),
    .request_op(3'd6), .request_line(request_line), .request_id(request_id),
    .request_pc(request_pc), .request_mask(request_mask), .request_data(request_data),
    .local_valid(alone_local), .local_ready(1'b1), .local_kind(), .local_op(), .local_foreign(),
    .local_line(), .local_id(), .local_pc(), .local_mask(), .local_data(),
    .send_valid(alone_sends), .send_ready(1'b1), .send_class(), .send_dest(), .send_kind(),
    .send_line(), .send_id(), .send_sectors(), .send_data_sectors(), .send_mask(), .send_data(),
    .event_home(), .event_near());

  // A message's id. The program counters' instruction ids are the requests' mod 128, though neither
  // of their groups of 7 bits is.
  function [20:0] sent(input [7:0] id);
    sent = {4'd0, id[6:0], 2'b00, id};
  endfunction

  task offer(input [2:0] kind, input integer home, input integer set);
    begin
      request_valid = 1'b1;
      request_kind = kind;
      request_line = {18'd77, home[1:0], set[4:0]};
      request_id = request_id + 8'd1;
      request_pc = {15'd0, 7'd77, request_id[6:0] ^ 7'd77, 3'd4};
    end
  endtask

  // One request, taken at once; it is looked at in the next cycle.
  task ask(input [2:0] kind, input integer home, input integer set);
    begin
      tick;                            // what was asked before has left
      offer(kind, home, set);
      check(request_ready, "both queues have room");
      tick;
      request_valid = 1'b0;
      check(alone_local && !alone_sends, "one core keeps everything");
    end
  endtask

  task expect_local(input foreign);
    check(local_valid && local_kind == request_kind && local_op == 3'd6
      && local_foreign == foreign && local_line == request_line && local_id == request_id
      && local_pc == request_pc && local_mask == request_mask && local_data == request_data,
      "the own L1 gets the request");
  endtask

  task expect_send(input to_l2, input [9:0] dest, input [2:0] kind, input [3:0] sectors,
                   input [3:0] data_sectors);
    begin
      check(send_valid && send_class == to_l2 && send_dest == dest && send_kind == kind
        && send_line == request_line && send_id == sent(request_id) && send_mask == request_mask,
        "the message goes to its place");
      check(send_sectors == sectors && send_data_sectors == data_sectors, "sectors there and back");
      check(send_data == request_data, "the request's data");
      check(event_home == !to_l2 && event_near == to_l2, "counted with the first cycle");
    end
  endtask

  task only_local(input foreign);
    begin
      expect_local(foreign);
      check(!send_valid && !event_home && !event_near, "nothing is sent");
    end
  endtask

  task only_send(input to_l2, input [9:0] dest, input [2:0] kind, input [3:0] sectors,
                 input [3:0] data_sectors);
    begin
      check(!local_valid, "the own L1 is skipped");
      expect_send(to_l2, dest, kind, sectors, data_sectors);
    end
  endtask

  task private_l1;
    begin
      ask(LOAD, 1, 4);
      only_local(0);
      ask(LOAD, 2, 4);
      only_local(1);
      ask(STORE, 1, 4);
      only_local(0);
      ask(STORE, 2, 4);
      only_local(0);
    end
  endtask

  task remote_read_skips_the_l1;       // A
    begin
      share_even = 1'b1;
      share_odd = 1'b1;
      ask(LOAD, 1, 4);
      only_local(0);
      ask(STORE, 1, 5);
      only_local(0);
      ask(LOAD, 2, 4);
      only_send(0, 22, READ, 4'b0100, 4'b0000);
      tick;
      check(!event_home && !send_valid, "an event lasts one cycle");
      ask(STORE, 3, 5);
      only_send(0, 23, WRITE, 4'b0000, 4'b0100);
      l1_chunk = 1'b0;
      ask(LOAD, 0, 4);
      only_send(0, 20, READ, 4'b1111, 4'b0000);
      ask(STORE, 0, 4);
      only_send(0, 20, WRITE, 4'b0000, 4'b0100);
      l1_chunk = 1'b1;
      for (i = 0; i < 3; i = i + 1) begin
        ask(i == 0 ? BYPASS : i == 1 ? ATOMIC : FETCH_LINE, 2, 4);
        only_local(0);
      end
    end
  endtask

  task nearest;                        // Min(H, L2); slice = bit 1 of the line
    begin
      l1_nearest = 1'b1;
      ask(LOAD, 3, 4);
      only_send(1, 40, FETCH, 4'b0100, 4'b0000);
      ask(STORE, 3, 6);
      only_send(1, 41, WRITE, 4'b0000, 4'b0100);
      ask(LOAD, 2, 4);
      only_send(0, 22, READ, 4'b0100, 4'b0000);
      ask(LOAD, 0, 4);                 // both are two hops away
      only_send(0, 20, READ, 4'b0100, 4'b0000);
      ask(LOAD, 1, 4);                 // an own line is not foreign, however near L2 is
      only_local(0);
      ask(ATOMIC, 3, 4);
      only_local(0);
    end
  endtask

  task sampling;                       // DynEB: odd sets shared, even ones private
    begin
      l1_nearest = 1'b0;
      share_even = 1'b0;
      ask(LOAD, 2, 4);
      only_local(1);
      ask(LOAD, 2, 5);
      only_send(0, 22, READ, 4'b0100, 4'b0000);
    end
  endtask

  task store_via_home;
    begin
      via_home = 1'b1;
      ask(STORE, 2, 4);
      expect_local(1);
      expect_send(0, 22, WRITE, 4'b0000, 4'b0100);
      ask(LOAD, 2, 4);
      only_local(1);
      ask(STORE, 1, 4);
      only_local(0);
      l1_nearest = 1'b1;
      ask(STORE, 3, 4);                // L2 is nearer: nobody looks for this line at its home
      only_local(0);
      ask(STORE, 0, 4);
      expect_local(1);
      expect_send(0, 20, WRITE, 4'b0000, 4'b0100);
    end
  endtask

  task both_full;
    begin
      tick;
      local_ready = 1'b0;
      send_ready = 1'b0;
      offer(STORE, 2, 4);              // doubled: one place in each queue
      tick;
      check(request_ready, "room for another");
      offer(LOAD, 2, 5);
      tick;
      check(request_ready, "two places of the send queue and one of the local one are taken");
      offer(STORE, 2, 4);
      tick;
      check(!request_ready, "both queues are full");
      offer(LOAD, 2, 5);
      tick;
      local_ready = 1'b1;
      tick;
      check(!request_ready && local_valid, "room in one queue is not enough");
      tick;
      check(!local_valid, "the local queue is empty");
      send_ready = 1'b1;
      check(send_id == sent(request_id - 8'd3), "the oldest message first");
      tick;
      check(request_ready && send_id == sent(request_id - 8'd2), "room in both");
      request_valid = 1'b0;
      tick;
      check(send_id == sent(request_id - 8'd1), "in order");
      tick;
      check(!send_valid, "the request that was not taken left nothing");
    end
  endtask

  initial begin
    tick;
    rst = 1'b0;
    check(request_ready && !local_valid && !send_valid, "empty after reset");
    private_l1;
    remote_read_skips_the_l1;
    nearest;
    sampling;
    store_via_home;
    both_full;
    $display("requester: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

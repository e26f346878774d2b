// Bench of remote_in_queue: a message becomes an access with all its fields one cycle later; the
// home of figure 4 of the paper [pact20], where B waits while the local core is served; full queue; a
// message stays outside for a cycle, a store until its access has left and its data are done; only that
// has a mask.
`default_nettype none
module remote_in_queue_tb;
`include "tb/bench.vh"
  localparam [2:0] READ = 0, STORE = 2;

  reg           recv_valid = 1'b0;
  reg  [2:0]    recv_kind = READ;
  reg  [9:0]    recv_src = 10'd0;
  reg  [24:0]   recv_line = 25'd0;
  reg  [20:0]   recv_id = 21'd0;
  reg  [3:0]    recv_sectors = 4'd0;
  reg  [127:0]  recv_mask = 128'd0;
  reg           remote_ready = 1'b0;
  reg           data_done = 1'b1;
  wire          recv_ready, remote_valid;
  wire [2:0]    remote_kind;
  wire [24:0]   remote_line;
  wire [9:0]    remote_node;
  wire [7:0]    remote_id;
  wire [6:0]    remote_insn;
  wire [3:0]    remote_sectors;
  wire [127:0]  remote_mask;
  integer       i;

  remote_in_queue #(.DEPTH(3)) dut (.clk(clk), .rst(rst),
    .recv_valid(recv_valid), .recv_ready(recv_ready), .recv_kind(recv_kind), .recv_src(recv_src),
    .recv_line(recv_line), .recv_id(recv_id), .recv_sectors(recv_sectors), .recv_mask(recv_mask),
    .remote_valid(remote_valid), .remote_ready(remote_ready), .remote_kind(remote_kind),
    .remote_line(remote_line), .remote_node(remote_node), .remote_id(remote_id),
    .remote_insn(remote_insn), .remote_sectors(remote_sectors), .remote_mask(remote_mask),
    .data_done(data_done));

  // Message number n: the even ones are reads, the odd ones stores.
  task offer(input integer n);
    begin
      recv_valid = 1'b1;
      recv_kind = (n % 2 == 0) ? READ : STORE;
      recv_src = 10'd500 + n;
      recv_line = 25'd7000 + n;
      recv_id = {4'd0, 7'd120 - n[6:0], 2'd0, n[7:0]};
      recv_sectors = n;
      recv_mask = 128'd1 << n;
    end
  endtask

  task expect_access(input integer n);
    check(remote_valid && remote_kind == ((n % 2 == 0) ? READ : STORE) && remote_node == 500 + n
      && remote_line == 7000 + n && remote_id == n && remote_insn == 120 - n
      && remote_sectors == n % 16 && remote_mask == (n % 2 == 0 ? 128'd0 : 128'd1 << n),
      "the access with all its fields");
  endtask

  // It enters at this edge and is taken at the next one.
  task send_load(input integer n);
    begin
      offer(n);
      check(!recv_ready, "not before it was seen");
      tick;
      check(recv_ready, "in the next cycle");
      tick;
      recv_valid = 1'b0;
    end
  endtask

  task b_waits_at_the_home_while_the_local_core_is_served;
    begin
      offer(1);
      tick;
      repeat (5) begin                 // D, the local request, goes first
        expect_access(1);
        check(!recv_ready, "its data stay where they are");
        tick;
      end
      remote_ready = 1'b1;
      tick;
      check(!remote_valid, "taken once");
      data_done = 1'b0;
      repeat (3) begin
        check(!recv_ready, "the L1 takes its data");
        tick;
      end
      data_done = 1'b1;
      check(!recv_ready, "the last of them");
      tick;
      check(recv_ready, "now it has them");
      tick;
      recv_valid = 1'b0;
      check(!recv_ready, "for a cycle");
    end
  endtask

  task a_load_leaves_every_other_cycle_in_order;
    for (i = 0; i < 100; i = i + 2) begin
      offer(i);
      tick;
      expect_access(i);
      check(recv_ready, "it has been seen");
      tick;
      check(!remote_valid && !recv_ready, "no message comes twice");
    end
  endtask

  task a_store_stops_the_messages_behind_it;
    begin
      for (i = 1; i < 20; i = i + 2) begin
        offer(i);
        tick;
        expect_access(i);
        check(!recv_ready, "it has not left");
        tick;
        check(!recv_ready && !remote_valid, "it has, its data go");
        tick;
        check(recv_ready && !remote_valid, "they have");
        tick;
      end
      recv_valid = 1'b0;
    end
  endtask

  task a_store_waits_for_the_loads_before_it;
    begin
      remote_ready = 1'b0;
      send_load(20);
      offer(21);
      ticks(3);
      expect_access(20);
      remote_ready = 1'b1;
      tick;
      check(!recv_ready, "a load that leaves says nothing of it");
      expect_access(21);
      ticks(2);
      check(recv_ready, "its own access does");
      tick;
      recv_valid = 1'b0;
    end
  endtask

  task a_full_queue_holds_back_the_message_behind_it;
    begin
      remote_ready = 1'b0;
      send_load(98);
      send_load(100);
      send_load(102);
      offer(104);
      ticks(3);
      expect_access(98);
      check(!recv_ready, "three wait");
      remote_ready = 1'b1;
      tick;
      expect_access(100);
      check(!recv_ready, "room again, but not seen yet");
      tick;
      check(recv_ready, "now it is");
      expect_access(102);
      tick;
      recv_valid = 1'b0;
      expect_access(104);
      tick;
      check(!remote_valid, "drained");
    end
  endtask

  task reset_empties_it;
    begin
      remote_ready = 1'b0;
      offer(5);
      ticks(2);
      rst = 1'b1;
      tick;
      rst = 1'b0;
      recv_valid = 1'b0;
      check(!recv_ready && !remote_valid, "empty");
      send_load(6);
      expect_access(6);
    end
  endtask

  initial begin
    tick;
    rst = 1'b0;
    check(!recv_ready && !remote_valid, "empty after reset");
    b_waits_at_the_home_while_the_local_core_is_served;
    a_load_leaves_every_other_cycle_in_order;
    a_store_stops_the_messages_behind_it;
    a_store_waits_for_the_loads_before_it;
    a_full_queue_holds_back_the_message_behind_it;
    reset_empties_it;
    $display("remote_in_queue: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Bench of l1_arbiter: fields keep their places, one cycle of latency, an access per cycle, a
// stall holds two back, data stay until the L1 has them; then pact20 figure 4: C a remote access goes when no local one waits, D it
// waits while local ones are served, but not for more than AGE_LIMIT = 3 of them. A second
// instance has no limit.
module l1_arbiter_tb;
`include "tb/bench.vh"
  reg           local_valid = 1'b0;
  reg           recv_valid = 1'b0;
  reg           access_ready = 1'b1;
  reg           own_ready = 1'b1;
  reg  [2:0]    local_kind = 3'd0;
  reg  [2:0]    local_op = 3'd0;
  reg           local_foreign = 1'b0;
  reg  [24:0]   local_line = 25'd0;
  reg  [7:0]    local_id = 8'd0;
  reg  [31:0]   local_pc = 32'd0;
  reg  [127:0]  local_mask = 128'd0;
  reg  [1023:0] local_data = 1024'd0;
  reg  [2:0]    recv_kind = 3'd0;
  reg  [9:0]    recv_src = 10'd0;
  reg  [24:0]   recv_line = 25'd0;
  reg  [20:0]   recv_id = 21'd0;
  reg  [3:0]    recv_sectors = 4'd0;
  reg  [127:0]  recv_mask = 128'd0;
  wire          local_ready, recv_ready, access_valid, access_remote, access_foreign;
  wire [2:0]    access_kind, access_op;
  wire [9:0]    access_node;
  wire [3:0]    access_sectors;
  wire [24:0]   access_line;
  wire [7:0]    access_id;
  wire [6:0]    access_insn, access_check;
  wire [127:0]  access_mask;
  wire          own_valid;
  wire [1023:0] own_data;
  reg           had_data = 1'b0;       // the access taken at the last edge
  reg  [7:0]    number;                // and which that was
  wire          patient_valid, patient_remote;
  integer       i;
  integer       round;

  l1_arbiter #(.AGE_LIMIT(3)) dut (.clk(clk), .rst(rst),
    .local_valid(local_valid), .local_ready(local_ready), .local_kind(local_kind),
    .local_op(local_op), .local_foreign(local_foreign), .local_line(local_line),
    .local_id(local_id), .local_pc(local_pc), .local_mask(local_mask), .local_data(local_data),
    .recv_valid(recv_valid), .recv_ready(recv_ready), .recv_kind(recv_kind), .recv_src(recv_src),
    .recv_line(recv_line), .recv_id(recv_id), .recv_sectors(recv_sectors), .recv_mask(recv_mask),
    .access_valid(access_valid), .access_ready(access_ready), .access_kind(access_kind),
    .access_op(access_op), .access_remote(access_remote), .access_foreign(access_foreign),
    .access_node(access_node), .access_sectors(access_sectors), .access_line(access_line),
    .access_id(access_id), .access_insn(access_insn), .access_check(access_check),
    .access_mask(access_mask),
    .own_valid(own_valid), .own_ready(own_ready), .own_data(own_data));

  l1_arbiter #(.AGE_LIMIT(0)) patient (.clk(clk), .rst(rst),
    .local_valid(local_valid), .local_ready(), .local_kind(local_kind),
    .local_op(local_op), .local_foreign(local_foreign), .local_line(local_line),
    .local_id(local_id), .local_pc(local_pc), .local_mask(local_mask), .local_data(local_data),
    .recv_valid(recv_valid), .recv_ready(), .recv_kind(recv_kind), .recv_src(recv_src),
    .recv_line(recv_line), .recv_id(recv_id), .recv_sectors(recv_sectors), .recv_mask(recv_mask),
    .access_valid(patient_valid), .access_ready(access_ready), .access_kind(),
    .access_op(), .access_remote(patient_remote), .access_foreign(),
    .access_node(), .access_sectors(), .access_line(),
    .access_id(), .access_insn(), .access_check(), .access_mask(),
    .own_valid(), .own_ready(own_ready), .own_data());

  // Local access n < 128 is of instruction number {group_one(n), n}, two groups of 7 bits: its id
  // is their XOR, its check the upper one.
  function integer group_one(input integer n);
    group_one = (5 * n + 3) % 128;
  endfunction

  // The fields of local access number n, and the message of remote access number n.
  task offer(input integer n);
    begin
      local_valid = 1'b1;
      local_kind = n % 5;
      local_op = n % 8;
      local_foreign = n % 2;
      local_line = 25'd1000 + n;
      local_id = n;
      local_pc = group_one(n) << 10 | n << 3;
      local_mask = 128'd1 << n;
      local_data = 1024'd1 << (8 * n);
    end
  endtask

  task offer_remote(input integer n);
    begin
      recv_valid = 1'b1;
      recv_kind = (n % 2) ? 3'd2 : 3'd0;
      recv_src = 10'd300 + n;
      recv_line = 25'd2000 + n;
      recv_id = {4'd0, 7'd20 + n[6:0], 2'd0, 8'd100 + n[7:0]};
      recv_sectors = n % 16;
      recv_mask = 128'd3 << n;
    end
  endtask

  task expect_access(input integer n);
    check(access_valid && !access_remote && access_kind == n % 5 && access_op == n % 8
      && access_foreign == n % 2 && access_line == 1000 + n && access_id == n
      && access_mask == 128'd1 << n
      && access_insn == (n ^ group_one(n)) && access_check == group_one(n)
      && access_node == 0 && access_sectors == 0, "the local access with all its fields");
  endtask

  task expect_remote(input integer n);
    check(access_valid && access_remote && access_kind == ((n % 2) ? 2 : 0)
      && access_line == 2000 + n && access_node == 300 + n && access_id == 100 + n
      && access_sectors == n % 16 && access_mask == ((n % 2) ? 128'd3 << n : 128'd0)
      && access_insn == 20 + n && access_check == 0
      && access_op == 0 && !access_foreign, "the remote access with all its fields");
  endtask

  // Data follow their access.
  always @(posedge clk) begin
    had_data <= access_valid && access_ready && !access_remote && access_kind[1];
    number   <= access_id;
  end
  always @(negedge clk)
    if (had_data) check(own_valid && own_data == 1024'd1 << (8 * number), "the data of the access before");

  task local_alone;                    // what a private L1 sees
    begin
      for (i = 0; i < 100; i = i + 1) begin
        offer(i);
        if (i % 5 == 4) begin          // behind a store and an atomic
          check(!local_ready, "there are places for two lines");
          tick;
        end
        check(local_ready, "else an access per cycle");
        tick;
        expect_access(i);
      end
      access_ready = 1'b0;             // 99 waits, 100 joins it, 101 must stay outside
      offer(100);
      tick;
      offer(101);
      check(!local_ready, "two wait");
      tick;
      expect_access(99);
      access_ready = 1'b1;
      tick;
      expect_access(100);
      check(local_ready, "room again");
      tick;
      local_valid = 1'b0;
      expect_access(101);
      tick;
      check(!access_valid, "drained");
    end
  endtask

  task data_stay;                      // a store of some sectors, and one behind it
    begin
      offer(2);
      tick;
      offer(3);
      expect_access(2);
      tick;
      offer(7);
      access_ready = 1'b0;
      own_ready = 1'b0;
      repeat (3) begin
        check(own_valid && own_data == 1024'd1 << 16 && !local_ready, "the L1 takes a sector of it");
        tick;
      end
      access_ready = 1'b1;
      own_ready = 1'b1;
      expect_access(3);
      check(own_valid && own_data == 1024'd1 << 16 && !local_ready, "its last one");
      tick;
      check(own_valid && own_data == 1024'd1 << 24 && local_ready, "then those of the next one");
      tick;
      local_valid = 1'b0;
      expect_access(7);
      check(!own_valid, "it has gone");
      ticks(2);
      check(!own_valid && !access_valid, "drained");
    end
  endtask

  task remote_alone;                   // C with an idle core
    begin
      for (i = 0; i < 16; i = i + 1) begin
        offer_remote(i);
        tick;
        expect_remote(i);
        check(recv_ready == (i % 2 == 0), "a load is taken when it has come");
        tick;
        check(!access_valid && !recv_ready && !own_valid, "no message comes twice");
        if (i % 2) begin
          tick;
          check(recv_ready, "a store when its data have gone");
          tick;
        end
      end
      recv_valid = 1'b0;
      tick;
      check(!access_valid, "drained");
    end
  endtask

  task local_first;                    // C and D: they arrive together, and one overtakes
    begin
      offer(1);
      offer_remote(1);
      tick;
      local_valid = 1'b0;
      expect_access(1);
      tick;
      expect_remote(1);
      access_ready = 1'b0;             // the remote one is offered, but not taken
      offer(2);
      tick;
      local_valid = 1'b0;
      expect_access(2);
      access_ready = 1'b1;
      tick;
      expect_remote(1);
      ticks(2);
      check(!access_valid && recv_ready, "drained");
      tick;
      recv_valid = 1'b0;
    end
  endtask

  // Local accesses in every cycle: each remote one is passed by three.
  task age_limit_reached;
    begin
      offer_remote(0);
      offer(0);
      tick;
      for (round = 0; round < 2; round = round + 1) begin
        for (i = 0; i < 3; i = i + 1) begin
          check(access_valid && !access_remote, "a local access passes");
          offer(0);
          tick;
          if (round == 0 && i == 0) offer_remote(2);
          if (round == 0 && i == 2) recv_valid = 1'b0;
        end
        expect_remote(2 * round);
        check(patient_valid && !patient_remote, "without a limit it waits on");
        tick;
      end
      check(access_valid && !access_remote, "the age of the next one starts at zero");
      local_valid = 1'b0;
      ticks(3);
      check(!access_valid, "drained");
      check(!patient_valid, "without a limit they go when the local ones end");
    end
  endtask

  task both_full;
    begin
      access_ready = 1'b0;
      offer(0);
      offer_remote(0);
      tick;
      offer(1);
      tick;
      local_valid = 1'b0;
      offer_remote(1);
      tick;
      check(!local_ready && !recv_ready, "both queues are full");
      access_ready = 1'b1;
      expect_access(0);
      tick;
      expect_access(1);
      check(local_ready && !recv_ready, "room where an access was taken");
      tick;
      expect_remote(0);
      tick;
      expect_remote(1);
      check(!recv_ready, "a store is outside until it has gone");
      ticks(2);
      check(!access_valid && local_ready && recv_ready, "drained");
      tick;
      recv_valid = 1'b0;
    end
  endtask

  initial begin
    tick;
    rst = 1'b0;
    check(local_ready && !recv_ready && !access_valid, "empty after reset");
    local_alone;
    data_stay;
    remote_alone;
    local_first;
    age_limit_reached;
    both_full;
    $display("l1_arbiter: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Bench of requester: 4 cores and 2 L2 slices; this is core 1. Each row of the table in
// docs/shared_l1.md, pact20 figure 4 A (a remote read skips the own L1), section 3.3 (chunks; the
// nearer of home and L2, a tie goes home), order when a line's way changes, all places full, other
// cores' requests.
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
  reg           flush = 1'b0;
  reg           answer_hit = 1'b0;
  reg           answer_response = 1'b0;
  reg           answer_remote = 1'b0;
  reg           l1_chunk = 1'b1;
  reg           l1_nearest = 1'b0;
  reg           request_valid = 1'b0;
  reg  [2:0]    request_kind = LOAD;
  reg  [24:0]   request_line = 25'd0;
  reg  [7:0]    request_id = 8'd0;
  reg  [31:0]   request_pc = 32'd0;
  reg  [127:0]  request_mask = SECTOR_2;
  reg  [1023:0] request_data = {16{64'h0123456789abcdef}};
  reg           recv_valid = 1'b0;
  reg  [24:0]   recv_line = 25'd0;
  reg           access_ready = 1'b1;
  reg           send_ready = 1'b1;
  reg  [3:0]    taken = 4'd0;          // sectors of a store that the L1 has not taken
  wire          own_ready = ~|(taken & (taken - 4'd1));
  wire          request_ready, recv_ready, access_valid, access_remote, access_foreign;
  wire          send_valid, send_class;
  wire [2:0]    access_kind, access_op, send_kind;
  wire [24:0]   access_line, send_line;
  wire [7:0]    access_id;
  wire [6:0]    access_insn, access_check;
  wire [127:0]  access_mask, send_mask;
  wire          own_valid;
  wire [1023:0] own_data, send_data;
  reg  [1023:0] left_data;             // of the own store or atomic that left last
  wire [9:0]    access_node, send_dest;
  wire [3:0]    access_sectors;
  wire [20:0]   send_id;
  wire [3:0]    send_sectors, send_data_sectors;
  wire          event_home, event_near;
  wire          alone_local, alone_sends;
  integer       i;
  integer       k;
  integer       in_flight = 0;         // not answered, when nothing is in the register

  requester #(.CORES(4), .PARTITIONS(2)) dut (
    .clk(clk), .rst(rst), .here_core(2'd1), .core_nodes(CORE_NODES),
    .partition_nodes(SLICE_NODES), .core_hops({6'd4, 6'd1, 6'd0, 6'd2}),
    .partition_hops({6'd3, 6'd2}),
    .share_even(share_even), .share_odd(share_odd), .flush(flush), .l1_chunk(l1_chunk),
    .answer_hit(answer_hit), .answer_response(answer_response), .answer_remote(answer_remote),
    .l1_nearest(l1_nearest),
    .request_valid(request_valid), .request_ready(request_ready), .request_kind(request_kind),
    .request_op(3'd6), .request_line(request_line), .request_id(request_id),
    .request_pc(request_pc), .request_mask(request_mask), .request_data(request_data),
    .recv_valid(recv_valid), .recv_ready(recv_ready), .recv_kind(3'd0), .recv_src(10'd22),
    .recv_line(recv_line), .recv_id(21'd0), .recv_sectors(4'd9), .recv_mask(SECTOR_2),
    .access_valid(access_valid), .access_ready(access_ready && own_ready), .access_kind(access_kind),
    .access_op(access_op), .access_remote(access_remote), .access_foreign(access_foreign),
    .access_node(access_node), .access_sectors(access_sectors), .access_line(access_line),
    .access_id(access_id), .access_insn(access_insn), .access_check(access_check),
    .access_mask(access_mask),
    .own_valid(own_valid), .own_ready(own_ready), .own_data(own_data),
    .send_valid(send_valid), .send_ready(send_ready), .send_class(send_class),
    .send_dest(send_dest), .send_kind(send_kind), .send_line(send_line), .send_id(send_id),
    .send_sectors(send_sectors), .send_data_sectors(send_data_sectors), .send_mask(send_mask),
    .send_data(send_data), .event_home(event_home), .event_near(event_near));

  requester #(.CORES(1), .PARTITIONS(1)) alone (
    .clk(clk), .rst(rst), .here_core(1'b0), .core_nodes(10'd20), .partition_nodes(10'd40),
    .core_hops(6'd0), .partition_hops(6'd1),
    .share_even(1'b1), .share_odd(1'b1), .flush(flush), .l1_chunk(l1_chunk),
    .answer_hit(1'b0), .answer_response(1'b0), .answer_remote(1'b0),
    .l1_nearest(l1_nearest),
    .request_valid(request_valid), .request_ready(), .request_kind(request_kind),
    .request_op(3'd6), .request_line(request_line), .request_id(request_id),
    .request_pc(request_pc), .request_mask(request_mask), .request_data(request_data),
    .recv_valid(1'b0), .recv_ready(), .recv_kind(3'd0), .recv_src(10'd0), .recv_line(25'd0),
    .recv_id(21'd0), .recv_sectors(4'd0), .recv_mask(128'd0),
    .access_valid(alone_local), .access_ready(1'b1), .access_kind(), .access_op(),
    .access_remote(), .access_foreign(), .access_node(), .access_sectors(), .access_line(),
    .access_id(), .access_insn(), .access_check(), .access_mask(),
    .own_valid(), .own_ready(1'b1), .own_data(),
    .send_valid(alone_sends), .send_ready(1'b1), .send_class(), .send_dest(), .send_kind(),
    .send_line(), .send_id(), .send_sectors(), .send_data_sectors(), .send_mask(), .send_data(),
    .event_home(), .event_near());

  // The L1 takes the sectors of a store one per cycle, and no access meanwhile.
  always @(posedge clk) begin
    taken <= taken & (taken - 4'd1);
    if (access_valid && access_ready && own_ready && !access_remote && access_kind[1]) begin
      taken     <= {|access_mask[127:96], |access_mask[95:64], |access_mask[63:32], |access_mask[31:0]};
      left_data <= request_data;
    end
  end
  always @(negedge clk)
    if (taken != 4'd0) check(own_valid && own_data == left_data, "data stay until they are taken");

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

  // Everything is answered: two at a time and perhaps one.
  task answer_all;
    begin
      {answer_hit, answer_remote} = 2'b11;
      for (k = in_flight; k > 1; k = k - 2) tick;
      {answer_hit, answer_remote} = 2'b00;
      answer_response = k == 1;
      tick;
      answer_response = 1'b0;
      tick;
      in_flight = 0;
    end
  endtask

  task boundary;
    begin
      answer_all;
      flush = 1'b1;
      tick;
      flush = 1'b0;
    end
  endtask

  // One request, taken at once; a message is looked at in the next cycle, an access in that after it.
  // Those before it are answered.
  task ask(input [2:0] kind, input integer home, input integer set);
    begin
      answer_all;
      in_flight = 1;
      offer(kind, home, set);
      check(request_ready, "the register is free");
      tick;
      request_valid = 1'b0;
      check(!access_valid && !alone_local, "it stands in the register");
      if (!send_valid) tick;
      check(!alone_sends && alone_local == !send_valid, "one core keeps everything");
    end
  endtask

  task expect_local(input foreign);
    check(access_valid && !access_remote && access_kind == request_kind && access_op == 3'd6
      && access_foreign == foreign && access_line == request_line && access_id == request_id
      && access_insn == request_id[6:0] && access_check == 7'd77
      && access_mask == request_mask,
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
      tick;
      check(!send_valid && event_home == !to_l2 && event_near == to_l2, "counted when it left");
    end
  endtask

  task only_local(input foreign);
    begin
      expect_local(foreign);
      check(!send_valid && !event_home && !event_near, "nothing is sent");
    end
  endtask

  task only_past;                      // through the own L1 as one that bypasses it
    begin
      check(access_valid && access_kind == BYPASS && access_line == request_line
        && access_id == request_id && !access_foreign && !send_valid, "past the home, to L2");
      check(!event_home && event_near, "counted");
    end
  endtask

  task only_send(input to_l2, input [9:0] dest, input [2:0] kind, input [3:0] sectors,
                 input [3:0] data_sectors);
    begin
      check(!access_valid, "the own L1 is skipped");
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
      boundary;
      share_even = 1'b1;
      share_odd = 1'b1;
      ask(LOAD, 1, 4);
      only_local(0);
      ask(STORE, 1, 5);
      only_local(0);
      ask(LOAD, 2, 4);
      only_send(0, 22, READ, 4'b0100, 4'b0000);
      tick;
      check(!event_home, "an event lasts one cycle");
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
      boundary;
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

  // Stores and atomics that went past the home: until the next kernel the line's region keeps to that.
  task written_regions;
    begin
      boundary;
      ask(STORE, 2, 4);                // an even set
      only_local(0);
      share_even = 1'b1;
      ask(LOAD, 2, 4);
      only_past;
      ask(LOAD, 2, 5);                 // its region
      only_past;
      ask(STORE, 2, 5);
      only_local(0);
      ask(LOAD, 3, 5);                 // another one
      only_send(0, 23, READ, 4'b0100, 4'b0000);
      ask(ATOMIC, 3, 5);
      only_local(0);
      ask(LOAD, 3, 5);
      only_past;
      share_odd = 1'b0;
      ask(LOAD, 2, 5);                 // private again: cached
      only_local(1);
      share_odd = 1'b1;
      ask(LOAD, 2, 5);
      only_past;
      flush = 1'b1;                    // it is not answered
      tick;
      flush = 1'b0;
      ask(LOAD, 2, 5);
      only_past;
      boundary;
      ask(LOAD, 2, 5);
      only_send(0, 22, READ, 4'b0100, 4'b0000);
    end
  endtask

  // Nothing leaves for some cycles, until the last answer.
  task waits_for(input integer answers);
    begin
      tick;
      request_valid = 1'b0;
      ticks(3);
      check(!request_ready && !access_valid && !send_valid, "it waits");
      for (k = 0; k < answers; k = k + 1) begin
        check(!request_ready, "for all answers");
        answer_remote = 1'b1;
        tick;
        answer_remote = 1'b0;
      end
      check(!request_ready && !send_valid, "which count a cycle late");
      tick;
      if (!send_valid) tick;
      check(access_valid || send_valid, "it goes on");
      in_flight = 1;
    end
  endtask

  task goes_at_once;
    begin
      if (!request_ready) tick;        // a store before it leaves
      tick;
      request_valid = 1'b0;
      ticks(2);
      check(request_ready, "it does not wait");
      in_flight = in_flight + 1;
    end
  endtask

  // Order: a store away, the private load behind it; loads that nobody wrote before; a first atomic.
  task changes_of_way;
    begin
      boundary;
      offer(STORE, 2, 5);
      goes_at_once;
      offer(LOAD, 1, 4);               // own lines have one way
      goes_at_once;
      offer(STORE, 3, 4);              // another line, as before
      goes_at_once;
      share_odd = 1'b0;
      offer(LOAD, 1, 5);
      goes_at_once;
      offer(LOAD, 2, 5);
      waits_for(4);
      expect_local(1);
      share_odd = 1'b1;                // only loads are in flight
      offer(LOAD, 2, 5);
      goes_at_once;
      offer(STORE, 2, 5);
      waits_for(2);
      expect_send(0, 22, WRITE, 4'b0000, 4'b0100);
      offer(FETCH_LINE, 2, 5);         // a read past the home, behind a store to it
      waits_for(1);
      expect_local(0);
      offer(LOAD, 2, 5);
      goes_at_once;
      offer(BYPASS, 2, 5);
      goes_at_once;
      offer(STORE, 2, 5);              // and a store behind such a read
      waits_for(3);
      expect_send(0, 22, WRITE, 4'b0000, 4'b0100);
      offer(ATOMIC, 2, 5);             // the first of its region past the home
      waits_for(1);
      expect_local(0);
      offer(STORE, 2, 4);              // its region is known by now
      goes_at_once;
      offer(BYPASS, 2, 4);
      goes_at_once;
      l1_nearest = 1'b1;               // a line may have gone home before
      offer(STORE, 0, 4);
      waits_for(3);
      l1_nearest = 1'b0;
      answer_all;
    end
  endtask

  // A store that came while its set was shared waits for a load from before, which may bring the line to
  // the own L1 when the set is private again: the store goes as its set is then.
  task waits_behind_a_private_load;
    begin
      boundary;
      share_odd = 1'b0;
      offer(LOAD, 3, 5);
      goes_at_once;
      share_odd = 1'b1;
      offer(STORE, 3, 5);
      tick;
      request_valid = 1'b0;
      ticks(2);
      check(!request_ready && !access_valid && !send_valid, "it waits");
    end
  endtask

  task follows_the_organization;
    begin
      waits_behind_a_private_load;
      share_odd = 1'b0;                // the load's way: no need to wait
      ticks(2);
      expect_local(0);
      in_flight = 2;
      waits_behind_a_private_load;
      share_odd = 1'b0;
      l1_nearest = 1'b1;               // now it is moved by that
      tick;
      share_odd = 1'b1;
      waits_for(1);
      expect_send(1, 40, WRITE, 4'b0000, 4'b0100);
      l1_nearest = 1'b0;
      answer_all;
    end
  endtask

  // The register, and two own requests in front of the L1; a message that waits in the register.
  task all_full;
    begin
      boundary;
      access_ready = 1'b0;
      send_ready = 1'b0;
      for (i = 0; i < 3; i = i + 1) begin
        offer(LOAD, 1, 5);
        check(request_ready, "room");
        tick;
      end
      offer(LOAD, 1, 5);
      tick;
      check(!request_ready, "two requests wait for the L1, and one in the register");
      request_valid = 1'b0;
      access_ready = 1'b1;
      check(access_valid && access_id == request_id - 8'd3, "in order");
      tick;
      check(request_ready && access_id == request_id - 8'd2, "room again");
      tick;
      check(access_valid && access_id == request_id - 8'd1, "the third");
      tick;
      check(!access_valid && !send_valid, "the request that was not taken left nothing");
      offer(LOAD, 2, 5);
      tick;
      offer(LOAD, 1, 5);
      ticks(3);
      check(!request_ready && send_valid && send_id == sent(request_id - 8'd1), "a message waits");
      send_ready = 1'b1;
      tick;
      check(request_ready && !send_valid && event_home, "it left");
      tick;
      request_valid = 1'b0;
      tick;
      expect_local(0);
      in_flight = 5;
    end
  endtask

  // Own loads in every cycle, messages in every other one; a store lets nobody in until its data left.
  task rates;
    begin
      boundary;
      for (i = 0; i < 20; i = i + 1) begin
        offer(LOAD, 1, 5);
        check(request_ready, "taken at once");
        tick;
        if (i >= 1) check(access_valid && !send_valid, "another every cycle");
      end
      request_valid = 1'b0;
      in_flight = 20;
      boundary;
      for (i = 0; i < 20; i = i + 1) begin
        offer(i % 2 ? STORE : LOAD, 2, 5);
        check(request_ready, "room");
        tick;
        check(send_valid && !request_ready, "another every other cycle");
        tick;
      end
      request_valid = 1'b0;
      in_flight = 20;
      boundary;
      for (i = 0; i < 20; i = i + 1) begin
        offer(STORE, 1, 5);
        check(request_ready, "room");
        tick;
        check(!request_ready, "its data are in the place");
        tick;
        check(!request_ready && access_valid && access_kind == STORE, "until its access leaves");
        tick;
        check(own_valid, "its sector goes from there");
      end
      request_valid = 1'b0;
      in_flight = 20;
      boundary;
      request_mask = {128{1'b1}};
      for (i = 0; i < 20; i = i + 1) begin
        offer(STORE, 1, 5);
        request_data = {16{i[31:0], 32'h89abcdef}};
        check(request_ready, "room");
        ticks(3);
        repeat (4) begin
          check(!request_ready && own_valid, "a sector per cycle");
          tick;
        end
      end
      request_valid = 1'b0;
      request_mask = SECTOR_2;
      in_flight = 20;
    end
  endtask

  // Figure 4, C and D: another core's request is in front of the L1 a cycle after it came, and waits
  // for an own one.
  task others;
    begin
      ticks(3);
      offer(LOAD, 1, 4);
      tick;
      request_valid = 1'b0;
      recv_valid = 1'b1;
      recv_line = 25'd5;
      tick;
      expect_local(0);
      check(recv_ready, "it is in the queue");
      tick;
      recv_valid = 1'b0;
      check(access_valid && access_remote && access_line == 25'd5 && access_node == 10'd22
        && access_sectors == 4'd9, "then the other core's");
      tick;
      check(!access_valid, "that was all");
    end
  endtask

  initial begin
    tick;
    rst = 1'b0;
    check(request_ready && !recv_ready && !access_valid && !send_valid, "empty after reset");
    private_l1;
    remote_read_skips_the_l1;
    nearest;
    sampling;
    written_regions;
    changes_of_way;
    follows_the_organization;
    all_full;
    rates;
    others;
    $display("requester: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

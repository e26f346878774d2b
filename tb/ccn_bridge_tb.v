// Bench of ccn_bridge: a cluster that asks the others [taco16 section 5.6]. A request that its
// cluster does not answer goes around the bridges twice and home; a request of another cluster is
// copied, its line waits for the second round and is sent; without a slot a request goes on as it is.
`default_nettype none
module ccn_bridge_tb;
`include "tb/bench.vh"
  reg          request_in_valid = 1'b0, response_in_valid = 1'b0, ask_in_valid = 1'b0;
  reg          ask_in_collects = 1'b0, ask_in_found = 1'b0;
  reg  [4:0]   request_in_core = 5'd0, response_in_core = 5'd0;
  reg  [24:0]  request_in_line = 25'd0, response_in_line = 25'd0, ask_in_line = 25'd0;
  reg  [1:0]   ask_in_home = 2'd0;
  reg  [2:0]   ask_in_slot = 3'd0, ask_in_core = 3'd0;
  reg  [255:0] response_in_data = 256'd0;
  wire         request_in_ready, request_out_valid, response_in_ready, response_out_valid;
  wire         ask_in_ready, ask_out_valid, ask_out_collects, ask_out_found;
  wire         give_in_ready, give_out_valid;
  wire [4:0]   request_out_core, response_out_core;
  wire [24:0]  request_out_line, response_out_line, ask_out_line, give_out_line;
  wire [1:0]   ask_out_home, give_out_home;
  wire [2:0]   ask_out_slot, ask_out_core, give_out_core;
  wire [255:0] response_out_data, give_out_data;
  integer      i;

  localparam [4:0] CORE_1 = 5'b00_001, CORE_2 = 5'b00_010, SLOT_0 = 5'b10_000, COPY_0 = 5'b11_000;
  localparam [24:0] LINE = 25'h12345;

  ccn_bridge #(.SLOTS(1), .COPIES(2)) dut (.clk(clk), .rst(rst), .here(2'd0),
    .request_in_valid(request_in_valid), .request_in_ready(request_in_ready),
    .request_in_core(request_in_core), .request_in_line(request_in_line),
    .request_out_valid(request_out_valid), .request_out_ready(1'b1),
    .request_out_core(request_out_core), .request_out_line(request_out_line),
    .response_in_valid(response_in_valid), .response_in_ready(response_in_ready),
    .response_in_core(response_in_core), .response_in_line(response_in_line),
    .response_in_data(response_in_data),
    .response_out_valid(response_out_valid), .response_out_ready(1'b1),
    .response_out_core(response_out_core), .response_out_line(response_out_line),
    .response_out_data(response_out_data),
    .ask_in_valid(ask_in_valid), .ask_in_ready(ask_in_ready), .ask_in_collects(ask_in_collects),
    .ask_in_found(ask_in_found), .ask_in_home(ask_in_home), .ask_in_slot(ask_in_slot),
    .ask_in_core(ask_in_core), .ask_in_line(ask_in_line),
    .ask_out_valid(ask_out_valid), .ask_out_ready(1'b1), .ask_out_collects(ask_out_collects),
    .ask_out_found(ask_out_found), .ask_out_home(ask_out_home), .ask_out_slot(ask_out_slot),
    .ask_out_core(ask_out_core), .ask_out_line(ask_out_line),
    .give_in_valid(1'b0), .give_in_ready(give_in_ready), .give_in_home(2'd0), .give_in_core(3'd0),
    .give_in_line(25'd0), .give_in_data(256'd0),
    .give_out_valid(give_out_valid), .give_out_ready(1'b1), .give_out_home(give_out_home),
    .give_out_core(give_out_core), .give_out_line(give_out_line), .give_out_data(give_out_data));

  task restart;
    begin
      rst = 1'b1;
      {request_in_valid, response_in_valid, ask_in_valid} = 3'd0;
      tick;
      rst = 1'b0;
      check(!request_out_valid && !response_out_valid && !ask_out_valid && !give_out_valid,
            "empty after reset");
    end
  endtask

  // A hop of the cluster's ring: to the queue, to the link, out.
  task request(input [4:0] name, input [4:0] goes_as);
    begin
      request_in_valid = 1'b1;
      request_in_core = name;
      request_in_line = LINE;
      check(request_in_ready, "a request is taken");
      tick;
      request_in_valid = 1'b0;
      tick;
      check(request_out_valid && request_out_core == goes_as && request_out_line == LINE,
            "it hops on in HOP + 1 cycles");
      tick;
      check(!request_out_valid, "once");
    end
  endtask

  task ask(input [1:0] home, input collects, input found);
    begin
      ask_in_valid = 1'b1;
      {ask_in_home, ask_in_slot, ask_in_core, ask_in_line} = {home, 3'd0, 3'd1, LINE};
      {ask_in_collects, ask_in_found} = {collects, found};
      check(ask_in_ready, "it is taken");
      tick;
      ask_in_valid = 1'b0;
    end
  endtask

  task asks_on(input [1:0] home, input collects, input found);
    begin
      tick;
      check(ask_out_valid && ask_out_home == home && ask_out_collects == collects
            && ask_out_found == found && ask_out_core == 3'd1
            && ask_out_line == LINE, "it goes on");
      tick;
      check(!ask_out_valid, "once");
    end
  endtask

  task back_to_the_bridge(input [4:0] name);
    begin
      request_in_valid = 1'b1;
      request_in_core = name;
      tick;
      request_in_valid = 1'b0;
    end
  endtask

  task what_nobody_has_goes_home;
    begin
      restart;
      request(CORE_1, SLOT_0);
      request(CORE_2, CORE_2);         // no slot is free
      back_to_the_bridge(SLOT_0);
      ticks(3);
      asks_on(2'd0, 1'b0, 1'b0);
      ask(2'd0, 1'b0, 1'b0);
      asks_on(2'd0, 1'b1, 1'b0);
      ask(2'd0, 1'b1, 1'b0);
      check(!request_out_valid, "it has been around twice");
      ticks(3);
      check(request_out_valid && request_out_core == CORE_1, "it goes home");
      request(CORE_2, SLOT_0);         // and its slot is free
    end
  endtask

  task a_line_found_elsewhere_frees_the_slot;
    begin
      restart;
      request(CORE_1, SLOT_0);
      back_to_the_bridge(SLOT_0);
      ticks(3);
      asks_on(2'd0, 1'b0, 1'b0);
      ask(2'd0, 1'b0, 1'b0);
      asks_on(2'd0, 1'b1, 1'b0);
      ask(2'd0, 1'b1, 1'b1);
      ticks(6);
      check(!request_out_valid, "nothing goes home");
      request(CORE_2, SLOT_0);
    end
  endtask

  task bring_the_copys_line;
    begin
      for (i = 0; i < 4; i = i + 1) begin
        response_in_valid = 1'b1;
        {response_in_core, response_in_line} = {COPY_0, LINE};
        response_in_data = i;
        check(response_in_ready, "a beat is taken");
        tick;
      end
      response_in_valid = 1'b0;
    end
  endtask

  task it_is_given;
    begin
      for (i = 0; i < 4; i = i + 1) begin
        check(give_out_valid && give_out_home == 2'd2 && give_out_core == 3'd1
              && give_out_line == LINE && give_out_data == i, "the line is given");
        tick;
      end
      check(!give_out_valid, "once");
    end
  endtask

  task a_copy_is_made(input [1:0] home);
    begin
      ask(home, 1'b0, 1'b0);
      asks_on(home, 1'b0, 1'b0);       // two cycles; the copy follows
      ticks(1);
      check(request_out_valid && request_out_core == COPY_0 && request_out_line == LINE,
            "the cluster is asked");
      tick;
    end
  endtask

  task a_line_waits_for_the_second_round;
    begin
      restart;
      a_copy_is_made(2'd2);
      bring_the_copys_line;
      ticks(5);
      check(!give_out_valid && !response_out_valid, "the line is kept");
      ask(2'd2, 1'b1, 1'b0);
      asks_on(2'd2, 1'b1, 1'b1);
      ticks(1);
      it_is_given;
    end
  endtask

  task the_second_round_waits_for_the_line;
    begin
      restart;
      a_copy_is_made(2'd2);
      ask(2'd2, 1'b1, 1'b0);
      ticks(5);
      check(!ask_out_valid, "it waits for the copy");
      bring_the_copys_line;
      ticks(3);
      it_is_given;
    end
  endtask

  task a_second_line_is_dropped;
    begin
      restart;
      a_copy_is_made(2'd2);
      bring_the_copys_line;
      ask(2'd2, 1'b1, 1'b1);           // another cluster had it
      asks_on(2'd2, 1'b1, 1'b1);
      ticks(10);
      check(!give_out_valid, "it is not given");
      a_copy_is_made(2'd3);            // its place is free
    end
  endtask

  initial begin
    tick;
    what_nobody_has_goes_home;
    a_line_found_elsewhere_frees_the_slot;
    a_line_waits_for_the_second_round;
    the_second_round_waits_for_the_line;
    a_second_line_is_dropped;
    $display("ccn_bridge: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

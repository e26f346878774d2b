// Bench of ccn_router: the working example of section 4.5 of the paper [taco16], figure 6, on a
// ring of three cores with the figure's numbers; then one node alone (two places in RespQ): a full
// response queue that holds the head, a line that is gone, the bubble rule, priorities, a new request
// that waited too long, a kernel boundary.
`default_nettype none
module ccn_router_tb;
`include "tb/bench.vh"
  localparam [24:0] LINE = 25'h0ABCDE;
  localparam [4:0]  SET  = 5'h1E;          // of that line
  localparam [19:0] TAG  = 20'h055E6;
  integer i;

  // ---- Cores 0, 1 and 2 of the figure; core 2 is throttled ----
  reg  [2:0]      tags_valid = 3'd0;
  reg  [3:0]      tags_lines = 4'd0;
  reg  [2:0]      miss_valid = 3'd0;
  reg  [2:0]      snoop_ready = 3'd0;
  reg  [2:0]      data_valid = 3'd0;
  wire [2:0]      send_valid, send_ready, direct_valid, new_ready, request_valid, request_ready;
  wire [2:0]      response_valid, response_ready, snoop_valid, fill_valid, back_valid;
  wire [3*2-1:0]  request_core, response_core, snoop_way;
  wire [3*25-1:0] send_line, request_line, response_line, fill_line, back_line, direct_line;
  wire [3*5-1:0]  snoop_set;
  wire [3*256-1:0]  response_data;
  wire [3*1024-1:0] fill_data;

  // Core 2 asks through its ccn_port, where it is held back.
  wire        port_2_sends, port_2_miss;
  wire [24:0] port_2_line;
  ccn_port port_2 (.clk(clk), .rst(rst), .flush(1'b0), .skip(1'b1), .share_even(1'b0),
    .share_odd(1'b0), .sent_valid(1'b0), .sent_ready(1'b0), .sent_kind(3'd0), .sent_line(25'd0),
    .home_valid(1'b0), .request_remote(1'b0), .request_again(1'b0), .request_valid(miss_valid[2]),
    .request_dest(10'd0), .request_kind(3'd0), .request_op(3'd0), .request_line(LINE),
    .request_id(10'd0), .request_sectors(4'hf), .request_data_sectors(4'h0), .request_mask(128'd0),
    .send_valid(port_2_sends), .send_ready(1'b1), .send_line(port_2_line),
    .miss_valid(port_2_miss), .miss_ready(1'b1), .direct_valid(1'b0), .direct_line(25'd0),
    .back_valid(1'b0), .back_line(25'd0), .fill_valid(1'b0), .fill_line(25'd0),
    .fill_data(1024'd0), .reply_valid(1'b0), .reply_kind(3'd0), .reply_id(10'd0),
    .reply_line(25'd0), .reply_data(1024'd0), .answer_ready(1'b1));

  genvar c;
  generate
    for (c = 0; c < 3; c = c + 1) begin : core
      localparam PREVIOUS = (c + 2) % 3;   // on the ring of requests; of responses: the next one
      localparam NEXT     = (c + 1) % 3;
      localparam [31:0] NUMBER = c;
      ccn_buffer buffer (.clk(clk), .rst(rst), .miss_valid(c == 2 ? port_2_miss : miss_valid[c]),
        .miss_line(LINE), .send_valid(send_valid[c]),
        .send_ready(send_ready[c]), .send_line(send_line[c*25 +: 25]),
        .direct_valid(direct_valid[c]), .direct_ready(1'b1),
        .direct_line(direct_line[c*25 +: 25]));
      ccn_router #(.CORE_BITS(2)) router (.clk(clk), .rst(rst), .flush(1'b0),
        .share_even(1'b0), .share_odd(1'b0), .here(NUMBER[1:0]),
        .new_valid(send_valid[c]), .new_ready(send_ready[c]), .new_line(send_line[c*25 +: 25]),
        .tags_valid(tags_valid[c]), .tags_set(SET), .tags_lines(tags_lines),
        .tags_ways(tags_lines), .tags_tag(TAG),
        .request_in_valid(request_valid[PREVIOUS]), .request_in_ready(request_ready[c]),
        .request_in_core(request_core[PREVIOUS*2 +: 2]),
        .request_in_line(request_line[PREVIOUS*25 +: 25]),
        .request_out_valid(request_valid[c]), .request_out_ready(request_ready[NEXT]),
        .request_out_core(request_core[c*2 +: 2]), .request_out_line(request_line[c*25 +: 25]),
        .snoop_valid(snoop_valid[c]), .snoop_ready(snoop_ready[c]),
        .snoop_set(snoop_set[c*5 +: 5]), .snoop_way(snoop_way[c*2 +: 2]),
        .data_valid(data_valid[c]), .gone_valid(1'b0), .data_line({4{252'd1, 4'd5}}),
        .back_valid(back_valid[c]), .back_ready(1'b1), .back_line(back_line[c*25 +: 25]),
        .response_in_valid(response_valid[NEXT]), .response_in_ready(response_ready[c]),
        .response_in_core(response_core[NEXT*2 +: 2]),
        .response_in_line(response_line[NEXT*25 +: 25]),
        .response_in_data(response_data[NEXT*256 +: 256]),
        .response_out_valid(response_valid[c]), .response_out_ready(response_ready[PREVIOUS]),
        .response_out_core(response_core[c*2 +: 2]),
        .response_out_line(response_line[c*25 +: 25]),
        .response_out_data(response_data[c*256 +: 256]),
        .fill_valid(fill_valid[c]), .fill_ready(1'b1), .fill_line(fill_line[c*25 +: 25]),
        .fill_data(fill_data[c*1024 +: 1024]));
    end
  endgenerate

  task hold_line(input integer core_number, input [3:0] ways);
    begin
      tags_valid = 3'd1 << core_number;
      tags_lines = ways;
      tick;
      tags_valid = 3'd0;
    end
  endtask

  task figure_6;
    begin
      hold_line(1, 4'b0100);
      hold_line(0, 4'b0001);               // looked up by others only
      miss_valid = 3'b101;
      tick;
      miss_valid = 3'b000;
      check(send_valid[0] && send_line[24:0] == LINE, "1: the miss of core 0 is in CB0");
      check(port_2_sends && port_2_line == LINE && !port_2_miss,
            "core 2 is throttled: its miss goes to L2");
      ticks(2);
      check(request_valid[0] && request_core[1:0] == 2'd0 && request_line[24:0] == LINE,
            "2: accepted by ReqQ-0");
      check(!snoop_valid[0], "3: not looked up at home");
      tick;
      check(snoop_valid[1] && snoop_set[5 +: 5] == SET && snoop_way[2 +: 2] == 2'd2
            && !request_valid[1], "4: a hit at core 1");
      snoop_ready = 3'b010;
      tick;
      snoop_ready = 3'b000;
      data_valid = 3'b010;
      check(!snoop_valid[1] && !request_valid[1], "it waits for its line");
      tick;
      data_valid = 3'b000;
      for (i = 0; i < 4; i = i + 1) begin
        check(response_valid[1] && response_core[2 +: 2] == 2'd0
              && response_line[25 +: 25] == LINE, "5, 6: RespQ-1 sends its four beats to core 0");
        check(!fill_valid[0], "not all of it is there");
        tick;
      end
      check(fill_valid[0] && fill_line[24:0] == LINE && fill_data[1023:0] == {4{252'd1, 4'd5}},
            "7: served to the L1 of core 0");
      check(!response_valid[0] && !response_valid[1], "past RespQ-0");
      tick;
      check(!fill_valid[0] && request_valid == 3'd0, "once");
    end
  endtask

  task a_request_that_nobody_answers_comes_home;
    begin
      hold_line(1, 4'b0000);
      miss_valid = 3'b001;
      tick;
      miss_valid = 3'b000;
      ticks(5);
      check(back_valid == 3'b001 && back_line[24:0] == LINE, "back after three hops, to L2");
      tick;
      check(back_valid == 3'd0 && request_valid == 3'd0, "once");
    end
  endtask

  task a_throttled_core_answers_others;
    begin
      hold_line(0, 4'b0000);
      hold_line(2, 4'b1000);
      miss_valid = 3'b001;
      tick;
      miss_valid = 3'b000;
      ticks(4);
      check(snoop_valid == 3'b100 && snoop_way[4 +: 2] == 2'd3, "found at core 2");
      snoop_ready = 3'b100;
      tick;
      snoop_ready = 3'b000;
      data_valid = 3'b100;
      tick;
      data_valid = 3'b000;
      ticks(8);
      check(fill_valid == 3'b001, "two hops of four beats");
      tick;
    end
  endtask

  // ---- One node: number 3, two places in RespQ, four in ReqQ ----
  reg          flush = 1'b0;
  reg          new_valid = 1'b0;
  reg          in_valid = 1'b0;
  reg  [3:0]   in_core = 4'd0;
  reg  [24:0]  in_line = LINE;
  reg          out_ready = 1'b1;
  reg          one_tags = 1'b0;
  reg  [3:0]   one_lines = 4'd1;
  reg          one_snoop = 1'b0;
  reg          one_data = 1'b0;
  reg          one_gone = 1'b0;
  reg          one_back = 1'b0;
  reg          beat_valid = 1'b0;
  reg  [3:0]   beat_core = 4'd0;
  reg          beat_taken = 1'b0;
  reg          one_fill = 1'b0;
  wire         one_new_ready, in_ready, out_valid, one_snoops, one_is_back, beat_ready;
  wire         beat_offered, one_filled, event_new, event_hit, event_gone, event_held;
  wire         event_answer, event_back, event_late;
  wire [24:0]  one_back_line;
  wire [3:0]   out_core, beat_to;
  wire [24:0]  out_line;

  ccn_router #(.DEPTH(4), .RESPONSES(2), .WAIT_LIMIT(40)) dut (.clk(clk), .rst(rst), .flush(flush),
    .share_even(1'b0), .share_odd(1'b0), .here(4'd3),
    .new_valid(new_valid), .new_ready(one_new_ready), .new_line(LINE),
    .tags_valid(one_tags), .tags_set(SET), .tags_lines(one_lines), .tags_ways(4'd1), .tags_tag(TAG),
    .request_in_valid(in_valid), .request_in_ready(in_ready), .request_in_core(in_core),
    .request_in_line(in_line), .request_out_valid(out_valid), .request_out_ready(out_ready),
    .request_out_core(out_core), .request_out_line(out_line), .snoop_valid(one_snoops),
    .snoop_ready(one_snoop), .data_valid(one_data), .gone_valid(one_gone), .data_line(1024'd0),
    .back_valid(one_is_back), .back_ready(one_back), .back_line(one_back_line),
    .response_in_valid(beat_valid),
    .response_in_ready(beat_ready), .response_in_core(beat_core), .response_in_line(LINE),
    .response_in_data(256'd0), .response_out_valid(beat_offered), .response_out_ready(beat_taken),
    .response_out_core(beat_to), .fill_valid(one_filled), .fill_ready(one_fill),
    .event_new(event_new), .event_hit(event_hit), .event_gone(event_gone),
    .event_held(event_held), .event_answer(event_answer), .event_back(event_back),
    .event_late(event_late));

  task restart;
    begin
      rst = 1'b1;
      {flush, new_valid, in_valid, one_tags, one_snoop, one_data, one_gone, one_back} = 8'd0;
      {beat_valid, beat_taken, one_fill} = 3'd0;
      out_ready = 1'b1;
      in_line = LINE;
      tick;
      rst = 1'b0;
      one_tags = 1'b1;                     // its L1 has the line
      one_lines = 4'd1;
      tick;
      one_tags = 1'b0;
    end
  endtask

  task arrive(input [3:0] from);
    begin
      in_valid = 1'b1;
      in_core = from;
      tick;
      in_valid = 1'b0;
    end
  endtask

  task answer(input gone);                 // the snoop on offer, one cycle later
    begin
      check(one_snoops, "a snoop is offered");
      one_snoop = 1'b1;
      tick;
      one_snoop = 1'b0;
      {one_data, one_gone} = gone ? 2'b01 : 2'b10;
      tick;
      {one_data, one_gone} = 2'b00;
    end
  endtask

  task beats(input [3:0] to, input integer count);
    begin
      beat_valid = 1'b1;
      beat_core = to;
      repeat (count) tick;
      beat_valid = 1'b0;
    end
  endtask

  task a_full_response_queue_holds_the_head;
    begin
      restart;
      beats(4'd9, 4);                      // one place is left: the ring's
      arrive(4'd7);
      check(!one_snoops && !out_valid, "it hits, and waits");
      tick;
      check(event_held, "which is an event");
      arrive(4'd8);
      ticks(5);
      check(!one_snoops && !out_valid, "and all behind it");
      beat_taken = 1'b1;
      ticks(3);
      check(!one_snoops, "three beats of the place's line left");
      tick;
      check(one_snoops, "the fourth: there is room");
      beat_taken = 1'b0;
    end
  endtask

  task the_last_place_of_the_response_queue_is_the_rings;
    begin
      restart;
      beats(4'd9, 4);
      check(beat_ready, "one place taken");
      beats(4'd9, 4);
      check(beat_ready, "two: its input is free");
      beats(4'd9, 4);
      check(!beat_ready, "one line more waits in the input");
      beat_taken = 1'b1;
      ticks(4);
      beat_taken = 1'b0;
      tick;
      check(beat_ready, "until there is a place");
    end
  endtask

  task a_new_request_that_waited_too_long_goes_to_l2;
    begin
      restart;
      in_line = LINE + 25'd1;              // of nobody
      in_core = 4'd9;
      in_valid = 1'b1;                     // the ring's, in every cycle
      new_valid = 1'b1;
      tick;
      new_valid = 1'b0;
      check(!one_new_ready, "it waits");
      ticks(39);
      check(!one_is_back && !event_new, "behind those of the ring");
      in_core = 4'd3;
      tick;
      in_core = 4'd9;
      check(one_is_back && one_back_line == LINE && in_ready, "after 40 cycles it is offered to L2");
      tick;
      check(one_is_back && one_back_line == LINE && !out_valid, "before one that is back");
      in_valid = 1'b0;
      tick;
      check(one_is_back && one_back_line == LINE && !event_new, "it does not enter any more");
      one_back = 1'b1;
      tick;
      check(event_late && !event_back && one_new_ready, "there it goes");
      check(one_is_back && one_back_line == LINE + 25'd1, "then the one that is back");
      tick;
      check(event_back && !event_late && !one_is_back, "which is another event");
      in_valid = 1'b1;
      new_valid = 1'b1;
      tick;
      new_valid = 1'b0;
      ticks(39);
      in_valid = 1'b0;
      tick;
      check(event_new && !one_is_back, "the next one enters in its last cycle");
      one_back = 1'b0;
    end
  endtask

  task a_line_that_is_gone_is_looked_for_elsewhere;
    begin
      restart;
      arrive(4'd7);
      answer(1'b1);
      check(event_gone && out_valid && out_core == 4'd7 && out_line == LINE, "it hops on");
      check(!one_snoops && !beat_offered, "without another lookup, although the tag is there");
      arrive(4'd7);
      check(one_snoops, "the next request is looked up again");
    end
  endtask

  task a_line_that_leaves_before_the_snoop_is_taken_is_a_miss;
    begin
      restart;
      arrive(4'd7);
      check(one_snoops, "a hit");
      one_tags = 1'b1;                     // the L1 replaces it at this edge
      one_lines = 4'd0;
      tick;
      one_tags = 1'b0;
      check(!one_snoops && out_valid, "and in the next cycle none");
    end
  endtask

  task a_flush_in_the_cycle_of_the_snoop_still_answers;
    begin
      restart;
      arrive(4'd7);
      flush = 1'b1;
      one_snoop = 1'b1;
      tick;
      flush = 1'b0;
      one_snoop = 1'b0;
      one_data = 1'b1;
      one_gone = 1'b0;
      tick;
      one_data = 1'b0;
      check(event_hit && beat_offered && beat_to == 4'd7, "a load of the old kernel is answered");
      arrive(4'd8);
      check(!one_snoops && out_valid, "behind the boundary nothing is found");
    end
  endtask

  task a_request_of_this_core_goes_to_l2_when_it_is_back;
    begin
      restart;
      arrive(4'd3);
      check(one_is_back && !out_valid && !one_snoops, "back, and not looked up");
      tick;
      check(one_is_back, "until L2 takes it");
      one_back = 1'b1;
      tick;
      one_back = 1'b0;
      check(!one_is_back && event_back, "once");
    end
  endtask

  task the_ring_goes_before_new_requests;
    begin
      restart;
      in_line = 25'd1;                     // nobody's line here
      new_valid = 1'b1;
      tick;
      new_valid = 1'b0;
      check(!one_new_ready, "a new one waits");
      for (i = 0; i < 5; i = i + 1) begin
        arrive(4'd7);
        check(out_valid && out_core == 4'd7, "the ring's request");
      end
      tick;
      check(out_valid && out_core == 4'd3 && event_new, "then the new one");
    end
  endtask

  task a_new_request_leaves_a_place_free;
    begin
      restart;
      out_ready = 1'b0;
      new_valid = 1'b1;
      ticks(20);
      check(in_ready && !one_new_ready, "three of four places, the fourth is the ring's");
      in_line = 25'd1;
      arrive(4'd7);
      check(!in_ready, "which takes it");
      out_ready = 1'b1;
      new_valid = 1'b0;
      tick;
      check(in_ready && !one_new_ready, "one place is no room for a new one");
    end
  endtask

  task a_line_for_this_core_needs_no_place_in_the_response_queue;
    begin
      restart;
      beats(4'd9, 8);                      // full
      beats(4'd3, 4);
      check(one_filled && beat_ready, "served");
      beats(4'd3, 4);
      check(one_filled && !beat_ready, "the next one waits for the MSHR");
      one_fill = 1'b1;
      tick;
      check(event_answer && one_filled && beat_ready, "taken, and the next is there");
      tick;
      check(!one_filled, "both");
    end
  endtask

  task a_line_of_this_l1_goes_before_one_of_the_ring;
    begin
      restart;
      arrive(4'd7);
      beats(4'd9, 2);
      one_snoop = 1'b1;
      beats(4'd9, 1);
      one_snoop = 1'b0;
      one_data = 1'b1;
      one_gone = 1'b0;
      beats(4'd9, 1);                      // its last beat comes with the data
      one_data = 1'b0;
      check(beat_offered && beat_to == 4'd7 && !beat_ready, "the L1's first, the other waits");
      tick;
      check(beat_ready, "for a cycle");
      beat_taken = 1'b1;
      ticks(4);
      check(beat_offered && beat_to == 4'd9, "then it");
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    figure_6;
    a_request_that_nobody_answers_comes_home;
    a_throttled_core_answers_others;
    a_full_response_queue_holds_the_head;
    the_last_place_of_the_response_queue_is_the_rings;
    a_new_request_that_waited_too_long_goes_to_l2;
    a_line_that_is_gone_is_looked_for_elsewhere;
    a_line_that_leaves_before_the_snoop_is_taken_is_a_miss;
    a_flush_in_the_cycle_of_the_snoop_still_answers;
    a_request_of_this_core_goes_to_l2_when_it_is_back;
    the_ring_goes_before_new_requests;
    a_new_request_leaves_a_place_free;
    a_line_for_this_core_needs_no_place_in_the_response_queue;
    a_line_of_this_l1_goes_before_one_of_the_ring;
    $display("ccn_router: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

// Bench of ccn_port: the ways of a read (to L2 at once, after a round on the ring, answered by
// another L1), what waits for a line in the network, regions where the core wrote, a throttled core;
// with a shared L1 what the requester sent, and what stays out.
`default_nettype none
module ccn_port_tb;
`include "tb/bench.vh"
  localparam [2:0] READ = 0, FETCH = 1, STORE = 2, ATOMIC = 3;
  reg           flush = 1'b0;
  reg           skip = 1'b0;
  reg           share_even = 1'b0;
  reg           share_odd = 1'b0;
  reg           sent_valid = 1'b0;
  reg           sent_ready = 1'b0;
  reg  [2:0]    sent_kind = READ;
  reg  [24:0]   sent_line = 25'd0;
  reg           home_valid = 1'b0;
  reg           request_remote = 1'b0;
  reg           request_again = 1'b0;
  reg           request_valid = 1'b0;
  reg  [2:0]    request_kind = READ;
  reg  [24:0]   request_line = 25'd0;
  reg  [9:0]    request_id = 10'd0;
  reg           send_ready = 1'b0;
  reg           miss_ready = 1'b1;
  reg           direct_valid = 1'b0;
  reg  [24:0]   direct_line = 25'd0;
  reg           back_valid = 1'b0;
  reg  [24:0]   back_line = 25'd0;
  reg           fill_valid = 1'b0;
  reg  [24:0]   fill_line = 25'd0;
  reg           reply_valid = 1'b0;
  reg  [2:0]    reply_kind = READ;
  reg  [9:0]    reply_id = 10'd0;
  reg           answer_ready = 1'b1;
  wire          request_ready, send_valid, miss_valid, direct_ready, back_ready;
  wire          fill_ready, reply_ready, answer_valid, event_written, event_skip;
  wire          event_ask, event_ask_odd;
  wire [9:0]    send_dest, send_id, answer_id;
  wire [2:0]    send_kind, answer_kind, send_op;
  wire [24:0]   send_line, miss_line, answer_line;
  wire [3:0]    send_sectors, send_data_sectors;
  wire [127:0]  send_mask;
  wire [1023:0] answer_data;
  integer       entered = 0;           // reads that went into the network
  integer       sent = 0;
  integer       answered = 0;
  integer       past = 0;              // that did not, as the core wrote there
  integer       skipped = 0;           // as it was throttled
  integer       told = 0;              // own reads of L2
  integer       told_odd = 0;          // of odd sets

  ccn_port #(.ENTRIES(4), .REGIONS(16)) dut (.clk(clk), .rst(rst), .flush(flush), .skip(skip),
    .share_even(share_even), .share_odd(share_odd), .sent_valid(sent_valid),
    .sent_ready(sent_ready), .sent_kind(sent_kind), .sent_line(sent_line),
    .home_valid(home_valid), .request_remote(request_remote), .request_again(request_again), .event_ask(event_ask),
    .event_ask_odd(event_ask_odd),
    .request_valid(request_valid), .request_ready(request_ready),
    .request_dest({6'd5, request_line[3:0]}), .request_kind(request_kind), .request_op(3'd1),
    .request_line(request_line), .request_id(request_id), .request_sectors(4'd6),
    .request_data_sectors(4'd3), .request_mask(128'd7),
    .send_valid(send_valid), .send_ready(send_ready), .send_dest(send_dest), .send_kind(send_kind),
    .send_op(send_op), .send_line(send_line), .send_id(send_id), .send_sectors(send_sectors),
    .send_data_sectors(send_data_sectors), .send_mask(send_mask),
    .miss_valid(miss_valid), .miss_ready(miss_ready), .miss_line(miss_line),
    .direct_valid(direct_valid), .direct_ready(direct_ready),
    .direct_line(direct_line), .back_valid(back_valid), .back_ready(back_ready),
    .back_line(back_line), .fill_valid(fill_valid), .fill_ready(fill_ready),
    .fill_line(fill_line), .fill_data({16{39'd0, fill_line}}), .reply_valid(reply_valid),
    .reply_ready(reply_ready), .reply_kind(reply_kind), .reply_id(reply_id),
    .reply_line(25'd77), .reply_data(1024'd9), .answer_valid(answer_valid),
    .answer_ready(answer_ready), .answer_kind(answer_kind), .answer_id(answer_id),
    .answer_line(answer_line), .answer_data(answer_data), .event_written(event_written),
    .event_skip(event_skip));

  always @(negedge clk) begin
    entered = entered + (miss_valid && miss_ready ? 1 : 0);
    past = past + (event_written ? 1 : 0);
    skipped = skipped + (event_skip ? 1 : 0);
    told = told + (event_ask ? 1 : 0);
    told_odd = told_odd + (event_ask_odd ? 1 : 0);
    sent = sent + (send_valid && send_ready ? 1 : 0);
    answered = answered + (answer_valid && answer_ready ? 1 : 0);
  end

  task restart;
    begin
      rst = 1'b1;
      {request_valid, direct_valid, back_valid, fill_valid, reply_valid, send_ready} = 6'd0;
      {miss_ready, answer_ready} = 2'b11;
      tick;
      rst = 1'b0;
      {entered, past, skipped, sent, answered} = 160'd0;
      {told, told_odd} = 64'd0;
      {share_even, share_odd, request_remote, request_again} = 4'd0;
    end
  endtask

  task ask(input [2:0] kind, input [24:0] line, input [9:0] id);
    begin
      request_valid = 1'b1;
      request_kind = kind;
      request_line = line;
      request_id = id;
      while (!request_ready) tick;
      tick;
      request_valid = 1'b0;
    end
  endtask

  task give_back(input [24:0] line);
    begin
      back_valid = 1'b1;
      back_line = line;
      while (!back_ready) tick;
      tick;
      back_valid = 1'b0;
    end
  endtask

  task a_read_that_nobody_answers_goes_to_l2;
    begin
      restart;
      ask(READ, 25'h1234, 10'd2);
      ticks(2);
      check(entered == 1 && !send_valid, "it goes into the network");
      give_back(25'h1234);
      check(send_valid && send_kind == READ && send_line == 25'h1234 && send_id == 10'd2,
            "as the read of its entry");
      check(send_dest == {6'd5, 4'h4} && send_sectors == 4'hf && send_data_sectors == 4'h0,
            "to the owner of the line, for all of it");
      send_ready = 1'b1;
      tick;
      check(!send_valid, "once");
    end
  endtask

  task what_the_buffer_turns_away_too;
    begin
      restart;
      ask(READ, 25'h20, 10'd0);
      ask(READ, 25'h21, 10'd3);
      ticks(2);
      direct_valid = 1'b1;
      direct_line = 25'h21;
      check(direct_ready, "the buffer's turn");
      tick;
      direct_valid = 1'b0;
      check(send_valid && send_id == 10'd3 && send_line == 25'h21, "entry 3");
    end
  endtask

  task a_line_of_another_l1_answers_the_entry;
    begin
      restart;
      ask(READ, 25'h55, 10'd1);
      ticks(2);
      fill_valid = 1'b1;
      fill_line = 25'h55;
      while (!fill_ready) tick;
      tick;
      fill_valid = 1'b0;
      check(answer_valid && answer_kind == READ && answer_id == 10'd1 && answer_line == 25'h55
            && answer_data == {16{39'd0, 25'h55}}, "with the line");
    end
  endtask

  task both_sources_of_answers_have_turns;
    begin
      restart;
      ask(READ, 25'h55, 10'd1);
      ticks(2);
      reply_valid = 1'b1;
      reply_kind = FETCH;
      reply_id = 10'd200;
      fill_valid = 1'b1;
      fill_line = 25'h55;
      answer_ready = 1'b0;
      tick;
      reply_valid = 1'b0;
      check(answer_valid && answer_id == 10'd200 && answer_line == 25'd77, "L2 first");
      check(fill_valid && !fill_ready, "the ring waits");
      answer_ready = 1'b1;
      tick;
      check(fill_ready, "then it has its turn");
      tick;
      fill_valid = 1'b0;
      check(answer_valid && answer_id == 10'd1, "and its answer");
    end
  endtask

  task a_store_waits_for_the_read_of_its_line;
    begin
      restart;
      send_ready = 1'b1;
      ask(READ, 25'h99, 10'd0);
      ask(STORE, 25'h99, 10'd40);
      ticks(20);
      check(sent == 0 && !request_ready, "the line is in the network");
      send_ready = 1'b0;
      give_back(25'h99);
      check(send_valid && send_kind == READ, "first the read");
      send_ready = 1'b1;
      tick;
      check(send_valid && send_kind == STORE && send_id == 10'd40 && send_mask == 128'd7
            && send_data_sectors == 4'd3, "then the store");
      tick;
      check(sent == 2 && !send_valid, "both are gone");
    end
  endtask

  task others_pass;
    begin
      restart;
      send_ready = 1'b1;
      ask(READ, 25'h99, 10'd0);
      ask(STORE, 25'h9a, 10'd41);
      ask(ATOMIC, 25'h9b, 10'd42);
      ask(FETCH, 25'h9c, 10'd43);
      ticks(2);
      check(sent == 3 && entered == 1, "other lines go on");
    end
  endtask

  // 32 lines a region.
  task reads_of_where_the_core_wrote_stay_out;
    begin
      restart;
      send_ready = 1'b1;
      ask(STORE, 25'h40, 10'd44);
      ask(READ, 25'h5f, 10'd0);
      check(send_valid && send_kind == READ && send_line == 25'h5f && send_id == 10'd0,
            "the last line of that region, in the cycle after, behind the store");
      ticks(2);
      check(sent == 2 && entered == 0 && past == 1, "once");
      ask(READ, 25'h60, 10'd1);
      ticks(2);
      check(entered == 1 && past == 1, "another region");
      flush = 1'b1;
      tick;
      flush = 1'b0;
      ask(READ, 25'h41, 10'd2);
      ticks(2);
      check(entered == 1 && past == 2, "a store is under way over the boundary: still");
    end
  endtask

  task until_a_boundary_at_which_nothing_is_under_way;
    begin
      restart;
      send_ready = 1'b1;
      ask(STORE, 25'h40, 10'd44);
      ticks(3);
      reply_valid = 1'b1;
      reply_kind = STORE;
      reply_id = 10'd44;
      tick;
      reply_valid = 1'b0;
      ticks(4);
      flush = 1'b1;
      tick;
      flush = 1'b0;
      ask(READ, 25'h41, 10'd2);
      ticks(2);
      check(answered == 1 && entered == 1 && past == 0, "the next kernel may ask others");
    end
  endtask

  task reads_of_a_throttled_core_go_to_l2;
    begin
      restart;
      ask(READ, 25'h10, 10'd0);
      skip = 1'b1;
      ticks(2);
      check(entered == 1 && skipped == 0, "what came before is in the network");
      ask(READ, 25'h11, 10'd1);
      skip = 1'b0;
      check(send_valid && !miss_valid && send_kind == READ && send_line == 25'h11
            && send_id == 10'd1 && send_dest == {6'd5, 4'h1} && send_sectors == 4'd6,
            "as it came, in the cycle after");
      tick;
      check(send_valid && !miss_valid, "it stays so until it is taken");
      skip = 1'b1;
      give_back(25'h10);
      check(send_valid && send_line == 25'h10 && send_id == 10'd0, "what comes back goes first");
      send_ready = 1'b1;
      ticks(3);
      check(sent == 2 && entered == 1 && skipped == 1 && !send_valid, "both once");
      ask(READ, 25'h10, 10'd0);
      skip = 1'b0;
      ask(STORE, 25'h10, 10'd44);
      ticks(2);
      check(sent == 4 && skipped == 2, "nothing waits for a read at L2: messages keep their order");
      ask(READ, 25'h32, 10'd2);         // another region than the store's
      ticks(2);
      check(entered == 2, "no longer throttled");
    end
  endtask

  task a_read_of_a_throttled_core_waits_for_its_line_in_the_network;
    begin
      restart;
      send_ready = 1'b1;
      ask(READ, 25'h99, 10'd0);
      skip = 1'b1;
      ask(READ, 25'h99, 10'd1);
      ticks(9);
      check(sent == 0 && !request_ready, "the line is in the network");
      give_back(25'h99);
      ticks(3);
      check(sent == 2 && entered == 1 && skipped == 1, "first the one that comes back");
      skip = 1'b0;
    end
  endtask

  // The requester's message is taken at the next edge.
  task send_away(input [2:0] kind, input [24:0] line);
    begin
      {sent_valid, sent_ready, sent_kind, sent_line} = {2'b11, kind, line};
      tick;
      {sent_valid, sent_ready} = 2'b00;
    end
  endtask

  task what_the_requester_sent_is_known;
    begin
      restart;
      send_ready = 1'b1;
      {sent_valid, sent_kind, sent_line} = {1'b1, STORE, 25'h200};
      ticks(3);
      sent_valid = 1'b0;
      ask(READ, 25'h201, 10'd0);
      ticks(2);
      check(entered == 1 && past == 0, "an offer that is not taken says nothing");
      send_away(READ, 25'h300);
      tick;
      send_away(STORE, 25'h400);
      ticks(2);
      ask(READ, 25'h301, 10'd1);
      ticks(2);
      check(entered == 2, "where it read others may be asked");
      ask(READ, 25'h401, 10'd2);
      ticks(2);
      check(entered == 2 && past == 1, "where it wrote they may not");
      restart;
      send_ready = 1'b1;
      request_valid = 1'b1;              // both at one edge: the MSHR's is noted first
      {request_kind, request_line, request_id} = {STORE, 25'h500, 10'd9};
      send_away(STORE, 25'h640);
      request_valid = 1'b0;
      ticks(2);
      ask(READ, 25'h501, 10'd1);
      ask(READ, 25'h641, 10'd2);
      ticks(2);
      check(entered == 0 && past == 2, "neither is lost");
    end
  endtask

  task flush_once;
    begin
      flush = 1'b1;
      tick;
      flush = 1'b0;
    end
  endtask

  task until_homes_have_answered_it;
    begin
      restart;
      send_ready = 1'b1;
      send_away(STORE, 25'h400);
      ticks(3);
      flush_once;
      ask(READ, 25'h401, 10'd0);
      ticks(2);
      check(entered == 0 && past == 1, "a store that is on its way at a boundary is not forgotten");
      reply_valid = 1'b1;
      while (!reply_ready) tick;
      tick;
      reply_valid = 1'b0;
      home_valid = 1'b1;
      tick;
      home_valid = 1'b0;
      ticks(3);
      flush_once;
      ask(READ, 25'h401, 10'd0);
      ticks(2);
      check(entered == 1 && past == 1, "at the next one it is");
    end
  endtask

  task shared_sets_and_other_cores_stay_out;
    begin
      restart;
      send_ready = 1'b1;
      share_odd = 1'b1;
      ask(READ, 25'h31, 10'd0);
      ask(READ, 25'h30, 10'd1);
      ticks(2);
      check(entered == 1 && sent == 1 && told == 1 && told_odd == 1, "a sample: the odd set");
      {share_even, share_odd} = 2'b10;
      ask(READ, 25'h51, 10'd2);
      ask(READ, 25'h50, 10'd3);
      ticks(2);
      check(entered == 2 && sent == 2 && told == 2 && told_odd == 1, "the even one");
      share_even = 1'b0;
      request_remote = 1'b1;
      ask(READ, 25'h52, 10'd0);
      request_remote = 1'b0;
      ticks(2);
      check(entered == 2 && sent == 3 && told == 2, "what a home reads, of which dyneb is not told");
      give_back(25'h51);
      ticks(3);
      check(sent == 4 && told == 3 && told_odd == 2, "it is when the ring has no line");
      check(past == 0 && skipped == 0, "none of that is counted as written or throttled");
    end
  endtask

  task reads_whose_line_the_l1_may_hold_stay_out;
    begin
      restart;
      send_ready = 1'b1;
      request_again = 1'b1;
      ask(READ, 25'h70, 10'd0);
      request_again = 1'b0;
      ask(READ, 25'h71, 10'd1);
      ticks(2);
      check(sent == 1 && entered == 1 && told == 1, "they are asked of L2");
      check(past == 0 && skipped == 0, "and counted as neither written nor throttled");
      give_back(25'h71);
      ticks(3);
      check(sent == 2, "others are, too, when the ring has no line");
    end
  endtask

  initial begin
    ticks(2);
    what_the_requester_sent_is_known;
    until_homes_have_answered_it;
    shared_sets_and_other_cores_stay_out;
    reads_whose_line_the_l1_may_hold_stay_out;
    a_read_that_nobody_answers_goes_to_l2;
    what_the_buffer_turns_away_too;
    a_line_of_another_l1_answers_the_entry;
    both_sources_of_answers_have_turns;
    a_store_waits_for_the_read_of_its_line;
    others_pass;
    reads_of_where_the_core_wrote_stay_out;
    until_a_boundary_at_which_nothing_is_under_way;
    reads_of_a_throttled_core_go_to_l2;
    a_read_of_a_throttled_core_waits_for_its_line_in_the_network;
    $display("ccn_port: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

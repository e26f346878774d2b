// Bench of remote_out_queue: E of figure 4 of the paper [pact20], a hit queued for injection; both
// sources at once, the turn, offers that stay, a source alone.
`default_nettype none
module remote_out_queue_tb;
`include "tb/bench.vh"
  localparam [2:0] READ = 0, STORE = 2;

  reg           hit_valid = 1'b0;
  reg  [7:0]    hit_number = 8'd0;     // what the hit's fields are made of
  reg           answer_valid = 1'b0;
  reg  [2:0]    answer_kind = READ;
  reg  [7:0]    answer_number = 8'd0;  // likewise
  reg           send_ready = 1'b0;
  wire          hit_ready, answer_ready, send_valid;
  wire [9:0]    send_dest;
  wire [2:0]    send_kind;
  wire [24:0]   send_line;
  wire [20:0]   send_id;
  wire [3:0]    send_data_sectors;
  wire [1023:0] send_data;
  integer       i;

  remote_out_queue dut (.clk(clk), .rst(rst),
    .hit_valid(hit_valid), .hit_ready(hit_ready), .hit_line({17'd1, hit_number}),
    .hit_node({2'd1, hit_number}), .hit_id(hit_number), .hit_sectors(hit_number[3:0]),
    .hit_data({128{hit_number}}),
    .answer_valid(answer_valid), .answer_ready(answer_ready), .answer_kind(answer_kind),
    .answer_line({17'd2, answer_number}), .answer_node({2'd2, answer_number}),
    .answer_id(answer_number),
    .answer_sectors((answer_kind == STORE) ? 4'd0 : answer_number[3:0]),
    .answer_data({128{answer_number}}),
    .send_valid(send_valid), .send_ready(send_ready), .send_dest(send_dest),
    .send_kind(send_kind), .send_line(send_line), .send_id(send_id),
    .send_data_sectors(send_data_sectors), .send_data(send_data));

  task expect_hit(input [7:0] number);
    check(send_valid && send_kind == READ && send_line == {17'd1, number}
      && send_dest == {2'd1, number} && send_id == {13'd0, number}
      && send_data_sectors == number[3:0] && send_data == {128{number}}, "this hit");
  endtask

  task expect_answer(input [2:0] kind, input [7:0] number);
    check(send_valid && send_kind == kind && send_line == {17'd2, number}
      && send_dest == {2'd2, number} && send_id == {13'd0, number}
      && send_data_sectors == ((kind == STORE) ? 4'd0 : number[3:0])
      && send_data == {128{number}}, "this answer");
  endtask

  task offer_hit(input [7:0] number);
    begin
      hit_valid = 1'b1;
      hit_number = number;
    end
  endtask

  task offer_answer(input [2:0] kind, input [7:0] number);
    begin
      answer_valid = 1'b1;
      answer_kind = kind;
      answer_number = number;
    end
  endtask

  task restart;
    begin
      rst = 1'b1;
      hit_valid = 1'b0;
      answer_valid = 1'b0;
      send_ready = 1'b0;
      tick;
      rst = 1'b0;
      check(hit_ready && !answer_ready && !send_valid, "empty after reset, hits may come");
    end
  endtask

  task e_a_hit_is_queued_for_injection;
    begin
      restart;
      offer_hit(8'h15);
      tick;
      hit_valid = 1'b0;
      ticks(3);
      expect_hit(8'h15);
      send_ready = 1'b1;
      tick;
      check(!send_valid, "sent once");
    end
  endtask

  task answers_keep_their_kinds;
    begin
      restart;
      offer_answer(STORE, 8'h2f);
      check(!answer_ready, "hits have the turn");
      tick;
      check(answer_ready && !hit_ready, "none came");
      tick;
      expect_answer(STORE, 8'h2f);
      offer_answer(READ, 8'h3c);
      send_ready = 1'b1;
      tick;
      check(!send_valid && answer_ready, "room, and its turn by now");
      tick;
      answer_valid = 1'b0;
      expect_answer(READ, 8'h3c);
      tick;
      check(!send_valid && hit_ready, "both sent");
    end
  endtask

  task a_source_alone_sends_every_other_cycle;
    begin
      restart;
      send_ready = 1'b1;
      for (i = 0; i < 20; i = i + 1) begin
        offer_hit(i);
        check(hit_ready, "room");
        tick;
        check(!hit_ready, "none");
        expect_hit(i);
        tick;
      end
      hit_valid = 1'b0;
      offer_answer(READ, 0);
      tick;
      for (i = 0; i < 20; i = i + 1) begin
        offer_answer(READ, i);
        check(answer_ready, "room");
        tick;
        expect_answer(READ, i);
        tick;
      end
    end
  endtask

  task both_at_once_take_turns;
    begin
      restart;
      send_ready = 1'b1;
      for (i = 0; i < 5; i = i + 1) begin
        offer_hit(2 * i);
        offer_answer(READ, 2 * i + 1);
        check(hit_ready && !answer_ready, "the hit first");
        tick;
        offer_hit(2 * i + 2);
        expect_hit(2 * i);
        tick;
        check(!hit_ready && answer_ready, "then the answer");
        tick;
        expect_answer(READ, 2 * i + 1);
        tick;
      end
      hit_valid = 1'b0;
      answer_valid = 1'b0;
    end
  endtask

  task an_offered_answer_stays_when_a_hit_comes;
    begin
      restart;
      offer_answer(STORE, 8'd7);
      ticks(2);
      offer_answer(STORE, 8'd8);
      offer_hit(8'd9);
      repeat (3) begin
        expect_answer(STORE, 8'd7);
        tick;
      end
      send_ready = 1'b1;
      tick;
      check(hit_ready && !answer_ready, "the hit has the turn");
      tick;
      hit_valid = 1'b0;
      expect_hit(8'd9);
      tick;
      tick;
      expect_answer(STORE, 8'd8);
      answer_valid = 1'b0;
      tick;
      check(!send_valid, "all sent");
    end
  endtask

  task a_turn_that_is_taken_stays;
    begin
      restart;
      offer_answer(READ, 8'd2);
      tick;
      offer_hit(8'd1);
      check(answer_ready && !hit_ready, "the answer came before the hit");
      tick;
      answer_valid = 1'b0;
      send_ready = 1'b1;
      expect_answer(READ, 8'd2);
      tick;
      check(hit_ready, "then the hit");
      tick;
      expect_hit(8'd1);
    end
  endtask

  initial begin
    tick;
    e_a_hit_is_queued_for_injection;
    answers_keep_their_kinds;
    a_source_alone_sends_every_other_cycle;
    both_at_once_take_turns;
    an_offered_answer_stays_when_a_hit_comes;
    a_turn_that_is_taken_stays;
    $display("remote_out_queue: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

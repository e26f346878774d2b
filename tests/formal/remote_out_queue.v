// sizes: LINE_BITS=17 ID_BITS=4; LINE_BITS=17 ID_BITS=10
// depth: bmc=6 induction=2
// cover: 8
// What is in the place is what was put, any bit of its data followed; nothing is lost, an offer stays;
// with sources that keep their offers none waits for more than one message of the other.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  wire send = send_valid && send_ready;
`ifdef INDUCTION
  (* anyconst *) wire [9:0] bit;       // any bit of the data
`else
  wire [9:0] bit = 10'd1023;           // the bounded proof looks at the last one
`endif
  reg                 there;           // a message was put and not sent
  reg [2:0]           its_kind;
  reg [NODE_BITS-1:0] its_node;
  reg [LINE_BITS-1:0] its_line;
  reg [ID_BITS-1:0]   its_id;
  reg [3:0]           its_sectors;
  reg                 its_bit;
  always @(posedge clk) begin
    there <= !rst && (put_hit || put_answer || there && !send);
    if (put_hit)
      {its_kind, its_node, its_line, its_id, its_sectors, its_bit}
        <= {MESSAGE_READ, hit_node, hit_line, hit_id, hit_sectors, hit_data[bit]};
    if (put_answer)
      {its_kind, its_node, its_line, its_id, its_sectors, its_bit}
        <= {answer_kind, answer_node, answer_line, answer_id, answer_sectors, answer_data[bit]};
  end

  // Sources keep their offers.
  reg hit_waited = 1'b0, answer_waited = 1'b0;
  always @(posedge clk) begin
    hit_waited    <= !rst && hit_valid && !hit_ready;
    answer_waited <= !rst && answer_valid && !answer_ready;
  end
  always @* assume (!hit_waited || hit_valid);
  always @* assume (!answer_waited || answer_valid);

  reg passed_hit, passed_answer;       // one of the other source was put while it waited
  always @(posedge clk) begin
    passed_hit    <= !rst && (put_answer || passed_hit) && hit_valid && !put_hit;
    passed_answer <= !rst && (put_hit || passed_answer) && answer_valid && !put_answer;
  end

  always @(posedge clk)
    if (started) begin
      what_is_there_is_offered: assert (send_valid == there);
      one_at_a_time: assert (!(put_hit && put_answer) && !(there && (put_hit || put_answer)));
      a_source_without_a_turn_has_it_soon: assert (!answers_turn || answer_valid);
      a_hit_waits_for_one_answer: assert (!(put_answer && passed_hit));
      an_answer_waits_for_one_hit: assert (!(put_hit && passed_answer));
      if (there) begin
        its_kind_is_kept: assert (send_kind == its_kind);
        it_goes_to_its_core: assert (send_dest == its_node && send_id == its_id);
        it_has_its_sectors: assert (send_line == its_line && send_data_sectors == its_sectors);
        its_data_are_kept: assert (send_data[bit] == its_bit);
      end

      who_may_put_has_the_turn: assert (takes_hits == (!full && !answers_turn)
        && takes_answers == (!full && answers_turn));

      // For the induction: who was passed has the turn.
      a_passed_answer_is_next: assert (!passed_answer || answers_turn);
      a_passed_hit_is_next: assert (!passed_hit || !answers_turn);

      a_message_every_other_cycle: cover (send && passed_hit && passed_answer || send && hit_valid);
      an_answer_takes_the_turn: cover (put_answer && hit_valid);
      they_alternate: cover (put_hit && answer_valid && its_kind == 3'd2);
    end

// sizes: DEPTH=3 LINE_BITS=17 ID_BITS=4; DEPTH=2 LINE_BITS=17 ID_BITS=10
// depth: bmc=6 induction=2
// cover: 8
// Any word of either source, and any bit of its data, is followed to its message. The induction
// assumes the fifos' contract (proved with fifo): a word comes out as it went in, in order. The
// bounded proof has the fifos themselves.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  wire take_hit    = hit_valid && hit_ready;
  wire take_answer = answer_valid && answer_ready;
  wire give_hit    = send && !choose_answer;
  wire give_answer = send && choose_answer;

  // The two sources, the tracked word's and the other.
  (* anyconst *) wire of_answers;      // it comes from the MSHR
  (* anyseq *) wire   track;           // this word becomes the tracked one
  wire take = of_answers ? take_answer : take_hit;
  wire give = of_answers ? give_answer : give_hit;
  reg [4:0] hit_level, answer_level;   // words that wait
  wire [4:0] its_level = of_answers ? answer_level : hit_level;
  reg       tracking;                  // it waits here
  reg [4:0] ahead;                     // words of its source that wait before it
  reg [2:0] its_kind;
  reg [NODE_BITS-1:0] its_node;
  reg [LINE_BITS-1:0] its_line;
  reg [ID_BITS-1:0]   its_id;
  reg [3:0]           its_sectors;
`ifdef INDUCTION
  (* anyconst *) wire [9:0] bit;       // any bit of the data
`else
  wire [9:0] bit = 10'd1023;           // the bounded proof looks at the last one
`endif
  reg                 data_bit;

  always @(posedge clk) begin
    hit_level    <= rst ? 0 : hit_level + take_hit - give_hit;
    answer_level <= rst ? 0 : answer_level + take_answer - give_answer;
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && take) begin
      tracking <= 1'b1;
      ahead <= its_level - give;
      its_kind <= of_answers ? answer_kind : MESSAGE_READ;
      its_node <= of_answers ? answer_node : hit_node;
      its_line <= of_answers ? answer_line : hit_line;
      its_id <= of_answers ? answer_id : hit_id;
      its_sectors <= of_answers ? answer_sectors : hit_sectors;
      data_bit <= of_answers ? answer_data[bit] : hit_data[bit];
    end else if (tracking && give) begin
      tracking <= ahead != 0;
      ahead <= ahead - 1'b1;
    end
  end

  wire it_is_on_offer = tracking && ahead == 0 && send_valid && choose_answer == of_answers;

  // What was on offer in the last cycle.
  reg waited = 1'b0;                   // and was not taken
  reg passed_hit = 1'b0;               // an answer was sent, a hit waited
  reg passed_answer = 1'b0;            // the reverse
  reg was_answer;
  always @(posedge clk) begin
    waited <= !rst && send_valid && !send_ready;
    passed_hit <= !rst && give_answer && hit_waits;
    passed_answer <= !rst && give_hit && answer_waits;
    was_answer <= choose_answer;
  end

  always @(posedge clk)
    if (started) begin
      depth_hits_wait_at_most:
        assert (hit_level <= DEPTH && hit_ready == (hit_level < DEPTH));
      depth_answers_wait_at_most:
        assert (answer_level <= DEPTH && answer_ready == (answer_level < DEPTH));
      nobody_waits_for_nothing: assert (send_valid == (hit_level != 0 || answer_level != 0));
      only_what_is_there_is_sent: assert (!send_valid
        || (choose_answer ? answer_level != 0 : hit_level != 0));
      an_offer_stays: assert (!waited || send_valid && choose_answer == was_answer);
      a_hit_waits_for_one_answer: assert (!passed_hit || send_valid && !choose_answer);
      an_answer_waits_for_one_hit: assert (!passed_answer || send_valid && choose_answer);
      if (tracking)
        it_waits_behind_those_before_it: assert (ahead < its_level);
      if (it_is_on_offer) begin
        its_kind_is_kept: assert (send_kind == its_kind);
        it_goes_to_its_core: assert (send_dest == its_node && send_id == its_id);
        it_has_its_sectors: assert (send_line == its_line && send_data_sectors == its_sectors);
        its_data_are_kept: assert (send_data[bit] == data_bit);
      end
      a_message_every_cycle: cover (it_is_on_offer && send && take_hit && take_answer);
      both_are_full: cover (hit_level == DEPTH && answer_level == DEPTH && tracking);
      they_alternate: cover (passed_hit && give_hit && answer_waits);
    end

`ifdef INDUCTION
  wire [2:0] word_kind = of_answers ? kind_of_answer : MESSAGE_READ;
  wire [WORD_BITS-1:0] word = of_answers ? answer : hit;
  always @* begin
    assume (hit_ready == (hit_level < DEPTH) && hit_waits == (hit_level != 0));
    assume (answer_ready == (answer_level < DEPTH) && answer_waits == (answer_level != 0));
    if (tracking && ahead == 0)
      assume (word_kind == its_kind && word[bit] == data_bit
        && word[WORD_BITS-1:1024] == {its_node, its_line, its_id, its_sectors});
  end
`endif

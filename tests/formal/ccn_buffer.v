// sizes: LINE_BITS=17 DEPTH=2 WAIT_LIMIT=2; LINE_BITS=17 DEPTH=1 WAIT_LIMIT=0; LINE_BITS=17 DEPTH=3 WAIT_LIMIT=3
// depth: bmc=12 induction=5
// cover: 12
// Any miss of the solver's choice is followed until it leaves. The induction assumes the fifos'
// contract (proved with fifo); the bounded proof has the fifos themselves.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  wire give_send   = send_valid && send_ready;
  wire give_direct = direct_valid && direct_ready;
  wire to_buffer   = take && room;
  wire to_direct   = late && way_free || take && !room;
  reg [6:0] level, going_level;        // misses that wait, and that go to L2
  (* anyseq *) wire track;             // this miss becomes the tracked one
  reg  tracking = 1'b0;                // it is here
  reg  in_buffer;                      // it waits for the ring, else it goes to L2
  reg  [6:0] ahead;                    // misses before it there
  reg  [LINE_BITS-1:0] its_line;
  wire it_leaves_buffer = tracking && in_buffer && ahead == 0 && leave;
  wire it_leaves        = tracking && !in_buffer && ahead == 0 && give_direct;

  always @(posedge clk) begin
    level       <= rst ? 0 : level + to_buffer - leave;
    going_level <= rst ? 0 : going_level + to_direct - give_direct;
    if (rst) tracking <= 1'b0;
    else if (!tracking && track && take) begin
      tracking <= 1'b1;
      in_buffer <= to_buffer;
      ahead <= to_buffer ? level - leave : going_level - give_direct;
      its_line <= miss_line;
    end else if (it_leaves_buffer) begin
      tracking <= late;
      in_buffer <= 1'b0;
      ahead <= going_level - give_direct;
    end else if (tracking) begin
      tracking <= !it_leaves;
      ahead <= ahead - (in_buffer ? leave : give_direct);
    end
  end

  reg [10:0] offered;                  // cycles in which the head was offered in vain
  reg        waited_direct, was_ring;
  always @(posedge clk) begin
    offered <= rst || leave || level == 0 ? 0 : offered + send_valid;
    waited_direct <= !rst && direct_valid && !direct_ready;
    was_ring <= !rst && take && room;
  end

  always @(posedge clk)
    if (started) begin
      depth_misses_wait_at_most: assert (level <= DEPTH && room == (level < DEPTH));
      two_go_to_l2_at_most: assert (going_level <= 2 && way_free == (going_level < 2));
      valid_means_there_is_one: assert (direct_valid == (going_level != 0)
        && waits == (level != 0) && (!send_valid || waits));
      nothing_is_offered_twice: assert (!(send_valid && late));
      a_head_is_offered_until_it_is_late: assert (send_valid == (waits && !late));
      no_head_is_offered_longer_than_the_limit:
        assert (WAIT_LIMIT == 0 || offered <= WAIT_LIMIT && waited == offered);
      late_is_what_was_offered_so_long: assert (late == (WAIT_LIMIT != 0 && offered == WAIT_LIMIT));
      late_is_there: assert (!late || waits);
      a_late_miss_goes_before_new_ones: assert (!late || !miss_ready);
      only_l2_keeps_misses_waiting: assert (miss_ready || late || !way_free);
      an_offer_to_l2_stays: assert (!waited_direct || direct_valid);
      a_miss_waits_for_the_ring_if_there_is_room: assert (!was_ring || level != 0);
      if (tracking) begin
        it_waits_behind_those_before_it: assert (ahead < (in_buffer ? level : going_level));
        it_is_sent_as_it_came: assert (!in_buffer || ahead != 0 || send_line == its_line);
        it_goes_to_l2_as_it_came: assert (in_buffer || ahead != 0
          || direct_valid && direct_line == its_line);
      end
      a_miss_finds_the_buffer_full: cover (event_full);
      a_miss_goes_to_l2_late: cover (event_late || WAIT_LIMIT == 0);
      it_is_sent: cover (tracking && in_buffer && ahead == 0 && give_send);
      both_leave_at_once: cover (give_send && give_direct && take);
    end

`ifdef INDUCTION
  always @* begin
    assume (room == (level < DEPTH) && waits == (level != 0));
    assume (way_free == (going_level < 2) && direct_valid == (going_level != 0));
    if (tracking && ahead == 0)
      assume ((in_buffer ? head_line : direct_line) == its_line);
  end
`endif

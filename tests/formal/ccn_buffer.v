// sizes: LINE_BITS=17 DEPTH=2; LINE_BITS=17 DEPTH=1; LINE_BITS=17 DEPTH=3
// depth: bmc=12 induction=5
// abc: bmc
// cover: 12
// Any miss of the solver's choice is followed until it leaves. The induction assumes the fifos'
// contract (proved with fifo); the bounded proof has the fifos themselves.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  wire give_send   = send_valid && send_ready;
  wire give_direct = direct_valid && direct_ready;
  wire to_buffer   = take && room;
  wire to_direct   = take && !room;
  reg [6:0] level, going_level;        // misses that wait, and that go to L2
  (* anyseq *) wire track;             // this miss becomes the tracked one
  reg  tracking = 1'b0;                // it is here
  reg  in_buffer;                      // it waits for the ring, else it goes to L2
  reg  [6:0] ahead;                    // misses before it there
  reg  [LINE_BITS-1:0] its_line;
  wire it_leaves = tracking && ahead == 0 && (in_buffer ? give_send : give_direct);

  always @(posedge clk) begin
    level       <= rst ? 0 : level + to_buffer - give_send;
    going_level <= rst ? 0 : going_level + to_direct - give_direct;
    if (rst) tracking <= 1'b0;
    else if (!tracking && track && take) begin
      tracking <= 1'b1;
      in_buffer <= to_buffer;
      ahead <= to_buffer ? level - give_send : going_level - give_direct;
      its_line <= miss_line;
    end else if (tracking) begin
      tracking <= !it_leaves;
      ahead <= ahead - (in_buffer ? give_send : give_direct);
    end
  end

  reg waited_direct, waited_ring, was_full;
  always @(posedge clk) begin
    waited_direct <= !rst && direct_valid && !direct_ready;
    waited_ring <= !rst && send_valid && !send_ready;
    was_full <= !rst && take && level == DEPTH;
  end

  always @(posedge clk)
    if (started_once) begin
      depth_misses_wait_at_most: assert (level <= DEPTH && room == (level < DEPTH));
      two_go_to_l2_at_most: assert (going_level <= 2 && miss_ready == (going_level < 2));
      valid_means_there_is_one: assert (direct_valid == (going_level != 0)
        && send_valid == (level != 0));
      offers_stay: assert ((!waited_direct || direct_valid) && (!waited_ring || send_valid));
      a_miss_goes_to_l2_if_the_buffer_is_full: assert (event_full == was_full);
      if (tracking) begin
        it_waits_behind_those_before_it: assert (ahead < (in_buffer ? level : going_level));
        it_is_sent_as_it_came: assert (!in_buffer || ahead != 0 || send_line == its_line);
        it_goes_to_l2_as_it_came: assert (in_buffer || ahead != 0
          || direct_valid && direct_line == its_line);
      end
      a_miss_finds_the_buffer_full: cover (event_full);
      it_is_sent: cover (tracking && in_buffer && ahead == 0 && give_send);
      both_leave_at_once: cover (give_send && give_direct && take);
    end

`ifdef INDUCTION
  always @* begin
    assume (room == (level < DEPTH) && send_valid == (level != 0));
    assume (miss_ready == (going_level < 2) && direct_valid == (going_level != 0));
    if (tracking && ahead == 0)
      assume ((in_buffer ? send_line : direct_line) == its_line);
  end
`endif

// sizes: VCS=1 DEPTH=1 LINE_BITS=17; VCS=3 DEPTH=1 LINE_BITS=17; VCS=1 DEPTH=1 LINE_BITS=17 FLIT_BITS=512
// sizes: VCS=2 DEPTH=2 SINKS=2 LINE_BITS=17 MSG_ID_BITS=11
// sizes: VCS=3 DEPTH=1 SINKS=3 LINE_BITS=17 MSG_ID_BITS=11
// sizes: VCS=1 DEPTH=2 LINES=2 LINE_BITS=17; VCS=2 DEPTH=2 SINKS=2 LINES=2 LINE_BITS=17 MSG_ID_BITS=11
// depth: bmc=14 induction=3
// abc: bmc
// cover: 10
// without: recv_data recv_mask recv_line recv_op recv_id recv_src recv_sectors recv_kind
// Any traffic that obeys the credits, of all channels: the words suffice for no more. One virtual channel and sink
// are tracked, of the solver's choice; what is shown for them holds for all. The router's wires stand still between network edges.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  (* anyconst *) wire [VC_BITS-1:0] one_vc;
  (* anyconst *) wire [1:0] one_sink;
  always @* assume (one_vc < VCS && eject_vc < VCS && one_sink < SINKS);
  // No message has class 3. What data flits carry there never matters.
  always @* assume (SINKS < 3 || !(eject_flit[HIGH + 35] && eject_flit[HIGH + 13]));

  reg                 stands;          // the wires are what they were
  reg                 was_valid;
  reg [VC_BITS-1:0]   was_vc;
  reg                 was_tail;
  reg [FLIT_BITS-1:0] was_flit;
  always @(posedge clk) begin
    stands <= !rst && !noc_en;
    {was_valid, was_vc, was_tail, was_flit} <= {eject_valid, eject_vc, eject_tail, eject_flit};
  end
  always @* assume (!started_once || !stands
    || {eject_valid, eject_vc, eject_tail, eject_flit} == {was_valid, was_vc, was_tail, was_flit});

  function one_hot_or_zero(input [VCS-1:0] bits);
    one_hot_or_zero = (bits & (bits - 1'b1)) == 0;
  endfunction

  // ---- buffers, locks, and packets that arrive on the tracked channel
  localparam ROOM_BITS = CREDIT_BITS + 1;
  reg  [VCS*ROOM_BITS-1:0] room;       // {VCS} flits the router may still send
  wire [CREDIT_BITS:0] room_here = room[one_vc*ROOM_BITS +: ROOM_BITS];
  wire [VCS-1:0] takes = taken | (comes & {VCS{straight}}); // channels of flits that leave buffer or wires
  wire [SINKS-1:0] to = straight ? straight_to : pull_sink; // where a head goes that is taken
  wire [CREDIT_BITS-1:0] buffered = stored[one_vc*CREDIT_BITS +: CREDIT_BITS];
  wire [1:0] its_messages = messages[one_sink*2 +: 2];
  generate
    for (i = 0; i < VCS; i = i + 1) begin : credit
      wire is_on      = eject_valid && comes[i];
      wire comes_on   = noc_en && is_on;
      wire returns_on = noc_en && port_credit[i];
      wire [ROOM_BITS-1:0] now = room[i*ROOM_BITS +: ROOM_BITS];
      always @* assume (!is_on || now != 0);
      always @(posedge clk)
        if (rst) room[i*ROOM_BITS +: ROOM_BITS] <= DEPTH;
        else room[i*ROOM_BITS +: ROOM_BITS] <= now - comes_on + returns_on;
    end
  endgenerate

  always @(posedge clk)
    if (started_once) begin
      what_is_known_early_is_true: assert (nonempty[one_vc] == (buffered != 0));
      room_is_conserved: assert (room_here + buffered + port_credit[one_vc] == DEPTH);
      the_buffer_does_not_overflow: assert (buffered <= DEPTH);
      the_assembler_takes_one_flit: assert (
        one_hot_or_zero(takes) && one_hot_or_zero(lock_vcs) && open_vcs == lock_vcs);
      a_flit_goes_straight_or_one_leaves_a_buffer: assert (!straight || taken == 0);
      between_head_and_tail_it_stays: assert (open_vcs == 0 || (takes & ~open_vcs) == 0);
      buffers_act_at_network_edges_only: assert (noc_en || taken == 0 && arrives == 0);
      a_flit_is_taken_once: assert (!early || eject_valid && !straight && arrives == 0);
      a_flit_passes_none_of_its_channel: assert (!(straight || early) || eject_vc != one_vc || buffered == 0);
      at_most_two_messages: assert (its_messages <= 2);
      a_packet_has_a_place: assert (between || !lock_sink[one_sink] || its_messages < 2);
      a_packet_has_a_sink: assert (between || lock_sink != 0);
      a_packet_stays_with_its_sink: assert (between || lock_sink == open_sink);
      with_a_line_each_a_complete_message_is_offered: assert (
        LINES == 1 || recv_valid[one_sink] == (its_messages != 0) && !denied);
      places_are_a_ring: assert (fill[one_sink] == (oldest[one_sink] ^ its_messages[0]));
      one_message_per_tail: assert ((ends & (ends - 1'b1)) == 0 && (!(|ends) || |takes && take_tail));
      a_head_whose_sink_has_a_place_lets_the_assembler_go_on: assert (
        !noc_en || !between || !its_head_waits || denied || |taken);
      one_word_is_offered: assert ((free_at & (free_at - 1'b1)) == 0);
      a_word_that_is_offered_holds_no_flit: assert ((free_at & (used | was_free_at & {WORDS{entered}})) == 0);
`ifndef INDUCTION
      // That the words suffice is a sum over all buffers and sinks (the page): bounded.
      a_flit_is_offered_a_word: assert (!fresh || free_at != 0);
      // The order of the round robin is a matter of rr_arbiter's mask: bounded.
      it_is_taken_within_a_round: assert (!its_head_waits || overtaken < VCS);
`endif
    end

  // The head at the front of the tracked channel goes to a sink with a place: whatever the other
  // sinks do, at most one packet of each other channel comes first.
  wire [CLASS_BITS-1:0] front = front_class[one_vc*CLASS_BITS +: CLASS_BITS];
  wire its_head_waits = buffered != 0 && !(|(lock_vcs >> one_vc & 1'b1))
    && (SINKS == 1 || front < SINKS) && !messages[SINKS == 1 ? 1 : front*2 + 1];
  reg [VCS:0] overtaken;
  always @(posedge clk)
    if (rst || !its_head_waits || taken[one_vc]) overtaken <= 0;
    else overtaken <= overtaken + take_head;

  reg [SINKS-1:0] open_sink;
  always @(posedge clk)
    if (between && |takes) open_sink <= to;

  // Between a head and its tail the assembler takes from no other channel.
  reg [VCS-1:0] open_vcs;
  always @(posedge clk)
    if (rst) open_vcs <= {VCS{1'b0}};
    else if (|takes) open_vcs <= take_tail ? {VCS{1'b0}} : takes;

  // One tracked flit that enters the channel's buffer: it is taken after exactly those before it, unchanged (bounded:
  // storage).
  (* anyseq *) wire     track_flit;
  reg                   flit_tracking;
  reg [CREDIT_BITS:0]   flits_ahead;
  reg                   its_tail;
  reg [1:0]             to_sink;       // if it is a head
  reg [3:0]             its_bits;      // some of its bits
  always @(posedge clk)
    if (rst) flit_tracking <= 1'b0;
    else if (!flit_tracking && arrives[one_vc] && track_flit) begin
      flit_tracking <= 1'b1;
      flits_ahead <= buffered - taken[one_vc];
      its_tail <= eject_tail;
      to_sink <= {SINKS == 3 && eject_flit[HIGH + 35], SINKS > 1 && eject_flit[HIGH + 13]};
      its_bits <= eject_flit[10:7];
    end else if (flit_tracking && taken[one_vc]) begin
      flits_ahead <= flits_ahead - 1'b1;
      if (flits_ahead == 0) flit_tracking <= 1'b0;
    end
  always @(posedge clk)
    if (started_once) begin
      the_tracked_flit_is_buffered: assert (!flit_tracking || flits_ahead < buffered);
`ifndef INDUCTION
      flits_come_in_order: assert (!flit_tracking || !taken[one_vc] || flits_ahead != 0
        || (take_tail == its_tail && take_flit[10:7] == its_bits));
      a_flit_that_goes_straight_is_the_one_taken: assert (!straight
        || (take_tail == eject_tail && take_flit == eject_flit));
      its_head_goes_to_the_sink_of_its_class: assert (!straight || !between || SINKS == 1
        || straight_to == 3'b1 << {SINKS == 3 && eject_flit[HIGH + 35], eject_flit[HIGH + 13]});
      it_goes_to_the_sink_of_its_class: assert (!flit_tracking || !take_head || !taken[one_vc]
        || flits_ahead != 0 || pull_sink == 3'b1 << to_sink);
`endif
    end

  // ---- all of this happens
  reg stalled;                         // sink 0 has taken nothing since the reset
  always @(posedge clk)
    stalled <= rst || (stalled && !recv[0]);
  generate
    if (SINKS > 1) begin : several_sinks
      always @(posedge clk)
        if (started_once && !rst)
          the_others_go_on_beside_a_sink_that_never_takes: cover (
            stalled && messages[1] && messages[2*SINKS-1] && recv == {SINKS{1'b1}} << 1);
    end
  endgenerate
  always @(posedge clk)
    if (started_once && !rst) begin
      a_flit_goes_straight_before_the_network_s_edge: cover (early);
      two_messages_wait: cover (its_messages == 2);
      a_message_is_taken: cover (
        recv[one_sink] && recv_data_sectors[one_sink*4 +: 4] == 4'b0001);
    end

// sizes: VCS=1 DEPTH=1 SLOTS=1 LINE_BITS=17; VCS=3 DEPTH=1 SLOTS=2 LINE_BITS=17
// sizes: VCS=2 DEPTH=2 SLOTS=1 SOURCES=2 CLASSES=2 SINKS=2 LINE_BITS=17 MSG_ID_BITS=11
// sizes: VCS=3 DEPTH=1 SLOTS=1 SOURCES=3 CLASSES=3 SINKS=3 LINE_BITS=17 MSG_ID_BITS=11
// depth: bmc=6 induction=3
// cover: 10
// without: inject_flit recv_data recv_mask recv_line
// without: recv_op recv_id recv_src recv_sectors recv_kind
// Any traffic that obeys the credits. One virtual channel, source, sink and message are tracked, of
// the solver's choice; what is shown for them holds for all. Wires of the network domain are read
// at network edges only, so they need no assumption between.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  (* anyconst *) wire [VC_BITS-1:0] one_vc;
  (* anyconst *) wire [1:0] one_source;
  (* anyconst *) wire [1:0] one_sink;
  always @* assume (one_vc < VCS && eject_vc < VCS && one_source < SOURCES && one_sink < SINKS);
  // No message has class 3. What data flits carry there never matters.
  always @* assume (SINKS < 3 || !(eject_flit[227] && eject_flit[205]));

  function [2:0] ones(input [3:0] bits);
    ones = bits[0] + bits[1] + bits[2] + bits[3];
  endfunction

  function one_hot_or_zero(input [VCS-1:0] bits);
    one_hot_or_zero = (bits & (bits - 1'b1)) == 0;
  endfunction

  // Channels that a class may use: halves or thirds; classes beyond the last one share its.
  function [VCS-1:0] vcs_of(input [1:0] its_number);
    integer k;
    for (k = 0; k < VCS; k = k + 1)
      vcs_of[k] = k * CLASSES / VCS == its_number
        || (k * CLASSES / VCS == CLASSES - 1 && its_number >= CLASSES);
  endfunction

  // ---- sending: credits of the tracked channel
  reg  [CREDIT_BITS:0] at_router;      // flits that left and whose credit has not come
  wire [CREDIT_BITS-1:0] its_room = room[one_vc*CREDIT_BITS +: CREDIT_BITS];
  wire leaves_on = leaves && leave_vcs[one_vc];
  wire credit_on = noc_en && router_credit[one_vc];
  always @* assume (!credit_on || at_router != 0);
  always @(posedge clk)
    if (rst) at_router <= 0;
    else at_router <= at_router + leaves_on - credit_on;

  // ---- sending: the packets on the tracked channel, as the router sees them
  wire      flit_on  = noc_en && inject_valid && inject_vc == one_vc;
  reg       in_packet;                 // a head went by, its tail did not
  reg [2:0] data_left;                 // data flits to come
  reg [3:0] head_sectors;              // of the flit in the inject register, if it is a head
  always @(posedge clk)
    if (leaves && is_head) head_sectors <= head_flit[10:7];
  always @(posedge clk)
    if (rst) in_packet <= 1'b0;
    else if (flit_on) begin
      in_packet <= !inject_tail;
      data_left <= (in_packet ? data_left : ones(head_sectors)) - in_packet;
    end

  // ---- sending: one tracked message, from its slot to its last flit
  (* anyseq *) wire           track;
  reg                         tracking;
  reg [ALL_SLOTS-1:0]         its_slot;
  reg [CLASS_BITS-1:0]        its_class;
  reg [NODE_BITS-1:0]         its_dest;
  reg [MSG_ID_BITS-1:0]       its_id;
  reg [3:0]                   its_data;   // data_sectors
  reg [3:0]                   its_left;   // of these, not sent
  reg                         head_sent;
  wire [ALL_SLOTS-1:0] slots_of_source = {{(ALL_SLOTS-SLOTS){1'b0}}, {SLOTS{1'b1}}}
                                         << one_source * SLOTS;
  wire [VCS-1:0] its_class_vcs = vcs_of(its_class);
  wire its_turn = tracking && leaves && |(slot_grant & its_slot);
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (!tracking && put[one_source] && track) begin
      tracking <= 1'b1;
      its_slot <= put_slot & slots_of_source;
      its_class <= send_class[one_source*CLASS_BITS +: CLASS_BITS];
      its_dest <= send_dest[one_source*NODE_BITS +: NODE_BITS];
      its_id <= send_id[one_source*MSG_ID_BITS +: MSG_ID_BITS];
      its_data <= send_data_sectors[one_source*4 +: 4];
      its_left <= send_data_sectors[one_source*4 +: 4];
      head_sent <= 1'b0;
    end else if (its_turn) begin
      head_sent <= 1'b1;
      if (head_sent) its_left <= its_left & (its_left - 1'b1);
      if (leave_tail) tracking <= 1'b0;
    end

  reg [VCS*ALL_SLOTS-1:0] busy_vcs;    // channels of slots that hold no message
  always @*
    for (s = 0; s < ALL_SLOTS; s = s + 1)
      busy_vcs[s*VCS +: VCS] = slot_vcs[s*VCS +: VCS] & {VCS{!busy[s]}};

  reg [ALL_SLOTS-1:0] owners;          // slots that own the tracked channel
  reg                 owners_are_one_hot;
  reg [ALL_SLOTS-1:0] strays;          // slots on a channel that is not of their class
  always @* begin
    owners_are_one_hot = 1'b1;
    for (s = 0; s < ALL_SLOTS; s = s + 1) begin
      owners[s] = slot_vcs[s*VCS + one_vc];
      strays[s] = |(slot_vcs[s*VCS +: VCS] & ~vcs_of(slot_class[s*CLASS_BITS +: CLASS_BITS]));
      owners_are_one_hot = owners_are_one_hot && one_hot_or_zero(slot_vcs[s*VCS +: VCS]);
    end
  end

  reg [VCS-1:0] its_vcs;
  reg [3:0]     its_sectors;
  reg           its_class_is_kept;
  always @* begin
    its_vcs = {VCS{1'b0}};
    its_sectors = 4'b0;
    its_class_is_kept = 1'b0;
    for (s = 0; s < ALL_SLOTS; s = s + 1)
      if (its_slot[s]) begin
        its_vcs = slot_vcs[s*VCS +: VCS];
        its_sectors = slot_left[s*4 +: 4];
        its_class_is_kept = slot_class[s*CLASS_BITS +: CLASS_BITS] == its_class;
      end
  end

  always @(posedge clk)
    if (started) begin
      credits_are_conserved: assert (its_room + at_router == DEPTH);
      the_router_s_buffer_does_not_overflow: assert (at_router <= DEPTH);
      a_packet_is_on_one_channel: assert (owners_are_one_hot && busy_vcs == 0);
      a_channel_carries_one_packet: assert ((owners & (owners - 1'b1)) == 0);
      a_class_keeps_to_its_channels: assert (strays == 0);
      a_source_is_ready_when_it_has_a_slot: assert (
        send_ready[one_source] == |(~busy & slots_of_source));
      a_taken_message_gets_one_free_slot: assert (!put[one_source]
        || (|(put_slot & slots_of_source) && (put_slot & busy) == 0));
      no_flit_without_a_slot: assert (!leaves || |(slot_grant & busy));
      a_slot_that_can_send_is_served: assert (!noc_en || !(|can_send) || leaves);
      the_tracked_message_keeps_its_slot: assert (!tracking || |(its_slot & busy));
      the_tracked_message_stays_in_its_source_s_slots: assert (
        !tracking || (its_slot & ~slots_of_source) == 0);
      its_slot_keeps_its_class: assert (!tracking || its_class_is_kept);
      only_its_own_class_can_hold_up_its_head: assert (
        !tracking || head_sent || !(|(usable & its_class_vcs)) || |(its_slot & can_send));
      its_channel_is_its_class_s: assert (!its_turn || (leave_vcs & ~its_class_vcs) == 0);
      its_head_is_sent_once: assert (!tracking || head_sent == |its_vcs);
      its_flits_are_counted: assert (!tracking || its_sectors == its_left);
      data_are_left_until_the_tail: assert (!tracking || !head_sent || its_left != 0);
      its_last_flit_is_the_tail: assert (
        !its_turn || leave_tail == (ones(its_left) == (head_sent ? 1 : 0)));
      its_sectors_go_ascending: assert (
        !its_turn || !head_sent || leave_sector == (its_left & (~its_left + 1'b1)));
      its_flits_stay_on_its_channel: assert (!its_turn || !head_sent || leave_vcs == its_vcs);
    end
`ifndef INDUCTION
  // What is on the wires depends on the storage of headers: bounded.
  always @(posedge clk)
    if (started) begin
      its_head_says_what_was_sent: assert (!its_turn || head_sent
        || ({head_flit[226:206], head_flit[30:21]} == its_id && head_flit[204:195] == its_dest
            && {head_flit[227], head_flit[205]} == its_class && head_flit[10:7] == its_data));
      flits_of_a_packet_keep_together: assert (
        !flit_on || inject_tail
          == (in_packet ? data_left == 1 : head_sectors == 0));
    end
`else
  always @* assume (!tracking || its_slot == 0 || (its_slot & (its_slot - 1'b1)) == 0);
`endif

  // ---- receiving: buffers, locks, and packets that arrive on the tracked channel
  reg  [CREDIT_BITS:0] room_here;      // flits the router may still send
  wire [CREDIT_BITS-1:0] buffered = stored[one_vc*CREDIT_BITS +: CREDIT_BITS];
  wire [1:0] its_messages = messages[one_sink*2 +: 2];
  wire comes_on   = noc_en && eject_valid && eject_vc == one_vc;
  wire returns_on = noc_en && port_credit[one_vc];
  always @* assume (!comes_on || room_here != 0);
  always @(posedge clk)
    if (rst) room_here <= DEPTH;
    else room_here <= room_here - comes_on + returns_on;

  always @(posedge clk)
    if (started) begin
      room_is_conserved: assert (room_here + buffered + port_credit[one_vc] == DEPTH);
      the_buffer_does_not_overflow: assert (buffered <= DEPTH);
      the_assembler_takes_one_flit: assert (
        one_hot_or_zero(taken) && one_hot_or_zero(lock_vcs) && open_vcs == lock_vcs);
      between_head_and_tail_it_stays: assert (open_vcs == 0 || (taken & ~open_vcs) == 0);
      it_acts_at_network_edges_only: assert (noc_en || taken == 0);
      at_most_two_messages: assert (its_messages <= 2);
      a_packet_has_a_place: assert (between || !take_sink[one_sink] || its_messages < 2);
      a_packet_stays_with_its_sink: assert (between || take_sink == open_sink);
      places_are_a_ring: assert (fill[one_sink] == (oldest[one_sink] ^ its_messages[0]));
      one_message_per_tail: assert (!complete || |taken);
      a_head_whose_sink_has_a_place_lets_the_assembler_go_on: assert (
        !noc_en || !between || !its_head_waits || |taken);
`ifndef INDUCTION
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
    if (take_head) open_sink <= take_sink;

  // Between a head and its tail the assembler takes from no other channel.
  reg [VCS-1:0] open_vcs;
  always @(posedge clk)
    if (rst) open_vcs <= {VCS{1'b0}};
    else if (|taken) open_vcs <= take_tail ? {VCS{1'b0}} : taken;

  // One tracked flit of the channel: it is taken after exactly those before it, unchanged (bounded:
  // storage).
  (* anyseq *) wire     track_flit;
  reg                   flit_tracking;
  reg [CREDIT_BITS:0]   flits_ahead;
  reg                   its_tail;
  reg [1:0]             to_sink;       // if it is a head
  reg [3:0]             its_bits;      // some of its bits
  always @(posedge clk)
    if (rst) flit_tracking <= 1'b0;
    else if (!flit_tracking && comes_on && track_flit) begin
      flit_tracking <= 1'b1;
      flits_ahead <= buffered - taken[one_vc];
      its_tail <= eject_tail;
      to_sink <= {SINKS == 3 && eject_flit[227], SINKS > 1 && eject_flit[205]};
      its_bits <= eject_flit[10:7];
    end else if (flit_tracking && taken[one_vc]) begin
      flits_ahead <= flits_ahead - 1'b1;
      if (flits_ahead == 0) flit_tracking <= 1'b0;
    end
  always @(posedge clk)
    if (started) begin
      the_tracked_flit_is_buffered: assert (!flit_tracking || flits_ahead < buffered);
`ifndef INDUCTION
      flits_come_in_order: assert (!flit_tracking || !taken[one_vc] || flits_ahead != 0
        || (take_tail == its_tail && take_flit[10:7] == its_bits));
      it_goes_to_the_sink_of_its_class: assert (!flit_tracking || !take_head || !taken[one_vc]
        || flits_ahead != 0 || take_sink == 3'b1 << to_sink);
`endif
    end

  // ---- all of this happens
  reg stalled;                         // sink 0 has taken nothing since the reset
  always @(posedge clk)
    stalled <= rst || (stalled && !recv[0]);
  generate
    if (SINKS > 1) begin : several_sinks
      always @(posedge clk)
        if (started && !rst)
          the_others_go_on_beside_a_sink_that_never_takes: cover (
            stalled && messages[1] && messages[2*SINKS-1] && recv == {SINKS{1'b1}} << 1);
    end
    if (SOURCES > 1) begin : several_sources
      always @(posedge clk)
        if (started && !rst)
          all_sources_are_taken_at_one_edge: cover (&put);
    end
  endgenerate
  always @(posedge clk)
    if (started && !rst) begin
      two_packets_leave_interleaved: cover (
        |slot_vcs[VCS-1:0] && |slot_vcs[ALL_SLOTS*VCS-1 -: VCS]);
      a_channel_runs_out_of_credits: cover (its_room == 0);
      a_channel_is_used_again: cover (tracking && head_sent && in_packet && at_router != 0);
      two_messages_wait: cover (its_messages == 2);
      a_message_is_taken: cover (
        recv[one_sink] && recv_data_sectors[one_sink*4 +: 4] == 4'b0001);
    end

// sizes: VCS=1 DEPTH=1 SLOTS=1 LINE_BITS=17; VCS=3 DEPTH=1 SLOTS=2 LINE_BITS=17
// sizes: VCS=2 DEPTH=2 SLOTS=1 SOURCES=2 CLASSES=2 LINE_BITS=17 MSG_ID_BITS=11
// sizes: VCS=2 DEPTH=2 SLOTS=1 SOURCES=2 CLASSES=2 ESCAPE=1 LINE_BITS=17 MSG_ID_BITS=11
// sizes: VCS=2 DEPTH=1 SLOTS=2 BY_LINE=1 LINE_BITS=17; VCS=2 DEPTH=1 SLOTS=2 ONE_LINE=1 LINE_BITS=17
// sizes: VCS=2 DEPTH=3 SLOTS=2 LINE_SOURCE=1 LINE_BITS=17; VCS=1 DEPTH=3 SLOTS=2 ONE_LINE=1 LINE_SOURCE=1 LINE_BITS=17
// sizes: VCS=1 DEPTH=1 SLOTS=1 SOURCES=3 TURNS=1 LINE_BITS=17 MSG_ID_BITS=11
// sizes: VCS=1 DEPTH=1 SLOTS=1 LINE_BITS=17 FLIT_BITS=128; VCS=1 DEPTH=1 SLOTS=1 LINE_BITS=17 FLIT_BITS=512
// sizes: VCS=3 DEPTH=1 SLOTS=1 SOURCES=3 CLASSES=3 CLASS_BITS=2 LINE_BITS=17 MSG_ID_BITS=11
// depth: bmc=6 induction=3
// abc: bmc induction
// cover: 10
// without: inject_flit
// Any router that obeys the credits. One virtual channel, source and message are tracked, of the
// solver's choice; what is shown for them holds for all. Wires of the network domain are read at
// network edges only, so they need no assumption between.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  (* anyconst *) wire [VC_BITS-1:0] one_vc;
  (* anyconst *) wire [1:0] one_source;
  always @* assume (one_vc < VCS && one_source < SOURCES);
  wire [1:0] one_group = TURNS != 0 ? 2'd0 : one_source; // of slots, in which its messages are
  wire one_put  = send_valid[one_source] && send_ready[one_source];
  wire one_goes = one_put && goes[one_group];

  localparam F_HIGH = FLIT_BITS < 256 ? 64 : 192;

  // Flits behind a head with these kind, sectors and data_sectors, from the lowest sector on.
  function [8:0] behind(input [10:0] head);
    case (FLIT_BITS)
      128: behind = {{2{head[10]}}, {2{head[9]}}, {2{head[8]}}, {2{head[7]}},
                     head[10:7] != 0 && (head[2:0] == 2 || head[2:0] == 3 && head[6:3] != 0)};
      256: behind = head[10:7];
      default: behind = {|head[10:9], |head[8:7]};
    endcase
  endfunction

  function [3:0] ones(input [8:0] bits);
    integer k;
    begin
      ones = 0;
      for (k = 0; k < 9; k = k + 1) ones = ones + bits[k];
    end
  endfunction

  function one_hot_or_zero(input [VCS-1:0] bits);
    one_hot_or_zero = (bits & (bits - 1'b1)) == 0;
  endfunction

  // Channels that a class may use: halves or thirds; classes beyond the last one share its. With ESCAPE all
  // but the last, and all.
  function [VCS-1:0] vcs_of(input [1:0] its_number);
    integer k;
    for (k = 0; k < VCS; k = k + 1)
      vcs_of[k] = ESCAPE == 1 ? k < VCS - 1 || its_number != 0 : k * CLASSES / VCS == its_number
        || (k * CLASSES / VCS == CLASSES - 1 && its_number >= CLASSES);
  endfunction

  // ---- credits of the tracked channel
  reg  [CREDIT_BITS:0] at_router;      // flits that left and whose credit has not come
  wire [CREDIT_BITS-1:0] its_room = room[one_vc*CREDIT_BITS +: CREDIT_BITS];
  wire leaves_now = noc_en && leaves;
  wire leaves_on = leaves_now && (leave_vcs[one_vc] || straight_vcs[one_vc]);
  wire credit_on = noc_en && router_credit[one_vc];
  always @* assume (!credit_on || at_router != 0);
  always @(posedge clk)
    if (rst) at_router <= 0;
    else at_router <= at_router + leaves_on - credit_on;

  // ---- the packets on the tracked channel, as the router sees them
  wire      flit_on  = noc_en && inject_valid && inject_vc == one_vc;
  reg       in_packet;                 // a head went by, its tail did not
  reg [3:0] data_left;                 // flits to come
  reg [8:0] head_flits;                // behind the flit in the inject register, if it is a head
  always @(posedge clk)
    if (noc_en && is_head) head_flits <= behind(leave_flit[10:0]);
  always @(posedge clk)
    if (rst) in_packet <= 1'b0;
    else if (flit_on) begin
      in_packet <= !inject_tail;
      data_left <= (in_packet ? data_left : ones(head_flits)) - in_packet;
    end

  // ---- one tracked message, from its slot to its last flit
  (* anyseq *) wire           track;
  reg                         tracking;
  reg [ALL_SLOTS-1:0]         its_slot;
  reg [CLASS_BITS-1:0]        its_class;
  reg [NODE_BITS-1:0]         its_dest;
  reg [MSG_ID_BITS-1:0]       its_id;
  reg [3:0]                   its_data;   // data_sectors
  reg [8:0]                   its_left;   // flits behind its head that are not sent
  reg [LINE_BITS-1:0]         its_line;
  reg                         head_sent;
  wire [ALL_SLOTS-1:0] slots_of_source = {{(ALL_SLOTS-SLOTS){1'b0}}, {SLOTS{1'b1}}}
                                         << one_group * SLOTS;
  reg  [ALL_SLOTS-1:0] with_data;      // flits behind the head have not left
  always @*
    for (s = 0; s < ALL_SLOTS; s = s + 1)
      with_data[s] = busy[s] && |slot_left[s*PIECES +: PIECES];
  wire [VCS-1:0] its_class_vcs = vcs_of(its_class);
  wire its_turn = tracking && leaves_now && |(slot_grant & its_slot);
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (!tracking && one_put && track) begin
      tracking <= !(one_goes && alone[one_group]);
      its_slot <= put_slot & slots_of_source;
      its_class <= send_class[one_source*CLASS_BITS +: CLASS_BITS];
      its_dest <= send_dest[one_source*NODE_BITS +: NODE_BITS];
      its_id <= send_id[one_source*MSG_ID_BITS +: MSG_ID_BITS];
      its_data <= send_data_sectors[one_source*4 +: 4];
      its_left <= behind({send_data_sectors[one_source*4 +: 4], send_sectors[one_source*4 +: 4],
                          send_kind[one_source*3 +: 3]});
      its_line <= send_line[one_source*LINE_BITS +: LINE_BITS];
      head_sent <= one_goes;
    end else if (its_turn) begin
      head_sent <= 1'b1;
      if (head_sent) its_left <= its_left & (its_left - 1'b1);
      if (leave_tail) tracking <= 1'b0;
    end

  // The slot of a message that went straight, or might have, in the cycle behind.
  reg [ALL_SLOTS-1:0] tried_slot;
  reg                 went_astray;     // on a channel that is not of its class
  always @* begin
    went_astray = 1'b0;
    for (s = 0; s < ALL_SLOTS; s = s + 1) begin
      tried_slot[s] = s % SLOTS == 0 && tried[s / SLOTS];
      if (tried_slot[s]) went_astray = |(went_vcs & ~vcs_of(slot_class[s*CLASS_BITS +: CLASS_BITS]));
    end
  end

  reg [VCS*ALL_SLOTS-1:0] busy_vcs;    // channels of slots that hold no message
  always @*
    for (s = 0; s < ALL_SLOTS; s = s + 1)
      busy_vcs[s*VCS +: VCS] = slot_vcs[s*VCS +: VCS] & {VCS{!busy[s]}};

  reg [PIECES-1:0] leave_piece;        // of the granted slot, if it is not its head
  integer       k;
  always @* begin
    leave_piece = 0;
    for (k = 0; k < ALL_SLOTS; k = k + 1)
      if (slot_grant[k]) leave_piece = leave_piece | next_piece[k*PIECES +: PIECES];
  end

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
  reg [PIECES-1:0] its_pieces;
  reg           its_class_is_kept;
  always @* begin
    its_vcs = {VCS{1'b0}};
    its_pieces = 0;
    its_class_is_kept = 1'b0;
    for (s = 0; s < ALL_SLOTS; s = s + 1)
      if (its_slot[s]) begin
        its_vcs = slot_vcs[s*VCS +: VCS];
        its_pieces = slot_left[s*PIECES +: PIECES];
        its_class_is_kept = slot_class[s*CLASS_BITS +: CLASS_BITS] == its_class;
      end
  end

  always @(posedge clk)
    if (started_once) begin
      credits_are_conserved: assert (its_room + at_router == DEPTH + went_vcs[one_vc]);
      the_router_s_buffer_does_not_overflow: assert (at_router <= DEPTH);
      what_is_known_early_is_true: assert (owned[one_vc] == |owners
        && has_credit[one_vc] == (its_room != 0)
        && usable[one_vc] == (its_room != 0 && !owned[one_vc] && !closed));
      while_closed_no_packet_is_under_way: assert (closed ? slot_vcs == 0 : went_vcs == 0);
      what_went_straight_had_a_channel: assert (one_hot_or_zero(went_vcs) && (!went_vcs[one_vc] || its_room != 0));
      what_is_left_of_it_is_in_its_slot: assert (went_vcs == 0
        || tried != 0 && (tried & (tried - 1'b1)) == 0 && !went_astray && (went_whole || |(tried_slot & busy)));
      only_one_goes_straight: assert ((goes & (goes - 1'b1)) == 0 && (goes == 0 || idle && |(put & goes) && slot_grant == 0));
      it_goes_on_a_channel_of_its_class: assert (!one_goes
        || straight_vcs != 0 && (straight_vcs & ~(vcs_of(send_class[one_source*CLASS_BITS +: CLASS_BITS]) & usable)) == 0);
      a_packet_is_on_one_channel: assert (owners_are_one_hot && busy_vcs == 0);
      a_channel_carries_one_packet: assert ((owners & (owners - 1'b1)) == 0);
      a_class_keeps_to_its_channels: assert (strays == 0);
      a_source_is_ready_when_it_has_a_slot: assert (
        send_ready[one_source] == (|(~busy & slots_of_source) && !(ONE_LINE != 0 && |(with_data & slots_of_source))
                                   && its_turn_to_send));
      one_message_of_a_source_has_data: assert (ONE_LINE == 0
        || ((with_data & slots_of_source) & ((with_data & slots_of_source) - 1'b1)) == 0);
      a_taken_message_gets_one_free_slot: assert (!one_put
        || (|(put_slot & slots_of_source) && (put_slot & busy) == 0));
      no_flit_without_a_message: assert (!leaves_now || |(slot_grant & busy) || |goes);
      a_slot_that_can_send_is_served: assert (!noc_en || !(|can_send) || leaves && |slot_grant);
      the_tracked_message_keeps_its_slot: assert (!tracking || |(its_slot & busy));
      the_tracked_message_stays_in_its_source_s_slots: assert (
        !tracking || (its_slot & ~slots_of_source) == 0);
      its_slot_keeps_its_class: assert (!tracking || its_class_is_kept);
      only_its_own_class_can_hold_up_its_head: assert (BY_LINE == 1
        || !tracking || head_sent || !(|(usable & its_class_vcs & ~barred_vcs)) || |(its_slot & can_send));
      its_channel_is_its_class_s: assert (!its_turn || (leave_vcs & ~its_class_vcs) == 0);
      its_head_is_sent_once: assert (!tracking
        || head_sent == (|its_vcs || |went_vcs && |(its_slot & tried_slot)));
      its_flits_are_counted: assert (!tracking || its_pieces == its_left);
      data_are_left_until_the_tail: assert (!tracking || !head_sent || its_left != 0);
      its_last_flit_is_the_tail: assert (
        !its_turn || leave_tail == (ones(its_left) == (head_sent ? 1 : 0)));
      its_sectors_go_ascending: assert (
        !its_turn || !head_sent || leave_piece == (its_left & (~its_left + 1'b1)));
      its_flits_stay_on_its_channel: assert (!its_turn || !head_sent || leave_vcs == its_vcs);
    end
`ifndef INDUCTION
  // What is on the wires depends on the storage of headers: bounded.
  always @(posedge clk)
    if (started_once) begin
      its_head_says_what_was_sent: assert (!its_turn || head_sent
        || ({leave_flit[F_HIGH + 14 +: 21], leave_flit[30:21]} == its_id
            && leave_flit[F_HIGH + 3 +: 10] == its_dest
            && {leave_flit[F_HIGH + 35], leave_flit[F_HIGH + 13]} == its_class && leave_flit[10:7] == its_data));
      a_head_that_goes_straight_says_what_is_sent: assert (!one_goes
        || ({leave_flit[F_HIGH + 14 +: 21], leave_flit[30:21]} == send_id[one_source*MSG_ID_BITS +: MSG_ID_BITS]
            && leave_flit[F_HIGH + 3 +: 10] == send_dest[one_source*NODE_BITS +: NODE_BITS]
            && {leave_flit[F_HIGH + 35], leave_flit[F_HIGH + 13]} == send_class[one_source*CLASS_BITS +: CLASS_BITS]
            && leave_flit[10:7] == send_data_sectors[one_source*4 +: 4]));
      flits_of_a_packet_keep_together: assert (
        !flit_on || inject_tail
          == (in_packet ? data_left == 1 : head_flits == 0));
    end
`else
  always @* assume (!tracking || its_slot == 0 || (its_slot & (its_slot - 1'b1)) == 0);
`endif

  // ---- TURNS: one source at a time, each in its turn
  wire its_turn_to_send;
  generate
    if (TURNS != 0) begin : turns
      assign its_turn_to_send = in_turn.turn[one_source];
      reg [2:0] others_taken;          // while its source offered a message
      reg [2:0] others_before_it;      // sources whose turn may come first
      integer   n;
      always @* begin
        others_before_it = 3'd0;
        for (n = 0; n < SOURCES; n = n + 1)
          if (in_turn.turn[n]) others_before_it = n <= one_source ? one_source - n : one_source + SOURCES - n;
      end
      always @(posedge clk)
        if (rst || !send_valid[one_source] || one_put) others_taken <= 3'd0;
        else others_taken <= others_taken + |put;
      reg offered_before;              // it did at the last edge, and its message was not taken
      reg was_its_turn;
      always @(posedge clk) begin
        offered_before <= !rst && send_valid[one_source] && !one_put;
        was_its_turn <= its_turn_to_send;
      end
      always @* if (started_once && offered_before) assume (send_valid[one_source]);
      always @(posedge clk)
        if (started_once && !rst) begin
          one_source_has_its_turn: assert (in_turn.turn != 0 && (in_turn.turn & (in_turn.turn - 1'b1)) == 0);
          a_turn_stays_until_the_message_is_taken: assert (!offered_before || !was_its_turn || its_turn_to_send);
          others_have_one_turn_each_before_it: assert (others_taken + others_before_it < SOURCES);
          another_one_is_served_while_it_waits: cover (others_taken != 0 && one_put);
        end
    end else begin : no_turns
      assign its_turn_to_send = 1'b1;
    end
  endgenerate

  // ---- ESCAPE: class 1 never stands behind class 0
  wire [VCS-1:0] barred_vcs;           // to the tracked message, as they may hold flits of class 0
  generate
    if (ESCAPE == 1) begin : apart
      reg early;                       // class 0 sent to the tracked channel since it was empty
      always @(posedge clk)
        if (rst) early <= 1'b0;
        else early <= leaves_on && ~|grant_class || early && at_router != 0;
      assign barred_vcs = {VCS{|its_class}} & ~by_room.lendable & ~({{(VCS-1){1'b0}}, 1'b1} << (VCS - 1));
      always @(posedge clk)
        if (started_once) begin
          what_it_may_borrow_is_known: assert (closed || !by_room.lendable[one_vc] || !early || at_router == 0);
          where_class_0_is_is_known: assert (!early || at_router == 0 || by_room.escape.mixed[one_vc]
            || went_vcs[one_vc] && !by_room.escape.went_late);
          class_0_was_never_in_the_last_channel: assert (!early || one_vc != VCS - 1);
          a_head_of_class_1_stands_behind_no_class_0: assert (!leaves_on || !is_head || ~|grant_class
            || !early || at_router == 0);
          class_0_leaves_the_last_channel_alone: assert (!leaves_on || |grant_class || one_vc != VCS - 1);
          class_1_borrows: cover (leaves_on && is_head && |grant_class && one_vc == 0);
          class_1_borrows_behind_its_like: cover (leaves_on && is_head && |grant_class && one_vc == 0 && at_router != 0);
        end
    end else begin : alike
      assign barred_vcs = {VCS{1'b0}};
    end
  endgenerate

  // ---- a channel by line: messages of a source that share one leave in order
  generate
    if (BY_LINE == 1) begin : line_order
      function [VCS-1:0] channel_of(input [1:0] its_number, input [LINE_BITS-1:0] line);
        integer n;
        reg [5:0] place;
        begin
          place = 6'd0;
          for (n = 0; n < LINE_BITS; n = n + 1)
            place = place ^ ({5'd0, line[n]} << (n % 3));
          place = place * (VCS / CLASSES) / 8;
          for (n = 0; n < VCS; n = n + 1)
            channel_of[n] = (its_number < CLASSES ? its_number : CLASSES - 1) == n * CLASSES / VCS
                            && place == n % (VCS / CLASSES);
        end
      endfunction

      wire [VCS-1:0] its_channel = channel_of(its_class, its_line);
      wire [VCS-1:0] put_channel_now = channel_of(send_class[one_source*CLASS_BITS +: CLASS_BITS],
                                                  send_line[one_source*LINE_BITS +: LINE_BITS]);
      reg  [ALL_SLOTS-1:0] later;      // came after it, on its channel
      always @(posedge clk)
        if (rst || !tracking) later <= {ALL_SLOTS{1'b0}};
        else if (one_put && put_channel_now == its_channel)
          later <= later | (put_slot & slots_of_source);

      reg kept, waits, idle_waits;     // its slot's channel; those of `later`; nobody for the idle
      reg sender_waits;                // a slot that has a channel, or waits for itself
      reg channels_are_one_hot;
      integer m;
      always @* begin
        kept = 1'b1;
        waits = 1'b1;
        idle_waits = 1'b0;
        sender_waits = 1'b0;
        channels_are_one_hot = 1'b1;
        for (m = 0; m < ALL_SLOTS; m = m + 1) begin
          channels_are_one_hot = channels_are_one_hot
                                 && (!busy[m] || one_hot_or_zero(by_line.slot_channel[m*VCS +: VCS]));
          if (its_slot[m]) kept = by_line.slot_channel[m*VCS +: VCS] == its_channel;
          if (later[m])
            waits = waits && busy[m] && |(by_line.slot_after[m*SLOTS +: SLOTS]
                                          & its_slot[(m / SLOTS) * SLOTS +: SLOTS]);
          sender_waits = sender_waits || busy[m] && (by_line.slot_after[m*SLOTS + m % SLOTS]
                         || (|slot_vcs[m*VCS +: VCS] || |went_vcs && tried_slot[m])
                            && |by_line.slot_after[m*SLOTS +: SLOTS]);
          idle_waits = idle_waits || busy[m] && |(by_line.slot_after[m*SLOTS +: SLOTS]
                                                  & ~busy[(m / SLOTS) * SLOTS +: SLOTS]);
        end
      end

      always @(posedge clk)
        if (started_once) begin
          its_slot_keeps_its_channel: assert (!tracking || kept);
          its_head_leaves_on_the_channel_of_its_line: assert (
            !its_turn || head_sent || leave_vcs == its_channel);
          so_does_one_that_goes_straight: assert (!one_goes || straight_vcs == put_channel_now);
          what_came_later_waits_for_it: assert (!tracking || waits);
          what_came_later_does_not_overtake_it: assert (
            !tracking || !leaves_now || !(|(slot_grant & later)));
          nobody_waits_for_an_empty_slot: assert (!idle_waits);
          who_sends_waits_for_nobody: assert (!sender_waits);
          a_message_has_one_channel: assert (channels_are_one_hot);
          one_comes_behind_it: cover (tracking && !head_sent && |later);
        end
    end
  endgenerate

  // ---- LINE_SOURCE: lines come by themselves, none later than its message
  generate
    if (LINE_SOURCE != 0) begin : lines_come
      localparam LAST = LINE_SOURCE - 1;
      localparam [PLACES-1:0] FIRST = 1;
      function one_place(input [PLACES-1:0] places);
        one_place = places != 0 && (places & (places - FIRST)) == 0;
      endfunction

      wire [2:0] its_kind = send_kind[LAST*3 +: 3];
      wire       line_put = line_valid && line_ready;
      wire       message_put = send_valid[LAST] && send_ready[LAST] && its_kind[1];
      reg  [1:0] ahead;                // lines that came, but not their messages
      always @* begin
        assume (its_kind < 4 && (its_kind[1] || send_data_sectors[LAST*4 +: 4] == 0));
        assume (!send_valid[LAST] || !its_kind[1] || ahead != 0 || line_valid);
      end
      always @(posedge clk)
        if (rst) ahead <= 2'd0;
        else ahead <= ahead + line_put - message_put;

      // The places of slots that send data, of what waits, and of the tracked message; the first bit of
      // each of its sectors.
      wire              is_its = tracking && one_source == LAST;
      wire [PLACES-1:0] waits = group[LAST].comes.held;
      wire [PLACES-1:0] comes_to = group[LAST].write_place & {PLACES{line_put}};
      wire [3:0]        came_bits = {line_data[768], line_data[512], line_data[256], line_data[0]};
      reg  [3:0]        waiting_bits;
      reg  [3:0]        its_bits;
      reg  [PLACES-1:0] waiting_place; // where they were put
      reg  [PLACES-1:0] its_put_place;
      reg  [PLACES-1:0] its_line_place;
      reg  [PLACES-1:0] used;
      reg               is_shared;
      reg               has_one;       // each has one place
      integer           n;
      always @* begin
        used = waits;
        is_shared = 1'b0;
        has_one = 1'b1;
        its_line_place = 0;
        for (n = 0; n < SLOTS; n = n + 1) begin
          if (with_data[LAST*SLOTS + n]) begin
            is_shared = is_shared || |(used & group[LAST].slot_places[n*PLACES +: PLACES]);
            used = used | group[LAST].slot_places[n*PLACES +: PLACES];
            has_one = has_one && one_place(group[LAST].slot_places[n*PLACES +: PLACES]);
          end
          if (its_slot[LAST*SLOTS + n]) its_line_place = group[LAST].slot_places[n*PLACES +: PLACES];
        end
      end
      always @(posedge clk) begin
        if (line_put) {waiting_bits, waiting_place} <= {came_bits, comes_to};
        if (!tracking) {its_bits, its_put_place} <= ahead != 0 ? {waiting_bits, waiting_place} : {came_bits, comes_to};
      end

      always @(posedge clk)
        if (started_once) begin
          one_line_waits_at_most: assert (ahead == |waits && (waits & (waits - FIRST)) == 0);
          it_waits_where_it_was_put: assert (waits == 0 || waits == waiting_place);
          its_line_is_where_it_was_put: assert (!is_its || its_left == 0 || its_line_place == its_put_place);
          a_message_has_its_line: assert (!message_put || waits != 0 || line_put);
          a_line_is_taken_when_there_is_room: assert (line_ready == (waits == 0 && used != {PLACES{1'b1}}));
          a_place_has_one_line: assert (!is_shared && has_one);
          a_line_comes_to_one_free_place: assert (!line_put
            || one_place(comes_to) && (comes_to & used) == 0);
          its_line_stays_until_it_has_left: assert (!is_its || its_left == 0 || (its_line_place & comes_to) == 0);
`ifndef INDUCTION
          its_line_is_its_own: assert (!is_its || !its_turn || !head_sent
            || leave_flit[0] == |(leave_piece & its_bits));
`endif
          a_line_waits_while_flits_leave: cover (ONE_LINE != 0 || is_its && head_sent && waits != 0);
          a_line_comes_with_its_message: cover (line_put && message_put && ahead == 0);
          its_line_came_before_it: cover (one_put && one_source == LAST && message_put && waits != 0);
          its_data_leave: cover (is_its && its_turn && head_sent);
        end
    end
  endgenerate

  // ---- all of this happens
  generate
    if (SOURCES > 1) begin : several_sources
      always @(posedge clk)
        if (started_once && !rst)
          all_sources_are_taken_at_one_edge: cover (TURNS != 0 || &put);
    end
  endgenerate
  always @(posedge clk)
    if (started_once && !rst) begin
      two_packets_leave_interleaved: cover (ONE_LINE != 0 ||
        |slot_vcs[VCS-1:0] && |slot_vcs[ALL_SLOTS*VCS-1 -: VCS]);
      a_message_goes_straight: cover (|goes && |(goes & ~alone));
      a_channel_runs_out_of_credits: cover (its_room == 0);
      a_channel_is_used_again: cover (tracking && head_sent && in_packet && at_router != 0);
    end

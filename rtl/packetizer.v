// Messages to packets of flits, the sending half of noc_port. Messages come at every clock edge,
// flits leave with noc_en, one per network cycle. Each source has SLOTS messages under way, whose
// packets leave interleaved, each on a virtual channel of its message's class: one that is free when
// its head leaves, or (BY_LINE) the one of its line, and then messages of a source on one channel
// leave in the order in which they came; ONE_LINE: one of them has data at a time. Data of LINE_SOURCE
// come by themselves, and wait here for their message. TURNS: all sources have SLOTS together, and one
// is taken at a time. A head leaves at the network edge after that at which its message came, at that
// edge itself when no slot holds one. State: per slot its message (register files), class, channel, what
// is left of it and the place of its line; the place of the line that waits; a credit counter per
// channel, round-robin masks, the inject register. Page: docs/blocks/packetizer.md.
//
//   head flit  [2:0] kind [6:3] sectors [10:7] data_sectors [20:11] src [30:21] id (low 10 bits)
//              [63:31] line [191:64] mask [194:192] op [204:195] dest [205] class (low bit)
//              [226:206] id (high bits) [227] class (high bit)
//   FLIT_BITS = 128: no mask, what is above it at 64; messages that need their mask have it in the
//              next flit. A data flit has a sector, half of one, or two that stand together.
`default_nettype none
module packetizer #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter VCS         = 4,           // 1..8: virtual channels; a multiple of CLASSES
  parameter DEPTH       = 4,           // 1..16: flits per VC buffer at the router
  parameter SOURCES     = 1,           // 1..4: senders of messages
  parameter SLOTS       = 2,           // 1..8: packets of one source injected at the same time
  parameter TURNS       = 0,           // 0..1: 1: sources share the slots and send in turn; only for messages of one class
  parameter ONE_LINE    = 0,           // 0..1: 1: one of these has data at most, and is the last that came
  parameter LINE_SOURCE = 0,           // 0..4: data of this source's stores and atomics, counted from 1, come by `line`; 0: of none; not with TURNS
  parameter CLASSES     = 1,           // 1..3: message classes that the VCs are split by
  parameter CLASS_BITS  = 1,           // 1..2: bits of a message class
  parameter ESCAPE      = 0,           // 0..1: 1 (CLASSES = 2): the last VC is class 1's, which borrows others without class 0
  parameter BY_LINE     = 0,           // 0..1: channel of a packet: 0 a free one, 1 that of its line
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..31: bits of a message id
  parameter FLIT_BITS   = 256,         // 128..512: bits of a flit: 128, 256 or 512
  parameter VC_BITS     = (VCS > 1) ? $clog2(VCS) : 1  // derived: bits of a virtual-channel number
) (
  input  wire                   clk,               // clock
  input  wire                   rst,               // synchronous reset, active high
  input  wire                   noc_en,            // network clock enable
  input  wire [NODE_BITS-1:0]   here,              // this node {y, x} (constant)

  // send: messages to inject
  input  wire [SOURCES-1:0]     send_valid,        // {SOURCES} a message is offered
  output wire [SOURCES-1:0]     send_ready,        // {SOURCES} it is taken at this edge
  input  wire [SOURCES*CLASS_BITS-1:0]  send_class, // {SOURCES} its class
  input  wire [SOURCES*NODE_BITS-1:0]   send_dest, // {SOURCES} node it goes to
  input  wire [SOURCES*3-1:0]   send_kind,         // {SOURCES} 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [SOURCES*3-1:0]   send_op,           // {SOURCES} atomic operation
  input  wire [SOURCES*LINE_BITS-1:0]   send_line, // {SOURCES} line address
  input  wire [SOURCES*MSG_ID_BITS-1:0] send_id,   // {SOURCES} message id
  input  wire [SOURCES*4-1:0]   send_sectors,      // {SOURCES} sectors wanted in the reply
  input  wire [SOURCES*4-1:0]   send_data_sectors, // {SOURCES} sectors that travel as data flits
  input  wire [SOURCES*128-1:0] send_mask,         // {SOURCES} byte mask
  input  wire [SOURCES*1024-1:0] send_data,        // {SOURCES} the line, unless it comes by `line`

  // line: data of the messages of LINE_SOURCE, in their order, each not later than its message
  input  wire                   line_valid,        // a line is offered
  output wire                   line_ready,        // it is taken at this edge
  input  wire [1023:0]          line_data,         // the line

  // inject: flits to the router
  output wire                   inject_valid,      // a flit
  output wire [VC_BITS-1:0]     inject_vc,         // its virtual channel
  output wire                   inject_tail,       // last flit of its packet
  output wire [FLIT_BITS-1:0]   inject_flit,       // the flit
  input  wire [VCS-1:0]         router_credit      // {VCS} the router has a slot more
);
  localparam SLOT_BITS   = (SLOTS > 1) ? $clog2(SLOTS) : 1;
  localparam GROUPS      = (TURNS != 0) ? 1 : SOURCES; // of slots: of a source each, or of all
  localparam ALL_SLOTS   = GROUPS * SLOTS;
  localparam CREDIT_BITS = $clog2(DEPTH + 1);
  localparam LINE_FIELD  = 33;         // the head flit has room for the largest line address
  localparam ID_FIELD    = 31;         // and the largest id
  localparam NARROW      = (FLIT_BITS < 256) ? 1 : 0;  // 1: the mask has a flit of its own
  localparam BEATS       = 1024 / FLIT_BITS;           // data flits of a line
  localparam PIECES      = BEATS + NARROW;             // flits behind a head: mask, then data
  localparam PLACES      = (ONE_LINE != 0) ? 1 : SLOTS; // for lines of a group
  localparam PLACE_BITS  = (PLACES > 1) ? $clog2(PLACES) : 1;
  localparam [CREDIT_BITS-1:0] ONE = 1;
  localparam [31:0] FULL = DEPTH;
  localparam [PIECES-1:0] ONE_PIECE = 1;

  genvar i, j;

  // The flits behind the head of a message: stores, and atomics on their way there, need their mask.
  function [PIECES-1:0] pieces_of(input [2:0] kind, input [3:0] sectors, input [3:0] data_sectors);
    integer beat;
    begin
      pieces_of = {PIECES{1'b0}};
      if (NARROW != 0) pieces_of[0] = |data_sectors && (kind == 3'd2 || kind == 3'd3 && |sectors);
      for (beat = 0; beat < BEATS; beat = beat + 1)
        pieces_of[beat + NARROW] = NARROW != 0 ? data_sectors[beat / 2]
                                 : BEATS == 4 ? data_sectors[beat % 4]
                                 : |data_sectors[(beat % 2)*2 +: 2];
    end
  endfunction

  // ---------------------------------------------------------------- who holds what
  reg  [ALL_SLOTS-1:0]     busy;       // {ALL_SLOTS} the slot holds a message
  reg  [ALL_SLOTS*CLASS_BITS-1:0] slot_class; // {ALL_SLOTS} the message's class
  reg  [ALL_SLOTS*VCS-1:0] slot_vcs;   // {ALL_SLOTS} its channel, one-hot; 0: head not sent
  reg  [ALL_SLOTS*PIECES-1:0] slot_left; // {ALL_SLOTS} flits behind the head that have not left
  reg  [VCS-1:0]           has_credit; // {VCS} the router has room
  reg  [VCS*CREDIT_BITS-1:0] room;     // {VCS} flits the router has room for
  wire [GROUPS-1:0]        can_take;   // {GROUPS} a message can be taken
  wire [ALL_SLOTS-1:0]     put_slot;   // the lowest free slot of each group

  // ---------------------------------------------------------------- what is offered
  // To each group of slots: by its source, or (TURNS) by the one whose turn it is, which follows from state
  // alone, as readiness must: also when all offer a message at the same edge one is taken.
  localparam SEND_BITS = NODE_BITS + 3 + 128 + LINE_BITS + MSG_ID_BITS + 4 + 4 + 3;
  localparam LINE_AT   = 11 + MSG_ID_BITS;
  wire [SOURCES*SEND_BITS-1:0] send_fields; // {SOURCES} what the head flit says
  wire [GROUPS-1:0]            offers;      // {GROUPS}
  wire [GROUPS*CLASS_BITS-1:0] offered_class; // {GROUPS}
  wire [GROUPS*SEND_BITS-1:0]  offered_fields; // {GROUPS}
  wire [GROUPS*1024-1:0]       offered_data; // {GROUPS}
  wire [GROUPS-1:0]            put = offers & can_take;

  generate
    for (i = 0; i < SOURCES; i = i + 1) begin : sent
      assign send_fields[i*SEND_BITS +: SEND_BITS] = {
        send_dest[i*NODE_BITS +: NODE_BITS], send_op[i*3 +: 3], send_mask[i*128 +: 128],
        send_line[i*LINE_BITS +: LINE_BITS], send_id[i*MSG_ID_BITS +: MSG_ID_BITS],
        send_data_sectors[i*4 +: 4], send_sectors[i*4 +: 4], send_kind[i*3 +: 3]};
    end

    if (TURNS != 0) begin : in_turn
      localparam [SOURCES-1:0] FIRST = 1;
      localparam [SOURCES-1:0] LAST  = FIRST << (SOURCES - 1);
      reg  [SOURCES-1:0]    turn;      // {SOURCES} whose it is, one-hot
      wire [SOURCES-1:0]    others = send_valid & ~turn;
      wire [SOURCES-1:0]    next;      // {SOURCES} who of these comes next
      wire [SOURCES-1:0]    unused_mask;
      reg  [CLASS_BITS-1:0] its_class;
      reg  [SEND_BITS-1:0]  its_fields;
      reg  [1023:0]         its_data;
      integer               source;

      rr_arbiter #(.N(SOURCES)) turn_arbiter (
        .request  (others),
        .mask     (~(turn | (turn - FIRST))),
        .grant    (next),
        .next_mask(unused_mask)
      );

      // The turn stays with a message that is not taken yet. It rests with the last source.
      always @(posedge clk)
        if (rst)                                      turn <= LAST;
        else if (|send_valid && (!(|offers) || |put)) turn <= |others ? next : LAST;

      always @* begin
        its_class  = {CLASS_BITS{1'b0}};
        its_fields = {SEND_BITS{1'b0}};
        its_data   = 1024'd0;
        for (source = 0; source < SOURCES; source = source + 1) begin
          its_class  = its_class | (send_class[source*CLASS_BITS +: CLASS_BITS] & {CLASS_BITS{turn[source]}});
          its_fields = its_fields | (send_fields[source*SEND_BITS +: SEND_BITS] & {SEND_BITS{turn[source]}});
          its_data   = its_data | (send_data[source*1024 +: 1024] & {1024{turn[source]}});
        end
      end

      assign send_ready     = turn & {SOURCES{can_take}};
      assign offers         = |(send_valid & turn);
      assign offered_class  = its_class;
      assign offered_fields = its_fields;
      assign offered_data   = its_data;
    end else begin : apart
      assign send_ready     = can_take;
      assign offers         = send_valid;
      assign offered_class  = send_class;
      assign offered_fields = send_fields;
      assign offered_data   = send_data;
    end
  endgenerate

  // ---------------------------------------------------------------- what goes straight
  // While all slots are empty the head of a message that is taken, that of the lowest group, goes into
  // the inject register itself: nobody has to choose between slots, and its fields are no slot's.
  localparam [GROUPS-1:0] ONE_GROUP = 1;
  wire                   idle = ~|busy;
  wire [GROUPS-1:0]      first = offers & (~offers + ONE_GROUP) & {GROUPS{idle}};
  wire [GROUPS*VCS-1:0]  first_vcs;    // {GROUPS} the channel that its head would take, one-hot; 0: none can be used
  reg  [VCS-1:0]         straight_vcs; // the channel of the one that goes
  wire [GROUPS-1:0]      alone;        // {GROUPS} no flit comes behind its head
  wire [GROUPS-1:0]      goes;         // {GROUPS} its head goes at this edge

  // Its channel is known late: what follows from it is noted a cycle later, in which nothing leaves, whether one went or
  // might have.
  reg                    closed;       // this is that cycle
  reg  [VCS-1:0]         went_vcs;     // the channel
  reg                    went_whole;   // no flit comes behind
  reg  [GROUPS-1:0]      tried;        // {GROUPS} it is in this one's lowest slot
  wire                   closes = noc_en && idle && |offers && !closed;

  always @(posedge clk)
    if (rst) begin
      closed   <= 1'b0;
      went_vcs <= {VCS{1'b0}};
    end else begin
      closed   <= closes;
      went_vcs <= straight_vcs & {VCS{noc_en}};
    end

  // ---------------------------------------------------------------- which flit leaves
  // Everything about the flit that each slot would send is found while the slots are arbitrated; the
  // grant chooses among the answers.
  reg  [VCS-1:0]       owned;          // {VCS} channels with an unfinished packet
  reg  [ALL_SLOTS-1:0] can_send;       // {ALL_SLOTS}
  wire [ALL_SLOTS-1:0] sends_head;     // {ALL_SLOTS} its head has not left
  wire [ALL_SLOTS-1:0] sends_tail;     // {ALL_SLOTS} nothing is left after its flit
  wire [ALL_SLOTS*PIECES-1:0] next_piece; // {ALL_SLOTS} the lowest of them, one-hot
  wire [ALL_SLOTS*VCS-1:0] next_vcs;   // {ALL_SLOTS} channel of its flit, one-hot
  wire [ALL_SLOTS-1:0] head_can;       // {ALL_SLOTS} its head could leave
  wire [ALL_SLOTS*VCS-1:0] head_vcs;   // {ALL_SLOTS} on this channel, one-hot
  reg  [ALL_SLOTS-1:0] slot_mask;      // {ALL_SLOTS} round-robin state of slots
  wire [ALL_SLOTS-1:0] slot_grant;
  wire [ALL_SLOTS-1:0] slot_next;
  reg  [VCS-1:0]       usable;         // {VCS} channels with a credit and without a packet
  reg  [CLASS_BITS-1:0] grant_class;   // class of the granted slot
  reg  [VCS-1:0]       leave_vcs;      // the channel of its flit
  integer s;
  integer v;

  // Whose channels a class uses, one-hot: a class without channels shares those of the last one.
  function [CLASSES-1:0] channels_of(input [CLASS_BITS-1:0] its_class);
    integer number;
    begin
      number = {{(32-CLASS_BITS){1'b0}}, its_class};
      channels_of = {{(CLASSES-1){1'b0}}, 1'b1} << (number < CLASSES ? number : CLASSES - 1);
    end
  endfunction

  always @*
    for (s = 0; s < ALL_SLOTS; s = s + 1)
      can_send[s] = busy[s] && (sends_head[s] ? head_can[s]
                                              : |(slot_vcs[s*VCS +: VCS] & has_credit));

  rr_arbiter #(.N(ALL_SLOTS)) slot_arbiter (
    .request  (can_send),
    .mask     (slot_mask),
    .grant    (slot_grant),
    .next_mask(slot_next)
  );

  wire leaves     = |can_send || |straight_vcs; // with noc_en
  /* verilator lint_off UNUSEDSIGNAL */ // BY_LINE: there is no choice of channels to move on
  wire is_head    = |(slot_grant & sends_head) || |straight_vcs;
  /* verilator lint_on UNUSEDSIGNAL */
  wire leave_tail = |(slot_grant & sends_tail);
  wire whole      = |(first & alone);

  always @(posedge clk) {tried, went_whole} <= {first, whole};

  generate
    for (i = 0; i < ALL_SLOTS; i = i + 1) begin : next_flit
      wire [VCS-1:0] its_vcs  = slot_vcs[i*VCS +: VCS];
      wire [PIECES-1:0] its_left = slot_left[i*PIECES +: PIECES];
      assign sends_head[i] = ~|its_vcs;
      assign next_piece[i*PIECES +: PIECES] = its_left & (~its_left + ONE_PIECE);
      assign sends_tail[i] = sends_head[i] ? ~|its_left : ~|(its_left & (its_left - ONE_PIECE));
      assign next_vcs[i*VCS +: VCS] = sends_head[i] ? head_vcs[i*VCS +: VCS] : its_vcs;
    end
  endgenerate

  always @* begin
    grant_class  = {CLASS_BITS{1'b0}};
    leave_vcs    = {VCS{1'b0}};
    straight_vcs = {VCS{1'b0}};
    for (s = 0; s < GROUPS; s = s + 1) begin
      if (first[s]) grant_class = grant_class | offered_class[s*CLASS_BITS +: CLASS_BITS];
      straight_vcs = straight_vcs | (first_vcs[s*VCS +: VCS] & {VCS{first[s]}});
    end
    for (s = 0; s < ALL_SLOTS; s = s + 1) begin
      if (slot_grant[s]) grant_class = grant_class | slot_class[s*CLASS_BITS +: CLASS_BITS];
      leave_vcs = leave_vcs | (next_vcs[s*VCS +: VCS] & {VCS{slot_grant[s]}});
    end
  end

  always @(posedge clk)
    if (rst)                      slot_mask <= {ALL_SLOTS{1'b0}};
    else if (noc_en && |can_send) slot_mask <= slot_next;

  always @(posedge clk)
    if (rst)         owned <= {VCS{1'b0}};
    else if (closed) owned <= owned | (went_vcs & {VCS{!went_whole}});
    else if (noc_en) owned <= leave_tail ? owned & ~leave_vcs : owned | leave_vcs;

  // ---------------------------------------------------------------- channels of heads
  generate
    if (BY_LINE != 0) begin : by_line
      reg [ALL_SLOTS*VCS-1:0]   slot_channel; // {ALL_SLOTS} that of its message, one-hot
      reg [ALL_SLOTS*SLOTS-1:0] slot_after;   // {ALL_SLOTS} slots of its group that go first

      // All bits of a line count for its channel: bit b of three is the parity of bits b, b + 3, ...
      localparam [35:0] FOLD_0 = {12{3'b001}};
      localparam [35:0] FOLD_1 = {12{3'b010}};
      localparam [35:0] FOLD_2 = {12{3'b100}};

      for (i = 0; i < GROUPS; i = i + 1) begin : put_channel
        localparam [31:0] PER_CLASS = VCS / CLASSES;
        wire [CLASSES-1:0]   its_channels = channels_of(offered_class[i*CLASS_BITS +: CLASS_BITS]);
        wire [LINE_BITS-1:0] line   = offered_fields[i*SEND_BITS + LINE_AT +: LINE_BITS];
        wire [2:0]           folded = {^(line & FOLD_2[LINE_BITS-1:0]),
                                       ^(line & FOLD_1[LINE_BITS-1:0]),
                                       ^(line & FOLD_0[LINE_BITS-1:0])};
        wire [5:0]           number = {3'd0, folded} * PER_CLASS[5:0];
        wire                 unused = &{1'b0, number[2:0]};
        wire [VCS-1:0]       channel;
        for (j = 0; j < VCS; j = j + 1) begin : is
          localparam [31:0] PART  = j * CLASSES / VCS;
          localparam [31:0] INDEX = j - PART * VCS / CLASSES;
          assign channel[j] = its_channels[PART] && number[5:3] == INDEX[2:0];
        end
        assign first_vcs[i*VCS +: VCS] = channel & usable;
      end

      for (i = 0; i < ALL_SLOTS; i = i + 1) begin : slot_order
        localparam FIRST = (i / SLOTS) * SLOTS;
        wire [VCS-1:0]   channel = put_channel[i / SLOTS].channel;
        wire [SLOTS-1:0] left    = slot_grant[FIRST +: SLOTS] & sends_tail[FIRST +: SLOTS]
                                   & {SLOTS{noc_en}};
        reg  [SLOTS-1:0] alike;        // slots with a message on that channel
        always @*
          for (v = 0; v < SLOTS; v = v + 1)
            alike[v] = busy[FIRST + v] && |(slot_channel[(FIRST + v)*VCS +: VCS] & channel);

        always @(posedge clk)
          if (put[i / SLOTS] && put_slot[i]) begin
            slot_channel[i*VCS +: VCS]   <= channel;
            slot_after[i*SLOTS +: SLOTS] <= alike & ~left;
          end else
            slot_after[i*SLOTS +: SLOTS] <= slot_after[i*SLOTS +: SLOTS] & ~left;

        assign head_can[i] = |(slot_channel[i*VCS +: VCS] & usable)
                             && ~|slot_after[i*SLOTS +: SLOTS];
        assign head_vcs[i*VCS +: VCS] = slot_channel[i*VCS +: VCS];
      end
    end else begin : by_room
      reg  [VCS-1:0]         vc_mask;    // {VCS} round-robin state of channels
      reg  [VCS-1:0]         head_next;  // vc_mask after a head of the granted slot
      wire [VCS-1:0]         lendable;   // {VCS} ESCAPE: no message of class 0 is in the channel
      wire [CLASSES-1:0]     has_usable; // {CLASSES} one of this class's channels is usable
      wire [CLASSES*VCS-1:0] vc_grant;   // {CLASSES} the one for a head of this class
      wire [CLASSES*VCS-1:0] vc_next;    // {CLASSES} vc_mask after that

      // The part of these channels.
      function [VCS-1:0] of_channels(input [CLASSES*VCS-1:0] parts, input [CLASSES-1:0] one_hot);
        integer k;
        begin
          of_channels = {VCS{1'b0}};
          for (k = 0; k < CLASSES; k = k + 1)
            of_channels = of_channels | (parts[k*VCS +: VCS] & {VCS{one_hot[k]}});
        end
      endfunction

      if (ESCAPE == 1) begin : escape
        wire [VCS-1:0] empty;
        reg            went_late;        // what went straight is of class 1
        reg  [VCS-1:0] mixed;            // {VCS} one was since it was empty
        wire [VCS-1:0] early_vcs = leave_vcs & {VCS{noc_en && ~|grant_class}} | went_vcs & {VCS{!went_late}};
        for (i = 0; i < VCS; i = i + 1) begin : channel
          assign empty[i] = room[i*CREDIT_BITS +: CREDIT_BITS] == FULL[CREDIT_BITS-1:0];
        end
        always @(posedge clk) went_late <= |grant_class;
        always @(posedge clk)
          if (rst) mixed <= {VCS{1'b0}};
          else     mixed <= mixed & ~empty | early_vcs;
        assign lendable = empty | ~mixed;
      end else begin : apart
        assign lendable = {VCS{1'b0}};
      end

      // A channel is chosen for every class while the slots are arbitrated, not one after the other.
      for (i = 0; i < CLASSES; i = i + 1) begin : channels
        localparam FIRST = (ESCAPE == 1) ? i * (VCS - 1) : i * VCS / CLASSES;
        localparam COUNT = (ESCAPE == 1) ? (i == 0 ? VCS - 1 : 1) : VCS / CLASSES;
        localparam [VCS-1:0] ITS_VCS = ({VCS{1'b1}} >> (VCS - COUNT)) << FIRST;
        wire [VCS-1:0] its_usable = usable & (ITS_VCS | lendable & {VCS{i == 1}});
        assign has_usable[i] = |its_usable;
        rr_arbiter #(.N(VCS)) vc_arbiter (
          .request  (its_usable),
          .mask     (vc_mask),
          .grant    (vc_grant[i*VCS +: VCS]),
          .next_mask(vc_next[i*VCS +: VCS])
        );
      end

      for (i = 0; i < ALL_SLOTS; i = i + 1) begin : slot_choice
        wire [CLASSES-1:0] its_channels = channels_of(slot_class[i*CLASS_BITS +: CLASS_BITS]);
        assign head_can[i] = |(its_channels & has_usable);
        assign head_vcs[i*VCS +: VCS] = of_channels(vc_grant, its_channels);
      end

      for (i = 0; i < GROUPS; i = i + 1) begin : first_choice
        assign first_vcs[i*VCS +: VCS] = of_channels(vc_grant, channels_of(offered_class[i*CLASS_BITS +: CLASS_BITS]));
      end

      always @* head_next = of_channels(vc_next, channels_of(grant_class));
      always @(posedge clk)
        if (rst)                    vc_mask <= {VCS{1'b0}};
        else if (noc_en && is_head) vc_mask <= head_next;
    end
  endgenerate

  // ---------------------------------------------------------------- slots and credits
  generate
    for (i = 0; i < GROUPS; i = i + 1) begin : group
      wire [SLOTS-1:0] its_busy = busy[i*SLOTS +: SLOTS];
      wire [SLOTS-1:0] with_data;      // its message has flits behind the head that have not left
      for (j = 0; j < SLOTS; j = j + 1) begin : of_slot
        assign with_data[j] = its_busy[j] && |slot_left[(i*SLOTS + j)*PIECES +: PIECES];
      end
      assign can_take[i] = ~&its_busy && !(ONE_LINE != 0 && |with_data);
      assign put_slot[i*SLOTS +: SLOTS] = ~its_busy & (its_busy + {{(SLOTS-1){1'b0}}, 1'b1});

      wire [PIECES-1:0] pieces = pieces_of(offered_fields[i*SEND_BITS +: 3], offered_fields[i*SEND_BITS + 3 +: 4],
                                           offered_fields[i*SEND_BITS + 7 +: 4]);
      assign alone[i] = ~|pieces;
      assign goes[i]  = noc_en && first[i] && |first_vcs[i*VCS +: VCS];

      // Places of lines: a slot has one of its own, or that of the line that came for its message.
      wire                    write_line;
      wire [PLACES-1:0]       write_place; // {PLACES} one-hot
      wire [1023:0]           line;
      wire [SLOTS*PLACES-1:0] slot_places; // {SLOTS} one-hot
      if (LINE_SOURCE == i + 1) begin : comes
        reg  [PLACES-1:0] held;        // {PLACES} a line whose message has not come
        reg  [PLACES-1:0] used;        // {PLACES} a line whose flits have not all left
        wire              needs_line = offered_fields[i*SEND_BITS + 1]; // a store or atomic
        assign write_place = ~used & (used + {{(PLACES-1){1'b0}}, 1'b1}); // the lowest that is free
        assign line_ready  = ~|held && ~&used;
        assign write_line  = line_valid && line_ready;
        assign line        = line_data;

        always @* begin
          used = {PLACES{1'b0}};
          for (v = 0; v < SLOTS; v = v + 1)
            used = used | slot_places[v*PLACES +: PLACES] & {PLACES{with_data[v]}};
        end

        always @(posedge clk)
          if (rst) held <= {PLACES{1'b0}};
          else     held <= (held | write_place & {PLACES{write_line}}) & {PLACES{!(put[i] && needs_line)}};

        for (j = 0; j < SLOTS; j = j + 1) begin : of_slot
          if (PLACES == 1) begin : the_one
            assign slot_places[j] = 1'b1;
          end else begin : one_of_them
            reg [PLACES-1:0] place;
            always @(posedge clk)
              if (put[i] && put_slot[i*SLOTS + j]) place <= |held ? held : write_place;
            assign slot_places[j*PLACES +: PLACES] = place;
          end
        end
      end else begin : comes_along
        assign write_place = put_slot[i*SLOTS +: PLACES];
        assign write_line  = put[i];
        assign line        = offered_data[i*1024 +: 1024];
        for (j = 0; j < SLOTS; j = j + 1) begin : of_slot
          assign slot_places[j*PLACES +: PLACES] = {{(PLACES-1){1'b0}}, 1'b1} << ((PLACES == 1) ? 0 : j);
        end
      end
    end

    if (LINE_SOURCE == 0) begin : no_lines
      wire unused = &{1'b0, line_valid, line_data};
      assign line_ready = 1'b0;
    end else begin : lines
      wire unused = &{1'b0, offered_data[(LINE_SOURCE-1)*1024 +: 1024]};
    end

    for (i = 0; i < ALL_SLOTS; i = i + 1) begin : slot
      wire put_here    = put[i / SLOTS] && put_slot[i];
      wire leaves_here = noc_en && slot_grant[i];

      always @(posedge clk)
        if (rst)                            busy[i] <= 1'b0;
        else if (put_here)                  busy[i] <= !(goes[i / SLOTS] && alone[i / SLOTS]);
        else if (leaves_here && sends_tail[i]) busy[i] <= 1'b0;

      always @(posedge clk)
        if (rst)              slot_vcs[i*VCS +: VCS] <= {VCS{1'b0}};
        else if (leaves_here)
          slot_vcs[i*VCS +: VCS] <= sends_tail[i] ? {VCS{1'b0}} : next_vcs[i*VCS +: VCS];
        else if (i % SLOTS == 0 && closed && tried[i / SLOTS])
          slot_vcs[i*VCS +: VCS] <= went_vcs & {VCS{!went_whole}};

      always @(posedge clk)
        if (put_here)
          slot_class[i*CLASS_BITS +: CLASS_BITS] <= offered_class[(i/SLOTS)*CLASS_BITS +: CLASS_BITS];

      always @(posedge clk)
        if (put_here)
          slot_left[i*PIECES +: PIECES] <= group[i / SLOTS].pieces;
        else if (leaves_here && !sends_head[i])
          slot_left[i*PIECES +: PIECES] <= slot_left[i*PIECES +: PIECES]
                                           & ~next_piece[i*PIECES +: PIECES];
    end

    for (i = 0; i < VCS; i = i + 1) begin : credit
      wire [CREDIT_BITS-1:0] now = room[i*CREDIT_BITS +: CREDIT_BITS];
      wire spend = noc_en && leave_vcs[i] || went_vcs[i];
      wire gain  = noc_en && router_credit[i];

      always @(posedge clk)
        if (rst)                room[i*CREDIT_BITS +: CREDIT_BITS] <= FULL[CREDIT_BITS-1:0];
        else if (gain != spend) room[i*CREDIT_BITS +: CREDIT_BITS] <= gain ? now + ONE : now - ONE;

      always @(posedge clk)
        if (rst)                has_credit[i] <= 1'b1;
        else if (gain != spend) has_credit[i] <= gain || now != ONE;

      always @(posedge clk)
        if (rst)         usable[i] <= 1'b1;
        else if (closes) usable[i] <= 1'b0;
        else if (spend)  usable[i] <= (closed ? went_whole : leave_tail) && (gain || now != ONE);
        else             usable[i] <= (gain || has_credit[i]) && !owned[i];
    end
  endgenerate

  // ---------------------------------------------------------------- storage and output
  function [SLOT_BITS-1:0] slot_index(input [SLOTS-1:0] one_hot);
    integer k;
    begin
      slot_index = {SLOT_BITS{1'b0}};
      for (k = 0; k < SLOTS; k = k + 1)
        if (one_hot[k]) slot_index = slot_index | k[SLOT_BITS-1:0];
    end
  endfunction

  function [PLACE_BITS-1:0] place_index(input [PLACES-1:0] one_hot);
    integer k;
    begin
      place_index = {PLACE_BITS{1'b0}};
      for (k = 0; k < PLACES; k = k + 1)
        if (one_hot[k]) place_index = place_index | k[PLACE_BITS-1:0];
    end
  endfunction

  function [VC_BITS-1:0] vc_index(input [VCS-1:0] one_hot);
    integer k;
    begin
      vc_index = {VC_BITS{1'b0}};
      for (k = 0; k < VCS; k = k + 1)
        if (one_hot[k]) vc_index = vc_index | k[VC_BITS-1:0];
    end
  endfunction

  localparam HIGH      = NARROW != 0 ? 64 : 192;             // of a head flit: op, and what is above it

  // The head flit of a message from that node.
  function [FLIT_BITS-1:0] head_of(input [NODE_BITS-1:0] src, input [1:0] its_class, input [SEND_BITS-1:0] fields);
    reg [NODE_BITS-1:0]   dest;
    reg [2:0]             op;
    reg [127:0]           mask;
    reg [LINE_BITS-1:0]   line;
    reg [MSG_ID_BITS-1:0] id;
    reg [3:0]             data_sectors;
    reg [3:0]             sectors;
    reg [2:0]             kind;
    reg [LINE_FIELD-1:0]  line_field;
    reg [ID_FIELD-1:0]    id_field;
    begin
      {dest, op, mask, line, id, data_sectors, sectors, kind} = fields;
      line_field = {{(LINE_FIELD-LINE_BITS){1'b0}}, line};
      id_field   = {{(ID_FIELD-MSG_ID_BITS){1'b0}}, id};
      head_of = {FLIT_BITS{1'b0}};
      head_of[64 - 64*NARROW +: 128] = mask & {128{NARROW == 0}};
      head_of[63:0] = {line_field, id_field[9:0], src, data_sectors, sectors, kind};
      head_of[HIGH +: 36] = {its_class[1], id_field[30:10], its_class[0], dest, op};
    end
  endfunction

  wire [1:0]                     class_field = {{(2-CLASS_BITS){1'b0}}, grant_class};
  wire [GROUPS*FLIT_BITS-1:0]    group_flit; // {GROUPS} its flit if it leaves, else 0
  reg  [FLIT_BITS-1:0]           leave_flit;

  // All groups may take a message at one edge and a register file has one write port. Which of its own slots
  // one would send is known before the arbiter of all has granted one: it is the same choice among fewer.
  generate
    for (i = 0; i < GROUPS; i = i + 1) begin : store
      wire [SLOT_BITS-1:0] put_at  = slot_index(put_slot[i*SLOTS +: SLOTS]);
      wire                 its_turn = GROUPS == 1 || |slot_grant[i*SLOTS +: SLOTS];
      wire [SLOTS-1:0]     its_slot;   // one-hot, or zero
      wire [SLOTS-1:0]     unused_next;
      wire [SLOT_BITS-1:0] read_at = slot_index(its_slot);
      wire                 heads   = |(its_slot & sends_head[i*SLOTS +: SLOTS]);
      reg  [PIECES-1:0]    pieces;     // the one that it sends
      reg  [PLACES-1:0]    place;      // its line's

      rr_arbiter #(.N(SLOTS)) own_arbiter (
        .request  (can_send[i*SLOTS +: SLOTS]),
        .mask     (slot_mask[i*SLOTS +: SLOTS]),
        .grant    (its_slot),
        .next_mask(unused_next)
      );

      always @* begin
        pieces = {PIECES{1'b0}};
        place  = {PLACES{1'b0}};
        for (v = 0; v < SLOTS; v = v + 1) begin
          if (its_slot[v] && !sends_head[i*SLOTS + v])
            pieces = pieces | next_piece[(i*SLOTS + v)*PIECES +: PIECES];
          place = place | (group[i].slot_places[v*PLACES +: PLACES] & {PLACES{its_slot[v]}});
        end
      end

      wire [SEND_BITS-1:0] put_fields = offered_fields[i*SEND_BITS +: SEND_BITS];
      wire [SEND_BITS-1:0] out_fields;
      wire [127:0]         out_mask = out_fields[SEND_BITS-NODE_BITS-4 -: 128];
      wire [1023:0]        out_line;

      regfile_1r1w #(.WIDTH(SEND_BITS), .DEPTH(SLOTS)) headers (
        .clk        (clk),
        .write_valid(put[i]),
        .write_addr (put_at),
        .write_data (put_fields),
        .read_addr  (read_at),
        .read_data  (out_fields)
      );

      regfile_1r1w #(.WIDTH(1024), .DEPTH(PLACES)) lines (
        .clk        (clk),
        .write_valid(group[i].write_line),
        .write_addr (place_index(group[i].write_place)),
        .write_data (group[i].line),
        .read_addr  (place_index(place)),
        .read_data  (out_line)
      );

      wire [FLIT_BITS-1:0] head_flit     = head_of(here, class_field, out_fields);
      wire [FLIT_BITS-1:0] straight_flit = head_of(here, class_field, put_fields);
      wire [FLIT_BITS-1:0] sent_flit;
      reg  [FLIT_BITS-1:0] data_flit;
      always @* begin
        data_flit = {FLIT_BITS{1'b0}};
        if (NARROW != 0) data_flit[127:0] = out_mask & {128{pieces[0]}};
        for (v = 0; v < BEATS; v = v + 1)
          data_flit = data_flit
                      | (out_line[v*FLIT_BITS +: FLIT_BITS] & {FLIT_BITS{pieces[v + NARROW]}});
      end
      if (FLIT_BITS == 512) begin : pair // the other sector may not belong to the message
        assign sent_flit = data_flit & {
          {256{|(pieces & {out_fields[10], out_fields[8]})}},
          {256{|(pieces & {out_fields[9], out_fields[7]})}}};
      end else begin : one
        assign sent_flit = data_flit;
      end
      assign group_flit[i*FLIT_BITS +: FLIT_BITS] = (head_flit & {FLIT_BITS{heads}} | sent_flit)
                                                   & {FLIT_BITS{its_turn}}
                                                   | straight_flit & {FLIT_BITS{first[i]}};
    end
  endgenerate

  always @* begin
    leave_flit = {FLIT_BITS{1'b0}};
    for (s = 0; s < GROUPS; s = s + 1)
      leave_flit = leave_flit | group_flit[s*FLIT_BITS +: FLIT_BITS];
  end

  reg                 flit_valid;      // the inject register
  reg [VC_BITS-1:0]   flit_vc;
  reg                 flit_tail;
  reg [FLIT_BITS-1:0] flit;

  always @(posedge clk)
    if (rst)         flit_valid <= 1'b0;
    else if (noc_en) flit_valid <= leaves;

  always @(posedge clk)
    if (noc_en) begin
      flit_vc   <= vc_index(leave_vcs | straight_vcs);
      flit_tail <= leave_tail || whole;
      flit      <= leave_flit;
    end

  assign inject_valid = flit_valid;
  assign inject_vc    = flit_vc;
  assign inject_tail  = flit_tail;
  assign inject_flit  = flit;

`ifdef FORMAL
`include "tests/formal/packetizer.v"
`endif
endmodule
`default_nettype wire

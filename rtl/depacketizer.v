// Packets of flits to messages, the receiving half of noc_port. Flits come with noc_en into a buffer
// per virtual channel; the assembler takes one of them per network cycle, the flits of one packet
// without those of another between, and sorts messages by class into the sinks, which take them at
// any clock edge. A flit that finds nothing before it passes the buffers: the assembler takes it from
// the wires, at the first edge of clk. So a single-flit message is offered one cycle after its flit is
// on the wires. State: a RAM of flits for all channels and sinks, and which of its words are used; per
// channel its oldest flit and where the others are; the assembler; per sink LINES lines, two headers, two
// masks, and with one line where the data flits of the message behind the one on offer are. Head flit:
// packetizer.v. Page: docs/blocks/depacketizer.md.
`default_nettype none
module depacketizer #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter VCS         = 4,           // 1..8: virtual channels
  parameter DEPTH       = 4,           // 1..16: flits per VC buffer
  parameter SINKS       = 1,           // 1..3: receivers; with more than 1, class c goes to sink c
  parameter LINES       = 1,           // 1..2: lines in registers per sink; of its two messages the oldest has one
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..31: bits of a message id
  parameter FLIT_BITS   = 256,         // 128..512: bits of a flit: 128, 256 or 512
  parameter VC_BITS     = (VCS > 1) ? $clog2(VCS) : 1  // derived: bits of a virtual-channel number
) (
  input  wire                   clk,               // clock
  input  wire                   rst,               // synchronous reset, active high
  input  wire                   noc_en,            // network clock enable

  // eject: flits from the router
  input  wire                   eject_valid,       // a flit
  input  wire [VC_BITS-1:0]     eject_vc,          // its virtual channel
  input  wire                   eject_tail,        // last flit of its packet
  input  wire [FLIT_BITS-1:0]   eject_flit,        // the flit
  output wire [VCS-1:0]         port_credit,       // {VCS} this port has a slot more

  // recv: messages that arrived
  output wire [SINKS-1:0]       recv_valid,        // {SINKS} a message is there
  input  wire [SINKS-1:0]       recv_ready,        // {SINKS} it is taken at this edge
  output wire [SINKS*3-1:0]     recv_kind,         // {SINKS} 0 read, 1 fetch, 2 store, 3 atomic
  output wire [SINKS*3-1:0]     recv_op,           // {SINKS} atomic operation
  output wire [SINKS*NODE_BITS-1:0]   recv_src,    // {SINKS} node that sent it
  output wire [SINKS*LINE_BITS-1:0]   recv_line,   // {SINKS} line address
  output wire [SINKS*MSG_ID_BITS-1:0] recv_id,     // {SINKS} message id
  output wire [SINKS*4-1:0]     recv_sectors,      // {SINKS} sectors wanted in the reply
  output wire [SINKS*4-1:0]     recv_data_sectors, // {SINKS} sectors that travelled
  output wire [SINKS*128-1:0]   recv_mask,         // {SINKS} byte mask
  output wire [SINKS*1024-1:0]  recv_data          // {SINKS} the line; absent sectors are zero
);
  localparam CLASS_BITS  = (SINKS > 2) ? 2 : 1;
  localparam CREDIT_BITS = $clog2(DEPTH + 1);
  localparam [CREDIT_BITS-1:0] ONE = 1;
  localparam [SINKS-1:0] SINK_0 = 1;   // one-hot; class c goes to SINK_0 << c
  localparam NARROW = (FLIT_BITS < 256) ? 1 : 0;       // 1: the mask has a flit of its own
  localparam BEATS  = 1024 / FLIT_BITS;                // data flits of a line
  localparam PIECES = BEATS + NARROW;  // flits behind a head: mask, then data
  localparam HIGH   = NARROW != 0 ? 64 : 192;               // of a head flit: op, and what is above it
  localparam [PIECES-1:0] ONE_PIECE = 1;
  localparam [BEATS-1:0]  ONE_BEAT  = 1;

  // The RAM has a word for each flit that the router has credits for, and, if a sink has one line, for all data flits
  // of two messages of each: while those of one go to its line, the next one comes. Two more, as a word is chosen a
  // cycle before it is offered to a flit, and a cycle passes until it is known whether one came.
  localparam WORDS     = VCS * DEPTH + (2 - LINES) * 2 * SINKS * BEATS + 2;
  localparam WORD_BITS = $clog2(WORDS);
  localparam GROUP     = 8;            // words among which a free one is looked for
  localparam GROUPS    = (WORDS + GROUP - 1) / GROUP;
  localparam ALL_WORDS = GROUPS * GROUP;
  localparam [WORDS-1:0] ONE_WORD     = 1;
  localparam [GROUP-1:0] ONE_OF_GROUP = 1;

  genvar  i, n;
  integer v;

  // Stores, and atomics on their way to the slice, have a mask.
  function has_mask(input [2:0] kind, input [3:0] sectors, input [3:0] data_sectors);
    has_mask = |data_sectors && (kind == 3'd2 || kind == 3'd3 && |sectors);
  endfunction

  // The flits behind a head: what packetizer sends.
  function [PIECES-1:0] pieces_of(input [10:0] head);
    integer beat;
    begin
      pieces_of = {PIECES{1'b0}};
      if (NARROW != 0) pieces_of[0] = has_mask(head[2:0], head[6:3], head[10:7]);
      for (beat = 0; beat < BEATS; beat = beat + 1)
        pieces_of[beat + NARROW] = NARROW != 0 ? head[7 + beat / 2]
                                 : BEATS == 4 ? head[7 + beat % 4]
                                 : |head[7 + (beat % 2)*2 +: 2];
    end
  endfunction

  // ---------------------------------------------------------------- flit buffers
  wire [VCS-1:0]           comes;      // {VCS} one-hot: the channel of the flit on the wires
  wire [VCS-1:0]           arrives;    // {VCS} a flit enters this buffer
  wire [VCS-1:0]           taken;      // {VCS} one-hot: the assembler takes a flit from this buffer
  reg  [VCS-1:0]           nonempty;   // {VCS} a flit is there
  wire [VCS*CLASS_BITS-1:0] front_class; // {VCS} of the oldest flit, if that is a head
  wire [CLASS_BITS-1:0]    comes_class; // of the flit on the wires, if that is a head
  wire [VCS-1:0]           front_tail; // {VCS} the oldest flit is a tail
  wire [VCS*FLIT_BITS-1:0] front_flit; // {VCS} the oldest flit
  reg  [VCS*CREDIT_BITS-1:0] stored;   // {VCS} flits in this buffer
  wire [VCS-1:0]           more;       // {VCS} and another one, if there is one
  wire [VCS*WORD_BITS-1:0] front_word; // {VCS} where the oldest flit is in the RAM
  wire [VCS*WORD_BITS-1:0] second_word; // {VCS} and the one behind it
  wire [VCS-1:0]           chosen;     // {VCS} one-hot: it does so at the next network edge
  reg  [FLIT_BITS-1:0]     take_flit;
  reg  [WORD_BITS-1:0]     leave_word; // where it is in the RAM if it leaves a buffer
  wire [WORD_BITS-1:0]     free_word;  // where a flit goes that is not there yet
  wire [FLIT_BITS-1:0]     word;       // the output of the RAM

  // The flit on the wires passes the buffers when nothing in them can be taken before it. It does so at
  // any edge: between those of the network the wires stand still.
  reg                      early;      // it has been taken already, before the network's edge
  wire                     fresh = eject_valid && !early;
  wire                     open;       // what is on the wires may be taken
  wire [VCS-1:0]           passes;     // {VCS} and would be, on this channel
  wire                     straight;   // and is, at this edge

  generate
    for (i = 0; i < VCS; i = i + 1) begin : buffer
      localparam [31:0] INDEX = i;
      localparam SECOND = (DEPTH > 1) ? 1 : 0;
      wire [CREDIT_BITS-1:0] now = stored[i*CREDIT_BITS +: CREDIT_BITS];
      assign comes[i]   = eject_vc == INDEX[VC_BITS-1:0];
      assign arrives[i] = noc_en && fresh && comes[i] && !passes[i];
      assign more[i]    = now != ONE;

      always @(posedge clk)
        if (rst) begin
          stored[i*CREDIT_BITS +: CREDIT_BITS] <= {CREDIT_BITS{1'b0}};
          nonempty[i] <= 1'b0;
        end else if (arrives[i] != taken[i]) begin
          stored[i*CREDIT_BITS +: CREDIT_BITS] <= arrives[i] ? now + ONE : now - ONE;
          nonempty[i] <= arrives[i] || now != ONE;
        end

      // Every buffer shows its oldest flit while the assembler chooses among them. Where there is none that register
      // follows what arrives, whether it does is known late; the next one is on the output of the RAM in the
      // cycle behind that in which the oldest one is taken.
      reg [FLIT_BITS-1:0] oldest_flit;
      reg                 refilled;    // the oldest one is on the output of the RAM
      always @(posedge clk)
        if (rst) refilled <= 1'b0;
        else     refilled <= taken[i] && more[i];

      always @(posedge clk)
        if (taken[i] || !nonempty[i]) oldest_flit <= eject_flit;
        else if (refilled)            oldest_flit <= word;

      assign front_flit[i*FLIT_BITS +: FLIT_BITS] = refilled ? word : oldest_flit;

      // What must be known of the oldest flit early stands in bit 0 of a register that moves up. Its first free
      // bit follows what arrives, like the register of the flit.
      wire [DEPTH-1:0] place = {{(DEPTH-1){1'b0}}, 1'b1} << (taken[i] ? now - ONE : now);
      reg  [DEPTH-1:0] tails;
      wire [DEPTH-1:0] tails_kept = taken[i] ? tails >> 1 : tails;
      always @(posedge clk) tails <= (tails_kept & ~place) | (place & {DEPTH{eject_tail}});
      assign front_tail[i] = tails[0];

      // Whether one leaves is known late: the last to choose.
      reg  [DEPTH*WORD_BITS-1:0]     words;
      wire [(DEPTH+1)*WORD_BITS-1:0] words_now;
      assign words_now[DEPTH*WORD_BITS +: WORD_BITS] = free_word;
      for (n = 0; n < DEPTH; n = n + 1) begin : flit
        localparam [31:0] PLACE = n;
        assign words_now[n*WORD_BITS +: WORD_BITS]
          = (PLACE[CREDIT_BITS-1:0] < now) ? words[n*WORD_BITS +: WORD_BITS] : free_word;
      end
      always @(posedge clk)
        words <= taken[i] ? words_now[WORD_BITS +: DEPTH*WORD_BITS] : words_now[0 +: DEPTH*WORD_BITS];
      assign front_word[i*WORD_BITS +: WORD_BITS]  = words[0 +: WORD_BITS];
      assign second_word[i*WORD_BITS +: WORD_BITS] = words[SECOND*WORD_BITS +: WORD_BITS];

      for (n = 0; n < CLASS_BITS; n = n + 1) begin : class_bit
        if (SINKS > 1) begin : sorted
          reg  [DEPTH-1:0] classes;
          wire [DEPTH-1:0] kept  = taken[i] ? classes >> 1 : classes;
          always @(posedge clk) classes <= (kept & ~place) | (place & {DEPTH{comes_class[n]}});
          assign front_class[i*CLASS_BITS + n] = classes[0];
        end else begin : all_in_one
          assign front_class[i*CLASS_BITS + n] = 1'b0;
        end
      end
    end
  endgenerate

  generate
    for (n = 0; n < CLASS_BITS; n = n + 1) begin : comes_class_bit
      assign comes_class[n] = SINKS > 1 && eject_flit[HIGH + (n == 0 ? 13 : 35)];
    end
  endgenerate

  always @* begin
    take_flit = eject_flit & {FLIT_BITS{open}};
    leave_word = {WORD_BITS{1'b0}};
    for (v = 0; v < VCS; v = v + 1) begin
      take_flit = take_flit | (front_flit[v*FLIT_BITS +: FLIT_BITS] & {FLIT_BITS{chosen[v]}});
      leave_word = leave_word | (front_word[v*WORD_BITS +: WORD_BITS] & {WORD_BITS{chosen[v]}});
    end
  end

  // ---------------------------------------------------------------- the assembler
  reg  [VCS-1:0]     lock_vcs;         // channel of the packet under way, one-hot or zero
  reg  [PIECES-1:0]  coming;           // its flits that have not come
  reg  [VCS-1:0]     take_mask;        // {VCS} round-robin state
  wire [SINKS-1:0]   has_place;        // {SINKS} a message place is free
  reg  [VCS-1:0]     welcome;          // {VCS} the front flit goes to a sink with a free place
  wire [VCS-1:0]     take_grant;
  wire [VCS-1:0]     take_next;
  reg  [VCS-1:0]     credits;          // the port_credit register
  wire               denied;           // a sink has the RAM's read port at this edge: nothing leaves a buffer
  reg  [CLASS_BITS-1:0] head_class;    // class of the head taken from a buffer
  reg  [CLASS_BITS-1:0] lock_class;    // class of the packet under way

  always @* begin
    head_class = {CLASS_BITS{1'b0}};
    for (v = 0; v < VCS; v = v + 1) begin
      welcome[v] = |((SINK_0 << front_class[v*CLASS_BITS +: CLASS_BITS]) & has_place);
      head_class = head_class | (front_class[v*CLASS_BITS +: CLASS_BITS] & {CLASS_BITS{chosen[v]}});
    end
  end

  rr_arbiter #(.N(VCS)) take_arbiter (
    .request  (nonempty & welcome),
    .mask     (take_mask),
    .grant    (take_grant),
    .next_mask(take_next)
  );

  wire       between   = ~|lock_vcs;
  wire       take_head = noc_en && between && |(nonempty & welcome) && !denied;
  wire       data_wait = |(lock_vcs & nonempty);
  wire       pull_tail = |(front_tail & chosen);
  wire       take_tail = pull_tail || straight && eject_tail;
  wire       take_data = noc_en && data_wait && !denied || fresh && !data_wait && |(comes & lock_vcs);
  wire [SINKS-1:0] ends = {SINKS{noc_en && pull_tail}} & pull_sink | {SINKS{eject_tail}} & straight_to; // a message is complete
  wire [SINKS-1:0] lock_sink  = SINK_0 << lock_class;
  wire [SINKS-1:0] pull_sink  = between ? SINK_0 << head_class : lock_sink;
  wire [SINKS-1:0] comes_sink = SINK_0 << comes_class;
  wire [SINKS-1:0] straight_to = {SINKS{fresh && open}}
                               & (between ? comes_sink & has_place : lock_sink & {SINKS{|(comes & lock_vcs)}});
  wire [PIECES-1:0] next_piece = coming & (~coming + ONE_PIECE);

  // A free message place follows every flit that might be taken, at every edge: the last one was. So no enable
  // of the wide registers waits for noc_en.
  wire       may_head = between && (|nonempty || eject_valid);
  wire       may_data = !between && (data_wait || eject_valid);

  assign open     = between ? ~|nonempty : !data_wait;
  assign passes   = {VCS{open}} & (between ? {VCS{|(comes_sink & has_place)}} : lock_vcs);
  assign straight = |straight_to;
  assign chosen   = (between ? take_grant : lock_vcs & nonempty) & {VCS{!denied}};
  assign taken    = chosen & {VCS{noc_en}};

  always @(posedge clk)
    if (rst || noc_en) early <= 1'b0;
    else if (straight) early <= 1'b1;

  always @(posedge clk)
    if (rst)            take_mask <= {VCS{1'b0}};
    else if (take_head) take_mask <= take_next;

  always @(posedge clk)
    if (rst)                     lock_vcs <= {VCS{1'b0}};
    else if (|taken || straight) lock_vcs <= (straight ? comes : taken) & {VCS{!take_tail}};

  always @(posedge clk)
    if (between)        {lock_class, coming} <= {open ? comes_class : head_class, pieces_of(take_flit[10:0])};
    else if (take_data) coming <= coming & ~next_piece;

  always @(posedge clk)
    if (rst)         credits <= {VCS{1'b0}};
    else if (noc_en) credits <= taken | (comes & {VCS{straight || early}});

  // ---------------------------------------------------------------- the RAM
  // If a sink has one line, the data flits of a message behind another one of it stay in the RAM, or go there from
  // the wires, until it is the oldest. Then they are fetched one by one into that line.
  wire [SINKS-1:0]       older;        // {SINKS} there is a message before the one that is assembled
  reg  [WORDS-1:0]       used;         // {WORDS} a flit is in this word, as of the cycle before
  reg  [WORDS-1:0]       free_at;      // {WORDS} the word that is free for a flit, one-hot
  reg  [WORDS-1:0]       was_free_at;  // {WORDS} in the cycle before
  reg                    entered;      // one has come to it then
  reg                    left;         // one has left a buffer then, no longer needed
  reg  [WORD_BITS-1:0]   left_word;    // from this word
  wire                   fetched;      // one went to a line then
  wire [WORD_BITS-1:0]   fetched_word; // from this word
  reg  [ALL_WORDS-1:0]   not_free;     // {WORDS} for the next cycle; and the rest of the last group, which is not there
  wire [GROUPS-1:0]      has_free;     // {GROUPS} a word of it is free
  wire [ALL_WORDS-1:0]   lowest_free;  // {WORDS} one-hot
  wire [SINKS-1:0]       fetching;     // {SINKS} data flits of the oldest message are in the RAM
  wire [SINKS-1:0]       fetch_sink = fetching & (~fetching + SINK_0); // one-hot: whose turn it is
  wire [SINKS*WORD_BITS-1:0] its_fetch_word; // {SINKS} where that is if it is of this sink, else 0
  reg  [WORD_BITS-1:0]   fetch_word;
  reg  [WORD_BITS-1:0]   refill_word;  // where the flit behind that is which leaves a buffer
  wire                   may_refill = |(nonempty & more) && !denied; // at an edge of the network
  wire                   refills = noc_en && may_refill; // the read port is the buffers'
  wire                   fetch   = |fetching && !refills;
  wire                   is_line = |next_piece[PIECES-1:NARROW];
  wire                   stays   = LINES == 1 && !between && is_line && |(lock_sink & older); // taken, but in the RAM
  wire [WORD_BITS-1:0]   take_word = leave_word | (free_word & {WORD_BITS{open}});
  wire                   enters  = |arrives || straight && stays;

  // The words whose number has this bit.
  function [WORDS-1:0] words_with(input integer number_bit);
    integer k;
    for (k = 0; k < WORDS; k = k + 1)
      words_with[k] = (k >> number_bit) % 2 != 0;
  endfunction

  always @* begin
    not_free = {ALL_WORDS{1'b1}};
    not_free[WORDS-1:0] = used | free_at | was_free_at;
  end

  wire unused_words = &{1'b0, lowest_free}; // of the last group

  // Of a group and in it at the same time: a chain through all words would be too long. Whole vectors, and another
  // word only behind one that a flit was offered: else an event-driven simulator looks for one in every cycle.
  generate
    for (n = 0; n < WORD_BITS; n = n + 1) begin : number
      localparam [WORDS-1:0] WITH = words_with(n);
      assign free_word[n] = |(free_at & WITH);
    end
    for (n = 0; n < GROUPS; n = n + 1) begin : group
      localparam [GROUPS-1:0] LOWER = (1 << n) - 1;
      wire [GROUP-1:0] busy   = not_free[n*GROUP +: GROUP];
      wire [GROUP-1:0] lowest = ~busy & (busy + ONE_OF_GROUP);
      assign has_free[n] = ~&busy;
      assign lowest_free[n*GROUP +: GROUP] = lowest & {GROUP{~|(has_free & LOWER)}};
    end
  endgenerate

  always @* begin
    refill_word = {WORD_BITS{1'b0}};
    for (v = 0; v < VCS; v = v + 1)
      refill_word = refill_word | (second_word[v*WORD_BITS +: WORD_BITS] & {WORD_BITS{chosen[v]}});
    fetch_word = {WORD_BITS{1'b0}};
    for (v = 0; v < SINKS; v = v + 1)
      fetch_word = fetch_word | its_fetch_word[v*WORD_BITS +: WORD_BITS];
  end

  // What the late choices do is noted a cycle later. A credit for a word that a flit left takes longer.
  always @(posedge clk)
    if (rst) used <= {WORDS{1'b0}};
    else     used <= (used | (was_free_at & {WORDS{entered}})) & ~(ONE_WORD << left_word & {WORDS{left}})
                                                               & ~(ONE_WORD << fetched_word & {WORDS{fetched}});

  always @(posedge clk)
    if (rst) begin
      free_at     <= ONE_WORD;
      was_free_at <= {WORDS{1'b0}};
      entered     <= 1'b0;
      left        <= 1'b0;
    end else begin
      if (fresh) free_at <= lowest_free[WORDS-1:0];
      was_free_at <= free_at;
      entered     <= enters;
      left        <= |taken && !stays;
    end

  always @(posedge clk) left_word    <= leave_word;

  generate
    if (LINES == 1) begin : fetcher
      reg                 has_fetched;
      reg [WORD_BITS-1:0] from_word;
      reg                 is_denied;
      always @(posedge clk)
        if (rst) has_fetched <= 1'b0;
        else     has_fetched <= fetch;

      always @(posedge clk) from_word <= fetch_word;

      always @(posedge clk)
        if (rst) is_denied <= 1'b0;
        else     is_denied <= |fetching && refills;

      assign {fetched, fetched_word, denied} = {has_fetched, from_word, is_denied};
    end else begin : no_fetcher
      wire unused_fetch = &{1'b0, fetch, fetch_sink, take_word};
      assign {fetched, fetched_word, denied} = {(WORD_BITS+2){1'b0}};
    end
  endgenerate

  // Whether the network moves is the last to choose what is read; where nothing is fetched it does not choose, and
  // what is read at other edges nobody looks at.
  wire                 may_read          = noc_en || LINES == 2;
  wire [WORD_BITS-1:0] refill_else_fetch = may_refill ? refill_word : fetch_word;

  // A free word follows what is on the wires: whether the flit is to stay, or was taken before, is known late.
  ram_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(WORDS)) flits (
    .clk        (clk),
    .write_valid(eject_valid),
    .write_addr (free_word),
    .write_mask (1'b1),
    .write_data (eject_flit),
    .read_valid (may_refill && may_read || |fetching),
    .read_addr  (may_read ? refill_else_fetch : fetch_word),
    .read_data  (word)
  );

  // ---------------------------------------------------------------- the messages
  localparam RECV_BITS = 3 + LINE_BITS + MSG_ID_BITS + NODE_BITS + 4 + 4 + 3;
  reg  [SINKS-1:0]       fill;         // {SINKS} place for mask and data that is assembled
  reg  [SINKS-1:0]       oldest;       // {SINKS} that is offered
  reg  [SINKS*2-1:0]     messages;     // {SINKS} complete messages, 0..2
  wire [SINKS-1:0]       recv = recv_valid & recv_ready;
  wire [MSG_ID_BITS-1:0] take_id;
  wire [RECV_BITS-1:0]   take_header
    = {take_flit[HIGH +: 3], take_flit[31 +: LINE_BITS], take_id, take_flit[20:0]};

  generate
    for (n = 0; n < MSG_ID_BITS; n = n + 1) begin : id_bit
      assign take_id[n] = take_flit[n < 10 ? 21 + n : HIGH + 4 + n];
    end

    for (i = 0; i < SINKS; i = i + 1) begin : sink
      wire [1:0] now  = messages[i*2 +: 2];
      wire [1:0] then = recv[i] ? now - 2'd1 : now; // which ends at this edge is known late
      wire       lacking;              // data flits of the oldest message are not in the line yet
      assign has_place[i]  = !now[1];
      assign recv_valid[i] = now != 2'd0 && !lacking;
      assign older[i]      = now != 2'd0;

      always @(posedge clk)
        if (rst)          fill[i] <= 1'b0;
        else if (ends[i]) fill[i] <= !fill[i];

      always @(posedge clk)
        if (rst)          oldest[i] <= 1'b0;
        else if (recv[i]) oldest[i] <= !oldest[i];

      always @(posedge clk)
        if (rst) messages[i*2 +: 2] <= 2'd0;
        else     messages[i*2 +: 2] <= ends[i] ? {then[0], !then[0]} : then; // one more than 0 or 1

      // The header on offer, or of the next message that will be, is in registers of its own: receivers
      // compute with it. That of the message behind it follows what comes, and moves up.
      reg [RECV_BITS-1:0] offered;
      reg [RECV_BITS-1:0] behind;
      always @(posedge clk) if (may_head && has_place[i]) behind <= take_header;

      always @(posedge clk)
        if (older[i] ? recv[i] : may_head)
          offered <= (between && has_place[i]) ? take_header : behind;

      assign {recv_op[i*3 +: 3], recv_line[i*LINE_BITS +: LINE_BITS],
              recv_id[i*MSG_ID_BITS +: MSG_ID_BITS], recv_src[i*NODE_BITS +: NODE_BITS],
              recv_data_sectors[i*4 +: 4], recv_sectors[i*4 +: 4], recv_kind[i*3 +: 3]} = offered;

      wire [127:0]  kept_mask;
      wire [1023:0] kept_line;
      wire          masked = NARROW == 0 || has_mask(recv_kind[i*3 +: 3], recv_sectors[i*4 +: 4],
                                                 recv_data_sectors[i*4 +: 4]);
      regfile_1r1w #(.WIDTH(128), .DEPTH(2)) recv_masks (
        .clk        (clk),
        .write_valid(NARROW != 0 ? may_data && next_piece[0] && lock_sink[i] : may_head && has_place[i]),
        .write_addr (fill[i]),
        .write_data (take_flit[64 - 64*NARROW +: 128]),
        .read_addr  (oldest[i]),
        .read_data  (kept_mask)
      );
      assign recv_mask[i*128 +: 128] = kept_mask & {128{masked}};

      // With one line that is the oldest message's. While that is the one which is assembled its data flits go there,
      // those of the message behind it stay in the RAM.
      if (LINES == 1) begin : one_line
        wire [BEATS-1:0] oldest_kept;    // data flits of the oldest message in the RAM
        wire [BEATS-1:0] other_kept;     // of the one behind it
        wire [BEATS*WORD_BITS-1:0] oldest_word; // {BEATS} where they are
        wire             keeps = take_data && stays && lock_sink[i];
        reg  [WORD_BITS-1:0] its_word;
        wire [BEATS-1:0] fetches;        // one-hot: the data flit whose turn it is
        reg  [BEATS-1:0] landing;        // the one on the output of the RAM
        reg              lacks;
        integer          b;

        assign fetching[i] = |oldest_kept;
        assign fetches     = oldest_kept & (~oldest_kept + ONE_BEAT) & {BEATS{fetch_sink[i]}};

        always @* begin
          its_word = {WORD_BITS{1'b0}};
          for (b = 0; b < BEATS; b = b + 1)
            its_word = its_word | (oldest_word[b*WORD_BITS +: WORD_BITS] & {WORD_BITS{fetches[b]}});
        end
        assign its_fetch_word[i*WORD_BITS +: WORD_BITS] = its_word;

        always @(posedge clk)
          if (rst) landing <= {BEATS{1'b0}};
          else     landing <= fetches & {BEATS{fetch}};

        always @(posedge clk)
          if (rst)          lacks <= 1'b0;
          else if (recv[i]) lacks <= |other_kept || keeps;
          else              lacks <= fetching[i];
        assign lacking = lacks;

        for (n = 0; n < BEATS; n = n + 1) begin : beat
          reg  [1:0]           kept;     // {2} of the message in this place
          reg  [WORD_BITS-1:0] word_0;   // where it is
          reg  [WORD_BITS-1:0] word_1;
          reg  [FLIT_BITS-1:0] piece;    // of the line
          wire                 next = may_data && next_piece[n + NARROW] && lock_sink[i];
          assign oldest_kept[n] = oldest[i] ? kept[1] : kept[0];
          assign other_kept[n]  = oldest[i] ? kept[0] : kept[1];
          assign oldest_word[n*WORD_BITS +: WORD_BITS] = oldest[i] ? word_1 : word_0;

          always @(posedge clk)
            if (rst) kept <= 2'd0;
            else     kept <= kept & ~({oldest[i], !oldest[i]} & {2{fetches[n] && fetch}})
                                  | ({fill[i], !fill[i]} & {2{keeps && next_piece[n + NARROW]}});

          always @(posedge clk) if (next && !fill[i]) word_0 <= take_word;
          always @(posedge clk) if (next && fill[i])  word_1 <= take_word;

          always @(posedge clk)
            if (landing[n])             piece <= word;
            else if (next && !older[i]) piece <= take_flit;
          assign kept_line[n*FLIT_BITS +: FLIT_BITS] = piece;
        end
      end else begin : two_lines
        assign lacking     = 1'b0;
        assign fetching[i] = 1'b0;
        assign its_fetch_word[i*WORD_BITS +: WORD_BITS] = {WORD_BITS{1'b0}};
        for (n = 0; n < BEATS; n = n + 1) begin : beat
          regfile_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(2)) pieces (
            .clk        (clk),
            .write_valid(may_data && next_piece[n + NARROW] && lock_sink[i]),
            .write_addr (fill[i]),
            .write_data (take_flit),
            .read_addr  (oldest[i]),
            .read_data  (kept_line[n*FLIT_BITS +: FLIT_BITS])
          );
        end
      end
      for (n = 0; n < 4; n = n + 1) begin : sector
        assign recv_data[(i*4 + n)*256 +: 256] =
          kept_line[n*256 +: 256] & {256{recv_data_sectors[i*4 + n]}};
      end
    end
  endgenerate

  assign port_credit = credits;

`ifdef FORMAL
`include "tests/formal/depacketizer.v"
`endif
endmodule
`default_nettype wire

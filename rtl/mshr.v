// Miss status holding registers of one core: merges loads per line [pact20 section 3.1],
// turns everything that passes the L1 into messages, and answers each request once.
// Latency two cycles from miss to request, one from reply to the first response. No data pass here:
// those of a store go from l1_cache to noc_port, those of a reply stay where it is offered until it is
// taken, which is when it is answered.
// State: a queue of two misses, ENTRIES reads under way
//
//   {busy, line} in pending_lines, {open, last target, first target} beside it
//
// their later targets (RAM), one request register and one of the reply that is answered; owner_node has
// the request's destination. A line is looked up when it comes, and that is kept up to date. With a shared
// L1 it serves remote loads and stores, too; their answers wait for remote_ready. Page: docs/blocks/mshr.md.
`default_nettype none
module mshr #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter ENTRIES    = 32,           // 1..64: pending lines
  parameter TARGETS    = 8,            // 1..64: loads merged per line
  parameter ID_BITS    = 8,            // 4..10: bits of a request id
  parameter CHUNK_BITS = 1,            // 0..5: log2 of the lines in one interleaving chunk
  parameter PARTITIONS = 8,            // 1..64: memory partitions
  parameter PARTITION_HASH = 0,        // 0..1: 1 chooses them by polynomials (address_map)
  parameter NODE_BITS  = 10,           // 10..10: bits of a node address {y, x}
`ifdef MEMLOOM_L1_PROTECT
  parameter DIVERT      = 0,           // 0..1: 1: an own load that finds no target free is a fetch
  parameter BYPASS_LINE = 0,           // 0..1: which asks for 0 its bytes, 1 the whole line
`endif
  parameter MSG_ID_BITS = 10           // 10..21: bits of a message id; 21 with a shared L1
) (
  input  wire                   clk,                // clock
  input  wire                   rst,                // synchronous reset, active high
  input  wire                   flush,              // kernel boundary: all pending misses become stale
  input  wire [PARTITIONS*NODE_BITS-1:0] partition_nodes, // {PARTITIONS} their nodes (constant)
`ifdef MEMLOOM_LLC_MODE
  input  wire [PARTITIONS*NODE_BITS-1:0] own_nodes, // {PARTITIONS} own slices instead (constant)
  input  wire                   own_slices,         // messages go to these
`endif

  // miss: from l1_cache
  input  wire                   miss_valid,         // something is offered
  output wire                   miss_ready,         // it is taken at this edge
  input  wire [2:0]             miss_kind,          // load, load_bypass, store, atomic, fetch
  input  wire [2:0]             miss_op,            // atomic operation
`ifdef MEMLOOM_SHARED_L1
  input  wire                   miss_remote,        // load or store of another core
  input  wire [NODE_BITS-1:0]   miss_node,          // remote: node of the requester
  input  wire [3:0]             miss_sectors,       // remote: sectors it wants
`endif
  input  wire [LINE_BITS-1:0]   miss_line,          // line address
  input  wire [ID_BITS-1:0]     miss_id,            // comes back with the response
  input  wire                   miss_install,       // loads: fill the L1; 0: answer only
`ifdef MEMLOOM_CCN
  input  wire                   miss_again,         // loads: the L1 may hold the line before this is taken
`endif
  input  wire [127:0]           miss_mask,          // bytes read or written

  // for l1_cache, which looks up a read's line in the cycle in which it is looked at here
  output wire                   answers,            // the reply that is offered was looked at before
  output wire                   installs,           // the line of the read looked at in the cycle before may be installed

  // request: messages to noc_port
  output wire                   request_valid,      // a message is offered
  input  wire                   request_ready,      // it is taken at this edge
  output wire [NODE_BITS-1:0]   request_dest,       // node of the partition that owns the line
  output wire [2:0]             request_kind,       // 0 read, 1 fetch, 2 store, 3 atomic
  output wire [2:0]             request_op,         // atomic operation
  output wire [LINE_BITS-1:0]   request_line,       // line address
  output wire [MSG_ID_BITS-1:0] request_id,         // read: entry; else the request's id
`ifdef MEMLOOM_SHARED_L1
`ifdef MEMLOOM_CCN
  output wire                   request_remote,     // it is of another core; a read for its first load
`endif
`endif
`ifdef MEMLOOM_CCN
  output wire                   request_again,      // read: the L1 may hold its line before this one comes; others: 1
`endif
  output wire [3:0]             request_sectors,    // sectors wanted in the reply
  output wire [3:0]             request_data_sectors, // sectors of data that travel along
  output wire [127:0]           request_mask,       // bytes written or operated on

  // reply: messages from noc_port
  input  wire                   reply_valid,        // a reply is offered
  output wire                   reply_ready,        // it is taken at this edge: nobody needs its data
  input  wire [2:0]             reply_kind,         // 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [MSG_ID_BITS-1:0] reply_id,           // read: entry; else the request's id
`ifdef MEMLOOM_SHARED_L1
  input  wire [LINE_BITS-1:0]   reply_line,         // line address

  // remote: answers to other cores, to the home port
  output wire                   remote_valid,       // an answer
  input  wire                   remote_ready,       // it is taken at this edge
  output wire [2:0]             remote_kind,        // 0 read, 2 store
  output wire [LINE_BITS-1:0]   remote_line,        // line address
  output wire [NODE_BITS-1:0]   remote_dest,        // node of the requester
  output wire [ID_BITS-1:0]     remote_id,          // the requester's id
  output wire [3:0]             remote_data_sectors, // sectors it wants (store: 0)
`endif

  // response: answers to the own load/store unit, always taken
  output wire                   response_valid,     // an answer
  output wire [ID_BITS-1:0]     response_id,        // id of the request

`ifdef MEMLOOM_L1_PROTECT
  output wire                   full,               // all entries are busy

`endif
  // events: pulses for perf_counters, registered
  output wire                   event_stall         // a queued miss had to wait
);
  localparam ENTRY_BITS   = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  localparam TARGET_BITS  = (TARGETS > 1) ? $clog2(TARGETS) : 1;
  localparam [31:0] TARGET_LIMIT = TARGETS - 1;
  localparam [TARGET_BITS-1:0] FIRST = {TARGET_BITS{1'b0}};
  localparam [TARGET_BITS-1:0] ONE   = 1;
  localparam [TARGET_BITS-1:0] FINAL = TARGET_LIMIT[TARGET_BITS-1:0];

  localparam [2:0] LOAD           = 3'd0; // kind of misses
  localparam [2:0] MESSAGE_READ   = 3'd0; // messages: a load, a load_bypass or fetch,
  localparam [2:0] MESSAGE_STORE  = 3'd2; // a store, an atomic
`ifdef MEMLOOM_L1_PROTECT
  localparam [2:0] MESSAGE_FETCH  = 3'd1;
`endif

  // Access id: what is kept of a request to answer it. A message id that names no entry is
  // {remote, node, id}, of an own request its id; answers to messages that requester sent straight
  // to L2 may have an instruction id in [16:10].
  wire [ID_BITS-1:0]        head_id;
  wire [ID_BITS-1:0]        answer_id;
`ifdef MEMLOOM_SHARED_L1
  localparam TARGET_ID_BITS = NODE_BITS + 4 + ID_BITS;
  localparam ACCESS_ID_BITS = 1 + TARGET_ID_BITS;
  localparam WIDE_ID_BITS   = 1 + NODE_BITS + 10;
  localparam NODE_AT        = 10;      // place of the node in a message id
  localparam REMOTE_AT      = NODE_AT + NODE_BITS;
  wire [ACCESS_ID_BITS-1:0] miss_access_id = {miss_remote, miss_node, miss_sectors, miss_id};
  wire [ACCESS_ID_BITS-1:0] head_access_id;
  wire [TARGET_ID_BITS-1:0] answer_access_id; // of who is answered in this cycle
  wire [TARGET_ID_BITS-1:0] replied_access_id; // if the reply's message id says that
  wire                      head_remote;
  wire [NODE_BITS-1:0]      head_node;
  wire [3:0]                head_sectors;
  wire [NODE_BITS-1:0]      target_node;
  wire [3:0]                target_sectors;
  wire                      unused_sectors = &{1'b0, head_sectors}; // the reply tells for stores
  wire                      head_is_own = !head_remote;
  assign {head_remote, head_node, head_sectors, head_id} = head_access_id;
  assign {target_node, target_sectors, answer_id} = answer_access_id;
`else
  localparam TARGET_ID_BITS = ID_BITS;
  localparam ACCESS_ID_BITS = ID_BITS;
  localparam WIDE_ID_BITS   = MSG_ID_BITS;
  wire [ACCESS_ID_BITS-1:0] miss_access_id = miss_id;
  wire [ACCESS_ID_BITS-1:0] head_access_id;
  wire [TARGET_ID_BITS-1:0] answer_access_id; // of who is answered in this cycle
  wire [TARGET_ID_BITS-1:0] replied_access_id; // if the reply's message id says that
  wire                      head_is_own = 1'b1;
  assign head_id    = head_access_id;
  assign answer_id  = answer_access_id;
`endif

  // Input queue of two places: what must be compared or cleared in place is in flops, the rest in a
  // fifo. That the head leaves is known late: it moves who is the head, not what is in the places, and
  // one address of the payloads. A free place takes what there may be; only a full one must keep its
  // miss. What comes to an empty queue is put where the head is looked for.
  wire                   take = miss_valid && miss_ready;
  wire                   leave;        // the head leaves at this edge
  wire                   head_valid;
  wire [2:0]             head_op;
  wire [127:0]           head_mask;
  wire                   queue_room;   // a place is free
  reg  [2:0]             sent_kind;    // of the request register's message
  reg  [1:0]             heads;        // {2} one-hot: the head is there, if there is one
  reg  [1:0]             placed;       // {2} it holds a miss
  reg  [3:0]             place_kinds;  // {2} kind of the message that it becomes
  reg  [2*LINE_BITS-1:0] place_lines;  // {2} its line
  reg  [1:0]             cached;       // {2} a load that is to be installed
  wire [1:0]             is_load;      // {2} it is a load
  wire [1:0]             is_write;     // {2} it is a store or atomic
  wire [LINE_BITS-1:0]   low_line  = place_lines[LINE_BITS-1:0];
  wire [LINE_BITS-1:0]   high_line = place_lines[2*LINE_BITS-1:LINE_BITS];
  wire [LINE_BITS-1:0]   head_line = heads[1] ? high_line : low_line;
  wire [2:0]             head_kind = {1'b0, heads[1] ? place_kinds[3:2] : place_kinds[1:0]};
  wire                   head_install = |(cached & heads);
  wire                   head_is_load = |(is_load & heads);
  wire                   head_writes  = |(is_write & heads);

  fifo #(.WIDTH(3 + ACCESS_ID_BITS + 128), .DEPTH(2)) payloads (
    .clk      (clk),
    .rst      (rst),
    .put_valid(miss_valid),
    .put_ready(queue_room),
    .put_data ({miss_op, miss_access_id, miss_mask}),
    .get_valid(head_valid),
    .get_ready(leave),
    .get_data ({head_op, head_access_id, head_mask})
  );

  always @(posedge clk)
    if (rst)        heads <= 2'b01;
    else if (leave) heads <= ~heads;

  genvar i;
  generate
    for (i = 0; i < 2; i = i + 1) begin : each_place
      wire [1:0] kind = place_kinds[2*i +: 2];
      assign is_load[i]  = kind == MESSAGE_READ[1:0];
      assign is_write[i] = kind[1];

      always @(posedge clk)
        if (rst)            placed[i] <= 1'b0;
        else if (placed[i]) placed[i] <= !(leave && heads[i]);
        else                placed[i] <= take && heads[i] != head_valid;

      always @(posedge clk)
        if (!placed[i]) begin
          place_kinds[2*i +: 2]                 <= {miss_kind[1], miss_kind[2] || miss_kind[0]};
          place_lines[i*LINE_BITS +: LINE_BITS] <= miss_line;
        end

      always @(posedge clk)
        if (flush)           cached[i] <= 1'b0;
        else if (!placed[i]) cached[i] <= miss_install && miss_kind == LOAD;
    end
  endgenerate

  wire [3:0] touched = {|head_mask[127:96], |head_mask[95:64], |head_mask[63:32], |head_mask[31:0]};

  // The reply that is answered: a read's drains its entry, one target per cycle. It is looked at when it
  // is offered, and taken when its answers are given.
  reg                    reply_full;
  reg                    reply_reads;
  reg  [MSG_ID_BITS-1:0] replied_id;
  reg  [TARGET_BITS-1:0] next;         // target answered in this cycle
  reg                    fresh;        // the reply was looked at in the cycle before,
  reg                    room;         // no answer is left after this cycle, unless it waits for another core
  reg                    over;         // none is left
  wire                   look = reply_valid && !reply_full;
  wire                   answered;     // this answer is given, it need not wait
  wire                   finish;       // the last answer is given in this cycle
  wire [ENTRY_BITS-1:0]  drained = replied_id[ENTRY_BITS-1:0];
  wire                   unused  = &{1'b0, replied_id};
  always @(posedge clk)
    if (rst)             reply_full <= 1'b0;
    else if (reply_full) reply_full <= !reply_ready;
    else                 reply_full <= reply_valid;

  wire look_at_read = look && reply_kind == MESSAGE_READ;
  always @(posedge clk)
    if (!reply_full) begin
      reply_reads <= reply_kind == MESSAGE_READ;
      replied_id  <= reply_id;
    end

  always @(posedge clk)
    if (!reply_full)   next <= FIRST;
    else if (answered) next <= next + ONE;

  always @(posedge clk)
    if (rst) fresh <= 1'b0;
    else     fresh <= look;

  always @(posedge clk) over <= reply_full && !reply_ready && (over || finish);

  // Entries: their lines, and what else is known of each. A miss is looked up when it comes; what a
  // claim at that edge or later does to its line is told by a comparison with the other place, where
  // the head is.
  reg  [ENTRIES*TARGET_ID_BITS-1:0] firsts;  // per entry: access id of its first target
  reg  [ENTRIES-1:0]             open;       // later loads may join: fresh, reply not taken
  reg  [ENTRIES*TARGET_BITS-1:0] lasts;      // per entry: its newest target
  reg  [2*ENTRIES-1:0]           same_line;  // {2} entries of the place's line; means nothing of free ones
  reg                            twins;      // the lines of both places are one
  wire [1:0]                     same_as_other = {miss_line == low_line, miss_line == high_line}; // {2}
  wire [ENTRIES-1:0]             found;      // the busy ones of the line that comes
  wire [ENTRIES-1:0]             roomy;      // fewer than TARGETS
  reg  [ENTRIES-1:0]             is_drained; // by the reply
  wire [1:0]                     live_found;  // {2} an open entry has the place's line
  wire [1:0]                     roomy_found; // {2} and it is roomy
  wire [1:0]                     same_as_drained; // {2} the place's line is that of the reply
  wire                           claim;      // the head's line gets the free entry
  wire                           free;       // there is one
  wire [ENTRIES-1:0]             free_mask;
  wire [ENTRY_BITS-1:0]          free_entry;
  integer                        waiting;

  pending_lines #(.LINE_BITS(LINE_BITS), .ENTRIES(ENTRIES)) reads (
    .clk         (clk),
    .rst         (rst),
    .look_line   (miss_line),
    .look_match  (found),
    .claim_line  (head_line),
    .claim_valid (claim),
    .free_valid  (free),
    .free_entry  (free_entry),
    .free_mask   (free_mask),
    .answer_entry(drained),
    .answer_last (reply_reads && finish)
  );

  always @(posedge clk) if (!(&placed)) twins <= placed[0] ? same_as_other[1] : same_as_other[0];

  generate
    for (i = 0; i < 2; i = i + 1) begin : entries_of_place
      wire [ENTRIES-1:0] same = same_line[i*ENTRIES +: ENTRIES];
      wire [ENTRIES-1:0] kept = placed[i] ? same : found;
      wire               will = placed[i] ? twins : same_as_other[i];
      assign same_as_drained[i] = |(same & is_drained);
      assign live_found[i]      = |(same & open);
      assign roomy_found[i]     = |(same & open & roomy);

      always @(posedge clk)
        same_line[i*ENTRIES +: ENTRIES] <= kept & ~free_mask | free_mask & {ENTRIES{will}};
    end
  endgenerate

  // Decisions about the head: it joins an entry, becomes a message, or waits. The request register
  // may be refilled while it is being taken.
  wire request_free = !request_valid || request_ready;
  wire [1:0] may_join = heads & placed & cached; // {2}
  wire [ENTRIES-1:0] joins;            // the head becomes another target of this one
  wire merge       = |(may_join & roomy_found);
  wire may_claim   = head_valid && head_is_load && free && !(|(may_join & live_found));
  wire may_outdate = head_valid && head_writes;
  wire diverts;                        // the head is sent as a fetch, unless it joins
  wire may_send    = may_claim || head_valid && !head_is_load || diverts && !merge;
  wire outdate     = request_free && may_outdate; // that the register is free is known last
  assign claim     = request_free && may_claim;
  assign leave     = request_free && may_send || merge;

  // What a reply takes along of its entry, as it will be from the edge on at which the reply is taken.
  wire [ENTRIES-1:0]    named;         // by the reply that is offered
  wire [ENTRIES-1:0]    of_head;       // they have its line
  wire                  grows = |(named & joins); // one more target at this edge
  reg [TARGET_BITS-1:0] named_last;    // without that
  reg [TARGET_BITS-1:0] left;          // further targets to be answered, without the one that
  reg                   grown;         // joined when the reply was taken
  reg                   fills;         // the entry was open
  wire                  later_remote;  // so does that after the one of this cycle
  wire                  ack_remote;    // so does the answer to a reply that is no read's
  always @* begin
    named_last = FIRST;
    for (waiting = 0; waiting < ENTRIES; waiting = waiting + 1)
      if (named[waiting]) named_last = named_last | lasts[waiting*TARGET_BITS +: TARGET_BITS];
  end

  always @(posedge clk)
    if (!reply_full) begin
      left  <= (reply_kind == MESSAGE_READ) ? named_last : FIRST;
      grown <= reply_kind == MESSAGE_READ && grows;
    end else if (answered) begin
      left  <= grown ? left : left - ONE;
      grown <= 1'b0;
    end

  // A last answer of its own core, or all are given: the latter after a remote last answer, too, and after
  // that of a read which is its first, as how many there are is known late.
  wire later_is_last = (grown ? left == FIRST : left == ONE) && !later_remote;
  always @(posedge clk)
    if (!reply_full)   room <= reply_kind != MESSAGE_READ && !ack_remote;
    else if (answered) room <= last || later_is_last;

  always @(posedge clk) if (!reply_full) is_drained <= named;

  always @(posedge clk)
    if (!reply_full) fills <= |(named & open) && !(outdate && |(named & of_head)) && !flush;

  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : each_entry
      localparam [31:0] INDEX = i;
      wire [TARGET_BITS-1:0] newest = lasts[i*TARGET_BITS +: TARGET_BITS];
      wire [1:0]             same   = {same_line[ENTRIES + i], same_line[i]};
      assign roomy[i]      = newest != FINAL;
      assign joins[i]      = |(same & may_join) && open[i] && roomy[i];
      assign of_head[i]    = |(same & heads);
      assign named[i]      = reply_id[ENTRY_BITS-1:0] == INDEX[ENTRY_BITS-1:0];

      always @(posedge clk)
        if (rst || flush || look_at_read && named[i]) open[i] <= 1'b0;
        else if (claim && free_mask[i])            open[i] <= head_install;
        else if (outdate && of_head[i])            open[i] <= 1'b0;

      always @(posedge clk)
        lasts[i*TARGET_BITS +: TARGET_BITS] <= free_mask[i] ? FIRST : joins[i] ? newest + ONE : newest;

      always @(posedge clk)
        if (free_mask[i])
          firsts[i*TARGET_ID_BITS +: TARGET_ID_BITS] <= head_access_id[TARGET_ID_BITS-1:0];
    end
  endgenerate

  // Targets: access ids of the waiting loads. The first is beside its entry: that of the entry that is
  // claimed next follows the head. Later ones are written a cycle after they joined and read a
  // cycle before they are answered: entry e has its target t at (t - 1) * 2^ENTRY_BITS + e. Of the entry
  // whose reply is taken when a load joins, the first is answered during that write.
  reg  [TARGET_ID_BITS-1:0] first_id;
  wire                      is_stored;    // target `next` was read at the last edge:
  wire [TARGET_ID_BITS-1:0] stored_later; // inverted, which spares a gate behind the RAM
  wire                      forwards;     // it was written at that edge, too:
  wire [TARGET_ID_BITS-1:0] forwarded;
  reg                       joined;    // a load became a later target at the last edge
  reg  [ENTRY_BITS-1:0]     joined_entry;
  reg  [TARGET_BITS-1:0]    joined_last; // the newest target before it
  reg  [TARGET_ID_BITS-1:0] joined_id;
  reg  [ENTRY_BITS-1:0]     join_entry;
  reg  [TARGET_BITS-1:0]    join_last;
  integer                   joining;

  always @* begin
    first_id   = {TARGET_ID_BITS{1'b0}};
    join_entry = {ENTRY_BITS{1'b0}};
    join_last  = FIRST;
    for (joining = 0; joining < ENTRIES; joining = joining + 1) begin
      if (is_drained[joining])
        first_id = first_id | firsts[joining*TARGET_ID_BITS +: TARGET_ID_BITS];
      if (joins[joining]) begin
        join_entry = join_entry | joining[ENTRY_BITS-1:0];
        join_last  = join_last | lasts[joining*TARGET_BITS +: TARGET_BITS];
      end
    end
  end

  always @(posedge clk)
    if (rst) joined <= 1'b0;
    else     joined <= merge;

  always @(posedge clk) begin
    joined_entry <= join_entry;
    joined_last  <= join_last;
    joined_id    <= head_access_id[TARGET_ID_BITS-1:0];
  end

  wire [TARGET_BITS+ENTRY_BITS-1:0] write_at = {joined_last, joined_entry};
  wire [TARGET_BITS+ENTRY_BITS-1:0] read_at  = {next, drained}; // of the target after `next`
  // What the RAM reads comes late: it is the last choice.
  assign answer_access_id = is_stored ? ~stored_later
                          : !reply_reads ? replied_access_id : forwards ? forwarded : first_id;

  generate
    if (TARGETS == 1) begin : one_target
      wire unused_joined = &{1'b0, write_at, read_at, joined, joined_id};
      assign {is_stored, forwards, forwarded, stored_later} = {(2 + 2*TARGET_ID_BITS){1'b0}};
    end else begin : more_targets
      localparam LATER   = (TARGETS - 1) << ENTRY_BITS;
      localparam AT_BITS = $clog2(LATER);
      reg                       read;
      reg                       passed;
      reg  [TARGET_ID_BITS-1:0] passed_id;
      assign {is_stored, forwards, forwarded} = {read, passed, passed_id};

      ram_1r1w #(.WIDTH(TARGET_ID_BITS), .DEPTH(LATER)) laters (
        .clk        (clk),
        .write_valid(joined),
        .write_addr (write_at[AT_BITS-1:0]),
        .write_mask (1'b1),
        .write_data (~joined_id),
        .read_valid (answered),        // the word beyond the last one when none follows: nobody looks
        .read_addr  (read_at[AT_BITS-1:0]),
        .read_data  (stored_later)
      );

      always @(posedge clk)
        if (!reply_full)   {read, passed} <= 2'b00;
        else if (answered) {read, passed} <= (joined && write_at == read_at) ? 2'b01 : 2'b10;

      always @(posedge clk) if (answered) passed_id <= joined_id;
    end
  endgenerate

  // Request register; owner_node has its destination, and knows whether it holds a message.
  wire [3:0]                wanted;    // sectors of the reply
  reg  [WIDE_ID_BITS-1:0]   message_id;
  wire                      unused_id = &{1'b0, message_id};

  owner_node #(
    .LINE_BITS (LINE_BITS),
    .CHUNK_BITS(CHUNK_BITS),
    .PARTITIONS(PARTITIONS),
    .HASH      (PARTITION_HASH),
    .NODE_BITS (NODE_BITS)
  ) destination (
    .clk            (clk),
    .rst            (rst),
    .partition_nodes(partition_nodes),
`ifdef MEMLOOM_LLC_MODE
    .own_nodes      (own_nodes),
    .own_slices     (own_slices),
`endif
    .line_valid     (may_send),
    .line_low       (low_line),
    .line_high      (high_line),
    .line_is_high   (heads[1]),
    .node_valid     (request_valid),
    .node_ready     (request_ready),
    .node_dest      (request_dest)
  );

  always @* begin
    message_id = {WIDE_ID_BITS{1'b0}};
    if (head_is_load && !diverts) message_id[ENTRY_BITS-1:0] = free_entry;
    else                          message_id[ID_BITS-1:0]    = head_id;
`ifdef MEMLOOM_SHARED_L1
    if (!head_is_load && head_remote)
      message_id[WIDE_ID_BITS-1:NODE_AT] = {1'b1, head_node};
`endif
  end

`ifdef MEMLOOM_L1_PROTECT
  // An own load that finds the targets of its line's read full goes past them. It leaves nothing to
  // undo: the way in the L1 is that of the read.
  wire [2:0] message_kind = diverts ? MESSAGE_FETCH : head_kind;
  wire       whole        = head_is_load && (!diverts || BYPASS_LINE != 0);
  assign diverts = DIVERT != 0 && head_is_own && |(may_join & live_found);
`else
  wire [2:0] message_kind = head_kind;
  wire       whole        = head_is_load;
  wire       unused_own   = &{1'b0, head_is_own};
  assign diverts = 1'b0;
`endif

  assign wanted = whole ? 4'b1111 : (head_kind == MESSAGE_STORE) ? 4'b0000 : touched;

  reg [2:0]             sent_op;
  reg [LINE_BITS-1:0]   sent_line;
  reg [MSG_ID_BITS-1:0] sent_id;
  reg [3:0]             sent_sectors;
  reg [3:0]             sent_data_sectors;
  reg [127:0]           sent_mask;
  always @(posedge clk)
    if (request_free) begin            // whether there is a message is known later
      sent_kind         <= message_kind;
      sent_op           <= head_op;
      sent_line         <= head_line;
      sent_id           <= message_id[MSG_ID_BITS-1:0];
      sent_sectors      <= wanted;
      sent_data_sectors <= head_writes ? touched : 4'b0000;
      sent_mask         <= head_mask;
    end

`ifdef MEMLOOM_SHARED_L1
`ifdef MEMLOOM_CCN
  reg sent_remote;
  always @(posedge clk) if (request_free) sent_remote <= head_remote;
  assign request_remote = sent_remote;
`endif
`endif

`ifdef MEMLOOM_CCN
  // The line of a load comes for others before it could join them: the L1 has it then, and what is behind
  // this load may write it there.
  reg        sent_again;
  reg  [1:0] came;                     // {2} it came while the place's load was in the L1's miss register or here
  wire [1:0] comes = same_as_drained & {2{fresh && reply_reads}};
  always @(posedge clk) begin
    came <= placed & (came | comes) | ~placed & {2{miss_again}};
    if (request_free) sent_again <= |(heads & (came | comes)) || !head_install;
  end

  assign request_again = sent_again;
`endif

  // Answers. A fill must not overtake a store or atomic to its line that is still queued here.
  wire overtakes = |(placed & is_write & same_as_drained);
  wire last     = left == FIRST && !grown;
  assign finish = answered && last;

  wire               answer_remote;    // the answer goes to another core
`ifdef MEMLOOM_SHARED_L1
  reg [LINE_BITS-1:0] replied_line;    // of the reply
  always @(posedge clk) if (!reply_full) replied_line <= reply_line;

  // Which targets are those of other cores. That decides when a reply has room, so it is not read from
  // the other storage: an entry's come along with its reply and move past, the one answered now is the
  // lowest.
  localparam SLOTS = 1 << TARGET_BITS;
  reg  [ENTRIES*SLOTS-1:0] remotes;
  wire [ENTRIES*SLOTS-1:0] next_remotes; // of busy entries
  reg  [SLOTS-1:0]         named_remotes;
  reg  [SLOTS-1:0]         remotes_left;
  integer                  entry;
  always @* begin
    named_remotes = {SLOTS{1'b0}};
    for (entry = 0; entry < ENTRIES; entry = entry + 1)
      if (named[entry]) named_remotes = named_remotes | next_remotes[entry*SLOTS +: SLOTS];
  end

  wire [SLOTS-1:0] later_remotes = remotes_left >> 1;
  wire [SLOTS-1:0] next_left_remotes = reply_full                      ? later_remotes
                                     : (reply_kind == MESSAGE_READ) ? named_remotes
                                     : {SLOTS{ack_remote}};
  assign ack_remote   = |(reply_id >> REMOTE_AT);
  assign later_remote = later_remotes[0];
  always @(posedge clk)
    if (!reply_full || answered) remotes_left <= next_left_remotes;

  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : remotes_of_entry
      wire [SLOTS-1:0] last_slot = {{(SLOTS-1){1'b0}}, 1'b1} << lasts[i*TARGET_BITS +: TARGET_BITS];
      wire [SLOTS-1:0] slot      = (last_slot << 1) & {SLOTS{joins[i]}};
      assign next_remotes[i*SLOTS +: SLOTS]
        = remotes[i*SLOTS +: SLOTS] & ~slot | slot & {SLOTS{head_remote}};

      always @(posedge clk)
        remotes[i*SLOTS +: SLOTS]
          <= free_mask[i] ? {SLOTS{head_remote}} : next_remotes[i*SLOTS +: SLOTS];
    end
  endgenerate

  reg [WIDE_ID_BITS-1:0] wide_id;      // that of the reply, should MSG_ID_BITS be less
  wire                   unused_wide = &{1'b0, wide_id[REMOTE_AT], wide_id[NODE_AT-1:0]};
  always @* begin
    wide_id = {WIDE_ID_BITS{1'b0}};
    wide_id[MSG_ID_BITS-1:0] = replied_id;
  end

  assign replied_access_id = {wide_id[NODE_AT +: NODE_BITS], 4'b0000, replied_id[ID_BITS-1:0]};
  assign answer_remote  = remotes_left[0];
  assign answered       = reply_full && !over && (!answer_remote || remote_ready);
  assign remote_valid   = reply_full && !over && answer_remote;
  assign remote_kind    = reply_reads ? MESSAGE_READ : MESSAGE_STORE;
  assign remote_line    = replied_line;
  assign remote_dest    = target_node;
  assign remote_id      = answer_id;
  assign remote_data_sectors = target_sectors;
`else
  assign replied_access_id = replied_id[ID_BITS-1:0];
  assign answer_remote = 1'b0;
  assign answered      = reply_full && !over;
  assign later_remote  = 1'b0;
  assign ack_remote    = 1'b0;
`endif

  reg stalled;
  always @(posedge clk)
    if (rst) stalled <= 1'b0;
    else     stalled <= head_valid && !leave;

  // Outputs: functions of the state above. With a remote last answer the reply is taken one cycle
  // after that was, so that reply_ready does not depend on remote_ready.
  assign miss_ready     = queue_room;
  assign reply_ready    = reply_full && room;
  assign response_valid = reply_full && !over && !answer_remote;
  assign response_id    = answer_id;
  assign answers        = reply_full;
  assign installs       = reply_full && reply_reads && fresh && fills && !overtakes;
  assign request_kind   = sent_kind;
  assign request_op     = sent_op;
  assign request_line   = sent_line;
  assign request_id     = sent_id;
  assign request_sectors      = sent_sectors;
  assign request_data_sectors = sent_data_sectors;
  assign request_mask   = sent_mask;
  assign event_stall    = stalled;
`ifdef MEMLOOM_L1_PROTECT
  assign full           = !free;
`endif

`ifdef FORMAL
`include "tests/formal/mshr.v"
`endif
endmodule
`default_nettype wire

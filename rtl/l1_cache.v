// Level-1 data cache of one core: set-associative, write-through, no-write-allocate, LRU [pact20
// sections 3.2 and 5.1]. An unstalled load hit is answered LATENCY cycles after its handshake;
// one access per cycle, each sees everything the one before it wrote.
//
//   delay line ─> read ─> compare ─> head (decides, writes)     an access; each stage may wait
//                  fill ─> compare ─> filling (writes)          a fill; never waits
//
// One tag word per set, meaningful if used[set], in two RAMs of one read port, which a fill has
// before an access; what the last writes left is forwarded:
//
//   tags  {tag [WAYS]}
//   words {foreign [WAYS] (shared L1), order (lru_pairs), reserved [WAYS], valid [WAYS]}
//
// State: delay line, the accesses and fills in the stages, data of stores (line_queue) and what has become
// of the line in front, tag words (RAM), `used` in flops, so that a flush takes one cycle, the last write, the lines (RAM), one register
// each for hit, miss and events. With a shared L1 also a flop per set (purge) and a register for
// the hit of another core. Line protection: l1_protect; snoops: l1_snoop.
// Page: docs/blocks/l1_cache.md.
`default_nettype none
module l1_cache #(
  parameter LINE_BITS    = 25,         // 17..33: bits of a line address
  parameter SETS         = 32,         // 1..1024: sets, a power of two
  parameter WAYS         = 4,          // 1..16: ways
  parameter LATENCY      = 27,         // 5..64: cycles from the access handshake to hit_valid
  parameter STORE_QUEUE  = 8,          // 1..64: stores and atomics that may be in the delay line
  parameter WRITE_UPDATE = 1,          // 0..1: 1 a store hit updates the line, 0 invalidates it
  parameter HASH_INDEX   = 0,          // 0..2: set index: 0 low line bits, 1 XOR of all groups, 2 Fermi's
`ifdef MEMLOOM_SHARED_L1
  parameter NODE_BITS    = 10,         // 10..10: bits of a node address {y, x}
`endif
`ifdef MEMLOOM_L1_PROTECT
  parameter SCHEME        = 0,         // 0..3: 0 no protection, 1 stall_bypass, 2 global, 3 dlp
  parameter DLP_SAMPLE    = 200,       // 1..65535: queries of a sample
  parameter DLP_MAX_INSNS = 10000,     // 1..1048575: warp instructions that end a sample, too
  parameter DLP_FALL      = 1,         // 1..15: what distances fall by
  parameter DLP_LIFE      = 0,         // 0..1: lives count as they are 0 after, 1 before a query
  parameter DLP_RESERVED  = 0,         // 0..1: 1: no load waits for a reserved way
  parameter VTA_TAG_FIELD = 0,         // 0..33: bits of a victim's tag field, 0: as needed
  parameter BYPASS_LINE   = 0,         // 0..1: a bypassed load asks for 0 its bytes, 1 the whole line
`endif
`ifdef MEMLOOM_RAM_PROTECT
  parameter PROTECT      = 0,          // 0..2: tags and lines are stored with 0 no check bits, 1 parity, 2 SEC-DED
`endif
  parameter ID_BITS      = 8           // 4..10: bits of a request id
) (
  input  wire                 clk,            // clock
  input  wire                 rst,            // synchronous reset, active high
  input  wire                 flush,          // kernel boundary: invalidate everything at this edge
`ifdef MEMLOOM_SHARED_L1
  input  wire                 share_even,     // 1: foreign lines of even sets are dead, stay away
  input  wire                 share_odd,      // 1: those of odd sets
`endif
`ifdef MEMLOOM_L1_PROTECT
  input  wire [1:0]           issued,         // warp instructions that the core issued
  input  wire                 mshr_full,      // all entries of the MSHR are busy
`endif

  // access: from l1_arbiter
  input  wire                 access_valid,   // an access is offered
  output wire                 access_ready,   // it is taken at this edge
  input  wire [2:0]           access_kind,    // load, load_bypass, store, atomic, fetch
  input  wire [2:0]           access_op,      // atomic operation
`ifdef MEMLOOM_SHARED_L1
  input  wire                 access_remote,  // 1: of another core
  input  wire                 access_foreign, // load: mark its line
  input  wire [NODE_BITS-1:0] access_node,    // remote: node of the requester
  input  wire [3:0]           access_sectors, // remote: sectors it wants
`endif
  input  wire [LINE_BITS-1:0] access_line,    // line address
  input  wire [ID_BITS-1:0]   access_id,      // comes back with the response
`ifdef MEMLOOM_L1_PROTECT
  input  wire [6:0]           access_insn,    // instruction id
  input  wire [6:0]           access_check,   // rest of its program counter's hash
`endif
  input  wire [127:0]         access_mask,    // bytes read or written

  // own: data of the own core's store or atomic that was taken last, from the cycle behind that on
  input  wire                 own_valid,      // they are there
  output wire                 own_ready,      // the last sector goes at this edge, of a message too, or none
  input  wire [1023:0]        own_data,       // store data or atomic operands

`ifdef MEMLOOM_SHARED_L1
  // home: the message of another core whose access l1_arbiter has; it stays until its data are taken
  input  wire                 home_valid,    // it is there
  input  wire [1023:0]        home_data,     // data of a store
`endif

  // reply: what is offered to the MSHR, a fill if it is a read's. A fill is looked up in the cycle in which the
  // MSHR looks at it; two cycles later, while it is still offered, it takes the head's turn
  input  wire                 reply_valid,    // a reply is offered
  input  wire [2:0]           reply_kind,     // 0 read
  input  wire [LINE_BITS-1:0] reply_line,     // line address
  input  wire [1023:0]        reply_data,     // the line

  // what the MSHR does with it
  input  wire                 mshr_answers,   // it has looked at this reply before; 0: it does now
  input  wire                 mshr_installs,  // the fill it looked at in the cycle before may be installed, if a way
                                              // is reserved for it

  // miss: everything that goes on to the MSHR
  output wire                 miss_valid,     // a miss, store, atomic, bypass or fetch is offered
  input  wire                 miss_ready,     // it is taken at this edge
  output wire [2:0]           miss_kind,      // as access_kind
  output wire [2:0]           miss_op,        // atomic operation
`ifdef MEMLOOM_SHARED_L1
  output wire                 miss_remote,    // as access_remote
  output wire [NODE_BITS-1:0] miss_node,      // as access_node
  output wire [3:0]           miss_sectors,   // as access_sectors
`endif
  output wire [LINE_BITS-1:0] miss_line,      // line address
  output wire [ID_BITS-1:0]   miss_id,        // comes back with the response
  output wire                 miss_install,   // load: a way is reserved; 0: answer only; re-decided by a flush
`ifdef MEMLOOM_CCN
  output wire                 miss_again,     // load: its line may be here before it is taken; re-decided by a reply
`endif
  output wire [127:0]         miss_mask,      // bytes read or written

  // store: data of the misses that are stores and atomics, in their order, each not later than its miss
  output wire                 store_valid,    // data are offered
  input  wire                 store_ready,    // they are taken at this edge
  output wire [1023:0]        store_data,     // store data or atomic operands

`ifdef MEMLOOM_SHARED_L1
  // remote_hit: load hits of other cores, to the home port
  output wire                 remote_hit_valid,   // a remote load hit is answered
  input  wire                 remote_hit_ready,   // it is taken at this edge
  output wire [LINE_BITS-1:0] remote_hit_line,    // line address
  output wire [NODE_BITS-1:0] remote_hit_dest,    // node of the requester
  output wire [ID_BITS-1:0]   remote_hit_id,      // the requester's id
  output wire [3:0]           remote_hit_data_sectors, // sectors it wants
  output wire [1023:0]        remote_hit_data,    // the line

`endif
`ifdef MEMLOOM_CCN
  // tags: what was written to the tags at the last edge, for the copy in shadow_tags
  output wire                 tags_valid,     // lines or reservations of a set changed
  output wire [(SETS > 1 ? $clog2(SETS) : 1)-1:0] tags_set, // the set
  output wire [WAYS-1:0]      tags_lines,     // its ways that hold a line
  output wire [WAYS-1:0]      tags_ways,      // its way that was reserved, if any
  output wire [LINE_BITS-$clog2(SETS)-1:0] tags_tag, // for a line with this tag; else 0

  // snoop: another core wants a line, which was here by the copy of the tags
  input  wire                 snoop_valid,    // a line is asked for
  output wire                 snoop_ready,    // it is taken at this edge
  input  wire [(SETS > 1 ? $clog2(SETS) : 1)-1:0] snoop_set, // its set
  input  wire [(WAYS > 1 ? $clog2(WAYS) : 1)-1:0] snoop_way, // its way

  // data, gone: the answer to the last snoop, one of both, always taken
  output wire                 data_valid,     // the line was read
  output wire [1023:0]        data_line,      // the line
  output wire                 gone_valid,     // it had left before it was read

`endif
  // hit: answers of load hits of the own core, always taken
  output wire                 hit_valid,      // a load hit is answered
  output wire [ID_BITS-1:0]   hit_id,         // id of the load
  output wire [1023:0]        hit_data,       // the line
`ifdef MEMLOOM_RAM_PROTECT
  output wire                 hit_error,      // bits of the line were inverted in the RAM, and are not put right

  // errors: pulses, registered; tags only of ways that hold or wait for a line
  output wire                 error_corrected, // a bit of tags or a line was inverted, and put right
  output wire                 error_lost,     // bits of them were inverted that are not put right
`endif

`ifdef MEMLOOM_SHARED_L1
  // events about the access of this cycle's other events
  output wire                 event_remote,      // it was of another core
  output wire                 event_remote_hit,  // event_hit of another core
  output wire                 event_remote_miss, // event_miss of another core
  output wire                 event_odd,         // it was in an odd set; 0 without an event

`endif
  // events: pulses for perf_counters, registered
`ifdef MEMLOOM_CCN
  output wire                 event_snoop,    // a load hit waited for a snoop
`endif
`ifdef MEMLOOM_L1_PROTECT
  output wire                 event_bypass,   // a load was bypassed: neither hit nor miss
  output wire                 event_vta,      // a load hit in the victim tags
  output wire                 event_pd_sample, // a sample ended
  output wire                 event_alias,    // a load whose entry another instruction had
`endif
  output wire                 event_access,   // an access left the delay line
  output wire                 event_hit,      // a load hit
  output wire                 event_miss,     // a load missed and reserved a way, or is stale
  output wire                 event_merge,    // a load found its line pending
  output wire                 event_store,    // a store
  output wire                 event_other,    // an atomic, bypass or fetch
  output wire                 event_stall     // a due access could not leave the delay line
);
  localparam SET_BITS   = (SETS > 1) ? $clog2(SETS) : 1;
  localparam TAG_BITS   = LINE_BITS - $clog2(SETS);
  localparam WAY_BITS   = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam ORDER_BITS = (WAYS > 1) ? WAYS * (WAYS - 1) / 2 : 1;
`ifdef MEMLOOM_SHARED_L1
  localparam WORD_BITS  = ORDER_BITS + 3 * WAYS;
`else
  localparam WORD_BITS  = ORDER_BITS + 2 * WAYS;
`endif
  localparam SLOT_BITS  = (SETS * WAYS > 1) ? $clog2(SETS * WAYS) : 1;
  localparam LEVEL_BITS = $clog2(LATENCY + 1);
  localparam [LEVEL_BITS-1:0] ONE = 1;
  localparam [2:0] LOAD        = 3'd0;  // kinds of accesses
  localparam [2:0] LOAD_BYPASS = 3'd1;
  localparam [2:0] STORE       = 3'd2;
  localparam [2:0] ATOMIC      = 3'd3;

  // The head: the access that is decided about. What finds its line goes through the stages before
  // it, the header; the rest, the payload, waits for it in a queue, as do the data of stores.
  //
  //   header  {foreign, remote (shared L1), check, insn (line protection), kind, line}
  //   payload {node, sectors (shared L1), op, id, mask}
  reg                   head_valid;    // it is there
  wire                  goes_on;       // it would leave, were it there
  wire                  advance;       // it leaves at this edge
  wire [2:0]            head_kind;
  wire [2:0]            head_op;
  wire [LINE_BITS-1:0]  head_line;
  wire [ID_BITS-1:0]    head_id;
  wire [127:0]          head_mask;

`ifdef MEMLOOM_L1_PROTECT
  localparam FIND_BITS = 14 + 3 + LINE_BITS;
  wire [FIND_BITS-1:0]  head_find;
  wire [FIND_BITS-1:0]  access_find = {access_check, access_insn, access_kind, access_line};
  wire [6:0]            head_insn;
  wire [6:0]            head_check;
  assign {head_check, head_insn, head_kind, head_line} = head_find;
`else
  localparam FIND_BITS = 3 + LINE_BITS;
  wire [FIND_BITS-1:0]  head_find;
  wire [FIND_BITS-1:0]  access_find = {access_kind, access_line};
  assign {head_kind, head_line} = head_find;
`endif

`ifdef MEMLOOM_SHARED_L1
  localparam HEADER_BITS  = 2 + FIND_BITS;
  localparam PAYLOAD_BITS = NODE_BITS + 4 + 3 + ID_BITS + 128;
  wire                    head_foreign;
  wire                    head_remote;
  wire [NODE_BITS-1:0]    head_node;
  wire [3:0]              head_sectors;
  wire [HEADER_BITS-1:0]  head_header;
  wire [PAYLOAD_BITS-1:0] head_payload;
  wire [HEADER_BITS-1:0]  access_header  = {access_foreign, access_remote, access_find};
  wire [PAYLOAD_BITS-1:0] access_payload = {access_node, access_sectors, access_op, access_id,
                                            access_mask};
  assign {head_foreign, head_remote, head_find} = head_header;
  assign {head_node, head_sectors, head_op, head_id, head_mask} = head_payload;
  wire [1023:0]           store_line   = own_valid ? own_data : home_data;
  wire                    unused_home  = &{1'b0, home_valid};
`else
  localparam HEADER_BITS  = FIND_BITS;
  localparam PAYLOAD_BITS = 3 + ID_BITS + 128;
  wire [HEADER_BITS-1:0]  head_header;
  wire [PAYLOAD_BITS-1:0] head_payload;
  wire [HEADER_BITS-1:0]  access_header  = access_find;
  wire [PAYLOAD_BITS-1:0] access_payload = {access_op, access_id, access_mask};
  wire                    head_remote    = 1'b0;
  wire [1023:0]           store_line     = own_data;
  wire                    unused_own     = &{1'b0, own_valid};
  assign head_find = head_header;
  assign {head_op, head_id, head_mask} = head_payload;
`endif

  // Headers wait in the delay line, which has LATENCY places although stages behind it hold more:
  // while fills take turns all may be in it. Payloads and data stay until their access leaves.
  wire                   payload_room;
  wire                   data_room;
  wire                   data_there;
  wire                   data_go;
  wire [1023:0]          head_data;
  wire                   head_has_data;
  wire                   head_waits;   // its data have not all come
  wire                   due_valid;    // an access leaves the delay line
  wire                   due_taken;    // and enters the stage `read`
  wire [HEADER_BITS-1:0] due_header;
  wire                   accept = access_valid && access_ready;

  delay_line #(
    .META_BITS(HEADER_BITS), .DATA_BITS(1), .DEPTH(LATENCY), .QUEUE(1), .DELAY(LATENCY - 4)
  ) accesses (
    .clk         (clk),
    .rst         (rst),
    .put_valid   (accept),
    .put_ready   (unused_room),
    .put_has_data(1'b0),
    .put_meta    (access_header),
    .put_data    (1'b0),
    .get_valid   (due_valid),
    .get_ready   (due_taken),
    .get_meta    (due_header),
    .get_data    (unused_data),
    .level       (unused_level)
  );

  ram_fifo #(.WIDTH(PAYLOAD_BITS), .DEPTH(LATENCY)) payloads (
    .clk      (clk),
    .rst      (rst),
    .put_valid(accept),
    .put_ready(payload_room),
    .put_data (access_payload),
    .get_valid(unused_there),
    .get_ready(advance),
    .get_data (head_payload)
  );

  // Of the data the sectors that are written; one if that is none.
  wire [3:0] touched_sectors = {|access_mask[127:96], |access_mask[95:64], |access_mask[63:32], |access_mask[31:0]};

  line_queue #(.DEPTH(STORE_QUEUE)) stores (
    .clk        (clk),
    .rst        (rst),
    .put_valid  (accept && (access_kind == STORE || access_kind == ATOMIC)),
    .put_ready  (data_room),
    .put_sectors(touched_sectors | {3'd0, ~|touched_sectors}),
    .line_done  (own_ready),
    .line_data  (store_line),
    .get_valid  (data_there),
    .get_ready  (data_go),
    .get_data   (head_data)
  );

  // The line in front is offered from when it is whole. It goes when it was taken and its access has
  // left, whichever is later.
  reg  given;                          // it was taken, its access has not left
  reg  lent;                           // its access has left, it was not taken
  wire taken    = given || store_valid && store_ready;
  wire has_left = lent || advance && head_has_data;

  always @(posedge clk)
    if (rst) {given, lent} <= 2'b00;
    else     {given, lent} <= {taken && !has_left, has_left && !taken};

  assign data_go      = taken && has_left;
  assign store_valid  = data_there && !given;
  assign store_data   = head_data;
  assign access_ready = payload_room && data_room;
  assign head_waits   = head_has_data && (!data_there || lent);

  // Accesses in the delay line and the stages. Kernel boundary: those accepted up to the flush edge
  // are old; their loads are stale.
  reg  [LEVEL_BITS-1:0] level;
  reg  [LEVEL_BITS-1:0] old;           // how many of them, from the head, are old
  reg                   stale;         // any
  wire [LEVEL_BITS-1:0] level_after = (accept == advance) ? level
                                    : accept ? level + ONE : level - ONE;

  always @(posedge clk)
    if (rst) level <= {LEVEL_BITS{1'b0}};
    else     level <= level_after;

  always @(posedge clk)
    if (rst) begin
      old   <= {LEVEL_BITS{1'b0}};
      stale <= 1'b0;
    end else if (flush) begin
      old   <= level_after;
      stale <= level_after != {LEVEL_BITS{1'b0}};
    end else if (advance && stale) begin
      old   <= old - ONE;
      stale <= old != ONE;
    end

  // The stages. In `read` (a queue of two, so that the delay line need not know what the head does)
  // the tag word of an access is read, unless a fill arrives, which reads its own.
  wire                   read_valid;
  wire [HEADER_BITS-1:0] read_header;
  wire [SET_BITS-1:0]    read_set;
  reg                    compare_valid;
  reg  [HEADER_BITS-1:0] compare_header;
  reg  [SET_BITS-1:0]    compare_set;
  reg  [HEADER_BITS-1:0] decided_header; // of the head
  reg  [SET_BITS-1:0]    head_set;
  reg                    is_load;
  reg                    is_store;
  reg                    is_atomic;
  wire                   head_free     = !head_valid || goes_on;
  wire                   compare_waits = compare_valid && !head_free;
  wire                   read_moves    = read_valid && !arrives && !compare_waits;
  wire [2:0]             compare_kind  = compare_header[LINE_BITS +: 3];
  wire [TAG_BITS-1:0]    compare_tag   = compare_header[LINE_BITS - 1 -: TAG_BITS];
  wire [SET_BITS-1:0]    due_set;
  wire [SET_BITS-1:0]    reply_set;

  fifo #(.WIDTH(SET_BITS + HEADER_BITS), .DEPTH(2), .MOVED(0)) reading (
    .clk      (clk),
    .rst      (rst),
    .put_valid(due_valid),
    .put_ready(due_taken),
    .put_data ({due_set, due_header}),
    .get_valid(read_valid),
    .get_ready(read_moves),
    .get_data ({read_set, read_header})
  );

  always @(posedge clk)
    if (rst) begin
      compare_valid <= 1'b0;
      head_valid    <= 1'b0;
    end else begin
      compare_valid <= read_moves || compare_waits;
      head_valid    <= compare_valid || !head_free;
    end

  always @(posedge clk)
    if (!compare_waits) begin
      compare_header <= read_header;
      compare_set    <= read_set;
    end

  always @(posedge clk)
    if (head_free) begin
      decided_header <= compare_header;
      head_set       <= compare_set;
      is_load        <= compare_kind == LOAD;
      is_store       <= compare_kind == STORE;
      is_atomic      <= compare_kind == ATOMIC;
    end

  assign head_header   = decided_header;
  assign head_has_data = is_store || is_atomic;

  // Fills.
  wire                arrives = reply_valid && reply_kind == LOAD && !mshr_answers;
  reg                 arrived;         // a fill whose word the RAMs' output is
  reg                 arrived_blocks;  // an access in `read` waited for it
  reg  [SET_BITS-1:0] arrived_set;
  reg  [TAG_BITS-1:0] arrived_tag;
  reg                 filling;         // a fill whose turn it is
  reg                 filling_installs; // it may be installed
  reg                 filling_blocks;
  reg  [SET_BITS-1:0] filling_set;

  always @(posedge clk)
    if (rst) {filling, arrived} <= 2'b00;
    else     {filling, arrived} <= {arrived, arrives};

  always @(posedge clk)
    if (arrives) begin
      arrived_blocks   <= read_valid;
      arrived_set      <= reply_set;
      arrived_tag      <= reply_line[LINE_BITS-1 -: TAG_BITS];
    end

  always @(posedge clk)
    if (arrived) begin
      filling_blocks   <= arrived_blocks;
      filling_set      <= arrived_set;
      filling_installs <= mshr_installs;
    end

  // Not needed: a delay line with data, the tags (the upper bits of the lines), the ways back from
  // set and tag to the line.
  wire                  unused_room;
  wire                  unused_there;
  wire                  unused_data;
  wire [LEVEL_BITS-1:0] unused_level;
  wire [TAG_BITS-1:0]   unused_tag;
  wire [TAG_BITS-1:0]   unused_reply_tag;
  wire [LINE_BITS-1:0]  unused_line;
  wire [LINE_BITS-1:0]  unused_reply_line;
  wire                  unused = &{1'b0, unused_room, unused_there, unused_data, unused_level,
                                   unused_tag, unused_reply_tag, unused_line, unused_reply_line};

  set_map #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(0), .CHUNK_BITS(0), .HASH_INDEX(HASH_INDEX)
  ) map (
    .line    (due_header[LINE_BITS-1:0]),
    .line_set(due_set),
    .line_tag(unused_tag),
    .of_set  ({SET_BITS{1'b0}}),
    .of_tag  ({TAG_BITS{1'b0}}),
    .of_line (unused_line)
  );

  set_map #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(0), .CHUNK_BITS(0), .HASH_INDEX(HASH_INDEX)
  ) reply_map (
    .line    (reply_line),
    .line_set(reply_set),
    .line_tag(unused_reply_tag),
    .of_set  ({SET_BITS{1'b0}}),
    .of_tag  ({TAG_BITS{1'b0}}),
    .of_line (unused_reply_line)
  );

  // What is written at this edge: a set's word, and the tags of some of its ways.
  wire                  word_write;
  wire [SET_BITS-1:0]   write_set = filling ? filling_set : head_set;
  wire [WORD_BITS-1:0]  write_word;
  wire [WAYS-1:0]       write_ways;
  wire [TAG_BITS-1:0]   head_tag = head_line[LINE_BITS-1 -: TAG_BITS];

  // The tag words.
  reg  [SETS-1:0]          used;
  wire [WORD_BITS-1:0]     stored_word;
  wire [WAYS*TAG_BITS-1:0] stored_tags;
  wire [SET_BITS-1:0]      read_address = arrives ? reply_set : read_set;
  wire                     read_word    = arrives || read_valid;

`ifdef MEMLOOM_RAM_PROTECT
  localparam WORD_FLIPS = 2 * ((WORD_BITS + 63) / 64);
  localparam TAG_FLIPS  = 2 * ((TAG_BITS + 63) / 64);
  wire                     word_corrected;
  wire                     word_lost;
  wire [WAYS-1:0]          tag_corrected;
  wire [WAYS-1:0]          tag_lost;

  ram_ecc #(.PROTECT(PROTECT), .WIDTH(WORD_BITS), .DEPTH(SETS)) words (
    .write_flip    ({WORD_FLIPS{1'b0}}),
    .read_corrected(word_corrected),
    .read_lost     (word_lost),
`else
  ram_1r1w #(.WIDTH(WORD_BITS), .DEPTH(SETS)) words (
`endif
    .clk        (clk),
    .write_valid(word_write),
    .write_addr (write_set),
    .write_mask (1'b1),
    .write_data (write_word),
    .read_valid (read_word),
    .read_addr  (read_address),
    .read_data  (stored_word)
  );

`ifdef MEMLOOM_RAM_PROTECT
  ram_ecc #(
    .PROTECT(PROTECT), .WIDTH(WAYS * TAG_BITS), .DEPTH(SETS), .MASK_BITS(WAYS)
  ) tags (
    .write_flip    ({TAG_FLIPS{1'b0}}),
    .read_corrected(tag_corrected),
    .read_lost     (tag_lost),
`else
  ram_1r1w #(.WIDTH(WAYS * TAG_BITS), .DEPTH(SETS), .MASK_BITS(WAYS)) tags (
`endif
    .clk        (clk),
    .write_valid(word_write),
    .write_addr (write_set),
    .write_mask (write_ways),
    .write_data ({WAYS{head_tag}}),
    .read_valid (read_word),
    .read_addr  (read_address),
    .read_data  (stored_tags)
  );

  // A cycle late: until then the word is forwarded.
  always @(posedge clk)
    if (rst || flush)    used <= {SETS{1'b0}};
    else if (last_valid) used[last_set] <= 1'b1;

  // The word that was read, of a fill that arrived or of the access in `compare`, with what the
  // write in the cycle of the read made of it.
  reg                   last_valid;
  reg  [SET_BITS-1:0]   last_set;
  reg  [WORD_BITS-1:0]  last_word;
  reg  [WAYS-1:0]       last_ways;     // ways whose tag was written
  reg  [TAG_BITS-1:0]   last_tag;
  wire [SET_BITS-1:0]   compared_set = arrived ? arrived_set : compare_set;
  wire [TAG_BITS-1:0]   compared_tag = arrived ? arrived_tag : compare_tag;
  wire                  forward_last = last_valid
    && (arrived ? last_set == arrived_set : last_set == compare_set);
  wire [WAYS-1:0]       forward_tags = last_ways & {WAYS{forward_last}};
  wire [WORD_BITS-1:0]  found_word   = forward_last ? last_word : stored_word;
  wire                  found        = forward_last || used[compared_set];
  wire [WAYS-1:0]       compared_dead; // the line was foreign, and its set has been shared since
  wire [WORD_BITS-1:0]  compared_word = found_word & {WORD_BITS{found}}
                                      & ~{{(WORD_BITS-2*WAYS){1'b0}}, {2{compared_dead}}};
  wire                  last_match = last_tag == compared_tag;
  wire [WAYS-1:0]       compared_match;

  always @(posedge clk)
    if (rst || flush) last_valid <= 1'b0;
    else              last_valid <= word_write;

  always @(posedge clk) begin
    last_set  <= write_set;
    last_word <= write_word;
    last_ways <= write_ways;
    last_tag  <= head_tag;
  end

  genvar i;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_way
      assign compared_match[i] = forward_tags[i] ? last_match
                               : stored_tags[i*TAG_BITS +: TAG_BITS] == compared_tag;
    end
  endgenerate

  // The same of the access in `compare`: what was read in the cycle before, or kept since.
  reg                   kept;
  reg  [WORD_BITS-1:0]  kept_word;
  reg  [WAYS-1:0]       kept_match;
  wire [WAYS-1:0]       kept_dead;
  wire [WORD_BITS-1:0]  kept_alive    = kept_word
                                      & ~{{(WORD_BITS-2*WAYS){1'b0}}, {2{kept_dead}}};
  wire [WORD_BITS-1:0]  compare_word  = kept ? kept_alive : compared_word;
  wire [WAYS-1:0]       compare_match = kept ? kept_match : compared_match;
  // Of its set the write has the word as it is, also when the head leaves without a write.
  wire                  looked_up     = fills || lookup;
  wire                  compare_wrote = write_set == compare_set;
  wire                  same_tag      = head_tag == compare_tag;
  wire [WAYS-1:0]       compare_ways  = write_ways & {WAYS{looked_up && compare_wrote}};

  // Words of the head and of the fill that is written, up to date in every cycle. A fill finds only
  // what was reserved when it arrived: the read of a later reservation is another one, and what
  // this fill brings may be older than a store between them.
  reg  [WORD_BITS-1:0]  head_word;
  reg  [WAYS-1:0]       match;
  reg  [WORD_BITS-1:0]  filling_read;  // of the fill, as they were read: what was written at the last
  reg  [WAYS-1:0]       filling_same;  // edge is forwarded, as it is known late
  reg                   same_set;      // that was in the fill's set
  wire                  forward_filling = last_valid && same_set;
  wire [WORD_BITS-1:0]  filling_word  = forward_filling ? last_word : filling_read;
  wire [WAYS-1:0]       filling_match = filling_same & ~(last_ways & {WAYS{forward_filling}});
  wire [WAYS-1:0]       dead;          // as compared_dead, of the head
  wire [WAYS-1:0]       filling_dead;
  wire [WAYS-1:0]       valid    = head_word[WAYS-1:0] & ~dead;
  wire [WAYS-1:0]       reserved = head_word[WAYS +: WAYS] & ~dead;
  wire [ORDER_BITS-1:0] order    = head_word[2*WAYS +: ORDER_BITS];
  wire                  fills;         // the fill finds its reservation
  reg  [ORDER_BITS-1:0] next_order;    // the word after this cycle
  reg  [WAYS-1:0]       next_reserved;
  reg  [WAYS-1:0]       next_valid;

  always @(posedge clk) kept <= !rst && compare_waits;

  always @(posedge clk) same_set <= write_set == arrived_set;

  always @(posedge clk) begin
    kept_match <= compare_match;
    kept_word  <= (fills && filling_set == compare_set) ? write_word : compare_word;
    if (head_free)
      head_word <= (looked_up && compare_wrote) ? write_word : compare_word;
    else if (fills && filling_set == head_set)
      head_word <= write_word;
    else
      head_word[2*WAYS-1:0] <= {reserved, valid};
    filling_read <= compared_word;
    filling_same <= compared_match & ~forward_tags;
    if (flush) begin
      kept_word[2*WAYS-1:0]    <= {(2*WAYS){1'b0}};
      head_word[2*WAYS-1:0]    <= {(2*WAYS){1'b0}};
      filling_read[2*WAYS-1:0] <= {(2*WAYS){1'b0}};
    end
  end

  always @(posedge clk)
    if (head_free) match <= compare_match & ~compare_ways | compare_ways & {WAYS{same_tag}};

  // A fill: at most one way is reserved for its line.
  wire [WAYS-1:0]     filling_reserved = filling_word[WAYS +: WAYS] & ~filling_dead;
  wire [WAYS-1:0]     filling_ways     = filling_reserved & filling_match;

  assign fills = filling && filling_installs && |filling_ways;

  // Hit decision: at most one way holds the line, valid or reserved.
  wire                looks        = !filling && !head_waits; // were it there
  wire                lookup       = head_valid && looks;
  wire [WAYS-1:0]     hit_ways     = valid & match;
  wire [WAYS-1:0]     pending_ways = reserved & match;
  wire                hit          = |hit_ways;
  wire                pending      = |pending_ways;

  // Victim choice: the lowest way without line or reservation, else the least recently used line
  // that may be replaced.
  wire [WAYS-1:0] empty_ways = ~(valid | reserved);
  wire [WAYS-1:0] replaceable;         // lines that nothing protects
  wire            victim_exists = |(empty_ways | replaceable);
  wire [WAYS-1:0] lowest;              // one-hot: the lowest empty way
  wire [WAYS-1:0] oldest;              // one-hot: the line to be replaced
  wire [WAYS-1:0] victim = (|empty_ways) ? lowest : oldest;

  // The way this lookup is about: where the line is, else the victim.
  wire [WAYS-1:0]       present_ways = (valid | reserved) & match;
  wire [WAYS-1:0]       way_mask = (|present_ways) ? present_ways : victim;
  wire [WAYS-1:0]       touched;       // the way that is used
  wire [ORDER_BITS-1:0] touched_order;

  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_victim
      if (i == 0) begin : first
        assign lowest[i] = empty_ways[i];
      end else begin : other
        assign lowest[i] = empty_ways[i] && !(|empty_ways[i-1:0]);
      end
    end
  endgenerate

  lru_pairs #(.WAYS(WAYS)) order_of_use (
    .order      (order),
    .candidates (replaceable),
    .victim     (oldest),
    .touch_order(order),
    .touched    (touched),
    .next_order (touched_order)
  );

  // Decisions. The miss register may be refilled while it is being taken.
  reg  miss_full;
  wire miss_free = !miss_full || miss_ready;
  wire barred;                         // a load that must not be cached
  wire bypassed;                       // a load that takes no way
  wire output_free;                    // nobody needs what is in the RAM's output register
  wire fresh     = is_load && !stale && !barred;
  wire load_hit  = fresh && hit;
  wire allocate  = fresh && !hit && !pending && !bypassed;
  wire update    = is_store && hit && WRITE_UPDATE != 0;
  wire drop      = is_atomic && (hit || pending) || is_store && (hit || pending) && !update;
  wire touch     = fresh && !bypassed || update;
`ifdef MEMLOOM_CCN
  wire may_answer = output_free && !steals;
`else
  wire may_answer = output_free;
`endif
  wire may_miss  = !load_hit && !(allocate && !victim_exists);
  wire may_leave = load_hit && may_answer || may_miss && miss_free;
  assign goes_on = looks && may_leave;
  assign advance = head_valid && goes_on;
  wire answer    = lookup && load_hit && may_answer;
  wire forward   = lookup && may_miss && miss_free;
  wire missed    = forward && is_load && !(fresh && pending) && !bypassed;

  reg [ID_BITS-1:0] answered_id;       // of the load hit that is answered

  // The word after this cycle: a fill ends a reservation, an access uses, reserves or drops a way.
  always @* begin
    next_order    = order;
    next_reserved = reserved;
    next_valid    = valid;
    if (filling) begin
      next_order    = filling_word[2*WAYS +: ORDER_BITS];
      next_reserved = filling_reserved & ~filling_ways;
      next_valid    = filling_word[WAYS-1:0] & ~filling_dead | filling_ways;
    end else begin
      next_order = touched_order;
      if (allocate) begin
        next_reserved = reserved | way_mask;
        next_valid    = valid & ~way_mask;
      end else if (drop) begin
        next_reserved = reserved & ~pending_ways;
        next_valid    = valid & ~hit_ways;
      end
    end
  end

  assign touched    = way_mask & {WAYS{touch}};
  // A load without a victim stays; its word is written all the same, as it was.
  assign word_write = fills || lookup && (load_hit ? may_answer : miss_free) && (touch || drop);
  assign write_ways = way_mask & {WAYS{allocate && !filling}};

`ifdef MEMLOOM_SHARED_L1
  // Foreign lines die while their set is shared. A set takes note of that in one flop, and its word
  // when it is written next: the dead ways are then neither valid nor reserved in it. The flop is
  // cleared a cycle after the write, in which the word is forwarded.
  localparam FOREIGN_AT = 2 * WAYS + ORDER_BITS;
  localparam [SETS-1:0] FIRST_SET = 1;
  reg  [1:0]      shared;              // sets of this parity
  reg             head_shared;         // that of the head is
  wire            head_next_odd = head_free ? compare_set[0] : head_set[0];
  wire [SETS-1:0] shared_sets;
  wire [SETS-1:0] unused_half;
  reg  [SETS-1:0] purge;
  wire [WAYS-1:0] foreign = head_word[FOREIGN_AT +: WAYS];
  wire [WAYS-1:0] filling_foreign = filling_word[FOREIGN_AT +: WAYS];
  wire [WAYS-1:0] next_foreign = filling ? filling_foreign
                               : allocate ? foreign & ~way_mask | {WAYS{head_foreign}} & way_mask
                               : foreign;

  always @(posedge clk) begin
    shared      <= {share_odd, share_even};
    head_shared <= head_next_odd ? share_odd : share_even;
  end

  always @(posedge clk)
    if (rst) purge <= {SETS{1'b1}};
    else     purge <= (last_valid ? purge & ~(FIRST_SET << last_set) : purge) | shared_sets;

  assign {unused_half, shared_sets} = {SETS{shared}};
  assign write_word    = {next_foreign, next_order, next_reserved, next_valid};
  assign compared_dead = found_word[FOREIGN_AT +: WAYS]
                       & {WAYS{purge[compared_set] && !forward_last || shared[compared_set[0]]}};
  assign kept_dead     = kept_word[FOREIGN_AT +: WAYS] & {WAYS{shared[compare_set[0]]}};
  assign dead          = foreign & {WAYS{head_shared}};
  assign filling_dead  = filling_foreign & {WAYS{shared[filling_set[0]]}};
  assign barred        = head_foreign && head_shared;

  // Answers of remote hits wait in the RAM's output register until they are taken.
  reg                   remote_full;
  reg [LINE_BITS-1:0]   answered_line;
  reg [NODE_BITS+3:0]   answered_origin;
  assign output_free = !remote_full || remote_hit_ready;

  always @(posedge clk)
    if (rst)              remote_full <= 1'b0;
    else if (output_free) remote_full <= answer && head_remote;

  always @(posedge clk)
    if (answer) begin
      answered_line   <= head_line;
      answered_origin <= {head_node, head_sectors};
    end

  assign remote_hit_valid = remote_full;
  assign remote_hit_line  = answered_line;
  assign remote_hit_id    = answered_id;
  assign remote_hit_data  = hit_data;
  assign {remote_hit_dest, remote_hit_data_sectors} = answered_origin;

  // Whose access is in the miss register.
  reg [NODE_BITS+4:0] missed_origin;

  always @(posedge clk) if (forward) missed_origin <= {head_remote, head_node, head_sectors};

  assign {miss_remote, miss_node, miss_sectors} = missed_origin;

  // What the other events leave open.
  reg [3:0] origin_events;

  always @(posedge clk)
    if (rst) origin_events <= 4'd0;
    else     origin_events <= {advance && head_set[0], missed && head_remote, answer && head_remote,
                               advance && head_remote};

  assign {event_odd, event_remote_miss, event_remote_hit, event_remote} = origin_events;
`else
  assign write_word    = {next_order, next_reserved, next_valid};
  assign compared_dead = {WAYS{1'b0}};
  assign kept_dead     = {WAYS{1'b0}};
  assign dead          = {WAYS{1'b0}};
  assign filling_dead  = {WAYS{1'b0}};
  assign barred        = 1'b0;
  assign output_free   = 1'b1;
`endif

`ifdef MEMLOOM_L1_PROTECT
  // The tag of the line that the head replaces.
  reg  [WAYS*TAG_BITS-1:0] kept_tags;
  reg  [WAYS*TAG_BITS-1:0] head_tags;
  wire [WAYS*TAG_BITS-1:0] compared_tags;
  wire [WAYS*TAG_BITS-1:0] compare_tags = kept ? kept_tags : compared_tags;
  reg  [TAG_BITS-1:0]      old_tag;
  integer                  replaced;

  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_tag
      assign compared_tags[i*TAG_BITS +: TAG_BITS] = forward_tags[i] ? last_tag
                                                   : stored_tags[i*TAG_BITS +: TAG_BITS];
    end
  endgenerate

  always @(posedge clk) begin
    kept_tags <= compare_tags;
    if (head_free)
      for (replaced = 0; replaced < WAYS; replaced = replaced + 1)
        head_tags[replaced*TAG_BITS +: TAG_BITS] <= compare_ways[replaced] ? head_tag
          : compare_tags[replaced*TAG_BITS +: TAG_BITS];
  end

  // The head was looked up while the miss register was full, and did not leave.
  reg head_waited;
  always @(posedge clk)
    if (head_free)                  head_waited <= 1'b0;
    else if (!filling && !miss_free) head_waited <= 1'b1;

  integer leaving;

  always @* begin
    old_tag = {TAG_BITS{1'b0}};
    for (leaving = 0; leaving < WAYS; leaving = leaving + 1)
      old_tag = old_tag | (head_tags[leaving*TAG_BITS +: TAG_BITS] & {TAG_BITS{way_mask[leaving]}});
  end

  l1_protect #(
    .SCHEME(SCHEME), .SETS(SETS), .WAYS(WAYS), .TAG_BITS(TAG_BITS), .TAG_FIELD(VTA_TAG_FIELD),
    .SAMPLE(DLP_SAMPLE), .MAX_INSNS(DLP_MAX_INSNS), .FALL(DLP_FALL), .LIFE(DLP_LIFE),
    .RESERVED(DLP_RESERVED)
  ) protection (
    .clk           (clk),
    .rst           (rst),
    .flush         (flush),
    .issued        (issued),
    .mshr_full     (mshr_full),
    .next          (head_free),
    .next_set      (compare_set),
    .next_insn     (compare_header[LINE_BITS+3 +: 7]),
    .lookup_query  (1'b1),             // asked of every head; only queries advance
    .lookup_load   (fresh),
    .lookup_advance(advance && (fresh || is_store)),
    .lookup_remote (head_remote),
    .lookup_waited (head_waited),
    .lookup_insn   (head_insn),
    .lookup_check  (head_check),
    .lookup_set    (head_set),
    .lookup_tag    (head_tag),
    .lookup_lines  (valid),
    .lookup_pending(reserved),
    .lookup_hit    (hit || pending),
    .lookup_way    (way_mask),
    .lookup_old_tag(old_tag),
    .replaceable   (replaceable),
    .bypass        (bypassed),
    .event_vta     (event_vta),
    .event_sample  (event_pd_sample),
    .event_alias   (event_alias)
  );

  reg bypass_left;                     // at the last edge
  always @(posedge clk) bypass_left <= !rst && advance && bypassed;
  assign event_bypass = bypass_left;

  // What the miss register holds was bypassed, and is to bring the whole line.
  reg bypassed_whole;
  always @(posedge clk)
    if (forward) bypassed_whole <= bypassed && !head_remote && BYPASS_LINE != 0;
  assign whole = bypassed_whole;
`else
  assign whole       = 1'b0;
  assign replaceable = valid;
  assign bypassed    = 1'b0;
`endif

  // The lines. Way w of set s is word w*SETS + s. Whether the head leaves is known late, and does
  // not matter: what is read is looked at only after a hit, what a store writes it may write again.
  wire [SLOT_BITS-1:0] slot;
  wire [SLOT_BITS-1:0] filling_slot;
  reg  [WAY_BITS-1:0]  way;            // of the head's line
  reg  [WAY_BITS-1:0]  filling_way;
  integer              w;

  always @* begin
    way         = {WAY_BITS{1'b0}};
    filling_way = {WAY_BITS{1'b0}};
    for (w = 0; w < WAYS; w = w + 1) begin
      if (present_ways[w]) way         = way | w[WAY_BITS-1:0];
      if (filling_ways[w]) filling_way = filling_way | w[WAY_BITS-1:0];
    end
  end

  generate
    if (SETS == 1) begin : slot_of_way
      assign slot         = way;
      assign filling_slot = filling_way;
    end else if (WAYS == 1) begin : slot_of_set
      assign slot         = head_set;
      assign filling_slot = filling_set;
    end else begin : slot_of_both
      assign slot         = {way, head_set};
      assign filling_slot = {filling_way, filling_set};
    end
  endgenerate

  // One port will do, as each cycle decides about one thing: a fill writes, or the head reads or writes.
  // A snoop may read beside any.
  wire [SLOT_BITS-1:0] lines_slot  = filling ? filling_slot : slot;
  wire                 lines_write = fills || lookup && update;
  wire                 lines_read  = lookup && is_load && output_free;
`ifdef MEMLOOM_CCN
  localparam ONE_PORT = 0;
`else
  localparam ONE_PORT = 1;
`endif

`ifdef MEMLOOM_RAM_PROTECT
  wire [127:0] byte_corrected;
  wire [127:0] byte_lost;

  ram_ecc #(.PROTECT(PROTECT), .WIDTH(1024), .DEPTH(SETS * WAYS), .MASK_BITS(128), .ONE_PORT(ONE_PORT)) lines (
    .write_flip    (2'd0),
    .read_corrected(byte_corrected),
    .read_lost     (byte_lost),
`else
  ram_1r1w #(.WIDTH(1024), .DEPTH(SETS * WAYS), .MASK_BITS(128), .ONE_PORT(ONE_PORT)) lines (
`endif
    .clk        (clk),
    .write_valid(lines_write),
    .write_addr (lines_slot),
    .write_mask (filling ? {128{1'b1}} : head_mask),
    .write_data (filling ? reply_data : head_data),
`ifdef MEMLOOM_CCN
    .read_valid (lines_read || steals),
    .read_addr  (steals ? snooped_slot : slot),
`else
    .read_valid (lines_read),
    .read_addr  (lines_slot),
`endif
    .read_data  (hit_data)
  );

`ifdef MEMLOOM_CCN
  // Snoops read the lines, too.
  wire                 snoop_waits;    // for the RAM
  wire [SET_BITS-1:0]  snooped_set;
  wire [WAY_BITS-1:0]  snooped_way;
  wire [SLOT_BITS-1:0] snooped_slot;
  wire                 steals = snoop_waits && output_free;
  reg                  last_changes;   // the last write was of more than the order

  l1_snoop #(.SETS(SETS), .WAYS(WAYS)) snoops (
    .clk        (clk),
    .rst        (rst),
    .flush      (flush),
    .snoop_valid(snoop_valid),
    .snoop_ready(snoop_ready),
    .snoop_set  (snoop_set),
    .snoop_way  (snoop_way),
    .tags_valid (tags_valid),
    .tags_set   (tags_set),
    .tags_lines (tags_lines),
    .tags_ways  (tags_ways),
    .read_valid (snoop_waits),
    .read_ready (output_free),
    .read_set   (snooped_set),
    .read_way   (snooped_way),
    .hit_valid  (lookup && load_hit),
    .data_valid (data_valid),
    .gone_valid (gone_valid),
    .event_snoop(event_snoop)
  );

  always @(posedge clk) last_changes <= fills || advance && (allocate || drop);

  generate
    if (SETS == 1) begin : snoop_of_way
      wire unused_set     = snooped_set[0];
      assign snooped_slot = snooped_way;
    end else if (WAYS == 1) begin : snoop_of_set
      wire unused_way     = snooped_way[0];
      assign snooped_slot = snooped_set;
    end else begin : snoop_of_both
      assign snooped_slot = {snooped_way, snooped_set};
    end
  endgenerate

  assign tags_valid = last_valid && last_changes;
  assign tags_set   = last_set;
  assign tags_lines = last_word[WAYS-1:0];
  assign tags_ways  = last_ways;
  assign tags_tag   = last_tag & {TAG_BITS{|last_ways}};
  assign data_line  = hit_data;

`endif
  // Hit register; the data register is inside the RAM.
  reg hit_full;

  always @(posedge clk)
    if (rst) hit_full <= 1'b0;
    else     hit_full <= answer && !head_remote;

  always @(posedge clk) if (answer) answered_id <= head_id;

  // Miss register.
  reg [2:0]           kind;
  reg [2:0]           op;
  reg [LINE_BITS-1:0] missed_line;
  reg [ID_BITS-1:0]   id;
  reg                 may_install;
  reg [127:0]         mask;
  wire                whole;           // it asks for the whole line, whatever the mask is

  always @(posedge clk)
    if (rst)            miss_full <= 1'b0;
    else if (miss_free) miss_full <= forward;

  always @(posedge clk)
    if (forward) begin
      kind        <= (bypassed && !head_remote) ? LOAD_BYPASS : head_kind;
      op          <= head_op;
      missed_line <= head_line;
      id          <= head_id;
      mask        <= head_mask;
    end

  always @(posedge clk)
    if (flush)        may_install <= 1'b0;
    else if (forward) may_install <= fresh && !bypassed;

`ifdef MEMLOOM_CCN
  // Its line may come by another read before the MSHR looks at it: by that for which the way was reserved
  // before, or by one whose reservation this load's took the place of.
  reg asked_before;
  always @(posedge clk)
    if (forward)                                   asked_before <= fresh && pending;
    else if (arrives && reply_line == missed_line) asked_before <= 1'b1;

  assign miss_again = asked_before;

`endif
`ifdef MEMLOOM_RAM_PROTECT
  // Of what the RAMs read at the last edge only that counts which is looked at: a set's word that was written since the
  // last flush and is not forwarded, tags of ways that are in use by it, a line that goes to somebody.
  reg             line_read;
  reg             corrections;
  reg             losses;
`ifdef MEMLOOM_CCN
  wire            line_used  = line_read || data_valid;
`else
  wire            line_used  = line_read;
`endif
  wire            word_read  = arrived || compare_valid && !kept;
  wire            word_known = word_read && !forward_last && found;
  wire [WAYS-1:0] tags_known = (compared_word[WAYS-1:0] | compared_word[WAYS +: WAYS])
                             & ~forward_tags & {WAYS{word_read}};

  always @(posedge clk)
    if (rst) begin
      line_read   <= 1'b0;
      corrections <= 1'b0;
      losses      <= 1'b0;
    end else begin
      line_read   <= answer;
      corrections <= line_used && |byte_corrected || word_known && word_corrected
                  || |(tags_known & tag_corrected);
      losses      <= line_used && |byte_lost || word_known && word_lost || |(tags_known & tag_lost);
    end

  assign hit_error       = hit_full && |byte_lost;
  assign error_corrected = corrections;
  assign error_lost      = losses;

`endif
  reg [6:0] events;                    // event register
  always @(posedge clk)
    if (rst) events <= 7'd0;
    else     events <= {head_valid && !advance || filling && filling_blocks,
                        advance && !is_load && !is_store, advance && is_store,
                        forward && fresh && pending, missed, answer, advance};

  // Outputs: registers, and the ready, a function of two counts.
  assign miss_valid   = miss_full;
  assign miss_kind    = kind;
  assign miss_op      = op;
  assign miss_line    = missed_line;
  assign miss_id      = id;
  assign miss_install = may_install;
  assign miss_mask    = mask | {128{whole}};
  assign hit_valid    = hit_full;
  assign hit_id       = answered_id;
  assign {event_stall, event_other, event_store, event_merge,
          event_miss, event_hit, event_access} = events;

`ifdef FORMAL
`include "tests/formal/l1_cache.v"
`endif
endmodule
`default_nettype wire

// Level-1 data cache of one core: set-associative, write-through, no-write-allocate, LRU [pact20
// sections 3.2 and 5.1]. An unstalled load hit is answered LATENCY cycles after its handshake;
// one lookup per cycle, fill before access, each sees everything the previous one wrote.
// State: the delay line, one tag word per set
//
//   {tags [WAYS], order [WAYS], reserved [WAYS], valid [WAYS]}   meaningful if used[set]
//
// (regfile; `used` in flops, so that a flush takes one cycle), the lines (RAM), one register
// each for hit, miss and events. With a shared L1 also a mark per way (foreign), a flop per set
// (purge) and a register for the hit of another core. Line protection: l1_protect.
// Page: docs/blocks/l1_cache.md.
`default_nettype none
module l1_cache #(
  parameter LINE_BITS    = 25,         // 17..33: bits of a line address
  parameter SETS         = 32,         // 1..1024: sets, a power of two
  parameter WAYS         = 4,          // 1..16: ways
  parameter LATENCY      = 27,         // 2..64: cycles from the access handshake to hit_valid
  parameter STORE_QUEUE  = 8,          // 1..64: stores and atomics that may be in the delay line
  parameter WRITE_UPDATE = 1,          // 0..1: 1 a store hit updates the line, 0 invalidates it
  parameter HASH_INDEX   = 0,          // 0..1: set index: 0 low line bits, 1 XOR of all groups
`ifdef MEMLOOM_SHARED_L1
  parameter NODE_BITS    = 10,         // 10..10: bits of a node address {y, x}
`endif
`ifdef MEMLOOM_L1_PROTECT
  parameter SCHEME        = 0,         // 0..3: 0 no protection, 1 stall_bypass, 2 global, 3 dlp
  parameter DLP_SAMPLE    = 200,       // 1..65535: queries of a sample
  parameter DLP_MAX_INSNS = 10000,     // 1..1048575: warp instructions that end a sample, too
  parameter DLP_FALL      = 1,         // 1..15: what distances fall by
  parameter VTA_TAG_FIELD = 0,         // 0..33: bits of a victim's tag field, 0: as needed
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
  input  wire                 access_foreign, // load: mark its line; store: ends here
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
  input  wire [1023:0]        access_data,    // store data or atomic operands

  // fill: a line from the MSHR; always taken, has priority over the access at the lookup
  input  wire                 fill_valid,     // a line arrives
  input  wire [LINE_BITS-1:0] fill_line,      // its address; installed if a way is reserved for it
`ifdef MEMLOOM_SHARED_L1
  input  wire                 fill_install,   // 0: it is not, the way becomes empty
`endif
  input  wire [1023:0]        fill_data,      // its contents

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
  output wire                 miss_install,   // loads: a way is reserved; 0: stale, answer only
  output wire [127:0]         miss_mask,      // bytes read or written
  output wire [1023:0]        miss_data,      // store data or atomic operands

`ifdef MEMLOOM_SHARED_L1
  // remote_hit: load hits of other cores, to remote_out_queue
  output wire                 remote_hit_valid,   // a remote load hit is answered
  input  wire                 remote_hit_ready,   // it is taken at this edge
  output wire [LINE_BITS-1:0] remote_hit_line,    // line address
  output wire [NODE_BITS-1:0] remote_hit_node,    // node of the requester
  output wire [ID_BITS-1:0]   remote_hit_id,      // the requester's id
  output wire [3:0]           remote_hit_sectors, // sectors it wants
  output wire [1023:0]        remote_hit_data,    // the line

`endif
  // hit: answers of load hits of the own core, always taken
  output wire                 hit_valid,      // a load hit is answered
  output wire [ID_BITS-1:0]   hit_id,         // id of the load
  output wire [1023:0]        hit_data,       // the line

`ifdef MEMLOOM_SHARED_L1
  // events about the access of this cycle's other events
  output wire                 event_remote,      // it was of another core
  output wire                 event_remote_hit,  // event_hit of another core
  output wire                 event_remote_miss, // event_miss of another core
  output wire                 event_odd,         // it was in an odd set; 0 without an event

`endif
  // events: pulses for perf_counters, registered
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
  localparam ORDER_BITS = WAYS * WAY_BITS;
  localparam WORD_BITS  = WAYS * TAG_BITS + ORDER_BITS + 2 * WAYS;
  localparam SLOT_BITS  = (SETS * WAYS > 1) ? $clog2(SETS * WAYS) : 1;
  localparam LEVEL_BITS = $clog2(LATENCY + 1);
  localparam [LEVEL_BITS-1:0] ONE = 1;
  localparam [WAYS-1:0] FIRST_WAY = 1;
  localparam [2:0] LOAD        = 3'd0;  // kinds of accesses
  localparam [2:0] LOAD_BYPASS = 3'd1;
  localparam [2:0] STORE       = 3'd2;
  localparam [2:0] ATOMIC      = 3'd3;

  // The delay line and its head.
  wire                  head_valid;    // an access is due
  wire                  advance;       // it is looked up and leaves at this edge
  wire [2:0]            head_kind;
  wire [2:0]            head_op;
  wire [LINE_BITS-1:0]  head_line;
  wire [ID_BITS-1:0]    head_id;
  wire [127:0]          head_mask;
  wire [1023:0]         head_data;     // zero for kinds without data
  wire [LEVEL_BITS-1:0] level;         // accesses in the delay line
`ifdef MEMLOOM_L1_PROTECT
  // The instruction travels with its access.
  localparam REQUEST_BITS = 3 + 3 + LINE_BITS + ID_BITS + 128 + 14;
  wire [6:0] head_insn;
  wire [6:0] head_check;
  wire [REQUEST_BITS-1:0] head_request;
  wire [REQUEST_BITS-1:0] access_request = {access_insn, access_check, access_kind, access_op,
                                            access_line, access_id, access_mask};
  assign {head_insn, head_check, head_kind, head_op, head_line, head_id, head_mask} = head_request;
`else
  localparam REQUEST_BITS = 3 + 3 + LINE_BITS + ID_BITS + 128;
  wire [REQUEST_BITS-1:0] head_request;
  wire [REQUEST_BITS-1:0] access_request = {access_kind, access_op, access_line, access_id,
                                            access_mask};
  assign {head_kind, head_op, head_line, head_id, head_mask} = head_request;
`endif

`ifdef MEMLOOM_SHARED_L1
  // Whose access it is travels, too.
  localparam ORIGIN_BITS = 1 + NODE_BITS + 4;
  localparam META_BITS   = 1 + ORIGIN_BITS + REQUEST_BITS;
  wire                   head_foreign;
  wire [ORIGIN_BITS-1:0] head_origin;  // remote, node, sectors
  wire [META_BITS-1:0]   head_meta;
  wire [META_BITS-1:0]   access_meta = {access_foreign, access_remote, access_node,
                                        access_sectors, access_request};
  wire                   head_remote = head_origin[ORIGIN_BITS-1];
  assign {head_foreign, head_origin, head_request} = head_meta;
`else
  localparam META_BITS = REQUEST_BITS;
  wire [META_BITS-1:0] head_meta;
  wire [META_BITS-1:0] access_meta = access_request;
  wire                 head_remote = 1'b0;
  assign head_request = head_meta;
`endif

  delay_line #(
    .META_BITS(META_BITS), .DATA_BITS(1024), .DEPTH(LATENCY), .QUEUE(STORE_QUEUE),
    .DELAY(LATENCY - 1)
  ) accesses (
    .clk         (clk),
    .rst         (rst),
    .put_valid   (access_valid),
    .put_ready   (access_ready),
    .put_has_data(access_kind == STORE || access_kind == ATOMIC),
    .put_meta    (access_meta),
    .put_data    (access_data),
    .get_valid   (head_valid),
    .get_ready   (advance),
    .get_meta    (head_meta),
    .get_data    (head_data),
    .level       (level)
  );

  // Kernel boundary: accesses accepted up to the flush edge are old; their loads are stale.
  reg  [LEVEL_BITS-1:0] old;           // how many at the head of the delay line are old
  wire                  stale  = flush || old != {LEVEL_BITS{1'b0}};
  wire                  accept = access_valid && access_ready;
  wire [LEVEL_BITS-1:0] level_after = (accept == advance) ? level
                                    : accept ? level + ONE : level - ONE;

  always @(posedge clk)
    if (rst)                   old <= {LEVEL_BITS{1'b0}};
    else if (flush)            old <= level_after;
    else if (advance && stale) old <= old - ONE;

  // What is looked up: a fill before the head.
  wire                 lookup = head_valid && !fill_valid;
  wire [LINE_BITS-1:0] line   = fill_valid ? fill_line : head_line;
  wire [TAG_BITS-1:0]  tag;
  wire [SET_BITS-1:0]  set;
  wire                 is_load   = head_kind == LOAD;
  wire                 is_store  = head_kind == STORE;
  wire                 is_atomic = head_kind == ATOMIC;

  wire [LINE_BITS-1:0] unused_line;    // the way back from set and tag is not needed
  wire                 unused = &{1'b0, unused_line};

  set_map #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(0), .CHUNK_BITS(0), .HASH_INDEX(HASH_INDEX)
  ) map (
    .line    (line),
    .line_set(set),
    .line_tag(tag),
    .of_set  ({SET_BITS{1'b0}}),
    .of_tag  ({TAG_BITS{1'b0}}),
    .of_line (unused_line)
  );

  // The word of the set; a set that was not used since the flush has no lines.
  reg  [SETS-1:0]          used;
  wire                     word_write;
  wire [WORD_BITS-1:0]     word;
  wire [WAYS*TAG_BITS-1:0] tags;
  wire [ORDER_BITS-1:0]    word_order;
  wire [WAYS-1:0]          word_reserved;
  wire [WAYS-1:0]          word_valid;
  reg  [WAYS*TAG_BITS-1:0] next_tags;
  reg  [ORDER_BITS-1:0]    next_order;
  reg  [WAYS-1:0]          next_reserved;
  reg  [WAYS-1:0]          next_valid;

  regfile_1r1w #(.WIDTH(WORD_BITS), .DEPTH(SETS)) words (
    .clk        (clk),
    .write_valid(word_write),
    .write_addr (set),
    .write_data ({next_tags, next_order, next_reserved, next_valid}),
    .read_addr  (set),
    .read_data  (word)
  );

  always @(posedge clk)
    if (rst || flush)    used <= {SETS{1'b0}};
    else if (word_write) used[set] <= 1'b1;

  assign {tags, word_order, word_reserved, word_valid} = word;
  wire [ORDER_BITS-1:0] initial_order;
  wire [WAYS-1:0]       dead;          // the line was foreign, and its set has been shared since
  wire [WAYS-1:0]       valid    = used[set] ? word_valid & ~dead : {WAYS{1'b0}};
  wire [WAYS-1:0]       reserved = used[set] ? word_reserved & ~dead : {WAYS{1'b0}};
  wire [ORDER_BITS-1:0] order    = used[set] ? word_order : initial_order;

  // Hit decision: at most one way holds the line, valid or reserved.
  wire [WAYS-1:0] match;
  wire [WAYS-1:0] hit_ways     = valid & match;
  wire [WAYS-1:0] pending_ways = reserved & match;
  wire            hit          = |hit_ways;
  wire            pending      = |pending_ways;

  genvar i;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_way
      assign match[i] = tags[i*TAG_BITS +: TAG_BITS] == tag;
    end
  endgenerate

  // Victim choice: the lowest way without line or reservation, else the least recently used line
  // that may be replaced.
  wire [WAYS-1:0]     empty_ways = ~(valid | reserved);
  wire [WAYS-1:0]     replaceable;     // lines that nothing protects
  wire                victim_exists = |empty_ways || |replaceable;
  wire [WAY_BITS-1:0] oldest_way;
  reg  [WAY_BITS-1:0] victim;
  integer             candidate;

  always @* begin
    victim = oldest_way;
    for (candidate = WAYS - 1; candidate >= 0; candidate = candidate - 1)
      if (empty_ways[candidate]) victim = candidate[WAY_BITS-1:0];
  end

  // The way this lookup is about: where the line is, else the victim.
  reg  [WAY_BITS-1:0] present_way;
  wire [WAY_BITS-1:0] way = (hit || pending) ? present_way : victim;
  wire [WAYS-1:0]     way_mask = FIRST_WAY << way;
  wire [ORDER_BITS-1:0] touched_order;
  integer             present;

  always @* begin
    present_way = {WAY_BITS{1'b0}};
    for (present = 0; present < WAYS; present = present + 1)
      if (hit_ways[present] || pending_ways[present])
        present_way = present_way | present[WAY_BITS-1:0];
  end

  lru_order #(.WAYS(WAYS)) lru (
    .order        (order),
    .way          (way),
    .next_order   (touched_order),
    .candidates   (replaceable),
    .victim       (oldest_way),
    .initial_order(initial_order)
  );

  // Decisions. The miss register may be refilled while it is being taken.
  reg  miss_full;
  wire miss_free = !miss_full || miss_ready;
  wire barred;                         // a load that must not be cached
  wire ends_here;                      // a store that is not sent on
  wire bypassed;                       // a load that takes no way
  wire output_free;                    // nobody needs what is in the RAM's output register
  wire fresh     = is_load && !stale && !barred;
  wire load_hit  = fresh && hit;
  wire allocate  = fresh && !hit && !pending && !bypassed;
  wire update    = is_store && hit && WRITE_UPDATE != 0;
  wire drop      = is_atomic && (hit || pending) || is_store && (hit || pending) && !update;
  wire touch     = fresh && !bypassed || update;
  wire may_leave = load_hit ? output_free
                 : ends_here || miss_free && !(allocate && !victim_exists);
  assign advance = lookup && may_leave;
  wire answer    = advance && load_hit;
  wire forward   = advance && !load_hit && !ends_here;
  wire missed    = forward && is_load && !(fresh && pending) && !bypassed;

  wire keep;                           // a fill is installed
  wire install   = fill_valid && pending && keep;
  reg [ID_BITS-1:0] answered_id;       // of the load hit that is answered

  // The word after this cycle: a fill ends a reservation, an access uses, reserves or drops a way.
  always @* begin
    next_tags     = tags;
    next_order    = order;
    next_reserved = reserved;
    next_valid    = valid;
    if (fill_valid) begin
      next_reserved = reserved & ~pending_ways;
      next_valid    = valid | pending_ways & {WAYS{keep}};
    end else begin
      if (touch) next_order = touched_order;
      if (allocate) begin
        next_tags[way*TAG_BITS +: TAG_BITS] = tag;
        next_reserved = reserved | way_mask;
        next_valid    = valid & ~way_mask;
      end else if (drop) begin
        next_reserved = reserved & ~pending_ways;
        next_valid    = valid & ~hit_ways;
      end
    end
  end

  assign word_write = fill_valid && pending || advance && (touch || drop);

`ifdef MEMLOOM_SHARED_L1
  // Foreign lines die while their set is shared. A set takes note of that in one flop, and its word
  // when it is written next: the dead ways are then neither valid nor reserved in it.
  localparam [SETS-1:0] FIRST_SET = 1;
  wire [SETS-1:0] shared_sets;
  wire [SETS-1:0] unused_half;
  reg  [SETS-1:0] purge;
  wire [WAYS-1:0] foreign;
  wire [WAYS-1:0] next_foreign = (allocate && !fill_valid) ? foreign & ~way_mask
                                 | {WAYS{head_foreign}} & way_mask : foreign;

  regfile_1r1w #(.WIDTH(WAYS), .DEPTH(SETS)) marks (
    .clk        (clk),
    .write_valid(word_write),
    .write_addr (set),
    .write_data (next_foreign),
    .read_addr  (set),
    .read_data  (foreign)
  );

  always @(posedge clk)
    if (rst) purge <= {SETS{1'b1}};
    else     purge <= (word_write ? purge & ~(FIRST_SET << set) : purge) | shared_sets;

  assign {unused_half, shared_sets} = {SETS{share_odd, share_even}};
  assign dead      = (purge[set] || shared_sets[set]) ? foreign : {WAYS{1'b0}};
  assign barred    = head_foreign && shared_sets[set];
  assign ends_here = head_foreign && is_store;
  assign keep      = fill_install;

  // Answers of remote hits wait in the RAM's output register until they are taken.
  reg                   remote_full;
  reg [LINE_BITS-1:0]   answered_line;
  reg [ORIGIN_BITS-2:0] answered_origin;
  assign output_free = !remote_full || remote_hit_ready;

  always @(posedge clk)
    if (rst)              remote_full <= 1'b0;
    else if (output_free) remote_full <= answer && head_remote;

  always @(posedge clk)
    if (answer) begin
      answered_line   <= head_line;
      answered_origin <= head_origin[ORIGIN_BITS-2:0];
    end

  assign remote_hit_valid = remote_full;
  assign remote_hit_line  = answered_line;
  assign remote_hit_id    = answered_id;
  assign remote_hit_data  = hit_data;
  assign {remote_hit_node, remote_hit_sectors} = answered_origin;

  // Whose access is in the miss register.
  reg [ORIGIN_BITS-1:0] missed_origin;

  always @(posedge clk) if (forward) missed_origin <= head_origin;

  assign {miss_remote, miss_node, miss_sectors} = missed_origin;

  // What the other events leave open.
  reg [3:0] origin_events;

  always @(posedge clk)
    if (rst) origin_events <= 4'd0;
    else     origin_events <= {advance && set[0], missed && head_remote, answer && head_remote,
                               advance && head_remote};

  assign {event_odd, event_remote_miss, event_remote_hit, event_remote} = origin_events;
`else
  assign dead        = {WAYS{1'b0}};
  assign barred      = 1'b0;
  assign ends_here   = 1'b0;
  assign keep        = 1'b1;
  assign output_free = 1'b1;
`endif

`ifdef MEMLOOM_L1_PROTECT
  l1_protect #(
    .SCHEME(SCHEME), .SETS(SETS), .WAYS(WAYS), .TAG_BITS(TAG_BITS), .TAG_FIELD(VTA_TAG_FIELD),
    .SAMPLE(DLP_SAMPLE), .MAX_INSNS(DLP_MAX_INSNS), .FALL(DLP_FALL)
  ) protection (
    .clk           (clk),
    .rst           (rst),
    .flush         (flush),
    .issued        (issued),
    .mshr_full     (mshr_full),
    .lookup_query  (lookup && (fresh || is_store)),
    .lookup_load   (lookup && fresh),
    .lookup_advance(advance),
    .lookup_remote (head_remote),
    .lookup_insn   (head_insn),
    .lookup_check  (head_check),
    .lookup_set    (set),
    .lookup_tag    (tag),
    .lookup_lines  (valid),
    .lookup_pending(reserved),
    .lookup_hit    (hit || pending),
    .lookup_way    (way_mask),
    .lookup_old_tag(tags[way*TAG_BITS +: TAG_BITS]),
    .replaceable   (replaceable),
    .bypass        (bypassed),
    .event_vta     (event_vta),
    .event_sample  (event_pd_sample),
    .event_alias   (event_alias)
  );

  reg bypass_left;                     // at the last edge
  always @(posedge clk) bypass_left <= !rst && advance && bypassed;
  assign event_bypass = bypass_left;
`else
  assign replaceable = valid;
  assign bypassed    = 1'b0;
`endif

  // The lines. Way w of set s is word w*SETS + s.
  wire [SLOT_BITS-1:0] slot;

  generate
    if (SETS == 1)      begin : slot_of_way  assign slot = way;        end
    else if (WAYS == 1) begin : slot_of_set  assign slot = set;        end
    else                begin : slot_of_both assign slot = {way, set}; end
  endgenerate

  ram_1r1w #(.WIDTH(1024), .DEPTH(SETS * WAYS), .MASK_BITS(128)) lines (
    .clk        (clk),
    .write_valid(install || advance && update),
    .write_addr (slot),
    .write_mask (fill_valid ? {128{1'b1}} : head_mask),
    .write_data (fill_valid ? fill_data : head_data),
    .read_valid (answer),
    .read_addr  (slot),
    .read_data  (hit_data)
  );

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
  reg [1023:0]        data;

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
      data        <= head_data;
    end

  always @(posedge clk)
    if (forward)    may_install <= fresh && !bypassed;
    else if (flush) may_install <= 1'b0;

  reg [6:0] events;                    // event register
  always @(posedge clk)
    if (rst) events <= 7'd0;
    else     events <= {head_valid && !advance, advance && !is_load && !is_store,
                        advance && is_store, forward && fresh && pending, missed, answer, advance};

  // Outputs: registers, and the delay line's ready, a function of its state.
  assign miss_valid   = miss_full;
  assign miss_kind    = kind;
  assign miss_op      = op;
  assign miss_line    = missed_line;
  assign miss_id      = id;
  assign miss_install = may_install;
  assign miss_mask    = mask;
  assign miss_data    = data;
  assign hit_valid    = hit_full;
  assign hit_id       = answered_id;
  assign {event_stall, event_other, event_store, event_merge,
          event_miss, event_hit, event_access} = events;

`ifdef FORMAL
`include "tests/formal/l1_cache.v"
`endif
endmodule
`default_nettype wire

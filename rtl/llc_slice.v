// Slice of the last-level cache: write-back, write-allocate, LRU, non-blocking, atomics executed at
// the data. A hit is answered LATENCY cycles after its request; one per cycle, whatever its set. A
// store is acknowledged when its bytes are in the data RAM, though the other bytes of the line may
// be on the way from DRAM; the fill then leaves the stored ones alone.
//
//   delay line ─> seek ─> word ─> test ─> head ─> actions ─> data RAM ─> answer ─> reply
//                 set RAM read  compare  decides  in order
//
// State: delay line, data of requests, set RAM (tags, LRU order), pending lines (their sets are
// content-addressed) with their waiting reads, data RAM with atomics (llc_lines), queue to DRAM,
// flush and organization (llc_walk). Exact cycles: docs/blocks/llc_slice.md.
`default_nettype none
module llc_slice #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter SETS        = 128,         // 1..4096: sets, a power of two or three times one
  parameter WAYS        = 8,           // 1..16: ways
  parameter LATENCY     = 120,         // 8..255: cycles from the request to the reply of a hit
  parameter QUEUE       = 8,           // 1..64: stores and atomics in the delay line
  parameter ENTRIES     = 32,          // 1..64: pending lines
  parameter TARGETS     = 4,           // 1..16: reads waiting per pending line
  parameter INDEX_SHIFT = 0,           // 0..6: line bits above the chunk left out of the index
  parameter CHUNK_BITS  = 1,           // 0..5: log2 of the lines in one interleaving chunk
  parameter HASH_INDEX  = 0,           // 0..1: 1 XORs all index-wide groups of the rest
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..21: bits of a message id
`ifdef MEMLOOM_LLC_MODE
  parameter CLUSTERS    = 1,           // 1..16: clusters of cores
  parameter CLUSTER_LSB = 0,           // 0..9: place of its cluster in a core's address
`ifdef MEMLOOM_PROGRAMS
  parameter PROGRAM_LSB  = 0,          // 0..9: place in a core's address of the digit that tells its program
  parameter PROGRAM_BITS = 1,          // 1..9: bits of that digit
  parameter PROGRAM_FROM = 1,          // 1..511: from this one on it is the second program
`endif
  parameter CLUSTER_BITS = (CLUSTERS > 1) ? $clog2(CLUSTERS) : 1, // derived: bits of that number
  parameter SET_BITS    = (SETS > 1) ? $clog2(SETS) : 1,  // derived: bits of a set number
  parameter TAG_BITS    = LINE_BITS - $clog2(SETS) + ((SETS / 3 * 3 == SETS) ? 2 : 0), // derived: bits of a tag
`endif
`ifdef MEMLOOM_RAM_PROTECT
  parameter PROTECT     = 0,           // 0..2: sets and lines are stored with 0 no check bits, 1 parity, 2 SEC-DED
`endif
  parameter ENTRY_BITS  = (ENTRIES > 1) ? $clog2(ENTRIES) : 1  // derived: bits of an entry number
) (
  input  wire                   clk,                // clock
  input  wire                   rst,                // synchronous reset, active high
  input  wire                   flush,              // starts the write-back of all dirty lines
  output wire                   busy,               // a flush is under way
`ifdef MEMLOOM_MEM_PORT
  input  wire                   writing,            // writes were handed over that are not in DRAM yet
`endif
`ifdef MEMLOOM_LLC_MODE
  input  wire                   flush_turns,        // with flush: no request is taken until it is over, then the organization is another one
  input  wire                   flush_private,      // with flush_turns: the slice is private then, else shared
`endif

  // request: messages from noc_port
  input  wire                   request_valid,      // a message is offered
  output wire                   request_ready,      // it is taken at this edge
  input  wire [2:0]             request_kind,       // 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [2:0]             request_op,         // atomic operation
  input  wire [NODE_BITS-1:0]   request_src,        // node that asked
  input  wire [LINE_BITS-1:0]   request_line,       // line address
  input  wire [MSG_ID_BITS-1:0] request_id,         // goes back with the reply
  input  wire [3:0]             request_sectors,    // sectors wanted
  input  wire [127:0]           request_mask,       // bytes written or operated on
  input  wire [1023:0]          request_data,       // store data or atomic operands

  // reply: messages to noc_port
  output wire                   reply_valid,        // a reply is offered
  input  wire                   reply_ready,        // it is taken at this edge
  output wire [NODE_BITS-1:0]   reply_dest,         // node that asked
  output wire [2:0]             reply_kind,         // kind of the request
  output wire [LINE_BITS-1:0]   reply_line,         // line address
  output wire [MSG_ID_BITS-1:0] reply_id,           // id of the request
  output wire [3:0]             reply_data_sectors, // sectors that travel
  output wire [1023:0]          reply_data,         // the line; zero in other sectors

  // dram: requests to the memory controller
  output wire                   dram_valid,         // a request is offered
  input  wire                   dram_ready,         // it is taken at this edge
  output wire                   dram_write,         // 1 write back a line, 0 read one
  output wire [LINE_BITS-1:0]   dram_line,          // line address
  output wire [ENTRY_BITS-1:0]  dram_id,            // reads: pending entry; writes: zero
  output wire [1023:0]          dram_data,          // writes: the line; reads: zero
`ifdef MEMLOOM_LLC_MODE
  output wire [127:0]           dram_mask,          // writes: its bytes that are written; reads: zero
`endif

  // dram_reply: lines read from DRAM
  input  wire                   dram_reply_valid,   // a line is offered
  output wire                   dram_reply_ready,   // it is taken at this edge
  input  wire [ENTRY_BITS-1:0]  dram_reply_id,      // pending entry
  input  wire [1023:0]          dram_reply_data,    // the line

  // events: pulses for perf_counters, registered
  output wire                   event_access,       // a request was looked up (once)
  output wire                   event_hit,          // it hit
  output wire                   event_miss,         // it reserved a way
  output wire                   event_merge,        // it found its line pending
  output wire                   event_writeback,    // a dirty line was sent to DRAM
  output wire                   event_dram_read,    // a line was asked from DRAM
  output wire                   event_stall,        // a due request had to wait in this cycle
  output wire                   event_atomic,       // an atomic was executed
`ifdef MEMLOOM_LLC_MODE
  output wire                   event_through,      // a store was sent to DRAM
  output wire                   event_first,        // a request of the first cluster was looked up
  output wire                   event_store,        // a store was
`ifdef MEMLOOM_PROGRAMS
  output wire                   event_program_0,    // a request of the first program was
  output wire                   event_program_1,    // a request of the second program was
`endif

  // look: the request of event_access, for llc_profiler and llc_trial
  output wire                   look_valid,         // a request was looked up
  output wire [SET_BITS-1:0]    look_set,           // its set
  output wire [TAG_BITS-1:0]    look_tag,           // its tag
  output wire [CLUSTER_BITS-1:0] look_cluster,      // cluster that asked
`endif

  // error: pulses, registered
`ifdef MEMLOOM_RAM_PROTECT
  output wire                   error_corrected,    // a bit of a set's word or a line was inverted in the RAM, and put right
  output wire                   error_lost,         // bits of them were inverted that are not put right
`endif
  output wire                   error_dram_reply    // a line came that nobody waits for
);
  localparam PIPELINE    = 7;          // cycles from the delay line to the reply
  localparam WAITING     = (QUEUE > 32) ? QUEUE : 32;  // requests in the delay line at most: see the page
  localparam DELAY_DEPTH = (LATENCY - PIPELINE < WAITING) ? LATENCY - PIPELINE + 1 : WAITING;
  localparam LEVEL_BITS  = $clog2(DELAY_DEPTH + 1);
  localparam THIRDS      = (SETS / 3 * 3 == SETS) ? 1 : 0;  // three sets for each value of the low bits
`ifndef MEMLOOM_LLC_MODE
  localparam SET_BITS    = (SETS > 1) ? $clog2(SETS) : 1;
`endif
  localparam WAY_BITS    = (WAYS > 1) ? $clog2(WAYS) : 1;
`ifndef MEMLOOM_LLC_MODE
  localparam TAG_BITS    = LINE_BITS - $clog2(SETS) + 2 * THIRDS;
`endif
  localparam LOW_BITS    = $clog2(SETS) - 2 * THIRDS;       // of a set number; the rest are below three
  localparam LINES       = SETS * WAYS;
  localparam RAM_BITS    = (LINES > 1) ? $clog2(LINES) : 1;
  localparam COUNT_BITS  = $clog2(TARGETS + 1);
  localparam INDEX_BITS  = (TARGETS > 1) ? $clog2(TARGETS) : 1;
  localparam [WAYS-1:0] LOWEST = 1;
  localparam [31:0] PER_LINE = TARGETS;
  localparam [COUNT_BITS-1:0] ONE = 1;
  localparam [INDEX_BITS-1:0] SECOND = 1;

  genvar  g;
  integer w;
  integer e;

  // ------------------------------------------------------------- requests wait for their latency
  // What a request is besides its set and tag; the data and masks of stores and atomics wait in a
  // queue of their own until the data RAM is accessed.
  localparam ABOUT_BITS = 1 + 3 + 3 + NODE_BITS + MSG_ID_BITS + 4;
  wire [ABOUT_BITS-1:0]  about;        // {whole line written, kind, op, src, id, sectors}
  wire [LINE_BITS-1:0]   line;
  wire                   due;          // a request's time has come
  wire                   pop;          // it enters the pipeline
  wire                   line_room;
  wire                   data_room;
  wire                   data_pop;     // the oldest data are used
  wire                   data_there_unused;
  wire [127:0]           mask;         // of the oldest store or atomic in the slice
  wire [1023:0]          data;
`ifdef MEMLOOM_LLC_MODE
  wire [LEVEL_BITS-1:0]  level;
  wire                   turning;      // no request is taken: the organization changes
`else
  wire [LEVEL_BITS-1:0]  level_unused;
`endif
  wire                   no_data_unused;

  delay_line #(
    .META_BITS(ABOUT_BITS + LINE_BITS),
    .DATA_BITS(1),
    .DEPTH(DELAY_DEPTH),
    .QUEUE(1),
    .DELAY(LATENCY - PIPELINE)
  ) waiting (
    .clk         (clk),
    .rst         (rst),
`ifdef MEMLOOM_LLC_MODE
    .put_valid   (request_valid && data_room && !turning),
`else
    .put_valid   (request_valid && data_room),
`endif
    .put_ready   (line_room),
    .put_has_data(1'b0),
    .put_meta    ({&request_mask, request_kind, request_op, request_src, request_id,
                   request_sectors, request_line}),
    .put_data    (1'b0),
    .get_valid   (due),
    .get_ready   (pop),
    .get_data    (no_data_unused),
    .get_meta    ({about, line}),
`ifdef MEMLOOM_LLC_MODE
    .level       (level)
`else
    .level       (level_unused)
`endif
  );

  ram_fifo #(.WIDTH(128 + 1024), .DEPTH(QUEUE)) request_lines (
    .clk(clk), .rst(rst),
`ifdef MEMLOOM_LLC_MODE
    .put_valid(request_valid && line_room && !turning && request_kind[1]), .put_ready(data_room),
`else
    .put_valid(request_valid && line_room && request_kind[1]), .put_ready(data_room),
`endif
    .put_data({request_mask, request_data}),
    .get_valid(data_there_unused), .get_ready(data_pop), .get_data({mask, data})
  );

  // ------------------------------------------------------------- the pipeline moves as a whole
  wire                  walks;         // a step of a flush may enter
  wire [SET_BITS-1:0]   walk_set;      // the set that enters next
  reg                   fill_waits;    // a line from DRAM waits: nothing is decided
  wire                  can_leave;     // what is at the head does when it acts
  wire                  rewinds;       // a flush comes back to the set at the head
`ifdef MEMLOOM_LLC_MODE
  wire                  is_private;    // stores are written through, no line is dirty
  wire                  invalidates;   // all lines become invalid
`endif

  reg                   seek_valid;    // reads the set RAM
  reg                   seek_walk;     // a step of the flush, not a request
  reg  [SET_BITS-1:0]   seek_set;
  reg  [TAG_BITS-1:0]   seek_tag;
  reg  [ABOUT_BITS-1:0] seek_about;
  reg                   word_valid;    // has its word
  reg                   word_walk;
  reg  [SET_BITS-1:0]   word_set;
  reg  [TAG_BITS-1:0]   word_tag;
  reg  [ABOUT_BITS-1:0] word_about;
  reg                   test_valid;    // compares the tags
  reg                   test_walk;
  reg  [SET_BITS-1:0]   test_set;
  reg  [TAG_BITS-1:0]   test_tag;
  reg  [ABOUT_BITS-1:0] test_about;
  reg                   head_valid;    // is decided about
  reg                   head_walk;
  reg  [SET_BITS-1:0]   head_set;
  reg  [TAG_BITS-1:0]   head_tag;
  reg  [ABOUT_BITS-1:0] head_about;
  reg                   is_read;       // the head's kind, decoded a stage before: read or fetch
  reg                   is_store;
  reg                   is_atomic;
  wire                  whole;         // the head, field by field
  wire [2:0]            kind;
  wire [2:0]            op;
  wire [NODE_BITS-1:0]  src;
  wire [MSG_ID_BITS-1:0] id;
  wire [3:0]            sectors;
  assign {whole, kind, op, src, id, sectors} = head_about;
  wire [1:0]            test_kind = test_about[ABOUT_BITS-3 -: 2];

  wire moves  = !fill_waits && (!head_valid || can_leave);
  wire enters = !due && walks;                         // a step of the flush
  wire stops  = flush || rewinds;                      // steps behind the head are forgotten
  wire [SET_BITS-1:0] line_set;
  wire [TAG_BITS-1:0] line_tag;
  assign pop           = moves;
`ifdef MEMLOOM_LLC_MODE
  assign request_ready = line_room && data_room && !turning;
`else
  assign request_ready = line_room && data_room;
`endif

  wire seek_keeps = seek_valid && !(seek_walk && stops);
  wire word_keeps = word_valid && !(word_walk && stops);
  wire test_keeps = test_valid && !(test_walk && stops);
  wire head_keeps = head_valid && !(head_walk && stops);

  always @(posedge clk)
    if (rst) begin
      seek_valid <= 1'b0;
      word_valid <= 1'b0;
      test_valid <= 1'b0;
      head_valid <= 1'b0;
    end else begin
      seek_valid <= moves ? due || (enters && !stops) : seek_keeps;
      word_valid <= moves ? seek_keeps : word_keeps;
      test_valid <= moves ? word_keeps : test_keeps;
      head_valid <= moves ? test_keeps : head_keeps;
    end

  always @(posedge clk)
    if (moves) begin
      seek_walk  <= !due;
      seek_set   <= due ? line_set : walk_set;
      seek_tag   <= line_tag;
      seek_about <= about & {ABOUT_BITS{due}};
      {word_walk, word_set, word_tag, word_about} <= {seek_walk, seek_set, seek_tag, seek_about};
      {test_walk, test_set, test_tag, test_about} <= {word_walk, word_set, word_tag, word_about};
      {head_walk, head_set, head_tag, head_about} <= {test_walk, test_set, test_tag, test_about};
      is_read    <= !test_kind[1];
      is_store   <= test_kind == 2'd2;
      is_atomic  <= test_kind == 2'd3;
    end

  wire [LINE_BITS-1:0] head_line;
  set_map #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(INDEX_SHIFT), .CHUNK_BITS(CHUNK_BITS),
    .HASH_INDEX(HASH_INDEX)
  ) map (
    .line    (line),
    .line_set(line_set),
    .line_tag(line_tag),
    .of_set  (head_set),
    .of_tag  (head_tag),
    .of_line (head_line)
  );

  // ------------------------------------------------------------- sets: tags, states, LRU order
  localparam ORDER_BITS = WAYS * WAY_BITS;
  localparam WORD_BITS  = ORDER_BITS + 2 * WAYS + WAYS * TAG_BITS;
  reg  [SETS-1:0]       set_used;      // {SETS} word written since reset; flash-cleared: flops
  reg                   word_used;
  wire [WORD_BITS-1:0]  word_read;     // {order, dirty, present, tags} as stored
  wire [ORDER_BITS-1:0] initial_order;
  wire [WORD_BITS-1:0]  first_word = {initial_order, {WORD_BITS-ORDER_BITS{1'b0}}};
  reg  [WORD_BITS-1:0]  test_word;
  reg  [WORD_BITS-1:0]  head_word;
  reg  [WORD_BITS-1:0]  past_word;     // of what left the head last
  wire [WORD_BITS-1:0]  next_word;     // of the set of the head, after it
  wire                  writes;        // it is stored

  // Who shares a set with whom: the RAM's word lacks what the three before it make of the set.
  reg                   word_past;     // word stage: with what left the head when it was read
  reg                   word_head;     // word stage: with the head
  reg                   test_head;     // test stage: with the head
  reg                   test_same;     // test stage: the same tag, too
  wire [WORD_BITS-1:0]  word_now = (word_head && head_valid) ? next_word
                                 : word_past ? past_word
                                 : word_used ? word_read : first_word;

  always @(posedge clk)
    if (moves) begin
      word_past <= head_valid && seek_set == head_set;
      word_head <= seek_set == test_set;
      test_head <= word_set == test_set;
      test_same <= word_tag == test_tag;
      past_word <= next_word;
      test_word <= word_now;
      word_used <= set_used[seek_set];
    end

  always @(posedge clk)
    if (moves) head_word <= (test_head && head_valid) ? next_word : test_word;
    else if (reserves) head_word <= next_word;         // an atomic stays

`ifdef MEMLOOM_RAM_PROTECT
  localparam WORD_FLIPS = 2 * ((WORD_BITS + 63) / 64);
  wire word_corrected;
  wire word_lost;

  ram_ecc #(.PROTECT(PROTECT), .WIDTH(WORD_BITS), .DEPTH(SETS)) set_words (
    .write_flip    ({WORD_FLIPS{1'b0}}),
    .read_corrected(word_corrected),
    .read_lost     (word_lost),
`else
  ram_1r1w #(.WIDTH(WORD_BITS), .DEPTH(SETS)) set_words (
`endif
    .clk        (clk),
    .write_valid(writes),
    .write_addr (head_set),
    .write_mask (1'b1),
    .write_data (next_word),
    .read_valid (moves),
    .read_addr  (seek_set),
    .read_data  (word_read)
  );

  always @(posedge clk)
`ifdef MEMLOOM_LLC_MODE
    if (rst || invalidates) set_used <= {SETS{1'b0}};
    else if (writes)        set_used[head_set] <= 1'b1;
`else
    if (rst)         set_used <= {SETS{1'b0}};
    else if (writes) set_used[head_set] <= 1'b1;
`endif

  // ------------------------------------------------------------- pending lines
  reg  [ENTRIES-1:0]            pending_valid;   // {ENTRIES} content-addressed, therefore flops
  reg  [ENTRIES*SET_BITS-1:0]   pending_set;     // {ENTRIES}
  reg  [ENTRIES*WAY_BITS-1:0]   pending_way;     // {ENTRIES}
  reg  [ENTRIES*COUNT_BITS-1:0] pending_targets; // {ENTRIES} reads that wait
  wire [ENTRIES-1:0]            word_entries;    // {ENTRIES} with a line of the set
  reg  [ENTRIES-1:0]            test_entries;
  reg  [ENTRIES-1:0]            head_entries;
  localparam PARTS = (ENTRIES > 32) ? 4 : 2;     // no chain along more than 16 entries
  localparam PART  = (ENTRIES + PARTS - 1) / PARTS;
  reg  [ENTRIES-1:0]            free_of_part;    // {ENTRIES} the lowest free of each part
  reg  [PARTS-2:0]              part_free;       // {PARTS - 1} there is one in this part, but for the last
  wire [ENTRIES-1:0]            free_entry;      // {ENTRIES} one-hot or zero: the lowest free
  reg                           free_found;      // there was one
  wire                          reserves;        // a way and an entry are reserved
  wire                          merges;          // the head joins a pending line
  wire                          fills;           // a line from DRAM is taken
  reg  [ENTRY_BITS-1:0]         fill_id;
  wire [ENTRIES-1:0]            in_use;          // {ENTRIES} pending, or its reads are answered
  wire [ENTRIES-1:0]            lower_in_use;    // {ENTRIES} all below in its part are
  reg                           draining;        // reads of the line just filled are answered
  reg  [ENTRY_BITS-1:0]         drain_entry;
  wire [ENTRIES-1:0]            reserved = free_entry & {ENTRIES{reserves}};
  wire [ENTRIES-1:0]            filled;
  reg  [WAY_BITS-1:0]           way_number;      // where the head's line is, or may come
  wire [COUNT_BITS-1:0]         targets_after;   // of the entry the head joins
  reg  [ENTRY_BITS-1:0]         entry_joined;

  generate
    for (g = 0; g < ENTRIES; g = g + 1) begin : entry
      localparam [31:0] INDEX = g;
      localparam FIRST = g / PART * PART;        // of its part
      localparam [PARTS-1:0] BELOW = (1 << (g / PART)) - 1;
      assign word_entries[g] = pending_valid[g] && pending_set[g*SET_BITS +: SET_BITS] == word_set;
      assign in_use[g] = pending_valid[g]
                      || (draining && drain_entry == INDEX[ENTRY_BITS-1:0]);
      if (g == FIRST) begin : lowest
        assign lower_in_use[g] = 1'b1;
      end else begin : others
        assign lower_in_use[g] = &in_use[g-1:FIRST];
      end
      assign free_entry[g] = free_of_part[g] && !(|(part_free & BELOW[PARTS-2:0]));
      assign filled[g] = fills && fill_id == INDEX[ENTRY_BITS-1:0];

      always @(posedge clk)
        if (rst)              pending_valid[g] <= 1'b0;
        else if (reserved[g]) pending_valid[g] <= 1'b1;
        else if (filled[g])   pending_valid[g] <= 1'b0;

      always @(posedge clk)
        if (reserved[g]) begin
          pending_set[g*SET_BITS +: SET_BITS] <= head_set;
          pending_way[g*WAY_BITS +: WAY_BITS] <= way_number;
        end

      always @(posedge clk)
        if (reserved[g])
          pending_targets[g*COUNT_BITS +: COUNT_BITS] <= {{(COUNT_BITS-1){1'b0}}, is_read};
        else if (merges && is_read && entry_joined == INDEX[ENTRY_BITS-1:0])
          pending_targets[g*COUNT_BITS +: COUNT_BITS] <= targets_after;
    end
    for (g = 0; g < PARTS - 1; g = g + 1) begin : part
      always @(posedge clk) part_free[g] <= ~&in_use[g*PART +: PART];
    end
  endgenerate

  always @(posedge clk) begin
    free_of_part <= ~in_use & lower_in_use;
    free_found   <= ~&in_use;
    test_entries <= moves ? word_entries | (reserved & {ENTRIES{word_head}})
                          : (test_entries & ~filled) | (reserved & {ENTRIES{test_head}});
    head_entries <= moves ? test_entries | (reserved & {ENTRIES{test_head}})
                          : (head_entries & ~filled) | reserved;
  end

  // {WAYS} ways of the set whose lines these entries wait for.
  function [WAYS-1:0] ways_of(input [ENTRIES-1:0] of, input [ENTRIES*WAY_BITS-1:0] numbers);
    integer at;
    begin
      ways_of = {WAYS{1'b0}};
      for (at = 0; at < ENTRIES; at = at + 1)
        ways_of = ways_of | ((LOWEST << numbers[at*WAY_BITS +: WAY_BITS]) & {WAYS{of[at]}});
    end
  endfunction

  // ------------------------------------------------------------- the head's place in its set
  reg  [WAYS-1:0]          match;        // {WAYS} one-hot or zero: has the head's line, or will
  reg  [WAYS-1:0]          pending;      // {WAYS} the line comes from DRAM
  reg                      second;       // the head was here in the cycle before
  reg                      counted;      // the atomic here was counted, its line is on the way
  reg                      victim_found; // what the cycle before found for what is no hit
  reg                      victim_dirty; // looked at when something is absent
  reg  [COUNT_BITS-1:0]    targets;      // reads that wait for the line
  wire [ORDER_BITS-1:0]    order;
  wire [WAYS-1:0]          dirty;        // {WAYS} written since the read
  wire [WAYS-1:0]          present;      // {WAYS} has a line, or will
  wire [WAYS*TAG_BITS-1:0] tags;         // {WAYS}
  wire [WAYS-1:0]          test_present;
  wire [WAYS*TAG_BITS-1:0] test_tags;
  wire [ORDER_BITS+WAYS-1:0] test_rest_unused;
  wire [WAYS-1:0]          victims = (LOWEST << way_number) & {WAYS{victim_found}};
  wire [WAYS-1:0]          way     = match | victims;
  wire                     absent  = !head_walk && ~|match;
  wire                     hit     = |(match & ~pending);
  wire                     joins   = |(match & pending);
  wire [WAYS-1:0]          clean_ways = dirty & ~pending;   // what a flush writes back
  wire [WAY_BITS-1:0]      oldest;
  reg  [WAY_BITS-1:0]      lowest_clean;
  reg  [WAY_BITS-1:0]      next_number;
  reg  [WAYS-1:0]          test_match;
  wire [WAYS-1:0]          next_match;   // of what comes to the head
  reg  [ENTRY_BITS-1:0]    entry_found;
  reg  [COUNT_BITS-1:0]    targets_found;
  reg  [ENTRY_BITS-1:0]    free_number;
  reg  [TAG_BITS-1:0]      victim_tag;
  wire [WAYS*WAY_BITS-1:0] touched_order;
  assign {order, dirty, present, tags} = head_word;
  assign {test_rest_unused, test_present, test_tags} = test_word;

  always @* begin
    next_number  = {WAY_BITS{1'b0}};
    lowest_clean = {WAY_BITS{1'b0}};
    victim_tag   = {TAG_BITS{1'b0}};
    for (w = WAYS - 1; w >= 0; w = w - 1) begin
      test_match[w] = test_present[w] && test_tags[w*TAG_BITS +: TAG_BITS] == test_tag;
      if (next_match[w]) next_number = next_number | w[WAY_BITS-1:0];
      if (clean_ways[w]) lowest_clean = w[WAY_BITS-1:0];
      victim_tag = victim_tag | (tags[w*TAG_BITS +: TAG_BITS] & {TAG_BITS{victims[w]}});
    end
  end

  // The entry of the head's line, if it is pending.
  always @* begin
    entry_found   = {ENTRY_BITS{1'b0}};
    targets_found = {COUNT_BITS{1'b0}};
    free_number   = {ENTRY_BITS{1'b0}};
    for (e = 0; e < ENTRIES; e = e + 1) begin
      if (free_entry[e]) free_number = free_number | e[ENTRY_BITS-1:0];
      if (head_entries[e] && match[pending_way[e*WAY_BITS +: WAY_BITS]]) begin
        entry_found   = entry_found | e[ENTRY_BITS-1:0];
        targets_found = targets_found | pending_targets[e*COUNT_BITS +: COUNT_BITS];
      end
    end
  end

  // Ways never used are the least recently used ones, lowest first: no search for invalid ways.
  lru_order #(.WAYS(WAYS)) replacement (
    .order        (order),
    .way          (way_number),
    .next_order   (touched_order),
    .candidates   (~pending),
    .victim       (oldest),
    .initial_order(initial_order)
  );
  assign next_match = {WAYS{!test_walk}} & ((test_head && head_valid && !head_walk)
                      ? (test_match & ~way) | (way & {WAYS{test_same}}) : test_match);

  always @(posedge clk)
    if (moves) begin
      match   <= next_match;
      pending <= ways_of(test_entries, pending_way) | (way & {WAYS{reserves && test_head}});
    end else begin
      if (reserves) match <= way;
      pending <= ways_of(head_entries & ~filled, pending_way) | (way & {WAYS{reserves}});
    end

  always @(posedge clk) begin
    entry_joined <= entry_found;
    targets      <= targets_found;
    second       <= !moves;
    victim_dirty <= |(dirty & (LOWEST << oldest));
    victim_found <= !moves && !reserves && (head_walk ? |clean_ways : absent && !(&pending));
    if (moves)                                   way_number <= next_number;
    else if (!reserves && (head_walk || absent)) way_number <= head_walk ? lowest_clean : oldest;
  end

  // ------------------------------------------------------------- what the head does
  wire dram_room;                      // a write-back and a read can be announced
  wire action_room;                    // an access to the data RAM can be ordered
  wire acts        = head_valid && !fill_waits;
  wire installs    = is_store && whole;                // the whole line is written: no DRAM read
`ifdef MEMLOOM_LLC_MODE
  wire needs_dram  = !installs || victim_dirty || is_private;
  wire through_room = !is_private || !is_store || dram_room;  // a store that is written through has a place
`else
  wire needs_dram  = !installs || victim_dirty;
`endif
  wire target_room = targets != PER_LINE[COUNT_BITS-1:0];
  wire reads_wait  = |targets;         // they came before the head: a store must not write yet

  // What there is a head for, and room; it happens when it acts. `moves` waits for these.
`ifdef MEMLOOM_LLC_MODE
  wire can_hit     = hit && action_room && through_room;
  wire can_merge   = second && joins && !is_atomic
                  && (is_store ? action_room && !reads_wait && through_room : target_room);
`else
  wire can_hit     = hit && action_room;
  wire can_merge   = second && joins && !is_atomic && (is_store ? action_room && !reads_wait : target_room);
`endif
  wire can_miss    = second && absent && victim_found && action_room
                  && (installs || free_found) && (!needs_dram || dram_room);
  wire can_pass    = head_walk && ~|dirty;
  wire can_rewind  = head_walk && second && |dirty;
  assign can_leave = can_hit || can_merge || (can_miss && !is_atomic) || can_pass || can_rewind;

  wire hits         = acts && can_hit;
  wire merges_store = acts && can_merge && is_store;
  wire merges_read  = acts && can_merge && is_read;
  wire holds        = acts && joins && is_atomic && !counted;  // first seen
  wire misses       = acts && can_miss;
  wire cleans       = acts && second && head_walk && victim_found && action_room && dram_room;
  wire passes       = acts && can_pass;
  wire evicts       = (misses && victim_dirty) || cleans;
`ifdef MEMLOOM_LLC_MODE
  wire through      = is_private && is_store && (hits || merges_store || misses);
`endif

  assign merges   = acts && can_merge;
  assign reserves = misses && !installs;
  assign rewinds  = acts && can_rewind;

  always @(posedge clk)
    if (rst || moves)                        counted <= 1'b0;
    else if (holds || (misses && is_atomic)) counted <= 1'b1;

  // ------------------------------------------------------------- next word of the set
  wire [WAYS-1:0] next_dirty = (dirty & ~(victims & {WAYS{!head_walk || cleans}}))
`ifdef MEMLOOM_LLC_MODE
                             | (way & {WAYS{is_store && !is_private || (is_atomic && hit)}});
`else
                             | (way & {WAYS{is_store || (is_atomic && hit)}});
`endif
  wire [WAYS*TAG_BITS-1:0] next_tags;

  generate
    for (g = 0; g < WAYS; g = g + 1) begin : tag
      assign next_tags[g*TAG_BITS +: TAG_BITS] = (way[g] && !head_walk)
                                               ? head_tag : tags[g*TAG_BITS +: TAG_BITS];
    end
  endgenerate

  assign next_word = {head_walk ? order : touched_order, next_dirty, present | way, next_tags};
  assign writes    = hits || merges || (misses && !is_atomic) || cleans;

  // ------------------------------------------------------------- waiting reads
  // Target `index` of an entry stands at {entry, index}.
  localparam TARGET_WIDTH = 1 + NODE_BITS + MSG_ID_BITS + 4;
  localparam TARGET_DEPTH = ENTRIES << $clog2(TARGETS);
  localparam TARGET_ADDR  = (TARGET_DEPTH > 1) ? $clog2(TARGET_DEPTH) : 1;
  wire [TARGET_ADDR-1:0] target_at;    // where the head's read goes
  wire [TARGET_ADDR-1:0] target_next;  // the read that is answered next
  wire                   target_fetch; // what was read last: kind fetch, not read
  wire [NODE_BITS-1:0]   target_src;
  wire [MSG_ID_BITS-1:0] target_id;
  wire [3:0]             target_sectors;
  reg  [INDEX_BITS-1:0]  drain_next;   // the read after the one that is answered
  reg  [COUNT_BITS-1:0]  drain_left;   // reads still to answer
  reg  [TAG_BITS-1:0]    drain_tag;
  wire                   drains;
  wire [ENTRY_BITS-1:0]  head_entry = reserves ? free_number : entry_joined;
  assign targets_after = targets + ONE;

  generate
    if (TARGETS == 1) begin : one_target
      assign target_at   = head_entry;
      assign target_next = fills ? fill_id : drain_entry;
    end else if (ENTRIES == 1) begin : one_entry
      assign target_at   = targets[INDEX_BITS-1:0] & {INDEX_BITS{!reserves}};
      assign target_next = fills ? {INDEX_BITS{1'b0}} : drain_next;
    end else begin : many
      assign target_at   = {head_entry, targets[INDEX_BITS-1:0] & {INDEX_BITS{!reserves}}};
      assign target_next = fills ? {fill_id, {INDEX_BITS{1'b0}}} : {drain_entry, drain_next};
    end
  endgenerate

  ram_1r1w #(.WIDTH(TARGET_WIDTH), .DEPTH(TARGET_DEPTH)) waiting_reads (
    .clk        (clk),
    .write_valid((reserves && is_read) || merges_read),
    .write_addr (target_at),
    .write_mask (1'b1),
    .write_data ({kind[0], src, id, sectors}),
    .read_valid (fills || drains),
    .read_addr  (target_next),
    .read_data  ({target_fetch, target_src, target_id, target_sectors})
  );

  // ------------------------------------------------------------- accesses to the data RAM, in order
  localparam ACTION_BITS = 6 + ENTRY_BITS + RAM_BITS + TAG_BITS
                         + 3 + 3 + NODE_BITS + MSG_ID_BITS + 4;
  wire                   orders = hits || merges_store || misses || cleans;
  wire                   action_there;
  wire                   action_done;
  wire [RAM_BITS-1:0]    head_place;
  wire                   x_replies;    // an answer: a hit, or a store
  wire                   x_stores;     // writes the request's data
  wire                   x_executes;   // an atomic
  wire                   x_evicts;     // reads the line that leaves
  wire                   x_reserves;   // an entry is new
  wire                   x_joins;      // a store to a pending line
  wire [ENTRY_BITS-1:0]  x_entry;
  wire [RAM_BITS-1:0]    x_place;      // {way, set}: ways need not be a power of two, {3 way + third, rest of set}
  wire [TAG_BITS-1:0]    x_tag;
  wire [2:0]             x_kind;
  wire [2:0]             x_op;
  wire [NODE_BITS-1:0]   x_src;
  wire [MSG_ID_BITS-1:0] x_id;
  wire [3:0]             x_sectors;

  generate
    if (SETS == 1)      begin : one_set   assign head_place = way_number; end
    else if (WAYS == 1) begin : one_way   assign head_place = head_set; end
    else if (THIRDS != 0) begin : third_sets
      localparam HIGH_BITS = RAM_BITS - LOW_BITS;
      wire [HIGH_BITS-1:0] number = {{HIGH_BITS-WAY_BITS{1'b0}}, way_number};
      wire [HIGH_BITS-1:0] high   = (number << 1) + number + {{HIGH_BITS-2{1'b0}}, head_set[SET_BITS-1 -: 2]};
      if (LOW_BITS == 0) begin : no_low
        assign head_place = high;
      end else begin : with_low
        assign head_place = {high, head_set[LOW_BITS-1:0]};
      end
    end
    else                begin : many_ways assign head_place = {way_number, head_set}; end
  endgenerate

  fifo #(.WIDTH(ACTION_BITS), .DEPTH(2)) actions (
    .clk(clk), .rst(rst),
    .put_valid(orders), .put_ready(action_room),
    .put_data({hits || is_store, is_store, hits && is_atomic, evicts, reserves, merges_store,
               head_entry, head_place, head_tag, kind, op, src, id,
               sectors & {4{!is_store}}}),
    .get_valid(action_there), .get_ready(action_done),
    .get_data({x_replies, x_stores, x_executes, x_evicts, x_reserves, x_joins, x_entry, x_place,
               x_tag, x_kind, x_op, x_src, x_id, x_sectors})
  );

  wire       executed;                 // the atomic at the front is done with its data
  wire       read_room;                // no atomic is in the way of what stores nothing
  wire       write_room;               // nor of a store
  wire       fill_room;                // nor of a line from DRAM
  reg        started;                  // an access began in the cycle before
  reg        evicted;                  // it read a line that leaves
  reg        answer_valid;             // line_read is an answer
  reg        reply_full;               // the reply register holds a reply
  wire       reply_free  = !reply_full || reply_ready;
  wire       answer_free = !answer_valid || reply_free;
  wire       starts      = action_there && (x_stores ? write_room : read_room) && !draining && answer_free;
  assign     drains      = draining && answer_free;
  assign     action_done = executed || (starts && !x_executes);
  assign     data_pop    = executed || (starts && x_stores);

  always @(posedge clk)
    if (rst) begin
      started <= 1'b0;
      evicted <= 1'b0;
    end else begin
      started <= starts;
      evicted <= starts && x_evicts;
    end

  // ------------------------------------------------------------- fill, once nothing is under way
  // What a pending line knows: its place, and the bytes stores have written meanwhile.
  localparam PLACE_BITS = RAM_BITS + TAG_BITS;
  wire [TAG_BITS-1:0]    fill_tag;
  wire [127:0]           fill_written;
  reg  [1023:0]          fill_data;
  wire [RAM_BITS-1:0]    fill_place;
  reg  [RAM_BITS-1:0]    drain_place;
  wire [COUNT_BITS-1:0]  fill_targets = pending_targets[fill_id*COUNT_BITS +: COUNT_BITS];
  assign fills = fill_waits && !action_there && !draining && !started && fill_room;

  // What DRAM answers without having been asked goes nowhere.
  wire [ENTRIES-1:0]     named;        // {ENTRIES} one-hot or zero: whose line this is
  reg  [ENTRIES-1:0]     awaited;      // {ENTRIES} DRAM has the read and has not answered it
  wire                   expected = |(named & awaited);
  wire                   arrives  = dram_reply_valid && !fill_waits;
  wire                   asks     = dram_valid && dram_ready && !dram_write;
  reg                    unexpected;

  generate
    for (g = 0; g < ENTRIES; g = g + 1) begin : read
      localparam [31:0] INDEX = g;
      assign named[g] = dram_reply_id == INDEX[ENTRY_BITS-1:0];

      always @(posedge clk)
        if (rst)                                           awaited[g] <= 1'b0;
        else if (asks && dram_id == INDEX[ENTRY_BITS-1:0]) awaited[g] <= 1'b1;
        else if (arrives && named[g])                      awaited[g] <= 1'b0;
    end
  endgenerate

  always @(posedge clk)
    if (rst) fill_waits <= 1'b0;
    else     fill_waits <= fill_waits ? !fills : dram_reply_valid && expected;

  always @(posedge clk)
    if (rst) unexpected <= 1'b0;
    else     unexpected <= arrives && !expected;

  assign error_dram_reply = unexpected;

  always @(posedge clk)
    if (arrives) begin
      fill_id   <= dram_reply_id;
      fill_data <= dram_reply_data;
    end

  ram_1r1w #(
    .WIDTH(PLACE_BITS + 128), .DEPTH(ENTRIES), .MASK_BITS(PLACE_BITS + 128)
  ) pending_lines_ram (
    .clk        (clk),
    .write_valid(starts && (x_reserves || x_joins)),
    .write_addr (x_entry),
    .write_mask ({{PLACE_BITS{1'b1}}, {128{x_reserves}} | mask}),  // who joins has the same place
    .write_data ({x_place, x_tag, mask & {128{x_stores}}}),
    .read_valid (fill_waits || dram_reply_valid),
    .read_addr  (fill_waits ? fill_id : dram_reply_id),
    .read_data  ({fill_place, fill_tag, fill_written})
  );

  always @(posedge clk)
    if (rst)         draining <= 1'b0;
    else if (fills)  draining <= fill_targets != {COUNT_BITS{1'b0}};
    else if (drains) draining <= drain_left != ONE;

  always @(posedge clk)
    if (fills) begin
      drain_entry <= fill_id;
      drain_next  <= SECOND;
      drain_left  <= fill_targets;
      {drain_place, drain_tag} <= {fill_place, fill_tag};
    end else if (drains) begin
      drain_next  <= drain_next + SECOND;
      drain_left  <= drain_left - ONE;
    end

  assign dram_reply_ready = !fill_waits;

  // ------------------------------------------------------------- data
  wire [RAM_BITS-1:0] read_place = draining ? drain_place : x_place;
  wire [1023:0]       line_read;       // the line read last
  wire                line_read_unused;
`ifdef MEMLOOM_RAM_PROTECT
  wire                line_corrected;
  wire                line_lost;
`endif

  llc_lines #(
`ifdef MEMLOOM_RAM_PROTECT
    .PROTECT(PROTECT),
`endif
    .LINES(LINES)
  ) data_ram (
    .clk            (clk),
    .rst            (rst),
    .access_valid   (starts),
    .access_reads   ((x_replies && !x_stores) || x_evicts),
    .access_stores  (x_stores),
    .access_executes(x_executes),
    .op             (x_op),
    .place          (x_place),
    .mask           (mask),
    .data           (data),
    .read_room      (read_room),
    .write_room     (write_room),
    .atomic_done    (executed),
    .read_valid     (drains),
    .place_read     (read_place),
    .fill_valid     (fills),
    .fill_place     (fill_place),
    .fill_mask      (~fill_written),
    .fill_data      (fill_data),
    .fill_room      (fill_room),
`ifdef MEMLOOM_RAM_PROTECT
    .error_corrected(line_corrected),
    .error_lost     (line_lost),
`endif
    .line_valid     (line_read_unused),
    .line_data      (line_read)
  );

  // ------------------------------------------------------------- replies
  reg  [2:0]             answer_kind;    // what line_read is an answer to
  reg  [NODE_BITS-1:0]   answer_dest;
  reg  [SET_BITS-1:0]    answer_set;
  reg  [TAG_BITS-1:0]    answer_tag;
  reg  [MSG_ID_BITS-1:0] answer_id;
  reg  [3:0]             answer_sectors;
  wire [LINE_BITS-1:0]   answer_line;
  wire [SET_BITS-1:0]    answer_set_unused;
  wire [TAG_BITS-1:0]    answer_tag_unused;
  reg  [2:0]             reply_kind_held;
  reg  [NODE_BITS-1:0]   reply_dest_held;
  reg  [LINE_BITS-1:0]   reply_line_held;
  reg  [MSG_ID_BITS-1:0] reply_id_held;
  reg  [3:0]             reply_sectors_held;
  reg  [1023:0]          reply_data_held;

  always @(posedge clk)
    if (rst)              answer_valid <= 1'b0;
    else if (answer_free) answer_valid <= drains || (starts && x_replies);

  always @(posedge clk)
    if (drains || starts) answer_set <= (SETS > 1) ? read_place[SET_BITS-1:0] : {SET_BITS{1'b0}};

  always @(posedge clk)
    if (drains) begin
      answer_kind    <= {2'b0, target_fetch};
      answer_dest    <= target_src;
      answer_tag     <= drain_tag;
      answer_id      <= target_id;
      answer_sectors <= target_sectors;
    end else if (starts) begin
      answer_kind    <= x_kind;
      answer_dest    <= x_src;
      answer_tag     <= x_tag;
      answer_id      <= x_id;
      answer_sectors <= x_sectors;
    end

  set_map #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(INDEX_SHIFT), .CHUNK_BITS(CHUNK_BITS),
    .HASH_INDEX(HASH_INDEX)
  ) answer_map (
    .line    ({LINE_BITS{1'b0}}),
    .line_set(answer_set_unused),
    .line_tag(answer_tag_unused),
    .of_set  (answer_set),
    .of_tag  (answer_tag),
    .of_line (answer_line)
  );

  always @(posedge clk)
    if (rst)             reply_full <= 1'b0;
    else if (reply_free) reply_full <= answer_valid;

  always @(posedge clk)
    if (answer_valid && reply_free) begin
      reply_kind_held    <= answer_kind;
      reply_dest_held    <= answer_dest;
      reply_line_held    <= answer_line;
      reply_id_held      <= answer_id;
      reply_sectors_held <= answer_sectors;
      reply_data_held    <= line_read & {{256{answer_sectors[3]}}, {256{answer_sectors[2]}},
                                         {256{answer_sectors[1]}}, {256{answer_sectors[0]}}};
    end

  assign reply_valid        = reply_full;
  assign reply_kind         = reply_kind_held;
  assign reply_dest         = reply_dest_held;
  assign reply_line         = reply_line_held;
  assign reply_id           = reply_id_held;
  assign reply_data_sectors = reply_sectors_held;
  assign reply_data         = reply_data_held;

  // ------------------------------------------------------------- to DRAM: write-back, then read
  wire                 dram_empty;     // everything was handed over
  wire [LINE_BITS-1:0] victim_line;
  wire [SET_BITS-1:0]  victim_set_unused;
  wire [TAG_BITS-1:0]  victim_tag_unused;

  set_map #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(INDEX_SHIFT), .CHUNK_BITS(CHUNK_BITS),
    .HASH_INDEX(HASH_INDEX)
  ) victim_map (
    .line    ({LINE_BITS{1'b0}}),
    .line_set(victim_set_unused),
    .line_tag(victim_tag_unused),
    .of_set  (head_set),
    .of_tag  (victim_tag),
    .of_line (victim_line)
  );

  writeback_queue #(.LINE_BITS(LINE_BITS), .ID_BITS(ENTRY_BITS)) dram_queue (
    .clk        (clk),
    .rst        (rst),
    .room       (dram_room),
    .empty      (dram_empty),
`ifdef MEMLOOM_LLC_MODE
    .evict_valid(evicts || through),
    .evict_line (through ? head_line : victim_line),
`else
    .evict_valid(evicts),
    .evict_line (victim_line),
`endif
    .fetch_valid(reserves),
    .fetch_line (head_line),
    .fetch_id   (free_number),
`ifdef MEMLOOM_LLC_MODE
    .ram_valid  (is_private ? starts && x_stores : evicted),
    .ram_data   (is_private ? data : line_read),
    .ram_mask   (mask | {128{!is_private}}),
    .dram_mask  (dram_mask),
`else
    .ram_valid  (evicted),
    .ram_data   (line_read),
`endif
    .dram_valid (dram_valid),
    .dram_ready (dram_ready),
    .dram_write (dram_write),
    .dram_line  (dram_line),
    .dram_id    (dram_id),
    .dram_data  (dram_data)
  );

  // ------------------------------------------------------------- flush
`ifdef MEMLOOM_MEM_PORT
  wire dram_done = dram_empty && !writing;
`else
  wire dram_done = dram_empty;
`endif

`ifdef MEMLOOM_LLC_MODE
  // A turn waits for the requests under way.
  wire quiet = level == {LEVEL_BITS{1'b0}} && !(seek_valid && !seek_walk)
            && !(word_valid && !word_walk) && !(test_valid && !test_walk)
            && !(head_valid && !head_walk) && pending_valid == {ENTRIES{1'b0}}
            && !draining && !fill_waits;
`endif

  llc_walk #(.SETS(SETS)) walk (
    .clk          (clk),
    .rst          (rst),
    .flush        (flush),
`ifdef MEMLOOM_LLC_MODE
    .flush_turns  (flush_turns),
    .flush_private(flush_private),
    .quiet        (quiet),
    .turning      (turning),
    .is_private   (is_private),
    .invalidates  (invalidates),
`endif
    .busy         (busy),
    .step_valid   (walks),
    .step_ready   (moves && !due),
    .step_set     (walk_set),
    .visit_passes (passes),
    .visit_rewinds(rewinds),
    .visit_set    (head_set),
    .handed_over  (dram_done)
  );

`ifdef MEMLOOM_LLC_MODE
  // ------------------------------------------------------------- look
  reg [SET_BITS-1:0]  looked_set;
  reg [TAG_BITS-1:0]  looked_tag;
  reg [CLUSTER_BITS-1:0] looked_cluster;
  reg                 looked_store;
  reg                 sent_through;

  always @(posedge clk) begin
    looked_set   <= head_set;
    looked_tag   <= head_tag;
    looked_cluster <= src[CLUSTER_LSB +: CLUSTER_BITS];
    looked_store <= is_store;
    sent_through <= !rst && through;
  end

  assign look_valid    = event_access;
  assign look_set      = looked_set;
  assign look_tag      = looked_tag;
  assign look_cluster  = looked_cluster;
  assign event_first   = event_access && looked_cluster == {CLUSTER_BITS{1'b0}};
  assign event_store   = event_access && looked_store;
  assign event_through = sent_through;

`ifdef MEMLOOM_PROGRAMS
  localparam [31:0] SECOND_FROM = PROGRAM_FROM;
  wire [9:0] digit = {{10-PROGRAM_BITS{1'b0}}, src[PROGRAM_LSB +: PROGRAM_BITS]};
  reg        looked_second;

  always @(posedge clk) looked_second <= digit >= SECOND_FROM[9:0];

  assign event_program_0 = event_access && !event_program_1;
  assign event_program_1 = event_access && looked_second;
`endif
`endif
`ifdef MEMLOOM_RAM_PROTECT
  // ------------------------------------------------------------- errors of the RAMs
  // A set's word counts when it enters `test` and is not what was written meanwhile.
  reg  corrections;
  reg  losses;
  wire word_known = moves && word_valid && word_used && !word_past && !(word_head && head_valid);

  always @(posedge clk)
    if (rst) begin
      corrections <= 1'b0;
      losses      <= 1'b0;
    end else begin
      corrections <= line_corrected || word_known && word_corrected;
      losses      <= line_lost || word_known && word_lost;
    end

  assign error_corrected = corrections;
  assign error_lost      = losses;

`endif
  // ------------------------------------------------------------- events
  reg [7:0] events;
  wire counts = hits && !(is_atomic && counted);
  wire waits  = head_valid && !head_walk && !hits && !merges && !misses && !holds
             && (second || hit);

  always @(posedge clk)
    if (rst) events <= 8'b0;
    else     events <= {hits && is_atomic, waits, reserves, evicts, merges || holds, misses, counts,
                        counts || misses || merges || holds};

  assign {event_atomic, event_stall, event_dram_read, event_writeback, event_merge, event_miss,
          event_hit, event_access} = events;

`ifdef FORMAL
`include "tests/formal/llc_slice.v"
`endif
endmodule
`default_nettype wire

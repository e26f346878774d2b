// Slice of the last-level cache: write-back, write-allocate, LRU, non-blocking, atomics executed at
// the data. A hit is answered LATENCY cycles after its request; one lookup, fill or answer per
// cycle. A store is acknowledged when its bytes are in the data RAM, though the other bytes of the
// line may be on the way from DRAM; the fill then leaves the stored ones alone. State: delay line,
// tags and LRU order per set, pending lines (content-addressed, flops) with their waiting reads,
// data RAM, reply register, queue to DRAM, flush walker. Exact cycles: docs/blocks/llc_slice.md.
`default_nettype none
module llc_slice #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter SETS        = 128,         // 1..4096: sets, a power of two
  parameter WAYS        = 8,           // 1..16: ways
  parameter LATENCY     = 120,         // 4..255: cycles from the request to the reply of a hit
  parameter QUEUE       = 8,           // 1..64: stores and atomics in the delay line
  parameter ENTRIES     = 32,          // 1..64: pending lines
  parameter TARGETS     = 4,           // 1..16: reads waiting per pending line
  parameter INDEX_SHIFT = 0,           // 0..6: line bits above the chunk left out of the index
  parameter CHUNK_BITS  = 1,           // 0..5: log2 of the lines in one interleaving chunk
  parameter HASH_INDEX  = 0,           // 0..1: 1 XORs all index-wide groups of the rest
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..21: bits of a message id
  parameter ENTRY_BITS  = (ENTRIES > 1) ? $clog2(ENTRIES) : 1  // derived: bits of an entry number
) (
  input  wire                   clk,                // clock
  input  wire                   rst,                // synchronous reset, active high
  input  wire                   flush,              // starts the write-back of all dirty lines
  output wire                   busy,               // a flush is under way

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
  output wire                   event_atomic        // an atomic was executed
);
  localparam DELAY_DEPTH = (LATENCY < 32) ? LATENCY : 32;  // requests in the delay line: see the page
  localparam LEVEL_BITS  = $clog2(DELAY_DEPTH + 1);
  localparam SET_BITS    = (SETS > 1) ? $clog2(SETS) : 1;
  localparam WAY_BITS    = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam TAG_BITS    = LINE_BITS - $clog2(SETS);
  localparam LINES       = SETS * WAYS;
  localparam RAM_BITS    = (LINES > 1) ? $clog2(LINES) : 1;
  localparam WAITING     = ENTRIES * TARGETS;
  localparam TARGET_BITS = (WAITING > 1) ? $clog2(WAITING) : 1;
  localparam COUNT_BITS  = $clog2(TARGETS + 1);
  localparam INDEX_BITS  = (TARGETS > 1) ? $clog2(TARGETS) : 1;
  localparam [WAYS-1:0] LOWEST = 1;
  localparam [31:0] LAST_SET = SETS - 1;
  localparam [31:0] PER_LINE = TARGETS;
  localparam [COUNT_BITS-1:0] ONE = 1;
  localparam [TARGET_BITS-1:0] NEXT = 1;

  genvar  g;
  integer w;

  // ------------------------------------------------------------- requests wait for their latency
  localparam META_BITS = 3 + 3 + NODE_BITS + LINE_BITS + MSG_ID_BITS + 4 + 128;
  wire                   due;          // a request is at the head, its time has come
  wire                   pop;          // it leaves
  wire [2:0]             kind;         // the head, field by field
  wire [2:0]             op;
  wire [NODE_BITS-1:0]   src;
  wire [LINE_BITS-1:0]   line;
  wire [MSG_ID_BITS-1:0] id;
  wire [3:0]             sectors;
  wire [127:0]           mask;
  wire [1023:0]          data;
  wire [LEVEL_BITS-1:0]  level_unused;

  delay_line #(
    .META_BITS(META_BITS),
    .DATA_BITS(1024),
    .DEPTH(DELAY_DEPTH),
    .QUEUE(QUEUE),
    .DELAY(LATENCY - 1)
  ) waiting (
    .clk         (clk),
    .rst         (rst),
    .put_valid   (request_valid),
    .put_ready   (request_ready),
    .put_has_data(request_kind[1]),
    .put_meta    ({request_kind, request_op, request_src, request_line, request_id,
                   request_sectors, request_mask}),
    .put_data    (request_data),
    .get_valid   (due),
    .get_ready   (pop),
    .get_data    (data),
    .get_meta    ({kind, op, src, line, id, sectors, mask}),
    .level       (level_unused)
  );

  wire is_read   = !kind[1];           // read or fetch
  wire is_store  = kind[1] && !kind[0];
  wire is_atomic = kind[1] && kind[0];

  // ------------------------------------------------------------- one thing per cycle
  reg        reply_full;               // the reply register holds a reply
  reg  [3:0] atomic_left;              // sectors of the atomic under way that are not computed yet
  reg        draining;                 // waiting reads of the line just filled are answered
  reg        walking;                  // a flush is under way
  reg        walked;                   // all its sets were visited
  wire       dram_room;                // a write-back and a read can be started

  wire reply_free = !reply_full || reply_ready;
  wire computes   = |atomic_left;
  wire drains     = !computes && draining && reply_free;
  wire fills      = !computes && !draining && dram_reply_valid;
  wire looks_up   = !computes && !draining && !fills && due && reply_free;
  wire walks      = !computes && !draining && !fills && !due && reply_free && dram_room
                 && walking && !walked;

  // ------------------------------------------------------------- pending lines
  reg  [ENTRIES-1:0]           pending_valid;  // {ENTRIES} content-addressed, therefore flops
  reg  [ENTRIES*LINE_BITS-1:0] pending_line;   // {ENTRIES}
  wire [ENTRIES-1:0]           pending_match;  // {ENTRIES} the line of the head
  wire [ENTRIES-1:0]           pending_free;   // {ENTRIES} one-hot or zero: the lowest free entry
  reg  [ENTRY_BITS-1:0]        match_entry;
  reg  [ENTRY_BITS-1:0]        free_entry;
  wire [LINE_BITS-1:0]         fill_line = pending_line[dram_reply_id*LINE_BITS +: LINE_BITS];
  wire                         reserves;       // a way and an entry are reserved
  wire                         merges;         // the head joins a pending line
  integer e;

  assign pending_free = ~pending_valid & (pending_valid + {{(ENTRIES-1){1'b0}}, 1'b1});

  generate
    for (g = 0; g < ENTRIES; g = g + 1) begin : entry
      localparam [31:0] INDEX = g;
      assign pending_match[g] = pending_valid[g] && pending_line[g*LINE_BITS +: LINE_BITS] == line;

      always @(posedge clk)
        if (rst)                              pending_valid[g] <= 1'b0;
        else if (reserves && pending_free[g]) pending_valid[g] <= 1'b1;
        else if (fills && dram_reply_id == INDEX[ENTRY_BITS-1:0]) pending_valid[g] <= 1'b0;

      always @(posedge clk)
        if (reserves && pending_free[g]) pending_line[g*LINE_BITS +: LINE_BITS] <= line;
    end
  endgenerate

  always @* begin
    match_entry = {ENTRY_BITS{1'b0}};
    free_entry  = {ENTRY_BITS{1'b0}};
    for (e = 0; e < ENTRIES; e = e + 1) begin
      if (pending_match[e]) match_entry = match_entry | e[ENTRY_BITS-1:0];
      if (pending_free[e])  free_entry  = free_entry  | e[ENTRY_BITS-1:0];
    end
  end

  // What a pending line knows: its way, its waiting reads, the bytes stores have written meanwhile.
  localparam ENTRY_WIDTH = WAY_BITS + COUNT_BITS + 128;
  wire [WAY_BITS-1:0]   reserved_way;  // way being reserved
  wire [WAY_BITS-1:0]   entry_way;
  wire [COUNT_BITS-1:0] entry_targets;
  wire [127:0]          entry_written;
  wire [127:0]          old_written  = reserves ? 128'b0 : entry_written;
  wire [127:0]          new_written  = old_written | (mask & {128{is_store}});
  wire [COUNT_BITS-1:0] old_targets  = reserves ? {COUNT_BITS{1'b0}} : entry_targets;
  wire [COUNT_BITS-1:0] new_targets  = is_read ? old_targets + ONE : old_targets;
  wire [ENTRY_BITS-1:0] entry_number = reserves ? free_entry : match_entry;

  regfile_1r1w #(.WIDTH(ENTRY_WIDTH), .DEPTH(ENTRIES)) entries (
    .clk        (clk),
    .write_valid(reserves || merges),
    .write_addr (entry_number),
    .write_data ({reserves ? reserved_way : entry_way, new_targets, new_written}),
    .read_addr  (fills ? dram_reply_id : match_entry),
    .read_data  ({entry_way, entry_targets, entry_written})
  );

  // The reads that wait, TARGETS places per entry, and the walk through them after the fill.
  localparam TARGET_WIDTH = 1 + NODE_BITS + MSG_ID_BITS + 4;
  reg  [TARGET_BITS-1:0] drain_at;     // place of the next read to answer
  reg  [COUNT_BITS-1:0]  drain_left;   // reads still to answer
  reg  [LINE_BITS-1:0]   drain_line;
  wire                   target_fetch; // the next read to answer: kind fetch, not read
  wire [NODE_BITS-1:0]   target_src;
  wire [MSG_ID_BITS-1:0] target_id;
  wire [3:0]             target_sectors;

  function [TARGET_BITS-1:0] target_base(input [ENTRY_BITS-1:0] number);
    target_base = {{(TARGET_BITS-ENTRY_BITS){1'b0}}, number} * PER_LINE[TARGET_BITS-1:0];
  endfunction

  wire [TARGET_BITS-1:0] target_at =
    target_base(entry_number) + {{(TARGET_BITS-INDEX_BITS){1'b0}}, old_targets[INDEX_BITS-1:0]};

  regfile_1r1w #(.WIDTH(TARGET_WIDTH), .DEPTH(WAITING)) targets (
    .clk        (clk),
    .write_valid((reserves || merges) && is_read),
    .write_addr (target_at),
    .write_data ({kind[0], src, id, sectors}),
    .read_addr  (drain_at),
    .read_data  ({target_fetch, target_src, target_id, target_sectors})
  );

  always @(posedge clk)
    if (rst)         draining <= 1'b0;
    else if (fills)  draining <= entry_targets != {COUNT_BITS{1'b0}};
    else if (drains) draining <= drain_left != ONE;

  always @(posedge clk)
    if (fills) begin
      drain_line <= fill_line;
      drain_at   <= target_base(dram_reply_id);
      drain_left <= entry_targets;
    end else if (drains) begin
      drain_at   <= drain_at + NEXT;
      drain_left <= drain_left - ONE;
    end

  // ------------------------------------------------------------- one set: tags, states, LRU order
  localparam SET_WIDTH = WAYS * (TAG_BITS + 3 + WAY_BITS);
  reg  [SETS-1:0]          set_used;   // {SETS} word written since reset; flash-cleared: flops
  reg  [SET_BITS-1:0]      walk_set;   // set the flush has come to
  wire [SET_BITS-1:0]      line_set;
  wire [TAG_BITS-1:0]      line_tag;
  wire [SET_BITS-1:0]      set = (fills || due) ? line_set : walk_set;
  wire [WAYS*TAG_BITS-1:0] tags;       // {WAYS}
  wire [WAYS-1:0]          set_valid;  // {WAYS} as stored
  wire [WAYS-1:0]          set_pending;
  wire [WAYS-1:0]          set_dirty;
  wire [WAYS*WAY_BITS-1:0] set_order;
  wire [WAYS*WAY_BITS-1:0] initial_order;
  wire                     used    = set_used[set];
  wire [WAYS-1:0]          valid   = set_valid & {WAYS{used}};    // {WAYS} the line is complete
  wire [WAYS-1:0]          pending = set_pending & {WAYS{used}};  // {WAYS} the line comes from DRAM
  wire [WAYS-1:0]          dirty   = set_dirty & {WAYS{used}};    // {WAYS} written since the read
  wire [WAYS*WAY_BITS-1:0] order   = used ? set_order : initial_order;

  reg  [WAYS-1:0]     match;           // {WAYS} one-hot or zero: has the head's line, or will
  wire [WAY_BITS-1:0] victim_way;
  wire [WAYS-1:0]     victim       = LOWEST << victim_way;
  wire [WAYS-1:0]     dirty_lines  = dirty & valid;
  wire [WAYS-1:0]     clean_way    = dirty_lines & (~dirty_lines + LOWEST);  // the lowest
  wire [WAYS-1:0]     fill_way     = LOWEST << entry_way;
  wire                hit          = |(match & valid);
  wire                line_pending = |pending_match;
  wire [WAYS-1:0]     head_way     = (hit || line_pending) ? match : victim;
  wire [WAYS-1:0]     way          = fills ? fill_way : due ? head_way : clean_way;
  reg  [WAY_BITS-1:0] way_number;
  reg  [TAG_BITS-1:0] way_tag;
  wire [WAYS*WAY_BITS-1:0] touched_order;

  always @*
    for (w = 0; w < WAYS; w = w + 1)
      match[w] = (valid[w] || pending[w]) && tags[w*TAG_BITS +: TAG_BITS] == line_tag;

  always @* begin
    way_number = {WAY_BITS{1'b0}};
    way_tag    = {TAG_BITS{1'b0}};
    for (w = 0; w < WAYS; w = w + 1) begin
      if (way[w]) way_number = way_number | w[WAY_BITS-1:0];
      way_tag = way_tag | (tags[w*TAG_BITS +: TAG_BITS] & {TAG_BITS{way[w]}});
    end
  end

  // Ways never used are the least recently used ones, lowest first: no search for invalid ways.
  lru_order #(.WAYS(WAYS)) replacement (
    .order        (order),
    .way          (way_number),
    .next_order   (touched_order),
    .candidates   (~pending),
    .victim       (victim_way),
    .initial_order(initial_order)
  );

  wire [LINE_BITS-1:0] way_line;       // address of the line that leaves
  set_map #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(INDEX_SHIFT), .CHUNK_BITS(CHUNK_BITS),
    .HASH_INDEX(HASH_INDEX)
  ) map (
    .line    (fills ? fill_line : line),
    .line_set(line_set),
    .line_tag(line_tag),
    .of_set  (set),
    .of_tag  (way_tag),
    .of_line (way_line)
  );

  // ------------------------------------------------------------- what the head does
  reg  atomic_waits;                   // the atomic at the head was counted, its line is on the way
  wire installs      = is_store && &mask;               // the whole line is written: no DRAM read
  wire victim_dirty  = |(dirty_lines & victim);
  wire needs_dram    = !installs || victim_dirty;
  wire can_allocate  = !(&pending) && (installs || |pending_free) && (!needs_dram || dram_room);
  wire target_room   = entry_targets != PER_LINE[COUNT_BITS-1:0];

  wire hits          = looks_up && hit;
  wire misses        = looks_up && !hit && !line_pending && can_allocate;
  wire holds         = looks_up && line_pending && is_atomic && !atomic_waits;  // first seen
  wire executes      = hits && is_atomic;
  wire counted       = hits && !(is_atomic && atomic_waits);
  wire [3:0] touched_sectors = {|mask[127:96], |mask[95:64], |mask[63:32], |mask[31:0]};
  wire [3:0] sector    = atomic_left & (~atomic_left + 4'd1);                     // one-hot
  wire       last_word = computes && (atomic_left & ~sector) == 4'b0;

  assign merges       = looks_up && line_pending && (is_store || (is_read && target_room));
  assign reserves     = misses && !installs;
  assign reserved_way = victim_way;
  assign pop          = (hits && !(is_atomic && |touched_sectors)) || merges
                      || (misses && !is_atomic) || last_word;

  always @(posedge clk)
    if (rst)                                    atomic_waits <= 1'b0;
    else if (executes)                          atomic_waits <= 1'b0;
    else if (holds || (misses && is_atomic))    atomic_waits <= 1'b1;

  always @(posedge clk)
    if (rst)           atomic_left <= 4'b0;
    else if (executes) atomic_left <= touched_sectors;
    else               atomic_left <= atomic_left & ~sector;

  // ------------------------------------------------------------- next word of the set
  wire cleans   = walks && |dirty_lines;
  wire answers  = hits || merges;
  wire dirties  = (answers || misses) && !is_read && !(misses && is_atomic);
  wire [WAYS*TAG_BITS-1:0] next_tags;
  wire [WAYS-1:0] completes    = way & {WAYS{fills || (misses && installs)}};
  wire [WAYS-1:0] comes        = way & {WAYS{reserves}};
  wire [WAYS-1:0] next_valid   = (valid | completes) & ~comes;
  wire [WAYS-1:0] next_pending = (pending | comes) & ~completes;
  wire [WAYS-1:0] next_dirty   = (dirty & ~(way & {WAYS{misses || cleans}}))
                               | (way & {WAYS{dirties}});
  wire [WAYS*WAY_BITS-1:0] next_order = (fills || cleans) ? order : touched_order;

  generate
    for (g = 0; g < WAYS; g = g + 1) begin : tag
      assign next_tags[g*TAG_BITS +: TAG_BITS] = (misses && way[g]) ? line_tag
                                                                    : tags[g*TAG_BITS +: TAG_BITS];
    end
  endgenerate

  regfile_1r1w #(.WIDTH(SET_WIDTH), .DEPTH(SETS)) set_words (
    .clk        (clk),
    .write_valid(fills || answers || misses || cleans),
    .write_addr (set),
    .write_data ({next_order, next_dirty, next_pending, next_valid, next_tags}),
    .read_addr  (set),
    .read_data  ({set_order, set_dirty, set_pending, set_valid, tags})
  );

  always @(posedge clk)
    if (rst)         set_used <= {SETS{1'b0}};
    else if (misses) set_used[set] <= 1'b1;

  // ------------------------------------------------------------- data
  wire [RAM_BITS-1:0] way_addr;        // {way, set}: ways need not be a power of two
  reg  [RAM_BITS-1:0] held_addr;       // line that is drained, or that an atomic works on
  wire [1023:0]       ram_data;        // the line read last
  wire [255:0]        old_sector;      // the sector an atomic works on
  wire [255:0]        operands;
  wire [255:0]        atomic_result;
  wire [127:0]        atomic_mask;
  assign old_sector = (ram_data[0*256 +: 256] & {256{sector[0]}})
                    | (ram_data[1*256 +: 256] & {256{sector[1]}})
                    | (ram_data[2*256 +: 256] & {256{sector[2]}})
                    | (ram_data[3*256 +: 256] & {256{sector[3]}});
  assign operands   = (data[0*256 +: 256] & {256{sector[0]}})
                    | (data[1*256 +: 256] & {256{sector[1]}})
                    | (data[2*256 +: 256] & {256{sector[2]}})
                    | (data[3*256 +: 256] & {256{sector[3]}});

  wire                evicts = (misses && victim_dirty) || cleans;
  wire                store_writes = (answers || misses) && is_store;

  generate
    if (SETS == 1)      begin : one_set   assign way_addr = way_number; end
    else if (WAYS == 1) begin : one_way   assign way_addr = set; end
    else                begin : many_ways assign way_addr = {way_number, set}; end

    for (g = 0; g < 8; g = g + 1) begin : word
      atomic_alu alu (
        .op     (op),
        .old    (old_sector[g*32 +: 32]),
        .operand(operands[g*32 +: 32]),
        .result (atomic_result[g*32 +: 32])
      );
    end

    for (g = 0; g < 32; g = g + 1) begin : whole_word
      assign atomic_mask[g*4 +: 4] = {4{&mask[g*4 +: 4] && sector[g/8]}};
    end
  endgenerate

  always @(posedge clk)
    if (fills || executes) held_addr <= way_addr;

  ram_1r1w #(.WIDTH(1024), .DEPTH(LINES), .MASK_BITS(128)) lines (
    .clk(clk),
    .write_valid(fills || store_writes || computes),
    .write_addr(computes ? held_addr : way_addr),
    .write_mask(computes ? atomic_mask : fills ? ~entry_written : mask),
    .write_data(computes ? {4{atomic_result}} : fills ? dram_reply_data : data),
    .read_valid(drains || (hits && !is_store) || evicts),
    .read_addr(drains ? held_addr : way_addr),
    .read_data(ram_data)
  );

  // ------------------------------------------------------------- replies
  reg  [2:0]             reply_kind_held;
  reg  [NODE_BITS-1:0]   reply_dest_held;
  reg  [LINE_BITS-1:0]   reply_line_held;
  reg  [MSG_ID_BITS-1:0] reply_id_held;
  reg  [3:0]             reply_sectors_held;
  wire                   replies = drains || hits || ((merges || misses) && is_store);

  always @(posedge clk)
    if (rst)             reply_full <= 1'b0;
    else if (replies)    reply_full <= 1'b1;
    else if (reply_ready) reply_full <= 1'b0;

  always @(posedge clk)
    if (replies) begin
      reply_kind_held    <= drains ? {2'b0, target_fetch} : kind;
      reply_dest_held    <= drains ? target_src : src;
      reply_line_held    <= drains ? drain_line : line;
      reply_id_held      <= drains ? target_id : id;
      reply_sectors_held <= drains ? target_sectors : is_store ? 4'b0 : sectors;
    end

  assign reply_valid        = reply_full;
  assign reply_kind         = reply_kind_held;
  assign reply_dest         = reply_dest_held;
  assign reply_line         = reply_line_held;
  assign reply_id           = reply_id_held;
  assign reply_data_sectors = reply_sectors_held;
  assign reply_data         = ram_data &
                             {{256{reply_sectors_held[3]}}, {256{reply_sectors_held[2]}},
                              {256{reply_sectors_held[1]}}, {256{reply_sectors_held[0]}}};
  assign dram_reply_ready   = !computes && !draining;

  // ------------------------------------------------------------- to DRAM: write-back, then read
  wire dram_empty;                     // everything was handed over

  writeback_queue #(.LINE_BITS(LINE_BITS), .ID_BITS(ENTRY_BITS)) dram_queue (
    .clk        (clk),
    .rst        (rst),
    .room       (dram_room),
    .empty      (dram_empty),
    .evict_valid(evicts),
    .evict_line (way_line),
    .ram_data   (ram_data),
    .fetch_valid(reserves),
    .fetch_line (line),
    .fetch_id   (free_entry),
    .dram_valid (dram_valid),
    .dram_ready (dram_ready),
    .dram_write (dram_write),
    .dram_line  (dram_line),
    .dram_id    (dram_id),
    .dram_data  (dram_data)
  );

  // ------------------------------------------------------------- flush
  wire next_set = walks && ~|dirty;
  wire last_set = walk_set == LAST_SET[SET_BITS-1:0];

  always @(posedge clk)
    if (rst)        walking <= 1'b0;
    else if (flush) walking <= 1'b1;
    else if (walked && dram_empty) walking <= 1'b0;

  always @(posedge clk)
    if (rst || flush)              walked <= 1'b0;
    else if (next_set && last_set) walked <= 1'b1;

  always @(posedge clk)
    if (rst || flush)               walk_set <= {SET_BITS{1'b0}};
    else if (next_set && !last_set) walk_set <= walk_set + 1'b1;

  assign busy = walking;

  // ------------------------------------------------------------- events
  reg [7:0] events;
  wire waits = due && !computes && !hits && !merges && !misses && !holds;

  always @(posedge clk)
    if (rst) events <= 8'b0;
    else     events <= {executes, waits, reserves, evicts, merges || holds, misses, counted,
                        counted || misses || merges || holds};

  assign {event_atomic, event_stall, event_dram_read, event_writeback, event_merge, event_miss,
          event_hit, event_access} = events;

`ifdef FORMAL
`include "tests/formal/llc_slice.v"
`endif
endmodule
`default_nettype wire

// Victim tag array: tags of lines that the L1 replaced, with the instruction that used them last
// [icpp18 section 4.1.2]. Same sets as the L1, LRU. A search and an insertion of one set per cycle,
// which is announced a cycle ahead. Latency one cycle from search to credit.
//
//   next ─> read ─> front ─> search ─> write register ─> storage
//                     ^ forwarded ──┴────────┘
//
// State: a word per set, the word in front, the one to be written. Page: docs/blocks/vta.md.
`default_nettype none
module vta #(
  parameter SETS      = 32,            // 1..1024: sets, a power of two
  parameter WAYS      = 4,             // 1..16: ways
  parameter TAG_BITS  = 20,            // 7..33: bits of a tag
  parameter TAG_FIELD = 20,            // 7..33: bits that an entry has for the tag, at least TAG_BITS (icpp18 section 4.3: 32)
  parameter SET_BITS  = (SETS > 1) ? $clog2(SETS) : 1 // derived: bits of a set's index
) (
  input  wire                clk,            // clock
  input  wire                rst,            // synchronous reset, active high
  input  wire                flush,          // kernel boundary: empties it at this edge; a search in this cycle finds nothing

  // next: a cycle ahead of a search
  input  wire                next,           // search_set is another one from the next cycle on
  input  wire [SET_BITS-1:0] next_set,       // this one

  // search: a load that missed in the tag and data array
  input  wire                search_valid,   // a load
  input  wire [SET_BITS-1:0] search_set,     // its set
  input  wire [TAG_BITS-1:0] search_tag,     // its tag
  input  wire                search_allocates, // 1: the line goes into the L1; 0: the load is bypassed
  input  wire                search_evicts,  // with search_allocates: a valid line of the same set is replaced
  input  wire [TAG_BITS-1:0] search_evicted_tag, // its tag
  input  wire [6:0]          search_evicted_insn, // the instruction that used it last

  // credit: registered, the cycle after
  output wire                credit_valid,   // the search hit
  output wire [6:0]          credit_insn     // the victim's instruction
);
  localparam ENTRY_BITS = TAG_FIELD + 7;
  localparam ORDER_BITS = (WAYS > 1) ? WAYS * (WAYS - 1) / 2 : 1;

  // The word of the searched set. Where the order (lru_pairs) begins does not matter, as a full set
  // has used all its ways since.
  reg  [WAYS*ENTRY_BITS-1:0] entries;
  reg  [ORDER_BITS-1:0]      order;
  reg  [WAYS-1:0]            valid;
  wire                       order_write;
  wire [ORDER_BITS-1:0]      order_now;
  wire [WAYS-1:0]            next_valid;

  // What the search before wrote: it is in the storage a cycle later, and so is an entry that was inserted
  // in the word in front. Whether and where it was is known late: no wide word waits for that.
  reg                        written;
  reg  [SET_BITS-1:0]        written_set;
  reg  [ENTRY_BITS-1:0]      written_entry;
  reg  [WAYS-1:0]            written_ways;
  reg  [WAYS-1:0]            written_used;   // the way that it used
  reg  [ORDER_BITS-1:0]      written_before; // the order without that
  wire [ORDER_BITS-1:0]      written_order;
  reg  [WAYS-1:0]            written_valid;

  always @(posedge clk)
    if (rst || flush) written <= 1'b0;
    else              written <= order_write;

  always @(posedge clk) begin
    written_set    <= search_set;
    written_entry  <= victim;
    written_ways   <= insert_ways & {WAYS{insert}};
    written_used   <= ways;
    written_before <= order_now;
    written_valid  <= next_valid;
  end

  // The storage; a set that was not used since the flush has no entries.
  reg  [SETS-1:0]            used;
  wire [ORDER_BITS-1:0]      stored_order;
  wire [WAYS-1:0]            stored_valid;

  regfile_1r1w #(.WIDTH(ORDER_BITS + WAYS), .DEPTH(SETS)) order_words (
    .clk        (clk),
    .write_valid(written),
    .write_addr (written_set),
    .write_data ({written_order, written_valid}),
    .read_addr  (next_set),
    .read_data  ({stored_order, stored_valid})
  );

  always @(posedge clk)
    if (rst || flush) used <= {SETS{1'b0}};
    else if (written) used[written_set] <= 1'b1;

  // The word of the next search. Whether another set is next, and whether there is a search, is known late.
  reg  [SET_BITS-1:0] front_set;       // whose word it is
  reg                 stayed;          // it was in front before, too
  wire                same_set = !next || next_set == front_set;
  wire                forward  = written && written_set == next_set;
  wire                behind   = written && stayed; // entries and order are without that search
  wire [WAYS-1:0]     inserted = written_ways & {WAYS{behind}};

  always @(posedge clk) if (next) front_set <= next_set;

  always @(posedge clk) stayed <= same_set;

  assign order_now = behind ? written_order : order;

  always @(posedge clk)
    if (same_set) order <= order_now;
    else          order <= forward ? written_order : stored_order;

  always @(posedge clk)
    if (rst || flush) valid <= {WAYS{1'b0}};
    else if (same_set) begin
      if (order_write) valid <= next_valid;
    end else
      valid <= forward ? written_valid : stored_valid & {WAYS{used[next_set]}};

  // Tags as entries have them.
  wire [TAG_FIELD-1:0] tag;
  wire [TAG_FIELD-1:0] evicted_tag;
  wire [ENTRY_BITS-1:0] victim = {evicted_tag, search_evicted_insn};

  generate
    if (TAG_FIELD > TAG_BITS) begin : wide_entry
      assign tag         = {{(TAG_FIELD-TAG_BITS){1'b0}}, search_tag};
      assign evicted_tag = {{(TAG_FIELD-TAG_BITS){1'b0}}, search_evicted_tag};
    end else begin : narrow_entry
      assign tag         = search_tag;
      assign evicted_tag = search_evicted_tag;
    end
  endgenerate

  // Search: at most one way holds the tag. A hit that goes back into the L1 leaves; then the
  // evicted line takes the lowest empty way, else the least recently used one. One way is used: the
  // inserted one, else that of the hit if it stays.
  wire                  match_written = written_entry[7 +: TAG_FIELD] == tag;
  wire [WAYS-1:0]       match;
  wire [WAYS-1:0]       hit_ways = valid & match;
  wire                  hit      = |hit_ways;
  wire                  insert   = search_allocates && search_evicts;
  wire [WAYS-1:0]       kept     = valid & ~(hit_ways & {WAYS{search_allocates}});
  wire [WAYS-1:0]       lowest;        // one-hot: the lowest empty way
  wire [WAYS-1:0]       oldest;        // one-hot: the least recently used way
  wire [WAYS-1:0]       insert_ways = (&kept) ? oldest : lowest;
  wire [WAYS-1:0]       ways        = insert ? insert_ways : hit_ways & {WAYS{!search_allocates}};

  genvar i;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_way
      assign match[i] = inserted[i] ? match_written : entries[i*ENTRY_BITS + 7 +: TAG_FIELD] == tag;
      if (i == 0) begin : first
        assign lowest[i] = !kept[i];
      end else begin : other
        assign lowest[i] = !kept[i] && (&kept[i-1:0]);
      end
    end
  endgenerate

  lru_pairs #(.WAYS(WAYS)) order_of_use (
    .order      (order_now),
    .candidates ({WAYS{1'b1}}),
    .victim     (oldest),
    .touch_order(written_before),
    .touched    (written_used),
    .next_order (written_order)
  );

  // The entries: another set's, or as they are now.
  wire [WAYS*ENTRY_BITS-1:0] entries_now;

  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_entry
      wire [ENTRY_BITS-1:0] stored;
      wire [ENTRY_BITS-1:0] fetched = (forward && written_ways[i]) ? written_entry : stored;
      wire [ENTRY_BITS-1:0] now     = inserted[i] ? written_entry : entries[i*ENTRY_BITS +: ENTRY_BITS];
      assign entries_now[i*ENTRY_BITS +: ENTRY_BITS] = now;

      regfile_1r1w #(.WIDTH(ENTRY_BITS), .DEPTH(SETS)) entry_words (
        .clk        (clk),
        .write_valid(written && written_ways[i]),
        .write_addr (written_set),
        .write_data (written_entry),
        .read_addr  (next_set),
        .read_data  (stored)
      );

      always @(posedge clk)
        if (same_set) entries[i*ENTRY_BITS +: ENTRY_BITS] <= now;
        else          entries[i*ENTRY_BITS +: ENTRY_BITS] <= fetched;
    end
  endgenerate

  // The instruction of the hit.
  reg [6:0] hit_insn;
  integer   w;

  always @* begin
    hit_insn = 7'd0;
    for (w = 0; w < WAYS; w = w + 1)
      if (hit_ways[w]) hit_insn = hit_insn | entries_now[w*ENTRY_BITS +: 7];
  end

  assign next_valid  = insert ? kept | insert_ways : kept;
  assign order_write = search_valid && (insert || hit);

  reg       found;
  reg [6:0] found_insn;

  always @(posedge clk)
    if (rst) found <= 1'b0;
    else     found <= search_valid && hit && !flush;

  always @(posedge clk)
    if (search_valid && hit) found_insn <= hit_insn;

  assign credit_valid = found;
  assign credit_insn  = found_insn;

`ifdef FORMAL
`include "tests/formal/vta.v"
`endif
endmodule
`default_nettype wire

// Victim tag array: tags of lines that the L1 replaced, with the instruction that used them last
// [icpp18 section 4.1.2]. Same sets as the L1, LRU. A search and an insertion of one set per cycle.
// Latency one cycle from search to credit. State: a word per set. Page: docs/blocks/vta.md.
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
  localparam WAY_BITS   = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam ORDER_BITS = WAYS * WAY_BITS;
  localparam [WAYS-1:0] FIRST_WAY = 1;

  // The word of the set, in two files; a set that was not used since the flush has no entries.
  reg  [SETS-1:0]            used;
  wire                       order_write;
  wire                       entry_write;
  wire [WAYS*ENTRY_BITS-1:0] entries;
  reg  [WAYS*ENTRY_BITS-1:0] next_entries;
  wire [ORDER_BITS-1:0]      word_order;
  wire [WAYS-1:0]            word_valid;
  wire [ORDER_BITS-1:0]      next_order;
  wire [WAYS-1:0]            next_valid;

  regfile_1r1w #(.WIDTH(WAYS * ENTRY_BITS), .DEPTH(SETS)) entry_words (
    .clk        (clk),
    .write_valid(entry_write),
    .write_addr (search_set),
    .write_data (next_entries),
    .read_addr  (search_set),
    .read_data  (entries)
  );

  regfile_1r1w #(.WIDTH(ORDER_BITS + WAYS), .DEPTH(SETS)) order_words (
    .clk        (clk),
    .write_valid(order_write),
    .write_addr (search_set),
    .write_data ({next_order, next_valid}),
    .read_addr  (search_set),
    .read_data  ({word_order, word_valid})
  );

  always @(posedge clk)
    if (rst || flush)     used <= {SETS{1'b0}};
    else if (order_write) used[search_set] <= 1'b1;

  wire [ORDER_BITS-1:0] initial_order;
  wire [WAYS-1:0]       valid = used[search_set] ? word_valid : {WAYS{1'b0}};
  wire [ORDER_BITS-1:0] order = used[search_set] ? word_order : initial_order;

  // Tags as entries have them.
  wire [TAG_FIELD-1:0] tag;
  wire [TAG_FIELD-1:0] evicted_tag;

  generate
    if (TAG_FIELD > TAG_BITS) begin : wide_entry
      assign tag         = {{(TAG_FIELD-TAG_BITS){1'b0}}, search_tag};
      assign evicted_tag = {{(TAG_FIELD-TAG_BITS){1'b0}}, search_evicted_tag};
    end else begin : narrow_entry
      assign tag         = search_tag;
      assign evicted_tag = search_evicted_tag;
    end
  endgenerate

  // Search: at most one way holds the tag.
  wire [WAYS-1:0] match;
  wire [WAYS-1:0] hit_ways = valid & match;
  wire            hit      = |hit_ways;

  genvar i;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_way
      assign match[i] = entries[i*ENTRY_BITS + 7 +: TAG_FIELD] == tag;
    end
  endgenerate

  // Its way and its instruction.
  reg [WAY_BITS-1:0] hit_way;
  reg [6:0]          hit_insn;
  integer            w;

  always @* begin
    hit_way  = {WAY_BITS{1'b0}};
    hit_insn = 7'd0;
    for (w = 0; w < WAYS; w = w + 1)
      if (hit_ways[w]) begin
        hit_way  = hit_way | w[WAY_BITS-1:0];
        hit_insn = hit_insn | entries[w*ENTRY_BITS +: 7];
      end
  end

  // A hit that goes back into the L1 leaves; then the evicted line takes the lowest empty way, else
  // the least recently used one.
  wire                insert = search_allocates && search_evicts;
  wire [WAYS-1:0]     kept   = search_allocates ? valid & ~hit_ways : valid;
  wire [WAY_BITS-1:0] oldest_way;
  reg  [WAY_BITS-1:0] insert_way;
  integer             candidate;

  always @* begin
    insert_way = oldest_way;
    for (candidate = WAYS - 1; candidate >= 0; candidate = candidate - 1)
      if (!kept[candidate]) insert_way = candidate[WAY_BITS-1:0];
  end

  // One way is used: the inserted one, else that of the hit if it stays.
  wire [WAY_BITS-1:0]   way      = insert ? insert_way : hit_way;
  wire [WAYS-1:0]       way_mask = FIRST_WAY << way;
  wire [ORDER_BITS-1:0] touched_order;

  lru_order #(.WAYS(WAYS)) lru (
    .order        (order),
    .way          (way),
    .next_order   (touched_order),
    .candidates   ({WAYS{1'b1}}),
    .victim       (oldest_way),
    .initial_order(initial_order)
  );

  integer written;
  always @* begin
    next_entries = entries;
    for (written = 0; written < WAYS; written = written + 1)
      if (way_mask[written])
        next_entries[written*ENTRY_BITS +: ENTRY_BITS] = {evicted_tag, search_evicted_insn};
  end

  assign next_order  = (insert || !search_allocates) ? touched_order : order;
  assign next_valid  = insert ? kept | way_mask : kept;
  assign entry_write = search_valid && insert;
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

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
endmodule
`default_nettype wire

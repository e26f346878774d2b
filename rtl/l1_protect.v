// Line protection inside l1_cache: who may be replaced, and which loads are bypassed
// [icpp18 section 4]. It follows the lookups of the cache; its answers are combinational, what it
// notes is written at the edge. State: per set and way the instruction that used the line last
// and its protected life (regfile, a word per set), victim tags, prediction table.
// Page: docs/blocks/l1_protect.md.
`default_nettype none
module l1_protect #(
  parameter SCHEME    = 3,             // 0..3: 0 no protection, 1 stall_bypass, 2 global, 3 dlp
  parameter SETS      = 32,            // 1..1024: sets, a power of two
  parameter WAYS      = 4,             // 1..16: ways
  parameter TAG_BITS  = 20,            // 7..33: bits of a tag
  parameter TAG_FIELD = 0,             // 0..33: bits of a victim's tag field, 0: as needed
  parameter SAMPLE    = 200,           // 1..65535: queries of a sample
  parameter MAX_INSNS = 10000,         // 1..1048575: warp instructions that end a sample, too
  parameter FALL      = 1,             // 1..15: what distances fall by
  parameter SET_BITS  = (SETS > 1) ? $clog2(SETS) : 1 // derived: bits of a set's index
) (
  input  wire                clk,      // clock
  input  wire                rst,      // synchronous reset, active high
  input  wire                flush,    // kernel boundary: no set is used after this edge
  input  wire [1:0]          issued,   // warp instructions that the core issued
  input  wire                mshr_full, // all entries of the MSHR are busy

  // lookup: what the cache looks up in this cycle
  input  wire                lookup_query,   // a load that may be cached, or a store
  input  wire                lookup_load,    // with it: a load
  input  wire                lookup_advance, // with it: it leaves at this edge
  input  wire                lookup_remote,  // with it: of another core
  input  wire [6:0]          lookup_insn,    // its instruction
  input  wire [6:0]          lookup_check,   // check bits of that
  input  wire [SET_BITS-1:0] lookup_set,     // its set
  input  wire [TAG_BITS-1:0] lookup_tag,     // its tag
  input  wire                lookup_used,    // the set was used since the last flush
  input  wire [WAYS-1:0]     lookup_lines,   // ways of the set that hold a line
  input  wire [WAYS-1:0]     lookup_pending, // ways that wait for one
  input  wire                lookup_hit,     // its line is there or on its way
  input  wire [WAYS-1:0]     lookup_way,     // one-hot: way of its line, else the one it would take
  input  wire [TAG_BITS-1:0] lookup_old_tag, // tag in that way

  // answers to the lookup, combinational
  output wire [WAYS-1:0]     replaceable,    // ways of lookup_lines that may be replaced
  output wire                bypass,         // the load takes no way

  // events: pulses for perf_counters, registered
  output wire                event_vta,      // the load before hit in the victim tags
  output wire                event_sample,   // a sample ended
  output wire                event_alias     // a load whose entry another instruction had
);
endmodule
`default_nettype wire

// Protection distance prediction table: per load instruction hits in the cache and in the victim
// tags of the current sample, and the protection distance computed from those of the last one
// [icpp18 sections 4.1.3, 4.1.4, 4.2]. The walk through the entries takes one cycle per entry.
// State: 128 entries, global hits, sample counters, walk. Page: docs/blocks/pdpt.md.
`default_nettype none
module pdpt #(
  parameter ASSOCIATIVITY = 4,         // 1..16: N_asc, ways of the victim tag array
  parameter SAMPLE        = 200,       // 1..65535: queries of a sample
  parameter MAX_INSNS     = 10000,     // 1..1048575: warp instructions issued that end a sample, too
  parameter FALL          = 1,         // 1..15: what every distance falls by when protection is not needed
  parameter GLOBAL        = 0          // 0..1: 1: one distance for all instructions, from the global hits
) (
  input  wire       clk,               // clock
  input  wire       rst,               // synchronous reset, active high

  // what happens in this cycle
  input  wire       query,             // an access queried the cache
  input  wire       query_load,        // with it: it was a load
  input  wire [6:0] query_insn,        // with query_load: its instruction
  input  wire [6:0] query_check,       // and the check bits of that
  input  wire       tda_valid,         // a load hit in the tag and data array
  input  wire [6:0] tda_insn,          // instruction to credit
  input  wire       vta_valid,         // a load hit in the victim tag array
  input  wire [6:0] vta_insn,          // instruction to credit
  input  wire [1:0] issued,            // warp instructions that the core issued

  // distance: combinational read, as of a register file
  input  wire [6:0] read_insn,         // instruction
  output wire [3:0] read_distance,     // its protection distance

  output wire       event_sample,      // pulse: a sample ended
  output wire       event_alias        // pulse: a load found its entry marked by another instruction
);
endmodule
`default_nettype wire

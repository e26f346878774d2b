// Chooses the organization of one core's L1 at run time [pact20 section 4]: samples private even sets
// against shared odd sets, compares effective bandwidth (or access time), executes, samples again.
// State: phase, counters, a serial multiplier. Page: docs/blocks/dyneb.md.
`default_nettype none
module dyneb #(
  parameter LINE_BITS    = 25,         // 17..33: bits of a line address
  parameter SETS         = 32,         // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX   = 0,          // 0..1: L1 set index as in l1_cache
  parameter SAMPLE       = 512,        // 1..65535: R_S, own local accesses of each group that end a sample
  parameter EXECUTE      = 16384,      // 1..1048575: R_EX, own local accesses of an execution phase
  parameter METRIC       = 0,          // 0..1: 0 effective bandwidth, 1 average memory access time
  parameter MISS_PERCENT = 10,         // 0..100: a private miss rate below this stays private; 0: no such rule
  parameter L1_LATENCY   = 28,         // 1..1023: METRIC = 1: cycles of a local hit
  parameter HOME_LATENCY = 82,         // 1..1023: METRIC = 1: cycles of a hit in the home
  parameter L2_LATENCY   = 247         // 1..1023: METRIC = 1: cycles of an access to L2
) (
  input  wire                 clk,               // clock
  input  wire                 rst,               // synchronous reset, active high
  input  wire [1:0]           l1_mode,           // 0 private, 1 shared, 2 and 3 dynamic

  // events of l1_cache, about one access
  input  wire                 event_hit,         // a load hit
  input  wire                 event_miss,        // a load missed (new line)
  input  wire                 event_merge,       // a load found its line pending
  input  wire                 event_store,       // a store
  input  wire                 event_remote,      // it was of another core
  input  wire                 event_odd,         // it was in an odd set

  // replies this core takes
  input  wire                 l2_valid,          // a reply of L2 is offered to mshr
  input  wire                 l2_ready,          // and taken at this edge
  input  wire [LINE_BITS-1:0] l2_line,           // its line
  input  wire                 home_valid,        // a reply of a home (always taken)
  input  wire [LINE_BITS-1:0] home_line,         // its line

  output wire                 share_even,        // even sets are shared
  output wire                 share_odd,         // odd sets are shared
  output wire                 via_home,          // private stores to foreign lines go through the home, too
  output wire                 foreign_ok,        // foreign lines may be cached (not fully shared)
  output wire                 event_sample,      // pulse: a sample was evaluated
  output wire                 event_share        // with it: shared was chosen
);
endmodule
`default_nettype wire

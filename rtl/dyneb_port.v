// What a core tells dyneb_trial of its L1 and hears from it, in place of dyneb when the organization is
// chosen for the chip as a whole: the events of a cycle are on the wires to the hub in the next one, as flops
// show them; what the hub says holds in this core a cycle later.
// An own access that the L1 looked up, the answer of a home and a request to L2 in place of the home may
// come in one cycle: what the core achieved is told as a number of two bits.
// State: flops at both ends of the wires. Page: docs/blocks/dyneb_port.md.
`default_nettype none
module dyneb_port #(
  parameter ASKS = 0                   // 0..1: 1, on chips with ccn: own misses count when L2 is asked, by event_ask
) (
  input  wire clk,                     // clock
  input  wire rst,                     // synchronous reset, active high
  input  wire share,                   // what the hub says: the L1s are shared
`ifdef MEMLOOM_LLC_MODE
  input  wire stays_private,           // whatever the hub says
`endif

  // events of l1_cache, about one access
  input  wire event_hit,               // a load hit
  input  wire event_miss,              // a load missed (new line)
  input  wire event_merge,             // a load found its line pending
  input  wire event_store,             // a store
  input  wire event_remote,            // it was of another core

`ifdef MEMLOOM_CCN
  // own loads that neither the own L1 nor that of another core answered
  input  wire event_ask,               // L2 was asked for one

`endif
  // own requests that pass the own L1
  input  wire event_near,              // one was sent to L2, not to its home
  input  wire home_valid,              // a reply of a home (always taken)

  output wire share_even,              // even sets are shared
  output wire share_odd,               // odd sets are shared
  output wire did_one,                 // of what the core achieved in a cycle: 1
  output wire did_two,                 // and 2
  output wire missed                   // an own load missed
);
  reg  shared;
  reg  one, two;
  reg  miss;
  wire own_access = (event_hit || event_miss || event_merge || event_store) && !event_remote;
`ifdef MEMLOOM_CCN
  wire own_miss   = (ASKS != 0) ? event_ask : event_miss && !event_remote;
`else
  wire own_miss   = event_miss && !event_remote && ASKS == 0;
`endif

  always @(posedge clk)
    if (rst) shared <= 1'b0;
`ifdef MEMLOOM_LLC_MODE
    else     shared <= share && !stays_private;
`else
    else     shared <= share;
`endif

  always @(posedge clk)
    if (rst) {two, one, miss} <= 3'd0;
    else begin
      one  <= own_access ^ event_near ^ home_valid;
      two  <= own_access && event_near || home_valid && (own_access || event_near);
      miss <= own_miss;
    end

  // Outputs: flops.
  assign share_even = shared;
  assign share_odd  = shared;
  assign did_one    = one;
  assign did_two    = two;
  assign missed     = miss;

`ifdef FORMAL
`include "tests/formal/dyneb_port.v"
`endif
endmodule
`default_nettype wire

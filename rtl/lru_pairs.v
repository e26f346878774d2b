// Least-recently-used replacement as a function of a bit per pair of ways: that of ways i and j, i
// below j, says that way i was used after way j. The victim is the candidate that was used before
// all others; who is touched was used after all others. All bits 0: way 0 is the oldest, then 1, ...
// Combinational, no state: the host stores the bits. A victim is one AND per way, without a search
// as in lru_order, which has fewer bits. The halves have an order each, as a host may touch another
// one than that in which it looks for a victim. Page: docs/blocks/lru_pairs.md.
//
//   order  {(WAYS-2,WAYS-1) ... (1,3) (1,2)  (0,WAYS-1) ... (0,2) (0,1)}
`default_nettype none
module lru_pairs #(
  parameter WAYS  = 4,                 // 1..16: ways of the set
  parameter PAIRS = (WAYS > 1) ? WAYS * (WAYS - 1) / 2 : 1 // derived: bits of an order
) (
  // victim: a set's order, and who may go
  input  wire [PAIRS-1:0] order,       // bit per pair of ways: the lower one was used later
  input  wire [WAYS-1:0]  candidates,  // {WAYS} ways that may be the victim
  output wire [WAYS-1:0]  victim,      // {WAYS} one-hot: the least recently used candidate; 0: none

  // touch: an order, and who is used
  input  wire [PAIRS-1:0] touch_order, // the order before
  input  wire [WAYS-1:0]  touched,     // {WAYS} the way that is used, if any
  output wire [PAIRS-1:0] next_order   // the order after
);
  wire [WAYS*WAYS-1:0] older;          // way i was used before way j

  genvar i;
  genvar j;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_way
      assign victim[i]         = candidates[i] && (&(older[i*WAYS +: WAYS] | ~candidates));
      assign older[i*WAYS + i] = 1'b1;
      for (j = i + 1; j < WAYS; j = j + 1) begin : each_pair
        localparam PAIR = i * (2 * WAYS - i - 1) / 2 + j - i - 1;
        assign older[i*WAYS + j] = !order[PAIR];
        assign older[j*WAYS + i] = order[PAIR];
        assign next_order[PAIR]  = touched[i] || touch_order[PAIR] && !touched[j];
      end
    end
    if (WAYS == 1) begin : no_order
      wire unused       = &{1'b0, order, touched};
      assign next_order = touch_order;
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/lru_pairs.v"
`endif
endmodule
`default_nettype wire

`default_nettype none
module lru_order #(
  parameter WAYS     = 4,              // 1..16: ways of the set
  parameter WAY_BITS = (WAYS > 1) ? $clog2(WAYS) : 1  // derived: bits of a way number
) (
  input  wire [WAYS*WAY_BITS-1:0] order,      // {WAYS} ways from most (element 0) to least recently used
  input  wire [WAY_BITS-1:0]      way,        // the way that is touched
  output wire [WAYS*WAY_BITS-1:0] next_order, // {WAYS} the order after the touch
  input  wire [WAYS-1:0]          candidates, // {WAYS} ways that may be the victim
  output wire [WAY_BITS-1:0]      victim      // the least recently used candidate; 0 when there is none
);
endmodule
`default_nettype wire

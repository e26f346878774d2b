// Least-recently-used replacement as a function of an order list: element 0 is the most
// recently used way, the last one the least recently used. A touch moves a way to the front;
// the victim is the candidate nearest to the end. The host stores the list (a permutation
// of the ways) and starts a set with initial_order, whose first victim is way 0.
//
//   order  [ a b c d ]  touch c  ->  [ c a b d ]
`default_nettype none
module lru_order #(
  parameter WAYS     = 4,              // 1..16: ways of the set
  parameter WAY_BITS = (WAYS > 1) ? $clog2(WAYS) : 1  // derived: bits of a way number
) (
  input  wire [WAYS*WAY_BITS-1:0] order,      // {WAYS} ways, element 0 most recently used
  input  wire [WAY_BITS-1:0]      way,        // the way that is touched
  output wire [WAYS*WAY_BITS-1:0] next_order, // {WAYS} the order after the touch
  input  wire [WAYS-1:0]          candidates, // {WAYS} ways that may be the victim
  output wire [WAY_BITS-1:0]      victim,     // the least recently used candidate; 0: none
  output wire [WAYS*WAY_BITS-1:0] initial_order // {WAYS} constant: WAYS-1 first, 0 last
);
  wire [WAYS-1:0] is_way;              // {WAYS} this element is the touched way
  wire [WAYS-1:0] may_leave;           // {WAYS} this element is a candidate
  wire [WAYS-1:0] leaves;              // {WAYS} one-hot: this element is the victim
  reg  [WAY_BITS-1:0] chosen;
  integer element;
  wire unused = is_way[WAYS-1];        // the last element moves back or leaves, whichever it is

  genvar i;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each
      localparam [31:0] OPPOSITE = WAYS - 1 - i;
      assign initial_order[i*WAY_BITS +: WAY_BITS] = OPPOSITE[WAY_BITS-1:0];
      assign is_way[i]    = order[i*WAY_BITS +: WAY_BITS] == way;
      assign may_leave[i] = candidates[order[i*WAY_BITS +: WAY_BITS]];
      if (i == WAYS - 1) begin : last
        assign leaves[i] = may_leave[i];
      end else begin : inner
        assign leaves[i] = may_leave[i] && !(|may_leave[WAYS-1:i+1]);
      end
      if (i == 0) begin : front
        assign next_order[WAY_BITS-1:0] = way;
      end else begin : shift          // elements before the touched one move back by one
        assign next_order[i*WAY_BITS +: WAY_BITS] = (|is_way[i-1:0])
          ? order[i*WAY_BITS +: WAY_BITS] : order[(i-1)*WAY_BITS +: WAY_BITS];
      end
    end
  endgenerate

  always @* begin
    chosen = {WAY_BITS{1'b0}};
    for (element = 0; element < WAYS; element = element + 1)
      chosen = chosen | (order[element*WAY_BITS +: WAY_BITS] & {WAY_BITS{leaves[element]}});
  end

  assign victim = chosen;

`ifdef FORMAL
`include "tests/formal/lru_order.v"
`endif
endmodule
`default_nettype wire

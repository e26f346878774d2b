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
  reg [WAY_BITS-1:0] place;            // of the touched way in the list
  integer element;

  genvar i;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each
      localparam [31:0] ELEMENT  = i;
      localparam [31:0] OPPOSITE = WAYS - 1 - i;
      assign initial_order[i*WAY_BITS +: WAY_BITS] = OPPOSITE[WAY_BITS-1:0];
      if (i == 0) begin : front
        assign next_order[WAY_BITS-1:0] = way;
      end else begin : shift          // elements before the touched one move back by one
        assign next_order[i*WAY_BITS +: WAY_BITS] = (place < ELEMENT[WAY_BITS-1:0])
          ? order[i*WAY_BITS +: WAY_BITS] : order[(i-1)*WAY_BITS +: WAY_BITS];
      end
    end
  endgenerate

  // The candidate nearest to the end, by a tree of pairs: node 1 is the root, node n has 2n and 2n + 1 below it, the
  // elements are the leaves. A node has the way of the later one below it that has any.
  localparam LEAVES = 1 << $clog2(WAYS);
  reg [2*LEAVES-1:0]          found;   // {node} there is a candidate
  reg [2*LEAVES*WAY_BITS-1:0] way_of;  // {node} its way; zero if there is none
  integer node;
  always @* begin
    found  = {2*LEAVES{1'b0}};
    way_of = {2*LEAVES*WAY_BITS{1'b0}};
    for (node = 0; node < WAYS; node = node + 1)
      if (candidates[order[node*WAY_BITS +: WAY_BITS]]) begin
        found[LEAVES + node] = 1'b1;
        way_of[(LEAVES + node)*WAY_BITS +: WAY_BITS] = order[node*WAY_BITS +: WAY_BITS];
      end
    for (node = LEAVES - 1; node > 0; node = node - 1) begin
      found[node] = found[2*node] || found[2*node + 1];
      way_of[node*WAY_BITS +: WAY_BITS] = found[2*node + 1] ? way_of[(2*node + 1)*WAY_BITS +: WAY_BITS]
                                                            : way_of[2*node*WAY_BITS +: WAY_BITS];
    end
  end
  assign victim = way_of[WAY_BITS +: WAY_BITS];

  // The touched way's place as a number: from it to each element's choice is a shorter path than along the elements.
  always @* begin
    place = {WAY_BITS{1'b0}};
    for (element = 0; element < WAYS; element = element + 1)
      if (order[element*WAY_BITS +: WAY_BITS] == way) place = place | element[WAY_BITS-1:0];
  end

`ifdef FORMAL
`include "tests/formal/lru_order.v"
`endif
endmodule
`default_nettype wire

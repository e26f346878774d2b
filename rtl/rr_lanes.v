// LANES round-robin choices side by side, a function: the rule of rr_arbiter for each lane. Bit
// n*LANES + l belongs to requester n of lane l, so one vector operation serves all lanes. The host
// keeps the masks in a register and loads a lane's next mask when it uses the lane's grant. Depth
// as rr_arbiter.
`default_nettype none
module rr_lanes #(
  parameter LANES = 5,                 // 1..16: choices
  parameter N     = 4                  // 1..16: requesters of each
) (
  input  wire [N*LANES-1:0] request,   // {N} lanes in which the requester asks
  input  wire [N*LANES-1:0] mask,      // {N} with priority: ones above the last granted
  output wire [N*LANES-1:0] grant,     // {N} one-hot in each lane, or zero when nobody asks
  output wire [N*LANES-1:0] next_mask  // {N} the masks to store when the grants are used
);
  // A bit is set in the result when a lower one of its lane is set in bits.
  function [N*LANES-1:0] above_lowest(input [N*LANES-1:0] bits);
    integer reach;
    begin
      above_lowest = bits << LANES;
      for (reach = 1; reach < N; reach = reach * 2)
        above_lowest = above_lowest | (above_lowest << reach * LANES);
    end
  endfunction

  // Lanes with a bit set.
  function [LANES-1:0] lanes_of(input [N*LANES-1:0] bits);
    integer n;
    begin
      lanes_of = bits[LANES-1:0];
      for (n = 1; n < N; n = n + 1)
        lanes_of = lanes_of | bits[n*LANES +: LANES];
    end
  endfunction

  wire [N*LANES-1:0] preferred = request & mask;
  wire [N*LANES-1:0] prefer    = {N{lanes_of(preferred)}};

  assign next_mask = (above_lowest(preferred) & prefer) | (above_lowest(request) & ~prefer);
  assign grant     = (preferred | (request & ~prefer)) & ~next_mask;

`ifdef FORMAL
`include "tests/formal/rr_lanes.v"
`endif
endmodule
`default_nettype wire

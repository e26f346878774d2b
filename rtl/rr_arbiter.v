// Round-robin choice, a function: the lowest request with priority, else the lowest
// request. The host keeps the mask in a register and loads next_mask when it uses the grant,
// so the pointer moves on a grant only. next_mask marks the requesters above the granted one;
// it is zero after the top one (and when nobody asks), and a mask of zero gives no priority,
// the same as all ones. Depth: log2(N) gates for the prefixes plus three, N = 1 grants directly.
`default_nettype none
module rr_arbiter #(
  parameter N = 8                      // 1..128: requesters
) (
  input  wire [N-1:0] request,         // {N} who asks
  input  wire [N-1:0] mask,            // {N} with priority: ones above the last granted
  output wire [N-1:0] grant,           // {N} one-hot, or zero when nobody asks
  output wire [N-1:0] next_mask        // {N} the mask to store when the grant is used
);
  // A bit is set in the result when a lower one is set in bits: doubling the reach in each
  // step gives a parallel prefix of log2(N) levels.
  function [N-1:0] above_lowest(input [N-1:0] bits);
    integer reach;
    begin
      above_lowest = bits << 1;
      for (reach = 1; reach < N; reach = reach * 2)
        above_lowest = above_lowest | (above_lowest << reach);
    end
  endfunction

  wire [N-1:0] preferred = request & mask;
  wire         prefer    = |preferred;

  assign next_mask = prefer ? above_lowest(preferred) : above_lowest(request);
  assign grant     = (prefer ? preferred : request) & ~next_mask;

`ifdef FORMAL
`include "tests/formal/rr_arbiter.v"
`endif
endmodule
`default_nettype wire

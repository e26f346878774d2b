// Round-robin choice, a function: the lowest request with priority, else the lowest
// request. The host keeps the mask in a register and loads next_mask when it uses the grant,
// so the pointer moves on a grant only. next_mask marks the requesters above the granted one;
// it is zero after the top one (and when nobody asks), and a mask of zero gives no priority,
// the same as all ones. Depth: log2(N) gates for the prefixes plus three. Above TWO_PREFIXES one
// prefix serves instead of two: larger, but without the wire that steers all outputs at the end.
`default_nettype none
module rr_arbiter #(
  parameter N            = 8,          // 1..128: requesters
  parameter TWO_PREFIXES = 32          // 0..128: largest N that is served by two prefixes
) (
  input  wire [N-1:0] request,         // {N} who asks
  input  wire [N-1:0] mask,            // {N} with priority: ones above the last granted
  output wire [N-1:0] grant,           // {N} one-hot, or zero when nobody asks
  output wire [N-1:0] next_mask        // {N} the mask to store when the grant is used
);
  generate
    if (N <= TWO_PREFIXES) begin : two // prefixes: all requests, the preferred ones
      wire [N-1:0] preferred = request & mask;
      wire         prefer    = |preferred;

      assign next_mask = prefer ? above_lowest(preferred) : above_lowest(request);
      assign grant     = (prefer ? preferred : request) & ~next_mask;
    end else begin : one          // prefix, which starts anew at the edge of the mask
      wire [N-1:0] behind = behind_another(request, mask);
      wire         prefer = |(request & mask);
      wire         turn   = |request && !prefer; // the requesters without priority are served

      assign next_mask = (behind & mask) | (behind & {N{!prefer}}) | (mask & {N{turn}});
      assign grant     = request & ~behind & (mask | {N{!prefer}});
    end
  endgenerate

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

  // The same, but a bit with priority is not behind one without.
  function [N-1:0] behind_another(input [N-1:0] bits, input [N-1:0] first);
    integer reach;
    begin
      behind_another = (bits << 1) & (~first | (first << 1));
      for (reach = 1; reach < N; reach = reach * 2)
        behind_another = behind_another
          | ((behind_another << reach) & (~first | (first << reach)));
    end
  endfunction

`ifdef FORMAL
`include "tests/formal/rr_arbiter.v"
`endif
endmodule
`default_nettype wire

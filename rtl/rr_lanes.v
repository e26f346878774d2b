// LANES round-robin choices side by side, a function: the rule of rr_arbiter for each lane. Bit
// n*LANES + l belongs to requester n of lane l, so one vector operation serves all lanes. The host
// keeps the masks in a register and loads a lane's next mask when it uses the lane's grant. Up to
// PAIRED requesters are compared in pairs, and who of two goes first is known from the mask alone: a
// late request passes three gates, for N * N in all. More are served by two prefixes, one over those
// with priority, for N * log2(N) gates.
`default_nettype none
module rr_lanes #(
  parameter LANES = 5,                 // 1..128: choices
  parameter N     = 4,                 // 1..128: requesters of each
  parameter PAIRED = 16                // 0..128: largest N that is compared in pairs
) (
  input  wire [N*LANES-1:0] request,   // {N} lanes in which the requester asks
  input  wire [N*LANES-1:0] mask,      // {N} with priority: ones above the last granted
  output wire [N*LANES-1:0] grant,     // {N} one-hot in each lane, or zero when nobody asks
  output wire [N*LANES-1:0] next_mask  // {N} the masks to store when the grants are used
);
  // Requesters behind another one: a lower one of no less priority, a higher one of more.
  function [N*LANES-1:0] behind(input [N*LANES-1:0] bits, input [N*LANES-1:0] first);
    integer n;
    begin
      behind = {N*LANES{1'b0}};
      for (n = 1; n < N; n = n + 1)
        behind = behind | ((bits << n*LANES) & (~first | (first << n*LANES)))
                 | ((bits >> n*LANES) & (first >> n*LANES) & ~first);
    end
  endfunction

  // A bit is set in the result when a lower one of its lane is set in bits.
  function [N*LANES-1:0] higher(input [N*LANES-1:0] bits);
    integer reach;
    begin
      higher = bits << LANES;
      for (reach = 1; reach < N; reach = reach * 2)
        higher = higher | (higher << reach * LANES);
    end
  endfunction

  // Lanes with a bit in the set, for every requester.
  function [N*LANES-1:0] asked(input [N*LANES-1:0] bits);
    integer n;
    reg [LANES-1:0] any;
    begin
      any = {LANES{1'b0}};
      for (n = 0; n < N; n = n + 1) any = any | bits[n*LANES +: LANES];
      asked = {N{any}};
    end
  endfunction

  generate
    if (N <= PAIRED) begin : g_pairs
      assign grant = request & ~behind(request, mask);
    end else begin : g_prefix
      wire [N*LANES-1:0] preferred = request & mask;
      assign grant = (preferred & ~higher(preferred))
                     | (request & ~higher(request) & ~asked(preferred));
    end
  endgenerate
  assign next_mask = higher(grant);

`ifdef FORMAL
`include "tests/formal/rr_lanes.v"
`endif
endmodule
`default_nettype wire

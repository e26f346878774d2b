// Round-robin choice, a function: the lowest request with priority, else the lowest
// request. The host keeps the mask in a register and loads next_mask when it uses the grant,
// so the pointer moves on a grant only. next_mask marks the requesters above the granted one;
// it is zero after the top one (and when nobody asks), and a mask of zero gives no priority,
// the same as all ones. Up to GROUPED requesters stand in pairs, and prefixes run over the pairs;
// above, one prefix over the requesters serves all: larger, but log2(N) gates long.
`default_nettype none
module rr_arbiter #(
  parameter N       = 8,               // 1..128: requesters
  parameter GROUPED = 32               // 0..128: largest N that is served in pairs
) (
  input  wire [N-1:0] request,         // {N} who asks
  input  wire [N-1:0] mask,            // {N} with priority: ones above the last granted
  output wire [N-1:0] grant,           // {N} one-hot, or zero when nobody asks
  output wire [N-1:0] next_mask        // {N} the mask to store when the grant is used
);
  localparam GROUP  = 2;               // of 2, 3 and 4 the fastest at 15 to 17 requesters
  localparam GROUPS = (N + GROUP - 1) / GROUP;

  genvar i;
  generate
    if (N <= GROUPED) begin : grouped
      // Requesters without priority have their turn when nobody has it. A group need not ask all: where
      // one below it has, preferred_below alone decides. So no wire has to reach all outputs.
      wire [N-1:0]      preferred        = request & mask;
      wire [N-1:0]      request_behind   = behind_in_group(request);
      wire [N-1:0]      preferred_behind = behind_in_group(preferred);
      wire [GROUPS-1:0] asking;        // {GROUPS} one of it does
      wire [GROUPS-1:0] preferring;    // {GROUPS} one of it does, with priority
      wire [GROUPS-1:0] asked_below     = below(asking);
      wire [GROUPS-1:0] preferred_below = below(preferring);
      wire [GROUPS-1:0] turn            = none_on(preferring); // of those without priority

      for (i = 0; i < GROUPS; i = i + 1) begin : group
        localparam AT   = i * GROUP;
        localparam SIZE = (AT + GROUP > N) ? N - AT : GROUP;
        wire passed = preferred_below[i] || asked_below[i] && turn[i]; // the granted one is below
        wire first  = turn[i] && !asked_below[i];
        assign asking[i]     = |request[AT +: SIZE];
        assign preferring[i] = |preferred[AT +: SIZE];

        assign next_mask[AT +: SIZE] = {SIZE{passed}} | preferred_behind[AT +: SIZE]
          | (request_behind[AT +: SIZE] & {SIZE{turn[i]}});
        assign grant[AT +: SIZE]
          = (preferred[AT +: SIZE] & ~preferred_behind[AT +: SIZE] & {SIZE{!preferred_below[i]}})
          | (request[AT +: SIZE] & ~request_behind[AT +: SIZE] & {SIZE{first}});
      end
    end else begin : one          // prefix, which starts anew at the edge of the mask
      wire [N-1:0] behind = behind_another(request, mask);
      wire         prefer = |(request & mask);
      wire         turn   = |request && !prefer; // the requesters without priority are served

      assign next_mask = (behind & mask) | (behind & {N{!prefer}}) | (mask & {N{turn}});
      assign grant     = request & ~behind & (mask | {N{!prefer}});
    end
  endgenerate

  // A bit is set in the result when a lower one of its group is.
  function [N-1:0] behind_in_group(input [N-1:0] bits);
    integer place;
    begin
      behind_in_group = {N{1'b0}};
      for (place = 1; place < N; place = place + 1)
        if (place % GROUP != 0) behind_in_group[place] = behind_in_group[place-1] | bits[place-1];
    end
  endfunction

  function [GROUPS-1:0] below(input [GROUPS-1:0] groups);
    integer reach;
    begin
      below = groups << 1;
      for (reach = 1; reach < GROUPS; reach = reach * 2) below = below | (below << reach);
    end
  endfunction

  // Neither this group nor one above: a gate of its own for each, as the outputs wait for it.
  function [GROUPS-1:0] none_on(input [GROUPS-1:0] groups);
    integer place;
    for (place = 0; place < GROUPS; place = place + 1) none_on[place] = !(|(groups >> place));
  endfunction

  // A bit is set in the result when a lower one is set in bits, but one with priority is not behind
  // one without: doubling the reach in each step gives a parallel prefix of log2(N) levels.
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

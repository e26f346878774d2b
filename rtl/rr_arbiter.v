// Round-robin choice, a function: the lowest request with priority, else the lowest
// request. The host keeps the mask in a register and loads next_mask when it uses the grant,
// so the pointer moves on a grant only. next_mask marks the requesters above the granted one;
// it is zero after the top one (and when nobody asks), and a mask of zero gives no priority,
// the same as all ones. Up to PAIRED requesters stand in pairs, and prefixes run over the pairs;
// above, one prefix over the requesters serves all: larger, but log2(N) gates long.
`default_nettype none
module rr_arbiter #(
  parameter N      = 8,                // 1..128: requesters
  parameter PAIRED = 32                // 0..128: largest N that is served in pairs
) (
  input  wire [N-1:0] request,         // {N} who asks
  input  wire [N-1:0] mask,            // {N} with priority: ones above the last granted
  output wire [N-1:0] grant,           // {N} one-hot, or zero when nobody asks
  output wire [N-1:0] next_mask        // {N} the mask to store when the grant is used
);
  localparam PAIRS = (N + 1) / 2;
  localparam [N-1:0] FIRST_PAIR = ~({N{1'b1}} << 2);

  generate
    if (N <= PAIRED) begin : paired
      // Requesters without priority have their turn when nobody has it. A pair need not ask all: where
      // one below it has, preferred_below alone decides. So no wire has to reach all outputs.
      wire [N-1:0]     preferred       = request & mask;
      wire [PAIRS-1:0] asked_below     = below(any_of_pair(request));
      wire [PAIRS-1:0] preferred_below = below(any_of_pair(preferred));
      wire [PAIRS-1:0] preferred_on    = here_or_above(any_of_pair(preferred));

      assign next_mask = spread(preferred_below | (asked_below & ~preferred_on))
                       | lower_asks(preferred) | (lower_asks(request) & spread(~preferred_on));
      assign grant     = (preferred & ~lower_asks(preferred) & ~spread(preferred_below))
                       | (request & ~lower_asks(request) & spread(~preferred_on & ~asked_below));
    end else begin : one          // prefix, which starts anew at the edge of the mask
      wire [N-1:0] behind = behind_another(request, mask);
      wire         prefer = |(request & mask);
      wire         turn   = |request && !prefer; // the requesters without priority are served

      assign next_mask = (behind & mask) | (behind & {N{!prefer}}) | (mask & {N{turn}});
      assign grant     = request & ~behind & (mask | {N{!prefer}});
    end
  endgenerate

  function [PAIRS-1:0] any_of_pair(input [N-1:0] bits);
    integer pair;
    for (pair = 0; pair < PAIRS; pair = pair + 1)
      any_of_pair[pair] = |(bits & (FIRST_PAIR << (2 * pair)));
  endfunction

  // To the members of each pair.
  function [N-1:0] spread(input [PAIRS-1:0] pairs);
    integer place;
    for (place = 0; place < N; place = place + 1) spread[place] = pairs[place / 2];
  endfunction

  // For the upper one of each pair, whether the lower one does.
  function [N-1:0] lower_asks(input [N-1:0] bits);
    integer place;
    begin
      lower_asks = {N{1'b0}};
      for (place = 1; place < N; place = place + 2) lower_asks[place] = bits[place-1];
    end
  endfunction

  function [PAIRS-1:0] below(input [PAIRS-1:0] pairs);
    integer reach;
    begin
      below = pairs << 1;
      for (reach = 1; reach < PAIRS; reach = reach * 2) below = below | (below << reach);
    end
  endfunction

  // A gate of its own for each, not a prefix: the outputs wait for it.
  function [PAIRS-1:0] here_or_above(input [PAIRS-1:0] pairs);
    integer pair;
    for (pair = 0; pair < PAIRS; pair = pair + 1) here_or_above[pair] = |(pairs >> pair);
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

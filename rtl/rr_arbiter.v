`default_nettype none
module rr_arbiter #(
  parameter N = 8                      // 1..128: requesters
) (
  input  wire [N-1:0] request,         // {N} who asks
  input  wire [N-1:0] mask,            // {N} requesters with priority: those above the last one granted (thermometer code, ones at the top)
  output wire [N-1:0] grant,           // {N} one-hot, or zero when nobody asks
  output wire [N-1:0] next_mask        // {N} the mask to store when the grant is used
);
endmodule
`default_nettype wire

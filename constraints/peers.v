// What the peers' arbiters are besides the choice: the register of the turn, moved when the grant is used.
`default_nettype none
module peer_arbiter #(
  parameter N = 8                      // requesters
) (
  input  wire         clk,             // clock
  input  wire         rst,             // synchronous reset, active high
  input  wire [N-1:0] request,         // {N} who asks
  input  wire         used,            // the grant is used
  output wire [N-1:0] grant            // {N} one-hot, or zero when nobody asks
);
  reg  [N-1:0] mask;
  wire [N-1:0] next_mask;

  rr_arbiter #(.N(N)) choice (
    .request  (request),
    .mask     (mask),
    .grant    (grant),
    .next_mask(next_mask)
  );

  always @(posedge clk)
    if (rst)       mask <= {N{1'b0}};
    else if (used) mask <= next_mask;
endmodule
`default_nettype wire

// What is offered stays offered until it is taken.
`default_nettype none
module check_offer #(
  parameter N = 1                      // 1..16: offers side by side
) (
  input  wire         clk,             // clock
  input  wire         rst,             // synchronous reset, active high
  input  wire [N-1:0] valid,           // {N} something is offered
  input  wire [N-1:0] ready,           // {N} it is taken at this edge
  output wire [N-1:0] begins,          // {N} it waits from this edge on
  output reg  [N-1:0] waits            // {N} it was offered in the cycle before and not taken
);
  initial waits = {N{1'b0}};
  assign begins = valid & ~ready & ~waits;

  always @(posedge clk) begin
    waits <= rst ? {N{1'b0}} : valid & ~ready;
    if (!rst && |(waits & ~valid)) $fatal(1, "an offer that was not taken is withdrawn");
  end
endmodule
`default_nettype wire

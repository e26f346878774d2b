// Something that cannot wait comes only when it is allowed to: there is room.
`default_nettype none
module check_only (
  input  wire clk,                     // clock
  input  wire rst,                     // synchronous reset, active high
  input  wire pulse,                   // it comes
  input  wire allowed                  // it may
);
  always @(posedge clk)
    if (!rst && pulse && !allowed) $fatal(1, "comes when it must not");
endmodule
`default_nettype wire

// What is looked at in every cycle has a value from the first cycle behind a reset on. Says
// something in simulators with four states only.
`default_nettype none
module check_known #(
  parameter BITS = 1                   // 1..65536: bits
) (
  input  wire            clk,          // clock
  input  wire            rst,          // synchronous reset, active high
  input  wire [BITS-1:0] value         // what must be known
);
  reg was_reset;                       // a reset has been seen
  initial was_reset = 1'b0;

  always @(posedge clk) begin
    if (rst) was_reset <= 1'b1;
    if (was_reset && !rst && ^value === 1'bx)
      $fatal(1, "unknown behind a reset: %b", value);
  end
endmodule
`default_nettype wire

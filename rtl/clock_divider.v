`default_nettype none
module clock_divider #(
  parameter NUMERATOR   = 1,           // 1..65535: enables per DENOMINATOR clocks
  parameter DENOMINATOR = 2            // 1..65535: at least NUMERATOR
) (
  input  wire clk,                     // clock
  input  wire rst,                     // synchronous reset, active high
  output wire en                       // 1 in NUMERATOR of DENOMINATOR cycles, evenly spread; registered
);
endmodule
`default_nettype wire

`default_nettype none
module perf_merge #(
  parameter N = 8                      // 1..320: nodes
) (
  input  wire            clk,          // clock
  input  wire            rst,          // synchronous reset, active high
  input  wire [N*32-1:0] node_value,   // {N} values of the nodes, all zero but the selected one
  output wire [31:0]     value         // their OR, one cycle later
);
endmodule
`default_nettype wire

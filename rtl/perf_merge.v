// ORs the counter values of all nodes, all zero but one, into a register: latency one cycle,
// one value per cycle.
`default_nettype none
module perf_merge #(
  parameter N = 8                      // 1..321: nodes
) (
  input  wire            clk,          // clock
  input  wire            rst,          // synchronous reset, active high
  input  wire [N*32-1:0] node_value,   // {N} values of the nodes, all zero but the selected one
  output wire [31:0]     value         // their OR, one cycle later
);
  reg [31:0] merged;
  reg [31:0] merged_next;
  integer    node;

  always @* begin
    merged_next = 32'd0;
    for (node = 0; node < N; node = node + 1)
      merged_next = merged_next | node_value[node*32 +: 32];
  end

  always @(posedge clk)
    if (rst) merged <= 32'd0;
    else merged <= merged_next;

  assign value = merged;

`ifdef FORMAL
`include "tests/formal/perf_merge.v"
`endif
endmodule
`default_nettype wire

// The network's enable of one router, from a flop of its own: it reaches the router's many flops early
// in the core's cycle, and no enable has to reach all routers within one. Latency one cycle. State:
// the enable. Page: docs/blocks/noc_enable.md.
`default_nettype none
module noc_enable (
  input  wire clk,                     // clock
  input  wire rst,                     // synchronous reset, active high
  input  wire next_en,                 // the network's enable in the next cycle
  output wire en                       // in this one; 0 in the first after reset
);
  reg enabled;

  always @(posedge clk)
    if (rst) enabled <= 1'b0;
    else     enabled <= next_en;

  assign en = enabled;

`ifdef FORMAL
`include "tests/formal/noc_enable.v"
`endif
endmodule
`default_nettype wire

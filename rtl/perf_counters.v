`default_nettype none
module perf_counters #(
  parameter EVENTS       = 8,          // 1..32: counters
  parameter NODE_BITS    = 9,          // 1..10: bits of a node index
  parameter COUNTER_BITS = (EVENTS > 1) ? $clog2(EVENTS) : 1  // derived: bits of a counter number
) (
  input  wire                    clk,            // clock
  input  wire                    rst,            // synchronous reset, active high
  input  wire [EVENTS-1:0]       event_pulse,    // {EVENTS} counter i grows by one at this edge
  input  wire [NODE_BITS-1:0]    here,           // index of this node (constant)
  input  wire [NODE_BITS-1:0]    select_node,    // node that is read
  input  wire [COUNTER_BITS-1:0] select_counter, // counter that is read
  output wire [31:0]             value           // one cycle later: the counter when this node is selected, else 0
);
endmodule
`default_nettype wire

// Function: the 32 B sectors that an answer carries [pact20 section 3.3, Optimization I].
// Combinational. Page: docs/blocks/chunker.md.
`default_nettype none
module chunker (
  input  wire         chunk,           // 1: only sectors asked for; 0: whole lines
  input  wire [127:0] mask,            // bytes asked for
  output wire [3:0]   sectors          // sectors of the answer
);
  assign sectors = {|mask[127:96], |mask[95:64], |mask[63:32], |mask[31:0]} | {4{!chunk}};

`ifdef FORMAL
`include "tests/formal/chunker.v"
`endif
endmodule
`default_nettype wire

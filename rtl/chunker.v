// Function: the 32 B sectors that an answer carries [pact20 section 3.3, Optimization I].
// Combinational. Page: docs/blocks/chunker.md.
`default_nettype none
module chunker (
  input  wire         chunk,           // 1: only sectors asked for; 0: whole lines
  input  wire [127:0] mask,            // bytes asked for
  output wire [3:0]   sectors          // sectors of the answer
);
endmodule
`default_nettype wire

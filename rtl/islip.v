// One iteration of iSLIP, a function (McKeown, "The iSLIP scheduling algorithm", 1999): every
// output grants one requesting input, every input accepts one granting output, both round
// robin. The host keeps the masks (see rr_arbiter) and loads an output's and an input's next
// mask when it uses their match, so that pointers move on accepted grants only. All outputs choose
// side by side in vectors with the output as the fastest index, [input][output]; then all inputs
// in vectors with the input as the fastest, [output][input].
`default_nettype none
module islip #(
  parameter INPUTS  = 5,               // 1..128: inputs
  parameter OUTPUTS = 5                // 1..128: outputs
) (
  input  wire [OUTPUTS*INPUTS-1:0] request,     // {OUTPUTS} inputs that ask for the output
  input  wire [INPUTS*OUTPUTS-1:0] grant_mask,  // {INPUTS} outputs at which the input has priority
  input  wire [OUTPUTS*INPUTS-1:0] accept_mask, // {OUTPUTS} inputs at which the output has priority
  output wire [OUTPUTS*INPUTS-1:0] match,       // {OUTPUTS} input matched, one-hot or zero
  output wire [INPUTS*OUTPUTS-1:0] next_grant,  // {INPUTS} to store where an output's match is used
  output wire [OUTPUTS*INPUTS-1:0] next_accept  // {OUTPUTS} to store where an input's match is used
);
  wire [INPUTS*OUTPUTS-1:0] asked   = by_input(request);
  wire [INPUTS*OUTPUTS-1:0] grant;
  wire [OUTPUTS*INPUTS-1:0] granted = by_output(grant);

  // The same pairs with the other index as the fastest. As functions: simulators set bit after bit;
  // of one assignment per bit Verilator makes chains of concatenations, quadratic in their length.
  function [INPUTS*OUTPUTS-1:0] by_input(input [OUTPUTS*INPUTS-1:0] pairs);
    integer n, m;
    for (n = 0; n < INPUTS; n = n + 1)
      for (m = 0; m < OUTPUTS; m = m + 1) by_input[n*OUTPUTS + m] = pairs[m*INPUTS + n];
  endfunction

  function [OUTPUTS*INPUTS-1:0] by_output(input [INPUTS*OUTPUTS-1:0] pairs);
    integer n, m;
    for (n = 0; n < INPUTS; n = n + 1)
      for (m = 0; m < OUTPUTS; m = m + 1) by_output[m*INPUTS + n] = pairs[n*OUTPUTS + m];
  endfunction

  rr_lanes #(.LANES(OUTPUTS), .N(INPUTS)) u_grant (
    .request (asked), .mask (grant_mask), .grant (grant), .next_mask (next_grant)
  );
  rr_lanes #(.LANES(INPUTS), .N(OUTPUTS)) u_accept (
    .request (granted), .mask (accept_mask), .grant (match), .next_mask (next_accept)
  );

`ifdef FORMAL
`include "tests/formal/islip.v"
`endif
endmodule
`default_nettype wire

// One iteration of iSLIP, a function (McKeown, "The iSLIP scheduling algorithm", 1999): every
// output grants one requesting input, every input accepts one granting output, both round
// robin. The host keeps the masks (see rr_arbiter) and loads an output's and an input's next
// mask when it uses their match, so that pointers move on accepted grants only.
`default_nettype none
module islip #(
  parameter INPUTS  = 5,               // 1..16: inputs
  parameter OUTPUTS = 5                // 1..16: outputs
) (
  input  wire [OUTPUTS*INPUTS-1:0] request,     // {OUTPUTS} inputs that ask for the output
  input  wire [OUTPUTS*INPUTS-1:0] grant_mask,  // {OUTPUTS} inputs with priority at the output
  input  wire [INPUTS*OUTPUTS-1:0] accept_mask, // {INPUTS} outputs with priority at the input
  output wire [OUTPUTS*INPUTS-1:0] match,       // {OUTPUTS} the input matched with the output, one-hot or zero
  output wire [INPUTS*OUTPUTS-1:0] accept,      // {INPUTS} the same, seen from the input
  output wire [OUTPUTS*INPUTS-1:0] next_grant,  // {OUTPUTS} grant mask to store when the output's match is used
  output wire [INPUTS*OUTPUTS-1:0] next_accept  // {INPUTS} accept mask to store when the input's match is used
);
  wire [OUTPUTS*INPUTS-1:0] grant;

  genvar i, o;
  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      rr_arbiter #(.N(INPUTS)) u_grant (
        .request   (request[o*INPUTS +: INPUTS]),
        .mask      (grant_mask[o*INPUTS +: INPUTS]),
        .grant     (grant[o*INPUTS +: INPUTS]),
        .next_mask (next_grant[o*INPUTS +: INPUTS])
      );
    end
    for (i = 0; i < INPUTS; i = i + 1) begin : g_input
      wire [OUTPUTS-1:0] granted;      // outputs that grant this input
      rr_arbiter #(.N(OUTPUTS)) u_accept (
        .request   (granted),
        .mask      (accept_mask[i*OUTPUTS +: OUTPUTS]),
        .grant     (accept[i*OUTPUTS +: OUTPUTS]),
        .next_mask (next_accept[i*OUTPUTS +: OUTPUTS])
      );
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_transpose
        assign granted[o]          = grant[o*INPUTS + i];
        assign match[o*INPUTS + i] = accept[i*OUTPUTS + o];
      end
    end
  endgenerate
endmodule
`default_nettype wire

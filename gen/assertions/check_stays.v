// A field of an offer stays as it is until the offer is taken.
`default_nettype none
module check_stays #(
  parameter N    = 1,                  // 1..16: offers side by side
  parameter BITS = 1                   // 1..65536: bits of the field of all of them
) (
  input  wire            clk,          // clock
  input  wire            rst,          // synchronous reset, active high
  input  wire [N-1:0]    begins,       // {N} of check_offer
  input  wire [N-1:0]    waits,        // {N} of check_offer
  input  wire [BITS-1:0] value         // {N} the field
);
  localparam WIDTH = BITS / N;
  reg [BITS-1:0] was;                  // when the offer was made
  integer        i;

  always @(posedge clk) begin
    if (|waits && !rst) for (i = 0; i < N; i = i + 1)
      if (waits[i] && value[i*WIDTH +: WIDTH] !== was[i*WIDTH +: WIDTH])
        $fatal(1, "changes before its offer is taken: %h, then %h", was[i*WIDTH +: WIDTH],
               value[i*WIDTH +: WIDTH]);
    if (|begins) was <= value;
  end
endmodule
`default_nettype wire

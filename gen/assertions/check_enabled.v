// A wire of the network changes only at edges with the network's enable.
`default_nettype none
module check_enabled #(
  parameter N    = 1,                  // 1..16: ports side by side
  parameter BITS = 1                   // 1..65536: bits of the wire at all of them
) (
  input  wire            clk,          // clock
  input  wire            rst,          // synchronous reset, active high
  input  wire            en,           // the network's enable
  input  wire [N-1:0]    defined,      // {N} the wire means something
  input  wire [BITS-1:0] value         // {N} the wire
);
  localparam WIDTH = BITS / N;
  reg [N-1:0]    held;                 // the edge before had no enable
  reg [BITS-1:0] was;                  // before that edge
  integer        i;
  initial held = {N{1'b0}};

  always @(posedge clk) begin
    if (|held && !rst) for (i = 0; i < N; i = i + 1)
      if (held[i] && value[i*WIDTH +: WIDTH] !== was[i*WIDTH +: WIDTH])
        $fatal(1, "changes at an edge without the network's enable: %h, then %h",
               was[i*WIDTH +: WIDTH], value[i*WIDTH +: WIDTH]);
    held <= (rst || en) ? {N{1'b0}} : defined;
    if (!en && |(defined & ~held)) was <= value;
  end
endmodule
`default_nettype wire

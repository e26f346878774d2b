// Registers with an enable, as Yosys' techmap is to build them: flops whose clock is switched off, in place of flops with
// a multiplexer each that holds their value. One clock_gate for 32 flops, as one drives no more; below 8 a multiplexer.
// More than 8 of them have a buffer for 8 each, the library's DRIVER: mapping meets their enable as one output and would
// not make it stronger.
(* techmap_celltype = "$dffe" *)
module register_with_enable (CLK, EN, D, Q);
  parameter WIDTH        = 1;
  parameter CLK_POLARITY = 1'b1;
  parameter EN_POLARITY  = 1'b1;
  localparam LEAST = 8;
  localparam MOST  = 32;
  input              CLK;
  input              EN;
  input  [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  wire _TECHMAP_FAIL_ = WIDTH < LEAST || CLK_POLARITY != 1'b1;
  localparam GATES   = (WIDTH + MOST - 1) / MOST;
  localparam BUFFERS = (GATES + 7) / 8;
  wire               write = EN == EN_POLARITY;
  wire [BUFFERS-1:0] enable;
  genvar i;
  generate
    if (BUFFERS == 1) assign enable = write;
    else for (i = 0; i < BUFFERS; i = i + 1) begin : fan_out
      `DRIVER buffer (.`DRIVER_IN(write), .`DRIVER_OUT(enable[i]));
    end
    for (i = 0; i < WIDTH; i = i + MOST) begin : part
      localparam BITS = (WIDTH - i < MOST) ? WIDTH - i : MOST;
      wire gated;
      clock_gate gate (.clk(CLK), .enable(enable[i / MOST / 8]), .gated(gated));
      \$dff #(.WIDTH(BITS), .CLK_POLARITY(1'b1)) flops (.CLK(gated), .D(D[i +: BITS]), .Q(Q[i +: BITS]));
    end
  endgenerate
endmodule

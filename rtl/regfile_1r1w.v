`default_nettype none
module regfile_1r1w #(
  parameter WIDTH     = 64,            // 1..2048: bits of one word
  parameter DEPTH     = 32,            // 1..4096: words
  parameter ADDR_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1  // derived: bits of an address
) (
  input  wire                 clk,          // clock
  input  wire                 write_valid,  // write at this edge
  input  wire [ADDR_BITS-1:0] write_addr,   // word written
  input  wire [WIDTH-1:0]     write_data,   // new contents
  input  wire [ADDR_BITS-1:0] read_addr,    // word read, combinational
  output wire [WIDTH-1:0]     read_data     // its contents now
);
endmodule
`default_nettype wire

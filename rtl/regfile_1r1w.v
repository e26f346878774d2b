// Storage with one write port and one combinational read port, for small arrays that are
// read in the cycle in which the address is known. A word written at an edge is read from
// the next cycle on. Contents are undefined until written; addresses are below DEPTH. The
// read path is combinational: the host keeps read_addr in a register.
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
  reg [WIDTH-1:0] storage [0:DEPTH-1];

  always @(posedge clk)
    if (write_valid) storage[write_addr] <= write_data;

  assign read_data = storage[read_addr];

`ifdef FORMAL
`include "tests/formal/regfile_1r1w.v"
`endif
endmodule
`default_nettype wire

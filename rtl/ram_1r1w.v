`default_nettype none
module ram_1r1w #(
  parameter WIDTH     = 64,            // 1..2048: bits of one word
  parameter DEPTH     = 128,           // 1..65536: words
  parameter MASK_BITS = 1,             // 1..256: write-mask bits; each covers WIDTH/MASK_BITS bits
  parameter ADDR_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1  // derived: bits of an address
) (
  input  wire                 clk,          // clock
  input  wire                 write_valid,  // write at this edge
  input  wire [ADDR_BITS-1:0] write_addr,   // word written
  input  wire [MASK_BITS-1:0] write_mask,   // parts of the word that are written
  input  wire [WIDTH-1:0]     write_data,   // new contents
  input  wire                 read_valid,   // read at this edge; without it read_data keeps its value
  input  wire [ADDR_BITS-1:0] read_addr,    // word read
  output wire [WIDTH-1:0]     read_data     // the word as it was before the edge at which it was read (old data on a collision)
);
endmodule
`default_nettype wire

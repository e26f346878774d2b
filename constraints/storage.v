`default_nettype none
// The storage wrappers as area and timing see them. A RAM of more than 16 words is storage_macro, an empty module
// that stands for a compiled macro; less is built of flops. So is every regfile_1r1w, whatever its size, for no
// memory compiler makes a combinational read; of more than 8192 bits it is storage_flops, an empty module, too,
// whose bits count what a bit of a smaller one costs in the library: mapping them takes too long. The flow reads
// the modules of rtl/ under the names ram_1r1w_flops and regfile_1r1w_flops.
(* blackbox *)
module storage_macro #(
  parameter WORDS     = 128,           // words
  parameter WIDTH     = 64,            // bits of one word
  parameter MASK_BITS = 1,             // write-mask bits
  parameter PORTS     = 2,             // 1: never written and read at one edge, one address
  parameter ADDR_BITS = 7              // bits of an address
) (
  input  wire                 clk,          // clock
  input  wire                 write_valid,  // write at this edge
  input  wire [ADDR_BITS-1:0] write_addr,   // word written
  input  wire [MASK_BITS-1:0] write_mask,   // parts that are written
  input  wire [WIDTH-1:0]     write_data,   // new contents
  input  wire                 read_valid,   // read
  input  wire [ADDR_BITS-1:0] read_addr,    // word read
  output wire [WIDTH-1:0]     read_data     // its contents
);
endmodule

(* blackbox *)
module storage_flops #(
  parameter WORDS     = 128,           // words
  parameter WIDTH     = 64,            // bits of one word
  parameter ADDR_BITS = 7              // bits of an address
) (
  input  wire                 clk,          // clock
  input  wire                 write_valid,  // write at this edge
  input  wire [ADDR_BITS-1:0] write_addr,   // word written
  input  wire [WIDTH-1:0]     write_data,   // new contents
  input  wire [ADDR_BITS-1:0] read_addr,    // word read
  output wire [WIDTH-1:0]     read_data     // its contents, combinational
);
endmodule

module ram_1r1w #(
  parameter WIDTH     = 64,
  parameter DEPTH     = 128,
  parameter MASK_BITS = 1,
  parameter ONE_PORT  = 0,
  parameter ADDR_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire                 clk,
  input  wire                 write_valid,
  input  wire [ADDR_BITS-1:0] write_addr,
  input  wire [MASK_BITS-1:0] write_mask,
  input  wire [WIDTH-1:0]     write_data,
  input  wire                 read_valid,
  input  wire [ADDR_BITS-1:0] read_addr,
  output wire [WIDTH-1:0]     read_data
);
  generate
    if (DEPTH > 16 && ONE_PORT != 0) begin : as_small_macro
      wire [ADDR_BITS-1:0] address = write_valid ? write_addr : read_addr;
      storage_macro #(.WORDS(DEPTH), .WIDTH(WIDTH), .MASK_BITS(MASK_BITS), .PORTS(1),
        .ADDR_BITS(ADDR_BITS)) macro (.clk(clk),
        .write_valid(write_valid), .write_addr(address), .write_mask(write_mask),
        .write_data(write_data),
        .read_valid(read_valid && !write_valid), .read_addr(address), .read_data(read_data));
    end else if (DEPTH > 16) begin : as_macro
      storage_macro #(.WORDS(DEPTH), .WIDTH(WIDTH), .MASK_BITS(MASK_BITS),
        .ADDR_BITS(ADDR_BITS)) macro (.clk(clk),
        .write_valid(write_valid), .write_addr(write_addr), .write_mask(write_mask),
        .write_data(write_data),
        .read_valid(read_valid), .read_addr(read_addr), .read_data(read_data));
    end else begin : as_flops
      ram_1r1w_flops #(.WIDTH(WIDTH), .DEPTH(DEPTH), .MASK_BITS(MASK_BITS), .ONE_PORT(ONE_PORT)) flops (.clk(clk),
        .write_valid(write_valid), .write_addr(write_addr), .write_mask(write_mask),
        .write_data(write_data),
        .read_valid(read_valid), .read_addr(read_addr), .read_data(read_data));
    end
  endgenerate
endmodule

module regfile_1r1w #(
  parameter WIDTH     = 64,
  parameter DEPTH     = 32,
  parameter ADDR_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire                 clk,
  input  wire                 write_valid,
  input  wire [ADDR_BITS-1:0] write_addr,
  input  wire [WIDTH-1:0]     write_data,
  input  wire [ADDR_BITS-1:0] read_addr,
  output wire [WIDTH-1:0]     read_data
);
  generate
    if (WIDTH * DEPTH > 8192) begin : as_macro
      storage_flops #(.WORDS(DEPTH), .WIDTH(WIDTH), .ADDR_BITS(ADDR_BITS)) macro (.clk(clk),
        .write_valid(write_valid), .write_addr(write_addr), .write_data(write_data),
        .read_addr(read_addr), .read_data(read_data));
    end else begin : as_flops
      regfile_1r1w_flops #(.WIDTH(WIDTH), .DEPTH(DEPTH)) flops (.clk(clk),
        .write_valid(write_valid), .write_addr(write_addr), .write_data(write_data),
        .read_addr(read_addr), .read_data(read_data));
    end
  endgenerate
endmodule
`default_nettype wire

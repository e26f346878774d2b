`default_nettype none
// The RAM wrapper as area and timing see it: of more than 16 words it is storage_macro, an empty module that
// stands for a compiled macro; less is built of flops, like every regfile_1r1w, whatever its size: no memory
// compiler makes a combinational read. The flow reads rtl/ram_1r1w.v under the name ram_1r1w_flops.
(* blackbox *)
module storage_macro #(
  parameter WORDS     = 128,           // words
  parameter WIDTH     = 64,            // bits of one word
  parameter MASK_BITS = 1,             // write-mask bits
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

module ram_1r1w #(
  parameter WIDTH     = 64,
  parameter DEPTH     = 128,
  parameter MASK_BITS = 1,
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
    if (DEPTH > 16) begin : as_macro
      storage_macro #(.WORDS(DEPTH), .WIDTH(WIDTH), .MASK_BITS(MASK_BITS),
        .ADDR_BITS(ADDR_BITS)) macro (.clk(clk),
        .write_valid(write_valid), .write_addr(write_addr), .write_mask(write_mask),
        .write_data(write_data),
        .read_valid(read_valid), .read_addr(read_addr), .read_data(read_data));
    end else begin : as_flops
      ram_1r1w_flops #(.WIDTH(WIDTH), .DEPTH(DEPTH), .MASK_BITS(MASK_BITS)) flops (.clk(clk),
        .write_valid(write_valid), .write_addr(write_addr), .write_mask(write_mask),
        .write_data(write_data),
        .read_valid(read_valid), .read_addr(read_addr), .read_data(read_data));
    end
  endgenerate
endmodule
`default_nettype wire

`default_nettype none
// The storage wrappers as the area flow sees them: more than 256 bits become storage_macro, an
// empty module that stands for a
// compiled macro and whose bits are counted from its parameter; less stays what rtl/ says,
// mapped to flops. The flow reads
// rtl/ram_1r1w.v and rtl/regfile_1r1w.v under the names ram_1r1w_flops and regfile_1r1w_flops.
(* blackbox *)
module storage_macro #(
  parameter BITS      = 512,           // contents
  parameter WIDTH     = 64,            // bits of one word
  parameter MASK_BITS = 1,             // write-mask bits
  parameter ADDR_BITS = 3              // bits of an address
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
    if (WIDTH * DEPTH > 256) begin : as_macro
      storage_macro #(.BITS(WIDTH * DEPTH), .WIDTH(WIDTH), .MASK_BITS(MASK_BITS),
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
    if (WIDTH * DEPTH > 256) begin : as_macro
      storage_macro #(.BITS(WIDTH * DEPTH), .WIDTH(WIDTH), .ADDR_BITS(ADDR_BITS)) macro (.clk(clk),
        .write_valid(write_valid), .write_addr(write_addr), .write_mask(1'b1),
        .write_data(write_data),
        .read_valid(1'b1), .read_addr(read_addr), .read_data(read_data));
    end else begin : as_flops
      regfile_1r1w_flops #(.WIDTH(WIDTH), .DEPTH(DEPTH)) flops (.clk(clk),
        .write_valid(write_valid), .write_addr(write_addr), .write_data(write_data),
        .read_addr(read_addr), .read_data(read_data));
    end
  endgenerate
endmodule
`default_nettype wire

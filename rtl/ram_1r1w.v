// Storage with one write and one registered read port, the wrapper that synthesis replaces
// by an SRAM macro.  Latency: one cycle from read_valid to read_data, which then holds
// until the next read. A read of the word that is written at the same edge returns the old
// contents. ONE_PORT: of a write and a read at one edge the write alone is done, so that a macro
// with one port, half as large, will do. Contents are undefined until written; addresses are below DEPTH.
`default_nettype none
module ram_1r1w #(
  parameter WIDTH     = 64,            // 1..2048: bits of one word
  parameter DEPTH     = 128,           // 1..65536: words
  parameter MASK_BITS = 1,             // 1..256: write-mask bits; each covers WIDTH/MASK_BITS bits
  parameter ONE_PORT  = 0,             // 0..1: 1: a write goes before a read at the same edge, which is not done
  parameter ADDR_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1  // derived: bits of an address
) (
  input  wire                 clk,          // clock
  input  wire                 write_valid,  // write at this edge
  input  wire [ADDR_BITS-1:0] write_addr,   // word written
  input  wire [MASK_BITS-1:0] write_mask,   // parts of the word that are written
  input  wire [WIDTH-1:0]     write_data,   // new contents
  input  wire                 read_valid,   // read at this edge; else read_data keeps its value
  input  wire [ADDR_BITS-1:0] read_addr,    // word read
  output wire [WIDTH-1:0]     read_data     // the word before that edge (old data on a collision)
);
  localparam PART = WIDTH / MASK_BITS; // bits that share one mask bit

  // Where the host reads and writes at one address, tools count LUTs as memory no dearer than block RAMs.
  (* ram_style = (DEPTH > 16) ? "block" : "auto" *)
  reg [WIDTH-1:0] storage [0:DEPTH-1];
  reg [WIDTH-1:0] read_word;

  // A process per part that is written: the form in which synthesis for FPGAs sees the write enables of a block
  // RAM. Reading the old word to merge it would need a second, combinational read port.
  genvar part;
  generate
    for (part = 0; part < MASK_BITS; part = part + 1) begin : parts
      always @(posedge clk)
        if (write_valid && write_mask[part])
          storage[write_addr][part*PART +: PART] <= write_data[part*PART +: PART];
    end
  endgenerate

  always @(posedge clk)
    if (read_valid && (ONE_PORT == 0 || !write_valid)) read_word <= storage[read_addr];

  assign read_data = read_word;

`ifdef FORMAL
`include "tests/formal/ram_1r1w.v"
`endif
endmodule
`default_nettype wire

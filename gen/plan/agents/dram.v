// What stands at the ports of a memory partition: a DRAM channel. Model only (cosim/model/dram.c).
module dram #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter ENTRY_BITS = 5             // 1..6: bits of a read's id
) (
  input  wire                   clk,                // clock
  input  wire                   rst,                // synchronous reset, active high

  // dram: requests of the LLC slice
  input  wire                   dram_valid,         // a request is offered
  output wire                   dram_ready,         // it is taken at this edge
  input  wire                   dram_write,         // 1 write back a line, 0 read one
  input  wire [LINE_BITS-1:0]   dram_line,          // line address
  input  wire [ENTRY_BITS-1:0]  dram_id,            // comes back with the reply
  input  wire [1023:0]          dram_data,          // writes: the line
`ifdef MEMLOOM_LLC_MODE
  input  wire [127:0]           dram_mask,          // writes: its bytes that are written
`endif

  // dram_reply: lines read
  output wire                   dram_reply_valid,   // a line is offered
  input  wire                   dram_reply_ready,   // it is taken at this edge
  output wire [ENTRY_BITS-1:0]  dram_reply_id,      // id of the read
  output wire [1023:0]          dram_reply_data     // the line
);
endmodule

// What stands at the ports of a memory partition with mem_port = axi4: a DRAM channel that is an
// AXI4 subordinate. Model only (cosim/model/axi_dram.c).
module axi_dram #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter ENTRY_BITS = 5,            // 1..6: bits of an id
  parameter DATA_BYTES = 32,           // 16..64: bytes of a beat: 16, 32 or 64
  parameter ADDR_BITS  = LINE_BITS + 7 // derived: bits of a byte address
) (
  input  wire                    clk,                // clock
  input  wire                    rst,                // synchronous reset, active high

  // axi_aw: write addresses
  input  wire                    axi_aw_valid,       // AWVALID
  output wire                    axi_aw_ready,       // AWREADY
  input  wire [ENTRY_BITS-1:0]   axi_aw_id,          // AWID
  input  wire [ADDR_BITS-1:0]    axi_aw_addr,        // AWADDR
  input  wire [7:0]              axi_aw_len,         // AWLEN
  input  wire [2:0]              axi_aw_size,        // AWSIZE
  input  wire [1:0]              axi_aw_burst,       // AWBURST
  input  wire                    axi_aw_lock,        // AWLOCK
  input  wire [3:0]              axi_aw_cache,       // AWCACHE
  input  wire [2:0]              axi_aw_prot,        // AWPROT
  input  wire [3:0]              axi_aw_qos,         // AWQOS
  input  wire [3:0]              axi_aw_region,      // AWREGION

  // axi_w: write data
  input  wire                    axi_w_valid,        // WVALID
  output wire                    axi_w_ready,        // WREADY
  input  wire [8*DATA_BYTES-1:0] axi_w_data,         // WDATA
  input  wire [DATA_BYTES-1:0]   axi_w_strb,         // WSTRB
  input  wire                    axi_w_last,         // WLAST

  // axi_b: write responses
  output wire                    axi_b_valid,        // BVALID
  input  wire                    axi_b_ready,        // BREADY
  output wire [ENTRY_BITS-1:0]   axi_b_id,           // BID
  output wire [1:0]              axi_b_resp,         // BRESP

  // axi_ar: read addresses
  input  wire                    axi_ar_valid,       // ARVALID
  output wire                    axi_ar_ready,       // ARREADY
  input  wire [ENTRY_BITS-1:0]   axi_ar_id,          // ARID
  input  wire [ADDR_BITS-1:0]    axi_ar_addr,        // ARADDR
  input  wire [7:0]              axi_ar_len,         // ARLEN
  input  wire [2:0]              axi_ar_size,        // ARSIZE
  input  wire [1:0]              axi_ar_burst,       // ARBURST
  input  wire                    axi_ar_lock,        // ARLOCK
  input  wire [3:0]              axi_ar_cache,       // ARCACHE
  input  wire [2:0]              axi_ar_prot,        // ARPROT
  input  wire [3:0]              axi_ar_qos,         // ARQOS
  input  wire [3:0]              axi_ar_region,      // ARREGION

  // axi_r: read data
  output wire                    axi_r_valid,        // RVALID
  input  wire                    axi_r_ready,        // RREADY
  output wire [ENTRY_BITS-1:0]   axi_r_id,           // RID
  output wire [8*DATA_BYTES-1:0] axi_r_data,         // RDATA
  output wire [1:0]              axi_r_resp,         // RRESP
  output wire                    axi_r_last          // RLAST
);
endmodule

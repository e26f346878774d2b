`ifdef MEMLOOM_MEM_PORT
// What an AXI4 subordinate must keep to and may rely on: beats for reads whose address was taken,
// as many as it says, RLAST with the last one; responses for writes whose address and data were
// taken. That no id is used twice at a time is the manager's promise.
`default_nettype none
module check_axi_dram #(
  parameter ENTRY_BITS = 5,            // 1..6: bits of an id
  parameter DATA_BYTES = 32            // 16..64: bytes of a beat: 16, 32 or 64
) (
  input  wire                  clk,                // clock
  input  wire                  rst,                // synchronous reset, active high
  input  wire                  axi_aw_valid,       // AWVALID
  input  wire                  axi_aw_ready,       // AWREADY
  input  wire                  axi_w_valid,        // WVALID
  input  wire                  axi_w_ready,        // WREADY
  input  wire                  axi_w_last,         // WLAST
  input  wire                  axi_b_valid,        // BVALID
  input  wire                  axi_b_ready,        // BREADY
  input  wire [ENTRY_BITS-1:0] axi_b_id,           // BID
  input  wire                  axi_ar_valid,       // ARVALID
  input  wire                  axi_ar_ready,       // ARREADY
  input  wire [ENTRY_BITS-1:0] axi_ar_id,          // ARID
  input  wire                  axi_r_valid,        // RVALID
  input  wire                  axi_r_ready,        // RREADY
  input  wire [ENTRY_BITS-1:0] axi_r_id,           // RID
  input  wire                  axi_r_last          // RLAST
);
  localparam READS = 1 << ENTRY_BITS;
  localparam [31:0] LAST_BEAT = 128 / DATA_BYTES - 1;  // of a line
  reg  [READS-1:0] under_way;          // ids of reads whose address was taken
  reg  [3:0]       beats [0:READS-1];  // of them that have come
  reg  [7:0]       writes;             // addresses taken without a response
  reg  [7:0]       bursts;             // last beats taken without a response
  wire             reads = axi_ar_valid && axi_ar_ready;
  wire             gives = axi_r_valid && axi_r_ready;
  wire             ends = gives && axi_r_last;
  wire             writes_address = axi_aw_valid && axi_aw_ready;
  wire             writes_last = axi_w_valid && axi_w_ready && axi_w_last;
  wire             responds = axi_b_valid && axi_b_ready;
  wire [READS-1:0] begun = {{(READS-1){1'b0}}, reads} << axi_ar_id;
  wire [READS-1:0] ended = {{(READS-1){1'b0}}, ends} << axi_r_id;
  initial {under_way, writes, bursts} = {READS + 16{1'b0}};

  always @(posedge clk)
    if (rst) {under_way, writes, bursts} <= {READS + 16{1'b0}};
    else begin
      under_way <= (under_way | begun) & ~ended;
      writes    <= writes + {7'd0, writes_address} - {7'd0, responds};
      bursts    <= bursts + {7'd0, writes_last} - {7'd0, responds};
      if (reads) beats[axi_ar_id] <= 4'd0;
      if (gives) beats[axi_r_id] <= beats[axi_r_id] + 4'd1;
      if (reads && under_way[axi_ar_id]) $fatal(1, "read %0d is under way already", axi_ar_id);
      if (gives && !under_way[axi_r_id])
        $fatal(1, "a beat for read %0d, which is not under way", axi_r_id);
      if (gives && axi_r_last != (beats[axi_r_id] == LAST_BEAT[3:0]))
        $fatal(1, "RLAST of read %0d is at a wrong beat", axi_r_id);
      if (responds && (axi_b_id != 0 || writes == 0 || bursts == 0))
        $fatal(1, "a response for write %0d, which was not taken", axi_b_id);
    end
endmodule
`default_nettype wire
`endif

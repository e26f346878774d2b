// What a DRAM channel must keep to and may rely on: a line comes back once for each read, under its
// id; a read's id is free again when its line came.
`default_nettype none
module check_dram #(
  parameter ENTRY_BITS = 5             // 1..6: bits of a read's id
) (
  input  wire                  clk,                // clock
  input  wire                  rst,                // synchronous reset, active high
  input  wire                  dram_valid,         // a request is offered
  input  wire                  dram_ready,         // it is taken at this edge
  input  wire                  dram_write,         // 1 write back a line, 0 read one
  input  wire [ENTRY_BITS-1:0] dram_id,            // comes back with the reply
  input  wire                  dram_reply_valid,   // a line is offered
  input  wire                  dram_reply_ready,   // it is taken at this edge
  input  wire [ENTRY_BITS-1:0] dram_reply_id       // id of the read
);
  localparam READS = 1 << ENTRY_BITS;
  reg  [READS-1:0] under_way;          // ids of reads that were taken and not answered
  wire             reads = dram_valid && dram_ready && !dram_write;
  wire             replies = dram_reply_valid && dram_reply_ready;
  wire [READS-1:0] begun = {{(READS-1){1'b0}}, reads} << dram_id;
  wire [READS-1:0] ended = {{(READS-1){1'b0}}, replies} << dram_reply_id;
  initial under_way = {READS{1'b0}};

  always @(posedge clk)
    if (rst) under_way <= {READS{1'b0}};
    else begin
      under_way <= (under_way | begun) & ~ended;
      if (reads && under_way[dram_id]) $fatal(1, "read %0d is under way already", dram_id);
      if (replies && !under_way[dram_reply_id])
        $fatal(1, "a line for read %0d, which is not under way", dram_reply_id);
    end
endmodule
`default_nettype wire

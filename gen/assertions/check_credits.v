// Flits with credits. At the sending end: a flit goes to a virtual channel that exists and has a place
// for it. At the other end: credits are given for flits that came.
`default_nettype none
module check_credits #(
  parameter N       = 1,               // 1..16: links side by side
  parameter VCS     = 4,               // 1..8: virtual channels of each
  parameter DEPTH   = 4,               // 1..16: places of a channel's buffer
  parameter VC_BITS = 2,               // 1..3: bits of a channel's number
  parameter SENDS   = 1                // 0..1: 1 the sending end, 0 the other
) (
  input  wire                 clk,     // clock
  input  wire                 rst,     // synchronous reset, active high
  input  wire                 en,      // the network's enable
  input  wire [N-1:0]         valid,   // {N} a flit
  input  wire [N*VC_BITS-1:0] vc,      // {N} its virtual channel
  input  wire [N*VCS-1:0]     credit   // {N} per channel: a place became free
);
  // verilator lint_off BLKSEQ
  // Read by nobody else, so they may change step by step within the edge.
  reg [4:0] used [0:N*VCS-1];          // places of a channel
  reg       was_reset;                 // a reset has been seen
  integer   i, at;
  initial was_reset = 1'b0;

  always @(posedge clk)
    if (rst) begin
      was_reset <= 1'b1;
      for (i = 0; i < N*VCS; i = i + 1) used[i] = 5'd0;
    end else if (was_reset && en && (|valid || |credit)) begin
      for (i = 0; i < N; i = i + 1) if (valid[i]) begin
        at = {{(32-VC_BITS){1'b0}}, vc[i*VC_BITS +: VC_BITS]};
        if (SENDS != 0 && at >= VCS)
          $fatal(1, "port %0d: there is no virtual channel %0d", i, at);
        at = i*VCS + at;
        if (SENDS != 0 && used[at] >= DEPTH)
          $fatal(1, "port %0d: a flit without a credit on virtual channel %0d", i, at - i*VCS);
      end
      for (i = 0; i < N*VCS; i = i + 1) if (credit[i]) begin
        if (SENDS == 0 && used[i] == 5'd0)
          $fatal(1, "port %0d: a credit too many for virtual channel %0d", i / VCS, i % VCS);
        if (used[i] != 5'd0) used[i] = used[i] - 5'd1;
      end
      for (i = 0; i < N; i = i + 1) if (valid[i]) begin
        at = i*VCS + {{(32-VC_BITS){1'b0}}, vc[i*VC_BITS +: VC_BITS]};
        used[at] = used[at] + 5'd1;
      end
    end
  // verilator lint_on BLKSEQ
endmodule
`default_nettype wire

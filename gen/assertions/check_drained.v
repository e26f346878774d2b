// Something changes only while nothing is under way on a link: all flits have left the places that
// they came to, none is on the wires, and no credit.
`default_nettype none
module check_drained #(
  parameter N   = 1,                   // 1..128: links side by side
  parameter VCS = 4                    // 1..8: virtual channels of each
) (
  input  wire             clk,         // clock
  input  wire             rst,         // synchronous reset, active high
  input  wire             en,          // the network's enable
  input  wire             changes,     // the change has been asked for and is not done
  input  wire [N-1:0]     valid,       // {N} a flit
  input  wire [N*VCS-1:0] credit       // {N} per channel: a place became free
);
  // verilator lint_off BLKSEQ
  // Read by nobody else, so they may change step by step within the edge.
  reg [15:0] used;                     // places that hold flits, all together
  reg        was_reset;                // a reset has been seen
  integer    i;
  initial was_reset = 1'b0;

  always @(posedge clk)
    if (rst) begin
      was_reset <= 1'b1;
      used = 16'd0;
    end else if (was_reset && (changes || en)) begin
      if (changes && (|valid || |credit || used != 16'd0))
        $fatal(1, "changes while something is under way");
      if (en) begin
        for (i = 0; i < N; i = i + 1)
          if (valid[i]) used = used + 16'd1;
        for (i = 0; i < N*VCS; i = i + 1)
          if (credit[i]) used = used - 16'd1;
      end
    end
  // verilator lint_on BLKSEQ
endmodule
`default_nettype wire

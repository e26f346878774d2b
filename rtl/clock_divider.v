// Clock enable for a slower domain whose frequency is NUMERATOR/DENOMINATOR of the clock: an
// accumulator gains NUMERATOR every cycle and pays DENOMINATOR for each enable, so enables are
// as even as whole cycles allow. In the t-th cycle after reset (t = 0, 1, ...) en = floor(t
// N / D) - floor((t - 1) N / D), and 0 for t = 0. Its state is time: it has no idle step.
`default_nettype none
module clock_divider #(
  parameter NUMERATOR   = 1,           // 1..65535: enables per DENOMINATOR clocks
  parameter DENOMINATOR = 2            // 1..65535: at least NUMERATOR
) (
  input  wire clk,                     // clock
  input  wire rst,                     // synchronous reset, active high
  output wire next_en,                 // en of the next cycle, unless reset comes; registered
  output wire en                       // 1 in NUMERATOR of DENOMINATOR cycles; registered
);
  localparam SUM_BITS = $clog2(NUMERATOR + DENOMINATOR);
  localparam [31:0] GAIN = NUMERATOR;
  localparam [31:0] PRICE = DENOMINATOR;
  localparam [31:0] FIRST_SAVED = NUMERATOR % DENOMINATOR; // of the first cycle's gain

  reg                 enabled;
  reg                 ahead;           // the enable of the next cycle
  reg  [SUM_BITS-1:0] saved;           // 0..DENOMINATOR-1: not yet paid for, of what is gained by then
  wire [SUM_BITS-1:0] sum  = saved + GAIN[SUM_BITS-1:0];
  wire                full = sum >= PRICE[SUM_BITS-1:0];

  always @(posedge clk)
    if (rst) begin
      enabled <= 1'b0;
      ahead   <= NUMERATOR == DENOMINATOR;
      saved   <= FIRST_SAVED[SUM_BITS-1:0];
    end else begin
      enabled <= ahead;
      ahead   <= full;
      saved   <= full ? sum - PRICE[SUM_BITS-1:0] : sum;
    end

  assign next_en = ahead;
  assign en      = enabled;

`ifdef FORMAL
`include "tests/formal/clock_divider.v"
`endif
endmodule
`default_nettype wire

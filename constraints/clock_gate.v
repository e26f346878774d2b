`default_nettype none
// The cell that switches the clock of a register off (CLOCK_GATES=1 of make area): a latch that is open while the clock
// is low, so that the enable may come as late as the data of a flop, and an AND. Counted, not built: constraints/area_stat.awk.
(* blackbox *)
module clock_gate (
  input  wire clk,                     // clock
  input  wire enable,                  // the next pulse passes
  output wire gated                    // the clock of the register
);
endmodule
`default_nettype wire

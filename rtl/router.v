`default_nettype none
module router #(
  parameter INPUTS    = 5,             // 1..16: input ports
  parameter OUTPUTS   = 5,             // 1..16: output ports
  parameter VCS       = 4,             // 1..8: virtual channels per port
  parameter DEPTH     = 4,             // 1..16: flits per virtual-channel buffer, here and downstream
  parameter CLASSES   = 1,             // 1..4: message classes; VC v belongs to class v*CLASSES/VCS
  parameter STAGES    = 4,             // 2..4: pipeline stages: 4 route, VC allocation, switch allocation, traversal; 3 merges the first two; 2 merges the first three
  parameter FLIT_BITS = 256,           // 16..512: bits of a flit
  parameter DEST_LSB  = 195,           // 0..511: position of the destination {y, x} in a head flit
  parameter COORD_BITS = 5,            // 1..6: bits of one coordinate
  parameter VC_BITS   = (VCS > 1) ? $clog2(VCS) : 1  // derived: bits of a virtual-channel number
) (
  input  wire                         clk,        // clock
  input  wire                         rst,        // synchronous reset, active high
  input  wire                         noc_en,     // network clock enable
  input  wire [COORD_BITS-1:0]        here_x,     // column of this router (constant)
  input  wire [COORD_BITS-1:0]        here_y,     // row of this router (constant)

  // in: flits from upstream
  input  wire [INPUTS-1:0]            in_valid,   // {INPUTS} a flit arrives
  input  wire [INPUTS*VC_BITS-1:0]    in_vc,      // {INPUTS} its virtual channel
  input  wire [INPUTS-1:0]            in_tail,    // {INPUTS} last flit of its packet
  input  wire [INPUTS*FLIT_BITS-1:0]  in_flit,    // {INPUTS} the flit
  output wire [INPUTS*VCS-1:0]        in_credit,  // {INPUTS} per VC: a slot became free

  // out: flits to downstream
  output wire [OUTPUTS-1:0]           out_valid,  // {OUTPUTS} a flit leaves
  output wire [OUTPUTS*VC_BITS-1:0]   out_vc,     // {OUTPUTS} its virtual channel
  output wire [OUTPUTS-1:0]           out_tail,   // {OUTPUTS} last flit of its packet
  output wire [OUTPUTS*FLIT_BITS-1:0] out_flit,   // {OUTPUTS} the flit
  input  wire [OUTPUTS*VCS-1:0]       out_credit  // {OUTPUTS} per VC: a slot became free downstream
);
endmodule
`default_nettype wire

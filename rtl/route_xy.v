// Dimension-ordered route of a mesh, a function: first along x, then along y, then the local
// port. Deadlock free without extra channels (no turn from y to x). Rows count downwards:
// north is y - 1. Ports: 0 local, 1 east, 2 west, 3 north, 4 south.
`default_nettype none
module route_xy #(
  parameter COORD_BITS = 5             // 1..6: bits of one coordinate
) (
  input  wire [COORD_BITS-1:0] here_x, // column of the router
  input  wire [COORD_BITS-1:0] here_y, // row of the router
  input  wire [COORD_BITS-1:0] dest_x, // column of the destination
  input  wire [COORD_BITS-1:0] dest_y, // row of the destination
  output wire [2:0]            port    // the output port
);
  localparam [2:0] LOCAL = 0, EAST = 1, WEST = 2, NORTH = 3, SOUTH = 4;

  wire [2:0] vertical = dest_y < here_y ? NORTH : dest_y > here_y ? SOUTH : LOCAL;
  assign     port     = dest_x > here_x ? EAST : dest_x < here_x ? WEST : vertical;

`ifdef FORMAL
`include "tests/formal/route_xy.v"
`endif
endmodule
`default_nettype wire

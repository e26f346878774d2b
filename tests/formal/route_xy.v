// sizes: COORD_BITS=5; COORD_BITS=1; COORD_BITS=6
// depth: bmc=1 induction=0
// cover: 1
// Bounded only: a combinational function has no state to reach. One hop is taken here and the
// distance to the destination compared; every way thus ends after as many hops as it is long.
  wire signed [COORD_BITS+1:0] f_here_x = {2'b00, here_x};
  wire signed [COORD_BITS+1:0] f_here_y = {2'b00, here_y};
  wire signed [COORD_BITS+1:0] f_far_x  = {2'b00, dest_x} - f_here_x; // columns still to go
  wire signed [COORD_BITS+1:0] f_far_y  = {2'b00, dest_y} - f_here_y; // rows still to go
  wire signed [COORD_BITS+1:0] f_next_x = f_far_x - (port == EAST) + (port == WEST);
  wire signed [COORD_BITS+1:0] f_next_y = f_far_y + (port == NORTH) - (port == SOUTH);

  function [COORD_BITS+1:0] distance(input signed [COORD_BITS+1:0] far);
    distance = far < 0 ? -far : far;
  endfunction

  always @* begin
    the_port_exists: assert (port <= SOUTH);
    local_means_arrived: assert ((port == LOCAL) == (here_x == dest_x && here_y == dest_y));
    a_hop_comes_one_step_nearer: assert (port == LOCAL ||
      distance(f_next_x) + distance(f_next_y) + 1 == distance(f_far_x) + distance(f_far_y));
    y_moves_only_in_the_destinations_column:
      assert ((port != NORTH && port != SOUTH) || here_x == dest_x);
  end

  always @* begin
    arrived: cover (port == LOCAL);
    east: cover (port == EAST);
    west: cover (port == WEST);
    north: cover (port == NORTH);
    south: cover (port == SOUTH);
  end

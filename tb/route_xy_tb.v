// Bench of route_xy: whole ways through a mesh of 6 x 6 nodes, from every node to every node, hop
// by hop; each is as long as the distance and turns once at most, from x to y.
`default_nettype none
module route_xy_tb;
`include "tb/bench.vh"
  localparam SIDE = 6;
  reg  [2:0] here_x, here_y, dest_x, dest_y;
  wire [2:0] port;
  integer    from, to, hops, far;
  reg        in_column;                // the way has turned into y

  route_xy #(.COORD_BITS(3)) dut (
    .here_x(here_x), .here_y(here_y), .dest_x(dest_x), .dest_y(dest_y), .port(port)
  );

  function integer distance(input integer a, input integer b);
    distance = a < b ? b - a : a - b;
  endfunction

  // One hop through the port.
  task hop;
    begin
      check(port <= 3'd4, "one of five ports");
      check(port >= 3'd3 || !in_column, "no turn from y to x");
      in_column = port >= 3'd3;
      case (port)
        3'd1: here_x = here_x + 3'd1;
        3'd2: here_x = here_x - 3'd1;
        3'd3: here_y = here_y - 3'd1;
        default: here_y = here_y + 3'd1;
      endcase
      hops = hops + 1;
      #1;
    end
  endtask

  initial begin
    rst = 1'b0;
    for (from = 0; from < SIDE * SIDE; from = from + 1)
      for (to = 0; to < SIDE * SIDE; to = to + 1) begin
        here_x = from % SIDE;
        here_y = from / SIDE;
        dest_x = to % SIDE;
        dest_y = to / SIDE;
        hops = 0;
        in_column = 1'b0;
        far = distance(from % SIDE, to % SIDE) + distance(from / SIDE, to / SIDE);
        #1 while (port != 3'd0 && hops <= far) hop;
        check(port == 3'd0 && hops == far, "there after as many hops as it is far");
        check(here_x == dest_x && here_y == dest_y, "local only at the destination");
      end
    $display("route_xy: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

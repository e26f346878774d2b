// Book-keeping of one input VC of the router: how many flits are queued and where they stand in the
// port's buffer; tail bits and routes, front first. Helper of router (docs/blocks/router.md).
// The flits themselves are in the buffer (regfile_1r1w). Tail bits and routes are shift queues of
// flops, because the first two entries are looked at in every cycle. Acts at edges with `en`. A
// route comes with its flit or (ROUTE_LATE) one edge later; known counts those that are there. A
// body flit may leave before it is routed: the shift then drops its route.
`default_nettype none
module router_queue #(
  parameter DEPTH      = 4,            // 1..16: flits
  parameter FIRST      = 0,            // 0..127: first address of the queue in the buffer
  parameter ADDR_BITS  = 4,            // 1..8: bits of a buffer address
  parameter PORT_BITS  = 3,            // 1..4: bits of an output port number
  parameter ROUTE_LATE = 1,            // 0..1: 1 a route comes one edge after its flit, 0 with it
  parameter COUNT_BITS = $clog2(DEPTH + 1)  // derived: bits of a number of flits
) (
  input  wire                  clk,         // clock
  input  wire                  rst,         // synchronous reset, active high
  input  wire                  en,          // clock enable

  input  wire                  arrive,      // a flit is written to the buffer at address `write`
  input  wire                  arrive_tail, // it is the last of its packet
  input  wire                  routing,     // the newest flit gets its route
  input  wire [PORT_BITS-1:0]  route,       // the route
  input  wire                  pop,         // the front flit leaves

  output reg  [COUNT_BITS-1:0] count,       // flits queued
  output wire [COUNT_BITS-1:0] known,       // those with a known route; during `routing` one less
  output reg  [ADDR_BITS-1:0]  head,        // buffer address of the front flit
  output reg  [ADDR_BITS-1:0]  write,       // buffer address of the next flit
  output wire                  front_tail,  // the front flit is a tail
  output wire [PORT_BITS-1:0]  front_route, // its route
  output wire [PORT_BITS-1:0]  next_route   // the route of the flit behind it
);
  localparam END = FIRST + DEPTH - 1;
  localparam [COUNT_BITS-1:0] ONE   = 1;
  localparam [DEPTH-1:0]      SLOT  = 1;
  localparam [ADDR_BITS-1:0]  START = FIRST[ADDR_BITS-1:0];
  localparam [ADDR_BITS-1:0]  LAST  = END[ADDR_BITS-1:0];

  reg  [DEPTH-1:0]      tails;
  wire [COUNT_BITS-1:0] left       = pop ? count - ONE : count;
  wire [COUNT_BITS-1:0] known_left = pop ? known - ONE : known;
  wire [DEPTH-1:0]      tail_slot  = arrive ? SLOT << left : {DEPTH{1'b0}};
  wire [DEPTH-1:0]      route_slot = routing ? SLOT << known_left : {DEPTH{1'b0}};

  assign known      = (ROUTE_LATE != 0) & routing ? count - ONE : count;
  assign front_tail = tails[0];

  always @(posedge clk)
    if (rst) count <= {COUNT_BITS{1'b0}};
    else if (en) count <= arrive ? left + ONE : left;
  always @(posedge clk)
    if (rst) head <= START;
    else if (en & pop) head <= (head == LAST) ? START : head + 1'b1;
  always @(posedge clk)
    if (rst) write <= START;
    else if (en & arrive) write <= (write == LAST) ? START : write + 1'b1;
  always @(posedge clk)
    if (en & (pop | arrive))
      tails <= ((pop ? tails >> 1 : tails) & ~tail_slot) | (tail_slot & {DEPTH{arrive_tail}});

  reg  [DEPTH*PORT_BITS-1:0]     routes;
  wire [(DEPTH+1)*PORT_BITS-1:0] padded = {{PORT_BITS{1'b0}}, routes};
  integer n;
  always @(posedge clk)
    if (en)
      for (n = 0; n < DEPTH; n = n + 1)
        if (route_slot[n]) routes[n*PORT_BITS +: PORT_BITS] <= route;
        else if (pop) routes[n*PORT_BITS +: PORT_BITS] <= padded[(n + 1)*PORT_BITS +: PORT_BITS];

  assign front_route = padded[0 +: PORT_BITS];
  assign next_route  = padded[PORT_BITS +: PORT_BITS];

`ifdef FORMAL
`include "tests/formal/router_queue.v"
`endif
endmodule
`default_nettype wire

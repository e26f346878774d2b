// Book-keeping of all input VCs of the router: which flits are queued, where they stand in the
// ports' buffers; tail bits and routes. Helper of router (docs/blocks/router.md); the flits are in
// the buffers (regfile_1r1w). Queues are shift registers, slot 0 in front, because the first two
// flits are looked at in every cycle. Flits arrive and leave with `en` only, which comes in late, so
// that it passes few gates. A route comes with its flit or (ROUTE_LATE) one edge with `en` later; the
// front slot keeps that of a head until its packet's tail leaves, those of body flits are dropped.
// All VCs work side by side: sets of VCs are [v][i], bit v*INPUTS + i for VC v of input i, of slots [d][v][i].
`default_nettype none
module router_queues #(
  parameter INPUTS     = 5,            // 1..128: input ports
  parameter VCS        = 4,            // 1..8: virtual channels per port
  parameter DEPTH      = 4,            // 1..16: flits per VC
  parameter PORT_BITS  = 3,            // 1..7: bits of an output port number
  parameter ROUTE_LATE = 1,            // 0..1: 1 a route comes one edge after its flit, 0 with it
  parameter ADDR_BITS  = (VCS*DEPTH > 1) ? $clog2(VCS*DEPTH) : 1  // derived: bits of an address
) (
  input  wire                         clk,         // clock
  input  wire                         rst,         // synchronous reset, active high
  input  wire                         en,          // clock enable: 0 nobody arrives, nobody leaves

  input  wire [VCS*INPUTS-1:0]        arrive,      // {VCS} inputs with a flit for it
  input  wire [INPUTS-1:0]            arrive_tail, // {INPUTS} it is the last of its packet
  input  wire [PORT_BITS*INPUTS-1:0]  route,       // {PORT_BITS} of the input's flit that is routed
  input  wire [VCS*INPUTS-1:0]        pop,         // {VCS} its front flit leaves
  input  wire [VCS*INPUTS-1:0]        body,        // {VCS} a head has left, its packet's tail has not

  output wire [VCS*INPUTS-1:0]        queued,      // {VCS} there is a front flit
  output wire [VCS*INPUTS-1:0]        known,       // {VCS} its route is known
  output wire [VCS*INPUTS-1:0]        next_known,  // {VCS} there is one behind it, with known route
  output wire [VCS*INPUTS-1:0]        front_tail,  // {VCS} the front flit is a tail
  output wire [PORT_BITS*VCS*INPUTS-1:0] front_route, // {PORT_BITS} route of the packet in front
  output wire [INPUTS*ADDR_BITS-1:0]  write_addr,  // {INPUTS} buffer address for the arriving flit
  output wire [INPUTS*ADDR_BITS-1:0]  read_addr    // {INPUTS} buffer address of the leaving flit
);
  localparam ALL       = VCS * INPUTS;
  localparam SLOTS     = DEPTH * ALL;
  localparam TURN_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam [SLOTS-1:0] FRONT = ~({SLOTS{1'b1}} << ALL);

  // Queues in which some slots took over what is in the next ones.
  function [SLOTS-1:0] advance(input [SLOTS-1:0] slots, input [SLOTS-1:0] moving);
    advance = (slots & ~moving) | ((slots >> ALL) & moving);
  endfunction

  // The slots at place n behind the front, none when the queues are not that deep.
  function [ALL-1:0] slots_at(input [SLOTS-1:0] slots, input integer n);
    integer d;
    begin
      slots_at = {ALL{1'b0}};
      for (d = 0; d < DEPTH; d = d + 1)
        if (d == n) slots_at = slots[d*ALL +: ALL];
    end
  endfunction

  // ---- Slots in use, tail bits, routes ----

  reg  [SLOTS-1:0] used, tails;
  wire [ALL-1:0]   taken = arrive & {ALL{en}};
  wire [ALL-1:0]   leave = pop & {ALL{en}};
  // A flit enters behind the last one as it stands before the edge, then the queue moves up: so nothing
  // waits for `en` twice.
  wire [SLOTS-1:0] next  = ~used & ((used << ALL) | FRONT);
  wire [SLOTS-1:0] entry = next & {DEPTH{taken}}; // arriving flits
  wire [SLOTS-1:0] routed;             // with known route
  wire [SLOTS-1:0] routes_now;         // of the flits that are routed, before they move
  wire [SLOTS-1:0] route_entry = routes_now & ~(FRONT & {DEPTH{body}}); // of those that may be heads
  wire [SLOTS-1:0] moving      = {DEPTH{leave}};
  wire [SLOTS-1:0] route_moves = moving & (~FRONT | {DEPTH{front_tail}});

  always @(posedge clk)
    if (rst) used <= {SLOTS{1'b0}};
    else used <= advance(used | entry, moving);
  always @(posedge clk)
    tails <= advance((tails & ~entry) | (entry & {DEPTH*VCS{arrive_tail}}), moving);

  assign queued     = slots_at(used, 0);
  assign known      = slots_at(routed, 0);
  assign next_known = slots_at(routed, 1);
  assign front_tail = slots_at(tails, 0);

  genvar b, v, i;
  generate
    if (ROUTE_LATE != 0) begin : g_late
      reg [ALL-1:0] fresh;             // the newest flit came at the last edge
      always @(posedge clk)
        if (rst) fresh <= {ALL{1'b0}};
        else if (en) fresh <= arrive;
      assign routed     = advance(used, {DEPTH{fresh}});
      assign routes_now = {DEPTH{fresh & {ALL{en}}}} & used & ~(used >> ALL);
    end else begin : g_at_once
      assign routed     = used;
      assign routes_now = entry;
    end
    for (b = 0; b < PORT_BITS; b = b + 1) begin : g_route
      reg [SLOTS-1:0] bits;            // bit b of the routes
      always @(posedge clk)
        bits <= advance((bits & ~route_entry)
                        | (route_entry & {DEPTH*VCS{route[b*INPUTS +: INPUTS]}}), route_moves);
      assign front_route[b*ALL +: ALL] = slots_at(bits, 0);
    end
  endgenerate

  // ---- Places in the buffers: VC v has the addresses v*DEPTH .. v*DEPTH + DEPTH-1 ----

  reg [TURN_BITS*ALL-1:0] read_turn, write_turn; // numbers from 0 to DEPTH-1, [bit][v][i]

  // The turns with those of some VCs one further.
  function [TURN_BITS*ALL-1:0] step(input [TURN_BITS*ALL-1:0] turn, input [ALL-1:0] vcs);
    integer n, last;
    reg [ALL-1:0] carry, wrap;
    begin
      last  = DEPTH - 1;
      carry = vcs;
      wrap  = vcs;
      for (n = 0; n < TURN_BITS; n = n + 1) begin
        step[n*ALL +: ALL] = turn[n*ALL +: ALL] ^ carry;
        carry = carry & turn[n*ALL +: ALL];
        wrap  = wrap & (last[n] ? turn[n*ALL +: ALL] : ~turn[n*ALL +: ALL]);
      end
      step = step & ~{TURN_BITS{wrap}};
    end
  endfunction

  // Inputs with a VC in the set.
  function [INPUTS-1:0] queue_inputs(input [ALL-1:0] vcs);
    integer n;
    begin
      queue_inputs = vcs[INPUTS-1:0];
      for (n = 1; n < VCS; n = n + 1) queue_inputs = queue_inputs | vcs[n*INPUTS +: INPUTS];
    end
  endfunction

  always @(posedge clk)
    if (rst) read_turn <= {TURN_BITS*ALL{1'b0}};
    else read_turn <= step(read_turn, leave);
  always @(posedge clk)
    if (rst) write_turn <= {TURN_BITS*ALL{1'b0}};
    else write_turn <= step(write_turn, taken);

  // First address and turn of the VC that moves, per bit a set of inputs.
  wire [ADDR_BITS*INPUTS-1:0] read_first, write_first, read_offset, write_offset;
  generate
    for (b = 0; b < ADDR_BITS; b = b + 1) begin : g_address
      wire [ALL-1:0] first;            // VCs whose first address has bit b
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        localparam [31:0] FIRST = v * DEPTH;
        assign first[v*INPUTS +: INPUTS] = {INPUTS{FIRST[b]}};
      end
      assign read_first[b*INPUTS +: INPUTS]  = queue_inputs(pop & first);
      assign write_first[b*INPUTS +: INPUTS] = queue_inputs(arrive & first);
      if (b < TURN_BITS) begin : g_turn
        assign read_offset[b*INPUTS +: INPUTS]  = queue_inputs(pop & read_turn[b*ALL +: ALL]);
        assign write_offset[b*INPUTS +: INPUTS] = queue_inputs(arrive & write_turn[b*ALL +: ALL]);
      end else begin : g_none
        assign read_offset[b*INPUTS +: INPUTS]  = {INPUTS{1'b0}};
        assign write_offset[b*INPUTS +: INPUTS] = {INPUTS{1'b0}};
      end
    end
    for (i = 0; i < INPUTS; i = i + 1) begin : g_input
      wire [ADDR_BITS-1:0] from_first, from_offset, to_first, to_offset;
      for (b = 0; b < ADDR_BITS; b = b + 1) begin : g_bit
        assign from_first[b]  = read_first[b*INPUTS + i];
        assign from_offset[b] = read_offset[b*INPUTS + i];
        assign to_first[b]    = write_first[b*INPUTS + i];
        assign to_offset[b]   = write_offset[b*INPUTS + i];
      end
      assign read_addr[i*ADDR_BITS +: ADDR_BITS]  = from_first + from_offset;
      assign write_addr[i*ADDR_BITS +: ADDR_BITS] = to_first + to_offset;
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/router_queues.v"
`endif
endmodule
`default_nettype wire

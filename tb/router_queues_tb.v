// Directed bench of router_queues: one input, two VCs of three flits, late routes. Order, tail
// bits, when a route is known and how long it stays, addresses that go round, the clock enable, a body
// flit that leaves before its route would come, reset in the middle.
`default_nettype none
module router_queues_tb;
`include "tb/bench.vh"
  reg        en = 1'b1;
  reg  [1:0] arrive = 2'b00;
  reg        arrive_tail = 1'b0;
  reg  [1:0] route = 2'd0;
  reg  [1:0] pop = 2'b00;
  reg  [1:0] body = 2'b00;
  wire [1:0] queued, known, next_known, front_tail;
  wire [3:0] front_route;              // [bit][vc]
  wire [2:0] write_addr, read_addr;
  reg  [1:0] leaves_tail;              // the flit in front is a tail

  router_queues #(.INPUTS(1), .VCS(2), .DEPTH(3), .PORT_BITS(2), .ROUTE_LATE(1)) dut (
    .clk(clk), .rst(rst), .en(en), .arrive(arrive), .arrive_tail(arrive_tail), .route(route),
    .pop(pop), .body(body), .queued(queued), .known(known), .next_known(next_known), .front_tail(front_tail),
    .front_route(front_route), .write_addr(write_addr), .read_addr(read_addr)
  );

  // One edge: a flit for the VCs in `to` (the route of the last one beside it), one leaves `from`.
  task edge_with(input [1:0] to, input tail, input [1:0] last_route, input [1:0] from);
    begin
      {arrive, arrive_tail, route, pop} = {to, tail, last_route, from};
      leaves_tail = front_tail;
      tick;
      if (en) body = (body | from) & ~(from & leaves_tail);
      {arrive, pop} = 4'b0000;
      #1;
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    check(queued == 0 && known == 0 && next_known == 0, "empty after reset");

    arrive = 2'b10;
    #1 check(write_addr == 3'd3 && read_addr == 3'd0, "VC 1 starts at address 3");
    edge_with(2'b10, 1'b0, 2'd0, 2'b00);
    check(queued == 2'b10 && known == 0, "queued, its route not yet known");
    check(!front_tail[1], "no tail");
    edge_with(2'b10, 1'b1, 2'd2, 2'b00);
    check(known == 2'b10 && next_known == 0, "the route came one edge later");
    check({front_route[3], front_route[1]} == 2'd2, "route 2");
    en = 1'b0;
    edge_with(2'b00, 1'b1, 2'd0, 2'b00);
    check(queued == 2'b10 && next_known == 0, "nothing changes without en");
    en = 1'b1;
    edge_with(2'b10, 1'b0, 2'd1, 2'b00);
    check(next_known == 2'b10, "the next one's route came with the next edge that counts");

    pop = 2'b10;
    #1 check(read_addr == 3'd3, "the oldest leaves from where it was written");
    edge_with(2'b00, 1'b0, 2'd3, 2'b10);
    check(front_tail[1] && {front_route[3], front_route[1]} == 2'd2, "the tail is in front, the route is its head's");
    check(next_known[1], "and a known one behind it");
    arrive = 2'b10;
    #1 check(write_addr == 3'd3, "the fourth flit gets the first one's place");
    edge_with(2'b10, 1'b0, 2'd0, 2'b10);
    check(!front_tail[1] && known[1] && !next_known[1], "one came, one left");
    check({front_route[3], front_route[1]} == 2'd3, "the next head's route found its flit moved");
    edge_with(2'b00, 1'b0, 2'd0, 2'b10);
    check(queued == 2'b10 && {front_route[3], front_route[1]} == 2'd3, "its body flit's route went elsewhere");
    edge_with(2'b00, 1'b0, 2'd0, 2'b10);
    check(queued == 0 && {front_route[3], front_route[1]} == 2'd3, "empty again, the packet's route stays");
    edge_with(2'b10, 1'b0, 2'd0, 2'b00);
    edge_with(2'b00, 1'b0, 2'd1, 2'b00);
    check({front_route[3], front_route[1]} == 2'd3, "a body flit that comes into the empty queue does not change it");

    edge_with(2'b01, 1'b0, 2'd0, 2'b00);
    edge_with(2'b00, 1'b0, 2'd1, 2'b00);
    edge_with(2'b01, 1'b1, 2'd0, 2'b01);
    check(queued[0] && !known[0] && front_tail[0], "a head left, its tail has come");
    edge_with(2'b01, 1'b1, 2'd3, 2'b01);
    check(queued[0] && !known[0] && front_tail[0], "the tail left before its route came");
    edge_with(2'b00, 1'b0, 2'd2, 2'b00);
    check(known[0], "the next packet's route is known");
    check({front_route[2], front_route[0]} == 2'd2, "and its own, not that of the flit before");
    rst = 1'b1;
    tick;
    rst = 1'b0;
    check(queued == 0 && known == 0, "reset in the middle empties it");
    arrive = 2'b01;
    #1 check(write_addr == 3'd0, "and starts at the first address");
    $display("router_queues: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

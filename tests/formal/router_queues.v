// sizes: INPUTS=2 VCS=2 DEPTH=4 PORT_BITS=1; INPUTS=1 VCS=3 DEPTH=3 PORT_BITS=1 ROUTE_LATE=0; INPUTS=1 VCS=2 DEPTH=1 PORT_BITS=1
// abc: bmc induction
// depth: bmc=12 induction=4
// cover: 10
// Order is shown with one tracked flit of the solver's choice in one VC of its choice: it leaves
// from the address where it was written, with its own tail bit, after exactly those that came
// before it, and nothing is written over it; a head's route stands at its turn, and in front until the
// tail of its packet leaves. The host is played by assumptions that the router's properties prove: no
// flit into a full queue, none out of an empty one, one VC of an input at a time, no head without known
// route, `body` as packets are. With ROUTE_LATE the route belongs to the flit of the last edge.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  localparam F_BITS = $clog2(DEPTH + 1);
  localparam F_TURN = TURN_BITS + 1;
  (* anyconst *) wire [7:0] f_vc;      // the VC looked at, and its input
  (* anyconst *) wire [7:0] f_input;
  always @* assume (f_vc < VCS && f_input < INPUTS);
  integer fd, fv, fi;

  // The VC's part of the vectors.
  reg                  f_arrive, f_pop, f_alone, f_in_body;
  reg [DEPTH-1:0]      f_used, f_tails, f_routes, f_routed;
  reg [F_TURN-1:0]     f_read, f_write;
  reg [ADDR_BITS-1:0]  f_first;
  always @* begin
    f_alone = 1'b1;
    for (fi = 0; fi < INPUTS; fi = fi + 1)
      for (fv = 0; fv < VCS; fv = fv + 1)
        for (fd = 0; fd < fv; fd = fd + 1)
          f_alone = f_alone && !(arrive[fv*INPUTS + fi] && arrive[fd*INPUTS + fi])
                    && !(pop[fv*INPUTS + fi] && pop[fd*INPUTS + fi]);
    {f_arrive, f_pop, f_in_body, f_used, f_tails, f_routes, f_routed, f_read, f_write} = 0;
    for (fi = 0; fi < INPUTS; fi = fi + 1)
      for (fv = 0; fv < VCS; fv = fv + 1)
        if (f_vc == fv && f_input == fi) begin
          f_arrive = arrive[fv*INPUTS + fi];
          f_pop    = pop[fv*INPUTS + fi];
          f_in_body = body[fv*INPUTS + fi];
          for (fd = 0; fd < DEPTH; fd = fd + 1) begin
            f_used[fd]   = used[fd*ALL + fv*INPUTS + fi];
            f_tails[fd]  = tails[fd*ALL + fv*INPUTS + fi];
            f_routed[fd] = routed[fd*ALL + fv*INPUTS + fi];
            f_routes[fd] = g_route[0].bits[fd*ALL + fv*INPUTS + fi];
          end
          for (fd = 0; fd < TURN_BITS; fd = fd + 1) begin
            f_read[fd]  = read_turn[fd*ALL + fv*INPUTS + fi];
            f_write[fd] = write_turn[fd*ALL + fv*INPUTS + fi];
          end
        end
    f_first = f_vc * DEPTH;
  end

  wire [ALL-1:0] f_fresh;              // flits of the last edge, by the RTL
  generate
    if (ROUTE_LATE != 0) assign f_fresh = g_late.fresh;
    else assign f_fresh = {ALL{1'b0}};
  endgenerate
  wire f_vc_fresh = f_fresh >> (f_vc * INPUTS + f_input);

  // The input's part.
  wire [ADDR_BITS-1:0] f_write_addr = write_addr >> (f_input * ADDR_BITS);
  wire [ADDR_BITS-1:0] f_read_addr  = read_addr >> (f_input * ADDR_BITS);
  wire                 f_in_tail    = arrive_tail >> f_input;
  wire                 f_route      = route >> f_input;

  reg [F_BITS-1:0] count;              // flits queued, by arrivals and departures
  reg              f_late;             // a flit came at the last edge
  always @(posedge clk)
    if (rst) begin
      count  <= 0;
      f_late <= 1'b0;
    end else if (en) begin
      count  <= count + f_arrive - f_pop;
      f_late <= f_arrive;
    end
  wire              f_routing    = ROUTE_LATE != 0 ? f_late : f_arrive;
  wire [F_BITS-1:0] routed_count = count - (ROUTE_LATE != 0 && f_late);
  reg f_body;                          // the packet in front has begun to leave
  reg f_next_head;                     // the next flit to come begins a packet
  always @(posedge clk)
    if (rst) begin
      f_body      <= 1'b0;
      f_next_head <= 1'b1;
    end else if (en) begin
      if (f_pop) f_body <= !f_tails[0];
      if (f_arrive) f_next_head <= f_in_tail;
    end
  always @* assume (f_alone && (!f_pop || count != 0) && (!f_arrive || count < DEPTH));
  always @* assume (f_in_body == f_body && (!f_pop || f_body || f_routed[0]));

  // The turn `offset` places behind the front, and the level of a queue with `flits` flits.
  function [F_TURN-1:0] turn_at(input [F_BITS-1:0] offset);
    turn_at = (f_read + offset >= DEPTH) ? f_read + offset - DEPTH : f_read + offset;
  endfunction
  function [DEPTH-1:0] level(input [F_BITS-1:0] flits);
    level = ~({DEPTH{1'b1}} << flits);
  endfunction

  (* anyseq *) wire    track;          // the flit arriving now becomes the tracked one
  reg                  tracking;       // it is queued
  reg                  is_head;        // it begins a packet
  reg                  in_front;       // its packet has begun to leave: its route stays in front
  reg                  is_routed;      // its route has come
  reg [F_BITS-1:0]     ahead;          // flits before it
  reg [ADDR_BITS-1:0]  tracked_at;
  reg                  tracked_tail, tracked_route;
  wire                 leaves = tracking && f_pop && ahead == 0;
  always @(posedge clk)
    if (rst) begin
      tracking <= 1'b0;
      in_front <= 1'b0;
    end else if (en) begin
      in_front <= f_pop ? !f_tails[0] && (in_front || leaves && is_head) : in_front;
      if (track && !tracking && !in_front && f_arrive) begin // one packet's route is looked at
        tracking <= 1'b1;
        is_head <= f_next_head;
        ahead <= count - f_pop;
        tracked_at <= f_write_addr;
        tracked_tail <= f_in_tail;
        tracked_route <= f_route;
        is_routed <= ROUTE_LATE == 0;
      end else if (tracking) begin
        tracking <= !(f_pop && ahead == 0);
        ahead <= ahead - f_pop;
        if (f_routing && !is_routed) begin
          is_routed <= 1'b1;
          tracked_route <= f_route;
        end
      end
    end

  wire [DEPTH:0]   f_ends       = {f_tails, !f_body}; // per place from the front: a packet ends before it
  wire [DEPTH:0]   f_ends_here  = f_ends >> ahead;
  wire [DEPTH:0]   f_ends_last  = f_ends >> count;
  wire [DEPTH-1:0] f_tail_here  = f_tails >> ahead;
  wire [DEPTH-1:0] f_route_here = f_routes >> ahead;
  always @(posedge clk)
    if (started_once) begin
      the_queue_holds_what_came_and_did_not_leave: assert (f_used == level(count));
      late_routes_are_not_known: assert (f_routed == level(routed_count));
      late_are_the_flits_of_the_last_edge: assert (f_vc_fresh == (ROUTE_LATE != 0 && f_late));
      the_tracked_flit_leaves_from_its_place: assert (!leaves || f_read_addr == tracked_at);
      the_tracked_flit_is_queued: assert (!tracking || ahead < count);
      its_tail_bit_stands_at_its_turn: assert (!tracking || f_tail_here[0] == tracked_tail);
      its_route_stands_at_its_turn:
        assert (!tracking || !is_head || !is_routed || f_route_here[0] == tracked_route);
      and_stays_until_the_tail_leaves: assert (!in_front || f_routes[0] == tracked_route);
      nothing_is_written_over_the_tracked_flit:
        assert (!tracking || !f_arrive || f_write_addr != tracked_at);
      its_route_is_known_when_it_has_come:
        assert (!tracking || is_routed == (ahead < routed_count));
      the_queue_never_overflows: assert (count <= DEPTH);
      // For the induction: a late route has its flit, turns go round, entries stand
      // at theirs.
      a_late_route_has_its_flit: assert (!f_late || count != 0);
      a_head_follows_a_tail: assert (!tracking || is_head == f_ends_here[0]);
      so_does_the_next_flit: assert (f_next_head == f_ends_last[0]);
      its_packet_is_in_front: assert (!in_front || f_body && !tracking);
      it_stands_at_its_turn: assert (!tracking || f_first + turn_at(ahead) == tracked_at);
      turns_stay_below_the_depth: assert (f_read < DEPTH);
      writes_follow_the_queue: assert (f_write == turn_at(count));
    end
  always @(posedge clk)
    if (started_once && !rst) begin
      the_queue_is_full: cover (count == DEPTH);
      the_tracked_flit_leaves: cover (leaves && (is_routed || DEPTH == 1));
      its_turn_comes_round: cover (leaves && f_read_addr == f_first && f_late);
      a_body_flit_came_behind_its_head: cover (in_front && count != 0 && f_tails[0]);
    end

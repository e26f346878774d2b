// sizes: DEPTH=4 FIRST=8 ADDR_BITS=4 PORT_BITS=2; DEPTH=3 FIRST=3 ADDR_BITS=3 PORT_BITS=2 ROUTE_LATE=0; DEPTH=1 FIRST=1 ADDR_BITS=1 PORT_BITS=1
// depth: bmc=12 induction=4
// cover: 10
// Order is shown with one tracked flit of the solver's choice: it leaves from the address where
// it was written, with its own tail bit and route, after exactly those that came before it, and
// nothing is written over it. The host is played by assumptions that the router's properties
// prove: no flit into a full queue, none out of an empty one; and a route comes one edge after
// its flit, or with it.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  reg f_late;                          // a flit came at the last edge, its route comes now
  always @(posedge clk)
    if (rst) f_late <= 1'b0;
    else if (en) f_late <= arrive;
  always @* begin
    assume (!pop || count != 0);
    assume (!arrive || count < DEPTH);
    assume (routing == (ROUTE_LATE != 0 ? f_late : arrive));
  end

  function [ADDR_BITS-1:0] place(input [COUNT_BITS-1:0] offset);
    place = (head - START + offset >= DEPTH) ? head + offset - DEPTH : head + offset;
  endfunction

  (* anyseq *) wire    track;          // the flit arriving now becomes the tracked one
  reg                  tracking;       // it is queued
  reg                  is_routed;      // its route has come
  reg [COUNT_BITS-1:0] ahead;          // flits before it
  reg [ADDR_BITS-1:0]  tracked_at;
  reg                  tracked_tail;
  reg [PORT_BITS-1:0]  tracked_route;
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (en) begin
      if (track && !tracking && arrive) begin
        tracking <= 1'b1;
        ahead <= count - pop;
        tracked_at <= write;
        tracked_tail <= arrive_tail;
        tracked_route <= route;
        is_routed <= routing && ROUTE_LATE == 0;
      end else if (tracking) begin
        tracking <= !(pop && ahead == 0);
        ahead <= ahead - pop;
        if (routing && !is_routed) begin
          is_routed <= 1'b1;
          tracked_route <= route;
        end
      end
    end

  wire [DEPTH*PORT_BITS-1:0] f_routes = routes >> (ahead * PORT_BITS);
  wire [DEPTH-1:0]           f_tails  = tails >> ahead;
  wire                       leaves   = tracking && pop && ahead == 0;
  always @(posedge clk)
    if (started) begin
      the_queue_never_overflows: assert (count <= DEPTH);
      the_tracked_flit_leaves_from_its_place: assert (!leaves || head == tracked_at);
      the_tracked_flit_leaves_with_its_tail_bit: assert (!leaves || front_tail == tracked_tail);
      the_tracked_flit_leaves_with_its_route:
        assert (!leaves || !is_routed || front_route == tracked_route);
      nothing_is_written_over_the_tracked_flit:
        assert (!tracking || !arrive || write != tracked_at);
      the_flit_behind_shows_its_route: assert (!tracking || !is_routed || ahead != 1
        || next_route == tracked_route);
      known_counts_the_routed_flits: assert (!tracking || is_routed == (ahead < known));
      // For the induction: addresses go round in the queue's part, entries stand at their turn.
      the_tracked_flit_is_queued: assert (!tracking || ahead < count);
      the_tracked_flit_stands_at_its_turn: assert (!tracking || place(ahead) == tracked_at);
      its_tail_bit_stands_at_its_turn: assert (!tracking || f_tails[0] == tracked_tail);
      its_route_stands_at_its_turn:
        assert (!tracking || !is_routed || f_routes[PORT_BITS-1:0] == tracked_route);
      head_stays_in_its_part: assert (head >= START && head <= LAST);
      write_follows_the_queue: assert (write == place(count));
      a_late_route_belongs_to_the_newest_flit:
        assert (!tracking || is_routed || (f_late && (ahead == count - 1'b1)));
    end
  always @(posedge clk)
    if (started && !rst) begin
      the_queue_is_full: cover (count == DEPTH);
      the_tracked_flit_leaves: cover (leaves && is_routed);
    end

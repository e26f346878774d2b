// sizes: PORTS=2 VCS=1 DEPTH=1 STAGES=2 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1 WAKE=1; PORTS=2 VCS=1 DEPTH=2 STAGES=3 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1 WAKE=2; PORTS=2 VCS=2 DEPTH=1 CLASSES=2 STAGES=2 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1 WAKE=1
// for all time in soak: pdr at the first 2
// depth: bmc=13 induction=0
// abc: bmc
// cover: 13
// Neighbours that keep to their credits, a bypass that changes while nothing is under way; the body says
// and becomes anything without power. Where it is bounded a sleep, a wake-up and a flit through the body
// behind it fit in (the body by itself: tests/formal/router.v).
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* if (started_once) assume (!rst);

  localparam F_BITS = $clog2(DEPTH + 2) + 1;
  localparam F_VCS = PORTS * VCS;
  wire [F_VCS-1:0] f_room_is_right, f_held_is_right, f_full, f_empty, f_obeys, f_returns_own, f_vc_exists, f_goes_to_one;
  reg  [5:0] f_inside;                 // flits that came and did not leave
  reg  [5:0] f_then_inside;            // behind this edge
  reg  [2:0] f_calm;                   // edges since something was on a wire or anywhere else
  integer    fk;
  genvar     fi, fv;
  generate
    for (fi = 0; fi < PORTS; fi = fi + 1) begin : f_port
      for (fv = 0; fv < VCS; fv = fv + 1) begin : f_vc
        localparam AT = fi*VCS + fv;
        wire comes = in_valid[fi] && in_vc[fi*VC_BITS +: VC_BITS] == fv;
        wire goes  = out_valid[fi] && out_vc[fi*VC_BITS +: VC_BITS] == fv;
        reg  [F_BITS-1:0] room;        // credits that upstream has
        reg  [F_BITS-1:0] held;        // flits that downstream holds
        always @(posedge clk)
          if (rst) begin
            room <= DEPTH;
            held <= 0;
          end else if (noc_en) begin
            room <= room + in_credit[AT] - comes;
            held <= held + goes - out_credit[AT];
          end
        assign f_obeys[AT] = !comes || room != 0;
        assign f_returns_own[AT] = !out_credit[AT] || held != 0;
        assign f_vc_exists[AT] = in_vc[fi*VC_BITS +: VC_BITS] < VCS;
        assign f_goes_to_one[AT] = !out_valid[fi] || out_vc[fi*VC_BITS +: VC_BITS] < VCS;
        assign f_room_is_right[AT] = room + in_credit[AT] <= DEPTH;
        assign f_held_is_right[AT] = held + goes <= DEPTH;
        assign f_full[AT] = room == DEPTH;
        assign f_empty[AT] = held == 0;
      end
    end
  endgenerate
  wire f_still = !(|in_valid) && !(|out_valid) && !(|in_credit) && !(|out_credit);
  always @* begin
    f_then_inside = f_inside;
    for (fk = 0; fk < PORTS; fk = fk + 1)
      f_then_inside = f_then_inside + {5'd0, in_valid[fk]} - {5'd0, out_valid[fk]};
  end
  always @(posedge clk)
    if (rst) begin
      f_inside <= 0;
      f_calm <= 0;
    end else if (noc_en) begin
      f_inside <= f_then_inside;
      f_calm <= f_still && f_inside == 0 && &f_empty ? f_calm + {2'd0, ~&f_calm} : 3'd0;
    end

  // The neighbours, and whoever asks for the bypass.
  reg f_was_asked = 1'b0;
  always @(posedge clk) f_was_asked <= !rst && bypass;
  wire f_drained = &f_full && &f_empty && f_still && f_inside == 0;
  always @* assume (&f_obeys && &f_returns_own && &f_vc_exists);
  always @* assume (bypass == f_was_asked || f_drained);
  always @* assume (bypass == bypassed || !(|in_valid));

  // What came in the cycle before the last edge.
  reg                       f_open;    // while the way past was open
  reg [PORTS-1:0]           f_valid, f_tail;
  reg [PORTS*FLIT_BITS-1:0] f_flit;
  reg [F_VCS-1:0]           f_credit;
  reg                       f_was_isolated, f_was_off;
  reg [7:0]                 f_awaking; // edges with power since it was off; 255: always
  always @(posedge clk)
    if (rst) begin
      f_open <= 1'b0;
      f_was_isolated <= 1'b0;
      f_was_off <= 1'b0;
      f_awaking <= 8'hff;
    end else begin
      f_was_isolated <= isolate;
      f_was_off <= gate;
      if (noc_en) begin
        f_open <= isolate;
        f_valid <= in_valid;
        f_tail <= in_tail;
        f_flit <= in_flit;
        f_credit <= out_credit;
        f_awaking <= gate ? 8'd0 : f_awaking + {7'd0, ~&f_awaking};
      end
    end
  reg f_ran = 1'b0;                    // this is not the first cycle behind the reset
  always @(posedge clk) f_ran <= started_once;
  reg f_passes;                        // every flit on the outputs is that of its input
  always @* begin
    f_passes = out_valid == f_valid && in_credit == f_credit;
    for (fk = 0; fk < PORTS; fk = fk + 1)
      f_passes = f_passes && (!out_valid[fk] || out_tail[fk] == f_tail[fk]
                 && out_flit[fk*FLIT_BITS +: FLIT_BITS] == f_flit[fk*FLIT_BITS +: FLIT_BITS]);
  end

  always @(posedge clk)
    if (started_once && !rst) begin
      upstream_gets_no_credit_too_many: assert (&f_room_is_right);
      downstream_gets_no_flit_too_many: assert (&f_held_is_right);
      a_flit_goes_to_a_channel: assert (&f_goes_to_one);
      no_flit_is_invented: assert (!f_inside[5]);
      no_credit_is_lost: assert (!(&f_calm) || &f_full);
      input_i_goes_to_output_i: assert (!f_open || !isolate || f_passes);
      a_body_without_power_is_isolated: assert (!gate || isolate);
      it_is_so_before: assert (!gate || f_was_off || f_was_isolated);
      a_wake_up_takes_its_time: assert (isolate || !f_was_isolated || f_awaking >= WAKE);
      a_wake_up_takes_no_longer: assert (left <= LAST);
      isolation_is_told: assert (bypassed == isolate);
      a_reset_ends_a_wake_up: assert (f_ran || left == 8'd0);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_flit_passes: cover (bypassed && out_valid[0]);
      a_credit_passes: cover (bypassed && in_credit[1]);
      a_flit_comes_in_the_first_cycle_of_a_bypass: cover (bypassed && !f_open && !f_was_isolated && in_valid[0]);
      and_in_the_first_one_behind_it: cover (!isolate && f_was_isolated && f_awaking == WAKE && in_valid[0]);
      awake_again: cover (f_was_isolated && !isolate && f_awaking == WAKE);
      routed_by_a_body_that_was_off: cover (!isolate && f_awaking != 8'hff && f_awaking > WAKE && out_valid[1]);
      a_change_of_mind: cover (f_was_isolated && !isolate && &f_awaking);
    end

// sizes: INPUTS=2 OUTPUTS=2 VCS=2 DEPTH=2 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1; INPUTS=2 OUTPUTS=2 VCS=1 DEPTH=1 STAGES=3 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1; INPUTS=2 OUTPUTS=2 VCS=1 DEPTH=2 STAGES=2 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1
// depth: bmc=6 induction=2
// cover: 8
// The neighbours are played here: an upstream that obeys its credits, a downstream that gives
// back what it got. With two outputs every route exists (it is cut to one bit), so destinations
// are free. The order of flits within a VC is shown in tests/formal/router_queue.v, the storage
// in tests/formal/regfile_1r1w.v.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  // Every loop below makes one bit per VC or port; the properties are about all of them.
  localparam F_BITS = COUNT_BITS + 2;
  wire [IN_VCS-1:0]      f_upstream_adds_up, f_queue_fits, f_leaves_queued, f_one_target;
  wire [IN_VCS-1:0]      f_one_channel, f_credit_bit;
  wire [OUTPUTS*VCS-1:0] f_downstream_adds_up, f_one_owner, f_held_by_owner, f_spends_credit;
  wire [OUTPUTS*VCS-1:0] f_in_switch;
  wire [OUTPUTS-1:0]     f_takes_from_one, f_gives_to_one, f_matches_requests;
  wire [INPUTS-1:0]      f_sends_one, f_sends_to_one, f_matched_sends, f_vc_exists;
  wire [IN_VCS-1:0]      f_obeys_credits;
  wire [OUTPUTS*VCS-1:0] f_returns_own;
  integer fk;
  genvar  gi, gk, go;
  generate
    for (gk = 0; gk < IN_VCS; gk = gk + 1) begin : f_in
      localparam GI = gk / VCS, GV = gk % VCS;
      wire arrives = in_valid[GI] && in_vc[GI*VC_BITS +: VC_BITS] == GV;
      wire [COUNT_BITS-1:0] queued = f_count[gk*COUNT_BITS +: COUNT_BITS];
      wire [OUTPUTS-1:0]    target = f_target[gk*OUTPUTS +: OUTPUTS];
      wire [VCS-1:0]        channel = f_held_channel[gk*VCS +: VCS];
      reg  [F_BITS-1:0]     room;        // credits upstream holds
      always @(posedge clk)
        if (rst) room <= DEPTH;
        else if (noc_en) room <= room + in_credit[gk] - arrives;
      assign f_obeys_credits[gk]    = !arrives || room != 0;
      assign f_upstream_adds_up[gk] = room + queued + in_credit[gk] == DEPTH;
      assign f_queue_fits[gk]       = queued <= DEPTH;
      assign f_leaves_queued[gk]    = !vc_pop[gk] || queued != 0;
      assign f_one_target[gk]  = !vc_active[gk] || (|target && (target & (target - 1'b1)) == 0);
      reg                   f_owns_credit; // its output VC has a credit
      always @* begin
        f_owns_credit = 1'b0;
        for (fk = 0; fk < OUTPUTS*VCS; fk = fk + 1)
          f_owns_credit = f_owns_credit
                          | (has_credit[fk] && target[fk/VCS] && channel[fk%VCS]);
      end
      assign f_credit_bit[gk]  = !vc_active[gk] || f_credited[gk] == f_owns_credit;
      assign f_one_channel[gk] = !vc_active[gk] || (|channel && (channel & (channel - 1'b1)) == 0);
    end

    // Downstream of each output VC: what the flits in the switch and on the wire add up to.
    for (go = 0; go < OUTPUTS*VCS; go = go + 1) begin : f_out
      localparam GO = go / VCS, GW = go % VCS;
      wire [COUNT_BITS-1:0] credit = f_credit[go*COUNT_BITS +: COUNT_BITS];
      wire arrives = out_valid[GO] && out_vc[GO*VC_BITS +: VC_BITS] == GW;
      reg               switching;       // a flit of this VC is in the switch
      reg  [F_BITS-1:0] held;            // flits downstream holds
      always @(posedge clk)
        if (rst) begin
          switching <= 1'b0;
          held <= 0;
        end else if (noc_en) begin
          switching <= f_spent[go];
          held <= held + arrives - out_credit[go];
        end
      reg [IN_VCS-1:0] owners;           // input VCs that hold this output VC
      always @*
        for (fk = 0; fk < IN_VCS; fk = fk + 1)
          owners[fk] = vc_active[fk] && f_target[fk*OUTPUTS + GO] && f_held_channel[fk*VCS + GW];
      assign f_in_switch[go]          = switching == f_switching[go];
      assign f_returns_own[go]        = !out_credit[go] || held != 0;
      assign f_downstream_adds_up[go] = credit + switching + arrives + held == DEPTH;
      assign f_one_owner[go]          = (owners & (owners - 1'b1)) == 0;
      assign f_held_by_owner[go]      = owned[go] == |owners;
      assign f_spends_credit[go]      = !f_spent[go] || credit != 0;
    end

    for (go = 0; go < OUTPUTS; go = go + 1) begin : f_row
      wire [INPUTS-1:0] sent  = sa_match[go*INPUTS +: INPUTS];
      wire [INPUTS-1:0] given = va_used[go*INPUTS +: INPUTS];
      assign f_takes_from_one[go]   = (sent & (sent - 1'b1)) == 0;
      assign f_gives_to_one[go]     = (given & (given - 1'b1)) == 0;
      assign f_matches_requests[go] = (sent & ~sa_request[go*INPUTS +: INPUTS]) == 0;
    end
    for (gi = 0; gi < INPUTS; gi = gi + 1) begin : f_column
      wire [VCS-1:0]     pops    = vc_pop[gi*VCS +: VCS];
      wire [OUTPUTS-1:0] outputs = sa_accept[gi*OUTPUTS +: OUTPUTS];
      assign f_vc_exists[gi]     = in_vc[gi*VC_BITS +: VC_BITS] < VCS;
      assign f_sends_one[gi]     = (pops & (pops - 1'b1)) == 0;
      assign f_sends_to_one[gi]  = (outputs & (outputs - 1'b1)) == 0;
      assign f_matched_sends[gi] = |outputs == |pops;
    end
  endgenerate

  always @* assume (&f_obeys_credits && &f_returns_own && &f_vc_exists);
  always @(posedge clk)
    if (started) begin
      upstream_credits_and_queued_flits_make_the_depth: assert (&f_upstream_adds_up);
      downstream_credits_and_flits_in_flight_make_the_depth: assert (&f_downstream_adds_up);
      a_spent_credit_is_in_the_switch: assert (&f_in_switch);
      a_queue_never_overflows: assert (&f_queue_fits);
      only_queued_flits_leave: assert (&f_leaves_queued);
      a_flit_leaves_on_a_credit_only: assert (&f_spends_credit);
      an_active_vc_has_one_target: assert (&f_one_target);
      an_active_vc_has_one_output_vc: assert (&f_one_channel);
      the_credit_bit_tells_whether_there_is_a_credit: assert (&f_credit_bit);
      an_output_vc_has_at_most_one_owner: assert (&f_one_owner);
      an_output_vc_is_held_exactly_while_it_has_an_owner: assert (&f_held_by_owner);
      an_output_takes_from_one_input: assert (&f_takes_from_one);
      an_output_gives_a_vc_to_one_input: assert (&f_gives_to_one);
      only_requests_are_matched: assert (&f_matches_requests);
      an_input_sends_one_flit: assert (&f_sends_one);
      an_input_sends_to_one_output: assert (&f_sends_to_one);
      a_matched_input_sends: assert (&f_matched_sends);
    end

  reg [OUTPUTS-1:0] f_sent_before;     // outputs that were matched at the last edge
  always @(posedge clk)
    if (rst) f_sent_before <= 0;
    else if (noc_en)
      for (fk = 0; fk < OUTPUTS; fk = fk + 1)
        f_sent_before[fk] <= |sa_match[fk*INPUTS +: INPUTS];
  always @(posedge clk)
    if (started && !rst) begin
      a_flit_leaves: cover (out_valid[0]);
      both_outputs_send_at_once: cover (&out_valid);
      an_output_sends_back_to_back: cover (VCS*DEPTH == 1 || (out_valid[0] && f_sent_before[0]));
      a_queue_is_full: cover (f_count[COUNT_BITS-1:0] == DEPTH);
      a_vc_is_out_of_credits: cover (!has_credit[0] && |vc_active);
    end

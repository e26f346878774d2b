// sizes: INPUTS=2 OUTPUTS=2 VCS=2 DEPTH=2 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1; INPUTS=2 OUTPUTS=2 VCS=1 DEPTH=1 STAGES=3 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1; INPUTS=2 OUTPUTS=2 VCS=1 DEPTH=2 STAGES=2 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1; INPUTS=2 OUTPUTS=2 VCS=3 DEPTH=1 CLASSES=2 STAGES=2 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1; INPUTS=2 OUTPUTS=2 VCS=2 DEPTH=2 CLASSES=2 ESCAPE=1 STAGES=2 FLIT_BITS=3 DEST_LSB=0 COORD_BITS=1; INPUTS=2 OUTPUTS=2 VCS=2 DEPTH=2 SPEEDUP=2 STAGES=2 FLIT_BITS=2 DEST_LSB=0 COORD_BITS=1
// abc: bmc induction
// depth: bmc=6 induction=2
// cover: 8
// The neighbours are played here: an upstream that obeys its credits, a downstream that gives
// back what it got. With two outputs every route exists (it is cut to one bit), so destinations
// are free. The order of flits within a VC is shown in tests/formal/router_queues.v, the storage
// in tests/formal/regfile_1r1w.v.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  // Every loop below makes one bit per VC or port; the properties are about all of them.
  localparam F_BITS = $clog2(DEPTH + 1);
  wire [IN_VCS-1:0]      f_upstream_adds_up, f_leaves_queued, f_one_target;
  wire [IN_VCS-1:0]      f_one_channel, f_tells_flits, f_ripe_is_known, f_knows_credit;
  wire [OUTPUTS*VCS-1:0] f_downstream_adds_up, f_one_owner, f_held_by_owner, f_spends_credit;
  wire [OUTPUTS*VCS-1:0] f_in_switch, f_switching, f_offer_is_ready, f_offers_one;
  wire [OUTPUTS*VCS-1:0] f_classes_apart, f_knows_mixed, f_lent_is_ready, f_borrows;
  wire [OUTPUTS-1:0]     f_takes_from_one, f_matches_requests;
  wire [ENTRIES-1:0]     f_sends_one, f_sends_to_one, f_matched_sends;
  wire [INPUTS-1:0]      f_vc_exists;
  wire [IN_VCS-1:0]      f_obeys_credits;
  wire [OUTPUTS*VCS-1:0] f_returns_own;
  integer fk;
  genvar  gi, gk, go;
  generate
    for (gk = 0; gk < IN_VCS; gk = gk + 1) begin : f_in
      localparam GI = gk % INPUTS, GV = gk / INPUTS;
      wire arrives = in_valid[GI] && in_vc[GI*VC_BITS +: VC_BITS] == GV;
      reg  [OUTPUTS-1:0] on;             // its target
      reg  [VCS-1:0]     held;           // its channel
      reg  [F_BITS-1:0]  room;           // credits upstream holds
      always @* begin
        for (fk = 0; fk < OUTPUTS; fk = fk + 1) on[fk] = target[fk*IN_VCS + gk];
        for (fk = 0; fk < VCS; fk = fk + 1) held[fk] = pays[fk*IN_VCS + gk];
      end
      always @(posedge clk)
        if (rst) room <= DEPTH;
        else if (noc_en) room <= room + in_credit[GI*VCS + GV] - arrives;
      reg  [F_BITS-1:0]  flits;          // that it holds, by arrivals and departures
      always @(posedge clk)
        if (rst) flits <= 0;
        else if (noc_en) flits <= flits + arrives - pop[gk];
      assign f_obeys_credits[gk]    = !arrives || room != 0;
      assign f_upstream_adds_up[gk] = room + flits + in_credit[GI*VCS + GV] == DEPTH;
      assign f_tells_flits[gk]      = queued[gk] == (flits != 0) && (!known[gk] || flits != 0)
                                      && (!next_known[gk] || flits > 1);
      assign f_ripe_is_known[gk]   = active[gk] ? STAGES == 2 || ripe[gk] : !ripe[gk] || known[gk];
      reg                credited;       // its channel has a credit
      always @* begin
        credited = 1'b0;
        for (fk = 0; fk < OUT_VCS; fk = fk + 1)
          credited = credited || (on[fk % OUTPUTS] && held[fk / OUTPUTS] && credit[fk]);
      end
      assign f_knows_credit[gk] = !active[gk] || funded[gk] == credited;
      assign f_leaves_queued[gk]    = !pop[gk] || flits != 0;
      assign f_one_target[gk]  = !active[gk] || (|on && (on & (on - 1'b1)) == 0);
      assign f_one_channel[gk] = !active[gk] || (|held && (held & (held - 1'b1)) == 0);
    end

    // Downstream of each output VC: what the flits in the switch and on the wire add up to.
    for (go = 0; go < OUT_VCS; go = go + 1) begin : f_out
      localparam GO = go % OUTPUTS, GW = go / OUTPUTS;
      wire arrives = out_valid[GO] && out_vc[GO*VC_BITS +: VC_BITS] == GW;
      reg  [DEPTH-1:0]  credits;         // from the bottom
      always @*
        for (fk = 0; fk < DEPTH; fk = fk + 1) credits[fk] = credit[fk*OUT_VCS + go];
      reg  [F_BITS-1:0] count;           // of them
      always @* begin
        count = 0;
        for (fk = 0; fk < DEPTH; fk = fk + 1) count = count + credits[fk];
      end
      reg               switching;       // a flit of this VC is in the switch
      reg  [F_BITS-1:0] held;            // flits downstream holds
      always @(posedge clk)
        if (rst) begin
          switching <= 1'b0;
          held <= 0;
        end else if (noc_en) begin
          switching <= spent[go];
          held <= held + arrives - out_credit[GO*VCS + GW];
        end
      reg [IN_VCS-1:0] owners;           // input VCs that hold this output VC
      always @*
        for (fk = 0; fk < IN_VCS; fk = fk + 1)
          owners[fk] = active[fk] && target[GO*IN_VCS + fk] && pays[GW*IN_VCS + fk];
      assign f_switching[go]          = |g_output[GO].from && g_output[GO].from_vc == GW;
      assign f_in_switch[go]          = switching == f_switching[go];
      assign f_returns_own[go]        = !out_credit[GO*VCS + GW] || held != 0;
      assign f_downstream_adds_up[go] = count + switching + arrives + held == DEPTH
                                        && (credits & (credits + 1'b1)) == 0;
      assign f_one_owner[go]          = (owners & (owners - 1'b1)) == 0;
      assign f_held_by_owner[go]      = owned[go] == |owners;
      assign f_spends_credit[go]      = !spent[go] || count != 0;
      reg [VCS-1:0] offers, ready;       // of its class at its output
      always @*
        for (fk = 0; fk < VCS; fk = fk + 1) begin
          offers[fk] = offer[fk*OUTPUTS + GO] && class_of(fk) == class_of(GW);
          ready[fk] = !owned[fk*OUTPUTS + GO] && credit[fk*OUTPUTS + GO]
                      && class_of(fk) == class_of(GW);
        end
      assign f_offer_is_ready[go] = (offers & ~ready) == 0;
      assign f_offers_one[go] = (offers & (offers - 1'b1)) == 0 && |offers == |ready;
    end

    // ESCAPE: class 1 never stands behind class 0.
    for (go = 0; go < OUT_VCS; go = go + 1) begin : f_lend
      localparam GO = go % OUTPUTS, GW = go / OUTPUTS;
      if (ESCAPE == 1) begin : f_told
        wire is_empty = f_out[go].count == DEPTH;
        reg  early, late_head;           // a flit of class 0 goes there, a head of class 1
        reg  early_owner, late_owner;    // who holds it is of class 0, of class 1
        always @* begin
          early = 1'b0;
          late_head = 1'b0;
          early_owner = 1'b0;
          late_owner = 1'b0;
          for (fk = 0; fk < IN_VCS; fk = fk + 1)
            if (target[GO*IN_VCS + fk] && pays[GW*IN_VCS + fk]) begin
              early = early || (winner[GO*IN_VCS + fk] && !late[fk]);
              late_head = late_head || (winner[GO*IN_VCS + fk] && late[fk] && !active[fk]);
              early_owner = early_owner || (active[fk] && !late[fk]);
              late_owner = late_owner || (active[fk] && late[fk]);
            end
        end
        reg since;                       // one of class 0 did since the VC was empty
        always @(posedge clk)
          if (rst) since <= 1'b0;
          else since <= (noc_en && early) || (since && !is_empty);
        assign f_classes_apart[go] = !((early || early_owner || since) && GW == VCS - 1)
                                     && !(late_owner && since)
                                     && !(late_head && GW != VCS - 1 && since && !is_empty);
        assign f_knows_mixed[go]   = !since || is_empty || g_lend.mixed[go];
        assign f_lent_is_ready[go] = !lent[go] || (GW != VCS - 1 && !owned[go] && credit[go]
                                                   && (!since || is_empty));
        assign f_borrows[go] = noc_en && late_head && GW != VCS - 1 && !is_empty;
      end else begin : f_untold
        assign f_classes_apart[go] = 1'b1;
        assign f_knows_mixed[go]   = 1'b1;
        assign f_lent_is_ready[go] = 1'b1;
        assign f_borrows[go]       = 1'b0;
      end
    end

    for (go = 0; go < OUTPUTS; go = go + 1) begin : f_row
      wire [ENTRIES-1:0] taken = match[go*ENTRIES +: ENTRIES];
      assign f_takes_from_one[go]   = (taken & (taken - 1'b1)) == 0;
      assign f_matches_requests[go] = (taken & ~request[go*ENTRIES +: ENTRIES]) == 0;
    end
    for (gi = 0; gi < INPUTS; gi = gi + 1) begin : f_port
      assign f_vc_exists[gi]     = in_vc[gi*VC_BITS +: VC_BITS] < VCS;
    end
    for (gi = 0; gi < ENTRIES; gi = gi + 1) begin : f_column
      reg [LANE-1:0]    pops;
      reg [OUTPUTS-1:0] outputs;
      always @* begin
        for (fk = 0; fk < LANE; fk = fk + 1) pops[fk] = pop[fk*ENTRIES + gi];
        for (fk = 0; fk < OUTPUTS; fk = fk + 1) outputs[fk] = match[fk*ENTRIES + gi];
      end
      assign f_sends_one[gi]     = (pops & (pops - 1'b1)) == 0;
      assign f_sends_to_one[gi]  = (outputs & (outputs - 1'b1)) == 0;
      assign f_matched_sends[gi] = (noc_en && |outputs) == |pops;
    end
  endgenerate

  always @* assume (&f_obeys_credits && &f_returns_own && &f_vc_exists);
`ifdef INDUCTION
  // Proved with router_queues, which Yosys cannot look into here.
  always @* assume (&f_tells_flits);
`endif
  always @(posedge clk)
    if (started_once) begin
      upstream_credits_and_queued_flits_make_the_depth: assert (&f_upstream_adds_up);
      downstream_credits_and_flits_in_flight_make_the_depth: assert (&f_downstream_adds_up);
      a_spent_credit_is_in_the_switch: assert (&f_in_switch);
      the_queues_tell_whether_there_is_a_flit: assert (&f_tells_flits);
      only_a_head_with_known_route_may_ask: assert (&f_ripe_is_known);
      a_packet_knows_whether_its_output_vc_has_a_credit: assert (&f_knows_credit);
      a_vc_on_offer_is_free_with_a_credit: assert (&f_offer_is_ready);
      a_class_with_such_a_vc_offers_exactly_one: assert (&f_offers_one);
      only_queued_flits_leave: assert (&f_leaves_queued);
      a_flit_leaves_on_a_credit_only: assert (&f_spends_credit);
      an_active_vc_has_one_target: assert (&f_one_target);
      an_active_vc_has_one_output_vc: assert (&f_one_channel);
      an_output_vc_has_at_most_one_owner: assert (&f_one_owner);
      an_output_vc_is_held_exactly_while_it_has_an_owner: assert (&f_held_by_owner);
      no_class_1_stands_behind_class_0: assert (&f_classes_apart);
      what_holds_class_0_is_known: assert (&f_knows_mixed);
      what_is_lent_is_free_and_without_class_0: assert (&f_lent_is_ready);
      an_output_takes_from_one_input: assert (&f_takes_from_one);
      only_requests_are_matched: assert (&f_matches_requests);
      an_input_of_the_switch_sends_one_flit: assert (&f_sends_one);
      an_input_of_the_switch_sends_to_one_output: assert (&f_sends_to_one);
      a_matched_input_sends_with_the_enable: assert (&f_matched_sends);
    end

  reg [OUTPUTS-1:0] f_sent_before;     // outputs that were matched at the last edge
  always @(posedge clk)
    if (rst) f_sent_before <= 0;
    else if (noc_en)
      for (fk = 0; fk < OUTPUTS; fk = fk + 1)
        f_sent_before[fk] <= |match[fk*ENTRIES +: ENTRIES];
  always @(posedge clk)
    if (started_once && !rst) begin
      a_flit_leaves: cover (out_valid[0]);
      both_outputs_send_at_once: cover (&out_valid);
      a_port_sends_as_many_flits_as_it_has_inputs: cover (pop[0] && pop[(SPEEDUP - 1)*INPUTS]);
      an_output_sends_back_to_back: cover (VCS*DEPTH == 1 || (out_valid[0] && f_sent_before[0]));
      a_queue_is_full: cover (f_in[0].flits == DEPTH);
      class_1_borrows_behind_its_like: cover (ESCAPE == 0 || |f_borrows);
      a_vc_is_out_of_credits: cover (!credit[0] && |active);
    end

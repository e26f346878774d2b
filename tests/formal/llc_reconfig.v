// sizes: VIEWS=1; VIEWS=2; VIEWS=3
// depth: bmc=26 induction=0
// for all time: pdr
// cover: 26
// Any wishes, kernels and atomics; cores, slices and MC-routers that do what they are asked, after
// any time. `dirty` stands for what stores have left in slices while the cache was shared, `held` for
// lines that private slices hold, by the view whose core asked for them.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  // ---- cores: requests are let through while there is no stall, and answered some time
  (* anyseq *) wire issues;
  (* anyseq *) wire answers;
  (* anyseq *) wire stores;
  (* anyseq *) wire [VIEWS-1:0] asks;  // programs whose cores do
  reg  stalled = 1'b0;                 // the gates have closed
  reg  under_way = 1'b0;
  wire passes = issues && !stall && !stalled;
  always @(posedge clk)
    if (rst) begin
      stalled <= 1'b0;
      under_way <= 1'b0;
    end else begin
      stalled <= stall;
      under_way <= passes || under_way && !answers;
    end
  reg  was_awake = 1'b1;               // as their gates say it, a register at the end of its wires
  (* anyseq *) wire tells;             // that nothing is under way is told after any time
  always @(posedge clk) was_awake <= rst || !stalled || under_way || was_awake && !tells;
  always @* assume (awake == was_awake);

  // ---- slices: busy some time after the pulse, until all is written back; then as they were told. A
  // flush of the host's makes them busy, too, and whatever comes meanwhile begins at once.
  reg  told = 1'b0, turning = 1'b0, hosted = 1'b0, turned_private = 1'b0, to_private = 1'b0;
  reg  dirty = 1'b0;
  reg  [VIEWS-1:0] held = {VIEWS{1'b0}};
  (* anyseq *) wire begins;
  (* anyseq *) wire ends_turn;
  (* anyseq *) wire ends_flush;
  wire turned = turning && ends_turn;
  always @* assume (busy == (turning || hosted));
  always @(posedge clk)
    if (rst) begin
      told <= 1'b0;
      turning <= 1'b0;
      hosted <= 1'b0;
      turned_private <= 1'b0;
      dirty <= 1'b0;
      held <= {VIEWS{1'b0}};
    end else begin
      told <= (flush_turns || told) && !begins && !hosted;
      turning <= (flush_turns || told) && (begins || hosted) || turning && !ends_turn;
      hosted <= flush && !flush_turns || hosted && !ends_flush;
      if (flush_turns) to_private <= flush_private;
      if (turned) turned_private <= to_private;
      if (turned) dirty <= 1'b0;
      else if (passes && stores && !(|is_private)) dirty <= 1'b1;
      if (turned && turned_private) held <= {VIEWS{1'b0}};
      else if (passes) held <= held | asks & is_private;
    end

  // ---- MC-routers: bypassed and woken some time after they are asked to
  reg  routers = 1'b0, was_asked = 1'b0;
  always @* assume (bypassed == routers);
  (* anyseq *) wire does;
  always @(posedge clk)
    if (rst) routers <= 1'b0;
    else if (does) routers <= bypass;
  reg  was_reset = 1'b1, was_stalled = 1'b0, was_write_back = 1'b0;
  reg  [VIEWS-1:0] was_view;
  reg  old_lines = 1'b0;               // what private slices hold is of its program's kernel before
  reg  [VIEWS-1:0] told_atomics = {VIEWS{1'b0}};
  reg  [VIEWS-1:0] has_had = {VIEWS{1'b0}};  // an atomic, since its program's kernel began
  reg  are_to_share = 1'b0;
  always @(posedge clk) begin
    was_reset <= rst;
    was_stalled <= stall;
    was_write_back <= write_back && !rst;
    was_view <= is_private;
    old_lines <= !rst && (|(kernel & held) || old_lines) && !(turned && turned_private);
    told_atomics <= rst ? {VIEWS{1'b0}} : atomics;
    has_had <= rst ? {VIEWS{1'b0}} : told_atomics | has_had & ~kernel;
    are_to_share <= !rst && |{told_atomics, has_had};
  end

  always @(posedge clk)
    if (started_once && !was_reset) begin
      nothing_is_under_way_in_a_turn: assert (!(flush_turns || told || turning) || !under_way);
      a_turn_is_a_flush: assert (!flush_turns || flush);
      the_host_is_heard: assert (!was_write_back || flush);
      the_routers_change_while_nothing_is_under_way: assert (routers == bypass || !under_way);
      the_view_changes_in_a_stall: assert (is_private == was_view || was_stalled && !under_way);
      requests_meet_slices_of_their_organization: assert (!passes || turned_private == |is_private);
      and_routers_too: assert (!passes || bypassed == &is_private);
      no_dirty_line_is_left_when_slices_are_private: assert (!passes || !(|is_private) || !dirty);
      no_private_line_is_left_when_they_are_shared: assert (!passes || |is_private || held == 0);
      a_view_that_is_shared_says_so: assert (is_shared == (~is_private & {VIEWS{!stall}}));
      shared_says_so: assert (!shared || is_private == 0 && !stall && !bypass);
      an_organization_begins_with_the_release: assert (!event_change || was_stalled && !stall || !stall);
      a_change_of_view_is_told: assert (is_private == was_view || event_change);
      private_is_told: assert (event_private == (event_change && |is_private));
      an_atomic_keeps_all_shared: assert (!flush_turns || !flush_private || !are_to_share);
      old_lines_go: assert (!old_lines || renews || stall);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      it_turns_private: cover (event_private);
      and_back: cover (event_change && !event_private && routers == 0 && !was_reset && held == 0);
      a_private_cache_is_emptied: cover (event_private && old_lines == 0 && kernel);
      an_atomic_forces: cover (|forced && event_change && |wants_private);
      a_stall_for_nothing: cover (!stall && was_stalled && !event_change);
    end

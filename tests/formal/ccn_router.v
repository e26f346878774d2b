// sizes: LINE_BITS=17 CORE_BITS=2 DEPTH=2 RESPONSES=2 SETS=1 WAYS=1 WAIT_LIMIT=2; LINE_BITS=17 CORE_BITS=1 DEPTH=3 RESPONSES=3 SETS=1 WAYS=1 WAIT_LIMIT=1; LINE_BITS=17 CORE_BITS=2 DEPTH=2 RESPONSES=2 SETS=1 WAYS=1 SPARE=0 WAIT_LIMIT=0; LINE_BITS=17 CORE_BITS=2 DEPTH=2 RESPONSES=2 SETS=1 WAYS=1 HOP=2 WAIT_LIMIT=2
// abc: bmc
// depth: bmc=12 induction=3
// cover: 14
// without: fill_data response_out_data snoop_set snoop_way
// free: line_is_here
// Neighbours, an L1 that answers each snoop once, and lookups with any result (what they find is
// proved with shadow_tags). One request and one line of the solver's choice are followed. The
// induction assumes the fifo's contract (proved with fifo); the bounded proof has the fifo. What RespQ
// does with lines is proved with ccn_lines.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  (* anyconst *) wire [CORE_BITS-1:0] f_here;
  always @* assume (here == f_here);
  always @* assume ((!data_valid && !gone_valid || reading) && !(data_valid && gone_valid));

  // ---- ReqQ: a request from where it enters to where it leaves ----
  wire f_enter = arrive || enter;
  reg  [6:0] f_level;
  (* anyseq *) wire f_track;
  reg  f_tracking = 1'b0;              // the tracked request is in ReqQ
  reg  [6:0] f_ahead;                  // requests before it
  reg  f_fresh;
  reg  [CORE_BITS-1:0] f_core;
  reg  [LINE_BITS-1:0] f_line;
  wire f_at_head = f_tracking && f_ahead == 0;
  always @(posedge clk) begin
    f_level <= rst ? 0 : f_level + f_enter - leave;
    if (rst) f_tracking <= 1'b0;
    else if (!f_tracking && f_track && f_enter) begin
      f_tracking <= 1'b1;
      f_ahead <= f_level - leave;
      f_fresh <= !arrive;
      f_core <= arrive ? request_in_core : f_here;
      f_line <= arrive ? request_in_line : entry_line;
    end else if (f_tracking) begin
      f_tracking <= !(leave && f_ahead == 0);
      f_ahead <= f_ahead - leave;
    end
  end

  // ---- Places that RespQ keeps: for the line that is being read ----
  wire f_keeps = asks && snoop_ready && response_room;
  reg  f_kept;
  always @(posedge clk) f_kept <= !rst && (f_kept || f_keeps) && !data_valid && !gone_valid;

  // ---- A new request: from where it is taken until it enters or goes to L2 ----
  reg  f_new;                          // one waits
  reg  [LINE_BITS-1:0] f_new_line;
  reg  [10:0] f_waited;                // cycles that it could not enter
  wire f_turned = late && back_ready;
  always @(posedge clk) begin
    f_new <= !rst && (f_new ? !enter && !f_turned : new_valid);
    if (!f_new) f_new_line <= new_line;
    f_waited <= rst || !f_new || enter || f_turned ? 0 : f_waited + !late;
  end
  wire f_returns = head_valid && head_core == f_here && !head_fresh;

  // ---- The line that the tags look up ----
  reg  [LINE_BITS-1:0] f_looked;
  always @(posedge clk)
    if (look_next) f_looked <= look_line;

  // ---- The cycle before ----
  reg  was_gone_now, was_filled;
  reg  [LINE_BITS-1:0] was_line;
  reg  was_to_fill;
  always @(posedge clk) begin
    was_gone_now <= !rst && gone_valid;
    was_filled   <= !rst && fill_valid && !fill_ready;
    was_to_fill  <= !rst && to_fill;
    was_line     <= fill_valid && !fill_ready ? fill_line : part_line;
  end

  always @(posedge clk)
    if (started_once) begin
      requests_are_counted: assert (waiting == f_level && f_level <= DEPTH);
      a_request_enters_where_there_is_a_place: assert (!f_enter || f_level < DEPTH);
      the_oldest_is_the_head: assert (head_valid == (f_level != 0));
      it_is_home_where_it_was_asked: assert (!head_valid || head_home == (head_core == f_here));
      the_ring_waits_for_a_place_only: assert (request_in_ready == (f_level < DEPTH));
      a_new_request_leaves_spare_places: assert (!enter || f_level + SPARE < DEPTH);
      the_ring_goes_first: assert (!(enter && request_in_valid));
      what_goes_to_l2_is_back_at_home_or_late: assert (back_valid == (f_returns || late)
        && (!back_valid || back_line == (late ? f_new_line : head_line)));
      a_new_one_waits_as_it_came: assert (entry_valid == f_new && new_ready == !f_new
        && (!f_new || entry_line == f_new_line));
      no_longer_than_the_limit: assert (WAIT_LIMIT == 0 || f_waited <= WAIT_LIMIT
        && waited == f_waited);
      then_it_is_late: assert (late == (WAIT_LIMIT != 0 && f_waited == WAIT_LIMIT));
      and_goes_to_l2_before_all_else: assert (!late || f_new && back_valid && !enter);
      it_does_not_enter_then: assert (!(f_turned && enter) && (!late || !f_returns || !leave));
      no_request_passes_its_home_twice: assert (!(hops_on && head_core == f_here) || head_fresh);
      a_new_request_is_this_cores: assert (!head_valid || !head_fresh || head_core == f_here);
      a_head_does_one_thing: assert (hops_on + f_returns + snoop_valid + reading <= 1);
      it_waits_for_a_response_only: assert (!head_valid || hops_on || f_returns || snoop_valid
        || reading || found && !response_room);
      home_requests_are_not_looked_up: assert (!snoop_valid
        || head_core != f_here && !head_fresh && !passed);
      the_line_that_is_looked_up_is_the_heads: assert (!head_valid || head_fresh || passed || reading
        || f_looked == head_line);
      what_is_read_is_asked_for_by_another_core: assert (!reading
        || head_valid && head_core != f_here && !head_fresh && !passed);
      a_gone_line_is_not_looked_up_again: assert (!passed || hops_on);
      gone_means_passed: assert (!was_gone_now || passed);
      if (f_tracking) begin
        it_waits_behind_those_before_it: assert (f_ahead < f_level);
        it_is_this_cores_when_new: assert (!f_fresh || f_core == f_here);
      end
      if (f_at_head) begin
        it_is_the_head: assert (head_valid);
        its_fields_are_kept: assert ({head_fresh, head_core, head_line}
          == {f_fresh, f_core, f_line});
      end
      a_place_is_kept_for_what_is_read: assert (f_kept == reading);
      and_for_nothing_else: assert (f_keeps == snoop);
      a_line_for_the_mshr_is_here_and_this_cores: assert (!to_fill
        || part_core == f_here && (whole || beat_last && response_in_valid && response_in_ready));
      what_is_for_the_mshr_is_offered: assert (!was_to_fill && !was_filled
        || fill_valid && fill_line == was_line);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_request_is_answered: cover (data_valid);
      one_comes_home: cover (f_returns && back_ready && !late);
      a_new_one_is_late: cover (f_turned && f_returns || WAIT_LIMIT == 0);
      a_line_is_gone: cover (was_gone_now && hops_on);
      a_hit_is_held: cover (found && !reading && !response_room);
      the_queue_is_full: cover (f_level == DEPTH);
      own_and_ring_meet: cover (data_valid && complete && !for_here);
      a_line_is_sent: cover (response_out_valid && response_out_ready);
      a_line_for_here_waits: cover (whole && for_here);
    end

`ifdef INDUCTION
  always @* begin
    assume (behind_valid == (f_level > head_valid));
    assume (response_in_ready == !whole && !(whole && beat_last));  // proved with ccn_lines
    assume (entry_valid == f_new && new_ready == !f_new && (!f_new || entry_line == f_new_line));
    if (f_tracking && f_ahead == 1) assume (behind == {f_fresh, f_core, f_line});
    if (behind_valid && behind[WORD_BITS])  // as it was put
      assume (behind[WORD_BITS-1:LINE_BITS] == f_here);
  end
`endif

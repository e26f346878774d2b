// sizes: LINE_BITS=17 ID_BITS=4
// abc: bmc
// depth: bmc=7 induction=2
// cover: 10
// The queue itself is proved as fifo; here it matters what passes when, that every field comes out where
// it belongs, in order (mask and data by their first and last bits), and when the core may be said to
// be asleep. One request is tracked: the solver chooses it.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  // Requests under way are counted beside the block; an id is under way once.
  wire take = request_valid && request_ready;
  reg  [1:0]       level;              // requests that wait
  reg  [ID_BITS:0] unanswered;         // passed, not answered
  wire [1:0]       given = answer_hit + answer_response + answer_remote;
  always @* assume (given <= unanswered);
  always @* assume (!(passed_valid && passed_ready) || unanswered < (1 << ID_BITS));
  always @(posedge clk) begin
    level      <= rst ? 0 : level + take - leave;
    unanswered <= rst ? 0 : unanswered + leave - given;
  end

  (* anyseq *) wire     track;         // the request taken becomes the tracked one
  localparam FIELD_BITS = 3 + 3 + LINE_BITS + ID_BITS + 32 + 4;
  reg                   tracking;      // it waits here
  reg                   behind;        // another one waits before it
  reg  [FIELD_BITS-1:0] kept;
  wire [FIELD_BITS-1:0] offered = {request_kind, request_op, request_line, request_id, request_pc,
    request_mask[127], request_mask[0], request_data[1023], request_data[0]};
  wire [FIELD_BITS-1:0] shown = {passed_kind, passed_op, passed_line, passed_id, passed_pc,
    passed_mask[127], passed_mask[0], passed_data[1023], passed_data[0]};
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && take) begin
      tracking <= 1'b1;
      behind <= level > leave;
      kept <= offered;
    end else if (tracking && leave) begin
      tracking <= behind;
      behind <= 1'b0;
    end

  // What it was told, and boundaries of the last two cycles.
  reg was_stall, was_shared, was_private, was_flush, was_older_flush, was_waiting, was_older_stall;
  always @(posedge clk) begin
    was_stall       <= stall && !rst;
    was_shared      <= shared && !rst;
    was_private     <= is_private && !rst;
    was_flush       <= flush || rst;
    was_older_flush <= was_flush || rst;
    was_older_stall <= was_stall && !rst;
    was_waiting     <= atomics && !rst;
  end
  wire may_pass = !was_stall && !was_flush && !was_older_flush;

  always @(posedge clk)
    if (started_once) begin
      two_wait_at_most: assert (request_ready == (level < 2));
      nothing_passes_in_a_stall: assert (!passed_valid || may_pass);
      an_atomic_waits_for_the_shared_cache: assert (!passed_valid || passed_kind != ATOMIC || was_shared);
      all_others_pass: assert (!(level != 0 && may_pass && !atomics) || passed_valid);
      an_atomic_that_waits_is_told: assert (!(level != 0 && is_atomic && !was_shared) || atomics);
      asleep_means_that_nothing_can_be_asked: assert (awake || unanswered == 0);
      asleep_in_a_stall_alone: assert (awake || was_older_stall);
      own_slices_follow: assert (own_slices == was_private);
      no_l1_is_shared_in_a_change: assert (stays_private == (was_private || was_stall));
      if (tracking && !behind && passed_valid)
        every_field_comes_out_where_it_belongs: assert (shown == kept);

      // For the induction.
      all_are_counted: assert (under_way == unanswered + answered);
      levels_are_in_range: assert (level <= 2 && unanswered <= (1 << ID_BITS));
      what_is_told_is_registered: assert (stalled == was_stall && is_shared == was_shared);
      boundaries_are_counted: assert (boundary == {was_older_flush, was_flush});
      the_tracked_one_is_counted: assert (!tracking || level > behind);
      asleep_behind_a_stall: assert (is_awake || under_way == answered || unanswered == 0);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_request_every_cycle: cover (take && leave && tracking && !behind);
      it_falls_asleep: cover (!awake && level != 0 && unanswered == 0 && was_stall);
      an_atomic_waits: cover (atomics && awake);
      it_waited: cover (leave && passed_kind == ATOMIC && was_waiting);
      three_answers_at_once: cover (given == 3);
    end

`ifdef INDUCTION
  // The queue's contract, its storage being out of sight.
  always @* assume (waits == (level != 0) && request_ready == (level < 2));
  always @* if (tracking && !behind) assume (shown == kept);
`endif

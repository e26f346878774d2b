// sizes: SETS=1; SETS=2; SETS=3; SETS=5
// depth: bmc=14 induction=0
// for all time: pdr
// cover: 24
// Who walks is told beside the block in the words of the page: which sets have entered and passed since
// the walk began or came back, one bit each, in place of a number of the next one. Steps pass in the order in
// which they entered; a walk comes back to a set that has entered and has not passed.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  reg              under_way = 1'b0;   // a walk is
  reg              a_turn = 1'b0;
  reg              requests_done;      // since it became a turn
  reg              aim;
  reg              organized = 1'b0;   // private
  reg  [SETS-1:0]  entered;            // {SETS}
  reg  [SETS-1:0]  gone_by;            // {SETS} passed
  localparam [SETS-1:0] LOWEST = 1;
  wire [SETS-1:0]  visits   = LOWEST << visit_set;
  wire [SETS-1:0]  all      = {SETS{1'b1}};
  wire [SETS-1:0]  pipeline = entered & ~gone_by;
  wire             takes    = step_valid && step_ready;
  wire [SETS-1:0]  offered  = LOWEST << step_set;
  wire             ends     = under_way && gone_by == all && handed_over && !flush;

  always @* if (visit_passes || visit_rewinds) begin
    assume (visit_set < SETS && |(visits & pipeline) && (visits - 1'b1 & pipeline) == 0);  // the oldest step
    assume (!(visit_passes && visit_rewinds));
  end

  always @(posedge clk) begin
    if (rst) begin
      under_way <= 1'b0;
      a_turn    <= 1'b0;
      organized <= 1'b0;
    end else if (flush) begin
      under_way <= 1'b1;
      a_turn    <= a_turn || flush_turns;
    end else if (ends) begin
      under_way <= 1'b0;
      a_turn    <= 1'b0;
      if (a_turn) organized <= aim;
    end
    if (flush && flush_turns) aim <= flush_private;
    requests_done <= !rst && a_turn && (requests_done || quiet);
    if (rst || flush) begin
      entered <= 0;
      gone_by <= 0;
    end else begin
      entered <= visit_rewinds ? visits - 1'b1 : entered | offered & {SETS{takes}};
      gone_by <= gone_by | visits & {SETS{visit_passes}};
    end
  end

  always @(posedge clk)
    if (started_once) begin
      busy_from_the_flush_to_its_end: assert (busy == under_way);
      a_set_enters_as_long_as_one_is_left: assert (
        step_valid == (under_way && entered != all && !(a_turn && !requests_done)));
      the_lowest_that_has_not: assert (!step_valid || entered == offered - 1'b1);
      a_turn_from_its_flush_to_its_end: assert (turning == a_turn);
      it_ends_with_its_aim_and_nothing_else_does: assert (is_private == organized);
      a_slice_that_was_private_loses_its_lines: assert (invalidates == (was_ending && before));
    end

  reg was_ending = 1'b0;
  reg before;
  always @(posedge clk) was_ending <= !rst && ends && a_turn;
  always @(posedge clk) before <= organized;
  always @(posedge clk)
    if (started_once && !rst) begin
      a_slice_turns_private: cover (was_ending && is_private);
      and_back: cover (was_ending && !is_private && organized == aim);
      a_walk_comes_back: cover (visit_rewinds && |gone_by || SETS == 1);
      and_ends: cover (ends);
    end

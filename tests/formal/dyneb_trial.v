// sizes: CORES=2 WARM=3 FILL=3 WINDOW=2 EPOCH=2 TWICE=2 KEEP=100 MISS=40; CORES=1 WARM=3 FILL=4 WINDOW=3 EPOCH=1 TWICE=0 KEEP=64 MISS=0
// depth: bmc=46 induction=0
// cover: 24
// abc: bmc
// Everything around it is free: kernels, modes, what cores do. Counts are compared with those of a list of the last
// events. Bounded: a round of two windows fits in, or a hold and another private window. Covers see the first window's
// ends (z3 takes minutes for more); rounds that follow each other are seen in lockstep and by the bench.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  // What there is of each count is never more than its flops need.
  localparam [31:0] F_LONGER = WARM > FILL ? WARM : FILL, F_LONG = F_LONGER > WINDOW ? F_LONGER : WINDOW;
  wire [31:0] f_counting = phase == COUNTING ? WINDOW - steps : WINDOW; // cycles that have counted, behind WARMING
  wire [31:0] f_achieved = achieved + (g_count[0].carry << LOWER), f_missed = misses + (g_count[1].carry << LOWER);
  always @(posedge clk)
    if (started_once) begin
      steps_are_of_a_phase: assert (steps <= (F_LONG > CLOSE_STEPS ? F_LONG : CLOSE_STEPS));
      epochs_are_of_a_hold: assert (phase == STATIC || epochs <= LONGEST && longer <= LONGEST);
      no_more_is_counted_than_cores_can_do: assert (empty || phase > HOLDING
        || f_achieved <= 3 * CORES * f_counting && f_missed <= CORES * f_counting);
    end

  // What cores did three cycles ago, added in the cycles that count: {misses, achieved}.
  localparam F_BITS = 9;
  reg  [F_BITS-1:0] f_done, f_misses;
  reg  [7:0]        f_now, f_one, f_two, f_three;
  integer           fk;
  always @* begin
    f_now = 8'd0;
    for (fk = 0; fk < CORES; fk = fk + 1)
      f_now = f_now + {3'd0, core_miss[fk], 2'd0, core_two[fk], core_one[fk]};
  end
  always @(posedge clk) begin
    f_one <= rst ? 8'd0 : f_now;
    f_two <= rst ? 8'd0 : f_one;
    f_three <= rst ? 8'd0 : f_two;
    if (phase == WARMING)       {f_misses, f_done} <= {2*F_BITS{1'b0}};
    else if (phase == COUNTING) {f_misses, f_done} <= {f_misses + f_three[7:4], f_done + f_three[3:0]};
  end

  reg [2:0]        f_phase;            // of the cycle before
  reg              f_shared, f_kept, f_decides, f_trying, f_kernel, f_dynamic, f_over, f_rst = 1'b1, f_static;
  reg [6:0]        f_epochs, f_longer;
  reg [F_BITS-1:0] f_first;            // count of the private window
  wire [F_BITS+6:0] f_part = f_first * KEEP, f_some = f_done * MISS;
  wire f_is_better = f_done != 0 && f_done >= f_part >> 7;
  wire f_many      = f_misses != 0 && f_misses >= f_some >> 7;
  always @(posedge clk) begin
    {f_phase, f_shared, f_kept, f_decides, f_trying} <= {phase, shared, kept, decides, trying};
    {f_kernel, f_dynamic, f_rst, f_static, f_over} <= {kernel, dynamic, rst, static_share, over};
    {f_epochs, f_longer} <= {epochs, {1'b0, longer}};
    if (phase == CLOSING && !trying) f_first <= f_done;
  end
  wire f_runs = f_dynamic && f_phase != STATIC;
  wire f_closes = f_runs && f_phase == CLOSING && phase != CLOSING && !f_kernel;

  always @(posedge clk)
    if (started_once && !f_rst) begin
      what_is_achieved_is_counted: assert (phase != CLOSING || steps > 13 || achieved == f_done);
      misses_are_counted: assert (phase != CLOSING || steps > 13 || misses == f_misses);
      a_mode_that_says_which_is_obeyed: assert (f_dynamic || phase == STATIC && share == f_static && !event_trial);
      a_search_begins_with_private_l1s: assert (!(f_dynamic && f_phase == STATIC) || phase == WARMING && !share);
      a_kernel_begins_a_round_anew: assert (!(f_runs && f_kernel && f_phase != HOLDING)
        || phase == WARMING && !share && !trying && decides);
      a_kernel_leaves_what_is_held: assert (!(f_runs && f_kernel && f_phase == HOLDING) || share == f_shared || f_over);
      only_the_first_window_is_private: assert (phase == STATIC || phase == HOLDING || share == trying);
      a_phase_has_its_steps: assert (phase == STATIC || (phase == HOLDING ? steps == 0
        : steps != 0 && steps <= (phase == COUNTING ? WINDOW : phase == CLOSING ? CLOSE_STEPS : trying ? FILL : WARM)));
      sharing_is_tried_when_loads_miss: assert (!(f_closes && !f_trying) || (phase == WARMING && share) == f_many
        || phase == WARMING && !share);
      what_is_not_tried_is_private: assert (!(f_closes && !f_trying && !f_many) || !share);
      shared_l1s_are_kept_when_they_achieve_enough: assert (!(event_trial && f_trying) || event_share == f_is_better);
      one_round_alone_changes_no_mind: assert (!(event_trial && share != f_kept) || f_decides);
      doubts_ask_again: assert (!(f_closes && f_trying && f_is_better != f_kept && !f_decides)
        || phase == WARMING && !share && decides && kept == f_kept);
      a_decision_begins_a_hold: assert (!event_trial || phase == HOLDING && f_phase == CLOSING && kept == share);
      what_is_held_stays: assert (!(f_runs && f_phase == HOLDING && phase == HOLDING) || share == f_shared);
      the_same_once_more_doubles_the_hold: assert (!(event_trial && f_trying && share == f_kept)
        || epochs == ((2 * f_longer + 1) & ((1 << TWICE) - 1)));
      anything_else_brings_it_back: assert (!(event_trial && (!f_trying || share != f_kept)) || epochs == 0);
      a_hold_ends_with_its_last_epoch: assert (!(f_runs && f_phase == HOLDING && phase != HOLDING) || f_epochs == 0 || f_kernel);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      nothing_is_tried: cover (event_trial && !f_trying);
      sharing_is_tried: cover (trying && phase == WARMING);
    end

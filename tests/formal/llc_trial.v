// sizes: SLICES=2 WARM=2 WINDOW=2 EPOCH=12 TIE=1; SLICES=1 WARM=2 WINDOW=1 EPOCH=9 TIE=0
// depth: bmc=22 induction=0
// cover: 26
// Everything around it is free: kernels, stalls, an organization that follows or not, accesses. The count is
// compared with that of a list of the last accesses. Bounded: a round of two windows fits in.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  // What the slices looked up two cycles ago, added in the cycles that count: the law of the two parts.
  reg  [TOTAL_BITS-1:0] f_count;
  reg  [6:0]            f_one, f_two;
  integer               fk;
  reg  [6:0]            f_ones;
  always @* begin
    f_ones = 7'd0;
    for (fk = 0; fk < SLICES; fk = fk + 1) f_ones = f_ones + slice_access[fk];
  end
  always @(posedge clk) begin
    f_one <= rst ? 7'd0 : f_ones;
    f_two <= rst ? 7'd0 : f_one;
    if (phase == WARMING)       f_count <= {TOTAL_BITS{1'b0}};
    else if (phase == COUNTING) f_count <= f_count + f_two;
  end

  reg [2:0]           f_phase;            // of the cycle before
  reg                 f_wants, f_trying, f_kernel, f_adaptive, f_rst = 1'b1;
  reg [TOTAL_BITS-1:0] f_first;           // count of the first window
  reg                  f_known = 1'b0;    // it is of this round
  always @(posedge clk) begin
    {f_phase, f_wants, f_trying} <= {phase, wants, trying};
    {f_kernel, f_adaptive, f_rst} <= {kernel, adaptive, rst};
    if (closes && !trying && !rst) f_first <= f_count;
    f_known <= !rst && (f_known || closes && !trying) && adaptive;
  end
  wire [TOTAL_BITS-1:0] f_shared = f_wants ? f_first : f_count, f_private = f_wants ? f_count : f_first;

  always @(posedge clk)
    if (started && !f_rst) begin
      the_count_is_that_of_the_accesses: assert (phase != CLOSING || steps > 3 || total == f_count);
      without_adaptation_shared_slices_are_wanted: assert (f_adaptive || !wants_private && phase == OFF);
      a_kernel_leaves_what_is_held: assert (!(f_kernel && f_adaptive && f_phase == HOLDING) || wants == f_wants);
      a_kernel_breaks_a_trial_off: assert (!(f_kernel && f_adaptive && f_trying && f_phase != HOLDING)
        || phase == HOLDING && wants != f_wants && !trying);
      only_the_end_of_a_window_or_a_break_changes_the_wish: assert (!f_adaptive || f_phase == CLOSING || f_kernel
        || wants == f_wants);
      the_other_one_is_tried_after_the_first: assert (!(trying && !f_trying) || wants != f_wants);
      who_holds_tries_nothing: assert (phase != HOLDING || !trying);
      a_decision_begins_a_hold: assert (!event_decision || phase == HOLDING && f_trying);
      private_slices_are_kept_when_they_bring_enough: assert (!event_decision || !f_known
        || event_private == (f_private != 0 && f_private >= f_shared - (f_shared >> TIE)));
    end

  always @(posedge clk)
    if (started && !rst) begin
      private_slices_are_kept: cover (event_private && f_first != 0);
      shared_ones_are_kept: cover (event_decision && !event_private && f_first != 0);
      a_round_follows_a_hold: cover (phase == SETTLING && f_phase == HOLDING);
    end

// sizes: SLICES=2 WARM=2 WINDOW=2 EPOCH=12 TIE=1 MEMORY=3; SLICES=1 WARM=2 WINDOW=2 EPOCH=9 TIE=0 PROGRAM=1
// abc: bmc
// depth: bmc=24 induction=0
// cover: 34
// Everything around it is free: kernels, stalls, an organization that follows or not, accesses. The count is
// compared with that of a list of the last accesses. The other program's trial is one of which only the turns are
// told: it may be off, hold, wait and be in a round for as long as it likes (beside one slice; else it is off). Bounded: a round of two windows fits in.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  localparam F_MOST = SLICES * WINDOW;
  // What the slices looked up two cycles ago, added in the cycles that count: the law of the two parts.
  reg  [TOTAL_BITS-1:0] f_count, f_lines;
  reg  [13:0]           f_one, f_two;  // {reads and stores, requests}
  integer               fk;
  reg  [13:0]           f_ones;
  always @* begin
    f_ones = 14'd0;
    for (fk = 0; fk < SLICES; fk = fk + 1) f_ones = f_ones + {5'd0, {1'b0, slice_read[fk]} + {1'b0, slice_store[fk]}, 6'd0,
                                                               slice_access[fk]};
  end
  always @(posedge clk) begin
    f_one <= rst ? 14'd0 : f_ones;
    f_two <= rst ? 14'd0 : f_one;
    if (phase == WARMING)       {f_lines, f_count} <= {2*TOTAL_BITS{1'b0}};
    else if (phase == COUNTING) {f_lines, f_count} <= {f_lines + f_two[13:7], f_count + f_two[6:0]};
  end

  // The other one: what it does when it may is free.
  localparam [1:0] OTHER_OFF = 2'd0, OTHER_HOLDS = 2'd1, OTHER_WAITS = 2'd2, OTHER_RUNS = 2'd3;
  (* anyseq *) wire   f_ends, f_goes;
  reg  [1:0]          f_other;
  reg                 f_had;              // the last one that began a round was its
  wire f_begins = f_goes && !runs && ((f_other == OTHER_OFF) ? !waits && PROGRAM != 0 : f_other == OTHER_WAITS && !(waits && f_had));
  always @* begin
    if (SLICES > 1) assume (!f_goes);
    assume (other_runs == (f_other == OTHER_RUNS));
    assume (other_waits == (f_other == OTHER_WAITS));
  end
  always @(posedge clk) begin
    if (rst || f_ends)                              f_other <= OTHER_OFF;
    else if (f_begins)                              f_other <= OTHER_RUNS;
    else if (f_other != OTHER_WAITS && f_goes)      f_other <= (f_other == OTHER_HOLDS) ? OTHER_WAITS : OTHER_HOLDS;
    if (rst)                                        f_had <= PROGRAM == 0;
    else if (runs)                                  f_had <= 1'b0;
    else if (f_begins && !f_ends)                   f_had <= 1'b1;
  end

  reg                 f_waited, f_gave_way, f_had_last;
  always @(posedge clk) begin
    f_had_last <= had_last;
    f_waited   <= !rst && waits && (f_waited || other_runs);
    f_gave_way <= !rst && waits && other_waits && !runs;
  end

  reg [2:0]           f_phase;            // of the cycle before
  reg                 f_wants, f_trying, f_crossed, f_repeated, f_kernel, f_adaptive, f_rst = 1'b1;
  reg [TOTAL_BITS-1:0] f_first;           // count of the first window
  reg                  f_known = 1'b0;    // it is of this round
  always @(posedge clk) begin
    {f_phase, f_wants, f_trying, f_crossed, f_repeated} <= {phase, wants, trying, crossed, repeated};
    {f_kernel, f_adaptive, f_rst} <= {kernel, adaptive, rst};
    if (closes && !trying && !rst) f_first <= f_count;
    f_known <= !rst && (f_known || closes && !trying) && adaptive;
  end
  wire [TOTAL_BITS-1:0] f_shared = f_wants ? f_first : f_count, f_private = f_wants ? f_count : f_first;

  always @(posedge clk)
    if (started_once) begin
      without_a_limit_memory_never_bounds: assert (MEMORY != 0 || !bounded);
      no_window_has_more_than_all_slices_look_up: assert (!(phase == CLOSING && trying) || total <= F_MOST && first <= F_MOST
        && (steps > 3 || of_shared <= F_MOST && of_private <= F_MOST));
    end
  always @(posedge clk)
    if (started_once && !f_rst) begin
      the_count_is_that_of_the_accesses: assert (phase != CLOSING || steps > 4 || total == f_count);
      reads_and_stores_are_counted_as_well: assert (phase != CLOSING || steps > 4 || reads + stores == f_lines);
      without_adaptation_shared_slices_are_wanted: assert (f_adaptive || !wants_private && phase == OFF);
      a_kernel_leaves_what_is_held: assert (!(f_kernel && f_adaptive && f_phase == HOLDING) || wants == f_wants);
      a_kernel_begins_the_second_window_anew: assert (!(f_kernel && f_adaptive && f_trying && !f_crossed)
        || phase == SETTLING && wants == f_wants && trying && crossed);
      the_next_one_breaks_the_trial_off: assert (!(f_kernel && f_adaptive && f_trying && f_crossed)
        || phase == HOLDING && wants != f_wants && !trying);
      windows_of_two_kernels_are_alike_when_one_is_chosen: assert (!event_decision || !f_known || !f_crossed
        || f_count >> 1 <= f_first);
      memory_that_bounds_twice_ends_the_round: assert (!(f_repeated && f_phase == CLOSING && phase == HOLDING && !f_kernel
        && !f_trying && f_adaptive) || f_lines >= MEMORY && wants == f_wants && !event_decision);
      nothing_is_tried_while_memory_bounds: assert (!(trying && !f_trying) || f_wants || MEMORY == 0 || f_lines < MEMORY);
      only_the_end_of_a_window_or_a_break_changes_the_wish: assert (!f_adaptive || f_phase == CLOSING || f_kernel
        || wants == f_wants);
      the_other_one_is_tried_after_the_first: assert (!(trying && !f_trying) || wants != f_wants);
      never_are_both_in_a_round: assert (!(runs && other_runs));
      one_had_the_last_round: assert (runs || other_runs || had_last != f_had);
      who_had_the_last_round_gives_way: assert (!(f_gave_way && runs) || !f_had_last);
      who_holds_tries_nothing: assert (phase != HOLDING || !trying);
      a_decision_begins_a_hold: assert (!event_decision || phase == HOLDING && f_trying);
      private_slices_are_kept_when_they_bring_enough: assert (!event_decision || !f_known
        || event_private == (f_private != 0 && f_private >= f_shared - (f_shared >> TIE)));
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      private_slices_are_kept: cover (event_private && f_first != 0);
      shared_ones_are_kept: cover (event_decision && !event_private && f_first != 0);
      a_round_follows_a_hold: cover (phase == SETTLING && f_phase == HOLDING);
      a_round_waits_for_the_other_one: cover (runs && f_phase == HOLDING && f_waited || SLICES > 1);
      one_of_two_that_wait_begins: cover (runs && f_phase == HOLDING && f_gave_way || SLICES > 1);
      a_window_is_repeated: cover (phase == WARMING && f_phase == CLOSING || MEMORY == 0);
      windows_of_two_kernels_choose: cover (event_decision && f_crossed);
      windows_of_two_kernels_may_be_too_far_apart: cover (phase == HOLDING && f_phase == CLOSING && !event_decision);
    end

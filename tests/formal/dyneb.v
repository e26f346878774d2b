// sizes: COUNT_BITS=2 LINES=2 CHECK=3 CHECK_PERCENT=30 SHARE_PERCENT=60 WATCH=2 WARM=2 SAMPLE=3 EXECUTE=3 MISS_PERCENT=50
// sizes: COUNT_BITS=2 CHECK=0 WARM=0 SAMPLE=3 EXECUTE=1 COUNT_REMOTE=0 METRIC=1 MISS_PERCENT=0 HOME_LATENCY=2 L2_LATENCY=5
// sizes: ASKS=1 COUNT_BITS=2 LINES=2 CHECK=3 CHECK_PERCENT=30 SHARE_PERCENT=60 WATCH=2 WARM=2 SAMPLE=3 EXECUTE=3 MISS_PERCENT=50
// depth: bmc=23 induction=2
// cover: 27
// The bounded proof starts after reset or in any sample with any counters. The evaluation that
// follows such a start at once is compared with the formula; so that holds for all counters. The
// induction leaves the arithmetic out.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;

  // The events of the last cycle, which count in this one.
  reg seen, seen_odd_set, seen_home, seen_near;
  always @(posedge clk) begin
    seen         <= !rst && (event_load || event_store) && !event_remote;
    seen_odd_set <= event_odd;
    seen_home    <= !rst && home_valid && home_odd;
    seen_near    <= !rst && event_near;
  end
  wire       seen_even_set = seen && !seen_odd_set;
  wire [1:0] asked_odd     = (seen && seen_odd_set)
                           + (COUNT_REMOTE == 1 ? seen_home + seen_near : 0);

  // What the phases are measured with.
  reg [EVEN_BITS-1:0] seen_even;       // WARMING, SAMPLING: own requests, at most as many as it takes
  reg [LEFT_BITS-1:0] seen_odd;        // the same
  reg [LEFT_BITS-1:0] executed;        // EXECUTING: own accesses
  reg [LEFT_BITS-1:0] alone;           // SETTLING, CHECKING: own loads
  reg [9:0]           misses;          // those that missed; EXECUTING: in this window
  reg                 seen_load, seen_miss;
  reg [5:0]           evaluated;       // EVALUATING: cycles
  wire [LEFT_BITS-1:0] lasts = warming ? WARM : SAMPLE;
  always @(posedge clk) begin
    seen_even <= !(warming && !warm_ends || sampling) ? 0
               : seen_even + (seen_even_set && seen_even != lasts);
    seen_odd  <= !(warming && !warm_ends || sampling) ? 0
               : seen_odd + asked_odd >= lasts ? lasts : seen_odd + asked_odd;
    executed  <= executing && !seen_to_miss ? executed + seen : 0;
    alone     <= settling && !settle_ends || checking ? alone + seen_load : 0;
    misses    <= settling && !settle_ends || checking && !check_ends
              || executing && !seen_to_miss && !(seen && (left - 1) % WATCH == 0)
               ? misses + seen_miss : 0;
    seen_load <= !rst && event_load && !event_remote;
    seen_miss <= !rst && (ASKS == 1 ? event_ask : event_load && event_miss && !event_remote);
    evaluated <= evaluating ? evaluated + 1 : 0;
  end

  wire [COUNT_BITS-1:0] a_odd   = counters[0*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] m_odd   = counters[1*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] a_even  = counters[2*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] m_even  = counters[3*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] h_odd   = counters[4*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] fifth   = counters[5*COUNT_BITS +: COUNT_BITS];
  wire [COUNT_BITS-1:0] sixth   = counters[6*COUNT_BITS +: COUNT_BITS];
  wire ratios_are_ratios = m_odd <= a_odd && (ASKS == 1 || m_even <= a_even)
    && ((METRIC == 0) ? m_even <= sixth : sixth <= fifth);
  wire counts_are_work = a_even <= seen_even && (METRIC == 1 || ASKS == 1 || sixth <= seen_even)
    && (COUNT_REMOTE == 0 || h_odd <= seen_odd);
  wire even_is_sane = even_done ? seen_even == lasts
    : seen_even == lasts - even_left && even_left != 0 && even_left <= lasts;
  wire odd_is_sane = odd_done ? seen_odd == lasts
    : seen_odd == lasts - left && left != 0 && left <= lasts;
  wire sample_is_sane = even_is_sane && odd_is_sane && !(even_done && odd_done);

  // What the block knows from flops: which counters are full or one short of it, but for those that
  // count own requests and can hold SAMPLE of them; what to count.
  wire [COUNTERS-1:0] counts_own = {METRIC == 0 && ASKS == 0, 1'b0, COUNT_REMOTE == 1, ASKS == 0, 3'b100};
  reg  [COUNTERS-1:0] are_nearly_full;
  integer             f;
  always @*
    for (f = 0; f < COUNTERS; f = f + 1)
      are_nearly_full[f] = f != 1 && (ASKS == 1 || f != 3) && (METRIC == 0 || f != 6)
                 && !(SAMPLE < 1 << COUNT_BITS && counts_own[f])
                 && &counters[f*COUNT_BITS+1 +: COUNT_BITS-1];
  wire events_are_sane = own_even == seen_even_set && own_odd == asked_odd
    && processed == seen && loaded == seen_load && missed == seen_miss
    && (ASKS == 1 || !missed || loaded)
    && (!loaded || processed) && counts[4] == seen_home && (!counts[1] || counts[0])
    && (!counts[3] || (ASKS == 1 || counts[2]) && (METRIC == 1 || counts[6] || even_twice))
    && (!counts[2] || own_even) && (!even_twice || ASKS == 1 && METRIC == 0 && counts[3] && !counts[6])
    && ((METRIC == 0) ? (ASKS == 1 || !counts[6] || own_even) && !(counts[5] && counts_twice)
                      : (!counts[6] || counts[5]));

  always @*
    if (!started_once)
      assume (rst || sampling && !shared && !decided && ratios_are_ratios && counts_are_work
              && sample_is_sane && events_are_sane && nearly_full == are_nearly_full && !products);

  // The register of the check, and what it says with the load that counts in this cycle, in percent.
  wire [16:0] hundred_misses = 100 * (misses + seen_miss);
  wire        misses_are_known;
  generate
    if (CHECKS != 0) begin : misses_proof
      assign misses_are_known = settling ? check.misses_left == FILLED - misses && misses < FILLED
        : checking ? check.misses_left == MANY - misses && misses < MANY
        : !executing || shared || WATCHED == 0
          || check.misses_left == WATCHED - misses && misses < WATCHED;
    end else begin : no_misses_proof
      assign misses_are_known = 1'b1;
    end
  endgenerate

  // The decision, from the counters as they are when the evaluation begins, in as many bits as
  // counters of 2 bits need.
  localparam [11:0] HUNDREDTHS = 100;
  localparam [11:0] THRESHOLD = (MISS_PERCENT == 0) ? 0
                              : (SHARE_PERCENT > MISS_PERCENT) ? SHARE_PERCENT : MISS_PERCENT;
  localparam [11:0] HOME_TIME = HOME_LATENCY, L2_TIME = L2_LATENCY;
  reg at_once = 1'b1;                  // the evaluation that begins with the second cycle
  always @(posedge clk) at_once <= at_once && !rst && (started_once ? evaluating : sample_ends);

  reg  [COUNTERS*COUNT_BITS-1:0] sampled;
  always @(posedge clk) if (evaluating && step == 0) sampled <= counters;
  wire [11:0] as = sampled[0*COUNT_BITS +: COUNT_BITS];
  wire [11:0] ms = sampled[1*COUNT_BITS +: COUNT_BITS];
  wire [11:0] ap = sampled[2*COUNT_BITS +: COUNT_BITS];
  wire [11:0] mp = sampled[3*COUNT_BITS +: COUNT_BITS];
  wire [11:0] hs = sampled[4*COUNT_BITS +: COUNT_BITS];
  wire [11:0] c5 = sampled[5*COUNT_BITS +: COUNT_BITS];
  wire [11:0] c6 = sampled[6*COUNT_BITS +: COUNT_BITS];
  wire [11:0] ar = (c5 == 0) ? 1 : c5;
  wire        low_miss_rate = HUNDREDTHS * mp < THRESHOLD * ap;
  wire        more_bandwidth = (ms == 0) ? c6 * ap * mp != 0 : (c5 * as + hs * ms) * mp > c6 * ap * ms;
  wire        less_time = (ms * L2_TIME * ar + hs * (HOME_TIME * ar + L2_TIME * c6)) * ap
                        < L2_TIME * ar * mp * (as + hs);
  wire        shared_is_better = !low_miss_rate && ((METRIC == 0) ? more_bandwidth : less_time);

  always @(posedge clk)
    if (started_once) begin
      the_phases_are_these: assert (phase == STATIC || executing || sampling || evaluating
                                    || WARM != 0 && warming || CHECKS != 0 && (settling || checking));
      a_check_lasts_its_loads: assert (!settling && !checking
        || alone == CHECK - left && left != 0 && left <= CHECK && !odd_done);
      a_check_counts_nothing: assert (!settling && !checking || counters == 0);
      misses_are_counted: assert (misses_are_known);
      a_full_cache_settles: assert (!settling || filled == (misses + seen_miss == FILLED));
      many_misses_share: assert (!checking
        || many == (SHARE_PERCENT != 0 && hundred_misses >= SHARE_PERCENT * CHECK));
      few_misses_stay_private: assert (!checking || many
        || few == (hundred_misses < CHECK_PERCENT * CHECK));
      many_misses_end_an_execution: assert (!executing || seen_to_miss == (CHECKS != 0 && !shared
        && SHARE_PERCENT != 0 && hundred_misses >= SHARE_PERCENT * WATCH));
      a_check_is_private: assert (!settling && !checking || !share_even && !share_odd);
      a_sample_lasts_until_both_groups_have_seen_enough:
        assert (!warming && !sampling || sample_is_sane);
      nothing_counts_while_it_warms_up: assert (!warming || counters == 0);
      a_group_counts_no_more_than_its_requests: assert (!sampling || counts_are_work);
      an_execution_lasts_its_accesses: assert (!executing
        || executed == EXECUTE - left && left != 0 && left <= EXECUTE && !odd_done);
      an_evaluation_counts_nothing: assert (!evaluating || even_done && odd_done);
      an_evaluation_lasts_its_steps: assert (!evaluating
        || step == evaluated && evaluated <= LAST_STEP);
      all_is_set_for_the_next_sample: assert (!executing && !settling && !checking
        || even_left == (WARM != 0 ? WARM : SAMPLE) && !even_done);
      full_counters_are_known: assert (!sampling || nearly_full == are_nearly_full);
      own_accesses_are_registered: assert (events_are_sane);
      an_evaluation_has_its_products_last: assert (evaluating
        ? products == (step >= FIRST_STEPS) : !sampling || !products);
      misses_are_accesses: assert (!sampling || ratios_are_ratios);
      groups_differ_only_while_sampling: assert ((share_even != share_odd)
                                              == (warming || sampling || evaluating));
      even_sets_are_never_shared_alone: assert (share_odd || !share_even);
      a_pulse_begins_an_execution: assert (!event_sample || executing && executed == 0);
      the_pulse_says_what_is_executed: assert (event_share == (event_sample && share_even));
`ifndef INDUCTION
      serial_and_parallel_arithmetic_agree: assert (
        !at_once || !last_step || shared_wins == shared_is_better);
`endif
    end

  // One edge: modes, order of the phases, idle steps, counters.
  reg                            was_many, was_says, was_watch;
  reg                            was_rst, was_quiet, was_last, was_better, was_even_done, was_odd_done;
  reg [1:0]                      was_mode;
  reg [2:0]                      was_phase;
  reg [LEFT_BITS+EVEN_BITS-1:0]  was_left;
  reg [COUNTERS*COUNT_BITS-1:0]  was_counters;
  reg [COUNTERS-1:0]             kept_half, not_counted;  // not_counted: halved at most
  integer                        c;
  always @(posedge clk) begin
    was_rst      <= rst;
    was_quiet    <= !own_even && own_odd == 0 && !processed && !loaded && !missed && counts == 0
                    && !counts_twice && !even_twice && !evaluating && !decided;
    was_even_done <= even_done;
    was_odd_done  <= odd_done;
    was_last     <= last_step;
    was_many     <= many;
    was_says     <= check_says;
    was_watch    <= seen_to_miss;
    was_better   <= shared_wins;
    was_mode     <= l1_mode & {2{!stays_private}};
    was_phase    <= phase;
    was_left     <= {left, even_left};
    was_counters <= counters;
  end
  always @*
    for (c = 0; c < COUNTERS; c = c + 1) begin
      kept_half[c] = counters[c*COUNT_BITS +: COUNT_BITS]
                  >= was_counters[c*COUNT_BITS +: COUNT_BITS] >> 1;
      not_counted[c] = counters[c*COUNT_BITS +: COUNT_BITS] == was_counters[c*COUNT_BITS +: COUNT_BITS]
        || counters[c*COUNT_BITS +: COUNT_BITS] == was_counters[c*COUNT_BITS +: COUNT_BITS] >> 1;
    end

  always @(posedge clk)
    if (started_once && was_rst)
      private_after_reset: assert (phase == STATIC && !share_even && !share_odd
                                   && !event_sample);
    else if (started_once) begin
      if (was_mode == 0)
        mode_0_is_private: assert (!share_even && !share_odd);
      if (was_mode == 1)
        mode_1_is_shared: assert (share_even && share_odd);
      if (was_mode[1]) begin
        dynamic_is_not_static: assert (phase != STATIC);
        a_dynamic_mode_begins_with_a_sample: assert (was_phase != STATIC
          || phase == FIRST && counters == 0 && seen_even == 0 && seen_odd == 0);
        every_sample_begins_with_cleared_counters: assert (was_phase != EXECUTING || executing
          || phase == FIRST && counters == 0);
        so_it_does_after_warming_up: assert (was_phase != WARMING || warming
          || sampling && counters == 0 && seen_even == 0 && seen_odd == 0);
        phases_follow_each_other: assert (phase == was_phase || was_phase == STATIC
          || phase == (was_phase == SETTLING ? CHECKING
                     : was_phase == CHECKING ? (was_says ? EXECUTING : BOTH)
                     : was_phase == WARMING  ? SAMPLING
                     : was_phase == SAMPLING ? EVALUATING
                     : was_phase == EVALUATING ? EXECUTING : FIRST));
        a_complete_group_counts_no_more: assert (was_phase != SAMPLING
          || (!was_even_done || !(~not_counted & ~OF_ODD))
             && (!was_odd_done || !(~not_counted & OF_ODD)));
        a_check_is_executed: assert (was_phase != CHECKING || !executing
          || event_sample && share_even == was_many);
        who_is_seen_to_miss_shares: assert (!was_watch || executing && event_sample && share_even);
        the_winner_is_executed: assert (!was_last || executing && event_sample
                                                  && share_even == was_better);
      end
      a_pulse_lasts_a_cycle: assert (event_sample == ((was_last || was_says || was_watch) && was_mode[1]));
      no_counter_wraps: assert (was_phase != SAMPLING || !sampling || &kept_half);
      an_idle_step_changes_nothing: assert (!was_quiet || !was_mode[1] || was_phase == STATIC
        || phase == was_phase && {left, even_left} == was_left
           && (executing || counters == was_counters));
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      shared_is_chosen: cover (event_sample && event_share);
      private_is_chosen: cover (event_sample && !event_share);
      it_samples_again: cover (was_phase == EXECUTING && phase == FIRST);
      an_evaluation_is_given_up: cover (was_phase == EVALUATING && phase == STATIC);
      counters_are_halved: cover (sampling && |overflow);
      a_check_keeps_it_private: cover (CHECKS == 0 || was_phase == CHECKING && executing && !share_even);
      a_check_shares: cover (CHECKS == 0 || was_phase == CHECKING && executing && share_even);
      an_execution_is_seen_to_miss: cover (CHECKS == 0 || was_watch && event_share);
      a_check_lets_it_sample: cover (CHECKS == 0 || was_phase == CHECKING && phase == BOTH);
      it_counts_when_warm: cover (WARM == 0 || was_phase == WARMING && sampling);
      three_requests_in_one_cycle_end_a_sample: cover (was_phase == SAMPLING && evaluating
        && (COUNT_REMOTE == 0 || was_left[LEFT_BITS+EVEN_BITS-1:EVEN_BITS] == 3));
    end

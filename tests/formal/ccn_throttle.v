// sizes: SAMPLE=3 PERIOD=7 COUNT_BITS=3 MIN_PERCENT=50; SAMPLE=4 PERIOD=5 COUNT_BITS=3 MIN_PERCENT=5; SAMPLE=6 PERIOD=3 COUNT_BITS=3 MIN_PERCENT=100; SAMPLE=2 PERIOD=6 COUNT_BITS=3 MIN_PERCENT=0
// depth: bmc=16 induction=3
// cover: 24
// Any instructions and any ends of requests, beside counts that never overflow.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  localparam F_BITS = 12;
  reg [F_BITS-1:0] f_at;               // instructions since the epoch began
  reg [F_BITS-1:0] f_hits, f_total;    // of the sample, exact while nothing was halved
  reg              f_exact;
  reg [4:0]        f_since;            // edges since the sample ended, 31 at most
  wire [F_BITS-1:0] f_next = f_at + now_issued;
  wire f_ends = f_next >= PERIOD;
  always @(posedge clk)
    if (rst || f_ends) begin
      f_at <= 0;
      f_hits <= 0;
      f_total <= 0;
      f_exact <= 1'b1;
      f_since <= 0;
    end else begin
      f_at <= f_next;
      if (f_at < SAMPLE) begin
        f_hits <= f_hits + now_answer;
        f_total <= f_total + now_answer + now_back;
        f_exact <= f_exact && !full;
      end
      f_since <= f_next < SAMPLE ? 0 : f_since + !(&f_since);
    end

  reg f_full;                          // total was so, and was not halved since
  always @(posedge clk)
    f_full <= !rst && !f_ends && f_at < SAMPLE && f_next < SAMPLE
      && total + 4 >= 1 << COUNT_BITS && !full;

  // The counters as the sample left them, and how much of them was weighed.
  reg [COUNT_BITS-1:0] f_last_hits, f_last_total;
  always @(posedge clk)
    if (sampling) begin
      f_last_hits <= f_new_hits;
      f_last_total <= f_new_total;
    end
  wire [COUNT_BITS-1:0] f_new_hits = full ? hits >> 1 : hits + now_answer;
  wire [COUNT_BITS-1:0] f_new_total = full ? total >> 1 : total + now_answer + now_back;
  wire signed [15:0] f_sum = 100 * f_last_hits - MIN_PERCENT * f_last_total;
  wire signed [15:0] f_left = 100 * hits - MIN_PERCENT * total;
  wire signed [15:0] f_balance = balance;
  wire f_too_few = 100 * f_last_hits < MIN_PERCENT * f_last_total;

  // What the last sample with requests said that was judged, and what had been said before this epoch.
  reg f_said, f_said_before;
  always @(posedge clk) begin
    if (rst) f_said <= 1'b0;
    else if (f_since == COUNT_BITS && !f_ends && f_last_total != 0) f_said <= f_too_few;
    if (rst || f_ends) f_said_before <= !rst && f_said;
  end

  reg was_ended = 1'b1, was_skip, was_judge;
  always @(posedge clk) begin
    was_ended <= rst || f_ends;
    was_skip <= skip;
    was_judge <= weighing && last;
  end

  always @(posedge clk)
    if (started_once) begin
      the_place_is_the_instructions_so_far: assert (at == f_at && at < PERIOD);
      a_sample_is_the_first_instructions: assert (sampling == (at < SAMPLE));
      full_is_three_below_the_limit: assert (full == f_full && (!full || sampling));
      it_is_full_before_it_overflows: assert (!sampling || full
        || total + 2 < 1 << COUNT_BITS);
      hits_are_requests: assert (!sampling && !weighing || hits <= total);
      counters_are_exact_until_they_are_halved: assert (!f_exact || !sampling
        || hits == f_hits && total == f_total);
      so_is_what_the_sample_leaves: assert (!f_exact || sampling
        || f_last_hits == f_hits && f_last_total == f_total);
      f_counts_only_fit: assert (!f_exact || f_total < 1 << COUNT_BITS);
      the_sample_is_weighed_and_judged_at_once: assert (
        weighing == (f_since >= 1 && f_since <= COUNT_BITS)
        && event_sample == (f_since == COUNT_BITS + 1));
      bits_are_weighed_from_the_lowest: assert (!weighing || step == f_since - 1
        && hits == f_last_hits >> step && total == f_last_total >> step);
      the_balance_is_that_of_the_bits_so_far: assert (!weighing
        || f_balance + f_left == f_sum >>> step);
      nothing_counts_behind_the_sample: assert (f_since <= COUNT_BITS || hits == 0 && total == 0);
      requests_of_a_sample_are_noted: assert (some == ((sampling ? total : f_last_total) != 0));
      it_remembers_what_was_said: assert (too_few == f_said);
      it_was_said_before_unless_judged: assert (f_since > COUNT_BITS || f_said == f_said_before);
      skip_is_what_was_said: assert (skip == (f_since > COUNT_BITS && f_said));
      low_hit_rates_are_throttled: assert (!event_sample || f_last_total == 0 || skip == f_too_few);
      no_request_no_news: assert (!event_sample || f_last_total != 0 || skip == f_said_before);
      all_hits_no_throttle: assert (!event_sample || f_last_total == 0
        || f_last_hits != f_last_total || !skip);
      an_epoch_begins_in_the_network: assert (!was_ended || !skip && sampling && total == 0);
      it_changes_when_judged_only: assert (was_ended || was_judge || skip == was_skip);
      a_pulse_says_what_is_done: assert (event_skip == (event_sample && skip));
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_core_is_throttled: cover (event_skip || MIN_PERCENT == 0 || SAMPLE > PERIOD);
      a_core_stays: cover (event_sample && !event_skip && f_last_total != 0
        || SAMPLE > PERIOD);
      it_comes_back: cover (was_skip && was_ended || MIN_PERCENT == 0 || SAMPLE > PERIOD);
      an_epoch_ends_while_a_sample_is_judged: cover (f_ends && weighing || SAMPLE > PERIOD);
      it_stays_throttled_without_requests: cover (event_skip && f_last_total == 0
        || MIN_PERCENT == 0 || SAMPLE > PERIOD || SAMPLE == 4);
      counters_are_halved: cover (sampling && full && now_answer && now_back);
    end

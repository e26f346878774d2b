// sizes: SAMPLE=3 PERIOD=7 COUNT_BITS=2 MIN_PERCENT=50; SAMPLE=4 PERIOD=5 COUNT_BITS=3 MIN_PERCENT=5; SAMPLE=6 PERIOD=3 COUNT_BITS=2 MIN_PERCENT=100; SAMPLE=2 PERIOD=6 COUNT_BITS=3 MIN_PERCENT=0
// depth: bmc=16 induction=3
// cover: 16
// Any instructions and any ends of requests, beside counts that never overflow.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  localparam F_BITS = 12;
  reg [F_BITS-1:0] f_at;               // instructions since the epoch began
  reg [F_BITS-1:0] f_hits, f_total;    // of the sample, exact while nothing was halved
  reg              f_exact;
  reg [2:0]        f_since;            // edges since the sample ended, 7 at most
  wire [F_BITS-1:0] f_next = f_at + issued;
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
        f_hits <= f_hits + event_answer;
        f_total <= f_total + event_answer + event_back;
        f_exact <= f_exact && !(full && (event_answer || event_back));
      end
      f_since <= f_next < SAMPLE ? 0 : f_since + !(&f_since);
    end

  reg was_ended = 1'b1, was_skip, was_judge;
  always @(posedge clk) begin
    was_ended <= rst || f_ends;
    was_skip <= skip;
    was_judge <= judge;
  end

  wire [F_BITS-1:0] f_hundred = 100 * hits, f_enough = MIN_PERCENT * total;
  always @(posedge clk)
    if (started) begin
      the_place_is_the_instructions_so_far: assert (at == f_at && at < PERIOD);
      a_sample_is_the_first_instructions: assert (sampling == (at < SAMPLE));
      full_is_two_below_the_limit: assert (full == &total[COUNT_BITS-1:1]);
      hits_are_requests: assert (hits <= total);
      counters_are_exact_until_they_are_halved: assert (!f_exact
        || hits == f_hits && total == f_total);
      f_counts_only_fit: assert (!f_exact || f_total < 1 << COUNT_BITS);
      the_sample_is_weighed_and_judged_at_once: assert (weigh == (f_since == 1)
        && judge == (f_since == 2) && event_sample == (f_since == 3));
      products_are_products: assert (f_since < 2
        || hundred_hits == f_hundred && enough == f_enough);
      low_hit_rates_are_throttled: assert (skip == (f_since > 2 && f_hundred < f_enough));
      no_request_no_throttle: assert (total != 0 || !skip);
      all_hits_no_throttle: assert (hits != total || !skip);
      an_epoch_begins_in_the_network: assert (!was_ended || !skip && sampling && total == 0);
      it_changes_when_judged_only: assert (was_ended || was_judge || skip == was_skip);
      a_pulse_says_what_is_done: assert (event_skip == (event_sample && skip));
    end

  always @(posedge clk)
    if (started && !rst) begin
      a_core_is_throttled: cover (event_skip || MIN_PERCENT == 0 || SAMPLE > PERIOD);
      a_core_stays: cover (event_sample && !event_skip && total != 0 || SAMPLE > PERIOD);
      it_comes_back: cover (was_skip && was_ended || MIN_PERCENT == 0 || SAMPLE > PERIOD);
      an_epoch_ends_while_a_sample_is_judged: cover (f_ends && (weigh || judge) || SAMPLE > PERIOD);
      counters_are_halved: cover (sampling && full && event_answer && event_back);
    end

// sizes: NUMERATOR=1 DENOMINATOR=2; NUMERATOR=3 DENOMINATOR=7
// sizes: NUMERATOR=1 DENOMINATOR=1; NUMERATOR=5 DENOMINATOR=8
// depth: bmc=20 induction=4
// cover: 12
// `elapsed` is counted apart from the accumulator: cycles and enables since reset, both reduced
// by whole periods.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  integer elapsed;                     // cycles since the start of the period
  integer enables;                     // enables in them, this cycle's included
  integer since;                       // cycles since the last enable or reset
  wire    ends = elapsed + 1 == DENOMINATOR;
  integer left;                        // of what was gained by this cycle, without the next one's
  always @* left = saved + (next_en ? DENOMINATOR : 0) - NUMERATOR;
  always @(posedge clk)
    if (rst) begin
      elapsed <= 0;
      enables <= 0;
      since <= 0;
    end else begin
      elapsed <= ends ? 0 : elapsed + 1;
      enables <= ends ? 0 : enables + next_en;
      since <= en ? 1 : since + 1;
    end

  always @(posedge clk)
    if (started_once) begin
      elapsed_stays_in_the_period: assert (elapsed >= 0 && elapsed < DENOMINATOR);
      at_most_one_enable_per_cycle: assert (enables >= 0 && enables <= elapsed);
      what_is_gained_is_paid_or_saved:
        assert (elapsed * NUMERATOR == enables * DENOMINATOR + left);
      the_next_enable_is_told: assert ($past(rst) ? !en : en == $past(next_en));
      saved_is_below_the_price: assert (saved < DENOMINATOR);
      enables_are_as_near_as_they_may: assert (!en || since >= DENOMINATOR / NUMERATOR);
      enables_are_as_far_as_they_may:
        assert (since <= (DENOMINATOR + NUMERATOR - 1) / NUMERATOR);
      // For the induction: what was saved since the last enable.
      gain_since_the_last_enable: assert (en
        ? left < NUMERATOR && left + DENOMINATOR >= since * NUMERATOR
        : left >= since * NUMERATOR && left < (since + 1) * NUMERATOR);
      it_enables: cover (en && since > 0);
      a_period_ends: cover (en && elapsed == 0);
    end

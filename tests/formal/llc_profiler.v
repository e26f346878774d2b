// sizes: SLICES=2 CLUSTERS=1 SETS=2 WAYS=2 TAG_BITS=2 SAMPLES=1 COUNT_BITS=3 PROFILE=6 EPOCH=40 SIMILAR=20 LLC_BANDWIDTH=2 PRIVATE_BANDWIDTH=2 MEM_BANDWIDTH=3
// sizes: SLICES=2 CLUSTERS=2 SETS=2 WAYS=2 TAG_BITS=2 SAMPLES=2 SHARERS=1 COUNT_BITS=4 PROFILE=6 EPOCH=60 SIMILAR=0 LLC_BANDWIDTH=1 PRIVATE_BANDWIDTH=3 MEM_BANDWIDTH=2
// abc: bmc
// for all time in soak: pdr at the first 1
// depth: bmc=9 induction=0
// cover: 14
// The bounded proof starts after reset, in any profile with any counters that are not nearly full, or when
// one ends with any: so what is shown of limits, of the scan and of the steps behind it holds for all:
// these are alike. An induction would have to be told what the watched sets hold; pdr finds it.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;

  // ---- the evaluation: the law of each part, step by step, for any counters. What a multiplier holds, twice
  // that and the bit given, is what it held and the word if the factor's bit is 1; so the bits that it
  // gives are those of the product. Of the differences of products the same with what is above the bits seen.
  wire begins     = scanning && step == 0;
  wire counters_are_sane = hits <= accesses && private_hits <= hits && lost == hits - private_hits;
  wire scan_is_clear = scan[0].most == 0 && scan[0].sum == 0 && scan[0].carries == 0 && !scan[0].carry
                    && scan[1].most == 0 && scan[1].sum == 0 && scan[1].carries == 0 && !scan[1].carry;
  wire nothing_on_its_way = !row_valid && !test_valid && !head_valid && !looked_up && !hit && !hit_alone;
  wire counts_on = profiling && !full && !(|slice_near) && !(|first_near)
                && !(&accesses[COUNT_BITS-1:MARGIN]) && nothing_on_its_way && controller[0].more <= CLUSTERS;
  always @* if (!started_once) assume (rst || (begins || counts_on) && scan_is_clear && counters_are_sane
                                       && !decided && !private_wanted);

  integer                n;
  reg  [SUM_BITS-1:0]    sum_now, first_sum_now;
  reg  [COUNT_BITS-1:0]  most_now, first_most_now;
  always @* begin
    sum_now = 0;
    most_now = 0;
    first_sum_now = 0;
    first_most_now = 0;
    for (n = 0; n < SLICES; n = n + 1) begin
      sum_now = sum_now + slice_counts[n*COUNT_BITS +: COUNT_BITS];
      if (slice_counts[n*COUNT_BITS +: COUNT_BITS] > most_now)
        most_now = slice_counts[n*COUNT_BITS +: COUNT_BITS];
    end
    for (n = 0; n < CONTROLLERS; n = n + 1) begin
      first_sum_now = first_sum_now + first_counts[n*COUNT_BITS +: COUNT_BITS];
      if (first_counts[n*COUNT_BITS +: COUNT_BITS] > first_most_now)
        first_most_now = first_counts[n*COUNT_BITS +: COUNT_BITS];
    end
  end

  reg                    following = 1'b0;  // since its beginning
  reg  [COUNT_BITS-1:0]  f_accesses, f_lost, f_most, f_first_most;
  reg  [SUM_BITS-1:0]    f_sum, f_first_sum;
  always @(posedge clk)
    if (begins && !rst) begin
      following    <= 1'b1;
      f_accesses   <= accesses;
      f_lost       <= lost;
      f_sum        <= sum_now;
      f_most       <= most_now;
      f_first_sum  <= first_sum_now;
      f_first_most <= first_most_now;
    end else if (!scanning && !multiplying || rst) following <= 1'b0;

  localparam HELD = WORD_BITS + 2;
  reg                           was_multiplying = 1'b0;
  reg  [MULTIPLIERS*HELD-1:0]   held_before;  // and the word, if the bit is 1
  wire [MULTIPLIERS-1:0]        is_kept;
  generate
    for (g = 0; g < MULTIPLIERS; g = g + 1) begin : f_multiplier
      wire [HELD-1:0] held = (multiplier[g].sum >> 1) + multiplier[g].carries;
      wire [HELD-1:0] word = words[g*WORD_BITS +: WORD_BITS];
      assign is_kept[g] = (held << 1) + low[g] == held_before[g*HELD +: HELD];
      always @(posedge clk) held_before[g*HELD +: HELD] <= held + (bits[g] ? word : 0);
    end
  endgenerate
  reg signed [4:0]              gain_before;
  reg signed [4:0]              excess_before;
  wire signed [4:0]             gain_is = {{3{gain[1]}}, gain}, excess_is = {5{excess}};
  always @(posedge clk) begin
    was_multiplying <= multiplying && !rst;
    gain_before   <= gain_is + low[2] + low[8] - low[5];
    excess_before <= excess_is + low[9] - low[10];
  end
  // The sum in two words, and what of it was shifted out.
  reg  [1:0]                    was_bits;
  reg  [2*SUM_BITS-1:0]         sum_before;
  wire [SUM_BITS-1:0]           sum_is = scan[0].sum + scan[0].carries + scan[0].carry;
  wire [SUM_BITS-1:0]           first_sum_is = scan[1].sum + scan[1].carries + scan[1].carry;
  always @(posedge clk) begin
    was_bits   <= sum_bits;
    sum_before <= {first_sum_is, sum_is};
  end

  // ---- one watched set, as a list; what is found of the access three cycles ago
  (* anyconst *) wire [ROW_BITS-1:0] one_row;
  always @* assume (one_row < ROWS);
  reg  [1:0]            list_count = 2'd0;  // lines in it; WAYS is 2
  reg  [TAG_BITS-1:0]   recent, list_older;
  reg  [CLUSTERS-1:0]   recent_owner, list_older_owner;
  reg                   list_hit = 1'b0, list_alone = 1'b0, list_access = 1'b0, list_other = 1'b0, list_known = 1'b0;
  wire at_list   = head_valid && head_at == one_row;
  wire hits_recent = list_count > 0 && recent == head_tag;
  wire hits_older  = list_count > 1 && list_older == head_tag && !hits_recent;
  wire [CLUSTERS-1:0] kept_owner = (SHARERS != 0) ? (hits_recent ? recent_owner : hits_older ? list_older_owner : 0) : 0;
  always @(posedge clk) begin
    list_access <= at_list && head_own && !rst && !clear;
    list_other  <= at_list && !head_own && !rst && !clear;
    list_hit    <= hits_recent || hits_older;
    list_alone  <= hits_recent && |(recent_owner & head_owner) || hits_older && |(list_older_owner & head_owner);
    if (rst || clear) begin
      list_count <= 0;
      list_known <= 1'b1;                  // the storage of a start elsewhere is not
    end else if (at_list) begin
      recent       <= head_tag;
      recent_owner <= head_owner | kept_owner;
      if (!hits_recent) begin
        list_older       <= recent;
        list_older_owner <= recent_owner;
        if (!hits_older) list_count <= (list_count == 2) ? 2 : list_count + 1;
      end
    end
  end

  // ---- what came in three cycles before reaches the head
  reg [2:0]          came = 3'd0;
  reg [TAG_BITS-1:0] tag_1, tag_2, tag_3;
  reg [2:0]          came_own;         // of the program
  wire               at_watched = access_valid && access_set % STRIDE == 0 && access_set / STRIDE < ROWS;
  always @(posedge clk) begin
    came <= (rst || clear) ? 3'd0 : {came[1:0], at_watched};
    {tag_3, tag_2, tag_1} <= {tag_2, tag_1, access_tag};
    came_own <= {came_own[1:0], !access_other};
  end

  reg was_rst = 1'b1, was_adaptive = 1'b0, was_shared = 1'b0, was_counting = 1'b0, was_full = 1'b0;
  reg was_over = 1'b0, was_kernel = 1'b0;
  reg [COUNT_BITS-1:0] was_accesses, was_first, was_slice;
  always @(posedge clk) begin
    was_rst      <= rst;
    was_adaptive <= adaptive;
    was_kernel   <= kernel;
    was_over     <= over;
    was_shared   <= usable;
    was_counting <= profiling;
    was_full     <= full;
    was_accesses <= accesses;
    was_first    <= first_counts[0 +: COUNT_BITS];
    was_slice    <= slice_counts[0 +: COUNT_BITS];
  end

  always @(posedge clk)
    if (started_once) begin
      a_product_is_never_lost: assert (!was_multiplying || !multiplying || &is_kept);
      it_begins_with_nothing: assert (!(multiplying && step == 0) || !following
        || low == 0 && gain == 2'b11 && !excess && f_multiplier[0].held == 0 && f_multiplier[1].held == 0
        && f_multiplier[2].held == 0 && f_multiplier[3].held == 0 && f_multiplier[4].held == 0
        && f_multiplier[5].held == 0 && f_multiplier[6].held == 0 && f_multiplier[7].held == 0
        && f_multiplier[8].held == 0 && f_multiplier[9].held == 0 && f_multiplier[10].held == 0);
      differences_are_rounded_down: assert (!was_multiplying || !multiplying
        || (gain_before - 2 * gain_is == 0 || gain_before - 2 * gain_is == 1)
        && (excess_before - 2 * excess_is == 0 || excess_before - 2 * excess_is == 1));
      the_sums_are_scanned: assert (!(multiplying && step == 0 && following)
        || sum_is == f_sum && first_sum_is == f_first_sum && lost == f_lost && accesses == f_accesses);
      sums_are_shifted_out: assert (!was_multiplying || !multiplying || !following
        || sum_before == {first_sum_is << 1 | was_bits[1], sum_is << 1 | was_bits[0]});
      the_largest_are_the_words: assert (!(multiplying && following)
        || words[2*WORD_BITS +: WORD_BITS] == CLUSTERS * PRIVATE_BANDWIDTH && words[5*WORD_BITS +: WORD_BITS] == LLC_BANDWIDTH
        && words[8*WORD_BITS +: WORD_BITS] == MEM_BANDWIDTH && words[9*WORD_BITS +: WORD_BITS] == SIMILAR
        && words[10*WORD_BITS +: WORD_BITS] == 100
        && words[0 +: WORD_BITS] == private_hits && words[3*WORD_BITS +: WORD_BITS] == hits
        && words[1*WORD_BITS +: WORD_BITS] == f_most && words[7*WORD_BITS +: WORD_BITS] == f_most
        && words[4*WORD_BITS +: WORD_BITS] == f_first_most && words[6*WORD_BITS +: WORD_BITS] == f_first_most);
      without_an_access_nothing_is_chosen: assert (!(multiplying && following) || accessed == (f_accesses != 0));
      private_is_asked_for_while_it_runs: assert (!wants_private || running);
      it_is_given_up: assert (!wants_private || was_adaptive && !was_rst && !was_kernel && !was_over);
      a_decision_begins_a_run: assert (!event_decision || running);
      events_say_what_is_asked_for: assert (event_private == (event_decision && wants_private));
      rule_1_chooses_private: assert (!event_similar || event_private);
      no_counter_wraps: assert (!(was_counting && profiling) || accesses >= was_accesses
        && first_counts[0 +: COUNT_BITS] >= was_first && slice_counts[0 +: COUNT_BITS] >= was_slice);
      a_full_profile_stands: assert (!(was_counting && profiling && was_full)
        || full && accesses == was_accesses && first_counts[0 +: COUNT_BITS] == was_first);
      what_is_not_shared_does_not_count: assert (!(was_counting && profiling && !was_shared)
        || accesses == was_accesses && slice_counts[0 +: COUNT_BITS] == was_slice);
      hits_are_accesses: assert (!profiling || counters_are_sane);
      accesses_reach_the_head: assert (!list_known || head_valid == came[2]
        && (!head_valid || head_tag == tag_3 && head_own == came_own[2]));
      the_directory_is_the_list: assert (!list_known || !list_access
        || looked_up && hit == list_hit && hit_alone == list_alone);
      the_other_programs_do_not_count: assert (!list_known || !list_other || !looked_up && !hit && !hit_alone);
      a_line_is_in_one_way: assert (!list_known || !head_valid || head_match != {WAYS{1'b1}});
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_profile_of_all_is_evaluated: cover (begins && list_known && accesses != 0);
      a_hit_is_counted: cover (profiling && hits != 0);
      the_bits_are_multiplied: cover (multiplying && step == 3);
      a_counter_is_nearly_full: cover (profiling && (|slice_near || |first_near));
      a_hit_is_lost: cover (hit && !hit_alone || CLUSTERS == 1);
      a_line_of_the_other_program_is_there: cover (list_other && list_hit);
      two_of_one_row_follow: cover (head_valid && test_valid && test_head && head_hit);
    end

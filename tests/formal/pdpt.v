// sizes: SAMPLE=2 MAX_INSNS=1 ASSOCIATIVITY=4 FALL=1; SAMPLE=3 MAX_INSNS=5 ASSOCIATIVITY=1 FALL=2; SAMPLE=5 MAX_INSNS=3 ASSOCIATIVITY=3 FALL=15 GLOBAL=1
// depth: bmc=10 induction=0
// for all time: pdr
// cover: 26
// The table has four entries here; only ID_BITS says how many there are. One entry is tracked (any
// one: the solver chooses it).
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  // What the host guarantees.
  reg       was_query;
  reg [6:0] announced;
  always @(posedge clk) was_query <= query && !rst;
  always @(posedge clk) announced <= next ? next_insn : query_insn;
  always @* if (started_once) assume (query_insn == announced);
  always @* begin
    assume (issued != 2'd3);
    assume (query_insn < ENTRIES && tda_insn < ENTRIES && vta_insn < ENTRIES
            && next_insn < ENTRIES);
    assume (!tda_valid || query);
    assume (!vta_valid || was_query);
  end

  // The sample, counted as the page has it; the hit of the last cycle may not be in the total yet.
  wire [TOTAL_BITS-1:0] all_tda = tda_total + (GLOBAL == 0 && tda_counts);
  wire [INSN_BITS-1:0] insns = ALL_INSNS[INSN_BITS-1:0] - insns_left;
  wire [TOTAL_BITS:0] all_queries = queries + query;
  wire [INSN_BITS:0]  all_insns   = insns + issued;
  wire                over        = counting && (all_queries == SAMPLE || all_insns >= MAX_INSNS);
  wire                sample_is_sane = counting
    ? queries < SAMPLE && insns < MAX_INSNS && all_tda <= queries
      && vta_total + was_query <= queries + 1
    : queries <= SAMPLE && insns <= MAX_INSNS + 1 && all_tda <= SAMPLE && vta_total <= SAMPLE;

  // Figure 9 for one entry, as the page has it.
  function [3:0] by_the_page(input [15:0] t, input [15:0] v, input [7:0] pd);
    reg [7:0] n;
    reg [7:0] sum;
    begin
      n = ASSOCIATIVITY;
      sum = pd;
      if (vta_total > tda_total) begin
        if (v == 0)          sum = pd;
        else if (v >= 4 * t) sum = pd + 4 * n;
        else if (v >= 2 * t) sum = pd + 2 * n;
        else if (v >= t)     sum = pd + n;
        else if (2 * v >= t) sum = pd + n / 2;
      end else if (2 * vta_total < tda_total)
        sum = (pd > FALL) ? pd - FALL : 0;
      by_the_page = (sum > 15) ? 15 : sum;
    end
  endfunction

  // One edge.
  reg                  was_rst, was_over, was_walking, was_end, was_counting, was_quiet;
  reg                  was_tda, was_vta;
  reg [TOTAL_BITS-1:0] was_queries, was_tda_total, was_vta_total;
  reg [INSN_BITS-1:0]  was_insns;
  reg [INSN_BITS-1:0]  was_issued;
  always @(posedge clk) begin
    was_rst       <= rst;
    was_over      <= over;
    was_walking   <= walking;
    was_end       <= walk_ends;
    was_counting  <= counting;
    was_quiet     <= counting && !query && !tda_valid && !vta_valid && issued == 0 && !event_alias;
    was_tda       <= tda_valid;
    was_vta       <= vta_valid;
    was_queries   <= queries;
    was_insns     <= insns;
    was_issued    <= issued;
    was_tda_total <= all_tda;
    was_vta_total <= vta_total;
  end

  always @(posedge clk)
    if (started_once) begin
      counts_stay_in_their_bounds: assert (sample_is_sane);
      a_pulse_follows_a_sample: assert (event_sample == (was_over && !was_rst));
      a_walk_begins_when_a_sample_ends: assert (was_rst || was_walking || walking == was_over);
      a_walk_goes_on_to_its_end: assert (was_rst || !was_walking || walking == !was_end);
      a_sample_begins_at_zero: assert (was_rst || !was_end
        || queries == 0 && insns == 0 && all_tda == 0 && vta_total == 0);
      carries_are_known: assert (queries_carry == ((queries & LOW) == LOW)
        && tda_carry == ((tda_total & LOW) == LOW));
      queries_and_instructions_count: assert (was_rst || !was_counting || was_over
        || queries == was_queries + was_query && insns == was_insns + was_issued);
      hits_count: assert (was_rst || !was_counting
        || all_tda == was_tda_total + was_tda && vta_total == was_vta_total + was_vta);
      nothing_counts_in_a_walk: assert (was_rst || was_counting || was_end
        || all_tda == was_tda_total && vta_total == was_vta_total);
      an_idle_step_changes_nothing: assert (was_rst || !was_quiet || counting
        && queries == was_queries && insns == was_insns && !event_sample && !event_alias);
    end

  wire computing;
  always @(posedge clk)
    if (started_once && !rst) begin
      a_sample_ends_by_queries: cover (over && all_insns < MAX_INSNS);
      a_sample_ends_by_instructions: cover (over && all_queries < SAMPLE);
      a_distance_rises: cover (computing && computed > distance && tda_hits != 0);
      a_distance_falls: cover (computing && computed < distance);
      it_saturates: cover (ASSOCIATIVITY == 1 || computing && rising && risen[4]);
    end

  generate
    if (GLOBAL != 0) begin : of_one_distance
      reg [3:0] was_distance;
      reg [3:0] expected;
      always @(posedge clk) begin
        was_distance <= query_distance;
        expected     <= by_the_page(tda_total, vta_total, query_distance);
      end
      assign computing = walking;
      always @(posedge clk)
        if (started_once) begin
          the_distance_is_that_of_the_page: assert (query_distance
            == (was_rst ? 0 : was_walking ? expected : was_distance));
          the_walk_takes_a_cycle: assert (!(was_walking && walking));
        end
    end else begin : of_instructions
      (* anyconst *) wire [ID_BITS-1:0] spot;
      wire clearing = per_instruction.clearing;
      assign computing = per_instruction.computes;

      // The entry as the page has it; known: not between reset and its place in the walk.
      reg       known;
      reg [7:0] its_tda;
      reg [9:0] its_vta;
      reg [3:0] its_distance;
      reg       its_checked;
      reg [6:0] its_check;
      reg       its_alias;
      reg [7:0] walked;                // cycles of this walk
      wire      at_spot = walking && walked == spot + 2;
      wire      loads   = query && query_load && !clearing && query_insn == spot;
      always @(posedge clk)
        if (rst)                      known <= 1'b0;
        else if (at_spot && clearing) known <= 1'b1;
      always @(posedge clk) begin
        walked <= (walking && !walk_ends && !rst) ? walked + 1 : 0;
        if (at_spot) begin
          its_distance <= clearing ? 0 : by_the_page(its_tda, its_vta, its_distance);
          its_tda      <= 0;
          its_vta      <= 0;
        end else if (counting) begin
          its_tda <= its_tda + (tda_valid && tda_insn == spot && its_tda != 255);
          its_vta <= its_vta + (vta_valid && vta_insn == spot && its_vta != 1023);
        end
        if (clearing)   its_checked <= 1'b0;
        else if (loads) its_checked <= 1'b1;
        if (loads)      its_check   <= query_check;
        its_alias <= !rst && loads && its_checked && its_check != query_check;
      end

      reg was_load_elsewhere;
      always @(posedge clk) was_load_elsewhere <= query && query_load && query_insn != spot;
      always @(posedge clk)
        if (started_once) begin
          a_walk_computes_entry_after_entry: assert (!computing
            || walking && per_instruction.computed_insn + 2 == walked);
          and_then_ends: assert (walk_ends == (walking && walked == ENTRIES + 1));
          the_entry_has_the_hits_of_the_page: assert (!at_spot || clearing
            || tda_hits == its_tda && vta_hits == its_vta && distance == its_distance);
          no_entry_has_more_hits_than_the_sample_queries: assert (clearing
            || per_instruction.tda_was <= SAMPLE && per_instruction.vta_was <= SAMPLE);
          what_clears_writes_nothing_else: assert (!clearing || computing
            || !per_instruction.tda_write && !per_instruction.vta_write);
          it_reads_so: assert (query_insn != spot
            || query_distance == ((clearing || !known) ? 0 : its_distance));
          an_alias_shows_after_the_load: assert (was_load_elsewhere || event_alias == its_alias);
          the_walk_after_reset_is_no_sample: assert (!(clearing && event_sample));
        end
      always @(posedge clk)
        if (started_once && !rst) begin
          an_alias: cover (event_alias && known);
          the_table_is_cleared: cover (clearing && walk_ends);
        end
    end
  endgenerate

// sizes: SAMPLE=3 MAX_INSNS=5 ASSOCIATIVITY=1 FALL=2; SAMPLE=2 MAX_INSNS=1 ASSOCIATIVITY=4 FALL=1; SAMPLE=5 MAX_INSNS=3 ASSOCIATIVITY=3 FALL=15 GLOBAL=1
// depth: bmc=4 induction=2
// cover: 5
// The table has four entries here; only ID_BITS says how many there are. The bounded proof starts
// after reset or in any state between (shown to be all there are by the induction). One entry is
// tracked (any one: the solver chooses it).
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;

  // What the host guarantees.
  reg was_query;
  always @(posedge clk) was_query <= query && !rst;
  always @* begin
    assume (issued != 2'd3);
    assume (query_insn < ENTRIES && tda_insn < ENTRIES && vta_insn < ENTRIES
            && read_insn < ENTRIES);
    assume (!tda_valid || query);
    assume (!vta_valid || was_query);
  end

  // The sample, counted as the page has it.
  wire [TOTAL_BITS:0] all_queries = queries + query;
  wire [INSN_BITS:0]  all_insns   = insns + issued;
  wire                over        = counting && (all_queries == SAMPLE || all_insns >= MAX_INSNS);
  wire                sample_is_sane = counting
    ? queries < SAMPLE && insns < MAX_INSNS && tda_total <= queries
      && vta_total + was_query <= queries + 1
    : queries <= SAMPLE && insns <= MAX_INSNS + 1 && tda_total <= SAMPLE && vta_total <= SAMPLE;

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
    was_tda_total <= tda_total;
    was_vta_total <= vta_total;
  end

  always @(posedge clk)
    if (started) begin
      counts_stay_in_their_bounds: assert (sample_is_sane);
      a_pulse_follows_a_sample: assert (event_sample == (was_over && !was_rst));
      a_walk_begins_when_a_sample_ends: assert (was_rst || was_walking || walking == was_over);
      a_walk_goes_on_to_its_end: assert (was_rst || !was_walking || walking == !was_end);
      a_sample_begins_at_zero: assert (was_rst || !was_end
        || queries == 0 && insns == 0 && tda_total == 0 && vta_total == 0);
      queries_and_instructions_count: assert (was_rst || !was_counting || was_over
        || queries == was_queries + was_query && insns == was_insns + was_issued);
      hits_count: assert (was_rst || !was_counting
        || tda_total == was_tda_total + was_tda && vta_total == was_vta_total + was_vta);
      nothing_counts_in_a_walk: assert (was_rst || was_counting || was_end
        || tda_total == was_tda_total && vta_total == was_vta_total);
      an_idle_step_changes_nothing: assert (was_rst || !was_quiet || counting
        && queries == was_queries && insns == was_insns && !event_sample && !event_alias);
    end

  always @(posedge clk)
    if (started && !rst) begin
      a_sample_ends_by_queries: cover (over && all_insns < MAX_INSNS);
      a_sample_ends_by_instructions: cover (over && all_queries < SAMPLE);
      a_distance_rises: cover (walking && computed > distance && tda_hits != 0);
      a_distance_falls: cover (walking && computed < distance);
      it_saturates: cover (walking && computed == 15 && distance == 14);
    end

  generate
    if (GLOBAL != 0) begin : of_one_distance
      reg [3:0] was_distance;
      reg [3:0] expected;
      always @(posedge clk) begin
        was_distance <= read_distance;
        expected     <= by_the_page(tda_total, vta_total, read_distance);
      end
      always @* if (!started) assume (rst || sample_is_sane);
      always @(posedge clk)
        if (started) begin
          the_distance_is_that_of_the_page: assert (read_distance
            == (was_rst ? 0 : was_walking ? expected : was_distance));
          the_walk_takes_a_cycle: assert (!(was_walking && walking));
        end
    end else begin : of_instructions
      (* anyconst *) wire [ID_BITS-1:0] spot;
      // What was in the storage before its first write.
      (* anyconst *) wire [7:0] first_tda;
      (* anyconst *) wire [9:0] first_vta;
      (* anyconst *) wire [3:0] first_distance;
      (* anyconst *) wire [7:0] first_check;
      wire clearing = per_instruction.clearing;
      wire at_spot  = walking && per_instruction.walk_insn == spot;

      // The entry as the page has it; known: not between reset and its place in the walk.
      reg       known;
      reg [7:0] its_tda;
      reg [9:0] its_vta;
      reg [3:0] its_distance;
      reg       its_checked;
      reg [6:0] its_check;
      reg       its_alias;
      reg [7:0] walked;                // cycles of this walk
      wire      loads = query && query_load && !clearing && query_insn == spot;
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
        if (clearing && at_spot)  its_checked <= 1'b0;
        else if (loads)           its_checked <= 1'b1;
        if (loads)                its_check   <= query_check;
        its_alias <= !rst && loads && its_checked && its_check != query_check;
      end

      // The storage's words of the entry, as they were last written (below).
      reg       tda_written      = 1'b0;
      reg       vta_written      = 1'b0;
      reg       distance_written = 1'b0;
      reg       check_written    = 1'b0;

      wire state_is_sane = sample_is_sane
        && (!clearing || walking && tda_total == 0 && vta_total == 0)
        && (walking || per_instruction.walk_insn == 0)
        && walked == per_instruction.walk_insn
        && known == !(clearing && walked <= spot);
      always @*
        if (!started)
          assume (!tda_written && !vta_written && !distance_written && !check_written
                  && (rst || state_is_sane && its_tda == first_tda && its_vta == first_vta
                             && its_distance == first_distance
                             && {its_checked, its_check} == first_check));

      reg [7:0] tda_word;
      reg [9:0] vta_word;
      reg [3:0] distance_word;
      reg [7:0] check_word;
      wire [ID_BITS-1:0] check_at = clearing ? per_instruction.walk_insn : query_insn;
      wire [7:0] tda_is      = tda_written ? tda_word : first_tda;
      wire [9:0] vta_is      = vta_written ? vta_word : first_vta;
      wire [3:0] distance_is = distance_written ? distance_word : first_distance;
      wire [7:0] check_is    = check_written ? check_word : first_check;
      always @(posedge clk) begin
        if ((walking || tda_valid) && per_instruction.tda_entry == spot) begin
          tda_written <= 1'b1;
          tda_word    <= per_instruction.tda_more & {8{counting}};
        end
        if ((walking || vta_valid) && per_instruction.vta_entry == spot) begin
          vta_written <= 1'b1;
          vta_word    <= per_instruction.vta_more & {10{counting}};
        end
        if (at_spot) begin
          distance_written <= 1'b1;
          distance_word    <= per_instruction.next_distance;
        end
        if ((per_instruction.check_load || clearing) && check_at == spot) begin
          check_written <= 1'b1;
          check_word    <= clearing ? 0 : {1'b1, query_check};
        end
      end

`ifdef INDUCTION
      localparam ALWAYS = 1'b1;        // the contract of the storage, proved with it
`else
      localparam ALWAYS = 1'b0;        // only what it held at the start
`endif
      always @* begin
        if (per_instruction.tda_entry == spot && (ALWAYS || !tda_written))
          assume (per_instruction.tda_now == tda_is);
        if (per_instruction.vta_entry == spot && (ALWAYS || !vta_written))
          assume (per_instruction.vta_now == vta_is);
        if (at_spot && (ALWAYS || !distance_written)) assume (distance == distance_is);
        if (read_insn == spot && (ALWAYS || !distance_written))
          assume (per_instruction.distance_now == distance_is);
        if (query_insn == spot && (ALWAYS || !check_written))
          assume ({per_instruction.checked, per_instruction.check_now} == check_is);
      end

      reg was_load_elsewhere;
      always @(posedge clk) was_load_elsewhere <= query && query_load && query_insn != spot;
      always @(posedge clk)
        if (started) begin
          a_walk_visits_entry_after_entry: assert (state_is_sane);
          the_entry_has_the_hits_of_the_page: assert (!known || tda_is == its_tda
                                                             && vta_is == its_vta);
          and_the_distance: assert (!known || distance_is == its_distance);
          and_the_check_of_its_last_load: assert (!known || check_is[7] == its_checked
            && (!its_checked || check_is[6:0] == its_check));
          it_reads_so: assert (read_insn != spot
            || read_distance == ((clearing || !known) ? 0 : its_distance));
          an_alias_shows_after_the_load: assert (was_load_elsewhere || event_alias == its_alias);
          the_walk_after_reset_is_no_sample: assert (!(clearing && event_sample));
        end
      always @(posedge clk)
        if (started && !rst) begin
          an_alias: cover (event_alias && known);
          hits_saturate: cover (known && counting && tda_valid && tda_insn == spot
                                && its_tda == 255);
          the_table_is_cleared: cover (clearing && walk_ends);
        end
    end
  endgenerate

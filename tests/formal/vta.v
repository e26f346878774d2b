// sizes: SETS=2 WAYS=1 TAG_BITS=2 TAG_FIELD=2; SETS=2 WAYS=2 TAG_BITS=2 TAG_FIELD=3; SETS=1 WAYS=3 TAG_BITS=3 TAG_FIELD=3
// depth: bmc=6 induction=0
// for all time: pdr
// cover: 9
// Any searches that the page allows. One line is tracked (any one: the solver chooses it), with a
// copy of its set's words as they were last written; what is shown for it holds for all lines.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  (* anyconst *) wire [SET_BITS-1:0] tracked_set;
  (* anyconst *) wire [TAG_BITS-1:0] tracked_tag;
  wire in_set   = search_set == tracked_set;
  wire searched = search_valid && in_set && search_tag == tracked_tag;
  wire evicted  = search_valid && in_set && insert && search_evicted_tag == tracked_tag;

  // The words of the tracked set.
  reg [WAYS*ENTRY_BITS-1:0]  its_entries;
  reg [WAYS-1:0]             its_valid;
  integer                    way;
  always @(posedge clk)
    for (way = 0; way < WAYS; way = way + 1)
      if (search_valid && insert && in_set && insert_ways[way])
        its_entries[way*ENTRY_BITS +: ENTRY_BITS] <= victim;
  always @(posedge clk)
    if (rst || flush)               its_valid <= {WAYS{1'b0}};
    else if (order_write && in_set) its_valid <= next_valid;

  // Where the tracked line is in them; which ways hold the evicted line, or the line of an earlier
  // way.
  reg  [WAYS-1:0] holds;
  reg  [WAYS-1:0] holds_evicted;
  reg  [WAYS-1:0] has_a_twin;
  reg  [6:0]      its_insn;
  integer         way_a;
  integer         way_b;
  always @* begin
    holds         = {WAYS{1'b0}};
    holds_evicted = {WAYS{1'b0}};
    has_a_twin    = {WAYS{1'b0}};
    its_insn      = 7'd0;
    for (way_a = 0; way_a < WAYS; way_a = way_a + 1) begin
      holds[way_a] = its_valid[way_a]
        && its_entries[way_a*ENTRY_BITS + 7 +: TAG_FIELD] == tracked_tag;
      holds_evicted[way_a] = its_valid[way_a]
        && its_entries[way_a*ENTRY_BITS + 7 +: TAG_FIELD] == search_evicted_tag;
      if (holds[way_a]) its_insn = its_entries[way_a*ENTRY_BITS +: 7];
      for (way_b = 0; way_b < way_a; way_b = way_b + 1)
        if (its_valid[way_a] && its_valid[way_b]
            && its_entries[way_a*ENTRY_BITS + 7 +: TAG_FIELD]
            == its_entries[way_b*ENTRY_BITS + 7 +: TAG_FIELD]) has_a_twin[way_a] = 1'b1;
    end
  end

  // What the host guarantees: a search is about the set that was announced last.
  reg [SET_BITS-1:0] announced;
  reg                any_announced = 1'b0;
  always @(posedge clk) begin
    any_announced <= any_announced || next;
    if (next) announced <= next_set;
  end
  always @* if (search_valid) assume (any_announced && search_set == announced);
  always @* begin
    assume (next_set < SETS);
    assume (search_set < SETS && tracked_set < SETS);
    assume (search_evicted_tag != search_tag);
    assume (!(in_set && insert) || holds_evicted == 0);
  end

  // The tracked line as the page has it: it is in from its eviction on, until it is allocated, the
  // array is emptied, or every other way has been used since it was and the set is full.
  reg             present;
  reg [6:0]       last_insn;
  reg [WAYS-1:0]  used_since;          // ways used after its last use, and its own
  wire            replaced = search_valid && in_set && insert && !evicted && !searched
                          && (holds & insert_ways) != 0;
  wire            touches  = search_valid && in_set && (insert || hit && !search_allocates);
  always @(posedge clk)
    if (rst || flush) present <= 1'b0;
    else if (evicted) present <= 1'b1;
    else if (searched && search_allocates || replaced) present <= 1'b0;
  always @(posedge clk) if (evicted) last_insn <= search_evicted_insn;
  always @(posedge clk)
    if (evicted || searched && !search_allocates) used_since <= ways;
    else if (touches) used_since <= used_since | ways;

  always @(posedge clk)
    if (started_once && !rst) begin
      a_present_line_is_found: assert (!searched || hit == present);
      with_the_instruction_of_its_eviction: assert (!searched || !hit || hit_insn == last_insn);
      only_the_least_recently_used_goes: assert (!replaced || flush
        || used_since == {WAYS{1'b1}} && valid == {WAYS{1'b1}});
      and_no_other_before_it: assert (!(search_valid && in_set && insert && !hit && present)
        || valid != {WAYS{1'b1}} || used_since != {WAYS{1'b1}} || replaced);
      an_empty_way_is_taken_first: assert (!(search_valid && insert)
        || &kept || (kept & insert_ways) == 0);
      the_lowest_one: assert (!(search_valid && insert) || (~kept & (insert_ways - 1'b1)) == 0
        || &kept);
      nothing_else_is_removed: assert (!search_valid || (valid & ~next_valid) == 0
        || search_allocates && !insert && (valid & ~next_valid) == hit_ways
        || search_allocates && insert && (valid & ~next_valid & ~hit_ways) == 0);
      it_is_stored_while_it_is_present: assert (present == (holds != 0));
      with_its_instruction: assert (!present || its_insn == last_insn);
      its_way_counts_as_used: assert (!present || (holds & used_since) != 0);
      lines_are_stored_once: assert (has_a_twin == 0);
      what_is_in_front_is_its_word: assert (!any_announced || announced != tracked_set || valid == its_valid
        && (entries_now[ENTRY_BITS-1:0] == its_entries[ENTRY_BITS-1:0] || !its_valid[0]));
    end

  // The order of a full set is one, in which the ways used since stand in front. Rows of it, which
  // lru_pairs has inside.
  wire [WAYS*WAYS-1:0] older;          // way p was used before way q
  genvar p;
  genvar q;
  generate
    for (p = 0; p < WAYS; p = p + 1) begin : each_row
      assign older[p*WAYS + p] = 1'b1;
      for (q = p + 1; q < WAYS; q = q + 1) begin : each_bit
        assign older[p*WAYS + q] = !order_now[p * (2 * WAYS - p - 1) / 2 + q - p - 1];
        assign older[q*WAYS + p] = order_now[p * (2 * WAYS - p - 1) / 2 + q - p - 1];
      end
    end
  endgenerate
  reg     in_front;
  integer r;
  always @* begin
    in_front = 1'b1;
    for (r = 0; r < WAYS; r = r + 1)
      if (holds[r] && older[r*WAYS +: WAYS] != used_since) in_front = 1'b0;
  end
  always @(posedge clk)
    if (started_once && !rst && valid == {WAYS{1'b1}}) begin
      one_way_is_the_oldest: assert (oldest != 0 && (oldest & (oldest - 1'b1)) == 0);
      the_order_is_that_of_the_uses: assert (announced != tracked_set || !present || in_front);
    end

  // A cycle later.
  reg       was_searched;
  reg       was_hit;
  reg [6:0] was_insn;
  reg       was_flush;
  always @(posedge clk) begin
    was_searched <= !rst && search_valid && !flush;
    was_hit      <= hit;
    was_insn     <= hit_insn;
    was_flush    <= flush || rst;
    if (started_once) begin
      a_credit_is_a_hit_of_the_cycle_before: assert (credit_valid == (was_searched && was_hit));
      and_names_the_instruction: assert (!credit_valid || credit_insn == was_insn);
      a_flush_empties_all: assert (!was_flush || used == 0 && !written && valid == 0);
    end
    no_search_no_write: assert (search_valid || !order_write);
  end

  reg evicted_before = 1'b0;
  always @(posedge clk) evicted_before <= !rst && (evicted_before || evicted);
  always @(posedge clk)
    if (started_once && !rst) begin
      a_bypassed_load_hits: cover (searched && hit && !search_allocates && !flush);
      a_load_comes_back_and_evicts: cover (searched && hit && insert && !flush);
      the_least_recently_used_entry_goes: cover (replaced && !flush);
      a_flushed_line_is_asked_for: cover (evicted_before && searched && used == 0 && !written);
    end

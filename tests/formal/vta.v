// sizes: SETS=2 WAYS=2 TAG_BITS=2 TAG_FIELD=3; SETS=1 WAYS=3 TAG_BITS=3 TAG_FIELD=3; SETS=2 WAYS=1 TAG_BITS=2 TAG_FIELD=2
// depth: bmc=6 induction=3
// cover: 7
// Any searches that the page allows. One line is tracked (any one: the solver chooses it), with a
// copy of its set's words as they were last written; what is shown for it holds for all lines.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  (* anyconst *) wire [SET_BITS-1:0] tracked_set;
  (* anyconst *) wire [TAG_BITS-1:0] tracked_tag;
  wire in_set   = search_set == tracked_set;
  wire searched = search_valid && in_set && search_tag == tracked_tag;
  wire evicted  = search_valid && in_set && insert && search_evicted_tag == tracked_tag;

  // The words of the tracked set.
  reg                        written;
  reg                        ordered;
  reg [WAYS*ENTRY_BITS-1:0]  its_entries;
  reg [ORDER_BITS-1:0]       its_order;
  reg [WAYS-1:0]             its_valid;
  always @(posedge clk)
    if (rst) written <= 1'b0;
    else if (entry_write && in_set) begin
      written     <= 1'b1;
      its_entries <= next_entries;
    end
  always @(posedge clk)
    if (rst) ordered <= 1'b0;
    else if (order_write && in_set) begin
      ordered   <= 1'b1;
      its_order <= next_order;
      its_valid <= next_valid;
    end

  // Where the tracked line is in them; which ways hold the evicted line, or the line of an earlier
  // way.
  wire [WAYS-1:0] now_valid = used[tracked_set] ? its_valid : {WAYS{1'b0}};
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
      holds[way_a] = now_valid[way_a]
        && its_entries[way_a*ENTRY_BITS + 7 +: TAG_FIELD] == tracked_tag;
      holds_evicted[way_a] = now_valid[way_a]
        && its_entries[way_a*ENTRY_BITS + 7 +: TAG_FIELD] == search_evicted_tag;
      if (holds[way_a]) its_insn = its_entries[way_a*ENTRY_BITS +: 7];
      for (way_b = 0; way_b < way_a; way_b = way_b + 1)
        if (now_valid[way_a] && now_valid[way_b]
            && its_entries[way_a*ENTRY_BITS + 7 +: TAG_FIELD]
            == its_entries[way_b*ENTRY_BITS + 7 +: TAG_FIELD]) has_a_twin[way_a] = 1'b1;
    end
  end

  // What the host guarantees.
  always @* begin
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
                          && (holds & way_mask) != 0;
  wire            touches  = search_valid && in_set && (insert || hit && !search_allocates);
  always @(posedge clk)
    if (rst || flush) present <= 1'b0;
    else if (evicted) present <= 1'b1;
    else if (searched && search_allocates || replaced) present <= 1'b0;
  always @(posedge clk) if (evicted) last_insn <= search_evicted_insn;
  always @(posedge clk)
    if (evicted || searched && !search_allocates) used_since <= way_mask;
    else if (touches) used_since <= used_since | way_mask;

  always @(posedge clk)
    if (started && !rst) begin
      a_present_line_is_found: assert (!searched || hit == present);
      with_the_instruction_of_its_eviction: assert (!searched || !hit || hit_insn == last_insn);
      only_the_least_recently_used_goes: assert (!replaced || flush
        || used_since == {WAYS{1'b1}} && valid == {WAYS{1'b1}});
      and_no_other_before_it: assert (!(search_valid && in_set && insert && !hit && present)
        || valid != {WAYS{1'b1}} || used_since != {WAYS{1'b1}} || replaced);
      an_empty_way_is_taken_first: assert (!(search_valid && insert)
        || &kept || (kept & way_mask) == 0);
      the_lowest_one: assert (!(search_valid && insert) || (~kept & (way_mask - 1'b1)) == 0
        || &kept);
      nothing_else_is_removed: assert (!search_valid || (valid & ~next_valid) == 0
        || search_allocates && !insert && (valid & ~next_valid) == hit_ways
        || search_allocates && insert && (valid & ~next_valid & ~hit_ways) == 0);
      it_is_stored_while_it_is_present: assert (present == (holds != 0));
      with_its_instruction: assert (!present || its_insn == last_insn);
      its_way_counts_as_used: assert (!present || (holds & used_since) != 0);
      lines_are_stored_once: assert (has_a_twin == 0);
      used_sets_were_written: assert (!used[tracked_set] || written && ordered);
    end

  // The order of the tracked set is a permutation, in which the ways used since stand in front.
  function [WAY_BITS:0] rank(input [WAY_BITS-1:0] of_way);
    integer e;
    begin
      rank = WAYS;
      for (e = 0; e < WAYS; e = e + 1)
        if (its_order[e*WAY_BITS +: WAY_BITS] == of_way) rank = e;
    end
  endfunction
  reg [WAYS-1:0]     ranked;
  reg                in_front;
  reg [WAY_BITS:0]   own_rank;
  integer            r;
  always @* begin
    own_rank = WAYS;
    for (r = 0; r < WAYS; r = r + 1)
      if (holds[r]) own_rank = rank(r);
    in_front = 1'b1;
    for (r = 0; r < WAYS; r = r + 1) begin
      ranked[r] = rank(r) < WAYS;
      if (used_since[r] != (rank(r) <= own_rank)) in_front = 1'b0;
    end
  end
  always @(posedge clk)
    if (started && used[tracked_set]) begin
      the_order_is_a_permutation: assert (ranked == {WAYS{1'b1}});
      it_is_that_of_the_uses: assert (!present || in_front);
    end

  // A cycle later.
  reg       was_searched;
  reg       was_hit;
  reg [6:0] was_insn;
  reg       was_quiet;
  reg       was_flush;
  reg [SETS-1:0] was_used;
  always @(posedge clk) begin
    was_searched <= !rst && search_valid && !flush;
    was_hit      <= hit;
    was_insn     <= hit_insn;
    was_quiet    <= !rst && !flush && !search_valid;
    was_flush    <= flush || rst;
    was_used     <= used;
    if (started) begin
      a_credit_is_a_hit_of_the_cycle_before: assert (credit_valid == (was_searched && was_hit));
      and_names_the_instruction: assert (!credit_valid || credit_insn == was_insn);
      an_idle_step_changes_nothing: assert (!was_quiet || used == was_used && !credit_valid);
      a_flush_empties_all: assert (!was_flush || used == 0);
    end
    no_search_no_write: assert (search_valid || !order_write && !entry_write);
  end

  // The contract of the storage, proved with it.
`ifdef INDUCTION
  always @* begin
    if (in_set && written) assume (entries == its_entries);
    if (in_set && ordered) assume ({word_order, word_valid} == {its_order, its_valid});
  end
`endif

  reg evicted_before = 1'b0;
  always @(posedge clk) evicted_before <= !rst && (evicted_before || evicted);
  always @(posedge clk)
    if (started && !rst) begin
      a_bypassed_load_hits: cover (searched && hit && !search_allocates && !flush);
      a_load_comes_back_and_evicts: cover (searched && hit && insert && !flush);
      the_least_recently_used_entry_goes: cover (replaced && !flush);
      a_flushed_line_is_asked_for: cover (evicted_before && searched && used == 0);
    end

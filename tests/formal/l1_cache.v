// sizes: SETS=2 WAYS=2 LATENCY=2 STORE_QUEUE=1 LINE_BITS=3 ID_BITS=1; SETS=1 WAYS=3 LATENCY=2 STORE_QUEUE=1 LINE_BITS=2 ID_BITS=1 WRITE_UPDATE=0; SETS=2 WAYS=1 LATENCY=3 STORE_QUEUE=1 LINE_BITS=2 ID_BITS=1
// depth: bmc=8 induction=3
// without: hit_data miss_data
// cover: 9
// Any traffic and any fills. One line is tracked (any one: the solver chooses it), with a copy of
// its set's word as it was last written; what is shown for it holds for all lines.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* assume (access_kind <= 3'd4);

  (* anyconst *) wire [LINE_BITS-1:0] tracked_line;
  wire [SET_BITS-1:0] tracked_set = (SETS > 1) ? tracked_line : 0;
  wire [TAG_BITS-1:0] tracked_tag = tracked_line >> $clog2(SETS);
  wire                in_set      = set == tracked_set;
  wire                of_line     = head_line == tracked_line;

  // The word of the tracked set, and where the tracked line is in it.
  reg                      written;
  reg  [WAYS*TAG_BITS-1:0] its_tags;
  reg  [WAYS-1:0]          its_reserved;
  reg  [WAYS-1:0]          its_valid;
  wire [WAYS-1:0]          its_match;
  wire [WAYS-1:0]          is_valid    = its_valid & its_match & {WAYS{used[tracked_set]}};
  wire [WAYS-1:0]          is_reserved = its_reserved & its_match & {WAYS{used[tracked_set]}};
  reg  [WAYS-1:0]          has_a_twin;     // per way: an earlier one holds the same line
  integer                  w;
  integer                  twin;

  always @(posedge clk)
    if (rst) written <= 1'b0;
    else if (word_write && in_set) begin
      written      <= 1'b1;
      its_tags     <= next_tags;
      its_reserved <= next_reserved;
      its_valid    <= next_valid;
    end

  generate
    for (i = 0; i < WAYS; i = i + 1) begin : tracked_way
      assign its_match[i] = its_tags[i*TAG_BITS +: TAG_BITS] == tracked_tag;
    end
  endgenerate

  always @* begin
    has_a_twin = {WAYS{1'b0}};
    for (w = 0; w < WAYS; w = w + 1)
      for (twin = 0; twin < w; twin = twin + 1)
        if ((its_valid[w] || its_reserved[w]) && (its_valid[twin] || its_reserved[twin])
            && its_tags[w*TAG_BITS +: TAG_BITS] == its_tags[twin*TAG_BITS +: TAG_BITS])
          has_a_twin[w] = 1'b1;
  end

  // What happened to the tracked line since the last flush.
  reg  asked;                          // a load reserved a way, and no fill, store or atomic since
  reg  filled;                         // a fill came, and no atomic since
  always @(posedge clk)
    if (rst || flush) asked <= 1'b0;
    else if (fill_valid && fill_line == tracked_line) asked <= 1'b0;
    else if (advance && of_line && allocate) asked <= 1'b1;
    else if (advance && of_line && (is_store || is_atomic)) asked <= 1'b0;
  always @(posedge clk)
    if (rst || flush) filled <= 1'b0;
    else if (fill_valid && fill_line == tracked_line) filled <= 1'b1;
    else if (advance && of_line && is_atomic) filled <= 1'b0;

  // Accesses accepted and not looked up yet.
  reg [LEVEL_BITS:0] in_line;
  always @(posedge clk)
    if (rst) in_line <= 0;
    else     in_line <= in_line + accept - advance;

  // One accepted access is tracked to its lookup (any one: the solver chooses the moment).
  (* anyseq *) wire  track;
  reg                tracking;
  reg                kernel_ended;     // a flush came since it was accepted, or with it
  reg [LEVEL_BITS:0] ahead;            // accesses before it
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && accept) begin
      tracking     <= 1'b1;
      kernel_ended <= flush;
      ahead        <= level - advance;
    end else if (tracking) begin
      if (advance && ahead == 0) tracking <= 1'b0;
      if (flush) kernel_ended <= 1'b1;
      ahead <= ahead - advance;
    end

  always @(posedge clk)
    if (started) begin
      the_delay_line_never_overflows: assert (level <= LATENCY);
      every_access_is_looked_up_once: assert (in_line == level);
      only_queued_accesses_are_old: assert (old <= level);
      the_tracked_access_is_queued: assert (!tracking || ahead < level);
      exactly_what_precedes_a_flush_is_old: assert (!tracking || kernel_ended == (ahead < old));
      no_set_is_used_while_old_accesses_are_queued: assert (old == 0 || used == 0);
      used_sets_were_written: assert (!used[tracked_set] || written);
      if (used[tracked_set]) begin
        a_way_is_valid_or_reserved_not_both: assert ((its_valid & its_reserved) == 0);
        ways_of_a_set_hold_different_lines: assert (has_a_twin == 0);
        a_line_is_valid_only_after_a_fill: assert (is_valid == 0 || filled);
        a_line_is_reserved_only_for_a_load: assert (is_reserved == 0 || asked);
      end
      a_line_of_an_old_kernel_is_not_found: assert (!(lookup && of_line && (hit || pending))
                                                    || asked || filled);
      if (in_set)
        at_most_one_way_is_found: assert ((match & (valid | reserved)
          & ((match & (valid | reserved)) - 1'b1)) == 0);
      a_hit_is_a_valid_line: assert (!(advance && load_hit && of_line) || filled);
      stale_loads_change_nothing: assert (!(stale && is_load && !fill_valid) || !word_write);
      a_fill_takes_the_lookup: assert (!fill_valid || !advance);
      no_reservation_behind_a_waiting_store: assert (!miss_full || kind != STORE && kind != ATOMIC
        || missed_line != tracked_line || is_reserved == 0);
      only_loads_install: assert (!miss_full || !may_install || kind == LOAD);
      an_access_is_counted_once: assert (event_access
        == event_hit + event_miss + event_merge + event_store + event_other);
      stalls_are_no_accesses: assert (!(event_stall && event_access));
      a_hit_is_answered_at_once: assert (event_hit == hit_valid);
    end

  // A miss that is not taken stays as it is, but for a flush.
  reg                 waited = 1'b0;
  reg                 waited_install;
  reg [LINE_BITS-1:0] waited_line;
  reg [2:0]           waited_kind;
  always @(posedge clk) begin
    waited         <= !rst && miss_valid && !miss_ready;
    waited_install <= miss_install && !flush;
    waited_line    <= miss_line;
    waited_kind    <= miss_kind;
    if (started && waited)
      a_waiting_miss_stays: assert (miss_valid && miss_kind == waited_kind
        && miss_line == waited_line && miss_install == waited_install);
  end

  // Contracts of the instances, proved with them.
`ifdef INDUCTION
  always @* begin
    if (access_ready) assume (level < LATENCY);
    if (head_valid) assume (level != 0);
    if (in_set && written)
      assume ({tags, word_reserved, word_valid} == {its_tags, its_reserved, its_valid});
  end
`endif

  reg hit_before_flush = 1'b0;
  always @(posedge clk) hit_before_flush <= !rst && (hit_before_flush || advance && load_hit);
  always @(posedge clk)
    if (started && !rst) begin
      a_load_hits: cover (hit_valid);
      a_load_waits_for_a_way: cover (lookup && allocate && !victim_exists && miss_free);
      a_reservation_is_dropped: cover (advance && drop && pending);
      a_fill_finds_no_reservation: cover (fill_valid && asked && used[set] && !pending);
      all_accesses_are_old: cover (old == LATENCY);
      a_miss_comes_after_a_flush: cover (hit_before_flush && flush && hit);
    end

// sizes: SCHEME=2 SETS=2 WAYS=2 TAG_BITS=2 SAMPLE=2 MAX_INSNS=3; SCHEME=2 SETS=2 WAYS=2 TAG_BITS=2 SAMPLE=2 LIFE=1 RESERVED=1; SCHEME=2 SETS=1 WAYS=1 TAG_BITS=2 SAMPLE=2; SCHEME=1 SETS=2 WAYS=2 TAG_BITS=2
// depth: bmc=9 induction=0
// for all time: pdr
// cover: 12
// Any lookups that l1_cache can make. One way of one set is tracked (any one: the solver chooses
// it), with its life and its last user as the page has them.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  (* anyconst *) wire [SET_BITS-1:0] tracked_set;
  (* anyconst *) wire [3:0] tracked_way;
  wire in_set = lookup_set == tracked_set;
  wire leaves = lookup_query && lookup_advance;
  wire takes  = leaves && lookup_load && !bypass;   // a load that hits or takes a way
  wire is_way = in_set && lookup_way[tracked_way];

  // What the host guarantees: a lookup is what was announced last; disjoint masks, one way.
  reg [SET_BITS-1:0] announced_set;
  reg [6:0]          announced_insn;
  wire [WAYS-1:0]    full = lookup_lines | lookup_pending;
  always @(posedge clk)
    {announced_set, announced_insn} <= next ? {next_set, next_insn} : {lookup_set, lookup_insn};
  always @* if (started_once)
    assume ({lookup_set, lookup_insn} == {announced_set, announced_insn});
  always @* begin
    assume (next_set < SETS && lookup_set < SETS && tracked_set < SETS && tracked_way < WAYS);
    assume ((lookup_lines & lookup_pending) == 0);
    assume (lookup_way != 0 && (lookup_way & (lookup_way - 1'b1)) == 0);
    assume (!lookup_load || lookup_query);
    assume (!lookup_hit || (lookup_way & (lookup_lines | lookup_pending)) != 0);
    assume (lookup_hit || !lookup_load || (lookup_way & ~full) != 0
      || full == {WAYS{1'b1}} && (lookup_way & replaceable) != 0 || bypass || !lookup_advance);
  end

  // A line that is not taken by a load of this kernel is not there.
  reg taken;
  always @(posedge clk)
    if (rst || flush)         taken <= 1'b0;
    else if (takes && is_way) taken <= 1'b1;
  always @* assume (!in_set || taken || !lookup_lines[tracked_way] && !lookup_pending[tracked_way]);

  always @(posedge clk)
    if (started_once && !rst) begin
      only_lines_are_replaceable: assert ((replaceable & ~lookup_lines) == 0);
      only_a_load_that_misses_is_bypassed: assert (!bypass || lookup_load && !lookup_hit);
      never_while_there_is_room: assert (!bypass || SCHEME == 1 && (mshr_full || lookup_waited)
        || full == {WAYS{1'b1}} && replaceable == 0);
      nor_for_an_entry: assert (!(SCHEME == 1 && (mshr_full || lookup_waited) && lookup_load
        && !lookup_hit) || bypass);
      a_load_waits_for_reserved_ways_only: assert (!(lookup_load && !lookup_hit) || bypass
        || full != {WAYS{1'b1}} || replaceable != 0
        || SCHEME >= 2 && RESERVED == 0 && lookup_pending != 0);
    end

  generate
    if (SCHEME >= 2) begin : with_lives
      // Life and last user of the tracked way.
      localparam [3:0] ENDS = LIFE == 0; // a life that is over for a query
      wire [WAYS-1:0] ended;           // ways whose life is over for a query
      genvar          one_way;
      for (one_way = 0; one_way < WAYS; one_way = one_way + 1) begin : each_life
        assign ended[one_way] = lives.lives_now[one_way*4 +: 4] <= ENDS;
      end

      reg [3:0] life;
      reg [6:0] user;
      always @(posedge clk)
        if (takes && is_way)                       life <= lives.distance;
        else if (leaves && in_set && life != 4'd0) life <= life - 4'd1;
      always @(posedge clk) if (takes && is_way) user <= lookup_insn;

      reg was_rst;
      always @(posedge clk) was_rst <= rst;
      always @(posedge clk)
        if (started_once) a_reset_leaves_no_write_behind: assert (!was_rst || !lives.written);

      // The word of the tracked set.
      reg                       written;
      reg  [WAYS*11-1:0]        its_word;
      wire [WAYS*7-1:0]         its_insns = its_word[WAYS*11-1:WAYS*4];
      always @(posedge clk)
        if (rst) written <= 1'b0;
        else if (leaves && in_set) begin
          written  <= 1'b1;
          its_word <= {lives.next_insns, lives.next_lives};
        end

      always @(posedge clk)
        if (started_once && !rst) begin
          a_protected_line_is_not_replaced: assert (!(lookup_query && in_set && taken)
            || life <= ENDS || !replaceable[tracked_way]);
          a_line_whose_life_ends_is: assert (!(lookup_query && in_set && lookup_lines[tracked_way])
            || life > ENDS || replaceable[tracked_way]);
          a_reserved_way_whose_life_ends_is_waited_for: assert (RESERVED != 0
            || !(lookup_query && in_set && lookup_pending[tracked_way] && bypass) || life > ENDS);
          a_set_of_protected_lines_is_bypassed: assert (!(lookup_load && !lookup_hit) || bypass
            || full != {WAYS{1'b1}} || |ended);
          a_hit_is_credited_to_the_last_user: assert (!(takes && lookup_hit && is_way)
            || lives.user == user);
          so_is_a_victim: assert (!(takes && !lookup_hit && is_way && lookup_lines[tracked_way])
            || lives.user == user);
          a_bypass_changes_no_user: assert (!bypass || lives.next_insns == lives.insns);
          its_life_is_stored: assert (!taken || its_word[tracked_way*4 +: 4] == life);
          with_its_user: assert (!taken || its_insns[tracked_way*7 +: 7] == user);
          the_set_of_a_taken_way_was_written: assert (!taken || written);
          a_victim_is_a_line: assert (!(takes && !lookup_hit)
            || (&full) == ((lookup_way & lookup_lines) != 0));
        end

      always @(posedge clk)
        if (started_once && !rst) begin
          a_load_is_bypassed: cover (leaves && bypass && lookup_pending == 0);
          a_life_ends: cover (leaves && in_set && taken && life == ENDS && replaceable[tracked_way]);
        end
    end
  endgenerate

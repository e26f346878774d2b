// sizes: LINE_BITS=17 SETS=2 WAYS=2; LINE_BITS=17 SETS=1 WAYS=1; LINE_BITS=6 SETS=2 WAYS=3 HASH_INDEX=1
// depth: bmc=8 induction=0
// for all time: pdr
// cover: 8
// Three ways are proved with short tags (of 6 bits of a line): with 17 the proof takes more than its 300 s.
// One way of one set of the solver's choice is kept beside the block, as the L1 has it; what is
// shown for it holds for all.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  (* anyconst *) wire [SET_BITS-1:0] its_set;
  (* anyconst *) wire [WAY_BITS-1:0] its_way;
  always @* assume (its_set < SETS && its_way < WAYS && write_set < SETS);
  wire its_write = write_valid && write_set == its_set;

  reg                its_valid;        // as the L1 has it, but for lines of shared sets
  reg [TAG_BITS-1:0] its_tag;
  reg                was_shared = 1'b0; // its set
  always @(posedge clk) was_shared <= !rst && (its_set[0] ? share_odd : share_even);
  always @(posedge clk) begin
    if (rst || flush || was_shared) its_valid <= 1'b0;
    else if (its_write) its_valid <= write_lines[its_way];
    if (its_write && write_ways[its_way]) its_tag <= write_tag;
  end

  // A way is valid only if its tag was written: the L1's promise.
  reg  was_written = 1'b0;
  always @(posedge clk)
    was_written <= !rst && (was_written || its_write && write_ways[its_way]);
  always @* assume (!its_write || !write_lines[its_way] || was_written || write_ways[its_way]);

  // What is looked up, by a set index of its own.
  reg  [LINE_BITS-1:0] its_line;
  always @(posedge clk)
    if (rst)             its_line <= 0;
    else if (next_valid) its_line <= next_line;
  wire [SET_BITS-1:0] its_line_set;
  wire [TAG_BITS-1:0] its_line_tag;
  set_map #(.LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(0), .CHUNK_BITS(0),
    .HASH_INDEX(HASH_INDEX)) its_map (.line(its_line), .line_set(its_line_set),
    .line_tag(its_line_tag), .of_set({SET_BITS{1'b0}}), .of_tag({TAG_BITS{1'b0}}), .of_line());

  wire it_is_asked_for = its_line_set == its_set && its_line_tag == its_tag;
  reg  was_pending = 1'b0;             // its tag was written and its line was not valid
  always @(posedge clk)
    was_pending <= !rst && !flush && !was_shared && its_write && write_ways[its_way] && !write_lines[its_way];

  always @(posedge clk)
    if (started_once) begin
      the_line_is_that_which_was_next: assert (look_set == its_line_set
        && look_tag == its_line_tag);
      its_valid_bit_is_the_l1s: assert (look_set != its_set || its_lines[its_way] == its_valid);
      its_tag_is_compared_valid_or_not: assert (look_set != its_set || !was_written
        || same[its_way] == (look_tag == its_tag));
      a_valid_line_is_found: assert (!its_valid || !it_is_asked_for || match[its_way]);
      another_line_is_not_found_in_its_way: assert (!match[its_way] || look_set != its_set
        || its_valid && it_is_asked_for);
      a_pending_line_is_no_hit: assert (!was_pending || look_set != its_set || !match[its_way]);
      a_hit_is_a_way_that_matches: assert (look_hit == (match != 0)
        && (!look_hit || match[look_way]));
      it_is_the_lowest: assert (!match[its_way] || look_way <= its_way);
      it_is_found: cover (its_valid && it_is_asked_for && look_hit);
      it_was_pending_and_is_found: cover (was_pending && its_write && write_lines[its_way]);
      a_flush_empties_it: cover (its_valid && flush);
      sharing_empties_it: cover (its_valid && was_shared);
      it_is_written_while_it_is_read: cover (its_write && next_valid && next_set == its_set
        && (SETS == 1 || look_set != its_set) && write_lines[its_way]);
    end

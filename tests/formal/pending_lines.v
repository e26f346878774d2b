// sizes: ENTRIES=3 LINE_BITS=2; ENTRIES=1 LINE_BITS=1; ENTRIES=6 LINE_BITS=1
// depth: bmc=8 induction=2
// cover: 10
// One entry of the solver's choice is tracked beside the list; what is shown for it holds for all.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  (* anyconst *) wire [ENTRY_BITS-1:0] one;
  always @* assume (one < ENTRIES && answer_entry < ENTRIES);
  always @* assume (free_valid || !claim_valid);

  reg                 taken;           // the tracked entry holds a line
  reg [LINE_BITS-1:0] its_line;
  wire its_claim = claim_valid && free_entry == one;
  always @(posedge clk)
    if (rst)                                      taken <= 1'b0;
    else if (its_claim)                           taken <= 1'b1;
    else if (answer_last && answer_entry == one)  taken <= 1'b0;
  always @(posedge clk)
    if (its_claim) its_line <= claim_line;

  wire [ENTRIES-1:0] before_free = free_mask - 1'b1; // the entries below the free one

  reg     groups_know;                 // what the flops of the groups say is so
  integer group;
  always @* begin
    groups_know = 1'b1;
    for (group = 0; group < GROUPS; group = group + 1)
      if (group_busy[group] != &(busy | ~(FIRST_GROUP << (group * GROUP)))) groups_know = 1'b0;
  end

  always @(posedge clk)
    if (started_once) begin
      groups_are_busy_with_all_their_entries: assert (groups_know);
      it_is_busy_while_it_holds_a_line: assert (busy[one] == taken);
      it_keeps_its_line: assert (!taken || lines[one*LINE_BITS +: LINE_BITS] == its_line);
      its_line_is_found: assert (look_match[one] == (taken && look_line == its_line));
      the_free_entry_is_free: assert (!free_valid || !busy[free_entry]);
      it_is_the_lowest: assert (!free_valid || (before_free & ~busy) == 0);
      mask_and_number_agree: assert (
        free_mask == (free_valid ? {{(ENTRIES-1){1'b0}}, 1'b1} << free_entry : {ENTRIES{1'b0}}));
      none_is_free_when_all_are_busy: assert (free_valid == (busy != {ENTRIES{1'b1}}));
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      the_list_is_full: cover (!free_valid);
      a_line_is_claimed_while_another_goes: cover (claim_valid && answer_last);
      a_line_is_held_twice: cover (ENTRIES == 1 || (look_match & (look_match - 1'b1)) != 0);
    end

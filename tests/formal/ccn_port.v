// sizes: LINE_BITS=17 ENTRIES=2 ID_BITS=4 REGIONS=4; LINE_BITS=17 ENTRIES=1 ID_BITS=4 REGIONS=4; LINE_BITS=17 ENTRIES=3 ID_BITS=4 REGIONS=4; LINE_BITS=17 ENTRIES=2 ID_BITS=4 REGIONS=4 SETS=2
// abc: bmc
// depth: bmc=10 induction=4
// cover: 14
// without: send_mask answer_data
// An MSHR that uses an entry again when it has its answer, a network that gives each read back once.
// A requester that sends no two messages in cycles that follow each other.
// One entry of the solver's choice is followed, and one region. The induction assumes of
// request_ways that a region stays written until a boundary (proved with it).
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  // ---- The tracked entry: where its read is ----
  localparam [2:0] FREE = 0, COMES = 1, AWAY = 2, TURNED = 3, AT_L2 = 4, DONE = 5;
  (* anyconst *) wire [ENTRY_BITS-1:0] its;
  always @* assume (its < ENTRIES);
  reg  [2:0]           its_place;
  reg  [LINE_BITS-1:0] its_line;
  reg  [NODE_BITS-1:0] its_dest;
  wire is_asked  = take && request_kind == READ && request_id == its;
  wire is_sent   = enter && held_id[ENTRY_BITS-1:0] == its;
  wire turns     = !asks && (back_turn ? back_valid : direct_valid) && turned[its];
  wire is_filled = fill && filled[its];
  always @(posedge clk)
    if (rst) its_place <= FREE;
    else if (is_asked) its_place <= COMES;
    else if (is_sent)  its_place <= AWAY;
    else if (turns)    its_place <= TURNED;
    else if (is_filled) its_place <= DONE;
    else if (ask && asked[its] || pass && held_reads && held_id == its) its_place <= AT_L2;
    else if (reply_valid && reply_ready && reply_kind == READ && reply_id == its) its_place <= DONE;
    else if (answer_valid && answer_ready && answer_kind == READ && answer_id == its)
      its_place <= FREE;
  always @(posedge clk) if (is_asked) {its_line, its_dest} <= {request_line, request_dest};

  // What stands around: entries are used once, ids of reads are entries, lines come back that are
  // in the network, on one way each.
  always @* begin
    assume (request_kind <= 3'd3 && reply_kind <= 3'd3 && sent_kind <= 3'd3);
    assume (!(was_sent && sent_valid && sent_ready));
    if (request_valid && request_kind == READ)
      assume (request_id < ENTRIES && !away[request_id[ENTRY_BITS-1:0]]
        && (request_id != its || its_place == FREE));
    if (reply_valid && reply_kind == READ)
      assume (reply_id < ENTRIES && (reply_id != its || its_place == AT_L2));
    if (direct_valid) assume (|(direct_same & ~turning));
    if (back_valid)   assume (|(back_same & ~turning));
    if (fill_valid)   assume (|(filled & ~turning));
    if (direct_valid && back_valid) assume (direct_line != back_line);
    if (direct_valid && fill_valid) assume (direct_line != fill_line);
    if (back_valid && fill_valid)   assume (back_line != fill_line);
  end
  wire [ENTRIES-1:0] turning = asked & {ENTRIES{asks}};
  wire [ENTRIES-1:0] direct_same, back_same;
  reg                twice;            // two entries in the network have one line
  integer            a, b;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : each_way_back
      assign direct_same[i] = away[i] && lines[i*LINE_BITS +: LINE_BITS] == direct_line;
      assign back_same[i]   = away[i] && lines[i*LINE_BITS +: LINE_BITS] == back_line;
    end
  endgenerate
  always @* begin
    twice = 1'b0;
    for (a = 0; a < ENTRIES; a = a + 1)
      for (b = 0; b < a; b = b + 1)
        if (away[a] && away[b]
            && lines[a*LINE_BITS +: LINE_BITS] == lines[b*LINE_BITS +: LINE_BITS]) twice = 1'b1;
  end
  reg  [ENTRIES-1:0] has_held_line;    // entries in the network with the line of what is held
  always @*
    for (a = 0; a < ENTRIES; a = a + 1)
      has_held_line[a] = away[a] && lines[a*LINE_BITS +: LINE_BITS] == held_line;

  // ---- The tracked region: whether the core wrote there since the last boundary at which nothing
  // was under way ----
  (* anyconst *) wire [REGION_BITS-1:0] its_region;
  reg  its_region_written;
  reg  held_in_region;
  reg  was_written_then;
  // A store that the requester sent counts from the third cycle behind its own on.
  reg  was_sent = 1'b0, sent_there, sent_before;
  wire is_sent_there = leaves && sent_kind[1] && sent_folded[REGION_BITS-1:0] == its_region;
  always @(posedge clk) begin
    was_sent    <= !rst && leaves;
    sent_there  <= !rst && is_sent_there;
    sent_before <= !rst && !flush && sent_there;
    its_region_written <= !rst && (took && held_kind[1] && held_region == its_region
      || (its_region_written || sent_before) && !flush);
    if (take) {held_in_region, was_written_then} <= {region == its_region, its_region_written};
  end

  wire passes = held && !shared && !waits;
  reg  was_throttled;                  // when what is held came
  always @(posedge clk) if (take) was_throttled <= skip;
  reg of_others, of_a_shared_set, asked_before, was_told;
  always @(posedge clk) begin
    if (take) {asked_before, of_others, of_a_shared_set} <= {request_again, request_remote,
                                                             SETS > 1 && request_line[0] ? share_odd : share_even};
    was_told <= !rst && send_valid && send_ready && send_kind == READ && (asks || !of_others);
  end
  reg was_passed, was_missed, was_asked, was_answered, was_held, was_taken;
  always @(posedge clk) begin
    was_held     <= !rst && held;
    was_taken    <= miss_valid && miss_ready || send_valid && send_ready && !asks;
    was_passed   <= !rst && send_valid && !send_ready;
    was_missed   <= !rst && miss_valid && !miss_ready;
    was_asked    <= !rst && asks && !send_ready;
    was_answered <= !rst && answer_valid && !answer_ready;
  end

  always @(posedge clk)
    if (started_once) begin
      no_two_reads_of_a_line_are_in_the_network: assert (!twice);
      what_is_sent_is_of_no_line_in_the_network: assert (!(enter || pass) || has_held_line == 0);
      it_waits_for_such_a_line_only: assert (!held || passes || miss_valid
        || (has_held_line & held_same) != 0);
      what_it_waits_for_has_its_line: assert (!held || (held_same & away & ~has_held_line) == 0);
      it_knows_all_of_them: assert (!held || (has_held_line & ~held_same) == 0);
      reads_go_into_the_network_others_to_l2: assert (!(passes && miss_valid)
        && (!miss_valid || held_reads) && (!send_valid || asks || !shared));
      it_leaves_when_it_is_taken: assert (!was_held || held != was_taken);
      those_of_a_throttled_core_do_not: assert (!held || held_skip == was_throttled
        && !(was_throttled && miss_valid));
      a_read_is_sent_whole: assert (!(send_valid && send_kind == READ && asks)
        || send_sectors == 4'b1111 && send_data_sectors == 4'b0000);
      an_entry_is_in_the_network_from_there_to_its_end: assert (away[its]
        == (its_place == AWAY || its_place == TURNED));
      its_line_is_kept: assert (!away[its] || lines[its*LINE_BITS +: LINE_BITS] == its_line
        && dests[its*NODE_BITS +: NODE_BITS] == its_dest);
      what_is_held_is_what_came: assert (its_place != COMES || held && held_reads
        && held_kind == READ && held_id == its && held_line == its_line && held_dest == its_dest);
      and_nothing_else_is_it: assert (!held || !held_reads || held_id != its || its_place == COMES);
      what_came_is_held: assert (!took || held);
      kinds_are_known: assert (!held || held_reads == (held_kind == READ));
      ids_of_reads_are_entries: assert (!held || !held_reads || held_id < ENTRIES);
      what_turned_is_asked_of_l2: assert ((its_place == TURNED) == (asks && asked[its]));
      with_its_line: assert (its_place != TURNED || send_id == its && send_line == its_line
        && send_dest == its_dest);
      one_is_asked_for: assert (!asks || (asked & (asked - 1'b1)) == 0 && asked != 0
        && (asked & ~away) == 0);
      the_mshr_gets_its_answer_once: assert (!(answer_valid && answer_kind == READ
        && answer_id == its) || its_place == DONE);
      and_it_waits_there: assert (its_place != DONE || answer_valid && answer_kind == READ
        && answer_id == its);
      one_source_is_taken_at_a_time: assert (!(direct_ready && back_ready)
        && !(reply_ready && fill_ready));
      offers_stay: assert ((!was_passed || send_valid) && (!was_missed || miss_valid)
        && (!was_asked || asks) && (!was_answered || answer_valid));
      a_region_is_known_to_be_written: assert (!its_region_written || written[its_region]);
      a_read_of_where_the_core_wrote_stays_out: assert (!(held && held_in_region
        && was_written_then) || held_written && !miss_valid);
      reads_for_other_cores_stay_out: assert (!held || !of_others || !miss_valid);
      those_of_shared_sets_do: assert (!held || !of_a_shared_set || !miss_valid);
      and_those_whose_line_the_l1_may_hold: assert (!held || !asked_before || !miss_valid);
      own_reads_of_l2_are_told: assert (event_ask == was_told);
      what_stays_out_is_kept: assert (!held || of_another == of_others
        && stays_out == (asked_before || of_others || of_a_shared_set));
      what_was_sent_waits: assert (!sent_there || sent_waits && sent_writes && sent_region == its_region);
      then_it_is_noted: assert (!sent_before || written[its_region]
        || sent_waits && !took && sent_writes && sent_region == its_region);
      none_that_was_sent_is_lost: assert (!(sent_waits && took && leaves));
      it_waits_for_a_cycle_at_most: assert (!sent_waits || was_sent || !took);
      a_message_waits: cover (held && waits);
      a_read_stays_out: cover (event_written);
      a_throttled_core_reads: cover (event_skip);
      a_line_comes_from_another_core: cover (is_filled);
      and_a_read_of_it_again: cover (its_place == AWAY && its_line == answered_line && answers);
      both_ways_back_at_once: cover (ENTRIES == 1 || direct_valid && back_valid);
      both_answers_at_once: cover (fill_valid && reply_valid && answers);
    end

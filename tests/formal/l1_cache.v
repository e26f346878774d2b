// sizes: SETS=2 WAYS=1 LATENCY=5 STORE_QUEUE=1 LINE_BITS=2 ID_BITS=1; SETS=2 WAYS=2 LATENCY=5 STORE_QUEUE=1 LINE_BITS=3 ID_BITS=1; SETS=1 WAYS=3 LATENCY=5 STORE_QUEUE=1 LINE_BITS=2 ID_BITS=1 WRITE_UPDATE=0; SETS=1 WAYS=1 LATENCY=5 STORE_QUEUE=1 LINE_BITS=2 ID_BITS=1 SCHEME=2 DLP_SAMPLE=2
// sizes: SETS=1 WAYS=1 LATENCY=5 STORE_QUEUE=2 LINE_BITS=2 ID_BITS=1 SCHEME=2 DLP_SAMPLE=2 DLP_RESERVED=1
// sizes: SETS=2 WAYS=1 LATENCY=5 STORE_QUEUE=1 LINE_BITS=2 ID_BITS=1 PROTECT=2
// depth: bmc=10 induction=0
// for all time: pdr
// All properties are shown for all time at these six sizes (by `make test` at the first, which takes a
// third of the second's time), storage and line protection with its global scheme included. The
// bounded proof says which one fails. No induction: the word of a set is in five places (RAM, last
// write, kept, head, filling), and pdr finds what relates them itself.
// without: hit_data store_data miss_mask remote_hit_data data_line
// free: byte_corrected byte_lost word_corrected word_lost tag_corrected tag_lost
// cover: 14
// Any traffic, own and remote, any fills, any changes of share; what the RAMs say of check bits is any, too. One line is tracked (any one:
// the solver chooses it), with a copy of its set's word as it was last written; what is shown for
// it holds for all lines.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* assume (access_kind <= 3'd4);
  // What brings a line is offered until it is written.
  always @* assume (!arrived || reply_valid && mshr_answers && reply_line == arrived_line);
  always @* assume (!filling || reply_valid && mshr_answers && reply_line == filling_line);
  always @* assume (!access_foreign || !access_remote && access_kind == LOAD);

  // Data of a store or atomic follow its access until all of them are taken (proved with requester, l1_arbiter and
  // remote_in_queue), and no access is taken before; so those of two never meet.
  reg own_goes;
  reg home_goes;
  always @(posedge clk) begin
    own_goes  <= !rst && (accept && (access_kind == STORE || access_kind == ATOMIC) && !access_remote || own_goes && !own_ready);
    home_goes <= !rst && (accept && access_kind == STORE && access_remote || home_goes && !own_ready);
  end
  always @* assume (!started_once || own_valid == own_goes && (home_valid || !home_goes));
  always @* assume (!access_remote || access_kind == LOAD || access_kind == STORE);

  (* anyconst *) wire [LINE_BITS-1:0] tracked_line;
  localparam [SET_BITS-1:0] IN_SET = (SETS > 1) ? {SET_BITS{1'b1}} : {SET_BITS{1'b0}};
  wire [SET_BITS-1:0] tracked_set = (SETS > 1) ? tracked_line : 0;
  wire [TAG_BITS-1:0] tracked_tag = tracked_line >> $clog2(SETS);
  wire                in_set      = head_set == tracked_set;
  wire                is_shared   = shared[tracked_set[0]];
  wire                of_line     = head_line == tracked_line;

  // Lines of the fills under way, and whether the tracked line was reserved since they arrived.
  reg  [LINE_BITS-1:0] arrived_line;
  reg  [LINE_BITS-1:0] filling_line;
  reg                  arrived_before;
  reg                  filling_before;
  wire                 allocated  = advance && of_line && allocate;
  wire                 fills_line = fills && filling_line == tracked_line;
  always @(posedge clk) begin
    arrived_line   <= reply_line;
    filling_line   <= arrived_line;
    arrived_before <= allocated;
    filling_before <= arrived_before || allocated;
  end

  // The word of the tracked set, and where the tracked line is in it.
  reg                      written;
  reg  [WAYS*TAG_BITS-1:0] its_tags;
  reg  [WAYS-1:0]          its_reserved;
  reg  [WAYS-1:0]          its_valid;
  reg  [WAYS-1:0]          its_foreign;
  wire                     is_used = used[tracked_set] || last_valid && last_set == tracked_set;
  wire                     is_purged = purge[tracked_set] && !(last_valid && last_set == tracked_set);
  wire [WAYS-1:0]          its_match;
  wire [WAYS-1:0]          is_alive    = its_match & {WAYS{is_used}}
    & ~(its_foreign & {WAYS{is_purged || is_shared}});
  wire [WAYS-1:0]          is_valid    = its_valid & is_alive;
  wire [WAYS-1:0]          is_reserved = its_reserved & is_alive;
  wire [WAYS-1:0]          is_kept     = (its_valid | its_reserved) & its_match
    & {WAYS{is_used}};                 // dead or alive
  reg  [WAYS-1:0]          has_a_twin;     // per way: an earlier one holds the same line
  integer                  w;
  integer                  twin;

  integer tracked_way;
  always @(posedge clk)
    if (rst) written <= 1'b0;
    else if (word_write && write_set == tracked_set) begin
      written      <= 1'b1;
      its_reserved <= next_reserved;
      its_valid    <= next_valid;
      its_foreign  <= next_foreign;
      for (tracked_way = 0; tracked_way < WAYS; tracked_way = tracked_way + 1)
        if (write_ways[tracked_way]) its_tags[tracked_way*TAG_BITS +: TAG_BITS] <= head_tag;
    end

  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_tracked
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

  // What lookups of the tracked set find, and the ways with the tag of who looks.
  wire [WAYS-1:0]   now_dead     = its_foreign & {WAYS{is_purged || is_shared}};
  wire [WAYS-1:0]   now_valid    = its_valid & ~now_dead & {WAYS{is_used}};
  wire [WAYS-1:0]   now_reserved = its_reserved & ~now_dead & {WAYS{is_used}};
  wire [WAYS-1:0]   now_there    = now_valid | now_reserved;
  wire [2*WAYS-1:0] kept_lines   = kept ? kept_alive[2*WAYS-1:0] : {(2*WAYS){1'b0}};
  wire [WAYS-1:0]   head_is;
  wire [WAYS-1:0]   compare_is;
  wire [WAYS-1:0]   filling_is;
  wire [WAYS-1:0]   last_are;
  wire [WAYS-1:0]   were_is;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_is
      wire [TAG_BITS-1:0] its_tag = its_tags[i*TAG_BITS +: TAG_BITS];
      assign head_is[i]    = its_tag == head_tag;
      assign compare_is[i] = its_tag == compare_tag;
      assign filling_is[i] = its_tag == filling_line[LINE_BITS-1 -: TAG_BITS];
      assign last_are[i]   = its_tag == last_tag;
      assign were_is[i]    = its_tag == were_tags[i*TAG_BITS +: TAG_BITS];
    end
  endgenerate

  reg                      was_written; // before the last edge
  reg  [WAYS*TAG_BITS-1:0] were_tags;
  reg  [3*WAYS-1:0]        was_word;
  always @(posedge clk) begin
    was_written <= written;
    were_tags   <= its_tags;
    was_word    <= {its_foreign, its_reserved, its_valid};
  end

  // What happened to the tracked line since the last flush.
  reg  asked;                          // a load reserved a way, and no fill, store or atomic since
  reg  filled;                         // a fill came, and no atomic since
  always @(posedge clk)
    if (rst || flush) asked <= 1'b0;
    else if (fills_line) asked <= 1'b0;
    else if (advance && of_line && allocate) asked <= 1'b1;
    else if (advance && of_line && (is_store || is_atomic)) asked <= 1'b0;
  always @(posedge clk)
    if (rst || flush) filled <= 1'b0;
    else if (fills_line) filled <= 1'b1;
    else if (advance && of_line && is_atomic) filled <= 1'b0;

  // Its last reservation: for a foreign load; and its set has been shared since.
  reg marked;
  reg died;
  always @(posedge clk) if (allocated) marked <= head_foreign;
  always @(posedge clk)
    if (rst || allocated)         died <= 1'b0;
    else if (marked && is_shared) died <= 1'b1;

  // What advanced at the last edge.
  reg was_remote;
  reg barred_load_left;
  reg bypassed_load_left;
  always @(posedge clk) begin
    was_remote         <= head_remote;
    bypassed_load_left <= !rst && advance && bypassed;
    barred_load_left   <= !rst && advance && is_load && head_foreign && head_shared;
  end

  // Accesses accepted and not looked up yet.
  reg [LEVEL_BITS:0] in_line;
  always @(posedge clk)
    if (rst) in_line <= 0;
    else     in_line <= in_line + accept - advance;
  wire [1:0]          reading_level = !read_valid ? 2'd0 : due_taken ? 2'd1 : 2'd2;
  wire [LEVEL_BITS:0] in_stages     = reading_level + compare_valid + head_valid;

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

  // The copy of the tracked set's tags that shadow_tags has. Its ways are snooped while it has them.
  reg  [WAYS-1:0]          copy;
  reg  [WAYS*TAG_BITS-1:0] copy_tags;
  reg  [WAYS-1:0]          was_there;  // lines of the set before the last edge
  reg                      was_shared = 1'b0; // ever: dead lines leave untold
  wire [WAYS-1:0]          there = its_valid & {WAYS{is_used}};
  reg  [WAYS-1:0]          copy_differs;
  integer                  c;
  always @(posedge clk) begin
    was_there  <= there & {WAYS{!rst && !flush}};
    was_shared <= was_shared || share_even || share_odd;
    if (rst || flush) copy <= {WAYS{1'b0}};
    else if (tags_valid && tags_set == tracked_set) copy <= tags_lines;
    for (c = 0; c < WAYS; c = c + 1)
      if (tags_valid && tags_set == tracked_set && tags_ways[c])
        copy_tags[c*TAG_BITS +: TAG_BITS] <= tags_tag;
  end
  always @*
    for (c = 0; c < WAYS; c = c + 1)
      copy_differs[c] = copy_tags[c*TAG_BITS +: TAG_BITS] != were_tags[c*TAG_BITS +: TAG_BITS];
  always @*
    assume (!snoop_valid || snoop_way < WAYS && snoop_set < SETS
      && (snoop_set != tracked_set || copy[snoop_way]));

  // A fill was written where a snoop is to read, since it came.
  reg  overwritten;
  reg  read_overwritten;               // what was read at the last edge was, in the tracked set
  wire [SET_BITS-1:0] asked_set = snoop_waits ? snooped_set : snoop_set;
  wire [WAY_BITS-1:0] asked_way = snoop_waits ? snooped_way : snoop_way;
  wire overwrites = fills && filling_set == asked_set && filling_ways[asked_way];
  reg  was_stolen = 1'b0;
  always @(posedge clk) begin
    overwritten      <= (snoop_waits ? overwritten : 1'b0) || overwrites;
    read_overwritten <= overwritten && snooped_set == tracked_set;
    was_stolen       <= !rst && steals;
  end

  // What the RAMs read at the last edge for somebody, and what they say of it now: that of a word is told if it was
  // written since the last flush and is no longer in the register of the last write, that of a tag if its way has or
  // awaits a line, that of a line if somebody gets it.
  reg              looked_at = 1'b0;   // a set's word was read
  reg              of_tracked;         // it was that of the tracked set
  wire             its_last  = last_valid && last_set == tracked_set;
  wire [WAYS-1:0]  its_tags_read = now_there & ~(last_ways & {WAYS{its_last}});
  wire             word_is_read = looked_at && is_used && !its_last;
  wire             line_goes    = event_hit || data_valid;
  reg              to_be_told = 1'b0;  // of the tracked set, or nothing was read
  reg              was_right;          // something was put right
  reg              was_lost;
  always @(posedge clk) begin
    looked_at  <= !rst && (arrives || read_moves);
    of_tracked <= (arrives ? reply_set : read_set) == tracked_set;
    to_be_told <= !rst && (!looked_at || of_tracked);
    was_right  <= line_goes && byte_corrected != 128'd0 || word_is_read && word_corrected
               || looked_at && (its_tags_read & tag_corrected) != 0;
    was_lost   <= line_goes && byte_lost != 128'd0 || word_is_read && word_lost
               || looked_at && (its_tags_read & tag_lost) != 0;
  end
  generate
    if (PROTECT != 0) begin : protected
      always @(posedge clk)
        if (started_once) begin
          what_is_put_right_is_told: assert (!to_be_told || error_corrected == was_right);
          what_is_lost_is_told: assert (!to_be_told || error_lost == was_lost);
          a_hit_says_that_it_is_lost: assert (hit_error == (hit_valid && byte_lost != 128'd0));
        end
    end
  endgenerate

  // A miss that is not taken stays as it is, but for a flush.
  reg                 waited = 1'b0;
  reg                 waited_install;
  reg                 waited_again;
  reg [LINE_BITS-1:0] waited_line;
  reg [2:0]           waited_kind;
  always @(posedge clk) begin
    waited         <= !rst && miss_valid && !miss_ready;
    waited_install <= miss_install && !flush;
    waited_again   <= miss_again || arrives && reply_line == miss_line;
    waited_line    <= miss_line;
    waited_kind    <= miss_kind;
    if (started_once && waited)
      a_waiting_miss_stays: assert (miss_valid && miss_kind == waited_kind
        && miss_line == waited_line && miss_install == waited_install && miss_again == waited_again);
  end

  // Nor does a remote hit.
  // Stores and atomics that left, less data that were taken: -1 to 1.
  reg [1:0]             left_more;
  reg                   data_waited = 1'b0;
  always @(posedge clk) begin
    data_waited <= !rst && store_valid && !store_ready;
    left_more   <= rst ? 2'd0 : left_more + (advance && head_has_data) - (store_valid && store_ready);
  end

  reg                   remote_waited = 1'b0;
  reg [LINE_BITS-1:0]   held_line;
  reg [ID_BITS-1:0]     held_id;
  reg [NODE_BITS-1:0]   held_node;
  reg [3:0]             held_sectors;
  always @(posedge clk) begin
    remote_waited <= !rst && remote_hit_valid && !remote_hit_ready;
    held_line     <= remote_hit_line;
    held_id       <= remote_hit_id;
    held_node     <= remote_hit_dest;
    held_sectors  <= remote_hit_data_sectors;
    if (started_once && remote_waited)
      a_held_remote_hit_stays: assert (remote_hit_valid && remote_hit_line == held_line
        && remote_hit_id == held_id && remote_hit_dest == held_node
        && remote_hit_data_sectors == held_sectors);
  end

  always @(posedge clk)
    if (started_once) begin
      no_access_comes_before_the_data_of_the_last: assert (!access_ready || own_ready);
      data_go_one_at_a_time: assert (own_ready || own_goes != home_goes);
      the_queues_never_overflow: assert (level <= LATENCY);
      the_stages_hold_some_of_them: assert (in_stages <= level);
      every_access_is_looked_up_once: assert (in_line == level);
      only_queued_accesses_are_old: assert (old <= level);
      a_load_is_stale_while_there_are: assert (stale == (old != 0));
      the_tracked_access_is_queued: assert (!tracking || ahead < level);
      exactly_what_precedes_a_flush_is_old: assert (!tracking || kernel_ended == (ahead < old));
      no_set_is_used_while_old_accesses_are_queued: assert (old == 0 || used == 0);
      nor_is_a_line_on_its_way: assert (old == 0 || !last_valid && head_word[2*WAYS-1:0] == 0
        && kept_lines == 0 && (!filling || filling_word[2*WAYS-1:0] == 0));
      used_sets_were_written: assert (!is_used || written);
      if (is_used) begin
        a_way_is_valid_or_reserved_not_both: assert ((its_valid & its_reserved) == 0);
        ways_of_a_set_hold_different_lines: assert (has_a_twin == 0);
        a_line_is_valid_only_after_a_fill: assert (is_valid == 0 || filled);
        a_line_is_reserved_only_for_a_load: assert (is_reserved == 0 || asked);
        the_mark_of_a_line_is_that_of_its_load: assert (is_kept == 0
          || ((is_kept & its_foreign) != 0) == marked);
        a_marked_line_is_purged_since_its_set_was_shared: assert (is_kept == 0 || !marked
          || died == is_purged);
      end
      a_fill_has_the_lines_to_itself: assert (!(filling && lookup)); // what they hold is not part of the proof
      a_fill_ends_no_reservation_made_after_it_arrived: assert (!fills_line || !filling_before);
      a_withheld_fill_changes_nothing: assert (!filling || filling_installs || !word_write);
      a_fill_finds_its_own_line: assert (!fills || filling_set != tracked_set
        || ((filling_ways & its_match) != 0) == (filling_line == tracked_line));
      only_marked_lines_die: assert (!died || marked);
      a_dead_line_is_not_found: assert (!lookup || !of_line || !hit && !pending
        || !died && !(marked && is_shared));
      a_line_of_an_old_kernel_is_not_found: assert (!(lookup && of_line && (hit || pending))
                                                    || asked || filled);
      if (head_valid && in_set)
        at_most_one_way_is_found: assert ((match & (valid | reserved)
          & ((match & (valid | reserved)) - 1'b1)) == 0);
      // The word of the tracked set, wherever an access or a fill has it.
      the_head_has_its_word: assert (!head_valid || !in_set
        || {reserved, valid} == {now_reserved, now_valid} && ((match ^ head_is) & now_there) == 0);
      so_has_what_waits: assert (!kept || compare_set != tracked_set
        || kept_lines == {now_reserved, now_valid} && ((kept_match ^ compare_is) & now_there) == 0);
      so_has_a_fill: assert (!filling || filling_set != tracked_set
        || {filling_reserved, filling_word[WAYS-1:0] & ~filling_dead} == {now_reserved, now_valid});
      it_sees_the_last_write_of_its_set: assert (!filling || !last_valid
        || same_set == (last_set == filling_set));
      and_it_finds_its_tag: assert (!filling || filling_set != tracked_set || !is_used
        || (filling_match & now_reserved & ~filling_is) == 0);
      and_no_later_one: assert (!filling || filling_line != tracked_line || !filling_before
        || (filling_match & now_reserved) == 0);
      one_at_a_time_has_the_word_that_was_read: assert (!arrived || !compare_valid || kept);
      what_waits_is_in_compare: assert (!kept || compare_valid);
      what_changed_is_what_was_written_last: assert (!is_used
        || last_valid && last_set == tracked_set
        || was_written && were_tags == its_tags
           && was_word == {its_foreign, its_reserved, its_valid});
      its_other_tags_are_as_before: assert (!is_used
        || ((its_valid | its_reserved) & ~last_ways & ~(were_is & {WAYS{was_written}})) == 0
        || !(last_valid && last_set == tracked_set));
      the_last_write_is_the_last_one: assert (!last_valid || last_set != tracked_set
        || is_used && {last_word[2*WAYS-1:0], last_word[FOREIGN_AT +: WAYS]}
           == {its_reserved, its_valid, its_foreign});
      with_its_tag: assert (!last_valid || last_set != tracked_set || (last_ways & ~last_are) == 0);
      the_share_of_the_head_is_that_of_its_set: assert (!head_valid
        || head_shared == shared[head_set[0]]);
      lines_have_one_port: assert (!lines_write || !lines_read);
      headers_and_flags_agree: assert (!head_valid || is_load == (head_kind == LOAD)
        && is_store == (head_kind == STORE) && is_atomic == (head_kind == ATOMIC));
      a_set_is_that_of_the_line: assert (!head_valid
        || head_set == (head_line[SET_BITS-1:0] & IN_SET));
      also_before_the_head: assert (!compare_valid
        || compare_set == (compare_header[SET_BITS-1:0] & IN_SET));
      a_fill_that_arrived_too: assert (!arrived
        || arrived_set == (arrived_line[SET_BITS-1:0] & IN_SET)
        && arrived_tag == arrived_line[LINE_BITS-1 -: TAG_BITS]);
      and_one_that_is_written: assert (!filling
        || filling_set == (filling_line[SET_BITS-1:0] & IN_SET));
      a_hit_is_a_valid_line: assert (!(advance && load_hit && of_line) || filled);
      stale_loads_change_nothing: assert (!(stale && is_load && !filling)
        || !word_write);
      a_foreign_load_that_comes_too_late_changes_nothing: assert (!(head_foreign && head_shared
        && is_load && !filling) || !word_write);
      and_is_not_installed: assert (!barred_load_left || miss_valid && !miss_install);
      a_fill_takes_the_lookup: assert (!filling || !advance);
      no_reservation_behind_a_waiting_store: assert (!miss_full || kind != STORE && kind != ATOMIC
        || missed_line != tracked_line || is_reserved == 0);
      only_loads_install: assert (!miss_full || !may_install || kind == LOAD);
      an_access_is_counted_once: assert (event_access
        == event_hit + event_miss + event_merge + event_store + event_other + event_bypass);
      a_protected_line_is_not_replaced: assert (!(advance && allocate)
        || (way_mask & valid & ~replaceable) == 0);
      a_bypassed_load_changes_no_tag: assert (!(advance && bypassed) || !word_write);
      it_goes_on_without_a_way: assert (!bypassed_load_left || event_bypass && miss_valid
        && !miss_install && (miss_kind == LOAD_BYPASS || was_remote && miss_kind == LOAD));
      the_word_of_a_load_that_waits_stays: assert (!word_write || fills || advance
        || write_ways == 0 && next_valid == valid && next_reserved == reserved && next_order == order);
      a_load_waits_for_reserved_ways_only: assert (!lookup || filling || !allocate || victim_exists
        || |reserved);
      a_scheme_that_bypasses_never_waits: assert (SCHEME == 0 || SCHEME >= 2 && DLP_RESERVED == 0
        || !allocate || filling || victim_exists || !lookup);
      stalls_are_no_accesses: assert (!(event_stall && event_access));
      a_hit_is_answered_at_once: assert (hit_valid == (event_hit && !was_remote));
      a_remote_hit_is_answered_at_once: assert (!(event_hit && was_remote) || remote_hit_valid);
      nothing_else_is_a_remote_hit: assert (!remote_hit_valid || remote_waited || event_remote_hit);
      a_held_remote_hit_keeps_the_output_of_the_ram: assert (!answer || !remote_hit_valid
        || remote_hit_ready);
      remote_events_are_those_of_remote_accesses: assert (
        {event_remote, event_remote_hit, event_remote_miss}
        == ({event_access, event_hit, event_miss} & {3{was_remote}}));
      the_copy_is_a_cycle_behind: assert (was_shared || copy == was_there);
      its_tags_too: assert (was_shared || (copy & copy_differs) == 0);
      a_line_that_is_read_for_a_snoop_is_its_own: assert (!data_valid || !read_overwritten);
      a_snoop_is_answered_when_it_was_read: assert ((data_valid || gone_valid) == was_stolen
        && !(data_valid && gone_valid));
      a_load_hit_waits_for_one_cycle: assert (!was_stolen || !steals);
      nothing_hits_meanwhile: assert (!(steals && answer));
      each_access_has_its_data: assert (left_more == {given, given || lent} && !(given && lent));
      data_are_offered_before_their_miss_or_with_it: assert (!lent || store_valid);
      what_is_taken_stays_until_its_access_has_left: assert (!given || data_there);
      data_that_are_offered_stay: assert (!data_waited || store_valid);
      a_new_miss_says_whether_its_line_was_asked_for: assert (!miss_valid || waited || miss_again == event_merge);
      a_new_miss_says_whose_it_is: assert (!miss_valid || waited || miss_remote == was_remote);
    end

  always @* if (started_once && head_valid && (used[head_set] || last_valid && last_set == head_set))
    the_order_is_one: assert (replaceable == 0 || oldest != 0);

  reg hit_before_flush = 1'b0;
  always @(posedge clk) hit_before_flush <= !rst && (hit_before_flush || advance && load_hit);
  always @(posedge clk)
    if (started_once && !rst) begin
      a_load_hits: cover (hit_valid);
      a_load_waits_for_a_way: cover (SCHEME == 1 || SCHEME >= 2 && DLP_RESERVED != 0
        || lookup && allocate && !victim_exists && miss_free);
      a_reservation_is_dropped: cover (advance && drop && pending);
      a_fill_finds_no_reservation: cover (filling && filling_installs && used[filling_set] && !fills);
      a_fill_is_withheld: cover (filling && |filling_ways && !fills);
      a_fill_passes_an_access_that_waits: cover (fills && head_valid && filling_set == head_set
        && kept && compare_set == head_set);
      a_load_is_bypassed: cover (SCHEME == 0 || DLP_RESERVED == 0 || advance && bypassed);
      all_accesses_are_old: cover (old == LATENCY);
      a_fill_finds_a_dead_reservation: cover (filling && filling_line == tracked_line && died
        && used[filling_set] && !fills && (filling_word[WAYS +: WAYS] & filling_match) == 0);
      a_foreign_line_is_found_while_the_other_parity_is_shared: cover (lookup && of_line && hit
        && marked && (share_even || share_odd));
      a_snooped_line_is_gone: cover (SCHEME != 0 || gone_valid);
      a_load_hit_waits_for_a_snoop: cover (SCHEME != 0 || event_snoop);
      data_go_before_their_access: cover (given);
      an_access_leaves_before_its_data: cover (lent);
      a_snoop_waits_for_a_remote_hit: cover (snoop_waits && !output_free);
      a_miss_comes_after_a_flush: cover (hit_before_flush && flush && lookup && hit);
    end

// sizes: SETS=2 WAYS=1 LATENCY=8 QUEUE=1 ENTRIES=2 TARGETS=1 LINE_BITS=3 CHUNK_BITS=0 NODE_BITS=1 MSG_ID_BITS=1; SETS=1 WAYS=2 LATENCY=8 QUEUE=2 ENTRIES=2 TARGETS=2 LINE_BITS=2 CHUNK_BITS=0 NODE_BITS=1 MSG_ID_BITS=1
// sizes: SETS=2 WAYS=1 LATENCY=8 QUEUE=1 ENTRIES=1 TARGETS=1 LINE_BITS=2 CHUNK_BITS=0 NODE_BITS=1 MSG_ID_BITS=1 PROTECT=2
// depth: bmc=17 induction=0
// abc: bmc
// cover: 19
// without: reply_data dram_data dram_mask look_set look_tag look_cluster reply_dest reply_id reply_kind reply_line reply_data_sectors dram_line
// free: mask data word_corrected word_lost line_corrected line_lost
// Control only: the data RAM feeds nothing but the outputs left out. Masks and data of the waiting
// stores and atomics are free, and what the RAMs say of check bits: of control only the cycles an atomic takes depend on them. Not shown
// here: which bytes stores, atomics and fills write, and what replies and write-backs say; lockstep
// and tests/oracle/llc_oracle.c compare those. Any requests; DRAM answers whatever it wants, asked
// or not, in any order. What is shown for the entry of the solver's choice holds for all. Bounded only: everything
// depends on what the set RAM, the queue of accesses and the RAM of pending lines hold, which the
// induction cannot see.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  // Reset in the first cycle only: the state before it is any, so what a later reset meets is
  // among what this one meets.
  always @* assume (rst == !started_once);
  always @* assume (request_kind <= 3'd3);
  always @* assume (!(put && is_private && request_kind == 3'd3));  // no atomic goes to a private slice
  (* anyconst *) wire [ENTRY_BITS-1:0] one_entry;
  always @* assume (one_entry < ENTRIES);

  wire put   = request_valid && request_ready;
  wire taken = reply_valid && reply_ready;
  wire given = dram_reply_valid && dram_reply_ready;

  // ---- reads under way at the memory controller
  reg [ENTRIES-1:0] at_dram;
  reg               was_unasked;       // it has answered what is not among them
  wire              unasked = given && (dram_reply_id >= ENTRIES || !at_dram[dram_reply_id]);
  always @(posedge clk) was_unasked <= unasked && !rst;
  always @(posedge clk)
    if (rst) at_dram <= {ENTRIES{1'b0}};
    else begin
      if (given && !unasked) at_dram[dram_reply_id] <= 1'b0;
      if (asks) at_dram[dram_id] <= 1'b1;
    end

  // The life of one entry: reserved, on the way to DRAM, at DRAM, back, filled.
  reg on_the_way;
  wire back = fill_waits && fill_id == one_entry;
  always @(posedge clk)
    if (rst) on_the_way <= 1'b0;
    else if (reserved[one_entry]) on_the_way <= 1'b1;
    else if (asks && dram_id == one_entry) on_the_way <= 1'b0;

  // ---- every request is answered once: those taken and not answered are somewhere
  reg [5:0] unanswered;
  reg [4:0] waiting_count;             // targets of pending lines and of the line being drained
  reg [1:0] ordered;                   // answers among the ordered accesses
  wire [5:0] in_pipeline = (seek_valid && !seek_walk) + (word_valid && !word_walk)
                         + (test_valid && !test_walk) + (head_valid && !head_walk);
  always @(posedge clk)
    if (rst) begin
      unanswered <= 0;
      waiting_count <= 0;
      ordered <= 0;
    end else begin
      unanswered <= unanswered + put - taken;
      waiting_count <= waiting_count + ((reserves && is_read) || merges_read) - drains;
      ordered <= ordered + (orders && (hits || is_store)) - (starts && x_replies);
    end

  function [WAYS:0] count_ways(input [WAYS-1:0] bits);
    integer n;
    begin
      count_ways = 0;
      for (n = 0; n < WAYS; n = n + 1) count_ways = count_ways + bits[n];
    end
  endfunction

  reg was_busy = 1'b0;
  reg was_empty = 1'b0;
  reg was_reset = 1'b1;
  reg was_turning = 1'b0;
  reg was_losing = 1'b0;
  reg was_private = 1'b0;
  always @(posedge clk) begin
    was_busy <= busy;
    was_empty <= dram_done;
    was_reset <= rst;
    was_turning <= turning && !rst;
    was_losing <= invalidates && !rst;
    was_private <= is_private;
  end
  wire turned = was_turning && !turning;

  always @(posedge clk)
    if (started_once && !rst) begin
      each_request_is_answered_once: assert (
        unanswered == level + in_pipeline + ordered + waiting_count + answer_valid
                    + reply_full);
      the_ram_output_is_kept_for_the_answer: assert (
        !(drains || starts) || !answer_valid || reply_free);
      one_access_at_a_time: assert (drains + fills + starts <= 1);
      none_in_the_way_of_an_atomic: assert (!(drains || starts) || read_room);
      nor_a_store: assert (!(starts && x_stores) || write_room);
      nor_a_line_from_dram: assert (!fills || fill_room && !action_there);
      an_access_is_ordered_with_room_only: assert (!orders || action_room);
      dram_is_used_with_room_only: assert (!(evicts || reserves) || dram_room);
      an_entry_has_one_place: assert (
        on_the_way + at_dram[one_entry] + back == pending_valid[one_entry]);
      a_reserved_entry_was_free: assert (!reserves || !(reserved & in_use) && |reserved);
      busy_ends_when_all_is_handed_over: assert (!was_busy || busy || was_empty || was_reset);
      drains_have_targets: assert (!draining || drain_left != 0);
      and_no_more_than_fit: assert (!draining || drain_left <= TARGETS);
      a_line_is_in_one_way: assert (!head_valid || count_ways(match) <= 1);
      the_way_is_known_by_its_number: assert (!hits || match[way_number]);
      a_line_matches_its_tag: assert (!head_valid || head_walk || !(|(match & ~present)));
      pending_ways_are_those_of_the_entries: assert (
        !head_valid || |head_entries == |pending);
      a_pending_way_is_no_victim: assert (!misses || (way & pending) == 0);
      a_store_has_its_data: assert (!(starts && x_stores) || data_there_unused);
      no_read_waits_without_its_line: assert (
        |pending_valid || draining || waiting_count == 0);
      targets_fit: assert (!merges_read || targets < TARGETS);
      a_reply_that_nobody_waits_for_is_reported: assert (error_dram_reply == was_unasked);
      and_goes_nowhere: assert (!was_unasked || !fill_waits);
      a_turn_takes_no_request: assert (!turning || !put);
      a_turn_ends_when_all_requests_are_done: assert (!turned || pending_valid == 0
        && level == 0 && in_pipeline == 0);
      only_a_turn_changes_it: assert (was_reset || turned || is_private == was_private);
      a_private_slice_loses_its_lines_then: assert (invalidates == (turned && was_private));
      all_of_them: assert (!was_losing || set_used == 0);
      a_store_to_a_private_slice_leaves_no_dirty_line: assert (!is_private || !(writes && is_store)
        || (next_dirty & way) == 0);
      it_sends_every_store_on: assert (!is_private || !(orders && is_store) || through);
      and_nothing_else: assert (!is_private || !evicts);
      an_event_per_request: assert (!event_access || event_hit + event_miss + event_merge == 1);
    end

  // The RAM's word of a set counts for who enters `test` with it: not the first word of a set, nor that of a set
  // which who left the head at the edge of the read, or who is there now, gives its own word.
  reg                read_used;
  reg                left_valid;
  reg [SET_BITS-1:0] left_set;
  reg                to_be_put_right = 1'b0;
  reg                to_be_lost      = 1'b0;
  wire is_the_rams = moves && word_valid && read_used && !(left_valid && left_set == word_set)
                  && !(head_valid && head_set == word_set);
  always @(posedge clk) begin
    if (moves) {read_used, left_valid, left_set} <= {set_used[seek_set], head_valid, head_set};
    to_be_put_right <= !rst && (line_corrected || is_the_rams && word_corrected);
    to_be_lost      <= !rst && (line_lost || is_the_rams && word_lost);
  end
  generate
    if (PROTECT != 0) begin : protected
      always @(posedge clk)
        if (started_once && !rst) begin
          what_is_put_right_is_told: assert (error_corrected == to_be_put_right);
          what_is_lost_is_told: assert (error_lost == to_be_lost);
        end
    end
  endgenerate

  always @(posedge clk)
    if (started_once && !rst) begin
      a_read_waits_while_another_line_comes_twice: cover (error_dram_reply && |at_dram);
      a_read_merges: cover (merges_read || TARGETS == 1);
      a_line_is_filled: cover (fills);
      a_dirty_line_leaves: cover (misses && evicts);
      an_atomic_is_ordered_after_its_miss: cover (hits && is_atomic && counted);
      a_flush_writes_a_line: cover (cleans);
      a_slice_turns_private: cover (turned && is_private);
      a_store_goes_through: cover (through);
      two_of_one_set_follow: cover (hits && test_valid && test_head);
      all_ways_are_pending: cover (head_valid && &pending);
    end

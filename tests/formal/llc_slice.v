// sizes: SETS=1 WAYS=2 LATENCY=4 QUEUE=2 ENTRIES=2 TARGETS=2 LINE_BITS=2 CHUNK_BITS=0; SETS=2 WAYS=1 LATENCY=4 QUEUE=1 ENTRIES=2 TARGETS=1 LINE_BITS=3 CHUNK_BITS=0
// depth: bmc=11 induction=2
// cover: 13
// without: reply_data dram_data
// Control only: the data RAM feeds nothing but the outputs left out. Any requests; DRAM answers
// each read once, in any order. What is shown for the tracked line and entry, of the solver's
// choice, holds for all. Bounded: what depends on the tag storage, whose contents the induction
// cannot see.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* assume (request_kind <= 3'd3);
  (* anyconst *) wire [LINE_BITS-1:0]  one_line;
  (* anyconst *) wire [ENTRY_BITS-1:0] one_entry;
  always @* assume (one_entry < ENTRIES && dram_reply_id < ENTRIES);

  wire put   = request_valid && request_ready;
  wire taken = reply_valid && reply_ready;
  wire asks  = dram_valid && dram_ready && !dram_write;

  // ---- reads under way at the memory controller; it answers only these
  reg [ENTRIES-1:0] at_dram;
  always @* assume (!dram_reply_valid || at_dram[dram_reply_id]);
  always @(posedge clk)
    if (rst) at_dram <= {ENTRIES{1'b0}};
    else begin
      if (fills) at_dram[dram_reply_id] <= 1'b0;
      if (asks) at_dram[dram_id] <= 1'b1;
    end

  // The life of one entry: reserved, on the way to DRAM, at DRAM, filled.
  reg on_the_way;
  always @(posedge clk)
    if (rst) on_the_way <= 1'b0;
    else if (reserves && free_entry == one_entry) on_the_way <= 1'b1;
    else if (asks && dram_id == one_entry) on_the_way <= 1'b0;

  // ---- every request is answered once: those taken and not answered are somewhere
  reg [5:0] unanswered;
  reg [4:0] waiting_reads;             // targets of pending lines and of the line being drained
  always @(posedge clk)
    if (rst) begin
      unanswered <= 0;
      waiting_reads <= 0;
    end else begin
      unanswered <= unanswered + put - taken;
      waiting_reads <= waiting_reads + ((reserves || merges) && is_read) - drains;
    end

  function [WAYS:0] count_ways(input [WAYS-1:0] bits);
    integer n;
    begin
      count_ways = 0;
      for (n = 0; n < WAYS; n = n + 1) count_ways = count_ways + bits[n];
    end
  endfunction

  reg [ENTRIES:0] entries_of_line;     // pending entries of the tracked line
  always @* begin
    entries_of_line = 0;
    for (e = 0; e < ENTRIES; e = e + 1)
      entries_of_line = entries_of_line
        + (pending_valid[e] && pending_line[e*LINE_BITS +: LINE_BITS] == one_line);
  end

  reg was_busy = 1'b0;
  reg was_empty = 1'b0;
  reg was_reset = 1'b1;
  always @(posedge clk) begin
    was_busy <= busy;
    was_empty <= dram_empty;
    was_reset <= rst;
  end

  always @(posedge clk)
    if (started) begin
      each_request_is_answered_once: assert (
        unanswered == level_unused + waiting_reads + reply_full - (computes ? 1 : 0));
      a_reply_is_not_overwritten: assert (!replies || reply_free);
      the_ram_output_is_kept_for_the_reply: assert (
        !(drains || (hits && !is_store) || evicts) || reply_free);
      one_thing_per_cycle: assert (computes + drains + fills + looks_up + walks <= 1);
      an_atomic_under_way_is_at_the_head: assert (!computes || (due && is_atomic));
      dram_is_used_with_room_only: assert (!(evicts || reserves) || dram_room);
      only_a_clean_or_free_way_is_given_away: assert (!misses || !victim_dirty || evicts);
      a_line_is_pending_once: assert (entries_of_line <= 1);
      an_entry_on_its_way_is_reserved: assert (!on_the_way || pending_valid[one_entry]);
      an_entry_at_dram_is_reserved: assert (!at_dram[one_entry] || pending_valid[one_entry]);
      an_entry_is_asked_once: assert (!(on_the_way && at_dram[one_entry]));
      a_reserved_entry_is_on_its_way_or_there: assert (
        !pending_valid[one_entry] || on_the_way || at_dram[one_entry]);
      a_reserved_entry_was_free: assert (
        !reserves || (!pending_valid[free_entry] && |pending_free));
      busy_ends_when_all_is_handed_over: assert (!was_busy || busy || was_empty || was_reset);
      drains_have_targets: assert (!draining || drain_left != 0);
    end
`ifndef INDUCTION
  always @(posedge clk)
    if (started && !rst) begin
      a_line_is_in_one_way: assert (!due || fills || count_ways(match) <= 1);
      valid_and_pending_exclude_each_other: assert ((valid & pending) == 0);
      pending_lines_and_tags_agree: assert (!looks_up || line_pending == |(match & pending));
      a_pending_way_is_no_victim: assert (!misses || (way & pending) == 0);
      a_fill_finds_its_way: assert (!fills || (|(way & pending) && |(match & pending)));
      no_read_waits_without_its_line: assert (|pending_valid || draining || waiting_reads == 0);
      targets_fit: assert (!merges || !is_read || entry_targets < TARGETS);
      an_event_per_request: assert (!event_access || event_hit + event_miss + event_merge == 1);
    end
`else
  // Contracts of instances, proved with them: delay_line, writeback_queue (its reads are those
  // announced and not handed over).
  always @* begin
    assume (!due || level_unused != 0);
    assume (!request_ready || level_unused < DELAY_DEPTH);
    assume (!(due && hit && line_pending));  // tags and entries agree: shown by the bounded proof
    assume (!computes || is_atomic);
    assume (!computes || due);
    assume (!asks || (on_the_way || dram_id != one_entry));
    assume (!reserves || waiting_reads < 16);
    assume (!merges || waiting_reads < 16);
    assume (!draining || waiting_reads >= drain_left);
    assume (unanswered < 48);
  end
`endif

  always @(posedge clk)
    if (started && !rst) begin
      a_read_merges: cover (merges && is_read);
      two_targets_are_answered: cover (drains && drain_left == 2 || TARGETS == 1);
      a_dirty_line_leaves: cover (misses && evicts);
      an_atomic_executes_after_its_miss: cover (executes && atomic_waits);
      a_flush_writes_a_line: cover (cleans);
      all_ways_are_pending: cover (looks_up && &pending);
    end

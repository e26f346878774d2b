// sizes: ENTRIES=2 TARGETS=2 LINE_BITS=2 ID_BITS=2 PARTITIONS=1 CHUNK_BITS=0 MSG_ID_BITS=21; ENTRIES=1 TARGETS=1 LINE_BITS=1 ID_BITS=2 PARTITIONS=1 CHUNK_BITS=0 MSG_ID_BITS=21 DIVERT=1; ENTRIES=1 TARGETS=1 LINE_BITS=1 ID_BITS=2 PARTITIONS=1 CHUNK_BITS=0 MSG_ID_BITS=21
// abc: bmc induction
// depth: bmc=8 induction=3
// cover: 12
// The environment is a memory system that answers each message once and LSUs, the own one and those
// of other cores, that do not repeat the tracked id while it is outstanding. One request is tracked
// (any one: the solver chooses its core and id) from the queue to its answer.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  localparam [2:0] MESSAGE_ATOMIC = 3'd3;
  localparam COUNT_BITS = ENTRY_BITS + TARGET_BITS + 3;
  integer e;

  // Messages in the memory system: reads by entry, and the tracked request's message.
  reg [ENTRIES-1:0] in_memory;
  wire sends_read = request_valid && request_ready && request_kind == MESSAGE_READ;
  wire takes_read = look && reply_kind == MESSAGE_READ; // from then on it is answered
  always @(posedge clk)
    for (e = 0; e < ENTRIES; e = e + 1)
      if (rst)                               in_memory[e] <= 1'b0;
      else if (sends_read && request_id == e) in_memory[e] <= 1'b1;
      else if (takes_read && reply_id == e)   in_memory[e] <= 1'b0;

  (* anyconst *) wire [ID_BITS-1:0] tracked_id;
  (* anyconst *) wire tracked_remote;
  (* anyconst *) wire [NODE_BITS-1:0] tracked_node;
  wire [MSG_ID_BITS-1:0] tracked_name = {tracked_remote,
    tracked_remote ? tracked_node : 10'd0, {(10-ID_BITS){1'b0}}, tracked_id};

  // What pending_lines holds, said again, as instances cannot be looked into.
  reg  [ENTRIES-1:0]           busy;
  reg  [ENTRIES*LINE_BITS-1:0] lines;
  wire [ENTRIES-1:0]           lowest = ~busy & (busy + 1'b1);
  reg  [ENTRIES-1:0]           low_match;  // busy entries of the line in the lower place
  reg  [ENTRIES-1:0]           high_match; // in the other one
  reg  [ENTRIES-1:0]           miss_match; // of the line that is looked up
  wire [ENTRIES-1:0]           busy_match = heads[1] ? high_match : low_match;
  always @(posedge clk)
    for (e = 0; e < ENTRIES; e = e + 1)
      if (rst)                                                busy[e] <= 1'b0;
      else if (claim && lowest[e])                            busy[e] <= 1'b1;
      else if (reply_reads && finish && drained == e)         busy[e] <= 1'b0;
  always @(posedge clk)
    for (e = 0; e < ENTRIES; e = e + 1)
      if (claim && lowest[e]) lines[e*LINE_BITS +: LINE_BITS] <= head_line;
  always @*
    for (e = 0; e < ENTRIES; e = e + 1) begin
      low_match[e]  = busy[e] && lines[e*LINE_BITS +: LINE_BITS] == low_line;
      high_match[e] = busy[e] && lines[e*LINE_BITS +: LINE_BITS] == high_line;
      miss_match[e] = busy[e] && lines[e*LINE_BITS +: LINE_BITS] == miss_line;
    end

  wire [TARGET_BITS-1:0] drained_last = lasts[drained*TARGET_BITS +: TARGET_BITS];
  wire [LINE_BITS-1:0]   drained_line = lines[drained*LINE_BITS +: LINE_BITS];

  // The miss behind the head.
  wire                 second_valid   = &placed;
  wire [2:0]           second_kind    = heads[1] ? place_kinds[1:0] : place_kinds[3:2];
  wire [LINE_BITS-1:0] second_line    = heads[1] ? low_line : high_line;
  wire                 second_install = |(cached & ~heads);
  wire                 second_writes  = second_kind == MESSAGE_STORE || second_kind == MESSAGE_ATOMIC;

  // Which of them only answer, and whose reply is answered.
  wire               answering = reply_full && !over;
  reg  [ENTRIES-1:0] stale;
  reg  [ENTRIES-1:0] draining;
  always @*
    for (e = 0; e < ENTRIES; e = e + 1)
      draining[e] = answering && reply_reads && drained == e;
  always @(posedge clk)
    for (e = 0; e < ENTRIES; e = e + 1)
      if (flush)                         stale[e] <= 1'b1;
      else if (claim && lowest[e])       stale[e] <= !head_install;
      else if (outdate && busy_match[e]) stale[e] <= 1'b1;

  localparam NOWHERE = 0, QUEUED = 1, IN_ENTRY = 2, IN_MESSAGE = 3, IN_MEMORY = 4, IN_REPLY = 5;
  reg [2:0]             tracked;       // where the tracked request is
  reg                   tracked_load;
  reg                   tracked_writes; // store or atomic
  reg                   tracked_second; // QUEUED: behind the head
  reg                   tracked_old;   // a flush came since it was accepted
  reg [LINE_BITS-1:0]   tracked_line;
  reg [3:0]             tracked_sectors;
  reg [ENTRY_BITS-1:0]  tracked_entry;
  reg [TARGET_BITS-1:0] tracked_target;
  reg [2:0]             tracked_message;
  wire miss_is_tracked = miss_id == tracked_id && miss_remote == tracked_remote
                      && (!miss_remote || miss_node == tracked_node);
  wire diverted = leave && diverts && !merge; // a load leaves as a fetch
  wire tracked_enters = take && miss_is_tracked && tracked == NOWHERE;
  wire tracked_at_head = tracked == QUEUED && !tracked_second;
  wire tracked_reply = look && reply_kind != MESSAGE_READ && reply_id == tracked_name;
  wire tracked_answer = tracked == IN_REPLY
                     || tracked == IN_ENTRY && answering && reply_reads
                        && drained == tracked_entry && next == tracked_target;

  always @(posedge clk)
    if (rst) tracked <= NOWHERE;
    else
      case (tracked)
        NOWHERE:    if (tracked_enters) tracked <= QUEUED;
        QUEUED:     if (tracked_at_head && leave)
                      tracked <= (head_is_load && !diverted) ? IN_ENTRY : IN_MESSAGE;
        IN_ENTRY:   if (tracked_answer && answered) tracked <= NOWHERE;
        IN_MESSAGE: if (request_ready) tracked <= IN_MEMORY;
        IN_MEMORY:  if (tracked_reply) tracked <= IN_REPLY;
        default:    if (answered) tracked <= NOWHERE;
      endcase

  always @(posedge clk)
    if (tracked_enters) begin
      tracked_load   <= miss_kind == LOAD;
      tracked_writes <= miss_kind == MESSAGE_STORE || miss_kind == MESSAGE_ATOMIC;
      tracked_line   <= miss_line;
      tracked_sectors <= miss_sectors;
      tracked_second <= head_valid && !leave;
    end else if (leave) begin
      tracked_second <= 1'b0;
      if (tracked_at_head && diverted) tracked_load <= 1'b0; // from now on it is a fetch
    end

  always @(posedge clk)
    if (flush)               tracked_old <= 1'b1;
    else if (tracked_enters) tracked_old <= !miss_install;

  always @(posedge clk)
    if (tracked_at_head && leave) begin
      tracked_entry   <= merge ? join_entry : free_entry;
      tracked_target  <= merge ? join_last + ONE : FIRST;
      tracked_message <= diverted ? MESSAGE_FETCH : head_kind;
    end

  // Its line came by another read since it left the L1's lookup, or it is older than a flush.
  wire tracked_comes = answers_load && fresh && drained_line == tracked_line;
  reg  tracked_again;
  reg  tracked_asks = 1'b0;            // its read is in the request register, since the last edge
  reg  was_again;                      // so it was then, if it was at the head
  always @(posedge clk) begin
    tracked_again <= tracked_enters ? miss_again : tracked_again || tracked_comes;
    tracked_asks  <= !rst && tracked_at_head && claim;
    was_again     <= tracked_again || tracked_comes || !head_install;
    if (started_once && tracked_asks)
      its_read_says_whether_the_l1_may_hold_its_line: assert (request_valid && request_kind == MESSAGE_READ
        && request_again == was_again);
  end

  reg  reads_tracked;                  // the last read of the RAM was of its id
  wire reads_tracked_now = tracked == IN_ENTRY && drained == tracked_entry
    && tracked_target == next + ONE && tracked_target != FIRST && !tracked_is_written;
  always @(posedge clk) if (answered) reads_tracked <= reads_tracked_now;
  wire tracked_is_written = joined && joined_entry == tracked_entry
                         && tracked_target == joined_last + ONE; // at this edge

  always @* begin
    assume (miss_kind <= 3'd4);
    if (miss_valid && miss_remote) assume (miss_kind == LOAD || miss_kind == MESSAGE_STORE);
    assume (reply_kind <= MESSAGE_ATOMIC);
    if (miss_valid && miss_is_tracked) assume (tracked == NOWHERE);
    if (look && reply_kind == MESSAGE_READ)
      assume (reply_id < ENTRIES && in_memory[reply_id[ENTRY_BITS-1:0]]
        && reply_line == lines[reply_id[ENTRY_BITS-1:0]*LINE_BITS +: LINE_BITS]);
    if (look && reply_kind != MESSAGE_READ) begin
      assume (reply_id[9:ID_BITS] == 0);
      if (!reply_id[20]) assume (reply_id[18:17] == 0); // sent by requester: instruction id below
      if (reply_id[20])  assume (reply_kind == MESSAGE_STORE);
      if (!reply_id[20] && !tracked_remote && reply_id[9:0] == tracked_id)
        assume (reply_id == tracked_name);
      if (reply_id == tracked_name)
        assume (tracked == IN_MEMORY && reply_kind == tracked_message
          && reply_line == tracked_line);
    end
  end

  // What is offered stays until it is taken.
  reg                 reply_waited = 1'b0;
  reg [LINE_BITS-1:0] waited_line;
  always @(posedge clk) begin
    reply_waited <= !rst && reply_valid && !reply_ready;
    waited_line  <= reply_line;
  end
  always @* if (reply_waited) assume (reply_valid && reply_line == waited_line);

`ifndef INDUCTION
  // All nodes and sectors take part in the induction; a bit will do for the bounded proof.
  always @* begin
    assume (miss_node[NODE_BITS-1:1] == 0 && miss_sectors[3:1] == 0);
    assume (tracked_node[NODE_BITS-1:1] == 0);
    if (look) assume (reply_id[19:11] == 0); // an instruction id of one bit
  end
`endif

  reg [2:0] level;                     // misses in the input queue
  always @(posedge clk)
    if (rst) level <= 0;
    else     level <= level + take - leave;

  // Loads accepted and not yet answered, and where they are.
  reg  [COUNT_BITS-1:0] loads;
  reg  [COUNT_BITS-1:0] loads_found;
  reg  [ENTRY_BITS:0]   busy_entries;
  wire                  answers_load = answering && reply_reads;
  always @(posedge clk)
    if (rst) loads <= 0;
    else     loads <= loads + (take && miss_kind == LOAD) - (answers_load && answered)
                            - diverted;
  always @* begin
    loads_found = (head_valid && head_is_load) + (second_valid && second_kind == LOAD);
    busy_entries = 0;
    for (e = 0; e < ENTRIES; e = e + 1) busy_entries = busy_entries + busy[e];
    for (e = 0; e < ENTRIES; e = e + 1)
      if (busy[e]) loads_found = loads_found + lasts[e*TARGET_BITS +: TARGET_BITS] + 1;
    if (answers_load) loads_found = loads_found - next;
  end

  wire request_reads = request_valid && request_kind == MESSAGE_READ;
  // Per entry, whether these hold (Yosys wants each assertion outside of generate blocks).
  wire [ENTRIES-1:0] waits_for_one_message;
  wire [ENTRIES-1:0] asks_for_its_line;
  wire [ENTRIES-1:0] has_targets_in_range;
  wire [ENTRIES-1:0] live = busy & ~stale & ~draining;
  reg  [ENTRIES-1:0] has_a_live_twin;
  integer            twin;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : proof_of_entry
      wire in_request = request_reads && request_id == i;
      wire [LINE_BITS-1:0] its_line = lines[i*LINE_BITS +: LINE_BITS];
      assign waits_for_one_message[i] = {1'b0, in_request} + in_memory[i] + draining[i] == busy[i];
      assign asks_for_its_line[i] = !in_request || request_line == its_line;
      assign has_targets_in_range[i] = !busy[i] || lasts[i*TARGET_BITS +: TARGET_BITS] <= FINAL;
    end
  endgenerate
  always @* begin
    has_a_live_twin = {ENTRIES{1'b0}};
    for (e = 0; e < ENTRIES; e = e + 1)
      for (twin = 0; twin < e; twin = twin + 1)
        if (live[e] && live[twin]
            && lines[e*LINE_BITS +: LINE_BITS] == lines[twin*LINE_BITS +: LINE_BITS])
          has_a_live_twin[e] = 1'b1;
  end

  always @(posedge clk)
    if (started_once) begin
      one_place_is_the_head_s: assert (heads == 2'b01 || heads == 2'b10);
      flops_and_fifo_agree: assert (placed == (level == 0 ? 2'b00 : level == 1 ? heads : 2'b11));
      only_loads_install: assert ((placed & cached & ~is_load) == 0);
      no_load_is_lost_or_invented: assert (loads == loads_found);
      a_busy_entry_waits_for_one_message: assert (&waits_for_one_message);
      its_read_asks_for_its_line: assert (&asks_for_its_line);
      targets_stay_in_range: assert (&has_targets_in_range);
      live_entries_have_different_lines: assert (!(|has_a_live_twin));
      the_head_was_looked_up: assert (!head_valid
        || ((heads[1] ? same_line[ENTRIES +: ENTRIES] : same_line[0 +: ENTRIES]) & busy) == busy_match);
      so_was_what_is_behind_it: assert (!second_valid
        || (same_line & {busy, busy}) == {high_match, low_match} && twins == (low_line == high_line));
      live_entries_are_open: assert (open == live);
      what_was_open_is_filled: assert (!(answers_load && took_reply) || fills == !stale[drained]);
      a_reply_takes_along_what_is_known_of_its_entry: assert (!answers_load
        || {2'b00, left} + grown + next == drained_last && is_drained == 1'b1 << drained && remotes_left == remotes[drained*SLOTS +: SLOTS] >> next
           && replied_line == drained_line);
      there_is_room_after_the_last_own_answer:
        assert (!reply_full || reply_reads && fresh || room == (over || last && !answer_remote));
      other_replies_have_one_answer: assert (!answering || reply_reads
        || left == 0 && !grown && remotes_left[0] == replied_id[20]);
      what_joined_is_the_newest_target: assert (!joined || busy[joined_entry]
        && joined_last + ONE == lasts[joined_entry*TARGET_BITS +: TARGET_BITS]);
      no_target_is_answered_while_it_is_written: assert (!joined || !answers_load
        || drained != joined_entry || next != joined_last + ONE);
      reads_name_entries: assert (!request_reads || request_id < ENTRIES);
      replies_name_entries: assert (!answers_load || replied_id < ENTRIES);
      a_draining_entry_has_the_target_that_is_answered:
        assert (!answers_load || busy[drained] && next <= drained_last);
      a_line_is_installed_for_the_reply: assert (!installs
        || answers_load && next == 0 && reply_line == drained_line && !stale[drained]);
      no_fill_overtakes_a_store: assert (!installs
        || !(head_valid && head_writes && head_line == reply_line)
        && !(second_valid && second_writes && second_line == reply_line));
      a_fill_is_told_once: assert (!installs || took_reply);
      a_read_is_offered_until_its_line_is_written: assert (!took_read && !took_read_before || answers);
      answers_go_one_way: assert (response_valid + remote_valid == answering);
      no_reply_overtakes_a_remote_answer: assert (!(remote_valid && reply_ready));
      a_reply_is_taken_behind_its_last_answer: assert (!reply_ready || finish || over);
      what_is_answered_is_offered: assert (!reply_full || reply_valid);
      fresh_is_what_was_looked_at_last: assert (fresh == took_reply
        && (!fresh || reply_full && !over && next == FIRST));
      nothing_is_left_when_it_is_over: assert (!reply_full || !over || room);

      own_acknowledgements_have_the_id_of_the_request: assert (!response_valid || reply_reads
        || response_id == replied_id[ID_BITS-1:0] && !replied_id[20]);
      only_own_loads_without_room_are_diverted: assert (!diverted || DIVERT != 0 && head_is_load
        && !head_remote && |(busy_match & open) && (busy_match & open & roomy) == 0);
      none_waits_for_a_target: assert (DIVERT == 0 || !head_valid || !head_is_load || head_remote
        || !head_install || leave || !request_free || (busy_match & open) == 0);
      full_when_all_entries_are_busy: assert (full == (busy_entries == ENTRIES));

      // The tracked request.
      if (tracked_answer && !tracked_remote)
        its_response_has_its_id: assert (response_valid && response_id == tracked_id);
      if (tracked_answer && tracked_remote) begin
        it_is_answered_to_its_core: assert (remote_valid && remote_id == tracked_id
          && remote_dest == tracked_node && remote_line == tracked_line);
        it_gets_what_it_wants: assert (tracked_load
          ? remote_kind == MESSAGE_READ && remote_data_sectors == tracked_sectors
          : remote_kind == MESSAGE_STORE && remote_data_sectors == 0);
      end
      the_first_is_not_in_the_ram: assert (!answering
        || (next != FIRST) == (is_stored || forwards) && !(is_stored && forwards));
      an_acknowledgement_is_the_first: assert (!answering || reply_reads || next == FIRST);
      if (tracked == IN_ENTRY) begin
        its_target_is_waiting: assert (busy[tracked_entry]
          && tracked_target <= lasts[tracked_entry*TARGET_BITS +: TARGET_BITS]
          && (!draining[tracked_entry] || next <= tracked_target));
        what_precedes_a_flush_is_not_installed: assert (!tracked_old || stale[tracked_entry]);
        loads_wait_in_entries: assert (tracked_load && tracked_entry < ENTRIES);
        its_entry_reads_its_line:
          assert (lines[tracked_entry*LINE_BITS +: LINE_BITS] == tracked_line);
        its_id_is_written: assert (!tracked_is_written || joined_id[ID_BITS-1:0] == tracked_id
          && (!tracked_remote || joined_id == {tracked_node, tracked_sectors, tracked_id}));
        its_id_is_read: assert (!draining[tracked_entry] || next != tracked_target
          || tracked_target == FIRST || !is_stored || reads_tracked);
        its_turn_is_prepared: assert (!draining[tracked_entry] || next != tracked_target
          || tracked_target == FIRST || answer_id == tracked_id && (!tracked_remote
             || answer_access_id == {tracked_node, tracked_sectors, tracked_id}));
        its_core_is_remembered: assert (remotes[{tracked_entry, tracked_target}] == tracked_remote);
      end
      if (tracked == QUEUED)
        it_is_known_whether_its_line_came:
          assert (tracked_again == came[tracked_second ? heads[0] : heads[1]]);
      if (tracked_at_head)
        it_is_the_head: assert (head_valid && head_id == tracked_id && head_line == tracked_line
          && head_is_load == tracked_load && head_writes == tracked_writes
          && (!tracked_old || !head_install));
      if (tracked == QUEUED && tracked_second)
        it_is_behind_the_head: assert (second_valid && (second_kind == LOAD) == tracked_load
          && second_writes == tracked_writes
          && second_line == tracked_line
          && (!tracked_old || !second_install));
      if (tracked == IN_MESSAGE)
        its_message_is_sent: assert (request_valid && request_kind == tracked_message
          && request_id == tracked_name && request_line == tracked_line && !tracked_load
          && request_remote == tracked_remote);
      if (tracked == IN_REPLY)
        its_reply_is_held: assert (answering && !reply_reads && replied_id == tracked_name
          && replied_line == tracked_line && !tracked_load);
`ifndef INDUCTION
      lines_are_found: assert (found == miss_match);
      the_lowest_entry_is_free: assert (free == |(~busy) && free_mask == lowest
        && (!free || lowest == 1'b1 << free_entry));
`endif
      if (tracked >= IN_MESSAGE)
        others_are_no_reads: assert (tracked_message != MESSAGE_READ && !tracked_load);
      if (tracked != NOWHERE && tracked_remote && !tracked_load)
        what_is_remote_and_no_load_is_a_store: assert (tracked != QUEUED
          ? tracked_message == MESSAGE_STORE
          : tracked_second ? second_kind == MESSAGE_STORE : head_kind == MESSAGE_STORE);
`ifndef INDUCTION
      if (!tracked_remote)
        nothing_else_has_its_id: assert (!response_valid || response_id != tracked_id
                                         || tracked_answer);
      if (tracked_remote)
        nothing_else_has_its_name: assert (!remote_valid || tracked_answer
          || remote_id != tracked_id || remote_dest != tracked_node);
`endif
    end

  // A message that is not taken stays as it is.
  reg                   waited = 1'b0;
  reg [2:0]             waited_kind;
  reg [MSG_ID_BITS-1:0] waited_id;
  always @(posedge clk) begin
    waited <= !rst && request_valid && !request_ready;
    waited_kind <= request_kind;
    waited_id <= request_id;
    if (started_once && waited)
      a_waiting_message_stays: assert (request_valid && request_kind == waited_kind
                                       && request_id == waited_id);
  end

  // Nor does a remote answer, until the queue of answers takes it.
  reg                 answer_waited = 1'b0;
  reg                 took_reply = 1'b0; // the reply was looked at
  reg                 took_read = 1'b0;
  reg                 took_read_before = 1'b0;
  reg [2:0]           answer_kind;
  reg [NODE_BITS-1:0] answer_node;
  reg [ID_BITS-1:0]   answer_name;
  always @(posedge clk) begin
    answer_waited <= !rst && remote_valid && !remote_ready;
    took_reply <= !rst && look;
    took_read <= !rst && look_at_read;
    took_read_before <= !rst && took_read;
    answer_kind <= remote_kind;
    answer_node <= remote_dest;
    answer_name <= remote_id;
    if (started_once && answer_waited)
      a_waiting_answer_stays: assert (remote_valid && remote_kind == answer_kind
        && remote_dest == answer_node && remote_id == answer_name);
  end

  // Contracts of the instances, proved with them: the list of lines does what is said
  // above, the fifo holds what the flops beside it say, the words keep ids.
`ifdef INDUCTION
  always @* begin
    assume (found == miss_match);
    assume (free == |(~busy) && free_mask == lowest);
    assume (!free || lowest == 1'b1 << free_entry);
    assume (head_valid == (level != 0));
    assume (queue_room == (level < 2));
    if (tracked_at_head)
      assume (head_id == tracked_id && head_remote == tracked_remote
        && (!tracked_remote || head_node == tracked_node && head_sectors == tracked_sectors));
    if (tracked == IN_ENTRY && drained == tracked_entry && tracked_target == FIRST)
      assume (first_id[ID_BITS-1:0] == tracked_id
        && (!tracked_remote || first_id == {tracked_node, tracked_sectors, tracked_id}));
    if (reads_tracked)
      assume (stored_later[ID_BITS-1:0] == ~tracked_id
        && (!tracked_remote || stored_later == ~{tracked_node, tracked_sectors, tracked_id}));
    if (answer_waited && reply_reads && next == FIRST) // the read address did not change
      assume (answer_id == answer_name && target_node == answer_node);
  end
`endif

  reg answered_remote = 1'b0;          // this entry answered another core before
  reg flushed = 1'b0;
  always @(posedge clk)
    answered_remote <= !rst && reply_full && (answered_remote || remote_valid && remote_ready);
  always @(posedge clk) flushed <= !rst && (flushed || flush && |busy);
  always @(posedge clk)
    if (started_once && !rst) begin
      merged_load_is_answered: cover (tracked_answer && tracked_load && tracked_target == FINAL);
      all_entries_are_busy: cover (full);
      a_load_is_diverted: cover (DIVERT == 0 || diverted);
      a_request_of_requester_is_answered:
        cover (response_valid && !reply_reads && replied_id[16:10] != 0);
      a_fill_is_withheld: cover (answers_load && next == 0 && !stale[drained] && overtakes);
      a_line_is_filled_after_a_flush: cover (flushed && installs);
      an_entry_serves_own_and_remote_loads:
        cover (TARGETS == 1 || reply_reads && response_valid && answered_remote);
      a_fill_does_not_wait: cover (installs && remote_valid && !remote_ready);
      a_remote_store_is_acknowledged: cover (remote_valid && remote_kind == MESSAGE_STORE);
      a_store_is_acknowledged: cover (tracked == IN_REPLY && tracked_message == MESSAGE_STORE);
    end

// sizes: LINE_BITS=17 ID_BITS=4 AGE_LIMIT=2; LINE_BITS=17 ID_BITS=4 AGE_LIMIT=0 DEPTH=3 LOCAL_DATA=0; LINE_BITS=17 ID_BITS=4 AGE_LIMIT=2 LOCAL_DATA=0 LOCAL_WAIT=1
// abc: bmc
// depth: bmc=8 induction=2
// cover: 9
// The queues themselves are proved as fifo and remote_in_queue; here it matters whose turn it is, that a remote request
// waits for AGE_LIMIT local ones at most, and that every field comes out where it belongs, in the
// order of its source (mask and data by their first and last bits, which suffices for their
// places). One access of one source is tracked: the solver chooses both. A message of another core is
// in its queue before it is taken, which remote_in_queue says. Data of an own store or atomic are shown
// from the cycle behind its access on until they are taken; no access is taken before.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  wire take_local  = local_valid && local_ready;
  wire take_remote = recv_valid && !entered && remotes < DEPTH;
  wire give_local  = access_valid && access_ready && !access_remote;
  wire give_remote = access_valid && access_ready && access_remote;
  localparam LOCALS = 2 + LOCAL_WAIT;
  reg [1:0] locals;                    // accesses that wait
  reg       fresh;                     // LOCAL_WAIT: the newest local one came at the last edge
  reg [1:0] remotes;
  reg       entered;                   // the message on recv is in the queue
  reg [7:0] passed;                    // local accesses taken while the remote head waited
  reg [1:0] lines;                     // of data, those that the L1 takes included
  reg       own_goes_on;               // it takes one
  reg       message_goes;              // it takes that of a message
  wire      take_line = take_local && local_kind[1] && LOCAL_DATA != 0;
  wire      end_line  = own_goes_on && own_ready;
  always @* assume (!access_ready || own_ready);
  always @(posedge clk) begin
    locals  <= rst ? 0 : locals + take_local - give_local;
    remotes <= rst ? 0 : remotes + take_remote - give_remote;
    entered <= !rst && (entered ? !recv_ready : take_remote);
    fresh   <= LOCAL_WAIT != 0 && !rst && take_local;
    lines   <= rst ? 0 : lines + take_line - (end_line && LOCAL_DATA != 0);
    message_goes <= !rst && (give_remote && access_kind[1] || message_goes && !own_ready);
    own_goes_on <= !rst && (give_local && access_kind[1] || own_goes_on && !own_ready);
    if (rst || give_remote)                passed <= 0;
    else if (give_local && remotes != 0 && passed != 8'hff) passed <= passed + 1;
  end

  (* anyconst *) wire       of_remote; // the tracked access is one of another core
  (* anyseq *)   wire       track;     // this access becomes the tracked one
  localparam FIELD_BITS = 3 + LINE_BITS + 7 + ID_BITS + 2 + 7 + 3 + 1 + NODE_BITS + 4;
  localparam ABOVE = 128;              // what precedes the mask in a queue entry
  always @* if (recv_valid) assume (recv_kind == 3'd0 || recv_kind == 3'd2);
  wire [LINE_BITS + NODE_BITS + MSG_ID_BITS + 9:0] message
    = {recv_kind, recv_src, recv_line, recv_id, recv_sectors, recv_mask[127], recv_mask[0], recv_valid};
  reg  [LINE_BITS + NODE_BITS + MSG_ID_BITS + 9:0] last_message;
  reg  not_taken;                      // at the last edge
  always @(posedge clk) last_message <= message;
  always @(posedge clk) not_taken <= !rst && recv_valid && !recv_ready;
  always @* if (not_taken) assume (message == last_message);
  reg                   tracking;      // it waits here
  reg  [1:0]            behind;        // so many of its source wait before it
  reg  [FIELD_BITS-1:0] kept;
  wire [FIELD_BITS-1:0] offered = of_remote
    ? {recv_kind, recv_line, recv_id[16:10], recv_id[ID_BITS-1:0],
       {recv_mask[127], recv_mask[0]} & {2{recv_kind[1]}},
       7'd0, 3'd0, 1'b0, recv_src, recv_sectors}
    : {local_kind, local_line, local_insn, local_id,
       local_mask[127], local_mask[0],
       local_check, local_op, local_foreign, {NODE_BITS{1'b0}}, 4'd0};
  wire [FIELD_BITS-1:0] shown =
      {access_kind, access_line, access_insn, access_id,
       access_mask[127], access_mask[0],
       access_check, access_op, access_foreign, access_node, access_sectors};
  wire its_take = of_remote ? take_remote : take_local;
  wire its_give = of_remote ? give_remote : give_local;
  wire its_turn = access_valid && access_remote == of_remote;
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && its_take) begin
      tracking <= 1'b1;
      behind <= (of_remote ? remotes : locals) - its_give;
      kept <= offered;
    end else if (tracking && its_give) begin
      tracking <= behind != 0;
      behind <= behind - (behind != 0);
    end

  // The data of one own store or atomic, by its first and last bits.
  reg       has_line;                  // the tracked one's have not been taken
  reg [1:0] lines_ahead;               // so many are taken before
  reg [1:0] its_line;
  wire      tracks_line = track && !tracking && !of_remote && take_line && !has_line;
  always @(posedge clk)
    if (rst) has_line <= 1'b0;
    else if (tracks_line) begin
      has_line    <= 1'b1;
      lines_ahead <= lines - end_line;
      its_line    <= {local_data[1023], local_data[0]};
    end else if (has_line && end_line) begin
      has_line    <= lines_ahead != 0;
      lines_ahead <= lines_ahead - (lines_ahead != 0);
    end
  wire shows_own = own_valid && LOCAL_DATA != 0;

  // The one that stands in front of the queue.
  wire stands;
  wire [FIELD_BITS-1:0] standing = {queue_word[ACCESS_BITS-1:ABOVE], queue_word[ABOVE-1], queue_word[0],
    queue_word[ACCESS_BITS +: EXTRA_BITS], queue_word[LOCAL_BITS-1], {NODE_BITS{1'b0}}, 4'd0};
  generate
    if (LOCAL_WAIT != 0) begin : register
      assign stands = waits.stands;
    end else begin : none
      assign stands = 1'b0;
    end
  endgenerate

  always @(posedge clk)
    if (started_once) begin
      so_many_local_ones_wait_at_most: assert (local_ready == (locals < LOCALS && lines < 2));
      data_are_shown_behind_their_access: assert (own_valid == own_goes_on);
      data_come_in_order: assert (!has_line || lines_ahead != 0 || !shows_own
        || {own_data[1023], own_data[0]} == its_line);
      lines_are_in_range: assert (lines <= 2 && (!has_line || lines_ahead < lines));
      what_is_taken_is_in_the_queue: assert (!recv_ready || entered);
      nobody_stops_loads: assert (recv_ready || !entered || remotes != 0 || message_goes);
      data_of_a_message_stay: assert (!message_goes || recv_valid && recv_kind[1] && entered && !recv_ready);
      it_offers_what_it_holds: assert (access_valid == (locals > fresh || remotes != 0));
      local_goes_first_unless_the_limit_is_reached: assert (!access_valid || access_remote
        == (remotes != 0 && (locals <= fresh || AGE_LIMIT != 0 && passed == AGE_LIMIT)));
      a_remote_one_is_passed_at_most_so_often: assert (AGE_LIMIT == 0 || passed <= AGE_LIMIT);
      if (tracking && behind == 0 && its_turn)
        every_field_comes_out_where_it_belongs: assert (shown == kept);
      if (access_valid)
        fields_of_the_other_source_are_zero: assert (access_remote
          ? access_op == 0 && access_check == 0 && !access_foreign
          : access_node == 0 && access_sectors == 0);

      // For the induction: how the counts relate to the block's state.
      levels_are_in_range: assert (locals <= LOCALS && remotes <= DEPTH);
      what_stands_is_fresh_or_the_queue_was_full: assert (fresh ? stands : !stands || locals > 1);
      there_is_one_that_stands: assert (!stands || locals != 0);
      it_stands_as_it_came: assert (!stands || !tracking || of_remote
        || behind + 1 != locals || standing == kept);
      age_is_what_passed: assert (AGE_LIMIT == 0 ? age == 0 : age == passed);
      old_is_the_limit: assert (is_old == (AGE_LIMIT != 0 && passed == AGE_LIMIT));
      nobody_passes_nobody: assert (remotes != 0 || passed == 0);
      the_tracked_one_is_counted: assert (!tracking || (of_remote ? remotes : locals) > behind);

      an_access_every_cycle: cover (its_take && its_give && tracking && behind == 0);
      all_places_are_taken: cover (locals == LOCALS && remotes == DEPTH && tracking && behind != 0);
      many_pass_without_a_limit: cover (AGE_LIMIT != 0 || passed == 4);
      an_old_one_goes_before_a_local_one: cover (AGE_LIMIT == 0 || locals >= 2 && give_remote);
    end

  // Contract of the queues, proved with fifo: they hold what went in, in order.
`ifdef INDUCTION
  wire [FIELD_BITS-1:0] head = of_remote
    ? {remote_head[ACCESS_BITS-1:ABOVE], remote_head[ABOVE-1], remote_head[0],
       7'd0, 3'd0, 1'b0, remote_head_node, remote_head_sectors}
    : {local_head[ACCESS_BITS-1:ABOVE], local_head[ABOVE-1], local_head[0],
       local_head_extra, local_head_foreign, {NODE_BITS{1'b0}}, 4'd0};
  always @* begin
    assume (local_waits == (locals > stands));
    assume (queue_ready == (locals - stands < 2));
    assume (data_room == (lines < 2));
    if (has_line && lines_ahead == 0) assume ({own_data[1023], own_data[0]} == its_line);
    if (own_goes_on && LOCAL_DATA != 0) assume (lines != 0); // an access with data has a line of them
    assume (remote_waits == (remotes != 0));
    assume (!recv_ready || entered);
    assume (recv_ready || !entered || remotes != 0 || message_goes);
    assume (!message_goes || recv_valid && recv_kind[1] && entered && !recv_ready && not_taken);
    if (tracking && behind == 0 && (of_remote || locals > stands)) assume (head == kept);
  end
`endif

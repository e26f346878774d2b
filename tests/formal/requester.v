// sizes: LINE_BITS=17 ID_BITS=4 CORES=3 PARTITIONS=2 SETS=2 QUEUE=2 CHUNK_BITS=0
// sizes: LINE_BITS=17 ID_BITS=4 CORES=1 PARTITIONS=1 SETS=1 QUEUE=2
// depth: bmc=6 induction=2
// cover: 7
// Requests that the table of docs/shared_l1.md sends to the own L1 or over the network are counted,
// and one (any one: the solver chooses it) is tracked through the register and both queues: every
// field comes out as the table says, in order. Mask and data are followed by their first and last
// bits. What becomes of messages of other cores and whose turn it is are proved with l1_arbiter.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* assume (here_core < CORES && request_kind <= 3'd4);
  reg [CORES*(NODE_BITS + HOP_BITS) + PARTITIONS*(NODE_BITS + HOP_BITS) + CORE_BITS-1:0] constants;
  wire same_constants = constants
    == {core_nodes, core_hops, partition_nodes, partition_hops, here_core};
  always @(posedge clk)
    constants <= {core_nodes, core_hops, partition_nodes, partition_hops, here_core};
  always @* if (started) assume (same_constants);

  // The table, from the places of the line that comes; its home not as a code.
  wire [CORE_BITS-1:0] core_bits = request_line[$clog2(SETS) +: CORE_BITS];
  wire [CORE_BITS-1:0] wrapped   = core_bits >= CORES ? core_bits - CORES : core_bits;
  wire [CORE_BITS-1:0] its_home  = CORES == 1 ? 0 : wrapped;
  wire its_own   = its_home == here_core;
  wire is_shared = odd ? share_odd : share_even;
  wire is_near   = l1_nearest && partition_hops[partition*6 +: 6] < core_hops[its_home*6 +: 6];
  reg  to_local, to_mark, to_home, to_l2;
  always @* begin
    {to_local, to_mark, to_home, to_l2} = 4'b1000;
    if (!its_own)
      case ({request_kind, is_shared})
        {3'd0, 1'b0}: to_mark = 1'b1;
        {3'd0, 1'b1}: {to_local, to_home, to_l2} = {1'b0, !is_near, is_near};
        {3'd2, 1'b0}: if (via_home && !is_near) {to_mark, to_home} = 2'b11;
        {3'd2, 1'b1}: {to_local, to_home, to_l2} = {1'b0, !is_near, is_near};
        default: ;
      endcase
  end

  // What any request looks like at either side.
  localparam REQUEST_BITS = 3 + 3 + 1 + LINE_BITS + 14 + ID_BITS + 4;
  localparam MESSAGE_BITS = 1 + 10 + 3 + LINE_BITS + 7 + ID_BITS + 4 + 4 + 4;
  wire [6:0] its_insn, its_check;
  pc_hash #(.PC_BITS(32)) hash_of_its_pc (.pc(request_pc), .insn(its_insn), .check(its_check));
  wire       writes  = request_kind == 3'd2;
  wire [3:0] touched = {|request_mask[127:96], |request_mask[95:64],
                        |request_mask[63:32], |request_mask[31:0]};
  wire [3:0] wanted  = l1_chunk ? touched : 4'b1111;
  wire [REQUEST_BITS-1:0] asked = {request_kind, request_op, to_mark, request_line, its_insn,
    its_check, request_id, request_mask[127], request_mask[0], request_data[1023], request_data[0]};
  wire [MESSAGE_BITS-1:0] told = {to_l2,
    to_l2 ? partition_nodes[partition*10 +: 10] : core_nodes[its_home*10 +: 10],
    writes ? 3'd2 : to_l2 ? 3'd1 : 3'd0, request_line, its_insn, request_id,
    writes ? 4'd0 : wanted, writes ? touched : 4'd0, request_mask[127], request_mask[0],
    request_data[1023], request_data[0]};
  wire [REQUEST_BITS-1:0] access_shown = {access_kind, access_op, access_foreign, access_line,
    access_insn, access_check, access_id, access_mask[127], access_mask[0], access_data[1023],
    access_data[0]};
  wire [MESSAGE_BITS-1:0] send_shown = {send_class, send_dest, send_kind, send_line, send_id[16:10],
    send_id[ID_BITS-1:0], send_sectors, send_data_sectors, send_mask[127], send_mask[0],
    send_data[1023], send_data[0]};
  localparam ABOVE = 1024 + 128;       // what precedes mask and data in a message
  wire [MESSAGE_BITS-1:0] queued_message = {message[SEND_BITS-1:ABOVE],
    message[ABOVE-1], message[1024], message[1023], message[0]};

  // The one in the register, and how many wait behind it.
  wire taken       = request_valid && request_ready;
  wire offers_own  = access_valid && !access_remote;
  wire give_access = offers_own && access_ready;
  wire give_send   = send_valid && send_ready;
  reg                    in_register;
  reg                    its_local, its_home_way, its_l2;
  reg [REQUEST_BITS-1:0] its_request;
  reg [MESSAGE_BITS-1:0] its_message;
  reg [2:0]              locals;       // requests that wait for the L1
  reg [2:0]              messages;     // messages that wait
  reg                    was_home, was_near;  // what the last edge queued
  wire moves = in_register && locals < 2 && messages < QUEUE;
  wire to_l1 = moves && its_local;
  wire sends = moves && (its_home_way || its_l2);
  always @(posedge clk) begin
    in_register <= !rst && (taken || in_register && !moves);
    if (taken) begin
      {its_local, its_home_way, its_l2} <= {to_local, to_home, to_l2};
      {its_request, its_message} <= {asked, told};
    end
    locals   <= rst ? 0 : locals + to_l1 - give_access;
    messages <= rst ? 0 : messages + sends - give_send;
    was_home <= !rst && moves && its_home_way;
    was_near <= !rst && moves && its_l2;
  end

  (* anyseq *) wire      track;        // the request in the register becomes the tracked one
  reg                    in_local;     // it waits for the L1
  reg                    in_send;      // its message waits
  reg [2:0]              local_ahead;  // how many wait before it
  reg [2:0]              send_ahead;
  reg [REQUEST_BITS-1:0] kept_request;
  reg [MESSAGE_BITS-1:0] kept_message;
  wire                   tracked_now = track && moves && !in_local && !in_send;
  always @(posedge clk)
    if (rst) {in_local, in_send} <= 2'b00;
    else if (tracked_now) begin
      {in_local, in_send} <= {its_local, its_home_way || its_l2};
      local_ahead  <= locals - give_access;
      send_ahead   <= messages - give_send;
      kept_request <= its_request;
      kept_message <= its_message;
    end else begin
      if (give_access) {in_local, local_ahead} <= {in_local && local_ahead != 0, local_ahead - 3'd1};
      if (give_send)  {in_send, send_ahead}   <= {in_send && send_ahead != 0, send_ahead - 3'd1};
    end

  always @(posedge clk)
    if (started) begin
      a_request_is_held: assert (held == in_register);
      ready_when_it_goes_on_or_is_free: assert (request_ready == (!in_register || moves));
      it_goes_where_the_table_says: assert (take_local == to_l1 && take_send == sends);
      the_network_is_told_what_the_table_says: assert (!take_send || queued_message == its_message);
      what_waits_for_the_l1_is_offered: assert ((locals == 0 || access_valid)
        && (locals != 0 || !offers_own));
      what_waits_for_the_network_is_offered: assert (send_valid == (messages != 0));
      a_request_comes_out_as_it_went_in: assert (!in_local || local_ahead != 0
        || !offers_own || access_shown == kept_request);
      a_message_comes_out_as_it_went_in: assert (!in_send || send_ahead != 0
        || send_shown == kept_message);
      the_rest_of_an_id_is_zero: assert (!send_valid || send_id[20:17] == 0
        && (send_id[9:0] & ~{{(10-ID_BITS){1'b0}}, {ID_BITS{1'b1}}}) == 0);
      messages_to_homes_are_counted: assert (event_home == was_home);
      messages_to_l2_are_counted: assert (event_near == was_near);
      one_core_sends_nothing: assert (CORES > 1 || !send_valid && !event_home && !event_near);

      // For the induction: counts stay in range and cover the tracked request, and what the register
      // holds is what came.
      counts_are_in_range: assert (locals <= 2 && messages <= QUEUE);
      the_tracked_one_is_counted: assert (!in_local || local_ahead < locals);
      its_message_is_counted: assert (!in_send || send_ahead < messages);
      alone_there_are_no_messages: assert (CORES > 1 || messages == 0);
      what_is_held_is_decided: assert (!held || {its_local, its_home_way, its_l2}
        == {!elsewhere, (elsewhere || doubled) && !near, (elsewhere || doubled) && near});
      alone_nothing_is_foreign: assert (CORES > 1 || !held || !foreign);
      what_is_held_is_asked: assert (!held
        || {kind, op, marked, line, insn, check, id, mask[127], mask[0], data[1023], data[0]}
           == its_request);
      what_is_held_is_told: assert (!held || !(elsewhere || doubled)
        || queued_message == its_message);

      all_places_are_taken: cover (held && locals == 2 && (messages == QUEUE || CORES == 1));
      a_store_goes_both_ways: cover (moves && its_local && its_home_way || CORES == 1);
      l2_is_nearer: cover (send_valid && send_class || CORES == 1);
      a_marked_load_leaves: cover (give_access && access_foreign && access_kind == 0 || CORES == 1);
    end

  // Contract of the queues, proved with fifo and l1_arbiter: they hold what went in, in order.
`ifdef INDUCTION
  always @* begin
    assume ((locals == 0 || access_valid) && (locals != 0 || !offers_own));
    assume (local_room == (locals < 2));
    assume (send_valid == (messages != 0));
    assume (send_room == (messages < QUEUE));
    if (in_local && local_ahead == 0 && offers_own) assume (access_shown == kept_request);
    if (in_send && send_ahead == 0) assume (send_shown == kept_message);
  end
`endif

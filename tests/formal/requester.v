// sizes: LINE_BITS=17 ID_BITS=4 CORES=3 PARTITIONS=2 SETS=2 QUEUE=2 CHUNK_BITS=0
// sizes: LINE_BITS=17 ID_BITS=4 CORES=1 PARTITIONS=1 SETS=1 QUEUE=2
// depth: bmc=5 induction=2
// cover: 6
// Requests that the table of docs/shared_l1.md sends to the own L1 or over the network are counted,
// and one (any one: the solver chooses it) is tracked through both queues: every field comes out as
// the table says, in order. Mask and data are followed by their first and last bits.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @* assume (here_core < CORES && request_kind <= 3'd4);

  // The table, from the places of the line.
  wire own       = CORES == 1 || home == here_core;
  wire is_shared = odd ? share_odd : share_even;
  wire is_near   = l1_nearest && partition_hops[partition*6 +: 6] < core_hops[home*6 +: 6];
  reg  to_local, to_mark, to_home, to_l2;
  always @* begin
    {to_local, to_mark, to_home, to_l2} = 4'b1000;
    if (!own)
      case ({request_kind, is_shared})
        {3'd0, 1'b0}: to_mark = 1'b1;
        {3'd0, 1'b1}: {to_local, to_home, to_l2} = {1'b0, !is_near, is_near};
        {3'd2, 1'b0}: if (via_home && !is_near) {to_mark, to_home} = 2'b11;
        {3'd2, 1'b1}: {to_local, to_home, to_l2} = {1'b0, !is_near, is_near};
        default: ;
      endcase
  end

  wire accept = request_valid && request_ready;
  wire give_local = local_valid && local_ready;
  wire give_send  = send_valid && send_ready;
  reg [2:0] locals;                    // requests that wait for the L1
  reg [2:0] messages;                  // messages that wait
  reg       was_home, was_near;        // what the last edge queued
  always @(posedge clk) begin
    locals   <= rst ? 0 : locals + (accept && to_local) - give_local;
    messages <= rst ? 0 : messages + (accept && (to_home || to_l2)) - give_send;
    was_home <= !rst && accept && to_home;
    was_near <= !rst && accept && to_l2;
  end

  // What the tracked request looks like at either side.
  localparam REQUEST_BITS = 3 + 3 + 1 + LINE_BITS + 32 + ID_BITS + 4;
  localparam MESSAGE_BITS = 1 + 10 + 3 + LINE_BITS + 7 + ID_BITS + 4 + 4 + 4;
  wire       writes  = request_kind == 3'd2;
  wire [3:0] touched = {|request_mask[127:96], |request_mask[95:64],
                        |request_mask[63:32], |request_mask[31:0]};
  wire [3:0] wanted  = l1_chunk ? touched : 4'b1111;
  wire [REQUEST_BITS-1:0] asked = {request_kind, request_op, to_mark, request_line, request_pc,
    request_id, request_mask[127], request_mask[0], request_data[1023], request_data[0]};
  wire [MESSAGE_BITS-1:0] told = {to_l2,
    to_l2 ? partition_nodes[partition*10 +: 10] : core_nodes[home*10 +: 10],
    writes ? 3'd2 : to_l2 ? 3'd1 : 3'd0, request_line, insn, request_id,
    writes ? 4'd0 : wanted, writes ? touched : 4'd0, request_mask[127], request_mask[0],
    request_data[1023], request_data[0]};
  wire [REQUEST_BITS-1:0] local_shown = {local_kind, local_op, local_foreign, local_line, local_pc,
    local_id, local_mask[127], local_mask[0], local_data[1023], local_data[0]};
  wire [MESSAGE_BITS-1:0] send_shown = {send_class, send_dest, send_kind, send_line, send_id[16:10],
    send_id[ID_BITS-1:0], send_sectors, send_data_sectors, send_mask[127], send_mask[0],
    send_data[1023], send_data[0]};

  localparam ABOVE = 1024 + 128;       // what precedes mask and data in a queue entry
  wire [REQUEST_BITS-1:0] queued_request = {request[LOCAL_BITS-1:ABOVE],
    request[ABOVE-1], request[1024], request[1023], request[0]};
  wire [MESSAGE_BITS-1:0] queued_message = {message[SEND_BITS-1:ABOVE],
    message[ABOVE-1], message[1024], message[1023], message[0]};

  (* anyseq *) wire      track;        // this request becomes the tracked one
  reg                    in_local;     // it waits for the L1
  reg                    in_send;      // its message waits
  reg [2:0]              local_ahead;  // how many wait before it
  reg [2:0]              send_ahead;
  reg [REQUEST_BITS-1:0] kept_request;
  reg [MESSAGE_BITS-1:0] kept_message;
  wire                   tracked_now = track && accept && !in_local && !in_send;
  always @(posedge clk)
    if (rst) {in_local, in_send} <= 2'b00;
    else if (tracked_now) begin
      {in_local, in_send} <= {to_local, to_home || to_l2};
      local_ahead  <= locals - give_local;
      send_ahead   <= messages - give_send;
      kept_request <= asked;
      kept_message <= told;
    end else begin
      if (give_local) {in_local, local_ahead} <= {in_local && local_ahead != 0, local_ahead - 3'd1};
      if (give_send)  {in_send, send_ahead}   <= {in_send && send_ahead != 0, send_ahead - 3'd1};
    end

  always @(posedge clk)
    if (started) begin
      ready_when_both_have_room: assert (request_ready == (locals < 2 && messages < QUEUE));
      it_goes_where_the_table_says: assert (take_local == (accept && to_local)
        && take_send == (accept && (to_home || to_l2)));
      the_l1_is_asked_what_the_table_says: assert (!take_local || queued_request == asked);
      the_network_is_told_what_the_table_says: assert (!take_send || queued_message == told);
      what_waits_for_the_l1_is_offered: assert (local_valid == (locals != 0));
      what_waits_for_the_network_is_offered: assert (send_valid == (messages != 0));
      a_request_comes_out_as_it_went_in: assert (!in_local || local_ahead != 0
        || local_shown == kept_request);
      a_message_comes_out_as_it_went_in: assert (!in_send || send_ahead != 0
        || send_shown == kept_message);
      the_rest_of_an_id_is_zero: assert (!send_valid || send_id[20:17] == 0
        && (send_id[9:0] & ~{{(10-ID_BITS){1'b0}}, {ID_BITS{1'b1}}}) == 0);
      messages_to_homes_are_counted: assert (event_home == was_home);
      messages_to_l2_are_counted: assert (event_near == was_near);
      one_core_sends_nothing: assert (CORES > 1 || !send_valid && !event_home && !event_near);

      // For the induction: counts stay in range and cover the tracked request.
      counts_are_in_range: assert (locals <= 2 && messages <= QUEUE);
      the_tracked_one_is_counted: assert (!in_local || local_ahead < locals);
      its_message_is_counted: assert (!in_send || send_ahead < messages);
      alone_there_are_no_messages: assert (CORES > 1 || messages == 0);

      both_queues_are_full: cover (locals == 2 && (messages == QUEUE || CORES == 1));
      a_store_goes_both_ways: cover (accept && to_local && to_home || CORES == 1);
      l2_is_nearer: cover (send_valid && send_class || CORES == 1);
      a_marked_load_leaves: cover (give_local && local_foreign && local_kind == 0 || CORES == 1);
    end

  // Contract of the queues, proved with fifo: they hold what went in, in order.
`ifdef INDUCTION
  always @* begin
    assume (local_valid == (locals != 0));
    assume (local_room == (locals < 2));
    assume (send_valid == (messages != 0));
    assume (send_room == (messages < QUEUE));
    if (in_local && local_ahead == 0) assume (local_shown == kept_request);
    if (in_send && send_ahead == 0) assume (send_shown == kept_message);
  end
`endif

// sizes: DEPTH=3 LINE_BITS=17 ID_BITS=4; DEPTH=2 LINE_BITS=17 ID_BITS=10
// depth: bmc=7 induction=2
// cover: 9
// Any message, and any bit of the mask of a store, is followed to its access; that of a load is zero. A
// store is on recv until its access has left and then its data are done, and in the cycle behind that. The induction
// assumes the fifo's contract (proved with fifo): a word comes out as it went in, in order. The bounded
// proof has the fifo itself.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  wire come = enters && header_room;
  wire give = remote_valid && remote_ready;
  (* anyseq *) wire track;             // this message becomes the tracked one
  reg       tracking;                  // it waits here
  reg [6:0] ahead;                     // messages that wait before it
  reg [6:0] level;                     // messages that wait
  reg       stores;                    // it is a store
  reg       another_stores;            // another store waits
  reg       going;                     // a store has left, its data are not done
  reg [NODE_BITS-1:0] its_src;
  reg [LINE_BITS-1:0] its_line;
  reg [ID_BITS-1:0]   its_id;
  reg [6:0]           its_insn;
  reg [3:0]           its_sectors;
`ifdef INDUCTION
  (* anyconst *) wire [6:0] bit;       // any bit of the mask
`else
  wire [6:0] bit = 7'd127;             // the bounded proof looks at the last one
`endif
  reg                 mask_bit;

  always @* if (recv_valid) assume (recv_kind == 3'd0 || recv_kind == 3'd2);

  // A message stays until it is taken.
  wire [LINE_BITS + NODE_BITS + MSG_ID_BITS + 8:0] message
    = {recv_kind, recv_src, recv_line, recv_id, recv_sectors, recv_mask[bit], recv_valid};
  reg [LINE_BITS + NODE_BITS + MSG_ID_BITS + 8:0] last_message;
  reg       offered;                   // it was not taken at the last edge
  reg       load_came;                 // at the last edge
  reg       store_ended;
  always @(posedge clk) begin
    last_message <= message;
    offered    <= !rst && recv_valid && !recv_ready;
    load_came  <= !rst && come && !recv_kind[1];
    going <= !rst && (going ? !data_done : give && remote_kind[1]);
    store_ended <= !rst && going && data_done;
  end
  always @* if (offered) assume (message == last_message);

  always @(posedge clk) begin
    level <= rst ? 0 : level + come - give;
    if (rst || give && remote_kind[1] && !(tracking && ahead == 0)) another_stores <= 1'b0;
    else if (come && recv_kind[1] && !(track && !tracking)) another_stores <= 1'b1;
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && come) begin
      tracking <= 1'b1;
      ahead <= level - give;
      stores <= recv_kind == 3'd2;
      {its_src, its_line, its_sectors} <= {recv_src, recv_line, recv_sectors};
      {its_insn, its_id} <= {recv_id[16:10], recv_id[ID_BITS-1:0]};
      mask_bit <= recv_mask[bit] && recv_kind[1];
    end else if (tracking && give) begin
      tracking <= ahead != 0;
      ahead <= ahead - 1'b1;
    end
  end

  always @(posedge clk)
    if (started_once) begin
      depth_messages_wait_at_most: assert (level <= DEPTH
        && come == (recv_valid && level < DEPTH && !recv_ready && !(tracking && stores) && !another_stores && !going));
      a_load_is_taken_as_it_came_a_store_as_its_data_are_done: assert (recv_ready == (load_came || store_ended));
      what_is_taken_is_there: assert (!recv_ready || recv_valid && recv_kind[1] == store_ended);
      data_of_a_store_stay: assert (goes == going && (!goes || recv_valid && recv_kind[1] && offered && !waits && !done));
      one_store_waits: assert (waits == (tracking && stores || another_stores)
        && !(tracking && stores && another_stores));
      what_came_was_not_taken_at_once: assert (!(waits || done) || offered && !(waits && done));
      a_store_that_waits_is_on_recv: assert (!waits || recv_valid && recv_kind[1]);
      and_is_itself: assert (!(tracking && stores) || recv_line == its_line && recv_src == its_src
        && recv_id[ID_BITS-1:0] == its_id && recv_mask[bit] == mask_bit);
      it_offers_what_it_holds: assert (remote_valid == (level != 0));
      if (tracking)
        it_waits_behind_those_before_it: assert (ahead < level);
      if (tracking && !stores)
        a_load_has_none: assert (!mask_bit);
      if (tracking && stores)
        its_mask_is_in_the_place: assert (mask[bit] == mask_bit);
      if (tracking && ahead == 0) begin
        a_read_is_a_load: assert (stores || remote_kind == 3'd0);
        a_store_is_a_store: assert (!stores || remote_kind == 3'd2);
        it_comes_from_its_core: assert (remote_node == its_src && remote_id == its_id);
        it_is_of_its_instruction: assert (remote_insn == its_insn);
        it_wants_its_sectors: assert (remote_line == its_line && remote_sectors == its_sectors);
        its_mask_is_kept: assert (remote_mask[bit] == mask_bit);
      end
      one_comes_as_another_goes: cover (come && give && tracking && ahead == 0);
      a_store_is_taken: cover (recv_ready && store_ended);
      it_is_full: cover (level == DEPTH && tracking && ahead == DEPTH - 1);
    end

`ifdef INDUCTION
  always @* begin
    assume (header_room == (level < DEPTH));
    assume (remote_valid == (level != 0));
    if (tracking && ahead == 0)
      assume (is_store == stores && remote_node == its_src
        && remote_id == its_id && remote_insn == its_insn
        && remote_line == its_line && remote_sectors == its_sectors);
    else if (remote_valid && is_store) assume (another_stores);
  end
`endif

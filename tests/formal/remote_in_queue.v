// sizes: DEPTH=3 LINE_BITS=17 ID_BITS=4; DEPTH=2 LINE_BITS=17 ID_BITS=10
// depth: bmc=7 induction=2
// cover: 8
// Any message, and any bit of mask and data of a store, is followed to its access; those of a load are
// zero. The induction assumes the fifo's contract (proved with fifo): a word comes out as it went in, in
// order. The bounded proof has the fifo itself.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  wire take = recv_valid && recv_ready;
  wire give = remote_valid && remote_ready;
  (* anyseq *) wire track;             // this message becomes the tracked one
  reg       tracking;                  // it waits here
  reg [6:0] ahead;                     // messages that wait before it
  reg [6:0] level;                     // messages that wait
  reg       stores;                    // it is a store
  reg       another_stores;            // another store waits
  reg [NODE_BITS-1:0] its_src;
  reg [LINE_BITS-1:0] its_line;
  reg [ID_BITS-1:0]   its_id;
  reg [6:0]           its_insn;
  reg [3:0]           its_sectors;
`ifdef INDUCTION
  (* anyconst *) wire [9:0] bit;       // any bit of mask and data
`else
  wire [9:0] bit = 10'd1023;           // the bounded proof looks at the last one
`endif
  reg                 mask_bit, data_bit;

  always @* if (recv_valid) assume (recv_kind == 3'd0 || recv_kind == 3'd2);

  always @(posedge clk) begin
    level <= rst ? 0 : level + take - give;
    if (rst || give && remote_kind[1] && !(tracking && ahead == 0)) another_stores <= 1'b0;
    else if (take && recv_kind[1] && !(track && !tracking)) another_stores <= 1'b1;
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && take) begin
      tracking <= 1'b1;
      ahead <= level - give;
      stores <= recv_kind == 3'd2;
      {its_src, its_line, its_sectors} <= {recv_src, recv_line, recv_sectors};
      {its_insn, its_id} <= {recv_id[16:10], recv_id[ID_BITS-1:0]};
      {mask_bit, data_bit} <= {recv_mask[bit[6:0]], recv_data[bit]} & {2{recv_kind[1]}};
    end else if (tracking && give) begin
      tracking <= ahead != 0;
      ahead <= ahead - 1'b1;
    end
  end

  always @(posedge clk)
    if (started) begin
      depth_messages_wait_at_most: assert (level <= DEPTH
        && recv_ready == (level < DEPTH && !(tracking && stores) && !another_stores));
      one_store_waits: assert (full == (tracking && stores || another_stores)
        && !(tracking && stores && another_stores));
      it_offers_what_it_holds: assert (remote_valid == (level != 0));
      if (tracking)
        it_waits_behind_those_before_it: assert (ahead < level);
      if (tracking && !stores)
        a_load_has_none: assert (!mask_bit && !data_bit);
      if (tracking && stores)
        its_data_are_in_the_place: assert (mask[bit[6:0]] == mask_bit && data[bit] == data_bit);
      if (tracking && ahead == 0) begin
        a_read_is_a_load: assert (stores || remote_kind == 3'd0);
        a_store_is_a_store: assert (!stores || remote_kind == 3'd2);
        it_comes_from_its_core: assert (remote_node == its_src && remote_id == its_id);
        it_is_of_its_instruction: assert (remote_insn == its_insn);
        it_wants_its_sectors: assert (remote_line == its_line && remote_sectors == its_sectors);
        its_mask_is_kept: assert (remote_mask[bit[6:0]] == mask_bit);
        its_data_are_kept: assert (remote_data[bit] == data_bit);
      end
      a_message_every_cycle: cover (take && give && tracking && ahead == 0);
      a_store_is_taken: cover (give && tracking && ahead == 0 && stores && another_stores == 0);
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

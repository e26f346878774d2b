// sizes: LINE_BITS=17 ID_BITS=4
// depth: bmc=7 induction=0
// cover: 6
// Bounded only: the queue itself is proved for all time as fifo; here it matters that every
// field comes out where it
// belongs, that nothing is lost, and that an offer stays until it is taken.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  wire take = local_valid && local_ready;
  wire give = access_valid && access_ready;
  (* anyseq *) wire track;             // this access becomes the tracked one
  reg       tracking;                  // it waits here
  reg       behind;                    // another one waits before it
  reg [1:0] level;                     // accesses that wait
  reg [2:0] kind, op;
  reg [LINE_BITS-1:0] line;
  reg [ID_BITS-1:0]   id;
  (* anyconst *) wire [9:0] bit;       // any bit of mask and data
  reg                 mask_bit, data_bit;
  always @(posedge clk) begin
    level <= rst ? 0 : level + take - give;
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && take) begin
      tracking <= 1'b1;
      behind <= level > give;
      {kind, op, line} <= {local_kind, local_op, local_line};
      {id, mask_bit, data_bit} <= {local_id, local_mask[bit[6:0]], local_data[bit]};
    end else if (tracking && give) begin
      tracking <= behind;
      behind <= 1'b0;
    end
  end

  always @(posedge clk)
    if (started) begin
      two_accesses_wait_at_most: assert (local_ready == (level < 2));
      it_offers_what_it_holds: assert (access_valid == (level != 0));
      if (tracking && !behind) begin
        its_kind_is_kept: assert (access_kind == kind && access_op == op);
        its_line_is_kept: assert (access_line == line && access_id == id);
        its_mask_is_kept: assert (access_mask[bit[6:0]] == mask_bit);
        its_data_is_kept: assert (access_data[bit] == data_bit);
      end
      an_access_every_cycle: cover (take && give && tracking && !behind);
      it_is_full: cover (level == 2 && tracking && behind);
    end

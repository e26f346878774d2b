// sizes: SETS=2 WAYS=2; SETS=1 WAYS=1; SETS=4 WAYS=3
// depth: bmc=8 induction=0
// for all time: pdr
// cover: 6
// What is told of the tags is kept beside the block for the place of the snoop that is under way;
// what is written in the cycle of the read comes too late and is not looked at.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* assume (snoop_way < WAYS && snoop_set < SETS && (!tags_valid || tags_set < SETS));

  reg                asked = 1'b0;     // a snoop was taken and is not read
  reg [SET_BITS-1:0] its_set;
  reg [WAY_BITS-1:0] its_way;
  reg                it_left;          // in the cycle in which it was taken, or since
  wire               takes = snoop_valid && snoop_ready;
  wire               reads = asked && read_ready;
  wire [SET_BITS-1:0] now_set = asked ? its_set : snoop_set;
  wire [WAY_BITS-1:0] now_way = asked ? its_way : snoop_way;
  wire               leaves = tags_valid && tags_set == now_set
                           && (tags_ways[now_way] || !tags_lines[now_way]);
  always @(posedge clk) begin
    if (rst)        asked <= 1'b0;
    else if (takes) asked <= 1'b1;
    else if (reads) asked <= 1'b0;
    if (takes) begin
      its_set <= snoop_set;
      its_way <= snoop_way;
    end
    it_left <= asked && it_left || leaves || flush;
  end

  reg was_read = 1'b0;
  reg was_gone;
  reg was_hit = 1'b0;
  always @(posedge clk) begin
    was_read <= !rst && reads;
    was_gone <= it_left || leaves;
    was_hit  <= !rst && hit_valid;
  end

  always @(posedge clk)
    if (started_once) begin
      one_snoop_at_a_time: assert (snoop_ready == !asked);
      it_waits_until_it_is_read: assert (read_valid == asked);
      at_its_place: assert (!asked || read_set == its_set && read_way == its_way);
      it_is_answered_when_it_was_read: assert ({data_valid, gone_valid} == {was_read && !was_gone, was_read && was_gone});
      a_load_hit_waits_for_a_read: assert (event_snoop == (was_read && was_hit));
      and_never_two_cycles: assert (!((data_valid || gone_valid) && reads));
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_line_is_found: cover (data_valid);
      a_line_is_gone: cover (gone_valid);
      a_load_hit_waits: cover (event_snoop);
      a_snoop_waits: cover (read_valid && !read_ready && it_left);
    end

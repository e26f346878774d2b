// sizes: DEPTH=1 SECTOR_BITS=1; DEPTH=2 SECTOR_BITS=1
// depth: bmc=16 induction=0
// for all time: pdr
// cover: 18
// Sectors of a bit: what is done with one is done with all. One line is tracked (any one: the solver chooses the
// put), with its sectors and the lines before it. A line is what stands at line_data in the cycle behind its put,
// and stays there until line_done.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* assume (!put_valid || |put_sectors);

  (* anyseq *) wire    track;          // this put becomes the tracked one
  reg                  tracking;       // the tracked line is in the queue
  reg                  follows;        // it was put at the last edge: its data are there now
  reg [3:0]            its_sectors;
  reg [4*SECTOR_BITS-1:0] its_data;    // zero where it has no sector
  reg [4*SECTOR_BITS-1:0] last_data;   // at line_data
  reg [LEVEL_BITS-1:0] ahead;          // lines before it
  reg [3:0]            waited;         // cycles in which it was the oldest, or came
  wire [2:0]           its_count = {2'd0, its_sectors[0]} + {2'd0, its_sectors[1]} + {2'd0, its_sectors[2]}
                                 + {2'd0, its_sectors[3]};
  integer              t;

  always @(posedge clk)
    if (rst) {tracking, follows} <= 2'b00;
    else if (track && !tracking && put) begin
      {tracking, follows} <= 2'b11;
      its_sectors <= put_sectors;
      ahead  <= level - {{(LEVEL_BITS-1){1'b0}}, get};
      waited <= 4'd1;
    end else if (tracking) begin
      follows <= 1'b0;
      if (follows)
        for (t = 0; t < 4; t = t + 1)
          its_data[t*SECTOR_BITS +: SECTOR_BITS] <= line_data[t*SECTOR_BITS +: SECTOR_BITS] & {SECTOR_BITS{its_sectors[t]}};
      if (get && ahead == 0) tracking <= 1'b0;
      ahead  <= ahead - {{(LEVEL_BITS-1){1'b0}}, get};
      waited <= (get && ahead == 1) ? 4'd1 : &waited ? waited : waited + 4'd1;
    end

  // Cycles since the last line that came was put; the next one waits for its sectors.
  reg [2:0] since_put;
  reg [2:0] put_count;
  always @(posedge clk)
    if (rst)      since_put <= 3'd7;
    else if (put) begin
      since_put <= 3'd1;
      put_count <= {2'd0, put_sectors[0]} + {2'd0, put_sectors[1]} + {2'd0, put_sectors[2]} + {2'd0, put_sectors[3]};
    end else if (!(&since_put)) since_put <= since_put + 3'd1;

  always @(posedge clk) last_data <= line_data;
  always @* if (started_once && since_put > 1 && since_put <= put_count) assume (line_data == last_data);

  always @(posedge clk)
    if (started_once) begin
      level_stays_within_depth: assert (level <= DEPTH);
      sectors_always_have_room: assert (unused_room);
      the_last_sector_is_known: assert (gone == at_most_one(left));
      ready_means_room_and_the_last_line_has_gone_in: assert (
        put_ready == (level < DEPTH && (&since_put || since_put >= put_count)));
      done_means_the_last_line_has_gone_in: assert (line_done == (&since_put || since_put >= put_count));
      valid_means_lines: assert (!get_valid || level != 0);
      tracked_line_is_in_the_queue: assert (!tracking || ahead < level);
      tracked_line_comes_in_order: assert (!tracking || ahead != 0 || !get_valid || get_data == its_data);
      the_oldest_line_comes_in_time: assert (!tracking || ahead != 0 || waited < its_count + 3 || get_valid);
      not_before_its_last_sector: assert (!tracking || ahead != 0 || waited > its_count || !get_valid);
    end

  reg was_full = 1'b0;
  always @(posedge clk) was_full <= !rst && (was_full || level == DEPTH);
  always @(posedge clk)
    if (started_once && !rst) begin
      it_fills: cover (level == DEPTH && get_valid);
      it_empties_again: cover (was_full && level == 0);
      a_whole_line_leaves: cover (tracking && get && ahead == 0 && &its_sectors);
    end

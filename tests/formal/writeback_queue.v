// sizes: LINE_BITS=17 ID_BITS=1
// abc: bmc
// depth: bmc=10 induction=3
// cover: 10
// Order is shown with one tracked announcement (a write-back or a read, the solver's choice): it
// comes out as announced, after exactly those announced before it, where a write-back counts as
// announced before the read of the same cycle.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* assume (room || (!evict_valid && !fetch_valid));

  wire handed = dram_valid && dram_ready;

  reg [3:0] stored;                    // requests in the queue
  reg [2:0] stored_lines;              // lines that have come
  always @* assume (!ram_valid || stored_lines < writes);
  always @(posedge clk)
    if (rst) begin
      stored <= 0;
      stored_lines <= 0;
    end else begin
      stored <= stored + (evict_valid || (fetch_valid || fetching) && request_room) - handed;
      stored_lines <= stored_lines + ram_valid - (handed && dram_write);
    end

  (* anyseq *) wire   track_write;     // this write-back becomes the tracked one
  (* anyseq *) wire   track_read;      // this read does
  reg                 tracking;
  reg                 is_write;
  reg [LINE_BITS-1:0] tracked_line;
  reg [ID_BITS-1:0]   tracked_id;
  reg [3:0]           ahead;           // requests before it
  wire [3:0]          under_way = stored + fetching;
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (!tracking && ((evict_valid && track_write) || (fetch_valid && track_read))) begin
      tracking <= 1'b1;
      is_write <= evict_valid && track_write;
      tracked_line <= (evict_valid && track_write) ? evict_line : fetch_line;
      tracked_id <= (evict_valid && track_write) ? 0 : fetch_id;
      ahead <= under_way - handed + (evict_valid && !track_write);
    end else if (tracking) begin
      if (handed && ahead == 0) tracking <= 1'b0;
      ahead <= ahead - handed;
    end

  always @(posedge clk)
    if (started_once) begin
      the_queues_do_not_overflow: assert (stored <= 4 && stored_lines <= 2);
      a_line_to_write_back_has_a_place: assert (!ram_valid || line_room_unused);
      a_request_has_a_place: assert (!(evict_valid || fetch_valid) || request_room);
      lines_belong_to_write_backs: assert (stored_lines <= writes && writes <= 2);
      empty_means_nothing_is_under_way: assert (empty == (under_way == 0));
      a_write_has_its_data: assert (!dram_valid || !dram_write || line_there);
      the_tracked_request_is_under_way: assert (!tracking || ahead < under_way);
      it_comes_out_as_announced: assert (!tracking || ahead != 0 || !dram_valid
        || (dram_write == is_write && dram_line == tracked_line && dram_id == tracked_id));
      reads_carry_no_data: assert (!dram_valid || dram_write || dram_data == 0);
      // For the induction: a read that waits for the queue is the last one.
      a_tracked_write_back_is_in_the_queue: assert (!tracking || !is_write || ahead < stored);
      a_tracked_read_waits_behind_the_write_back: assert (!tracking || is_write || ahead < stored
        || (fetching && ahead == stored && fetch_address == tracked_line
            && fetch_entry == tracked_id));
    end
`ifdef INDUCTION
  // The contract of the two fifos, proved with fifo: flags follow the count of words, words come in
  // order.
  always @* begin
    assume (request_there == (stored != 0) && request_room == (stored < 4));
    assume (line_there == (stored_lines != 0) && line_room_unused == (stored_lines < 2));
    assume (!request_there || !dram_write || writes != 0);
    assume (!tracking || ahead != 0 || stored == 0
      || (dram_write == is_write && dram_line == tracked_line && dram_id == tracked_id));
  end
`endif

  always @(posedge clk)
    if (started_once && !rst) begin
      the_queue_is_full: cover (stored == 4);
      two_lines_wait: cover (stored_lines == 2 && stored == 4);
      a_pair_is_announced: cover (evict_valid && fetch_valid && stored != 0);
      a_tracked_read_leaves: cover (tracking && !is_write && handed && ahead == 0);
    end

// sizes: DEPTH=3 WIDTH=2; DEPTH=1 WIDTH=1; DEPTH=2 WIDTH=1
// depth: bmc=10 induction=4
// cover: 14
// Order is shown with one tracked word, as in fifo.v: the solver picks the put that is tracked.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  localparam LEVEL_BITS = ADDR_BITS + 2;
  reg [LEVEL_BITS-1:0] level;          // puts minus gets
  always @(posedge clk)
    if (rst) level <= 0;
    else level <= level + put - get;

  (* anyseq *) wire    track;          // this put becomes the tracked one
  reg                  tracking;       // the tracked word is in the queue
  reg [WIDTH-1:0]      tracked;        // its value
  reg [LEVEL_BITS-1:0] ahead;          // words before it
  reg [ADDR_BITS-1:0]  tracked_at;     // its place
  reg                  late;           // no word was at the output, although there were some
  reg                  read_tracked;   // what was fetched last stood in its place
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && put) begin
      tracking <= 1'b1;
      tracked <= put_data;
      tracked_at <= write_at;
      ahead <= level - get;
    end else if (tracking) begin
      if (get && ahead == 0) tracking <= 1'b0;
      ahead <= ahead - get;
    end

  always @(posedge clk) begin
    late <= !rst && !front && level != 0;
    if (rst || (next && !fetch)) read_tracked <= 1'b0;
    else if (fetch) read_tracked <= tracking && fetch_at == tracked_at;
  end

  // The place `offset` words after another one.
  function [LEVEL_BITS-1:0] place(input [ADDR_BITS-1:0] from, input [LEVEL_BITS-1:0] offset);
    place = (from + offset >= DEPTH) ? from + offset - DEPTH : from + offset;
  endfunction
  wire [LEVEL_BITS-1:0] unfetched = level - front;

  always @(posedge clk)
    if (started_once) begin
      level_stays_within_depth: assert (level <= DEPTH);
      ready_means_room: assert (put_ready == (level < DEPTH));
      valid_means_words: assert (!get_valid || level > 0);
      a_word_is_at_the_output_in_the_second_cycle: assert (!late || get_valid);
      tracked_word_is_stored: assert (!tracking || ahead < level);
      tracked_word_comes_in_order: assert (
        !tracking || ahead != 0 || !get_valid || get_data == tracked);
      places_are_places: assert (write_at < DEPTH && fetch_at < DEPTH && oldest_at < DEPTH && oldest_was < DEPTH);
      places_match_level: assert (place(oldest_at, level) == write_at
                                  && place(oldest_at, {{(LEVEL_BITS-1){1'b0}}, front}) == fetch_at
                                  && waits == (unfetched != 0));
      tracked_word_stands_in_its_place: assert (
        !tracking || place(oldest_at, ahead) == tracked_at);
      it_was_fetched: assert (!tracking || ahead != 0 || !front || read_tracked);
    end
`ifdef INDUCTION
  // The contract of the RAM: what was fetched is what was put in that place. It was not written since:
  // its place is not free, and only a free one is.
  always @*
    if (tracking && read_tracked) ram_keeps_words: assume (get_data == tracked);
`endif

  reg was_full = 1'b0;
  always @(posedge clk) was_full <= !rst && (was_full || !put_ready);
  always @(posedge clk)
    if (started_once && !rst) begin
      it_fills: cover (!put_ready);
      it_empties_again: cover (was_full && !get_valid && level == 0);
      tracked_word_leaves: cover (tracking && get && ahead == 0);
    end

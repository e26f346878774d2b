// sizes: DEPTH=3 WIDTH=2; DEPTH=1 WIDTH=1; DEPTH=4 WIDTH=2
// depth: bmc=14 induction=4
// cover: 12
// Order is shown with one tracked word: the solver picks the put that is tracked (any value, any
// moment); the word must
// come out unchanged after exactly those that were stored before it. As the choice is free, this
// holds for all words.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  localparam LEVEL_BITS = ADDR_BITS + 2;
  wire put_now = put_valid && put_ready;
  wire get_now = get_valid && get_ready;

  reg [LEVEL_BITS-1:0] level;          // puts minus gets
  always @(posedge clk)
    if (rst) level <= 0;
    else level <= level + put_now - get_now;

  (* anyseq *) wire    track;          // this put becomes the tracked one
  reg                  tracking;       // the tracked word is stored
  reg                  intact;         // nothing was put in its place since
  reg [WIDTH-1:0]      tracked;        // its value
  reg [ADDR_BITS-1:0]  tracked_at;     // its place
  reg [LEVEL_BITS-1:0] ahead;          // words before it
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && put_now) begin
      tracking <= 1'b1;
      intact <= 1'b1;
      tracked <= put_data;
      tracked_at <= write_at;
      ahead <= level - get_now;
    end else if (tracking) begin
      if (get_now && ahead == 0) tracking <= 1'b0;
      if (put_now && write_at == tracked_at) intact <= 1'b0;
      ahead <= ahead - get_now;
    end

  // The place `offset` words after the oldest one.
  function [LEVEL_BITS-1:0] place(input [LEVEL_BITS-1:0] offset);
    place = (read_at + offset >= DEPTH) ? read_at + offset - DEPTH : read_at + offset;
  endfunction

  always @(posedge clk)
    if (started) begin
      level_stays_within_depth: assert (level <= DEPTH);
      ready_means_room: assert (put_ready == (level < DEPTH));
      valid_means_words: assert (get_valid == (level > 0));
      tracked_word_is_stored: assert (!tracking || ahead < level);
      tracked_word_comes_in_order: assert (!tracking || ahead != 0 || get_data == tracked);
      tracked_word_is_not_overwritten: assert (!tracking || intact);
      // For the induction: places and level agree, and the tracked word stands where its turn
      // comes.
      places_are_in_range: assert (write_at < DEPTH && read_at < DEPTH);
      places_match_level: assert (place(level) == write_at);
      tracked_word_stands_in_its_place: assert (!tracking || place(ahead) == tracked_at);
    end
`ifdef INDUCTION
  always @*
    if (tracking && intact && read_at == tracked_at)
      storage_keeps_words: assume (get_data == tracked);
`endif

  reg was_full = 1'b0;
  always @(posedge clk) was_full <= !rst && (was_full || !put_ready);
  always @(posedge clk)
    if (started && !rst) begin
      it_fills: cover (!put_ready);
      it_empties_again: cover (was_full && !get_valid);
      tracked_word_leaves: cover (tracking && get_now && ahead == 0);
    end

// sizes: DEPTH=3 WIDTH=2; DEPTH=1 WIDTH=1; DEPTH=4 WIDTH=2; DEPTH=3 WIDTH=2 MOVED=0; DEPTH=1 WIDTH=1 MOVED=0; DEPTH=4 WIDTH=2 MOVED=0
// sizes: DEPTH=4 WIDTH=2 MOVED=0 HEAD=1; DEPTH=2 WIDTH=1 MOVED=0 HEAD=1; DEPTH=1 WIDTH=1 MOVED=0 HEAD=1
// depth: bmc=14 induction=4
// cover: 12
// Order is shown with one tracked word: the solver picks the put that is tracked (any value, any
// moment); the word must
// come out unchanged after exactly those that were stored before it. As the choice is free, this
// holds for all words.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  localparam PLACE_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam LEVEL_BITS = PLACE_BITS + 2;
  wire put_now = put_valid && put_ready;
  wire get_now = get_valid && get_ready;

  reg [LEVEL_BITS-1:0] level;          // puts minus gets
  always @(posedge clk)
    if (rst) level <= 0;
    else level <= level + put_now - get_now;

  (* anyseq *) wire    track;          // this put becomes the tracked one
  reg                  tracking;       // the tracked word is stored
  reg [WIDTH-1:0]      tracked;        // its value
  reg [LEVEL_BITS-1:0] ahead;          // words before it
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (track && !tracking && put_now) begin
      tracking <= 1'b1;
      tracked <= put_data;
      ahead <= level - get_now;
    end else if (tracking) begin
      if (get_now && ahead == 0) tracking <= 1'b0;
      ahead <= ahead - get_now;
    end

  // What the state of either form says, for the induction: places and level agree, and the tracked
  // word stands where its turn comes. In the ring nothing was put in its place since.
  wire places_agree;
  wire tracked_stands;
  wire storage_holds;                  // the contract of the ring's storage
  generate
    if (DEPTH <= MOVES) begin : moved_proof
      wire [DEPTH:0] expected = ({{DEPTH{1'b0}}, 1'b1} << level) - 1'b1;
      assign places_agree   = moved.used == expected[DEPTH-1:0];
      assign tracked_stands = moved.words[ahead*WIDTH +: WIDTH] == tracked;
      assign storage_holds  = 1'b1;
    end else begin : ring_proof
      reg                  intact;     // nothing else was written in its place
      reg [PLACE_BITS-1:0] tracked_at;
      always @(posedge clk)
        if (track && !tracking && put_now) begin
          intact <= ring.write;
          tracked_at <= ring.write_at;
        end else if (ring.write && ring.write_at == tracked_at)
          intact <= 1'b0;

      wire [LEVEL_BITS-1:0] in_front = (ring.FRONT != 0 && level > 0) ? 1 : 0;
      wire [LEVEL_BITS-1:0] in_ring  = level - in_front;

      // The place `offset` words after the oldest one of the ring.
      function [LEVEL_BITS-1:0] place(input [LEVEL_BITS-1:0] offset);
        place = (ring.read_at + offset >= ring.PLACES) ? ring.read_at + offset - ring.PLACES
                                                       : ring.read_at + offset;
      endfunction

      wire ring_agrees = ring.write_at < ring.PLACES && ring.read_at < ring.PLACES
                      && place(in_ring) == ring.write_at && ring.stored == (in_ring > 0);
      wire stands_in_ring = intact && place(ahead - in_front) == tracked_at;
      if (ring.FRONT != 0) begin : front_proof
        assign places_agree   = ring_agrees && ring.front.full == (level > 0);
        assign tracked_stands = ahead == 0 ? ring.front.head == tracked : stands_in_ring;
      end else begin : open_proof
        assign places_agree   = ring_agrees;
        assign tracked_stands = stands_in_ring;
      end
      assign storage_holds  = !intact || ring.read_at != tracked_at || ring.oldest == tracked;
    end
  endgenerate

  always @(posedge clk)
    if (started_once) begin
      level_stays_within_depth: assert (level <= DEPTH);
      ready_means_room: assert (put_ready == (level < DEPTH));
      valid_means_words: assert (get_valid == (level > 0));
      tracked_word_is_stored: assert (!tracking || ahead < level);
      tracked_word_comes_in_order: assert (!tracking || ahead != 0 || get_data == tracked);
      places_match_level: assert (places_agree);
      tracked_word_stands_in_its_place: assert (!tracking || tracked_stands);
    end
`ifdef INDUCTION
  always @*
    if (tracking) storage_keeps_words: assume (storage_holds);
`endif

  reg was_full = 1'b0;
  always @(posedge clk) was_full <= !rst && (was_full || !put_ready);
  always @(posedge clk)
    if (started_once && !rst) begin
      it_fills: cover (!put_ready);
      it_empties_again: cover (was_full && !get_valid);
      tracked_word_leaves: cover (tracking && get_now && ahead == 0);
    end

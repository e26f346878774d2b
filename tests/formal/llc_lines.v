// sizes: LINES=3; LINES=2 PROTECT=2
// depth: bmc=16 induction=0
// for all time: pdr
// cover: 14
// without: line_data
// free: atomic_sector ram_data byte_corrected byte_lost
// Control only: the data RAM feeds nothing but the outputs left out, and the sectors that the atomic writes
// have any value. One word of one line of the solver's choice is told beside the block: how many of the
// atomics that began there have not written it. Who reads the line then must be given it from the atomic,
// and who reads it else from the RAM; a store or a fill meets no write. What an atomic writes is
// atomic_unit's to prove, what all of it makes of a line is compared in lockstep. What the RAM says of a byte's
// check bits is any, too: an error is told of a line in the cycle after its read, and in no other.
  localparam WORD = 9;
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  (* anyconst *) wire [PLACE_BITS-1:0] one_place;
  always @* assume (one_place < LINES && place < LINES && place_read < LINES && fill_place < LINES);

  // What the slice keeps to.
  reg [PLACE_BITS-1:0] its_place;
  reg                  its_turn = 1'b0;
  wire                 begins = access_valid && access_executes;
  always @(posedge clk) begin
    its_turn  <= !rst && (begins || its_turn && !atomic_done);
    its_place <= place;
  end
  always @* if (its_turn) assume (place == its_place);
  always @* if (access_valid) begin
    assume (!read_valid && !fill_valid && read_room && place_read == place);
    assume (!access_stores || write_room && !access_executes);
    assume (!access_executes || access_reads);
  end

  reg  [1:0] owed = 2'd0;              // atomics that have not written the word yet
  wire       exchanges = begins && place == one_place && &mask[4*WORD +: 4];
  wire       written   = atomic_words[WORD] && place_written == one_place;
  wire       looks     = (read_valid || access_valid && access_reads) && place_read == one_place;
  always @* begin
    if (read_valid) assume (!fill_valid && read_room && !(owed != 0 && looks));
    if (fill_valid) assume (!its_turn && fill_room && !(owed != 0 && fill_place == one_place));
  end

  reg        watched = 1'b0;           // the line was read last
  reg        at_once;                  // in the cycle before
  reg        newer;                    // when the word was owed
  reg        had;                      // it was written at the edge of the read
  reg        bit_written;              // a bit of what was written then or in the cycle after
  wire       is_bit = at_once && !had ? atomic_sector[WORD % 8 * 32] : bit_written;
  always @(posedge clk) begin
    owed    <= rst ? 2'd0 : owed + exchanges - written;
    watched <= !rst && (access_valid || read_valid ? looks : watched);
    at_once <= looks;
    if (looks) newer <= owed != 0;
    had <= written;
    bit_written <= looks ? atomic_sector[WORD % 8 * 32] : is_bit;
  end

  reg was_executing = 1'b0;            // an atomic, in the cycle before
  always @(posedge clk) was_executing <= executing;
  always @(posedge clk)
    if (started_once) // in a reset, too
      a_sector_comes_of_an_atomic_that_executes: assert (!atomic_next || was_executing);
  reg read_before = 1'b0;              // any line, at the last edge
  always @(posedge clk) read_before <= !rst && (read_valid || access_valid && access_reads);

  always @(posedge clk)
    if (started_once && !rst) begin
      what_is_put_right_is_told: assert (error_corrected == (read_before && byte_corrected != 128'd0));
      what_is_lost_is_told: assert (error_lost == (read_before && byte_lost != 128'd0));
      a_reader_is_given_what_is_not_in_the_ram: assert (!watched || newer_words[WORD] == newer);
      and_it_is_what_was_written: assert (!watched || !newer || newer_sector[WORD % 8 * 32] == is_bit);
      the_line_is_there: assert (!watched || line_valid);
      two_at_most_are_owed: assert (owed <= 2);
      a_store_meets_no_write: assert (!(access_valid && access_stores) || owed == 0 && !atomic_writes);
      nor_does_a_fill: assert (!fill_valid || !atomic_writes);
      room_for_stores_is_room_for_all: assert (!write_room || read_room);
      no_room_while_an_atomic_has_its_turn: assert (!its_turn || !read_room && !write_room);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      an_atomic_finds_what_the_one_before_writes: cover (watched && late && newer && its_turn);
      a_reader_waits_with_the_newest_word: cover (watched && newer && !at_once);
      a_line_is_read_at_the_edge_of_the_write: cover (watched && at_once && had && newer);
      a_fill_comes_while_another_line_is_owed: cover (fill_valid && owed != 0);
      a_store_follows_an_atomic: cover (access_valid && access_stores && its_place == one_place && place == one_place);
    end

// sizes: WIDTH=8; WIDTH=64; WIDTH=26; WIDTH=1; WIDTH=4; WIDTH=11; WIDTH=57; PROTECT=1 WIDTH=8; PROTECT=1 WIDTH=64
// depth: bmc=1 induction=0
// abc: bmc
// cover: 1
// Combinational: one step of the bounded proof is complete. What comes back is any word with its check, and any two bits
// inverted, or one, or none.
  localparam CODE_BITS = WIDTH + CHECK_BITS;
  localparam PLACE_BITS = $clog2(CODE_BITS);
  localparam [CODE_BITS-1:0] FIRST = 1;
  (* anyconst *) wire [PLACE_BITS-1:0] one_place;
  (* anyconst *) wire [PLACE_BITS-1:0] other_place;
  (* anyconst *) wire                  one_flips;
  (* anyconst *) wire                  other_flips;
  wire [CODE_BITS-1:0] flips = (FIRST << one_place) & {CODE_BITS{one_flips}} ^ (FIRST << other_place) & {CODE_BITS{other_flips}};
  wire                 two   = one_flips && other_flips && one_place != other_place;
  wire                 none  = flips == {CODE_BITS{1'b0}};

  always @* assume (one_place < CODE_BITS && other_place < CODE_BITS);
  always @* assume ({stored_check, stored_data} == ({check, data} ^ flips));

  always @* begin
    as_it_was_stored: assert (!none || fixed == data && !corrected && !lost);
    parity_tells_one: assert (PROTECT != 1 || none || two || lost);
    parity_puts_nothing_right: assert (PROTECT != 1 || fixed == stored_data && !corrected);
    one_is_put_right: assert (PROTECT != 2 || none || two || fixed == data && corrected && !lost);
    two_are_told: assert (PROTECT != 2 || !two || lost && !corrected);
    a_bit_of_the_word_was_inverted: cover (|flips[WIDTH-1:0] && !two && (corrected || PROTECT == 1));
    a_check_bit_was_inverted: cover (|flips[CODE_BITS-1:WIDTH] && !two && (corrected || PROTECT == 1));
    two_were_inverted: cover (two);
  end

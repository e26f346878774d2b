// sizes: SETS=32; SETS=1; SETS=1 HASH_INDEX=1; SETS=2; SETS=32 HASH_INDEX=1
// sizes: SETS=2 HASH_INDEX=1 LINE_BITS=33
// sizes: SETS=32 HASH_INDEX=2; SETS=64 HASH_INDEX=2; SETS=1 HASH_INDEX=2; SETS=256 HASH_INDEX=2
// sizes: SETS=1024 HASH_INDEX=1 LINE_BITS=17; SETS=16 HASH_INDEX=1 LINE_BITS=33
// depth: bmc=1 induction=0
// cover: 1
// Combinational: one step of the bounded proof is complete. The reference is the map from lines to
// sets with the parameters that l1_cache gives it.
  localparam SET_BITS = (SETS > 1) ? $clog2(SETS) : 1;
  wire [SET_BITS-1:0] set;

  set_map #(
    .LINE_BITS  (LINE_BITS),
    .SETS       (SETS),
    .INDEX_SHIFT(0),
    .CHUNK_BITS (0),
    .HASH_INDEX (HASH_INDEX)
  ) of_l1_cache (
    .line    (line),
    .line_set(set),
    .line_tag(),
    .of_set  ({SET_BITS{1'b0}}),
    .of_tag  ({LINE_BITS-$clog2(SETS){1'b0}}),
    .of_line ()
  );

  always @* begin
    it_is_the_low_bit_of_the_set: assert (odd == set[0]);
    one_set_is_even: assert (SETS > 1 || !odd);
    an_odd_set: cover (odd || SETS == 1);
  end

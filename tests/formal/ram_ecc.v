// sizes: WIDTH=4 DEPTH=2 MASK_BITS=2; PROTECT=1 WIDTH=4 DEPTH=2 MASK_BITS=2; PROTECT=0 WIDTH=4 DEPTH=2 MASK_BITS=2 ONE_PORT=1; WIDTH=66 DEPTH=1
// for all time: pdr at the first 3
// depth: bmc=6 induction=0
// abc: bmc
// cover: 5
// One part of one word of the solver's choice is followed: what was written, and which bits were inverted with it.
  localparam PART_BITS = (MASK_BITS > 1) ? $clog2(MASK_BITS) : 1;
  (* anyconst *) wire [ADDR_BITS-1:0] spot;
  (* anyconst *) wire [PART_BITS-1:0] its;
  reg             known = 1'b0;        // it was written
  reg  [PART-1:0] contents;
  reg  [FLIP_BITS-1:0] flips;
  reg             read_known = 1'b0;   // as it was at the last read, if it was of that word
  reg  [PART-1:0] read_contents;
  reg  [FLIP_BITS-1:0] read_flips;
  wire [PART-1:0] got = read_data >> (its * PART);
  wire [WORDS-1:0] one, two;           // code words with so many inverted bits
  wire            is_right = got == read_contents;

  genvar w;
  generate
    for (w = 0; w < WORDS; w = w + 1) begin : flipped
      assign one[w] = ^read_flips[2*w +: 2];
      assign two[w] = &read_flips[2*w +: 2];
    end
  endgenerate

  always @* assume (write_addr < DEPTH && read_addr < DEPTH && spot < DEPTH && its < MASK_BITS);

  always @(posedge clk) begin
    if (write_valid && write_addr == spot && write_mask[its]) begin
      known    <= 1'b1;
      contents <= write_data >> (its * PART);
      flips    <= write_flip;
    end
    if (read_valid && !(ONE_PORT == 1 && write_valid)) begin
      read_known    <= read_addr == spot && known;
      read_contents <= contents;
      read_flips    <= flips;
    end
  end

  always @(posedge clk) begin
    if (read_known) begin
      as_it_was_written: assert (PROTECT != 0 && |read_flips || is_right && !read_corrected[its] && !read_lost[its]);
      one_inverted_bit_is_put_right: assert (PROTECT != 2 || |two || is_right);
      and_that_is_told: assert (PROTECT != 2 || read_corrected[its] == |one);
      two_are_told: assert (PROTECT != 2 || read_lost[its] == |two);
      parity_tells_one: assert (PROTECT != 1 || read_lost[its] == |one && !read_corrected[its]);
    end
    it_comes_back_inverted: cover (read_known && |one);
    two_bits_come_back_inverted: cover (read_known && |two);
  end

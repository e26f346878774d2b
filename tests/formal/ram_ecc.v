// sizes: WIDTH=4 DEPTH=2 MASK_BITS=2; PROTECT=1 WIDTH=4 DEPTH=2 MASK_BITS=2; WIDTH=66 DEPTH=1
// depth: bmc=6 induction=0
// bounded: abc
// cover: 5
// One part of one word of the solver's choice is followed: what was written, and which bits were inverted with it.
  localparam PART_BITS = (MASK_BITS > 1) ? $clog2(MASK_BITS) : 1;
  (* anyconst *) wire [ADDR_BITS-1:0] spot;
  (* anyconst *) wire [PART_BITS-1:0] its;
  reg             known = 1'b0;        // it was written
  reg  [PART-1:0] contents;
  reg  [1:0]      flips;
  reg             read_known = 1'b0;   // as it was at the last read, if it was of that word
  reg  [PART-1:0] read_contents;
  reg  [1:0]      read_flips;
  wire [PART-1:0] got = read_data >> (its * PART);
  wire            one = ^read_flips;
  wire            is_right = got == read_contents;

  always @* assume (write_addr < DEPTH && read_addr < DEPTH && spot < DEPTH && its < MASK_BITS);

  always @(posedge clk) begin
    if (write_valid && write_addr == spot && write_mask[its]) begin
      known    <= 1'b1;
      contents <= write_data >> (its * PART);
      flips    <= write_flip;
    end
    if (read_valid) begin
      read_known    <= read_addr == spot && known;
      read_contents <= contents;
      read_flips    <= flips;
    end
  end

  always @(posedge clk) begin
    if (read_known) begin
      as_it_was_written: assert (|read_flips || is_right && !read_corrected[its] && !read_lost[its]);
      one_inverted_bit_is_put_right: assert (PROTECT != 2 || !one || is_right && read_corrected[its] && !read_lost[its]);
      two_are_told: assert (PROTECT != 2 || !(&read_flips) || read_lost[its] && !read_corrected[its]);
      parity_tells_one: assert (PROTECT != 1 || !one || read_lost[its] && !read_corrected[its]);
    end
    it_comes_back_inverted: cover (read_known && one);
    two_bits_come_back_inverted: cover (read_known && &read_flips);
  end

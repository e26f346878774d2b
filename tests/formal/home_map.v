// sizes: CORES=1; CORES=1 FOLD=1; CORES=32; CORES=28; CORES=3 TAG_LSB=0 LINE_BITS=17
// sizes: CORES=256 TAG_LSB=9 LINE_BITS=17
// sizes: CORES=28 FOLD=1; CORES=84 FOLD=1 LINE_BITS=33 TAG_LSB=6
// sizes: CORES=4 FOLD=1 LINE_BITS=17 TAG_LSB=0; CORES=1 FOLD=2; CORES=28 FOLD=2; CORES=4 FOLD=2 LINE_BITS=17
// sizes: CORES=84 FOLD=2 LINE_BITS=33 TAG_LSB=6
// depth: bmc=2 induction=0
// cover: 2
// Combinational: two steps, for properties of two lines, are complete. How evenly homes are loaded
// is measured by tests/unit/functions_test.c, not proved here.
  (* gclk *) reg tick;
  reg                 second = 1'b0;
  reg [LINE_BITS-1:0] last_line;
  reg [CORE_BITS-1:0] last_home;
  always @(posedge tick) begin
    second <= 1'b1;
    last_line <= line;
    last_home <= home;
  end

  wire [LINE_BITS-1:0] its_tag  = line >> TAG_LSB;
  wire [LINE_BITS-1:0] last_tag = last_line >> TAG_LSB;
  // The paper's ceil(log2 CORES) bits, as a number.
  wire [31:0] code = its_tag % (1 << $clog2(CORES));

  always @* begin
    the_home_exists: assert (home < CORES);
    if (FOLD == 0)
      core_bits_count_the_cores: assert (home == code % CORES);
    if (FOLD == 2 && code < CORES)
      core_bits_are_the_home: assert (home == code);
    if (FOLD == 2 && code >= CORES)
      the_others_are_mixed: assert (home == (code ^ (its_tag >> $clog2(CORES)) % (1 << $clog2(CORES))) % CORES);
    if (second) begin
      lines_of_a_tag_share_a_home: assert (home == last_home || its_tag != last_tag);
      // The golden ratio moves consecutive tags by 0.38 of all cores (no bits to fold).
      if (FOLD == 1 && CORES > 2)
        consecutive_tags_part: assert (home != last_home || its_tag != last_tag + 1
          || its_tag > 16'hffff || its_tag == 0);
      the_last_core_is_a_home: cover (home == CORES - 1);
    end
  end

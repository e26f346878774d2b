// sizes: ID_BITS=4 REGIONS=4
// abc: induction
// depth: bmc=6 induction=2
// cover: 9
// Requests in flight are counted beside the block, as are those of them that a flag tells of; which of
// them an answer is for, the solver chooses.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  (* anyconst *) wire [REGION_BITS-1:0] its_region;

  // An id is in flight once; an answer is to one of those that left before.
  reg [ID_BITS:0] others;              // in flight that no flag tells of
  reg [ID_BITS:0] writers;             // foreign stores and atomics
  reg [ID_BITS:0] aways;               // foreign reads that went away
  reg [ID_BITS:0] passers;             // reads past their home
  wire [ID_BITS+2:0] all = others + writers + aways + passers;
  (* anyseq *) wire [1:0] of_writers;  // how many answers are to which
  (* anyseq *) wire [1:0] of_aways;
  (* anyseq *) wire [1:0] of_passers;
  wire [1:0] given     = answer_hit + answer_response + answer_remote;
  wire [1:0] of_others = given - of_writers - of_aways - of_passers;
  wire is_foreign = leave_valid && leave_foreign;
  wire is_writer = is_foreign && leave_writes;
  wire is_away   = is_foreign && !leave_writes && leave_away;
  wire is_passer = is_foreign && !leave_writes && !leave_away && leave_passes;
  wire is_other  = leave_valid && !is_writer && !is_away && !is_passer;
  always @* assume (!leave_passes || !leave_writes && !leave_away);
  always @* assume ({2'b0, of_writers} + {2'b0, of_aways} + {2'b0, of_passers} <= {2'b0, given}
    && of_writers <= writers && of_aways <= aways && of_passers <= passers && of_others <= others);
  always @* assume (!leave_valid || all < (1 << ID_BITS));
  always @(posedge clk)
    if (rst) {others, writers, aways, passers} <= 0;
    else begin
      others  <= others + is_other - of_others;
      writers <= writers + is_writer - of_writers;
      aways   <= aways + is_away - of_aways;
      passers <= passers + is_passer - of_passers;
    end

  // Answers count a cycle late.
  reg [1:0] late;
  wire [ID_BITS+2:0] counted = all + late;
  always @(posedge clk) late <= rst ? 0 : given;

  // Writes that went past their home since the kernel began.
  reg past_home;
  always @(posedge clk)
    if (rst)                    past_home <= 1'b0;
    else if (is_writer && !leave_away && leave_region == its_region) past_home <= 1'b1;
    else if (flush && all == 0) past_home <= 1'b0;

  // The organization of what is in flight: it is one unless moved.
  reg mixed;                           // requests of two organizations are in flight
  always @(posedge clk)
    mixed <= !rst && (mixed || leave_valid && leave_moved && counted != 0)
             && counted + leave_valid != late;

  always @(posedge clk)
    if (started_once) begin
      all_are_counted: assert (in_flight == counted && answered == late && all <= (1 << ID_BITS));
      quiet_means_none: assert (quiet == (counted == 0) && over == (all == 0));
      writers_are_told: assert (writers == 0 || wrote);
      aways_are_told: assert (aways == 0 || sent);
      passers_are_told: assert (passers == 0 || passed);
      moved_as_long_as_mixed: assert (moved == mixed);
      nothing_is_told_when_quiet: assert (!quiet || !moved && !wrote && !sent && !passed);
      written_means_past_its_home: assert (written[its_region] == past_home);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      all_becomes_quiet: cover (quiet && past_home);
      two_organizations_with_writes: cover (moved && wrote && sent);
      three_answers_at_once: cover (given == 3);
      a_flush_in_flight_clears_nothing: cover (flush && !quiet && past_home);
    end

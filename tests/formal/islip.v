// sizes: INPUTS=3 OUTPUTS=4; INPUTS=4 OUTPUTS=2; INPUTS=1 OUTPUTS=1; INPUTS=5 OUTPUTS=5
// depth: bmc=1 induction=0
// cover: 1
// Bounded only: a combinational function has no state to reach. The definition is written here
// port by port, as two searches.
  reg [INPUTS-1:0]  f_by_output [0:OUTPUTS-1]; // input granted by each output, one-hot
  reg [OUTPUTS-1:0] f_to_input  [0:INPUTS-1];  // outputs that grant each input
  reg [OUTPUTS-1:0] f_accepted  [0:INPUTS-1];  // the one it accepts
  integer           fi, fo, fpass;
  always @* begin
    for (fo = 0; fo < OUTPUTS; fo = fo + 1) begin
      f_by_output[fo] = {INPUTS{1'b0}};
      for (fpass = 0; fpass < 2; fpass = fpass + 1)
        for (fi = 0; fi < INPUTS; fi = fi + 1)
          if (!(|f_by_output[fo]) && request[fo*INPUTS + fi]
              && (fpass == 1 || grant_mask[fi*OUTPUTS + fo]))
            f_by_output[fo][fi] = 1'b1;
    end
    for (fi = 0; fi < INPUTS; fi = fi + 1) begin
      f_accepted[fi] = {OUTPUTS{1'b0}};
      for (fo = 0; fo < OUTPUTS; fo = fo + 1) f_to_input[fi][fo] = f_by_output[fo][fi];
      for (fpass = 0; fpass < 2; fpass = fpass + 1)
        for (fo = 0; fo < OUTPUTS; fo = fo + 1)
          if (!(|f_accepted[fi]) && f_to_input[fi][fo]
              && (fpass == 1 || accept_mask[fo*INPUTS + fi]))
            f_accepted[fi][fo] = 1'b1;
    end
  end

  // The ports looked at, of the solver's choice.
  (* anyconst *) wire [3:0] f_i, f_o;
  always @* assume (f_i < INPUTS && f_o < OUTPUTS);
  wire [INPUTS-1:0]  f_match     = match[f_o*INPUTS +: INPUTS];
  wire [INPUTS-1:0]  f_asks      = request[f_o*INPUTS +: INPUTS];
  wire [INPUTS-1:0]  f_granted   = f_by_output[f_o];
  wire [OUTPUTS-1:0] f_offers    = f_to_input[f_i];
  wire [OUTPUTS-1:0] f_takes     = f_accepted[f_i];
  reg  [OUTPUTS-1:0] f_of_input; // outputs matched with the input
  always @*
    for (fo = 0; fo < OUTPUTS; fo = fo + 1) f_of_input[fo] = match[fo*INPUTS + f_i];

  always @* begin
    an_output_has_one_input_at_most: assert ((f_match & (f_match - 1'b1)) == 0);
    an_input_has_one_output_at_most: assert ((f_of_input & (f_of_input - 1'b1)) == 0);
    only_requests_are_matched: assert ((f_match & ~f_asks) == 0);
    the_match_is_the_one_of_the_searches: assert (f_of_input == f_takes);
    somebody_is_matched_when_anybody_asks: assert (|match == |request);
    next_grant_is_above_the_granted_input:
      assert (next_grant[f_i*OUTPUTS + f_o] == (|(f_granted & ~({INPUTS{1'b1}} << f_i))));
    next_accept_is_above_the_accepted_output:
      assert (next_accept[f_o*INPUTS + f_i] == (|(f_takes & ~({OUTPUTS{1'b1}} << f_o))));
  end

  always @* begin
    the_top_pair_is_matched: cover (match[INPUTS*OUTPUTS-1]);
    a_grant_is_not_accepted: cover (|f_asks && !(|f_match) || OUTPUTS == 1 || INPUTS == 1);
    an_input_has_several_offers: cover (|(f_offers & (f_offers - 1'b1)) || OUTPUTS == 1);
  end

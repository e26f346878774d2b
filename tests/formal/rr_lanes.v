// sizes: LANES=5 N=4; LANES=5 N=5; LANES=1 N=1; LANES=3 N=8; LANES=1 N=16; LANES=3 N=5 PAIRED=0; LANES=2 N=17
// depth: bmc=1 induction=0
// cover: 1
// Bounded only: a combinational function has no state to reach. One lane of the solver's choice
// is compared with a search; as the search sees that lane alone, lanes are independent.
  (* anyconst *) wire [3:0] f_lane;
  always @* assume (f_lane < LANES);

  // The lane's part of the vectors, and what the search finds.
  reg [N-1:0] f_request, f_mask, f_grant, f_next, f_expected, f_above;
  integer     pass, f_n;
  always @* begin
    for (f_n = 0; f_n < N; f_n = f_n + 1) begin
      f_request[f_n] = request[f_n*LANES + f_lane];
      f_mask[f_n]    = mask[f_n*LANES + f_lane];
      f_grant[f_n]   = grant[f_n*LANES + f_lane];
      f_next[f_n]    = next_mask[f_n*LANES + f_lane];
    end
    f_expected = {N{1'b0}};
    f_above    = {N{1'b0}};
    for (pass = 0; pass < 2; pass = pass + 1)
      for (f_n = 0; f_n < N; f_n = f_n + 1)
        if (!(|f_expected) && f_request[f_n] && (pass == 1 || f_mask[f_n])) begin
          f_expected[f_n] = 1'b1;
          f_above = ~(({{(N-1){1'b0}}, 1'b1} << (f_n + 1)) - 1'b1);
        end
  end

  always @* begin
    at_most_one_is_granted: assert ((f_grant & (f_grant - 1'b1)) == 0);
    somebody_is_granted_when_anybody_asks: assert (|f_grant == |f_request);
    grant_is_the_lowest_preferred: assert (f_grant == f_expected);
    next_mask_is_above_the_grant: assert (f_next == f_above);
  end

  always @* begin
    the_top_one_is_served: cover (f_grant[N-1]);
    priority_passes_over_a_request: cover (N == 1 || (|(f_request & (f_grant - 1'b1))));
  end

// sizes: N=5; N=8; N=1; N=2; N=5 PAIRED=0; N=8 PAIRED=0
// depth: bmc=12 induction=4
// cover: 12
// The arbiter is combinational; its host is played here: a mask register that takes next_mask
// when a grant is used, at
// moments of the solver's choice. A request that is held is granted within N used grants.
  (* gclk *) reg tick;
  reg            started_once = 1'b0;
  reg [N-1:0]    host_mask;
  (* anyseq *) wire use_grant;
  always @(posedge tick) begin
    started_once <= 1'b1;
    if (!started_once) host_mask <= {N{1'b1}};
    else if (use_grant && |grant) host_mask <= next_mask;
  end
  wire [N-1:0] unmasked = ~mask;
  always @* assume ((unmasked & (unmasked + 1'b1)) == 0); // ones at the top
  always @* if (started_once) assume (mask == host_mask);

  wire [N-1:0] above   = ~(grant | (grant - 1'b1)); // bits above the granted one
  wire [N-1:0] without = ~host_mask;                 // requesters without priority

  // The definition, as a search that starts at the lowest preferred requester.
  reg [N-1:0] expected;
  integer     pass, i;
  always @* begin
    expected = {N{1'b0}};
    for (pass = 0; pass < 2; pass = pass + 1)
      for (i = 0; i < N; i = i + 1)
        if (!(|expected) && request[i] && (pass == 1 || mask[i])) expected[i] = 1'b1;
  end

  always @* begin
    at_most_one_is_granted: assert ((grant & (grant - 1'b1)) == 0);
    only_requests_are_granted: assert ((grant & ~request) == 0);
    somebody_is_granted_when_anybody_asks: assert (|grant == |request);
    grant_is_the_lowest_preferred: assert (grant == expected);
    next_mask_is_above_the_grant: assert (next_mask == ((|grant) ? above : {N{1'b0}}));
  end

  // Starvation: `who` asks without a break; `waited` counts the grants that others used
  // meanwhile.
  localparam COUNT_BITS = $clog2(N + 1) + 1;
  (* anyconst *) wire [COUNT_BITS-1:0] who;
  always @* assume (who < N);
  reg  [COUNT_BITS-1:0] waited;
  reg  [COUNT_BITS-1:0] lowest;        // number of the lowest requester with priority
  wire                  asks = request[who];
  always @* begin
    lowest = 0;
    for (i = 0; i < N; i = i + 1) lowest = lowest + !host_mask[i];
  end
  always @(posedge tick)
    if (!started_once || !asks || (use_grant && grant[who])) waited <= 0;
    else if (use_grant) waited <= waited + 1'b1;
  always @*
    if (started_once) begin
      a_held_request_waits_for_fewer_than_n_grants: assert (waited < N);
      // For the induction: the mask is a thermometer, and what was waited plus the others still
      // ahead is below N.
      mask_is_a_thermometer: assert ((without & (without + 1'b1)) == 0);
      wait_and_rank_stay_below_n: assert (host_mask[who] ? waited + who <= N - 1 + lowest
                                                         : waited + 1 + who <= lowest);
    end

  always @*
    if (started_once) begin
      somebody_waits_for_all_others: cover (waited == N - 1 && grant[who]);
      nobody_has_priority: cover (host_mask == 0 && |request);
    end

// sizes: WAYS=4; WAYS=4 LIFE=1; WAYS=4 RESERVED=1; WAYS=1; WAYS=1 PL_BITS=1; WAYS=6 PL_BITS=2; WAYS=16 PL_BITS=8
// depth: bmc=1 induction=0
// cover: 1
// Combinational: one step of the bounded proof is complete. One way is looked at (any one: the
// solver chooses it).
  (* anyconst *) wire [3:0] one;
  wire [PL_BITS-1:0] before = lives >> (one * PL_BITS);
  wire [PL_BITS-1:0] after  = next_lives >> (one * PL_BITS);
  wire               may_go = replaceable[one];
  wire               is_over = LIFE != 0 ? before == 0 : before <= query; // life of this way

  always @* begin
    assume (one < WAYS);
    a_new_life_is_the_distance: assert (!(renew && way[one]) || after == distance);
    a_query_takes_one: assert (renew && way[one] || !query || before == 0 || after + 1 == before);
    a_life_stops_at_0: assert (renew && way[one] || !query || before != 0 || after == 0);
    without_a_query_lives_stay: assert (renew && way[one] || query || after == before);
    only_lines_are_replaceable: assert (!may_go || valid[one] && !reserved[one]);
    they_have_no_life_left: assert (!may_go || is_over);
    lines_without_life_are_replaceable: assert (may_go || !valid[one] || reserved[one]
      || !is_over);
    who_is_bypassed_finds_no_way: assert (!bypass || !may_go && (valid[one] || reserved[one]));
    nor_one_to_wait_for: assert (!bypass || RESERVED != 0 || !is_over);
    who_is_not_finds_one: assert (bypass || |replaceable || (valid | reserved) != {WAYS{1'b1}}
      || RESERVED == 0 && |reserved);
    all_ways_are_protected: cover (bypass && query && valid == {WAYS{1'b1}} && reserved == 0
      || PL_BITS == 1);
    the_last_life_ends: cover (query && may_go && before == (LIFE == 0));
    a_reserved_way_is_waited_for: cover (RESERVED != 0 || !bypass && reserved[one] && is_over
      && (valid | reserved) == {WAYS{1'b1}} && replaceable == 0);
  end

// sizes: WAYS=4; WAYS=6; WAYS=2; WAYS=1; WAYS=8
// depth: bmc=1 induction=0
// cover: 1
// Combinational: one step of the bounded proof is complete. Lists are permutations; that a touch
// keeps them so is the
// first assertion, and initial_order is one to start with.
  function is_permutation(input [WAYS*WAY_BITS-1:0] list);
    reg [WAYS-1:0] present;
    integer        e;
    begin
      present = {WAYS{1'b0}};
      for (e = 0; e < WAYS; e = e + 1)
        if (list[e*WAY_BITS +: WAY_BITS] < WAYS) present[list[e*WAY_BITS +: WAY_BITS]] = 1'b1;
      is_permutation = &present;
    end
  endfunction

  // The rank of a way: 0 is the most recently used.
  function [WAY_BITS:0] rank(input [WAYS*WAY_BITS-1:0] list, input [WAY_BITS-1:0] of_way);
    integer e;
    begin
      rank = WAYS;
      for (e = 0; e < WAYS; e = e + 1)
        if (list[e*WAY_BITS +: WAY_BITS] == of_way) rank = e;
    end
  endfunction

  (* anyconst *) wire [WAY_BITS-1:0] one, other; // any two ways
  always @* begin
    assume (is_permutation(order));
    assume (way < WAYS && one < WAYS && other < WAYS);
    a_touch_keeps_a_permutation: assert (is_permutation(next_order));
    the_touched_way_is_in_front: assert (rank(next_order, way) == 0);
    the_others_keep_their_order: assert (one == way || other == way ||
      (rank(order, one) < rank(order, other))
      == (rank(next_order, one) < rank(next_order, other)));
    the_victim_is_a_candidate: assert (!(|candidates) || candidates[victim]);
    no_candidate_is_less_recent: assert (!candidates[one]
      || rank(order, one) <= rank(order, victim));
    no_candidate_means_way_0: assert (|candidates || victim == 0);
    the_initial_order_is_a_permutation: assert (is_permutation(initial_order));
    way_0_is_the_first_victim: assert (rank(initial_order, 0) == WAYS - 1);
    victim_is_the_front: cover (|candidates && rank(order, victim) == 0);
  end

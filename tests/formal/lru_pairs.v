// sizes: WAYS=4; WAYS=6; WAYS=2; WAYS=1
// depth: bmc=1 induction=0
// cover: 2
// Combinational: one step of the bounded proof is complete. Orders are those of ways in a row: each
// has a time (any, the solver chooses them, no two alike) at which it was used last.
  localparam [4:0] NOW = 5'd16;        // later than all
  (* anyconst *) wire [WAYS*4-1:0] used_at;
  (* anyconst *) wire [WAYS*4-1:0] touch_used_at; // of the order that is touched
  wire [WAYS*WAYS-1:0] alike;          // two ways were used at one time
  wire [WAYS*WAYS-1:0] before;         // way a was used before way b, by `order`
  wire [WAYS-1:0]      passed_over;    // another candidate was used before this victim
  wire [PAIRS-1:0]     in_row;         // orders with these times
  wire [PAIRS-1:0]     touch_in_row;
  wire [PAIRS-1:0]     next_in_row;    // and when who is touched was used now
  genvar a;
  genvar b;

  generate
    for (a = 0; a < WAYS; a = a + 1) begin : each_a
      wire [4:0] at   = used_at[a*4 +: 4];
      wire [4:0] last = touch_used_at[a*4 +: 4];
      assign passed_over[a]       = victim[a] && |(candidates & ~before[a*WAYS +: WAYS] & ~victim);
      assign before[a*WAYS + a]   = 1'b0;
      assign alike[a*WAYS +: a+1] = 0;
      for (b = a + 1; b < WAYS; b = b + 1) begin : each_b
        localparam ITS_PAIR = a * (2 * WAYS - a - 1) / 2 + b - a - 1;
        wire [4:0] other_at   = used_at[b*4 +: 4];
        wire [4:0] other_last = touch_used_at[b*4 +: 4];
        assign alike[a*WAYS + b]      = at == other_at || last == other_last;
        assign before[a*WAYS + b]     = at < other_at;
        assign before[b*WAYS + a]     = other_at < at;
        assign in_row[ITS_PAIR]       = at > other_at;
        assign touch_in_row[ITS_PAIR] = last > other_last;
        assign next_in_row[ITS_PAIR]  = (touched[a] ? NOW : last) > (touched[b] ? NOW : other_last);
      end
    end
    if (WAYS == 1) begin : no_pair
      assign in_row       = order;
      assign touch_in_row = touch_order;
      assign next_in_row  = touch_order;
    end
  endgenerate

  always @* begin
    assume (alike == 0 && order == in_row && touch_order == touch_in_row);
    assume ((touched & (touched - 1'b1)) == 0);
    who_is_used_is_the_last_in_the_row: assert (next_order == next_in_row);
    nobody_may_go_who_was_used_before_the_victim: assert (passed_over == 0);
    the_victim_is_a_candidate: assert ((victim & ~candidates) == 0);
    no_candidate_no_victim: assert ((|victim) == (|candidates));
    at_most_one_victim: assert ((victim & (victim - 1'b1)) == 0);
    the_victim_is_not_the_lowest: cover (WAYS == 1 || |(victim & (candidates - 1'b1) & candidates));
    nobody_is_used: cover (touched == 0);
  end

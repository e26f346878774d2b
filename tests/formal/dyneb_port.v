// sizes: ASKS=0; ASKS=1
// depth: bmc=5 induction=2
// cover: 4
// Any events that l1_cache can have in a cycle, anything beside them.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* begin
    if (!started_once) assume (rst);
    assume ({2'd0, event_hit} + {2'd0, event_miss} + {2'd0, event_merge} + {2'd0, event_store} <= 3'd1);
  end

  // The events of the cycle before.
  reg f_rst = 1'b1, f_hit, f_miss, f_merge, f_store, f_remote, f_ask, f_near, f_home, f_share, f_stays;
  always @(posedge clk) begin
    {f_hit, f_miss, f_merge, f_store, f_remote} <= {event_hit, event_miss, event_merge, event_store, event_remote};
    {f_rst, f_ask, f_near, f_home, f_share, f_stays} <= {rst, event_ask, event_near, home_valid, share, stays_private};
  end
  wire [1:0] f_did = {1'b0, (f_hit || f_miss || f_merge || f_store) && !f_remote} + {1'b0, f_near} + {1'b0, f_home};

  always @(posedge clk)
    if (started_once) begin
      all_sets_are_shared_or_none: assert (share_even == share_odd);
      it_does_what_the_hub_says_unless_it_stays_private: assert (share_even == (!f_rst && f_share && !f_stays));
      what_is_achieved_is_told: assert ({did_two, did_one} == (f_rst ? 2'd0 : f_did));
      own_misses_are_told: assert (missed == (!f_rst && (ASKS != 0 ? f_ask : f_miss && !f_remote)));
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      three_at_once: cover (did_one && did_two);
      a_core_stays_private: cover (share && !share_even && f_share);
      a_load_misses: cover (missed && did_one);
    end

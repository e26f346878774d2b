// Directed bench of l1_protect: the paper's example of attribution [icpp18 section 4.1.1], lives,
// bypasses and what they consume, saturation, samples without hits; beside it stall_bypass. Two
// sets of two ways, samples of 15 queries. Distances are measured in walks, where nothing counts.
`default_nettype none
module l1_protect_tb;
`include "tb/bench.vh"
  localparam EMPTY = 2'b00, WAY_0 = 2'b01, WAY_1 = 2'b10, BOTH = 2'b11;

  reg        flush = 1'b0;
  reg        mshr_full = 1'b0;
  reg        waited = 1'b0;
  reg        next = 1'b0;
  reg        next_set = 1'b0;
  reg  [6:0] next_insn = 7'd0;
  reg        query = 1'b0;
  reg        load = 1'b0;
  reg        advance = 1'b0;
  reg        remote = 1'b0;
  reg  [6:0] insn = 7'd0;
  reg  [6:0] hash = 7'd0;
  reg        set = 1'b0;
  reg  [7:0] tag = 8'd0;
  reg  [1:0] lines = EMPTY;
  reg  [1:0] pending = EMPTY;
  reg        hit = 1'b0;
  reg  [1:0] way = WAY_0;
  reg  [7:0] old_tag = 8'd0;
  wire [1:0] replaceable, replaceable_1;
  wire       bypass, bypass_1, event_vta, event_sample, event_alias;

  l1_protect #(.SETS(2), .WAYS(2), .TAG_BITS(8), .SAMPLE(15), .SCHEME(3), .RESERVED(1)) dut (
    .clk(clk), .rst(rst), .flush(flush), .issued(2'd0), .mshr_full(mshr_full),
    .next(next), .next_set(next_set), .next_insn(next_insn),
    .lookup_query(query), .lookup_load(load), .lookup_advance(advance), .lookup_remote(remote), .lookup_waited(waited),
    .lookup_insn(insn), .lookup_check(hash), .lookup_set(set), .lookup_tag(tag),
    .lookup_lines(lines), .lookup_pending(pending), .lookup_hit(hit),
    .lookup_way(way), .lookup_old_tag(old_tag), .replaceable(replaceable), .bypass(bypass),
    .event_vta(event_vta), .event_sample(event_sample), .event_alias(event_alias)
  );

  l1_protect #(.SETS(2), .WAYS(2), .TAG_BITS(8), .SCHEME(1)) stalling (
    .clk(clk), .rst(rst), .flush(flush), .issued(2'd0), .mshr_full(mshr_full),
    .next(next), .next_set(next_set), .next_insn(next_insn),
    .lookup_query(query), .lookup_load(load), .lookup_advance(advance), .lookup_remote(remote), .lookup_waited(waited),
    .lookup_insn(insn), .lookup_check(hash), .lookup_set(set), .lookup_tag(tag),
    .lookup_lines(lines), .lookup_pending(pending), .lookup_hit(hit),
    .lookup_way(way), .lookup_old_tag(old_tag), .replaceable(replaceable_1), .bypass(bypass_1),
    .event_vta(), .event_sample(), .event_alias()
  );

  integer victims = 0;                 // victim hits, samples, aliases
  integer samples = 0;
  integer aliases = 0;
  always @(negedge clk) begin
    victims = victims + (event_vta ? 1 : 0);
    samples = samples + (event_sample ? 1 : 0);
    aliases = aliases + (event_alias ? 1 : 0);
  end

  task look_up(input is_load, input at, input [7:0] of, input [6:0] by);
    begin
      {next, next_set, next_insn} = {1'b1, at, by};
      tick;
      next = 1'b0;
      {query, load, set, tag, insn} = {1'b1, is_load, at, of, by};
      #1;
    end
  endtask

  task leave;
    begin
      advance = 1'b1;
      tick;
      {query, load, advance} = 3'b000;
    end
  endtask

  task hits(input at, input [7:0] of, input [1:0] where, input [6:0] by);
    begin
      {lines, pending, hit, way} = {where, EMPTY, 1'b1, where};
      look_up(1'b1, at, of, by);
      leave;
    end
  endtask

  // Takes an empty way, or replaces a line.
  task takes(input at, input [7:0] of, input [1:0] where, input [6:0] by, input evicts,
             input [7:0] old);
    begin
      {lines, pending, hit, way, old_tag} = {evicts ? BOTH : ~where, EMPTY, 1'b0, where, old};
      look_up(1'b1, at, of, by);
      check(!bypass, "a load that finds a way is not bypassed");
      leave;
    end
  endtask

  task is_bypassed(input at, input [7:0] of, input [6:0] by);
    begin
      {lines, pending, hit, way} = {EMPTY, BOTH, 1'b0, WAY_0};
      look_up(1'b1, at, of, by);
      check(bypass && bypass_1, "a load is bypassed while all ways are reserved");
      leave;
    end
  endtask

  task stores(input at, input integer count);
    repeat (count) begin
      {lines, pending, hit, way} = {EMPTY, EMPTY, 1'b0, WAY_0};
      look_up(1'b0, at, 8'd99, 7'd0);
      leave;
    end
  endtask

  // The distance of an instruction: the line it hits is protected up to this query (at least one).
  task has_distance(input [6:0] of, input integer distance);
    integer queries;
    reg     over;
    begin
      hits(1'b1, 8'd77, WAY_0, of);
      queries = 0;
      over = 1'b0;
      while (!over) begin
        {lines, pending, hit, way} = {WAY_0, EMPTY, 1'b0, WAY_1};
        look_up(1'b0, 1'b1, 8'd99, 7'd0);
        queries = queries + 1;
        over = replaceable[0];
        leave;
      end
      check(queries == distance, "distance");
    end
  endtask

  // Victims of set 0: tags 1 and 2, instructions 0 and 1; of set 1: the same, of 2 and 3.
  task four_lines_become_victims;
    integer s;
    for (s = 0; s < 2; s = s + 1) begin
      takes(s[0], 8'd1, WAY_0, 2 * s, 1'b0, 8'd0);
      takes(s[0], 8'd2, WAY_0, 2 * s + 1, 1'b1, 8'd1);
      takes(s[0], 8'd3, WAY_0, 7'd9, 1'b1, 8'd2);
    end
  endtask

  task a_hit_is_that_of_the_last_user;
    begin
      four_lines_become_victims;
      takes(1'b0, 8'd10, WAY_1, 7'd0, 1'b0, 8'd0);
      hits(1'b0, 8'd10, WAY_1, 7'd1);
      hits(1'b0, 8'd10, WAY_1, 7'd2);
      hits(1'b0, 8'd10, WAY_1, 7'd3);  // hits of 0, 1, 2: one each
      check(victims == 0, "no victim hit so far");
      is_bypassed(1'b0, 8'd1, 7'd8);   // victim hits of 0, 1, 2, 3: one each
      is_bypassed(1'b0, 8'd2, 7'd8);
      is_bypassed(1'b1, 8'd1, 7'd8);
      is_bypassed(1'b1, 8'd2, 7'd8);
      check(samples == 0, "14 queries");
      stores(1'b0, 1);
      ticks(12);
      check(samples == 1 && victims == 4, "a sample has 15");
      has_distance(7'd0, 2);           // 1 of 1: N_asc
      has_distance(7'd1, 2);
      has_distance(7'd2, 2);
      has_distance(7'd3, 8);           // 1 of 0: 4 N_asc
      has_distance(7'd9, 1);           // none
      ticks(128);
    end
  endtask

  task distances_saturate_and_stay_and_fall;
    begin
      repeat (14) is_bypassed(1'b1, 8'd2, 7'd8);
      stores(1'b0, 1);
      ticks(12);
      has_distance(7'd3, 15);          // not 16
      has_distance(7'd0, 2);           // no victim hit of this one
      ticks(128);
      stores(1'b0, 15);                // no hits at all
      ticks(12);
      has_distance(7'd3, 15);
      ticks(128);
      repeat (15) hits(1'b0, 8'd10, WAY_1, 7'd4);
      ticks(12);
      has_distance(7'd3, 14);
      has_distance(7'd0, 1);
      check(samples == 4, "four samples");
      ticks(128);
    end
  endtask

  // Set 0: line 20 in way 0 with life 14, line 21 in way 1 with life 8 or less.
  task lives_protect_and_bypasses_consume_them;
    integer loads;
    begin
      hits(1'b0, 8'd20, WAY_0, 7'd3);
      hits(1'b0, 8'd21, WAY_1, 7'd3);  // lives 13 14
      {lines, pending, hit, way} = {BOTH, EMPTY, 1'b0, WAY_0};
      look_up(1'b1, 1'b0, 8'd50, 7'd9);
      check(bypass && replaceable == EMPTY, "all lines are protected");
      check(!bypass_1 && replaceable_1 == BOTH, "but not by stall_bypass");
      tick;
      look_up(1'b1, 1'b0, 8'd50, 7'd9);
      check(bypass, "a load that waits consumes nothing");
      lines = WAY_0;
      #1 check(!bypass, "an empty way");
      {lines, pending} = {WAY_0, WAY_1};
      #1 check(bypass && !bypass_1, "a reserved way is none");
      {lines, pending} = {BOTH, EMPTY};
      loads = 0;
      while (bypass) begin
        leave;
        loads = loads + 1;
        look_up(1'b1, 1'b0, 8'd50, 7'd9);
      end
      check(loads == 12 && replaceable == WAY_0, "the 13th load takes the first line's way");
      {query, load} = 2'b00;
    end
  endtask

  task stall_bypass_bypasses_when_the_mshr_or_the_miss_register_is_full;
    begin
      mshr_full = 1'b1;
      {lines, pending, hit, way} = {WAY_0, EMPTY, 1'b0, WAY_1};
      look_up(1'b1, 1'b1, 8'd60, 7'd0);
      check(bypass_1 && !bypass, "no entry for a new line");
      hit = 1'b1;
      #1 check(!bypass_1, "a line that is there or pending needs none");
      {mshr_full, waited, hit} = 3'b010;
      #1 check(bypass_1 && !bypass, "it waited for the miss register");
      hit = 1'b1;
      #1 check(!bypass_1, "for a line that came meanwhile");
      waited = 1'b0;
      {query, load} = 2'b00;
    end
  endtask

  task two_instructions_with_one_id_are_noticed;
    begin
      aliases = 0;
      hits(1'b0, 8'd20, WAY_0, 7'd70);
      hash = 7'd5;
      remote = 1'b1;
      hits(1'b0, 8'd20, WAY_0, 7'd70);
      tick;
      check(aliases == 0, "loads of other cores have no check bits");
      remote = 1'b0;
      hits(1'b0, 8'd20, WAY_0, 7'd70);
      ticks(2);
      check(aliases == 1, "another instruction");
    end
  endtask

  task a_kernel_boundary_empties_the_victims;
    begin
      victims = 0;
      flush = 1'b1;
      tick;
      flush = 1'b0;
      is_bypassed(1'b1, 8'd2, 7'd8);
      tick;
      check(victims == 0, "no victims");
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    ticks(130);
    a_hit_is_that_of_the_last_user;
    distances_saturate_and_stay_and_fall;
    lives_protect_and_bypasses_consume_them;
    stall_bypass_bypasses_when_the_mshr_or_the_miss_register_is_full;
    two_instructions_with_one_id_are_noticed;
    a_kernel_boundary_empties_the_victims;
    $display("l1_protect: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

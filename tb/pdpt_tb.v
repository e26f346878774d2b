`default_nettype none
// Bench of pdpt: samples of 16 queries with N_asc = 2; every row of the table of figure 9 in
// docs/blocks/pdpt.md, the edges of a sample, the walk, aliases; beside it one distance for all, and
// one with samples in which hits come to their limit.
module pdpt_tb;
`include "tb/bench.vh"
  reg        query = 1'b0, query_load = 1'b0, tda_valid = 1'b0, vta_valid = 1'b0;
  reg  [6:0] query_insn = 7'd0, query_check = 7'd0, tda_insn = 7'd0, vta_insn = 7'd0;
  reg        next = 1'b0;
  reg  [6:0] next_insn = 7'd0;
  reg  [1:0] issued = 2'd0;
  wire [3:0] query_distance, global_distance;
  wire       event_sample, event_alias, global_sample, global_alias;
  wire [3:0] long_distance;
  wire       long_sample, long_alias;
  integer    queries;                  // of this sample
  integer    i;

  pdpt #(.ASSOCIATIVITY(2), .SAMPLE(16), .MAX_INSNS(100), .FALL(3)) dut (.clk(clk), .rst(rst),
    .next(next), .next_insn(next_insn), .query(query), .query_load(query_load), .query_insn(query_insn), .query_check(query_check),
    .tda_valid(tda_valid), .tda_insn(tda_insn), .vta_valid(vta_valid), .vta_insn(vta_insn),
    .issued(issued), .query_distance(query_distance),
    .event_sample(event_sample), .event_alias(event_alias));

  pdpt #(.ASSOCIATIVITY(2), .SAMPLE(16), .MAX_INSNS(100), .FALL(3), .GLOBAL(1)) one (.clk(clk),
    .rst(rst), .next(next), .next_insn(next_insn), .query(query), .query_load(query_load), .query_insn(query_insn),
    .query_check(query_check), .tda_valid(tda_valid), .tda_insn(tda_insn), .vta_valid(vta_valid),
    .vta_insn(vta_insn), .issued(issued), .query_distance(global_distance),
    .event_sample(global_sample), .event_alias(global_alias));

  pdpt #(.ASSOCIATIVITY(2), .SAMPLE(4300)) long (.clk(clk),
    .rst(rst), .next(next), .next_insn(next_insn), .query(query), .query_load(query_load), .query_insn(query_insn),
    .query_check(query_check), .tda_valid(tda_valid), .tda_insn(tda_insn), .vta_valid(vta_valid),
    .vta_insn(vta_insn), .issued(issued), .query_distance(long_distance),
    .event_sample(long_sample), .event_alias(long_alias));

  // The access of the next cycle is of this instruction.
  task announce(input [6:0] insn);
    begin
      next = 1'b1;
      next_insn = insn;
      tick;
      next = 1'b0;
      query_insn = insn;
    end
  endtask

  // A cycle with a query, and credits of both kinds for one instruction.
  task access(input tda, input vta, input [6:0] insn);
    begin
      query = 1'b1;
      tda_valid = tda;
      tda_insn = insn;
      vta_valid = vta;
      vta_insn = insn;
      tick;
      query = 1'b0;
      tda_valid = 1'b0;
      vta_valid = 1'b0;
      queries = queries + 1;
    end
  endtask

  // Hits of one instruction.
  task hits(input integer tda, input integer vta, input [6:0] insn);
    integer hit;
    for (hit = 0; hit < tda || hit < vta; hit = hit + 1)
      access(hit < tda, hit < vta, insn);
  endtask

  // The rest of the sample, without hits; then the walk.
  task finish_sample;
    begin
      while (queries < 16) access(1'b0, 1'b0, 7'd0);
      queries = 0;
      check(event_sample && global_sample, "the sample ends with its 16th query");
      tick;
      check(!event_sample && !global_sample, "a pulse");
      ticks(129);
    end
  endtask

  task distance(input [6:0] insn, input [3:0] expected, input [64*8-1:0] what);
    begin
      announce(insn);
      check(query_distance == expected, what);
    end
  endtask

  // 300 hits, which count as 255, and so many of victims.
  task limited(input [6:0] insn, input integer vta);
    hits(300, vta, insn);
  endtask

  task long_is(input [6:0] insn, input [3:0] expected, input [64*8-1:0] what);
    begin
      announce(insn);
      check(long_distance == expected, what);
    end
  endtask

  // A load's query, and whether it is an alias.
  task load(input [6:0] insn, input [6:0] rest, input alias_expected, input [64*8-1:0] what);
    begin
      announce(insn);
      query_load = 1'b1;
      query_check = rest;
      access(1'b0, 1'b0, 7'd0);
      query_load = 1'b0;
      check(event_alias == alias_expected && !global_alias, what);
    end
  endtask

  initial begin
    queries = 0;
    tick;
    rst = 1'b0;
    query = 1'b1;
    query_load = 1'b1;
    query_insn = 7'd9;
    query_check = 7'd1;
    tick;
    query = 1'b0;
    query_load = 1'b0;
    distance(7'd127, 4'd0, "after reset a distance reads 0 at once");
    ticks(129);
    distance(7'd127, 4'd0, "and when the table was cleared");
    check(!event_sample, "clearing is no sample");
    rst = 1'b1;                        // the table alone has cleared: begin at one edge
    tick;
    rst = 1'b0;
    ticks(130);

    // VTA 12, TDA 10: instructions 1 to 6 are the rows of the table.
    hits(0, 1, 7'd1);
    hits(1, 4, 7'd2);
    hits(1, 2, 7'd3);
    hits(2, 2, 7'd4);
    hits(3, 2, 7'd5);
    hits(3, 1, 7'd6);
    check(queries == 15, "fifteen queries");
    finish_sample;
    distance(7'd1, 4'd8, "victims only: 4 N");
    distance(7'd2, 4'd8, "four times the hits: 4 N");
    distance(7'd3, 4'd4, "twice: 2 N");
    distance(7'd4, 4'd2, "as many: N");
    distance(7'd5, 4'd1, "more than half: N / 2");
    distance(7'd6, 4'd0, "less than half: nothing");
    distance(7'd7, 4'd0, "no hits: nothing");
    check(global_distance == 4'd2, "all together: 12 of 10, N");

    hits(0, 1, 7'd1);
    finish_sample;
    distance(7'd1, 4'd15, "a distance saturates at 15");
    distance(7'd2, 4'd8, "the hits were cleared");
    hits(2, 1, 7'd1);
    finish_sample;
    distance(7'd1, 4'd15, "half the hits: nothing changes");
    hits(3, 1, 7'd2);
    finish_sample;
    distance(7'd1, 4'd12, "less than half: all fall");
    distance(7'd3, 4'd1, "by 3");
    distance(7'd4, 4'd0, "not below 0");

    // What the last cycle of a sample counts, and what the walk does not.
    hits(0, 15, 7'd10);
    access(1'b0, 1'b1, 7'd11);
    check(event_sample, "the sixteenth query");
    queries = 0;
    vta_valid = 1'b1;
    vta_insn = 7'd12;
    issued = 2'd2;
    query = 1'b1;
    ticks(11);
    distance(7'd10, 4'd0, "entry 10 is not computed yet");
    vta_valid = 1'b0;
    tick;
    check(query_distance == 4'd8, "now it is");
    distance(7'd11, 4'd8, "entry 11, announced meanwhile: the credit in the last cycle");
    ticks(116);
    query = 1'b0;
    issued = 2'd0;
    distance(7'd12, 4'd0, "one in the walk does not");

    // The end by instructions, some of them in the walk. The other table walked one cycle.
    rst = 1'b1;
    tick;
    rst = 1'b0;
    ticks(130);
    issued = 2'd2;
    ticks(49);
    issued = 2'd1;
    tick;
    check(!event_sample, "99 instructions");
    issued = 2'd2;
    vta_valid = 1'b1;
    vta_insn = 7'd20;
    tick;
    vta_valid = 1'b0;
    check(event_sample, "101 end the sample without a query");
    ticks(130);
    issued = 2'd0;
    distance(7'd20, 4'd8, "which has its hits");
    ticks(2);
    check(!event_sample, "instructions of the walk do not count");

    load(7'd9, 7'd1, 1'b0, "the first load marks its entry");
    load(7'd9, 7'd1, 1'b0, "it comes again");
    load(7'd9, 7'd2, 1'b1, "another one is an alias");
    load(7'd9, 7'd2, 1'b0, "that is now the owner");
    load(7'd8, 7'd2, 1'b0, "in another entry");
    tick;
    check(!event_alias && !long_alias, "nothing is left");

    // Hits at their limit: every row of the table from either side.
    rst = 1'b1;
    tick;
    rst = 1'b0;
    ticks(130);
    limited(7'd1, 1020);
    limited(7'd2, 1019);
    limited(7'd3, 510);
    limited(7'd4, 509);
    limited(7'd5, 255);
    limited(7'd6, 254);
    limited(7'd7, 128);
    limited(7'd8, 127);
    while (!long_sample) access(1'b0, 1'b0, 7'd0);
    ticks(130);
    long_is(7'd1, 4'd8, "four times 255: 4 N");
    long_is(7'd2, 4'd4, "one less: 2 N");
    long_is(7'd3, 4'd4, "twice 255: 2 N");
    long_is(7'd4, 4'd2, "one less: N");
    long_is(7'd5, 4'd2, "255: N");
    long_is(7'd6, 4'd1, "one less: N / 2");
    long_is(7'd7, 4'd1, "half of 255: N / 2");
    long_is(7'd8, 4'd0, "one less: nothing");
    $display("pdpt: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Bench of vta: two ways, sets 0 and 1; in the comments the entries of a set, most recently used
// first, with their instructions.
module vta_tb;
`include "tb/bench.vh"
  reg        flush = 1'b0;
  reg        next = 1'b0;
  reg        next_set = 1'b0;
  reg        search_valid = 1'b0;
  reg        search_set = 1'b0;
  reg  [6:0] search_tag, search_evicted_tag, search_evicted_insn;
  reg        search_allocates, search_evicts;
  wire       credit_valid;
  wire [6:0] credit_insn;

  vta #(.SETS(2), .WAYS(2), .TAG_BITS(7), .TAG_FIELD(9)) dut (.clk(clk), .rst(rst), .flush(flush),
    .next(next), .next_set(next_set), .search_valid(search_valid), .search_set(search_set), .search_tag(search_tag),
    .search_allocates(search_allocates), .search_evicts(search_evicts),
    .search_evicted_tag(search_evicted_tag), .search_evicted_insn(search_evicted_insn),
    .credit_valid(credit_valid), .credit_insn(credit_insn));

  // The search of the next cycle is about this set.
  task announce(input set);
    begin
      next = 1'b1;
      next_set = set;
      tick;
      next = 1'b0;
      search_set = set;
    end
  endtask

  // A load of a line that is allocated in place of nobody, or bypassed.
  task load(input set, input [6:0] tag, input allocates);
    begin
      announce(set);
      search_valid = 1'b1;
      search_tag = tag;
      search_allocates = allocates;
      search_evicts = 1'b0;
      tick;
      search_valid = 1'b0;
    end
  endtask

  // A load of a line that replaces another one, used last by an instruction.
  task replace(input set, input [6:0] tag, input [6:0] victim, input [6:0] insn);
    begin
      announce(set);
      search_valid = 1'b1;
      search_tag = tag;
      search_allocates = 1'b1;
      search_evicts = 1'b1;
      search_evicted_tag = victim;
      search_evicted_insn = insn;
      tick;
      search_valid = 1'b0;
    end
  endtask

  task credited(input [6:0] insn, input [64*8-1:0] what);
    check(credit_valid && credit_insn == insn, what);
  endtask

  task nothing(input [64*8-1:0] what);
    check(!credit_valid, what);
  endtask

  initial begin
    tick;
    rst = 1'b0;
    load(0, 7'd1, 1'b0);
    nothing("empty after reset");
    replace(0, 7'd2, 7'd1, 7'd11);     // 1:11
    nothing("an insertion is no hit");
    replace(0, 7'd3, 7'd2, 7'd12);     // 2:12 1:11
    load(1, 7'd1, 1'b0);
    nothing("the other set has none");
    load(0, 7'd1, 1'b0);               // 1:11 2:12
    credited(7'd11, "a bypassed load finds its line");
    tick;
    nothing("a credit lasts a cycle");
    load(0, 7'd1, 1'b0);
    credited(7'd11, "and it stays");
    replace(0, 7'd4, 7'd3, 7'd13);     // 3:13 1:11
    load(0, 7'd2, 1'b0);
    nothing("the least recently used entry went");
    load(0, 7'd1, 1'b1);               // 3:13
    credited(7'd11, "a line that goes back is credited");
    load(0, 7'd1, 1'b0);
    nothing("and gone");
    load(0, 7'd3, 1'b0);
    credited(7'd13, "the other one is there");
    replace(0, 7'd5, 7'd4, 7'd14);     // 4:14 3:13
    replace(0, 7'd3, 7'd5, 7'd15);     // 5:15 4:14
    credited(7'd13, "out of the set and another one in");
    load(0, 7'd4, 1'b0);               // 4:14 5:15
    credited(7'd14, "which replaces nobody: 4 stays");
    load(0, 7'd5, 1'b0);               // 5:15 4:14
    credited(7'd15, "and 5 came in");

    search_valid = 1'b1;               // 5:15 4:14, back to back
    search_tag = 7'd6;
    search_allocates = 1'b1;
    search_evicts = 1'b1;
    search_evicted_tag = 7'd3;
    search_evicted_insn = 7'd16;
    tick;                              // 3:16 5:15
    search_tag = 7'd3;
    search_evicts = 1'b0;
    tick;                              // 5:15
    credited(7'd16, "found the cycle after its insertion");
    tick;
    nothing("and gone the cycle after that");
    search_valid = 1'b0;

    replace(1, 7'd5, 7'd6, 7'd17);     // set 1: 6:17
    announce(1);
    search_valid = 1'b1;
    search_tag = 7'd6;
    search_allocates = 1'b0;
    flush = 1'b1;
    tick;
    flush = 1'b0;
    nothing("a search in a flush finds nothing");
    tick;
    nothing("neither does one after it");
    load(0, 7'd5, 1'b0);
    nothing("in any set");
    replace(1, 7'd7, 7'd8, 7'd18);
    load(1, 7'd8, 1'b0);
    credited(7'd18, "a new kernel begins");
    rst = 1'b1;
    tick;
    rst = 1'b0;
    nothing("reset");
    load(1, 7'd8, 1'b0);
    nothing("reset empties");
    $display("vta: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Changes of organization (docs/shared_l1.md, "Program order across changes of organization"): a
// line left over from a private phase is not used when the L1s are shared, and does not come back;
// a core sees its own stores whatever the organization was when it stored. No kernel boundary is
// needed for either, except between the static policies.
module private_to_shared_tb;
`include "tb/flows/flows.vh"
  reg  [24:0] line;
  reg  [5:0]  first;
  reg  [3:0]  organizations = 4'b0000; // {private, shared} after a choice, sample, sampled again
  reg  [31:0] drawn;
  integer     i, seed;

  task organize(input [1:0] mode);
    begin
      l1_mode = mode;
      ticks(2);
    end
  endtask

  task read(input integer core, input [1:0] at, input [64*8-1:0] what);
    begin
      load(core, line, 4'b1111);
      answered(core, id, at, what);
    end
  endtask

  // Even sets are private while DynEB samples, and it does as long as no odd set is accessed.
  task leftovers;
    begin
      organize(DYNAMIC);
      line = line_of(2, 2, 3);
      read(0, AT_RESPONSE, "private: core 0 caches a foreign line");
      read(2, AT_RESPONSE, "private: so does its home");
      read(0, AT_HIT, "private: both have it");
      quiet;
      is_held(0, line, 1'b1, "a copy at core 0");
      is_held(2, line, 1'b1, "and one at the home");

      forget;
      store(0, line, 4'b0110, 16'h0101);
      answered(0, id, AT_RESPONSE, "straight to L2");
      quiet;
      took(0, OWN | MISS | F | RESPONSE, "and updates the own copy");
      took(2, NONE, "the home knows nothing of it");
      l2_got(0, 0, 1, 0, "once");
      read(0, AT_HIT, "the own copy");

      organize(SHARED);
      is_held(0, line, 1'b0, "rule 1: the leftover line is dead");
      read(0, AT_RESPONSE, "rule 2: its stores went past the home, so L2 is asked");
      is_held(0, line, 1'b0, "and nothing is kept");
      load(1, line, 4'b1111);
      came(1, id, AT_REMOTE, "who stored nothing asks the home; how old that is, is open");
      store(1, line, 4'b1111, 16'h0202);
      quiet;
      organize(DYNAMIC);
      is_held(0, line, 1'b0, "rule 1: it does not come back");
      read(0, AT_RESPONSE, "a miss");
      read(0, AT_HIT, "a new copy");
    end
  endtask

  // The line arrives when the organization is another.
  task change_while_pending(input integer back);
    begin
      line = line_of(2, 0, 8 + back);
      hold = 1'b1;
      load(0, line, 4'b1111);
      first = id;
      ticks(30);
      find(0, line);
      check(awaited, "a way is reserved");
      organize(SHARED);
      if (back) organize(DYNAMIC);
      hold = 1'b0;
      answered(0, first, AT_RESPONSE, "it is answered");
      quiet;
      is_held(0, line, 1'b0, "and not kept");
      organize(DYNAMIC);
      is_held(0, line, 1'b0, "nor later");
    end
  endtask

  // Static policies: private stores leave the home alone; a kernel boundary lies between.
  task static_policies;
    begin
      organize(PRIVATE);
      line = line_of(1, 1, 12);
      read(0, AT_RESPONSE, "private");
      quiet;
      forget;
      store(0, line, 4'b0011, 16'h0303);
      answered(0, id, AT_RESPONSE, "straight to L2");
      quiet;
      took(0, OWN | MISS | F | RESPONSE, "by the own L1 and MSHR");
      took(1, NONE, "not by the home");
      read(0, AT_HIT, "the own copy is updated");
      kernel_boundary;
      organize(SHARED);
      read(0, AT_REMOTE, "shared");
      read(1, AT_HIT, "its home has it now");
    end
  endtask

  // DynEB by itself: core 0 stores and loads; it must read what it stored, in each phase. One line
  // per set, its own, never misses, which makes DynEB choose private.
  task own_stores(input integer accesses, input integer lines_used);
    for (i = 0; i < accesses; i = i + 1) begin
      drawn = $random(seed);
      line = line_of((lines_used == 1) ? 0 : drawn[1:0] % 3, drawn[3:2],
                     20 + drawn[31:16] % lines_used);
      if (drawn[5:4] == 0) store(0, line, 4'b0001 << drawn[7:6], drawn[23:8] | 16'h0101);
      else load(0, line, 4'b0001 << drawn[7:6]);
      while (pending[id]) tick;
      answered(0, id, port[id], "core 0 alone");
      organizations = organizations | 4'd1 << {share_odd[0], share_even[0]};
    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    cycle_limit = 20000;
    start(DYNAMIC);
    leftovers;
    change_while_pending(0);
    change_while_pending(1);
    static_policies;
    organize(DYNAMIC);
    own_stores(100, 12);
    own_stores(110, 1);
    own_stores(60, 12);
    check(organizations[2], "sampled");
    check(organizations[0], "private was chosen");
    check(organizations[3], "shared was chosen");
    memory_is_true;
    $display("private_to_shared: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

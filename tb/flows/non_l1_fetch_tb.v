`default_nettype none
// pact20 section 3.2, requests that do not go through the L1s (instructions, constants, texture)
// and bypassing loads: from L2 whatever the organization and whoever holds the line.
module non_l1_fetch_tb;
`include "tb/flows/flows.vh"
  reg  [24:0] line;
  reg  [3:0]  sectors;
  integer     mode, home, kind;

  // Core 1 reads past all L1s. Which of them hold the line does not matter and does not change.
  task past_l1(input [2:0] kind_of_read, input held_at_home);
    begin
      forget;
      ask(1, kind_of_read, line, bytes_of(sectors), 1024'd0);
      answered(1, id, AT_RESPONSE, "from L2");
      quiet;
      took(1, OWN | MISS | F | RESPONSE, "own L1's queue, MSHR, L2");
      took(0, NONE, "core 0 is not asked");
      took(2, NONE, "core 2 is not asked");
      l2_got(0, 1, 0, 0, "one fetch");
      is_held(1, line, home == 1 && held_at_home, "nothing is installed by it");
      is_held(home, line, held_at_home, "nor dropped");
    end
  endtask

  initial begin
    for (mode = PRIVATE; mode <= DYNAMIC; mode = mode + 1) begin
      start(mode[1:0]);
      for (home = 0; home < 3; home = home + 1)
        for (kind = BYPASS; kind <= FETCH; kind = kind + FETCH - BYPASS) begin
          line = line_of(home, kind + home, 10 * mode + kind);
          sectors = 4'b0101 << home;
          past_l1(kind[2:0], 1'b0);
          load(home, line, 4'b1111);
          quiet;
          past_l1(kind[2:0], 1'b1);
        end
    end
    $display("non_l1_fetch: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

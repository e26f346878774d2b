`default_nettype none
// pact20 section 3: under the shared organization a line is in one L1 at most, that of its home; so
// no core sees anything older than it saw, or than what was acknowledged to its writer. Random
// traffic, looked at in every cycle.
module one_copy_tb;
`include "tb/flows/flows.vh"
`include "tb/flows/traffic.vh"
  integer core, set, way, held_lines;
  integer most_held = 0;

  // Every line in an L1, valid or on its way, has its home there.
  always @(negedge clk) if (!rst) begin
    held_lines = 0;
    for (core = 0; core < 3; core = core + 1)
      for (set = 0; set < 4; set = set + 1) begin
        look(core, set);
        for (way = 0; way < 2; way = way + 1)
          if (word[way] || word[2 + way]) begin
            check((tags[23*way +: 2] % 3) == core, "a line is only in its home's L1");
            held_lines = held_lines + 1;
          end
      end
    if (held_lines > most_held) most_held = held_lines;
  end

  initial begin
    start(SHARED);
    coherent = 1'b1;
    traffic(600);
    traffic_ends;
    {lines, stores, bypasses} = {32'd6, 32'd50, 32'd1};  // bypassing loads wait for stores
    traffic(500);
    {lines, rate, stores} = {32'd48, 32'd20, 32'd20};
    traffic(300);
    next_kernel;
    {lines, rate, l1_chunk} = {32'd12, 32'd100, 1'b0};
    traffic(300);
    traffic_ends;
    check(most_held > 16, "the caches were full");
    check(loads_checked > 400, "many loads");
    memory_is_true;
    $display("one_copy: passed %0d checks, seed %0d", checks, first_seed);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Coherence at kernel boundaries [pact20 section 3.2]: a flush at every stage of a remote request.
// None is lost, nothing that was asked for before the flush stays in an L1, and the next kernel
// reads what L2 holds, whatever the L1s held.
module kernel_boundary_tb;
`include "tb/flows/flows.vh"
`include "tb/flows/traffic.vh"
  localparam LAST = 60;                // stages: cycles from the request to the flush
`ifdef SOAK
  localparam STEP = 3;
`else
  localparam STEP = 6;
`endif
  localparam [127:0] WORD_3 = 128'hf000;
  reg  [24:0] line;
  reg  [5:0]  first;
  integer     stage, flush_cycle, early, late;

  // The L2 learns of a new value of word 3, no L1 does but that of the core itself.
  task change(input integer core);
    begin
      truth[line[9:0]][127:96] = truth[line[9:0]][127:96] + 7;
      ask(core, ATOMIC, line, WORD_3, 1024'd7 << 96);
    end
  endtask

  task boundary_at(input integer cycles);
    begin
      ticks(cycles);
      flush_cycle = cycle;
      kernel_boundary;
    end
  endtask

  // After the answers: what the home looked up before the flush is not there.
  task nothing_old(input [64*8-1:0] what);
    begin
      came(0, first, AT_REMOTE, what);
      quiet;
      early = early + (flush_cycle < at(C, 2));
      late  = late + (flush_cycle > at(G, 0));
      if (at(C, 2) <= flush_cycle) is_held(2, line, 1'b0, what);
      is_held(0, line, 1'b0, what);
      is_held(1, line, 1'b0, what);
    end
  endtask

  task next_kernel_reads;
    begin
      load(0, line, 4'b1111);
      answered(0, id, AT_REMOTE, "the next kernel reads what L2 has");
      load(2, line, 4'b1111);
      answered(2, id, AT_HIT, "the home, too");
    end
  endtask

  task miss_in_flight;
    begin
      line = line_of(2, stage, 8 + stage / STEP);
      forget;
      load(0, line, 4'b1111);
      first = id;
      change(1);
      boundary_at(stage);
      nothing_old("a miss is answered and not kept");
      if (l2_cycle[3] > flush_cycle) kernel_boundary;
      next_kernel_reads;
    end
  endtask

  // The home holds the line, L2 a newer value.
  task hit_in_flight;
    begin
      line = line_of(2, stage, 8 + stage / STEP);
      change(1);
      quiet;
      is_held(2, line, 1'b1, "an old copy at the home");
      forget;
      load(0, line, 4'b1111);
      first = id;
      boundary_at(stage);
      nothing_old("a hit is answered, the line is gone");
      next_kernel_reads;
    end
  endtask

  task store_in_flight;
    begin
      forget;
      store(0, line, 4'b1010, 16'h6000 + stage[15:0]);
      first = id;
      boundary_at(stage);
      nothing_old("a store is acknowledged, the line is gone");
      next_kernel_reads;
    end
  endtask

  initial begin
    cycle_limit = 20000;
    start(SHARED);
    {early, late} = 64'd0;
    for (stage = 0; stage <= LAST; stage = stage + STEP) begin
      miss_in_flight;
      hit_in_flight;
      store_in_flight;
    end
    check(early * STEP > 18 && late * STEP > 18, "from the request network to after the answer");
    quiet;

    // Random traffic across boundaries; then a quiet one after which everything is seen.
    for (stage = 0; stage < 12; stage = stage + 1) begin
      traffic(10 + draw(30));
      kernel_boundary;
    end
    next_kernel;
    traffic(100);
    traffic_ends;
    $display("kernel_boundary: passed %0d checks, seed %0d", checks, first_seed);
    $finish;
  end
endmodule
`default_nettype wire

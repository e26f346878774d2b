`default_nettype none
// pact20 section 3.3: with l1_chunk an answer carries the 32 B sectors asked for and no others,
// with it off the whole line; the same for hits, misses and stores' acknowledges of the home.
module chunk_tb;
`include "tb/flows/flows.vh"
`ifdef SOAK
  localparam STEP = 1;                 // between the sets of sectors asked for
`else
  localparam STEP = 3;                 // of homes 1 and 2 in turn
`endif
  reg  [24:0] line;
  integer     sectors, tag, l2_flits;

  always @(negedge clk)
    if (!rst) l2_flits = l2_flits + uut.mem_0_inject_valid + uut.mem_1_inject_valid;

  function integer flits_of(input [3:0] of);
    flits_of = 1 + of[0] + of[1] + of[2] + of[3];
  endfunction

  task answer_flits(input [3:0] wanted, input integer home, input [64*8-1:0] what);
    begin
      forget;
      load(0, line, wanted);
      answered(0, id, AT_REMOTE, what);
      ticks(6);
      check(home_flits[home] == (l1_chunk ? flits_of(wanted) : 5), what);
      check(times(G, 0) == 1, "one answer");
    end
  endtask

  initial begin
    l2_flits = 0;
    start(SHARED);
    for (tag = 0; tag < 2; tag = tag + 1) begin
      l1_chunk = !tag;
      l1_nearest = 1'b0;
      for (sectors = 1; sectors < 16; sectors = sectors + STEP) begin
        line = line_of(1 + sectors % 2, sectors, 2 + sectors + 16*tag);
        answer_flits(sectors[3:0], 1 + sectors % 2, "a miss of the home");
        answer_flits(sectors[3:0], 1 + sectors % 2, "a hit of the home");
        answer_flits(~sectors[3:0] | 4'b0001, 1 + sectors % 2, "a hit, other sectors");
      end
      forget;
      store(0, line, 4'b1111, 16'h7777);
      quiet;
      check(home_flits[2] == 1, "an acknowledge is one flit");

      // One byte wants its sector.
      forget;
      ask(0, LOAD, line, 128'd1 << 95, 1024'd0);
      answered(0, id, AT_REMOTE, "one byte");
      check(home_flits[2] == (l1_chunk ? 2 : 5), "its sector travels");

      // A slice that is asked because it is nearer answers likewise.
      l1_nearest = 1'b1;
      for (sectors = 1; sectors < 16; sectors = sectors + STEP) begin
        line = line_of(0, 0, 40 + tag);
        ticks(6);
        l2_flits = 0;
        load(1, line, sectors[3:0]);
        answered(1, id, AT_RESPONSE, "the nearer slice");
        check(l2_flits == (l1_chunk ? flits_of(sectors[3:0]) : 5), "its sectors travel");
      end
    end
    $display("chunk: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

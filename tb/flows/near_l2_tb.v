`default_nettype none
// pact20 section 3.3, Min(H, L2): with l1_nearest the L2 slice is asked when it is nearer than the
// home, for loads and stores; a tie goes home. Every core, home and partition of the floor.
module near_l2_tb;
`include "tb/flows/flows.vh"
  // Floor: {y, x} of the cores and of the partitions.
  wire [5:0] core_x = {2'd0, 2'd2, 2'd0}, core_y = {2'd1, 2'd0, 2'd0};
  wire [3:0] slice_x = {2'd1, 2'd1},      slice_y = {2'd1, 2'd0};
`ifdef SOAK
  localparam SETS = 4;                 // of each line's home
`else
  localparam SETS = 3;                 // a line of each partition
`endif
  reg  [24:0] line;
  reg         near;
  integer     core, home, set, tag, to_home, to_slice, ties, nears;

  function integer apart(input integer a, input integer b);
    apart = (a > b) ? a - b : b - a;
  endfunction

  // One load and one store of a line that the home holds.
  task both_kinds;
    begin
      load(home, line, 4'b1111);
      quiet;
      forget;
      load(core, line, 4'b0110);
      answered(core, id, near ? AT_RESPONSE : AT_REMOTE, "a load");
      quiet;
      took(core, near ? A | RESPONSE : A | G, "past the own L1 and MSHR");
      took(home, near ? NONE : B | C | E, "the home");
      l2_got(0, near, 0, 0, "L2");
      is_held(core, line, 1'b0, "not cached");
      forget;
      store(core, line, 4'b1011, {4'd9, set[3:0], core[3:0], home[3:0]});
      answered(core, id, near ? AT_RESPONSE : AT_REMOTE, "a store");
      quiet;
      took(core, near ? A | RESPONSE : A | G, "past the own L1 and MSHR, a store");
      took(home, near ? NONE : B | C | MISS | F | ANSWER, "the home of a store");
      l2_got(0, 0, 1, 0, "L2 gets the store");
      load(core, line, 4'b1111);
      answered(core, id, near ? AT_RESPONSE : AT_REMOTE, "its own store");
    end
  endtask

  initial begin
    start(SHARED);
    {ties, nears, tag} = {32'd0, 32'd0, 32'd1};
    for (core = 0; core < 3; core = core + 1)
      for (home = 0; home < 3; home = home + 1)
        for (set = 1; set < SETS; set = set + 1) if (home != core) begin
          to_home  = apart(core_x[2*core +: 2], core_x[2*home +: 2])
                   + apart(core_y[2*core +: 2], core_y[2*home +: 2]);
          to_slice = apart(core_x[2*core +: 2], slice_x[set/2*2 +: 2])
                   + apart(core_y[2*core +: 2], slice_y[set/2*2 +: 2]);
          line       = line_of(home, set, tag);
          l1_nearest = 1'b1;
          near       = to_slice < to_home;
          ties       = ties + (to_slice == to_home);
          nears      = nears + near;
          both_kinds;
          tag = tag + 1;
          if (near) begin
            line       = line_of(home, set, tag);
            l1_nearest = 1'b0;
            near       = 1'b0;
            both_kinds;
            tag = tag + 1;
          end
        end
    check(ties > 0 && nears > 0, "ties and nearer slices are on this floor");
    $display("near_l2: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

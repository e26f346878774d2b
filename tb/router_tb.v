// Directed bench of router: the cases of docs/blocks/router.md by name, on a 5-port router in
// the middle of a mesh with 2 VCs of 2 flits. Upstreams obey credits; downstream gives a slot
// back one cycle after a flit, or on command. A scoreboard follows every flit: right output,
// right order in its VC, worms not mixed. Stimuli change 1 after the edge.
`default_nettype none
module router_tb;
  localparam PORTS = 5, VCS = 2, DEPTH = 2, STAGES = 4, W = 32;
  localparam LOCAL = 0, EAST = 1, WEST = 2, NORTH = 3, SOUTH = 4;

  reg                 clk = 1'b0;
  reg                 rst = 1'b1;
  reg                 noc_en = 1'b1;
  reg  [PORTS-1:0]    in_valid = 0;
  reg  [PORTS-1:0]    in_vc = 0;
  reg  [PORTS-1:0]    in_tail = 0;
  reg  [PORTS*W-1:0]  in_flit = 0;
  wire [PORTS*VCS-1:0] in_credit;
  wire [PORTS-1:0]    out_valid;
  wire [PORTS-1:0]    out_vc;
  wire [PORTS-1:0]    out_tail;
  wire [PORTS*W-1:0]  out_flit;
  reg  [PORTS*VCS-1:0] out_credit = 0;

  always #5 clk = !clk;

  router #(
    .VCS(VCS), .DEPTH(DEPTH), .STAGES(STAGES), .FLIT_BITS(W), .DEST_LSB(0), .COORD_BITS(3)
  ) dut (
    .clk(clk), .rst(rst), .noc_en(noc_en), .here_x(3'd2), .here_y(3'd2),
    .in_valid(in_valid), .in_vc(in_vc), .in_tail(in_tail), .in_flit(in_flit),
    .in_credit(in_credit),
    .out_valid(out_valid), .out_vc(out_vc), .out_tail(out_tail), .out_flit(out_flit),
    .out_credit(out_credit)
  );

  // The same neighbours see one with two inputs of the switch per port.
  wire [PORTS*VCS-1:0] twin_in_credit;
  wire [PORTS-1:0]     twin_out_valid, twin_out_vc, twin_out_tail;
  wire [PORTS*W-1:0]   twin_out_flit;
  router #(
    .VCS(VCS), .DEPTH(DEPTH), .SPEEDUP(2), .STAGES(STAGES), .FLIT_BITS(W), .DEST_LSB(0), .COORD_BITS(3)
  ) twin (
    .clk(clk), .rst(rst), .noc_en(noc_en), .here_x(3'd2), .here_y(3'd2),
    .in_valid(in_valid), .in_vc(in_vc), .in_tail(in_tail), .in_flit(in_flit),
    .in_credit(twin_in_credit),
    .out_valid(twin_out_valid), .out_vc(twin_out_vc), .out_tail(twin_out_tail),
    .out_flit(twin_out_flit), .out_credit(out_credit)
  );

  // A flit: [5:0] dest {y, x}, [8:6] input, [9] VC, [12:10] output expected, [31:16] number in VC.
  function [5:0] dest_of(input integer output_port);
    case (output_port)
      LOCAL:   dest_of = {3'd2, 3'd2};
      EAST:    dest_of = {3'd5, 3'd3};
      WEST:    dest_of = {3'd0, 3'd1};
      NORTH:   dest_of = {3'd0, 3'd2};
      default: dest_of = {3'd7, 3'd2};
    endcase
  endfunction

  integer checks = 0;
  task check(input holds, input [8*60-1:0] what);
    begin
      checks = checks + 1;
      if (holds !== 1'b1) begin
        $display("router: FAILED at %0t: %0s", $time, what);
        $fatal;
      end
    end
  endtask

  // Upstream: credits; streams when told to.
  integer    room [0:PORTS*VCS-1];     // free slots per input VC
  integer    number [0:PORTS*VCS-1];   // flits sent per input VC
  reg  [4:0] stream = 0;               // inputs that send single-flit packets as fast as they can
  reg  [1:0] stream_vcs = 2'b11;       // on these VCs
  integer    stream_to = LOCAL;
  integer    i, v, o, k;

  task put(input integer port, input integer vc, input tail, input integer to);
    begin
      k = port * VCS + vc;
      check(room[k] > 0, "the bench obeys credits");
      in_valid[port] = 1'b1;
      in_vc[port] = vc;
      in_tail[port] = tail;
      in_flit[port*W +: W] = {number[k][15:0], 3'd0, to[2:0], vc[0], port[2:0], dest_of(to)};
      number[k] = number[k] + 1;
    end
  endtask

  // Downstream and scoreboard.
  reg             automatic_credit = 1'b1; // a slot comes back in the cycle after the flit
  reg  [9:0]      give = 0;                // credits on command, for one cycle
  reg  [9:0]      returned;
  integer         expected [0:PORTS*VCS-1]; // number of the next flit of each input VC
  integer         sent [0:PORTS-1];        // flits seen per output
  integer         from [0:PORTS-1];        // flits seen per input
  integer         first_at [0:PORTS-1], last_at [0:PORTS-1]; // cycles of the first and last flit
  reg  [9:0]      open;                    // output VC is inside a packet
  reg  [3:0]      owner [0:PORTS*VCS-1];   // of this input VC
  reg  [VCS-1:0]  vcs_seen;                // output VCs used since forget
  integer         cycle = 0;
  reg  [W-1:0]    flit;

  task score(input integer port);
    begin
      flit = out_flit[port*W +: W];
      k = flit[8:6] * VCS + flit[9];
      check(flit[12:10] == port, "a flit leaves where its route says");
      check(flit[31:16] == expected[k][15:0], "flits of a VC keep their order");
      expected[k] = expected[k] + 1;
      o = port * VCS + out_vc[port];
      check(!open[o] || owner[o] == k, "packets are not mixed on an output VC");
      open[o] = !out_tail[port];
      owner[o] = k;
      vcs_seen[out_vc[port]] = 1'b1;
      from[flit[8:6]] = from[flit[8:6]] + 1;
      if (sent[port] == 0) first_at[port] = cycle;
      last_at[port] = cycle;
      sent[port] = sent[port] + 1;
      returned[o] = automatic_credit;
    end
  endtask

  always @(posedge clk) begin : neighbours
    returned = 0;
    if (noc_en && !rst) begin
      for (i = 0; i < PORTS * VCS; i = i + 1)
        room[i] = room[i] + in_credit[i] - (in_valid[i/VCS] && in_vc[i/VCS] == i % VCS);
      for (i = 0; i < PORTS; i = i + 1)
        if (out_valid[i]) score(i);
      cycle = cycle + 1;
    end
    #1;
    in_valid = 0;
    out_credit = returned | give;
    give = 0;
    for (i = 0; i < PORTS; i = i + 1)
      for (v = 0; v < VCS; v = v + 1)
        if (stream[i] && stream_vcs[v] && !in_valid[i] && room[i*VCS + (v + cycle) % VCS] > 0)
          if (stream_vcs[(v + cycle) % VCS]) put(i, (v + cycle) % VCS, 1'b1, stream_to);
  end

  task forget;
    begin
      vcs_seen = 0;
      for (i = 0; i < PORTS; i = i + 1) begin
        sent[i] = 0;
        from[i] = 0;
      end
    end
  endtask

  task restart;
    begin
      rst = 1'b1;
      stream = 0;
      @(posedge clk);
      #2 rst = 1'b0;
      in_valid = 0;
      open = 0;
      out_credit = 0;
      for (i = 0; i < PORTS * VCS; i = i + 1) begin
        room[i] = DEPTH;
        number[i] = 0;
        expected[i] = 0;
      end
      automatic_credit = 1'b1;
      forget;
    end
  endtask

  task step(input integer cycles);
    begin
      repeat (cycles) @(posedge clk);
      #2;
    end
  endtask

  task head_takes_four_stages_and_body_two;
    begin
      restart;
      put(WEST, 0, 1'b0, EAST);
      step(1);
      step(STAGES - 1);
      check(out_valid == 0, "nothing leaves before the last stage");
      step(1);
      check(out_valid == 5'b00010 && !out_tail[EAST], "a head flit takes STAGES cycles");
      step(5);
      put(WEST, 0, 1'b1, EAST);
      step(1);
      step(1);
      check(out_valid == 0, "a body flit is not faster than its two stages");
      step(1);
      check(out_valid == 5'b00010 && out_tail[EAST], "a body flit takes two cycles");
      step(8);
      check(room[WEST*VCS] == DEPTH, "all credits came back");
    end
  endtask

  task two_inputs_meet_at_one_output;
    begin
      restart;
      put(EAST, 0, 1'b1, LOCAL);
      put(NORTH, 0, 1'b1, LOCAL);
      step(20);
      check(sent[LOCAL] == 2, "both packets arrive");
      check(last_at[LOCAL] - first_at[LOCAL] == 1, "one directly behind the other");
    end
  endtask

  task one_vc_streams_back_to_back(input integer vcs);
    begin
      restart;
      stream_vcs = vcs;
      stream[WEST] = 1'b1;
      stream_to = EAST;
      step(40);
      forget;
      step(60);
      // One VC of 2 slots turns round in 7 cycles: 2 packets in 7; two VCs: twice that.
      check(vcs == 2'b01 ? sent[EAST] >= 17 : sent[EAST] >= 34, "a stream uses every credit");
      stream = 0;
      step(20);
      restart;
      put(WEST, 0, 1'b1, EAST);
      step(1);
      put(WEST, 0, 1'b1, EAST);
      step(1);
      step(12);
      check(sent[EAST] == 2 && last_at[EAST] - first_at[EAST] == 1,
            "packets of one VC leave in consecutive cycles");
      stream_vcs = 2'b11;
    end
  endtask

  task credits_run_out;
    begin
      restart;
      automatic_credit = 1'b0;
      put(SOUTH, 1, 1'b0, NORTH);
      step(1);
      put(SOUTH, 1, 1'b0, NORTH);
      step(12);
      check(sent[NORTH] == 2, "a packet uses the credits of its VC");
      put(SOUTH, 1, 1'b0, NORTH);
      step(1);
      put(SOUTH, 1, 1'b1, NORTH);
      step(12);
      check(sent[NORTH] == 2, "nothing leaves without a credit");
      check(room[SOUTH*VCS + 1] == 0, "the queue is full and stays so");
      give[NORTH*VCS + 1] = vcs_seen[1];
      give[NORTH*VCS] = vcs_seen[0];
      step(6);
      check(sent[NORTH] == 3, "one credit lets one flit go");
      check(room[SOUTH*VCS + 1] == 1, "and gives one slot back");
      give[NORTH*VCS + 1] = vcs_seen[1];
      give[NORTH*VCS] = vcs_seen[0];
      step(6);
      check(sent[NORTH] == 4 && open[NORTH*VCS +: VCS] == 0, "the tail goes with the next");
    end
  endtask

  // Nothing is drained downstream: a VC that waited for an empty buffer would take one packet only.
  task an_output_vc_is_free_after_the_tail;
    begin
      restart;
      automatic_credit = 1'b0;
      stream[LOCAL] = 1'b1;
      stream_to = SOUTH;
      step(40);
      stream = 0;
      check(sent[SOUTH] == VCS * DEPTH, "every slot downstream takes a packet");
      check(vcs_seen == 2'b11, "both VCs are used");
    end
  endtask

  task reset_in_mid_flight;
    begin
      restart;
      stream = 5'b11111;
      stream_to = WEST;
      step(23);
      restart;
      check(out_valid == 0 && in_credit == 0, "reset silences the outputs");
      step(10);
      check(sent[LOCAL] + sent[EAST] + sent[WEST] + sent[NORTH] + sent[SOUTH] == 0,
            "no flit survives a reset");
      put(LOCAL, 1, 1'b1, WEST);
      step(10);
      check(sent[WEST] == 1, "the router works after it");
    end
  endtask

  task four_inputs_share_an_output;
    begin
      restart;
      stream = 5'b11110;
      stream_to = LOCAL;
      step(40);
      forget;
      step(400);
      check(sent[LOCAL] == 400, "a wanted output is busy in every cycle");
      for (v = 1; v < PORTS; v = v + 1)
        check(from[v] == 100, "every input gets a quarter");
      stream = 0;
      step(40);
    end
  endtask

  // Two flits on the VCs of one input wait for credits of two outputs, which come at once.
  task with_a_speed_up_both_vcs_of_an_input_leave_at_once;
    begin
      restart;
      automatic_credit = 1'b0;
      repeat (VCS * DEPTH) begin
        put(NORTH, 0, 1'b1, EAST);
        put(SOUTH, 1, 1'b1, WEST);
        step(6);
      end
      put(LOCAL, 0, 1'b1, EAST);
      step(1);
      put(LOCAL, 1, 1'b1, WEST);
      step(12);
      check(sent[EAST] == 4 && sent[WEST] == 4, "all credits are spent");
      check(twin_out_valid == 0 && twin_in_credit == 0, "nor does anything leave the other one");
      give[EAST*VCS] = 1'b1;
      give[WEST*VCS] = 1'b1;
      step(4);
      check(out_valid[EAST] != out_valid[WEST], "an input of the switch sends one flit in a cycle");
      check(twin_out_valid == 5'b00110, "two send two");
      check(twin_out_flit[EAST*W + 6 +: 7] == {EAST[2:0], 1'b0, LOCAL[2:0]}, "the one of VC 0");
      check(twin_out_flit[WEST*W + 6 +: 7] == {WEST[2:0], 1'b1, LOCAL[2:0]}, "and that of VC 1");
      step(6);
      check(sent[EAST] == 5 && sent[WEST] == 5, "without it the second follows");
    end
  endtask

  task nothing_moves_without_noc_en;
    begin
      restart;
      put(EAST, 0, 1'b1, WEST);
      step(1);
      noc_en = 1'b0;
      step(20);
      check(out_valid == 0 && in_credit == 0, "no stage advances");
      noc_en = 1'b1;
      step(STAGES);
      check(out_valid == 5'b00100, "the flit goes on where it stood");
      noc_en = 1'b0;
      step(5);
      check(out_valid == 5'b00100, "outputs are held");
      noc_en = 1'b1;
      step(2);
      check(sent[WEST] == 1, "and seen once");
    end
  endtask

  // Wires have noc_en's period to settle: what they show meanwhile, a channel that is full, too, is
  // not stored.
  task wires_settle_without_noc_en;
    begin
      restart;
      put(WEST, 0, 1'b1, EAST);
      step(1);
      put(WEST, 0, 1'b1, EAST);
      step(1);
      noc_en = 1'b0;
      in_valid = 5'b11111;
      in_flit = ~{PORTS*W{1'b0}};
      out_credit = ~{PORTS*VCS{1'b0}};
      step(1);
      noc_en = 1'b1;
      step(8);
      check(sent[EAST] == 2, "both flits leave as they came");
    end
  endtask

  initial begin
    head_takes_four_stages_and_body_two;
    two_inputs_meet_at_one_output;
    one_vc_streams_back_to_back(2'b01);
    one_vc_streams_back_to_back(2'b11);
    credits_run_out;
    an_output_vc_is_free_after_the_tail;
    reset_in_mid_flight;
    four_inputs_share_an_output;
    with_a_speed_up_both_vcs_of_an_input_leave_at_once;
    nothing_moves_without_noc_en;
    wires_settle_without_noc_en;
    $display("router: passed %0d checks", checks);
    $finish;
  end

  initial begin
    #200000 $display("router: FAILED: time-out");
    $fatal;
  end
endmodule
`default_nettype wire

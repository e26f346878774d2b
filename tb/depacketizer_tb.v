// Directed bench of depacketizer with two channels of two flits, with one line and with two: the
// fields of a head, packets arriving interleaved, a receiver that does not take, the network clock at
// rest, reset in the middle, how fast messages with data leave that wait behind each other. Several
// sinks: noc_port_tb. Stimuli change 1 after the edge.
`default_nettype none
module depacketizer_tb;
`include "tb/bench.vh"
  reg           noc_en = 1'b1;
  reg           eject_valid = 1'b0;
  reg           eject_vc = 1'b0;
  reg           eject_tail = 1'b0;
  reg  [255:0]  eject_flit = 256'd0;
  reg           recv_ready = 1'b0;
  reg           two_lines = 1'b0;      // which of the two is looked at
  wire [1:0]    port_credit;
  wire          recv_valid;
  wire [2:0]    recv_kind;
  wire [2:0]    recv_op;
  wire [9:0]    recv_src;
  wire [24:0]   recv_line;
  wire [9:0]    recv_id;
  wire [3:0]    recv_sectors;
  wire [3:0]    recv_data_sectors;
  wire [127:0]  recv_mask;
  wire [1023:0] recv_data;

  localparam OUT_BITS = 2 + 1 + 3 + 3 + 10 + 25 + 10 + 4 + 4 + 128 + 1024;
  wire [2*OUT_BITS-1:0] outs;
  assign {port_credit, recv_valid, recv_kind, recv_op, recv_src, recv_line, recv_id, recv_sectors,
          recv_data_sectors, recv_mask, recv_data} = outs[two_lines*OUT_BITS +: OUT_BITS];

  genvar i;
  generate
    for (i = 0; i < 2; i = i + 1) begin : lines
      localparam AT = i*OUT_BITS;
      depacketizer #(.VCS(2), .DEPTH(2), .LINES(i + 1)) dut (
        .clk(clk), .rst(rst), .noc_en(noc_en),
        .eject_valid(eject_valid && two_lines == i), .eject_vc(eject_vc), .eject_tail(eject_tail),
        .eject_flit(eject_flit), .port_credit(outs[AT + 1212 +: 2]),
        .recv_valid(outs[AT + 1211]), .recv_ready(recv_ready), .recv_kind(outs[AT + 1208 +: 3]),
        .recv_op(outs[AT + 1205 +: 3]), .recv_src(outs[AT + 1195 +: 10]),
        .recv_line(outs[AT + 1170 +: 25]), .recv_id(outs[AT + 1160 +: 10]),
        .recv_sectors(outs[AT + 1156 +: 4]), .recv_data_sectors(outs[AT + 1152 +: 4]),
        .recv_mask(outs[AT + 1024 +: 128]), .recv_data(outs[AT +: 1024])
      );
    end
  endgenerate

  integer       credits_back = 0;

  always @(negedge clk)
    if (noc_en && !rst) credits_back = credits_back + port_credit[0] + port_credit[1];

  task restart;
    begin
      rst = 1'b1;
      tick;
      rst = 1'b0;
      credits_back = 0;
      check(!recv_valid && port_credit == 0, "empty after reset");
    end
  endtask

  task eject(input vc, input tail, input [255:0] flit);
    begin
      eject_valid = 1'b1;
      eject_vc = vc;
      eject_tail = tail;
      eject_flit = flit;
      tick;
      eject_valid = 1'b0;
    end
  endtask

  function [255:0] head(input [9:0] id, input [3:0] data_sectors);
    head = {61'h1fff, 3'd6, 128'h5a5a, 33'h1abcdef, id, 10'h2aa, data_sectors, 4'd9, 3'd3};
  endfunction

  // Stores of a sector, as many as there are credits for; the receiver takes none until all wait, then
  // each that is offered. Counts the cycles from the first one taken to the tenth.
  integer credits;
  integer sent;
  integer takes;
  integer cycles;
  integer waits;
  task drain_stores;
    begin
      restart;
      recv_ready = 1'b0;
      credits = 2;
      sent = 0;
      takes = 0;
      cycles = 0;
      waits = 0;
      while (takes < 10) begin
        credits = credits + port_credit[0];
        eject_valid = credits != 0;
        if (eject_valid) begin
          eject_vc = 1'b0;
          eject_tail = sent % 2 == 1;
          eject_flit = eject_tail ? sent : head(sent / 2, 4'b0001);
          sent = sent + 1;
          credits = credits - 1;
        end
        waits = waits + 1;
        recv_ready = waits > 20;
        if (recv_valid && recv_ready) begin
          check(recv_id == takes && recv_data == 2*takes + 1, "stores in turn, each with its data");
          takes = takes + 1;
        end
        if (takes != 0) cycles = cycles + 1;
        tick;
      end
      eject_valid = 1'b0;
    end
  endtask

  task scenes;
    begin
      // one flit arrives
      restart;
      recv_ready = 1'b0;
      eject(1'b1, 1'b1, head(10'h155, 4'd0));
      check(recv_valid && port_credit == 2'b10, "a message at the next edge, and a credit");
      check(recv_kind == 3'd3 && recv_op == 3'd6 && recv_src == 10'h2aa && recv_line == 25'h1abcdef
            && recv_id == 10'h155 && recv_sectors == 4'd9 && recv_mask == 128'h5a5a, "its fields");
      check(recv_data_sectors == 0 && recv_data == 0, "sectors that did not travel are zero");
      tick;
      check(recv_valid && port_credit == 0, "it stays, the credit does not");
      recv_ready = 1'b1;
      tick;
      check(!recv_valid, "taken");

      // two packets arrive interleaved; the assembler finishes one before the other
      restart;
      recv_ready = 1'b0;
      eject(1'b1, 1'b0, head(10'd1, 4'b0100));
      eject(1'b0, 1'b0, head(10'd2, 4'b1001));
      eject(1'b0, 1'b0, {8{32'haaaaaaaa}});
      check(!recv_valid && credits_back == 1, "locked to the first packet, whose data are not there");
      eject(1'b1, 1'b1, {8{32'hbbbbbbbb}});
      tick;
      check(recv_valid && recv_id == 10'd1 && recv_data == {256'd0, {8{32'hbbbbbbbb}}, 512'd0},
            "the first packet");
      tick;
      eject(1'b0, 1'b1, {8{32'hcccccccc}});
      tick;
      recv_ready = 1'b1;
      tick;
      if (!two_lines) begin
        ticks(2);
        check(!recv_valid, "its two data flits come from the RAM first");
        tick;
      end
      check(recv_valid && recv_id == 10'd2 && recv_data_sectors == 4'b1001
            && recv_data == {{8{32'hcccccccc}}, 512'd0, {8{32'haaaaaaaa}}}, "the second packet");
      tick;
      check(!recv_valid && credits_back == 5, "five flits, five credits");

      // a receiver that does not take: two messages, then the buffers fill
      restart;
      recv_ready = 1'b0;
      eject(1'b0, 1'b1, head(10'd1, 4'd0));
      eject(1'b0, 1'b1, head(10'd2, 4'd0));
      eject(1'b0, 1'b1, head(10'd3, 4'd0));
      eject(1'b0, 1'b1, head(10'd4, 4'd0));
      ticks(5);
      check(recv_valid && recv_id == 10'd1 && credits_back == 2,
            "two messages, two flits in the buffer");
      recv_ready = 1'b1;
      tick;
      check(recv_valid && recv_id == 10'd2, "the second");
      tick;
      check(recv_valid && recv_id == 10'd3, "the third was assembled when the first was taken");
      tick;
      check(recv_valid && recv_id == 10'd4, "the fourth");
      tick;
      check(!recv_valid, "all taken");

      // the network clock rests: a flit on the wires is taken, once, those in the buffers are not
      restart;
      noc_en = 1'b0;
      recv_ready = 1'b0;
      eject(1'b0, 1'b1, head(10'd1, 4'd0));
      eject_valid = 1'b1;
      check(recv_valid && recv_id == 10'd1 && port_credit == 0, "a message before the network's edge");
      recv_ready = 1'b1;
      ticks(2);
      check(!recv_valid && port_credit == 0, "one; the credit waits for that edge");
      noc_en = 1'b1;
      tick;
      eject_valid = 1'b0;
      check(!recv_valid && port_credit == 2'b01, "which comes");
      recv_ready = 1'b0;
      eject(1'b0, 1'b1, head(10'd2, 4'd0));
      eject(1'b0, 1'b1, head(10'd3, 4'd0));
      eject(1'b1, 1'b1, head(10'd4, 4'd0));
      check(recv_valid && recv_id == 10'd2 && port_credit == 0, "two messages, a flit in the buffer");
      noc_en = 1'b0;
      eject(1'b0, 1'b1, head(10'd5, 4'd0));
      eject_valid = 1'b1;
      recv_ready = 1'b1;
      ticks(3);
      check(!recv_valid && port_credit == 0, "it stays there, and what comes does not pass it");
      noc_en = 1'b1;
      tick;
      eject_valid = 1'b0;
      check(recv_valid && recv_id == 10'd4 && port_credit == 2'b10, "until the network's edge");
      tick;
      check(recv_valid && recv_id == 10'd5 && port_credit == 2'b01, "the other one was put into its buffer");

      // reset in the middle of a packet
      restart;
      eject(1'b0, 1'b0, head(10'd5, 4'b0001));
      tick;
      restart;
      recv_ready = 1'b0;
      eject(1'b0, 1'b1, head(10'd6, 4'd0));
      check(recv_valid && recv_id == 10'd6, "a new head after the reset");

      // stores wait behind each other
      drain_stores;
      check(cycles == (two_lines ? 18 : 37), "two cycles each, as their flits need; with one line four");
    end
  endtask

  initial begin
    ticks(2);
    scenes;
    two_lines = 1'b1;
    scenes;
    $display("depacketizer: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

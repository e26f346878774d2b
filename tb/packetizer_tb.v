// Directed bench of packetizer with two channels of two flits and two slots: a head flit bit by bit,
// one to five flits, two packets interleaved, no credit, a channel used again right after its tail,
// the network clock at rest, reset in the middle; beside it one whose channels go by line, one
// whose two sources take turns, and two to which lines come by themselves. Several sources and classes: noc_port_tb. Stimuli change 1 after the
// edge.
`default_nettype none
module packetizer_tb;
`include "tb/bench.vh"
  reg           noc_en = 1'b1;
  reg           send_valid = 1'b0;
  reg  [9:0]    send_dest = 10'd0;
  reg  [2:0]    send_kind = 3'd0;
  reg  [2:0]    send_op = 3'd0;
  reg  [24:0]   send_line = 25'd0;
  reg  [9:0]    send_id = 10'd0;
  reg  [3:0]    send_sectors = 4'd0;
  reg  [3:0]    send_data_sectors = 4'd0;
  reg  [127:0]  send_mask = 128'd0;
  reg  [1023:0] send_data = 1024'd0;
  reg  [1:0]    router_credit = 2'd0;
  wire          send_ready;
  wire          inject_valid;
  wire          inject_vc;
  wire          inject_tail;
  wire [255:0]  inject_flit;

  packetizer #(.VCS(2), .DEPTH(2), .SLOTS(2)) dut (
    .clk(clk), .rst(rst), .noc_en(noc_en), .here(10'h155),
    .send_valid(send_valid), .send_ready(send_ready), .send_class(1'b0), .send_dest(send_dest),
    .send_kind(send_kind), .send_op(send_op), .send_line(send_line), .send_id(send_id),
    .send_sectors(send_sectors), .send_data_sectors(send_data_sectors), .send_mask(send_mask),
    .send_data(send_data), .line_valid(1'b0), .line_ready(), .line_data(1024'd0),
    .inject_valid(inject_valid), .inject_vc(inject_vc), .inject_tail(inject_tail),
    .inject_flit(inject_flit), .router_credit(router_credit)
  );

  // The same with a channel for each line; its router is the test.
  reg           line_send = 1'b0;
  reg  [1:0]    line_credit = 2'd0;
  wire          line_ready;
  wire          line_valid;
  wire          line_vc;
  wire          line_tail;
  wire [255:0]  line_flit;

  packetizer #(.VCS(2), .DEPTH(2), .SLOTS(2), .BY_LINE(1)) by_line (
    .clk(clk), .rst(rst), .noc_en(noc_en), .here(10'h155),
    .send_valid(line_send), .send_ready(line_ready), .send_class(1'b0), .send_dest(send_dest),
    .send_kind(send_kind), .send_op(send_op), .send_line(send_line), .send_id(send_id),
    .send_sectors(send_sectors), .send_data_sectors(send_data_sectors), .send_mask(send_mask),
    .send_data(send_data), .line_valid(1'b0), .line_ready(), .line_data(1024'd0),
    .inject_valid(line_valid), .inject_vc(line_vc), .inject_tail(line_tail),
    .inject_flit(line_flit), .router_credit(line_credit)
  );

  // Two sources, 8 and 9, that take turns, one message with data at a time; its router has room.
  reg  [1:0]    turn_send = 2'b00;
  reg  [9:0]    turn_id_0 = 10'd0;
  reg  [9:0]    turn_id_1 = 10'd0;
  reg  [3:0]    turn_data_0 = 4'd0;
  reg  [3:0]    turn_data_1 = 4'd0;
  wire [1:0]    turn_ready;
  wire          turn_valid;
  wire          turn_tail;
  wire [255:0]  turn_flit;

  packetizer #(.VCS(1), .DEPTH(16), .SLOTS(2), .SOURCES(2), .TURNS(1), .ONE_LINE(1)) in_turn (
    .clk(clk), .rst(rst), .noc_en(noc_en), .here(10'h155),
    .send_valid(turn_send), .send_ready(turn_ready), .send_class(2'b00), .send_dest({10'd9, 10'd8}),
    .send_kind(6'd0), .send_op(6'd0), .send_line({25'd9, 25'd8}), .send_id({turn_id_1, turn_id_0}),
    .send_sectors(8'd0), .send_data_sectors({turn_data_1, turn_data_0}), .send_mask(256'd0),
    .send_data({~send_data, send_data}), .line_valid(1'b0), .line_ready(), .line_data(1024'd0),
    .inject_valid(turn_valid), .inject_vc(), .inject_tail(turn_tail),
    .inject_flit(turn_flit), .router_credit(1'b0)
  );

  // Two to which lines come by themselves, with a place for each slot and with one for all; their
  // router has room.
  reg           lent_send = 1'b0;
  reg           lent_valid = 1'b0;
  reg  [1023:0] lent_data = 1024'd0;
  wire [1:0]    lent_ready;            // of messages, {one place, two}
  wire [1:0]    lent_takes;            // of lines
  wire [1:0]    lent_flit_valid;
  wire [1:0]    lent_tail;
  wire [511:0]  lent_flit;

  genvar n;
  generate
    for (n = 0; n < 2; n = n + 1) begin : lent
      packetizer #(.VCS(2), .DEPTH(16), .SLOTS(2), .LINE_SOURCE(1), .ONE_LINE(n)) dut (
        .clk(clk), .rst(rst), .noc_en(noc_en), .here(10'h155),
        .send_valid(lent_send), .send_ready(lent_ready[n]), .send_class(1'b0), .send_dest(send_dest),
        .send_kind(send_kind), .send_op(send_op), .send_line(send_line), .send_id(send_id),
        .send_sectors(send_sectors), .send_data_sectors(send_data_sectors), .send_mask(send_mask),
        .send_data(1024'd0), .line_valid(lent_valid), .line_ready(lent_takes[n]), .line_data(lent_data),
        .inject_valid(lent_flit_valid[n]), .inject_vc(), .inject_tail(lent_tail[n]),
        .inject_flit(lent_flit[n*256 +: 256]), .router_credit(2'b00)
      );
    end
  endgenerate

  // The router: gives a credit back one cycle after each flit while `gives` is 1; counts what it
  // gets.
  reg           gives = 1'b1;
  reg           auto = 1'b1;           // 0: the test drives router_credit itself
  integer       flits = 0;

  always @(negedge clk)
    if (noc_en && !rst) flits = flits + (inject_valid ? 1 : 0);
  always @(posedge clk)
    if (auto && noc_en) router_credit <= (inject_valid && gives && !rst) ? 2'd1 << inject_vc : 2'd0;

  task restart;
    begin
      rst = 1'b1;
      tick;
      rst = 1'b0;
      router_credit = 2'd0;
      flits = 0;
      check(send_ready && !inject_valid, "empty after reset");
    end
  endtask

  task send(input [9:0] id, input [3:0] data_sectors);
    begin
      send_valid = 1'b1;
      send_id = id;
      send_data_sectors = data_sectors;
      tick;
      send_valid = 1'b0;
    end
  endtask

  task send_of(input [24:0] line, input [9:0] id, input [3:0] data_sectors);
    begin
      line_send = 1'b1;
      send_line = line;
      send_id = id;
      send_data_sectors = data_sectors;
      tick;
      line_send = 1'b0;
    end
  endtask

  task leaves_by_line(input vc, input tail, input [9:0] id);
    check(line_valid && line_vc == vc && line_tail == tail && line_flit[30:21] == id,
          "a head flit on the channel of its line");
  endtask

  task is_turn_head(input source, input tail, input [9:0] id);
    check(turn_valid && turn_tail == tail && turn_flit[30:21] == id && turn_flit[63:31] == 33'd8 + {32'd0, source}
          && turn_flit[204:195] == 10'd8 + {9'd0, source}, "a head flit of the source whose turn it was");
  endtask

  task is_turn_data(input source, input tail, input [1:0] sector);
    check(turn_valid && turn_tail == tail
          && turn_flit == (send_data[sector*256 +: 256] ^ {256{source}}), "a data flit of that source");
  endtask

  // A message with data of the number, of two sectors, or without; a line of that number.
  task send_lent(input [9:0] id, input with_data);
    begin
      lent_send = 1'b1;
      send_kind = with_data ? 3'd2 : 3'd0;
      send_id = id;
      send_data_sectors = with_data ? 4'b1010 : 4'b0000;
    end
  endtask

  function [1023:0] line_of(input [9:0] id);
    line_of = {{246'd3, id}, {246'd2, id}, {246'd1, id}, {246'd0, id}};
  endfunction

  task lend(input [9:0] id);
    begin
      lent_valid = 1'b1;
      lent_data = line_of(id);
    end
  endtask

  // A flit of a message: its head, or the data of a sector.
  task lent_leaves(input which, input tail, input [9:0] id, input [2:0] sector);
    check(lent_flit_valid[which] && lent_tail[which] == tail
          && (sector == 4 ? lent_flit[which*256 + 21 +: 10] == id
                          : lent_flit[which*256 +: 256] == {244'd0, sector[1:0], id}), "a flit of its own message");
  endtask

  task is_head(input vc, input tail, input [9:0] id);
    check(inject_valid && inject_vc == vc && inject_tail == tail && inject_flit[30:21] == id,
          "a head flit");
  endtask

  task is_data(input vc, input tail, input [1:0] sector);
    check(inject_valid && inject_vc == vc && inject_tail == tail
          && inject_flit == send_data[sector*256 +: 256], "a data flit");
  endtask

  initial begin
    send_dest = 10'h0f3;
    send_kind = 3'd3;
    send_op = 3'd5;
    send_line = 25'h1234567;
    send_sectors = 4'ha;
    send_mask = {8{16'hbeef}};
    send_data = {{8{32'h33333333}}, {8{32'h22222222}}, {8{32'h11111111}}, {8{32'h00000001}}};
    ticks(2);
    restart;

    // one flit, every field at its place
    send(10'h2cd, 4'd0);
    check(inject_flit == {51'd0, 10'h0f3, 3'd5, {8{16'hbeef}}, 8'd0, 25'h1234567, 10'h2cd, 10'h155,
                          4'h0, 4'ha, 3'd3}, "the head flit bit by bit");
    is_head(1'b0, 1'b1, 10'h2cd);
    tick;
    check(!inject_valid && flits == 1, "one flit only");

    // five flits on two credits of one channel, given back one by one; sectors ascend
    restart;
    gives = 1'b0;
    send(10'd7, 4'b1111);
    is_head(1'b0, 1'b0, 10'd7);
    tick;
    check(!inject_valid, "nothing leaves behind a head that went straight, for a cycle");
    tick;
    is_data(1'b0, 1'b0, 2'd0);
    tick;
    check(!inject_valid, "no credit, no flit");
    auto = 1'b0;
    router_credit = 2'b01;
    tick;
    router_credit = 2'b00;
    check(!inject_valid, "a credit counts from the next network edge on");
    tick;
    is_data(1'b0, 1'b0, 2'd1);
    router_credit = 2'b01;
    ticks(2);
    is_data(1'b0, 1'b0, 2'd2);
    tick;
    is_data(1'b0, 1'b1, 2'd3);
    router_credit = 2'b00;
    auto = 1'b1;
    gives = 1'b1;

    // sectors that are not contiguous; the channel is used again right after the tail
    restart;
    noc_en = 1'b0;
    send(10'd1, 4'b1010);
    send(10'd2, 4'b0000);
    noc_en = 1'b1;
    check(!inject_valid, "two messages in their slots");
    tick;
    is_head(1'b0, 1'b0, 10'd1);
    tick;
    is_head(1'b1, 1'b1, 10'd2);
    check(send_ready, "the slot is free with the tail");
    send(10'd3, 4'b0000);
    is_data(1'b0, 1'b0, 2'd1);
    tick;
    is_head(1'b1, 1'b1, 10'd3);
    tick;
    is_data(1'b0, 1'b1, 2'd3);
    tick;
    check(!inject_valid && flits == 5, "five flits of three messages");

    // two packets interleave on two channels; the third message finds no slot
    restart;
    noc_en = 1'b0;
    send(10'd1, 4'b0011);
    send(10'd2, 4'b0011);
    noc_en = 1'b1;
    check(!send_ready, "two slots hold two messages");
    tick;
    is_head(1'b0, 1'b0, 10'd1);
    tick;
    is_head(1'b1, 1'b0, 10'd2);
    tick;
    is_data(1'b0, 1'b0, 2'd0);
    tick;
    is_data(1'b1, 1'b0, 2'd0);
    tick;
    is_data(1'b0, 1'b1, 2'd1);
    tick;
    is_data(1'b1, 1'b1, 2'd1);

    // the network clock rests: messages are taken, flits are not
    restart;
    noc_en = 1'b0;
    send(10'd1, 4'b0000);
    ticks(3);
    check(!inject_valid && send_ready, "no flit without noc_en");
    noc_en = 1'b1;
    tick;
    noc_en = 1'b0;
    is_head(1'b0, 1'b1, 10'd1);
    ticks(3);
    is_head(1'b0, 1'b1, 10'd1);
    noc_en = 1'b1;
    tick;
    check(!inject_valid && flits == 1, "the flit stays for one network cycle");

    // reset in the middle of a packet
    restart;
    send(10'd1, 4'b1111);
    ticks(2);
    restart;
    ticks(2);
    check(!inject_valid, "no old flit after the reset");
    send(10'd9, 4'd0);
    is_head(1'b0, 1'b1, 10'd9);

    // one flit after the other: the first goes straight, the second waits for a cycle, then all leave in turn
    restart;
    send(10'd1, 4'd0);
    is_head(1'b0, 1'b1, 10'd1);
    send(10'd2, 4'd0);
    check(!inject_valid, "whether the channel has credits is noted");
    send(10'd3, 4'd0);
    is_head(1'b1, 1'b1, 10'd2);
    send(10'd4, 4'd0);
    is_head(1'b0, 1'b1, 10'd3);
    tick;
    is_head(1'b1, 1'b1, 10'd4);
    tick;
    check(!inject_valid && flits == 4, "four flits of four messages");

    // a line's octal digits, added without carries: 0 to 3 channel 0, 4 to 7 channel 1
    restart;
    send_of(25'o3, 10'd1, 4'd0);
    leaves_by_line(1'b0, 1'b1, 10'd1);
    tick;
    send_of(25'o4, 10'd2, 4'd0);
    leaves_by_line(1'b1, 1'b1, 10'd2);
    send_of(25'o144_000_000, 10'd3, 4'd0);
    tick;
    leaves_by_line(1'b0, 1'b1, 10'd3);
    send_of(25'o140_000_000, 10'd4, 4'd0);
    leaves_by_line(1'b1, 1'b1, 10'd4);

    // without credits on channel 0 its second message waits for the first, whoever's turn it is;
    // one for channel 1 could pass
    restart;
    send_of(25'o1, 10'd1, 4'b0001);
    ticks(2);
    check(line_valid && line_tail, "both credits are spent");
    send_of(25'o2, 10'd2, 4'b0001);
    send_of(25'o1, 10'd3, 4'b0000);
    ticks(2);
    check(!line_valid && !line_ready, "two messages wait");
    line_credit = 2'b01;
    tick;
    line_credit = 2'b00;
    tick;
    leaves_by_line(1'b0, 1'b0, 10'd2);
    ticks(2);
    check(!line_valid, "the packet goes on before the next one begins");
    line_credit = 2'b01;
    tick;
    tick;
    check(line_valid && line_tail, "its last flit");
    tick;
    line_credit = 2'b00;
    leaves_by_line(1'b0, 1'b1, 10'd3);
    restart;
    send_of(25'o1, 10'd1, 4'b0001);
    ticks(2);
    send_of(25'o2, 10'd2, 4'b0000);
    send_of(25'o5, 10'd3, 4'b0000);
    tick;
    leaves_by_line(1'b1, 1'b1, 10'd3);

    // the turn rests with source 1, whose message goes straight; source 0's is taken a cycle after it came
    restart;
    check(turn_ready == 2'b10, "it is the last source's turn");
    turn_send = 2'b10;
    turn_id_1 = 10'd1;
    turn_data_1 = 4'd0;
    tick;
    turn_send = 2'b00;
    is_turn_head(1'b1, 1'b1, 10'd1);
    check(turn_ready == 2'b10, "nobody else has a message: it stays there");
    ticks(3);
    turn_send = 2'b01;
    turn_id_0 = 10'd2;
    tick;
    check(!turn_valid && turn_ready == 2'b01, "it comes to the one that has a message");
    tick;
    turn_send = 2'b00;
    is_turn_head(1'b0, 1'b1, 10'd2);
    check(turn_ready == 2'b10, "it goes back");
    ticks(3);

    // both at one edge: one is taken, the other one when its data have left; there is one place for them
    turn_send = 2'b11;
    turn_id_0 = 10'd3;
    turn_id_1 = 10'd4;
    turn_data_0 = 4'b0100;
    turn_data_1 = 4'b0011;
    tick;
    is_turn_head(1'b1, 1'b0, 10'd4);
    check(turn_ready == 2'b00, "the place for data is taken");
    turn_id_1 = 10'd5;
    turn_data_1 = 4'b1000;
    tick;
    check(!turn_valid && turn_ready == 2'b00, "nothing leaves behind a head that went straight, for a cycle");
    tick;
    is_turn_data(1'b1, 1'b0, 2'd0);
    check(turn_ready == 2'b00, "a flit of it has not left");
    tick;
    is_turn_data(1'b1, 1'b1, 2'd1);
    check(turn_ready == 2'b01, "the place is free, and it is source 0's turn");
    tick;
    turn_send = 2'b10;
    is_turn_head(1'b0, 1'b0, 10'd3);
    check(turn_ready == 2'b00, "the place is taken again");
    ticks(2);
    is_turn_data(1'b0, 1'b1, 2'd2);
    check(turn_ready == 2'b10, "source 1's message has waited for one of source 0");
    tick;
    turn_send = 2'b00;
    is_turn_head(1'b1, 1'b0, 10'd5);
    ticks(2);
    is_turn_data(1'b1, 1'b1, 2'd3);

    // messages without data of both come in turn, one in each cycle, and the place for data stays free
    restart;
    noc_en = 1'b0;
    turn_send = 2'b11;
    turn_data_0 = 4'd0;
    turn_data_1 = 4'd0;
    tick;
    check(turn_ready == 2'b01, "source 0 is next");
    tick;
    check(turn_ready == 2'b00, "both slots have a message");
    turn_send = 2'b00;
    noc_en = 1'b1;
    tick;
    is_turn_head(1'b1, 1'b1, 10'd5);
    check(turn_ready == 2'b10, "a slot is free");
    tick;
    is_turn_head(1'b0, 1'b1, 10'd3);

    // lines come before their message: one waits, a message without data passes it
    restart;
    noc_en = 1'b0;
    lend(10'd1);
    check(lent_takes == 2'b11 && lent_ready == 2'b11, "there is a place");
    tick;
    lend(10'd2);
    check(lent_takes == 2'b00 && lent_ready == 2'b11, "one line waits at a time");
    send_lent(10'd8, 1'b0);
    tick;
    check(lent_takes == 2'b00, "no message has taken it");
    send_lent(10'd1, 1'b1);
    tick;
    lent_send = 1'b0;
    check(lent_ready == 2'b00, "two messages have the slots");
    check(lent_takes == 2'b01, "a second place takes the next line, the one does not");
    noc_en = 1'b1;
    tick;
    lent_leaves(1'b0, 1'b1, 10'd8, 3'd4);
    lent_leaves(1'b1, 1'b1, 10'd8, 3'd4);
    check(lent_takes == 2'b00, "it waits there");
    lent_valid = 1'b0;
    tick;
    lent_leaves(1'b0, 1'b0, 10'd1, 3'd4);
    lent_leaves(1'b1, 1'b0, 10'd1, 3'd4);
    check(lent_ready == 2'b01, "of one place flits have to leave");
    tick;
    lent_leaves(1'b0, 1'b0, 10'd1, 3'd1);
    lent_leaves(1'b1, 1'b0, 10'd1, 3'd1);
    lend(10'd2);
    check(lent_takes == 2'b00, "in one place a flit is left, in the other a line waits");
    tick;
    lent_leaves(1'b0, 1'b1, 10'd1, 3'd3);
    lent_leaves(1'b1, 1'b1, 10'd1, 3'd3);
    check(lent_takes == 2'b10, "the one place is free with the tail");

    // with its message, which goes straight; the two lines of the other one leave as they came
    send_lent(10'd2, 1'b1);
    tick;
    lent_send = 1'b0;
    lent_valid = 1'b0;
    lent_leaves(1'b0, 1'b0, 10'd2, 3'd4);
    lent_leaves(1'b1, 1'b0, 10'd2, 3'd4);
    check(lent_takes == 2'b01, "its data have not left");
    ticks(2);
    lent_leaves(1'b0, 1'b0, 10'd2, 3'd1);
    lent_leaves(1'b1, 1'b0, 10'd2, 3'd1);
    tick;
    lent_leaves(1'b0, 1'b1, 10'd2, 3'd3);
    lent_leaves(1'b1, 1'b1, 10'd2, 3'd3);
    tick;
    check(lent_flit_valid == 2'b00 && lent_takes == 2'b11, "all have left");

    // a store of no sector has a line, too, and gives its place back
    lend(10'd3);
    send_lent(10'd3, 1'b1);
    send_data_sectors = 4'b0000;
    tick;
    lent_send = 1'b0;
    lent_leaves(1'b1, 1'b1, 10'd3, 3'd4);
    check(lent_takes == 2'b11, "the place is free");
    lent_valid = 1'b0;

    // a line that waits does not outlive a reset
    lend(10'd4);
    tick;
    lent_valid = 1'b0;
    check(lent_takes == 2'b00, "a line waits");
    restart;
    check(lent_takes == 2'b11, "and is forgotten");

    $display("packetizer: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

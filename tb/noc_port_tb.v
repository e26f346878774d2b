// Directed bench of noc_port with three of everything: three sources of one slot, three classes of
// one channel, three sinks, ids of 31 bits. All sources taken at one edge, the fields of a head bit
// by bit, a class without credits and a full sink beside two that go on, sinks that share a
// channel; both ways at once, and a reset in the middle of it. A second port has two classes:
// messages of class 2 share the channel of class 1; data of its first source come by themselves. More of each half: packetizer_tb,
// depacketizer_tb. Stimuli change 1 after the edge; a source's, class's or sink's number is its bit
// or element.
`default_nettype none
module noc_port_tb;
`include "tb/bench.vh"
  localparam [29:0]  DEST    = {10'h0f3, 10'h2ee, 10'h111};
  localparam [8:0]   KIND    = {3'd0, 3'd1, 3'd2};
  localparam [8:0]   OP      = {3'd6, 3'd7, 3'd4};
  localparam [74:0]  LINE    = {25'h1333333, 25'h0222222, 25'h1111111};
  localparam [11:0]  SECTORS = {4'h3, 4'h5, 4'ha};
  localparam [383:0] MASK    = {{8{16'hcafe}}, {8{16'hfeed}}, {8{16'hbeef}}};

  reg  [2:0]    put_valid = 3'b000;
  reg  [5:0]    put_class = 6'd0;
  reg  [92:0]   put_id = 93'd0;
  reg  [11:0]   put_data_sectors = 12'd0;
  reg  [3071:0] put_data;
  reg  [2:0]    back = 3'b000;         // credits from the router
  reg           come_valid = 1'b0;
  reg  [1:0]    come_vc = 2'd0;
  reg           come_tail = 1'b0;
  reg  [255:0]  come_flit = 256'd0;
  reg  [2:0]    get_ready = 3'b000;
  wire [2:0]    put_ready;
  wire          leave_valid;
  wire [1:0]    leave_vc;
  wire          leave_tail;
  wire [255:0]  leave_flit;
  wire [2:0]    credit;
  wire [2:0]    get_valid;
  wire [8:0]    get_kind;
  wire [8:0]    get_op;
  wire [29:0]   get_src;
  wire [74:0]   get_line;
  wire [92:0]   get_id;
  wire [11:0]   get_sectors;
  wire [11:0]   get_data_sectors;
  wire [383:0]  get_mask;
  wire [3071:0] get_data;

  noc_port #(
    .VCS(3), .DEPTH(2), .SOURCES(3), .SLOTS(1), .CLASSES(3), .SINKS(3), .MSG_ID_BITS(31)
  ) three (
    .clk(clk), .rst(rst), .noc_en(1'b1), .here(10'h155),
    .send_valid(put_valid), .send_ready(put_ready), .send_class(put_class), .send_dest(DEST),
    .send_kind(KIND), .send_op(OP), .send_line(LINE), .send_id(put_id), .send_sectors(SECTORS),
    .send_data_sectors(put_data_sectors), .send_mask(MASK), .send_data(put_data),
    .line_valid(1'b0), .line_ready(), .line_data(1024'd0), .inject_valid(leave_valid), .inject_vc(leave_vc), .inject_tail(leave_tail),
    .inject_flit(leave_flit), .router_credit(back),
    .eject_valid(come_valid), .eject_vc(come_vc), .eject_tail(come_tail), .eject_flit(come_flit),
    .port_credit(credit), .recv_valid(get_valid), .recv_ready(get_ready), .recv_kind(get_kind),
    .recv_op(get_op), .recv_src(get_src), .recv_line(get_line), .recv_id(get_id),
    .recv_sectors(get_sectors), .recv_data_sectors(get_data_sectors), .recv_mask(get_mask),
    .recv_data(get_data)
  );

  // The second port gets the same messages to send.
  wire [2:0]    merged_ready;
  wire          merged_valid;
  wire          merged_vc;
  wire          merged_tail;
  wire [255:0]  merged_flit;

  noc_port #(
    .VCS(2), .DEPTH(4), .SOURCES(3), .SLOTS(1), .CLASSES(2), .SINKS(3), .LINE_SOURCE(1), .MSG_ID_BITS(31)
  ) merged (
    .clk(clk), .rst(rst), .noc_en(1'b1), .here(10'h155),
    .send_valid(put_valid), .send_ready(merged_ready), .send_class(put_class), .send_dest(DEST),
    .send_kind(KIND), .send_op(OP), .send_line(LINE), .send_id(put_id), .send_sectors(SECTORS),
    .send_data_sectors(put_data_sectors), .send_mask(MASK), .send_data({put_data[3071:1024], 1024'd0}),
    .line_valid(1'b1), .line_ready(), .line_data(put_data[1023:0]), .inject_valid(merged_valid), .inject_vc(merged_vc), .inject_tail(merged_tail),
    .inject_flit(merged_flit), .router_credit(2'b00),
    .eject_valid(1'b0), .eject_vc(1'b0), .eject_tail(1'b0), .eject_flit(256'd0),
    .port_credit(), .recv_valid(), .recv_ready(3'b000), .recv_kind(), .recv_op(), .recv_src(),
    .recv_line(), .recv_id(), .recv_sectors(), .recv_data_sectors(), .recv_mask(), .recv_data()
  );

  task restart;
    begin
      rst = 1'b1;
      put_valid = 3'b000;
      put_data_sectors = 12'd0;
      get_ready = 3'b000;
      back = 3'b000;
      tick;
      rst = 1'b0;
      check(put_ready == 3'b111 && !leave_valid && get_valid == 3'b000 && credit == 3'b000
            && merged_ready == 3'b111 && !merged_valid, "empty after reset");
    end
  endtask

  // Messages of these sources at one edge; classes, ids and data_sectors are set before.
  task put(input [2:0] sources);
    begin
      put_valid = sources;
      tick;
      put_valid = 3'b000;
    end
  endtask

  // The head flit that a source's message must become.
  function [255:0] head_of(input integer source);
    head_of = {28'd0, put_class[source*2 + 1], put_id[source*31 + 10 +: 21], put_class[source*2],
               DEST[source*10 +: 10], OP[source*3 +: 3], MASK[source*128 +: 128], 8'd0,
               LINE[source*25 +: 25], put_id[source*31 +: 10], 10'h155,
               put_data_sectors[source*4 +: 4], SECTORS[source*4 +: 4], KIND[source*3 +: 3]};
  endfunction

  task leaves(input [1:0] vc, input tail, input [255:0] flit, input [64*8-1:0] what);
    check(leave_valid && leave_vc == vc && leave_tail == tail && leave_flit == flit, what);
  endtask

  task merged_leaves(input vc, input tail, input [255:0] flit, input [64*8-1:0] what);
    check(merged_valid && merged_vc == vc && merged_tail == tail && merged_flit == flit, what);
  endtask

  task come(input [1:0] vc, input tail, input [255:0] flit);
    begin
      come_valid = 1'b1;
      come_vc = vc;
      come_tail = tail;
      come_flit = flit;
      tick;
      come_valid = 1'b0;
    end
  endtask

  // A head that arrives; ones above show that nobody looks there.
  function [255:0] head(input [1:0] class, input [30:0] id, input [3:0] data_sectors);
    head = {28'hfffffff, class[1], id[30:10], class[0], 10'h3ff, 3'd6, 128'h5a5a, 33'h1abcdef,
            id[9:0], 10'h2aa, data_sectors, 4'd9, 3'd3};
  endfunction

  function is_got(input integer sink, input [30:0] id, input [3:0] data_sectors);
    is_got = get_valid[sink] && get_id[sink*31 +: 31] == id && get_kind[sink*3 +: 3] == 3'd3
      && get_op[sink*3 +: 3] == 3'd6 && get_src[sink*10 +: 10] == 10'h2aa
      && get_line[sink*25 +: 25] == 25'h1abcdef && get_sectors[sink*4 +: 4] == 4'd9
      && get_data_sectors[sink*4 +: 4] == data_sectors
      && get_mask[sink*128 +: 128] == 128'h5a5a;
  endfunction

  task all_sources_are_taken_at_one_edge;
    begin
      restart;
      put_class = {2'd1, 2'd0, 2'd2};
      put_id = {31'h2aaaaaab, 31'h40000401, 31'h5f0f0aaa};
      put_data_sectors = {4'b1000, 4'b0000, 4'b0001};
      put(3'b111);
      check(put_ready == 3'b000, "each source has one slot");
      leaves(2'd2, 1'b0, head_of(0), "class 2 of source 0 goes straight, bit by bit");
      check(leave_flit[227] && !leave_flit[205] && leave_flit[226:206] == 21'h17c3c2
            && leave_flit[30:21] == 10'h2aa && leave_flit[10:7] == 4'b0001,
            "both bits of the class, the id in two parts");
      tick;
      check(!leave_valid, "a cycle behind it");
      tick;
      leaves(2'd2, 1'b1, put_data[255:0], "sector 0 of source 0");
      check(put_ready == 3'b001, "whose slot is free");
      tick;
      leaves(2'd0, 1'b1, head_of(1), "class 0 of source 1");
      tick;
      leaves(2'd1, 1'b0, head_of(2), "class 1 of source 2");
      tick;
      leaves(2'd1, 1'b1, put_data[3071:2816], "sector 3 of source 2");
      check(put_ready == 3'b111, "all slots are free");
      tick;
      check(!leave_valid, "nothing else");
    end
  endtask

  task a_class_without_credits_leaves_the_others_alone;
    begin
      restart;
      put_class = {2'd2, 2'd1, 2'd0};
      put_data_sectors = {4'b0000, 4'b0111, 4'b0000};
      put(3'b010);
      ticks(2);
      leaves(2'd1, 1'b0, put_data[1279:1024], "class 1 uses its second and last credit");
      put(3'b101);
      check(!leave_valid && put_ready == 3'b000, "and waits");
      tick;
      leaves(2'd2, 1'b1, head_of(2), "class 2 goes on");
      tick;
      leaves(2'd0, 1'b1, head_of(0), "class 0 goes on");
      put(3'b101);
      ticks(2);
      check(put_ready == 3'b101, "and on");
      put(3'b101);
      ticks(3);
      check(!leave_valid && put_ready == 3'b000, "no credits left: each keeps to its own channel");
      back = 3'b100;
      tick;
      back = 3'b010;
      tick;
      leaves(2'd2, 1'b1, head_of(2), "a credit for class 2");
      back = 3'b000;
      tick;
      leaves(2'd1, 1'b0, put_data[1535:1280], "a credit for class 1");
      tick;
      check(!leave_valid && put_ready == 3'b100, "none for class 0");
    end
  endtask

  // CLASSES = 2: class 2 shares the channel of class 1, never that of class 0.
  task a_class_beyond_the_last_one_shares_its_channels;
    begin
      restart;
      put_class = {2'd0, 2'd1, 2'd2};
      put_data_sectors = {4'b0000, 4'b0000, 4'b0110};
      put(3'b111);
      merged_leaves(1'b1, 1'b0, head_of(0), "class 2 on the channel of class 1, class kept");
      ticks(2);
      merged_leaves(1'b1, 1'b0, put_data[511:256], "class 1 waits for the end of the packet");
      tick;
      merged_leaves(1'b0, 1'b1, head_of(2), "class 0 has its own");
      tick;
      merged_leaves(1'b1, 1'b1, put_data[767:512], "its last flit");
      check(merged_ready == 3'b101, "class 1 still waits");
      tick;
      merged_leaves(1'b1, 1'b1, head_of(1), "class 1 follows");
      put_class = {2'd0, 2'd2, 2'd2};
      put(3'b011);
      ticks(3);
      check(!merged_valid && merged_ready == 3'b100, "no credits left; class 0's are not for them");
      put(3'b100);
      tick;
      merged_leaves(1'b0, 1'b1, head_of(2), "but for class 0");
    end
  endtask

  task a_full_sink_leaves_the_others_alone;
    begin
      restart;
      come(2'd1, 1'b1, head(2'd1, 31'h1, 4'd0));
      come(2'd1, 1'b1, head(2'd1, 31'h40000002, 4'd0));
      come(2'd1, 1'b1, head(2'd1, 31'h3, 4'd0));
      tick;
      check(is_got(1, 31'h1, 4'd0) && get_valid == 3'b010,
            "two messages for sink 1, one in the buffer");
      come(2'd0, 1'b0, head(2'd0, 31'h55555555, 4'b0010));
      come(2'd2, 1'b1, head(2'd2, 31'h7ffffc01, 4'd0));
      come(2'd0, 1'b1, {8{32'hdddddddd}});
      check(is_got(0, 31'h55555555, 4'b0010) && get_valid == 3'b011
            && get_data[1023:0] == {512'd0, {8{32'hdddddddd}}, 256'd0}, "sink 0 goes on");
      tick;
      check(is_got(2, 31'h7ffffc01, 4'd0) && get_data[3071:2048] == 1024'd0, "sink 2 goes on");
      come(2'd2, 1'b0, head(2'd2, 31'h2aaaaaaa, 4'b1001));
      come(2'd2, 1'b0, {8{32'heeeeeeee}});
      come(2'd2, 1'b1, {8{32'hffff0000}});
      get_ready = 3'b101;
      tick;
      check(get_valid == 3'b010, "two sinks take at one edge");
      ticks(3);
      check(is_got(2, 31'h2aaaaaaa, 4'b1001) && get_valid == 3'b110
            && get_data[3071:2048] == {{8{32'hffff0000}}, 512'd0, {8{32'heeeeeeee}}},
            "data of class 2 are for sink 2");
      get_ready = 3'b000;
      come(2'd0, 1'b1, head(2'd0, 31'h4, 4'd0));
      tick;
      check(is_got(0, 31'h4, 4'd0) && get_valid == 3'b111 && is_got(1, 31'h1, 4'd0),
            "a message for each sink");
      get_ready = 3'b111;
      tick;
      check(is_got(1, 31'h40000002, 4'd0) && get_valid == 3'b010, "all three take at one edge");
      tick;
      check(is_got(1, 31'h3, 4'd0), "the third message came when the first had been taken");
    end
  endtask

  task sinks_that_share_a_channel_wait_for_each_other;
    begin
      restart;
      come(2'd0, 1'b1, head(2'd2, 31'h1, 4'd0));
      come(2'd0, 1'b1, head(2'd2, 31'h2, 4'd0));
      come(2'd0, 1'b1, head(2'd2, 31'h3, 4'd0));
      come(2'd0, 1'b1, head(2'd1, 31'h4, 4'd0));
      ticks(5);
      check(is_got(2, 31'h1, 4'd0) && get_valid == 3'b100,
            "sink 1 waits behind a message for sink 2");
      come(2'd1, 1'b1, head(2'd0, 31'h5, 4'd0));
      tick;
      check(is_got(0, 31'h5, 4'd0) && get_valid == 3'b101, "sink 0, on another channel, does not");
      get_ready = 3'b100;
      tick;
      get_ready = 3'b000;
      ticks(2);
      check(is_got(2, 31'h2, 4'd0) && is_got(1, 31'h4, 4'd0), "until sink 2 takes one");
    end
  endtask

  task both_ways_at_once;
    begin
      restart;
      put_class = {2'd0, 2'd1, 2'd2};
      put_data_sectors = {4'b0000, 4'b0011, 4'b0000};
      put_valid = 3'b010;
      come(2'd1, 1'b0, head(2'd1, 31'h5, 4'b0100));
      put_valid = 3'b000;
      leaves(2'd1, 1'b0, head_of(1), "a head leaves while one arrives");
      come(2'd1, 1'b1, {8{32'h12345678}});
      check(is_got(1, 31'h5, 4'b0100)
            && get_data[2047:1024] == {256'd0, {8{32'h12345678}}, 512'd0} && credit == 3'b010,
            "a message is complete");
      tick;
      leaves(2'd1, 1'b0, put_data[1279:1024], "the first sector of the other one");
      restart;
      ticks(2);
      check(!leave_valid && get_valid == 3'b000, "nothing survives a reset");
    end
  endtask

  integer word;
  initial begin
    for (word = 0; word < 96; word = word + 1)
      put_data[word*32 +: 32] = 32'h9e3779b9 * (word + 1);
    ticks(2);
    all_sources_are_taken_at_one_edge;
    a_class_without_credits_leaves_the_others_alone;
    a_class_beyond_the_last_one_shares_its_channels;
    a_full_sink_leaves_the_others_alone;
    sinks_that_share_a_channel_wait_for_each_other;
    both_ways_at_once;

    $display("noc_port: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

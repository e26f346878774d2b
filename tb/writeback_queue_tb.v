// Directed bench of writeback_queue: a read alone, a write-back whose line comes later, a pair in
// its order, a controller that does not take until the queue is full, reset in the middle.
`default_nettype none
module writeback_queue_tb;
`include "tb/bench.vh"
  reg           evict_valid = 1'b0;
  reg  [16:0]   evict_line = 17'd0;
  reg           ram_valid = 1'b0;
  reg  [1023:0] ram_data = 1024'd0;
  reg  [127:0]  ram_mask = {128{1'b1}};
  reg           fetch_valid = 1'b0;
  reg  [16:0]   fetch_line = 17'd0;
  reg  [2:0]    fetch_id = 3'd0;
  reg           dram_ready = 1'b1;
  wire          room;
  wire          empty;
  wire          dram_valid;
  wire          dram_write;
  wire [16:0]   dram_line;
  wire [2:0]    dram_id;
  wire [1023:0] dram_data;
  wire [127:0]  dram_mask;
  integer       pair;

  writeback_queue #(.LINE_BITS(17), .ID_BITS(3)) dut (
    .clk(clk), .rst(rst), .room(room), .empty(empty),
    .evict_valid(evict_valid), .evict_line(evict_line),
    .ram_valid(ram_valid), .ram_data(ram_data), .ram_mask(ram_mask), .dram_mask(dram_mask),
    .fetch_valid(fetch_valid), .fetch_line(fetch_line), .fetch_id(fetch_id),
    .dram_valid(dram_valid), .dram_ready(dram_ready), .dram_write(dram_write),
    .dram_line(dram_line), .dram_id(dram_id), .dram_data(dram_data)
  );

  task announce(input evict, input [16:0] out_line, input fetch, input [16:0] in_line, input [2:0] id);
    begin
      check(room, "room before an announcement");
      evict_valid = evict;
      evict_line = out_line;
      fetch_valid = fetch;
      fetch_line = in_line;
      fetch_id = id;
      tick;
      evict_valid = 1'b0;
      fetch_valid = 1'b0;
    end
  endtask

  task bring(input [1023:0] line);
    begin
      ram_valid = 1'b1;
      ram_data = line;
      tick;
      ram_valid = 1'b0;
      ram_data = 1024'd0;
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    check(empty && room && !dram_valid, "empty after reset");

    announce(1'b0, 17'd0, 1'b1, 17'h1abc, 3'd5);
    check(!empty && room && dram_valid && !dram_write && dram_line == 17'h1abc && dram_id == 3'd5,
          "a read is offered one cycle later");
    check(dram_data == 1024'd0 && dram_mask == 128'd0, "a read carries no data");
    tick;
    check(empty && room, "taken");

    announce(1'b1, 17'h0011, 1'b1, 17'h0022, 3'd3);
    check(!room && !dram_valid, "the write-back waits for its line");
    ticks(2);
    check(!empty && room && !dram_valid, "and so does the read behind it");
    bring({32{32'hcafe0001}});
    check(dram_valid && dram_write && dram_line == 17'h0011, "the write-back goes first");
    check(dram_data == {32{32'hcafe0001}} && dram_id == 3'd0, "with its line");
    tick;
    check(dram_valid && !dram_write && dram_line == 17'h0022 && dram_id == 3'd3,
          "the read follows");
    tick;
    check(empty, "the pair was handed over");

    dram_ready = 1'b0;
    for (pair = 0; pair < 2; pair = pair + 1) begin
      announce(1'b1, 17'd100 + pair, 1'b1, 17'd200 + pair, pair);
      bring({32{32'd7 + pair}});
      ticks(2);
    end
    check(!room, "no room with two write-backs and two reads");
    dram_ready = 1'b1;
    check(dram_write && dram_line == 17'd100 && dram_data == {32{32'd7}}, "first of four");
    tick;
    check(!dram_write && dram_line == 17'd200 && dram_id == 3'd0, "second of four");
    tick;
    check(dram_write && dram_line == 17'd101 && dram_data == {32{32'd8}}, "third of four");
    tick;
    check(!dram_write && dram_line == 17'd201 && dram_id == 3'd1 && room, "fourth of four");
    tick;
    check(empty, "all four were handed over");

    announce(1'b1, 17'd5, 1'b0, 17'd0, 3'd0);
    ram_mask = 128'hf0;
    bring({32{32'h600d}});
    check(dram_valid && dram_write && dram_mask == 128'hf0, "some bytes of a line");
    tick;

    announce(1'b1, 17'd1, 1'b1, 17'd2, 3'd1);
    rst = 1'b1;
    tick;
    rst = 1'b0;
    ticks(2);
    check(empty && room && !dram_valid, "nothing survives a reset");

    $display("writeback_queue: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

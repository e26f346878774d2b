// Directed bench of llc_lines with two lines: what a read finds of a fill, of stores, of an atomic in
// front of it, however close; times of atomics; a line that stays while its reader waits; bits inverted
// in the RAM, which are told of each line that is read, by whatever reads it.
`default_nettype none
module llc_lines_tb;
`include "tb/bench.vh"
  localparam [127:0] ALL = {128{1'b1}};
  localparam [2:0] ADD = 3'd0;

  reg           access_valid = 1'b0;
  reg           access_reads = 1'b0;
  reg           access_stores = 1'b0;
  reg           access_executes = 1'b0;
  reg           place = 1'b0;
  reg  [127:0]  mask = 128'd0;
  reg  [1023:0] data = 1024'd0;
  reg           read_valid = 1'b0;
  reg           place_read = 1'b0;
  reg           fill_valid = 1'b0;
  reg           fill_place = 1'b0;
  reg  [127:0]  fill_mask = 128'd0;
  reg  [1023:0] fill_data = 1024'd0;
  wire          read_room;
  wire          write_room;
  wire          atomic_done;
  wire          fill_room;
  wire          error_corrected;
  wire          error_lost;
  wire          line_valid;
  wire [1023:0] line_data;

  llc_lines #(.PROTECT(2), .LINES(2)) dut (
    .clk(clk), .rst(rst), .access_valid(access_valid), .access_reads(access_reads),
    .access_stores(access_stores), .access_executes(access_executes), .op(ADD), .place(place),
    .mask(mask), .data(data), .read_room(read_room), .write_room(write_room),
    .atomic_done(atomic_done), .read_valid(read_valid), .place_read(place_read),
    .fill_valid(fill_valid), .fill_place(fill_place), .fill_mask(fill_mask), .fill_data(fill_data),
    .fill_room(fill_room), .error_corrected(error_corrected), .error_lost(error_lost),
    .line_valid(line_valid), .line_data(line_data)
  );

`include "tb/told_errors.vh"

  function [1023:0] pattern(input [31:0] word);
    pattern = {32{word}};
  endfunction

  task fill(input at, input [127:0] bytes, input [31:0] word);
    begin
      check(fill_room, "a fill may come");
      fill_valid = 1'b1;
      fill_place = at;
      fill_mask = bytes;
      fill_data = pattern(word);
      tick;
      fill_valid = 1'b0;
    end
  endtask

  task begin_access(input at, input reads, input stores, input executes);
    begin
      access_valid = 1'b1;
      access_reads = reads;
      access_stores = stores;
      access_executes = executes;
      place = at;
      place_read = at;
      tick;
      access_valid = 1'b0;
    end
  endtask

  task look(input at);
    begin
      check(read_room, "a read may begin");
      begin_access(at, 1'b1, 1'b0, 1'b0);
    end
  endtask

  task store(input at, input [127:0] bytes, input [31:0] word);
    begin
      check(write_room, "a store may begin");
      mask = bytes;
      data = pattern(word);
      begin_access(at, 1'b0, 1'b1, 1'b0);
    end
  endtask

  // Returns when the next access may begin, as early as that is.
  task add(input at, input [127:0] words, input [31:0] operand, input integer cycles);
    integer from;
    begin
      mask = words;
      data = pattern(operand);
      from = cycle;
      begin_access(at, 1'b1, 1'b0, 1'b1);
      while (!atomic_done) tick;
      tick;
      mask = ~words;                   // nobody looks at these any more
      while (!read_room) tick;
      check(cycle - from == cycles, "it lets the next one begin");
    end
  endtask

  // Inverts a bit of the RAM: a byte of a line with its check bits has 13.
  task invert(input at, input integer its_byte, input integer its_bit);
    dut.lines.words.storage[at][13 * its_byte + its_bit] = !dut.lines.words.storage[at][13 * its_byte + its_bit];
  endtask

  integer i;

  initial begin
    ticks(2);
    rst = 1'b0;
    tick;
    check(!line_valid && read_room && write_room && fill_room, "nothing is under way");

    fill(1'b0, ALL, 32'd7);
    fill(1'b1, ALL, 32'd9);
    look(1'b0);
    check(line_valid && line_data == pattern(32'd7), "a line is read");
    store(1'b0, 128'hf0, 32'd3);
    check(!line_valid, "a store reads none");
    look(1'b0);
    check(line_data == {pattern(32'd7) & ~1024'hffffffff_ffffffff | 1024'h00000003_00000007}, "its bytes");
    store(1'b1, ALL, 32'd5);
    fill(1'b1, 128'hf, 32'd8);
    read_valid = 1'b1;
    place_read = 1'b1;
    tick;
    read_valid = 1'b0;
    check(line_data == {pattern(32'd5) & ~1024'hffffffff | 1024'd8}, "a fill leaves other bytes alone");

    // one sector, two, four: times, and what comes right behind it
    fill(1'b0, ALL, 32'd100);
    add(1'b0, 128'hf, 32'd1, 2);
    look(1'b0);
    check(line_data[31:0] == 32'd101 && line_data[1023:32] == {31{32'd100}}, "the sum is seen at once");
    ticks(5);
    check(line_valid && line_data[31:0] == 32'd101, "and as long as nothing else is read");
    add(1'b0, 128'hf0000000f, 32'd1, 4);
    look(1'b0);
    check(line_data[31:0] == 32'd102 && line_data[287:256] == 32'd101, "two sectors");
    add(1'b0, ALL, 32'd1, 6);
    look(1'b1);
    check(line_data == {pattern(32'd5) & ~1024'hffffffff | 1024'd8}, "another line has nothing of it");
    look(1'b0);
    check(line_data[31:0] == 32'd103 && line_data[1023:992] == 32'd101, "four");

    // of incomplete words none is changed; without any byte an atomic is a read
    add(1'b0, 128'h7, 32'd1, 2);
    add(1'b0, 128'h0, 32'd1, 2);
    look(1'b0);
    check(line_data[31:0] == 32'd103, "no whole word");

    // back to back; a store waits until the last sector is written
    fill(1'b1, ALL, 32'd0);
    for (i = 0; i < 5; i = i + 1) add(1'b1, 128'hf, 32'd1, 2);
    look(1'b1);
    check(line_data[31:0] == 32'd5, "five sums");
    add(1'b1, 128'hf, 32'd1, 2);
    i = 0;
    while (!write_room) begin
      tick;
      i = i + 1;
    end
    check(i == 2, "a store begins two cycles later");
    store(1'b1, 128'h1, 32'hff);
    look(1'b1);
    check(line_data[31:0] == 32'hff, "and is the last to write");

    // a reset ends an atomic
    mask = ALL;
    begin_access(1'b1, 1'b1, 1'b0, 1'b1);
    check(!read_room, "under way");
    rst = 1'b1;
    tick;
    rst = 1'b0;
    check(read_room && write_room && !line_valid, "not any more");
    check(corrections == 0 && losses == 0, "no bit was inverted");

    // an inverted bit stays in the RAM until its byte is written
    fill(1'b0, ALL, 32'd100);
    invert(1'b0, 5, 3);
    look(1'b0);
    check(line_data == pattern(32'd100), "a bit is put right");
    tick;
    check(corrections == 1 && losses == 0, "and told, of a read");
    add(1'b0, 128'hf, 32'd1, 2);
    check(corrections == 2, "of an atomic");
    while (!write_room) tick;
    store(1'b0, 128'hf0, 32'd100);
    ticks(2);
    check(corrections == 2, "a store reads nothing");
    add(1'b0, 128'hf, 32'd1, 2);
    check(corrections == 2, "it was written");
    invert(1'b0, 5, 3);
    invert(1'b0, 5, 4);
    add(1'b0, 128'hf, 32'd1, 2);
    check(corrections == 2 && losses == 1, "two bits are lost, and an atomic tells");
    read_valid = 1'b1;
    place_read = 1'b0;
    tick;
    read_valid = 1'b0;
    ticks(2);
    check(corrections == 2 && losses == 2, "so does a read without an access");
    $display("llc_lines: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

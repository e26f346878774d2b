`default_nettype none
// Directed bench of ram_ecc: bits inverted in the storage itself, as by a particle, one at a time and two; what write_flip
// inverts; a part of a word is coded by itself. Beside it parts of several code words, each of their bits inverted.
module ram_ecc_case #(
  parameter WIDTH = 66,
  parameter MASK_BITS = 1
);
`include "tb/bench.vh"
  localparam FLIP_BITS = 2 * ((WIDTH / MASK_BITS + 63) / 64);
  reg                  finished = 1'b0;
  reg                  write_valid = 1'b0;
  reg                  read_valid = 1'b0;
  reg  [WIDTH-1:0]     word;
  wire [WIDTH-1:0]     data;
  wire [MASK_BITS-1:0] corrected, lost;
  integer              i, k;
  integer              seed = WIDTH;

  ram_ecc #(.WIDTH(WIDTH), .DEPTH(1), .MASK_BITS(MASK_BITS)) dut (.clk(clk),
    .write_valid(write_valid), .write_addr(1'b0), .write_mask({MASK_BITS{1'b1}}), .write_data(word),
    .write_flip({FLIP_BITS{1'b0}}), .read_valid(read_valid), .read_addr(1'b0),
    .read_data(data), .read_corrected(corrected), .read_lost(lost));

  initial begin
    rst = 1'b0;
    for (i = 0; i < dut.STORED; i = i + 1) begin
      for (k = 0; k < WIDTH; k = k + 1) word[k] = $random(seed);
      write_valid = 1'b1;
      tick;
      write_valid = 1'b0;
      dut.words.storage[0][i] = !dut.words.storage[0][i];
      read_valid = 1'b1;
      tick;
      read_valid = 1'b0;
      check(data == word && corrected == 1 << i / dut.CODED && lost == 0, "each bit is put right");
    end
    finished = 1'b1;
  end
endmodule

module ram_ecc_tb;
`include "tb/bench.vh"
  reg         write_valid = 1'b0;
  reg         read_valid = 1'b0;
  reg  [2:0]  write_addr = 3'd0;
  reg  [2:0]  read_addr = 3'd0;
  reg  [3:0]  write_mask = 4'hf;
  reg  [31:0] write_data = 32'd0;
  reg  [1:0]  write_flip = 2'd0;
  wire [31:0] data, parity_data;
  wire [3:0]  corrected, lost, parity_corrected, parity_lost;
  integer     i;

  ram_ecc_case #(.WIDTH(66)) two_words ();
  ram_ecc_case #(.WIDTH(130)) three_words ();
  ram_ecc_case #(.WIDTH(132), .MASK_BITS(2)) two_parts ();

  ram_ecc #(.WIDTH(32), .DEPTH(6), .MASK_BITS(4)) dut (.clk(clk),
    .write_valid(write_valid), .write_addr(write_addr), .write_mask(write_mask), .write_data(write_data),
    .write_flip(write_flip), .read_valid(read_valid), .read_addr(read_addr),
    .read_data(data), .read_corrected(corrected), .read_lost(lost));
  ram_ecc #(.PROTECT(1), .WIDTH(32), .DEPTH(6), .MASK_BITS(4)) parity (.clk(clk),
    .write_valid(write_valid), .write_addr(write_addr), .write_mask(write_mask), .write_data(write_data),
    .write_flip(write_flip), .read_valid(read_valid), .read_addr(read_addr),
    .read_data(parity_data), .read_corrected(parity_corrected), .read_lost(parity_lost));

  task write(input [2:0] addr, input [3:0] mask, input [31:0] word, input [1:0] flip);
    begin
      write_valid = 1'b1;
      write_addr = addr;
      write_mask = mask;
      write_data = word;
      write_flip = flip;
      tick;
      write_valid = 1'b0;
    end
  endtask

  task read(input [2:0] addr);
    begin
      read_valid = 1'b1;
      read_addr = addr;
      tick;
      read_valid = 1'b0;
    end
  endtask

  initial begin
    rst = 1'b0;
    // A byte with its five check bits: 13 bits of the word's 52; with parity 9 of 36.
    for (i = 0; i < 52; i = i + 1) begin
      write(3'd2, 4'hf, 32'hdeadbeef, 2'd0);
      dut.words.storage[2] = dut.words.storage[2] ^ (52'd1 << i);
      read(3'd2);
      check(data == 32'hdeadbeef && corrected == 4'd1 << i / 13 && lost == 4'd0, "one inverted bit, put right");
      dut.words.storage[2] = dut.words.storage[2] ^ (52'd1 << (i % 13 == 12 ? i - 5 : i + 1));
      read(3'd2);
      check(corrected == 4'd0 && lost == 4'd1 << i / 13, "two in a byte, told");
      dut.words.storage[2] = dut.words.storage[2] ^ (52'd1 << (i + 13) % 52);
      read(3'd2);
      check(corrected == 4'd1 << (i + 13) % 52 / 13 && lost == 4'd1 << i / 13, "and one in another byte, put right");
    end
    for (i = 0; i < 36; i = i + 1) begin
      write(3'd5, 4'hf, 32'hdeadbeef, 2'd0);
      parity.words.storage[5] = parity.words.storage[5] ^ (36'd1 << i);
      read(3'd5);
      check(parity_corrected == 4'd0 && parity_lost == 4'd1 << i / 9, "parity tells one");
    end
    write(3'd0, 4'hf, 32'h01020304, 2'd0);
    write(3'd0, 4'b0010, 32'hffffffff, 2'd1);
    read(3'd0);
    check(data == 32'h0102ff04 && corrected == 4'b0010 && lost == 4'd0, "a part that was written with an inverted bit");
    check(parity_data == 32'h0102fe04 && parity_lost == 4'b0010, "with parity it comes back so");
    write(3'd0, 4'b0010, 32'hffffffff, 2'd3);
    read(3'd0);
    check(data == 32'h0102fe04 && corrected == 4'd0 && lost == 4'b0010, "with two: neither is put right");
    write(3'd0, 4'b0010, 32'hffffffff, 2'd0);
    check(data == 32'h0102fe04 && lost == 4'b0010, "it holds until the next read");
    read(3'd0);
    check(data == 32'h0102ff04 && {corrected, lost, parity_lost} == 12'd0, "written again");
    wait (two_words.finished && three_words.finished && two_parts.finished);
    $display("ram_ecc: passed %0d checks", checks + two_words.checks + three_words.checks + two_parts.checks);
    $finish;
  end
endmodule
`default_nettype wire

// Directed bench of set_map: the drawing of docs/blocks/set_map.md with 16 sets, 8 partitions,
// chunks of two lines - linear and hashed - Fermi's 64 sets, and the one-set case; each address goes
// there and back.
`default_nettype none
module set_map_tb;
  reg  [16:0] line = 17'd0;
  wire [3:0]  linear_set;
  wire [12:0] linear_tag;
  wire [16:0] linear_line;
  wire [3:0]  hash_set;
  wire [12:0] hash_tag;
  wire [16:0] hash_line;
  wire [5:0]  fermi_set;
  wire [10:0] fermi_tag;
  wire [16:0] fermi_line;
  wire        one_set;
  wire [16:0] one_tag;
  wire [16:0] one_line;
  wire [5:0]  thirds_set;
  wire [12:0] thirds_tag;
  wire [16:0] thirds_line;
  wire [1:0]  three_set;
  wire [16:0] three_tag;
  wire [16:0] three_line;
  integer     checks = 0;

  set_map #(.LINE_BITS(17), .SETS(16), .INDEX_SHIFT(3), .CHUNK_BITS(1)) linear (
    .line(line), .line_set(linear_set), .line_tag(linear_tag),
    .of_set(linear_set), .of_tag(linear_tag), .of_line(linear_line)
  );
  set_map #(.LINE_BITS(17), .SETS(16), .INDEX_SHIFT(3), .CHUNK_BITS(1), .HASH_INDEX(1)) hash (
    .line(line), .line_set(hash_set), .line_tag(hash_tag),
    .of_set(hash_set), .of_tag(hash_tag), .of_line(hash_line)
  );
  set_map #(.LINE_BITS(17), .SETS(64), .CHUNK_BITS(0), .HASH_INDEX(2)) fermi (
    .line(line), .line_set(fermi_set), .line_tag(fermi_tag),
    .of_set(fermi_set), .of_tag(fermi_tag), .of_line(fermi_line)
  );
  set_map #(.LINE_BITS(17), .SETS(1)) single (
    .line(line), .line_set(one_set), .line_tag(one_tag),
    .of_set(one_set), .of_tag(one_tag), .of_line(one_line)
  );

  set_map #(.LINE_BITS(17), .SETS(48), .INDEX_SHIFT(3), .CHUNK_BITS(1)) thirds (
    .line(line), .line_set(thirds_set), .line_tag(thirds_tag),
    .of_set(thirds_set), .of_tag(thirds_tag), .of_line(thirds_line)
  );
  set_map #(.LINE_BITS(17), .SETS(3), .INDEX_SHIFT(0), .CHUNK_BITS(0)) three (
    .line(line), .line_set(three_set), .line_tag(three_tag),
    .of_set(three_set), .of_tag(three_tag), .of_line(three_line)
  );

  task check(input holds, input [8*48-1:0] what);
    begin
      checks = checks + 1;
      if (holds !== 1'b1) begin
        $display("set_map_tb line %h: %0s", line, what);
        $fatal;
      end
    end
  endtask

  // A line address from the fields of the drawing.
  task address(input [12:0] upper, input [2:0] partition, input in_chunk);
    begin
      line = {upper, partition, in_chunk};
      #1;
      check(linear_line == line && hash_line == line && one_line == line, "there and back");
      check(one_set == 1'b0, "one set: set 0");
      check(fermi_line == line, "Fermi: there and back");
      check(thirds_line == line && three_line == line, "48 and 3 sets: there and back");
      check(thirds_set == {upper, in_chunk} % 48 && three_set == line % 3, "the remainder");
    end
  endtask

  // Byte address bits 7 on are the line's bits 0 on.
  task fermi_is(input [23:0] of_address, input [5:0] set);
    begin
      line = of_address[23:7];
      #1 check(fermi_set == set, "Fermi: the page's bits");
    end
  endtask

  integer n;

  initial begin
    address(13'b0_0000_0000_0101, 3'd6, 1'b1);
    check(linear_set == 4'b1011, "linear: {upper, in chunk} without the partition");
    check(hash_set == 4'b1011, "hash: higher groups are zero");
    check(linear_tag[12:10] == 3'd6, "the tag keeps the partition at its top");
    address(13'b0_0000_0001_1101, 3'd6, 1'b1);
    check(linear_set == 4'b1011 && hash_set == 4'b1011 ^ 4'b0011,
          "hash: the next group is XORed in");
    address(13'b0_0000_0000_0101, 3'd1, 1'b1);
    check(linear_set == 4'b1011 && hash_set == 4'b1011, "the partition does not matter");
    for (n = 0; n < 200; n = n + 1) begin
      address($random, $random, $random);
      check(linear_set == {line[6:4], line[0]}, "linear, any line");
    end
    fermi_is(24'h000f80, 6'd31);       // bits 7 to 11
    fermi_is(24'h001000, 6'd32);       // bit 12
    fermi_is(24'h00e000, 6'd7);        // bits 13 to 15
    fermi_is(24'h020000, 6'd8);        // bit 17
    fermi_is(24'h080000, 6'd16);       // bit 19
    fermi_is(24'hf50000, 6'd0);        // bits 16, 18 and 20 on
    fermi_is(24'h002080, 6'd0);        // bits 7 and 13
    $display("set_map: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

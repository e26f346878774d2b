// Directed bench of set_map: the drawing of docs/blocks/set_map.md with 16 sets, 8 partitions,
// chunks of two lines - linear and hashed - and the one-set case; each address goes there and back.
`default_nettype none
module set_map_tb;
  reg  [16:0] line = 17'd0;
  wire [3:0]  linear_set;
  wire [12:0] linear_tag;
  wire [16:0] linear_line;
  wire [3:0]  hash_set;
  wire [12:0] hash_tag;
  wire [16:0] hash_line;
  wire        one_set;
  wire [16:0] one_tag;
  wire [16:0] one_line;
  integer     checks = 0;

  set_map #(.LINE_BITS(17), .SETS(16), .INDEX_SHIFT(3), .CHUNK_BITS(1)) linear (
    .line(line), .line_set(linear_set), .line_tag(linear_tag),
    .of_set(linear_set), .of_tag(linear_tag), .of_line(linear_line)
  );
  set_map #(.LINE_BITS(17), .SETS(16), .INDEX_SHIFT(3), .CHUNK_BITS(1), .HASH_INDEX(1)) hash (
    .line(line), .line_set(hash_set), .line_tag(hash_tag),
    .of_set(hash_set), .of_tag(hash_tag), .of_line(hash_line)
  );
  set_map #(.LINE_BITS(17), .SETS(1)) single (
    .line(line), .line_set(one_set), .line_tag(one_tag),
    .of_set(one_set), .of_tag(one_tag), .of_line(one_line)
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
    $display("set_map: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

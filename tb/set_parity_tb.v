`default_nettype none
// Bench of set_parity: the low bit with a linear index, the XOR of bits 0, 5, 10, ... with a hashed
// one of 32 sets, bits 0 and 6 with Fermi's, all bits with two sets, nothing with one; and hashed against set_map, all lines
// of a block of addresses.
module set_parity_tb;
`include "tb/bench.vh"
  reg  [16:0] line = 17'd0;
  wire        linear, hashed, fermi, of_two, single;
  wire [4:0]  set;
  integer     i;

  set_parity #(.LINE_BITS(17), .SETS(32)) linear32 (.line(line), .odd(linear));
  set_parity #(.LINE_BITS(17), .SETS(32), .HASH_INDEX(1)) hashed32 (.line(line), .odd(hashed));
  set_parity #(.LINE_BITS(17), .SETS(32), .HASH_INDEX(2)) fermi32 (.line(line), .odd(fermi));
  set_parity #(.LINE_BITS(17), .SETS(2), .HASH_INDEX(1)) two (.line(line), .odd(of_two));
  set_parity #(.LINE_BITS(17), .SETS(1), .HASH_INDEX(1)) one (.line(line), .odd(single));
  set_map #(.LINE_BITS(17), .SETS(32), .CHUNK_BITS(0), .HASH_INDEX(1)) map (
    .line(line), .line_set(set), .line_tag(), .of_set(5'd0), .of_tag(12'd0), .of_line());

  initial begin
    rst = 1'b0;
    for (i = 0; i < 17; i = i + 1) begin
      line = 17'd1 << i;
      #1 check(linear == (i == 0), "linear: bit 0 alone");
      check(hashed == (i % 5 == 0), "hashed: the low bit of each group");
      check(fermi == (i == 0 || i == 6), "Fermi: address bits 7 and 13");
      check(of_two == 1'b1, "two sets: every bit is a group");
      check(single == 1'b0, "one set is even");
    end
    for (i = 0; i < 131072; i = i + 7) begin
      line = i;
      #1 check(hashed == set[0], "as the set number of the L1");
    end
    $display("set_parity: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Directed bench of ecc: check bits of a byte and of 64 bits worked out by hand, each single inverted bit and each pair of a
// byte's code word, parity.
module ecc_tb;
`include "tb/bench.vh"
  reg  [7:0]  data = 8'd0;
  reg  [12:0] flips = 13'd0;
  wire [4:0]  check_bits;
  wire [7:0]  fixed, unchanged;
  wire        corrected, lost, parity, parity_corrected, parity_lost;
  reg  [63:0] wide_data = 64'd0;
  wire [7:0]  wide_check;
  integer     i, j;

  ecc #(.WIDTH(8)) byte_code (.data(data), .check(check_bits), .stored_data(data ^ flips[7:0]),
    .stored_check(check_bits ^ flips[12:8]), .fixed(fixed), .corrected(corrected), .lost(lost));
  ecc #(.PROTECT(1), .WIDTH(8)) byte_parity (.data(data), .check(parity), .stored_data(data ^ flips[7:0]),
    .stored_check(parity), .fixed(unchanged), .corrected(parity_corrected), .lost(parity_lost));
  ecc #(.WIDTH(64)) wide (.data(wide_data), .check(wide_check), .stored_data(64'd0), .stored_check(8'd0), .fixed(),
    .corrected(), .lost());

  initial begin
    rst = 1'b0;
    data = 8'b0000_0001; #1 check(check_bits == 5'b00111, "the first bit is in the three lowest rows");
    data = 8'b1000_0000; #1 check(check_bits == 5'b11001, "the eighth in rows 0, 3 and 4");
    data = 8'b1000_0001; #1 check(check_bits == 5'b11110, "both: their sum");
    wide_data = 64'd1 << 55; #1 check(wide_check == 8'b1110_0000, "the last of the 56 bits in three rows");
    wide_data = 64'd1 << 56; #1 check(wide_check == 8'b0001_1111, "the first in five");
    data = 8'h5a;
    #1 check(fixed == data && !corrected && !lost && !parity_lost && parity == 1'b0, "as it was stored");
    for (i = 0; i < 13; i = i + 1) begin
      flips = 13'd1 << i;
      #1 check(fixed == data && corrected && !lost, "one inverted bit is put right");
      check(parity_lost == (i < 8) && unchanged == (data ^ flips[7:0]) && !parity_corrected, "parity tells one, no more");
      for (j = i + 1; j < 13; j = j + 1) begin
        flips = 13'd1 << i | 13'd1 << j;
        #1 check(!corrected && lost, "two are told");
        check(parity_lost == (i < 8 && j >= 8), "parity does not see two in the word");
      end
    end
    $display("ecc: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

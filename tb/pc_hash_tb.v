`default_nettype none
// Bench of pc_hash: the drawing of docs/blocks/pc_hash.md group by group, all instructions of a
// kilobyte, and two instructions with one id.
module pc_hash_tb;
`include "tb/bench.vh"
  reg  [31:0] pc;
  wire [6:0]  insn, check_bits, short_insn, short_check;
  reg  [127:0] seen;
  integer     i;

  pc_hash dut (.pc(pc), .insn(insn), .check(check_bits));
  pc_hash #(.PC_BITS(10)) short (.pc(pc[9:0]), .insn(short_insn), .check(short_check));

  task expect(input [31:0] counter, input [6:0] id, input [6:0] rest, input [64*8-1:0] what);
    begin
      pc = counter;
      #1 check(insn == id && check_bits == rest, what);
    end
  endtask

  initial begin
    rst = 1'b0;
    expect(32'd0, 7'd0, 7'd0, "pc 0");
    expect(32'h00000007, 7'd0, 7'd0, "the low three bits do not count");
    expect(32'h000003f8, 7'h7f, 7'd0, "group 0: insn only");
    expect(32'h00000400, 7'h01, 7'h01, "group 1: both");
    expect(32'h00020000, 7'h01, 7'h02, "group 2: rotated by one in the check");
    expect(32'h01000000, 7'h01, 7'h04, "group 3: by two");
    expect(32'h80000000, 7'h01, 7'h08, "group 4 has one bit: by three");
    expect(32'h00800000, 7'h40, 7'h01, "the highest bit of group 2 comes round");
    expect(32'h00010008, 7'h41, 7'h40, "groups are XORed");
    expect(32'h00000400 | 32'h00000008, 7'h00, 7'h01, "the same id as pc 0, another check");
    seen = 128'd0;
    for (i = 0; i < 128; i = i + 1) begin
      pc = 32'h00012400 + 8 * i;
      #1 check(!seen[insn], "ids of a kilobyte differ");
      seen[insn] = 1'b1;
    end
    pc = 32'h000003a8;
    #1 check(short_insn == 7'h75 && short_check == 7'd0, "10 bits: one group, no check");
    $display("pc_hash: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

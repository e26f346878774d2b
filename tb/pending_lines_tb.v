// Directed bench of pending_lines with three entries: the lowest free entry is claimed, a line is
// found, a claim and a release at one edge, a full list, one line in two entries, reset.
`default_nettype none
module pending_lines_tb;
`include "tb/bench.vh"
  reg  [16:0] look_line = 17'd0;
  reg  [16:0] claim_line = 17'd0;
  reg         claim_valid = 1'b0;
  reg  [1:0]  answer_entry = 2'd0;
  reg         answer_last = 1'b0;
  wire [2:0]  look_match;
  wire        free_valid;
  wire [1:0]  free_entry;
  wire [2:0]  free_mask;

  pending_lines #(.LINE_BITS(17), .ENTRIES(3)) dut (
    .clk(clk), .rst(rst), .look_line(look_line), .look_match(look_match),
    .claim_line(claim_line), .claim_valid(claim_valid),
    .free_valid(free_valid), .free_entry(free_entry), .free_mask(free_mask),
    .answer_entry(answer_entry), .answer_last(answer_last)
  );

  task claim(input [16:0] line, input [1:0] entry);
    begin
      claim_line = line;
      claim_valid = 1'b1;
      #1 check(free_valid && free_entry == entry && free_mask == 3'b001 << entry, "the lowest free");
      tick;
      claim_valid = 1'b0;
      claim_line = 17'h15555;        // not claimed: nobody sees it
    end
  endtask

  task found(input [16:0] line, input [2:0] entries);
    begin
      look_line = line;
      #1 check(look_match == entries, "the entries that hold the line");
    end
  endtask

  task release_entry(input [1:0] entry);
    begin
      answer_entry = entry;
      answer_last = 1'b1;
      tick;
      answer_last = 1'b0;
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    found(17'h1abcd, 3'b000);
    claim(17'h1abcd, 2'd0);
    found(17'h1abcd, 3'b001);
    found(17'h0abcd, 3'b000);
    claim(17'h00001, 2'd1);
    claim(17'h1abcd, 2'd2);
    check(!free_valid && free_mask == 3'b000, "full");
    found(17'h1abcd, 3'b101);
    release_entry(2'd1);
    found(17'h00001, 3'b000);
    check(free_valid && free_entry == 2'd1, "the released entry is free");

    // a claim and a release at one edge: the released entry is not free yet
    answer_entry = 2'd0;
    answer_last = 1'b1;
    claim(17'h00007, 2'd1);
    answer_last = 1'b0;
    found(17'h00007, 3'b010);
    found(17'h1abcd, 3'b100);
    check(free_entry == 2'd0, "now it is");

    rst = 1'b1;
    tick;
    rst = 1'b0;
    found(17'h00007, 3'b000);
    check(free_valid && free_entry == 2'd0, "empty after reset");

    $display("pending_lines: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

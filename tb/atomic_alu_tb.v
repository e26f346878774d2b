// Directed bench of atomic_alu: each operation where signed and unsigned order differ, where the
// words are equal, and where an addition wraps.
`default_nettype none
module atomic_alu_tb;
  reg  [2:0]  op = 3'd0;
  reg  [31:0] old = 32'd0;
  reg  [31:0] operand = 32'd0;
  wire [31:0] result;
  integer     checks = 0;

  atomic_alu dut (.op(op), .old(old), .operand(operand), .result(result));

  task check(input [2:0] operation, input [31:0] in_memory, input [31:0] of_request,
             input [31:0] expected);
    begin
      op = operation;
      old = in_memory;
      operand = of_request;
      #1 checks = checks + 1;
      if (result !== expected) begin
        $display("atomic_alu_tb op %0d: %h, %h gives %h, expected %h", op, old, operand, result, expected);
        $fatal;
      end
    end
  endtask

  initial begin
    check(3'd0, 32'hffff_ffff, 32'd3, 32'd2);                    // add wraps
    check(3'd1, 32'd1, 32'd2, 32'd2);                            // exchange
    check(3'd2, 32'h8000_0000, 32'h7fff_ffff, 32'h7fff_ffff);    // unsigned minimum
    check(3'd2, 32'd5, 32'd6, 32'd5);
    check(3'd3, 32'h8000_0000, 32'h7fff_ffff, 32'h8000_0000);    // unsigned maximum
    check(3'd3, 32'd5, 32'd6, 32'd6);
    check(3'd4, 32'h8000_0000, 32'h7fff_ffff, 32'h8000_0000);    // signed minimum
    check(3'd4, 32'hffff_ffff, 32'hffff_fffe, 32'hffff_fffe);
    check(3'd5, 32'h8000_0000, 32'h7fff_ffff, 32'h7fff_ffff);    // signed maximum
    check(3'd5, 32'hffff_ffff, 32'hffff_fffe, 32'hffff_ffff);
    check(3'd4, 32'd9, 32'd9, 32'd9);                            // equal words
    check(3'd5, 32'd9, 32'd9, 32'd9);
    check(3'd6, 32'h0ff0_00ff, 32'h00ff_0f0f, 32'h00f0_000f);    // and
    check(3'd7, 32'h0ff0_00ff, 32'h00ff_0f0f, 32'h0fff_0fff);    // or
    $display("atomic_alu: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

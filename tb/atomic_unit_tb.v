// Directed bench of atomic_unit: each operation where signed and unsigned order differ, where words
// are equal, where carries leave bytes and pass them and where an addition wraps; sectors in their
// order and cycles, words that are not complete, atomics back to back and one into the other.
`default_nettype none
module atomic_unit_tb;
`include "tb/bench.vh"
  localparam [127:0] ALL = {128{1'b1}};

  reg           start_valid = 1'b0;
  reg  [127:0]  start_mask = ALL;
  reg  [2:0]    op = 3'd0;
  reg  [1023:0] line = 1024'd0;
  reg  [1023:0] operands = 1024'd0;
  wire          busy;
  wire          done;
  wire          sector_next;
  wire          write_valid;
  wire [127:0]  write_mask;
  wire [255:0]  write_data;

  atomic_unit dut (
    .clk(clk), .rst(rst), .start_valid(start_valid), .start_mask(start_mask), .op(op), .line(line),
    .operands(operands), .busy(busy), .done(done), .sector_next(sector_next), .write_valid(write_valid),
    .write_mask(write_mask), .write_data(write_data)
  );

  task start(input [127:0] mask);
    begin
      check(!busy && !done, "free");
      start_valid = 1'b1;
      start_mask = mask;
      tick;
      start_valid = 1'b0;
      start_mask = ~mask;              // it was there when it began, not longer
      check(busy, "busy from the next cycle on");
    end
  endtask

  // One operation on all words of a sector but one, which the mask leaves out.
  task execute(input [2:0] operation, input [31:0] in_memory, input [31:0] of_request,
               input [31:0] expected);
    begin
      op = operation;
      line = {32{in_memory}};
      operands = {32{of_request}};
      start(128'h0fffffff << 32);
      check(done && !sector_next, "one sector, one cycle");
      tick;
      check(!busy && !done && sector_next && !write_valid, "the next one may begin");
      op = ~operation;                 // looked at while it is busy, not longer
      line = ~line;
      operands = ~operands;
      tick;
      check(write_valid && write_mask == 128'h0fffffff << 32, "written two cycles after");
      check(write_data[223:0] == {7{expected}}, "what the operation makes of the words");
      check(!sector_next, "it is the last one");
      tick;
      check(!write_valid, "once");
    end
  endtask

  integer i;

  initial begin
    ticks(2);
    rst = 1'b0;
    execute(3'd0, 32'hffff_ffff, 32'd3, 32'd2);                    // add wraps
    execute(3'd0, 32'h0000_ffff, 32'd1, 32'h0001_0000);            // a carry passes a byte
    execute(3'd0, 32'h00ff_ff00, 32'h0000_0080, 32'h00ff_ff80);    // there is none to pass
    execute(3'd0, 32'h00ff_ff80, 32'h0000_0080, 32'h0100_0000);    // it passes two
    execute(3'd0, 32'h7fff_8000, 32'h0001_7fff, 32'h8000_ffff);    // none
    execute(3'd0, 32'hfffe_8001, 32'h0000_ffff, 32'hffff_8000);
    execute(3'd1, 32'd1, 32'd2, 32'd2);                            // exchange
    execute(3'd1, 32'hffff_ffff, 32'h1234_ffff, 32'h1234_ffff);
    execute(3'd2, 32'h8000_0000, 32'h7fff_ffff, 32'h7fff_ffff);    // unsigned minimum
    execute(3'd2, 32'd5, 32'd6, 32'd5);
    execute(3'd2, 32'h0001_0000, 32'h0000_ffff, 32'h0000_ffff);    // an upper byte decides
    execute(3'd2, 32'h0101_0102, 32'h0101_0101, 32'h0101_0101);    // the lowest one does
    execute(3'd3, 32'h8000_0000, 32'h7fff_ffff, 32'h8000_0000);    // unsigned maximum
    execute(3'd3, 32'd5, 32'd6, 32'd6);
    execute(3'd3, 32'h0001_0000, 32'h0000_ffff, 32'h0001_0000);
    execute(3'd4, 32'h8000_0000, 32'h7fff_ffff, 32'h8000_0000);    // signed minimum
    execute(3'd4, 32'hffff_ffff, 32'hffff_fffe, 32'hffff_fffe);
    execute(3'd5, 32'h8000_0000, 32'h7fff_ffff, 32'h7fff_ffff);    // signed maximum
    execute(3'd5, 32'hffff_ffff, 32'hffff_fffe, 32'hffff_ffff);
    execute(3'd4, 32'd9, 32'd9, 32'd9);                            // equal words
    execute(3'd5, 32'd9, 32'd9, 32'd9);
    execute(3'd6, 32'h0ff0_00ff, 32'h00ff_0f0f, 32'h00f0_000f);    // and
    execute(3'd7, 32'h0ff0_00ff, 32'h00ff_0f0f, 32'h0fff_0fff);    // or
    execute(3'd7, 32'h0000_ffff, 32'h0000_ffff, 32'h0000_ffff);    // no carry in it

    // sectors 0, 1 and 3, lowest first, one per cycle; of sector 1 no word is complete
    op = 3'd0;
    for (i = 0; i < 32; i = i + 1) begin
      line[i*32 +: 32] = 100 * i;
      operands[i*32 +: 32] = i;
    end
    start(128'hf000ffff_00000000_77770000_000000ff);
    check(!done && !sector_next, "selected");
    tick;
    check(!done && sector_next && !write_valid, "computed");
    tick;
    check(write_valid && done && write_mask == 128'hff, "sector 0, the third one is selected");
    check(write_data[63:0] == {32'd101, 32'd0}, "its words 0 and 1");
    tick;
    check(write_valid && !busy && write_mask == 128'h0, "sector 1: nothing");
    tick;
    check(write_valid && !sector_next && write_mask == 128'hf000ffff << 96, "sector 3");
    check(write_data[127:0] == {32'd2727, 32'd2626, 32'd2525, 32'd2424}
          && write_data[255:224] == 32'd3131, "its words");
    tick;

    // an empty mask takes one cycle and writes nothing; the next atomic follows at once
    start(128'd0);
    check(done && !write_valid, "an empty mask");
    tick;
    check(!busy && !sector_next && !write_valid, "nothing comes of it");
    line = {32{32'd7}};
    operands = {32{32'd1}};
    start(ALL);
    for (i = 0; i < 4; i = i + 1) begin
      if (i == 0) ticks(2); else tick;
      check(write_valid && write_mask == 128'hffffffff << 32 * i && write_data == {8{32'd8}},
            "a whole line, a sector per cycle");
      check(done == (i == 1) && busy == (i < 2), "the last one is selected two cycles before it is written");
    end
    tick;

    // the next one begins as soon as it may: each has its own operation, mask, line and operands
    for (i = 0; i < 4; i = i + 1) begin
      op = i[0] ? 3'd1 : 3'd0;
      line = {32{32'd100 + i}};
      operands = {32{32'd10}};
      start(128'hf << 36 * i);
      check(write_valid == (i > 0), "while the one before is written");
      if (i > 0)
        check(write_mask == 128'hf << 36 * (i - 1)
              && write_data[(i-1)*32 +: 32] == (i[0] ? 32'd109 + i : 32'd10), "by its own operation");
      tick;
    end
    tick;
    check(write_valid && write_mask == 128'hf << 108 && write_data[127:96] == 32'd10, "the last one");
    tick;

    // reset forgets what is under way, whatever the step
    for (i = 0; i < 6; i = i + 1) begin
      start(ALL);
      ticks(i);
      rst = 1'b1;
      tick;
      rst = 1'b0;
      check(!busy && !sector_next && !write_valid, "reset");
    end

    $display("atomic_unit: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

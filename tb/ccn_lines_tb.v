// Bench of ccn_lines: a node on a ring of lines [taco16 sections 4.2, 5.6]. A line of four beats
// passes on under another name, another one is taken out, a new one goes before one that passes, and
// leaves the last place to the ring; a place is kept for one that does not come. With PROMPT and no
// link a line passes with its fourth beat and is offered in the next cycle.
`default_nettype none
module ccn_lines_tb;
`include "tb/bench.vh"
  reg           in_valid = 1'b0, line_take = 1'b0, line_pass = 1'b0;
  reg           new_valid = 1'b0, out_ready = 1'b0;
  reg  [29:0]   in_head = 30'd0, line_as = 30'd0, new_head = 30'd0;
  reg  [255:0]  in_data = 256'd0;
  reg  [1023:0] new_data = 1024'd0;
  reg           keep_valid = 1'b0, gone_valid = 1'b0;
  wire          in_ready, beat_last, line_valid, line_room, keep_ready, out_valid;
  wire [29:0]   line_head, out_head;
  wire [1023:0] line_data;
  wire [255:0]  out_data;
  integer       i;

  ccn_lines #(.RESPONSES(2)) dut (.clk(clk), .rst(rst),
    .in_valid(in_valid), .in_ready(in_ready), .in_head(in_head), .in_data(in_data),
    .beat_last(beat_last), .line_valid(line_valid), .line_take(line_take), .line_pass(line_pass), .line_room(line_room),
    .line_head(line_head), .line_as(line_as), .line_data(line_data),
    .keep_valid(keep_valid), .keep_ready(keep_ready), .new_valid(new_valid), .gone_valid(gone_valid),
    .new_head(new_head), .new_data(new_data),
    .out_valid(out_valid), .out_ready(out_ready), .out_head(out_head), .out_data(out_data));

  reg           prompt_take = 1'b0, prompt_pass = 1'b0;
  wire          prompt_in_ready, prompt_last, prompt_valid, prompt_out_valid, u_room, u_keep_ready;
  wire [29:0]   prompt_head, prompt_out_head;
  wire [1023:0] u_data;
  wire [255:0]  prompt_out_data;

  ccn_lines #(.RESPONSES(2), .HOP(0), .PROMPT(1)) prompt (.clk(clk), .rst(rst),
    .in_valid(in_valid), .in_ready(prompt_in_ready), .in_head(in_head), .in_data(in_data),
    .beat_last(prompt_last), .line_valid(prompt_valid), .line_take(prompt_take),
    .line_pass(prompt_pass), .line_room(u_room), .line_head(prompt_head), .line_as(prompt_head),
    .line_data(u_data), .keep_valid(1'b0), .keep_ready(u_keep_ready), .new_valid(1'b0),
    .gone_valid(1'b0), .new_head(30'd0), .new_data(1024'd0), .out_valid(prompt_out_valid),
    .out_ready(out_ready), .out_head(prompt_out_head), .out_data(prompt_out_data));

  task restart;
    begin
      rst = 1'b1;
      {in_valid, line_take, line_pass, new_valid, out_ready} = 5'd0;
      tick;
      rst = 1'b0;
      {keep_valid, gone_valid, prompt_take, prompt_pass} = 4'd0;
      check(in_ready && !line_valid && keep_ready && !out_valid, "empty after reset");
    end
  endtask

  // Quarter i of line n is 16 n + i.
  task bring(input [29:0] n);
    begin
      for (i = 0; i < 4; i = i + 1) begin
        in_valid = 1'b1;
        in_head = (i == 0) ? n : 30'd0;
        in_data = {226'd0, n} * 256'd16 + i;
        check(in_ready && !line_valid && beat_last == (i == 3), "a beat is taken");
        tick;
      end
      in_valid = 1'b0;
      check(line_valid && line_head == n && !in_ready, "four make a line");
    end
  endtask

  task leaves(input [29:0] head, input [255:0] first);
    begin
      out_ready = 1'b1;
      for (i = 0; i < 4; i = i + 1) begin
        check(out_valid && out_head == head && out_data == first + i, "its beats leave");
        tick;
      end
      out_ready = 1'b0;
    end
  endtask

  task a_line_passes_under_another_name;
    begin
      restart;
      bring(30'd7);
      line_pass = 1'b1;
      line_as = 30'd9;
      tick;
      line_pass = 1'b0;
      check(!line_valid && in_ready && !out_valid, "it is in the queue");
      tick;
      leaves(30'd9, 256'd112);
      check(!out_valid, "it leaves once");
    end
  endtask

  task another_is_taken_out;
    begin
      restart;
      bring(30'd5);
      ticks(3);
      check(line_valid && line_data[255:0] == 256'd80
            && line_data[1023:768] == 256'd83, "it waits");
      line_take = 1'b1;
      tick;
      line_take = 1'b0;
      ticks(3);
      check(!line_valid && !out_valid, "and does not pass");
    end
  endtask

  task a_new_line_goes_first_and_leaves_a_place;
    begin
      restart;
      bring(30'd5);
      line_pass = 1'b1;
      line_as = 30'd5;
      {keep_valid, new_valid} = 2'b11;
      new_head = 30'd1;
      new_data = {256'd3, 256'd2, 256'd1, 256'd0};
      tick;
      {keep_valid, new_valid} = 2'b00;
      check(line_valid && line_room && !keep_ready, "the ring's line has the last place");
      tick;
      line_pass = 1'b0;
      check(!line_valid && !line_room, "and takes it");
      leaves(30'd1, 256'd0);
      leaves(30'd5, 256'd80);
    end
  endtask

  task a_place_is_kept_for_one_that_does_not_come;
    begin
      restart;
      keep_valid = 1'b1;
      tick;
      keep_valid = 1'b0;
      check(!keep_ready && line_room, "it is kept");
      gone_valid = 1'b1;
      tick;
      gone_valid = 1'b0;
      check(keep_ready && !out_valid, "it is free again");
    end
  endtask

  task a_prompt_line_loses_no_cycle;
    begin
      restart;
      for (i = 0; i < 8; i = i + 1) begin
        in_valid = 1'b1;
        in_head = 30'd7;
        in_data = 256'd100 + i;
        check(prompt_in_ready && prompt_last == (i % 4 == 3), "every cycle a beat");
        prompt_pass = i == 3;
        prompt_take = i == 7;
        check(prompt_out_valid == (i > 3), "a line is offered behind its fourth beat");
        out_ready = i > 3;
        check(i < 4 || prompt_out_data == 256'd96 + i && prompt_out_head == 30'd7, "its beats");
        tick;
      end
      {in_valid, prompt_take, out_ready} = 3'd0;
      check(!prompt_valid && !prompt_out_valid, "the second one is taken out");
    end
  endtask

  initial begin
    tick;
    a_line_passes_under_another_name;
    another_is_taken_out;
    a_new_line_goes_first_and_leaves_a_place;
    a_place_is_kept_for_one_that_does_not_come;
    a_prompt_line_loses_no_cycle;
    $display("ccn_lines: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

// Bench of shadow_tags: the life of a way as section 4.3 of the paper [taco16] has it (reserved,
// filled, invalidated, replaced), a flush, sharing, and a lookup in the cycle of each and in the one
// behind it.
`default_nettype none
module shadow_tags_tb;
`include "tb/bench.vh"
  reg         flush = 1'b0;
  reg         share_even = 1'b0;
  reg         share_odd = 1'b0;
  reg         write_valid = 1'b0;
  reg  [4:0]  write_set = 5'd0;
  reg  [3:0]  write_lines = 4'd0;
  reg  [3:0]  write_ways = 4'd0;
  reg  [19:0] write_tag = 20'd0;
  reg         next_valid = 1'b0;
  reg  [24:0] next_line = 25'd0;
  wire        look_hit;
  wire [4:0]  look_set;
  wire [1:0]  look_way;
  integer     i;

  shadow_tags dut (.clk(clk), .rst(rst), .flush(flush),
    .share_even(share_even), .share_odd(share_odd), .write_valid(write_valid),
    .write_set(write_set), .write_lines(write_lines), .write_ways(write_ways),
    .write_tag(write_tag), .next_valid(next_valid), .next_line(next_line),
    .look_hit(look_hit), .look_set(look_set), .look_way(look_way));

  task restart;
    begin
      rst = 1'b1;
      write_valid = 1'b0;
      flush = 1'b0;
      tick;
      rst = 1'b0;
    end
  endtask

  // The L1 writes a set at the next edge.
  task write(input [4:0] set, input [3:0] ways, input [19:0] tag, input [3:0] lines);
    begin
      write_valid = 1'b1;
      write_set = set;
      write_ways = ways;
      write_tag = tag;
      write_lines = lines;
    end
  endtask

  // The line to look up from the next cycle on; a write that is under way is done by then.
  task aim(input [19:0] tag, input [4:0] set);
    begin
      next_valid = 1'b1;
      next_line = {tag, set};
      tick;
      next_valid = 1'b0;
      write_valid = 1'b0;
      check(look_set == set, "the set");
    end
  endtask

  task look(input hit, input [1:0] way);
    begin
      #1;
      check(look_hit == hit && (!hit || look_way == way), "the lookup");
    end
  endtask

  task nothing_is_found_after_reset;
    begin
      restart;
      check(look_set == 5'd0 && !look_hit, "reset");
      for (i = 0; i < 32; i = i + 1) begin
        aim(20'd0, i);
        look(1'b0, 2'd0);
      end
    end
  endtask

  task a_pending_line_is_no_hit_until_it_is_filled;
    begin
      restart;
      aim(20'hABCDE, 5'd7);
      write(5'd7, 4'b0100, 20'hABCDE, 4'b0000);
      look(1'b0, 2'd0);
      tick;
      write_valid = 1'b0;
      look(1'b0, 2'd0);
      write(5'd7, 4'b0000, 20'd0, 4'b0100);
      look(1'b0, 2'd0);
      tick;
      write_valid = 1'b0;
      look(1'b1, 2'd2);
      tick;
      look(1'b1, 2'd2);
      aim(20'hABCDE, 5'd6);
      look(1'b0, 2'd0);
      aim(20'hABCDF, 5'd7);
      look(1'b0, 2'd0);
      aim(20'hABCDE, 5'd7);
      look(1'b1, 2'd2);
    end
  endtask

  task a_line_goes_when_it_is_invalidated_or_replaced;
    begin
      restart;
      write(5'd1, 4'b0001, 20'h11111, 4'b0001);
      tick;
      write(5'd1, 4'b1000, 20'h22222, 4'b1001);
      aim(20'h11111, 5'd1);
      write(5'd1, 4'b0000, 20'd0, 4'b1000);
      look(1'b1, 2'd0);                // in the cycle of the write: still there
      tick;
      write_valid = 1'b0;
      look(1'b0, 2'd0);
      aim(20'h22222, 5'd1);
      look(1'b1, 2'd3);
      write(5'd1, 4'b1000, 20'h33333, 4'b0000);
      tick;
      write_valid = 1'b0;
      look(1'b0, 2'd0);
      aim(20'h33333, 5'd1);
      look(1'b0, 2'd0);
    end
  endtask

  // Its set is read at the edge at which the L1 writes it, a tag, a valid bit or both.
  task a_write_at_the_edge_of_the_read_counts;
    begin
      restart;
      write(5'd4, 4'b0010, 20'h44444, 4'b0010);
      aim(20'h44444, 5'd4);
      look(1'b1, 2'd1);
      aim(20'h44444, 5'd5);
      write(5'd4, 4'b0000, 20'd0, 4'b0000);
      aim(20'h44444, 5'd4);
      look(1'b0, 2'd0);
      aim(20'h55555, 5'd4);
      write(5'd5, 4'b0100, 20'h55555, 4'b0100);  // of another set than is looked up
      tick;
      write_valid = 1'b0;
      look(1'b0, 2'd0);
      write(5'd4, 4'b0001, 20'h66666, 4'b0011);  // way 1 has its tag from the storage
      aim(20'h44444, 5'd4);
      look(1'b1, 2'd1);
      aim(20'h55555, 5'd5);
      look(1'b1, 2'd2);
    end
  endtask

  task a_flush_empties_all_sets_in_a_cycle;
    begin
      restart;
      for (i = 0; i < 32; i = i + 1) begin
        write(i, 4'b0010, 20'd5, 4'b0010);
        tick;
      end
      write_valid = 1'b0;
      aim(20'd5, 5'd9);
      flush = 1'b1;
      write(5'd9, 4'b0001, 20'd6, 4'b0011);  // a write in that cycle is before the boundary
      look(1'b1, 2'd1);
      tick;
      flush = 1'b0;
      write_valid = 1'b0;
      look(1'b0, 2'd0);
      for (i = 0; i < 32; i = i + 1) begin
        aim(20'd5, i);
        look(1'b0, 2'd0);
      end
      aim(20'd6, 5'd9);
      look(1'b0, 2'd0);
      write(5'd3, 4'b0100, 20'd8, 4'b0100);
      aim(20'd5, 5'd3);
      look(1'b0, 2'd0);
      aim(20'd8, 5'd3);
      look(1'b1, 2'd2);
    end
  endtask

  // A cycle late, as the L1 knows; what that wrote meanwhile brings nothing back. Tags are kept.
  task shared_sets_are_empty;
    begin
      restart;
      write(5'd6, 4'b0010, 20'd5, 4'b0010);
      tick;
      write(5'd7, 4'b0010, 20'd5, 4'b0010);
      tick;
      write_valid = 1'b0;
      share_odd = 1'b1;
      aim(20'd5, 5'd7);
      share_odd = 1'b0;
      look(1'b1, 2'd1);
      write(5'd7, 4'b0100, 20'd8, 4'b0110);
      tick;
      write_valid = 1'b0;
      look(1'b0, 2'd0);
      aim(20'd8, 5'd7);
      look(1'b0, 2'd0);
      aim(20'd5, 5'd6);
      look(1'b1, 2'd1);
      write(5'd7, 4'b0001, 20'd9, 4'b0111);
      aim(20'd8, 5'd7);
      look(1'b1, 2'd2);
      aim(20'd5, 5'd7);
      look(1'b1, 2'd1);
      share_even = 1'b1;
      ticks(2);
      aim(20'd5, 5'd6);
      look(1'b0, 2'd0);
      write(5'd6, 4'b0000, 20'd0, 4'b0010);
      aim(20'd5, 5'd6);
      look(1'b0, 2'd0);
      share_even = 1'b0;
    end
  endtask

  initial begin
    tick;
    shared_sets_are_empty;
    nothing_is_found_after_reset;
    a_pending_line_is_no_hit_until_it_is_filled;
    a_line_goes_when_it_is_invalidated_or_replaced;
    a_write_at_the_edge_of_the_read_counts;
    a_flush_empties_all_sets_in_a_cycle;
    $display("shadow_tags: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

// Directed bench of l1_snoop with two sets of two ways: a line that is read, a load hit that waits,
// a remote hit that goes first, lines that leave in the cycle of the request, while it waits and in
// that of the read, those that do not matter, a flush.
`default_nettype none
module l1_snoop_tb;
`include "tb/bench.vh"
  reg        flush = 1'b0;
  reg        snoop_valid = 1'b0;
  reg        snoop_set = 1'b0;
  reg        snoop_way = 1'b0;
  reg        tags_valid = 1'b0;
  reg        tags_set = 1'b0;
  reg  [1:0] tags_lines = 2'b11;
  reg  [1:0] tags_ways = 2'b00;
  reg        read_ready = 1'b1;
  reg        hit_valid = 1'b0;
  wire       snoop_ready;
  wire       read_valid;
  wire       read_set;
  wire       read_way;
  wire       data_valid;
  wire       gone_valid;
  wire       event_snoop;

  l1_snoop #(.SETS(2), .WAYS(2)) dut (
    .clk(clk), .rst(rst), .flush(flush), .snoop_valid(snoop_valid), .snoop_ready(snoop_ready),
    .snoop_set(snoop_set), .snoop_way(snoop_way), .tags_valid(tags_valid), .tags_set(tags_set),
    .tags_lines(tags_lines), .tags_ways(tags_ways), .read_valid(read_valid),
    .read_ready(read_ready), .read_set(read_set), .read_way(read_way), .hit_valid(hit_valid),
    .data_valid(data_valid), .gone_valid(gone_valid), .event_snoop(event_snoop)
  );

  task ask(input set, input way);
    begin
      check(snoop_ready, "a snoop is taken");
      snoop_valid = 1'b1;
      snoop_set = set;
      snoop_way = way;
      tick;
      snoop_valid = 1'b0;
      snoop_set = !set;                // nobody looks at these any more
      snoop_way = !way;
      check(!snoop_ready && read_valid && read_set == set && read_way == way, "it is to be read");
    end
  endtask

  // What is written to the tags, until the next edge.
  task write(input set, input [1:0] lines, input [1:0] ways);
    begin
      tags_valid = 1'b1;
      tags_set = set;
      tags_lines = lines;
      tags_ways = ways;
    end
  endtask

  task answered(input gone);
    begin
      tick;
      tags_valid = 1'b0;
      check(data_valid == !gone && gone_valid == gone && snoop_ready, "it is answered");
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    tick;

    ask(1'b1, 1'b0);
    answered(1'b0);
    tick;
    check(!data_valid && !event_snoop, "once");

    ask(1'b0, 1'b1);
    hit_valid = 1'b1;
    answered(1'b0);
    check(event_snoop, "a load hit waited");
    tick;
    check(!event_snoop, "for one cycle");
    hit_valid = 1'b0;

    read_ready = 1'b0;
    ask(1'b0, 1'b1);
    hit_valid = 1'b1;
    ticks(2);
    check(!data_valid && read_valid && !event_snoop, "a remote hit goes first");
    hit_valid = 1'b0;
    write(1'b0, 2'b10, 2'b01);
    tick;
    write(1'b1, 2'b00, 2'b00);
    tick;
    read_ready = 1'b1;
    tags_valid = 1'b0;
    answered(1'b0);

    write(1'b0, 2'b01, 2'b00);
    ask(1'b0, 1'b1);
    tags_valid = 1'b0;
    answered(1'b1);

    ask(1'b0, 1'b1);
    write(1'b0, 2'b11, 2'b10);
    answered(1'b1);

    read_ready = 1'b0;
    ask(1'b0, 1'b0);
    write(1'b0, 2'b10, 2'b00);
    tick;
    tags_valid = 1'b0;
    read_ready = 1'b1;
    answered(1'b1);

    flush = 1'b1;
    ask(1'b1, 1'b1);
    flush = 1'b0;
    answered(1'b1);

    ask(1'b1, 1'b1);
    flush = 1'b1;
    answered(1'b0);
    flush = 1'b0;
    $display("l1_snoop: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

`default_nettype none
// Bench of dyneb_port: what counts, what does not, and when; two of them, one on a chip with rings.
module dyneb_port_tb;
`include "tb/bench.vh"
  reg  share = 1'b0, stays_private = 1'b0;
  reg  event_hit = 1'b0, event_miss = 1'b0, event_merge = 1'b0, event_store = 1'b0, event_remote = 1'b0;
  reg  event_ask = 1'b0, event_near = 1'b0, home_valid = 1'b0;
  wire share_even, share_odd, did_one, did_two, missed;
  wire [4:0] asking;                   // outputs of the other one
  wire [2:0] told = {did_two, did_one, missed};

  dyneb_port dut (.clk(clk), .rst(rst), .share(share), .stays_private(stays_private), .event_hit(event_hit),
    .event_miss(event_miss), .event_merge(event_merge), .event_store(event_store), .event_remote(event_remote),
    .event_ask(event_ask), .event_near(event_near), .home_valid(home_valid), .share_even(share_even),
    .share_odd(share_odd), .did_one(did_one), .did_two(did_two), .missed(missed));
  dyneb_port #(.ASKS(1)) asks (.clk(clk), .rst(rst), .share(share), .stays_private(stays_private), .event_hit(event_hit),
    .event_miss(event_miss), .event_merge(event_merge), .event_store(event_store), .event_remote(event_remote),
    .event_ask(event_ask), .event_near(event_near), .home_valid(home_valid), .share_even(asking[0]),
    .share_odd(asking[1]), .did_one(asking[2]), .did_two(asking[3]), .missed(asking[4]));

  // A cycle with these events: {hit, miss, merge, store, remote, ask, near, home}.
  task happen(input [7:0] events);
    begin
      {event_hit, event_miss, event_merge, event_store, event_remote, event_ask, event_near, home_valid} = events;
      tick;
      {event_hit, event_miss, event_merge, event_store, event_remote, event_ask, event_near, home_valid} = 8'd0;
    end
  endtask

  initial begin
    ticks(2);
    rst = 1'b0;
    tick;
    check(told == 3'b000 && !share_even, "behind a reset it is private and tells nothing");
    happen(8'b1000_0000);
    check(told == 3'b010, "a hit is an access");
    happen(8'b0100_0000);
    check(told == 3'b011 && !asking[4], "a miss is one, and a miss; with rings not yet");
    happen(8'b0000_0100);
    check(told == 3'b000 && asking[4], "with rings it is one when L2 is asked");
    happen(8'b0010_0000);
    check(told == 3'b010, "a merged load is no miss");
    happen(8'b0001_0000);
    check(told == 3'b010, "a store is an access");
    happen(8'b0100_1000);
    check(told == 3'b000, "another core's miss is nothing of this core's");
    happen(8'b0001_1001);
    check(told == 3'b010, "an answer of a home beside another core's store is one");
    happen(8'b0000_0011);
    check(told == 3'b100, "an answer and a near request are two");
    happen(8'b1000_0011);
    check(told == 3'b110, "with a hit three");
    happen(8'b0000_0000);
    check(told == 3'b000, "what was told is told once");
    share = 1'b1;
    check(!share_even, "what the hub says holds a cycle later");
    tick;
    check(share_even && share_odd && asking[1:0] == 2'b11, "then for all sets");
    stays_private = 1'b1;
    tick;
    check(!share_even && !share_odd, "slices that may be private keep the core so");
    stays_private = 1'b0;
    tick;
    check(share_even, "as long as they are");
    rst = 1'b1;
    happen(8'b0100_0011);
    check(told == 3'b000 && !share_even, "a reset forgets");
    $display("dyneb_port: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

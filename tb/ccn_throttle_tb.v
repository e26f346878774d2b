// Bench of ccn_throttle: the rule of section 4.4 of the paper [taco16] by its phases, hit rates at
// and around the threshold of 5%, counters at their limits, an epoch that ends in mid-flight.
`default_nettype none
module ccn_throttle_tb;
`include "tb/bench.vh"
  reg  [1:0] issued = 2'd0;
  reg        event_answer = 1'b0;
  reg        event_back = 1'b0;
  wire       skip, event_sample, event_skip;
  wire       little_skip, little_sample, little_event_skip;
  integer    i;

  ccn_throttle #(.SAMPLE(100), .PERIOD(1000)) dut (.clk(clk), .rst(rst), .issued(issued),
    .event_answer(event_answer), .event_back(event_back), .skip(skip),
    .event_sample(event_sample), .event_skip(event_skip));

  // Counters of two bits, a sample that is judged when the epoch ends.
  ccn_throttle #(.SAMPLE(8), .PERIOD(9), .COUNT_BITS(2), .MIN_PERCENT(60)) little (
    .clk(clk), .rst(rst), .issued(issued), .event_answer(event_answer), .event_back(event_back),
    .skip(little_skip), .event_sample(little_sample), .event_skip(little_event_skip));

  task restart;
    begin
      rst = 1'b1;
      issued = 2'd0;
      event_answer = 1'b0;
      event_back = 1'b0;
      tick;
      rst = 1'b0;
      check(!skip && !event_sample, "in the network after reset");
    end
  endtask

  // So many requests end, one per cycle, without instructions.
  task ends(input integer answers, input integer backs);
    begin
      issued = 2'd0;
      event_answer = 1'b1;
      repeat (answers) tick;
      event_answer = 1'b0;
      event_back = 1'b1;
      repeat (backs) tick;
      event_back = 1'b0;
    end
  endtask

  task issue(input integer instructions);
    begin
      issued = 2'd1;
      repeat (instructions) tick;
      issued = 2'd0;
    end
  endtask

  // A sample of these ends; then it is judged in two cycles.
  task sample(input integer answers, input integer backs, input throttles);
    begin
      restart;
      issue(99);
      ends(answers, backs);
      check(!skip, "no decision in the sample");
      issue(1);
      check(!skip && !event_sample, "the products");
      tick;
      check(!skip && !event_sample, "the comparison");
      tick;
      check(event_sample && event_skip == throttles && skip == throttles, "judged");
      tick;
      check(!event_sample && !event_skip && skip == throttles, "a pulse, and a level");
    end
  endtask

  task below_five_percent_the_core_is_throttled_until_the_epoch_ends;
    begin
      sample(4, 96, 1'b1);
      ends(50, 0);
      check(skip, "hits behind the sample change nothing");
      issue(899);
      check(skip, "one instruction is left");
      issue(1);
      check(!skip, "a new epoch begins in the network");
      ends(1, 1);
      issue(100);
      ticks(2);
      check(event_sample && !event_skip, "its own sample: the old counts are gone");
    end
  endtask

  task at_five_percent_it_stays;
    begin
      sample(5, 95, 1'b0);
      sample(1, 20, 1'b1);
      sample(1, 19, 1'b0);
    end
  endtask

  task a_sample_without_requests_leaves_it_in_the_network;
    sample(0, 0, 1'b0);
  endtask

  task a_request_counts_when_it_ends;
    begin
      restart;
      issue(99);
      event_back = 1'b1;               // in the last cycle of the sample
      issue(1);
      event_back = 1'b0;
      ends(3, 0);                      // too late: its answers came behind it
      check(skip, "one request, no hit");
    end
  endtask

  task two_and_three_instructions_at_once_end_phases;
    begin
      restart;
      issue(98);
      ends(0, 3);
      issued = 2'd3;
      tick;
      issued = 2'd0;
      ticks(2);
      check(event_skip, "the sample ended beyond its end");
      issue(898);
      check(skip, "999 instructions");
      issued = 2'd2;
      tick;
      check(!skip, "the epoch ended beyond its end");
      issue(99);
      ends(0, 1);
      issue(1);
      ticks(2);
      check(event_skip, "what was too much is lost: again 100 instructions");
    end
  endtask

  task counters_are_halved_at_their_limit;
    begin
      restart;
      ends(1, 1);                      // 1 of 2
      event_answer = 1'b1;
      event_back = 1'b1;
      tick;                            // halved to 0 of 1, then 1 of 3: below 60%
      event_answer = 1'b0;
      event_back = 1'b0;
      issue(8);
      ticks(2);
      check(little_event_skip, "1 of 3 is below 60 percent");
      restart;
      ends(2, 0);
      event_answer = 1'b1;
      event_back = 1'b1;
      tick;                            // 1 of 1, then 2 of 3: not below
      event_answer = 1'b0;
      event_back = 1'b0;
      issue(8);
      ticks(2);
      check(little_sample && !little_event_skip, "2 of 3 is not");
    end
  endtask

  task an_epoch_that_ends_while_its_sample_is_judged_forgets_it;
    begin
      restart;
      ends(0, 3);
      issue(9);                        // one instruction behind the sample
      for (i = 0; i < 5; i = i + 1) begin
        check(!little_sample && !little_skip, "no decision");
        tick;
      end
    end
  endtask

  initial begin
    tick;
    below_five_percent_the_core_is_throttled_until_the_epoch_ends;
    at_five_percent_it_stays;
    a_sample_without_requests_leaves_it_in_the_network;
    a_request_counts_when_it_ends;
    two_and_three_instructions_at_once_end_phases;
    counters_are_halved_at_their_limit;
    an_epoch_that_ends_while_its_sample_is_judged_forgets_it;
    $display("ccn_throttle: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

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

  // Counters of three bits, a sample that is judged when the epoch ends.
  ccn_throttle #(.SAMPLE(8), .PERIOD(9), .COUNT_BITS(3), .MIN_PERCENT(60)) little (
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

  // A sample that ended is judged a cycle later, bit by bit of its counters.
  localparam JUDGED = 1 + 16;
  localparam LITTLE_JUDGED = 1 + 3;

  // A sample of these ends; then it is judged.
  task sample(input integer answers, input integer backs, input throttles);
    begin
      restart;
      issue(99);
      ends(answers, backs);
      check(!skip, "no decision in the sample");
      issue(1);
      repeat (JUDGED) begin
        check(!skip && !event_sample, "bit by bit");
        tick;
      end
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
      tick;
      check(!skip, "a new epoch begins in the network");
      ends(1, 1);
      issue(100);
      ticks(JUDGED);
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

  // The next epoch's sample, of these; the core comes back for it.
  task next_sample(input integer answers, input integer backs, input throttles);
    begin
      issue(900);
      tick;
      check(!skip, "a new epoch begins in the network");
      ends(answers, backs);
      issue(100);
      ticks(JUDGED);
      check(event_sample && event_skip == throttles, "judged");
    end
  endtask

  task a_sample_without_requests_says_nothing;
    begin
      sample(0, 0, 1'b0);
      next_sample(0, 0, 1'b0);
      next_sample(0, 1, 1'b1);
      next_sample(0, 0, 1'b1);         // as the last one that had some
      next_sample(1, 0, 1'b0);
      next_sample(0, 0, 1'b0);
      sample(0, 3, 1'b1);
      sample(0, 0, 1'b0);              // a reset forgets it
    end
  endtask

  task a_request_counts_when_it_ends;
    begin
      restart;
      issue(99);
      event_back = 1'b1;               // in the last cycle of the sample
      issue(1);
      event_back = 1'b0;
      ends(3, 0);                      // too late: its answers came behind it
      ticks(JUDGED - 3);
      check(event_skip, "one request, no hit");
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
      ticks(JUDGED);
      check(event_skip, "the sample ended beyond its end");
      issue(898);
      check(skip, "999 instructions");
      issued = 2'd2;
      tick;
      issued = 2'd0;
      tick;
      check(!skip, "the epoch ended beyond its end");
      issue(99);
      ends(0, 1);
      issue(1);
      ticks(JUDGED);
      check(event_skip, "what was too much is lost: again 100 instructions");
    end
  endtask

  task counters_are_halved_at_their_limit;
    begin
      restart;
      ends(3, 1);
      ticks(3);                        // halved to 1 of 2
      ends(0, 1);                      // 1 of 3, not 3 of 5: below 60%
      issue(8);
      ticks(LITTLE_JUDGED);
      check(little_event_skip, "1 of 3 is below 60 percent");
      restart;
      ends(3, 1);
      tick;
      ends(1, 0);                      // in the cycle in which they are halved: not counted
      issue(8);
      ticks(LITTLE_JUDGED);
      check(little_event_skip, "1 of 2, not 2 of 3");
      restart;
      ends(3, 1);
      ticks(2);
      ends(1, 0);
      issue(8);
      ticks(LITTLE_JUDGED);
      check(little_sample && !little_event_skip, "2 of 3 is not below");
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
    a_sample_without_requests_says_nothing;
    a_request_counts_when_it_ends;
    two_and_three_instructions_at_once_end_phases;
    counters_are_halved_at_their_limit;
    an_epoch_that_ends_while_its_sample_is_judged_forgets_it;
    $display("ccn_throttle: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

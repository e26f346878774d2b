// Shared by the benches, included first in the module: clock, reset, cycle count, checks, time-out.
// Inputs change 1 after the rising edge; outputs are looked at any time after that, as they depend
// on state only.
  reg     clk = 1'b0;
  reg     rst = 1'b1;
  integer cycle = 0;                   // rising edges so far
  integer checks = 0;
  integer cycle_limit = 10000;         // time-out; a bench that needs longer sets it

  always #5 clk = !clk;

  always @(posedge clk) begin
    cycle = cycle + 1;
    if (cycle == cycle_limit) $fatal(1, "no end after %0d cycles", cycle);
  end

  task check(input ok, input [64*8-1:0] what);
    if (ok === 1'b1) checks = checks + 1;
    else $fatal(1, "in cycle %0d: not so: %0s", cycle, what);
  endtask

  task tick;
    begin
      @(posedge clk);
      #1;
    end
  endtask

  task ticks(input integer count);
    repeat (count) tick;
  endtask

// Shared by the benches, included inside the module: clock, reset, checks, time-out. Inputs
// change 1 after the rising edge,
// outputs are looked at any time after that, as they depend on state only.
  reg     clk = 1'b0;
  reg     rst = 1'b1;
  integer checks = 0;

  always #5 clk = !clk;

  initial begin
    #(10 * 100000);
    $fatal(1, "no end after 100000 cycles");
  end

  task check(input ok, input [64*8-1:0] what);
    if (ok === 1'b1) checks = checks + 1;
    else $fatal(1, "at %0t: not so: %0s", $time, what);
  endtask

  task tick;
    begin
      @(posedge clk);
      #1;
    end
  endtask

// sizes:
// depth: bmc=8 induction=3
// cover: 4
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  always @(posedge clk)
    if (started_once) begin
      it_follows_by_one_cycle: assert (en == ($past(next_en) && !$past(rst)));
      it_enables: cover (en);
      reset_ends_it: cover (!en && $past(next_en));
    end

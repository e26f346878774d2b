// sizes: N=3; N=1
// depth: bmc=4 induction=2
// cover: 5
// One node of the solver's choice is the one that is selected.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  localparam INDEX_BITS = $clog2(N) + 1;
  (* anyseq *) wire [INDEX_BITS-1:0] which;
  integer i;
  always @* begin
    assume (which < N);
    for (i = 0; i < N; i = i + 1)
      if (i != which) assume (node_value[i*32 +: 32] == 0);
  end

  reg [31:0] expected;
  always @(posedge clk) expected <= rst ? 0 : node_value[which*32 +: 32];
  always @(posedge clk)
    if (started_once) begin
      the_selected_value_comes_through: assert (value == expected);
      the_last_node_is_seen: cover (value == 7 && expected == 7);
    end

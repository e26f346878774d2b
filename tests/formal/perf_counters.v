// sizes: EVENTS=3 NODE_BITS=2; EVENTS=1 NODE_BITS=1
// depth: bmc=6 induction=2
// cover: 8
// One counter of the solver's choice is counted a second time.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  (* anyconst *) wire [COUNTER_BITS-1:0] which;
  always @* assume (which < EVENTS);
  reg [31:0] count;                    // its pulses
  reg [31:0] expected;                 // what is read now
  reg        follows;                  // that counter was selected
  reg        nothing;                  // another node or no counter was selected
  always @(posedge clk) begin
    count <= rst ? 0 : count + event_pulse[which];
    expected <= count;
    follows <= !rst && select_node == here && select_counter == which;
    nothing <= rst || select_node != here || select_counter >= EVENTS;
  end

  always @(posedge clk)
    if (started_once) begin
      the_selected_counter_is_read: assert (!follows || value == expected);
      others_read_zero: assert (!nothing || value == 0);
      it_counts_every_pulse: assert (counters[which*32 +: 32] == count);
      carries_are_known: assert (full[which*3 +: 3] == {&counters[which*32 +: 24],
                                 &counters[which*32 +: 16], &counters[which*32 +: 8]});
      it_counts_to_three: cover (value == 3);
    end

// sizes: DEST_BITS=10 DIGIT_LSB=3 DIGIT_BITS=3; DEST_BITS=6 DIGIT_LSB=4 DIGIT_BITS=2; DEST_BITS=1 DIGIT_LSB=0 DIGIT_BITS=1; DEST_BITS=12 DIGIT_LSB=8 DIGIT_BITS=4; DEST_BITS=10 DIGIT_LSB=0 DIGIT_BITS=7
// depth: bmc=1 induction=0
// cover: 1
// Bounded only: a combinational function has no state to reach.
  localparam [DEST_BITS-1:0] F_DIGIT = ~({DEST_BITS{1'b1}} << DIGIT_BITS) << DIGIT_LSB;
  wire [DEST_BITS+6:0] f_there = {{DEST_BITS{1'b0}}, port} << DIGIT_LSB; // put back into its place

  always @* begin
    the_port_is_a_digit: assert (port < (1 << DIGIT_BITS));
    the_port_is_the_digit_of_this_stage: assert (f_there == {7'h00, dest & F_DIGIT});
  end

  always @* begin
    first_port: cover (port == 0);
    last_port: cover (port == (1 << DIGIT_BITS) - 1);
  end

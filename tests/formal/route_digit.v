// sizes: DEST_BITS=10 DIGIT_LSB=3 DIGIT_BITS=3; DEST_BITS=6 DIGIT_LSB=4 DIGIT_BITS=2; DEST_BITS=1 DIGIT_LSB=0 DIGIT_BITS=1; DEST_BITS=12 DIGIT_LSB=8 DIGIT_BITS=4
// depth: bmc=1 induction=0
// cover: 1
// Bounded only: a combinational function has no state to reach. A second destination tells which
// bits matter.
  (* anyseq *) reg [DEST_BITS-1:0] f_other;
  wire [DEST_BITS-1:0] f_digit_mask = ((1 << DIGIT_BITS) - 1) << DIGIT_LSB;
  wire [DEST_BITS-1:0] f_port_there = port << DIGIT_LSB; // the port put back into a destination
  wire f_same_digit = ((dest ^ f_other) & f_digit_mask) == 0;
  wire [3:0] f_other_port;
  route_digit #(.DEST_BITS(DEST_BITS), .DIGIT_LSB(DIGIT_LSB), .DIGIT_BITS(DIGIT_BITS)) f_again (
    .dest (f_other), .port (f_other_port)
  );

  always @* begin
    the_port_has_the_bits_of_a_digit: assert (port < (1 << DIGIT_BITS));
    the_port_is_the_digit: assert (f_port_there == (dest & f_digit_mask));
    other_digits_do_not_matter: assert (!f_same_digit || port == f_other_port);
    another_digit_is_another_port: assert (f_same_digit || port != f_other_port);
  end

  always @* begin
    first_port: cover (port == 0);
    last_port: cover (port == (1 << DIGIT_BITS) - 1);
  end

// sizes:
// depth: bmc=1 induction=0
// cover: 1
// Combinational: one step of the bounded proof is complete. The solver picks a byte.
  (* anyconst *) wire [6:0] byte_of_line;
  (* anyconst *) wire [1:0] sector;
  integer b;
  reg     asked;                       // a byte of the sector is asked for
  always @* begin
    asked = 1'b0;
    for (b = 0; b < 128; b = b + 1)
      if (b / 32 == sector && mask[b]) asked = 1'b1;
    every_byte_asked_for_comes: assert (!mask[byte_of_line] || sectors[byte_of_line / 32]);
    with_chunking_nothing_else_comes: assert (!chunk || asked || !sectors[sector]);
    without_chunking_the_line_comes: assert (chunk || sectors == 4'b1111);
    one_sector_is_enough: cover (sectors == 4'b0100);
  end

// Check bits of a word, and what they say of the word that comes back: parity tells that a bit was inverted, SEC-DED puts
// one right and tells two [Hsiao 1970: odd columns]. Combinational. Page: docs/blocks/ecc.md.
`default_nettype none
module ecc #(
  parameter PROTECT = 2,               // 1..2: 1 parity, 2 SEC-DED
  parameter WIDTH   = 64,              // 1..64: bits of a word
  parameter CHECK_BITS = (PROTECT == 1) ? 1 : (WIDTH == 1) ? 3 : (WIDTH <= 4) ? 4 : (WIDTH <= 11) ? 5 : (WIDTH <= 26) ? 6 : (WIDTH <= 57) ? 7 : 8 // derived: bits of the check
) (
  input  wire [WIDTH-1:0]      data,         // a word
  output wire [CHECK_BITS-1:0] check,        // its check bits
  input  wire [WIDTH-1:0]      stored_data,  // a word as it comes back
  input  wire [CHECK_BITS-1:0] stored_check, // and its check bits
  output wire [WIDTH-1:0]      fixed,        // the word, with one inverted bit put right (SEC-DED)
  output wire                  corrected,    // one bit of word or check was inverted, and is put right
  output wire                  lost          // inverted bits that are not
);
  // Row b of the code, bits [b*WIDTH +: WIDTH]: the bits of the word that check bit b is the XOR of. Parity is of all. Of
  // SEC-DED each bit is in an odd number of rows, three or more, no two in the same ones: first those in three, from
  // the smallest number whose bits are the rows.
  function [CHECK_BITS*WIDTH-1:0] rows(input integer fewest);
    integer weight, number, ones, at, row;
    begin
      rows = {CHECK_BITS*WIDTH{PROTECT == 1}};
      at = 0;
      for (weight = fewest; weight <= CHECK_BITS; weight = weight + 2)
        for (number = 1; number < (1 << CHECK_BITS); number = number + 1) begin
          ones = 0;
          for (row = 0; row < CHECK_BITS; row = row + 1)
            if ((number >> row) % 2 != 0) ones = ones + 1;
          if (ones == weight && at < WIDTH) begin
            for (row = 0; row < CHECK_BITS; row = row + 1)
              rows[row*WIDTH + at] = (number >> row) % 2 != 0;
            at = at + 1;
          end
        end
    end
  endfunction

  localparam [CHECK_BITS*WIDTH-1:0] ROWS = rows(3);
  localparam [CHECK_BITS-1:0] ONE = 1;

  // Loops are in functions: Icarus would take time by the square of a chip's code words for loops of generate blocks.
  // The check bits of a word.
  function [CHECK_BITS-1:0] check_of(input [WIDTH-1:0] word);
    integer row;
    for (row = 0; row < CHECK_BITS; row = row + 1)
      check_of[row] = ^(word & ROWS[row*WIDTH +: WIDTH]);
  endfunction

  // One-hot or zero: the bit of the word that is in just these rows.
  function [WIDTH-1:0] in_just(input [CHECK_BITS-1:0] these);
    integer              at, row;
    reg [CHECK_BITS-1:0] column;
    for (at = 0; at < WIDTH; at = at + 1) begin
      for (row = 0; row < CHECK_BITS; row = row + 1)
        column[row] = ROWS[row*WIDTH + at];
      in_just[at] = these == column;
    end
  endfunction

  // One-hot or zero: the check bit that disagrees alone.
  function [CHECK_BITS-1:0] alone(input [CHECK_BITS-1:0] these);
    integer row;
    for (row = 0; row < CHECK_BITS; row = row + 1)
      alone[row] = these == ONE << row;
  endfunction

  wire [CHECK_BITS-1:0] syndrome = check_of(stored_data) ^ stored_check; // check bits that disagree
  wire [CHECK_BITS-1:0] of_check = (PROTECT != 1) ? alone(syndrome) : {CHECK_BITS{1'b0}}; // one-hot or zero: this check bit was inverted
  wire [WIDTH-1:0]      of_data  = (PROTECT != 1) ? in_just(syndrome) : {WIDTH{1'b0}};    // this bit of the word

  assign check     = check_of(data);
  assign fixed     = stored_data ^ of_data;
  assign corrected = |of_data || |of_check;
  assign lost      = |syndrome && !corrected;

`ifdef FORMAL
`include "tests/formal/ecc.v"
`endif
endmodule
`default_nettype wire

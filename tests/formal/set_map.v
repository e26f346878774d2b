// sizes: SETS=128; SETS=1 INDEX_SHIFT=2; SETS=16 INDEX_SHIFT=3 HASH_INDEX=1; SETS=2 HASH_INDEX=1 CHUNK_BITS=0; SETS=64 HASH_INDEX=1 INDEX_SHIFT=6 CHUNK_BITS=5 LINE_BITS=33
// depth: bmc=1 induction=0
// cover: 1
// Combinational: one step of the bounded proof is complete. There and back in both directions is
// the identity, so lines and {set, tag} correspond one to one and each set is reached.
  // The page's words, bit by bit: bits without the partition bits, numbered from 0, fall into the
  // sets' bits in turn.
  function [SET_BITS-1:0] set_by_the_page(input [LINE_BITS-1:0] address);
    integer bit_of_line;
    integer number;
    begin
      set_by_the_page = {SET_BITS{1'b0}};
      number = 0;
      for (bit_of_line = 0; bit_of_line < LINE_BITS; bit_of_line = bit_of_line + 1)
        if (bit_of_line < CHUNK_BITS || bit_of_line >= CHUNK_BITS + INDEX_SHIFT) begin
          if (SETS > 1 && (HASH_INDEX || number < GROUP))
            set_by_the_page[number % STEP] = set_by_the_page[number % STEP] ^ address[bit_of_line];
          number = number + 1;
        end
    end
  endfunction

  always @* begin
    the_set_is_the_page_s: assert (line_set == set_by_the_page(line));
    sets_are_in_range: assert (line_set < SETS);
    back_after_forth_is_the_identity: assert (
      of_set != line_set || of_tag != line_tag || of_line == line);
    forth_after_back_is_the_identity: assert (
      line != of_line || of_set >= SETS || (line_set == of_set && line_tag == of_tag));
    the_last_set_is_reached: cover (line_set == SETS - 1);
  end

// sizes: SETS=128; SETS=1 INDEX_SHIFT=2; SETS=16 INDEX_SHIFT=3 HASH_INDEX=1; SETS=2 HASH_INDEX=1 CHUNK_BITS=0; SETS=64 HASH_INDEX=1 INDEX_SHIFT=6 CHUNK_BITS=5 LINE_BITS=33
// sizes: SETS=32 HASH_INDEX=2 CHUNK_BITS=0; SETS=64 HASH_INDEX=2 CHUNK_BITS=0 LINE_BITS=33; SETS=1024 HASH_INDEX=2 INDEX_SHIFT=3; SETS=1 HASH_INDEX=2
// sizes: SETS=48; SETS=48 INDEX_SHIFT=3 HASH_INDEX=1; SETS=3; SETS=6 LINE_BITS=33 CHUNK_BITS=0
// depth: bmc=1 induction=0
// cover: 1
// Combinational: one step of the bounded proof is complete. There and back in both directions is
// the identity, so lines and {set, tag} that belong together correspond one to one and each set is reached.
  // The page's words, bit by bit: bits without the partition bits, numbered from 0, fall into the
  // sets' bits in turn.
  // Fermi's: the address bits 13, 14, 15, 17 and 19 that go with 7 to 11, as bits of the line.
  function integer with_bit(input integer bit_of_set);
    case (bit_of_set)
      0: with_bit = 13 - 7;
      1: with_bit = 14 - 7;
      2: with_bit = 15 - 7;
      3: with_bit = 17 - 7;
      default: with_bit = 19 - 7;
    endcase
  endfunction

  function [SET_BITS-1:0] set_by_the_page(input [LINE_BITS-1:0] address);
    integer bit_of_line;
    integer number;
    integer bit_of_set;
    begin
      set_by_the_page = {SET_BITS{1'b0}};
      number = 0;
      for (bit_of_line = 0; bit_of_line < LINE_BITS; bit_of_line = bit_of_line + 1)
        if (bit_of_line < CHUNK_BITS || bit_of_line >= CHUNK_BITS + INDEX_SHIFT) begin
          if (GROUP > 0 && (HASH_INDEX == 1 || number < GROUP))
            set_by_the_page[number % STEP] = set_by_the_page[number % STEP] ^ address[bit_of_line];
          for (bit_of_set = 0; bit_of_set < SET_BITS && bit_of_set < 5; bit_of_set = bit_of_set + 1)
            if (SETS > 1 && HASH_INDEX == 2 && number >= GROUP && number == with_bit(bit_of_set))
              set_by_the_page[bit_of_set] = set_by_the_page[bit_of_set] ^ address[bit_of_line];
          number = number + 1;
        end
      if (SETS % 3 == 0)
        set_by_the_page = set_by_the_page + (rest_above(address) % 3 << GROUP);
    end
  endfunction

  // The bits without the partition's and without the lowest group.
  function [LINE_BITS-1:0] rest_above(input [LINE_BITS-1:0] address);
    rest_above = ((address >> (CHUNK_BITS + INDEX_SHIFT) << CHUNK_BITS)
                 | (address & ((1 << CHUNK_BITS) - 1))) >> GROUP;
  endfunction

  // With three times a power of two the tag says the third, too: only that one belongs to it.
  wire belongs = THIRDS == 0 || of_set >> GROUP == line_set >> GROUP;

  always @* begin
    the_set_is_the_page_s: assert (line_set == set_by_the_page(line));
    sets_are_in_range: assert (line_set < SETS);
    back_after_forth_is_the_identity: assert (
      of_set != line_set || of_tag != line_tag || of_line == line);
    forth_after_back_is_the_identity: assert (
      line != of_line || of_set >= SETS || !belongs || (line_set == of_set && line_tag == of_tag));
    the_last_set_is_reached: cover (line_set == SETS - 1);
  end

// sizes:
// abc: bmc induction
// depth: bmc=7 induction=2
// cover: 12
// Line, operands and operation stay the same while it is busy, and are any others in the next cycle.
// The first or the last word of each sector, by the solver's choice, stands for all eight: those
// between differ in their number only.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* assume (!start_valid || !busy);
  (* anyconst *) wire last_word;

  // It, of a sector; as a choice of two, so that those between leave the proof
  function [31:0] one_of(input [255:0] sector);
    one_of = last_word ? sector[7*32 +: 32] : sector[31:0];
  endfunction

  reg          was_busy = 1'b0;
  reg          was_busy_before = 1'b0;
  reg [2:0]    last_op;
  reg [1023:0] last_line;
  reg [1023:0] last_operands;
  always @(posedge clk) begin
    was_busy <= busy && !rst;
    was_busy_before <= was_busy && !rst;
    last_op <= op;
    last_line <= line;
    last_operands <= operands;
  end
  always @* assume (!(busy && was_busy)
                    || (op == last_op && line == last_line && operands == last_operands));

  // What is to be written: the lowest sector that is left in each cycle, two cycles later.
  function [2:0] sectors_of(input [3:0] bits);
    sectors_of = bits[0] + bits[1] + bits[2] + bits[3];
  endfunction

  reg [127:0] begun_mask;
  reg [3:0]   missing;                 // touched sectors that were not chosen yet
  reg [2:0]   steps;                   // cycles that it takes
  reg [2:0]   age;                     // cycles since the start
  wire [3:0]  chosen = missing & -missing;
  reg [3:0]   chosen_last;
  reg [3:0]   chosen_before;
  reg [127:0] mask_last;
  reg [127:0] mask_before;
  always @(posedge clk)
    if (rst) begin
      missing <= 0;
      chosen_last <= 0;
      chosen_before <= 0;
      age <= 0;
    end else begin
      missing <= start_valid ? touched : missing & ~chosen;
      if (start_valid) begin
        begun_mask <= start_mask;
        steps <= (touched == 0) ? 3'd1 : sectors_of(touched);
      end
      chosen_last <= chosen;
      chosen_before <= chosen_last;
      age <= start_valid ? 1 : age + (age != 7);
    end
  always @(posedge clk) begin
    mask_last <= begun_mask;
    mask_before <= mask_last;
  end

  function [31:0] expected(input [2:0] what, input [31:0] old_word, input [31:0] of_request);
    case (what)
      3'd0: expected = old_word + of_request;
      3'd1: expected = of_request;
      3'd2: expected = (old_word < of_request) ? old_word : of_request;
      3'd3: expected = (old_word > of_request) ? old_word : of_request;
      3'd4: expected = ($signed(old_word) < $signed(of_request)) ? old_word : of_request;
      3'd5: expected = ($signed(old_word) > $signed(of_request)) ? old_word : of_request;
      3'd6: expected = old_word & of_request;
      3'd7: expected = old_word | of_request;
    endcase
  endfunction

  // The word of the line that a sector's chosen one is.
  function [31:0] word_at(input [1023:0] of, input [3:0] in_sector);
    word_at = (one_of(of[0*256 +: 256]) & {32{in_sector[0]}})
            | (one_of(of[1*256 +: 256]) & {32{in_sector[1]}})
            | (one_of(of[2*256 +: 256]) & {32{in_sector[2]}})
            | (one_of(of[3*256 +: 256]) & {32{in_sector[3]}});
  endfunction

  wire [31:0] shown = one_of(write_data);
  reg  [2:0]  op_before;
  reg  [31:0] old_last;                // the words of the sector chosen in the cycle before
  reg  [31:0] operand_last;
  reg  [31:0] old_before;              // and in the one before that
  reg  [31:0] operand_before;
  always @(posedge clk) begin
    op_before <= last_op;
    old_last <= word_at(line, chosen);
    operand_last <= word_at(operands, chosen);
    old_before <= old_last;
    operand_before <= operand_last;
  end

  // Words of a mask all of whose bytes are in it.
  function [31:0] complete_words(input [127:0] of);
    integer n;
    for (n = 0; n < 32; n = n + 1) complete_words[n] = &of[n*4 +: 4];
  endfunction

  function [127:0] bytes_of(input [31:0] words, input [3:0] in_sectors);
    integer n;
    for (n = 0; n < 32; n = n + 1) bytes_of[n*4 +: 4] = {4{words[n] && in_sectors[n/8]}};
  endfunction

  wire [31:0] whole_last   = complete_words(mask_last);
  wire [31:0] whole_before = complete_words(mask_before);

  always @(posedge clk)
    if (started_once) begin
      a_sector_is_written_two_cycles_after_it_was_chosen: assert (written == chosen_before);
      sector_next_tells_it_a_cycle_before: assert (sector_next == |chosen_last);
      complete_words_are_written: assert (!write_valid
        || write_mask == bytes_of(whole_before, chosen_before));
      a_word_is_what_the_operation_makes_of_it: assert (!write_valid
        || shown == expected(op_before, old_before, operand_before));
      it_is_busy_for_a_cycle_per_sector: assert (!busy || (age != 0 && age <= steps));
      done_is_the_last_one: assert (!busy || done == (age == steps));
      nothing_is_left_while_free: assert (busy || missing == 0);
      all_is_chosen_when_it_is_done: assert (!done || missing == chosen);
      // For the induction.
      a_sector_is_left_until_it_is_chosen: assert (left == missing && computed == chosen_last);
      a_sector_is_chosen_while_busy: assert ((chosen_last == 0 || was_busy)
        && (chosen_before == 0 || was_busy_before));
      so_many_are_missing: assert (!busy || (steps != 0 && (missing == 0 ? steps == 1
        : sectors_of(missing) + age == steps + 1)));
      the_mask_is_that_of_the_start: assert (!busy || whole_words == complete_words(begun_mask));
      words_go_with_their_sector: assert ((chosen_last == 0
        || bytes_of({4{words_computed}}, chosen_last) == bytes_of(whole_last, chosen_last)));
      a_computed_sector_was_selected: assert (chosen_last == 0 || (operation == last_op
        && one_of(old) == old_last && one_of(operand) == operand_last));
      sectors_are_single: assert ((chosen_last & (chosen_last - 1)) == 0
        && (chosen_before & (chosen_before - 1)) == 0);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_whole_line: cover (done && age == 4 && op == 1 && line == 0 && operands == 0);
      an_empty_mask: cover (done && begun_mask == 0);
      the_next_atomic_follows: cover (start_valid && sector_next && !write_valid);
      one_is_selected_while_the_one_before_is_written: cover (busy && age == 1 && write_valid);
      orders_differ: cover (write_valid && op_before == 4 && shown == old_before
        && old_before > operand_before);
    end

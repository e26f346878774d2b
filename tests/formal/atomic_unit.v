// sizes:
// bounded: abc
// depth: bmc=6 induction=2
// cover: 12
// Line, operands and operation stay the same while it is busy. The first or the last word of each
// sector, by the solver's choice, stands for all eight: those between differ in their number only.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* assume (!start_valid || !busy);
  (* anyconst *) wire last_word;
  wire [2:0] one = {3{last_word}};

  reg          was_busy = 1'b0;
  reg [2:0]    last_op;
  reg [1023:0] last_line;
  reg [1023:0] last_operands;
  always @(posedge clk) begin
    was_busy <= busy && !rst;
    last_op <= op;
    last_line <= line;
    last_operands <= operands;
  end
  always @* assume (!(busy && was_busy)
                    || (op == last_op && line == last_line && operands == last_operands));

  // What is to be written.
  reg [127:0] begun_mask;
  reg [3:0]   missing;                 // touched sectors that are not written yet
  reg [3:0]   age;                     // cycles since the start
  wire [3:0]  lowest = missing & -missing;
  always @(posedge clk)
    if (rst) begin
      missing <= 0;
      age <= 0;
    end else begin
      if (start_valid) begin
        begun_mask <= start_mask;
        missing <= touched;
      end else missing <= missing & ~written;
      age <= start_valid ? 1 : age + (age != 15);
    end

  function [31:0] expected(input [2:0] operation, input [31:0] old_word, input [31:0] of_request);
    case (operation)
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
  function [31:0] word_at(input [1023:0] of, input [3:0] in_sector, input [2:0] number);
    word_at = (of[{2'd0, number}*32 +: 32] & {32{in_sector[0]}})
            | (of[{2'd1, number}*32 +: 32] & {32{in_sector[1]}})
            | (of[{2'd2, number}*32 +: 32] & {32{in_sector[2]}})
            | (of[{2'd3, number}*32 +: 32] & {32{in_sector[3]}});
  endfunction

  wire [31:0] shown = write_data[one*32 +: 32];
  wire [31:0] right = expected(last_op, word_at(last_line, written, one),
                               word_at(last_operands, written, one));

  reg [127:0] complete;                // bytes of complete words of that sector
  reg [31:0]  begun_words;             // complete ones of the line
  integer     n;
  always @*
    for (n = 0; n < 32; n = n + 1) begin
      begun_words[n] = &begun_mask[n*4 +: 4];
      complete[n*4 +: 4] = {4{written[n/8] && begun_words[n]}};
    end

  always @(posedge clk)
    if (started_once) begin
      complete_words_are_written: assert (!write_valid || write_mask == complete);
      a_write_belongs_to_an_atomic: assert (!write_valid || busy);
      sectors_come_lowest_first: assert (!write_valid || written == lowest);
      each_sector_is_somewhere: assert ((left | computed | written) == missing);
      a_sector_per_cycle: assert (!busy || age < 3 || missing == 0 || write_valid);
      all_is_written_when_it_is_done: assert (!done || missing == written);
      done_is_the_last_cycle: assert (!busy || done || (left | computed) != 0);
      nothing_is_left_while_free: assert (busy || missing == 0);
      a_word_is_what_the_operation_makes_of_it: assert (!write_valid || shown == right);
      the_mask_is_that_of_the_start: assert (!busy || whole_words == begun_words);
      // For the induction: what the computed sector has been made of, and when.
      a_computed_sector_was_selected: assert (
        computed == 0 || (was_busy && old[one*32 +: 32] == word_at(last_line, computed, one)
          && operand[one*32 +: 32] == word_at(last_operands, computed, one)));
      a_written_sector_was_computed: assert (written == 0 || was_busy);
      sectors_are_single: assert ((computed & (computed - 1)) == 0 && (written & (written - 1)) == 0
        && (computed & left) == 0 && (written & left) == 0 && (written & computed) == 0);
      lower_sectors_go_first: assert ((computed == 0 || left == 0 || computed < (left & -left))
        && (written == 0 || (left | computed) == 0
            || written < ((left | computed) & -(left | computed))));
      ages: assert (!busy || (age != 0 && (age != 1 || (computed | written) == 0)
        && (age != 2 || written == 0) && (age < 2 || left == 0 || computed != 0)
        && (age < 3 || (left | computed) == 0 || written != 0)));
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_whole_line: cover (done && age == 6 && op == 1 && line == 0 && operands == 0);
      an_empty_mask: cover (done && age == 1);
      the_next_atomic_follows: cover (start_valid && age == 4);
      orders_differ: cover (write_valid && last_op == 4 && shown == word_at(last_line, written, one)
        && shown > word_at(last_operands, written, one));
    end

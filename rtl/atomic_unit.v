// Executes atomics on lines that were read from the data RAM: one 32 B sector per cycle, lowest
// first, complete words only. A sector passes three steps; the result is written in the third. The
// next atomic begins when all sectors of this one are selected, while they are still computed.
//
//   select             compute                complete
//   old, operands ───> both choices ────────> the one that is right ──> write
//
// A sum and a comparison take a byte in one step: a byte's sum is computed without and with a carry
// from below, and what the bytes below say chooses in the next step.
// Page: docs/blocks/atomic_unit.md.
`default_nettype none
module atomic_unit (
  input  wire          clk,            // clock
  input  wire          rst,            // synchronous reset, active high

  // start: an atomic; only while not busy
  input  wire          start_valid,    // it begins
  input  wire [127:0]  start_mask,     // bytes that it operates on

  // while busy: what it works with, the same until it is done
  input  wire [2:0]    op,             // add, exchange, unsigned min, max, signed min, max, and, or
  input  wire [1023:0] line,           // the line in memory
  input  wire [1023:0] operands,       // the words of the request

  output wire          busy,           // sectors of an atomic are selected
  output wire          done,           // this is the last cycle of it

  // write: a sector of the result
  output wire          sector_next,    // there is one in the next cycle
  output wire          write_valid,    // there is one
  output wire [127:0]  write_mask,     // bytes of the line
  output wire [255:0]  write_data      // the sector
);
  // ------------------------------------------------------------- sectors, one after the other
  reg         executing;
  reg  [3:0]  left;                    // {4} sectors that are not selected yet
  reg  [3:0]  computed;                // {4} one-hot or zero: the one that is computed
  reg  [3:0]  written;                 // {4} one-hot or zero: the one that is written
  reg  [31:0] whole_words;             // {32} all four bytes are in the mask
  reg  [7:0]  words_computed;          // {8} those of the sector that is computed
  reg  [7:0]  words_written;           // {8} and of the one that is written
  wire [3:0]  selected = left & (~left + 4'd1);
  wire [3:0]  touched  = {|start_mask[127:96], |start_mask[95:64], |start_mask[63:32],
                          |start_mask[31:0]};
  genvar      g;
  genvar      k;

  assign busy = executing;
  assign done = executing && ~|(left & (left - 4'd1));

  always @(posedge clk)
    if (rst) begin
      executing <= 1'b0;
      left      <= 4'b0;
      computed  <= 4'b0;
      written   <= 4'b0;
    end else begin
      executing <= executing ? !done : start_valid;
      left      <= executing ? left & ~selected : touched & {4{start_valid}};
      computed  <= selected;
      written   <= computed;
    end

  generate
    for (g = 0; g < 32; g = g + 1) begin : word_of_line
      always @(posedge clk)            // whether an atomic begins is known late
        if (!executing) whole_words[g] <= &start_mask[g*4 +: 4];
      assign write_mask[g*4 +: 4] = {4{words_written[g%8] && written[g/8]}};
    end
  endgenerate

  always @(posedge clk) begin
    words_computed <= (whole_words[7:0]   & {8{selected[0]}})
                    | (whole_words[15:8]  & {8{selected[1]}})
                    | (whole_words[23:16] & {8{selected[2]}})
                    | (whole_words[31:24] & {8{selected[3]}});
    words_written  <= words_computed;
  end

  reg  [2:0]   operation;              // of the sector that is computed
  reg  [255:0] old;                    // the sector in memory
  reg  [255:0] operand;                // and that of the request

  always @(posedge clk)
    if (executing) begin
      operation <= op;
      old     <= (line[0*256 +: 256] & {256{selected[0]}})
               | (line[1*256 +: 256] & {256{selected[1]}})
               | (line[2*256 +: 256] & {256{selected[2]}})
               | (line[3*256 +: 256] & {256{selected[3]}});
      operand <= (operands[0*256 +: 256] & {256{selected[0]}})
               | (operands[1*256 +: 256] & {256{selected[1]}})
               | (operands[2*256 +: 256] & {256{selected[2]}})
               | (operands[3*256 +: 256] & {256{selected[3]}});
    end

  // ------------------------------------------------------------- words, byte by byte
  wire adds     = operation == 3'd0;
  wire compares = operation[2] != operation[1];  // ops 2 to 5
  wire maximum  = operation[0];        // looked at while it compares

  // {5} what all bytes below each one say, and all four
  function [4:0] from_below(input [3:0] certainly, input [3:0] passing);
    integer at;
    begin
      from_below = 5'b0;
      for (at = 0; at < 4; at = at + 1)
        from_below[at+1] = certainly[at] || (passing[at] && from_below[at]);
    end
  endfunction

  generate
    for (g = 0; g < 8; g = g + 1) begin : word
      reg  [31:0] first;               // the result, unless the second one is right
      reg  [31:0] second;
      reg  [3:0]  certain;             // {4} a carry leaves the byte, or its operand goes first
      reg  [3:0]  passed_on;           // {4} it does if that is so of the bytes below it
      reg         compared;            // one choice for the whole word
      wire [4:0]  below = from_below(certain, passed_on);

      always @(posedge clk) compared <= compares;

      for (k = 0; k < 4; k = k + 1) begin : piece
        localparam [0:0] CARRY_IN = k != 0; // of a sum, from the byte below
        wire       sign  = k == 3 && operation[2];     // turns signed order into unsigned order
        wire [7:0] a     = old[g*32 + k*8 +: 8];
        wire [7:0] b     = operand[g*32 + k*8 +: 8];
        wire [8:0] sum   = {1'b0, a} + {1'b0, b};
        wire [8:0] sum_1 = {1'b0, a} + {1'b0, b} + 9'd1;   // with a carry from below
        wire [7:0] x     = a ^ {sign, 7'b0};
        wire [7:0] y     = b ^ {sign, 7'b0};
        wire       wins  = maximum ? y > x : y < x;    // the operand is the result
        reg  [7:0] plain;                              // of the other operations

        always @*
          case (operation)
            3'd1:    plain = b;
            3'd6:    plain = a & b;
            3'd7:    plain = a | b;
            default: plain = a;        // 2 to 5
          endcase

        always @(posedge clk) begin
          first[k*8 +: 8]  <= adds ? sum[7:0] : plain;
          second[k*8 +: 8] <= (adds && CARRY_IN) ? sum_1[7:0] : compares ? b : plain;
          certain[k]       <= adds ? sum[8] : wins;
          passed_on[k]     <= adds ? sum_1[8] : wins || x == y;
        end

        assign write_data[g*32 + k*8 +: 8] = (compared ? below[4] : below[k])
                                           ? second[k*8 +: 8] : first[k*8 +: 8];
      end
    end
  endgenerate

  assign sector_next = |computed;
  assign write_valid = |written;

`ifdef FORMAL
`include "tests/formal/atomic_unit.v"
`endif
endmodule
`default_nettype wire

// ram_1r1w whose words are stored with check bits: each part that has a write-mask bit by itself, in as few code words of up
// to 64 bits as hold it. Latency: one cycle from read_valid to read_data and what is said of it, which then hold until
// the next read. State: the RAM. Page: docs/blocks/ram_ecc.md.
`default_nettype none
module ram_ecc #(
  parameter PROTECT   = 2,             // 0..2: 0 none, 1 parity, 2 SEC-DED
  parameter WIDTH     = 64,            // 1..1024: bits of one word, without check bits
  parameter DEPTH     = 128,           // 1..65536: words
  parameter MASK_BITS = 1,             // 1..128: write-mask bits; each covers WIDTH/MASK_BITS bits
  parameter ONE_PORT  = 0,             // 0..1: 1: a write goes before a read at the same edge, which is not done
  parameter ADDR_BITS = (DEPTH > 1) ? $clog2(DEPTH) : 1, // derived: bits of an address
  parameter FLIP_BITS = 2 * ((WIDTH / MASK_BITS + 63) / 64) // derived: two for each code word of a part
) (
  input  wire                 clk,            // clock
  input  wire                 write_valid,    // write at this edge
  input  wire [ADDR_BITS-1:0] write_addr,     // word written
  input  wire [MASK_BITS-1:0] write_mask,     // parts of the word that are written
  input  wire [WIDTH-1:0]     write_data,     // new contents
  input  wire [FLIP_BITS-1:0] write_flip,     // to try what errors do: inverts in code word w of each part written 2w the first bit, 2w + 1 the last; else zero
  input  wire                 read_valid,     // read at this edge; else the outputs keep their values
  input  wire [ADDR_BITS-1:0] read_addr,      // word read
  output wire [WIDTH-1:0]     read_data,      // the word before that edge, an inverted bit in a code word put right (SEC-DED)
  output wire [MASK_BITS-1:0] read_corrected, // parts in which a bit was inverted and is put right
  output wire [MASK_BITS-1:0] read_lost       // parts in which bits were inverted that are not
);
  localparam PART       = WIDTH / MASK_BITS;                 // bits that share one mask bit
  localparam WORDS      = FLIP_BITS / 2;                     // code words of a part
  localparam WORD       = (PART + WORDS - 1) / WORDS;        // bits of a code word's data; the last has the rest
  localparam CHECK_BITS = (PROTECT == 1) ? 1 : (WORD == 1) ? 3 : (WORD <= 4) ? 4 : (WORD <= 11) ? 5 : (WORD <= 26) ? 6 : (WORD <= 57) ? 7 : 8;
  localparam CODED      = PART + WORDS * CHECK_BITS;         // bits of a part with its check bits, which stand above it
  localparam STORED     = (PROTECT == 0) ? WIDTH : MASK_BITS * CODED;

  wire [STORED-1:0] coded;      // what is stored
  wire [STORED-1:0] read_coded; // and comes back

  ram_1r1w #(.WIDTH(STORED), .DEPTH(DEPTH), .MASK_BITS(MASK_BITS), .ONE_PORT(ONE_PORT)) words (
    .clk        (clk),
    .write_valid(write_valid),
    .write_addr (write_addr),
    .write_mask (write_mask),
    .write_data (coded),
    .read_valid (read_valid),
    .read_addr  (read_addr),
    .read_data  (read_coded)
  );

  genvar part, word;
  generate
    if (PROTECT == 0) begin : plain
      wire unused           = &{1'b0, write_flip};
      assign coded          = write_data;
      assign read_data      = read_coded;
      assign read_corrected = {MASK_BITS{1'b0}};
      assign read_lost      = {MASK_BITS{1'b0}};
    end else begin : with_check
      for (part = 0; part < MASK_BITS; part = part + 1) begin : each_part
        wire [WORDS-1:0] corrected;
        wire [WORDS-1:0] lost;
        for (word = 0; word < WORDS; word = word + 1) begin : each_word
          localparam BITS  = (word == WORDS - 1) ? PART - WORD * word : WORD;
          localparam DATA  = part * CODED + WORD * word;         // its place in what is stored
          localparam CHECK = part * CODED + PART + CHECK_BITS * word;
          wire [WORD-1:0]       data   = {{WORD-BITS{1'b0}}, write_data[part*PART + WORD*word +: BITS]};
          wire [WORD-1:0]       stored = {{WORD-BITS{1'b0}}, read_coded[DATA +: BITS]};
          wire [CHECK_BITS-1:0] check;
          wire [WORD-1:0]       fixed;
          wire                  unused = &{1'b0, fixed};  // what the last code word has not

          ecc #(.PROTECT(PROTECT), .WIDTH(WORD)) code (
            .data        (data),
            .check       (check),
            .stored_data (stored),
            .stored_check(read_coded[CHECK +: CHECK_BITS]),
            .fixed       (fixed),
            .corrected   (corrected[word]),
            .lost        (lost[word])
          );

          assign coded[DATA +: BITS]        = data[BITS-1:0] ^ {{BITS-1{1'b0}}, write_flip[2*word]};
          assign coded[CHECK +: CHECK_BITS] = check ^ {write_flip[2*word+1], {CHECK_BITS-1{1'b0}}};
          assign read_data[part*PART + WORD*word +: BITS] = fixed[BITS-1:0];
        end
        assign read_corrected[part] = |corrected;
        assign read_lost[part]      = |lost;
      end
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/ram_ecc.v"
`endif
endmodule
`default_nettype wire

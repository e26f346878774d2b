// First-in first-out queue of lines that wait long: they stand as sectors in a RAM, 32 bytes a word, behind
// it the one that leaves. A line that comes stays with who puts it, behind its put, until its sectors are in
// the RAM: n take n cycles, in which the next one has to wait, and n to come out. It is at the output
// n + 3 cycles after it was put into an empty queue, n + 1 after the one before it was removed.
//
//   line ──> RAM, a sector per cycle ──> line at the output, put together ──> get
//
// State: which sectors have not gone in and whether the last of them goes, the RAM (ram_fifo), the line at
// the output with the sectors that it has, a count of lines. Page: docs/blocks/line_queue.md.
`default_nettype none
module line_queue #(
  parameter SECTOR_BITS = 256,         // 256..256: bits of a sector
  parameter DEPTH       = 8            // 1..64: lines, that at the output included
) (
  input  wire                     clk, // clock
  input  wire                     rst, // synchronous reset, active high

  // put: the writing side
  input  wire                     put_valid,   // a line is offered
  output wire                     put_ready,   // there is room; the line is in the queue from this edge on
  input  wire [3:0]               put_sectors, // its sectors; one at least

  // line: the one that was put last, from the cycle behind its put until its last sector goes in
  output wire                     line_done,   // that goes at this edge, or there is none
  input  wire [4*SECTOR_BITS-1:0] line_data,   // the line

  // get: the reading side
  output wire                     get_valid,   // the oldest line is at the output
  input  wire                     get_ready,   // it is removed at this edge
  output wire [4*SECTOR_BITS-1:0] get_data     // the line; sectors that it does not have are zero
);
  localparam WORDS      = 4 * DEPTH;   // enough for all sectors of DEPTH lines
  localparam LEVEL_BITS = $clog2(DEPTH + 1);
  localparam [31:0] FULL = DEPTH;
  localparam [LEVEL_BITS-1:0] ONE = 1;

  reg  [LEVEL_BITS-1:0] level;         // lines in the queue
  reg                   room;          // one more may come
  reg  [3:0]            left;          // sectors of the line put last that have not gone into the RAM
  reg  [3:0]            present;       // sectors of the line at the output that have come out of it
  reg                   whole;         // all of them
  reg                   gone;          // the last one goes at this edge, or there is none
  wire                  put  = put_valid && put_ready;
  wire                  get  = get_ready && whole;

  always @(posedge clk)
    if (rst)             level <= {LEVEL_BITS{1'b0}};
    else if (put != get) level <= put ? level + ONE : level - ONE;

  always @(posedge clk)
    if (rst)             room <= 1'b1;
    else if (put != get) room <= get || level != FULL[LEVEL_BITS-1:0] - ONE;

  // ---------------------------------------------------------------- in
  wire [3:0]   goes = left & (~left + 4'd1); // one-hot: the sector that goes at this edge
  reg  [SECTOR_BITS-1:0] goes_data;
  integer      s;

  always @(posedge clk)
    if (rst)       left <= 4'd0;
    else if (gone) left <= put_sectors & {4{put}};
    else           left <= left & ~goes;

  function at_most_one(input [3:0] sectors);
    at_most_one = ~|(sectors & (sectors - 4'd1));
  endfunction

  always @(posedge clk)
    if (rst)       gone <= 1'b1;
    else if (gone) gone <= !put || at_most_one(put_sectors);
    else           gone <= at_most_one(left & ~goes);

  always @* begin
    goes_data = {SECTOR_BITS{1'b0}};
    for (s = 0; s < 4; s = s + 1)
      goes_data = goes_data | (line_data[s*SECTOR_BITS +: SECTOR_BITS] & {SECTOR_BITS{goes[s]}});
  end

  // ---------------------------------------------------------------- waiting
  // Never full: lines in the queue have room for all their sectors.
  wire         unused_room;
  wire         word_there;
  wire         word_last;              // of its line
  wire [3:0]   word_sector;            // one-hot
  wire [SECTOR_BITS-1:0] word_data;
  wire         comes = word_there && !whole; // it goes to the output at this edge

  ram_fifo #(.WIDTH(SECTOR_BITS + 5), .DEPTH(WORDS)) sectors (
    .clk      (clk),
    .rst      (rst),
    .put_valid(|left),
    .put_ready(unused_room),
    .put_data ({gone, goes, goes_data}),
    .get_valid(word_there),
    .get_ready(comes),
    .get_data ({word_last, word_sector, word_data})
  );

  // ---------------------------------------------------------------- out
  reg [4*SECTOR_BITS-1:0] line;
  wire         unused = &{1'b0, unused_room};

  always @(posedge clk)
    if (rst)        whole <= 1'b0;
    else if (whole) whole <= !get_ready;
    else            whole <= word_there && word_last;

  always @(posedge clk)
    if (rst)        present <= 4'd0;
    else if (whole) present <= present & {4{!get_ready}};
    else            present <= present | (word_sector & {4{word_there}});

  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : sector
      always @(posedge clk) if (comes && word_sector[i]) line[i*SECTOR_BITS +: SECTOR_BITS] <= word_data;
      assign get_data[i*SECTOR_BITS +: SECTOR_BITS] = line[i*SECTOR_BITS +: SECTOR_BITS] & {SECTOR_BITS{present[i]}};
    end
  endgenerate

  assign put_ready = room && gone;
  assign line_done = gone;
  assign get_valid = whole;

`ifdef FORMAL
`include "tests/formal/line_queue.v"
`endif
endmodule
`default_nettype wire

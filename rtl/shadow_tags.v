// A copy of the L1's tags, which requests of other cores look up [taco16 section 4.3]. Every write
// of the L1's tags is repeated here one edge later, so they are those of the L1 a cycle before; the
// L1 says when a line left in between. A way that waits for its fill is not valid: no hit.
//
//   next_line ─> set_map ─> tags, lines, used ─┬─> differs[way], its_lines ─> look_hit, way
//                            write ────────────┴─────────^
//   tags[way]  {tag} per set             lines  {valid [WAYS]} per set, meaningful if used[set]
//
// The set of a line is read in the cycle before its lookup and kept beside it, where writes of the
// set reach it too: look_hit, look_set, look_way are functions of flops. Writes count from the next
// cycle on. State: a register file per way, one for the valid bits, a flop per set, so that a flush
// takes one cycle. A set that is shared has no lines until it is written as a private one, since
// those that died then are not told. Stands in ccn_router. Page: docs/blocks/shadow_tags.md.
`default_nettype none
module shadow_tags #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter SETS       = 32,           // 1..1024: sets of the L1, a power of two
  parameter WAYS       = 4,            // 1..16: its ways
  parameter HASH_INDEX = 0,            // 0..2: its set index, as in l1_cache
  parameter SET_BITS   = (SETS > 1) ? $clog2(SETS) : 1,  // derived: bits of a set number
  parameter WAY_BITS   = (WAYS > 1) ? $clog2(WAYS) : 1,  // derived: bits of a way number
  parameter TAG_BITS   = LINE_BITS - $clog2(SETS)        // derived: bits of a tag
) (
  input  wire                 clk,         // clock
  input  wire                 rst,         // synchronous reset, active high
  input  wire                 flush,       // kernel boundary: no line is valid behind this edge
`ifdef MEMLOOM_SHARED_L1
  input  wire                 share_even,  // even sets are shared: no line of theirs is valid
  input  wire                 share_odd,   // the same of odd ones
`endif

  // write: what the L1 wrote at the last edge
  input  wire                 write_valid, // it writes a set
  input  wire [SET_BITS-1:0]  write_set,   // the set, below SETS
  input  wire [WAYS-1:0]      write_lines, // its ways that are valid behind the edge
  input  wire [WAYS-1:0]      write_ways,  // its ways whose tag is written
  input  wire [TAG_BITS-1:0]  write_tag,   // that tag

  // next: the line to look up from the next cycle on
  input  wire                 next_valid,  // another one than before
  input  wire [LINE_BITS-1:0] next_line,   // its address

  // look: the line that is looked up; line 0 behind a reset
  output wire                 look_hit,    // it is valid
  output reg  [SET_BITS-1:0]  look_set,    // its set
  output wire [WAY_BITS-1:0]  look_way     // its way; the lowest of two; 0 without a hit
);
  wire [SET_BITS-1:0] next_set;
  wire [TAG_BITS-1:0] next_tag;
  wire                write_next = write_valid && write_set == next_set;
  wire                write_look = write_valid && write_set == look_set;
  wire [WAYS-1:0]     lines;           // valid ways of the next set, once it is used
  reg  [SETS-1:0]     used;            // the set was written since reset or flush
  reg  [TAG_BITS-1:0] look_tag;
  reg  [TAG_BITS-1:0] written_differs; // bits of the tag written meanwhile and of the line's
  reg  [WAYS-1:0]     its_lines;       // valid ways of look_set
  wire [WAYS-1:0]     same;            // ways whose tag is the line's
  wire [WAYS-1:0]     match;           // ways that hold the line
  reg  [WAY_BITS-1:0] way;
  integer             w;

  set_map #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .INDEX_SHIFT(0), .CHUNK_BITS(0), .HASH_INDEX(HASH_INDEX)
  ) map (
    .line    (next_line),
    .line_set(next_set),
    .line_tag(next_tag),
    .of_set  ({SET_BITS{1'b0}}),
    .of_tag  ({TAG_BITS{1'b0}}),
    .of_line (unused_line)
  );

  // Line 0 stands in set 0, hashed or not.
  always @(posedge clk)
    if (rst) begin
      look_set <= {SET_BITS{1'b0}};
      look_tag <= {TAG_BITS{1'b0}};
    end else if (next_valid) begin
      look_set <= next_set;
      look_tag <= next_tag;
    end

  // Beside the storage, not in its place: whether the write is of the next set is known last.
  always @(posedge clk)
    if (next_valid) written_differs <= write_tag ^ next_tag;

  regfile_1r1w #(.WIDTH(WAYS), .DEPTH(SETS)) valid (
    .clk        (clk),
    .write_valid(write_valid),
    .write_addr (write_set),
    .write_data (write_lines),
    .read_addr  (next_set),
    .read_data  (lines)
  );

  // Sets of a parity that empty, as they are shared: known a cycle late, as in l1_cache, so that what
  // it wrote before it knew is not believed.
  wire [1:0] empties;
  wire       its_odd = next_valid ? next_set[0] : look_set[0];
`ifdef MEMLOOM_SHARED_L1
  reg  [1:0] shared;
  always @(posedge clk)
    if (rst) shared <= 2'b00;
    else     shared <= {share_odd, share_even};
  assign empties = shared;
`else
  assign empties = 2'b00;
`endif

  always @(posedge clk)
    if (rst || flush || (its_odd ? empties[1] : empties[0]))
                         its_lines <= {WAYS{1'b0}};
    else if (next_valid) its_lines <= write_next ? write_lines : lines & {WAYS{used[next_set]}};
    else if (write_look) its_lines <= write_lines;

  genvar i;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_way
      wire [TAG_BITS-1:0] tag;         // of the next set
      reg  [TAG_BITS-1:0] differs;     // bits of that of look_set and of the line's tag
      reg                 written;     // at the edge of its read: it is in written_differs
      regfile_1r1w #(.WIDTH(TAG_BITS), .DEPTH(SETS)) tags (
        .clk        (clk),
        .write_valid(write_valid && write_ways[i]),
        .write_addr (write_set),
        .write_data (write_tag),
        .read_addr  (next_set),
        .read_data  (tag)
      );
      always @(posedge clk)
        if (next_valid) begin
          differs <= tag ^ next_tag;
          written <= write_next && write_ways[i];
        end else if (write_look && write_ways[i]) begin
          differs <= write_tag ^ look_tag;
          written <= 1'b0;
        end
      assign same[i]  = (written ? written_differs : differs) == {TAG_BITS{1'b0}};
      assign match[i] = its_lines[i] && same[i];
    end
    for (i = 0; i < SETS; i = i + 1) begin : each_set
      localparam [31:0] INDEX = i;
      always @(posedge clk)
        if (rst || flush || empties[INDEX[0]])                     used[i] <= 1'b0;
        else if (write_valid && write_set == INDEX[SET_BITS-1:0]) used[i] <= 1'b1;
    end
  endgenerate

  always @* begin
    way = {WAY_BITS{1'b0}};
    for (w = WAYS - 1; w >= 0; w = w - 1)
      if (match[w]) way = w[WAY_BITS-1:0];
  end

  assign look_hit = |match;
  assign look_way = way;

  // Not needed: the way back from set and tag to the line.
  wire [LINE_BITS-1:0] unused_line;
  wire                 unused = &{1'b0, unused_line};

`ifdef FORMAL
`include "tests/formal/shadow_tags.v"
`endif
endmodule
`default_nettype wire

// Lines that are being read: the content-addressed list of ENTRIES line addresses inside
// mshr. One line is looked up among the busy entries, another one may claim the lowest free entry
// in the same cycle; an entry's line is read, and the entry released, by number. Combinational from
// look_line and answer_entry to the outputs beside them; claims and releases count from the next
// cycle on. State: per entry busy and its line, in flops. Page: docs/blocks/pending_lines.md.
`default_nettype none
module pending_lines #(
  parameter LINE_BITS  = 25,           // 1..33: bits of a line address
  parameter ENTRIES    = 32,           // 1..64: lines
  parameter ENTRY_BITS = (ENTRIES > 1) ? $clog2(ENTRIES) : 1  // derived: bits of an entry number
) (
  input  wire                  clk,          // clock
  input  wire                  rst,          // synchronous reset, active high

  // look: the line that is looked up
  input  wire [LINE_BITS-1:0]  look_line,    // its address
  output wire [ENTRIES-1:0]    look_match,   // {ENTRIES} busy entries that hold it

  // claim: the line that gets the free entry
  input  wire [LINE_BITS-1:0]  claim_line,   // its address
  input  wire                  claim_valid,  // it does; only with free_valid

  // free: the entry that a claim gets
  output wire                  free_valid,   // there is one
  output wire [ENTRY_BITS-1:0] free_entry,   // its number, the lowest
  output wire [ENTRIES-1:0]    free_mask,    // {ENTRIES} the same one-hot

  // answer: an entry by its number
  input  wire [ENTRY_BITS-1:0] answer_entry, // number, below ENTRIES
  output wire [LINE_BITS-1:0]  answer_line,  // the line it holds
  input  wire                  answer_last   // it becomes free
);
  reg  [ENTRIES-1:0]           busy;
  reg  [ENTRIES*LINE_BITS-1:0] lines;
  reg  [ENTRIES-1:0]           lowest;       // one-hot or zero
  reg  [ENTRY_BITS-1:0]        lowest_entry;
  integer                      entry;

  always @* begin
    lowest       = {ENTRIES{1'b0}};
    lowest_entry = {ENTRY_BITS{1'b0}};
    for (entry = ENTRIES - 1; entry >= 0; entry = entry - 1)
      if (!busy[entry]) begin
        lowest        = {ENTRIES{1'b0}};
        lowest[entry] = 1'b1;
        lowest_entry  = entry[ENTRY_BITS-1:0];
      end
  end

  genvar i;
  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : each_entry
      localparam [31:0] INDEX = i;
      wire claims   = claim_valid && lowest[i];
      wire releases = answer_last && answer_entry == INDEX[ENTRY_BITS-1:0];
      assign look_match[i] = busy[i] && lines[i*LINE_BITS +: LINE_BITS] == look_line;

      always @(posedge clk)
        if (rst)           busy[i] <= 1'b0;
        else if (claims)   busy[i] <= 1'b1;
        else if (releases) busy[i] <= 1'b0;

      // A line is looked at while its entry is busy only: before, it may follow what could claim it.
      always @(posedge clk)
        if (lowest[i]) lines[i*LINE_BITS +: LINE_BITS] <= claim_line;
    end
  endgenerate

  assign free_valid  = !(&busy);
  assign free_entry  = lowest_entry;
  assign free_mask   = lowest;
  assign answer_line = lines[answer_entry*LINE_BITS +: LINE_BITS];

`ifdef FORMAL
`include "tests/formal/pending_lines.v"
`endif
endmodule
`default_nettype wire

// Lines that are being read: the content-addressed list of ENTRIES line addresses inside
// mshr. One line is looked up among the busy entries, another one may claim the lowest free entry
// in the same cycle; an entry is released by number. Combinational from look_line to look_match;
// claims and releases count from the next cycle on. State: per entry busy and its line, in flops.
// Page: docs/blocks/pending_lines.md.
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

  // answer: an entry that is released, by its number
  input  wire [ENTRY_BITS-1:0] answer_entry, // number, below ENTRIES
  input  wire                  answer_last   // it becomes free
);
  reg  [ENTRIES-1:0]           busy;
  reg  [ENTRIES*LINE_BITS-1:0] lines;
  wire [ENTRIES-1:0]           lowest;       // one-hot or zero
  reg  [ENTRY_BITS-1:0]        lowest_entry;
  integer                      entry;

  always @* begin
    lowest_entry = {ENTRY_BITS{1'b0}};
    for (entry = 0; entry < ENTRIES; entry = entry + 1)
      if (lowest[entry]) lowest_entry = lowest_entry | entry[ENTRY_BITS-1:0];
  end

  // The lowest free entry is found by groups, of which flops say whether all entries are busy: no chain
  // from the first entry to the last. That there is a claim is known late, the group that it fills is not.
  localparam GROUP  = (ENTRIES > 32) ? 8 : 4;
  localparam GROUPS = (ENTRIES + GROUP - 1) / GROUP;
  localparam [ENTRIES-1:0] ALL         = {ENTRIES{1'b1}};
  localparam [GROUPS-1:0]  ALL_GROUPS  = {GROUPS{1'b1}};
  localparam [ENTRIES-1:0] FIRST_GROUP = ~(ALL << GROUP);
  reg  [GROUPS-1:0]  group_busy;       // {GROUPS} all of its entries are
  wire [GROUPS-1:0]  first_group;      // {GROUPS} those before it are all busy
  wire [ENTRIES-1:0] first;            // the first free one of its group
  wire [ENTRIES-1:0] releases;

  genvar i;
  generate
    for (i = 0; i < GROUPS; i = i + 1) begin : each_group
      localparam [ENTRIES-1:0] ITS    = FIRST_GROUP << (i * GROUP);
      localparam [GROUPS-1:0]  BEFORE = ~(ALL_GROUPS << i);
      wire filled = claim_valid && first_group[i] && !(|(~busy & ~first & ITS));
      assign first_group[i] = &(group_busy | ~BEFORE);

      always @(posedge clk)
        if (rst) group_busy[i] <= 1'b0;
        else     group_busy[i] <= (group_busy[i] || filled) && !(|(releases & busy & ITS));
    end
    for (i = 0; i < ENTRIES; i = i + 1) begin : each_entry
      localparam [31:0] INDEX = i;
      localparam [ENTRIES-1:0] BEFORE = ~(ALL << (i % GROUP)) << (i / GROUP * GROUP);
      wire claims = claim_valid && lowest[i];
      assign first[i]      = !busy[i] && (&(busy | ~BEFORE));
      assign lowest[i]     = first[i] && first_group[i / GROUP];
      assign releases[i]   = answer_last && answer_entry == INDEX[ENTRY_BITS-1:0];
      assign look_match[i] = busy[i] && lines[i*LINE_BITS +: LINE_BITS] == look_line;

      always @(posedge clk)
        if (rst)              busy[i] <= 1'b0;
        else if (claims)      busy[i] <= 1'b1;
        else if (releases[i]) busy[i] <= 1'b0;

      // A line is looked at while its entry is busy only: before, it may follow what could claim it.
      always @(posedge clk)
        if (lowest[i]) lines[i*LINE_BITS +: LINE_BITS] <= claim_line;
    end
  endgenerate

  assign free_valid  = !(&group_busy);
  assign free_entry  = lowest_entry;
  assign free_mask   = lowest;

`ifdef FORMAL
`include "tests/formal/pending_lines.v"
`endif
endmodule
`default_nettype wire

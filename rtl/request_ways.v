// What a requester remembers of the ways that its requests took, so that it never has two requests of
// one line on different ways at once, one of them a store or atomic. State: requests in flight, the
// answers of the last cycle, four flags about them, and a bit per region of lines whose stores or
// atomics went past their home, which may therefore have old data. Outputs are flops, but for `over`.
// Page: docs/blocks/request_ways.md.
`default_nettype none
module request_ways #(
  parameter ID_BITS     = 8,           // 4..18: bits of a request id; each is in flight once at most
  parameter REGIONS     = 256,         // 4..1024: bits of the filter, a power of two
  parameter REGION_BITS = $clog2(REGIONS) // derived: bits of a region's number
) (
  input  wire                   clk,             // clock
  input  wire                   rst,             // synchronous reset, active high
  input  wire                   flush,           // kernel boundary

  // leave: a request leaves the requester's register
  input  wire                   leave_valid,     // one does
  input  wire                   leave_foreign,   // the home of its line is another core
  input  wire                   leave_away,      // it goes to the home or straight to L2, past the own L1
  input  wire                   leave_writes,    // it is a store or atomic
  input  wire                   leave_passes,    // it reads past a home that its line's stores go to
  input  wire                   leave_moved,     // the organization is not that of the one before it
  input  wire [REGION_BITS-1:0] leave_region,    // its line's region

  // answer: the core's answers, each to a request that left
  input  wire                   answer_hit,      // by the own L1
  input  wire                   answer_response, // by the own MSHR
  input  wire                   answer_remote,   // by a home

  output wire                   quiet,           // nothing is in flight, known a cycle late
  output wire                   over,            // nothing is in flight
  output wire                   moved,           // since then the organization changed
  output wire                   wrote,           // ... a foreign store or atomic left
  output wire                   sent,            // ... a foreign request left for elsewhere
  output wire                   passed,          // ... a read past its home left
  output wire [REGIONS-1:0]     written          // {REGIONS} the home's copy may be old
);
  reg  [ID_BITS:0]     in_flight;
  reg  [1:0]           answered;       // at the last edge; not counted yet
  reg                  is_quiet;
  reg                  has_moved;
  reg                  has_written;
  reg                  has_sent;
  reg                  has_passed;
  reg  [REGIONS-1:0]   by_region;

  localparam [REGIONS-1:0] FIRST = 1;
  wire                 writes    = leave_valid && leave_foreign && leave_writes;
  wire                 goes_away = leave_valid && leave_foreign && leave_away;
  wire [1:0]           answers   = {1'b0, answer_hit} + {1'b0, answer_response} + {1'b0, answer_remote};

  // Answers count a cycle late. Whether a request leaves is known last: what is in flight is found
  // for both.
  localparam [ID_BITS:0] ONE = 1;
  wire [ID_BITS:0]     done      = {{ID_BITS-1{1'b0}}, answered};
  wire [ID_BITS:0]     remain    = in_flight - done;
  wire [ID_BITS:0]     one_more  = in_flight + (ONE - done);
  wire                 is_over   = ~|remain;
  wire                 any       = leave_valid || !is_over;

  always @(posedge clk)
    if (rst) begin
      in_flight   <= {ID_BITS+1{1'b0}};
      answered    <= 2'd0;
      is_quiet    <= 1'b1;
      has_moved   <= 1'b0;
      has_written <= 1'b0;
      has_sent    <= 1'b0;
      has_passed  <= 1'b0;
    end else begin
      answered    <= answers;
      in_flight   <= leave_valid ? one_more : remain;
      is_quiet    <= !any;
      has_moved   <= any && (has_moved || leave_valid && leave_moved && !is_quiet);
      has_written <= any && (has_written || writes);
      has_sent    <= any && (has_sent || goes_away);
      has_passed  <= any && (has_passed || leave_valid && leave_foreign && leave_passes);
    end

  // What is in flight at a kernel boundary may reach L2 behind what the next kernel reads: the bits
  // stay. A core is quiet there.
  always @(posedge clk)
    if (rst) by_region <= {REGIONS{1'b0}};
    else     by_region <= by_region & ~{REGIONS{flush && is_over}}
                        | (FIRST << leave_region) & {REGIONS{writes && !leave_away}};

  // Outputs: functions of the state above.
  assign quiet   = is_quiet;
  assign over    = is_over;
  assign moved   = has_moved;
  assign wrote   = has_written;
  assign sent    = has_sent;
  assign passed  = has_passed;
  assign written = by_region;

`ifdef FORMAL
`include "tests/formal/request_ways.v"
`endif
endmodule
`default_nettype wire

// A bridge's node on a ring of lines [taco16 section 5.6]: four beats of the ring make a line, that
// the bridge takes out or lets pass on; lines of its own enter.
//
//   in ─> parts ─> line ─┬─ taken out
//                        └─ passes ──┐
//   new ─────────────────────────────┴─> queue (RESPONSES) ─> link (HOP) ─> out
//
// A line is shown in the cycle after its fourth beat, and no beat is taken in that one: five cycles
// a line. New lines go before those that pass. Bubble rule: a new one leaves SPARE places free, so
// no ring ever fills. Page: docs/blocks/ccn_lines.md.
`default_nettype none
module ccn_lines #(
  parameter HEAD_BITS = 30,            // 4..64: bits of what a line is sent with
  parameter RESPONSES = 8,             // 2..16: lines in the queue
  parameter HOP       = 1,             // 1..5: cycles of the link
  parameter SPARE     = 1              // 0..1: places that a new line leaves free; 0 can deadlock
) (
  input  wire                 clk,         // clock
  input  wire                 rst,         // synchronous reset, active high

  // in: from the node before, four beats a line
  input  wire                 in_valid,    // a beat is offered
  output wire                 in_ready,    // it is taken at this edge
  input  wire [HEAD_BITS-1:0] in_head,     // what the line is sent with, the first beat's counts
  input  wire [255:0]         in_data,     // a quarter of the line, the lowest first

  // line: one has arrived
  output wire                 line_valid,  // all of it is here
  input  wire                 line_take,   // it leaves the ring at this edge; only with line_valid
  input  wire                 line_pass,   // it passes on when line_room; only with line_valid
  output wire                 line_room,   // the queue takes it, but for a new one
  output wire [HEAD_BITS-1:0] line_head,   // what it came with
  input  wire [HEAD_BITS-1:0] line_as,     // what it passes on with
  output wire [1023:0]        line_data,   // the line

  // new: a line enters the ring
  input  wire                 new_valid,   // one is offered
  output wire                 new_ready,   // it is taken at this edge
  input  wire [HEAD_BITS-1:0] new_head,    // what it is sent with
  input  wire [1023:0]        new_data,    // the line

  // out: to the node behind
  output wire                 out_valid,   // a beat is offered
  input  wire                 out_ready,   // it is taken at this edge
  output wire [HEAD_BITS-1:0] out_head,    // what the line is sent with
  output wire [255:0]         out_data     // a quarter of the line, the lowest first
);
  localparam COUNT_BITS = $clog2(RESPONSES + 1);
  localparam [31:0] ALL   = RESPONSES;
  localparam [31:0] LIMIT = RESPONSES - SPARE;       // a new line enters below
  localparam [COUNT_BITS-1:0] ONE = 1;

  // ---- What arrives ----
  reg  [1:0]            part;          // the beat that is next
  reg                   whole;         // all are there
  reg  [HEAD_BITS-1:0]  head;
  reg  [1023:0]         parts;
  wire                  beat = in_valid && in_ready;
  wire                  enter = new_valid && new_ready;
  wire                  pass = whole && line_pass && line_room && !enter;

  always @(posedge clk)
    if (rst) begin
      part  <= 2'd0;
      whole <= 1'b0;
    end else begin
      if (beat) part <= part + 2'd1;
      whole <= whole ? !line_take && !pass : beat && part == 2'd3;
    end

  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : quarter
      localparam [31:0] INDEX = i;
      always @(posedge clk)
        if (beat && part == INDEX[1:0]) parts[i*256 +: 256] <= in_data;
    end
  endgenerate

  always @(posedge clk)
    if (beat && part == 2'd0) head <= in_head;

  // ---- The queue and the link ----
  reg  [COUNT_BITS-1:0] taken;         // lines in it
  reg  [1:0]            sent;          // beats of its head that left
  wire                  send_valid;
  wire [HEAD_BITS-1:0]  send_head;
  wire [1023:0]         send_data;
  wire                  link_room;
  wire                  sends = send_valid && link_room;
  wire                  send  = sends && sent == 2'd3;

  fifo #(.WIDTH(HEAD_BITS + 1024), .DEPTH(RESPONSES)) queue (
    .clk      (clk),
    .rst      (rst),
    .put_valid(enter || pass),
    .put_ready(unused_room),
    .put_data (enter ? {new_head, new_data} : {line_as, parts}),
    .get_valid(send_valid),
    .get_ready(send),
    .get_data ({send_head, send_data})
  );

  always @(posedge clk)
    if (rst)                          taken <= {COUNT_BITS{1'b0}};
    else if ((enter || pass) != send) taken <= send ? taken - ONE : taken + ONE;

  always @(posedge clk)
    if (rst)        sent <= 2'd0;
    else if (sends) sent <= sent + 2'd1;

  delay_line #(
    .META_BITS(HEAD_BITS + 256), .DATA_BITS(1), .DEPTH(HOP + 1), .QUEUE(1), .DELAY(HOP)
  ) link (
    .clk         (clk),
    .rst         (rst),
    .put_valid   (send_valid),
    .put_ready   (link_room),
    .put_has_data(1'b0),
    .put_meta    ({send_head, send_data[{sent, 8'd0} +: 256]}),
    .put_data    (1'b0),
    .get_valid   (out_valid),
    .get_ready   (out_ready),
    .get_meta    ({out_head, out_data}),
    .get_data    (unused_data),
    .level       (unused_level)
  );

  // Outputs: functions of the state.
  assign in_ready   = !whole;
  assign line_valid = whole;
  assign line_room  = taken < ALL[COUNT_BITS-1:0];
  assign line_head  = head;
  assign line_data  = parts;
  assign new_ready  = taken < LIMIT[COUNT_BITS-1:0];

  // Not needed: the count beside the queue says whether it has room; the link's words are whole.
  wire                     unused_room;
  wire                     unused_data;
  wire [$clog2(HOP+2)-1:0] unused_level;
  wire unused = &{1'b0, unused_room, unused_data, unused_level};

`ifdef FORMAL
`include "tests/formal/ccn_lines.v"
`endif
endmodule
`default_nettype wire

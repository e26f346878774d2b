// A node on a ring of lines [taco16 sections 4.2, 5.6]: four beats of the ring make a line, that is taken
// out or passes on; lines of its own enter.
//
//   in ─> parts ─> line ─┬─ taken out
//                        └─ passes ──┐
//   new ─────────────────────────────┴─> queue (RESPONSES) ─> link (HOP) ─> out
//
// A line is shown in the cycle after its fourth beat, and no beat is taken while it is. With PROMPT it may
// leave with that beat: four cycles a line in place of five. A new line needs a place that was kept for
// it. New ones go before those that pass. Bubble rule: a kept place leaves SPARE others free, so no ring
// ever fills. Page: docs/blocks/ccn_lines.md.
`default_nettype none
module ccn_lines #(
  parameter HEAD_BITS = 30,            // 4..64: bits of what a line is sent with
  parameter RESPONSES = 8,             // 2..16: lines in the queue
  parameter HOP       = 1,             // 0..5: cycles of the link; 0: there is none
  parameter SPARE     = 1,             // 0..1: places that a new line leaves free; 0 can deadlock
  parameter PROMPT    = 0              // 0..1: a line may leave with its fourth beat
) (
  input  wire                 clk,         // clock
  input  wire                 rst,         // synchronous reset, active high

  // in: from the node before, four beats a line
  input  wire                 in_valid,    // a beat is offered
  output wire                 in_ready,    // it is taken at this edge
  input  wire [HEAD_BITS-1:0] in_head,     // what the line is sent with, the first beat's counts
  input  wire [255:0]         in_data,     // a quarter of the line, the lowest first

  // line: one has arrived; with PROMPT what is said of it may be with its fourth beat
  output wire                 beat_last,   // the beat that comes next is its fourth
  output wire                 line_valid,  // all of it is here
  input  wire                 line_take,   // it leaves the ring at this edge; only when all is here
  input  wire                 line_pass,   // it passes on when there is room; only when all is here
  output wire                 line_room,   // the queue takes it, but for a new one
  output wire [HEAD_BITS-1:0] line_head,   // what it came with
  input  wire [HEAD_BITS-1:0] line_as,     // what it passes on with
  output wire [1023:0]        line_data,   // the line

  // keep: a place for a new line; re-decided
  input  wire                 keep_valid,  // one is asked for
  output wire                 keep_ready,  // it is kept from this edge on

  // new: a line enters the ring where a place is kept, in the cycle of its keep or later
  input  wire                 new_valid,   // it does at this edge
  input  wire [HEAD_BITS-1:0] new_head,    // what it is sent with
  input  wire [1023:0]        new_data,    // the line

  // gone: such a line does not come; not in the cycle of another that does
  input  wire                 gone_valid,  // its place is free from this edge on

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
  localparam PLACES = HOP + 1 + PROMPT;              // of the link: as many as a hop has cycles, and one

  // ---- What arrives ----
  reg  [1:0]            part;          // the beat that is next
  reg                   whole;         // all are there
  reg  [HEAD_BITS-1:0]  head;
  reg  [1023:0]         parts;
  wire                  beat = in_valid && in_ready;
  wire                  fits;          // there is a place for what passes
  wire                  pass  = line_pass && fits && !new_valid;

  always @(posedge clk)
    if (rst) begin
      part  <= 2'd0;
      whole <= 1'b0;
    end else begin
      if (beat) part <= part + 2'd1;
      whole <= (whole || beat && part == 2'd3) && !line_take && !pass;
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
  reg  [COUNT_BITS-1:0] taken;         // its places in use or kept
  reg  [1:0]            sent;          // beats of its head that left
  wire                  send_valid;
  wire [HEAD_BITS-1:0]  send_head;
  wire [1023:0]         send_data;
  wire                  link_room;
  wire                  sends = send_valid && link_room;
  wire                  send  = sends && sent == 2'd3;
  wire [255:0]          send_beat = send_data[{sent, 8'd0} +: 256];
  wire [255:0]          last_part = (PROMPT == 0 || whole) ? parts[1023:768] : in_data;

  fifo #(.WIDTH(HEAD_BITS + 1024), .DEPTH(RESPONSES)) queue (
    .clk      (clk),
    .rst      (rst),
    .put_valid(new_valid || pass),
    .put_ready(unused_room),
    .put_data (new_valid ? {new_head, new_data} : {line_as, last_part, parts[767:0]}),
    .get_valid(send_valid),
    .get_ready(send),
    .get_data ({send_head, send_data})
  );

  // A line that is gone and one that is sent in the same cycle free two places. What the ring brings
  // is known last.
  wire [COUNT_BITS-1:0] with_keep = (keep_valid && keep_ready) ? taken + ONE : taken;
  wire [COUNT_BITS-1:0] without_ring = with_keep - {{COUNT_BITS-1{1'b0}}, send || gone_valid}
                                     - {{COUNT_BITS-1{1'b0}}, send && gone_valid};
  assign fits = with_keep < ALL[COUNT_BITS-1:0];
  always @(posedge clk)
    if (rst) taken <= {COUNT_BITS{1'b0}};
    else     taken <= pass ? without_ring + ONE : without_ring;

  always @(posedge clk)
    if (rst)        sent <= 2'd0;
    else if (sends) sent <= sent + 2'd1;

  generate
    if (HOP > 0) begin : far
      delay_line #(
        .META_BITS(HEAD_BITS + 256), .DATA_BITS(1), .DEPTH(PLACES), .QUEUE(1), .DELAY(HOP)
      ) link (
        .clk         (clk),
        .rst         (rst),
        .put_valid   (send_valid),
        .put_ready   (link_room),
        .put_has_data(1'b0),
        .put_meta    ({send_head, send_beat}),
        .put_data    (1'b0),
        .get_valid   (out_valid),
        .get_ready   (out_ready),
        .get_meta    ({out_head, out_data}),
        .get_data    (unused_data),
        .level       (unused_level)
      );

      wire                        unused_data;
      wire [$clog2(PLACES+1)-1:0] unused_level;
      wire unused_far = &{1'b0, unused_data, unused_level};
    end else begin : near
      assign link_room = out_ready;
      assign out_valid = send_valid;
      assign out_head  = send_head;
      assign out_data  = send_beat;
    end
  endgenerate

  // Outputs: functions of the state.
  assign in_ready   = !whole;
  assign beat_last  = part == 2'd3;
  assign line_valid = whole;
  assign line_room  = taken < ALL[COUNT_BITS-1:0];
  assign line_head  = head;
  assign line_data  = parts;
  assign keep_ready = taken < LIMIT[COUNT_BITS-1:0];

  // Not needed: the count beside the queue says whether it has room.
  wire unused_room;
  wire unused = &{1'b0, unused_room};

`ifdef FORMAL
`include "tests/formal/ccn_lines.v"
`endif
endmodule
`default_nettype wire

// The CCN buffer of one core [taco16 section 4.2]: misses wait here for the request ring. A miss
// goes to L2 instead when the buffer is full.
//
//   miss ─┬─> waiting, DEPTH ──┬──────────> send (ccn_router)
//         └────────────────────┴─> going, 2 ─> direct (to L2)
//                         late
//
// Latency one cycle, one miss per cycle. State: two fifos of line addresses, how long the head of
// `waiting` has waited. After WAIT_LIMIT cycles it goes to L2, before any other miss.
// Page: docs/blocks/ccn_buffer.md.
`default_nettype none
module ccn_buffer #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter DEPTH      = 8,            // 1..64: misses that wait for the ring
  parameter WAIT_LIMIT = 255           // 0..1023: cycles at the head, then to L2; 0: no limit
) (
  input  wire                 clk,          // clock
  input  wire                 rst,          // synchronous reset, active high
  // miss: from ccn_port, one per line
  input  wire                 miss_valid,   // a miss is offered
  output wire                 miss_ready,   // it is taken at this edge
  input  wire [LINE_BITS-1:0] miss_line,    // its line address

  // send: to ccn_router; re-decided when the head has waited too long
  output wire                 send_valid,   // a request is offered
  input  wire                 send_ready,   // it is taken at this edge
  output wire [LINE_BITS-1:0] send_line,    // its line address

  // direct: to L2
  output wire                 direct_valid, // a miss is offered
  input  wire                 direct_ready, // it is taken at this edge
  output wire [LINE_BITS-1:0] direct_line,  // its line address

  // events: pulses, registered
  output wire                 event_full,   // a miss found the buffer full
  output wire                 event_late    // a miss had waited too long
);
  localparam WAIT_BITS = (WAIT_LIMIT > 0) ? $clog2(WAIT_LIMIT + 1) : 1;
  localparam [31:0] LIMIT = WAIT_LIMIT;

  wire                 room;           // the buffer has a free place
  wire                 waits;          // it has a head
  wire [LINE_BITS-1:0] head_line;
  wire                 way_free;       // one more may go to L2
  reg  [WAIT_BITS-1:0] waited;         // cycles that the head was offered in vain

  wire late  = WAIT_LIMIT != 0 && waited == LIMIT[WAIT_BITS-1:0];
  wire take  = miss_valid && miss_ready;
  wire leave = late ? way_free : waits && send_ready;

  fifo #(.WIDTH(LINE_BITS), .DEPTH(DEPTH)) waiting (
    .clk      (clk),
    .rst      (rst),
    .put_valid(take),
    .put_ready(room),
    .put_data (miss_line),
    .get_valid(waits),
    .get_ready(leave),
    .get_data (head_line)
  );

  fifo #(.WIDTH(LINE_BITS), .DEPTH(2)) going (
    .clk      (clk),
    .rst      (rst),
    .put_valid(late || take && !room),
    .put_ready(way_free),
    .put_data (late ? head_line : miss_line),
    .get_valid(direct_valid),
    .get_ready(direct_ready),
    .get_data (direct_line)
  );

  // Only a head makes it count, so what is late is there.
  always @(posedge clk)
    if (rst || leave || !waits)        waited <= {WAIT_BITS{1'b0}};
    else if (!late && WAIT_LIMIT != 0) waited <= waited + 1'b1;

  reg found_full, was_late;
  always @(posedge clk)
    if (rst) begin
      found_full <= 1'b0;
      was_late   <= 1'b0;
    end else begin
      found_full <= take && !room;
      was_late   <= late && way_free;
    end

  // Outputs: functions of the state. Any miss may have to go to L2: it is taken only when it can.
  assign miss_ready = way_free && !late;
  assign send_valid = waits && !late;
  assign send_line  = head_line;
  assign event_full = found_full;
  assign event_late = was_late;

`ifdef FORMAL
`include "tests/formal/ccn_buffer.v"
`endif
endmodule
`default_nettype wire

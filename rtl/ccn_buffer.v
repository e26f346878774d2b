// The CCN buffer of one core [taco16 section 4.2]: misses wait here for the request ring. A miss
// goes to L2 instead when the buffer is full.
//
//   miss ─┬─> waiting, DEPTH ─> send (ccn_router)
//         └─> going, 2 ───────> direct (to L2)
//
// Latency one cycle, one miss per cycle. State: two fifos of line addresses.
// Page: docs/blocks/ccn_buffer.md.
`default_nettype none
module ccn_buffer #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter DEPTH      = 8             // 1..64: misses that wait for the ring
) (
  input  wire                 clk,          // clock
  input  wire                 rst,          // synchronous reset, active high
  // miss: from ccn_port, one per line
  input  wire                 miss_valid,   // a miss is offered
  output wire                 miss_ready,   // it is taken at this edge
  input  wire [LINE_BITS-1:0] miss_line,    // its line address

  // send: to ccn_router
  output wire                 send_valid,   // a request is offered
  input  wire                 send_ready,   // it is taken at this edge
  output wire [LINE_BITS-1:0] send_line,    // its line address

  // direct: to L2
  output wire                 direct_valid, // a miss is offered
  input  wire                 direct_ready, // it is taken at this edge
  output wire [LINE_BITS-1:0] direct_line,  // its line address

  // events: pulses, registered
  output wire                 event_full    // a miss found the buffer full
);
  wire room;                           // the buffer has a free place
  wire take = miss_valid && miss_ready;

  fifo #(.WIDTH(LINE_BITS), .DEPTH(DEPTH)) waiting (
    .clk      (clk),
    .rst      (rst),
    .put_valid(take),
    .put_ready(room),
    .put_data (miss_line),
    .get_valid(send_valid),
    .get_ready(send_ready),
    .get_data (send_line)
  );

  fifo #(.WIDTH(LINE_BITS), .DEPTH(2)) going (
    .clk      (clk),
    .rst      (rst),
    .put_valid(take && !room),
    .put_ready(miss_ready),            // any miss may have to go to L2
    .put_data (miss_line),
    .get_valid(direct_valid),
    .get_ready(direct_ready),
    .get_data (direct_line)
  );

  reg found_full;
  always @(posedge clk)
    if (rst) found_full <= 1'b0;
    else     found_full <= take && !room;

  // Outputs: functions of the state.
  assign event_full = found_full;

`ifdef FORMAL
`include "tests/formal/ccn_buffer.v"
`endif
endmodule
`default_nettype wire

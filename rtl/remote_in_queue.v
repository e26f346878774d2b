// Requests of other cores waiting at their home [pact20 figure 4, B]: messages become accesses.
// Latency one cycle, one per cycle. State: a queue of DEPTH. Page: docs/blocks/remote_in_queue.md.
`default_nettype none
module remote_in_queue #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter ID_BITS     = 8,           // 4..10: bits of a request id
  parameter DEPTH       = 8,           // 2..64: requests
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 21           // 21..21: bits of a message id
) (
  input  wire                   clk,            // clock
  input  wire                   rst,            // synchronous reset, active high

  // recv: messages from noc_port
  input  wire                   recv_valid,     // a message is there
  output wire                   recv_ready,     // it is taken at this edge
  input  wire [2:0]             recv_kind,      // 0 read, 2 store
  input  wire [NODE_BITS-1:0]   recv_src,       // node of the requester
  input  wire [LINE_BITS-1:0]   recv_line,      // line address
  input  wire [MSG_ID_BITS-1:0] recv_id,        // the requester's id
  input  wire [3:0]             recv_sectors,   // sectors it wants
  input  wire [127:0]           recv_mask,      // bytes read or written
  input  wire [1023:0]          recv_data,      // store data

  // remote: accesses for l1_arbiter
  output wire                   remote_valid,   // a request is offered
  input  wire                   remote_ready,   // it is taken at this edge
  output wire [2:0]             remote_kind,    // load or store
  output wire [LINE_BITS-1:0]   remote_line,    // line address
  output wire [NODE_BITS-1:0]   remote_node,    // node of the requester
  output wire [ID_BITS-1:0]     remote_id,      // the requester's id
  output wire [3:0]             remote_sectors, // sectors it wants
  output wire [127:0]           remote_mask,    // bytes read or written
  output wire [1023:0]          remote_data     // store data
);
endmodule
`default_nettype wire

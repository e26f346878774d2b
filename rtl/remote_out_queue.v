// Answers to other cores waiting at the home for injection [pact20 figure 4, E]: hits of the L1 and
// answers of the MSHR, each in a queue of its own, sent in turn (round robin, one per cycle).
// Latency one cycle. State: two queues of DEPTH, whose turn it is. Page: docs/blocks/remote_out_queue.md.
`default_nettype none
module remote_out_queue #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter ID_BITS     = 8,           // 4..10: bits of a request id
  parameter DEPTH       = 4,           // 2..16: answers per queue
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 21           // 21..21: bits of a message id
) (
  input  wire                   clk,              // clock
  input  wire                   rst,              // synchronous reset, active high

  // hit: remote load hits from l1_cache
  input  wire                   hit_valid,        // a hit
  output wire                   hit_ready,        // it is taken at this edge
  input  wire [LINE_BITS-1:0]   hit_line,         // line address
  input  wire [NODE_BITS-1:0]   hit_node,         // node of the requester
  input  wire [ID_BITS-1:0]     hit_id,           // the requester's id
  input  wire [3:0]             hit_sectors,      // sectors it wants
  input  wire [1023:0]          hit_data,         // the line

  // answer: everything else, from mshr
  input  wire                   answer_valid,     // an answer
  output wire                   answer_ready,     // it is taken at this edge
  input  wire [2:0]             answer_kind,      // 0 read, 2 store
  input  wire [LINE_BITS-1:0]   answer_line,      // line address
  input  wire [NODE_BITS-1:0]   answer_node,      // node of the requester
  input  wire [ID_BITS-1:0]     answer_id,        // the requester's id
  input  wire [3:0]             answer_sectors,   // sectors it wants (store: 0)
  input  wire [1023:0]          answer_data,      // the line

  // send: messages to noc_port
  output wire                   send_valid,       // a message is offered
  input  wire                   send_ready,       // it is taken at this edge
  output wire [NODE_BITS-1:0]   send_dest,        // node of the requester
  output wire [2:0]             send_kind,        // 0 read, 2 store
  output wire [LINE_BITS-1:0]   send_line,        // line address
  output wire [MSG_ID_BITS-1:0] send_id,          // the requester's id
  output wire [3:0]             send_data_sectors, // sectors that travel (store: 0)
  output wire [1023:0]          send_data         // the line
);
endmodule
`default_nettype wire

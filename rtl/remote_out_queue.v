// Answers to other cores waiting at the home for injection [pact20 figure 4, E]: hits of the L1 and
// answers of the MSHR, each in a queue of its own, sent in turn (round robin, one per cycle).
// Latency one cycle. State: a fifo of DEPTH answers per source, of words
//
//   {kind (hits have none), node, line, id, sectors, data}
//
// and whose turn it is: that of the message on offer, until it is taken; then that of the other
// source. A source with nothing to send is passed over. Page: docs/blocks/remote_out_queue.md.
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
  localparam [2:0] MESSAGE_READ = 3'd0;
  localparam WORD_BITS = NODE_BITS + LINE_BITS + ID_BITS + 4 + 1024;

  wire                 hit_waits;      // the queue of hits has a head
  wire [WORD_BITS-1:0] hit;            // it, without a kind
  wire                 answer_waits;   // the queue of answers has a head
  wire [2:0]           kind_of_answer; // its kind
  wire [WORD_BITS-1:0] answer;         // and the rest of it
  reg                  answers_turn;   // 1: answers go first, 0: hits

  wire choose_answer = answer_waits && (answers_turn || !hit_waits);
  wire send          = send_valid && send_ready;

  fifo #(.WIDTH(WORD_BITS), .DEPTH(DEPTH)) hits (
    .clk      (clk),
    .rst      (rst),
    .put_valid(hit_valid),
    .put_ready(hit_ready),
    .put_data ({hit_node, hit_line, hit_id, hit_sectors, hit_data}),
    .get_valid(hit_waits),
    .get_ready(send_ready && !choose_answer),
    .get_data (hit)
  );

  fifo #(.WIDTH(3 + WORD_BITS), .DEPTH(DEPTH)) answers (
    .clk      (clk),
    .rst      (rst),
    .put_valid(answer_valid),
    .put_ready(answer_ready),
    .put_data ({answer_kind, answer_node, answer_line, answer_id, answer_sectors, answer_data}),
    .get_valid(answer_waits),
    .get_ready(send_ready && choose_answer),
    .get_data ({kind_of_answer, answer})
  );

  // A message that waits keeps the turn: the other source may not take over its place on offer.
  always @(posedge clk)
    if (rst)             answers_turn <= 1'b0;
    else if (send_valid) answers_turn <= choose_answer ^ send;

  // Outputs: a choice among the heads by the state above.
  wire [ID_BITS-1:0]     requester_id;
  reg  [MSG_ID_BITS-1:0] message_id;

  always @* begin
    message_id = {MSG_ID_BITS{1'b0}};
    message_id[ID_BITS-1:0] = requester_id;
  end

  assign send_valid = hit_waits || answer_waits;
  assign send_kind  = choose_answer ? kind_of_answer : MESSAGE_READ;
  assign send_id    = message_id;
  assign {send_dest, send_line, requester_id, send_data_sectors, send_data}
    = choose_answer ? answer : hit;

`ifdef FORMAL
`include "tests/formal/remote_out_queue.v"
`endif
endmodule
`default_nettype wire

// Answers of a home to other cores that wait for their injection into the reply network [pact20
// figure 4, E]: remote hits of l1_cache, and what the MSHR has for remote loads and stores. One place
// for both: each source holds its line itself until then, and a message takes two network cycles or
// more. Latency one cycle, an answer every two cycles. State: the place
//
//   {kind, node, line, id, sectors, data}
//
// and which source may fill it next: hits, unless an answer waits and no hit does, or a hit went
// before it. Page: docs/blocks/remote_out_queue.md.
`default_nettype none
module remote_out_queue #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter ID_BITS     = 8,           // 4..10: bits of a request id
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
  localparam HEAD_BITS = 3 + NODE_BITS + LINE_BITS + ID_BITS + 4;

  reg                  full;           // a message is in the place
  reg                  answers_turn;   // it takes answers, else hits
  reg  [HEAD_BITS-1:0] head;
  reg  [1023:0]        data;
  wire                 put_hit    = hit_valid && hit_ready;
  wire                 put_answer = answer_valid && answer_ready;
  wire                 next_full  = full ? !send_ready : put_hit || put_answer;
  wire                 next_turn  = answer_valid && !put_answer && (answers_turn || put_hit || !hit_valid);
  reg                  takes_hits;     // it is free and has their turn; `full` and the turn move a line
  reg                  takes_answers;

  always @(posedge clk)
    if (rst) begin
      full          <= 1'b0;
      answers_turn  <= 1'b0;
      takes_hits    <= 1'b1;
      takes_answers <= 1'b0;
    end else begin
      full          <= next_full;
      answers_turn  <= next_turn;
      takes_hits    <= !next_full && !next_turn;
      takes_answers <= !next_full && next_turn;
    end

  // A free place follows what is offered in turn.
  always @(posedge clk)
    if (!full) begin
      head <= answers_turn ? {answer_kind, answer_node, answer_line, answer_id, answer_sectors}
                           : {MESSAGE_READ, hit_node, hit_line, hit_id, hit_sectors};
      data <= answers_turn ? answer_data : hit_data;
    end

  // Outputs: functions of the state above.
  wire [ID_BITS-1:0]     requester_id;
  reg  [MSG_ID_BITS-1:0] message_id;

  always @* begin
    message_id = {MSG_ID_BITS{1'b0}};
    message_id[ID_BITS-1:0] = requester_id;
  end

  assign hit_ready    = takes_hits;
  assign answer_ready = takes_answers;
  assign send_valid   = full;
  assign send_id      = message_id;
  assign send_data    = data;
  assign {send_kind, send_dest, send_line, requester_id, send_data_sectors} = head;

`ifdef FORMAL
`include "tests/formal/remote_out_queue.v"
`endif
endmodule
`default_nettype wire

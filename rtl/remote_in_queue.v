// Requests of other cores waiting at their home [pact20 figure 4, B]: messages become accesses.
// A queue between two handshakes, inside l1_arbiter: latency one cycle. A message enters when it is
// seen and is taken later, so that data of a store stay where they are: a read in the next cycle, a
// store when the L1 has its data. State: a fifo of DEPTH words
//
//   {is a store, node, line, id, sectors}
//
// with the instruction id before the id under line protection, how far the message on recv is, and
// one place for the mask of a store: nobody needs that of a read. Page: docs/blocks/remote_in_queue.md.
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
  output wire                   recv_ready,     // it is taken at this edge; only while it is there
  input  wire [2:0]             recv_kind,      // 0 read, 2 store
  input  wire [NODE_BITS-1:0]   recv_src,       // node of the requester
  input  wire [LINE_BITS-1:0]   recv_line,      // line address
  input  wire [MSG_ID_BITS-1:0] recv_id,        // the requester's id
  input  wire [3:0]             recv_sectors,   // sectors it wants
  input  wire [127:0]           recv_mask,      // store: bytes written

  // remote: accesses for l1_arbiter's choice
  output wire                   remote_valid,   // a request is offered
  input  wire                   remote_ready,   // it is taken at this edge
  output wire [2:0]             remote_kind,    // load or store
  output wire [LINE_BITS-1:0]   remote_line,    // line address
  output wire [NODE_BITS-1:0]   remote_node,    // node of the requester
  output wire [ID_BITS-1:0]     remote_id,      // the requester's id
`ifdef MEMLOOM_L1_PROTECT
  output wire [6:0]             remote_insn,    // instruction id: bits [16:10] of the message id
`endif
  output wire [3:0]             remote_sectors, // sectors it wants
  output wire [127:0]           remote_mask,    // store: bytes written, else 0
  input  wire                   data_done       // the last data of what was taken last go into the L1, or none do
);
  wire [ID_BITS-1:0] request_id = recv_id[ID_BITS-1:0];
  wire               unused_id  = &{1'b0, recv_id}; // wider ids are those of messages to L2

  // Name: the id, with line protection {instruction id, id}.
`ifdef MEMLOOM_L1_PROTECT
  localparam NAME_BITS = 7 + ID_BITS;
  wire [NAME_BITS-1:0] request_name = {recv_id[16:10], request_id};
  wire [NAME_BITS-1:0] remote_name;

  assign {remote_insn, remote_id} = remote_name;
`else
  localparam NAME_BITS = ID_BITS;
  wire [NAME_BITS-1:0] request_name = request_id;
  wire [NAME_BITS-1:0] remote_name;

  assign remote_id = remote_name;
`endif

  // Message kinds read and store are the access kinds load and store: 0 and 2.
  localparam WORD_BITS = 1 + NODE_BITS + LINE_BITS + NAME_BITS + 4;
  wire          header_room;
  wire          is_store;              // the oldest
  reg           waits;                 // the message on recv is a store, and in the queue
  reg           goes;                  // likewise, and has left: the L1 takes its data
  reg           done;                  // it is needed no longer
  reg  [127:0]  mask;
  wire          enters      = recv_valid && !waits && !goes && !done;
  wire          leaves      = remote_valid && remote_ready && is_store;
  wire          unused_kind = &{1'b0, recv_kind};

  fifo #(.WIDTH(WORD_BITS), .DEPTH(DEPTH), .HEAD(1)) requests (
    .clk      (clk),
    .rst      (rst),
    .put_valid(enters),
    .put_ready(header_room),
    .put_data ({recv_kind[1], recv_src, recv_line, request_name, recv_sectors}),
    .get_valid(remote_valid),
    .get_ready(remote_ready),
    .get_data ({is_store, remote_node, remote_line, remote_name, remote_sectors})
  );

  always @(posedge clk)
    if (rst)        waits <= 1'b0;
    else if (waits) waits <= !leaves;
    else            waits <= enters && header_room && recv_kind[1];

  always @(posedge clk)
    if (rst)       goes <= 1'b0;
    else if (goes) goes <= !data_done;
    else           goes <= leaves;

  always @(posedge clk)
    if (rst)       done <= 1'b0;
    else if (goes) done <= data_done;
    else           done <= enters && header_room && !recv_kind[1];

  always @(posedge clk) mask <= recv_mask; // a store that waits is on recv: its mask stays

  assign recv_ready  = done;
  assign remote_kind = {1'b0, is_store, 1'b0};
  assign remote_mask = mask & {128{is_store}};

`ifdef FORMAL
`include "tests/formal/remote_in_queue.v"
`endif
endmodule
`default_nettype wire

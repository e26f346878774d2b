// Network interface of a node: messages to packets of flits and back. The message side moves at
// every clock edge, the network side with noc_en. Two halves that share nothing but clocks and node:
// packetizer sends (up to SLOTS packets of each source interleaved, each on a virtual channel of its
// message's class, or of its line in that), depacketizer receives (messages are sorted by class into the sinks). One flit
// per network cycle each way. Page: docs/blocks/noc_port.md.
`default_nettype none
module noc_port #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter VCS         = 4,           // 1..8: virtual channels of each network
  parameter DEPTH       = 4,           // 1..16: flits per VC buffer, here and at the router
  parameter SOURCES     = 1,           // 1..4: senders of messages
  parameter SLOTS       = 2,           // 1..8: packets of one source injected at the same time
  parameter TURNS       = 0,           // 0..1: 1: sources share the slots and send in turn; only for messages of one class
  parameter ONE_LINE    = 0,           // 0..1: 1: one of these has data at most, and is the last that came
  parameter LINE_SOURCE = 0,           // 0..4: data of this source's stores and atomics, counted from 1, come by `line`; 0: of none
  parameter CLASSES     = 1,           // 1..3: message classes that the VCs are split by
  parameter ESCAPE      = 0,           // 0..1: 1 (CLASSES = 2): the last VC is class 1's, which borrows others without class 0
  parameter BY_LINE     = 0,           // 0..1: channel of a packet: 0 a free one, 1 that of its line
  parameter SINKS       = 1,           // 1..3: receivers; with more than 1, class c goes to sink c
  parameter LINES       = 1,           // 1..2: lines in registers per sink; of its two messages the oldest has one
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..31: bits of a message id
  parameter FLIT_BITS   = 256,         // 128..512: bits of a flit: 128, 256 or 512
  parameter CLASS_BITS  = (SINKS > 2) ? 2 : 1,         // derived: bits of a message class
  parameter VC_BITS     = (VCS > 1) ? $clog2(VCS) : 1  // derived: bits of a virtual-channel number
) (
  input  wire                   clk,               // clock
  input  wire                   rst,               // synchronous reset, active high
  input  wire                   noc_en,            // network clock enable
  input  wire [NODE_BITS-1:0]   here,              // this node {y, x} (constant)

  // send: messages to inject
  input  wire [SOURCES-1:0]     send_valid,        // {SOURCES} a message is offered
  output wire [SOURCES-1:0]     send_ready,        // {SOURCES} it is taken at this edge
  input  wire [SOURCES*CLASS_BITS-1:0]  send_class, // {SOURCES} its class
  input  wire [SOURCES*NODE_BITS-1:0]   send_dest, // {SOURCES} node it goes to
  input  wire [SOURCES*3-1:0]   send_kind,         // {SOURCES} 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [SOURCES*3-1:0]   send_op,           // {SOURCES} atomic operation
  input  wire [SOURCES*LINE_BITS-1:0]   send_line, // {SOURCES} line address
  input  wire [SOURCES*MSG_ID_BITS-1:0] send_id,   // {SOURCES} message id
  input  wire [SOURCES*4-1:0]   send_sectors,      // {SOURCES} sectors wanted in the reply
  input  wire [SOURCES*4-1:0]   send_data_sectors, // {SOURCES} sectors that travel as data flits
  input  wire [SOURCES*128-1:0] send_mask,         // {SOURCES} byte mask
  input  wire [SOURCES*1024-1:0] send_data,        // {SOURCES} the line, unless it comes by `line`

  // line: data of the messages of LINE_SOURCE, in their order, each not later than its message
  input  wire                   line_valid,        // a line is offered
  output wire                   line_ready,        // it is taken at this edge
  input  wire [1023:0]          line_data,         // the line

  // inject: flits to the router
  output wire                   inject_valid,      // a flit
  output wire [VC_BITS-1:0]     inject_vc,         // its virtual channel
  output wire                   inject_tail,       // last flit of its packet
  output wire [FLIT_BITS-1:0]   inject_flit,       // the flit
  input  wire [VCS-1:0]         router_credit,     // {VCS} the router has a slot more

  // eject: flits from the router
  input  wire                   eject_valid,       // a flit
  input  wire [VC_BITS-1:0]     eject_vc,          // its virtual channel
  input  wire                   eject_tail,        // last flit of its packet
  input  wire [FLIT_BITS-1:0]   eject_flit,        // the flit
  output wire [VCS-1:0]         port_credit,       // {VCS} this port has a slot more

  // recv: messages that arrived
  output wire [SINKS-1:0]       recv_valid,        // {SINKS} a message is there
  input  wire [SINKS-1:0]       recv_ready,        // {SINKS} it is taken at this edge
  output wire [SINKS*3-1:0]     recv_kind,         // {SINKS} 0 read, 1 fetch, 2 store, 3 atomic
  output wire [SINKS*3-1:0]     recv_op,           // {SINKS} atomic operation
  output wire [SINKS*NODE_BITS-1:0]   recv_src,    // {SINKS} node that sent it
  output wire [SINKS*LINE_BITS-1:0]   recv_line,   // {SINKS} line address
  output wire [SINKS*MSG_ID_BITS-1:0] recv_id,     // {SINKS} message id
  output wire [SINKS*4-1:0]     recv_sectors,      // {SINKS} sectors wanted in the reply
  output wire [SINKS*4-1:0]     recv_data_sectors, // {SINKS} sectors that travelled
  output wire [SINKS*128-1:0]   recv_mask,         // {SINKS} byte mask
  output wire [SINKS*1024-1:0]  recv_data          // {SINKS} the line; absent sectors are zero
);
  packetizer #(
    .LINE_BITS  (LINE_BITS),
    .VCS        (VCS),
    .DEPTH      (DEPTH),
    .SOURCES    (SOURCES),
    .SLOTS      (SLOTS),
    .TURNS      (TURNS),
    .ONE_LINE   (ONE_LINE),
    .LINE_SOURCE(LINE_SOURCE),
    .CLASSES    (CLASSES),
    .CLASS_BITS (CLASS_BITS),
    .ESCAPE     (ESCAPE),
    .BY_LINE    (BY_LINE),
    .NODE_BITS  (NODE_BITS),
    .MSG_ID_BITS(MSG_ID_BITS),
    .FLIT_BITS  (FLIT_BITS)
  ) sender (
    .clk              (clk),
    .rst              (rst),
    .noc_en           (noc_en),
    .here             (here),
    .send_valid       (send_valid),
    .send_ready       (send_ready),
    .send_class       (send_class),
    .send_dest        (send_dest),
    .send_kind        (send_kind),
    .send_op          (send_op),
    .send_line        (send_line),
    .send_id          (send_id),
    .send_sectors     (send_sectors),
    .send_data_sectors(send_data_sectors),
    .send_mask        (send_mask),
    .send_data        (send_data),
    .line_valid       (line_valid),
    .line_ready       (line_ready),
    .line_data        (line_data),
    .inject_valid     (inject_valid),
    .inject_vc        (inject_vc),
    .inject_tail      (inject_tail),
    .inject_flit      (inject_flit),
    .router_credit    (router_credit)
  );

  depacketizer #(
    .LINE_BITS  (LINE_BITS),
    .VCS        (VCS),
    .DEPTH      (DEPTH),
    .SINKS      (SINKS),
    .LINES      (LINES),
    .NODE_BITS  (NODE_BITS),
    .MSG_ID_BITS(MSG_ID_BITS),
    .FLIT_BITS  (FLIT_BITS)
  ) receiver (
    .clk              (clk),
    .rst              (rst),
    .noc_en           (noc_en),
    .eject_valid      (eject_valid),
    .eject_vc         (eject_vc),
    .eject_tail       (eject_tail),
    .eject_flit       (eject_flit),
    .port_credit      (port_credit),
    .recv_valid       (recv_valid),
    .recv_ready       (recv_ready),
    .recv_kind        (recv_kind),
    .recv_op          (recv_op),
    .recv_src         (recv_src),
    .recv_line        (recv_line),
    .recv_id          (recv_id),
    .recv_sectors     (recv_sectors),
    .recv_data_sectors(recv_data_sectors),
    .recv_mask        (recv_mask),
    .recv_data        (recv_data)
  );

`ifdef FORMAL
`include "tests/formal/noc_port.v"
`endif
endmodule
`default_nettype wire

`default_nettype none
module noc_port #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter VCS         = 4,           // 1..8: virtual channels of each network
  parameter DEPTH       = 4,           // 1..16: flits per virtual-channel buffer, here and at the router
  parameter SLOTS       = 2,           // 1..8: packets that are injected at the same time, on different virtual channels
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..10: bits of a message id
  parameter FLIT_BITS   = 256,         // 256..256: bits of a flit
  parameter VC_BITS     = (VCS > 1) ? $clog2(VCS) : 1  // derived: bits of a virtual-channel number
) (
  input  wire                   clk,               // clock
  input  wire                   rst,               // synchronous reset, active high
  input  wire                   noc_en,            // network clock enable
  input  wire [NODE_BITS-1:0]   here,              // this node {y, x} (constant)

  // send: messages to inject
  input  wire                   send_valid,        // a message is offered
  output wire                   send_ready,        // it is taken at this edge
  input  wire [NODE_BITS-1:0]   send_dest,         // node it goes to
  input  wire [2:0]             send_kind,         // 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [2:0]             send_op,           // atomic operation
  input  wire [LINE_BITS-1:0]   send_line,         // line address
  input  wire [MSG_ID_BITS-1:0] send_id,           // message id
  input  wire [3:0]             send_sectors,      // sectors wanted in the reply
  input  wire [3:0]             send_data_sectors, // sectors that travel as data flits
  input  wire [127:0]           send_mask,         // byte mask
  input  wire [1023:0]          send_data,         // the line

  // inject: flits to the router
  output wire                   inject_valid,      // a flit
  output wire [VC_BITS-1:0]     inject_vc,         // its virtual channel
  output wire                   inject_tail,       // last flit of its packet
  output wire [FLIT_BITS-1:0]   inject_flit,       // the flit
  input  wire [VCS-1:0]         router_credit,     // {VCS} a slot of that VC became free at the router

  // eject: flits from the router
  input  wire                   eject_valid,       // a flit
  input  wire [VC_BITS-1:0]     eject_vc,          // its virtual channel
  input  wire                   eject_tail,        // last flit of its packet
  input  wire [FLIT_BITS-1:0]   eject_flit,        // the flit
  output wire [VCS-1:0]         port_credit,       // {VCS} a slot of that VC became free here

  // recv: messages that arrived
  output wire                   recv_valid,        // a message is there
  input  wire                   recv_ready,        // it is taken at this edge
  output wire [2:0]             recv_kind,         // 0 read, 1 fetch, 2 store, 3 atomic
  output wire [2:0]             recv_op,           // atomic operation
  output wire [NODE_BITS-1:0]   recv_src,          // node that sent it
  output wire [LINE_BITS-1:0]   recv_line,         // line address
  output wire [MSG_ID_BITS-1:0] recv_id,           // message id
  output wire [3:0]             recv_sectors,      // sectors wanted in the reply
  output wire [127:0]           recv_mask,         // byte mask
  output wire [1023:0]          recv_data          // the line; sectors that did not travel are undefined
);
endmodule
`default_nettype wire

// Collects the sources of L1 accesses into one stream. This stage of memloom has one source,
// the core's own load/store unit, held in a queue of two so that both sides see flops and
// an access passes every cycle; latency one cycle.  Mechanisms that add sources put them
// here with the priority snoop > local > remote; fills meet accesses inside l1_cache.
`default_nettype none
module l1_arbiter #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
`ifdef MEMLOOM_SHARED_L1
  parameter NODE_BITS = 10,            // 10..10: bits of a node address {y, x}
  parameter AGE_LIMIT = 32,            // 0..255: local accesses that may pass a waiting remote one; 0: any number
`endif
  parameter ID_BITS   = 8              // 4..10: bits of a request id
) (
  input  wire                 clk,            // clock
  input  wire                 rst,            // synchronous reset, active high

  // local: requests of this core's load/store unit
  input  wire                 local_valid,    // a request is offered
  output wire                 local_ready,    // it is taken at this edge
  input  wire [2:0]           local_kind,     // load, load_bypass, store, atomic, fetch
  input  wire [2:0]           local_op,       // atomic operation
`ifdef MEMLOOM_SHARED_L1
  input  wire                 local_foreign,  // load: line of another home; store: update the L1 only
`endif
  input  wire [LINE_BITS-1:0] local_line,     // line address
  input  wire [ID_BITS-1:0]   local_id,       // comes back with the response
  input  wire [127:0]         local_mask,     // bytes read or written
  input  wire [1023:0]        local_data,     // store data or atomic operands

`ifdef MEMLOOM_SHARED_L1
  // remote: requests of other cores for lines of this home, from remote_in_queue
  input  wire                 remote_valid,   // a request is offered
  output wire                 remote_ready,   // it is taken at this edge
  input  wire [2:0]           remote_kind,    // load or store
  input  wire [LINE_BITS-1:0] remote_line,    // line address
  input  wire [NODE_BITS-1:0] remote_node,    // node of the requester
  input  wire [ID_BITS-1:0]   remote_id,      // the requester's id
  input  wire [3:0]           remote_sectors, // sectors it wants
  input  wire [127:0]         remote_mask,    // bytes read or written
  input  wire [1023:0]        remote_data,    // store data

`endif
  // access: the stream of accesses to the L1; re-decided in every cycle until it is taken
  output wire                 access_valid,   // an access is offered
  input  wire                 access_ready,   // it is taken at this edge
  output wire [2:0]           access_kind,    // as local_kind
  output wire [2:0]           access_op,      // atomic operation
`ifdef MEMLOOM_SHARED_L1
  output wire                 access_remote,  // 1: of another core
  output wire                 access_foreign, // as local_foreign; 0 when remote
  output wire [NODE_BITS-1:0] access_node,    // remote: node of the requester, else 0
  output wire [3:0]           access_sectors, // remote: sectors it wants, else 0
`endif
  output wire [LINE_BITS-1:0] access_line,    // line address
  output wire [ID_BITS-1:0]   access_id,      // comes back with the response
  output wire [127:0]         access_mask,    // bytes read or written
  output wire [1023:0]        access_data     // store data or atomic operands
);
  localparam ACCESS_BITS = 3 + 3 + LINE_BITS + ID_BITS + 128 + 1024;

  fifo #(.WIDTH(ACCESS_BITS), .DEPTH(2)) local_queue (
    .clk(clk),
    .rst(rst),
    .put_valid(local_valid),
    .put_ready(local_ready),
    .put_data({local_kind, local_op, local_line, local_id, local_mask, local_data}),
    .get_valid(access_valid),
    .get_ready(access_ready),
    .get_data({access_kind, access_op, access_line, access_id, access_mask, access_data})
  );

`ifdef FORMAL
`include "tests/formal/l1_arbiter.v"
`endif
endmodule
`default_nettype wire

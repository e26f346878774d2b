// Collects the sources of L1 accesses into one stream. This stage of memloom has one source,
// the core's own load/store unit, held in a queue of two so that both sides see flops and
// an access passes every cycle; latency one cycle.  Mechanisms that add sources put them
// here with the priority snoop > local > remote; fills meet accesses inside l1_cache.
`default_nettype none
module l1_arbiter #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
  parameter ID_BITS   = 8              // 4..10: bits of a request id
) (
  input  wire                 clk,            // clock
  input  wire                 rst,            // synchronous reset, active high

  // local: requests of this core's load/store unit
  input  wire                 local_valid,    // a request is offered
  output wire                 local_ready,    // it is taken at this edge
  input  wire [2:0]           local_kind,     // load, load_bypass, store, atomic, fetch
  input  wire [2:0]           local_op,       // atomic operation
  input  wire [LINE_BITS-1:0] local_line,     // line address
  input  wire [ID_BITS-1:0]   local_id,       // comes back with the response
  input  wire [127:0]         local_mask,     // bytes read or written
  input  wire [1023:0]        local_data,     // store data or atomic operands

  // access: the stream of accesses to the L1
  output wire                 access_valid,   // an access is offered
  input  wire                 access_ready,   // it is taken at this edge
  output wire [2:0]           access_kind,    // as local_kind
  output wire [2:0]           access_op,      // atomic operation
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

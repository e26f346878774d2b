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
endmodule
`default_nettype wire

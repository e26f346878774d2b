// What stands at the ports of a core: an SM. Model only (cosim/model/sm.c); this header alone says
// its ports, as rtl/ says those of blocks, so that model, plan and lockstep read them in one place.
module sm #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
  parameter ID_BITS   = 8              // 4..10: bits of a request id
) (
  input  wire                 clk,            // clock
  input  wire                 rst,            // synchronous reset, active high

  // request: line requests of the load/store unit
  output wire                 request_valid,  // a request is offered
  input  wire                 request_ready,  // it is taken at this edge
  output wire [2:0]           request_kind,   // load, load_bypass, store, atomic, fetch
  output wire [2:0]           request_op,     // atomic operation
  output wire [LINE_BITS-1:0] request_line,   // line address
  output wire [ID_BITS-1:0]   request_id,     // comes back with the answer
`ifdef MEMLOOM_L1_PROTECT
  output wire [31:0]          request_pc,     // program counter of the instruction
`endif
  output wire [127:0]         request_mask,   // bytes read or written
  output wire [1023:0]        request_data,   // store data or atomic operands

`ifdef MEMLOOM_L1_PROTECT
  output wire [1:0]           issued,         // warp instructions that the core issued
`endif

  // hit: answers of load hits of the own core, always taken
  input  wire                 hit_valid,      // a load hit is answered
  input  wire [ID_BITS-1:0]   hit_id,         // id of the load
  input  wire [1023:0]        hit_data,       // the line
`ifdef MEMLOOM_RAM_PROTECT
  input  wire                 hit_error,      // some of it is not as it was stored
`endif

  // response: all other answers of the own L1 and of L2, always taken
  input  wire                 response_valid, // an answer
  input  wire [ID_BITS-1:0]   response_id,    // id of the request
`ifdef MEMLOOM_SHARED_L1
  input  wire                 remote_valid,   // an answer of another core's L1
  input  wire [ID_BITS-1:0]   remote_id,      // id of the request
  input  wire [1023:0]        remote_data,    // the sectors asked for
`endif
  input  wire [1023:0]        response_data   // the line (asked-for sectors; stores: undefined)
);
endmodule

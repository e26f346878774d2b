`default_nettype none
module mshr #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter ENTRIES    = 32,           // 1..64: pending lines
  parameter TARGETS    = 8,            // 1..64: loads merged per line
  parameter ID_BITS    = 8,            // 4..10: bits of a request id
  parameter CHUNK_BITS = 1,            // 0..5: log2 of the lines in one interleaving chunk
  parameter PARTITIONS = 8,            // 1..64: memory partitions
  parameter NODE_BITS  = 10,           // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10           // 10..10: bits of a message id
) (
  input  wire                   clk,                // clock
  input  wire                   rst,                // synchronous reset, active high
  input  wire                   flush,              // kernel boundary: every pending miss becomes stale at this edge
  input  wire [PARTITIONS*NODE_BITS-1:0] partition_nodes, // {PARTITIONS} node of each partition (constant)

  // miss: from l1_cache
  input  wire                   miss_valid,         // something is offered
  output wire                   miss_ready,         // it is taken at this edge
  input  wire [2:0]             miss_kind,          // load, load_bypass, store, atomic, fetch
  input  wire [2:0]             miss_op,            // atomic operation
  input  wire [LINE_BITS-1:0]   miss_line,          // line address
  input  wire [ID_BITS-1:0]     miss_id,            // comes back with the response
  input  wire                   miss_install,       // loads: fill the L1; 0: answer only
  input  wire [127:0]           miss_mask,          // bytes read or written
  input  wire [1023:0]          miss_data,          // store data or atomic operands

  // fill: lines for l1_cache, always taken
  output wire                   fill_valid,         // a line to install
  output wire [LINE_BITS-1:0]   fill_line,          // its address
  output wire [1023:0]          fill_data,          // its contents

  // request: messages to noc_port
  output wire                   request_valid,      // a message is offered
  input  wire                   request_ready,      // it is taken at this edge
  output wire [NODE_BITS-1:0]   request_dest,       // node of the partition that owns the line
  output wire [2:0]             request_kind,       // 0 read, 1 fetch, 2 store, 3 atomic
  output wire [2:0]             request_op,         // atomic operation
  output wire [LINE_BITS-1:0]   request_line,       // line address
  output wire [MSG_ID_BITS-1:0] request_id,         // read: entry; else the request's id
  output wire [3:0]             request_sectors,    // sectors wanted in the reply
  output wire [3:0]             request_data_sectors, // sectors of data that travel with the message
  output wire [127:0]           request_mask,       // bytes written or operated on
  output wire [1023:0]          request_data,       // store data or atomic operands

  // reply: messages from noc_port
  input  wire                   reply_valid,        // a reply is offered
  output wire                   reply_ready,        // it is taken at this edge
  input  wire [2:0]             reply_kind,         // 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [MSG_ID_BITS-1:0] reply_id,           // read: entry; else the request's id
  input  wire [1023:0]          reply_data,         // the line, or the sectors asked for

  // response: answers to the load/store unit, always taken
  output wire                   response_valid,     // an answer
  output wire [ID_BITS-1:0]     response_id,        // id of the request
  output wire [1023:0]          response_data,      // loads, fetches, atomics: the line (asked-for sectors)

  // events: pulses for perf_counters, registered
  output wire                   event_stall         // something is offered to the MSHR but must wait in this cycle
);
endmodule
`default_nettype wire

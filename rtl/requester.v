// Sends each request of the own core where the organization of the L1s wants it: to the own L1, to
// the line's home core, or straight to L2 [pact20 sections 3.1 to 3.3]. Table: docs/shared_l1.md.
// Latency one cycle. State: two queues. Page: docs/blocks/requester.md.
`default_nettype none
module requester #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter ID_BITS    = 8,            // 4..10: bits of a request id
  parameter CORES      = 28,           // 1..256: cores
  parameter PARTITIONS = 8,            // 1..64: memory partitions
  parameter CHUNK_BITS = 1,            // 0..5: log2 of the lines in one interleaving chunk
  parameter SETS       = 32,           // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX = 0,            // 0..1: L1 set index as in l1_cache
  parameter FOLD       = 0,            // 0..1: home_map's
  parameter QUEUE      = 4,            // 2..16: requests that wait for the network
  parameter NODE_BITS  = 10,           // 10..10: bits of a node address {y, x}
  parameter HOP_BITS   = 6,            // 6..6: bits of a distance in hops
  parameter MSG_ID_BITS = 21,          // 21..21: bits of a message id
  parameter CORE_BITS  = (CORES > 1) ? $clog2(CORES) : 1 // derived: bits of a core's index
) (
  input  wire                   clk,            // clock
  input  wire                   rst,            // synchronous reset, active high
  input  wire [CORE_BITS-1:0]   here_core,      // index of this core (constant)
  input  wire [CORES*NODE_BITS-1:0] core_nodes, // {CORES} their nodes (constant)
  input  wire [PARTITIONS*NODE_BITS-1:0] partition_nodes, // {PARTITIONS} their nodes (constant)
  input  wire [CORES*HOP_BITS-1:0] core_hops,   // {CORES} distance from this core (constant)
  input  wire [PARTITIONS*HOP_BITS-1:0] partition_hops, // {PARTITIONS} distance from this core (constant)

  // organization
  input  wire                   share_even,     // even sets are shared
  input  wire                   share_odd,      // odd sets are shared
  input  wire                   via_home,       // private stores to foreign lines go through the home, too
  input  wire                   l1_chunk,       // answers carry only the sectors asked for
  input  wire                   l1_nearest,     // ask the L2 slice when it is nearer than the home

  // request: from the load/store unit
  input  wire                   request_valid,  // a request is offered
  output wire                   request_ready,  // it is taken at this edge: both queues have room
  input  wire [2:0]             request_kind,   // load, load_bypass, store, atomic, fetch
  input  wire [2:0]             request_op,     // atomic operation
  input  wire [LINE_BITS-1:0]   request_line,   // line address
  input  wire [ID_BITS-1:0]     request_id,     // comes back with the answer
  input  wire [127:0]           request_mask,   // bytes read or written
  input  wire [1023:0]          request_data,   // store data or atomic operands

  // local: to l1_arbiter
  output wire                   local_valid,    // a request is offered
  input  wire                   local_ready,    // it is taken at this edge
  output wire [2:0]             local_kind,     // as request_kind
  output wire [2:0]             local_op,       // atomic operation
  output wire                   local_foreign,  // load: line of another home; store: update the L1 only
  output wire [LINE_BITS-1:0]   local_line,     // line address
  output wire [ID_BITS-1:0]     local_id,       // as request_id
  output wire [127:0]           local_mask,     // bytes read or written
  output wire [1023:0]          local_data,     // store data or atomic operands

  // send: messages to noc_port
  output wire                   send_valid,     // a message is offered
  input  wire                   send_ready,     // it is taken at this edge
  output wire                   send_class,     // 0 to a home, 1 to L2
  output wire [NODE_BITS-1:0]   send_dest,      // node of the home or of the L2 slice
  output wire [2:0]             send_kind,      // to the home: 0 read, 2 store; to L2: 1 fetch, 2 store
  output wire [LINE_BITS-1:0]   send_line,      // line address
  output wire [MSG_ID_BITS-1:0] send_id,        // the request's id
  output wire [3:0]             send_sectors,   // sectors wanted (store: 0)
  output wire [3:0]             send_data_sectors, // sectors of store data (load: 0)
  output wire [127:0]           send_mask,      // bytes read or written
  output wire [1023:0]          send_data,      // store data (load: 0)

  // events: pulses for perf_counters, registered
  output wire                   event_home,     // a request was sent to a home
  output wire                   event_near      // a request was sent to L2 because it is nearer
);
endmodule
`default_nettype wire

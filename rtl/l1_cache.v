`default_nettype none
module l1_cache #(
  parameter LINE_BITS    = 25,         // 17..33: bits of a line address
  parameter SETS         = 32,         // 1..1024: sets, a power of two
  parameter WAYS         = 4,          // 1..16: ways
  parameter LATENCY      = 27,         // 2..64: cycles from the access handshake to hit_valid
  parameter STORE_QUEUE  = 8,          // 1..64: stores and atomics that may be in the delay line
  parameter WRITE_UPDATE = 1,          // 0..1: 1 a store hit updates the line, 0 invalidates it
  parameter HASH_INDEX   = 0,          // 0..1: 0 set index = low line bits, 1 XOR of all index-wide groups of line bits
  parameter ID_BITS      = 8           // 4..10: bits of a request id
) (
  input  wire                 clk,            // clock
  input  wire                 rst,            // synchronous reset, active high
  input  wire                 flush,          // kernel boundary: invalidate everything at this edge

  // access: from l1_arbiter
  input  wire                 access_valid,   // an access is offered
  output wire                 access_ready,   // it is taken at this edge
  input  wire [2:0]           access_kind,    // load, load_bypass, store, atomic, fetch
  input  wire [2:0]           access_op,      // atomic operation
  input  wire [LINE_BITS-1:0] access_line,    // line address
  input  wire [ID_BITS-1:0]   access_id,      // comes back with the response
  input  wire [127:0]         access_mask,    // bytes read or written
  input  wire [1023:0]        access_data,    // store data or atomic operands

  // fill: a line from the MSHR; always taken, has priority over the access at the lookup
  input  wire                 fill_valid,     // a line arrives
  input  wire [LINE_BITS-1:0] fill_line,      // its address; installed if a way is reserved for it
  input  wire [1023:0]        fill_data,      // its contents

  // miss: everything that goes on to the MSHR
  output wire                 miss_valid,     // a miss, store, atomic, bypass or fetch is offered
  input  wire                 miss_ready,     // it is taken at this edge
  output wire [2:0]           miss_kind,      // as access_kind
  output wire [2:0]           miss_op,        // atomic operation
  output wire [LINE_BITS-1:0] miss_line,      // line address
  output wire [ID_BITS-1:0]   miss_id,        // comes back with the response
  output wire                 miss_install,   // loads: a way is reserved for the line; 0: stale (before a flush), answer only
  output wire [127:0]         miss_mask,      // bytes read or written
  output wire [1023:0]        miss_data,      // store data or atomic operands

  // hit: answers of load hits, always taken
  output wire                 hit_valid,      // a load hit is answered
  output wire [ID_BITS-1:0]   hit_id,         // id of the load
  output wire [1023:0]        hit_data,       // the line

  // events: pulses for perf_counters, registered
  output wire                 event_access,   // an access left the delay line
  output wire                 event_hit,      // a load hit
  output wire                 event_miss,     // a load missed and reserved a way (or is stale)
  output wire                 event_merge,    // a load found its line pending
  output wire                 event_store,    // a store
  output wire                 event_other,    // an atomic, bypass or fetch
  output wire                 event_stall     // an access is due but cannot leave the delay line in this cycle
);
endmodule
`default_nettype wire

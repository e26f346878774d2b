`default_nettype none
module llc_slice #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter SETS        = 128,         // 1..4096: sets, a power of two
  parameter WAYS        = 8,           // 1..16: ways
  parameter LATENCY     = 120,         // 4..255: cycles from the request handshake to reply_valid of a hit
  parameter QUEUE       = 8,           // 1..64: stores and atomics (with data) that may wait in the delay line
  parameter ENTRIES     = 32,          // 1..64: pending lines
  parameter TARGETS     = 4,           // 1..16: reads waiting per pending line
  parameter INDEX_SHIFT = 0,           // 0..6: line bits dropped above the chunk offset before indexing (log2 of the partitions when a power of two)
  parameter CHUNK_BITS  = 1,           // 0..5: log2 of the lines in one interleaving chunk
  parameter HASH_INDEX  = 0,           // 0..1: 1 XORs all index-wide groups of the remaining line bits
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..10: bits of a message id
  parameter ENTRY_BITS  = (ENTRIES > 1) ? $clog2(ENTRIES) : 1  // derived: bits of an entry number
) (
  input  wire                   clk,                // clock
  input  wire                   rst,                // synchronous reset, active high
  input  wire                   flush,              // starts the write-back of all dirty lines
  output wire                   busy,               // a flush is under way

  // request: messages from noc_port
  input  wire                   request_valid,      // a message is offered
  output wire                   request_ready,      // it is taken at this edge
  input  wire [2:0]             request_kind,       // 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [2:0]             request_op,         // atomic operation
  input  wire [NODE_BITS-1:0]   request_src,        // node that asked
  input  wire [LINE_BITS-1:0]   request_line,       // line address
  input  wire [MSG_ID_BITS-1:0] request_id,         // goes back with the reply
  input  wire [3:0]             request_sectors,    // sectors wanted
  input  wire [127:0]           request_mask,       // bytes written or operated on
  input  wire [1023:0]          request_data,       // store data or atomic operands

  // reply: messages to noc_port
  output wire                   reply_valid,        // a reply is offered
  input  wire                   reply_ready,        // it is taken at this edge
  output wire [NODE_BITS-1:0]   reply_dest,         // node that asked
  output wire [2:0]             reply_kind,         // kind of the request
  output wire [LINE_BITS-1:0]   reply_line,         // line address
  output wire [MSG_ID_BITS-1:0] reply_id,           // id of the request
  output wire [3:0]             reply_data_sectors, // sectors that travel
  output wire [1023:0]          reply_data,         // the line; atomics: as it was before

  // dram: requests to the memory controller
  output wire                   dram_valid,         // a request is offered
  input  wire                   dram_ready,         // it is taken at this edge
  output wire                   dram_write,         // 1 write back a line, 0 read one
  output wire [LINE_BITS-1:0]   dram_line,          // line address
  output wire [ENTRY_BITS-1:0]  dram_id,            // reads: pending entry, comes back with the line
  output wire [1023:0]          dram_data,          // writes: the line

  // dram_reply: lines read from DRAM
  input  wire                   dram_reply_valid,   // a line is offered
  output wire                   dram_reply_ready,   // it is taken at this edge
  input  wire [ENTRY_BITS-1:0]  dram_reply_id,      // pending entry
  input  wire [1023:0]          dram_reply_data,    // the line

  // events: pulses for perf_counters, registered
  output wire                   event_access,       // a request was looked up (once)
  output wire                   event_hit,          // it hit
  output wire                   event_miss,         // it reserved a way
  output wire                   event_merge,        // it found its line pending
  output wire                   event_writeback,    // a dirty line was sent to DRAM
  output wire                   event_dram_read,    // a line was asked from DRAM
  output wire                   event_stall,        // a due request could not be looked up in this cycle
  output wire                   event_atomic        // an atomic was executed
);
endmodule
`default_nettype wire

// Queue of line reads and write-backs from an LLC slice to its memory controller, in the order of
// their announcement; a write-back announced together with a read goes first. The line of a
// write-back comes when the data RAM has been read, in the same order. Latency 1 cycle (a read
// behind a write-back 2). State: a register, a queue of four requests, the data of two write-backs.
`ifdef MEMLOOM_LLC_MODE
// What a private slice writes through is a write-back of the bytes in its mask.
`endif
// Page: docs/blocks/writeback_queue.md.
`default_nettype none
module writeback_queue #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
  parameter ID_BITS   = 5              // 1..6: bits of a read's id
) (
  input  wire                 clk,         // clock
  input  wire                 rst,         // synchronous reset, active high
  output wire                 room,        // a write-back, a read or both may be announced
  output wire                 empty,       // everything was handed over

  // evict: a write-back; only with room
  input  wire                 evict_valid, // a line is written back
  input  wire [LINE_BITS-1:0] evict_line,  // its address

  // fetch: a read; only with room
  input  wire                 fetch_valid, // a line is to be read
  input  wire [LINE_BITS-1:0] fetch_line,  // its address
  input  wire [ID_BITS-1:0]   fetch_id,    // comes back with it

  // ram: the line of the oldest write-back announced before that has none yet
  input  wire                 ram_valid,   // it is here
  input  wire [1023:0]        ram_data,    // the line
`ifdef MEMLOOM_LLC_MODE
  input  wire [127:0]         ram_mask,    // its bytes that are written
`endif

  // dram: requests to the memory controller
  output wire                 dram_valid,  // a request is offered
  input  wire                 dram_ready,  // it is taken at this edge
  output wire                 dram_write,  // 1 write back a line, 0 read one
  output wire [LINE_BITS-1:0] dram_line,   // line address
  output wire [ID_BITS-1:0]   dram_id,     // reads: id; writes: zero
`ifdef MEMLOOM_LLC_MODE
  output wire [127:0]         dram_mask,   // writes: bytes that are written; reads: zero
`endif
  output wire [1023:0]        dram_data    // writes: the line; reads: zero
);
  localparam [1:0] LINES = 2;          // write-backs under way
  reg                  fetching;       // a read waits behind its write-back
  reg  [LINE_BITS-1:0] fetch_address;
  reg  [ID_BITS-1:0]   fetch_entry;
  reg  [1:0]           writes;         // write-backs announced and not handed over
  wire                 request_room;
  wire                 request_there;
  wire                 line_room_unused;  // `writes` keeps it
  wire                 line_there;
  wire [1023:0]        line_data;
  wire                 hands_over  = dram_valid && dram_ready;
  wire                 writes_back = hands_over && dram_write;

  always @(posedge clk)
    if (rst)               fetching <= 1'b0;
    else if (evict_valid)  fetching <= fetch_valid;
    else if (request_room) fetching <= 1'b0;

  always @(posedge clk)
    if (evict_valid) begin
      fetch_address <= fetch_line;
      fetch_entry   <= fetch_id;
    end

  always @(posedge clk)
    if (rst)                             writes <= 2'd0;
    else if (evict_valid != writes_back) writes <= evict_valid ? writes + 2'd1 : writes - 2'd1;

  fifo #(.WIDTH(1 + ID_BITS + LINE_BITS), .DEPTH(4)) requests (
    .clk(clk), .rst(rst),
    .put_valid(evict_valid || fetch_valid || fetching), .put_ready(request_room),
    .put_data(evict_valid ? {1'b1, {ID_BITS{1'b0}}, evict_line}
            : fetching    ? {1'b0, fetch_entry, fetch_address}
                          : {1'b0, fetch_id, fetch_line}),
    .get_valid(request_there), .get_ready(hands_over), .get_data({dram_write, dram_id, dram_line})
  );

`ifdef MEMLOOM_LLC_MODE
  wire [127:0] line_mask;
  assign dram_mask = line_mask & {128{line_there && dram_write}};

  fifo #(.WIDTH(128 + 1024), .DEPTH(2)) lines (
    .clk(clk), .rst(rst),
    .put_valid(ram_valid), .put_ready(line_room_unused), .put_data({ram_mask, ram_data}),
    .get_valid(line_there), .get_ready(writes_back), .get_data({line_mask, line_data})
  );
`else
  fifo #(.WIDTH(1024), .DEPTH(2)) lines (
    .clk(clk), .rst(rst),
    .put_valid(ram_valid), .put_ready(line_room_unused), .put_data(ram_data),
    .get_valid(line_there), .get_ready(writes_back), .get_data(line_data)
  );
`endif

  assign room       = !fetching && request_room && writes != LINES;
  assign empty      = !request_there;   // a fetch that waits came with an eviction that is there
  assign dram_valid = request_there && (line_there || !dram_write);
  assign dram_data  = line_data & {1024{line_there && dram_write}};

`ifdef FORMAL
`include "tests/formal/writeback_queue.v"
`endif
endmodule
`default_nettype wire

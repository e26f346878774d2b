// Queue of line reads and write-backs from an LLC slice to its memory controller. A write-back
// announced together with a read goes first; its data come from the data RAM one cycle later.
// Latency 2 cycles (a read behind a write-back 3). State: two registers, a queue of four requests,
// the data of two write-backs. Page: docs/blocks/writeback_queue.md.
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
  input  wire [1023:0]        ram_data,    // one cycle later: the line

  // fetch: a read; only with room
  input  wire                 fetch_valid, // a line is to be read
  input  wire [LINE_BITS-1:0] fetch_line,  // its address
  input  wire [ID_BITS-1:0]   fetch_id,    // comes back with it

  // dram: requests to the memory controller
  output wire                 dram_valid,  // a request is offered
  input  wire                 dram_ready,  // it is taken at this edge
  output wire                 dram_write,  // 1 write back a line, 0 read one
  output wire [LINE_BITS-1:0] dram_line,   // line address
  output wire [ID_BITS-1:0]   dram_id,     // reads: id; writes: zero
  output wire [1023:0]        dram_data    // writes: the line; reads: zero
);
  reg                  evicting;       // ram_data is the line of evict_address
  reg  [LINE_BITS-1:0] evict_address;
  reg                  fetching;       // a read waits for the queue
  reg  [LINE_BITS-1:0] fetch_address;
  reg  [ID_BITS-1:0]   fetch_entry;
  wire                 request_room;
  wire                 line_room;
  wire                 line_valid;
  wire [1023:0]        line_data;
  wire                 fetch_goes = fetching && !evicting && request_room;

  always @(posedge clk)
    if (rst) evicting <= 1'b0;
    else     evicting <= evict_valid;

  always @(posedge clk)
    if (evict_valid) evict_address <= evict_line;

  always @(posedge clk)
    if (rst)              fetching <= 1'b0;
    else if (fetch_valid) fetching <= 1'b1;
    else if (fetch_goes)  fetching <= 1'b0;

  always @(posedge clk)
    if (fetch_valid) begin
      fetch_address <= fetch_line;
      fetch_entry   <= fetch_id;
    end

  fifo #(.WIDTH(1 + ID_BITS + LINE_BITS), .DEPTH(4)) requests (
    .clk(clk), .rst(rst),
    .put_valid(evicting || fetch_goes), .put_ready(request_room),
    .put_data(evicting ? {1'b1, {ID_BITS{1'b0}}, evict_address}
                       : {1'b0, fetch_entry, fetch_address}),
    .get_valid(dram_valid), .get_ready(dram_ready), .get_data({dram_write, dram_id, dram_line})
  );

  fifo #(.WIDTH(1024), .DEPTH(2)) lines (
    .clk(clk), .rst(rst),
    .put_valid(evicting), .put_ready(line_room), .put_data(ram_data),
    .get_valid(line_valid), .get_ready(dram_valid && dram_ready && dram_write), .get_data(line_data)
  );

  assign room      = !evicting && !fetching && request_room && line_room;
  assign empty     = !evicting && !fetching && !dram_valid;
  assign dram_data = line_data & {1024{line_valid && dram_write}};

`ifdef FORMAL
`include "tests/formal/writeback_queue.v"
`endif
endmodule
`default_nettype wire

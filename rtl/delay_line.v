// Fixed-latency pipeline made of queues: requests wait in storage, a one-bit token each walks
// down a shift register, and the head of the queue is offered once as many tokens have fallen out.
// Latency DELAY cycles from put to get, order kept; at most DEPTH requests, QUEUE of them with
// data. State: two queues, DELAY-1 token flops, two counters. Page: docs/blocks/delay_line.md.
`default_nettype none
module delay_line #(
  parameter META_BITS = 64,            // 1..512: bits of a request without its data
  parameter DATA_BITS = 1024,          // 1..1024: bits of the data
  parameter DEPTH     = 32,            // 1..128: requests in the line
  parameter QUEUE     = 8,             // 1..64: requests with data in the line
  parameter DELAY     = 26,            // 1..254: cycles from put to get
  parameter LEVEL_BITS = $clog2(DEPTH + 1)  // derived: bits of a number of requests
) (
  input  wire                  clk,          // clock
  input  wire                  rst,          // synchronous reset, active high

  // put: a request enters
  input  wire                  put_valid,    // a request is offered
  output wire                  put_ready,    // both queues have room; it is taken at this edge
  input  wire                  put_has_data, // it has data
  input  wire [META_BITS-1:0]  put_meta,     // the request
  input  wire [DATA_BITS-1:0]  put_data,     // its data, looked at only with put_has_data

  // get: the oldest request, when its time has come
  output wire                  get_valid,    // it is due
  input  wire                  get_ready,    // it leaves at this edge
  output wire [META_BITS-1:0]  get_meta,     // the request
  output wire [DATA_BITS-1:0]  get_data,     // its data; zero when it has none

  output wire [LEVEL_BITS-1:0] level         // requests in the line
);
  localparam STAGES = (DELAY > 1) ? DELAY - 1 : 1;
  localparam [STAGES-1:0]     FIRST = 1;
  localparam [LEVEL_BITS-1:0] ONE   = 1;

  wire meta_room;
  wire data_room;
  wire meta_there;
  wire data_there;
  wire head_has_data;
  wire [DATA_BITS-1:0] head_data;

  wire put = put_valid && put_ready;
  wire get = get_valid && get_ready;

  // Nobody looks at a request before its time: a RAM may take a cycle to show it.
  generate
    if (DELAY > 1) begin : in_ram
      ram_fifo #(.WIDTH(META_BITS + 1), .DEPTH(DEPTH)) meta_queue (
        .clk      (clk),
        .rst      (rst),
        .put_valid(put),
        .put_ready(meta_room),
        .put_data ({put_has_data, put_meta}),
        .get_valid(meta_there),
        .get_ready(get),
        .get_data ({head_has_data, get_meta})
      );
    end else begin : at_once
      fifo #(.WIDTH(META_BITS + 1), .DEPTH(DEPTH)) meta_queue (
        .clk      (clk),
        .rst      (rst),
        .put_valid(put),
        .put_ready(meta_room),
        .put_data ({put_has_data, put_meta}),
        .get_valid(meta_there),
        .get_ready(get),
        .get_data ({head_has_data, get_meta})
      );
    end
  endgenerate

  fifo #(
    .WIDTH(DATA_BITS),
    .DEPTH(QUEUE)
  ) data_queue (
    .clk      (clk),
    .rst      (rst),
    .put_valid(put && put_has_data),
    .put_ready(data_room),
    .put_data (put_data),
    .get_valid(data_there),
    .get_ready(get && head_has_data),
    .get_data (head_data)
  );

  // The token of a request taken in cycle t falls out at the end of cycle t + DELAY - 1.
  reg  [STAGES-1:0] tokens;
  wire              token_out = (DELAY > 1) ? tokens[STAGES-1] : put;

  always @(posedge clk)
    if (rst) tokens <= {STAGES{1'b0}};
    else     tokens <= (tokens << 1) | ((put && DELAY > 1) ? FIRST : {STAGES{1'b0}});

  reg [LEVEL_BITS-1:0] due;            // tokens that fell out and were not used
  reg [LEVEL_BITS-1:0] requests;       // requests in the line

  // Whether a request leaves is known last, so it chooses between what is there by then.
  wire [LEVEL_BITS-1:0] due_stays  = token_out ? due + ONE : due;
  wire [LEVEL_BITS-1:0] due_leaves = token_out ? due : due - ONE;

  always @(posedge clk)
    if (rst) due <= {LEVEL_BITS{1'b0}};
    else     due <= get ? due_leaves : due_stays;

  always @(posedge clk)
    if (rst)             requests <= {LEVEL_BITS{1'b0}};
    else if (put != get) requests <= put ? requests + ONE : requests - ONE;

  // Outputs: functions of the state above.
  assign put_ready = meta_room && data_room;
  assign get_valid = meta_there && due != {LEVEL_BITS{1'b0}};
  assign get_data  = head_data & {DATA_BITS{head_has_data && data_there}};
  assign level     = requests;

`ifdef FORMAL
`include "tests/formal/delay_line.v"
`endif
endmodule
`default_nettype wire

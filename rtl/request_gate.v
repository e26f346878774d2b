// Holds a core's requests back while the organization of the last-level cache changes, and an
// atomic until the cache is shared [isca19 section 4.1]. Says whether the core can have a request
// under way: `awake` falls in a stall when every request that passed has its answer, whoever gave
// it. In front of l1_arbiter or requester; latency one cycle, a request passes every cycle.
//
//   request ─> queue of 2 ─> gate ─> passed        answers ─> under way ─> awake
//                             ^── stall, kernel boundary; of an atomic: shared
//
// State: the queue, what llc_reconfig says (a register at the end of long wires), the number of
// requests under way. Page: docs/blocks/request_gate.md.
`default_nettype none
module request_gate #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
  parameter ID_BITS   = 8              // 4..10: bits of a request id, under way once at most
) (
  input  wire                 clk,            // clock
  input  wire                 rst,            // synchronous reset, active high
  input  wire                 flush,          // kernel boundary

  // organization of the last-level cache, from llc_reconfig
  input  wire                 stall,          // let no request pass
  input  wire                 shared,         // it is shared, and no change is under way
  input  wire                 is_private,     // lines are in the slice of their cluster

  // request: from the load/store unit
  input  wire                 request_valid,  // a request is offered
  output wire                 request_ready,  // it is taken at this edge
  input  wire [2:0]           request_kind,   // load, load_bypass, store, atomic, fetch
  input  wire [2:0]           request_op,     // atomic operation
  input  wire [LINE_BITS-1:0] request_line,   // line address
  input  wire [ID_BITS-1:0]   request_id,     // comes back with the answer
`ifdef MEMLOOM_L1_PROTECT
  input  wire [31:0]          request_pc,     // program counter of the instruction
`endif
  input  wire [127:0]         request_mask,   // bytes read or written
  input  wire [1023:0]        request_data,   // store data or atomic operands

  // passed: the same to the front of the core; re-decided in every cycle until it is taken
  output wire                 passed_valid,   // a request is offered
  input  wire                 passed_ready,   // it is taken at this edge
  output wire [2:0]           passed_kind,    // as request_kind
  output wire [2:0]           passed_op,      // atomic operation
  output wire [LINE_BITS-1:0] passed_line,    // line address
  output wire [ID_BITS-1:0]   passed_id,      // comes back with the answer
`ifdef MEMLOOM_L1_PROTECT
  output wire [31:0]          passed_pc,      // program counter of the instruction
`endif
  output wire [127:0]         passed_mask,    // bytes read or written
  output wire [1023:0]        passed_data,    // store data or atomic operands

  // answer: the core's answers, each to a request that passed
  input  wire                 answer_hit,      // by the own L1
  input  wire                 answer_response, // by the own MSHR
`ifdef MEMLOOM_SHARED_L1
  input  wire                 answer_remote,   // by a home
`endif

`ifdef MEMLOOM_SHARED_L1
  output wire                 stays_private,  // share no L1: slices are, or may become, private
`endif
  output wire                 awake,          // a request may pass or is under way
  output wire                 atomics,        // an atomic waits for the shared cache
  output wire                 own_slices      // misses go to the slices of the own cluster
);
  localparam [2:0] ATOMIC = 3'd3;
  localparam [ID_BITS:0] ONE = 1;

  reg              stalled;            // `stall`, a cycle late
  reg              is_shared;          // the same of `shared`
  reg              own;                // and of `is_private`
  reg  [1:0]       boundary;           // until the stall that a kernel boundary brings is here
  reg  [ID_BITS:0] under_way;
  reg  [1:0]       answered;           // at the last edge; not counted yet
  reg              is_awake;
  wire             waits;              // a request does, at the gate
  wire             is_atomic = passed_kind == ATOMIC;
  wire             open  = !stalled && boundary == 2'b00;
  wire             leave = passed_valid && passed_ready;

`ifdef MEMLOOM_L1_PROTECT
  localparam WIDTH = 3 + 3 + LINE_BITS + ID_BITS + 32 + 128 + 1024;
  wire [WIDTH-1:0] taken = {request_kind, request_op, request_line, request_id, request_pc,
                            request_mask, request_data};
  wire [WIDTH-1:0] head;
  assign {passed_kind, passed_op, passed_line, passed_id, passed_pc, passed_mask,
          passed_data} = head;
`else
  localparam WIDTH = 3 + 3 + LINE_BITS + ID_BITS + 128 + 1024;
  wire [WIDTH-1:0] taken = {request_kind, request_op, request_line, request_id, request_mask,
                            request_data};
  wire [WIDTH-1:0] head;
  assign {passed_kind, passed_op, passed_line, passed_id, passed_mask, passed_data} = head;
`endif

  fifo #(.WIDTH(WIDTH), .DEPTH(2), .HEAD(1)) queue (
    .clk      (clk),
    .rst      (rst),
    .put_valid(request_valid),
    .put_ready(request_ready),
    .put_data (taken),
    .get_valid(waits),
    .get_ready(leave),
    .get_data (head)
  );

  // A kernel boundary, or a reset, reaches llc_reconfig with the pulse; its stall is here three
  // edges later.
  always @(posedge clk)
    if (rst) begin
      stalled   <= 1'b0;
      is_shared <= 1'b0;
      own       <= 1'b0;
      boundary  <= 2'b11;
    end else begin
      stalled   <= stall;
      is_shared <= shared;
      own       <= is_private;
      boundary  <= {boundary[0], flush};
    end

  // Answers count a cycle late, as in request_ways.
`ifdef MEMLOOM_SHARED_L1
  wire [1:0]       answers = {1'b0, answer_hit} + {1'b0, answer_response} + {1'b0, answer_remote};
`else
  wire [1:0]       answers = {1'b0, answer_hit} + {1'b0, answer_response};
`endif
  wire [ID_BITS:0] remain  = under_way - {{(ID_BITS-1){1'b0}}, answered};

  always @(posedge clk)
    if (rst) begin
      under_way <= {(ID_BITS+1){1'b0}};
      answered  <= 2'd0;
      is_awake  <= 1'b1;
    end else begin
      under_way <= leave ? remain + ONE : remain;
      answered  <= answers;
      is_awake  <= !stalled || remain != {(ID_BITS+1){1'b0}};
    end

  // Outputs: functions of the state above.
  assign passed_valid = waits && open && (is_shared || !is_atomic);
  assign awake        = is_awake;
  assign atomics      = waits && is_atomic && !is_shared;
  assign own_slices   = own;
`ifdef MEMLOOM_SHARED_L1
  assign stays_private = own || stalled;
`endif

`ifdef FORMAL
`include "tests/formal/request_gate.v"
`endif
endmodule
`default_nettype wire

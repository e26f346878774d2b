// What an SM must keep to and may rely on (docs/interfaces.md): kinds that exist; an id is free
// again when its answer came; where the cores keep the order (request_order), requests of a line
// that conflict, one of them a store or atomic, are not under way together; each request is answered
// once.
`default_nettype none
module check_sm #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
  parameter ID_BITS   = 8              // 4..10: bits of a request id
) (
  input  wire                 clk,            // clock
  input  wire                 rst,            // synchronous reset, active high
  input  wire                 request_valid,  // a request is offered
  input  wire                 request_ready,  // it is taken at this edge
  input  wire [2:0]           request_kind,   // load, load_bypass, store, atomic, fetch
  input  wire [LINE_BITS-1:0] request_line,   // line address
  input  wire [ID_BITS-1:0]   request_id,     // comes back with the answer
`ifdef MEMLOOM_L1_PROTECT
  input  wire [1:0]           issued,         // warp instructions that the core issued
`endif
`ifdef MEMLOOM_SHARED_L1
  input  wire                 remote_valid,   // an answer of another core's L1
  input  wire [ID_BITS-1:0]   remote_id,      // id of the request
`endif
  input  wire                 hit_valid,      // a load hit is answered
  input  wire [ID_BITS-1:0]   hit_id,         // id of the load
  input  wire                 response_valid, // an answer
  input  wire [ID_BITS-1:0]   response_id     // id of the request
);
  // verilator lint_off BLKSEQ
  // Read by nobody else, so they may change step by step within the edge.
  localparam IDS = 1 << ID_BITS;
  localparam [2:0] LAST_KIND = 4;
  reg  [IDS-1:0]       under_way;      // ids of requests that were taken and not answered
`ifdef MEMLOOM_REQUEST_ORDER
  reg  [IDS-1:0]       writes;         // of these: a store or atomic
  reg  [LINE_BITS-1:0] lines [0:IDS-1];
  localparam [2:0]     STORE = 2, ATOMIC = 3;
  wire                 is_write = request_kind == STORE || request_kind == ATOMIC;
  integer              i;
`else
  wire                 unused = &{1'b0, request_line};
`endif
  initial under_way = {IDS{1'b0}};

  task ask;
    begin
      if (request_kind > LAST_KIND) $fatal(1, "there is no kind %0d of requests", request_kind);
      if (under_way[request_id]) $fatal(1, "id %0d is under way already", request_id);
`ifdef MEMLOOM_REQUEST_ORDER
      for (i = 0; i < IDS; i = i + 1)
        if (under_way[i] && (is_write || writes[i]) && lines[i] == request_line)
          $fatal(1, "id %0d conflicts with id %0d, which is under way: line %h", request_id, i,
                 request_line);
`endif
    end
  endtask

  task answer(input [ID_BITS-1:0] id);
    begin
      if (!under_way[id]) $fatal(1, "an answer for id %0d, which is not under way", id);
      under_way[id] = 1'b0;
    end
  endtask

  always @(posedge clk)
    if (rst) under_way = {IDS{1'b0}};
    else begin
      if (request_valid && request_ready) ask;
      if (hit_valid) answer(hit_id);
      if (response_valid) answer(response_id);
`ifdef MEMLOOM_SHARED_L1
      if (remote_valid) answer(remote_id);
`endif
      if (request_valid && request_ready) begin
        under_way[request_id] = 1'b1;
`ifdef MEMLOOM_REQUEST_ORDER
        writes[request_id]    = is_write;
        lines[request_id]     = request_line;
`endif
      end
`ifdef MEMLOOM_L1_PROTECT
      if (issued == 2'd3) $fatal(1, "a core issues two instructions at most");
`endif
    end
  // verilator lint_on BLKSEQ
endmodule
`default_nettype wire

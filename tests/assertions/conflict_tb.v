// A core that keeps the order itself (request_order = core) asks for a line while a request of its own
// to it is under way: two loads may, +fault=3 makes the second one a store. Says "planted" before it
// does, and "silent" at the end.
`default_nettype none
module conflict_tb;
`include "tb/bench.vh"
  localparam [2:0] LOAD = 3'd0, STORE = 3'd2;
  reg        request_valid = 1'b0;
  reg  [2:0] request_kind = LOAD;
  reg  [5:0] request_id = 6'd0;
  wire       request_ready;
  integer    fault;

  // The DRAM never answers: what was asked stays under way.
  gpu_mem uut (
    .clk(clk), .rst(rst), .flush(1'b0), .llc_flush(1'b0), .stat_node(1'b0), .stat_counter(3'd0),
    .llc_busy(), .error_dram_reply(), .stat_value(),
    .core_0_request_valid(request_valid), .core_0_request_ready(request_ready),
    .core_0_request_kind(request_kind), .core_0_request_op(3'd0), .core_0_request_line(25'd64),
    .core_0_request_id(request_id), .core_0_request_mask({128{1'b1}}),
    .core_0_request_data(1024'd0), .core_0_hit_valid(), .core_0_hit_id(), .core_0_hit_data(),
    .core_0_response_valid(), .core_0_response_id(), .core_0_response_data(),
    .mem_0_dram_valid(), .mem_0_dram_ready(1'b1), .mem_0_dram_write(), .mem_0_dram_line(),
    .mem_0_dram_id(), .mem_0_dram_data(), .mem_0_dram_reply_valid(1'b0), .mem_0_dram_reply_ready(),
    .mem_0_dram_reply_id(3'd0), .mem_0_dram_reply_data(1024'd0));

  task ask(input [2:0] kind);
    begin
      request_valid = 1'b1;
      request_kind = kind;
      request_id = request_id + 6'd1;
      #2 check(request_ready, "a queue that is empty takes it");
      tick;
      request_valid = 1'b0;
    end
  endtask

  initial begin
    if (!$value$plusargs("fault=%d", fault)) fault = 0;
    ticks(2);
    rst = 1'b0;
    ticks(40);
    ask(LOAD);
    ticks(60);
    $display("planted");
    ask(fault == 3 ? STORE : LOAD);
    ticks(3);
    $display("silent");
    $finish(0);
  end
endmodule
`default_nettype wire

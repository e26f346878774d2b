// Breaks one rule of what stands outside of the chip, or of what it may rely on, in a chip of
// tb/flows/run.sh with its assertions: +fault=N, 0 breaks none. Says "planted" before it does, and
// "silent" at the end.
`default_nettype none
module environment_tb;
`include "tb/flows/flows.vh"
  localparam [24:0] LINE = 25'h40;     // home and partition 0
  integer fault;

  // A request that nobody keeps book of.
  task raw(input [2:0] kind, input [24:0] line, input [5:0] this_id);
    begin
      request_kind[0]  = kind;
      request_line[0]  = line;
      request_id[0]    = this_id;
      request_mask[0]  = ALL;
      request_data[0]  = 1024'd0;
      request_valid[0] = 1'b1;
      tick;
    end
  endtask

  // Loads of other lines until one has to wait.
  task fill_up;
    integer i;
    begin
      hold = 1'b1;
      i = 0;
      while (i < 60 && !(request_valid[0] && !request_ready[0])) begin
        if (!request_valid[0]) begin
          offer(0, BYPASS, LINE + 25'd16 * i[24:0], ALL, 1024'd0);
          i = i + 1;
        end
        #2;
        if (request_ready[0]) tick;
      end
      check(request_valid[0] && !request_ready[0], "a request waits");
      tick;
    end
  endtask

  initial begin
    cycle_limit = 5000;
    if (!$value$plusargs("fault=%d", fault)) fault = 0;
    tick;
    rst = 1'b0;
    l1_mode = PRIVATE;
    ticks(20);
    load(0, LINE, 4'hf);
    quiet;
    hold = 1'b1;                       // what is asked now stays under way
    if (fault == 4 || fault == 5) fill_up;
    else begin
      offer(0, BYPASS, LINE + 25'd16, ALL, 1024'd0);
      ticks(60);
    end
    $display("planted");
    case (fault)
      1: raw(3'd5, LINE, 6'd40);
      2: raw(BYPASS, LINE + 25'd32, id);
      3: raw(STORE, LINE + 25'd16, 6'd40);
      4: request_valid[0] = 1'b0;
      5: request_line[0] = ~request_line[0];
      6: begin
        force dram_reply_valid[0] = 1'b1;
        force dram_reply_id_0 = 2'd3;
      end
      7: begin
        @(negedge clk) #1;             // flows.vh has looked
        force uut.core_0.hit_valid = 1'b1;
        force uut.core_0.hit_id = 6'd40;
      end
      8: begin
        force uut.mem_0.dram_valid = 1'b1;
        force uut.mem_0.dram_ready = 1'b1;
        force uut.mem_0.dram_write = 1'b0;
        force uut.mem_0.dram_id = 2'd3;
        tick;
      end
      default: hold = 1'b0;
    endcase
    ticks(3);
    if (fault == 0) quiet;
    $display("silent");
    $finish(0);
  end
endmodule
`default_nettype wire

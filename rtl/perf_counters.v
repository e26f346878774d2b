// Event counters of one node with a read port: 32 bits each, wrapping. All may grow at the
// same edge, so they are flops and not a register file. A pulse comes late, so it does not meet a carry of 32
// bits: what it carries into each byte is known before. Selected in cycle t, read in t + 1:
// the count before the edge in between. A node that is not selected, or a counter that does
// not exist, reads 0, so that perf_merge can OR all nodes.
`default_nettype none
module perf_counters #(
  parameter EVENTS       = 8,          // 1..64: counters
  parameter NODE_BITS    = 9,          // 1..10: bits of a node index
  parameter COUNTER_BITS = (EVENTS > 1) ? $clog2(EVENTS) : 1  // derived: bits of a counter number
) (
  input  wire                    clk,            // clock
  input  wire                    rst,            // synchronous reset, active high
  input  wire [EVENTS-1:0]       event_pulse,    // {EVENTS} counter i grows by one at this edge
  input  wire [NODE_BITS-1:0]    here,           // index of this node (constant)
  input  wire [NODE_BITS-1:0]    select_node,    // node that is read
  input  wire [COUNTER_BITS-1:0] select_counter, // counter that is read
  output wire [31:0]             value           // counter, one cycle later; 0 for another node
);
  reg  [EVENTS*32-1:0] counters;       // {EVENTS} counts
  reg  [EVENTS*3-1:0]  full;           // {EVENTS} whether byte 0, 1..0, 2..0 are all ones: what a pulse carries into the next
  reg  [31:0]          chosen;         // the counter that is selected
  reg  [31:0]          read_value;
  integer              counter;

  genvar i, j;
  generate
    for (i = 0; i < EVENTS; i = i + 1) begin : count
      wire [3:0] carry = {full[i*3 +: 3], 1'b1}; // into each byte

      for (j = 0; j < 4; j = j + 1) begin : part
        always @(posedge clk)
          if (rst) counters[i*32+j*8 +: 8] <= 8'd0;
          else if (event_pulse[i] && carry[j]) counters[i*32+j*8 +: 8] <= counters[i*32+j*8 +: 8] + 8'd1;
      end

      always @(posedge clk)
        if (rst) full[i*3 +: 3] <= 3'd0;
        else if (event_pulse[i]) full[i*3 +: 3] <= {counters[i*32 +: 24] == 24'hfffffe,
                                                    counters[i*32 +: 16] == 16'hfffe,
                                                    counters[i*32 +: 8] == 8'hfe};
    end
  endgenerate

  always @* begin
    chosen = 32'd0;
    for (counter = 0; counter < EVENTS; counter = counter + 1)
      if (select_counter == counter[COUNTER_BITS-1:0])
        chosen = chosen | counters[counter*32 +: 32];
  end

  always @(posedge clk)
    if (rst) read_value <= 32'd0;
    else read_value <= (select_node == here) ? chosen : 32'd0;

  assign value = read_value;

`ifdef FORMAL
`include "tests/formal/perf_counters.v"
`endif
endmodule
`default_nettype wire

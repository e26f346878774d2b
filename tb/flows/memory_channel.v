// DRAM channel of the flow benches: byte-exact lines, reads answered in order after DELAY cycles,
// or as long as `hold` is 1 not at all. Not synthesizable; the bench looks into `lines`.
`default_nettype none
module memory_channel #(
  parameter DELAY = 8                  // 1..64: cycles from a read to its line
) (
  input  wire          clk,            // clock
  input  wire          rst,            // synchronous reset, active high
  input  wire          hold,           // no read is answered

  // request: from llc_slice
  input  wire          request_valid,  // a request is offered
  output wire          request_ready,  // it is taken at this edge
  input  wire          request_write,  // 1 write a line, 0 read one
  input  wire [24:0]   request_line,   // line address, below 1024
  input  wire [1:0]    request_id,     // comes back with the line
  input  wire [1023:0] request_data,   // writes: the line

  // reply: to llc_slice
  output wire          reply_valid,    // a line is offered
  input  wire          reply_ready,    // it is taken at this edge
  output wire [1:0]    reply_id,       // as request_id
  output wire [1023:0] reply_data      // the line
);
  reg [1023:0] lines [0:1023];
  reg [9:0]    waiting [0:7];          // line of each read under way, by the low bits of `taken`
  reg [1:0]    ids [0:7];              // its id
  integer      due [0:7];              // cycle in which it may be answered
  integer      now;
  integer      taken;                  // reads so far
  integer      given;                  // of them answered

  always @(posedge clk)
    if (rst) begin
      now   <= 0;
      taken <= 0;
      given <= 0;
    end else begin
      now <= now + 1;
      if (request_valid && request_ready) begin
        if (request_write) lines[request_line[9:0]] <= request_data;
        else begin
          waiting[taken % 8] <= request_line[9:0];
          ids[taken % 8]     <= request_id;
          due[taken % 8]     <= now + DELAY;
          taken              <= taken + 1;
        end
      end
      if (reply_valid && reply_ready) given <= given + 1;
    end

  assign request_ready = taken - given < 8;
  assign reply_valid   = !hold && given < taken && due[given % 8] <= now;
  assign reply_id      = ids[given % 8];
  assign reply_data    = lines[waiting[given % 8]];
endmodule
`default_nettype wire

// An example of a memory with AXI4, for benches: INCR bursts of full beats, byte strobes, reads of
// different ids in any order and, with `mixes`, with their beats mixed; writes in their order, each
// done at once just before its response. Everything takes a random time and is ready at random,
// with `fast` neither: then R and W have a beat in every cycle. One read per id at a time.
// Addresses from END on are answered with DECERR, the line of address `bad` with SLVERR. The bench
// looks into `lines`.
`default_nettype none
module axi_dram #(
  parameter ID_BITS    = 5,            // 1..8: bits of an id
  parameter ADDR_BITS  = 32,           // 8..40: bits of an address
  parameter DATA_BYTES = 32,           // 16..64: bytes of a beat
  parameter END        = 1 << 17,      // first address that is not there
  parameter SLOWEST    = 60,           // cycles that a transaction waits at most
  parameter SEED       = 1             // of the random times
) (
  input  wire                    clk,      // clock
  input  wire                    rst,      // synchronous reset; contents stay
  input  wire                    fast,     // always ready, answers as soon as possible
  input  wire                    mixes,    // beats of several reads are mixed
  input  wire                    hold,     // nothing is answered
  input  wire [ADDR_BITS-1:0]    bad,      // a line that cannot be read or written

  input  wire                    awvalid,  // AXI4
  output reg                     awready,
  input  wire [ID_BITS-1:0]      awid,
  input  wire [ADDR_BITS-1:0]    awaddr,
  input  wire [7:0]              awlen,
  input  wire                    wvalid,
  output reg                     wready,
  input  wire [8*DATA_BYTES-1:0] wdata,
  input  wire [DATA_BYTES-1:0]   wstrb,
  input  wire                    wlast,
  output reg                     bvalid,
  input  wire                    bready,
  output reg  [ID_BITS-1:0]      bid,
  output reg  [1:0]              bresp,
  input  wire                    arvalid,
  output reg                     arready,
  input  wire [ID_BITS-1:0]      arid,
  input  wire [ADDR_BITS-1:0]    araddr,
  input  wire [7:0]              arlen,
  output reg                     rvalid,
  input  wire                    rready,
  output reg  [ID_BITS-1:0]      rid,
  output reg  [8*DATA_BYTES-1:0] rdata,
  output reg  [1:0]              rresp,
  output reg                     rlast
);
  localparam IDS = 1 << ID_BITS, QUEUE = 64;
  reg [1023:0] lines [0:END/128-1];

  // reads by id
  reg [IDS-1:0] reading;
  integer read_at [0:IDS-1];           // next beat
  integer read_left [0:IDS-1];         // beats
  integer read_due [0:IDS-1];          // cycle in which it may begin
  // writes, oldest first
  integer write_at [0:QUEUE-1];
  reg [ID_BITS-1:0] write_id [0:QUEUE-1];
  integer write_due [0:QUEUE-1];
  reg [8*DATA_BYTES-1:0] write_data [0:QUEUE-1];
  reg [DATA_BYTES-1:0]   write_strb [0:QUEUE-1];
  integer write_len [0:QUEUE-1];
  integer addresses, beats, bursts;    // taken so far
  integer done, done_beats;            // writes, and beats of them
  integer now, seed, i, id, found, current;

  function integer below(input integer n);
    below = $unsigned($random(seed)) % n;
  endfunction

  function [1:0] response(input integer address);
    response = (address >= END) ? 2'd3 : (address / 128 == bad / 128) ? 2'd2 : 2'd0;
  endfunction

  initial seed = SEED;

  // The oldest write takes effect.
  task finish_write;
    begin
      for (i = 0; i <= write_len[done % QUEUE]; i = i + 1)
        if (response(write_at[done % QUEUE] + i * DATA_BYTES) == 2'd0)
          for (id = 0; id < DATA_BYTES; id = id + 1)
            if (write_strb[(done_beats + i) % QUEUE][id])
              lines[(write_at[done % QUEUE] + i * DATA_BYTES) / 128]
                [8 * ((write_at[done % QUEUE] + i * DATA_BYTES) % 128 + id) +: 8]
                = write_data[(done_beats + i) % QUEUE][8*id +: 8];
      bvalid     <= 1'b1;
      bid        <= write_id[done % QUEUE];
      bresp      <= response(write_at[done % QUEUE]);
      done_beats  = done_beats + write_len[done % QUEUE] + 1;
      done        = done + 1;
    end
  endtask

  // The read of which the next beat is sent: the current one, or a random one that is due.
  task choose;
    begin
      found = reading[current] && read_due[current] <= now && !mixes ? current : IDS;
      id = below(IDS);
      for (i = 0; i < IDS && found == IDS; i = i + 1)
        if (reading[(id + i) % IDS] && read_due[(id + i) % IDS] <= now) found = (id + i) % IDS;
    end
  endtask

  task send_beat;
    begin
      current    = found;
      rvalid    <= 1'b1;
      rid       <= found;
      rresp     <= response(read_at[found]);
      rdata     <= (read_at[found] < END)
                 ? lines[read_at[found] / 128][8 * (read_at[found] % 128) +: 8*DATA_BYTES] : 0;
      rlast     <= read_left[found] == 1;
      read_left[found] = read_left[found] - 1;
      read_at[found]   = read_at[found] + DATA_BYTES;
      if (read_left[found] == 0) reading[found] = 1'b0;
    end
  endtask

  always @(posedge clk)
    if (rst) begin
      {awready, wready, arready, bvalid, rvalid} <= 5'd0;
      reading = {IDS{1'b0}};
      {addresses, beats, bursts, done, done_beats, now, current} = 0;
    end else begin
      now = now + 1;
      if (arvalid && arready) begin
        if (reading[arid]) $fatal(1, "read %0d is under way already", arid);
        reading[arid]   = 1'b1;
        read_at[arid]   = araddr;
        read_left[arid] = arlen + 1;
        read_due[arid]  = now + (fast ? 0 : below(SLOWEST));
      end
      if (awvalid && awready) begin
        write_at[addresses % QUEUE]  = awaddr;
        write_id[addresses % QUEUE]  = awid;
        write_len[addresses % QUEUE] = awlen;
        addresses = addresses + 1;
      end
      if (wvalid && wready) begin
        write_data[beats % QUEUE] = wdata;
        write_strb[beats % QUEUE] = wstrb;
        beats = beats + 1;
        if (wlast) begin
          write_due[bursts % QUEUE] = now + (fast ? 0 : below(SLOWEST));
          bursts = bursts + 1;
        end
      end
      if (bvalid && bready) bvalid <= 1'b0;
      if (rvalid && rready) rvalid <= 1'b0;
      if ((!bvalid || bready) && !hold && done < addresses && done < bursts
          && write_due[done % QUEUE] <= now) finish_write;
      choose;
      if ((!rvalid || rready) && !hold && found < IDS && (fast || below(4) != 0)) send_beat;
      awready <= fast || below(3) == 0 && addresses - done < 4;
      wready  <= fast || below(2) == 0 && beats - done_beats < 32;
      arready <= fast || below(3) == 0;
    end
endmodule
`default_nettype wire

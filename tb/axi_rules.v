// The rules of AXI4 (ARM IHI 0022, chapters A3 to A7), said of a manager's pins and of a
// subordinate's, four-state, for benches; it knows nothing of the chip. A manager's own promise is
// in it, too, without which bursts of W could not be judged as they come: no data before their
// address is offered. Sampled at the rising edge, as AXI is. Bit n of `broken` stays 1 when rule n was
// broken; with STOP the simulation ends there.
`default_nettype none
module axi_rules #(
  parameter ID_BITS    = 5,            // 1..8: bits of an id
  parameter ADDR_BITS  = 32,           // 13..40: bits of an address
  parameter DATA_BYTES = 32,           // 1..128: bytes of a beat
  parameter STOP       = 1             // a broken rule ends the simulation
) (
  input  wire                    clk,      // ACLK
  input  wire                    rst,      // ARESETn inverted
  input  wire                    awvalid,  // AXI4
  input  wire                    awready,
  input  wire [ID_BITS-1:0]      awid,
  input  wire [ADDR_BITS-1:0]    awaddr,
  input  wire [7:0]              awlen,
  input  wire [2:0]              awsize,
  input  wire [1:0]              awburst,
  input  wire                    awlock,
  input  wire [3:0]              awcache,
  input  wire [2:0]              awprot,
  input  wire [3:0]              awqos,
  input  wire [3:0]              awregion,
  input  wire                    wvalid,
  input  wire                    wready,
  input  wire [8*DATA_BYTES-1:0] wdata,
  input  wire [DATA_BYTES-1:0]   wstrb,
  input  wire                    wlast,
  input  wire                    bvalid,
  input  wire                    bready,
  input  wire [ID_BITS-1:0]      bid,
  input  wire [1:0]              bresp,
  input  wire                    arvalid,
  input  wire                    arready,
  input  wire [ID_BITS-1:0]      arid,
  input  wire [ADDR_BITS-1:0]    araddr,
  input  wire [7:0]              arlen,
  input  wire [2:0]              arsize,
  input  wire [1:0]              arburst,
  input  wire                    arlock,
  input  wire [3:0]              arcache,
  input  wire [2:0]              arprot,
  input  wire [3:0]              arqos,
  input  wire [3:0]              arregion,
  input  wire                    rvalid,
  input  wire                    rready,
  input  wire [ID_BITS-1:0]      rid,
  input  wire [8*DATA_BYTES-1:0] rdata,
  input  wire [1:0]              rresp,
  input  wire                    rlast,
  output reg  [31:0]             broken,   // by rule, below
  output integer                 looked    // handshakes that were looked at
);
  // The manager
  localparam VALID_BEHIND_RESET = 0, VALID_UNKNOWN = 1, ADDRESS_UNKNOWN = 2, DATA_UNKNOWN = 3,
             AW_DROPPED = 4, W_DROPPED = 5, AR_DROPPED = 6, AW_CHANGED = 7, W_CHANGED = 8, AR_CHANGED = 9,
             BURST_RESERVED = 10, SIZE_TOO_WIDE = 11, CROSSES_4_KB = 12, WRAP_WRONG = 13, FIXED_TOO_LONG = 14,
             CACHE_RESERVED = 15, EXCLUSIVE_WRONG = 16, WLAST_WRONG = 17, STRB_OUTSIDE = 18, DATA_FIRST = 19;
  // The subordinate
  localparam ANSWER_BEHIND_RESET = 20, ANSWER_UNKNOWN = 21, B_DROPPED = 22, R_DROPPED = 23, B_CHANGED = 24,
             R_CHANGED = 25, B_TOO_SOON = 26, R_TOO_SOON = 27, RLAST_WRONG = 28, EXOKAY_WRONG = 29;
  localparam IDS = 1 << ID_BITS, QUEUE = 64, A_BITS = ID_BITS + ADDR_BITS + 29;
  wire [A_BITS-1:0] aw = {awid, awaddr, awlen, awsize, awburst, awlock, awcache, awprot, awqos, awregion};
  wire [A_BITS-1:0] ar = {arid, araddr, arlen, arsize, arburst, arlock, arcache, arprot, arqos, arregion};
  reg  [8*DATA_BYTES-1:0] wbits;       // of the bytes that are written
  // What was offered and not taken.
  reg  was_rst = 1'b0, aw_waits = 1'b0, w_waits = 1'b0, ar_waits = 1'b0, b_waits = 1'b0, r_waits = 1'b0;
  reg  [A_BITS-1:0] aw_was, ar_was;
  reg  [8*DATA_BYTES-1:0] wdata_was, rdata_was;
  reg  [DATA_BYTES:0]  w_was;
  reg  [ID_BITS+1:0]   b_was;
  reg  [ID_BITS+2:0]   r_was;
  // Writes: addresses that were taken, oldest first; bursts of data; of each id how many of both.
  reg  [A_BITS-1:0] addresses [0:QUEUE-1];
  reg  [A_BITS-1:0] a;                 // that of the burst on W
  integer taken, bursts, beat, n;
  integer whole [0:IDS-1];             // writes of an id without B
  integer exclusive_writes;            // of all that have been: EXOKAY may come
  integer joined;                      // writes of which address and data were taken
  // Reads: a queue per id is kept as beats due, and the length of each.
  integer read_put [0:IDS-1];
  integer read_get [0:IDS-1];
  integer read_beat [0:IDS-1];
  reg  [8:0] read_len [0:IDS*16-1];    // {lock, len}: up to 16 of an id
  reg  [8:0] r_head;

  task rule(input integer number, input ok);
    if (ok !== 1'b1) begin
      broken[number] = 1'b1;
      if (STOP) $fatal(1, "rule %0d of AXI4 is broken (tb/axi_rules.v)", number);
    end
  endtask

  // An address on AW or AR.
  task address(input [ADDR_BITS-1:0] addr, input [7:0] len, input [2:0] size, input [1:0] burst, input lock,
               input [3:0] cache);
    reg [47:0] from, to, bytes;
    begin
      from  = addr;
      bytes = (len + 48'd1) << size;
      to    = (from >> size << size) + bytes - 1;
      rule(BURST_RESERVED, burst != 2'd3);
      rule(SIZE_TOO_WIDE, (48'd1 << size) <= DATA_BYTES);
      rule(CROSSES_4_KB, burst != 2'd1 || from[47:12] == to[47:12]);
      rule(WRAP_WRONG, burst != 2'd2
           || (len == 1 || len == 3 || len == 7 || len == 15) && (from >> size << size) == from);
      rule(FIXED_TOO_LONG, burst != 2'd0 || len < 16);
      rule(CACHE_RESERVED, cache[1] || cache[3:2] == 2'd0);
      rule(EXCLUSIVE_WRONG, !lock || (bytes & (bytes - 1)) == 0 && bytes <= 128 && len < 16
           && (from & (bytes - 1)) == 0);
    end
  endtask

  // The lanes of beat `beat` of the burst whose address is `a`.
  function [DATA_BYTES-1:0] lanes(input integer at);
    reg [47:0] from, start;
    reg [7:0]  len;
    reg [2:0]  size;
    reg [1:0]  burst;
    reg [47:0] bytes;
    integer    lane;
    begin
      from  = a[29 +: ADDR_BITS];
      {len, size, burst} = a[28:16];
      bytes = (len + 48'd1) << size;
      start = (at == 0 || burst == 2'd0) ? from : (from >> size << size) + (at << size);
      if (burst == 2'd2 && at != 0) start = from / bytes * bytes + start % bytes;
      for (lane = 0; lane < DATA_BYTES; lane = lane + 1)
        lanes[lane] = lane >= start % DATA_BYTES
                   && lane < (start >> size << size) % DATA_BYTES + (1 << size);
    end
  endfunction

  initial begin
    broken = 32'd0;
    looked = 0;
    forget;
  end

  task forget;
    begin
      {taken, bursts, beat, joined, exclusive_writes} = 0;
      for (n = 0; n < IDS; n = n + 1) {whole[n], read_put[n], read_get[n], read_beat[n]} = 0;
    end
  endtask

  always @(posedge clk) begin
    was_rst <= rst;
    if (was_rst) begin
      rule(VALID_BEHIND_RESET, !awvalid && !wvalid && !arvalid);
      rule(ANSWER_BEHIND_RESET, !bvalid && !rvalid);
    end
    if (rst) begin
      forget;
      {aw_waits, w_waits, ar_waits, b_waits, r_waits} <= 5'd0;
    end else begin
      rule(VALID_UNKNOWN, ^{awvalid, wvalid, arvalid, bready, rready} !== 1'bx);
      rule(ANSWER_UNKNOWN, ^{bvalid, rvalid, awready, wready, arready} !== 1'bx);
      looked = looked + (awvalid && awready) + (wvalid && wready) + (arvalid && arready)
             + (bvalid && bready) + (rvalid && rready);

      // A3.2: what is offered stays as it is until it is taken.
      for (n = 0; n < DATA_BYTES; n = n + 1) wbits[8*n +: 8] = {8{wstrb[n]}};
      if (aw_waits) rule(AW_DROPPED, awvalid);
      if (w_waits)  rule(W_DROPPED, wvalid);
      if (ar_waits) rule(AR_DROPPED, arvalid);
      if (b_waits)  rule(B_DROPPED, bvalid);
      if (r_waits)  rule(R_DROPPED, rvalid);
      if (aw_waits && awvalid) rule(AW_CHANGED, aw === aw_was);
      if (w_waits && wvalid)
        rule(W_CHANGED, {wlast, wstrb} === w_was && (wdata & wbits) === (wdata_was & wbits));
      if (ar_waits && arvalid) rule(AR_CHANGED, ar === ar_was);
      if (b_waits && bvalid) rule(B_CHANGED, {bid, bresp} === b_was);
      if (r_waits && rvalid) rule(R_CHANGED, {rid, rresp, rlast} === r_was && rdata === rdata_was);
      {aw_waits, w_waits, ar_waits} <= {awvalid && !awready, wvalid && !wready, arvalid && !arready};
      {b_waits, r_waits}            <= {bvalid && !bready, rvalid && !rready};
      {aw_was, ar_was, w_was, b_was, r_was} <= {aw, ar, wlast, wstrb, bid, bresp, rid, rresp, rlast};
      {wdata_was, rdata_was}        <= {wdata, rdata};

      // A3.3: an answer comes behind all that it answers, not in the cycle of its handshake.
      if (bvalid) begin
        rule(ANSWER_UNKNOWN, ^{bid, bresp} !== 1'bx);
        rule(B_TOO_SOON, whole[bid] > 0);
        rule(EXOKAY_WRONG, bresp != 2'd1 || exclusive_writes > 0);
        if (bready) whole[bid] = whole[bid] - 1;
      end
      if (rvalid) begin
        r_head = read_len[rid * 16 + read_get[rid] % 16];
        rule(ANSWER_UNKNOWN, ^{rid, rresp, rlast} !== 1'bx);
        rule(R_TOO_SOON, read_get[rid] < read_put[rid]);
        rule(RLAST_WRONG, read_get[rid] == read_put[rid] || rlast == (read_beat[rid] == r_head[7:0]));
        rule(EXOKAY_WRONG, rresp != 2'd1 || r_head[8]);
        if (rready) begin
          read_beat[rid] = rlast ? 0 : read_beat[rid] + 1;
          if (rlast) read_get[rid] = read_get[rid] + 1;
        end
      end

      if (awvalid) begin
        rule(ADDRESS_UNKNOWN, ^aw !== 1'bx);
        address(awaddr, awlen, awsize, awburst, awlock, awcache);
      end
      if (arvalid) begin
        rule(ADDRESS_UNKNOWN, ^ar !== 1'bx);
        address(araddr, arlen, arsize, arburst, arlock, arcache);
        if (arready) begin
          read_len[arid * 16 + read_put[arid] % 16] = {arlock, arlen};
          read_put[arid] = read_put[arid] + 1;
        end
      end
      // A3.4: data, of an address that was taken or is on AW.
      if (wvalid) begin
        rule(DATA_UNKNOWN, ^{wlast, wstrb} !== 1'bx && ^(wdata & wbits) !== 1'bx);
        rule(DATA_FIRST, bursts < taken || bursts == taken && awvalid);
        a = (bursts < taken) ? addresses[bursts % QUEUE] : aw;
        rule(WLAST_WRONG, wlast == (beat == a[28:21]));
        rule(STRB_OUTSIDE, (wstrb & ~lanes(beat)) == 0);
      end
      if (awvalid && awready) begin
        addresses[taken % QUEUE] = aw;
        taken = taken + 1;
        exclusive_writes = exclusive_writes + awlock;
      end
      if (wvalid && wready) begin
        beat   = wlast ? 0 : beat + 1;
        bursts = bursts + (wlast ? 1 : 0);
      end
      while (joined < taken && joined < bursts) begin
        a = addresses[joined % QUEUE];
        whole[a[A_BITS-1 -: ID_BITS]] = whole[a[A_BITS-1 -: ID_BITS]] + 1;
        joined = joined + 1;
      end
    end
  end
endmodule
`default_nettype wire

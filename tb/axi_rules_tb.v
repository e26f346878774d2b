// Bench of axi_rules: traffic that keeps AXI4's rules breaks none (bursts of all kinds, narrow and
// unaligned ones, answers out of order, data beside and behind their address), and each rule, broken by
// itself, is told and no other is.
`include "tb/axi_rules.v"
`default_nettype none
module axi_rules_tb;
`include "tb/bench.vh"
  localparam [1:0] FIXED = 0, INCR = 1, WRAP = 2;
  reg         awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  reg         arvalid, arready, rvalid, rready, rlast, awlock, arlock;
  reg  [1:0]  awid, arid, bid, rid, awburst, arburst, bresp, rresp;
  reg  [31:0] awaddr, araddr;
  reg  [7:0]  awlen, arlen, wstrb;
  reg  [2:0]  awsize, arsize;
  reg  [3:0]  awcache, arcache;
  reg  [63:0] wdata, rdata;
  wire [31:0] broken;
  wire signed [31:0] looked;
  integer     n;

  // X as long as nobody drives them.
  initial {awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready} = 10'd0;

  axi_rules #(.ID_BITS(2), .ADDR_BITS(32), .DATA_BYTES(8), .STOP(0)) rules (
    .clk(clk), .rst(rst), .awvalid(awvalid), .awready(awready), .awid(awid), .awaddr(awaddr), .awlen(awlen),
    .awsize(awsize), .awburst(awburst), .awlock(awlock), .awcache(awcache), .awprot(3'd2), .awqos(4'd0),
    .awregion(4'd0), .wvalid(wvalid), .wready(wready), .wdata(wdata), .wstrb(wstrb), .wlast(wlast),
    .bvalid(bvalid), .bready(bready), .bid(bid), .bresp(bresp), .arvalid(arvalid), .arready(arready), .arid(arid),
    .araddr(araddr), .arlen(arlen), .arsize(arsize), .arburst(arburst), .arlock(arlock), .arcache(arcache),
    .arprot(3'd2), .arqos(4'd0), .arregion(4'd0), .rvalid(rvalid), .rready(rready), .rid(rid), .rdata(rdata),
    .rresp(rresp), .rlast(rlast), .broken(broken), .looked(looked)
  );

  // Nothing is offered, all is taken, and what was broken so far was this.
  task so(input [31:0] expected, input [64*8-1:0] what);
    begin
      tick;
      check(broken === expected, what);
      {awvalid, wvalid, bvalid, arvalid, rvalid} = 5'd0;
      rst = 1'b1;
      ticks(2);
      rst = 1'b0;
      {awready, wready, bready, arready, rready} = 5'b11111;
      tick;
      rules.broken = 32'd0;
    end
  endtask

  task breaks(input integer rule, input [64*8-1:0] what);
    so(32'd1 << rule, what);
  endtask

  task aw(input [1:0] id, input [31:0] addr, input [7:0] len, input [2:0] size, input [1:0] burst);
    begin
      awvalid = 1'b1;
      {awid, awaddr, awlen, awsize, awburst, awlock, awcache} = {id, addr, len, size, burst, 5'd2};
    end
  endtask

  task ar(input [1:0] id, input [31:0] addr, input [7:0] len, input [2:0] size, input [1:0] burst);
    begin
      arvalid = 1'b1;
      {arid, araddr, arlen, arsize, arburst, arlock, arcache} = {id, addr, len, size, burst, 5'd2};
    end
  endtask

  task w(input [7:0] strb, input last);
    {wvalid, wdata, wstrb, wlast} = {1'b1, 64'h0123456789abcdef, strb, last};
  endtask

  task b(input [1:0] id, input [1:0] resp);
    {bvalid, bid, bresp} = {1'b1, id, resp};
  endtask

  task r(input [1:0] id, input [1:0] resp, input last);
    {rvalid, rid, rresp, rlast, rdata} = {1'b1, id, resp, last, 64'h0123456789abcdef};
  endtask

  // A whole write of one beat, and a read of one, with their answers still to come.
  task one_write;
    begin
      aw(2'd0, 32'h100, 8'd0, 3'd3, INCR);
      w(8'hff, 1'b1);
      tick;
      {awvalid, wvalid} = 2'd0;
    end
  endtask

  task one_read(input [1:0] id, input [7:0] len);
    begin
      ar(id, 32'h100, len, 3'd3, INCR);
      tick;
      arvalid = 1'b0;
    end
  endtask

  // A burst of writes whose beats have these lanes, eight bits a beat, the first one lowest.
  task burst(input [31:0] addr, input [7:0] len, input [2:0] size, input [1:0] kind, input [63:0] strobes);
    begin
      aw(2'd1, addr, len, size, kind);
      for (n = 0; n <= len; n = n + 1) begin
        w(strobes[8*n +: 8], n == len);
        tick;
        awvalid = 1'b0;
      end
      wvalid = 1'b0;
      b(2'd1, 2'd0);
      tick;
      bvalid = 1'b0;
    end
  endtask

  initial begin
    so(32'd0, "nothing happens");

    // What is allowed.
    burst(32'h0, 8'd3, 3'd3, INCR, 64'hffffffff);
    burst(32'h3, 8'd2, 3'd3, INCR, 64'hfffff8);        // unaligned
    burst(32'h6, 8'd3, 3'd1, INCR, 64'h300c03c0);      // narrow: lanes 7:6, 1:0, 3:2, 5:4
    burst(32'h4, 8'd3, 3'd2, WRAP, 64'h0ff00ff0);
    burst(32'h8, 8'd2, 3'd0, FIXED, 64'h010101);
    burst(32'hff8, 8'd0, 3'd3, INCR, 64'h0);           // up to the border; nothing is written
    for (n = 0; n < 4; n = n + 1) one_read(n, n);
    for (n = 3; n >= 0; n = n - 1) begin r(n, 2'd2, n == 0); tick; end // beats mixed
    for (n = 3; n > 0; n = n - 1) begin r(n, 2'd0, n == 1); tick; end
    for (n = 3; n > 1; n = n - 1) begin r(n, 2'd0, n == 2); tick; end
    r(2'd3, 2'd3, 1'b1);
    tick;
    rvalid = 1'b0;
    one_read(2'd1, 8'd1);                              // two of an id, in their order
    one_read(2'd1, 8'd0);
    for (n = 0; n < 3; n = n + 1) begin r(2'd1, 2'd0, n != 0); tick; end
    rvalid = 1'b0;
    aw(2'd2, 32'h80, 8'd0, 3'd3, INCR);                // data behind their address, and before it is taken
    tick;
    awready = 1'b0;
    aw(2'd3, 32'h88, 8'd0, 3'd3, INCR);
    w(8'hff, 1'b1);
    tick;
    tick;
    wvalid = 1'b0;
    tick;
    awready = 1'b1;
    tick;
    awvalid = 1'b0;
    b(2'd3, 2'd0);
    tick;
    b(2'd2, 2'd3);
    tick;
    bvalid = 1'b0;
    {awlock, arlock} = 2'd0;
    ar(2'd0, 32'h40, 8'd1, 3'd3, INCR);                // exclusive ones
    arlock = 1'b1;
    tick;
    arvalid = 1'b0;
    r(2'd0, 2'd1, 1'b0);
    tick;
    r(2'd0, 2'd1, 1'b1);
    tick;
    rvalid = 1'b0;
    aw(2'd0, 32'h40, 8'd0, 3'd3, INCR);
    awlock = 1'b1;
    w(8'hff, 1'b1);
    tick;
    {awvalid, wvalid} = 2'd0;
    b(2'd0, 2'd1);
    check(looked > 60, "handshakes were looked at");
    so(32'd0, "none is broken");

    // The manager: each rule by itself.
    rst = 1'b1;
    ticks(2);
    rst = 1'b0;
    arready = 1'b0;
    ar(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    breaks(rules.VALID_BEHIND_RESET, "VALID behind a reset");
    wvalid = 1'bx;
    tick;
    wvalid = 1'b0;
    check(broken[rules.VALID_UNKNOWN], "VALID is X");
    so(broken, "and what comes of it");
    bready = 1'bx;
    breaks(rules.VALID_UNKNOWN, "READY is X");
    ar(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    arid = 2'bx0;
    arready = 1'b0;
    breaks(rules.ADDRESS_UNKNOWN, "an address is X");
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    w(8'h0f, 1'b1);
    wdata[3] = 1'bx;
    breaks(rules.DATA_UNKNOWN, "data are X");
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    w(8'hf0, 1'b1);
    wdata[3] = 1'bx;
    so(32'd0, "but not where nothing is written");
    awready = 1'b0;
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    tick;
    awvalid = 1'b0;
    breaks(rules.AW_DROPPED, "AWVALID falls");
    wready = 1'b0;
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    w(8'hff, 1'b1);
    tick;
    {awvalid, wvalid} = 2'd0;
    breaks(rules.W_DROPPED, "WVALID falls");
    arready = 1'b0;
    ar(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    tick;
    arvalid = 1'b0;
    breaks(rules.AR_DROPPED, "ARVALID falls");
    awready = 1'b0;
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    tick;
    awcache = 4'd3;
    breaks(rules.AW_CHANGED, "AW changes");
    wready = 1'b0;
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    w(8'h0f, 1'b1);
    tick;
    awvalid = 1'b0;
    wdata[63:32] = 32'd0;
    tick;
    check(broken === 32'd0, "data that are not written may change");
    wdata[0] = !wdata[0];
    breaks(rules.W_CHANGED, "W changes");
    wready = 1'b0;
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    w(8'h0f, 1'b1);
    tick;
    awvalid = 1'b0;
    wstrb = 8'h07;
    breaks(rules.W_CHANGED, "WSTRB changes");
    arready = 1'b0;
    ar(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    tick;
    arid = 2'd1;
    breaks(rules.AR_CHANGED, "AR changes");
    ar(2'd0, 32'h0, 8'd0, 3'd3, 2'd3);
    breaks(rules.BURST_RESERVED, "a burst of no kind");
    ar(2'd0, 32'h0, 8'd0, 3'd4, INCR);
    breaks(rules.SIZE_TOO_WIDE, "beats wider than the bus");
    ar(2'd0, 32'hff8, 8'd1, 3'd3, INCR);
    breaks(rules.CROSSES_4_KB, "a burst of reads crosses 4 KB");
    aw(2'd0, 32'h1ff9, 8'd1, 3'd3, INCR);
    breaks(rules.CROSSES_4_KB, "a burst of writes crosses 4 KB");
    ar(2'd0, 32'h0, 8'd2, 3'd3, WRAP);
    breaks(rules.WRAP_WRONG, "WRAP of three beats");
    ar(2'd0, 32'h4, 8'd3, 3'd3, WRAP);
    breaks(rules.WRAP_WRONG, "WRAP that is not aligned");
    ar(2'd0, 32'h0, 8'd16, 3'd3, FIXED);
    breaks(rules.FIXED_TOO_LONG, "FIXED of 17 beats");
    ar(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    arcache = 4'd4;
    breaks(rules.CACHE_RESERVED, "allocates what cannot be cached");
    ar(2'd0, 32'h0, 8'd2, 3'd3, INCR);
    arlock = 1'b1;
    breaks(rules.EXCLUSIVE_WRONG, "an exclusive access of 24 bytes");
    aw(2'd0, 32'h8, 8'd1, 3'd3, INCR);
    awlock = 1'b1;
    breaks(rules.EXCLUSIVE_WRONG, "an exclusive access that is not aligned");
    aw(2'd0, 32'h0, 8'd1, 3'd3, INCR);
    w(8'hff, 1'b1);
    breaks(rules.WLAST_WRONG, "WLAST too early");
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    w(8'hff, 1'b0);
    wready = 1'b0;
    breaks(rules.WLAST_WRONG, "WLAST too late");
    aw(2'd0, 32'h4, 8'd0, 3'd2, INCR);
    w(8'hf8, 1'b1);
    breaks(rules.STRB_OUTSIDE, "a byte outside of a narrow beat");
    aw(2'd0, 32'h4, 8'd0, 3'd3, INCR);
    w(8'hff, 1'b1);
    breaks(rules.STRB_OUTSIDE, "a byte before the address");
    one_write;
    awlen = 8'd0;
    w(8'hff, 1'b1);
    breaks(rules.DATA_FIRST, "data before their address");

    // The subordinate.
    rst = 1'b1;
    ticks(2);
    rst = 1'b0;
    bready = 1'b0;
    b(2'd0, 2'd0);
    tick;
    check(broken[rules.ANSWER_BEHIND_RESET], "BVALID behind a reset");
    so(broken, "and what comes of it");
    rvalid = 1'bx;
    tick;
    rvalid = 1'b0;
    check(broken[rules.ANSWER_UNKNOWN], "RVALID is X");
    so(broken, "and what comes of it");
    arready = 1'bx;
    breaks(rules.ANSWER_UNKNOWN, "ARREADY is X");
    one_write;
    bready = 1'b0;
    b(2'd0, 2'd0);
    tick;
    bvalid = 1'b0;
    breaks(rules.B_DROPPED, "BVALID falls");
    one_read(2'd1, 8'd0);
    rready = 1'b0;
    r(2'd1, 2'd0, 1'b1);
    tick;
    rvalid = 1'b0;
    breaks(rules.R_DROPPED, "RVALID falls");
    one_write;
    bready = 1'b0;
    b(2'd0, 2'd0);
    tick;
    bresp = 2'd2;
    breaks(rules.B_CHANGED, "B changes");
    one_read(2'd1, 8'd0);
    rready = 1'b0;
    r(2'd1, 2'd0, 1'b1);
    tick;
    rdata[7] = !rdata[7];
    breaks(rules.R_CHANGED, "R changes");
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    w(8'hff, 1'b1);
    b(2'd0, 2'd0);
    breaks(rules.B_TOO_SOON, "B in the cycle of the handshake");
    one_write;
    b(2'd1, 2'd0);
    breaks(rules.B_TOO_SOON, "B of another id");
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    tick;
    awvalid = 1'b0;
    b(2'd0, 2'd0);
    breaks(rules.B_TOO_SOON, "B before the data");
    aw(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    w(8'hff, 1'b1);
    awready = 1'b0;
    tick;
    wvalid = 1'b0;
    b(2'd0, 2'd0);
    breaks(rules.B_TOO_SOON, "B before the address");
    ar(2'd0, 32'h0, 8'd0, 3'd3, INCR);
    r(2'd0, 2'd0, 1'b1);
    breaks(rules.R_TOO_SOON, "R in the cycle of the handshake");
    one_read(2'd1, 8'd0);
    r(2'd2, 2'd0, 1'b1);
    breaks(rules.R_TOO_SOON, "R of another id");
    one_read(2'd1, 8'd1);
    r(2'd1, 2'd0, 1'b1);
    breaks(rules.RLAST_WRONG, "RLAST too early");
    one_read(2'd1, 8'd0);
    rready = 1'b0;
    r(2'd1, 2'd0, 1'b0);
    breaks(rules.RLAST_WRONG, "RLAST too late");
    one_read(2'd1, 8'd0);
    r(2'd1, 2'd1, 1'b1);
    breaks(rules.EXOKAY_WRONG, "EXOKAY of what is not exclusive");
    one_write;
    b(2'd0, 2'd1);
    breaks(rules.EXOKAY_WRONG, "EXOKAY of a write that is not exclusive");
    $display("axi_rules: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

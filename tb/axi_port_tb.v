// Bench of axi_port at each width of data: a beat per clock on R and on W, together too, with no
// gap between bursts; random traffic against a memory that reorders, mixes and delays, each line
// read as the requests before have left it; errors, time-outs, reset in the middle of bursts.
`include "tb/axi_dram.v"
`include "tb/axi_rules.v"
`default_nettype none
module axi_port_case #(
  parameter DATA_BYTES = 32
);
`include "tb/bench.vh"
  localparam BEATS = 128 / DATA_BYTES, LINES = 24, TIMEOUT = 300;
  localparam [1:0] SLVERR = 2, DECERR = 3;
  reg           finished = 1'b0;
  reg           dram_valid = 1'b0;
  reg           dram_write = 1'b0;
  reg  [16:0]   dram_line = 17'd0;
  reg  [3:0]    dram_id = 4'd0;
  reg  [1023:0] dram_data = 1024'd0;
  reg  [127:0]  dram_mask = 128'd0;
  reg           dram_reply_ready = 1'b1;
  wire          busy, dram_ready, dram_reply_valid;
  wire [3:0]    dram_reply_id;
  wire [1023:0] dram_reply_data;

  wire          aw_valid, aw_ready, w_valid, w_ready, w_last, ar_valid, ar_ready, b_ready, r_ready;
  wire          b_valid, r_valid, r_last;
  wire [3:0]    aw_id, ar_id, b_id, r_id;
  wire [23:0]   aw_addr, ar_addr;
  wire [7:0]    aw_len, ar_len;
  wire [2:0]    aw_size, ar_size, aw_prot, ar_prot;
  wire [1:0]    aw_burst, ar_burst, b_resp, r_resp;
  wire          aw_lock, ar_lock;
  wire [3:0]    aw_cache, ar_cache, aw_qos, ar_qos, aw_region, ar_region;
  wire [8*DATA_BYTES-1:0] w_data, r_data;
  wire [DATA_BYTES-1:0]   w_strb;
  wire          slverr, decerr, unknown, wrong_last, timeout;

  // What the bench answers itself, when the memory is quiet.
  reg           own_r = 1'b0;
  reg           own_b = 1'b0;
  reg           own_last = 1'b0;
  reg  [3:0]    own_id = 4'd0;
  reg           fast = 1'b1;
  reg           mixes = 1'b0;
  reg           hold = 1'b0;
  reg  [23:0]   bad = 24'h1f80;        // line 63

  axi_port #(.LINE_BITS(17), .ENTRY_BITS(4), .DATA_BYTES(DATA_BYTES), .TIMEOUT(TIMEOUT)) dut (
    .clk(clk), .rst(rst), .busy(busy),
    .dram_valid(dram_valid), .dram_ready(dram_ready), .dram_write(dram_write),
    .dram_line(dram_line), .dram_id(dram_id), .dram_data(dram_data), .dram_mask(dram_mask),
    .dram_reply_valid(dram_reply_valid), .dram_reply_ready(dram_reply_ready),
    .dram_reply_id(dram_reply_id), .dram_reply_data(dram_reply_data),
    .axi_aw_valid(aw_valid), .axi_aw_ready(aw_ready), .axi_aw_id(aw_id), .axi_aw_addr(aw_addr),
    .axi_aw_len(aw_len), .axi_aw_size(aw_size), .axi_aw_burst(aw_burst), .axi_aw_lock(aw_lock),
    .axi_aw_cache(aw_cache), .axi_aw_prot(aw_prot), .axi_aw_qos(aw_qos),
    .axi_aw_region(aw_region),
    .axi_w_valid(w_valid), .axi_w_ready(w_ready), .axi_w_data(w_data), .axi_w_strb(w_strb),
    .axi_w_last(w_last),
    .axi_b_valid(b_valid || own_b), .axi_b_ready(b_ready), .axi_b_id(own_b ? own_id : b_id),
    .axi_b_resp(own_b ? 2'd0 : b_resp),
    .axi_ar_valid(ar_valid), .axi_ar_ready(ar_ready), .axi_ar_id(ar_id), .axi_ar_addr(ar_addr),
    .axi_ar_len(ar_len), .axi_ar_size(ar_size), .axi_ar_burst(ar_burst), .axi_ar_lock(ar_lock),
    .axi_ar_cache(ar_cache), .axi_ar_prot(ar_prot), .axi_ar_qos(ar_qos),
    .axi_ar_region(ar_region),
    .axi_r_valid(r_valid || own_r), .axi_r_ready(r_ready), .axi_r_id(own_r ? own_id : r_id),
    .axi_r_data(own_r ? {DATA_BYTES{8'h77}} : r_data), .axi_r_resp(own_r ? 2'd0 : r_resp),
    .axi_r_last(own_r ? own_last : r_last),
    .error_slverr(slverr), .error_decerr(decerr), .error_unknown(unknown),
    .error_last(wrong_last), .error_timeout(timeout)
  );

  axi_dram #(.ID_BITS(4), .ADDR_BITS(24), .DATA_BYTES(DATA_BYTES), .END(8192), .SEED(DATA_BYTES))
  memory (
    .clk(clk), .rst(rst), .fast(fast), .mixes(mixes), .hold(hold), .bad(bad),
    .awvalid(aw_valid), .awready(aw_ready), .awid(aw_id), .awaddr(aw_addr), .awlen(aw_len),
    .wvalid(w_valid), .wready(w_ready), .wdata(w_data), .wstrb(w_strb), .wlast(w_last),
    .bvalid(b_valid), .bready(b_ready), .bid(b_id), .bresp(b_resp),
    .arvalid(ar_valid), .arready(ar_ready), .arid(ar_id), .araddr(ar_addr), .arlen(ar_len),
    .rvalid(r_valid), .rready(r_ready), .rid(r_id), .rdata(r_data), .rresp(r_resp), .rlast(r_last)
  );

  // The rules of AXI4, of the block and of the memory (what the bench answers itself breaks them).
  wire [31:0]        broken_unused;    // stops by itself
  wire signed [31:0] looked;
  axi_rules #(.ID_BITS(4), .ADDR_BITS(24), .DATA_BYTES(DATA_BYTES)) rules (
    .clk(clk), .rst(rst),
    .awvalid(aw_valid), .awready(aw_ready), .awid(aw_id), .awaddr(aw_addr), .awlen(aw_len),
    .awsize(aw_size), .awburst(aw_burst), .awlock(aw_lock), .awcache(aw_cache), .awprot(aw_prot),
    .awqos(aw_qos), .awregion(aw_region),
    .wvalid(w_valid), .wready(w_ready), .wdata(w_data), .wstrb(w_strb), .wlast(w_last),
    .bvalid(b_valid), .bready(b_ready), .bid(b_id), .bresp(b_resp),
    .arvalid(ar_valid), .arready(ar_ready), .arid(ar_id), .araddr(ar_addr), .arlen(ar_len),
    .arsize(ar_size), .arburst(ar_burst), .arlock(ar_lock), .arcache(ar_cache), .arprot(ar_prot),
    .arqos(ar_qos), .arregion(ar_region),
    .rvalid(r_valid), .rready(r_ready), .rid(r_id), .rdata(r_data), .rresp(r_resp), .rlast(r_last),
    .broken(broken_unused), .looked(looked)
  );

  // Constants of every burst.
  always @(negedge clk)
    if (!rst) begin
      if (aw_valid) check({aw_len, 5'd0, aw_size, aw_burst, aw_lock, aw_cache, aw_prot, aw_qos,
        aw_region, aw_id} == {BEATS[7:0] - 8'd1, 5'd0, size, 2'd1, 1'b0, 4'd2, 3'd2, 12'd0}, "AW");
      if (ar_valid) check({ar_len, 5'd0, ar_size, ar_burst, ar_lock, ar_cache, ar_prot, ar_qos,
        ar_region} == {BEATS[7:0] - 8'd1, 5'd0, size, 2'd1, 1'b0, 4'd2, 3'd2, 8'd0}, "AR");
    end
  wire [2:0] size = $clog2(DATA_BYTES);

  // What was seen: beats and the cycles from the first to the last of them, errors.
  integer r_beats = 0, r_first = 0, r_latest = 0, w_beats = 0, w_first = 0, w_latest = 0;
  integer replies = 0, errors [0:4];
  reg [15:0] pending = 16'd0;          // ids of reads
  reg [1023:0] program [0:63];         // lines as the requests so far leave them
  reg [1023:0] expected [0:15];        // of each read
  reg          compares = 1'b1;
  integer      seed = DATA_BYTES;
  integer      n, k, line, first, phase;
  reg [1023:0] bits;

  always @(negedge clk)
    if (!rst) begin
      if (r_valid && r_ready) begin
        if (r_beats == 0) r_first = cycle;
        r_beats  = r_beats + 1;
        r_latest = cycle;
      end
      if (w_valid && w_ready) begin
        if (w_beats == 0) w_first = cycle;
        w_beats  = w_beats + 1;
        w_latest = cycle;
      end
      errors[0] = errors[0] + slverr;
      errors[1] = errors[1] + decerr;
      errors[2] = errors[2] + unknown;
      errors[3] = errors[3] + wrong_last;
      errors[4] = errors[4] + timeout;
      if (dram_reply_valid && dram_reply_ready) begin
        check(pending[dram_reply_id], "a line that was asked for");
        if (compares)
          check(dram_reply_data === expected[dram_reply_id], "as the requests before left it");
        pending[dram_reply_id] = 1'b0;
        replies = replies + 1;
      end
    end

  function integer below(input integer limit);
    below = $unsigned($random(seed)) % limit;
  endfunction

  task forget;
    begin
      {r_beats, w_beats, replies} = 0;
      for (k = 0; k < 5; k = k + 1) errors[k] = 0;
    end
  endtask

  task random_line;
    for (k = 0; k < 32; k = k + 1) dram_data[32*k +: 32] = $random(seed);
  endtask

  // Offers a request until it is taken; reads under the id given.
  task ask(input write, input [16:0] its_line, input [3:0] id, input [127:0] mask);
    begin
      dram_valid = 1'b1;
      dram_write = write;
      dram_line  = its_line;
      dram_id    = write ? 4'd0 : id;
      dram_mask  = write ? mask : 128'd0;
      if (!write) begin
        pending[id]  = 1'b1;
        expected[id] = program[its_line[5:0]];
      end else begin
        for (k = 0; k < 128; k = k + 1) bits[8*k +: 8] = {8{mask[k]}};
        program[its_line[5:0]] = program[its_line[5:0]] & ~bits | dram_data & bits;
      end
      #1;
      while (!dram_ready) tick;
      tick;
      dram_valid = 1'b0;
    end
  endtask

  task quiet;
    begin
      while (busy || pending != 16'd0 || dram_reply_valid) tick;
      ticks(4);
    end
  endtask

  task restart;
    begin
      rst = 1'b1;
      ticks(2);
      rst = 1'b0;
      tick;
      forget;
    end
  endtask

  task traffic(input integer requests);
    for (n = 0; n < requests; n = n + 1) begin
      random_line;
      line = below(LINES);
      first = below(16);
      for (k = 0; k < 16 && pending[first]; k = k + 1) first = (first + 1) % 16;
      if (below(2) == 0 || pending[first])
        ask(1'b1, line, 4'd0, (below(3) == 0) ? {128{1'b1}}
          : (below(3) == 0) ? 128'd0 : {$random(seed), $random(seed), $random(seed), 32'd0});
      else ask(1'b0, line, first, 128'd0);
      while (below(8) == 0) tick;
    end
  endtask

  always @(posedge clk) #1 dram_reply_ready = fast || below(3) != 0;

  initial begin
    cycle_limit = 60000;
    forget;
    for (n = 0; n < 64; n = n + 1) begin
      program[n] = {32{n}};
      memory.lines[n] = program[n];
    end
    ticks(2);
    check(!aw_valid && !w_valid && !ar_valid && !busy && !dram_reply_valid, "quiet in reset");
    rst = 1'b0;
    tick;

    // A read: AR in the third cycle behind the request, the line once.
    ask(1'b0, 17'd5, 4'd9, 128'd0);
    ticks(1);
    check(!ar_valid, "compared first");
    tick;
    check(ar_valid && ar_addr == 24'h280 && ar_id == 4'd9, "then addressed");
    quiet;
    check(replies == 1 && r_beats == BEATS, "a line of so many beats");

    // A beat per clock: 12 lines read, written, both.
    forget;
    for (n = 0; n < 12; n = n + 1) ask(1'b0, n, n, 128'd0);
    quiet;
    check(r_beats == 12 * BEATS && r_latest - r_first == 12 * BEATS - 1, "R without a gap");
    for (n = 0; n < 12; n = n + 1) begin
      random_line;
      ask(1'b1, n, 4'd0, {128{1'b1}});
    end
    quiet;
    check(w_beats == 12 * BEATS && w_latest - w_first == 12 * BEATS - 1, "W without a gap");
    forget;
    for (n = 0; n < 12; n = n + 1) begin
      ask(1'b0, n, n, 128'd0);
      random_line;
      ask(1'b1, 17'd20 + n, 4'd0, {128{1'b1}});
    end
    quiet;
    check(r_beats == 12 * BEATS && r_latest - r_first == 12 * BEATS - 1, "R beside W");
    check(w_beats == 12 * BEATS && w_latest - w_first == 12 * BEATS - 1, "W beside R");

    // A read behind a write of its line waits for the response, a write for the end of the read.
    forget;
    hold = 1'b1;
    random_line;
    ask(1'b1, 17'd3, 4'd0, {128{1'b1}});
    ask(1'b0, 17'd3, 4'd1, 128'd0);
    ticks(20);
    check(!ar_valid && w_beats == BEATS && busy, "a read waits for the write of its line");
    hold = 1'b0;
    quiet;
    hold = 1'b1;
    ask(1'b0, 17'd3, 4'd1, 128'd0);
    random_line;
    ask(1'b1, 17'd3, 4'd0, {128{1'b1}});
    ticks(20);
    check(w_beats == BEATS && busy, "a write waits for the read of its line");
    hold = 1'b0;
    quiet;
    check(w_beats == 2 * BEATS, "until it is over");

    // Random traffic.
    for (phase = 0; phase < 4; phase = phase + 1) begin
      fast  = phase == 3;
      mixes = phase % 2;
      traffic(120);
      quiet;
    end
    fast = 1'b1;
    check(errors[0] + errors[1] + errors[2] + errors[3] + errors[4] == 0, "no error in any of it");

    // Errors: the line is answered all the same.
    compares = 1'b0;
    forget;
    ask(1'b0, 17'd63, 4'd2, 128'd0);
    quiet;
    check(errors[0] == BEATS && replies == 1, "SLVERR of a read");
    ask(1'b1, 17'd63, 4'd0, {128{1'b1}});
    quiet;
    check(errors[0] == BEATS + 1 && !busy, "SLVERR of a write");
    ask(1'b0, 17'd64, 4'd3, 128'd0);
    quiet;
    ask(1'b1, 17'd64, 4'd0, {128{1'b1}});
    quiet;
    check(errors[1] == BEATS + 1 && replies == 2 && errors[0] == BEATS + 1, "DECERR");
    own_id = 4'd6;
    own_r = 1'b1;
    tick;
    {own_r, own_b} = 2'b01;
    tick;
    own_b = 1'b0;
    own_id = 4'd0;
    own_b = 1'b1;
    tick;
    own_b = 1'b0;
    ticks(3);
    check(errors[2] == 3 && replies == 2, "answers that nobody waits for");

    // RLAST too early: zero behind it; none at all: the line ends all the same.
    hold = 1'b1;
    ask(1'b0, 17'd1, 4'd7, 128'd0);
    ticks(6);
    own_id = 4'd7;
    {own_r, own_last} = 2'b11;
    tick;
    own_r = 1'b0;
    compares = 1'b1;
    expected[7] = {DATA_BYTES{8'h77}};
    quiet;
    check(errors[3] == 1 && replies == 3, "a short burst");
    restart;
    ask(1'b0, 17'd1, 4'd7, 128'd0);
    ticks(6);
    {own_r, own_last} = 2'b10;
    ticks(BEATS);
    own_r = 1'b0;
    expected[7] = {128{8'h77}};
    quiet;
    check(errors[3] == 1 && errors[2] == 0 && replies == 1, "a burst without an end");

    // A memory that never answers: told again and again, nothing else changes; then it answers.
    restart;
    ask(1'b0, 17'd8, 4'd3, 128'd0);
    ticks(TIMEOUT - 10);
    check(errors[4] == 0, "not too late yet");
    ticks(TIMEOUT + 20);
    check(errors[4] == 1, "too late");
    ticks(TIMEOUT);
    check(errors[4] == 2 && replies == 0, "still");
    hold = 1'b0;
    quiet;
    check(errors[4] == 2 && replies == 1, "answered at last");
    hold = 1'b1;
    random_line;
    ask(1'b1, 17'd9, 4'd0, {128{1'b1}});
    ticks(2 * TIMEOUT + 20);
    check(errors[4] == 3 && busy, "a write without a response");
    hold = 1'b0;
    quiet;

    // Reset in the middle of bursts, at every cycle of them.
    for (first = 1; first < 2 * BEATS + 12; first = first + 1) begin
      for (n = 0; n < 3; n = n + 1) begin
        ask(1'b0, 17'd16 + n, n, 128'd0);
        ask(1'b1, 17'd40 + n, 4'd0, 128'd0);
      end
      if (first > BEATS) ticks(first - BEATS);
      rst = 1'b1;
      tick;
      check(!aw_valid && !w_valid && !ar_valid && !dram_reply_valid && !busy, "nothing is offered");
      rst = 1'b0;
      pending = 16'd0;
      forget;
      tick;
      ask(1'b0, 17'd5, 4'd0, 128'd0);
      random_line;
      ask(1'b1, 17'd6, 4'd0, {128{1'b1}});
      ask(1'b0, 17'd6, 4'd1, 128'd0);
      quiet;
      check(replies == 2 && r_beats == 2 * BEATS && w_beats == BEATS && errors[2] == 0,
            "nothing of before is left");
    end
    check(looked > 1600, "handshakes were looked at");
    finished = 1'b1;
  end
endmodule

// The longest TIMEOUT, and a memory that never answers a read: nothing is reported in thousands of cycles; the cycles of
// millions are jumped over.
module axi_port_longest;
`include "tb/bench.vh"
  localparam TIMEOUT = 16777216;
  reg     finished = 1'b0;
  reg     asks = 1'b0;
  wire    timeout;
  integer reports = 0;

  axi_port #(.LINE_BITS(17), .ENTRY_BITS(1), .TIMEOUT(TIMEOUT)) dut (
    .clk(clk), .rst(rst), .busy(),
    .dram_valid(asks), .dram_ready(), .dram_write(1'b0),
    .dram_line(17'd1), .dram_id(1'b0), .dram_data(1024'd0), .dram_mask(128'd0),
    .dram_reply_valid(), .dram_reply_ready(1'b1), .dram_reply_id(), .dram_reply_data(),
    .axi_aw_valid(), .axi_aw_ready(1'b1), .axi_aw_id(), .axi_aw_addr(), .axi_aw_len(), .axi_aw_size(),
    .axi_aw_burst(), .axi_aw_lock(), .axi_aw_cache(), .axi_aw_prot(), .axi_aw_qos(), .axi_aw_region(),
    .axi_w_valid(), .axi_w_ready(1'b1), .axi_w_data(), .axi_w_strb(), .axi_w_last(),
    .axi_b_valid(1'b0), .axi_b_ready(), .axi_b_id(1'b0), .axi_b_resp(2'd0),
    .axi_ar_valid(), .axi_ar_ready(1'b1), .axi_ar_id(), .axi_ar_addr(), .axi_ar_len(), .axi_ar_size(),
    .axi_ar_burst(), .axi_ar_lock(), .axi_ar_cache(), .axi_ar_prot(), .axi_ar_qos(), .axi_ar_region(),
    .axi_r_valid(1'b0), .axi_r_ready(), .axi_r_id(1'b0), .axi_r_data(256'd0), .axi_r_resp(2'd0), .axi_r_last(1'b0),
    .error_slverr(), .error_decerr(), .error_unknown(), .error_last(), .error_timeout(timeout)
  );

  always @(negedge clk)
    if (!rst) reports = reports + timeout;

  // So many cycles before the next tick
  task jump(input integer before);
    begin
      dut.now = TIMEOUT - before;
      #0 check(dut.now == TIMEOUT - before, "the time has room for it");
    end
  endtask

  initial begin
    cycle_limit = 60000;               // that of the others
    ticks(2);
    rst = 1'b0;
    tick;
    asks = 1'b1;
    tick;
    asks = 1'b0;
    ticks(5000);
    check(reports == 0 && dut.now > 4990, "no report in 5000 cycles, which were counted");
    jump(8);
    ticks(3000);
    check(reports == 0 && dut.now == 2992, "the first tick makes it old");
    jump(8);
    ticks(8);
    check(timeout && dut.now == 0, "the second one reports it");
    ticks(3000);
    check(reports == 1, "once");
    finished = 1'b1;
  end
endmodule

module axi_port_tb;
  axi_port_case #(.DATA_BYTES(16)) narrow ();
  axi_port_case #(.DATA_BYTES(32)) middle ();
  axi_port_case #(.DATA_BYTES(64)) wide ();
  axi_port_longest longest ();
  always @(posedge narrow.clk)
    if (narrow.finished && middle.finished && wide.finished && longest.finished) begin
      $display("axi_port: passed %0d checks", narrow.checks + middle.checks + wide.checks + longest.checks);
      $finish;
    end
endmodule
`default_nettype wire

// Shared by the flow benches, included first in the module: the chip of tb/flows/run.sh, its DRAM,
// SMs that remember what they asked and what came back where, and counts of the steps of pact20
// figure 4. Requests are offered 1 after an edge; everything is looked at half a cycle later.
//
//   C0  M0  C1        Lines: {tag, home (2 bits), set (2 bits)}. Bit 0 is the parity of the set,
//   C2  M1            bit 1 the partition.
`include "tb/bench.vh"
`define CORES(SIGNAL) {uut.core_2.SIGNAL, uut.core_1.SIGNAL, uut.core_0.SIGNAL}

  localparam IDS = 64;                 // request ids of a core
  localparam L1_LATENCY = 7;           // cycles from a request to its hit
  localparam [1:0] PRIVATE = 0, SHARED = 1, DYNAMIC = 2;
  localparam [2:0] LOAD = 0, BYPASS = 1, STORE = 2, ATOMIC = 3, FETCH = 4;
  localparam [2:0] ADD = 0;            // operation of an atomic
  localparam [1:0] AT_HIT = 1, AT_RESPONSE = 2, AT_REMOTE = 3;  // ports on which answers come
  localparam [127:0] ALL = {128{1'b1}};

  reg           flush = 1'b0;
  reg  [1:0]    l1_mode = SHARED;
  reg           l1_chunk = 1'b1;
  reg           l1_nearest = 1'b0;
  reg           llc_flush = 1'b0;
  wire          llc_busy;
  wire [1:0]    error_dram_reply;
  reg           hold = 1'b0;           // the DRAM answers nothing
  wire [31:0]   stat_value;

  // Element i of a port of the SMs belongs to core i.
  reg  [2:0]    request_valid = 3'b000;
  wire [2:0]    request_ready;
  reg  [2:0]    request_kind [0:2];
  reg  [24:0]   request_line [0:2];
  reg  [5:0]    request_id [0:2];
  reg  [127:0]  request_mask [0:2];
  reg  [1023:0] request_data [0:2];
  wire [2:0]    hit_valid, response_valid, remote_valid;
  wire [17:0]   hit_id, response_id, remote_id;
  wire [3071:0] hit_data, response_data, remote_data;

`ifdef AXI4
  // What is alike in both channels stands side by side.
  wire [1:0]    aw_valid, aw_ready, w_valid, w_ready, w_last, b_valid, b_ready;
  wire [1:0]    ar_valid, ar_ready, r_valid, r_ready, r_last;
  wire [3:0]    aw_id, b_id, ar_id, r_id, b_resp, r_resp;
  wire [63:0]   aw_addr, ar_addr, w_strb;
  wire [15:0]   aw_len, ar_len;
  wire [511:0]  w_data, r_data;
  wire [9:0]    axi_errors;
  wire [1:0]    aw_lock, ar_lock;
  wire [3:0]    aw_burst, ar_burst;
  wire [5:0]    aw_size, ar_size, aw_prot, ar_prot;
  wire [7:0]    aw_cache, ar_cache, aw_qos, ar_qos, aw_region, ar_region;
`endif
  wire [1:0]    dram_valid, dram_ready, dram_write, dram_reply_valid, dram_reply_ready;
  wire [24:0]   dram_line_0, dram_line_1;
  wire [1:0]    dram_id_0, dram_id_1, dram_reply_id_0, dram_reply_id_1;
  wire [1023:0] dram_data_0, dram_data_1, dram_reply_data_0, dram_reply_data_1;

  gpu_mem uut (
    .clk(clk), .rst(rst), .flush(flush), .l1_mode(l1_mode), .l1_chunk(l1_chunk),
    .l1_nearest(l1_nearest), .llc_flush(llc_flush), .llc_busy(llc_busy),
    .error_dram_reply(error_dram_reply),
    .stat_node(3'd0), .stat_counter(4'd0), .stat_value(stat_value),
    .core_0_request_valid(request_valid[0]), .core_0_request_ready(request_ready[0]),
    .core_0_request_kind(request_kind[0]), .core_0_request_op(ADD),
    .core_0_request_line(request_line[0]), .core_0_request_id(request_id[0]),
    .core_0_request_mask(request_mask[0]), .core_0_request_data(request_data[0]),
    .core_0_hit_valid(hit_valid[0]), .core_0_hit_id(hit_id[0 +: 6]),
    .core_0_hit_data(hit_data[0 +: 1024]),
    .core_0_response_valid(response_valid[0]), .core_0_response_id(response_id[0 +: 6]),
    .core_0_response_data(response_data[0 +: 1024]),
    .core_0_remote_valid(remote_valid[0]), .core_0_remote_id(remote_id[0 +: 6]),
    .core_0_remote_data(remote_data[0 +: 1024]),
    .core_1_request_valid(request_valid[1]), .core_1_request_ready(request_ready[1]),
    .core_1_request_kind(request_kind[1]), .core_1_request_op(ADD),
    .core_1_request_line(request_line[1]), .core_1_request_id(request_id[1]),
    .core_1_request_mask(request_mask[1]), .core_1_request_data(request_data[1]),
    .core_1_hit_valid(hit_valid[1]), .core_1_hit_id(hit_id[6 +: 6]),
    .core_1_hit_data(hit_data[1024 +: 1024]),
    .core_1_response_valid(response_valid[1]), .core_1_response_id(response_id[6 +: 6]),
    .core_1_response_data(response_data[1024 +: 1024]),
    .core_1_remote_valid(remote_valid[1]), .core_1_remote_id(remote_id[6 +: 6]),
    .core_1_remote_data(remote_data[1024 +: 1024]),
    .core_2_request_valid(request_valid[2]), .core_2_request_ready(request_ready[2]),
    .core_2_request_kind(request_kind[2]), .core_2_request_op(ADD),
    .core_2_request_line(request_line[2]), .core_2_request_id(request_id[2]),
    .core_2_request_mask(request_mask[2]), .core_2_request_data(request_data[2]),
    .core_2_hit_valid(hit_valid[2]), .core_2_hit_id(hit_id[12 +: 6]),
    .core_2_hit_data(hit_data[2048 +: 1024]),
    .core_2_response_valid(response_valid[2]), .core_2_response_id(response_id[12 +: 6]),
    .core_2_response_data(response_data[2048 +: 1024]),
    .core_2_remote_valid(remote_valid[2]), .core_2_remote_id(remote_id[12 +: 6]),
    .core_2_remote_data(remote_data[2048 +: 1024]),
`ifdef AXI4
    .error_axi_slverr(axi_errors[0 +: 2]), .error_axi_decerr(axi_errors[2 +: 2]),
    .error_axi_unknown(axi_errors[4 +: 2]), .error_axi_last(axi_errors[6 +: 2]),
    .error_axi_timeout(axi_errors[8 +: 2]), .mem_0_axi_aw_valid(aw_valid[0]),
    .mem_0_axi_aw_ready(aw_ready[0]), .mem_0_axi_w_valid(w_valid[0]),
    .mem_0_axi_w_ready(w_ready[0]), .mem_0_axi_w_last(w_last[0]), .mem_0_axi_b_valid(b_valid[0]),
    .mem_0_axi_b_ready(b_ready[0]), .mem_0_axi_ar_valid(ar_valid[0]),
    .mem_0_axi_ar_ready(ar_ready[0]), .mem_0_axi_r_valid(r_valid[0]),
    .mem_0_axi_r_ready(r_ready[0]), .mem_0_axi_r_last(r_last[0]), .mem_0_axi_aw_id(aw_id[0 +: 2]),
    .mem_0_axi_aw_addr(aw_addr[0 +: 32]), .mem_0_axi_aw_len(aw_len[0 +: 8]),
    .mem_0_axi_w_data(w_data[0 +: 256]), .mem_0_axi_w_strb(w_strb[0 +: 32]),
    .mem_0_axi_b_id(b_id[0 +: 2]), .mem_0_axi_b_resp(b_resp[0 +: 2]),
    .mem_0_axi_ar_id(ar_id[0 +: 2]), .mem_0_axi_ar_addr(ar_addr[0 +: 32]),
    .mem_0_axi_ar_len(ar_len[0 +: 8]), .mem_0_axi_r_id(r_id[0 +: 2]),
    .mem_0_axi_r_data(r_data[0 +: 256]), .mem_0_axi_r_resp(r_resp[0 +: 2]),
    .mem_0_axi_aw_size(aw_size[0 +: 3]),
    .mem_0_axi_aw_burst(aw_burst[0 +: 2]), .mem_0_axi_aw_lock(aw_lock[0]),
    .mem_0_axi_aw_cache(aw_cache[0 +: 4]), .mem_0_axi_aw_prot(aw_prot[0 +: 3]),
    .mem_0_axi_aw_qos(aw_qos[0 +: 4]), .mem_0_axi_aw_region(aw_region[0 +: 4]),
    .mem_0_axi_ar_size(ar_size[0 +: 3]), .mem_0_axi_ar_burst(ar_burst[0 +: 2]),
    .mem_0_axi_ar_lock(ar_lock[0]), .mem_0_axi_ar_cache(ar_cache[0 +: 4]),
    .mem_0_axi_ar_prot(ar_prot[0 +: 3]), .mem_0_axi_ar_qos(ar_qos[0 +: 4]),
    .mem_0_axi_ar_region(ar_region[0 +: 4]), .mem_1_axi_aw_valid(aw_valid[1]),
    .mem_1_axi_aw_ready(aw_ready[1]),
    .mem_1_axi_w_valid(w_valid[1]), .mem_1_axi_w_ready(w_ready[1]), .mem_1_axi_w_last(w_last[1]),
    .mem_1_axi_b_valid(b_valid[1]), .mem_1_axi_b_ready(b_ready[1]),
    .mem_1_axi_ar_valid(ar_valid[1]), .mem_1_axi_ar_ready(ar_ready[1]),
    .mem_1_axi_r_valid(r_valid[1]), .mem_1_axi_r_ready(r_ready[1]), .mem_1_axi_r_last(r_last[1]),
    .mem_1_axi_aw_id(aw_id[2 +: 2]), .mem_1_axi_aw_addr(aw_addr[32 +: 32]),
    .mem_1_axi_aw_len(aw_len[8 +: 8]), .mem_1_axi_w_data(w_data[256 +: 256]),
    .mem_1_axi_w_strb(w_strb[32 +: 32]), .mem_1_axi_b_id(b_id[2 +: 2]),
    .mem_1_axi_b_resp(b_resp[2 +: 2]), .mem_1_axi_ar_id(ar_id[2 +: 2]),
    .mem_1_axi_ar_addr(ar_addr[32 +: 32]), .mem_1_axi_ar_len(ar_len[8 +: 8]),
    .mem_1_axi_r_id(r_id[2 +: 2]), .mem_1_axi_r_data(r_data[256 +: 256]),
    .mem_1_axi_r_resp(r_resp[2 +: 2]), .mem_1_axi_aw_size(aw_size[3 +: 3]),
    .mem_1_axi_aw_burst(aw_burst[2 +: 2]),
    .mem_1_axi_aw_lock(aw_lock[1]), .mem_1_axi_aw_cache(aw_cache[4 +: 4]),
    .mem_1_axi_aw_prot(aw_prot[3 +: 3]), .mem_1_axi_aw_qos(aw_qos[4 +: 4]),
    .mem_1_axi_aw_region(aw_region[4 +: 4]), .mem_1_axi_ar_size(ar_size[3 +: 3]),
    .mem_1_axi_ar_burst(ar_burst[2 +: 2]), .mem_1_axi_ar_lock(ar_lock[1]),
    .mem_1_axi_ar_cache(ar_cache[4 +: 4]), .mem_1_axi_ar_prot(ar_prot[3 +: 3]),
    .mem_1_axi_ar_qos(ar_qos[4 +: 4]), .mem_1_axi_ar_region(ar_region[4 +: 4])
`else
    .mem_0_dram_valid(dram_valid[0]), .mem_0_dram_ready(dram_ready[0]),
    .mem_0_dram_write(dram_write[0]), .mem_0_dram_line(dram_line_0),
    .mem_0_dram_id(dram_id_0), .mem_0_dram_data(dram_data_0),
    .mem_0_dram_reply_valid(dram_reply_valid[0]), .mem_0_dram_reply_ready(dram_reply_ready[0]),
    .mem_0_dram_reply_id(dram_reply_id_0), .mem_0_dram_reply_data(dram_reply_data_0),
    .mem_1_dram_valid(dram_valid[1]), .mem_1_dram_ready(dram_ready[1]),
    .mem_1_dram_write(dram_write[1]), .mem_1_dram_line(dram_line_1),
    .mem_1_dram_id(dram_id_1), .mem_1_dram_data(dram_data_1),
    .mem_1_dram_reply_valid(dram_reply_valid[1]), .mem_1_dram_reply_ready(dram_reply_ready[1]),
    .mem_1_dram_reply_id(dram_reply_id_1), .mem_1_dram_reply_data(dram_reply_data_1)
`endif
  );

`ifdef AXI4
  axi_dram #(.ID_BITS(2), .SEED(1)) channel_0 (
    .clk(clk), .rst(rst), .fast(1'b0), .mixes(1'b1), .hold(hold), .bad(32'hffffff80),
    .awvalid(aw_valid[0]), .awready(aw_ready[0]), .wvalid(w_valid[0]), .wready(w_ready[0]),
    .wlast(w_last[0]), .bvalid(b_valid[0]), .bready(b_ready[0]), .arvalid(ar_valid[0]),
    .arready(ar_ready[0]), .rvalid(r_valid[0]), .rready(r_ready[0]), .rlast(r_last[0]),
    .awid(aw_id[0 +: 2]), .awaddr(aw_addr[0 +: 32]), .awlen(aw_len[0 +: 8]),
    .wdata(w_data[0 +: 256]), .wstrb(w_strb[0 +: 32]), .bid(b_id[0 +: 2]), .bresp(b_resp[0 +: 2]),
    .arid(ar_id[0 +: 2]), .araddr(ar_addr[0 +: 32]), .arlen(ar_len[0 +: 8]), .rid(r_id[0 +: 2]),
    .rdata(r_data[0 +: 256]), .rresp(r_resp[0 +: 2])
  );

  axi_dram #(.ID_BITS(2), .SEED(2)) channel_1 (
    .clk(clk), .rst(rst), .fast(1'b0), .mixes(1'b1), .hold(hold), .bad(32'hffffff80),
    .awvalid(aw_valid[1]), .awready(aw_ready[1]), .wvalid(w_valid[1]), .wready(w_ready[1]),
    .wlast(w_last[1]), .bvalid(b_valid[1]), .bready(b_ready[1]), .arvalid(ar_valid[1]),
    .arready(ar_ready[1]), .rvalid(r_valid[1]), .rready(r_ready[1]), .rlast(r_last[1]),
    .awid(aw_id[2 +: 2]), .awaddr(aw_addr[32 +: 32]), .awlen(aw_len[8 +: 8]),
    .wdata(w_data[256 +: 256]), .wstrb(w_strb[32 +: 32]), .bid(b_id[2 +: 2]),
    .bresp(b_resp[2 +: 2]), .arid(ar_id[2 +: 2]), .araddr(ar_addr[32 +: 32]),
    .arlen(ar_len[8 +: 8]), .rid(r_id[2 +: 2]), .rdata(r_data[256 +: 256]), .rresp(r_resp[2 +: 2])
  );

  // The rules of AXI4, of the chip and of the memory.
  genvar        channel;
  generate
    for (channel = 0; channel < 2; channel = channel + 1) begin : each_channel
      wire [31:0]        broken_unused; // stops by itself
      wire signed [31:0] looked_unused;
      axi_rules #(.ID_BITS(2)) rules (
        .clk(clk), .rst(rst),
        .awvalid(aw_valid[channel]), .awready(aw_ready[channel]), .awid(aw_id[2*channel +: 2]),
        .awaddr(aw_addr[32*channel +: 32]), .awlen(aw_len[8*channel +: 8]),
        .awsize(aw_size[3*channel +: 3]), .awburst(aw_burst[2*channel +: 2]),
        .awlock(aw_lock[channel]), .awcache(aw_cache[4*channel +: 4]),
        .awprot(aw_prot[3*channel +: 3]), .awqos(aw_qos[4*channel +: 4]),
        .awregion(aw_region[4*channel +: 4]),
        .wvalid(w_valid[channel]), .wready(w_ready[channel]), .wdata(w_data[256*channel +: 256]),
        .wstrb(w_strb[32*channel +: 32]), .wlast(w_last[channel]),
        .bvalid(b_valid[channel]), .bready(b_ready[channel]), .bid(b_id[2*channel +: 2]),
        .bresp(b_resp[2*channel +: 2]),
        .arvalid(ar_valid[channel]), .arready(ar_ready[channel]), .arid(ar_id[2*channel +: 2]),
        .araddr(ar_addr[32*channel +: 32]), .arlen(ar_len[8*channel +: 8]),
        .arsize(ar_size[3*channel +: 3]), .arburst(ar_burst[2*channel +: 2]),
        .arlock(ar_lock[channel]), .arcache(ar_cache[4*channel +: 4]),
        .arprot(ar_prot[3*channel +: 3]), .arqos(ar_qos[4*channel +: 4]),
        .arregion(ar_region[4*channel +: 4]),
        .rvalid(r_valid[channel]), .rready(r_ready[channel]), .rid(r_id[2*channel +: 2]),
        .rdata(r_data[256*channel +: 256]), .rresp(r_resp[2*channel +: 2]),
        .rlast(r_last[channel]), .broken(broken_unused), .looked(looked_unused)
      );
    end
  endgenerate

  always @(posedge clk)
    if (!rst && |axi_errors) $fatal(1, "an error of AXI4: %b", axi_errors);
`else
  memory_channel channel_0 (
    .clk(clk), .rst(rst), .hold(hold),
    .request_valid(dram_valid[0]), .request_ready(dram_ready[0]), .request_write(dram_write[0]),
    .request_line(dram_line_0), .request_id(dram_id_0), .request_data(dram_data_0),
    .reply_valid(dram_reply_valid[0]), .reply_ready(dram_reply_ready[0]),
    .reply_id(dram_reply_id_0), .reply_data(dram_reply_data_0)
  );

  memory_channel channel_1 (
    .clk(clk), .rst(rst), .hold(hold),
    .request_valid(dram_valid[1]), .request_ready(dram_ready[1]), .request_write(dram_write[1]),
    .request_line(dram_line_1), .request_id(dram_id_1), .request_data(dram_data_1),
    .reply_valid(dram_reply_valid[1]), .reply_ready(dram_reply_ready[1]),
    .reply_id(dram_reply_id_1), .reply_data(dram_reply_data_1)
  );
`endif

  // Channels answer what they were asked, once.
  always @(posedge clk)
    if (!rst && |error_dram_reply) $fatal(1, "partitions %b got a line that they do not wait for",
                                          error_dram_reply);

  // What memory holds by the order in which the bench stores.
  reg [1023:0] truth [0:1023];
  integer      fill_line, fill_word;
  initial for (fill_line = 0; fill_line < 1024; fill_line = fill_line + 1) begin
    for (fill_word = 0; fill_word < 32; fill_word = fill_word + 1)
      truth[fill_line][32*fill_word +: 32] = 32'h5a000000 + 32 * fill_line + fill_word;
    channel_0.lines[fill_line] = truth[fill_line];
    channel_1.lines[fill_line] = truth[fill_line];
  end

  function [24:0] line_of(input integer home, input integer set, input integer tag);
    line_of = {tag[20:0], home[1:0], set[1:0]};
  endfunction

  function [127:0] bytes_of(input [3:0] sectors);
    bytes_of = {{32{sectors[3]}}, {32{sectors[2]}}, {32{sectors[1]}}, {32{sectors[0]}}};
  endfunction

  function [1023:0] bits_of(input [127:0] bytes);
    integer i;
    for (i = 0; i < 128; i = i + 1) bits_of[8*i +: 8] = {8{bytes[i]}};
  endfunction

  // Requests of the SMs. Request `id` of core c is element c * IDS + id.
  reg  [3*IDS-1:0] pending = {3*IDS{1'b0}};
  reg  [1023:0]    due [0:3*IDS-1];          // what memory held when it was offered
  reg  [127:0]     due_bytes [0:3*IDS-1];    // bytes it reads
  reg  [1023:0]    answer [0:3*IDS-1];
  reg  [1:0]       port [0:3*IDS-1];
  integer          asked_at [0:3*IDS-1];     // cycle in which it was taken
  integer          answered_at [0:3*IDS-1];
  reg  [5:0]       next_id [0:2];
  reg  [5:0]       id;                       // of the request offered last

  initial {next_id[0], next_id[1], next_id[2]} = 18'd0;

  // Offers a request at once, to be taken at some later edge, under a given id.
  task offer_as(input integer core, input [5:0] this_id, input [2:0] kind, input [24:0] line,
                input [127:0] bytes, input [1023:0] data);
    begin
      check(!request_valid[core] && !pending[core*IDS + this_id], "the SM is free to ask");
      id                     = this_id;
      request_kind[core]     = kind;
      request_line[core]     = line;
      request_id[core]       = id;
      request_mask[core]     = bytes;
      request_data[core]     = data;
      request_valid[core]    = 1'b1;
      pending[core*IDS + id] = 1'b1;
      due[core*IDS + id]     = truth[line[9:0]];
      due_bytes[core*IDS + id] = (kind == STORE) ? 128'd0 : bytes;
      if (kind == STORE)
        truth[line[9:0]] = truth[line[9:0]] & ~bits_of(bytes) | data & bits_of(bytes);
    end
  endtask

  task offer(input integer core, input [2:0] kind, input [24:0] line, input [127:0] bytes,
             input [1023:0] data);
    begin
      offer_as(core, next_id[core], kind, line, bytes, data);
      next_id[core] = next_id[core] + 6'd1;
    end
  endtask

  task ask(input integer core, input [2:0] kind, input [24:0] line, input [127:0] bytes,
           input [1023:0] data);
    begin
      offer(core, kind, line, bytes, data);
      while (request_valid[core]) tick;
    end
  endtask

  task load(input integer core, input [24:0] line, input [3:0] sectors);
    ask(core, LOAD, line, bytes_of(sectors), 1024'd0);
  endtask

  // Stores `seed`, different in every word, to the sectors.
  task store(input integer core, input [24:0] line, input [3:0] sectors, input [15:0] seed);
    ask(core, STORE, line, bytes_of(sectors), {32{16'hc0de, seed}} ^ truth[line[9:0]]);
  endtask

  // Request `this_id` is answered, on this port.
  task came(input integer core, input [5:0] this_id, input [1:0] at, input [64*8-1:0] what);
    begin
      while (pending[core*IDS + this_id]) tick;
      check(port[core*IDS + this_id] == at, what);
    end
  endtask

  // The same, with what memory held when it was offered.
  task answered(input integer core, input [5:0] this_id, input [1:0] at, input [64*8-1:0] what);
    integer request;
    begin
      came(core, this_id, at, what);
      request = core*IDS + this_id;
      if (((answer[request] ^ due[request]) & bits_of(due_bytes[request])) !== 1024'd0)
        $fatal(1, "in cycle %0d, %0s: core %0d got %h, memory held %h", answered_at[request],
               what, core, answer[request], due[request]);
    end
  endtask

  // Nothing is under way: answers, fills and halves of stores without an answer included.
  task quiet;
    begin
      while (|pending) tick;
      ticks(30);
    end
  endtask

  always @(posedge clk)
    if (!rst) request_valid <= request_valid & ~request_ready;

  task take_answer(input integer core, input [5:0] this_id, input [1:0] at, input [1023:0] data);
    begin
      if (pending[core*IDS + this_id] !== 1'b1)
        $fatal(1, "in cycle %0d: core %0d gets an answer %0d on port %0d for nothing", cycle, core,
               this_id, at);
      pending[core*IDS + this_id]     = 1'b0;
      answer[core*IDS + this_id]      = data;
      port[core*IDS + this_id]        = at;
      answered_at[core*IDS + this_id] = cycle;
    end
  endtask

  integer sm;
  always @(negedge clk)
    for (sm = 0; sm < 3; sm = sm + 1) if (!rst) begin
      if (request_valid[sm] && request_ready[sm]) asked_at[sm*IDS + request_id[sm]] = cycle;
      if (hit_valid[sm])
        take_answer(sm, hit_id[6*sm +: 6], AT_HIT, hit_data[1024*sm +: 1024]);
      if (response_valid[sm])
        take_answer(sm, response_id[6*sm +: 6], AT_RESPONSE, response_data[1024*sm +: 1024]);
      if (remote_valid[sm])
        take_answer(sm, remote_id[6*sm +: 6], AT_REMOTE, remote_data[1024*sm +: 1024]);
    end

  // Steps, one-hot, by the letters of the figure where there are. B, C, E, F and the fill happen
  // at the home (or at a core that looks into its own L1), A and G at the requester.
  localparam STEPS = 12;
  localparam [STEPS-1:0] NONE = 0,
    A       = 1,                       // a request leaves for the home or L2
    B       = 2,                       // one of another core is queued
    C       = 4,                       // it wins the arbitration
    OWN     = 8,                       // D: an own one wins it
    E       = 16,                      // a hit is queued for injection
    MISS    = 32,                      // the L1 sends an access on to the MSHR
    F       = 64,                      // the MSHR sends a message to L2
    FILL    = 128,                     // a line is installed
    ANSWER  = 256,                     // an answer of the MSHR is queued for injection
    G       = 512,                     // the requester takes an answer
    HIT     = 1024,                    // an own hit is answered
    RESPONSE = 2048;                   // an own request is answered by the MSHR

  wire [3*STEPS-1:0] steps = {
    response_valid, hit_valid, remote_valid,
    `CORES(mshr.remote_valid) & `CORES(mshr.remote_ready),
    `CORES(l1_cache.fills),
    `CORES(mshr.request_valid) & `CORES(mshr.request_ready),
    `CORES(miss_valid) & `CORES(miss_ready),
    `CORES(l1_cache.remote_hit_valid) & `CORES(l1_cache.remote_hit_ready),
    `CORES(access_valid) & `CORES(access_ready) & ~`CORES(access_remote),
    `CORES(access_valid) & `CORES(access_ready) & `CORES(access_remote),
    `CORES(requester.arbiter.remote_queue.requests.put_valid)
      & `CORES(requester.arbiter.remote_queue.requests.put_ready),
    `CORES(requester.send_valid) & `CORES(requester.send_ready)
  };
  integer step_count [0:3*STEPS-1];    // since forget
  integer step_cycle [0:3*STEPS-1];    // of the last one
  integer home_flits [0:2];            // of answers of each home, where it has a port for them
  integer l2_count [0:7];              // messages that reach L2, by kind
  integer l2_cycle [0:7];              // of the last one of each kind
  wire [1:0] l2_takes = {uut.mem_1.llc_slice.request_valid && uut.mem_1.llc_slice.request_ready,
                         uut.mem_0.llc_slice.request_valid && uut.mem_0.llc_slice.request_ready};
  integer scan;

  task forget;
    begin
      for (scan = 0; scan < 3*STEPS; scan = scan + 1) {step_count[scan], step_cycle[scan]} = 64'd0;
      for (scan = 0; scan < 8; scan = scan + 1) {l2_count[scan], l2_cycle[scan]} = 64'd0;
      for (scan = 0; scan < 3; scan = scan + 1) home_flits[scan] = 0;
    end
  endtask

  integer spied;
  always @(negedge clk) if (!rst) begin
    for (spied = 0; spied < 3*STEPS; spied = spied + 1) if (steps[spied]) begin
      step_count[spied] = step_count[spied] + 1;
      step_cycle[spied] = cycle;
    end
`ifndef REMOTE_VIA_L2
    for (spied = 0; spied < 3; spied = spied + 1)
      if (((`CORES(home_inject_valid)) >> spied) & 1) home_flits[spied] = home_flits[spied] + 1;
`endif
    if (l2_takes[0]) reaches_l2(uut.mem_0.llc_slice.request_kind);
    if (l2_takes[1]) reaches_l2(uut.mem_1.llc_slice.request_kind);
  end

  task reaches_l2(input [2:0] kind);
    begin
      l2_count[kind] = l2_count[kind] + 1;
      l2_cycle[kind] = cycle;
    end
  endtask

  function integer times(input [STEPS-1:0] step, input integer core);
    times = step_count[$clog2(step)*3 + core];
  endfunction

  function integer at(input [STEPS-1:0] step, input integer core);
    at = step_cycle[$clog2(step)*3 + core];
  endfunction

  // Since forget this core went through these steps once each, and through no others.
  task took(input integer core, input [STEPS-1:0] path, input [64*8-1:0] what);
    for (scan = 0; scan < STEPS; scan = scan + 1)
      check(step_count[scan*3 + core] == {31'd0, path[scan]}, what);
  endtask

  // These messages reached L2 since forget.
  task l2_got(input integer reads, input integer fetches, input integer stores,
              input integer atomics, input [64*8-1:0] what);
    check(l2_count[0] == reads && l2_count[1] == fetches && l2_count[2] == stores
          && l2_count[3] == atomics, what);
  endtask

  // What the L1s hold: bit way of `valid` and `reserved`, and the tag.
  reg [4:0]  word;                     // of a set: {order, reserved, valid}
  reg [45:0] tags;                     // and its tags
  reg [1:0]  dead;                     // its ways with foreign lines, if its set is or was shared
  wire [11:0] l1_used  = `CORES(l1_cache.used);
  wire [11:0] l1_purge = `CORES(l1_cache.purge);
  wire [2:0]  share_even = `CORES(requester.share_even), share_odd = `CORES(requester.share_odd);

  task look(input integer core, input [1:0] set);
    begin
      case (core)
        0: {dead, word, tags} = {uut.core_0.l1_cache.words.storage[set],
                                 uut.core_0.l1_cache.tags.storage[set]};
        1: {dead, word, tags} = {uut.core_1.l1_cache.words.storage[set],
                                 uut.core_1.l1_cache.tags.storage[set]};
        default: {dead, word, tags} = {uut.core_2.l1_cache.words.storage[set],
                                       uut.core_2.l1_cache.tags.storage[set]};
      endcase
      if (!l1_purge[4*core + set] && !(set[0] ? share_odd[core] : share_even[core]))
        dead = 2'b00;
      word[3:0] = word[3:0] & ~{2{dead}};
      if (!l1_used[4*core + set]) word = 5'd0;
    end
  endtask

  // Bits of lines: is it valid, is it reserved?
  reg held, awaited;

  task find(input integer core, input [24:0] line);
    begin
      look(core, line[1:0]);
      {held, awaited} = 2'b00;
      for (scan = 0; scan < 2; scan = scan + 1) if (tags[23*scan +: 23] == line[24:2]) begin
        held    = held || word[scan];
        awaited = awaited || word[2 + scan];
      end
    end
  endtask

  task is_held(input integer core, input [24:0] line, input yes, input [64*8-1:0] what);
    begin
      find(core, line);
      check(held == yes && !awaited, what);
    end
  endtask

  task kernel_boundary;
    begin
      flush = 1'b1;
      tick;
      flush = 1'b0;
    end
  endtask

  // L2 writes back, and the DRAM holds what was stored.
  task memory_is_true;
    begin
      quiet;
      llc_flush = 1'b1;
      tick;
      llc_flush = 1'b0;
      tick;
      while (llc_busy) tick;
      ticks(10);
      for (scan = 0; scan < 1024; scan = scan + 1)
        if ((scan[1] ? channel_1.lines[scan] : channel_0.lines[scan]) !== truth[scan])
          $fatal(1, "line %h in DRAM: %h, stored %h", scan,
                 scan[1] ? channel_1.lines[scan] : channel_0.lines[scan], truth[scan]);
      checks = checks + 1024;
    end
  endtask

  task start(input [1:0] mode);
    begin
      forget;
      l1_mode = mode;
      tick;
      rst = 1'b0;
      ticks(2);
    end
  endtask

// From the DRAM port of an LLC slice to AXI4, of which it is a manager: a line is one INCR burst of
// beats of DATA_BYTES, aligned, so it never crosses 4 KB. Reads have the slice's ids, answers of
// different ids come in any order and with their beats mixed; all writes have id 0. A request waits
// while something of its line is under way that AXI would not order with it: a read for writes, a
// write for reads. One beat per clock on R and on W at once; 3 cycles from a request to AR.
//
//   dram ─> heads ─> check ─┬─> AR              R ─> beat ─> lines (RAM) ─> dram_reply
//      │                    └─> writes ─> AW    B ─> response
//      └──> data (RAM) ─────────> burst ─> W
//
// State: what the drawing names; per id and per write the line. Page: docs/blocks/axi_port.md.
`default_nettype none
module axi_port #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter ENTRY_BITS = 5,            // 1..6: bits of a read's id
  parameter DATA_BYTES = 32,           // 16..64: bytes of a beat: 16, 32 or 64
  parameter WRITES     = 8,            // 1..16: writes under way, from request to response
  parameter TIMEOUT    = 65536,        // 2..16777216: cycles until what has no answer is reported
  parameter ADDR_BITS  = LINE_BITS + 7 // derived: bits of a byte address
) (
  input  wire                    clk,                // clock
  input  wire                    rst,                // synchronous reset, active high
  output wire                    busy,               // a write was taken that has no response yet

  // dram: requests of llc_slice
  input  wire                    dram_valid,         // a request is offered
  output wire                    dram_ready,         // it is taken at this edge
  input  wire                    dram_write,         // 1 write back a line, 0 read one
  input  wire [LINE_BITS-1:0]    dram_line,          // line address
  input  wire [ENTRY_BITS-1:0]   dram_id,            // comes back with the reply
  input  wire [1023:0]           dram_data,          // writes: the line
`ifdef MEMLOOM_LLC_MODE
  input  wire [127:0]            dram_mask,          // writes: its bytes that are written
`endif

  // dram_reply: lines read
  output wire                    dram_reply_valid,   // a line is offered
  input  wire                    dram_reply_ready,   // it is taken at this edge
  output wire [ENTRY_BITS-1:0]   dram_reply_id,      // id of the read
  output wire [1023:0]           dram_reply_data,    // the line; zero behind the end of a short burst

  // axi_aw: write addresses
  output wire                    axi_aw_valid,       // AWVALID
  input  wire                    axi_aw_ready,       // AWREADY
  output wire [ENTRY_BITS-1:0]   axi_aw_id,          // AWID: 0
  output wire [ADDR_BITS-1:0]    axi_aw_addr,        // AWADDR: of a line
  output wire [7:0]              axi_aw_len,         // AWLEN: beats of a line - 1
  output wire [2:0]              axi_aw_size,        // AWSIZE: log2 of DATA_BYTES
  output wire [1:0]              axi_aw_burst,       // AWBURST: 1 INCR
  output wire                    axi_aw_lock,        // AWLOCK: 0 normal
  output wire [3:0]              axi_aw_cache,       // AWCACHE: 2 normal, non-bufferable
  output wire [2:0]              axi_aw_prot,        // AWPROT: 2 unprivileged, non-secure, data
  output wire [3:0]              axi_aw_qos,         // AWQOS: 0
  output wire [3:0]              axi_aw_region,      // AWREGION: 0

  // axi_w: write data
  output wire                    axi_w_valid,        // WVALID
  input  wire                    axi_w_ready,        // WREADY
  output wire [8*DATA_BYTES-1:0] axi_w_data,         // WDATA
  output wire [DATA_BYTES-1:0]   axi_w_strb,         // WSTRB: bytes that are written, may be none
  output wire                    axi_w_last,         // WLAST: last beat of the line

  // axi_b: write responses
  input  wire                    axi_b_valid,        // BVALID
  output wire                    axi_b_ready,        // BREADY: 1
  input  wire [ENTRY_BITS-1:0]   axi_b_id,           // BID
  input  wire [1:0]              axi_b_resp,         // BRESP: 0 OKAY, 1 EXOKAY, 2 SLVERR, 3 DECERR

  // axi_ar: read addresses
  output wire                    axi_ar_valid,       // ARVALID
  input  wire                    axi_ar_ready,       // ARREADY
  output wire [ENTRY_BITS-1:0]   axi_ar_id,          // ARID: that of the request
  output wire [ADDR_BITS-1:0]    axi_ar_addr,        // ARADDR: of a line
  output wire [7:0]              axi_ar_len,         // ARLEN: beats of a line - 1
  output wire [2:0]              axi_ar_size,        // ARSIZE: log2 of DATA_BYTES
  output wire [1:0]              axi_ar_burst,       // ARBURST: 1 INCR
  output wire                    axi_ar_lock,        // ARLOCK: 0 normal
  output wire [3:0]              axi_ar_cache,       // ARCACHE: 2 normal, non-bufferable
  output wire [2:0]              axi_ar_prot,        // ARPROT: 2 unprivileged, non-secure, data
  output wire [3:0]              axi_ar_qos,         // ARQOS: 0
  output wire [3:0]              axi_ar_region,      // ARREGION: 0

  // axi_r: read data
  input  wire                    axi_r_valid,        // RVALID
  output wire                    axi_r_ready,        // RREADY: 1
  input  wire [ENTRY_BITS-1:0]   axi_r_id,           // RID
  input  wire [8*DATA_BYTES-1:0] axi_r_data,         // RDATA
  input  wire [1:0]              axi_r_resp,         // RRESP: as BRESP
  input  wire                    axi_r_last,         // RLAST

  // error: pulses, registered
  output wire                    error_slverr,       // a response was SLVERR
  output wire                    error_decerr,       // a response was DECERR
  output wire                    error_unknown,      // a response came that nobody waits for
  output wire                    error_last,         // RLAST stood elsewhere than at a line's last beat
  output wire                    error_timeout       // no answer for TIMEOUT cycles
);
  localparam READS      = 1 << ENTRY_BITS;
  localparam DATA_BITS  = 8 * DATA_BYTES;
  localparam BEATS      = 128 / DATA_BYTES;          // of a line
  localparam BEAT_BITS  = $clog2(BEATS);
  localparam PLACE_BITS = (WRITES > 1) ? $clog2(WRITES) : 1;
  localparam COUNT_BITS = $clog2(WRITES + 1);
  localparam TIME_BITS  = $clog2(TIMEOUT);
  localparam [31:0] BEATS_LESS_1 = BEATS - 1;
  localparam [31:0] BEATS_LESS_2 = BEATS - 2;
  localparam [31:0] LAST_PLACE   = WRITES - 1;
  localparam [31:0] ALL_WRITES   = WRITES;
  localparam [31:0] CYCLE_BEFORE = TIMEOUT - 2;
  localparam [31:0] SIZE         = $clog2(DATA_BYTES);
  localparam [BEAT_BITS-1:0]  LAST_BEAT = BEATS_LESS_1[BEAT_BITS-1:0];
  localparam [COUNT_BITS-1:0] NONE = {COUNT_BITS{1'b0}};
  genvar i;

  function [PLACE_BITS-1:0] after(input [PLACE_BITS-1:0] place);
    after = (place == LAST_PLACE[PLACE_BITS-1:0]) ? {PLACE_BITS{1'b0}} : place + 1'b1;
  endfunction

  // ------------------------------------------------------------- requests are taken
  // A write counts from here to its response, so that every queue behind has room for it.
  reg  [COUNT_BITS-1:0] taken;         // writes under way
  wire                  responds;      // one of them gets its response
  wire                  heads_room;
  wire                  head_there;
  wire                  head_write;    // the oldest request that was not compared
  wire [ENTRY_BITS-1:0] head_id;
  wire [LINE_BITS-1:0]  head_line;
  wire                  compares;      // it is now
  wire                  takes = dram_valid && dram_ready;
  wire                  takes_write = takes && dram_write;
  assign dram_ready = heads_room && taken != ALL_WRITES[COUNT_BITS-1:0];
  assign busy       = taken != NONE;

  always @(posedge clk)
    if (rst)                          taken <= NONE;
    else if (takes_write != responds) taken <= takes_write ? taken + 1'b1 : taken - 1'b1;

  fifo #(.WIDTH(1 + ENTRY_BITS + LINE_BITS), .DEPTH(2)) heads (
    .clk(clk), .rst(rst),
    .put_valid(takes), .put_ready(heads_room), .put_data({dram_write, dram_id, dram_line}),
    .get_valid(head_there), .get_ready(compares), .get_data({head_write, head_id, head_line})
  );

  // ------------------------------------------------------------- and wait for others of their line
  // A read waits for the writes of its line that have no response, a write for the reads that have
  // not ended. What is under way is compared as a request comes here, what ends is forgotten.
  reg                   check_valid;
  reg                   check_write;
  reg  [ENTRY_BITS-1:0] check_id;
  reg  [LINE_BITS-1:0]  check_line;
  reg  [READS-1:0]      same_reads;    // {READS} a write waits for them
  reg  [WRITES-1:0]     same_writes;   // {WRITES} a read waits for them
  wire                  ar_free;
  wire                  passes = check_valid && !(|same_reads) && !(|same_writes)
                               && (check_write || ar_free);
  wire                  passes_read  = passes && !check_write;
  wire                  passes_write = passes && check_write;
  wire                  follows = check_line == head_line;  // the head is of the same line
  assign compares = !check_valid || passes;

  always @(posedge clk)
    if (rst)           check_valid <= 1'b0;
    else if (compares) check_valid <= head_there;

  always @(posedge clk)
    if (compares) {check_write, check_id, check_line} <= {head_write, head_id, head_line};

  // ------------------------------------------------------------- AR
  reg                   ar_valid;
  reg  [ENTRY_BITS-1:0] ar_id;
  reg  [LINE_BITS-1:0]  ar_line;
  wire                  ar_taken = ar_valid && axi_ar_ready;
  assign ar_free = !ar_valid || axi_ar_ready;

  always @(posedge clk)
    if (rst)          ar_valid <= 1'b0;
    else if (ar_free) ar_valid <= passes_read;

  always @(posedge clk)
    if (ar_free) {ar_id, ar_line} <= {check_id, check_line};

  // ------------------------------------------------------------- R: beats go to their id's line
  reg                   beat_valid;
  reg  [ENTRY_BITS-1:0] beat_id;
  reg  [DATA_BITS-1:0]  beat_data;
  reg  [1:0]            beat_resp;
  reg                   beat_last;
  reg  [READS-1:0]      pending;       // {READS} reads from the check to their last beat
  reg  [READS-1:0]      open;          // {READS} likewise from their address: beats may come
  reg  [READS-1:0]      old;           // {READS} pending at the last tick
  reg  [BEAT_BITS-1:0]  beat_at;       // of which beat of its line it is
  reg  [READS*BEAT_BITS-1:0] counts;   // {READS} beats that have come
  wire                  beat_known = beat_valid && open[beat_id];
  wire                  beat_ends  = beat_known && (beat_last || beat_at == LAST_BEAT);
  wire                  tick;          // TIMEOUT cycles have gone by
  integer               id;

  always @(posedge clk) begin
    beat_valid <= axi_r_valid && !rst;
    {beat_id, beat_data, beat_resp, beat_last} <= {axi_r_id, axi_r_data, axi_r_resp, axi_r_last};
  end

  always @* begin
    beat_at = {BEAT_BITS{1'b0}};
    for (id = 0; id < READS; id = id + 1)
      beat_at = beat_at | counts[id*BEAT_BITS +: BEAT_BITS]
              & {BEAT_BITS{beat_id == id[ENTRY_BITS-1:0]}};
  end

  generate
    for (i = 0; i < READS; i = i + 1) begin : each_read
      localparam [31:0] INDEX = i;
      reg  [LINE_BITS-1:0] line;
      wire is_beat = beat_known && beat_id == INDEX[ENTRY_BITS-1:0];
      wire ends    = beat_ends && beat_id == INDEX[ENTRY_BITS-1:0];
      wire begins  = passes_read && check_id == INDEX[ENTRY_BITS-1:0];
      wire opens   = ar_taken && ar_id == INDEX[ENTRY_BITS-1:0];

      always @(posedge clk)
        if (rst) begin
          pending[i] <= 1'b0;
          open[i]    <= 1'b0;
          old[i]     <= 1'b0;
          counts[i*BEAT_BITS +: BEAT_BITS] <= {BEAT_BITS{1'b0}};
        end else begin
          pending[i] <= begins || pending[i] && !ends;
          open[i]    <= opens || open[i] && !ends;
          old[i]     <= (tick ? pending[i] : old[i]) && !ends;
          if (is_beat)
            counts[i*BEAT_BITS +: BEAT_BITS]
              <= ends ? {BEAT_BITS{1'b0}} : counts[i*BEAT_BITS +: BEAT_BITS] + 1'b1;
        end

      // The line is looked at while the read is pending; before, it follows what may begin.
      always @(posedge clk)
        if (!pending[i] && check_id == INDEX[ENTRY_BITS-1:0]) line <= check_line;

      always @(posedge clk)
        if (rst)           same_reads[i] <= 1'b0;
        else if (compares) same_reads[i] <= head_there && head_write
          && (begins && follows || pending[i] && !ends && line == head_line);
        else               same_reads[i] <= same_reads[i] && !ends;
    end
  endgenerate

  // ------------------------------------------------------------- lines that are complete
  reg                   reply_valid;
  reg  [ENTRY_BITS-1:0] reply_id;
  wire                  done_room_unused;  // as many places as ids
  wire                  done_there;
  wire [ENTRY_BITS-1:0] done_id;
  wire                  replies = !reply_valid || dram_reply_ready;  // another line may be fetched
  wire [1023:0]         lines_data;    // the beat at its place; zero behind the end of a short burst
  reg                   store_beat;    // a beat is written
  reg                   store_ends;    // its line is complete then
  reg  [ENTRY_BITS-1:0] store_id;
  reg  [DATA_BITS-1:0]  store_data;
  reg  [BEATS-1:0]      store_at;      // {BEATS} one-hot: its place
  reg  [BEATS-1:0]      store_mask;    // {BEATS} what is written of the line
  integer               part;

  // Where the beat goes is known a cycle before it is written.
  always @(posedge clk) begin
    store_beat <= beat_known && !rst;
    store_ends <= beat_ends && !rst;
    {store_id, store_data} <= {beat_id, beat_data};
    for (part = 0; part < BEATS; part = part + 1) begin
      store_at[part]   <= beat_at == part[BEAT_BITS-1:0];
      store_mask[part] <= beat_at == part[BEAT_BITS-1:0]
                       || beat_last && beat_at < part[BEAT_BITS-1:0];
    end
  end

  generate
    for (i = 0; i < BEATS; i = i + 1) begin : each_part
      assign lines_data[i*DATA_BITS +: DATA_BITS] = store_data & {DATA_BITS{store_at[i]}};
    end
  endgenerate

  ram_1r1w #(.WIDTH(1024), .DEPTH(READS), .MASK_BITS(BEATS)) lines (
    .clk(clk),
    .write_valid(store_beat), .write_addr(store_id), .write_mask(store_mask),
    .write_data(lines_data),
    .read_valid(replies), .read_addr(done_id), .read_data(dram_reply_data)
  );

  fifo #(.WIDTH(ENTRY_BITS), .DEPTH(READS), .HEAD(1)) done (
    .clk(clk), .rst(rst),
    .put_valid(store_ends), .put_ready(done_room_unused), .put_data(store_id),
    .get_valid(done_there), .get_ready(replies), .get_data(done_id)
  );

  always @(posedge clk)
    if (rst)          reply_valid <= 1'b0;
    else if (replies) reply_valid <= done_there;

  always @(posedge clk)
    if (replies) reply_id <= done_id;

  // ------------------------------------------------------------- writes: their lines, oldest first
  // Three places in a ring: of the next one that passes, is sent, gets its response.
  reg  [PLACE_BITS-1:0] put_at;
  reg  [PLACE_BITS-1:0] send_at;
  reg  [PLACE_BITS-1:0] done_at;
  reg  [COUNT_BITS-1:0] unsent;        // writes that have passed and were not sent
  reg  [COUNT_BITS-1:0] sent;          // writes whose address and data were taken
  reg  [WRITES-1:0]     under_way;     // {WRITES} a write is at this place
  reg  [LINE_BITS-1:0]  send_line;
  wire [WRITES*LINE_BITS-1:0] write_lines;
  wire                  begins_burst;  // the oldest unsent one goes to AW and W
  wire                  burst_done;    // all of the burst before was taken
  integer               place;

  always @(posedge clk)
    if (rst) begin
      put_at  <= {PLACE_BITS{1'b0}};
      send_at <= {PLACE_BITS{1'b0}};
      done_at <= {PLACE_BITS{1'b0}};
      unsent  <= NONE;
      sent    <= NONE;
    end else begin
      if (passes_write) put_at  <= after(put_at);
      if (begins_burst) send_at <= after(send_at);
      if (responds)     done_at <= after(done_at);
      if (passes_write != begins_burst) unsent <= passes_write ? unsent + 1'b1 : unsent - 1'b1;
      if (burst_done != responds)       sent   <= burst_done ? sent + 1'b1 : sent - 1'b1;
    end

  generate
    for (i = 0; i < WRITES; i = i + 1) begin : each_write
      localparam [31:0] INDEX = i;
      reg  [LINE_BITS-1:0] line;
      wire begins = passes_write && put_at == INDEX[PLACE_BITS-1:0];
      wire ends   = responds && done_at == INDEX[PLACE_BITS-1:0];
      assign write_lines[i*LINE_BITS +: LINE_BITS] = line;

      always @(posedge clk)
        if (rst) under_way[i] <= 1'b0;
        else     under_way[i] <= begins || under_way[i] && !ends;

      always @(posedge clk)
        if (!under_way[i] && put_at == INDEX[PLACE_BITS-1:0]) line <= check_line;

      always @(posedge clk)
        if (rst)           same_writes[i] <= 1'b0;
        else if (compares) same_writes[i] <= head_there && !head_write
          && (begins && follows || under_way[i] && !ends && line == head_line);
        else               same_writes[i] <= same_writes[i] && !ends;
    end
  endgenerate

  always @* begin
    send_line = {LINE_BITS{1'b0}};
    for (place = 0; place < WRITES; place = place + 1)
      send_line = send_line | write_lines[place*LINE_BITS +: LINE_BITS]
                & {LINE_BITS{send_at == place[PLACE_BITS-1:0]}};
  end

  // ------------------------------------------------------------- AW and W
  // A burst is offered on both at once, so data never come before their address; the next one when
  // all of it was taken.
  reg                   aw_valid;
  reg  [LINE_BITS-1:0]  aw_line;
  reg                   w_valid;
  reg                   w_last;
  reg  [BEAT_BITS-1:0]  w_at;          // the beat that is offered
  reg  [1023:0]         w_data;        // it and those behind it
  wire                  data_there;
  wire                  data_room_unused;  // `taken` keeps it
  wire [1023:0]         data_line;
  wire                  w_taken = w_valid && axi_w_ready;
  assign burst_done   = (aw_valid || w_valid) && (!aw_valid || axi_aw_ready)
                      && (!w_valid || axi_w_ready && w_last);
  assign begins_burst = unsent != NONE && data_there && (burst_done || !(aw_valid || w_valid));

`ifdef MEMLOOM_LLC_MODE
  reg  [127:0]          w_strb;        // likewise
  wire [127:0]          data_strb;
  assign axi_w_strb = w_strb[DATA_BYTES-1:0];

  always @(posedge clk)
    if (begins_burst) w_strb <= data_strb;
    else if (w_taken) w_strb <= w_strb >> DATA_BYTES;

  ram_fifo #(.WIDTH(128 + 1024), .DEPTH(WRITES)) write_data (
    .clk(clk), .rst(rst),
    .put_valid(takes_write), .put_ready(data_room_unused), .put_data({dram_mask, dram_data}),
    .get_valid(data_there), .get_ready(begins_burst), .get_data({data_strb, data_line})
  );
`else
  assign axi_w_strb = {DATA_BYTES{1'b1}};

  ram_fifo #(.WIDTH(1024), .DEPTH(WRITES)) write_data (
    .clk(clk), .rst(rst),
    .put_valid(takes_write), .put_ready(data_room_unused), .put_data(dram_data),
    .get_valid(data_there), .get_ready(begins_burst), .get_data(data_line)
  );
`endif

  always @(posedge clk)
    if (rst) begin
      aw_valid <= 1'b0;
      w_valid  <= 1'b0;
    end else begin
      aw_valid <= begins_burst || aw_valid && !axi_aw_ready;
      w_valid  <= begins_burst || w_valid && !(axi_w_ready && w_last);
    end

  always @(posedge clk)
    if (begins_burst) begin
      aw_line <= send_line;
      w_at    <= {BEAT_BITS{1'b0}};
      w_last  <= 1'b0;
      w_data  <= data_line;
    end else if (w_taken) begin
      w_at    <= w_at + 1'b1;
      w_last  <= w_at == BEATS_LESS_2[BEAT_BITS-1:0];
      w_data  <= w_data >> DATA_BITS;
    end

  // ------------------------------------------------------------- B
  reg                   response_valid;
  reg  [ENTRY_BITS-1:0] response_id;
  reg  [1:0]            response;
  reg                   old_write;     // the oldest write was under way at the last tick
  assign responds = response_valid && response_id == {ENTRY_BITS{1'b0}} && sent != NONE;

  always @(posedge clk) begin
    response_valid <= axi_b_valid && !rst;
    {response_id, response} <= {axi_b_id, axi_b_resp};
  end

  // ------------------------------------------------------------- errors
  // What is under way at a tick is old, and not answered in time when it still is at the next.
  reg                   was_slverr;
  reg                   was_decerr;
  reg                   was_unknown;
  reg                   was_last;
  reg                   was_timeout;
  reg  [TIME_BITS-1:0]  now;           // cycles since the last tick
  reg                   now_last;      // they are TIMEOUT - 1
  wire                  waits = busy || |pending;
  assign tick = waits && now_last;

  always @(posedge clk) now_last <= !rst && waits && now == CYCLE_BEFORE[TIME_BITS-1:0];

  always @(posedge clk)
    if (rst || !waits || tick) now <= {TIME_BITS{1'b0}};
    else                       now <= now + 1'b1;

  always @(posedge clk)
    if (rst) old_write <= 1'b0;
    else     old_write <= (tick ? busy : old_write) && !responds;

  always @(posedge clk)
    if (rst) {was_slverr, was_decerr, was_unknown, was_last, was_timeout} <= 5'd0;
    else begin
      was_slverr  <= beat_known && beat_resp == 2'd2 || responds && response == 2'd2;
      was_decerr  <= beat_known && beat_resp == 2'd3 || responds && response == 2'd3;
      was_unknown <= beat_valid && !beat_known || response_valid && !responds;
      was_last    <= beat_known && beat_last != (beat_at == LAST_BEAT);
      was_timeout <= tick && (|old || old_write);
    end

  // ------------------------------------------------------------- outputs, all of them flops
  assign dram_reply_valid = reply_valid;
  assign dram_reply_id    = reply_id;
  assign axi_aw_valid     = aw_valid;
  assign axi_aw_id        = {ENTRY_BITS{1'b0}};
  assign axi_aw_addr      = {aw_line, 7'd0};
  assign axi_w_valid      = w_valid;
  assign axi_w_data       = w_data[DATA_BITS-1:0];
  assign axi_w_last       = w_last;
  assign axi_b_ready      = 1'b1;
  assign axi_ar_valid     = ar_valid;
  assign axi_ar_id        = ar_id;
  assign axi_ar_addr      = {ar_line, 7'd0};
  assign axi_r_ready      = 1'b1;
  assign error_slverr     = was_slverr;
  assign error_decerr     = was_decerr;
  assign error_unknown    = was_unknown;
  assign error_last       = was_last;
  assign error_timeout    = was_timeout;

  assign {axi_aw_len, axi_ar_len}       = {2{BEATS_LESS_1[7:0]}};
  assign {axi_aw_size, axi_ar_size}     = {2{SIZE[2:0]}};
  assign {axi_aw_burst, axi_ar_burst}   = {2{2'd1}};
  assign {axi_aw_lock, axi_ar_lock}     = 2'd0;
  assign {axi_aw_cache, axi_ar_cache}   = {2{4'd2}};
  assign {axi_aw_prot, axi_ar_prot}     = {2{3'd2}};
  assign {axi_aw_qos, axi_ar_qos}       = 8'd0;
  assign {axi_aw_region, axi_ar_region} = 8'd0;

`ifdef FORMAL
`include "tests/formal/axi_port.v"
`endif
endmodule
`default_nettype wire

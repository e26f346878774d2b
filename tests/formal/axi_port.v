// sizes: LINE_BITS=2 ENTRY_BITS=1 DATA_BYTES=64 WRITES=2 TIMEOUT=2; LINE_BITS=2 ENTRY_BITS=1 DATA_BYTES=32 WRITES=1 TIMEOUT=2; LINE_BITS=2 ENTRY_BITS=1 DATA_BYTES=64 WRITES=3 TIMEOUT=5
// for all time in soak: pdr at the first 1
// depth: bmc=14 induction=0
// abc: bmc
// cover: 18
// without: dram_reply_data axi_w_data axi_w_strb
// The rules of AXI4 (IHI 0022, chapters A3 to A5) for a manager, said of the ports alone, with a
// subordinate that may do anything: take what it likes, answer what nobody asked, end bursts at any
// beat. The slice keeps its offers and uses an id again when it has its line. Data are not looked at:
// lockstep, tests/oracle/axi_oracle.c and the bench compare them. Which write is where
// depends on places of the ring and of the RAM of data, which an induction would have to be told and pdr finds.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  // Reset at any time; the first cycle has one.
  always @* if (!started_once) assume (rst);

  wire asks    = dram_valid && dram_ready;
  wire f_aw    = axi_aw_valid && axi_aw_ready;
  wire f_w     = axi_w_valid && axi_w_ready;
  wire f_ar    = axi_ar_valid && axi_ar_ready;
  wire f_reply = dram_reply_valid && dram_reply_ready;

  // ---- the slice: offers stay, an id is free again when its line came
  reg [READS-1:0]      asked;
  reg                  was_offered;
  reg                  offered_write;
  reg [ENTRY_BITS-1:0] offered_id;
  reg [LINE_BITS-1:0]  offered_line;
  always @(posedge clk) begin
    was_offered <= dram_valid && !dram_ready && !rst;
    {offered_write, offered_id, offered_line} <= {dram_write, dram_id, dram_line};
    if (rst) asked <= 0;
    else begin
      if (f_reply) asked[dram_reply_id] <= 1'b0;
      if (asks && !dram_write) asked[dram_id] <= 1'b1;
    end
  end
  always @* begin
    if (was_offered) assume (dram_valid
      && {dram_write, dram_id, dram_line} == {offered_write, offered_id, offered_line});
    if (dram_valid && !dram_write) assume (!asked[dram_id]);
  end

  // ---- what was on the channels a cycle ago
  reg was_reset;
  reg aw_waited, w_waited, ar_waited, reply_waited;
  reg [ENTRY_BITS+ADDR_BITS-1:0] aw_was, ar_was;
  reg w_last_was;
  reg [ENTRY_BITS-1:0] reply_was;
  always @(posedge clk) begin
    was_reset    <= rst;
    aw_waited    <= axi_aw_valid && !axi_aw_ready && !rst;
    w_waited     <= axi_w_valid && !axi_w_ready && !rst;
    ar_waited    <= axi_ar_valid && !axi_ar_ready && !rst;
    reply_waited <= dram_reply_valid && !dram_reply_ready && !rst;
    aw_was       <= {axi_aw_id, axi_aw_addr};
    ar_was       <= {axi_ar_id, axi_ar_addr};
    w_last_was   <= axi_w_last;
    reply_was    <= dram_reply_id;
  end

  // ---- writes: addresses, bursts, responses. A response counts when a write has been taken whole.
  reg [3:0] writes_asked, addresses, bursts, w_beats;
  reg [3:0] answered;                  // all of these since reset, modulo 16
  wire [3:0] addresses_now = addresses + f_aw;
  wire [3:0] bursts_now    = bursts + (f_w && axi_w_last);
  wire [3:0] whole_now = (addresses_now - answered < bursts_now - answered)
                       ? addresses_now - answered : bursts_now - answered;
  wire f_b = axi_b_valid && axi_b_ready && axi_b_id == 0 && whole_now != 0;
  always @(posedge clk)
    if (rst) {writes_asked, addresses, bursts, answered, w_beats} <= 0;
    else begin
      writes_asked <= writes_asked + (asks && dram_write);
      addresses    <= addresses_now;
      bursts       <= bursts_now;
      answered     <= answered + f_b;
      if (f_w) w_beats <= axi_w_last ? 4'd0 : w_beats + 4'd1;
    end

  // Differences of four bits, too: beside a number of 32 they would not be modulo 16.
  wire [3:0] ahead_of_data = addresses - bursts;
  wire [3:0] behind_data   = bursts - addresses;
  wire [3:0] writes_there  = writes_asked - answered;

  // ---- reads by id: an address was taken and beats are due. As with writes, an answer in the cycle
  // of the handshake, which is too early, counts.
  reg  [READS-1:0]   due;
  reg  [READS*4-1:0] r_beats;
  wire [READS-1:0] due_now = due | {{READS-1{1'b0}}, f_ar} << axi_ar_id;
  wire f_r      = axi_r_valid && axi_r_ready && due_now[axi_r_id];
  wire f_r_ends = f_r && (axi_r_last || r_beats[axi_r_id*4 +: 4] == BEATS - 1);
  always @(posedge clk)
    if (rst) {due, r_beats} <= 0;
    else begin
      if (f_r) r_beats[axi_r_id*4 +: 4] <= f_r_ends ? 4'd0 : r_beats[axi_r_id*4 +: 4] + 4'd1;
      due <= due_now;
      if (f_r_ends) due[axi_r_id] <= 1'b0;
    end

  // ---- one id: where its read is
  localparam [1:0] FREE = 0, ASKED = 1, DUE = 2, COMPLETE = 3;
  (* anyconst *) wire [ENTRY_BITS-1:0] its;
  reg [1:0]           its_place;
  reg [LINE_BITS-1:0] its_line;
  always @(posedge clk)
    if (rst) its_place <= FREE;
    else if (asks && !dram_write && dram_id == its) {its_place, its_line} <= {ASKED, dram_line};
    else if (f_r_ends && axi_r_id == its) its_place <= COMPLETE;
    else if (f_ar && axi_ar_id == its) its_place <= DUE;
    else if (f_reply && dram_reply_id == its) its_place <= FREE;

  // ---- one line: its tracked request and others of the line that came after it
  (* anyconst *) wire [LINE_BITS-1:0] the_line;
  (* anyseq *) wire track;             // this request becomes the tracked one
  localparam [1:0] NOT_YET = 0, UNDER_WAY = 1, OVER = 2;
  reg  [1:0] tracked;
  reg        tracked_writes;
  reg  [ENTRY_BITS-1:0] tracked_id;
  reg  [3:0] before;                   // writes asked, up to it
  reg  [3:0] reads_before;             // reads asked before it whose address was not taken
  reg  [3:0] writes_before;            // likewise writes
  reg  [3:0] reads_waiting;            // reads asked whose address was not taken
  wire [3:0] writes_waiting = writes_asked - addresses;
  wire tracks = asks && dram_line == the_line && track && tracked == NOT_YET;
  wire tracked_ends = tracked_writes ? f_b && answered + 4'd1 == before
                                     : f_r_ends && axi_r_id == tracked_id;
  always @(posedge clk)
    if (rst) {tracked, reads_waiting} <= 0;
    else begin
      reads_waiting <= reads_waiting + (asks && !dram_write) - f_ar;
      if (tracks) begin
        tracked        <= UNDER_WAY;
        tracked_writes <= dram_write;
        tracked_id     <= dram_id;
        before         <= writes_asked + 4'd1;
        reads_before   <= reads_waiting - f_ar;
        writes_before  <= writes_waiting - f_aw;
      end else if (tracked == UNDER_WAY) begin
        if (tracked_ends) tracked <= OVER;
        if (f_ar && reads_before != 0) reads_before <= reads_before - 4'd1;
        if (f_aw && writes_before != 0) writes_before <= writes_before - 4'd1;
      end
    end

  // ---- how long the read of `its` id, and the oldest write, have waited since something of theirs
  // was last reported or they began
  reg [5:0] read_waited, write_waited;
  always @(posedge clk) begin
    read_waited <= (rst || error_timeout || !(axi_ar_valid && axi_ar_id == its || due[its])
                    || f_r_ends && axi_r_id == its) ? 6'd0 : read_waited + 6'd1;
    write_waited <= (rst || error_timeout || !axi_aw_valid && addresses == answered || f_b)
                    ? 6'd0 : write_waited + 6'd1;
  end

  // ---- errors are told two cycles after what they are about
  reg [3:0] told, tells;               // {unknown, last, decerr, slverr} of the answers
  wire r_is_last = r_beats[axi_r_id*4 +: 4] == BEATS - 1;
  always @(posedge clk) begin
    tells[0] <= f_r && axi_r_resp == 2 || f_b && axi_b_resp == 2;
    tells[1] <= f_r && axi_r_resp == 3 || f_b && axi_b_resp == 3;
    tells[2] <= f_r && axi_r_last != r_is_last;
    tells[3] <= axi_r_valid && !f_r || axi_b_valid && !f_b;
    told     <= tells;
    if (rst) {told, tells} <= 0;
  end

  wire [ADDR_BITS:0] aw_end = axi_aw_addr + (({1'b0, axi_aw_len} + 9'd1) << axi_aw_size) - 1;
  wire [ADDR_BITS:0] ar_end = axi_ar_addr + (({1'b0, axi_ar_len} + 9'd1) << axi_ar_size) - 1;
  wire [40:0] aw_from = axi_aw_addr, aw_to = aw_end, ar_from = axi_ar_addr, ar_to = ar_end;
  always @(posedge clk)
    if (started_once) begin
      // A3.1.2: reset
      no_valid_behind_a_reset: assert (!was_reset || !axi_aw_valid && !axi_w_valid && !axi_ar_valid);
      // A3.2.1: handshake
      an_address_to_write_stays: assert (!aw_waited || axi_aw_valid
        && {axi_aw_id, axi_aw_addr} == aw_was);
      a_beat_to_write_stays: assert (!w_waited || axi_w_valid && axi_w_last == w_last_was);
      an_address_to_read_stays: assert (!ar_waited || axi_ar_valid
        && {axi_ar_id, axi_ar_addr} == ar_was);
      a_reply_stays: assert (!reply_waited || dram_reply_valid && dram_reply_id == reply_was);
      // A3.4.1: bursts
      bursts_are_of_a_line: assert (axi_aw_burst == 1 && axi_ar_burst == 1
        && (axi_aw_len + 1) * (1 << axi_aw_size) == 128
        && (axi_ar_len + 1) * (1 << axi_ar_size) == 128 && axi_aw_len == BEATS - 1);
      beats_are_as_wide_as_the_bus: assert (1 << axi_aw_size == DATA_BYTES
        && 1 << axi_ar_size == DATA_BYTES);
      none_crosses_4_kb: assert (aw_from[40:12] == aw_to[40:12] && ar_from[40:12] == ar_to[40:12]);
      addresses_are_aligned: assert (axi_aw_addr[6:0] == 0 && axi_ar_addr[6:0] == 0);
      // A4.4, A4.7, A7.2, A8: attributes, as docs/axi4.md names them
      accesses_are_normal_ones: assert ({axi_aw_lock, axi_aw_cache, axi_aw_prot, axi_aw_qos, axi_aw_region}
        == {1'b0, 4'd2, 3'd2, 8'd0});
      reads_are_like_writes: assert ({axi_ar_lock, axi_ar_cache, axi_ar_prot, axi_ar_qos, axi_ar_region}
        == {1'b0, 4'd2, 3'd2, 8'd0});
      // A3.4.1, A5.2: data of writes
      wlast_is_at_the_last_beat: assert (!axi_w_valid || axi_w_last == (w_beats == BEATS - 1));
      no_beat_too_many: assert (w_beats < BEATS);
      // A3.3: an address waits for no WREADY, the first beat for no AWREADY of its burst
      an_address_comes_with_its_data: assert (!axi_aw_valid || aw_waited || axi_w_valid && w_beats == 0);
      data_come_with_their_address: assert (!axi_w_valid || w_waited || w_beats != 0
        || axi_aw_valid && !aw_waited);
      no_data_before_their_address: assert (!axi_w_valid
        || ahead_of_data == 1 || ahead_of_data == 0 && axi_aw_valid);
      address_and_data_do_not_wait_for_each_other: assert (ahead_of_data <= 1 || behind_data <= 1);
      no_burst_is_lost: assert (axi_aw_valid || axi_w_valid || addresses == bursts);
      // A3.3: no more is answered than was asked; nothing comes from nowhere
      a_write_comes_from_the_slice: assert (!axi_aw_valid || writes_waiting != 0);
      writes_are_as_many_as_configured: assert (writes_there <= WRITES);
      busy_until_the_last_response: assert (busy || writes_asked == answered);
      and_not_for_long_behind_it: assert (!busy || writes_asked != answered || responds);
      // A5.1: ids
      an_id_is_under_way_once: assert (!axi_ar_valid || !due[axi_ar_id]);
      an_address_is_of_a_read_that_was_asked: assert (!axi_ar_valid || axi_ar_id != its
        || its_place == ASKED && axi_ar_addr == {its_line, 7'd0});
      a_reply_is_of_a_read_that_is_complete: assert (!dram_reply_valid || dram_reply_id != its
        || its_place == COMPLETE);
      writes_have_one_id: assert (axi_aw_id == 0);
      answers_are_always_taken: assert (axi_b_ready && axi_r_ready);
      // A5.3: what AXI does not order. Nothing is asked of the tracked request's line that is of the
      // other kind and came after it, until it is over.
      a_read_waits_for_writes_of_its_line: assert (!(tracked == UNDER_WAY && tracked_writes
        && reads_before == 0 && axi_ar_valid && axi_ar_addr == {the_line, 7'd0}));
      a_write_waits_for_reads_of_its_line: assert (!(tracked == UNDER_WAY && !tracked_writes
        && writes_before == 0 && axi_aw_valid && axi_aw_addr == {the_line, 7'd0}));
      writes_go_in_their_order: assert (!(tracked == UNDER_WAY && tracked_writes
        && writes_before == 0 && axi_aw_valid && addresses + 4'd1 == before)
        || axi_aw_addr == {the_line, 7'd0});
      // Errors: told once each, none is made up
      errors_are_told: assert ({error_unknown, error_last, error_decerr, error_slverr} == told);
      what_is_not_answered_is_told: assert (read_waited <= 2 * TIMEOUT + 2
        && write_waited <= 2 * TIMEOUT + 2);
      a_read_waits_for_a_write: cover (WRITES == 1 || check_valid && !check_write && |same_writes);
      a_write_waits_for_a_read: cover (check_valid && check_write && |same_reads);
      two_bursts_without_a_gap: cover (f_w && w_beats == 0 && addresses == 2);
      beats_of_two_reads_are_mixed: cover (f_r && READS > 1 && r_beats[3:0] != 0 && r_beats[7:4] != 0);
      all_writes_are_under_way: cover (writes_there == WRITES);
      a_reply_comes: cover (f_reply);
      a_time_out_is_told: cover (error_timeout);
    end

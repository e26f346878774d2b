// Between the MSHR of a core and what answers it: reads go into the cooperative caching network
// [taco16 section 4.2], everything else to L2, and there also the reads that no other L1 answered,
// and those of a core that is throttled.
//
//   request ─> held ─┬─ reads ────> miss (ccn_buffer)       entries {ENTRIES}: in the network,
//                    └─ others ──────────────┬─> send (L2)   line, dest
//   direct, back (line) ─> its entry ─> ask ─┘
//   reply (L2), fill (line of another L1) ─> its entry ─> answer (mshr)
//
// A line in the network names one read: whatever else asks for it waits. A core sees its own
// stores: it remembers where it wrote (request_ways), and reads of there go to L2. With a shared L1
// that is also what the requester sent past it, and only own reads of private sets enter. Latency
// one cycle each way; a message every other cycle. Outputs are flops, or what a few gates read of
// them.
// Page: docs/blocks/ccn_port.md.
`default_nettype none
module ccn_port #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter ENTRIES     = 32,          // 1..64: entries of the MSHR
  parameter ID_BITS     = 8,           // 4..18: bits of a request id; with a shared L1 of {core, id}
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter REGIONS     = 256,         // 4..1024: regions of which it is known whether it wrote
`ifdef MEMLOOM_SHARED_L1
  parameter SETS        = 32,          // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX  = 0,           // 0..2: L1 set index as in l1_cache
`endif
  parameter MSG_ID_BITS = 10           // 10..21: bits of a message id
) (
  input  wire                   clk,            // clock
  input  wire                   rst,            // synchronous reset, active high
  input  wire                   flush,          // kernel boundary: all L1s are empty behind this edge
  input  wire                   skip,           // the core is throttled: its reads go to L2
`ifdef MEMLOOM_SHARED_L1
  input  wire                   share_even,     // even sets are shared: so do reads of these
  input  wire                   share_odd,      // the same of odd ones

  // sent: what the requester sends past the L1 and the MSHR, watched
  input  wire                   sent_valid,     // a message is offered
  input  wire                   sent_ready,     // it is taken at this edge; none is at the next one
  input  wire [2:0]             sent_kind,      // 0 read, 1 fetch, 2 store
  input  wire [LINE_BITS-1:0]   sent_line,      // line address

  // home: answers of other cores to these
  input  wire                   home_valid,     // one came (always taken)
`endif

  // request: messages of the MSHR
  input  wire                   request_valid,  // a message is offered
  output wire                   request_ready,  // it is taken at this edge
  input  wire [NODE_BITS-1:0]   request_dest,   // node of the partition that owns the line
  input  wire [2:0]             request_kind,   // 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [2:0]             request_op,     // atomic operation
  input  wire [LINE_BITS-1:0]   request_line,   // line address
  input  wire [MSG_ID_BITS-1:0] request_id,     // read: entry; else the request's id
`ifdef MEMLOOM_SHARED_L1
  input  wire                   request_remote, // it is of another core; a read for its first load
`endif
  input  wire                   request_again,  // read: the L1 may hold its line before this one comes
  input  wire [3:0]             request_sectors, // sectors wanted in the reply
  input  wire [3:0]             request_data_sectors, // sectors of data that travel along
  input  wire [127:0]           request_mask,   // bytes written or operated on

  // send: to noc_port what does not enter the network, and what returns; re-decided: this first
  output wire                   send_valid,     // a message is offered
  input  wire                   send_ready,     // it is taken at this edge
  output wire [NODE_BITS-1:0]   send_dest,      // as request_dest
  output wire [2:0]             send_kind,      // 0 read, 1 fetch, 2 store, 3 atomic
  output wire [2:0]             send_op,        // atomic operation
  output wire [LINE_BITS-1:0]   send_line,      // line address
  output wire [MSG_ID_BITS-1:0] send_id,        // read: entry; else the request's id
  output wire [3:0]             send_sectors,   // sectors wanted in the reply
  output wire [3:0]             send_data_sectors, // sectors of data that travel along
  output wire [127:0]           send_mask,      // bytes written or operated on

  // miss: reads, to ccn_buffer
  output wire                   miss_valid,     // a read is offered
  input  wire                   miss_ready,     // it is taken at this edge
  output wire [LINE_BITS-1:0]   miss_line,      // line address

  // direct: reads that ccn_buffer did not send into the network
  input  wire                   direct_valid,   // one is offered
  output wire                   direct_ready,   // it is taken at this edge
  input  wire [LINE_BITS-1:0]   direct_line,    // line address

  // back: reads that nobody answered, from ccn_router
  input  wire                   back_valid,     // one is offered
  output wire                   back_ready,     // it is taken at this edge
  input  wire [LINE_BITS-1:0]   back_line,      // line address

  // fill: lines of other L1s, from ccn_router
  input  wire                   fill_valid,     // a line is offered
  output wire                   fill_ready,     // it is taken at this edge
  input  wire [LINE_BITS-1:0]   fill_line,      // line address
  input  wire [1023:0]          fill_data,      // the line

  // reply: of L2, from noc_port
  input  wire                   reply_valid,    // a reply is offered
  output wire                   reply_ready,    // it is taken at this edge
  input  wire [2:0]             reply_kind,     // 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [MSG_ID_BITS-1:0] reply_id,       // read: entry; else the request's id
  input  wire [LINE_BITS-1:0]   reply_line,     // line address
  input  wire [1023:0]          reply_data,     // the line, or the sectors asked for

  // answer: both, to the MSHR
  output wire                   answer_valid,   // a reply is offered
  input  wire                   answer_ready,   // it is taken at this edge
  output wire [2:0]             answer_kind,    // 0 read, 1 fetch, 2 store, 3 atomic
  output wire [MSG_ID_BITS-1:0] answer_id,      // read: entry; else the request's id
  output wire [LINE_BITS-1:0]   answer_line,    // line address
  output wire [1023:0]          answer_data,    // the line, or the sectors asked for

  // events: pulses, registered
`ifdef MEMLOOM_SHARED_L1
  output wire                   event_ask,      // an own read went to L2, whatever the reason
  output wire                   event_ask_odd,  // with it: of an odd set
`endif
  output wire                   event_written,  // a read went past other L1s: the core wrote there
  output wire                   event_skip      // one did as the core is throttled
);
  localparam ENTRY_BITS  = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  localparam REGION_BITS = $clog2(REGIONS);
  localparam REGION_AT   = 5;          // 32 lines, 4 KB
  localparam [2:0] READ  = 3'd0;       // kinds of messages

  // ---- The message that is held, and the entries whose lines are in the network ----
  reg                         held;
  reg  [NODE_BITS-1:0]        held_dest;
  reg  [2:0]                  held_kind;
  reg  [2:0]                  held_op;
  reg  [LINE_BITS-1:0]        held_line;
  reg  [MSG_ID_BITS-1:0]      held_id;
  reg  [3:0]                  held_sectors;
  reg  [3:0]                  held_data_sectors;
  reg  [127:0]                held_mask;
  reg                         held_reads;
  reg                         held_skip;    // the core was throttled when it came
  wire                        held_written; // the core may have written there
  reg  [ENTRIES-1:0]          held_same;    // entries that had its line in the network
  reg  [ENTRIES-1:0]          away;         // entries in the network
  reg  [ENTRIES*LINE_BITS-1:0] lines;       // their lines
  reg  [ENTRIES*NODE_BITS-1:0] dests;       // and who owns them
  wire [ENTRIES-1:0]          same;         // the line that comes is theirs
  wire                        take  = request_valid && request_ready;
  wire                        waits = |(held_same & away);
  reg                         stays_out;    // a read that is for L2 in any case
  wire                        shared = held_reads && !held_skip && !held_written && !stays_out;
  wire                        enter = miss_valid && miss_ready;
  wire                        pass  = !asks && send_valid && send_ready;

  always @(posedge clk)
    if (rst)       held <= 1'b0;
    else if (held) held <= !(enter || pass);
    else           held <= request_valid;

  always @(posedge clk)
    if (take) begin
      held_dest         <= request_dest;
      held_kind         <= request_kind;
      held_op           <= request_op;
      held_line         <= request_line;
      held_id           <= request_id;
      held_sectors      <= request_sectors;
      held_data_sectors <= request_data_sectors;
      held_mask         <= request_mask;
      held_reads        <= request_kind == READ;
      held_skip         <= skip;
      held_same         <= same;
    end

  // ---- Where the core wrote since the kernel began: noted a cycle after the message came, before
  // the next one can ----
  reg                            took; // what is held came at the last edge
  reg  [REGION_BITS-1:0]         held_region;
  wire [LINE_BITS-REGION_AT-1:0] number = request_line[LINE_BITS-1:REGION_AT];
  wire [LINE_BITS-REGION_AT-1:0] folded = number ^ number >> REGION_BITS;
  wire [REGION_BITS-1:0]         region = folded[REGION_BITS-1:0];
  wire [REGIONS-1:0]             written;

  always @(posedge clk)
    if (rst) took <= 1'b0;
    else     took <= take;

  always @(posedge clk) if (take) held_region <= region;

  // A part of the region's number chooses when the message comes, the other when it is held.
  localparam GROUPS   = (REGIONS < 32) ? 2 : 16;
  localparam PART     = REGIONS / GROUPS;
  localparam LOW_BITS = REGION_BITS - $clog2(GROUPS);
  reg [GROUPS-1:0] held_groups;
  assign held_written = held_groups[held_region[REGION_BITS-1:LOW_BITS]];

  // What the requester sent is noted when no message of the MSHR's is: that is so in every other cycle
  // at least, and no more comes until then. Its answers come through here or from its home.
  wire                   notes;
  wire                   noted_writes;
  wire [REGION_BITS-1:0] noted_region;
  wire                   home_answers;

  request_ways #(.ID_BITS(ID_BITS), .REGIONS(REGIONS)) ways (
    .clk            (clk),
    .rst            (rst),
    .flush          (flush),
    .leave_valid    (notes),
    .leave_foreign  (1'b1),
    .leave_away     (1'b0),
    .leave_writes   (noted_writes),
    .leave_passes   (1'b0),
    .leave_moved    (1'b0),
    .leave_region   (noted_region),
    .answer_hit     (1'b0),
    .answer_response(answer_valid && answer_ready),
    .answer_remote  (home_answers),
    .quiet          (unused_quiet),
    .over           (unused_over),
    .moved          (unused_moved),
    .wrote          (unused_wrote),
    .sent           (unused_sent),
    .passed         (unused_passed),
    .written        (written)
  );

  genvar i;
  generate
    for (i = 0; i < GROUPS; i = i + 1) begin : each_group
      wire [PART-1:0] of_group = written[i*PART +: PART];
      always @(posedge clk) if (take) held_groups[i] <= of_group[region[LOW_BITS-1:0]];
    end
  endgenerate

`ifdef MEMLOOM_SHARED_L1
  reg                            sent_waits; // a message of the requester's is not noted yet
  reg                            sent_writes;
  reg  [REGION_BITS-1:0]         sent_region;
  wire                           leaves = sent_valid && sent_ready;
  wire [LINE_BITS-REGION_AT-1:0] sent_number = sent_line[LINE_BITS-1:REGION_AT];
  wire [LINE_BITS-REGION_AT-1:0] sent_folded = sent_number ^ sent_number >> REGION_BITS;
  wire                           unused_sent_line = &{1'b0, sent_line, sent_kind, sent_folded};

  always @(posedge clk)
    if (rst) sent_waits <= 1'b0;
    else     sent_waits <= leaves || sent_waits && took;

  always @(posedge clk)
    if (leaves) begin
      sent_writes <= sent_kind[1];
      sent_region <= sent_folded[REGION_BITS-1:0];
    end

  assign notes        = took || sent_waits;
  assign noted_writes = took ? held_kind[1] : sent_writes;
  assign noted_region = took ? held_region : sent_region;
  assign home_answers = home_valid;

  // ---- What stays out of the network with a shared L1, and which own reads L2 is asked for ----
  reg  of_another;                     // core: what is held
  wire request_odd;
  wire send_odd;
  reg  l2_asked;
  reg  l2_odd;

  set_parity #(.LINE_BITS(LINE_BITS), .SETS(SETS), .HASH_INDEX(HASH_INDEX)) parity_of_request (
    .line(request_line),
    .odd (request_odd)
  );

  set_parity #(.LINE_BITS(LINE_BITS), .SETS(SETS), .HASH_INDEX(HASH_INDEX)) parity_of_sent (
    .line(send_line),
    .odd (send_odd)
  );

  always @(posedge clk)
    if (take) begin
      of_another <= request_remote;
      stays_out  <= request_again || request_remote || (request_odd ? share_odd : share_even);
    end

  always @(posedge clk)
    if (rst) begin
      l2_asked <= 1'b0;
      l2_odd   <= 1'b0;
    end else begin
      l2_asked <= send_valid && send_ready && send_kind == READ && (asks || !of_another);
      l2_odd   <= send_odd;
    end

  assign event_ask     = l2_asked;
  assign event_ask_odd = l2_asked && l2_odd;
`else
  assign notes        = took;
  assign noted_writes = held_kind[1];
  assign noted_region = held_region;
  assign home_answers = 1'b0;

  always @(posedge clk) if (take) stays_out <= request_again;
`endif

  // ---- Reads that go to L2 after all: the buffer's, and every other time the ring's ----
  reg                    asks;
  reg                    back_turn;
  reg  [LINE_BITS-1:0]   asked_line;
  reg  [ENTRIES-1:0]     asked;        // one-hot: its entry, from which number and owner are read
  reg  [NODE_BITS-1:0]   asked_dest;
  reg  [ENTRY_BITS-1:0]  asked_entry;
  wire [LINE_BITS-1:0]   turned_line = back_turn ? back_line : direct_line;
  wire [ENTRIES-1:0]     turned;       // entry of that line
  wire                   ask = asks && send_ready;

  always @(posedge clk)
    if (rst) begin
      asks      <= 1'b0;
      back_turn <= 1'b0;
    end else if (asks) begin
      asks      <= !send_ready;
    end else begin
      asks      <= back_turn ? back_valid : direct_valid;
      back_turn <= !back_turn && back_valid;
    end

  always @(posedge clk)
    if (!asks) begin
      asked_line <= turned_line;
      asked      <= turned;
    end

  // ---- Answers: likewise ----
  reg                    answers;
  reg                    fill_turn;
  reg  [2:0]             answered_kind;
  reg  [MSG_ID_BITS-1:0] answered_id;  // of a reply; of a line of another L1:
  reg                    answered_fill;
  reg  [ENTRIES-1:0]     answered;     // one-hot: its entry
  reg  [ENTRY_BITS-1:0]  answered_entry;
  reg  [LINE_BITS-1:0]   answered_line;
  reg  [1023:0]          answered_data;
  wire [ENTRIES-1:0]     filled;       // entry of the line of another L1
  wire                   fill = fill_valid && fill_ready;

  always @(posedge clk)
    if (rst) begin
      answers   <= 1'b0;
      fill_turn <= 1'b0;
    end else if (answers) begin
      answers   <= !answer_ready;
    end else begin
      answers   <= fill_turn ? fill_valid : reply_valid;
      fill_turn <= !fill_turn && fill_valid;
    end

  always @(posedge clk)
    if (!answers) begin
      answered_kind <= fill_turn ? READ : reply_kind;
      answered_id   <= reply_id;
      answered_fill <= fill_turn;
      answered      <= filled;
      answered_line <= fill_turn ? fill_line : reply_line;
      answered_data <= fill_turn ? fill_data : reply_data;
    end

  // ---- Entries: found by their lines, which are those of one read each; a cycle later it is known
  // which one that is ----
  integer e;

  always @* begin
    asked_entry    = {ENTRY_BITS{1'b0}};
    asked_dest     = {NODE_BITS{1'b0}};
    answered_entry = {ENTRY_BITS{1'b0}};
    for (e = 0; e < ENTRIES; e = e + 1) begin
      if (answered[e]) answered_entry = answered_entry | e[ENTRY_BITS-1:0];
      if (asked[e]) begin
        asked_entry = asked_entry | e[ENTRY_BITS-1:0];
        asked_dest  = asked_dest | dests[e*NODE_BITS +: NODE_BITS];
      end
    end
  end

  generate
    for (i = 0; i < ENTRIES; i = i + 1) begin : each_entry
      localparam [31:0] INDEX = i;
      wire                 enters = enter && held_id[ENTRY_BITS-1:0] == INDEX[ENTRY_BITS-1:0];
      wire [LINE_BITS-1:0] line   = lines[i*LINE_BITS +: LINE_BITS];
      assign same[i]   = away[i] && line == request_line;
      assign turned[i] = away[i] && line == turned_line;
      assign filled[i] = away[i] && line == fill_line;

      always @(posedge clk)
        if (rst)                                        away[i] <= 1'b0;
        else if (enters)                                away[i] <= 1'b1;
        else if (ask && asked[i] || fill && filled[i]) away[i] <= 1'b0;

      always @(posedge clk)
        if (enters) begin
          lines[i*LINE_BITS +: LINE_BITS] <= held_line;
          dests[i*NODE_BITS +: NODE_BITS] <= held_dest;
        end
    end
  endgenerate

  reg was_written, was_skipped;
  always @(posedge clk)
    if (rst) begin
      was_written <= 1'b0;
      was_skipped <= 1'b0;
    end else begin
      was_written <= pass && held_reads && !stays_out && !held_skip;
      was_skipped <= pass && held_reads && !stays_out && held_skip;
    end

  // Outputs: functions of the state above.
  assign request_ready       = !held;
  assign send_valid          = asks || held && !shared && !waits;
  assign send_dest           = asks ? asked_dest : held_dest;
  assign send_kind           = asks ? READ : held_kind;
  assign send_op             = held_op;
  assign send_line           = asks ? asked_line : held_line;
  assign send_id             = asks ? {{MSG_ID_BITS-ENTRY_BITS{1'b0}}, asked_entry} : held_id;
  assign send_sectors        = asks ? 4'b1111 : held_sectors;
  assign send_data_sectors   = asks ? 4'b0000 : held_data_sectors;
  assign send_mask           = held_mask;
  assign miss_valid          = held && shared && !waits;
  assign miss_line           = held_line;
  assign direct_ready        = !asks && !back_turn;
  assign back_ready          = !asks && back_turn;
  assign fill_ready          = !answers && fill_turn;
  assign reply_ready         = !answers && !fill_turn;
  assign answer_valid        = answers;
  assign answer_kind         = answered_kind;
  assign answer_id           = answered_fill ? {{MSG_ID_BITS-ENTRY_BITS{1'b0}}, answered_entry}
                             : answered_id;
  assign answer_line         = answered_line;
  assign answer_data         = answered_data;
  assign event_written       = was_written;
  assign event_skip          = was_skipped;

  // Not needed: what of request_ways is about homes.
  wire unused_quiet;
  wire unused_over;
  wire unused_moved;
  wire unused_wrote;
  wire unused_sent;
  wire unused_passed;
  wire unused = &{1'b0, unused_quiet, unused_over, unused_moved, unused_wrote, unused_sent,
                  unused_passed, folded};

`ifdef FORMAL
`include "tests/formal/ccn_port.v"
`endif
endmodule
`default_nettype wire

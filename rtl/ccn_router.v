// One core's node of the cooperative caching network [taco16 sections 4.2, 4.5]: a queue on the
// ring of requests, which looks them up in the tags of the core's L1, and one on that of responses.
//
//   new ─> entry ─┬─> requests ─> head ─┬─ misses here: hops on ──────> link ─> request_out
//   request_in ───┘   (ReqQ)       │    ├─ is back at its home, or late ──────> back (to L2)
//            shadow_tags <─ lookup ┘    └─ hits: snoop ... data ─┐
//   response_in ─> responses (RespQ) <──────── line ─────────────┘
//                         ├─ of another core ─> response_out
//                         └─ of this core ─> fill (to mshr)
//
// A hop takes HOP cycles; one request per cycle, a response in four beats. Requests of the ring go
// before new ones, new responses before those of the ring. Bubble rule: a new word leaves SPARE
// places free behind it, so no ring ever fills. A new request that could not enter in WAIT_LIMIT
// cycles goes to L2, so it does not wait for ever behind the ring's. Page:
// docs/blocks/ccn_router.md, docs/ccn.md.
`default_nettype none
module ccn_router #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter CORE_BITS  = 4,            // 1..8: bits of a core's number
  parameter DEPTH      = 8,            // 2..64: requests in ReqQ
  parameter RESPONSES  = 8,            // 2..16: lines in RespQ
  parameter HOP        = 1,            // 1..5: cycles of a hop
  parameter SPARE      = 1,            // 0..1: places that a new word leaves free; 0 can deadlock
  parameter WAIT_LIMIT = 255,          // 0..1023: cycles that a new request waits; 0: no limit
  parameter SETS       = 32,           // 1..1024: sets of the L1, a power of two
  parameter WAYS       = 4,            // 1..16: its ways
  parameter HASH_INDEX = 0,            // 0..2: its set index, as in l1_cache
  parameter SET_BITS   = (SETS > 1) ? $clog2(SETS) : 1,  // derived: bits of a set number
  parameter WAY_BITS   = (WAYS > 1) ? $clog2(WAYS) : 1,  // derived: bits of a way number
  parameter TAG_BITS   = LINE_BITS - $clog2(SETS)        // derived: bits of a tag
) (
  input  wire                 clk,                // clock
  input  wire                 rst,                // synchronous reset, active high
  input  wire                 flush,              // kernel boundary: empty behind this edge
`ifdef MEMLOOM_SHARED_L1
  input  wire                 share_even,         // even sets are shared: no line of theirs is sent
  input  wire                 share_odd,          // the same of odd ones
`endif
  input  wire [CORE_BITS-1:0] here,               // number of this core (constant)

  // new: requests of the core, from ccn_buffer
  input  wire                 new_valid,          // a request is offered
  output wire                 new_ready,          // it is taken at this edge
  input  wire [LINE_BITS-1:0] new_line,           // its line address

  // tags: what the L1 wrote to its tags at the last edge (shadow_tags.write)
  input  wire                 tags_valid,         // it wrote a set
  input  wire [SET_BITS-1:0]  tags_set,           // the set, below SETS
  input  wire [WAYS-1:0]      tags_lines,         // its ways that are valid behind the edge
  input  wire [WAYS-1:0]      tags_ways,          // its ways whose tag is written
  input  wire [TAG_BITS-1:0]  tags_tag,           // that tag

  // request_in: from the node before on the ring of requests
  input  wire                 request_in_valid,   // a request is offered
  output wire                 request_in_ready,   // it is taken at this edge
  input  wire [CORE_BITS-1:0] request_in_core,    // core that asks
  input  wire [LINE_BITS-1:0] request_in_line,    // line address

  // request_out: to the node behind; re-decided, as each cycle has its own lookup
  output wire                 request_out_valid,  // a request is offered
  input  wire                 request_out_ready,  // it is taken at this edge
  output wire [CORE_BITS-1:0] request_out_core,   // core that asks
  output wire [LINE_BITS-1:0] request_out_line,   // line address

  // snoop: the L1 is asked for a line; re-decided, as each cycle has its own lookup
  output wire                 snoop_valid,        // the head hits, and there is room for the line
  input  wire                 snoop_ready,        // the L1 will read it
  output wire [SET_BITS-1:0]  snoop_set,          // its set
  output wire [WAY_BITS-1:0]  snoop_way,          // its way

  // data, gone: the answer to the last snoop, in a later cycle; one of both for each
  input  wire                 data_valid,         // the L1 read the line: the longest path
  input  wire [1023:0]        data_line,          // the line
  input  wire                 gone_valid,         // it had left before it was read

  // back: to L2, a request that could not enter, else one that nobody answered; re-decided
  output wire                 back_valid,         // one is offered
  input  wire                 back_ready,         // it is taken at this edge
  output wire [LINE_BITS-1:0] back_line,          // line address

  // response_in: from the node before on the ring of responses, four beats each
  input  wire                 response_in_valid,  // a beat is offered
  output wire                 response_in_ready,  // it is taken at this edge
  input  wire [CORE_BITS-1:0] response_in_core,   // core that asked
  input  wire [LINE_BITS-1:0] response_in_line,   // line address
  input  wire [255:0]         response_in_data,   // a quarter of the line, the lowest first

  // response_out: to the node behind
  output wire                 response_out_valid, // a beat is offered
  input  wire                 response_out_ready, // it is taken at this edge
  output wire [CORE_BITS-1:0] response_out_core,  // core that asked
  output wire [LINE_BITS-1:0] response_out_line,  // line address
  output wire [255:0]         response_out_data,  // a quarter of the line, the lowest first

  // fill: lines for this core, to ccn_port
  output wire                 fill_valid,         // a line is offered
  input  wire                 fill_ready,         // it is taken at this edge
  output wire [LINE_BITS-1:0] fill_line,          // line address
  output wire [1023:0]        fill_data,          // the line

  // events: pulses, registered
  output wire                 event_new,          // a request of the core entered the ring
  output wire                 event_hit,          // a line of this L1 was sent to another core
  output wire                 event_gone,         // one had left when it was to be read
  output wire                 event_held,         // a hit waited: no room for the response
  output wire                 event_answer,       // another core's line was given to the MSHR
  output wire                 event_back,         // a request of the core came back, to L2
  output wire                 event_late          // one had waited too long to enter, to L2
);
  localparam WAIT_BITS = $clog2(DEPTH + 1);
  localparam [31:0] FULL      = DEPTH;
  localparam [31:0] LIMIT     = DEPTH - SPARE;      // a new request enters below
  localparam [WAIT_BITS-1:0] ONE_REQUEST  = 1;
  localparam WORD_BITS = CORE_BITS + LINE_BITS;     // {core, line}
  localparam LATE_BITS = (WAIT_LIMIT > 0) ? $clog2(WAIT_LIMIT + 1) : 1;
  localparam [31:0] LATE_LAST = WAIT_LIMIT - 1;
  localparam [LATE_BITS-1:0] ONE_CYCLE = 1;

  // ---- ReqQ: {fresh, core, line}; fresh: new, has not left its home ----
  wire                 entry_valid;
  wire [LINE_BITS-1:0] entry_line;
  reg  [WAIT_BITS-1:0] waiting;        // requests in it
  reg  [LATE_BITS-1:0] waited;         // cycles that the new one could not enter
  reg                  late;           // WAIT_LIMIT of them
  wire                 enter;          // the new one does
  wire                 turned = late && back_ready;  // it goes to L2
  wire                 arrive = request_in_valid && request_in_ready;
  wire [WORD_BITS:0]   word = request_in_valid ? {1'b0, request_in_core, request_in_line}
                                               : {1'b1, here, entry_line};
  reg                  head_valid;
  reg                  head_fresh;
  reg                  head_home;      // it is one of this core
  reg  [CORE_BITS-1:0] head_core;
  reg  [LINE_BITS-1:0] head_line;
  wire                 goes;           // the head leaves without
  wire                 leave = goes || data_valid;
  wire                 next  = !head_valid || goes || data_valid;  // another one may become the head
  wire                 behind_valid;   // requests behind the head
  wire [WORD_BITS:0]   behind;         // the oldest of them
  wire [WORD_BITS:0]   next_word = behind_valid ? behind : word;

  fifo #(.WIDTH(LINE_BITS), .DEPTH(1)) entry (
    .clk      (clk),
    .rst      (rst),
    .put_valid(new_valid),
    .put_ready(new_ready),
    .put_data (new_line),
    .get_valid(entry_valid),
    .get_ready(enter || turned),
    .get_data (entry_line)
  );

  // The ring's request first. A new one needs a place more than it takes.
  assign enter = entry_valid && !late && !request_in_valid && waiting < LIMIT[WAIT_BITS-1:0];

  // Only a new one makes it count, so what is late is there.
  always @(posedge clk)
    if (rst || !entry_valid || enter || turned) begin
      waited <= {LATE_BITS{1'b0}};
      late   <= 1'b0;
    end else if (!late && WAIT_LIMIT != 0) begin
      waited <= waited + ONE_CYCLE;
      late   <= waited == LATE_LAST[LATE_BITS-1:0];
    end

  // The oldest request stands in registers of its own, the head, and so does the one behind it.
  // That the head leaves is known late: the others do not move then. One behind it says there is one.
  fifo #(.WIDTH(1 + WORD_BITS), .DEPTH(DEPTH - 1), .MOVED(0), .HEAD(1)) requests (
    .clk      (clk),
    .rst      (rst),
    .put_valid((arrive || enter) && (behind_valid || !next)),
    .put_ready(unused_request_room),
    .put_data (word),
    .get_valid(behind_valid),
    .get_ready(leave),
    .get_data (behind)
  );

  always @(posedge clk)
    if (rst)       head_valid <= 1'b0;
    else if (next) head_valid <= behind_valid || arrive || enter;

  always @(posedge clk)
    if (next) begin
      {head_fresh, head_core, head_line} <= next_word;
      head_home <= next_word[WORD_BITS-1:LINE_BITS] == here;
    end

  always @(posedge clk)
    if (rst)
      waiting <= {WAIT_BITS{1'b0}};
    else if ((arrive || enter) != leave)
      waiting <= leave ? waiting - ONE_REQUEST : waiting + ONE_REQUEST;

  // ---- The head: home, looked up, read, or passed on ----
  reg                  reading;        // its line was snooped, the data are on their way
  reg                  passed;         // its line was gone: not looked up here again
  wire                 line_is_here;
  wire                 is_home  = head_home && !head_fresh;
  wire                 returns  = back_valid && back_ready && !late;
  wire                 found    = head_valid && !head_fresh && !is_home && !passed && line_is_here;
  wire                 hops_on  = head_valid && !is_home && !found && !reading;
  wire                 response_room;  // for a new response
  wire                 asks     = found && !reading;  // for the line, when there is room
  wire                 snoop    = snoop_valid && snoop_ready;
  wire                 link_room;

  // A fresh one is not looked up: which of the two comes in matters only later. Nor is a head whose line
  // is read or was gone, so the lookup need not wait for data: it is then of what may be the next head.
  wire                 look_next = !head_valid || goes || reading;
  wire [LINE_BITS-1:0] look_line = behind_valid ? behind[LINE_BITS-1:0] : request_in_line;
  shadow_tags #(
    .LINE_BITS(LINE_BITS), .SETS(SETS), .WAYS(WAYS), .HASH_INDEX(HASH_INDEX)
  ) tags (
    .clk        (clk),
    .rst        (rst),
    .flush      (flush),
`ifdef MEMLOOM_SHARED_L1
    .share_even (share_even),
    .share_odd  (share_odd),
`endif
    .write_valid(tags_valid),
    .write_set  (tags_set),
    .write_lines(tags_lines),
    .write_ways (tags_ways),
    .write_tag  (tags_tag),
    .next_valid (look_next),
    .next_line  (look_line),
    .look_hit   (line_is_here),
    .look_set   (snoop_set),
    .look_way   (snoop_way)
  );

  // Data come while `reading` only. Not said here: what waits for `leave` is the longest path.
  assign goes = hops_on && link_room || returns;

  always @(posedge clk)
    if (rst) begin
      reading <= 1'b0;
      passed  <= 1'b0;
    end else begin
      reading <= reading ? !data_valid && !gone_valid : snoop;
      passed  <= !leave && (passed || gone_valid);
    end

  // ---- Responses: RespQ. A place is kept for a line that is being read. ----
  wire                 beat_last;      // the ring's next beat is the fourth of its line
  wire                 whole;          // all of it is here, it has nowhere to go yet
  wire [CORE_BITS-1:0] part_core;
  wire [LINE_BITS-1:0] part_line;
  wire [1023:0]        parts;
  wire                 complete = whole || beat_last && response_in_valid;
  wire                 for_here = part_core == here;
  wire                 fill_free;
  wire                 to_fill  = complete && for_here && fill_free;

  ccn_lines #(
    .HEAD_BITS(WORD_BITS), .RESPONSES(RESPONSES), .HOP(HOP - 1), .SPARE(SPARE), .PROMPT(1)
  ) responses (
    .clk       (clk),
    .rst       (rst),
    .in_valid  (response_in_valid),
    .in_ready  (response_in_ready),
    .in_head   ({response_in_core, response_in_line}),
    .in_data   (response_in_data),
    .beat_last (beat_last),
    .line_valid(whole),
    .line_take (to_fill),
    .line_pass (complete && !for_here),
    .line_room (unused_line_room),
    .line_head ({part_core, part_line}),
    .line_as   ({part_core, part_line}),
    .line_data (parts),
    .keep_valid(asks && snoop_ready),
    .keep_ready(response_room),
    .new_valid (data_valid),
    .new_head  ({head_core, head_line}),
    .new_data  (data_line),
    .gone_valid(gone_valid),
    .out_valid (response_out_valid),
    .out_ready (response_out_ready),
    .out_head  ({response_out_core, response_out_line}),
    .out_data  (response_out_data)
  );

  // ---- Link: what of a hop is longer than the queue's own cycle ----
  generate
    if (HOP > 1) begin : far
      delay_line #(
        .META_BITS(WORD_BITS), .DATA_BITS(1), .DEPTH(HOP + 1), .QUEUE(1), .DELAY(HOP - 1)
      ) request_link (
        .clk         (clk),
        .rst         (rst),
        .put_valid   (hops_on),
        .put_ready   (link_room),
        .put_has_data(1'b0),
        .put_meta    ({head_core, head_line}),
        .put_data    (1'b0),
        .get_valid   (request_out_valid),
        .get_ready   (request_out_ready),
        .get_meta    ({request_out_core, request_out_line}),
        .get_data    (unused_request_data),
        .level       (unused_request_level)
      );

      wire                     unused_request_data;
      wire [$clog2(HOP+2)-1:0] unused_request_level;
      wire unused_far = &{1'b0, unused_request_data, unused_request_level};
    end else begin : near
      assign link_room         = request_out_ready;
      assign request_out_valid = hops_on;
      assign request_out_core  = head_core;
      assign request_out_line  = head_line;
    end
  endgenerate

  // ---- Lines for this core ----
  reg                  fill_there;
  reg  [LINE_BITS-1:0] filled_line;
  reg  [1023:0]        filled_data;

  assign fill_free = !fill_there || fill_ready;

  always @(posedge clk)
    if (rst)            fill_there <= 1'b0;
    else if (fill_free) fill_there <= to_fill;

  always @(posedge clk)
    if (to_fill) {filled_line, filled_data} <=
      {part_line, whole ? parts[1023:768] : response_in_data, parts[767:0]};

  reg was_new, was_hit, was_gone, was_held, was_answer, was_back, was_late;
  always @(posedge clk)
    if (rst) begin
      was_new    <= 1'b0;
      was_hit    <= 1'b0;
      was_gone   <= 1'b0;
      was_held   <= 1'b0;
      was_answer <= 1'b0;
      was_back   <= 1'b0;
      was_late   <= 1'b0;
    end else begin
      was_new    <= enter;
      was_hit    <= data_valid;
      was_gone   <= gone_valid;
      was_held   <= asks && !response_room;
      was_answer <= fill_valid && fill_ready;
      was_back   <= returns;
      was_late   <= turned;
    end

  // Outputs: functions of the state; snoop and request_out through the lookup in shadow_tags.
  assign request_in_ready  = waiting != FULL[WAIT_BITS-1:0];
  assign snoop_valid       = asks && response_room;
  assign back_valid        = late || head_valid && is_home;
  assign back_line         = late ? entry_line : head_line;
  assign fill_valid        = fill_there;
  assign fill_line         = filled_line;
  assign fill_data         = filled_data;
  assign event_new         = was_new;
  assign event_hit         = was_hit;
  assign event_gone        = was_gone;
  assign event_held        = was_held;
  assign event_answer      = was_answer;
  assign event_back        = was_back;
  assign event_late        = was_late;

  // Not needed: the count beside the queue says whether it has room; what passes waits in responses.
  wire unused_request_room;
  wire unused_line_room;
  wire unused = &{1'b0, unused_request_room, unused_line_room};

`ifdef FORMAL
`include "tests/formal/ccn_router.v"
`endif
endmodule
`default_nettype wire

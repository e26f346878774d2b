// The bridge of a cluster between its pair of rings and the pair of rings of all bridges [taco16
// section 5.6]: what no core of a cluster has is asked for in all other clusters at once.
//
//   request_in ─> requests ─┬─ of a core: hops on, renamed to a slot ──────> link ─> request_out
//        copies, ends ─> ───┤    (once more around its own cluster)
//                           ├─ of a slot, back: nobody here has it ─> up
//                           └─ a copy, back: ends without a line
//   ask_in ─> asks <─ up    ├─ of another cluster, first round: a copy of it is made
//                │          ├─ second round: collects; waits for the copy, claims its line
//                └──────────┴─ of this one: goes round a second time; then its slot ends
//   response_in ─> lower (ccn_lines) ─┬─ of a core, of a slot (renamed): passes ─> response_out
//                                     └─ of a copy ─> store ─ claimed ─> upper
//   give_in ─> upper (ccn_lines) ─┬─ of this cluster ─> lower
//                                 └─ of another: passes ─> give_out
//
// A hop of a request takes HOP + 1 cycles, of a line HOP + 5. Names on the lower rings:
// {2'b00, core}, {2'b10, slot}, {2'b11, copy}. Page: docs/blocks/ccn_bridge.md, docs/ccn.md.
`default_nettype none
module ccn_bridge #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter NUMBER_BITS = 3,           // 1..6: of a core in its cluster, a slot, a copy
  parameter BRIDGE_BITS = 2,           // 1..7: bits of a bridge's number
  parameter DEPTH       = 8,           // 2..64: requests that the lower ring has here
  parameter RESPONSES   = 8,           // 2..16: lines in the queue of either ring
  parameter HOP         = 1,           // 1..5: cycles of a link
  parameter SPARE       = 1,           // 0..1: places that a new word leaves free; 0 can deadlock
  parameter WAIT_LIMIT  = 255,         // 0..1023: cycles that a copy waits to enter; 0: no limit
  parameter SLOTS       = 8,           // 1..32: requests of this cluster that the others are asked
  parameter COPIES      = 8,           // 1..32: of other clusters that this one is asked
  parameter NAME_BITS   = NUMBER_BITS + 2  // derived: bits of a name on the lower rings
) (
  input  wire                   clk,                // clock
  input  wire                   rst,                // synchronous reset, active high
  input  wire [BRIDGE_BITS-1:0] here,               // number of this bridge (constant)

  // request_in: from the last core of the cluster
  input  wire                   request_in_valid,   // a request is offered
  output wire                   request_in_ready,   // it is taken at this edge
  input  wire [NAME_BITS-1:0]   request_in_core,    // whose it is
  input  wire [LINE_BITS-1:0]   request_in_line,    // line address

  // request_out: to its first core
  output wire                   request_out_valid,  // a request is offered
  input  wire                   request_out_ready,  // it is taken at this edge
  output wire [NAME_BITS-1:0]   request_out_core,   // whose it is
  output wire [LINE_BITS-1:0]   request_out_line,   // line address

  // response_in: from the first core of the cluster, four beats each
  input  wire                   response_in_valid,  // a beat is offered
  output wire                   response_in_ready,  // it is taken at this edge
  input  wire [NAME_BITS-1:0]   response_in_core,   // for whom it is
  input  wire [LINE_BITS-1:0]   response_in_line,   // line address
  input  wire [255:0]           response_in_data,   // a quarter of the line, the lowest first

  // response_out: to its last core
  output wire                   response_out_valid, // a beat is offered
  input  wire                   response_out_ready, // it is taken at this edge
  output wire [NAME_BITS-1:0]   response_out_core,  // for whom it is
  output wire [LINE_BITS-1:0]   response_out_line,  // line address
  output wire [255:0]           response_out_data,  // a quarter of the line, the lowest first

  // ask_in: from the bridge before, on the ring of requests of all bridges
  input  wire                   ask_in_valid,       // a request is offered
  output wire                   ask_in_ready,       // it is taken at this edge
  input  wire                   ask_in_collects,    // it is in its second round
  input  wire                   ask_in_found,       // a line was claimed
  input  wire [BRIDGE_BITS-1:0] ask_in_home,        // bridge that asks
  input  wire [NUMBER_BITS-1:0] ask_in_slot,        // its slot
  input  wire [NUMBER_BITS-1:0] ask_in_core,        // core that asks, in its cluster
  input  wire [LINE_BITS-1:0]   ask_in_line,        // line address

  // ask_out: to the bridge behind
  output wire                   ask_out_valid,      // a request is offered
  input  wire                   ask_out_ready,      // it is taken at this edge
  output wire                   ask_out_collects,   // it is in its second round
  output wire                   ask_out_found,      // a line was claimed
  output wire [BRIDGE_BITS-1:0] ask_out_home,       // bridge that asks
  output wire [NUMBER_BITS-1:0] ask_out_slot,       // its slot
  output wire [NUMBER_BITS-1:0] ask_out_core,       // core that asks, in its cluster
  output wire [LINE_BITS-1:0]   ask_out_line,       // line address

  // give_in: from the bridge before, on the ring of lines of all bridges, four beats each
  input  wire                   give_in_valid,      // a beat is offered
  output wire                   give_in_ready,      // it is taken at this edge
  input  wire [BRIDGE_BITS-1:0] give_in_home,       // bridge that asked
  input  wire [NUMBER_BITS-1:0] give_in_core,       // core that asked, in its cluster
  input  wire [LINE_BITS-1:0]   give_in_line,       // line address
  input  wire [255:0]           give_in_data,       // a quarter of the line, the lowest first

  // give_out: to the bridge behind
  output wire                   give_out_valid,     // a beat is offered
  input  wire                   give_out_ready,     // it is taken at this edge
  output wire [BRIDGE_BITS-1:0] give_out_home,      // bridge that asked
  output wire [NUMBER_BITS-1:0] give_out_core,      // core that asked, in its cluster
  output wire [LINE_BITS-1:0]   give_out_line,      // line address
  output wire [255:0]           give_out_data       // a quarter of the line, the lowest first
);
  localparam TOTAL       = DEPTH + SLOTS;            // a slot keeps the place of its request
  localparam PLACE_BITS  = $clog2(TOTAL + 1);
  localparam SLOT_BITS   = (SLOTS > 1) ? $clog2(SLOTS) : 1;
  localparam COPY_BITS   = (COPIES > 1) ? $clog2(COPIES) : 1;
  localparam WORD_BITS   = NAME_BITS + LINE_BITS;    // {name, line}
  localparam WHO_BITS    = NUMBER_BITS + LINE_BITS;  // {core, line}
  localparam ASK_BITS    = 2 + BRIDGE_BITS + NUMBER_BITS + WHO_BITS;  // {collects, found, ...}
  localparam ASKER_BITS  = BRIDGE_BITS + NUMBER_BITS;  // {home, slot}
  localparam GIVE_BITS   = BRIDGE_BITS + WHO_BITS;   // {home, core, line}
  localparam LATE_BITS   = (WAIT_LIMIT > 0) ? $clog2(WAIT_LIMIT + 1) : 1;
  localparam [31:0] FULL      = TOTAL;
  localparam [31:0] LIMIT     = TOTAL - SPARE;       // a copy enters below
  localparam [31:0] LATE_LAST = WAIT_LIMIT - 1;
  localparam [LATE_BITS-1:0]   ONE_CYCLE = 1;
  localparam [PLACE_BITS-1:0]  ONE_PLACE = 1;
  localparam [SLOTS-1:0]       ONE_SLOT  = 1;
  localparam [COPIES-1:0]      ONE_COPY  = 1;
  localparam [NUMBER_BITS-1:0] NOBODY    = 0;

  // ---- The lower ring of requests: {fresh, name, line}; fresh: put here by this bridge ----
  wire                   head_valid, head_fresh;
  wire [NAME_BITS-1:0]   head_name;
  wire [LINE_BITS-1:0]   head_line;
  wire [NUMBER_BITS-1:0] head_number = head_name[NUMBER_BITS-1:0];
  wire [1:0]             head_kind = head_name[NAME_BITS-1 -: 2];
  wire                   of_core = head_valid && !head_fresh && !head_kind[1];
  wire                   of_slot = head_valid && !head_fresh && head_kind == 2'b10;
  wire                   of_copy = head_valid && !head_fresh && head_kind == 2'b11;
  wire                   lower_held;   // a line waits for room on the lower ring of lines
  wire                   link_room;
  wire                   hops   = head_valid && (head_fresh || of_core) && !lower_held;
  wire                   hop    = hops && link_room;
  wire                   lands;        // the line of a copy arrives
  wire                   rises  = of_slot && !lands;     // nobody here has it: the others are asked
  wire                   misses = of_copy && !lands;     // a copy ends without a line
  wire                   leave  = hop || rises || misses;

  wire                   end_valid;    // a request that nobody has goes home
  wire [WHO_BITS-1:0]    end_who;
  wire                   copy_valid;   // a copy waits to enter
  wire [NUMBER_BITS-1:0] copy_number;
  wire [LINE_BITS-1:0]   copy_line;
  reg                    late;         // for WAIT_LIMIT cycles
  reg  [LATE_BITS-1:0]   waited;
  reg  [PLACE_BITS-1:0]  places;       // in use, or kept for a slot's request
  reg                    ring_went;    // the ring had its turn while one waited to go home
  wire                   arrive   = request_in_valid && request_in_ready;
  wire                   ends     = end_valid && (!request_in_valid || ring_went);
  wire                   enters   = copy_valid && !late && !request_in_valid && !end_valid
                                 && places < LIMIT[PLACE_BITS-1:0];
  wire                   gives_up = copy_valid && late && !lands && !of_slot && !of_copy;
  wire [WORD_BITS:0]     end_word  = {3'b100, end_who};
  wire [WORD_BITS:0]     copy_word = {3'b111, copy_number, copy_line};

  fifo #(.WIDTH(1 + WORD_BITS), .DEPTH(TOTAL), .MOVED(0), .HEAD(1)) requests (
    .clk      (clk),
    .rst      (rst),
    .put_valid(arrive || ends || enters),
    .put_ready(unused_request_room),
    .put_data (arrive ? {1'b0, request_in_core, request_in_line}
                      : end_valid ? end_word : copy_word),
    .get_valid(head_valid),
    .get_ready(leave),
    .get_data ({head_fresh, head_name, head_line})
  );

  wire                   returns;      // a request of this cluster has collected
  wire                   releases;     // and a line is on its way: the kept place is free
  wire [PLACE_BITS-1:0]  came = (arrive || enters) ? places + ONE_PLACE : places;
  wire [PLACE_BITS-1:0]  went = (hop || misses) ? came - ONE_PLACE : came;
  always @(posedge clk)
    if (rst) places <= {PLACE_BITS{1'b0}};
    else     places <= releases ? went - ONE_PLACE : went;

  always @(posedge clk)
    if (rst) ring_went <= 1'b0;
    else     ring_went <= end_valid && !ends && (ring_went || arrive);

  always @(posedge clk)
    if (rst || !copy_valid || enters || gives_up) begin
      waited <= {LATE_BITS{1'b0}};
      late   <= 1'b0;
    end else if (!late && WAIT_LIMIT != 0) begin
      waited <= waited + ONE_CYCLE;
      late   <= waited == LATE_LAST[LATE_BITS-1:0];
    end

  // ---- Slots: requests of this cluster, from their renaming until they end ----
  reg  [SLOTS-1:0]       busy;
  wire [SLOTS-1:0]       first_free = ~busy & (busy + ONE_SLOT);
  reg  [NUMBER_BITS-1:0] free_slot;
  reg  [NUMBER_BITS-1:0] slot_cores [0:SLOTS-1];
  wire                   renames = of_core && first_free != {SLOTS{1'b0}};
  wire                   passes_line;  // a line of the lower ring passes
  wire [NAME_BITS-1:0]   line_name;
  wire [NUMBER_BITS-1:0] line_number = line_name[NUMBER_BITS-1:0];
  wire                   line_of_slot = line_name[NAME_BITS-1 -: 2] == 2'b10;
  wire [NUMBER_BITS-1:0] ended_slot, returned_slot;
  wire [SLOTS-1:0]       found_free = (passes_line && line_of_slot) ? ONE_SLOT << line_number
                                                                   : {SLOTS{1'b0}};
  wire [SLOTS-1:0]       given_free = releases ? ONE_SLOT << returned_slot : {SLOTS{1'b0}};
  wire [SLOTS-1:0]       ended_free = ends ? ONE_SLOT << ended_slot : {SLOTS{1'b0}};
  wire [SLOTS-1:0]       taken_slot = (renames && hop) ? first_free : {SLOTS{1'b0}};
  integer s;
  always @* begin
    free_slot = NOBODY;
    for (s = 0; s < SLOTS; s = s + 1)
      if (first_free[s]) free_slot = s[NUMBER_BITS-1:0];
  end

  always @(posedge clk)
    if (rst) busy <= {SLOTS{1'b0}};
    else     busy <= (busy | taken_slot) & ~(found_free | given_free | ended_free);

  always @(posedge clk)
    if (renames && hop) slot_cores[free_slot[SLOT_BITS-1:0]] <= head_number;

  wire [NUMBER_BITS-1:0] head_core = slot_cores[head_number[SLOT_BITS-1:0]];
  wire [NUMBER_BITS-1:0] line_core = slot_cores[line_number[SLOT_BITS-1:0]];

  // ---- Copies: requests of other clusters, until they ended and their line is gone ----
  reg  [COPIES-1:0]      out;          // under way, or waits to enter
  reg  [COPIES-1:0]      unwanted;     // another cluster has the line
  reg  [COPIES-1:0]      parked;       // its request waits here for the end
  reg  [COPIES-1:0]      stored;       // its line is here
  reg  [COPIES-1:0]      claimed;      // and is to be sent
  wire [COPIES-1:0]      in_use = out | stored | claimed;
  wire [COPIES-1:0]      first_copy = ~in_use & (in_use + ONE_COPY);
  reg  [NUMBER_BITS-1:0] free_copy;
  reg  [ASKER_BITS-1:0]  askers [0:COPIES-1];   // {home, slot}
  reg  [WHO_BITS-1:0]    wanted [0:COPIES-1];   // {core, line}
  integer c;
  always @* begin
    free_copy = NOBODY;
    for (c = 0; c < COPIES; c = c + 1)
      if (first_copy[c]) free_copy = c[NUMBER_BITS-1:0];
  end

  // One ends in a cycle at most: with its line, at the head of the ring, or where it waited.
  // All three are looked up before it is known which it is.
  wire                   over = lands || misses || gives_up;
  wire [COPIES-1:0]      land_mask = ONE_COPY << line_number;
  wire [COPIES-1:0]      miss_mask = ONE_COPY << head_number;
  wire [COPIES-1:0]      late_mask = ONE_COPY << copy_number;
  wire [COPIES-1:0]      over_mask = {COPIES{lands}} & land_mask | {COPIES{misses}} & miss_mask
                                   | {COPIES{gives_up}} & late_mask;
  wire [ASKER_BITS-1:0]  land_asker = askers[line_number[COPY_BITS-1:0]];
  wire [WHO_BITS-1:0]    land_who   = wanted[line_number[COPY_BITS-1:0]];
  wire [ASKER_BITS-1:0]  miss_asker = askers[head_number[COPY_BITS-1:0]];
  wire [WHO_BITS-1:0]    miss_who   = wanted[head_number[COPY_BITS-1:0]];
  wire [ASKER_BITS-1:0]  late_asker = askers[copy_number[COPY_BITS-1:0]];
  wire [WHO_BITS-1:0]    late_who   = wanted[copy_number[COPY_BITS-1:0]];
  wire                   land_parked = |(land_mask & parked);
  wire                   miss_parked = |(miss_mask & parked);
  wire                   late_parked = |(late_mask & parked);
  wire                   tells = lands && land_parked || misses && miss_parked
                              || gives_up && late_parked;  // its request goes on

  // ---- The ring of requests of all bridges: {collects, found, home, slot, core, line}; one that
  // enters here as {0, 1} has not left its home ----
  wire                   ask_valid, own, ask_collects, ask_found;
  wire [BRIDGE_BITS-1:0] ask_home;
  wire [NUMBER_BITS-1:0] ask_slot, ask_core;
  wire [LINE_BITS-1:0]   ask_line;
  wire [COPIES-1:0]      same;         // its copy, that is wanted and has not ended without a line
  genvar i;
  generate
    for (i = 0; i < COPIES; i = i + 1) begin : copy
      assign same[i] = (out[i] && !unwanted[i] || stored[i]) && askers[i] == {ask_home, ask_slot};
    end
  endgenerate

  wire                   upper_held;   // a line waits for room on the upper ring of lines
  wire                   looks  = ask_valid && !own && ask_collects;
  wire                   awaits = looks && |(same & out);      // the copy is under way
  wire                   holds  = looks && |(same & stored);   // its line is here
  wire                   parks  = awaits && !ask_found && !over;
  wire                   stands = over && looks && |same;      // what becomes of it is known next
  wire                   hops_up = ask_valid && !upper_held && (own ? !ask_collects
                                 : !stands && !(awaits && !ask_found));
  wire                   up_room;
  wire                   hop_up = hops_up && up_room;
  wire                   first  = ask_valid && !own && !ask_collects;  // in its first round
  wire                   copies = first && !upper_held && up_room && in_use != {COPIES{1'b1}};
  wire                   claims = hop_up && holds && !ask_found;
  wire [COPIES-1:0]      drops  = (hop_up && awaits) ? same : {COPIES{1'b0}};
  wire [COPIES-1:0]      clears = (hop_up && holds) ? same : {COPIES{1'b0}};
  assign returns  = ask_valid && own && ask_collects;
  assign releases = returns && ask_found;
  assign returned_slot = ask_slot;

  wire                   up_valid;     // requests that enter here, in their order
  wire [ASK_BITS-1:0]    up_word;
  wire                   asks_room;
  reg                    rose;         // what rises or tells, a cycle later
  reg  [ASK_BITS-1:0]    rose_word;
  reg                    asked_went;   // the ring had its turn while one waited
  wire                   ask_arrive = ask_in_valid && ask_in_ready;
  wire                   goes_up = up_valid && asks_room && (!ask_in_valid || asked_went);

  fifo #(.WIDTH(1 + ASK_BITS), .DEPTH(SLOTS + 1), .MOVED(0), .HEAD(1)) asks (
    .clk      (clk),
    .rst      (rst),
    .put_valid(ask_arrive || goes_up),
    .put_ready(asks_room),
    .put_data (ask_arrive ? {ask_in_home == here, ask_in_collects, ask_in_found, ask_in_home,
                             ask_in_slot, ask_in_core, ask_in_line}
                          : {!up_word[ASK_BITS-1], up_word}),
    .get_valid(ask_valid),
    .get_ready(hop_up || parks || returns),
    .get_data ({own, ask_collects, ask_found, ask_home, ask_slot, ask_core, ask_line})
  );

  fifo #(.WIDTH(ASK_BITS), .DEPTH(SLOTS + COPIES), .MOVED(0), .HEAD(1)) up (
    .clk      (clk),
    .rst      (rst),
    .put_valid(rose),
    .put_ready(unused_up_room),
    .put_data (rose_word),
    .get_valid(up_valid),
    .get_ready(goes_up),
    .get_data (up_word)
  );

  always @(posedge clk) begin
    rose <= !rst && (rises || tells);
    rose_word <= lands ? {2'b11, land_asker, land_who}
               : of_slot ? {2'b01, here, head_number, head_core, head_line}
               : of_copy ? {2'b10, miss_asker, miss_who} : {2'b10, late_asker, late_who};
  end

  always @(posedge clk)
    if (rst) asked_went <= 1'b0;
    else     asked_went <= up_valid && !goes_up && (asked_went || ask_arrive);

  fifo #(.WIDTH(NUMBER_BITS + LINE_BITS), .DEPTH(COPIES), .MOVED(0), .HEAD(1)) waiting (
    .clk      (clk),
    .rst      (rst),
    .put_valid(copies),
    .put_ready(unused_copy_room),
    .put_data ({free_copy, ask_line}),
    .get_valid(copy_valid),
    .get_ready(enters || gives_up),
    .get_data ({copy_number, copy_line})
  );

  fifo #(.WIDTH(NUMBER_BITS + WHO_BITS), .DEPTH(SLOTS), .MOVED(0), .HEAD(1)) ending (
    .clk      (clk),
    .rst      (rst),
    .put_valid(returns && !ask_found),
    .put_ready(unused_end_room),
    .put_data ({ask_slot, ask_core, ask_line}),
    .get_valid(end_valid),
    .get_ready(ends),
    .get_data ({ended_slot, end_who})
  );

  always @(posedge clk)
    if (copies) begin
      askers[free_copy[COPY_BITS-1:0]] <= {ask_home, ask_slot};
      wanted[free_copy[COPY_BITS-1:0]] <= {ask_core, ask_line};
    end

  wire [COPIES-1:0]      makes   = copies ? first_copy : {COPIES{1'b0}};
  wire                   keeps   = lands && (land_mask & (parked | unwanted)) == {COPIES{1'b0}};
  wire                   sends   = lands && land_parked;  // claimed as it lands
  wire [COPIES-1:0]      given;                           // the line enters the upper ring
  always @(posedge clk)
    if (rst) begin
      out      <= {COPIES{1'b0}};
      unwanted <= {COPIES{1'b0}};
      parked   <= {COPIES{1'b0}};
      stored   <= {COPIES{1'b0}};
      claimed  <= {COPIES{1'b0}};
    end else begin
      out      <= (out | makes) & ~over_mask;
      unwanted <= (unwanted | drops) & ~over_mask;
      parked   <= (parked | (parks ? same : {COPIES{1'b0}})) & ~over_mask;
      stored   <= (stored | (keeps ? land_mask : {COPIES{1'b0}})) & ~clears;
      claimed  <= (claimed | (sends ? land_mask : {COPIES{1'b0}})
                           | (claims ? same : {COPIES{1'b0}})) & ~given;
    end

  // ---- Lines: those of copies wait in the store until they are claimed ----
  wire                   line_valid, line_room, new_room;
  wire [LINE_BITS-1:0]   line_line;
  wire [1023:0]          line_data;
  wire                   line_of_copy = line_name[NAME_BITS-1 -: 2] == 2'b11;
  wire                   upper_valid, give_room, unused_upper_room;
  wire [BRIDGE_BITS-1:0] upper_home;
  wire [WHO_BITS-1:0]    upper_who;
  wire [1023:0]          upper_data;
  reg                    upper_own;    // known from the line's first beat on
  wire                   descends = upper_valid && upper_own;
  wire                   send_valid;
  wire [NUMBER_BITS-1:0] send_copy;
  wire [GIVE_BITS-1:0]   send_head;
  wire [1023:0]          send_data;
  reg  [NUMBER_BITS-1:0] claimed_copy;
  assign lands       = line_valid && line_of_copy;
  assign passes_line = line_valid && !line_of_copy && line_room && !(descends && new_room);
  assign lower_held  = descends && !new_room;
  assign upper_held  = send_valid && !give_room;
  assign given       = (send_valid && give_room) ? ONE_COPY << send_copy : {COPIES{1'b0}};
  always @(posedge clk) upper_own <= upper_home == here;

  always @* begin
    claimed_copy = NOBODY;
    for (c = 0; c < COPIES; c = c + 1)
      if (same[c]) claimed_copy = c[NUMBER_BITS-1:0];
  end

  ccn_lines #(
    .HEAD_BITS(WORD_BITS), .RESPONSES(RESPONSES), .HOP(HOP), .SPARE(SPARE)
  ) lower (
    .clk       (clk),
    .rst       (rst),
    .in_valid  (response_in_valid),
    .in_ready  (response_in_ready),
    .in_head   ({response_in_core, response_in_line}),
    .in_data   (response_in_data),
    .beat_last (unused_line_last),
    .line_valid(line_valid),
    .line_take (lands),
    .line_pass (line_valid && !line_of_copy),
    .line_room (line_room),
    .line_head ({line_name, line_line}),
    .line_as   (line_of_slot ? {2'b00, line_core, line_line} : {line_name, line_line}),
    .line_data (line_data),
    .keep_valid(descends),
    .keep_ready(new_room),
    .new_valid (descends && new_room),
    .gone_valid(1'b0),
    .new_head  ({2'b00, upper_who}),
    .new_data  (upper_data),
    .out_valid (response_out_valid),
    .out_ready (response_out_ready),
    .out_head  ({response_out_core, response_out_line}),
    .out_data  (response_out_data)
  );

  ccn_lines #(
    .HEAD_BITS(GIVE_BITS), .RESPONSES(RESPONSES), .HOP(HOP), .SPARE(SPARE)
  ) upper (
    .clk       (clk),
    .rst       (rst),
    .in_valid  (give_in_valid),
    .in_ready  (give_in_ready),
    .in_head   ({give_in_home, give_in_core, give_in_line}),
    .in_data   (give_in_data),
    .beat_last (unused_upper_last),
    .line_valid(upper_valid),
    .line_take (descends && new_room),
    .line_pass (upper_valid && !descends),
    .line_room (unused_upper_room),
    .line_head ({upper_home, upper_who}),
    .line_as   ({upper_home, upper_who}),
    .line_data (upper_data),
    .keep_valid(send_valid),
    .keep_ready(give_room),
    .new_valid (send_valid && give_room),
    .gone_valid(1'b0),
    .new_head  (send_head),
    .new_data  (send_data),
    .out_valid (give_out_valid),
    .out_ready (give_out_ready),
    .out_head  ({give_out_home, give_out_core, give_out_line}),
    .out_data  (give_out_data)
  );

  regfile_1r1w #(.WIDTH(1024), .DEPTH(COPIES)) store (
    .clk        (clk),
    .write_valid(lands),
    .write_addr (line_number[COPY_BITS-1:0]),
    .write_data (line_data),
    .read_addr  (send_copy[COPY_BITS-1:0]),
    .read_data  (send_data)
  );

  wire [GIVE_BITS-1:0] land_head = {land_asker[ASKER_BITS-1 -: BRIDGE_BITS], land_who};
  fifo #(.WIDTH(NUMBER_BITS + GIVE_BITS), .DEPTH(COPIES), .MOVED(0)) sending (
    .clk      (clk),
    .rst      (rst),
    .put_valid(sends || claims),
    .put_ready(unused_send_room),
    .put_data (sends ? {line_number, land_head} : {claimed_copy, ask_home, ask_core, ask_line}),
    .get_valid(send_valid),
    .get_ready(give_room),
    .get_data ({send_copy, send_head})
  );

  // ---- Links ----
  delay_line #(
    .META_BITS(WORD_BITS), .DATA_BITS(1), .DEPTH(HOP + 1), .QUEUE(1), .DELAY(HOP)
  ) request_link (
    .clk         (clk),
    .rst         (rst),
    .put_valid   (hops),
    .put_ready   (link_room),
    .put_has_data(1'b0),
    .put_meta    ({renames ? {2'b10, free_slot} : head_name, head_line}),
    .put_data    (1'b0),
    .get_valid   (request_out_valid),
    .get_ready   (request_out_ready),
    .get_meta    ({request_out_core, request_out_line}),
    .get_data    (unused_request_data),
    .level       (unused_request_level)
  );

  delay_line #(
    .META_BITS(ASK_BITS), .DATA_BITS(1), .DEPTH(HOP + 1), .QUEUE(1), .DELAY(HOP)
  ) ask_link (
    .clk         (clk),
    .rst         (rst),
    .put_valid   (hops_up),
    .put_ready   (up_room),
    .put_has_data(1'b0),
    .put_meta    ({ask_collects || own && !ask_found, !own && (ask_found || holds), ask_home,
                   ask_slot, ask_core, ask_line}),
    .put_data    (1'b0),
    .get_valid   (ask_out_valid),
    .get_ready   (ask_out_ready),
    .get_meta    ({ask_out_collects, ask_out_found, ask_out_home, ask_out_slot, ask_out_core,
                   ask_out_line}),
    .get_data    (unused_ask_data),
    .level       (unused_ask_level)
  );

  // Outputs: functions of the state, all else in the queues and links.
  assign request_in_ready = places != FULL[PLACE_BITS-1:0] && !(end_valid && ring_went);
  assign ask_in_ready     = asks_room && !(up_valid && asked_went);

  // Not needed: what enters these queues has a place there by its slot or copy.
  wire unused_request_room, unused_up_room, unused_copy_room, unused_end_room, unused_send_room;
  wire unused_request_data, unused_ask_data;
  wire unused_line_last, unused_upper_last;
  wire [$clog2(HOP+2)-1:0] unused_request_level, unused_ask_level;
  wire unused = &{1'b0, unused_request_room, unused_up_room, unused_copy_room, unused_end_room,
                  unused_send_room, unused_request_data, unused_ask_data, unused_request_level,
                  unused_ask_level, unused_upper_room, unused_line_last, unused_upper_last};

`ifdef FORMAL
`include "tests/formal/ccn_bridge.v"
`endif
endmodule
`default_nettype wire

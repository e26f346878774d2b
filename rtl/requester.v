// The front of a core with a shared L1: sends each request of the own core where the organization
// of the L1s wants it, to the own L1, to the line's home core, or straight to L2 [pact20 sections
// 3.1 to 3.3; table: docs/shared_l1.md], and has in it l1_arbiter, where requests for the own L1
// meet those of other cores. A request stands in a register for a cycle: as a message it is offered
// from there, as an access a cycle later, by l1_arbiter; half of the decision is in front of the
// register, half behind. Data of a store or atomic have one place, where they stay until they are
// taken whole: until then no request is. State: register, place, l1_arbiter's. Page: docs/blocks/requester.md.
`default_nettype none
module requester #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter ID_BITS    = 8,            // 4..10: bits of a request id
  parameter CORES      = 28,           // 1..256: cores
  parameter PARTITIONS = 8,            // 1..64: memory partitions
  parameter PARTITION_HASH = 0,        // 0..1: 1 chooses them by polynomials (address_map)
  parameter CHUNK_BITS = 1,            // 0..5: log2 of the lines in one interleaving chunk
  parameter SETS       = 32,           // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX = 0,            // 0..2: L1 set index as in l1_cache
  parameter FOLD       = 0,            // 0..2: home_map's
  parameter REGIONS    = 256,          // 4..1024: request_ways'
  parameter DEPTH      = 2,            // 2..64: messages of other cores that may wait
  parameter AGE_LIMIT  = 32,           // 0..255: local accesses that may pass a remote one; 0: any
  parameter LOCAL_WAIT = 0,            // 0..1: 1 own requests reach the L1 a cycle later
  parameter NODE_BITS  = 10,           // 10..10: bits of a node address {y, x}
  parameter HOP_BITS   = 6,            // 6..6: bits of a distance in hops
  parameter MSG_ID_BITS = 21,          // 21..21: bits of a message id
  parameter CORE_BITS  = (CORES > 1) ? $clog2(CORES) : 1 // derived: bits of a core's index
) (
  input  wire                   clk,            // clock
  input  wire                   rst,            // synchronous reset, active high
  input  wire [CORE_BITS-1:0]   here_core,      // index of this core (constant)
  input  wire [CORES*NODE_BITS-1:0] core_nodes, // {CORES} their nodes (constant)
  input  wire [PARTITIONS*NODE_BITS-1:0] partition_nodes, // {PARTITIONS} their nodes (constant)
  input  wire [CORES*HOP_BITS-1:0] core_hops,   // {CORES} distance from this core (constant)
  input  wire [PARTITIONS*HOP_BITS-1:0] partition_hops, // {PARTITIONS} likewise (constant)

  // organization
  input  wire                   share_even,     // even sets are shared
  input  wire                   share_odd,      // odd sets are shared
  input  wire                   l1_chunk,       // answers carry only the sectors asked for
  input  wire                   l1_nearest,     // ask the L2 slice when it is nearer than the home
  input  wire                   flush,          // kernel boundary

  // request: from the load/store unit
  input  wire                   request_valid,  // a request is offered
  output wire                   request_ready,  // it is taken at this edge
  input  wire [2:0]             request_kind,   // load, load_bypass, store, atomic, fetch
  input  wire [2:0]             request_op,     // atomic operation
  input  wire [LINE_BITS-1:0]   request_line,   // line address
  input  wire [ID_BITS-1:0]     request_id,     // comes back with the answer
`ifdef MEMLOOM_L1_PROTECT
  input  wire [31:0]            request_pc,     // program counter of the instruction
`endif
  input  wire [127:0]           request_mask,   // bytes read or written
  input  wire [1023:0]          request_data,   // store data or atomic operands

  // answer: the core's answers, each to a request that was taken
  input  wire                   answer_hit,      // by the own L1
  input  wire                   answer_response, // by the own MSHR
  input  wire                   answer_remote,   // by a home

  // recv: messages of other cores about lines of this home
  input  wire                   recv_valid,     // a message is there
  output wire                   recv_ready,     // it is taken at this edge
  input  wire [2:0]             recv_kind,      // 0 read, 2 store
  input  wire [NODE_BITS-1:0]   recv_src,       // node of the requester
  input  wire [LINE_BITS-1:0]   recv_line,      // line address
  input  wire [MSG_ID_BITS-1:0] recv_id,        // the requester's id
  input  wire [3:0]             recv_sectors,   // sectors it wants
  input  wire [127:0]           recv_mask,      // bytes read or written

  // access: the stream of accesses to the L1; re-decided in every cycle until it is taken
  output wire                   access_valid,   // an access is offered
  input  wire                   access_ready,   // it is taken at this edge
  output wire [2:0]             access_kind,    // as request_kind
  output wire [2:0]             access_op,      // atomic operation
  output wire                   access_remote,  // 1: of another core
  output wire                   access_foreign, // load: line of another home
  output wire [NODE_BITS-1:0]   access_node,    // remote: node of the requester, else 0
  output wire [3:0]             access_sectors, // remote: sectors it wants, else 0
  output wire [LINE_BITS-1:0]   access_line,    // line address
  output wire [ID_BITS-1:0]     access_id,      // comes back with the answer
`ifdef MEMLOOM_L1_PROTECT
  output wire [6:0]             access_insn,    // instruction id
  output wire [6:0]             access_check,   // the rest of the hash; 0 when remote
`endif
  output wire [127:0]           access_mask,    // bytes read or written

  // own: data of the own store or atomic that was taken last, from the cycle behind that on
  output wire                   own_valid,      // the L1 takes them, a sector per cycle
  input  wire                   own_ready,      // the last sector goes at this edge, of a message too, or none
  output wire [1023:0]          own_data,       // store data or atomic operands

  // send: messages to noc_port
  output wire                   send_valid,     // a message is offered
  input  wire                   send_ready,     // it is taken at this edge
  output wire                   send_class,     // 0 to a home, 1 to L2
  output wire [NODE_BITS-1:0]   send_dest,      // node of the home or of the L2 slice
  output wire [2:0]             send_kind,      // home: 0 read, 2 store; L2: 1 fetch, 2 store
  output wire [LINE_BITS-1:0]   send_line,      // line address
  output wire [MSG_ID_BITS-1:0] send_id,        // [9:0] the request's, [16:10] instruction id
  output wire [3:0]             send_sectors,   // sectors wanted (store: 0)
  output wire [3:0]             send_data_sectors, // sectors of store data (load: 0)
  output wire [127:0]           send_mask,      // bytes read or written
  output wire [1023:0]          send_data,      // as request_data

  // events: pulses for perf_counters and dyneb, registered
  output wire                   event_home,     // a request was sent to a home
  output wire                   event_near      // one goes to L2, not to its home: nearer, or up to date
);
  localparam [2:0] LOAD        = 3'd0; // kinds of requests
  localparam [2:0] LOAD_BYPASS = 3'd1;
  localparam [2:0] STORE       = 3'd2;
  localparam [2:0] ATOMIC      = 3'd3;
  localparam [2:0] MESSAGE_READ  = 3'd0;
  localparam [2:0] MESSAGE_FETCH = 3'd1;
  localparam [2:0] MESSAGE_STORE = 3'd2;

  // ---------------------------------------------------------------- where the line lives
  // Its home, as a code: but with FOLD 1 that is a number before it is wrapped, so that distance and node
  // are looked up in tables that are wrapped instead. Its L2 slice, its group of sets.
  localparam PARTITION_BITS = (PARTITIONS > 1) ? $clog2(PARTITIONS) : 1;
  localparam CODES          = (FOLD == 1) ? CORES : (CORES > 1) ? 1 << $clog2(CORES) : 2;
  localparam [31:0] WRAP    = CORES;

  wire [CORE_BITS-1:0]       core_bits;
  wire [PARTITION_BITS-1:0]  partition;
  wire [NODE_BITS-1:0]       partition_node; // nobody's: that of `slice` is found behind the register
  wire                       unused_node = &{1'b0, partition_node};
  wire                       odd;
  wire [CODES*NODE_BITS-1:0] code_nodes;
  wire [CODES*HOP_BITS-1:0]  code_hops;

  genvar c;
  generate
    for (c = 0; c < CODES; c = c + 1) begin : of_code
      localparam CORE = (c < CORES) ? c : c - CORES;
      assign code_nodes[c*NODE_BITS +: NODE_BITS] = core_nodes[CORE*NODE_BITS +: NODE_BITS];
      assign code_hops[c*HOP_BITS +: HOP_BITS]    = core_hops[CORE*HOP_BITS +: HOP_BITS];
    end
  endgenerate

  home_map #(
    .LINE_BITS(LINE_BITS),
    .TAG_LSB  ($clog2(SETS)),
    .CORES    (CODES),
    .FOLD     ((FOLD == 1) ? 1 : 0),
    .CORE_BITS(CORE_BITS)
  ) home_of_line (
    .line(request_line),
    .home(core_bits)
  );

  address_map #(
    .LINE_BITS (LINE_BITS),
    .CHUNK_BITS(CHUNK_BITS),
    .PARTITIONS(PARTITIONS),
    .HASH      (PARTITION_HASH),
    .NODE_BITS (NODE_BITS)
  ) owner_of_line (
    .line           (request_line),
    .partition_nodes(partition_nodes),
    .partition      (partition),
    .node           (partition_node)
  );

  set_parity #(
    .LINE_BITS (LINE_BITS),
    .SETS      (SETS),
    .HASH_INDEX(HASH_INDEX)
  ) group_of_line (
    .line(request_line),
    .odd (odd)
  );

  // With FOLD 2 the next bits of the tag mix into core bits beyond the last core.
  wire [LINE_BITS+CORE_BITS-1:0] next_bits = {{CORE_BITS{1'b0}}, request_line} >> ($clog2(SETS) + $clog2(CODES));
  wire                           unused_tag = &{1'b0, next_bits};
  wire                           mixes = FOLD == 2 && {1'b0, core_bits} >= WRAP[CORE_BITS:0];
  wire [CORE_BITS-1:0]           code = mixes ? core_bits ^ next_bits[CORE_BITS-1:0] : core_bits;

  // Distance and node of the home. The line comes late: the upper bits of its code are decoded once and
  // open one of each for every value of the two lowest, which choose behind the register.
  localparam LOW_BITS = 2;
  localparam LOWS     = 1 << LOW_BITS;
  reg [LOWS*HOP_BITS-1:0]  code_distances;
  reg [LOWS*NODE_BITS-1:0] code_addresses;
  integer                  at, low;

  always @* begin
    code_distances = {LOWS*HOP_BITS{1'b0}};
    code_addresses = {LOWS*NODE_BITS{1'b0}};
    for (at = 0; at < CODES; at = at + 1) begin
      low = at % LOWS;
      if (code >> LOW_BITS == at[CORE_BITS-1:0] >> LOW_BITS) begin
        code_distances[low*HOP_BITS +: HOP_BITS]   = code_distances[low*HOP_BITS +: HOP_BITS]
                                                   | code_hops[at*HOP_BITS +: HOP_BITS];
        code_addresses[low*NODE_BITS +: NODE_BITS] = code_addresses[low*NODE_BITS +: NODE_BITS]
                                                   | code_nodes[at*NODE_BITS +: NODE_BITS];
      end
    end
  end

  // The own core has its own code, and perhaps one that is wrapped to it.
  wire [CORE_BITS:0] wide_code = {1'b0, code};
  wire [CORE_BITS:0] wide_here = {1'b0, here_core};
  wire own = wide_code == wide_here
          || FOLD != 1 && wide_code == wide_here + WRAP[CORE_BITS:0];

  // ---------------------------------------------------------------- ways taken so far
  // A region is 32 lines; its number is two groups of the line bits above those, folded.
  localparam REGION_BITS = $clog2(REGIONS);
  localparam REGION_LSB  = 5;
  wire [REGION_BITS-1:0] next_region;  // of the line that comes
  wire [1:0]             was_filtered; // of two regions: written before, by the filter
  wire [1:0]             is_writing;   // by the request that leaves at this edge
  wire                   quiet;
  wire                   over;
  wire                   moved;
  wire                   wrote;
  wire                   sent;
  wire                   passed;
  wire [REGIONS-1:0]     written;
  localparam FOLDED_BITS = REGION_LSB + 2 * REGION_BITS;
  wire [FOLDED_BITS-1:0] folded_line;  // with zeros above

  generate
    if (LINE_BITS < FOLDED_BITS) begin : short_line
      assign folded_line = {{(FOLDED_BITS-LINE_BITS){1'b0}}, request_line};
    end else begin : long_line
      assign folded_line = request_line[FOLDED_BITS-1:0];
    end
  endgenerate

  wire unused_line = &{1'b0, folded_line[REGION_LSB-1:0]};
  assign next_region = folded_line[REGION_LSB +: REGION_BITS]
                     ^ folded_line[REGION_LSB+REGION_BITS +: REGION_BITS];

  // ---------------------------------------------------------------- the register
  // Whether a message is taken comes from outside: the next request comes a cycle later.
  wire                 local_room;     // in l1_arbiter's queue
  wire                 waits;          // until all requests before it are answered
  wire                 elsewhere;      // it goes past the own L1
  reg                  held;           // a request is here
  reg                  data_wait;      // data of a store or atomic are in the place
  wire                 boundary   = flush && !held; // what it holds is of the old kernel
  wire                 may_go     = held && !waits;
  wire                 take_local = may_go && !elsewhere && local_room;
  wire                 sends      = may_go && elsewhere;
  wire                 take_send  = sends && send_ready;
  wire                 on         = take_local || take_send; // it leaves
  wire                 accept;         // the register is free, or its request goes to the own L1
  reg  [2:0]           kind;           // the request
  reg  [2:0]           op;
  reg  [LINE_BITS-1:0] line;
  reg  [ID_BITS-1:0]   id;
`ifdef MEMLOOM_L1_PROTECT
  reg  [31:0]          pc;
`endif
  reg  [127:0]         mask;
  reg                  foreign;        // its home is another core
  reg                  is_odd;         // its set is
  reg                  share;          // and shared: when it came, or waited last
  wire [2:0]           next_organization = {l1_nearest, share_odd, share_even};
  reg  [2:0]           organization;   // likewise
  reg                  chunk;          // l1_chunk, likewise
  reg  [REGION_BITS-1:0] region;       // its line's
  reg                  region_is_even; // that bit has no load: the filter decodes the other one
  reg  [1:0]           filtered;       // of the two regions that differ in its lowest bit only, when it
  reg  [1:0]           written_last;   // came: written before, at that edge; then the filter was cleared
  reg                  was_cleared;
  wire [1:0]           were_written = filtered & {2{!was_cleared}} | written_last;
  wire                 is_written = region_is_even ? were_written[0] : were_written[1]; // the home's copy may be old
  reg  [LOWS*NODE_BITS-1:0] group_nodes; // of cores whose codes differ from its home's in the lowest bits only
  reg  [LOWS*HOP_BITS-1:0]  group_hops;
  reg  [LOWS-1:0]      home_of_group;  // which of these is its home, one-hot
  reg  [NODE_BITS-1:0] home_node;      // the home's
  reg  [HOP_BITS-1:0]  home_hops;
  reg  [PARTITION_BITS-1:0] slice;     // its L2 slice
  wire [NODE_BITS-1:0] slice_node = partition_nodes[slice*NODE_BITS +: NODE_BITS];
  reg  [HOP_BITS-1:0]  slice_hops;

  always @(posedge clk)
    if (rst)         held <= 1'b0;
    else if (accept) held <= request_valid;
    else if (on)     held <= 1'b0;

  // The place of data. Those of a request that comes are put there whatever it is: nobody waits in it then.
  reg  [1023:0]        data;
  wire                 one_sector;     // the L1 takes it in the cycle behind its access, when it still stands here
  wire                 data_leave = take_send && kind[1] || own_valid && own_ready
                                 || one_sector && access_valid && access_ready && !access_remote && access_kind[1];

  always @(posedge clk)
    if (rst)            data_wait <= 1'b0;
    else if (data_wait) data_wait <= !data_leave;
    else                data_wait <= request_valid && accept && request_kind[1];

  always @(posedge clk) if (accept) data <= request_data;

  always @(posedge clk)
    if (accept) begin
      kind <= request_kind;
      op   <= request_op;
      line <= request_line;
      id   <= request_id;
`ifdef MEMLOOM_L1_PROTECT
      pc   <= request_pc;
`endif
      mask <= request_mask;
      foreign    <= !own;
      is_odd     <= odd;
      chunk      <= l1_chunk;
      region     <= next_region;
      region_is_even <= !next_region[0];
      filtered     <= was_filtered;
      written_last <= is_writing;
      was_cleared  <= boundary && over;
      group_nodes <= code_addresses;
      group_hops  <= code_distances;
      home_of_group <= {{LOWS-1{1'b0}}, 1'b1} << wide_code[LOW_BITS-1:0];
      slice      <= partition;
      slice_hops <= partition_hops[partition*HOP_BITS +: HOP_BITS];
    end

  // A request that waits follows the organization. A load before it may have brought its line to the own L1
  // since it came: a store goes to the home only behind a cycle in which that copy died, as its set was shared.
  wire follows = held && waits;
  wire decides = accept || follows;

  always @(posedge clk)
    if (decides) begin
      share        <= (follows ? is_odd : odd) ? share_odd : share_even;
      organization <= next_organization;
    end

  // ---------------------------------------------------------------- the decision
  integer place;

  always @* begin
    home_node = {NODE_BITS{1'b0}};
    home_hops = {HOP_BITS{1'b0}};
    for (place = 0; place < LOWS; place = place + 1)
      if (home_of_group[place]) begin
        home_node = home_node | group_nodes[place*NODE_BITS +: NODE_BITS];
        home_hops = home_hops | group_hops[place*HOP_BITS +: HOP_BITS];
      end
  end

  // Min(H, L2) [section 3.3]: a tie goes home.
  wire is_load   = kind == LOAD;
  wire is_store  = kind == STORE;
  wire near      = organization[2] && slice_hops < home_hops;
  assign elsewhere = foreign && share && !is_written && (is_load || is_store);
  wire past_home = foreign && share && is_written && is_load;  // through the own L1, to L2
  wire marked    = foreign && !share && is_load;

  // Order: requests of a line on different ways are not in flight together unless all are reads. Its
  // way changes with the organization, with the first write of its region that goes past the home,
  // and for a read that may not be cached.
  reg  [2:0] left_organization;        // of the request that left last
  reg        is_moved;                 // the register's is another one
  wire       writes     = is_store || kind == ATOMIC;
  wire       passes     = foreign && share && !is_written && !writes && !is_load;
  wire       new_way    = (moved || is_moved) && (wrote || writes);
  wire       first_past = sent && writes && !is_written && !elsewhere;
  wire       reads_past = passes && sent && wrote;
  wire       read_past  = elsewhere && writes && passed;
  assign     waits      = foreign && !quiet && (new_way || first_past || reads_past || read_past);

  always @(posedge clk)
    if (rst)     left_organization <= 3'd0;
    else if (on) left_organization <= organization;

  always @(posedge clk)
    if (decides) is_moved <= next_organization != (may_go ? organization : left_organization);

  // What leaves for the own L1, without a wait; whether the home's copy may be old comes late.
  wire unless_written = foreign && (share && (is_load || is_store)
                     || sent && !quiet && (writes || share && wrote && !is_load));
  wire new_way_waits  = foreign && !quiet && new_way;
  assign accept = !data_wait && (!held || !(new_way_waits || !local_room || !is_written && unless_written));


  request_ways #(
    .ID_BITS(ID_BITS),
    .REGIONS(REGIONS)
  ) ways (
    .clk            (clk),
    .rst            (rst),
    .flush          (boundary),
    .leave_valid    (on),
    .leave_foreign  (foreign),
    .leave_away     (elsewhere),
    .leave_writes   (writes),
    .leave_passes   (passes),
    .leave_moved    (is_moved),
    .leave_region   (region),
    .answer_hit     (answer_hit),
    .answer_response(answer_response),
    .answer_remote  (answer_remote),
    .quiet          (quiet),
    .over           (over),
    .moved          (moved),
    .wrote          (wrote),
    .sent           (sent),
    .passed         (passed),
    .written        (written)
  );

  // What is written at this edge: two regions, of which the lowest bit chooses one behind the register.
  generate
    for (c = 0; c < 2; c = c + 1) begin : written_of
      localparam [31:0] LOW = c;
      wire [REGION_BITS-1:0] its_region = {next_region[REGION_BITS-1:1], LOW[0]};
      assign was_filtered[c] = written[its_region];
      assign is_writing[c]   = take_local && foreign && writes && region == its_region;
    end
  endgenerate

  wire [1023:0] unused_data;           // own data stand in the place here
  wire          unused_zero = &{1'b0, unused_data};

  l1_arbiter #(
    .LINE_BITS  (LINE_BITS),
    .NODE_BITS  (NODE_BITS),
    .MSG_ID_BITS(MSG_ID_BITS),
    .DEPTH      (DEPTH),
    .AGE_LIMIT  (AGE_LIMIT),
    .LOCAL_DATA (0),
    .LOCAL_WAIT (LOCAL_WAIT),
    .ID_BITS    (ID_BITS)
  ) arbiter (
    .clk           (clk),
    .rst           (rst),
    .local_valid   (take_local),
    .local_ready   (local_room),
    .local_kind    (past_home ? LOAD_BYPASS : kind),
    .local_op      (op),
    .local_foreign (marked),
    .local_line    (line),
    .local_id      (id),
`ifdef MEMLOOM_L1_PROTECT
    .local_pc      (pc),
`endif
    .local_mask    (mask),
    .local_data    (1024'd0),
    .recv_valid    (recv_valid),
    .recv_ready    (recv_ready),
    .recv_kind     (recv_kind),
    .recv_src      (recv_src),
    .recv_line     (recv_line),
    .recv_id       (recv_id),
    .recv_sectors  (recv_sectors),
    .recv_mask     (recv_mask),
    .access_valid  (access_valid),
    .access_ready  (access_ready),
    .access_kind   (access_kind),
    .access_op     (access_op),
    .access_remote (access_remote),
    .access_foreign(access_foreign),
    .access_node   (access_node),
    .access_sectors(access_sectors),
    .access_line   (access_line),
    .access_id     (access_id),
`ifdef MEMLOOM_L1_PROTECT
    .access_insn   (access_insn),
    .access_check  (access_check),
`endif
    .access_mask   (access_mask),
    .own_valid     (own_valid),
    .own_ready     (own_ready),
    .own_data      (unused_data)
  );

  assign own_data = data;

  // ---------------------------------------------------------------- messages
  // The name is a request's id, with line protection preceded by its instruction's.
`ifdef MEMLOOM_L1_PROTECT
  localparam INSN_BITS = 7;
  localparam INSN_AT   = 10;           // its place in a message id
  wire [INSN_BITS-1:0]   insn;
  wire [INSN_BITS-1:0]   check;        // stays at home
  wire                   unused_check = &{1'b0, check};
  reg  [MSG_ID_BITS-1:0] message_id;

  pc_hash #(.PC_BITS(32)) insn_of_request (
    .pc   (pc),
    .insn (insn),
    .check(check)
  );

  always @* begin
    message_id = {MSG_ID_BITS{1'b0}};
    {message_id[INSN_AT +: INSN_BITS], message_id[ID_BITS-1:0]} = {insn, id};
  end
`else
  wire [MSG_ID_BITS-1:0] message_id = {{(MSG_ID_BITS-ID_BITS){1'b0}}, id};
`endif

  // A store names the sectors it brings, a load those it wants.
  wire [3:0]           sectors;
  wire [2:0]           load_kind = near ? MESSAGE_FETCH : MESSAGE_READ;
  assign               one_sector = ~|(sectors & (sectors - 4'd1));

  chunker wanted_or_written (
    .chunk  (chunk || is_store),
    .mask   (mask),
    .sectors(sectors)
  );

  reg sent_home;
  reg sent_near;

  always @(posedge clk)
    if (rst) begin
      sent_home <= 1'b0;
      sent_near <= 1'b0;
    end else begin
      sent_home <= take_send && !near;
      sent_near <= take_send && near || on && past_home;
    end

  // Outputs: functions of the state above.
  assign request_ready = accept;
  assign send_valid    = sends;
  assign send_class    = near;
  assign send_dest     = near ? slice_node : home_node;
  assign send_kind     = is_store ? MESSAGE_STORE : load_kind;
  assign send_line     = line;
  assign send_id       = message_id;
  assign send_sectors  = sectors & {4{!is_store}};
  assign send_data_sectors = sectors & {4{is_store}};
  assign send_mask     = mask;
  assign send_data     = data;
  assign event_home    = sent_home;
  assign event_near    = sent_near;

`ifdef FORMAL
`include "tests/formal/requester.v"
`endif
endmodule
`default_nettype wire

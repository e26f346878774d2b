// sizes: LINE_BITS=17 ID_BITS=4 CORES=3 PARTITIONS=2 SETS=2 CHUNK_BITS=0 REGIONS=4
// sizes: LINE_BITS=17 ID_BITS=4 CORES=1 PARTITIONS=1 SETS=1 REGIONS=4
// sizes: LINE_BITS=17 ID_BITS=4 CORES=6 PARTITIONS=2 SETS=2 FOLD=2 REGIONS=4 LOCAL_WAIT=1
// abc: bmc induction
// depth: bmc=8 induction=2
// cover: 8
// Requests that the table of docs/shared_l1.md sends to the own L1 or over the network are counted,
// and one (any one: the solver chooses it) is tracked through the register and the queue of the L1: every
// field comes out as the table says, in order. Mask and data are followed by their first and last
// bits; only stores and atomics have data, and one of them at most is in the block. What becomes of messages of other cores and whose turn it is are proved with l1_arbiter, what
// is remembered of the ways with request_ways. Of a line of the solver's choice no two requests are in
// flight on two ways unless both are reads.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* assume (here_core < CORES && request_kind <= 3'd4);
  reg [CORES*(NODE_BITS + HOP_BITS) + PARTITIONS*(NODE_BITS + HOP_BITS) + CORE_BITS-1:0] constants;
  wire same_constants = constants
    == {core_nodes, core_hops, partition_nodes, partition_hops, here_core};
  always @(posedge clk)
    constants <= {core_nodes, core_hops, partition_nodes, partition_hops, here_core};
  always @* if (started_once) assume (same_constants);

  // What the table looks at, from the places of the line that comes; its home not as a code.
  localparam GROUP_AT = $clog2(SETS) + $clog2(CORES);  // the tag bits above the core bits
  wire [CORE_BITS-1:0] tag_bits  = request_line[$clog2(SETS) +: CORE_BITS];
  wire [CORE_BITS-1:0] mixed_bits = tag_bits ^ request_line[GROUP_AT +: CORE_BITS];
  wire [CORE_BITS-1:0] its_code  = FOLD == 2 && tag_bits >= CORES ? mixed_bits : tag_bits;
  wire [CORE_BITS-1:0] wrapped   = its_code >= CORES ? its_code - CORES : its_code;
  wire [CORE_BITS-1:0] its_home  = CORES == 1 ? 0 : wrapped;
  wire [1:0] next_written = was_filtered & {2{!(boundary && over)}} | is_writing;
  wire [6:0] its_insn, its_check;
  pc_hash #(.PC_BITS(32)) hash_of_its_pc (.pc(request_pc), .insn(its_insn), .check(its_check));
  wire       stores  = request_kind == 3'd2;
  wire [3:0] touched = {|request_mask[127:96], |request_mask[95:64],
                        |request_mask[63:32], |request_mask[31:0]};
  wire [3:0] wanted  = l1_chunk ? touched : 4'b1111;
  wire [3:0] place_sectors = stores ? touched : wanted; // as a message would have them: of an atomic any more

  // The one in the register, as it came.
  localparam REST_BITS = LINE_BITS + 14 + ID_BITS + 2;
  localparam TOLD_BITS = LINE_BITS + 7 + ID_BITS + 4 + 4 + 4;
  wire taken       = request_valid && request_ready;
  reg                    in_register;
  reg  [2:0]             its_kind, its_op;
  reg                    came_own, came_odd, came_written, came_closer;
  reg  [9:0]             its_slice_node, its_home_node;
  reg  [REST_BITS-1:0]   its_rest;
  reg  [TOLD_BITS-1:0]   its_told;
  always @(posedge clk)
    if (taken) begin
      {its_kind, its_op} <= {request_kind, request_op};
      {came_own, came_odd, came_written} <= {its_home == here_core, odd, next_written[next_region[0]]};
      came_closer    <= partition_hops[partition*6 +: 6] < core_hops[its_home*6 +: 6];
      its_slice_node <= partition_nodes[partition*10 +: 10];
      its_home_node  <= core_nodes[its_home*10 +: 10];
      its_rest       <= {request_line, its_insn, its_check, request_id, request_mask[127], request_mask[0]};
      its_told       <= {request_line, its_insn, request_id, stores ? 4'd0 : wanted, stores ? touched : 4'd0,
        request_mask[127], request_mask[0], request_data[1023], request_data[0]};
    end

  // The table. While a request waits it follows the organization.
  reg  its_shared, its_nearest;
  wire its_store = its_kind[1];
  wire its_near  = its_nearest && came_closer;
  always @(posedge clk)
    if (taken)      {its_shared, its_nearest} <= {odd ? share_odd : share_even, l1_nearest};
    else if (waits) {its_shared, its_nearest} <= {came_odd ? share_odd : share_even, l1_nearest};
  reg  its_local, its_mark, its_past, its_home_way, its_l2;
  always @* begin
    {its_local, its_mark, its_past, its_home_way, its_l2} = 5'b10000;
    if (!came_own)
      case ({its_kind, its_shared, came_written})
        {3'd0, 2'b00}, {3'd0, 2'b01}: its_mark = 1'b1;
        {3'd0, 2'b11}: its_past = 1'b1;
        {3'd0, 2'b10}, {3'd2, 2'b10}: {its_local, its_home_way, its_l2} = {1'b0, !its_near, its_near};
        default: ;
      endcase
  end

  // What any request looks like at either side.
  localparam REQUEST_BITS = 3 + 3 + 1 + REST_BITS;
  localparam MESSAGE_BITS = 1 + 10 + 3 + TOLD_BITS;
  wire [REQUEST_BITS-1:0] its_request = {its_past ? 3'd1 : its_kind, its_op, its_mark, its_rest};
  wire [MESSAGE_BITS-1:0] its_message = {its_l2, its_l2 ? its_slice_node : its_home_node,
    its_store ? 3'd2 : its_l2 ? 3'd1 : 3'd0, its_told};
  wire [REQUEST_BITS-1:0] access_shown = {access_kind, access_op, access_foreign, access_line,
    access_insn, access_check, access_id, access_mask[127], access_mask[0]};
  wire [MESSAGE_BITS-1:0] send_shown = {send_class, send_dest, send_kind, send_line, send_id[16:10],
    send_id[ID_BITS-1:0], send_sectors, send_data_sectors, send_mask[127], send_mask[0],
    send_data[1023], send_data[0]};
  // How many wait behind it.
  wire offers_own  = access_valid && !access_remote;
  wire give_access = offers_own && access_ready;
  localparam LOCALS = 2 + LOCAL_WAIT;
  reg [2:0]              locals;       // requests that wait for the L1
  reg                    fresh;        // LOCAL_WAIT: the newest of them came at the last edge
  reg                    local_store;  // one of them is a store or atomic
  reg                    was_home, was_near;  // what the last edge sent
  reg [1:0]              place_data;   // of the store or atomic that came last
  reg                    alone;        // it has one sector at most
  reg [3:0]              left;         // sectors that the L1 has not taken, of any access
  reg                    goes_own;     // it takes those of an own one
  reg                    stays;        // of more than one
  wire                   ends = ~|(left & (left - 4'd1));
  always @* assume (own_ready == ends && (!access_ready || ends));
  wire to_l1 = in_register && its_local && locals < LOCALS && !waits;
  wire goes  = in_register && !its_local && !waits;
  wire goes_now = goes && send_ready;
  // The place is free when the L1 has all, of one sector when its access has left.
  wire a_store  = in_register && its_store || local_store || stays;
  always @(posedge clk) begin
    in_register <= !rst && (taken || in_register && !to_l1 && !goes_now);
    locals   <= rst ? 0 : locals + to_l1 - give_access;
    fresh    <= LOCAL_WAIT != 0 && !rst && to_l1;
    local_store <= !rst && (to_l1 && its_store || local_store && !(give_access && access_kind[1]));
    if (taken && request_kind[1]) begin
      place_data <= {request_data[1023], request_data[0]};
      alone      <= ~|(place_sectors & (place_sectors - 4'd1));
    end
    left     <= rst ? 0 : access_valid && access_ready && access_kind[1] ? {|access_mask[127:96], |access_mask[95:64],
                  |access_mask[63:32], |access_mask[31:0]} : left & (left - 4'd1);
    goes_own <= !rst && (give_access && access_kind[1] || goes_own && !ends);
    stays    <= !rst && (give_access && access_kind[1] && !alone || stays && !ends);
    was_home <= !rst && goes_now && its_home_way;
    was_near <= !rst && (goes_now && its_l2 || to_l1 && its_past);
  end

  (* anyseq *) wire      track;        // the request in the register becomes the tracked one
  reg                    in_local;     // it waits for the L1
  reg [2:0]              local_ahead;  // how many wait before it
  reg [REQUEST_BITS-1:0] kept_request;
  reg                    kept_store;
  wire                   tracked_now = track && to_l1 && !in_local;
  always @(posedge clk)
    if (rst) in_local <= 1'b0;
    else if (tracked_now) begin
      in_local <= 1'b1;
      local_ahead  <= locals - give_access;
      {kept_request, kept_store} <= {its_request, its_store};
    end else if (give_access)
      {in_local, local_ahead} <= {in_local && local_ahead != 0, local_ahead - 3'd1};

  // Requests of a foreign line in flight, by way and whether they read; which of all in flight an
  // answer is for, the solver chooses. What its line means for its way is the same in every cycle.
  (* anyconst *) wire [LINE_BITS-1:0] its_line;
  (* anyconst *) wire its_odd;
  (* anyconst *) wire its_closer;      // its slice is nearer than its home
  wire is_its = held && foreign && line == its_line;
  always @* assume (!is_its || share == organization[its_odd] && came_odd == its_odd
    && (slice_hops < home_hops) == its_closer);
  integer at_bit;
  reg [REGION_BITS-1:0] its_region;
  always @* begin
    its_region = 0;
    for (at_bit = 5; at_bit < LINE_BITS && at_bit < 5 + 2*REGION_BITS; at_bit = at_bit + 1)
      its_region[(at_bit - 5) % REGION_BITS] = its_region[(at_bit - 5) % REGION_BITS] ^ its_line[at_bit];
  end
  localparam WAYS_OF_ITS = 6;          // {L2, home, own way} x {writes, reads}, from bit 0 own reads
  localparam FLIGHT      = ID_BITS + 1;
  (* anyseq *) wire [WAYS_OF_ITS*2-1:0] of_its;   // answers of this cycle
  reg [WAYS_OF_ITS*FLIGHT-1:0] flying;
  reg [FLIGHT-1:0] rest;               // requests of other lines in flight
  reg [FLIGHT+2:0] all;
  reg [3:0]        of_all_its;
  reg [1:0]        late;               // answers count a cycle late
  wire [FLIGHT+2:0] counted = all + late;
  integer w;
  wire [1:0] given = answer_hit + answer_response + answer_remote;
  wire [WAYS_OF_ITS-1:0] leaves = {on && is_its} ? 6'd1 << {elsewhere ? (near ? 2'd2 : 2'd1) : 2'd0, writes}
                                                 : 6'd0;
  wire [WAYS_OF_ITS-1:0] flies;
  genvar i_way;
  generate
    for (i_way = 0; i_way < WAYS_OF_ITS; i_way = i_way + 1) begin : of_way
      assign flies[i_way] = |flying[i_way*FLIGHT +: FLIGHT];
      always @* assume (of_its[i_way*2 +: 2] <= flying[i_way*FLIGHT +: FLIGHT]);
      always @(posedge clk)
        flying[i_way*FLIGHT +: FLIGHT] <= rst ? 0
          : flying[i_way*FLIGHT +: FLIGHT] + leaves[i_way] - of_its[i_way*2 +: 2];
    end
  endgenerate
  always @* begin
    all        = rest;
    of_all_its = 0;
    for (w = 0; w < WAYS_OF_ITS; w = w + 1) begin
      all        = all + flying[w*FLIGHT +: FLIGHT];
      of_all_its = of_all_its + of_its[w*2 +: 2];
    end
  end
  wire [3:0] of_rest = given - of_all_its;
  always @* assume (of_all_its <= given && of_rest <= rest);
  always @* assume (!on || all < (1 << ID_BITS));
  always @(posedge clk) late <= rst ? 0 : given;
  always @(posedge clk)
    rest <= rst ? 0 : rest + (on && !is_its) - of_rest;

  wire own_reads = flies[0], own_writes = flies[1];
  wire away      = |flies[5:2];
  wire writes_fly = flies[1] || flies[3] || flies[5];
  wire as_ever   = left_organization[its_odd] && !written[its_region]; // its loads go away
  wire closer    = left_organization[2] && its_closer;

  // Contract of request_ways, proved with it.
  reg mixed;                           // requests of two organizations are in flight
  reg a_read_passed;                   // a home that stores go to, and something is in flight since
  reg past_home_of_its;                // others of the region went past their home
  always @(posedge clk) begin
    mixed <= !rst && (mixed || on && organization != left_organization && counted != 0)
             && counted + on != late;
    a_read_passed <= !rst && (a_read_passed || on && passes) && counted + on != late;
    if (rst) past_home_of_its <= 1'b0;
    else if (on && foreign && !elsewhere && writes && region == its_region)
      past_home_of_its <= 1'b1;
    else if (flush && !held && all == 0) past_home_of_its <= 1'b0;
  end
  // The own L1 may have its line, or get it, by a load while its sets were not shared: until they are,
  // behind that load's answer (l1_cache).
  reg may_be_kept;
  always @(posedge clk)
    may_be_kept <= !rst && (on && is_its && marked
      || may_be_kept && (own_reads || !(its_odd ? share_odd : share_even)));
`ifdef INDUCTION
  always @* begin
    assume (quiet == (counted == 0) && over == (all == 0));
    assume (moved == mixed);
    assume (wrote || !writes_fly);
    assume (sent || !away);
    assume (passed == a_read_passed);
    assume (!quiet || !moved && !wrote && !sent && !passed);
    assume (written[its_region] == past_home_of_its);
  end
`endif

  always @(posedge clk)
    if (started_once) begin
      a_read_is_alone_with_reads: assert (!(on && is_its && !writes)
        || !(writes_fly && ((leaves[0] ? 6'b111100 : leaves[2] ? 6'b110011 : 6'b001111) & flies & 6'b101010) != 0));
      a_write_is_alone_on_its_way: assert (!(on && is_its && writes)
        || ((leaves[1] ? 6'b111100 : leaves[3] ? 6'b110011 : 6'b001111) & flies) == 0);
      no_old_copy_stays_behind_a_write: assert (!(is_its && elsewhere && writes && !waits && may_be_kept));
      // For the induction: what is in flight goes the way of its organization, unless that changed.
      its_writes_past_home_are_known: assert (!own_writes || written[its_region]);
      a_written_region_is_not_away: assert (!written[its_region] || !away);
      its_region_is_its: assert (!is_its || region == its_region);
      it_is_moved_against_what_left: assert (!held
        || is_moved == (organization != left_organization));
      what_flies_fits: assert (all <= (1 << ID_BITS) && (!mixed || counted != 0));
      own_reads_go_as_ever: assert (moved || !own_reads || !as_ever || passed);
      away_goes_as_ever: assert (moved || !away || as_ever);
      home_as_ever: assert (moved || !(flies[2] || flies[3]) || !closer);
      l2_as_ever: assert (moved || !(flies[4] || flies[5]) || closer);
      its_lowest_bit_is_kept_twice: assert (!held || region_is_even == !region[0]);
      what_came_written_is: assert (!held || region != its_region
        || is_written == written[its_region]);

      no_request_comes_as_a_write_leaves: assert (!(accept && held && writes));
      a_request_is_held: assert (held == in_register);
      ready_when_it_goes_on_or_is_free:
        assert (request_ready == ((!in_register || to_l1) && !a_store));
      it_goes_where_the_table_says: assert (take_local == to_l1 && take_send == goes_now);
      the_network_is_told_what_the_table_says: assert (!send_valid || send_shown == its_message);
      what_waits_for_the_l1_is_offered: assert ((locals <= fresh || access_valid)
        && (locals > fresh || !offers_own));
      what_is_for_the_network_is_offered: assert (send_valid == goes);
      a_request_comes_out_as_it_went_in: assert (!in_local || local_ahead != 0
        || !offers_own || access_shown == kept_request);
      the_rest_of_an_id_is_zero: assert (!send_valid || send_id[20:17] == 0
        && (send_id[9:0] & ~{{(10-ID_BITS){1'b0}}, {ID_BITS{1'b1}}}) == 0);
      messages_to_homes_are_counted: assert (event_home == was_home);
      messages_to_l2_are_counted: assert (event_near == was_near);
      one_core_sends_nothing: assert (CORES > 1 || !send_valid && !event_home && !event_near);

      // For the induction: counts stay in range and cover the tracked request, and what the register
      // holds is what came.
      counts_are_in_range: assert (locals <= LOCALS);
      the_tracked_one_is_counted: assert (!in_local || local_ahead < locals);
      a_store_has_the_place: assert (data_wait == a_store);
      what_writes_has_the_place_while_it_is_here: assert (!(held && writes) || data_wait);
      there_is_one_store: assert (!(in_register && its_store && local_store));
      a_store_waits_among_others: assert (!local_store || locals != 0);
      the_tracked_store_is_that_one: assert (!in_local || !kept_store || local_store);
      one_sector_is_known: assert (!a_store || alone == one_sector);
      it_is_taken_at_once: assert (!goes_own || !alone || ends);
      others_stay: assert (stays == (goes_own && !alone));
      nobody_else_is_here_then: assert (!goes_own || !in_register && !local_store);
      its_data_are_in_the_place: assert (!(a_store || goes_own) || {data[1023], data[0]} == place_data);
      data_follow_their_access_until_they_are_taken: assert (own_valid == goes_own
        && (!goes_own || {own_data[1023], own_data[0]} == place_data));
      a_message_is_a_load_or_store: assert (!in_register || its_local || its_home_way || its_l2);
      what_is_held_is_decided: assert (!held || {its_local, its_home_way, its_l2, its_past}
        == {!elsewhere, elsewhere && !near, elsewhere && near, past_home});
      what_decides_is_what_came: assert (!held
        || {foreign, is_odd, is_written, kind, share, organization[2]}
           == {!came_own, came_odd, came_written, its_kind, its_shared, its_nearest}
        && (!foreign || {slice_hops < home_hops, slice_node, home_node}
           == {came_closer, its_slice_node, its_home_node}));
      alone_nothing_is_foreign: assert (CORES > 1 || !held || !foreign);
      what_is_held_is_asked: assert (!held
        || {past_home ? 3'd1 : kind, op, marked, line, insn, check, id, mask[127], mask[0]} == its_request
           && kind[1] == its_store);
      what_is_held_is_told: assert (!held || send_shown[TOLD_BITS-1:0] == its_told);

      the_l1_does_not_take: cover (held && locals == LOCALS);
      the_network_does_not_take: cover (send_valid && !send_ready || CORES == 1);
      a_store_and_a_load_wait: cover (local_store && locals >= 2);
      a_request_waits_for_those_before_it: cover (waits && local_room || CORES == 1);
      a_load_goes_past_an_old_copy: cover (to_l1 && its_past || CORES == 1);
      l2_is_nearer: cover (send_valid && send_class || CORES == 1);
      a_marked_load_leaves: cover (give_access && access_foreign && access_kind == 0 || CORES == 1);
    end

  // Contract of l1_arbiter, proved with it: it holds what went in, in order, but data.
`ifdef INDUCTION
  always @* begin
    assume ((locals <= fresh || access_valid) && (locals > fresh || !offers_own));
    assume (local_room == (locals < LOCALS));
    assume (own_valid == goes_own);
    if (offers_own && access_kind[1]) assume (access_mask == mask && access_kind == kind);
    assume (!offers_own || local_store || !access_kind[1]);
    if (in_local && local_ahead == 0 && offers_own)
      assume (access_shown == kept_request && access_kind[1] == kept_store);
    if (in_local && local_ahead != 0 && kept_store && offers_own) assume (!access_kind[1]);
    if (local_store && locals == 1 && offers_own) assume (access_kind[1]);
  end
`endif

// Chooses the organization of the last-level cache at run time [isca19 sections 4.3, 4.4]: watches
// a few sets of one slice in a tag directory of its own and the slices' numbers of accesses, while the
// cache is shared; estimates hit rate and bandwidth of private slices; asks for these when they miss
// about as little (rule 1) or bring more bandwidth (rule 2); asks for the shared cache again at the
// end of the epoch and at a kernel boundary (rule 3), and profiles anew.
//
//   access ─> row ─> test ─> head ─> counters ─┐
//              read  compare  LRU, write       ├─> scan ─> serial multipliers ─> wants_private
//   slice_access, slice_first ─> counters ─────┘    sum, largest
//
// Two programs with views of their own have one each [docs/multi_program.md]: it follows what the slice looks up
// for both, and counts what is for its own.
// State: tag directory, counters, phase, multipliers. Exact cycles: docs/blocks/llc_profiler.md.
`default_nettype none
module llc_profiler #(
  parameter SLICES        = 64,        // 1..64: slices of the chip; CLUSTERS of each memory controller, in its order
  parameter CLUSTERS      = 8,         // 1..16: clusters of cores, and slices of a memory controller; divides SLICES
  parameter SETS          = 64,        // 1..4096: sets of the slice that is watched
  parameter WAYS          = 16,        // 1..16: its ways
  parameter TAG_BITS      = 19,        // 1..33: bits of its tags
  parameter SAMPLES       = 8,         // 1..16: sets that are watched, of all when there are fewer
  parameter SHARERS       = 0,         // 0..1: a line's private hits are those of the cluster that used it last; 1: of all that used it
  parameter COUNT_BITS    = 16,        // 3..16: bits of a counter, at least log2(CLUSTERS) + 3
  parameter PROFILE       = 50000,     // 1..65535: cycles that are counted
  parameter EPOCH         = 1000000,   // 1..16777215: cycles from a profile's beginning to the next one's
  parameter SIMILAR       = 2,         // 0..100: percentage points: miss rates that differ by no more are similar
  parameter LLC_BANDWIDTH = 16,        // 1..1023: of a slice, in any unit
  parameter PRIVATE_BANDWIDTH = 16,    // 1..1023: of one that is private
  parameter MEM_BANDWIDTH = 512,       // 0..65535: of all memory controllers, in the same unit
  parameter SET_BITS      = (SETS > 1) ? $clog2(SETS) : 1,         // derived: bits of a set number
  parameter CLUSTER_BITS  = (CLUSTERS > 1) ? $clog2(CLUSTERS) : 1  // derived: bits of a cluster number
) (
  input  wire                    clk,            // clock
  input  wire                    rst,            // synchronous reset, active high
  input  wire                    adaptive,       // it chooses; 0: it asks for the shared cache
  input  wire                    shared,         // the cache is shared and no change is under way; 0: it was emptied
  input  wire                    kernel,         // a kernel begins

  // access: a request that the watched slice looks up
  input  wire                    access_valid,   // there is one
  input  wire [SET_BITS-1:0]     access_set,     // its set
  input  wire [TAG_BITS-1:0]     access_tag,     // its tag
  input  wire [CLUSTER_BITS-1:0] access_cluster, // the cluster that it comes from
`ifdef MEMLOOM_PROGRAMS
  input  wire                    access_other,   // it is of the program whose view it does not choose
`endif

  input  wire [SLICES-1:0]       slice_access,   // {SLICES} the slice looks up a request, of two programs' its own
  input  wire [SLICES-1:0]       slice_first,    // {SLICES} one of the first cluster, of any program

  output wire                    wants_private,  // private slices are asked for
  output wire                    event_decision, // pulse: a profile was evaluated
  output wire                    event_private,  // with it: private slices were chosen
  output wire                    event_similar   // with it: by rule 1, for the miss rates are similar
);
  localparam CONTROLLERS = SLICES / CLUSTERS;
  localparam ROWS        = (SAMPLES < SETS) ? SAMPLES : SETS;
  localparam STRIDE      = SETS / ROWS;            // of the sets that are watched
  localparam ROW_BITS    = (ROWS > 1) ? $clog2(ROWS) : 1;
  localparam LEFT_BITS   = $clog2(EPOCH + 1);
  localparam [31:0] WHOLE = EPOCH;
  localparam [31:0] REST  = (EPOCH > PROFILE) ? EPOCH - PROFILE : 0;
  localparam [LEFT_BITS-1:0] LEFT_ONE = 1;

  genvar  g;
  genvar  h;
  integer i;

  // ------------------------------------------------------------- phases
  localparam [2:0] OFF         = 3'd0; // not adaptive
  localparam [2:0] RETURNING   = 3'd1; // until the cache is shared
  localparam [2:0] PROFILING   = 3'd2; // counts
  localparam [2:0] SCANNING    = 3'd3; // sums and largest of the slices' counters
  localparam [2:0] MULTIPLYING = 3'd4; // both rules
  localparam [2:0] RUNNING     = 3'd5; // as it was decided

  // Steps: two per slice, then the bits of the largest product, three multipliers and a look.
  localparam ALL_BITS  = $clog2(CLUSTERS * PRIVATE_BANDWIDTH + 1);
  localparam ONE_BITS  = $clog2(LLC_BANDWIDTH + 1);
  localparam MEM_BITS  = $clog2(MEM_BANDWIDTH + 1);
  localparam LLC_BITS  = (ALL_BITS > ONE_BITS) ? ALL_BITS : ONE_BITS;
  localparam MOST_BITS = (LLC_BITS > MEM_BITS) ? LLC_BITS : MEM_BITS;
  localparam RULE_BITS = (MOST_BITS > 7) ? MOST_BITS : 7;
  localparam WORD_BITS = (RULE_BITS > COUNT_BITS) ? RULE_BITS : COUNT_BITS;  // of a factor
  localparam SUM_BITS  = COUNT_BITS + $clog2(SLICES);
  localparam [31:0] LAST_SCAN     = 2 * SLICES - 1;
  localparam [31:0] LAST_MULTIPLY = SUM_BITS + 2 * COUNT_BITS + WORD_BITS + 3;

  reg  [2:0]           phase;
  reg  [LEFT_BITS-1:0] left;           // of the epoch
  reg  [7:0]           step;           // SCANNING, MULTIPLYING: from 0 up
  reg                  usable;         // the cache was shared in the cycle before: what is accessed counts
  reg                  private_wanted;
  reg                  decided;        // first cycle of RUNNING
  reg                  was_similar;    // with it
  wire                 similar;        // MULTIPLYING, last step: rule 1
  wire                 better;         // the same: rule 2
  reg                  accessed;       // MULTIPLYING: the watched sets were accessed at all

  wire profiling   = phase == PROFILING;
  wire scanning    = phase == SCANNING;
  wire multiplying = phase == MULTIPLYING;
  wire running     = phase == RUNNING;
  wire empty       = phase == OFF || phase == RETURNING;   // nothing is counted yet
  wire passes      = running || scanning || multiplying || profiling && usable;
  wire ends        = profiling && usable && left == REST[LEFT_BITS-1:0] + LEFT_ONE;
  wire scanned     = scanning && step == LAST_SCAN[7:0];
  wire last_step   = multiplying && step == LAST_MULTIPLY[7:0];
  wire over        = running && left == {LEFT_BITS{1'b0}};
  wire chosen      = accessed && (similar || better);

  always @(posedge clk) usable <= !rst && shared;

  always @(posedge clk)
    if (rst || !adaptive)      phase <= OFF;
    else if (kernel || over)   phase <= RETURNING;
    else if (phase == OFF)     phase <= RETURNING;
    else if (phase == RETURNING) begin
      if (usable)              phase <= PROFILING;
    end
    else if (ends)             phase <= SCANNING;
    else if (scanned)          phase <= MULTIPLYING;
    else if (last_step)        phase <= RUNNING;

  always @(posedge clk)
    if (empty)                                     left <= WHOLE[LEFT_BITS-1:0];
    else if (passes && left != {LEFT_BITS{1'b0}})  left <= left - LEFT_ONE;

  always @(posedge clk)
    if (scanning && !scanned || multiplying) step <= step + 8'd1;
    else                                     step <= 8'd0;

  always @(posedge clk)
    if (rst || !adaptive || kernel || over) private_wanted <= 1'b0;
    else if (last_step)                     private_wanted <= chosen;

  always @(posedge clk) begin
    decided     <= !rst && adaptive && !kernel && last_step;
    was_similar <= similar;
  end

  assign wants_private  = private_wanted;
  assign event_decision = decided;
  assign event_private  = decided && private_wanted;
  assign event_similar  = decided && private_wanted && was_similar;

  // ------------------------------------------------------------- tag directory of the watched sets
  // As the slice's tags are while it is shared: an access in every cycle, each sees all before it.
  localparam ORDER_BITS = (WAYS > 1) ? WAYS * (WAYS - 1) / 2 : 1;  // lru_pairs
  localparam ROW_WIDTH  = ORDER_BITS + WAYS + WAYS * (CLUSTERS + TAG_BITS);
  localparam [CLUSTERS-1:0] FIRST_CLUSTER = 1;
  wire clear = !usable || !adaptive;

  reg  [ROW_BITS-1:0]   access_row;    // where the set is watched
  reg                   watched;       // it is
  always @* begin
    access_row = {ROW_BITS{1'b0}};
    watched    = 1'b0;
    for (i = 0; i < ROWS; i = i + 1)
      if ({{32-SET_BITS{1'b0}}, access_set} == i * STRIDE) begin
        access_row = access_row | i[ROW_BITS-1:0];
        watched    = 1'b1;
      end
  end

  // Of the program whose view is chosen.
`ifdef MEMLOOM_PROGRAMS
  reg                   row_own;       // it counts
  reg                   test_own;
  reg                   head_own;

  always @(posedge clk) {head_own, test_own, row_own} <= {test_own, row_own, !access_other};
`else
  wire                  head_own = 1'b1;
`endif

  reg                   row_valid;     // reads its row
  reg  [ROW_BITS-1:0]   row_at;
  reg  [TAG_BITS-1:0]   row_tag;
  reg  [CLUSTERS-1:0]   row_owner;     // {CLUSTERS} one-hot: where it comes from
  reg                   test_valid;    // compares the tags
  reg  [ROW_BITS-1:0]   test_at;
  reg  [TAG_BITS-1:0]   test_tag;
  reg  [CLUSTERS-1:0]   test_owner;
  reg  [ROW_WIDTH-1:0]  test_word;
  reg                   test_head;     // the head is in the same row
  reg                   test_same;     // and has the same tag
  reg                   head_valid;    // is counted and stored
  reg  [ROW_BITS-1:0]   head_at;
  reg  [TAG_BITS-1:0]   head_tag;
  reg  [CLUSTERS-1:0]   head_owner;
  reg  [ROW_WIDTH-1:0]  head_word;
  reg  [WAYS-1:0]       head_match;    // {WAYS} one-hot or zero: has its line
  reg                   head_hit;      // one has
  reg  [WAYS-1:0]       head_oldest;   // {WAYS} one-hot: the least recently used one
  wire [ROW_WIDTH-1:0]  next_word;     // of the head's row, after it
  wire [ROW_WIDTH-1:0]  row_stored;
  reg  [ROWS-1:0]       row_used;      // {ROWS} accessed since it was cleared

  regfile_1r1w #(.WIDTH(ROW_WIDTH), .DEPTH(ROWS)) rows (
    .clk        (clk),
    .write_valid(head_valid),
    .write_addr (head_at),
    .write_data (next_word),
    .read_addr  (row_at),
    .read_data  (row_stored)
  );

  always @(posedge clk)
    if (rst || clear)    row_used <= {ROWS{1'b0}};
    else if (head_valid) row_used[head_at] <= 1'b1;

  always @(posedge clk)
    if (rst || clear) begin
      row_valid  <= 1'b0;
      test_valid <= 1'b0;
      head_valid <= 1'b0;
    end else begin
      row_valid  <= access_valid && watched;
      test_valid <= row_valid;
      head_valid <= test_valid;
    end

  always @(posedge clk) begin
    row_at    <= access_row;
    row_tag   <= access_tag;
    row_owner <= FIRST_CLUSTER << access_cluster;
    {test_at, test_tag, test_owner} <= {row_at, row_tag, row_owner};
    {head_at, head_tag, head_owner} <= {test_at, test_tag, test_owner};
    test_head <= row_at == test_at;
    test_same <= row_tag == test_tag;
    test_word <= (head_valid && row_at == head_at) ? next_word
               : row_stored & {ROW_WIDTH{row_used[row_at]}};
    head_word <= (head_valid && test_head) ? next_word : test_word;
  end

  wire [WAYS*CLUSTERS-1:0] test_owners_unused;
  wire [ORDER_BITS-1:0]    test_order;
  wire [WAYS-1:0]          test_present;
  wire [WAYS*TAG_BITS-1:0] test_tags;
  wire [ORDER_BITS-1:0]    order;
  wire [WAYS-1:0]          present;    // {WAYS} has a line
  wire [WAYS*CLUSTERS-1:0] owners;     // {WAYS} the clusters whose hits are private ones
  wire [WAYS*TAG_BITS-1:0] tags;       // {WAYS}
  assign {test_order, test_present, test_owners_unused, test_tags} = test_word;
  assign {order, present, owners, tags} = head_word;

  // Ways never used are the least recently used ones, lowest first: all pairs are 0 then. Which way that is
  // is known from a flop. When the next access is to the same row, it is the same way, or the second, if
  // the head uses it.
  wire [WAYS-1:0]       way = head_hit ? head_match : head_oldest;  // {WAYS} one-hot: what the head uses
  wire                  uses_oldest = !head_hit || |(head_match & head_oldest);
  wire [WAYS-1:0]       oldest;        // {WAYS} of the row at the test stage
  wire [WAYS-1:0]       second;        // {WAYS} of the head's row, but for its oldest
  wire [ORDER_BITS-1:0] touched_order;
  wire [ORDER_BITS-1:0] unused_order;  // of the test stage: nothing is used there
  wire [WAYS-1:0]       owned;         // {WAYS} the head's cluster would have hit alone
  wire [WAYS-1:0]       test_match;    // {WAYS} of what comes to the head
  wire [WAYS*CLUSTERS-1:0] next_owners;
  wire [WAYS*TAG_BITS-1:0] next_tags;

  generate
    for (g = 0; g < WAYS; g = g + 1) begin : each_way
      wire [CLUSTERS-1:0] owner = owners[g*CLUSTERS +: CLUSTERS];
      wire                found = test_present[g] && test_tags[g*TAG_BITS +: TAG_BITS] == test_tag;
      assign test_match[g] = (head_valid && test_head && way[g]) ? test_same : found;
      assign owned[g]      = head_match[g] && |(owner & head_owner);
      assign next_owners[g*CLUSTERS +: CLUSTERS] = !way[g] ? owner
           : head_owner | (owner & {CLUSTERS{SHARERS != 0 && head_hit}});
      assign next_tags[g*TAG_BITS +: TAG_BITS] = way[g] ? head_tag : tags[g*TAG_BITS +: TAG_BITS];
    end
  endgenerate

  lru_pairs #(.WAYS(WAYS)) test_replacement (
    .order      (test_order),
    .candidates ({WAYS{1'b1}}),
    .victim     (oldest),
    .touch_order({ORDER_BITS{1'b0}}),
    .touched    ({WAYS{1'b0}}),
    .next_order (unused_order)
  );

  lru_pairs #(.WAYS(WAYS)) head_replacement (
    .order      (order),
    .candidates (~head_oldest),
    .victim     (second),
    .touch_order(order),
    .touched    (way),
    .next_order (touched_order)
  );

  always @(posedge clk) begin
    head_match <= test_match;
    head_hit   <= |test_match;
    if (!(head_valid && test_head)) head_oldest <= oldest;
    else if (uses_oldest)           head_oldest <= (WAYS > 1) ? second : head_oldest;
  end

  assign next_word = {touched_order, present | way, next_owners, next_tags};

  // ------------------------------------------------------------- counters
  // What happened, registered; it counts one cycle later. When a counter comes near its limit all
  // stop, for this profile: what they hold is that of one time.
  localparam MARGIN = $clog2(4 * CLUSTERS);        // low bits that leave room for two more cycles
  localparam [COUNT_BITS-1:0] ONE = 1;
  reg                        looked_up;            // in a watched set
  reg                        hit;                  // it hit
  reg                        hit_alone;            // it would have in a private slice, too
  reg  [SLICES-1:0]          slice_looks;          // {SLICES}
  reg  [SLICES-1:0]          first_looks;          // {SLICES} of the first cluster; they count another cycle later
  reg                        full;                 // nothing counts any more
  reg  [COUNT_BITS-1:0]      accesses;             // to watched sets; MULTIPLYING: shifted out
  reg  [COUNT_BITS-1:0]      lost;                 // hits that are none in private slices; the same
  reg  [COUNT_BITS-1:0]      hits;
  reg  [COUNT_BITS-1:0]      private_hits;
  wire [SLICES*COUNT_BITS-1:0]      slice_counts;  // {SLICES} SCANNING: they come down
  wire [CONTROLLERS*COUNT_BITS-1:0] first_counts;  // {CONTROLLERS} of the first cluster; the same
  wire [SLICES-1:0]          slice_near;
  wire [CONTROLLERS-1:0]     first_near;
  wire counts  = profiling && usable && !full;
  wire rotates = scanning && step[0];

  always @(posedge clk)
    if (rst || clear) begin
      looked_up   <= 1'b0;
      hit         <= 1'b0;
      hit_alone   <= 1'b0;
      slice_looks <= {SLICES{1'b0}};
      first_looks <= {SLICES{1'b0}};
    end else begin
      looked_up   <= head_valid && head_own;
      hit         <= head_valid && head_own && head_hit;
      hit_alone   <= head_valid && head_own && |owned;
      slice_looks <= slice_access;
      first_looks <= slice_access & slice_first;
    end

  always @(posedge clk)
    if (empty)          full <= 1'b0;
    else if (profiling) full <= full || |slice_near || |first_near
                             || &accesses[COUNT_BITS-1:MARGIN];

  always @(posedge clk)
    if (empty) begin
      accesses     <= {COUNT_BITS{1'b0}};
      lost         <= {COUNT_BITS{1'b0}};
      hits         <= {COUNT_BITS{1'b0}};
      private_hits <= {COUNT_BITS{1'b0}};
    end else if (multiplying) begin
      accesses     <= accesses >> 1;
      lost         <= lost >> 1;
    end else if (counts) begin
      accesses     <= accesses     + (ONE & {COUNT_BITS{looked_up}});
      lost         <= lost         + (ONE & {COUNT_BITS{hit && !hit_alone}});
      hits         <= hits         + (ONE & {COUNT_BITS{hit}});
      private_hits <= private_hits + (ONE & {COUNT_BITS{hit_alone}});
    end

  generate
    for (g = 0; g < SLICES; g = g + 1) begin : slice
      reg  [COUNT_BITS-1:0] count;
      wire [COUNT_BITS-1:0] above;
      if (g == SLICES - 1) begin : last
        assign above = {COUNT_BITS{1'b0}};
      end else begin : inner
        assign above = slice_counts[(g+1)*COUNT_BITS +: COUNT_BITS];
      end
      assign slice_counts[g*COUNT_BITS +: COUNT_BITS] = count;
      assign slice_near[g] = &count[COUNT_BITS-1:MARGIN];

      always @(posedge clk)
        if (empty)        count <= {COUNT_BITS{1'b0}};
        else if (rotates) count <= above;
        else if (counts)  count <= count + (ONE & {COUNT_BITS{slice_looks[g]}});
    end

    for (g = 0; g < CONTROLLERS; g = g + 1) begin : controller
      localparam MORE_BITS = $clog2(CLUSTERS + 1);
      reg  [COUNT_BITS-1:0] count;
      reg  [MORE_BITS-1:0]  more;      // accesses of the first cluster to its slices in a cycle
      reg  [MORE_BITS-1:0]  now;
      wire [COUNT_BITS-1:0] above;
      wire [CLUSTERS-1:0]   of_first = first_looks[g*CLUSTERS +: CLUSTERS];
      integer               s;
      if (g == CONTROLLERS - 1) begin : last
        assign above = {COUNT_BITS{1'b0}};
      end else begin : inner
        assign above = first_counts[(g+1)*COUNT_BITS +: COUNT_BITS];
      end
      assign first_counts[g*COUNT_BITS +: COUNT_BITS] = count;
      assign first_near[g] = &count[COUNT_BITS-1:MARGIN];

      always @* begin
        now = {MORE_BITS{1'b0}};
        for (s = 0; s < CLUSTERS; s = s + 1) now = now + {{MORE_BITS-1{1'b0}}, of_first[s]};
      end

      always @(posedge clk)
        if (rst || clear) more <= {MORE_BITS{1'b0}};
        else              more <= now;

      always @(posedge clk)
        if (empty)        count <= {COUNT_BITS{1'b0}};
        else if (rotates) count <= above;
        else if (counts)  count <= count + {{COUNT_BITS-MORE_BITS{1'b0}}, more};
    end
  endgenerate

  // ------------------------------------------------------------- scan: sums and largest
  // Sums in two words each, without carries; they are added bit by bit as they are shifted out.
  wire [COUNT_BITS-1:0] slice_first_count = slice_counts[0 +: COUNT_BITS];
  wire [COUNT_BITS-1:0] first_first_count = first_counts[0 +: COUNT_BITS];
  wire [2*COUNT_BITS-1:0] scanned_counts  = {first_first_count, slice_first_count};
  wire [1:0]            sum_bits;      // of slices, of controllers
  wire [2*COUNT_BITS-1:0] largest;     // the same

  generate
    for (h = 0; h < 2; h = h + 1) begin : scan
      reg  [COUNT_BITS-1:0] most;
      reg                   is_more;
      reg  [SUM_BITS-1:0]   sum;
      reg  [SUM_BITS-1:0]   carries;
      reg                   carry;     // MULTIPLYING: of the bit before
      wire [COUNT_BITS-1:0] count = scanned_counts[h*COUNT_BITS +: COUNT_BITS];
      wire [SUM_BITS-1:0]   term  = {{SUM_BITS-COUNT_BITS{1'b0}}, count};
      wire [SUM_BITS-1:0]   majority = sum & carries | sum & term | carries & term;
      assign sum_bits[h] = sum[0] ^ carries[0] ^ carry;
      assign largest[h*COUNT_BITS +: COUNT_BITS] = most;

      always @(posedge clk) is_more <= count > most;

      always @(posedge clk)
        if (empty) begin
          most    <= {COUNT_BITS{1'b0}};
          sum     <= {SUM_BITS{1'b0}};
          carries <= {SUM_BITS{1'b0}};
          carry   <= 1'b0;
        end else if (rotates) begin
          if (is_more) most <= count;
          sum     <= sum ^ carries ^ term;
          carries <= majority << 1;
        end else if (multiplying) begin
          sum     <= sum >> 1;
          carries <= carries >> 1;
          carry   <= sum[0] & carries[0] | sum[0] & carry | carries[0] & carry;
        end
    end
  endgenerate

  always @(posedge clk)
    if (scanning) accessed <= |accesses;

  // ------------------------------------------------------------- serial multipliers
  // A multiplier takes a bit of one factor per step, lowest first, and has the product's bit in
  // `low` behind the edge. Sums and carries are kept apart: no carry passes more than one place.
  //   0 1 2   sum of the first cluster's accesses x private hits x largest of slices x CLUSTERS PRIVATE_BANDWIDTH
  //   3 4 5   sum of the slices' accesses x hits x largest of the first cluster's x LLC_BANDWIDTH
  //   6 7 8   lost hits x both largest x MEM_BANDWIDTH
  //   9, 10   accesses x SIMILAR, lost hits x 100
  localparam MULTIPLIERS = 11;
  localparam [31:0] ALL_SLICES = CLUSTERS * PRIVATE_BANDWIDTH;
  localparam [31:0] ONE_SLICE  = LLC_BANDWIDTH;
  localparam [31:0] MEMORY     = MEM_BANDWIDTH;
  localparam [31:0] POINTS     = SIMILAR;
  localparam [31:0] HUNDRED    = 100;
  wire [WORD_BITS-1:0] most_of_slices = {{WORD_BITS-COUNT_BITS{1'b0}}, largest[0 +: COUNT_BITS]};
  wire [WORD_BITS-1:0] most_of_first  = {{WORD_BITS-COUNT_BITS{1'b0}}, largest[COUNT_BITS +: COUNT_BITS]};
  wire [WORD_BITS-1:0] hit_word       = {{WORD_BITS-COUNT_BITS{1'b0}}, hits};
  wire [WORD_BITS-1:0] private_word   = {{WORD_BITS-COUNT_BITS{1'b0}}, private_hits};
  wire [MULTIPLIERS-1:0] low;          // bit of the product
  wire [MULTIPLIERS-1:0] bits = {lost[0], accesses[0], low[7], low[6], lost[0],
                                 low[4], low[3], sum_bits[0], low[1], low[0], sum_bits[1]};
  wire [MULTIPLIERS*WORD_BITS-1:0] words = {
    HUNDRED[WORD_BITS-1:0], POINTS[WORD_BITS-1:0],
    MEMORY[WORD_BITS-1:0], most_of_slices, most_of_first,
    ONE_SLICE[WORD_BITS-1:0], most_of_first, hit_word,
    ALL_SLICES[WORD_BITS-1:0], most_of_slices, private_word};

  generate
    for (g = 0; g < MULTIPLIERS; g = g + 1) begin : multiplier
      reg  [WORD_BITS-1:0] sum;
      reg  [WORD_BITS-1:0] carries;
      wire [WORD_BITS-1:0] term = words[g*WORD_BITS +: WORD_BITS] & {WORD_BITS{bits[g]}};
      wire [WORD_BITS-1:0] rest = sum >> 1;
      assign low[g] = sum[0];

      always @(posedge clk)
        if (!multiplying) begin
          sum     <= {WORD_BITS{1'b0}};
          carries <= {WORD_BITS{1'b0}};
        end else begin
          sum     <= rest ^ carries ^ term;
          carries <= rest & carries | rest & term | carries & term;
        end
    end
  endgenerate

  // What is above the bits compared so far, rounded down: the signs are those of the differences.
  // Rule 2, less one: private - shared + memory > 0. Rule 1: SIMILAR accesses - 100 lost >= 0.
  reg  [1:0] gain;                     // signed, -2..1
  reg        excess;                   // -1 or 0
  wire [2:0] gain_now   = {gain[1], gain} + {2'b0, low[2]} + {2'b0, low[8]} - {2'b0, low[5]};
  wire [1:0] excess_now = {excess, excess} + {1'b0, low[9]} - {1'b0, low[10]};
  wire       unused_low = &{1'b0, gain_now[0], excess_now[0]};

  always @(posedge clk)
    if (!multiplying) begin
      gain   <= 2'b11;
      excess <= 1'b0;
    end else begin
      gain   <= gain_now[2:1];
      excess <= excess_now[1];
    end

  assign better  = !gain[1];
  assign similar = !excess;

`ifdef FORMAL
`include "tests/formal/llc_profiler.v"
`endif
endmodule
`default_nettype wire

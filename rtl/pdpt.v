// Protection distance prediction table: per load instruction hits in the cache and in the victim
// tags of the current sample, and the protection distance computed from those of the last one
// [icpp18 sections 4.1.3, 4.1.4, 4.2]. The walk through the entries takes one cycle per entry and
// two more. Hits of an entry are read in one cycle and written in the next one.
// State: 128 entries, global hits, sample counters, walk. Page: docs/blocks/pdpt.md.
`default_nettype none
module pdpt #(
  parameter ASSOCIATIVITY = 4,         // 1..16: N_asc, ways of the victim tag array
  parameter SAMPLE        = 200,       // 1..65535: queries of a sample
  parameter MAX_INSNS     = 10000,     // 1..1048575: warp instructions issued that end a sample, too
  parameter FALL          = 1,         // 1..15: what every distance falls by when protection is not needed
  parameter GLOBAL        = 0          // 0..1: 1: one distance for all instructions, from the global hits
) (
  input  wire       clk,               // clock
  input  wire       rst,               // synchronous reset, active high

  // next: a cycle ahead
  input  wire       next,              // query_insn is another one from the next cycle on
  input  wire [6:0] next_insn,         // this one

  // what happens in this cycle
  input  wire       query,             // an access queried the cache
  input  wire       query_load,        // with it: it was a load
  input  wire [6:0] query_insn,        // instruction of the access that is looked up
  input  wire [6:0] query_check,       // and the check bits of that
  input  wire       tda_valid,         // a load hit in the tag and data array
  input  wire [6:0] tda_insn,          // instruction to credit
  input  wire       vta_valid,         // a load hit in the victim tag array
  input  wire [6:0] vta_insn,          // instruction to credit
  input  wire [1:0] issued,            // warp instructions that the core issued

  output wire [3:0] query_distance,    // protection distance of query_insn now

  output wire       event_sample,      // pulse: a sample ended
  output wire       event_alias        // pulse: a load found its entry marked by another instruction
);
`ifdef FORMAL
  localparam ID_BITS = 2;              // the proof has four entries
`else
  localparam ID_BITS = 7;
`endif
  localparam ENTRIES = 1 << ID_BITS;
  localparam [31:0] LAST_QUERY = SAMPLE - 1;
  localparam [31:0] ALL_INSNS  = MAX_INSNS;
  localparam TOTAL_BITS = $clog2(SAMPLE + 1);
  localparam INSN_BITS  = (MAX_INSNS > 2) ? $clog2(MAX_INSNS + 2) : 3; // -1: one more than end it
  localparam HIT_BITS   = (GLOBAL != 0) ? TOTAL_BITS : 10;
  localparam [TOTAL_BITS-1:0] ONE = 1;
  localparam [TOTAL_BITS-1:0] LOW = ~({TOTAL_BITS{1'b1}} << ((TOTAL_BITS + 1) / 2));

  // The sample.
  wire                  walking;       // PDs are computed, nothing counts
  wire                  walk_ends;     // its last cycle
  reg  [TOTAL_BITS-1:0] queries;       // of the sample
  reg  [INSN_BITS-1:0]  insns_left;    // instructions until it ends
  reg  [TOTAL_BITS-1:0] tda_total;     // global hits, kept until the walk ends
  reg  [TOTAL_BITS-1:0] vta_total;
  wire                  counting   = !walking;
  wire                  last_query = query && queries == LAST_QUERY[TOTAL_BITS-1:0];
  wire                  few_left   = !(|(insns_left >> 2)); // at most 3
  wire                  last_insn  = few_left && issued >= insns_left[1:0];
  wire                  sample_ends = counting && (last_query || last_insn);

  // That an event counts is known late: flops say whether it carries into the upper half of a counter.
  reg  queries_carry;
  reg  tda_carry;
  wire tda_counts;                     // a hit in the cache is added to tda_total
  wire [TOTAL_BITS-1:0] low_query  = (queries + ONE) & LOW;
  wire [TOTAL_BITS-1:0] low_tda    = (tda_total + ONE) & LOW;
  wire [TOTAL_BITS-1:0] next_query = low_query
    | ((queries & ~LOW) + ((LOW + ONE) & {TOTAL_BITS{queries_carry}}));
  wire [TOTAL_BITS-1:0] next_total = low_tda
    | ((tda_total & ~LOW) + ((LOW + ONE) & {TOTAL_BITS{tda_carry}}));

  // So is that instructions were issued: a borrow chooses between words that are known before.
  localparam [INSN_BITS-3:0] FOUR = 1;
  wire                 renew      = rst || walking;
  wire [INSN_BITS-3:0] upper_left = renew ? ALL_INSNS[INSN_BITS-1:2] : insns_left[INSN_BITS-1:2];
  wire [INSN_BITS-3:0] upper_less = renew ? ALL_INSNS[INSN_BITS-1:2]
                                          : insns_left[INSN_BITS-1:2] - FOUR;
  wire [1:0]           low_left   = insns_left[1:0] - issued;
  wire                 borrow     = issued > insns_left[1:0];

  always @(posedge clk)
    if (rst || walking) begin
      queries       <= {TOTAL_BITS{1'b0}};
      queries_carry <= 1'b0;
    end else if (query) begin
      queries       <= next_query;
      queries_carry <= low_query == LOW;
    end

  always @(posedge clk)
    insns_left <= {borrow ? upper_less : upper_left, renew ? ALL_INSNS[1:0] : low_left};

  always @(posedge clk)
    if (rst || walk_ends) begin
      tda_total <= {TOTAL_BITS{1'b0}};
      tda_carry <= 1'b0;
    end else if (tda_counts) begin
      tda_total <= next_total;
      tda_carry <= low_tda == LOW;
    end

  always @(posedge clk)
    if (rst || walk_ends)           vta_total <= {TOTAL_BITS{1'b0}};
    else if (counting && vta_valid) vta_total <= vta_total + ONE;

  // Computation of one distance from the hits of its entry [figure 9]: step comparison of the VTA
  // hits with 4, 2, 1, 1/2 times the TDA hits. No step adds more than a distance can have.
  localparam [31:0] N_ASC     = ASSOCIATIVITY;
  localparam [31:0] FALLS     = FALL;
  localparam [3:0]  RISE_4    = (ASSOCIATIVITY < 4) ? {N_ASC[1:0], 2'b00} : 4'd15;
  localparam [3:0]  RISE_2    = (ASSOCIATIVITY < 8) ? {N_ASC[2:0], 1'b0} : 4'd15;
  localparam [3:0]  RISE_1    = (ASSOCIATIVITY < 16) ? N_ASC[3:0] : 4'd15;
  localparam [3:0]  RISE_HALF = N_ASC[4:1];

  wire                gained;          // more victim hits than hits
  wire                lost;            // more than twice as many hits
  wire [3:0]          distance;        // of the entry, before
  wire [HIT_BITS-1:0] tda_hits;        // of the entry
  wire [HIT_BITS-1:0] vta_hits;
  wire [HIT_BITS+1:0] tda      = {2'b00, tda_hits};
  wire [HIT_BITS+1:0] vta      = {2'b00, vta_hits};
  wire                by_four  = vta >= {tda[HIT_BITS-1:0], 2'b00};
  wire                by_two   = vta >= {tda[HIT_BITS:0], 1'b0};
  wire                by_one   = vta >= tda;
  wire                by_half  = {vta[HIT_BITS:0], 1'b0} >= tda;
  wire                rising   = gained && vta_hits != {HIT_BITS{1'b0}};
  wire                gains    = vta_total > tda_total;
  wire                loses    = {vta_total, 1'b0} < {1'b0, tda_total};
  wire [3:0]          rise     = by_four ? RISE_4 : by_two ? RISE_2 : by_one ? RISE_1
                               : by_half ? RISE_HALF : 4'd0;
  wire [4:0]          risen    = {1'b0, distance} + {1'b0, rise};
  wire [4:0]          fallen   = {1'b0, distance} - {1'b0, FALLS[3:0]};
  wire [3:0]          computed = rising  ? risen[3:0] | {4{risen[4]}}
                               : lost ? fallen[3:0] & {4{!fallen[4]}} : distance;

  generate
    if (GLOBAL != 0) begin : one_distance
      reg       ended;                 // the cycle after a sample
      reg [3:0] shared;
      wire      unused = &{1'b0, next, next_insn, query_load, query_insn, query_check,
                           tda_insn, vta_insn};

      always @(posedge clk) ended <= !rst && sample_ends;
      always @(posedge clk)
        if (rst)        shared <= 4'd0;
        else if (ended) shared <= computed;

      assign walking       = ended;
      assign walk_ends     = ended;
      assign tda_counts    = counting && tda_valid;
      assign gained         = gains;
      assign lost           = loses;
      assign distance       = shared;
      assign tda_hits       = tda_total;
      assign vta_hits       = vta_total;
      assign query_distance = shared;
      assign event_sample   = ended;
      assign event_alias    = 1'b0;
    end else begin : per_instruction
      localparam [ID_BITS-1:0] NEXT = 1;

      // The walk; the one after reset clears the entries. A cycle in which the last hits are read,
      // one for each entry to be read, each written in the cycle after.
      reg               walks;
      reg               reads;         // an entry
      reg               computes;      // the one read before
      reg               clearing;
      reg [ID_BITS-1:0] walk_insn;     // that it reads
      reg [ID_BITS-1:0] computed_insn; // that it computes

      always @(posedge clk)
        if (rst)              walks <= 1'b1;
        else if (sample_ends) walks <= 1'b1;
        else if (walk_ends)   walks <= 1'b0;

      always @(posedge clk)
        if (rst) begin
          reads    <= 1'b0;
          computes <= 1'b0;
        end else begin
          reads    <= reads ? !(&walk_insn) : walks && !computes;
          computes <= reads;
        end

      always @(posedge clk)
        if (rst)            clearing <= 1'b1;
        else if (walk_ends) clearing <= 1'b0;

      always @(posedge clk)
        if (rst)        walk_insn <= {ID_BITS{1'b0}};
        else if (reads) walk_insn <= walk_insn + NEXT;

      always @(posedge clk) computed_insn <= walk_insn;

      assign walking   = walks;
      assign walk_ends = computes && !reads;

      // What the global hits say, complete in the second cycle of the walk, before the first entry is computed.
      reg gained_hits;
      reg lost_hits;

      always @(posedge clk) begin
        gained_hits <= gains;
        lost_hits   <= loses;
      end

      assign gained = gained_hits;
      assign lost   = lost_hits;

      // Hits of the sample, which the walk clears. A hit in the cache is known late in its cycle and counts in
      // the next one, also in tda_total: that of a sample's last cycle still comes before it is compared.
      reg                late_valid;
      reg  [ID_BITS-1:0] late_insn;
      reg                tda_write;
      reg                vta_write;
      reg  [ID_BITS-1:0] tda_at;       // the entry that is written
      reg  [ID_BITS-1:0] vta_at;
      reg  [7:0]         tda_was;      // its hits
      reg  [9:0]         vta_was;
      wire [7:0]         tda_now;
      wire [9:0]         vta_now;
      wire [ID_BITS-1:0] tda_entry = reads ? walk_insn : late_insn;
      wire [ID_BITS-1:0] vta_entry = reads ? walk_insn : vta_insn[ID_BITS-1:0];
      wire [7:0]         tda_more  = (&tda_was) ? tda_was : tda_was + 8'd1;
      wire [9:0]         vta_more  = (&vta_was) ? vta_was : vta_was + 10'd1;
      wire [7:0]         next_tda  = tda_more & {8{!computes}};
      wire [9:0]         next_vta  = vta_more & {10{!computes}};

      assign tda_counts = late_valid;

      always @(posedge clk) begin
        late_valid <= !rst && counting && tda_valid;
        tda_write  <= !rst && (late_valid || reads);
        vta_write  <= !rst && (counting && vta_valid || reads);
      end

      always @(posedge clk) begin
        late_insn <= tda_insn[ID_BITS-1:0];
        tda_at    <= tda_entry;
        vta_at    <= vta_entry;
        tda_was   <= (tda_write && tda_at == tda_entry) ? next_tda : tda_now;
        vta_was   <= (vta_write && vta_at == vta_entry) ? next_vta : vta_now;
      end

      regfile_1r1w #(.WIDTH(8), .DEPTH(ENTRIES)) tda_table (
        .clk        (clk),
        .write_valid(tda_write),
        .write_addr (tda_at),
        .write_data (next_tda),
        .read_addr  (tda_entry),
        .read_data  (tda_now)
      );

      regfile_1r1w #(.WIDTH(10), .DEPTH(ENTRIES)) vta_table (
        .clk        (clk),
        .write_valid(vta_write),
        .write_addr (vta_at),
        .write_data (next_vta),
        .read_addr  (vta_entry),
        .read_data  (vta_now)
      );

      assign tda_hits = {2'b00, tda_was};
      assign vta_hits = vta_was;

      // Distances, a copy per reader.
      reg  [3:0] distance_was;         // of the entry that the walk computes
      reg  [3:0] distance_read;        // of query_insn
      wire [3:0] next_distance = computed & {4{!clearing}};
      wire [3:0] distance_now;
      wire [3:0] distance_ahead;

      regfile_1r1w #(.WIDTH(4), .DEPTH(ENTRIES)) distances (
        .clk        (clk),
        .write_valid(computes),
        .write_addr (computed_insn),
        .write_data (next_distance),
        .read_addr  (walk_insn),
        .read_data  (distance_now)
      );

      regfile_1r1w #(.WIDTH(4), .DEPTH(ENTRIES)) distances_to_read (
        .clk        (clk),
        .write_valid(computes),
        .write_addr (computed_insn),
        .write_data (next_distance),
        .read_addr  (next_insn[ID_BITS-1:0]),
        .read_data  (distance_ahead)
      );

      always @(posedge clk) distance_was <= distance_now;

      wire next_computed  = computes && computed_insn == next_insn[ID_BITS-1:0];
      wire query_computed = computes && computed_insn == query_insn[ID_BITS-1:0];

      always @(posedge clk)
        if (next)                distance_read <= next_computed ? next_distance : distance_ahead;
        else if (query_computed) distance_read <= next_distance;

      assign distance       = distance_was;
      assign query_distance = distance_read & {4{!clearing}};
      assign event_sample   = walks && !clearing && !reads && !computes;

      // Check bits of the last load, and whether there was one; written a cycle after it, those that are
      // read ahead for query_insn, too: that there is a load is known late.
      wire       check_load = query && query_load && !clearing;
      reg        check_write;
      reg  [6:0] check_insn;
      reg  [6:0] check_bits;
      reg  [7:0] check_read;           // of query_insn, without the load at the last edge
      wire [7:0] check_ahead;
      wire       same_insn  = !next || next_insn == query_insn;
      wire       same_check = check_write && check_insn == next_insn;
      reg        stayed;               // query_insn was that of the last cycle
      reg        aliased;
      wire       checked;              // of query_insn
      wire [6:0] check_now;
      assign {checked, check_now} = (check_write && stayed) ? {1'b1, check_bits} : check_read;

      always @(posedge clk) begin
        check_write <= !rst && check_load;
        check_insn  <= query_insn;
        check_bits  <= query_check;
        stayed      <= same_insn;
      end

      regfile_1r1w #(.WIDTH(8), .DEPTH(ENTRIES)) checks (
        .clk        (clk),
        .write_valid(check_write || clearing),
        .write_addr (clearing ? walk_insn : check_insn[ID_BITS-1:0]),
        .write_data (clearing ? 8'd0 : {1'b1, check_bits}),
        .read_addr  (next_insn[ID_BITS-1:0]),
        .read_data  (check_ahead)
      );

      always @(posedge clk)
        if (clearing)       check_read <= 8'd0;
        else if (same_insn) check_read <= {checked, check_now};
        else                check_read <= same_check ? {1'b1, check_bits} : check_ahead;

      always @(posedge clk)
        aliased <= !rst && check_load && checked && check_now != query_check;

      assign event_alias = aliased;
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/pdpt.v"
`endif
endmodule
`default_nettype wire

// Line protection inside l1_cache: who may be replaced, and which loads are bypassed
// [icpp18 section 4]. It follows the lookups of the cache, which are announced a cycle ahead; its
// answers are combinational, what it notes counts from the next cycle on. State: per set and way
// the instruction that used the line last and its protected life (regfile, a word per set; that of
// the lookup in flops), victim tags, prediction table. Page: docs/blocks/l1_protect.md.
`default_nettype none
module l1_protect #(
  parameter SCHEME    = 3,             // 0..3: 0 no protection, 1 stall_bypass, 2 global, 3 dlp
  parameter SETS      = 32,            // 1..1024: sets, a power of two
  parameter WAYS      = 4,             // 1..16: ways
  parameter TAG_BITS  = 20,            // 7..33: bits of a tag
  parameter TAG_FIELD = 0,             // 0..33: bits of a victim's tag field, 0: as needed
  parameter SAMPLE    = 200,           // 1..65535: queries of a sample
  parameter MAX_INSNS = 10000,         // 1..1048575: warp instructions that end a sample, too
  parameter FALL      = 1,             // 1..15: what distances fall by
  parameter LIFE      = 0,             // 0..1: lives count as they are 0 after, 1 before a query
  parameter RESERVED  = 0,             // 0..1: 1: no load waits for a pending way
  parameter SET_BITS  = (SETS > 1) ? $clog2(SETS) : 1 // derived: bits of a set's index
) (
  input  wire                clk,      // clock
  input  wire                rst,      // synchronous reset, active high
  input  wire                flush,    // kernel boundary: no line is there after this edge
  input  wire [1:0]          issued,   // warp instructions that the core issued
  input  wire                mshr_full, // all entries of the MSHR are busy

  // next: a cycle ahead of a lookup
  input  wire                next,           // the lookup is another one from the next cycle on
  input  wire [SET_BITS-1:0] next_set,       // its set
  input  wire [6:0]          next_insn,      // its instruction

  // lookup: what the cache looks up in this cycle
  input  wire                lookup_query,   // a load that may be cached, or a store
  input  wire                lookup_load,    // it is a load
  input  wire                lookup_advance, // it leaves at this edge
  input  wire                lookup_remote,  // it is of another core
  input  wire                lookup_waited,  // it waited for the miss register
  input  wire [6:0]          lookup_insn,    // its instruction
  input  wire [6:0]          lookup_check,   // check bits of that
  input  wire [SET_BITS-1:0] lookup_set,     // its set
  input  wire [TAG_BITS-1:0] lookup_tag,     // its tag
  input  wire [WAYS-1:0]     lookup_lines,   // ways of the set that hold a line
  input  wire [WAYS-1:0]     lookup_pending, // ways that wait for one
  input  wire                lookup_hit,     // its line is there or on its way
  input  wire [WAYS-1:0]     lookup_way,     // one-hot: way of its line, else the one it would take
  input  wire [TAG_BITS-1:0] lookup_old_tag, // tag in that way

  // answers to the lookup, combinational
  output wire [WAYS-1:0]     replaceable,    // ways of lookup_lines that may be replaced
  output wire                bypass,         // the load takes no way

  // events: pulses for perf_counters, registered
  output wire                event_vta,      // the load before hit in the victim tags
  output wire                event_sample,   // a sample ended
  output wire                event_alias     // a load whose entry another instruction had
);
  generate
    if (SCHEME < 2) begin : no_lives
      // Every line may be replaced. Stall-bypass: a load that would wait for a way or an entry, or
      // waited, is bypassed.
      wire none   = &lookup_pending;
      wire unused = &{1'b0, clk, rst, flush, issued, mshr_full, next, next_set, next_insn,
                      lookup_query, lookup_advance, lookup_remote, lookup_insn, lookup_check,
                      lookup_set, lookup_tag, lookup_way, lookup_old_tag};
      assign replaceable  = lookup_lines;
      assign bypass       = SCHEME == 1 && lookup_load && !lookup_hit
                         && (none || mshr_full || lookup_waited);
      assign event_vta    = 1'b0;
      assign event_sample = 1'b0;
      assign event_alias  = 1'b0;
    end else begin : lives
      localparam PL_BITS = 4;
      localparam FIELD   = (TAG_FIELD > TAG_BITS) ? TAG_FIELD : TAG_BITS;

      // The word of the lookup's set: instructions and lives. Those of empty ways mean nothing.
      // What a lookup writes is in the storage a cycle later.
      localparam WORD_BITS = WAYS * (7 + PL_BITS);
      wire                    leaves = lookup_query && lookup_advance;
      wire                    renew  = lookup_load && !bypass;
      reg  [WORD_BITS-1:0]    word;
      wire [WAYS*7-1:0]       insns;
      reg  [WAYS*7-1:0]       next_insns;
      wire [WAYS*PL_BITS-1:0] lives_now;
      wire [WAYS*PL_BITS-1:0] next_lives;
      wire [WORD_BITS-1:0]    stored;
      reg                     written;
      reg  [SET_BITS-1:0]     written_set;
      reg  [WORD_BITS-1:0]    written_word;
      wire                    same_set = !next || next_set == lookup_set;
      wire                    forward  = written && written_set == next_set;
      wire [3:0]              distance; // of the instruction, now
      wire                    without_a_way; // whoever needs one is bypassed

      always @(posedge clk) begin
        written      <= !rst && leaves;
        written_set  <= lookup_set;
        written_word <= {next_insns, next_lives};
      end

      regfile_1r1w #(.WIDTH(WORD_BITS), .DEPTH(SETS)) words (
        .clk        (clk),
        .write_valid(written),
        .write_addr (written_set),
        .write_data (written_word),
        .read_addr  (next_set),
        .read_data  (stored)
      );

      always @(posedge clk)
        if (same_set) begin
          if (leaves) word <= {next_insns, next_lives};
        end else      word <= forward ? written_word : stored;

      assign {insns, lives_now} = word;

      dlp_protect #(
        .WAYS(WAYS), .PL_BITS(PL_BITS), .LIFE(LIFE), .RESERVED(RESERVED)
      ) set (
        .lives      (lives_now),
        .valid      (lookup_lines),
        .reserved   (lookup_pending),
        .query      (lookup_query),
        .renew      (renew),
        .way        (lookup_way),
        .distance   (distance),
        .next_lives (next_lives),
        .replaceable(replaceable),
        .bypass     (without_a_way)
      );

      assign bypass = lookup_load && !lookup_hit && without_a_way;

      // The instruction that used the line in lookup_way last, and those of all ways afterwards.
      reg [6:0] user;
      integer   w;

      always @* begin
        user       = 7'd0;
        next_insns = insns;
        for (w = 0; w < WAYS; w = w + 1)
          if (lookup_way[w]) begin
            user = user | insns[w*7 +: 7];
            if (renew) next_insns[w*7 +: 7] = lookup_insn;
          end
      end

      // A miss is searched among the victims; the line it replaces becomes one.
      wire       credit_valid;
      wire [6:0] credit_insn;

      vta #(.SETS(SETS), .WAYS(WAYS), .TAG_BITS(TAG_BITS), .TAG_FIELD(FIELD)) victims (
        .clk                (clk),
        .rst                (rst),
        .flush              (flush),
        .next               (next),
        .next_set           (next_set),
        .search_valid       (leaves && lookup_load && !lookup_hit),
        .search_set         (lookup_set),
        .search_tag         (lookup_tag),
        .search_allocates   (!bypass),
        .search_evicts      (&(lookup_lines | lookup_pending)),
        .search_evicted_tag (lookup_old_tag),
        .search_evicted_insn(user),
        .credit_valid       (credit_valid),
        .credit_insn        (credit_insn)
      );

      pdpt #(
        .ASSOCIATIVITY(WAYS),
        .SAMPLE       (SAMPLE),
        .MAX_INSNS    (MAX_INSNS),
        .FALL         (FALL),
        .GLOBAL       (SCHEME == 2 ? 1 : 0)
      ) predictions (
        .clk           (clk),
        .rst           (rst),
        .next          (next),
        .next_insn     (next_insn),
        .query         (leaves),
        .query_load    (lookup_load && !lookup_remote),
        .query_insn    (lookup_insn),
        .query_check   (lookup_check),
        .tda_valid     (leaves && lookup_load && lookup_hit),
        .tda_insn      (user),
        .vta_valid     (credit_valid),
        .vta_insn      (credit_insn),
        .issued        (issued),
        .query_distance(distance),
        .event_sample  (event_sample),
        .event_alias   (event_alias)
      );

      wire unused = &{1'b0, mshr_full, lookup_waited};
      assign event_vta = credit_valid;
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/l1_protect.v"
`endif
endmodule
`default_nettype wire

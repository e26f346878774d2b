// First-in first-out queue, first word falls through: a word put at one edge is on get_data
// in the next cycle. put_ready and get_valid are flops. Up to MOVED words of at most 64 bits the
// oldest stands in the first place, the others move up behind it, and get_data are flops; of more or
// wider ones, get_data is a read of the storage at a registered address, or with HEAD the oldest
// stands in a register in front of it. One word per cycle from DEPTH 2 on; DEPTH 1 alternates between
// empty and full, one word every two cycles. DEPTH need not be a power of two.
//
//   moved    put ──> first free place ... [1] ──> [0] ──> get
//   more     put ──> storage[write_at] ... storage[read_at] ──> get
//   HEAD     put ──┬> storage[write_at] ... storage[read_at] ──┬> head ──> get
//                  └───────────── nothing is stored ───────────┘
`default_nettype none
module fifo #(
  parameter WIDTH = 64,                // 1..2048: bits of one word
  parameter DEPTH = 8,                 // 1..1024: words
  parameter MOVED = 8,                 // 0..1024: largest DEPTH at which words of up to 64 bits move up
  parameter HEAD  = 0                  // 0..1: where they do not, the oldest has a register of its own
) (
  input  wire             clk,         // clock
  input  wire             rst,         // synchronous reset, active high

  // put: the writing side
  input  wire             put_valid,   // a word is offered
  output wire             put_ready,   // there is room; the offered word is taken at this edge
  input  wire [WIDTH-1:0] put_data,    // the word

  // get: the reading side, first word falls through
  output wire             get_valid,   // a word is there
  input  wire             get_ready,   // the word is removed at this edge
  output wire [WIDTH-1:0] get_data     // the oldest word
);
  wire put = put_valid && put_ready;
  wire get = get_ready && get_valid;

  // Wide words stay where they are: their moves would cost power, and the enables of all their bits.
  localparam MOVES = (WIDTH > 64) ? 0 : MOVED;

  genvar i;
  generate
    if (DEPTH <= MOVES) begin : moved
      localparam [DEPTH-1:0] FIRST = 1;
      reg  [DEPTH-1:0]       used;     // places with a word, from the first one on
      wire [DEPTH-1:0]       after_put = (used << 1) | FIRST;
      wire [DEPTH-1:0]       after_get = used >> 1;
      wire [DEPTH*WIDTH-1:0] words;

      always @(posedge clk)
        if (rst)             used <= {DEPTH{1'b0}};
        else if (put != get) used <= put ? after_put : after_get;

      // A place keeps its word, or takes that of the place behind it, or what is put: a free one
      // always does, as nothing tells whether it will be needed. Said as a sum of products, of words
      // that are stored inverted: that is two gates for a bit, half of what two multiplexers cost.
      for (i = 0; i < DEPTH; i = i + 1) begin : place
        reg  [WIDTH-1:0] inverted;
        wire             keeps = !get && used[i];
        wire             moves = get && after_get[i];
        wire             takes = !(get ? after_get[i] : used[i]);
        wire [WIDTH-1:0] next;
        assign words[i*WIDTH +: WIDTH] = ~inverted;
        if (i + 1 < DEPTH) begin : inner
          assign next = words[(i+1)*WIDTH +: WIDTH];
        end else begin : last
          assign next = {WIDTH{1'b0}};
        end
        always @(posedge clk)
          inverted <= ~(~inverted & {WIDTH{keeps}} | next & {WIDTH{moves}} | put_data & {WIDTH{takes}});
      end

      assign put_ready = !used[DEPTH-1];
      assign get_valid = used[0];
      assign get_data  = words[WIDTH-1:0];
    end else begin : ring
      localparam FRONT     = (DEPTH > 1) ? HEAD : 0;
      localparam PLACES    = DEPTH - FRONT;
      localparam ADDR_BITS = (PLACES > 1) ? $clog2(PLACES) : 1;
      localparam [31:0] LAST = PLACES - 1;
      localparam [ADDR_BITS-1:0] FIRST = {ADDR_BITS{1'b0}};

      reg                  room;       // at least one place is free
      reg                  stored;     // at least one word is stored
      reg  [ADDR_BITS-1:0] write_at;   // place of the next put
      reg  [ADDR_BITS-1:0] read_at;    // place of the oldest word
      wire [ADDR_BITS-1:0] after_write = (write_at == LAST[ADDR_BITS-1:0]) ? FIRST : write_at + 1'b1;
      wire [ADDR_BITS-1:0] after_read  = (read_at == LAST[ADDR_BITS-1:0]) ? FIRST : read_at + 1'b1;
      wire                 store;      // the word that is put goes into the storage
      wire                 leave;      // the oldest stored word leaves it
      wire                 write;      // the storage may be written
      wire [WIDTH-1:0]     oldest;     // the oldest stored word

      always @(posedge clk)
        if (rst) write_at <= FIRST;
        else if (store) write_at <= after_write;

      always @(posedge clk)
        if (rst) read_at <= FIRST;
        else if (leave) read_at <= after_read;

      // Equal places mean full after a put and empty after a get; both together change neither flag.
      always @(posedge clk)
        if (rst) begin
          room <= 1'b1;
          stored <= 1'b0;
        end else if (store && !leave) begin
          room <= after_write != read_at;
          stored <= 1'b1;
        end else if (leave && !store) begin
          room <= 1'b1;
          stored <= after_read != write_at;
        end

      regfile_1r1w #(.WIDTH(WIDTH), .DEPTH(PLACES)) words (
        .clk(clk),
        .write_valid(write),
        .write_addr(write_at),
        .write_data(put_data),
        .read_addr(read_at),
        .read_data(oldest)
      );

      assign put_ready = room;

      // No word's enable waits for put_valid, which may come late: a free place follows what is put
      // while it may be needed.
      if (FRONT != 0) begin : front
        reg              full;         // the oldest word of all is in `head`
        reg  [WIDTH-1:0] head;
        wire             next = !full || get;  // another word may become the head

        always @(posedge clk)
          if (rst)       full <= 1'b0;
          else if (next) full <= stored || put_valid;

        always @(posedge clk)
          if (next) head <= stored ? oldest : put_data;

        assign store     = put && full && (stored || !get);
        assign leave     = stored && next;
        assign write     = room && full;
        assign get_valid = full;
        assign get_data  = head;
      end else begin : open
        assign store     = put;
        assign leave     = get;
        assign write     = room;
        assign get_valid = stored;
        assign get_data  = oldest;
      end
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/fifo.v"
`endif
endmodule
`default_nettype wire

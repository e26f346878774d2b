// Lines of an LLC slice: the data RAM, and the atomics that are executed at it. Accesses see what all
// before them have made of a line, though an atomic's sectors are written some cycles after it began:
// the newest one is taken from the atomic and kept beside the RAM's output until the next read.
//
//   access, read ─> data RAM ─> line ─┬─> (answers, lines that leave)
//   fill ─────────────^    newest     └─> atomic_unit ─┐
//                     └───── sector <──────────────────┘
//
// Latency: the line is there in the cycle after an access, or a read, and stays until the next one. An
// atomic of n sectors lets the next access begin after 2 cycles (n < 2) or n + 2. State: the RAM,
// the atomic, the newest sector. Page: docs/blocks/llc_lines.md.
`default_nettype none
module llc_lines #(
`ifdef MEMLOOM_RAM_PROTECT
  parameter PROTECT    = 0,            // 0..2: lines are stored with 0 no check bits, 1 parity, 2 SEC-DED
`endif
  parameter LINES      = 1024,         // 1..65536: lines
  parameter PLACE_BITS = (LINES > 1) ? $clog2(LINES) : 1 // derived: bits of a line's number
) (
  input  wire                  clk,             // clock
  input  wire                  rst,             // synchronous reset, active high

  // access: in the order of the requests
  input  wire                  access_valid,    // it begins at this edge; only with read_room
  input  wire                  access_reads,    // the line is read, by an atomic, too
  input  wire                  access_stores,   // bytes are written, which needs write_room
  input  wire                  access_executes, // an atomic is executed

  // of the access, and of an atomic the same until atomic_done
  input  wire [2:0]            op,              // atomic operation
  input  wire [PLACE_BITS-1:0] place,           // number of the line
  input  wire [127:0]          mask,            // bytes written or operated on
  input  wire [1023:0]         data,            // store data or operands
  output wire                  read_room,       // an access may begin that stores nothing
  output wire                  write_room,      // and one that does
  output wire                  atomic_done,     // the last cycle in which an atomic's data are looked at

  // read: of a line of which no atomic is under way, without an access
  input  wire                  read_valid,      // it begins at this edge; only with read_room
  input  wire [PLACE_BITS-1:0] place_read,      // number of the line that is read, by an access, too

  // fill: bytes from outside, of a line of which no atomic is under way, without an access or read
  input  wire                  fill_valid,      // they are written at this edge; only with fill_room
  input  wire [PLACE_BITS-1:0] fill_place,      // number of the line
  input  wire [127:0]          fill_mask,       // the bytes
  input  wire [1023:0]         fill_data,       // the line
  output wire                  fill_room,       // no sector of an atomic is written in this cycle

`ifdef MEMLOOM_RAM_PROTECT
  // error: of the line that was read at the last edge
  output wire                  error_corrected, // bits of it were inverted in the RAM, and put right
  output wire                  error_lost,      // bits of it were inverted that are not put right
`endif

  // line: what was read last, with all that was before
  output wire                  line_valid,      // the last access or read has read one
  output wire [1023:0]         line_data        // the line
);
  genvar g;

  wire                  executing;     // the atomic has read its line
  wire                  atomic_next;   // a sector of its result comes in the next cycle
  wire                  atomic_writes; // and in this one
  wire [127:0]          atomic_mask;
  wire [255:0]          atomic_sector;
  reg  [PLACE_BITS-1:0] place_next;    // of the atomic whose sectors are computed
  reg  [PLACE_BITS-1:0] place_written; // and of the one whose sectors are written
  wire                  reads = read_valid || (access_valid && access_reads);
  wire [1023:0]         ram_data;      // the line read last

  assign read_room  = !executing && !(atomic_next && atomic_writes);
  assign write_room = !executing && !(atomic_next || atomic_writes);
  assign fill_room  = !atomic_writes;

  atomic_unit atomics (
    .clk        (clk),
    .rst        (rst),
    .start_valid(access_valid && access_executes),
    .start_mask (mask),
    .op         (op),
    .line       (line_data),
    .operands   (data),
    .busy       (executing),
    .done       (atomic_done),
    .sector_next(atomic_next),
    .write_valid(atomic_writes),
    .write_mask (atomic_mask),
    .write_data (atomic_sector)
  );

`ifdef MEMLOOM_RAM_PROTECT
  wire [127:0] byte_corrected;
  wire [127:0] byte_lost;
  reg          known;                  // a line was read at the last edge

  always @(posedge clk) known <= !rst && reads;

  assign error_corrected = known && |byte_corrected;
  assign error_lost      = known && |byte_lost;

  ram_ecc #(.PROTECT(PROTECT), .WIDTH(1024), .DEPTH(LINES), .MASK_BITS(128)) lines (
    .write_flip    (2'd0),
    .read_corrected(byte_corrected),
    .read_lost     (byte_lost),
`else
  ram_1r1w #(.WIDTH(1024), .DEPTH(LINES), .MASK_BITS(128)) lines (
`endif
    .clk(clk),
    .write_valid(fill_valid || (access_valid && access_stores) || atomic_writes),
    .write_addr(fill_valid ? fill_place : atomic_writes ? place_written : place),
    .write_mask(fill_valid ? fill_mask : atomic_writes ? atomic_mask : mask),
    .write_data(fill_valid ? fill_data : atomic_writes ? {4{atomic_sector}} : data),
    .read_valid(reads),
    .read_addr(place_read),
    .read_data(ram_data)
  );

  // An access may read its line up to a cycle before an atomic writes the last sector of it. Then
  // that sector is taken from the atomic: when it is written, and from then on as it was, until the
  // next access reads a line.
  reg                 late;            // it is written in this cycle, a cycle after the read
  reg  [31:0]         missed_words;    // {32} of the line read last: written at the edge of the read or after it
  reg  [255:0]        missed_sector;   // what was written there
  wire [31:0]         atomic_words;    // {32} written in this cycle
  wire [31:0]         newer_words  = late ? atomic_words : missed_words;
  wire [255:0]        newer_sector = late ? atomic_sector : missed_sector;

  always @(posedge clk) begin
    if (executing)   place_next    <= place;
    if (atomic_next) place_written <= place_next;
  end

  always @(posedge clk) late <= !rst && access_valid && atomic_next && place_next == place;

  always @(posedge clk)
    if (access_valid)    missed_words <= atomic_words & {32{place_written == place}};
    else if (read_valid) missed_words <= 32'd0;
    else if (late)       missed_words <= atomic_words;

  always @(posedge clk)
    if (access_valid || late) missed_sector <= atomic_sector;

  generate
    for (g = 0; g < 32; g = g + 1) begin : newer
      assign atomic_words[g] = atomic_mask[g*4];
      assign line_data[g*32 +: 32] = newer_words[g] ? newer_sector[g%8*32 +: 32] : ram_data[g*32 +: 32];
    end
  endgenerate

  reg line_is_there;
  always @(posedge clk)
    if (rst)                             line_is_there <= 1'b0;
    else if (access_valid || read_valid) line_is_there <= reads;

  assign line_valid = line_is_there;

`ifdef FORMAL
`include "tests/formal/llc_lines.v"
`endif
endmodule
`default_nettype wire

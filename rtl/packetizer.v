// Messages to packets of flits, the sending half of noc_port. Messages come at every clock edge,
// flits leave with noc_en, one per network cycle. Each source has SLOTS messages under way, whose
// packets leave interleaved, each on a virtual channel of its message's class that is chosen when
// its head leaves. Latency: a head leaves the slot one network edge after its message came.
// State: per slot its message (register files), class, channel and what is left of it; a credit
// counter per channel, round-robin masks, the inject register. Page: docs/blocks/packetizer.md.
//
//   head flit  [2:0] kind [6:3] sectors [10:7] data_sectors [20:11] src [30:21] id (low 10 bits)
//              [63:31] line [191:64] mask [194:192] op [204:195] dest [205] class (low bit)
//              [226:206] id (high bits) [227] class (high bit)
`default_nettype none
module packetizer #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter VCS         = 4,           // 1..8: virtual channels; a multiple of CLASSES
  parameter DEPTH       = 4,           // 1..16: flits per VC buffer at the router
  parameter SOURCES     = 1,           // 1..3: senders of messages
  parameter SLOTS       = 2,           // 1..8: packets of one source injected at the same time
  parameter CLASSES     = 1,           // 1..3: message classes that the VCs are split by
  parameter CLASS_BITS  = 1,           // 1..2: bits of a message class
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..31: bits of a message id
  parameter FLIT_BITS   = 256,         // 256..256: bits of a flit
  parameter VC_BITS     = (VCS > 1) ? $clog2(VCS) : 1  // derived: bits of a virtual-channel number
) (
  input  wire                   clk,               // clock
  input  wire                   rst,               // synchronous reset, active high
  input  wire                   noc_en,            // network clock enable
  input  wire [NODE_BITS-1:0]   here,              // this node {y, x} (constant)

  // send: messages to inject
  input  wire [SOURCES-1:0]     send_valid,        // {SOURCES} a message is offered
  output wire [SOURCES-1:0]     send_ready,        // {SOURCES} it is taken at this edge
  input  wire [SOURCES*CLASS_BITS-1:0]  send_class, // {SOURCES} its class
  input  wire [SOURCES*NODE_BITS-1:0]   send_dest, // {SOURCES} node it goes to
  input  wire [SOURCES*3-1:0]   send_kind,         // {SOURCES} 0 read, 1 fetch, 2 store, 3 atomic
  input  wire [SOURCES*3-1:0]   send_op,           // {SOURCES} atomic operation
  input  wire [SOURCES*LINE_BITS-1:0]   send_line, // {SOURCES} line address
  input  wire [SOURCES*MSG_ID_BITS-1:0] send_id,   // {SOURCES} message id
  input  wire [SOURCES*4-1:0]   send_sectors,      // {SOURCES} sectors wanted in the reply
  input  wire [SOURCES*4-1:0]   send_data_sectors, // {SOURCES} sectors that travel as data flits
  input  wire [SOURCES*128-1:0] send_mask,         // {SOURCES} byte mask
  input  wire [SOURCES*1024-1:0] send_data,        // {SOURCES} the line

  // inject: flits to the router
  output wire                   inject_valid,      // a flit
  output wire [VC_BITS-1:0]     inject_vc,         // its virtual channel
  output wire                   inject_tail,       // last flit of its packet
  output wire [FLIT_BITS-1:0]   inject_flit,       // the flit
  input  wire [VCS-1:0]         router_credit      // {VCS} the router has a slot more
);
  localparam SLOT_BITS   = (SLOTS > 1) ? $clog2(SLOTS) : 1;
  localparam ALL_SLOTS   = SOURCES * SLOTS;
  localparam CREDIT_BITS = $clog2(DEPTH + 1);
  localparam LINE_FIELD  = 33;         // the head flit has room for the largest line address
  localparam ID_FIELD    = 31;         // and the largest id
  localparam PADDING     = FLIT_BITS - 228;
  localparam [CREDIT_BITS-1:0] ONE = 1;
  localparam [31:0] FULL = DEPTH;

  genvar i;

  // ---------------------------------------------------------------- who holds what
  reg  [ALL_SLOTS-1:0]     busy;       // {ALL_SLOTS} the slot holds a message
  reg  [ALL_SLOTS*CLASS_BITS-1:0] slot_class; // {ALL_SLOTS} the message's class
  reg  [ALL_SLOTS*VCS-1:0] slot_vcs;   // {ALL_SLOTS} its channel, one-hot; 0: head not sent
  reg  [ALL_SLOTS*4-1:0]   slot_left;  // {ALL_SLOTS} data sectors that have not left
  wire [VCS-1:0]           has_credit; // {VCS} the router has room
  reg  [VCS*CREDIT_BITS-1:0] room;     // {VCS} flits the router has room for
  wire [SOURCES-1:0]       put = send_valid & send_ready;
  wire [ALL_SLOTS-1:0]     put_slot;   // the lowest free slot of each source

  // ---------------------------------------------------------------- which flit leaves
  reg  [VCS-1:0]       owned;          // {VCS} channels with an unfinished packet
  reg  [ALL_SLOTS-1:0] can_send;       // {ALL_SLOTS}
  reg  [ALL_SLOTS-1:0] slot_mask;      // {ALL_SLOTS} round-robin state of slots
  reg  [VCS-1:0]       vc_mask;        // {VCS} round-robin state of channels
  wire [ALL_SLOTS-1:0] slot_grant;
  wire [ALL_SLOTS-1:0] slot_next;
  wire [VCS-1:0]       usable = has_credit & ~owned;
  wire [CLASSES-1:0]   has_usable;     // {CLASSES} one of this class's channels is usable
  wire [CLASSES*VCS-1:0] vc_grant;     // {CLASSES} the one for a head of this class
  wire [CLASSES*VCS-1:0] vc_next;      // {CLASSES} vc_mask after that
  reg  [CLASS_BITS-1:0] grant_class;   // class of the granted slot
  reg  [CLASSES-1:0]   grant_channels; // whose channels it uses, one-hot
  reg  [VCS-1:0]       grant_vcs;      // its channel; zero before its head left
  reg  [3:0]           grant_left;     // its sectors left
  reg  [VCS-1:0]       head_vcs;       // the channel for its head
  reg  [VCS-1:0]       head_next;      // vc_mask after that
  integer s;

  // Whose channels a class uses, one-hot: a class without channels shares those of the last one.
  function [CLASSES-1:0] channels_of(input [CLASS_BITS-1:0] its_class);
    integer number;
    begin
      number = {{(32-CLASS_BITS){1'b0}}, its_class};
      channels_of = {{(CLASSES-1){1'b0}}, 1'b1} << (number < CLASSES ? number : CLASSES - 1);
    end
  endfunction

  always @* begin
    owned = {VCS{1'b0}};
    for (s = 0; s < ALL_SLOTS; s = s + 1)
      owned = owned | slot_vcs[s*VCS +: VCS];
  end

  always @*
    for (s = 0; s < ALL_SLOTS; s = s + 1)
      can_send[s] = busy[s] && ((|slot_vcs[s*VCS +: VCS]) ? |(slot_vcs[s*VCS +: VCS] & has_credit)
                     : |(channels_of(slot_class[s*CLASS_BITS +: CLASS_BITS]) & has_usable));

  rr_arbiter #(.N(ALL_SLOTS)) slot_arbiter (
    .request  (can_send),
    .mask     (slot_mask),
    .grant    (slot_grant),
    .next_mask(slot_next)
  );

  // A channel is chosen for every class while the slots are arbitrated, not one after the other.
  generate
    for (i = 0; i < CLASSES; i = i + 1) begin : channels
      localparam [VCS-1:0] ITS_VCS = ({VCS{1'b1}} >> (VCS - VCS / CLASSES)) << (i * VCS / CLASSES);
      wire [VCS-1:0] its_usable = usable & ITS_VCS;
      assign has_usable[i] = |its_usable;
      rr_arbiter #(.N(VCS)) vc_arbiter (
        .request  (its_usable),
        .mask     (vc_mask),
        .grant    (vc_grant[i*VCS +: VCS]),
        .next_mask(vc_next[i*VCS +: VCS])
      );
    end
  endgenerate

  always @* begin
    grant_class = {CLASS_BITS{1'b0}};
    grant_vcs   = {VCS{1'b0}};
    grant_left  = 4'b0;
    for (s = 0; s < ALL_SLOTS; s = s + 1) begin
      if (slot_grant[s]) grant_class = grant_class | slot_class[s*CLASS_BITS +: CLASS_BITS];
      grant_vcs  = grant_vcs  | (slot_vcs[s*VCS +: VCS] & {VCS{slot_grant[s]}});
      grant_left = grant_left | (slot_left[s*4 +: 4] & {4{slot_grant[s]}});
    end
    grant_channels = channels_of(grant_class);
    head_vcs    = {VCS{1'b0}};
    head_next   = {VCS{1'b0}};
    for (s = 0; s < CLASSES; s = s + 1) begin
      head_vcs  = head_vcs  | (vc_grant[s*VCS +: VCS] & {VCS{grant_channels[s]}});
      head_next = head_next | (vc_next[s*VCS +: VCS] & {VCS{grant_channels[s]}});
    end
  end

  wire           leaves    = noc_en && |slot_grant;
  wire           is_head   = ~|grant_vcs;
  wire [VCS-1:0] leave_vcs = is_head ? head_vcs : grant_vcs;
  wire [3:0]     leave_sector = grant_left & (~grant_left + 4'd1);
  wire [3:0]     left_after   = is_head ? grant_left : grant_left & ~leave_sector;
  wire           leave_tail   = left_after == 4'b0;

  always @(posedge clk)
    if (rst)         slot_mask <= {ALL_SLOTS{1'b0}};
    else if (leaves) slot_mask <= slot_next;

  always @(posedge clk)
    if (rst)                    vc_mask <= {VCS{1'b0}};
    else if (leaves && is_head) vc_mask <= head_next;

  // ---------------------------------------------------------------- slots and credits
  generate
    for (i = 0; i < SOURCES; i = i + 1) begin : source
      wire [SLOTS-1:0] its_busy = busy[i*SLOTS +: SLOTS];
      assign send_ready[i] = ~&its_busy;
      assign put_slot[i*SLOTS +: SLOTS] = ~its_busy & (its_busy + {{(SLOTS-1){1'b0}}, 1'b1});
    end

    for (i = 0; i < ALL_SLOTS; i = i + 1) begin : slot
      wire put_here    = put[i / SLOTS] && put_slot[i];
      wire leaves_here = leaves && slot_grant[i];

      always @(posedge clk)
        if (rst)                            busy[i] <= 1'b0;
        else if (put_here)                  busy[i] <= 1'b1;
        else if (leaves_here && leave_tail) busy[i] <= 1'b0;

      always @(posedge clk)
        if (rst)              slot_vcs[i*VCS +: VCS] <= {VCS{1'b0}};
        else if (leaves_here) slot_vcs[i*VCS +: VCS] <= leave_tail ? {VCS{1'b0}} : leave_vcs;

      always @(posedge clk)
        if (put_here)
          slot_class[i*CLASS_BITS +: CLASS_BITS] <= send_class[(i/SLOTS)*CLASS_BITS +: CLASS_BITS];

      always @(posedge clk)
        if (put_here)         slot_left[i*4 +: 4] <= send_data_sectors[(i / SLOTS)*4 +: 4];
        else if (leaves_here) slot_left[i*4 +: 4] <= left_after;
    end

    for (i = 0; i < VCS; i = i + 1) begin : credit
      wire [CREDIT_BITS-1:0] now = room[i*CREDIT_BITS +: CREDIT_BITS];
      wire spend = leaves && leave_vcs[i];
      wire gain  = noc_en && router_credit[i];
      assign has_credit[i] = now != {CREDIT_BITS{1'b0}};

      always @(posedge clk)
        if (rst)                room[i*CREDIT_BITS +: CREDIT_BITS] <= FULL[CREDIT_BITS-1:0];
        else if (gain != spend) room[i*CREDIT_BITS +: CREDIT_BITS] <= gain ? now + ONE : now - ONE;
    end
  endgenerate

  // ---------------------------------------------------------------- storage and output
  function [SLOT_BITS-1:0] slot_index(input [SLOTS-1:0] one_hot);
    integer k;
    begin
      slot_index = {SLOT_BITS{1'b0}};
      for (k = 0; k < SLOTS; k = k + 1)
        if (one_hot[k]) slot_index = slot_index | k[SLOT_BITS-1:0];
    end
  endfunction

  function [VC_BITS-1:0] vc_index(input [VCS-1:0] one_hot);
    integer k;
    begin
      vc_index = {VC_BITS{1'b0}};
      for (k = 0; k < VCS; k = k + 1)
        if (one_hot[k]) vc_index = vc_index | k[VC_BITS-1:0];
    end
  endfunction

  localparam SEND_BITS = NODE_BITS + 3 + 128 + LINE_BITS + MSG_ID_BITS + 4 + 4 + 3;
  wire [SOURCES*SEND_BITS-1:0] source_headers; // {SOURCES} of the granted slot, else undefined
  wire [SOURCES*1024-1:0]      source_lines;
  reg  [SEND_BITS-1:0]   out_header;
  reg  [1023:0]          out_line;
  wire [NODE_BITS-1:0]   out_dest;
  wire [2:0]             out_op;
  wire [127:0]           out_mask;
  wire [LINE_BITS-1:0]   out_line_address;
  wire [MSG_ID_BITS-1:0] out_id;
  wire [3:0]             out_data_sectors;
  wire [3:0]             out_sectors;
  wire [2:0]             out_kind;
  assign {out_dest, out_op, out_mask, out_line_address, out_id, out_data_sectors, out_sectors,
          out_kind} = out_header;

  // All sources may be taken at one edge and a register file has one write port.
  generate
    for (i = 0; i < SOURCES; i = i + 1) begin : store
      wire [SLOT_BITS-1:0] put_at  = slot_index(put_slot[i*SLOTS +: SLOTS]);
      wire [SLOT_BITS-1:0] read_at = slot_index(slot_grant[i*SLOTS +: SLOTS]);

      regfile_1r1w #(.WIDTH(SEND_BITS), .DEPTH(SLOTS)) headers (
        .clk        (clk),
        .write_valid(put[i]),
        .write_addr (put_at),
        .write_data ({send_dest[i*NODE_BITS +: NODE_BITS], send_op[i*3 +: 3],
                      send_mask[i*128 +: 128], send_line[i*LINE_BITS +: LINE_BITS],
                      send_id[i*MSG_ID_BITS +: MSG_ID_BITS], send_data_sectors[i*4 +: 4],
                      send_sectors[i*4 +: 4], send_kind[i*3 +: 3]}),
        .read_addr  (read_at),
        .read_data  (source_headers[i*SEND_BITS +: SEND_BITS])
      );

      regfile_1r1w #(.WIDTH(1024), .DEPTH(SLOTS)) lines (
        .clk        (clk),
        .write_valid(put[i]),
        .write_addr (put_at),
        .write_data (send_data[i*1024 +: 1024]),
        .read_addr  (read_at),
        .read_data  (source_lines[i*1024 +: 1024])
      );
    end
  endgenerate

  always @* begin                      // one source: no gates
    out_header = {SEND_BITS{1'b0}};
    out_line   = 1024'b0;
    for (s = 0; s < SOURCES; s = s + 1)
      if (SOURCES == 1 || |slot_grant[s*SLOTS +: SLOTS]) begin
        out_header = out_header | source_headers[s*SEND_BITS +: SEND_BITS];
        out_line   = out_line   | source_lines[s*1024 +: 1024];
      end
  end

  wire [LINE_FIELD-1:0] line_field = {{(LINE_FIELD-LINE_BITS){1'b0}}, out_line_address};
  wire [ID_FIELD-1:0]   id_field   = {{(ID_FIELD-MSG_ID_BITS){1'b0}}, out_id};
  wire [1:0]            class_field = {{(2-CLASS_BITS){1'b0}}, grant_class};
  wire [FLIT_BITS-1:0]  head_flit = {
    {PADDING{1'b0}}, class_field[1], id_field[30:10], class_field[0], out_dest, out_op, out_mask,
    line_field, id_field[9:0], here, out_data_sectors, out_sectors, out_kind
  };
  wire [FLIT_BITS-1:0] data_flit = (out_line[0*256 +: 256] & {256{leave_sector[0]}})
                                 | (out_line[1*256 +: 256] & {256{leave_sector[1]}})
                                 | (out_line[2*256 +: 256] & {256{leave_sector[2]}})
                                 | (out_line[3*256 +: 256] & {256{leave_sector[3]}});

  reg                 flit_valid;      // the inject register
  reg [VC_BITS-1:0]   flit_vc;
  reg                 flit_tail;
  reg [FLIT_BITS-1:0] flit;

  always @(posedge clk)
    if (rst)         flit_valid <= 1'b0;
    else if (noc_en) flit_valid <= |slot_grant;

  always @(posedge clk)
    if (leaves) begin
      flit_vc   <= vc_index(leave_vcs);
      flit_tail <= leave_tail;
      flit      <= is_head ? head_flit : data_flit;
    end

  assign inject_valid = flit_valid;
  assign inject_vc    = flit_vc;
  assign inject_tail  = flit_tail;
  assign inject_flit  = flit;

`ifdef FORMAL
`include "tests/formal/packetizer.v"
`endif
endmodule
`default_nettype wire

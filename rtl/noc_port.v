// Network interface of a node: messages to packets of flits and back. The message side moves at
// every clock edge, the network side with noc_en. Each source sends up to SLOTS packets interleaved,
// each on a virtual channel of its message's class, chosen when its head leaves; one flit per network
// cycle each way. Arriving messages are sorted by class into SINKS.
// A single-flit message is offered two network cycles after its flit arrived. State: message slots,
// credits, flit buffers of DEPTH per channel, two received messages per sink. Page: docs/blocks/noc_port.md.
//
//   head flit  [2:0] kind [6:3] sectors [10:7] data_sectors [20:11] src [30:21] id (low) [63:31] line
//              [191:64] mask [194:192] op [204:195] dest [205] class [216:206] id (high)
`default_nettype none
module noc_port #(
  parameter LINE_BITS   = 25,          // 17..33: bits of a line address
  parameter VCS         = 4,           // 1..8: virtual channels of each network
  parameter DEPTH       = 4,           // 1..16: flits per VC buffer, here and at the router
  parameter SOURCES     = 1,           // 1..2: senders of messages
  parameter SLOTS       = 2,           // 1..8: packets of one source injected at the same time
  parameter CLASSES     = 1,           // 1..2: class c sends on VCs [c*VCS/CLASSES, (c+1)*VCS/CLASSES); 1: on all
  parameter SINKS       = 1,           // 1..2: receivers; with 2, class c goes to sink c
  parameter NODE_BITS   = 10,          // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 10,          // 10..21: bits of a message id
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
  input  wire [SOURCES-1:0]     send_class,        // {SOURCES} its class (0 when there is one class only)
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
  input  wire [VCS-1:0]         router_credit,     // {VCS} the router has a slot more

  // eject: flits from the router
  input  wire                   eject_valid,       // a flit
  input  wire [VC_BITS-1:0]     eject_vc,          // its virtual channel
  input  wire                   eject_tail,        // last flit of its packet
  input  wire [FLIT_BITS-1:0]   eject_flit,        // the flit
  output wire [VCS-1:0]         port_credit,       // {VCS} this port has a slot more

  // recv: messages that arrived
  output wire [SINKS-1:0]       recv_valid,        // {SINKS} a message is there
  input  wire [SINKS-1:0]       recv_ready,        // {SINKS} it is taken at this edge
  output wire [SINKS*3-1:0]     recv_kind,         // {SINKS} 0 read, 1 fetch, 2 store, 3 atomic
  output wire [SINKS*3-1:0]     recv_op,           // {SINKS} atomic operation
  output wire [SINKS*NODE_BITS-1:0]   recv_src,    // {SINKS} node that sent it
  output wire [SINKS*LINE_BITS-1:0]   recv_line,   // {SINKS} line address
  output wire [SINKS*MSG_ID_BITS-1:0] recv_id,     // {SINKS} message id
  output wire [SINKS*4-1:0]     recv_sectors,      // {SINKS} sectors wanted in the reply
  output wire [SINKS*128-1:0]   recv_mask,         // {SINKS} byte mask
  output wire [SINKS*1024-1:0]  recv_data          // {SINKS} the line; sectors that did not travel are zero
);
  localparam SLOT_BITS   = (SLOTS > 1) ? $clog2(SLOTS) : 1;
  localparam CREDIT_BITS = $clog2(DEPTH + 1);
  localparam FLITS       = VCS * DEPTH;
  localparam ADDR_BITS   = (FLITS > 1) ? $clog2(FLITS) : 1;
  localparam LINE_FIELD  = 33;         // the head flit has room for the largest line address
  localparam PADDING     = FLIT_BITS - 205;
  localparam [CREDIT_BITS-1:0] ONE = 1;
  localparam [31:0] FULL = DEPTH;

  genvar i;

  // ---------------------------------------------------------------- sending: who holds what
  reg  [SLOTS-1:0]     busy;           // the slot holds a message
  reg  [SLOTS*VCS-1:0] slot_vcs;       // {SLOTS} channel of the packet, one-hot; 0: head not sent
  reg  [SLOTS*4-1:0]   slot_left;      // {SLOTS} data sectors that have not left
  wire [VCS-1:0]       has_credit;     // {VCS} the router has room
  reg  [VCS*CREDIT_BITS-1:0] room;     // {VCS} flits the router has room for

  wire             put      = send_valid && send_ready;
  wire [SLOTS-1:0] put_slot = ~busy & (busy + {{(SLOTS-1){1'b0}}, 1'b1});  // lowest free slot

  // ---------------------------------------------------------------- sending: which flit leaves
  reg  [VCS-1:0]   owned;              // {VCS} channels with an unfinished packet
  reg  [SLOTS-1:0] can_send;           // {SLOTS}
  reg  [SLOTS-1:0] slot_mask;          // {SLOTS} round-robin state of slots
  reg  [VCS-1:0]   vc_mask;            // {VCS} round-robin state of channels
  wire [SLOTS-1:0] slot_grant;
  wire [SLOTS-1:0] slot_next;
  wire [VCS-1:0]   usable = has_credit & ~owned;
  wire [VCS-1:0]   vc_grant;
  wire [VCS-1:0]   vc_next;
  reg  [VCS-1:0]   grant_vcs;          // channel of the granted slot; zero before its head left
  reg  [3:0]       grant_left;         // its sectors left
  integer s;
  integer v;

  always @* begin
    owned = {VCS{1'b0}};
    for (s = 0; s < SLOTS; s = s + 1)
      owned = owned | slot_vcs[s*VCS +: VCS];
  end

  always @*
    for (s = 0; s < SLOTS; s = s + 1)
      can_send[s] = busy[s] && ((|slot_vcs[s*VCS +: VCS]) ? |(slot_vcs[s*VCS +: VCS] & has_credit)
                                                          : |usable);

  rr_arbiter #(.N(SLOTS)) slot_arbiter (
    .request(can_send), .mask(slot_mask), .grant(slot_grant), .next_mask(slot_next)
  );
  rr_arbiter #(.N(VCS)) vc_arbiter (
    .request(usable), .mask(vc_mask), .grant(vc_grant), .next_mask(vc_next)
  );

  always @* begin
    grant_vcs  = {VCS{1'b0}};
    grant_left = 4'b0;
    for (s = 0; s < SLOTS; s = s + 1) begin
      grant_vcs  = grant_vcs  | (slot_vcs[s*VCS +: VCS] & {VCS{slot_grant[s]}});
      grant_left = grant_left | (slot_left[s*4 +: 4] & {4{slot_grant[s]}});
    end
  end

  wire           leaves    = noc_en && |slot_grant;
  wire           is_head   = ~|grant_vcs;
  wire [VCS-1:0] leave_vcs = is_head ? vc_grant : grant_vcs;
  wire [3:0]     leave_sector = grant_left & (~grant_left + 4'd1);
  wire [3:0]     left_after   = is_head ? grant_left : grant_left & ~leave_sector;
  wire           leave_tail   = left_after == 4'b0;

  always @(posedge clk)
    if (rst)         slot_mask <= {SLOTS{1'b0}};
    else if (leaves) slot_mask <= slot_next;

  always @(posedge clk)
    if (rst)                    vc_mask <= {VCS{1'b0}};
    else if (leaves && is_head) vc_mask <= vc_next;

  generate
    for (i = 0; i < SLOTS; i = i + 1) begin : slot
      wire put_here    = put && put_slot[i];
      wire leaves_here = leaves && slot_grant[i];
      always @(posedge clk)
        if (rst)                            busy[i] <= 1'b0;
        else if (put_here)                  busy[i] <= 1'b1;
        else if (leaves_here && leave_tail) busy[i] <= 1'b0;
      always @(posedge clk)
        if (rst)              slot_vcs[i*VCS +: VCS] <= {VCS{1'b0}};
        else if (leaves_here) slot_vcs[i*VCS +: VCS] <= leave_tail ? {VCS{1'b0}} : leave_vcs;
      always @(posedge clk)
        if (put_here)         slot_left[i*4 +: 4] <= send_data_sectors;
        else if (leaves_here) slot_left[i*4 +: 4] <= left_after;
    end

    for (i = 0; i < VCS; i = i + 1) begin : credit
      wire [CREDIT_BITS-1:0] now = room[i*CREDIT_BITS +: CREDIT_BITS];
      wire spend = leaves && leave_vcs[i];
      wire gain  = noc_en && router_credit[i];
      always @(posedge clk)
        if (rst)                room[i*CREDIT_BITS +: CREDIT_BITS] <= FULL[CREDIT_BITS-1:0];
        else if (gain != spend) room[i*CREDIT_BITS +: CREDIT_BITS] <= gain ? now + ONE : now - ONE;
      assign has_credit[i] = now != {CREDIT_BITS{1'b0}};
    end
  endgenerate

  // ---------------------------------------------------------------- sending: storage and output
  function [SLOT_BITS-1:0] slot_index(input [SLOTS-1:0] one_hot);
    integer n;
    begin
      slot_index = {SLOT_BITS{1'b0}};
      for (n = 0; n < SLOTS; n = n + 1)
        if (one_hot[n]) slot_index = slot_index | n[SLOT_BITS-1:0];
    end
  endfunction

  function [VC_BITS-1:0] vc_index(input [VCS-1:0] one_hot);
    integer n;
    begin
      vc_index = {VC_BITS{1'b0}};
      for (n = 0; n < VCS; n = n + 1)
        if (one_hot[n]) vc_index = vc_index | n[VC_BITS-1:0];
    end
  endfunction

  localparam SEND_BITS = NODE_BITS + 3 + 128 + LINE_BITS + MSG_ID_BITS + 4 + 4 + 3;
  wire [SEND_BITS-1:0]   send_header = {send_dest, send_op, send_mask, send_line, send_id,
                                        send_data_sectors, send_sectors, send_kind};
  wire [SEND_BITS-1:0]   out_header;
  wire [1023:0]          out_line;
  wire [NODE_BITS-1:0]   out_dest;
  wire [2:0]             out_op;
  wire [127:0]           out_mask;
  wire [LINE_BITS-1:0]   out_line_address;
  wire [MSG_ID_BITS-1:0] out_id;
  wire [3:0]             out_data_sectors;
  wire [3:0]             out_sectors;
  wire [2:0]             out_kind;
  wire [LINE_FIELD-1:0]  out_line_field;
  assign {out_dest, out_op, out_mask, out_line_address, out_id, out_data_sectors, out_sectors,
          out_kind} = out_header;

  regfile_1r1w #(.WIDTH(SEND_BITS), .DEPTH(SLOTS)) headers (
    .clk(clk), .write_valid(put), .write_addr(slot_index(put_slot)), .write_data(send_header),
    .read_addr(slot_index(slot_grant)), .read_data(out_header)
  );
  regfile_1r1w #(.WIDTH(1024), .DEPTH(SLOTS)) lines (
    .clk(clk), .write_valid(put), .write_addr(slot_index(put_slot)), .write_data(send_data),
    .read_addr(slot_index(slot_grant)), .read_data(out_line)
  );

  generate
    if (LINE_BITS < LINE_FIELD) begin : widen
      assign out_line_field = {{(LINE_FIELD-LINE_BITS){1'b0}}, out_line_address};
    end else begin : as_is
      assign out_line_field = out_line_address;
    end
  endgenerate

  wire [FLIT_BITS-1:0] head_flit = {
    {PADDING{1'b0}}, out_dest, out_op, out_mask, out_line_field, out_id, here, out_data_sectors,
    out_sectors, out_kind
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

  assign send_ready   = ~&busy;
  assign inject_valid = flit_valid;
  assign inject_vc    = flit_vc;
  assign inject_tail  = flit_tail;
  assign inject_flit  = flit;

  // ---------------------------------------------------------------- receiving: flit buffers
  wire [VCS-1:0]           arrives;    // {VCS} a flit enters this buffer
  wire [VCS-1:0]           taken;      // {VCS} one-hot: the assembler takes a flit from this buffer
  wire [VCS-1:0]           nonempty;   // {VCS} a flit is there
  reg  [VCS*CREDIT_BITS-1:0] stored;   // {VCS} flits in this buffer
  wire [VCS*ADDR_BITS-1:0] write_at;   // {VCS} place of the next flit that arrives
  wire [VCS*ADDR_BITS-1:0] read_at;    // {VCS} place of the oldest flit
  reg  [ADDR_BITS-1:0]     arrive_addr;
  reg  [ADDR_BITS-1:0]     take_addr;
  wire                     take_tail;
  wire [FLIT_BITS-1:0]     take_flit;

  generate
    for (i = 0; i < VCS; i = i + 1) begin : buffer
      localparam [31:0] FIRST = i * DEPTH;
      localparam [31:0] LAST  = i * DEPTH + DEPTH - 1;
      localparam [31:0] INDEX = i;
      reg [ADDR_BITS-1:0]   head;      // addresses in `flits`: no multiplication is needed
      reg [ADDR_BITS-1:0]   next;
      wire [ADDR_BITS-1:0]  after_head =
        (head == LAST[ADDR_BITS-1:0]) ? FIRST[ADDR_BITS-1:0] : head + 1'b1;
      wire [ADDR_BITS-1:0]  after_next =
        (next == LAST[ADDR_BITS-1:0]) ? FIRST[ADDR_BITS-1:0] : next + 1'b1;
      wire [CREDIT_BITS-1:0] now = stored[i*CREDIT_BITS +: CREDIT_BITS];
      assign arrives[i]  = noc_en && eject_valid && eject_vc == INDEX[VC_BITS-1:0];
      assign nonempty[i] = now != {CREDIT_BITS{1'b0}};
      assign read_at[i*ADDR_BITS +: ADDR_BITS]  = head;
      assign write_at[i*ADDR_BITS +: ADDR_BITS] = next;
      always @(posedge clk)
        if (rst)           head <= FIRST[ADDR_BITS-1:0];
        else if (taken[i]) head <= after_head;
      always @(posedge clk)
        if (rst)             next <= FIRST[ADDR_BITS-1:0];
        else if (arrives[i]) next <= after_next;
      always @(posedge clk)
        if (rst) stored[i*CREDIT_BITS +: CREDIT_BITS] <= {CREDIT_BITS{1'b0}};
        else if (arrives[i] != taken[i])
          stored[i*CREDIT_BITS +: CREDIT_BITS] <= arrives[i] ? now + ONE : now - ONE;
    end
  endgenerate

  always @* begin
    arrive_addr = {ADDR_BITS{1'b0}};
    take_addr   = {ADDR_BITS{1'b0}};
    for (v = 0; v < VCS; v = v + 1) begin
      arrive_addr = arrive_addr | (write_at[v*ADDR_BITS +: ADDR_BITS] & {ADDR_BITS{arrives[v]}});
      take_addr   = take_addr   | (read_at[v*ADDR_BITS +: ADDR_BITS] & {ADDR_BITS{taken[v]}});
    end
  end

  regfile_1r1w #(.WIDTH(FLIT_BITS + 1), .DEPTH(FLITS)) flits (
    .clk(clk), .write_valid(|arrives), .write_addr(arrive_addr),
    .write_data({eject_tail, eject_flit}),
    .read_addr(take_addr), .read_data({take_tail, take_flit})
  );

  // ---------------------------------------------------------------- receiving: the assembler
  reg  [VCS-1:0] lock_vcs;             // channel of the packet under way, one-hot or zero
  reg  [3:0]     coming;               // its data sectors that have not come
  reg  [VCS-1:0] take_mask;            // {VCS} round-robin state
  reg            fill;                 // message place that is assembled
  reg            oldest;               // message place that is offered
  reg  [1:0]     messages;             // complete messages, 0..2
  wire [VCS-1:0] take_grant;
  wire [VCS-1:0] take_next;
  reg  [VCS-1:0] credits;              // the port_credit register

  rr_arbiter #(.N(VCS)) take_arbiter (
    .request(nonempty), .mask(take_mask), .grant(take_grant), .next_mask(take_next)
  );

  wire       between   = ~|lock_vcs;
  wire       take_head = between && |taken;
  wire       complete  = take_tail && |taken;
  wire       recv      = recv_valid && recv_ready;
  wire [3:0] take_sector = coming & (~coming + 4'd1) & {4{!between && |taken}};

  assign taken = between ? take_grant & {VCS{noc_en && !messages[1]}}
                         : lock_vcs & nonempty & {VCS{noc_en}};

  always @(posedge clk)
    if (rst)            take_mask <= {VCS{1'b0}};
    else if (take_head) take_mask <= take_next;

  always @(posedge clk)
    if (rst)         lock_vcs <= {VCS{1'b0}};
    else if (|taken) lock_vcs <= take_tail ? {VCS{1'b0}} : taken;

  always @(posedge clk)
    if (take_head) coming <= take_flit[10:7];
    else           coming <= coming & ~take_sector;

  always @(posedge clk)
    if (rst)           fill <= 1'b0;
    else if (complete) fill <= !fill;

  always @(posedge clk)
    if (rst)       oldest <= 1'b0;
    else if (recv) oldest <= !oldest;

  always @(posedge clk)
    if (rst)                   messages <= 2'd0;
    else if (complete != recv) messages <= complete ? messages + 2'd1 : messages - 2'd1;

  always @(posedge clk)
    if (rst)         credits <= {VCS{1'b0}};
    else if (noc_en) credits <= taken;

  // ---------------------------------------------------------------- receiving: the two messages
  localparam RECV_BITS = 3 + 128 + LINE_BITS + MSG_ID_BITS + NODE_BITS + 4 + 4 + 3;
  wire [RECV_BITS-1:0] recv_header;
  wire [3:0]           recv_data_sectors;

  regfile_1r1w #(.WIDTH(RECV_BITS), .DEPTH(2)) recv_headers (
    .clk(clk), .write_valid(take_head), .write_addr(fill),
    .write_data({take_flit[194:64], take_flit[31 +: LINE_BITS], take_flit[30:0]}),
    .read_addr(oldest), .read_data(recv_header)
  );

  generate
    for (i = 0; i < 4; i = i + 1) begin : sector
      wire [FLIT_BITS-1:0] kept;
      regfile_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(2)) recv_sector (
        .clk(clk), .write_valid(take_sector[i]), .write_addr(fill), .write_data(take_flit),
        .read_addr(oldest), .read_data(kept)
      );
      assign recv_data[i*FLIT_BITS +: FLIT_BITS] = kept & {FLIT_BITS{recv_data_sectors[i]}};
    end
  endgenerate

  assign {recv_op, recv_mask, recv_line, recv_id, recv_src, recv_data_sectors, recv_sectors,
          recv_kind} = recv_header;
  assign recv_valid  = messages != 2'd0;
  assign port_credit = credits;

`ifdef FORMAL
`include "tests/formal/noc_port.v"
`endif
endmodule
`default_nettype wire

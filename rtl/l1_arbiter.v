// Collects the sources of L1 accesses into one stream: the core's own requests and, with a shared
// L1, messages of other cores. The own ones wait in a queue of two, the others in remote_in_queue,
// so that all sides see flops and an access passes every cycle; latency one cycle, with LOCAL_WAIT
// two for own ones. Data of own stores and atomics have a queue of their own, which they leave when
// the L1 has taken all their sectors, behind their access. The local head goes first [pact20 figure 4, C and D], the remote one when there
// is none or when AGE_LIMIT local ones have passed it. Fills meet accesses inside l1_cache. With line
// protection it turns the program counters of local accesses into instruction ids. With a shared L1
// it stands inside requester. Page: docs/blocks/l1_arbiter.md.
`default_nettype none
module l1_arbiter #(
  parameter LINE_BITS = 25,            // 17..33: bits of a line address
`ifdef MEMLOOM_SHARED_L1
  parameter NODE_BITS = 10,            // 10..10: bits of a node address {y, x}
  parameter MSG_ID_BITS = 21,          // 21..21: bits of a message id
  parameter DEPTH     = 2,             // 2..64: messages of other cores that may wait
  parameter AGE_LIMIT = 32,            // 0..255: local accesses that may pass a remote one; 0: any
  parameter LOCAL_DATA = 1,            // 0..1: 0 local data stand elsewhere: none are taken, 0 are shown
  parameter LOCAL_WAIT = 0,            // 0..1: 1 own requests stand in a register in front of their queue
`endif
  parameter ID_BITS   = 8              // 4..10: bits of a request id
) (
  input  wire                 clk,            // clock
  input  wire                 rst,            // synchronous reset, active high

  // local: requests of this core
  input  wire                 local_valid,    // a request is offered
  output wire                 local_ready,    // it is taken at this edge
  input  wire [2:0]           local_kind,     // load, load_bypass, store, atomic, fetch
  input  wire [2:0]           local_op,       // atomic operation
`ifdef MEMLOOM_SHARED_L1
  input  wire                 local_foreign,  // load: line of another home
`endif
  input  wire [LINE_BITS-1:0] local_line,     // line address
  input  wire [ID_BITS-1:0]   local_id,       // comes back with the response
`ifdef MEMLOOM_L1_PROTECT
  input  wire [31:0]          local_pc,       // program counter of the instruction
`endif
  input  wire [127:0]         local_mask,     // bytes read or written
  input  wire [1023:0]        local_data,     // store data or atomic operands

`ifdef MEMLOOM_SHARED_L1
  // recv: messages of other cores about lines of this home
  input  wire                 recv_valid,     // a message is there
  output wire                 recv_ready,     // it is taken at this edge
  input  wire [2:0]           recv_kind,      // 0 read, 2 store
  input  wire [NODE_BITS-1:0] recv_src,       // node of the requester
  input  wire [LINE_BITS-1:0] recv_line,      // line address
  input  wire [MSG_ID_BITS-1:0] recv_id,      // the requester's id
  input  wire [3:0]           recv_sectors,   // sectors it wants
  input  wire [127:0]         recv_mask,      // store: bytes written

`endif
  // access: the stream of accesses to the L1; re-decided in every cycle until it is taken
  output wire                 access_valid,   // an access is offered
  input  wire                 access_ready,   // it is taken at this edge
  output wire [2:0]           access_kind,    // as local_kind
  output wire [2:0]           access_op,      // atomic operation
`ifdef MEMLOOM_SHARED_L1
  output wire                 access_remote,  // 1: of another core
  output wire                 access_foreign, // as local_foreign; 0 when remote
  output wire [NODE_BITS-1:0] access_node,    // remote: node of the requester, else 0
  output wire [3:0]           access_sectors, // remote: sectors it wants, else 0
`endif
  output wire [LINE_BITS-1:0] access_line,    // line address
  output wire [ID_BITS-1:0]   access_id,      // comes back with the response
`ifdef MEMLOOM_L1_PROTECT
  output wire [6:0]           access_insn,    // instruction id
  output wire [6:0]           access_check,   // the rest of the hash; 0 when remote
`endif
  output wire [127:0]         access_mask,    // bytes read or written; remote load: 0

  // own: data of the local store or atomic that was taken last, from the cycle behind that on
  output wire                 own_valid,      // the L1 takes them, a sector per cycle
  input  wire                 own_ready,      // the last sector goes at this edge, of a message too, or none
  output wire [1023:0]        own_data        // store data or atomic operands
);
  // Name: the id, with line protection {instruction id, id}. Extra: what only local accesses have,
  // the operation, with line protection {check, operation}.
`ifdef MEMLOOM_L1_PROTECT
  localparam NAME_BITS  = 7 + ID_BITS;
  localparam EXTRA_BITS = 7 + 3;
`else
  localparam NAME_BITS  = ID_BITS;
  localparam EXTRA_BITS = 3;
`endif
  wire [NAME_BITS-1:0]  local_name;
  wire [EXTRA_BITS-1:0] local_extra;
  wire [NAME_BITS-1:0]  access_name;
  wire [EXTRA_BITS-1:0] access_extra;

`ifdef MEMLOOM_L1_PROTECT
  wire [6:0] local_insn;
  wire [6:0] local_check;

  pc_hash #(.PC_BITS(32)) insn_of_local (
    .pc   (local_pc),
    .insn (local_insn),
    .check(local_check)
  );

  assign local_name  = {local_insn, local_id};
  assign local_extra = {local_check, local_op};
  assign {access_insn, access_id}  = access_name;
  assign {access_check, access_op} = access_extra;
`else
  assign local_name  = local_id;
  assign local_extra = local_op;
  assign access_id   = access_name;
  assign access_op   = access_extra;
`endif

  localparam ACCESS_BITS = 3 + LINE_BITS + NAME_BITS + 128; // fields of both sources
  wire header_room;                    // for a local request
  wire data_room;                      // and its data

`ifdef MEMLOOM_SHARED_L1
  wire takes_own = access_valid && access_ready && !access_remote;
  localparam AGE_BITS    = (AGE_LIMIT > 0) ? $clog2(AGE_LIMIT + 1) : 1;
  localparam [31:0] LIMIT = AGE_LIMIT - 1;
  localparam [AGE_BITS-1:0] YOUNG = {AGE_BITS{1'b0}};
  localparam [AGE_BITS-1:0] LAST  = LIMIT[AGE_BITS-1:0];  // whom the last one passes that may

  // The heads of the two queues.
  wire                   local_waits;
  wire                   local_head_foreign;
  wire [EXTRA_BITS-1:0]  local_head_extra;
  wire [ACCESS_BITS-1:0] local_head;
  wire                   remote_waits;
  wire [2:0]             remote_head_kind;
  wire [LINE_BITS-1:0]   remote_head_line;
  wire [NODE_BITS-1:0]   remote_head_node;
  wire [ID_BITS-1:0]     remote_head_id;
  wire [3:0]             remote_head_sectors;
  wire [127:0]           remote_head_mask;
`ifdef MEMLOOM_L1_PROTECT
  wire [6:0]             remote_head_insn;
  wire [NAME_BITS-1:0]   remote_name = {remote_head_insn, remote_head_id};
`else
  wire [NAME_BITS-1:0]   remote_name = remote_head_id;
`endif
  wire [ACCESS_BITS-1:0] remote_head = {remote_head_kind, remote_head_line, remote_name,
                                        remote_head_mask};

  // Whose turn it is. Age is zero whenever no remote head waits.
  reg  [AGE_BITS-1:0]    age;          // local accesses that passed the remote head
  reg                    is_old;       // as many as may have
  wire                   remote_turn = remote_waits && (!local_waits || is_old);
  wire                   passes      = remote_waits && !remote_turn;

  always @(posedge clk)
    if (rst)                                          age <= YOUNG;
    else if (remote_turn && access_ready)             age <= YOUNG;
    else if (passes && access_ready && AGE_LIMIT > 0) age <= age + 1'b1;

  always @(posedge clk)
    if (rst || remote_turn && access_ready) is_old <= 1'b0;
    else if (passes && access_ready)        is_old <= age == LAST;

  localparam LOCAL_BITS = 1 + EXTRA_BITS + ACCESS_BITS;
  wire [LOCAL_BITS-1:0] local_header = {local_foreign, local_extra, local_kind, local_line,
                                        local_name, local_mask};

  // What other cores ask for comes to the L1 a cycle sooner than what this one does, whose hits take
  // the latency that they are to take in any case.
  wire                  queue_valid;
  wire                  queue_ready;
  wire [LOCAL_BITS-1:0] queue_word;

  generate
    if (LOCAL_WAIT != 0) begin : waits
      reg                  stands;
      reg [LOCAL_BITS-1:0] word;
      always @(posedge clk)
        if (rst)              stands <= 1'b0;
        else if (header_room) stands <= local_valid && data_room;

      always @(posedge clk) if (header_room) word <= local_header;

      assign header_room = !stands || queue_ready;
      assign queue_valid = stands;
      assign queue_word  = word;
    end else begin : at_once
      assign header_room = queue_ready;
      assign queue_valid = local_valid && data_room;
      assign queue_word  = local_header;
    end
  endgenerate

  fifo #(.WIDTH(LOCAL_BITS), .DEPTH(2), .HEAD(1)) local_queue (
    .clk(clk),
    .rst(rst),
    .put_valid(queue_valid),
    .put_ready(queue_ready),
    .put_data(queue_word),
    .get_valid(local_waits),
    .get_ready(access_ready && !remote_turn),
    .get_data({local_head_foreign, local_head_extra, local_head})
  );

  remote_in_queue #(
    .LINE_BITS  (LINE_BITS),
    .ID_BITS    (ID_BITS),
    .DEPTH      (DEPTH),
    .NODE_BITS  (NODE_BITS),
    .MSG_ID_BITS(MSG_ID_BITS)
  ) remote_queue (
    .clk           (clk),
    .rst           (rst),
    .recv_valid    (recv_valid),
    .recv_ready    (recv_ready),
    .recv_kind     (recv_kind),
    .recv_src      (recv_src),
    .recv_line     (recv_line),
    .recv_id       (recv_id),
    .recv_sectors  (recv_sectors),
    .recv_mask     (recv_mask),
    .remote_valid  (remote_waits),
    .remote_ready  (access_ready && remote_turn),
    .remote_kind   (remote_head_kind),
    .remote_line   (remote_head_line),
    .remote_node   (remote_head_node),
    .remote_id     (remote_head_id),
`ifdef MEMLOOM_L1_PROTECT
    .remote_insn   (remote_head_insn),
`endif
    .remote_sectors(remote_head_sectors),
    .remote_mask   (remote_head_mask),
    .data_done     (own_ready)
  );

  // Outputs: functions of the state above.
  assign access_valid   = local_waits || remote_waits;
  assign access_remote  = remote_turn;
  assign access_extra   = local_head_extra & {EXTRA_BITS{!remote_turn}};
  assign access_foreign = !remote_turn && local_head_foreign;
  assign access_node    = remote_head_node & {NODE_BITS{remote_turn}};
  assign access_sectors = remote_head_sectors & {4{remote_turn}};
  assign {access_kind, access_line, access_name, access_mask}
                        = remote_turn ? remote_head : local_head;
`else
  localparam LOCAL_DATA = 1;
  wire takes_own = access_valid && access_ready;

  fifo #(.WIDTH(EXTRA_BITS + ACCESS_BITS), .DEPTH(2), .HEAD(1)) local_queue (
    .clk(clk),
    .rst(rst),
    .put_valid(local_valid && data_room),
    .put_ready(header_room),
    .put_data({local_extra, local_kind, local_line, local_name, local_mask}),
    .get_valid(access_valid),
    .get_ready(access_ready),
    .get_data({access_extra, access_kind, access_line, access_name, access_mask})
  );
`endif

  // Data of local stores and atomics, which stay while the L1 takes them.
  reg own_goes;
  always @(posedge clk)
    if (rst) own_goes <= 1'b0;
    else     own_goes <= takes_own && access_kind[1] || own_goes && !own_ready;

  generate
    if (LOCAL_DATA != 0) begin : with_data
      wire unused_there;

      fifo #(.WIDTH(1024), .DEPTH(2), .HEAD(1)) data_queue (
        .clk(clk),
        .rst(rst),
        .put_valid(local_valid && header_room && local_kind[1]),
        .put_ready(data_room),
        .put_data(local_data),
        .get_valid(unused_there),
        .get_ready(own_goes && own_ready),
        .get_data(own_data)
      );
    end else begin : without_data
      wire unused_data = &{1'b0, local_data};
      assign data_room = 1'b1;
      assign own_data  = 1024'd0;
    end
  endgenerate

  assign local_ready = header_room && data_room;
  assign own_valid   = own_goes;

`ifdef FORMAL
`include "tests/formal/l1_arbiter.v"
`endif
endmodule
`default_nettype wire

// Sends each request of the own core where the organization of the L1s wants it: to the own L1, to
// the line's home core, or straight to L2 [pact20 sections 3.1 to 3.3]. Table: docs/shared_l1.md.
// Latency one cycle. State: two queues. Page: docs/blocks/requester.md.
`default_nettype none
module requester #(
  parameter LINE_BITS  = 25,           // 17..33: bits of a line address
  parameter ID_BITS    = 8,            // 4..10: bits of a request id
  parameter CORES      = 28,           // 1..256: cores
  parameter PARTITIONS = 8,            // 1..64: memory partitions
  parameter CHUNK_BITS = 1,            // 0..5: log2 of the lines in one interleaving chunk
  parameter SETS       = 32,           // 1..1024: L1 sets, a power of two
  parameter HASH_INDEX = 0,            // 0..1: L1 set index as in l1_cache
  parameter FOLD       = 0,            // 0..1: home_map's
  parameter QUEUE      = 4,            // 2..16: requests that wait for the network
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
  input  wire                   via_home,       // private stores to foreign lines go home, too
  input  wire                   l1_chunk,       // answers carry only the sectors asked for
  input  wire                   l1_nearest,     // ask the L2 slice when it is nearer than the home

  // request: from the load/store unit
  input  wire                   request_valid,  // a request is offered
  output wire                   request_ready,  // it is taken at this edge: both queues have room
  input  wire [2:0]             request_kind,   // load, load_bypass, store, atomic, fetch
  input  wire [2:0]             request_op,     // atomic operation
  input  wire [LINE_BITS-1:0]   request_line,   // line address
  input  wire [ID_BITS-1:0]     request_id,     // comes back with the answer
`ifdef MEMLOOM_L1_PROTECT
  input  wire [31:0]            request_pc,     // program counter of the instruction
`endif
  input  wire [127:0]           request_mask,   // bytes read or written
  input  wire [1023:0]          request_data,   // store data or atomic operands

  // local: to l1_arbiter
  output wire                   local_valid,    // a request is offered
  input  wire                   local_ready,    // it is taken at this edge
  output wire [2:0]             local_kind,     // as request_kind
  output wire [2:0]             local_op,       // atomic operation
  output wire                   local_foreign,  // load: line of another home; store: update only
  output wire [LINE_BITS-1:0]   local_line,     // line address
  output wire [ID_BITS-1:0]     local_id,       // as request_id
`ifdef MEMLOOM_L1_PROTECT
  output wire [31:0]            local_pc,       // as request_pc
`endif
  output wire [127:0]           local_mask,     // bytes read or written
  output wire [1023:0]          local_data,     // store data or atomic operands

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

  // events: pulses for perf_counters, registered
  output wire                   event_home,     // a request was sent to a home
  output wire                   event_near      // a request was sent to L2 because it is nearer
);
  // Names: a request's id, with line protection preceded by what tells its instruction: for the own
  // L1 the program counter, which l1_arbiter hashes, for others the instruction id.
`ifdef MEMLOOM_L1_PROTECT
  localparam INSN_BITS       = 7;
  localparam INSN_AT         = 10;     // its place in a message id
  localparam LOCAL_NAME_BITS = 32 + ID_BITS;
  localparam SENT_NAME_BITS  = INSN_BITS + ID_BITS;
`else
  localparam LOCAL_NAME_BITS = ID_BITS;
  localparam SENT_NAME_BITS  = ID_BITS;
`endif
  localparam LOCAL_BITS = 3 + 3 + 1 + LINE_BITS + LOCAL_NAME_BITS + 128 + 1024;
  localparam SEND_BITS  = 1 + NODE_BITS + 3 + LINE_BITS + SENT_NAME_BITS + 4 + 4 + 128 + 1024;
  localparam PARTITION_BITS = (PARTITIONS > 1) ? $clog2(PARTITIONS) : 1;

  localparam [2:0] LOAD  = 3'd0;       // kinds of requests
  localparam [2:0] STORE = 3'd2;
  localparam [2:0] MESSAGE_READ  = 3'd0;
  localparam [2:0] MESSAGE_FETCH = 3'd1;
  localparam [2:0] MESSAGE_STORE = 3'd2;

  // Where the line lives: its home core, its L2 slice, its group of sets.
  wire [CORE_BITS-1:0]      home;
  wire [PARTITION_BITS-1:0] partition;
  wire [NODE_BITS-1:0]      slice_node;
  wire                      odd;
  wire [NODE_BITS-1:0]      home_node  = core_nodes[home*NODE_BITS +: NODE_BITS];
  wire [HOP_BITS-1:0]       home_hops  = core_hops[home*HOP_BITS +: HOP_BITS];
  wire [HOP_BITS-1:0]       slice_hops = partition_hops[partition*HOP_BITS +: HOP_BITS];

  home_map #(
    .LINE_BITS(LINE_BITS),
    .TAG_LSB  ($clog2(SETS)),
    .CORES    (CORES),
    .FOLD     (FOLD)
  ) home_of_line (
    .line(request_line),
    .home(home)
  );

  address_map #(
    .LINE_BITS (LINE_BITS),
    .CHUNK_BITS(CHUNK_BITS),
    .PARTITIONS(PARTITIONS),
    .NODE_BITS (NODE_BITS)
  ) owner_of_line (
    .line           (request_line),
    .partition_nodes(partition_nodes),
    .partition      (partition),
    .node           (slice_node)
  );

  set_parity #(
    .LINE_BITS (LINE_BITS),
    .SETS      (SETS),
    .HASH_INDEX(HASH_INDEX)
  ) group_of_line (
    .line(request_line),
    .odd (odd)
  );

  wire [LOCAL_NAME_BITS-1:0] request_name;
  wire [LOCAL_NAME_BITS-1:0] local_name;
  wire [SENT_NAME_BITS-1:0]  message_name;
  wire [SENT_NAME_BITS-1:0]  sent_name;
`ifdef MEMLOOM_L1_PROTECT
  wire [INSN_BITS-1:0]   insn;
  wire [INSN_BITS-1:0]   check;        // stays at home
  wire                   unused_check = &{1'b0, check};
  reg  [MSG_ID_BITS-1:0] sent_id;

  pc_hash #(.PC_BITS(32)) insn_of_request (
    .pc   (request_pc),
    .insn (insn),
    .check(check)
  );

  always @* begin
    sent_id = {MSG_ID_BITS{1'b0}};
    {sent_id[INSN_AT +: INSN_BITS], sent_id[ID_BITS-1:0]} = sent_name;
  end

  assign request_name         = {request_pc, request_id};
  assign message_name         = {insn, request_id};
  assign {local_pc, local_id} = local_name;
`else
  wire [MSG_ID_BITS-1:0] sent_id = {{(MSG_ID_BITS-ID_BITS){1'b0}}, sent_name};

  assign request_name = request_id;
  assign message_name = request_id;
  assign local_id     = local_name;
`endif

  // The decision. Min(H, L2) [section 3.3]: a tie goes home.
  wire is_load  = request_kind == LOAD;
  wire is_store = request_kind == STORE;
  wire foreign  = CORES > 1 && home != here_core;
  wire share    = odd ? share_odd : share_even;
  wire near     = l1_nearest && slice_hops < home_hops;
  wire elsewhere = foreign && share && (is_load || is_store);  // past the own L1
  wire doubled   = foreign && !share && is_store && via_home && !near;

  // Either queue may be wanted: both must have room.
  wire local_room;
  wire send_room;
  wire take       = request_valid && local_room && send_room;
  wire take_local = take && !elsewhere;
  wire take_send  = take && (elsewhere || doubled);

  wire                  marked = foreign && !share && is_load || doubled;
  wire [LOCAL_BITS-1:0] request = {request_kind, request_op, marked,
                                   request_line, request_name, request_mask, request_data};

  fifo #(.WIDTH(LOCAL_BITS), .DEPTH(2)) local_queue (
    .clk(clk),
    .rst(rst),
    .put_valid(take_local),
    .put_ready(local_room),
    .put_data(request),
    .get_valid(local_valid),
    .get_ready(local_ready),
    .get_data({local_kind, local_op, local_foreign,
               local_line, local_name, local_mask, local_data})
  );

  // Messages. A store names the sectors it brings, a load those it wants.
  wire [3:0]           sectors;
  wire [2:0]           load_kind = near ? MESSAGE_FETCH : MESSAGE_READ;
  wire [SEND_BITS-1:0] message = {near, near ? slice_node : home_node,
                                  is_store ? MESSAGE_STORE : load_kind, request_line, message_name,
                                  sectors & {4{!is_store}}, sectors & {4{is_store}},
                                  request_mask, request_data};

  chunker wanted_or_written (
    .chunk  (l1_chunk || is_store),
    .mask   (request_mask),
    .sectors(sectors)
  );

  fifo #(.WIDTH(SEND_BITS), .DEPTH(QUEUE)) send_queue (
    .clk(clk),
    .rst(rst),
    .put_valid(take_send),
    .put_ready(send_room),
    .put_data(message),
    .get_valid(send_valid),
    .get_ready(send_ready),
    .get_data({send_class, send_dest, send_kind,
               send_line, sent_name, send_sectors, send_data_sectors,
               send_mask, send_data})
  );

  reg sent_home;
  reg sent_near;

  always @(posedge clk)
    if (rst) begin
      sent_home <= 1'b0;
      sent_near <= 1'b0;
    end else begin
      sent_home <= take_send && !near;
      sent_near <= take_send && near;
    end

  // Outputs: functions of the state above.
  assign request_ready = local_room && send_room;
  assign send_id       = sent_id;
  assign event_home    = sent_home;
  assign event_near    = sent_near;

`ifdef FORMAL
`include "tests/formal/requester.v"
`endif
endmodule
`default_nettype wire

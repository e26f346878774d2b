// sizes: VCS=1 DEPTH=1 SLOTS=1 LINE_BITS=17
// sizes: VCS=3 DEPTH=1 SLOTS=1 SOURCES=3 CLASSES=3 SINKS=3 LINE_BITS=17 MSG_ID_BITS=11
// for all time in soak: pdr
// depth: bmc=5 induction=0
// cover: 5
// without: recv_data recv_mask
// The two halves have proofs of their own (packetizer, depacketizer); here is what their wiring adds:
// fields arrive where they belong, both ways at once. What is followed is the first message and
// the first flit after the reset, however late they come.
// Masks and data, which would make the solver slow, are 0: noc_port_tb looks at them.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  always @* if (started_once) assume (!rst);

  // ---- the first message that one source of the solver's choice sends, alone in the port
  (* anyconst *) wire [1:0] one_source;
  always @* assume (one_source < SOURCES && (send_valid & ~(1'b1 << one_source)) == 0);
  reg                   sent;
  reg [NODE_BITS-1:0]   its_node;
  reg [NODE_BITS-1:0]   its_dest;
  reg [2:0]             its_kind;
  reg [2:0]             its_op;
  reg [LINE_BITS-1:0]   its_line;
  reg [MSG_ID_BITS-1:0] its_id;
  reg [CLASS_BITS-1:0]  its_class;
  reg [3:0]             its_sectors;
  always @* assume (!sent || send_valid == 0);
  always @* assume (send_mask == 0 && send_data == 0 && eject_flit[191:64] == 0);
  always @* assume ((send_data_sectors >> one_source * 4 & 4'hf) == 0);
  always @* assume ((send_class >> one_source * CLASS_BITS & {CLASS_BITS{1'b1}}) < 3);
  always @(posedge clk)
    if (rst) sent <= 1'b0;
    else if (|(send_valid & send_ready)) begin
      sent        <= 1'b1;
      its_dest    <= send_dest[one_source*NODE_BITS +: NODE_BITS];
      its_kind    <= send_kind[one_source*3 +: 3];
      its_op      <= send_op[one_source*3 +: 3];
      its_line    <= send_line[one_source*LINE_BITS +: LINE_BITS];
      its_id      <= send_id[one_source*MSG_ID_BITS +: MSG_ID_BITS];
      its_class   <= send_class[one_source*CLASS_BITS +: CLASS_BITS];
      its_sectors <= send_sectors[one_source*4 +: 4];
    end
  always @(posedge clk) its_node <= here;
  always @* if (started_once) assume (here == its_node);
  always @* assume (router_credit == 0);

  // ---- the first flit that arrives, a packet of its own
  reg                 came;            // it is on the wires, or was
  reg                 over;            // the edge of the network behind it was there
  reg [FLIT_BITS-1:0] its_flit;
  wire [1:0]          came_class = {its_flit[227], its_flit[205]};
  wire [SINKS-1:0]    its_sink   = SINKS == 1 ? 1'b1 : 1'b1 << came_class;
  always @* assume (!eject_valid || !over && eject_tail && eject_flit[10:7] == 4'd0);
  always @* assume (eject_vc < VCS);
  always @* assume (!eject_valid || {eject_flit[227], eject_flit[205]} < SINKS || SINKS == 1);
  always @(posedge clk)
    if (rst) {came, over} <= 2'b00;
    else if (eject_valid) begin
      came     <= 1'b1;
      over     <= noc_en;
      its_flit <= eject_flit;
    end
  // Between two edges of the network the router's wires stand still.
  reg                             stands;
  reg [1+VC_BITS+FLIT_BITS-1:0]   wires;
  wire [1+VC_BITS+FLIT_BITS-1:0]  wires_now = {eject_valid, eject_vc, eject_flit};
  always @(posedge clk) {stands, wires} <= {!rst && !noc_en, wires_now};
  always @* assume (!stands || wires_now == wires);
  wire [31:0] its_ids = {its_flit[226:206], its_flit[30:21]};
  function [1:0] number_of(input [SINKS-1:0] one_hot);
    integer n;
    begin
      number_of = 0;
      for (n = 0; n < SINKS; n = n + 1) if (one_hot[n]) number_of = n;
    end
  endfunction
  wire [1:0] sink = number_of(its_sink);

  always @(posedge clk)
    if (started_once && !rst) begin
      only_what_was_sent_leaves: assert (!inject_valid || sent);
      its_head_leaves_with_every_field: assert (!inject_valid || (inject_tail
        && inject_flit[2:0] == its_kind && inject_flit[6:3] == its_sectors
        && inject_flit[10:7] == 0 && inject_flit[20:11] == here
        && {inject_flit[226:206], inject_flit[30:21]} == its_id
        && inject_flit[63:31] == its_line && inject_flit[191:64] == 0
        && inject_flit[194:192] == its_op && inject_flit[204:195] == its_dest
        && {inject_flit[227], inject_flit[205]} == its_class));
      only_what_came_is_received: assert (recv_valid == 0
        || (came && (recv_valid & ~its_sink) == 0));
      it_is_received_with_every_field: assert (recv_valid == 0
        || (recv_kind[sink*3 +: 3] == its_flit[2:0] && recv_op[sink*3 +: 3] == its_flit[194:192]
            && recv_src[sink*NODE_BITS +: NODE_BITS] == its_flit[20:11]
            && recv_line[sink*LINE_BITS +: LINE_BITS] == its_flit[31 +: LINE_BITS]
            && recv_id[sink*MSG_ID_BITS +: MSG_ID_BITS] == its_ids[MSG_ID_BITS-1:0]
            && recv_sectors[sink*4 +: 4] == its_flit[6:3]
            && recv_data_sectors[sink*4 +: 4] == 0));
      a_flit_gives_one_credit: assert ((port_credit & (port_credit - 1'b1)) == 0
        && (port_credit == 0 || came));
      both_ways_at_once: cover (inject_valid && recv_valid != 0);
      a_message_is_taken: cover ((recv_valid & recv_ready) != 0);
      the_last_class_is_received: cover (recv_valid[SINKS-1] && sent);
    end

// Virtual-channel wormhole router with credits and separable iSLIP allocation; all at noc_en.
// Latency: STAGES cycles from the edge that writes a head flit to the edge that writes it to the
// output register, plus one link cycle; body flits take two. One flit per port and cycle.
// State: per input VC a flit queue and the allocation of its packet (output, output VC), per
// output VC owner and credits, round-robin masks, the switch setting, the output registers.
// Policy: SA and VA look at the same state; VA may count on tails that ask for the switch in this
// cycle (tentative, soon free), and is dropped when they lose. STAGES = 2: SA follows VA.
// An output VC is free again when the tail wins SA. Timing: VA and SA in parallel (in series
// for STAGES = 2), each log2(ports) + log2(VCS) deep. Index names: i input, v its VC, K = i*VCS+v,
// o output, w its VC. Paper: pact20 table 1 (4 VCs x 4 flits), isca19 table 1 (4 stages, iSLIP).
`default_nettype none
module router #(
  parameter INPUTS    = 5,             // 1..16: input ports
  parameter OUTPUTS   = 5,             // 1..16: output ports
  parameter VCS       = 4,             // 1..8: virtual channels per port
  parameter DEPTH     = 4,             // 1..16: flits per virtual-channel buffer, also downstream
  parameter CLASSES   = 1,             // 1..4: message classes; VC v belongs to class v*CLASSES/VCS
  parameter STAGES    = 4,             // 2..4: pipeline stages, see docs/blocks/router.md
  parameter FLIT_BITS = 256,           // 2..256: bits of a flit
  parameter DEST_LSB  = 195,           // 0..254: position of the destination {y, x} in a head flit
  parameter COORD_BITS = 5,            // 1..6: bits of one coordinate
  parameter VC_BITS   = (VCS > 1) ? $clog2(VCS) : 1  // derived: bits of a virtual-channel number
) (
  input  wire                         clk,        // clock
  input  wire                         rst,        // synchronous reset, active high
  input  wire                         noc_en,     // network clock enable
  input  wire [COORD_BITS-1:0]        here_x,     // column of this router (constant)
  input  wire [COORD_BITS-1:0]        here_y,     // row of this router (constant)

  // in: flits from upstream
  input  wire [INPUTS-1:0]            in_valid,   // {INPUTS} a flit arrives
  input  wire [INPUTS*VC_BITS-1:0]    in_vc,      // {INPUTS} its virtual channel
  input  wire [INPUTS-1:0]            in_tail,    // {INPUTS} last flit of its packet
  input  wire [INPUTS*FLIT_BITS-1:0]  in_flit,    // {INPUTS} the flit
  output wire [INPUTS*VCS-1:0]        in_credit,  // {INPUTS} per VC: a slot became free

  // out: flits to downstream
  output wire [OUTPUTS-1:0]           out_valid,  // {OUTPUTS} a flit leaves
  output wire [OUTPUTS*VC_BITS-1:0]   out_vc,     // {OUTPUTS} its virtual channel
  output wire [OUTPUTS-1:0]           out_tail,   // {OUTPUTS} last flit of its packet
  output wire [OUTPUTS*FLIT_BITS-1:0] out_flit,   // {OUTPUTS} the flit
  input  wire [OUTPUTS*VCS-1:0]       out_credit  // {OUTPUTS} per VC: a slot became free downstream
);
  localparam IN_VCS     = INPUTS * VCS;
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam PORT_BITS  = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1;
  localparam SLOTS      = VCS * DEPTH;
  localparam ADDR_BITS  = (SLOTS > 1) ? $clog2(SLOTS) : 1;
  localparam VA_THEN_SA = (STAGES == 2);
  localparam [COUNT_BITS-1:0] ONE  = 1;
  localparam [COUNT_BITS-1:0] FULL = DEPTH[COUNT_BITS-1:0];

  // VCs of a message class.
  function [VCS-1:0] of_class(input integer group);
    integer n;
    for (n = 0; n < VCS; n = n + 1)
      of_class[n] = (n * CLASSES) / VCS == group;
  endfunction

  function [VC_BITS-1:0] number_of(input [VCS-1:0] one_hot);
    integer n;
    begin
      number_of = 0;
      for (n = 0; n < VCS; n = n + 1)
        if (one_hot[n]) number_of = number_of | n[VC_BITS-1:0];
    end
  endfunction

  // Input VCs, one element each.
  wire [IN_VCS-1:0]         vc_active;    // the packet at the front has an output VC
  wire [IN_VCS-1:0]         vc_tail;      // the front flit is a tail
  wire [IN_VCS*VCS-1:0]     vc_channel;   // output VC held (one-hot)
  wire [IN_VCS*OUTPUTS-1:0] vc_send;      // asks for the switch: its output
  wire [IN_VCS*OUTPUTS-1:0] vc_firm;      // asks for an output VC: the output
  wire [IN_VCS*OUTPUTS-1:0] vc_tentative; // the same, in case its tail leaves now
  wire [IN_VCS*ADDR_BITS-1:0] vc_head;    // buffer address of the front flit
  wire [IN_VCS-1:0]         vc_pop;       // its front flit won the switch

  // Input ports.
  wire [INPUTS*VCS-1:0]       sa_channel; // output VC of the flit that won
  wire [INPUTS-1:0]           sa_tail;    // it is a tail
  wire [INPUTS*CLASSES-1:0]   va_class;   // class of the VC that asks for VA
  wire [INPUTS-1:0]           va_certain; // it does not depend on a tail that lost SA
  wire [INPUTS*FLIT_BITS-1:0] read_flit;  // traversal: the flit read

  // Output ports and their VCs.
  wire [OUTPUTS*VCS-1:0] has_credit;      // a slot is free downstream
  wire [OUTPUTS*VCS-1:0] next_if_kept;    // the same after this edge, if no flit takes one
  wire [OUTPUTS*VCS-1:0] next_if_spent;   // the same after this edge, if a flit takes one
  wire [OUTPUTS-1:0]     va_ready;        // the VC offered has a credit
  wire [OUTPUTS-1:0]     va_credited;     // it has one after this edge
  wire [OUTPUTS*VCS-1:0] owned;           // a packet holds it
  wire [OUTPUTS*VCS-1:0] soon;            // held, but the tail asks for the switch
  wire [OUTPUTS*VCS-1:0] va_channel;      // the one offered to the VA winner

  // The two matchings, per output and seen from the input.
  wire [OUTPUTS*INPUTS-1:0] sa_request, sa_match, sa_next_grant;
  wire [OUTPUTS*INPUTS-1:0] va_request, va_match, va_next_grant, va_used;
  wire [INPUTS*OUTPUTS-1:0] sa_accept, sa_next_accept, va_accept, va_next_accept, va_taken;
  wire [OUTPUTS*INPUTS-1:0] sa_grant_mask, va_grant_mask;
  wire [INPUTS*OUTPUTS-1:0] sa_accept_mask, va_accept_mask;

  islip #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) u_sa (
    .request (sa_request), .grant_mask (sa_grant_mask), .accept_mask (sa_accept_mask),
    .match (sa_match), .accept (sa_accept),
    .next_grant (sa_next_grant), .next_accept (sa_next_accept)
  );
  islip #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) u_va (
    .request (va_request), .grant_mask (va_grant_mask), .accept_mask (va_accept_mask),
    .match (va_match), .accept (va_accept),
    .next_grant (va_next_grant), .next_accept (va_next_accept)
  );

`ifdef FORMAL
  // What the properties see of the generate blocks.
  wire [IN_VCS*COUNT_BITS-1:0]      f_count;    // flits queued
  wire [IN_VCS*OUTPUTS-1:0]         f_target;   // output of the packet at the front
  wire [IN_VCS*VCS-1:0]             f_held_channel; // its output VC
  wire [IN_VCS-1:0]                 f_credited; // that VC has a credit
  wire [OUTPUTS*VCS*COUNT_BITS-1:0] f_credit;   // credits
  wire [OUTPUTS*VCS-1:0]            f_spent;    // a credit is used
  wire [OUTPUTS*VCS-1:0]            f_switching; // a flit for it is in the switch
`endif

  genvar i, o, v, w;
  generate
    for (i = 0; i < INPUTS; i = i + 1) begin : g_input
      // Arrival: the route is computed from the wire, or (STAGES = 4) from a register after it.
      wire [VCS-1:0]        arrive;       // a flit for this VC
      wire [VCS-1:0]        routing;      // the newest flit of this VC gets its route
      wire [2*COORD_BITS-1:0] dest;       // {y, x} of the flit that is routed
      wire [PORT_BITS-1:0]  route;
      wire [2*COORD_BITS-1:0] in_dest = in_flit[i*FLIT_BITS + DEST_LSB +: 2*COORD_BITS];

      if (STAGES == 4) begin : g_route_stage
        reg [VCS-1:0]          fresh;     // this VC got a flit at the last edge
        reg [2*COORD_BITS-1:0] fresh_dest;
        always @(posedge clk)
          if (rst) fresh <= {VCS{1'b0}};
          else if (noc_en) fresh <= arrive;
        always @(posedge clk)
          if (noc_en & in_valid[i]) fresh_dest <= in_dest;
        assign routing = fresh;
        assign dest    = fresh_dest;
      end else begin : g_route_at_write
        assign routing = arrive;
        assign dest    = in_dest;
      end

      if (PORT_BITS <= 3) begin : g_route
        /* verilator lint_off UNUSEDSIGNAL */ // fewer than 5 outputs: high bits stay unused
        wire [2:0] port;
        /* verilator lint_on UNUSEDSIGNAL */
        route_xy #(.COORD_BITS(COORD_BITS)) u_route (
          .here_x (here_x), .here_y (here_y),
          .dest_x (dest[COORD_BITS-1:0]), .dest_y (dest[2*COORD_BITS-1:COORD_BITS]), .port (port)
        );
        assign route = port[PORT_BITS-1:0];
      end else begin : g_route_wide
        assign route[PORT_BITS-1:3] = 0;
        route_xy #(.COORD_BITS(COORD_BITS)) u_route (
          .here_x (here_x), .here_y (here_y),
          .dest_x (dest[COORD_BITS-1:0]), .dest_y (dest[2*COORD_BITS-1:COORD_BITS]),
          .port (route[2:0])
        );
      end

      wire [VCS*ADDR_BITS-1:0] vc_write;  // buffer address of the next flit written
      wire [VCS-1:0] sa_candidates, va_firm, va_any, va_pick, sa_next, va_next;
      wire [VCS-1:0] pop = vc_pop[i*VCS +: VCS];
      wire [VCS-1:0] taken_channel;       // output VC that VA gives
      wire           taken = |va_taken[i*OUTPUTS +: OUTPUTS];

      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        localparam K = i * VCS + v;
        localparam CLASS = v * CLASSES / VCS;

        wire [COUNT_BITS-1:0] count, known;      // flits queued, and those with a known route
        wire [PORT_BITS-1:0]  front_route, next_route;
        wire                  front_tail;
        router_queue #(
          .DEPTH(DEPTH), .FIRST(v * DEPTH), .ADDR_BITS(ADDR_BITS), .PORT_BITS(PORT_BITS),
          .ROUTE_LATE(STAGES == 4 ? 1 : 0)
        ) u_queue (
          .clk (clk), .rst (rst), .en (noc_en),
          .arrive (arrive[v]), .arrive_tail (in_tail[i]), .routing (routing[v]), .route (route),
          .pop (pop[v]), .count (count), .known (known),
          .head (vc_head[K*ADDR_BITS +: ADDR_BITS]), .write (vc_write[v*ADDR_BITS +: ADDR_BITS]),
          .front_tail (front_tail), .front_route (front_route), .next_route (next_route)
        );
        assign arrive[v] = in_valid[i] & in_vc[i*VC_BITS +: VC_BITS] == v;

        // The allocation of the packet at the front.
        reg               active;
        reg [OUTPUTS-1:0] target;
        reg [VCS-1:0]     channel;
        wire taken_here = va_pick[v] & taken;
        wire leave      = pop[v] & front_tail;

        always @(posedge clk)
          if (rst) active <= 1'b0;
          else if (noc_en)
            active <= VA_THEN_SA ? (active | taken_here) & ~leave : (active & ~leave) | taken_here;
        always @(posedge clk)
          if (noc_en & taken_here) begin
            target  <= va_taken[i*OUTPUTS +: OUTPUTS];
            channel <= taken_channel;
          end

        // The allocation that SA sees: for STAGES = 2 as VA leaves it in this cycle.
        wire               now_active  = VA_THEN_SA ? active | taken_here : active;
        wire [OUTPUTS-1:0] now_target  = VA_THEN_SA & taken_here ? va_taken[i*OUTPUTS +: OUTPUTS]
                                                                 : target;
        wire [VCS-1:0]     now_channel = VA_THEN_SA & taken_here ? taken_channel : channel;

        // Whether its output VC has a credit, kept as a bit: the owner alone spends these credits.
        reg                credited;
        wire               taken_credited = |(va_taken[i*OUTPUTS +: OUTPUTS] & va_credited);
        reg                kept, spent;   // the bit after this edge without and with a flit sent
        integer            n;
        always @* begin
          kept  = 1'b0;
          spent = 1'b0;
          for (n = 0; n < OUTPUTS; n = n + 1) begin
            kept  = kept | (now_target[n] & |(now_channel & next_if_kept[n*VCS +: VCS]));
            spent = spent | (now_target[n] & |(now_channel & next_if_spent[n*VCS +: VCS]));
          end
        end
        always @(posedge clk)
          if (noc_en)
            credited <= taken_here & !VA_THEN_SA ? taken_credited : pop[v] ? spent : kept;

        // Requests.
        wire now_credited = VA_THEN_SA & taken_here
                            ? |(va_taken[i*OUTPUTS +: OUTPUTS] & va_ready) : credited;
        wire send      = now_active & count != 0 & now_credited;
        wire firm      = ~active & known != 0;
        wire tentative = !VA_THEN_SA & send & front_tail & |(known & ~ONE);
        wire [PORT_BITS-1:0] want = active ? next_route : front_route;
        wire [OUTPUTS-1:0]   open;        // wanted output that has an output VC to give

        for (o = 0; o < OUTPUTS; o = o + 1) begin : g_target
          wire [VCS-1:0] offer = ~owned[o*VCS +: VCS] | soon[o*VCS +: VCS];
          assign open[o]     = want == o & |(offer & of_class(CLASS));
        end

        assign vc_active[K]                           = active;
        assign vc_tail[K]                             = front_tail;
        assign vc_channel[K*VCS +: VCS]               = now_channel;
        assign vc_send[K*OUTPUTS +: OUTPUTS]          = now_target & {OUTPUTS{send}};
        assign vc_firm[K*OUTPUTS +: OUTPUTS]          = open & {OUTPUTS{firm}};
        assign vc_tentative[K*OUTPUTS +: OUTPUTS]     = open & {OUTPUTS{tentative}};

`ifdef FORMAL
        assign f_count[K*COUNT_BITS +: COUNT_BITS] = count;
        assign f_target[K*OUTPUTS +: OUTPUTS]      = target;
        assign f_held_channel[K*VCS +: VCS]        = channel;
        assign f_credited[K]                       = credited;
`endif

        // Candidates for the output that the input's match gives.
        assign sa_candidates[v] = |(vc_send[K*OUTPUTS +: OUTPUTS]
                                    & sa_accept[i*OUTPUTS +: OUTPUTS]);
        assign va_firm[v] = |(vc_firm[K*OUTPUTS +: OUTPUTS] & va_accept[i*OUTPUTS +: OUTPUTS]);
        assign va_any[v]  = va_firm[v] | |(vc_tentative[K*OUTPUTS +: OUTPUTS]
                                           & va_accept[i*OUTPUTS +: OUTPUTS]);
      end

      // One VC of the input, round robin; firm requests for an output VC go first.
      reg [VCS-1:0] sa_mask, va_mask;
      rr_arbiter #(.N(VCS)) u_sa_vc (
        .request (sa_candidates), .mask (sa_mask), .grant (vc_pop[i*VCS +: VCS]),
        .next_mask (sa_next)
      );
      rr_arbiter #(.N(VCS)) u_va_vc (
        .request (|va_firm ? va_firm : va_any), .mask (va_mask), .grant (va_pick),
        .next_mask (va_next)
      );
      always @(posedge clk)
        if (rst) sa_mask <= {VCS{1'b0}};
        else if (noc_en & |pop) sa_mask <= sa_next;
      always @(posedge clk)
        if (rst) va_mask <= {VCS{1'b0}};
        else if (noc_en & taken) va_mask <= va_next;

      // What the input's choices mean for the outputs.
      reg [VCS-1:0]       channel_of_pop, given;
      reg [CLASSES-1:0]   class_of_pick;
      reg [ADDR_BITS-1:0] pop_addr, write_addr;
      integer n;
      always @* begin
        channel_of_pop = 0;
        class_of_pick  = 0;
        pop_addr       = 0;
        write_addr     = 0;
        for (n = 0; n < VCS; n = n + 1) begin
          channel_of_pop = channel_of_pop | ({VCS{pop[n]}} & vc_channel[(i*VCS + n)*VCS +: VCS]);
          class_of_pick[n*CLASSES/VCS] = class_of_pick[n*CLASSES/VCS] | va_pick[n];
          pop_addr   = pop_addr
                       | ({ADDR_BITS{pop[n]}} & vc_head[(i*VCS + n)*ADDR_BITS +: ADDR_BITS]);
          write_addr = write_addr | ({ADDR_BITS{arrive[n]}} & vc_write[n*ADDR_BITS +: ADDR_BITS]);
        end
        given = 0;
        for (n = 0; n < OUTPUTS; n = n + 1)
          given = given | ({VCS{va_taken[i*OUTPUTS + n]}} & va_channel[n*VCS +: VCS]);
      end
      assign taken_channel             = given;
      assign sa_channel[i*VCS +: VCS]  = channel_of_pop;
      assign sa_tail[i]                = |(pop & vc_tail[i*VCS +: VCS]);
      assign va_class[i*CLASSES +: CLASSES] = class_of_pick;
      assign va_certain[i] = VA_THEN_SA | |(va_pick & (~vc_active[i*VCS +: VCS] | pop));

      // The flit buffer; the read address belongs to the traversal stage.
      reg [ADDR_BITS-1:0] read_addr;
      always @(posedge clk)
        if (noc_en & |pop) read_addr <= pop_addr;
      regfile_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(SLOTS)) u_flits (
        .clk         (clk),
        .write_valid (noc_en & in_valid[i]),
        .write_addr  (write_addr),
        .write_data  (in_flit[i*FLIT_BITS +: FLIT_BITS]),
        .read_addr   (read_addr),
        .read_data   (read_flit[i*FLIT_BITS +: FLIT_BITS])
      );

      // Registered outputs: the credits of the flits that left.
      reg [VCS-1:0] credit;
      always @(posedge clk)
        if (rst) credit <= {VCS{1'b0}};
        else if (noc_en) credit <= pop;
      assign in_credit[i*VCS +: VCS] = credit;

      // The input's accept pointers.
      reg [OUTPUTS-1:0] sa_accept_from, va_accept_from;
      always @(posedge clk)
        if (rst) sa_accept_from <= {OUTPUTS{1'b0}};
        else if (noc_en & |pop) sa_accept_from <= sa_next_accept[i*OUTPUTS +: OUTPUTS];
      always @(posedge clk)
        if (rst) va_accept_from <= {OUTPUTS{1'b0}};
        else if (noc_en & taken) va_accept_from <= va_next_accept[i*OUTPUTS +: OUTPUTS];
      assign sa_accept_mask[i*OUTPUTS +: OUTPUTS] = sa_accept_from;
      assign va_accept_mask[i*OUTPUTS +: OUTPUTS] = va_accept_from;
    end

    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      // Gather the two matchings.
      reg [VCS-1:0]    paid, leaving;
      reg [CLASSES-1:0] group;          // class of the VC that VA matched
      reg [INPUTS-1:0] asks_send, asks_firm, asks_tentative;
      reg              tail;
      integer n, m;
      always @* begin
        paid    = 0;
        group   = 0;
        tail    = 1'b0;
        leaving = 0;
        for (n = 0; n < INPUTS; n = n + 1) begin
          paid   = paid | ({VCS{sa_match[o*INPUTS + n]}} & sa_channel[n*VCS +: VCS]);
          group  = group | ({CLASSES{va_match[o*INPUTS + n]}} & va_class[n*CLASSES +: CLASSES]);
          tail   = tail | (sa_match[o*INPUTS + n] & sa_tail[n]);
          asks_send[n]      = 1'b0;
          asks_firm[n]      = 1'b0;
          asks_tentative[n] = 1'b0;
          for (m = n * VCS; m < (n + 1) * VCS; m = m + 1) begin
            asks_send[n]      = asks_send[n] | vc_send[m*OUTPUTS + o];
            asks_firm[n]      = asks_firm[n] | vc_firm[m*OUTPUTS + o];
            asks_tentative[n] = asks_tentative[n] | vc_tentative[m*OUTPUTS + o];
            leaving = leaving
                      | ({VCS{vc_send[m*OUTPUTS + o] & vc_tail[m]}} & vc_channel[m*VCS +: VCS]);
          end
        end
      end
      assign sa_request[o*INPUTS +: INPUTS] = asks_send;
      assign va_request[o*INPUTS +: INPUTS] = |asks_firm ? asks_firm : asks_tentative;
      if (VA_THEN_SA) begin : g_soon
        assign soon[o*VCS +: VCS] = {VCS{1'b0}};
      end else begin : g_soon
        assign soon[o*VCS +: VCS] = leaving;
      end

      // The output VC for the VA winner: free with a credit, else free, else soon free. Chosen for
      // every class while the matching is under way.
      reg  [VCS-1:0] pick_mask, pick, pick_next;
      wire [CLASSES*VCS-1:0] class_pick, class_next;
      wire [VCS-1:0] free      = ~owned[o*VCS +: VCS];
      wire [VCS-1:0] released  = tail ? paid : {VCS{1'b0}};
      wire           secured   = VA_THEN_SA | |(pick & (free | released));
      for (v = 0; v < CLASSES; v = v + 1) begin : g_class
        wire [VCS-1:0] allowed = of_class(v) & (free | soon[o*VCS +: VCS]);
        wire [VCS-1:0] vacant  = allowed & free;
        wire [VCS-1:0] ready   = vacant & has_credit[o*VCS +: VCS];
        rr_arbiter #(.N(VCS)) u_pick (
          .request (|ready ? ready : |vacant ? vacant : allowed), .mask (pick_mask),
          .grant (class_pick[v*VCS +: VCS]), .next_mask (class_next[v*VCS +: VCS])
        );
      end
      always @* begin
        pick      = class_pick[VCS-1:0];
        pick_next = class_next[VCS-1:0];
        for (n = 1; n < CLASSES; n = n + 1)
          if (group[n]) begin
            pick      = class_pick[n*VCS +: VCS];
            pick_next = class_next[n*VCS +: VCS];
          end
      end
      assign va_channel[o*VCS +: VCS] = pick;
      assign va_ready[o]    = |(pick & has_credit[o*VCS +: VCS]);
      assign va_credited[o] = |(pick & (free & next_if_kept[o*VCS +: VCS]
                                        | ~free & next_if_spent[o*VCS +: VCS]));
      for (i = 0; i < INPUTS; i = i + 1) begin : g_used
        assign va_used[o*INPUTS + i]   = va_match[o*INPUTS + i] & va_certain[i] & secured;
        assign va_taken[i*OUTPUTS + o] = va_used[o*INPUTS + i];
      end
      wire used = |va_used[o*INPUTS +: INPUTS];
      always @(posedge clk)
        if (rst) pick_mask <= {VCS{1'b0}};
        else if (noc_en & used) pick_mask <= pick_next;

      // Traversal: the switch setting, then the output register.
      reg [INPUTS-1:0]    from;
      reg [VC_BITS-1:0]   from_vc;
      reg                 from_tail;
      reg [FLIT_BITS-1:0] switched;
      wire [INPUTS-1:0]   won = sa_match[o*INPUTS +: INPUTS];

      // Owner and credits of each output VC.
      reg  [VCS-1:0] held;
      wire [VCS-1:0] given = used ? pick : {VCS{1'b0}};
      always @(posedge clk)
        if (rst) held <= {VCS{1'b0}};
        else if (noc_en)
          held <= VA_THEN_SA ? (held | given) & ~released : (held & ~released) | given;
      assign owned[o*VCS +: VCS] = held;
      for (w = 0; w < VCS; w = w + 1) begin : g_credit
        reg [COUNT_BITS-1:0] credit;
        always @(posedge clk)
          if (rst) credit <= FULL;
          else if (noc_en & (out_credit[o*VCS + w] != paid[w]))
            credit <= paid[w] ? credit - ONE : credit + ONE;
        assign has_credit[o*VCS + w]    = credit != 0;
        assign next_if_kept[o*VCS + w]  = credit != 0 | out_credit[o*VCS + w];
        assign next_if_spent[o*VCS + w] = |(credit & ~ONE) | out_credit[o*VCS + w];
`ifdef FORMAL
        assign f_credit[(o*VCS + w)*COUNT_BITS +: COUNT_BITS] = credit;
        assign f_spent[o*VCS + w]                             = paid[w];
        assign f_switching[o*VCS + w]                         = |from & from_vc == w;
`endif
      end

      // The output's grant pointers.
      reg [INPUTS-1:0] sa_grant_from, va_grant_from;
      always @(posedge clk)
        if (rst) sa_grant_from <= {INPUTS{1'b0}};
        else if (noc_en & |won) sa_grant_from <= sa_next_grant[o*INPUTS +: INPUTS];
      always @(posedge clk)
        if (rst) va_grant_from <= {INPUTS{1'b0}};
        else if (noc_en & used) va_grant_from <= va_next_grant[o*INPUTS +: INPUTS];
      assign sa_grant_mask[o*INPUTS +: INPUTS] = sa_grant_from;
      assign va_grant_mask[o*INPUTS +: INPUTS] = va_grant_from;

      always @(posedge clk)
        if (rst) from <= {INPUTS{1'b0}};
        else if (noc_en) from <= won;
      always @(posedge clk)
        if (noc_en & |won) begin
          from_vc   <= number_of(paid);
          from_tail <= tail;
        end
      always @* begin
        switched = 0;
        for (n = 0; n < INPUTS; n = n + 1)
          switched = switched | ({FLIT_BITS{from[n]}} & read_flit[n*FLIT_BITS +: FLIT_BITS]);
      end

      reg                 valid;
      reg [VC_BITS-1:0]   vc;
      reg                 last;
      reg [FLIT_BITS-1:0] flit;
      always @(posedge clk)
        if (rst) valid <= 1'b0;
        else if (noc_en) valid <= |from;
      always @(posedge clk)
        if (noc_en & |from) begin
          vc   <= from_vc;
          last <= from_tail;
          flit <= switched;
        end
      assign out_valid[o]                        = valid;
      assign out_vc[o*VC_BITS +: VC_BITS]        = vc;
      assign out_tail[o]                         = last;
      assign out_flit[o*FLIT_BITS +: FLIT_BITS]  = flit;
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/router.v"
`endif
endmodule
`default_nettype wire

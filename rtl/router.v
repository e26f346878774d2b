// Virtual-channel wormhole router with credits and separable iSLIP allocation; all at noc_en.
// Latency: STAGES cycles from the edge that writes a head flit to the edge that writes it to the
// output register, plus one link cycle; body flits take two. One flit per port and cycle.
// State: per input VC a flit queue and the allocation of its packet (output, output VC), per
// output VC owner and credits, round-robin masks, the switch setting, the output registers.
// Policy: SA and VA look at the same state; VA may count on tails that ask for the switch in this
// cycle (tentative, soon free), and is dropped when they lose. STAGES = 2: SA follows VA.
// An output VC is free again when the tail wins SA. Timing: VA and SA in parallel (in series
// for STAGES = 2), each log2(ports) + log2(VCS) deep.
// Layout: sets, one bit per member; [a][b] is bit a*B + b. Input VCs [v][i], output VCs [w][o],
// pairs [o][i], credits [d][w][o]: the port is the fastest index, so one operation serves all of
// them. Names: i input, v its VC, o output, w its VC. Queues: router_queues. Choices: rr_lanes.
// Paper: pact20 table 1 (4 VCs x 4 flits), isca19 table 1 (4 stages, iSLIP).
`default_nettype none
module router #(
  parameter INPUTS    = 5,             // 1..16: input ports
  parameter OUTPUTS   = 5,             // 1..16: output ports
  parameter VCS       = 4,             // 1..8: virtual channels per port
  parameter DEPTH     = 4,             // 1..16: flits per virtual-channel buffer, here and downstream
  parameter CLASSES   = 1,             // 1..4: message classes; VC v belongs to class v*CLASSES/VCS
  parameter STAGES    = 4,             // 2..4: pipeline stages, see docs/blocks/router.md
  parameter FLIT_BITS = 256,           // 2..256: bits of a flit
  parameter DEST_LSB  = 195,           // 0..254: position of the destination in a head flit
  parameter COORD_BITS = 5,            // 1..6: bits of one coordinate
`ifdef MEMLOOM_TOPOLOGY
  parameter ROUTE     = 0,             // 0..1: route function: 0 route_xy, 1 route_digit
  parameter DIGIT_LSB = 0,             // 0..11: ROUTE 1: position of the digit in the destination
`endif
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
  localparam OUT_VCS    = OUTPUTS * VCS;
  localparam PAIRS      = OUTPUTS * INPUTS;
  localparam CREDITS    = DEPTH * OUT_VCS;
  localparam PORT_BITS  = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1;
  localparam PLACES     = VCS * DEPTH;          // flits per input
  localparam ADDR_BITS  = (PLACES > 1) ? $clog2(PLACES) : 1;
  localparam VA_THEN_SA = (STAGES == 2);
  localparam [CREDITS-1:0] BOTTOM = ~({CREDITS{1'b1}} << OUT_VCS);

  // Inputs, outputs with a VC in the set.
  function [INPUTS-1:0] inputs_of(input [IN_VCS-1:0] vcs);
    integer n;
    begin
      inputs_of = vcs[INPUTS-1:0];
      for (n = 1; n < VCS; n = n + 1) inputs_of = inputs_of | vcs[n*INPUTS +: INPUTS];
    end
  endfunction

  function [OUTPUTS-1:0] outputs_of(input [OUT_VCS-1:0] vcs);
    integer n;
    begin
      outputs_of = vcs[OUTPUTS-1:0];
      for (n = 1; n < VCS; n = n + 1) outputs_of = outputs_of | vcs[n*OUTPUTS +: OUTPUTS];
    end
  endfunction

  // Input VCs that are in the set of some output.
  function [IN_VCS-1:0] of_any_output(input [OUTPUTS*IN_VCS-1:0] sets);
    integer n;
    begin
      of_any_output = sets[IN_VCS-1:0];
      for (n = 1; n < OUTPUTS; n = n + 1)
        of_any_output = of_any_output | sets[n*IN_VCS +: IN_VCS];
    end
  endfunction

  // What the allocations decide in this cycle.
  wire [IN_VCS-1:0]  pop;                 // the front flit wins the switch
  wire [IN_VCS-1:0]  taken;               // the packet at the front gets an output VC
  wire [PAIRS-1:0]   sa_match, va_match;  // inputs and outputs matched
  wire [PAIRS-1:0]   va_used;             // for these a packet gets its output VC
  wire [OUTPUTS-1:0] sent, sent_tail;     // a flit for the output wins the switch, it is a tail
  wire [OUTPUTS-1:0] used;                // an output VC is given away
  wire [OUT_VCS-1:0] paid;                // a flit for the output VC wins the switch
  wire [OUT_VCS-1:0] pick;                // the output VC that VA has to offer
  wire [INPUTS-1:0]  popped = inputs_of(pop);
  wire [INPUTS-1:0]  served = inputs_of(taken);

  genvar i, o, v, w, b, c;

  // ---- Queues of the input VCs ----

  wire [IN_VCS-1:0]           arrive;     // a flit comes
  wire [IN_VCS-1:0]           queued, known, next_known, front_tail;
  wire [PORT_BITS*INPUTS-1:0] route;      // of the flit that is routed, [bit][i]
  wire [PORT_BITS*IN_VCS-1:0] front_route, next_route;
  wire [INPUTS*ADDR_BITS-1:0] write_addr, pop_addr;
  reg  [IN_VCS-1:0]           returned;   // credits on their way upstream

  router_queues #(
    .INPUTS(INPUTS), .VCS(VCS), .DEPTH(DEPTH), .PORT_BITS(PORT_BITS), .ROUTE_LATE(STAGES == 4)
  ) u_queues (
    .clk        (clk),
    .rst        (rst),
    .en         (noc_en),
    .arrive     (arrive),
    .arrive_tail(in_tail),
    .route      (route),
    .pop        (pop),
    .queued     (queued),
    .known      (known),
    .next_known (next_known),
    .front_tail (front_tail),
    .front_route(front_route),
    .next_route (next_route),
    .write_addr (write_addr),
    .read_addr  (pop_addr)
  );
  always @(posedge clk)
    if (rst) returned <= {IN_VCS{1'b0}};
    else if (noc_en) returned <= pop;

  // ---- Input ports: route and flit buffer ----

  wire [INPUTS*FLIT_BITS-1:0] read_flit;  // traversal: the flit read

  generate
    for (i = 0; i < INPUTS; i = i + 1) begin : g_input
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        assign arrive[v*INPUTS + i] = in_valid[i] & in_vc[i*VC_BITS +: VC_BITS] == v;
        assign in_credit[i*VCS + v] = returned[v*INPUTS + i];
      end

      // The route is computed from the wire, or (STAGES = 4) from a register after it.
      wire [2*COORD_BITS-1:0] in_dest = in_flit[i*FLIT_BITS + DEST_LSB +: 2*COORD_BITS];
      wire [2*COORD_BITS-1:0] dest;       // of the flit that is routed: {y, x}, or digits
      wire [2:0]              port_xy;
      /* verilator lint_off UNUSEDSIGNAL */ // fewer outputs: high bits stay unused
      wire [3:0]              port;
      /* verilator lint_on UNUSEDSIGNAL */
      if (STAGES == 4) begin : g_dest
        reg [2*COORD_BITS-1:0] fresh_dest;
        always @(posedge clk)
          if (noc_en & in_valid[i]) fresh_dest <= in_dest;
        assign dest = fresh_dest;
      end else begin : g_dest
        assign dest = in_dest;
      end
      route_xy #(.COORD_BITS(COORD_BITS)) u_route (
        .here_x(here_x),
        .here_y(here_y),
        .dest_x(dest[COORD_BITS-1:0]),
        .dest_y(dest[2*COORD_BITS-1:COORD_BITS]),
        .port  (port_xy)
      );
`ifdef MEMLOOM_TOPOLOGY
      wire [3:0] port_digit;
      route_digit #(
        .DEST_BITS(2*COORD_BITS), .DIGIT_LSB(DIGIT_LSB), .DIGIT_BITS(PORT_BITS)
      ) u_digit (
        .dest(dest),
        .port(port_digit)
      );
      assign port = (ROUTE == 1) ? port_digit : {1'b0, port_xy};
`else
      assign port = {1'b0, port_xy};
`endif
      for (b = 0; b < PORT_BITS; b = b + 1) begin : g_bit
        assign route[b*INPUTS + i] = port[b];
      end

      reg [ADDR_BITS-1:0] read_addr;      // of the traversal stage
      always @(posedge clk)
        if (noc_en & popped[i]) read_addr <= pop_addr[i*ADDR_BITS +: ADDR_BITS];
      regfile_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(PLACES)) u_flits (
        .clk         (clk),
        .write_valid (noc_en & in_valid[i]),
        .write_addr  (write_addr[i*ADDR_BITS +: ADDR_BITS]),
        .write_data  (in_flit[i*FLIT_BITS +: FLIT_BITS]),
        .read_addr   (read_addr),
        .read_data   (read_flit[i*FLIT_BITS +: FLIT_BITS])
      );
    end
  endgenerate

  // ---- Output VCs: owners and credits ----

  reg  [OUT_VCS-1:0] owned;               // a packet holds the output VC
  reg  [CREDITS-1:0] credit;              // its credits, filled from the bottom, [d][w][o]
  wire [OUT_VCS-1:0] given    = pick & {VCS{used}};
  wire [OUT_VCS-1:0] released = paid & {VCS{sent_tail}};
  wire [OUT_VCS-1:0] repaid;              // out_credit in our order
  wire [CREDITS-1:0] unspent = (credit & ~{DEPTH{paid}}) | ((credit >> OUT_VCS) & {DEPTH{paid}});
  wire [OUT_VCS-1:0] has_credit = credit[OUT_VCS-1:0];

  always @(posedge clk)
    if (rst) owned <= {OUT_VCS{1'b0}};
    else if (noc_en)
      owned <= VA_THEN_SA ? (owned | given) & ~released : (owned & ~released) | given;
  always @(posedge clk)
    if (rst) credit <= {CREDITS{1'b1}};
    else if (noc_en) credit <= unspent | ({DEPTH{repaid}} & ((unspent << OUT_VCS) | BOTTOM));

  // ---- The packets in front: active, output VC; STAGES = 2 looks at them after VA ----

  reg  [IN_VCS-1:0]         active;       // the packet has an output VC
  reg  [VCS*IN_VCS-1:0]     channel;      // output VC held, [w][v][i]
  wire [VCS*IN_VCS-1:0]     now_channel;  // what SA sees of it
  wire [OUTPUTS*IN_VCS-1:0] ready_on;     // the output is the target, the output VC has a credit
  wire [IN_VCS-1:0]         leave      = pop & front_tail;
  wire [IN_VCS-1:0]         now_active = VA_THEN_SA ? active | taken : active;
  wire [IN_VCS-1:0]         send       = now_active & queued & of_any_output(ready_on);
  wire [VCS*INPUTS-1:0]     pop_channel;  // output VC of the flit that wins, [w][i]

  // Inputs that get the channel which their output offers.
  function [INPUTS-1:0] given_to(input [PAIRS-1:0] pairs, input [OUTPUTS-1:0] offers);
    integer n;
    begin
      given_to = {INPUTS{1'b0}};
      for (n = 0; n < OUTPUTS; n = n + 1)
        given_to = given_to | (pairs[n*INPUTS +: INPUTS] & {INPUTS{offers[n]}});
    end
  endfunction

  always @(posedge clk)
    if (rst) active <= {IN_VCS{1'b0}};
    else if (noc_en) active <= VA_THEN_SA ? (active | taken) & ~leave : (active & ~leave) | taken;

  generate
    for (w = 0; w < VCS; w = w + 1) begin : g_channel
      wire [IN_VCS-1:0] held = channel[w*IN_VCS +: IN_VCS];
      wire [IN_VCS-1:0] next = (held & ~taken)
                               | (taken & {VCS{given_to(va_used, pick[w*OUTPUTS +: OUTPUTS])}});
      wire [IN_VCS-1:0] now  = VA_THEN_SA ? next : held;
      always @(posedge clk)
        if (noc_en) channel[w*IN_VCS +: IN_VCS] <= next;
      assign now_channel[w*IN_VCS +: IN_VCS] = now;
      assign pop_channel[w*INPUTS +: INPUTS] = inputs_of(pop & now);
    end
  endgenerate

  // ---- Allocators ----

  wire [PAIRS-1:0]           sa_request, sa_next_grant, sa_next_accept;
  wire [PAIRS-1:0]           va_request, va_next_grant, va_next_accept;
  reg  [PAIRS-1:0]           sa_grant_mask, sa_accept_mask, va_grant_mask, va_accept_mask;
  wire [OUTPUTS*IN_VCS-1:0]  sa_asks, va_firm_asks, va_tentative_asks; // input VCs the match serves
  wire [IN_VCS-1:0]          va_firm = of_any_output(va_firm_asks);
  wire [IN_VCS-1:0]          va_pick;     // one VC of each input matched
  wire [IN_VCS-1:0]          sa_next, va_next;
  reg  [IN_VCS-1:0]          sa_mask, va_mask;

  islip #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) u_sa (
    .request    (sa_request),
    .grant_mask (sa_grant_mask),
    .accept_mask(sa_accept_mask),
    .match      (sa_match),
    .next_grant (sa_next_grant),
    .next_accept(sa_next_accept)
  );
  islip #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) u_va (
    .request    (va_request),
    .grant_mask (va_grant_mask),
    .accept_mask(va_accept_mask),
    .match      (va_match),
    .next_grant (va_next_grant),
    .next_accept(va_next_accept)
  );
  // One VC of the input, round robin; firm requests for an output VC go first.
  rr_lanes #(.LANES(INPUTS), .N(VCS)) u_sa_vc (
    .request  (of_any_output(sa_asks)),
    .mask     (sa_mask),
    .grant    (pop),
    .next_mask(sa_next)
  );
  rr_lanes #(.LANES(INPUTS), .N(VCS)) u_va_vc (
    .request  (va_firm | (of_any_output(va_tentative_asks) & ~{VCS{inputs_of(va_firm)}})),
    .mask     (va_mask),
    .grant    (va_pick),
    .next_mask(va_next)
  );

  // Masks move where a match is used.
  always @(posedge clk)
    if (rst) sa_grant_mask <= {PAIRS{1'b0}};
    else if (noc_en)
      sa_grant_mask <= (sa_grant_mask & ~{INPUTS{sent}}) | (sa_next_grant & {INPUTS{sent}});

  always @(posedge clk)
    if (rst) sa_accept_mask <= {PAIRS{1'b0}};
    else if (noc_en)
      sa_accept_mask <= (sa_accept_mask & ~{OUTPUTS{popped}})
                        | (sa_next_accept & {OUTPUTS{popped}});

  always @(posedge clk)
    if (rst) sa_mask <= {IN_VCS{1'b0}};
    else if (noc_en) sa_mask <= (sa_mask & ~{VCS{popped}}) | (sa_next & {VCS{popped}});

  always @(posedge clk)
    if (rst) va_grant_mask <= {PAIRS{1'b0}};
    else if (noc_en)
      va_grant_mask <= (va_grant_mask & ~{INPUTS{used}}) | (va_next_grant & {INPUTS{used}});

  always @(posedge clk)
    if (rst) va_accept_mask <= {PAIRS{1'b0}};
    else if (noc_en)
      va_accept_mask <= (va_accept_mask & ~{OUTPUTS{served}})
                        | (va_next_accept & {OUTPUTS{served}});

  always @(posedge clk)
    if (rst) va_mask <= {IN_VCS{1'b0}};
    else if (noc_en) va_mask <= (va_mask & ~{VCS{served}}) | (va_next & {VCS{served}});

  // ---- The output VC on offer: free with a credit, else free, else soon free ----

  wire [OUT_VCS-1:0]         soon;        // held, but the tail asks for the switch
  wire [CLASSES*OUTPUTS-1:0] offered;     // the output has one of the class, [c][o]
  wire [CLASSES*OUT_VCS-1:0] class_pick, class_next; // chosen for every class during the matching
  wire [OUT_VCS-1:0]         pick_next = of_any_class(class_next);
  reg  [OUT_VCS-1:0]         pick_mask;
  assign pick = of_any_class(class_pick);

  function [OUT_VCS-1:0] of_any_class(input [CLASSES*OUT_VCS-1:0] sets);
    integer n;
    begin
      of_any_class = sets[OUT_VCS-1:0];
      for (n = 1; n < CLASSES; n = n + 1)
        of_any_class = of_any_class | sets[n*OUT_VCS +: OUT_VCS];
    end
  endfunction

  always @(posedge clk)
    if (rst) pick_mask <= {OUT_VCS{1'b0}};
    else if (noc_en) pick_mask <= (pick_mask & ~{VCS{used}}) | (pick_next & {VCS{used}});

  generate
    for (c = 0; c < CLASSES; c = c + 1) begin : g_class
      wire [IN_VCS-1:0]  in_class;        // VCs of the class at the inputs, at the outputs
      wire [OUT_VCS-1:0] out_class;
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        assign in_class[v*INPUTS +: INPUTS]    = {INPUTS{(v * CLASSES) / VCS == c}};
        assign out_class[v*OUTPUTS +: OUTPUTS] = {OUTPUTS{(v * CLASSES) / VCS == c}};
      end
      wire [OUT_VCS-1:0] vacant  = ~owned & out_class;
      wire [OUT_VCS-1:0] ready   = vacant & has_credit;
      wire [OUT_VCS-1:0] allowed = vacant | (soon & out_class);
      wire [OUT_VCS-1:0] candidates = ready
                                      | (vacant & ~{VCS{outputs_of(ready)}})
                                      | (allowed & ~{VCS{outputs_of(vacant)}});
      wire [OUT_VCS-1:0] grant;
      wire [OUT_VCS-1:0] next_mask;
      rr_lanes #(.LANES(OUTPUTS), .N(VCS)) u_pick (
        .request  (candidates),
        .mask     (pick_mask),
        .grant    (grant),
        .next_mask(next_mask)
      );
      // Outputs matched with a VC of the class; one class alone needs no choice.
      wire [INPUTS-1:0]  asking = inputs_of(va_pick & in_class);
      wire [OUTPUTS-1:0] asked;
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_asked
        assign asked[o] = (CLASSES == 1) || |(va_match[o*INPUTS +: INPUTS] & asking);
      end
      assign offered[c*OUTPUTS +: OUTPUTS]    = outputs_of(allowed);
      assign class_pick[c*OUT_VCS +: OUT_VCS] = grant & {VCS{asked}};
      assign class_next[c*OUT_VCS +: OUT_VCS] = next_mask & {VCS{asked}};
    end
  endgenerate

  // ---- Output ports: requests, what the matches mean, traversal ----

  // A VA match is dropped when the tail that it counted on lost: the one before its packet
  // (uncertain), or the one that holds its output VC (not secured).
  wire [PORT_BITS*IN_VCS-1:0] want = (front_route & ~{PORT_BITS{active}})
                                     | (next_route & {PORT_BITS{active}});
  wire [IN_VCS-1:0]  firm      = ~active & known;
  wire [IN_VCS-1:0]  tentative = VA_THEN_SA ? {IN_VCS{1'b0}} : send & front_tail & next_known;
  wire [INPUTS-1:0]  certain   = VA_THEN_SA ? {INPUTS{1'b1}} : inputs_of(va_pick & (~active | pop));
  wire [OUTPUTS-1:0] secured   = VA_THEN_SA ? {OUTPUTS{1'b1}}
                                            : outputs_of(pick & (~owned | released));
  wire [INPUTS-1:0]  leaving   = inputs_of(leave);
  assign taken = va_pick & {VCS{given_to(va_used, {OUTPUTS{1'b1}})}};

  // Input VCs whose packet that asks for an output VC goes to output n.
  function [IN_VCS-1:0] leading_to(input [PORT_BITS*IN_VCS-1:0] wants, input integer n);
    integer m;
    begin
      leading_to = {IN_VCS{1'b1}};
      for (m = 0; m < PORT_BITS; m = m + 1)
        leading_to = leading_to & (n[m] ? wants[m*IN_VCS +: IN_VCS] : ~wants[m*IN_VCS +: IN_VCS]);
    end
  endfunction

  // Input VCs that hold a channel with a credit at output n.
  function [IN_VCS-1:0] credited(input [VCS*IN_VCS-1:0] channels, input [OUT_VCS-1:0] credits,
                                 input integer n);
    integer m;
    begin
      credited = {IN_VCS{1'b0}};
      for (m = 0; m < VCS; m = m + 1)
        credited = credited | (channels[m*IN_VCS +: IN_VCS] & {IN_VCS{credits[m*OUTPUTS + n]}});
    end
  endfunction

  // Number of the one VC of output n in the set.
  function [VC_BITS-1:0] vc_number(input [OUT_VCS-1:0] vcs, input integer n);
    integer m;
    begin
      vc_number = {VC_BITS{1'b0}};
      for (m = 0; m < VCS; m = m + 1)
        if (vcs[m*OUTPUTS + n]) vc_number = vc_number | m[VC_BITS-1:0];
    end
  endfunction

  // The flit of the one input in the set.
  function [FLIT_BITS-1:0] switched(input [INPUTS*FLIT_BITS-1:0] flits, input [INPUTS-1:0] inputs);
    integer n;
    begin
      switched = {FLIT_BITS{1'b0}};
      for (n = 0; n < INPUTS; n = n + 1)
        switched = switched | (flits[n*FLIT_BITS +: FLIT_BITS] & {FLIT_BITS{inputs[n]}});
    end
  endfunction

  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      wire [INPUTS-1:0] sa_inputs = sa_match[o*INPUTS +: INPUTS];
      wire [INPUTS-1:0] matched   = va_match[o*INPUTS +: INPUTS];
      wire [INPUTS-1:0] va_inputs = matched & certain & {INPUTS{secured[o]}};

      // Switch.
      reg  [IN_VCS-1:0] target;           // the output of the packet in front is this one
      wire [IN_VCS-1:0] next = (target & ~taken) | (taken & {VCS{va_inputs}});
      wire [IN_VCS-1:0] now  = VA_THEN_SA ? next : target;
      wire [IN_VCS-1:0] asks = now & send;
      always @(posedge clk)
        if (noc_en) target <= next;
      assign ready_on[o*IN_VCS +: IN_VCS]   = now & credited(now_channel, has_credit, o);
      assign sa_request[o*INPUTS +: INPUTS] = inputs_of(asks);
      assign sa_asks[o*IN_VCS +: IN_VCS]    = asks & {VCS{sa_inputs}};
      assign sent[o]      = |sa_inputs;
      assign sent_tail[o] = |(sa_inputs & leaving);

      // Output VC.
      wire [IN_VCS-1:0] open;             // wants to go here and finds an output VC of its class
      for (v = 0; v < VCS; v = v + 1) begin : g_open
        assign open[v*INPUTS +: INPUTS] = {INPUTS{offered[(v * CLASSES / VCS)*OUTPUTS + o]}};
      end
      wire [IN_VCS-1:0] wanted         = open & leading_to(want, o);
      wire [INPUTS-1:0] asks_firm      = inputs_of(wanted & firm);
      wire [INPUTS-1:0] asks_tentative = inputs_of(wanted & tentative);
      assign va_request[o*INPUTS +: INPUTS]        = |asks_firm ? asks_firm : asks_tentative;
      assign va_firm_asks[o*IN_VCS +: IN_VCS]      = wanted & firm & {VCS{matched}};
      assign va_tentative_asks[o*IN_VCS +: IN_VCS] = wanted & tentative & {VCS{matched}};
      assign va_used[o*INPUTS +: INPUTS]           = va_inputs;
      assign used[o] = |va_inputs;
      for (w = 0; w < VCS; w = w + 1) begin : g_vc
        assign paid[w*OUTPUTS + o]   = |(sa_inputs & pop_channel[w*INPUTS +: INPUTS]);
        assign soon[w*OUTPUTS + o]   = !VA_THEN_SA
                                       && |(asks & front_tail & channel[w*IN_VCS +: IN_VCS]);
        assign repaid[w*OUTPUTS + o] = out_credit[o*VCS + w];
      end

      // Traversal: the switch setting, then the output register.
      reg [INPUTS-1:0]    from;
      reg [VC_BITS-1:0]   from_vc;
      reg                 from_tail;
      reg                 valid;
      reg [VC_BITS-1:0]   vc;
      reg                 last;
      reg [FLIT_BITS-1:0] flit;

      always @(posedge clk)
        if (rst) from <= {INPUTS{1'b0}};
        else if (noc_en) from <= sa_inputs;

      always @(posedge clk)
        if (noc_en & sent[o]) begin
          from_vc   <= vc_number(paid, o);
          from_tail <= sent_tail[o];
        end

      always @(posedge clk)
        if (rst) valid <= 1'b0;
        else if (noc_en) valid <= |from;

      always @(posedge clk)
        if (noc_en & |from) begin
          vc   <= from_vc;
          last <= from_tail;
          flit <= switched(read_flit, from);
        end

      assign out_valid[o]                       = valid;
      assign out_vc[o*VC_BITS +: VC_BITS]       = vc;
      assign out_tail[o]                        = last;
      assign out_flit[o*FLIT_BITS +: FLIT_BITS] = flit;
    end
  endgenerate

`ifdef FORMAL
`include "tests/formal/router.v"
`endif
endmodule
`default_nettype wire

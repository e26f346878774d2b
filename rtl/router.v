// Virtual-channel wormhole router with credits, switch allocation by iSLIP; all at noc_en.
// Latency: STAGES cycles from the edge that writes a head flit to the edge that writes it to the
// output register, plus one link cycle; body flits take two. One flit per port and cycle.
// State: per input VC a flit queue and the allocation of its packet (output, output VC), per
// output VC owner and credits, the VCs on offer, round-robin masks, the switch setting, the output
// registers. SPEEDUP = 2: the even VCs of a port have one input of the switch, the odd ones another.
// Policy: every output offers heads one VC of each class, chosen one cycle ahead; the
// head that wins the switch takes it, so nothing waits for a VC allocation. An output VC is free
// again when the tail wins. Timing: one allocation; the VC of each pair of ports, what it pays and
// which VC is offered next are found meanwhile. noc_en comes in where a match, an arrival or a credit
// takes effect: it has one period of the clock, all else noc_en's, and such registers need no enable.
// ESCAPE: class 0 has all VCs but the last; a head of class 1 is offered the last one, else one of these
// that is lent: no packet of class 0 is there, so it never stands behind one. The class of a head is the
// bit above its destination.
// Layout: sets, one bit per member; [a][b] is bit a*B + b. Input VCs [v][i], output VCs [w][o],
// pairs [o][e], credits [d][w][o]: the port is the fastest index, so one operation serves all of
// them. Names: i input, v its VC, o output, w its VC; e entry, an input of the switch: VC v of input i
// is VC v / SPEEDUP of entry (v mod SPEEDUP)*INPUTS + i, at the same place of a set. Queues: router_queues. Choices: rr_lanes.
// Paper: pact20 table 1 (4 VCs x 4 flits), isca19 table 1 (4 stages, iSLIP).
`default_nettype none
module router #(
  parameter INPUTS    = 5,             // 1..128: input ports
  parameter OUTPUTS   = 5,             // 1..128: output ports
  parameter VCS       = 4,             // 1..8: virtual channels per port
  parameter DEPTH     = 4,             // 1..16: flits per virtual-channel buffer, here and downstream
  parameter CLASSES   = 1,             // 1..8: parts that packets keep to; VC v is in v*CLASSES/VCS
  parameter ESCAPE    = 0,             // 0..1: 1 (CLASSES = 2): the last VC is class 1's, which borrows others without class 0
  parameter SPEEDUP   = 1,             // 1..2: inputs of the switch per port; input VC v is at v mod SPEEDUP
  parameter STAGES    = 4,             // 2..4: pipeline stages, see docs/blocks/router.md
  parameter FLIT_BITS = 256,           // 2..512: bits of a flit
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

  // in: flits from upstream, from registers that change with noc_en: between, they stand still
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
  localparam ENTRIES    = INPUTS * SPEEDUP;     // inputs of the switch
  localparam LANE       = VCS / SPEEDUP;        // input VCs of one
  localparam PAIRS      = OUTPUTS * ENTRIES;
  localparam CREDITS    = DEPTH * OUT_VCS;
  localparam PORT_BITS  = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1;
  localparam HEAD_BITS  = PORT_BITS + ESCAPE;   // what is kept of a head: route, class
  localparam PLACES     = LANE * DEPTH;         // flits per entry
  localparam ADDR_BITS  = (PLACES > 1) ? $clog2(PLACES) : 1;
  localparam [CREDITS-1:0] BOTTOM = ~({CREDITS{1'b1}} << OUT_VCS);

  // Entries, outputs with a VC in the set.
  function [ENTRIES-1:0] entries_of(input [IN_VCS-1:0] vcs);
    integer n;
    begin
      entries_of = vcs[ENTRIES-1:0];
      for (n = 1; n < LANE; n = n + 1) entries_of = entries_of | vcs[n*ENTRIES +: ENTRIES];
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

  // What switch allocation decides in this cycle.
  wire [PAIRS-1:0]   match;               // entries and outputs matched
  wire [IN_VCS-1:0]  leaving;             // the front flit wins the switch
  wire [IN_VCS-1:0]  pop;                 // and leaves, with noc_en
  wire [ENTRIES-1:0] popped;              // a flit of the entry wins it
  wire [OUTPUTS-1:0] sent, sent_tail;     // a flit for the output wins it, it is a tail
  /* verilator lint_off UNUSEDSIGNAL */   // ESCAPE = 0: nobody asks
  wire [OUTPUTS-1:0] sent_late;           // it is of a packet of class 1
  /* verilator lint_on UNUSEDSIGNAL */
  wire [OUT_VCS-1:0] paid;                // a flit for the output VC wins it, with noc_en or without

  genvar i, e, o, v, w, b, c;

  // ---- Queues of the input VCs ----

  wire [IN_VCS-1:0]           arrive;     // a flit comes
  wire [IN_VCS-1:0]           queued, known, front_tail;
  /* verilator lint_off UNUSEDSIGNAL */   // STAGES = 2: a head waits for nothing
  wire [IN_VCS-1:0]           next_known;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [HEAD_BITS*ENTRIES-1:0] route;     // of the flit that is routed, and its class, [bit][e]
  wire [HEAD_BITS*IN_VCS-1:0] front_route; // of the packet in front, also when its head has left
  reg  [IN_VCS-1:0]           active;     // its head has left: it holds an output VC
  wire [ENTRIES*ADDR_BITS-1:0] write_addr, pop_addr;
  reg  [IN_VCS-1:0]           returned;   // credits on their way upstream

  router_queues #(
    .INPUTS(ENTRIES), .VCS(LANE), .DEPTH(DEPTH), .PORT_BITS(HEAD_BITS), .ROUTE_LATE(STAGES == 4)
  ) u_queues (
    .clk        (clk),
    .rst        (rst),
    .en         (noc_en),
    .arrive     (arrive),
    .arrive_tail({SPEEDUP{in_tail}}),
    .route      (route),
    .pop        (leaving),
    .body       (active),
    .queued     (queued),
    .known      (known),
    .next_known (next_known),
    .front_tail (front_tail),
    .front_route(front_route),
    .write_addr (write_addr),
    .read_addr  (pop_addr)
  );
  always @(posedge clk)
    if (rst) returned <= {IN_VCS{1'b0}};
    else if (noc_en) returned <= leaving;

  // ---- Input ports: route and flit buffers ----

  wire [ENTRIES*FLIT_BITS-1:0] read_flit; // traversal: the flit read

  generate
    for (i = 0; i < INPUTS; i = i + 1) begin : g_input
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        assign arrive[v*INPUTS + i] = in_valid[i] & in_vc[i*VC_BITS +: VC_BITS] == v;
        assign in_credit[i*VCS + v] = returned[v*INPUTS + i];
      end

      // The route is computed from the wire, and (STAGES = 4) known after the next edge: fewer bits to
      // keep than a destination.
      wire [2*COORD_BITS-1:0] dest = in_flit[i*FLIT_BITS + DEST_LSB +: 2*COORD_BITS]; // {y, x}, or digits
      wire [2:0]              port_xy;
      /* verilator lint_off UNUSEDSIGNAL */ // fewer outputs: high bits stay unused
      wire [6:0]              port;
      /* verilator lint_on UNUSEDSIGNAL */
      route_xy #(.COORD_BITS(COORD_BITS)) u_route (
        .here_x(here_x),
        .here_y(here_y),
        .dest_x(dest[COORD_BITS-1:0]),
        .dest_y(dest[2*COORD_BITS-1:COORD_BITS]),
        .port  (port_xy)
      );
`ifdef MEMLOOM_TOPOLOGY
      wire [6:0] port_digit;
      route_digit #(
        .DEST_BITS(2*COORD_BITS), .DIGIT_LSB(DIGIT_LSB), .DIGIT_BITS(PORT_BITS)
      ) u_digit (
        .dest(dest),
        .port(port_digit)
      );
      assign port = (ROUTE == 1) ? port_digit : {4'h0, port_xy};
`else
      assign port = {4'h0, port_xy};
`endif
      wire [HEAD_BITS-1:0] heading;       // of the flit on the wires: port, class
      assign heading[PORT_BITS-1:0] = port[PORT_BITS-1:0] & {PORT_BITS{OUTPUTS > 1}};
      if (ESCAPE == 1) begin : g_its_class
        assign heading[PORT_BITS] = in_flit[i*FLIT_BITS + DEST_LSB + 2*COORD_BITS];
      end
      wire [HEAD_BITS-1:0] routed;        // of the flit that is routed
      if (STAGES == 4) begin : g_routed
        reg [HEAD_BITS-1:0] fresh;
        always @(posedge clk)
          if (noc_en & in_valid[i]) fresh <= heading;
        assign routed = fresh;
      end else begin : g_routed
        assign routed = heading;
      end
      for (b = 0; b < HEAD_BITS; b = b + 1) begin : g_bit
        for (e = i; e < ENTRIES; e = e + INPUTS) begin : g_entry
          assign route[b*ENTRIES + e] = routed[b];
        end
      end

      for (e = i; e < ENTRIES; e = e + INPUTS) begin : g_buffer
        reg [ADDR_BITS-1:0] read_addr;    // of the traversal stage
        always @(posedge clk)
          if (popped[e]) read_addr <= pop_addr[e*ADDR_BITS +: ADDR_BITS];
        regfile_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(PLACES)) u_flits (
          .clk         (clk),             // the wires have settled with the enable only
          .write_valid (noc_en & in_valid[i] & (SPEEDUP == 1 || in_vc[i*VC_BITS] == (e >= INPUTS))),
          .write_addr  (write_addr[e*ADDR_BITS +: ADDR_BITS]),
          .write_data  (in_flit[i*FLIT_BITS +: FLIT_BITS]),
          .read_addr   (read_addr),
          .read_data   (read_flit[e*FLIT_BITS +: FLIT_BITS])
        );
      end
    end
  endgenerate

  // ---- Output VCs: owners and credits ----

  reg  [OUT_VCS-1:0] owned;               // a packet holds the output VC
  reg  [CREDITS-1:0] credit;              // its credits, filled from the bottom, [d][w][o]
  wire [OUT_VCS-1:0] repaid;              // out_credit in our order
  wire [OUT_VCS-1:0] spent     = paid & {OUT_VCS{noc_en}};      // at this edge
  wire [CREDITS-1:0] one_more  = (credit << OUT_VCS) | BOTTOM;
  wire [CREDITS-1:0] one_less  = credit >> OUT_VCS;
  wire [OUT_VCS-1:0] spendable = credit[OUT_VCS-1:0] | repaid;   // a credit in the next cycle when
  wire [OUT_VCS-1:0] lasting   = one_less[OUT_VCS-1:0] | repaid; // none is spent, when one is

  always @(posedge clk)
    if (rst) owned <= {OUT_VCS{1'b0}};
    else owned <= (owned & ~spent) | (spent & ~{VCS{sent_tail}});
  always @(posedge clk)
    if (rst) credit <= {CREDITS{1'b1}};
    else
      credit <= (credit & (one_less | ~{DEPTH{spent & ~repaid}}))
                | (one_more & {DEPTH{repaid & {OUT_VCS{noc_en}} & ~paid}});

  // ---- The output VC on offer to the heads of each class, chosen one cycle ahead ----

  reg  [OUT_VCS-1:0]         offer;       // free, with a credit; none only if the class has none
  wire [OUT_VCS-1:0]         first_offer; // after reset
  wire [CLASSES*OUTPUTS-1:0] offered;     // the output has one of the class, [c][o]
  wire [CLASSES*VC_BITS*OUTPUTS-1:0] offer_number; // its number, [c][bit][o]
  wire [CLASSES*OUT_VCS-1:0] next_offer;
  wire [OUT_VCS-1:0]         kept     = offer & ~paid;
  wire [OUT_VCS-1:0]         released = paid & lasting & {VCS{sent_tail}};

  function integer class_of(input integer vc);
    class_of = (ESCAPE == 1) ? (vc + 1) / VCS : (vc * CLASSES) / VCS;
  endfunction

  function [OUT_VCS-1:0] of_any_class(input [CLASSES*OUT_VCS-1:0] sets);
    integer n;
    begin
      of_any_class = sets[OUT_VCS-1:0];
      for (n = 1; n < CLASSES; n = n + 1)
        of_any_class = of_any_class | sets[n*OUT_VCS +: OUT_VCS];
    end
  endfunction

  // Per output the lowest output VC in the set.
  function [OUT_VCS-1:0] lowest(input [OUT_VCS-1:0] vcs);
    integer n;
    reg [OUTPUTS-1:0] lower;
    begin
      lower = {OUTPUTS{1'b0}};
      for (n = 0; n < VCS; n = n + 1) begin
        lowest[n*OUTPUTS +: OUTPUTS] = vcs[n*OUTPUTS +: OUTPUTS] & ~lower;
        lower = lower | vcs[n*OUTPUTS +: OUTPUTS];
      end
    end
  endfunction

  // Class 1 borrows the highest that class 0 does not use. While there is one class 0 has a VC on offer, so
  // what class 1 takes is never the one that class 0 would be offered next.
  function [OUT_VCS-1:0] highest(input [OUT_VCS-1:0] vcs);
    integer n;
    reg [OUTPUTS-1:0] higher;
    begin
      higher = {OUTPUTS{1'b0}};
      for (n = VCS - 1; n >= 0; n = n - 1) begin
        highest[n*OUTPUTS +: OUTPUTS] = vcs[n*OUTPUTS +: OUTPUTS] & ~higher;
        higher = higher | vcs[n*OUTPUTS +: OUTPUTS];
      end
    end
  endfunction

  wire [OUT_VCS-1:0] lent;                // on offer to class 1 beside its own
  generate
    if (ESCAPE == 1) begin : g_lend
      localparam [OUT_VCS-1:0] LAST = ~({OUT_VCS{1'b1}} >> OUTPUTS);
      reg  [OUT_VCS-1:0] mixed;           // a packet of class 0 went there since it was empty
      reg  [OUT_VCS-1:0] now_lent;
      wire [OUT_VCS-1:0] empty   = credit[CREDITS-1 -: OUT_VCS];
      wire [OUT_VCS-1:0] emptied = empty | (one_more[CREDITS-1 -: OUT_VCS] & repaid);
      wire [OUT_VCS-1:0] keeps   = now_lent & ~paid;
      wire [OUT_VCS-1:0] clean   = ~owned & spendable & (emptied | ~mixed) & ~paid & ~LAST;
      always @(posedge clk)
        if (rst) mixed <= {OUT_VCS{1'b0}};
        else mixed <= (mixed & ~empty) | (spent & ~{VCS{sent_late}});
      always @(posedge clk)
        if (rst) now_lent <= highest(~LAST);
        else if (noc_en)
          now_lent <= keeps | (highest(clean) & ~{VCS{outputs_of(keeps)}})
                      | (released & {VCS{sent_late}} & ~LAST & ~{VCS{outputs_of(keeps | clean)}});
      assign lent = now_lent;
    end else begin : g_apart
      assign lent = {OUT_VCS{1'b0}};
    end
  endgenerate

  always @(posedge clk)
    if (rst) offer <= first_offer;
    else if (noc_en) offer <= of_any_class(next_offer);

  // Which VC would be next is chosen before it is known whether the one on offer is taken. The VC
  // that a tail gives back counts only where there is no other.
  generate
    for (c = 0; c < CLASSES; c = c + 1) begin : g_class
      wire [OUT_VCS-1:0] out_class;       // VCs of the class
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        assign out_class[v*OUTPUTS +: OUTPUTS] = {OUTPUTS{class_of(v) == c}};
      end
      wire [OUT_VCS-1:0] others = ~owned & ~offer & spendable & out_class;
      wire [OUT_VCS-1:0] other = lowest(others);
      wire [OUTPUTS-1:0] keeps = outputs_of(kept & out_class);
      wire [OUTPUTS-1:0] finds = outputs_of(others);
      wire [OUT_VCS-1:0] own      = offer & out_class;
      wire [OUT_VCS-1:0] on_offer = own | (lent & {OUT_VCS{c == 1}} & ~{VCS{outputs_of(own)}});
      assign offered[c*OUTPUTS +: OUTPUTS] = outputs_of(on_offer);
      for (b = 0; b < VC_BITS; b = b + 1) begin : g_bit
        wire [OUT_VCS-1:0] has_bit;       // VCs with the bit in their number
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
          localparam [31:0] NUMBER = v;
          assign has_bit[v*OUTPUTS +: OUTPUTS] = {OUTPUTS{NUMBER[b]}};
        end
        assign offer_number[(c*VC_BITS + b)*OUTPUTS +: OUTPUTS] =
          outputs_of(on_offer & has_bit);
      end
      assign next_offer[c*OUT_VCS +: OUT_VCS] = (kept & out_class) | (other & ~{VCS{keeps}})
                                                | (released & out_class & ~{VCS{keeps | finds}});
    end
    for (v = 0; v < VCS; v = v + 1) begin : g_first
      assign first_offer[v*OUTPUTS +: OUTPUTS] =
        {OUTPUTS{v == 0 || class_of(v) != class_of(v - 1)}};
    end
  endgenerate

  // ---- The packets in front: where they go, what they hold ----

  reg  [IN_VCS-1:0]         funded;       // the output VC held has a credit
  reg  [VC_BITS*IN_VCS-1:0] channel;      // number of the output VC held, [bit][v][i]
  wire [VC_BITS*IN_VCS-1:0] now_channel;  // the same, of a head the one on offer
  wire [VCS*IN_VCS-1:0]     pays;         // for that output VC, [w][v][i]
  wire [VCS*IN_VCS-1:0]     lasts;        // that output VC has a credit in any case
  wire [IN_VCS-1:0]         ripe;         // the head in front may ask for the switch
  wire [OUTPUTS*IN_VCS-1:0] target;       // the output of the packet in front, [o][v][i]
  wire [IN_VCS-1:0]         late;         // ESCAPE: the packet in front is of class 1
  wire [IN_VCS-1:0]         goes_on = active & funded & queued;
  wire [IN_VCS-1:0]         starts  = ~active & ripe;
  wire [IN_VCS-1:0]         renewed = ~active & {IN_VCS{noc_en}};

  // Input VCs with a route to output n.
  function [IN_VCS-1:0] leading_to(input [PORT_BITS*IN_VCS-1:0] routes, input integer n);
    integer m;
    begin
      leading_to = {IN_VCS{1'b1}};
      for (m = 0; m < PORT_BITS; m = m + 1)
        leading_to = leading_to
                     & (n[m] ? routes[m*IN_VCS +: IN_VCS] : ~routes[m*IN_VCS +: IN_VCS]);
    end
  endfunction

  // Input VCs with a channel of number n.
  function [IN_VCS-1:0] paying_for(input [VC_BITS*IN_VCS-1:0] channels, input integer n);
    integer m;
    begin
      paying_for = {IN_VCS{1'b1}};
      for (m = 0; m < VC_BITS; m = m + 1)
        paying_for = paying_for
                     & (n[m] ? channels[m*IN_VCS +: IN_VCS] : ~channels[m*IN_VCS +: IN_VCS]);
    end
  endfunction

  // Input VCs with a target in the set.
  function [IN_VCS-1:0] going_to(input [OUTPUTS*IN_VCS-1:0] targets, input [OUTPUTS-1:0] outputs);
    integer n;
    begin
      going_to = {IN_VCS{1'b0}};
      for (n = 0; n < OUTPUTS; n = n + 1)
        going_to = going_to | (targets[n*IN_VCS +: IN_VCS] & {IN_VCS{outputs[n]}});
    end
  endfunction

  // Input VCs in the set of some output VC.
  function [IN_VCS-1:0] of_any_channel(input [VCS*IN_VCS-1:0] sets);
    integer n;
    begin
      of_any_channel = sets[IN_VCS-1:0];
      for (n = 1; n < VCS; n = n + 1) of_any_channel = of_any_channel | sets[n*IN_VCS +: IN_VCS];
    end
  endfunction

  always @(posedge clk)
    if (rst) active <= {IN_VCS{1'b0}};
    else active <= (active & ~pop) | (pop & ~front_tail);
  always @(posedge clk)
    if (noc_en) funded <= of_any_channel(lasts) | (funded & ~leaving);

  generate
    if (ESCAPE == 1) begin : g_late
      assign late = front_route[PORT_BITS*IN_VCS +: IN_VCS] | ({IN_VCS{1'b1}} << (IN_VCS - INPUTS));
    end else begin : g_late
      assign late = {IN_VCS{1'b0}};
    end
    if (STAGES == 2) begin : g_ripe       // no stage V
      assign ripe = known;
    end else begin : g_ripe               // after a cycle in front, or behind a tail that leaves
      reg  [IN_VCS-1:0] waited;
      wire [IN_VCS-1:0] leave = pop & front_tail;
      always @(posedge clk)
        if (rst) waited <= {IN_VCS{1'b0}};
        else
          waited <= (waited & ~leave) | (next_known & leave)
                    | (known & ~waited & {IN_VCS{noc_en}});
      assign ripe = waited;
    end
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_target
      assign target[o*IN_VCS +: IN_VCS] = leading_to(front_route[PORT_BITS*IN_VCS-1:0], o);
    end
    for (b = 0; b < VC_BITS; b = b + 1) begin : g_channel
      wire [CLASSES*IN_VCS-1:0] of_class; // this bit for heads of the class
      wire [IN_VCS-1:0]         held = channel[b*IN_VCS +: IN_VCS];
      wire [IN_VCS-1:0]         fresh;
      for (c = 0; c < CLASSES; c = c + 1) begin : g_offer
        assign of_class[c*IN_VCS +: IN_VCS] =
          going_to(target, offer_number[(c*VC_BITS + b)*OUTPUTS +: OUTPUTS]);
      end
      if (ESCAPE == 1) begin : g_told
        assign fresh = (of_class[0 +: IN_VCS] & ~late) | (of_class[IN_VCS +: IN_VCS] & late);
      end else begin : g_by_vc
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
          assign fresh[v*INPUTS +: INPUTS] = of_class[class_of(v)*IN_VCS + v*INPUTS +: INPUTS];
        end
      end
      always @(posedge clk)
        channel[b*IN_VCS +: IN_VCS] <= (held & ~renewed) | (fresh & renewed);
      assign now_channel[b*IN_VCS +: IN_VCS] = (held & active) | (fresh & ~active);
    end
    for (w = 0; w < VCS; w = w + 1) begin : g_pays
      wire [IN_VCS-1:0] mine = paying_for(now_channel, w);
      assign pays[w*IN_VCS +: IN_VCS]  = mine;
      assign lasts[w*IN_VCS +: IN_VCS] = mine & going_to(target, lasting[w*OUTPUTS +: OUTPUTS]);
    end
  endgenerate

  // ---- Switch allocation: iSLIP; the VC of each pair is chosen meanwhile ----

  wire [PAIRS-1:0]          request, next_grant, next_accept;
  reg  [PAIRS-1:0]          grant_mask, accept_mask;
  wire [OUTPUTS*IN_VCS-1:0] winner;       // input VC of the pair matched, [o][v][i]
  reg  [IN_VCS-1:0]         vc_mask;

  islip #(.INPUTS(ENTRIES), .OUTPUTS(OUTPUTS)) u_switch (
    .request    (request),
    .grant_mask (grant_mask),
    .accept_mask(accept_mask),
    .match      (match),
    .next_grant (next_grant),
    .next_accept(next_accept)
  );
  assign leaving = of_any_output(winner);
  assign pop     = leaving & {IN_VCS{noc_en}};
  assign popped  = entries_of(leaving) & {ENTRIES{noc_en}};

  // Input VCs above the one in the set.
  function [IN_VCS-1:0] above(input [IN_VCS-1:0] vcs);
    integer n;
    begin
      above = vcs << ENTRIES;
      for (n = 1; n < LANE; n = n * 2) above = above | (above << n*ENTRIES);
    end
  endfunction

  // Masks move where a match is used.
  always @(posedge clk)
    if (rst) grant_mask <= {PAIRS{1'b0}};
    else grant_mask <= (grant_mask & ~{ENTRIES{sent}}) | (next_grant & {ENTRIES{sent}});
  always @(posedge clk)
    if (rst) accept_mask <= {PAIRS{1'b0}};
    else
      accept_mask <= (accept_mask & ~{OUTPUTS{popped}}) | (next_accept & {OUTPUTS{popped}});
  always @(posedge clk)
    if (rst) vc_mask <= {IN_VCS{1'b0}};
    else vc_mask <= (vc_mask & ~{LANE{popped}}) | (above(leaving) & {LANE{popped}});

  // ---- Output ports: requests, what a match means, traversal ----

  // Number of the one VC of output n in the set.
  function [VC_BITS-1:0] vc_number(input [OUT_VCS-1:0] vcs, input integer n);
    integer m;
    begin
      vc_number = {VC_BITS{1'b0}};
      for (m = 0; m < VCS; m = m + 1)
        if (vcs[m*OUTPUTS + n]) vc_number = vc_number | m[VC_BITS-1:0];
    end
  endfunction

  // The flit of the one entry in the set.
  function [FLIT_BITS-1:0] switched(input [ENTRIES*FLIT_BITS-1:0] flits, input [ENTRIES-1:0] entries);
    integer n;
    begin
      switched = {FLIT_BITS{1'b0}};
      for (n = 0; n < ENTRIES; n = n + 1)
        switched = switched | (flits[n*FLIT_BITS +: FLIT_BITS] & {FLIT_BITS{entries[n]}});
    end
  endfunction

  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      wire [ENTRIES-1:0] matched = match[o*ENTRIES +: ENTRIES];
      wire [IN_VCS-1:0] open;             // the output has a VC of its class on offer
      if (ESCAPE == 1) begin : g_told
        assign open = ({IN_VCS{offered[o]}} & ~late) | ({IN_VCS{offered[OUTPUTS + o]}} & late);
      end else begin : g_by_vc
        for (v = 0; v < VCS; v = v + 1) begin : g_open
          assign open[v*INPUTS +: INPUTS] = {INPUTS{offered[class_of(v)*OUTPUTS + o]}};
        end
      end
      wire [IN_VCS-1:0] asks = target[o*IN_VCS +: IN_VCS] & (goes_on | (starts & open));
      wire [IN_VCS-1:0] chosen;           // one VC of each entry that asks, round robin
      wire [ENTRIES-1:0] ends = entries_of(chosen & front_tail);
      rr_lanes #(.LANES(ENTRIES), .N(LANE)) u_vc (
        .request  (asks),
        .mask     (vc_mask),
        .grant    (chosen),
        /* verilator lint_off PINCONNECTEMPTY */ // the mask follows the pair that is matched
        .next_mask()
        /* verilator lint_on PINCONNECTEMPTY */
      );
      assign request[o*ENTRIES +: ENTRIES] = entries_of(asks);
      assign winner[o*IN_VCS +: IN_VCS]  = chosen & {LANE{matched}};
      assign sent[o]      = noc_en & |matched;
      assign sent_tail[o] = |(matched & ends);
      assign sent_late[o] = |(matched & entries_of(chosen & late));
      for (w = 0; w < VCS; w = w + 1) begin : g_vc
        wire [ENTRIES-1:0] paying = entries_of(chosen & pays[w*IN_VCS +: IN_VCS]);
        assign paid[w*OUTPUTS + o]   = |(matched & paying);
        assign repaid[w*OUTPUTS + o] = out_credit[o*VCS + w];
      end

      // Traversal: the switch setting, then the output register.
      reg [ENTRIES-1:0]    from;
      reg [VC_BITS-1:0]   from_vc;
      reg                 from_tail;
      reg                 valid;
      reg [VC_BITS-1:0]   vc;
      reg                 last;
      reg [FLIT_BITS-1:0] flit;

      always @(posedge clk)
        if (rst) from <= {ENTRIES{1'b0}};
        else if (noc_en) from <= matched;

      always @(posedge clk)
        if (sent[o]) begin
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

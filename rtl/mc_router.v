// MC-router that can be bypassed [isca19 section 4.2, figure 10]: a router, the body, in a power domain
// of its own, and a way past it from input i to output i. Awake it is the router, cycle by cycle.
// Bypassed the body has no power; a flit, or a credit, passes in one cycle through a register.
//
//   bypass    0 │ 1 ....................... │ 0
//   bypassed  0 │ . │ 1 ....................... WAKE . │ 0     the way past is open, the body's outputs
//   gate      0 │ . │ . │ 1 ................. │ 0 .... │ 0     are clamped, and it is in reset; gate: the
//                                                              power switch is off
//
// Everything changes at edges with noc_en. Bypass may change while nothing is under way only: then all
// credits are where a reset puts them, upstream for this input, here or upstream for downstream.
// State: these two, edges left to wake, per port a flit and credits. Page: docs/blocks/mc_router.md.
`default_nettype none
module mc_router #(
  parameter PORTS     = 8,             // 1..128: input ports, and output ports
  parameter VCS       = 1,             // 1..8: virtual channels per port
  parameter DEPTH     = 8,             // 1..16: flits per virtual-channel buffer, here and downstream
  parameter CLASSES   = 1,             // 1..8: parts that packets keep to; VC v is in v*CLASSES/VCS
  parameter ESCAPE    = 0,             // 0..1: 1 (CLASSES = 2): the last VC is class 1's, which borrows others without class 0
  parameter SPEEDUP   = 1,             // 1..2: inputs of the body's switch per port
  parameter STAGES    = 4,             // 2..4: pipeline stages of the body
  parameter FLIT_BITS = 256,           // 2..512: bits of a flit
  parameter DEST_LSB  = 195,           // 0..254: position of the destination in a head flit
  parameter COORD_BITS = 5,            // 1..6: half of the bits of a destination
  parameter DIGIT_LSB = 0,             // 0..11: position of the output's digit in the destination
  parameter WAKE      = 20,            // 1..255: network cycles from power on to a body that works
  parameter VC_BITS   = (VCS > 1) ? $clog2(VCS) : 1  // derived: bits of a virtual-channel number
) (
  input  wire                       clk,        // clock
  input  wire                       rst,        // synchronous reset, active high; lasts until the power is back
  input  wire                       noc_en,     // network clock enable

  input  wire                       bypass,     // input i to output i, body without power; only drained until bypassed
  output wire                       bypassed,   // input i leads to output i; 0: the body routes

  // in: flits from upstream, from registers that change with noc_en: between, they stand still
  input  wire [PORTS-1:0]           in_valid,   // {PORTS} a flit arrives
  input  wire [PORTS*VC_BITS-1:0]   in_vc,      // {PORTS} its virtual channel
  input  wire [PORTS-1:0]           in_tail,    // {PORTS} last flit of its packet
  input  wire [PORTS*FLIT_BITS-1:0] in_flit,    // {PORTS} the flit
  output wire [PORTS*VCS-1:0]       in_credit,  // {PORTS} per VC: a slot became free

  // out: flits to downstream
  output wire [PORTS-1:0]           out_valid,  // {PORTS} a flit leaves
  output wire [PORTS*VC_BITS-1:0]   out_vc,     // {PORTS} its virtual channel
  output wire [PORTS-1:0]           out_tail,   // {PORTS} last flit of its packet
  output wire [PORTS*FLIT_BITS-1:0] out_flit,   // {PORTS} the flit
  input  wire [PORTS*VCS-1:0]       out_credit  // {PORTS} per VC: a slot became free downstream
);
  localparam [31:0] LAST = WAKE - 1;

  // ---- Power: clamp, then switch off; switch on, wait in reset, then open ----

  reg        isolate;                  // controls come straight from flops: no glitch
  reg        gate;
  reg  [7:0] left;                     // edges before the last one of a wake-up
  wire       off = bypass & isolate;
  wire       closed = bypass | gate | (isolate & left != 8'd0);

  always @(posedge clk)
    if (rst)         isolate <= 1'b0;
    else if (noc_en) isolate <= closed;
  always @(posedge clk)
    if (rst)         gate <= 1'b0;
    else if (noc_en) gate <= off;
  always @(posedge clk)
    if (rst)         left <= 8'd0;
    else if (noc_en) left <= gate ? LAST[7:0] : left - {7'd0, left != 8'd0};

  assign bypassed = isolate;

  // ---- The body, and what no power means to it ----

  wire                       body_rst, body_en;
  wire [PORTS-1:0]           body_in_valid, body_in_tail, body_out_valid, body_out_tail;
  wire [PORTS*VC_BITS-1:0]   body_in_vc, body_out_vc;
  wire [PORTS*FLIT_BITS-1:0] body_in_flit, body_out_flit;
  wire [PORTS*VCS-1:0]       body_out_credit, body_in_credit;
  wire [PORTS-1:0]           edge_valid, edge_tail;   // the body's outputs at the edge of its domain
  wire [PORTS*VC_BITS-1:0]   edge_vc;
  wire [PORTS*FLIT_BITS-1:0] edge_flit;
  wire [PORTS*VCS-1:0]       edge_credit;

`ifdef SYNTHESIS
  // Hardware has wires here.
  assign {body_rst, body_en} = {rst | isolate, noc_en};
  assign {body_in_valid, body_in_vc, body_in_tail} = {in_valid, in_vc, in_tail};
  assign {body_in_flit, body_out_credit} = {in_flit, out_credit};
  assign {edge_valid, edge_vc, edge_tail} = {body_out_valid, body_out_vc, body_out_tail};
  assign {edge_flit, edge_credit} = {body_out_flit, body_in_credit};
`else
  // Without power the body's outputs mean nothing and its state is lost, also for simulators that know
  // nothing of power: noise comes out of it, and fills its registers through its inputs.
  wire loses, lost_rst;                // the edge destroys state; the reset that it sees
  wire [31:0] noise;
`ifdef FORMAL
  (* anyseq *) wire [32:0] anything;
  assign {loses, lost_rst, noise} = {gate & !rst, anything};
`else
`ifdef VERILATOR
  // Two states: random bits. They go in at one edge, the last one without power: at the next one the
  // assertions of router would find that no neighbour sends such flits and credits.
  reg  [31:0] random;
  always @(posedge clk) if (gate) random <= $urandom;
  assign {loses, lost_rst, noise} = {gate & noc_en & !bypass & !rst, 1'b0, random};
`else
  assign {loses, lost_rst, noise} = {gate & !rst, 33'hx};
`endif
`endif
  localparam WORDS = (PORTS*(FLIT_BITS + VCS) + 32) / 32; // enough for every port
  /* verilator lint_off UNUSEDSIGNAL */
  wire [WORDS*32-1:0] noises = {WORDS{noise}};
  /* verilator lint_on UNUSEDSIGNAL */
  assign body_rst        = loses ? lost_rst : rst | isolate;
  assign body_en         = loses | noc_en;
  assign body_in_valid   = loses ? noises[PORTS-1:0] : in_valid;
  assign body_in_vc      = loses ? noises[PORTS*VC_BITS-1:0] : in_vc;
  assign body_in_tail    = loses ? noises[PORTS:1] : in_tail;
  assign body_in_flit    = loses ? noises[PORTS*FLIT_BITS-1:0] : in_flit;
  assign body_out_credit = loses ? noises[PORTS*VCS-1:0] : out_credit;
  assign edge_valid      = gate ? noises[PORTS-1:0] : body_out_valid;
  assign edge_vc         = gate ? noises[PORTS*VC_BITS-1:0] : body_out_vc;
  assign edge_tail       = gate ? noises[PORTS:1] : body_out_tail;
  assign edge_flit       = gate ? noises[PORTS*FLIT_BITS-1:0] : body_out_flit;
  assign edge_credit     = gate ? noises[PORTS*VCS-1:0] : body_in_credit;
`endif

  router #(
    .INPUTS(PORTS), .OUTPUTS(PORTS), .VCS(VCS), .DEPTH(DEPTH), .CLASSES(CLASSES), .ESCAPE(ESCAPE), .SPEEDUP(SPEEDUP),
    .STAGES(STAGES), .FLIT_BITS(FLIT_BITS), .DEST_LSB(DEST_LSB), .COORD_BITS(COORD_BITS), .ROUTE(1), .DIGIT_LSB(DIGIT_LSB)
  ) u_body (
    .clk       (clk),
    .rst       (body_rst),
    .noc_en    (body_en),
    .here_x    ({COORD_BITS{1'b0}}),   // route_xy alone looks at it
    .here_y    ({COORD_BITS{1'b0}}),
    .in_valid  (body_in_valid),
    .in_vc     (body_in_vc),
    .in_tail   (body_in_tail),
    .in_flit   (body_in_flit),
    .in_credit (body_in_credit),
    .out_valid (body_out_valid),
    .out_vc    (body_out_vc),
    .out_tail  (body_out_tail),
    .out_flit  (body_out_flit),
    .out_credit(body_out_credit)
  );

  // ---- Isolation: clamps to 0 on the side that has power ----

  wire [PORTS-1:0]           clean_valid  = edge_valid & ~{PORTS{isolate}};
  wire [PORTS*VC_BITS-1:0]   clean_vc     = edge_vc & ~{PORTS*VC_BITS{isolate}};
  wire [PORTS-1:0]           clean_tail   = edge_tail & ~{PORTS{isolate}};
  wire [PORTS*FLIT_BITS-1:0] clean_flit   = edge_flit & ~{PORTS*FLIT_BITS{isolate}};
  wire [PORTS*VCS-1:0]       clean_credit = edge_credit & ~{PORTS*VCS{isolate}};

  // ---- The way past: a register per port, both ways ----

  reg  [PORTS-1:0]     pass_valid;
  reg  [PORTS*VCS-1:0] pass_credit;
  genvar i;

  always @(posedge clk)
    if (rst)         pass_valid <= {PORTS{1'b0}};
    else if (noc_en) pass_valid <= in_valid & {PORTS{isolate}};
  always @(posedge clk)
    if (rst)         pass_credit <= {PORTS*VCS{1'b0}};
    else if (noc_en) pass_credit <= out_credit & {PORTS*VCS{isolate}};

  generate
    for (i = 0; i < PORTS; i = i + 1) begin : g_port
      reg [VC_BITS-1:0]   pass_vc;
      reg                 pass_tail;
      reg [FLIT_BITS-1:0] pass_flit;
      wire                passes = pass_valid[i];

      always @(posedge clk)
        if (noc_en & isolate & in_valid[i]) begin
          pass_vc   <= in_vc[i*VC_BITS +: VC_BITS];
          pass_tail <= in_tail[i];
          pass_flit <= in_flit[i*FLIT_BITS +: FLIT_BITS];
        end

      assign out_valid[i] = clean_valid[i] | passes;
      assign out_tail[i]  = clean_tail[i] | (pass_tail & passes);
      assign out_vc[i*VC_BITS +: VC_BITS] =
        clean_vc[i*VC_BITS +: VC_BITS] | (pass_vc & {VC_BITS{passes}});
      assign out_flit[i*FLIT_BITS +: FLIT_BITS] =
        clean_flit[i*FLIT_BITS +: FLIT_BITS] | (pass_flit & {FLIT_BITS{passes}});
    end
  endgenerate

  assign in_credit = clean_credit | pass_credit;

`ifdef FORMAL
`include "tests/formal/mc_router.v"
`endif
endmodule
`default_nettype wire

// sizes: NODES=2
// for all time: pdr
// depth: bmc=20
// cover: 30
// free: *.line_is_here
// A whole ring of the cooperative caching network (docs/ccn.md, "No deadlock"): NODES times ccn_router
// with queues of two places, wired as the plan wires them. Around it cores that ask at any time, L1s
// that find any line or none and give it after any time, an L2 and MSHRs that take what they are
// offered at any time. Lines have one bit here: one line is followed, the other stands for all others.
`default_nettype none
module ccn_ring #(
  parameter NODES = 2,                 // 2..4: cores
  parameter EQUAL = 0,                 // 0..1: both rings in one direction
  parameter HOP   = 1,                 // 1..5: cycles of a hop
  parameter SPARE = 1,                 // 0: without the bubble rule
  parameter WAIT_LIMIT = 2,            // cycles after which a new request goes to L2
  parameter DEPTH = 2,                 // places of ReqQ, and of RespQ
  parameter PATIENCE = 6               // cycles in which nothing may move
) (
  input wire clk,
  input wire rst
);
  localparam CORE_BITS = (NODES > 2) ? 2 : 1;
  localparam LINE_BITS = 17;
  genvar i;

  // ---- What stands around ----
  (* anyseq *) wire [NODES-1:0] new_valid, new_line, snoop_ready, data_valid, gone_valid, back_ready, fill_ready;
  wire [NODES-1:0] new_ready, snoop_valid, back_valid, back_line, fill_valid, fill_line, entered;
  reg  [NODES-1:0] reading;            // a snoop was taken, and is not answered
  wire [NODES-1:0] answered = data_valid | gone_valid;

  // ---- The rings ----
  wire [NODES-1:0] request_valid, request_ready;    // what a node offers the next one
  wire [NODES-1:0] response_valid, response_ready;
  wire [NODES*CORE_BITS-1:0] request_core, response_core;
  wire [NODES*LINE_BITS-1:0] request_line, response_line;
  generate
    for (i = 0; i < NODES; i = i + 1) begin : node
      localparam BEFORE = (i + NODES - 1) % NODES;
      localparam SOURCE = EQUAL ? BEFORE : (i + 1) % NODES;  // of responses
      localparam [31:0] INDEX = i;
      wire [LINE_BITS-1:0] its_back, its_fill;
      assign back_line[i] = its_back[0];
      assign fill_line[i] = its_fill[0];
      ccn_router #(
        .LINE_BITS(LINE_BITS), .CORE_BITS(CORE_BITS), .DEPTH(DEPTH), .RESPONSES(DEPTH), .HOP(HOP),
        .SPARE(SPARE), .WAIT_LIMIT(WAIT_LIMIT), .SETS(1), .WAYS(1)
      ) router (
        .clk(clk), .rst(rst), .flush(1'b0), .here(INDEX[CORE_BITS-1:0]),
        .new_valid(new_valid[i]), .new_ready(new_ready[i]), .new_line({16'd0, new_line[i]}),
        .tags_valid(1'b0), .tags_set(1'b0), .tags_lines(1'b0), .tags_ways(1'b0), .tags_tag(17'd0),
        .request_in_valid(request_valid[BEFORE]), .request_in_ready(request_ready[BEFORE]),
        .request_in_core(request_core[BEFORE*CORE_BITS +: CORE_BITS]),
        .request_in_line(request_line[BEFORE*LINE_BITS +: LINE_BITS]),
        .request_out_valid(request_valid[i]), .request_out_ready(request_ready[i]),
        .request_out_core(request_core[i*CORE_BITS +: CORE_BITS]),
        .request_out_line(request_line[i*LINE_BITS +: LINE_BITS]),
        .snoop_valid(snoop_valid[i]), .snoop_ready(snoop_ready[i]), .snoop_set(), .snoop_way(),
        .data_valid(data_valid[i]), .gone_valid(gone_valid[i]), .data_line(1024'd0),
        .back_valid(back_valid[i]), .back_ready(back_ready[i]), .back_line(its_back),
        .response_in_valid(response_valid[SOURCE]), .response_in_ready(response_ready[SOURCE]),
        .response_in_core(response_core[SOURCE*CORE_BITS +: CORE_BITS]),
        .response_in_line(response_line[SOURCE*LINE_BITS +: LINE_BITS]), .response_in_data(256'd0),
        .response_out_valid(response_valid[i]), .response_out_ready(response_ready[i]),
        .response_out_core(response_core[i*CORE_BITS +: CORE_BITS]),
        .response_out_line(response_line[i*LINE_BITS +: LINE_BITS]), .response_out_data(),
        .fill_valid(fill_valid[i]), .fill_ready(fill_ready[i]), .fill_line(its_fill), .fill_data(),
        .event_new(entered[i]), .event_hit(), .event_gone(), .event_held(), .event_answer(),
        .event_back(), .event_late()
      );
    end
  endgenerate

  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* begin
    if (!started_once) assume (rst);
    assume (((data_valid | gone_valid) & ~reading) == 0 && (data_valid & gone_valid) == 0);
  end
  always @(posedge clk)
    reading <= rst ? {NODES{1'b0}} : reading & ~answered | snoop_valid & snoop_ready;

  // ---- How many are under way: requests from where they are taken, lines from where they are read ----
  wire [NODES-1:0] asks    = new_valid & new_ready;
  wire [NODES-1:0] returns = back_valid & back_ready;
  wire [NODES-1:0] fills   = fill_valid & fill_ready;
  reg  [5:0] requests, lines;
  function [5:0] ones(input [NODES-1:0] bits);
    integer b;
    begin
      ones = 6'd0;
      for (b = 0; b < NODES; b = b + 1) ones = ones + {5'd0, bits[b]};
    end
  endfunction
  always @(posedge clk) begin
    requests <= rst ? 6'd0 : requests + ones(asks) - ones(returns) - ones(data_valid);
    lines    <= rst ? 6'd0 : lines + ones(data_valid) - ones(fills);
  end

  // ---- Cycles in a row in which nothing moved though all around took and gave what it could ----
  wire calm = &back_ready && &fill_ready && &snoop_ready && (reading & ~answered) == 0;
  wire line_moves    = |(response_valid & response_ready) || |fills;
  wire request_moves = |(request_valid & request_ready) || |returns || |(snoop_valid & snoop_ready)
                     || |answered || |entered;
  reg [3:0] still_lines, still;
  always @(posedge clk) begin
    still_lines <= rst || lines == 0 || !calm || line_moves ? 4'd0 : still_lines + 4'd1;
    still <= rst || requests == 0 || !calm || request_moves || line_moves ? 4'd0 : still + 4'd1;
  end

  // ---- One request of the solver's choice: the line 1 of a core, which has one such at a time ----
  (* anyconst *) wire [CORE_BITS-1:0] its;
  reg  away;                           // it was taken, and has not ended
  wire it_asks    = asks[its] && new_line[its];
  wire it_returns = returns[its] && back_line[its];
  wire it_is_filled = fills[its] && fill_line[its];
  always @* assume (its < NODES && !(away && new_valid[its] && new_line[its]));
  always @(posedge clk) away <= !rst && (it_asks || away && !it_returns && !it_is_filled);

  always @(posedge clk)
    if (started_once && !rst) begin
      lines_never_stand: assert (still_lines < PATIENCE);
      requests_never_stand_but_behind_lines_that_move: assert (still < PATIENCE);
      what_ends_was_under_way: assert (!it_returns && !it_is_filled || away);
      it_ends_once: assert (!(it_returns && it_is_filled));
      all_places_are_taken: cover (requests == (DEPTH + 1) * NODES - 1);
      lines_fill_their_ring: cover (lines >= DEPTH * NODES - 1 && &(~response_ready | ~response_valid));
      it_is_answered: cover (it_is_filled);
      it_returns_after_its_round: cover (it_returns);
    end

endmodule
`default_nettype wire

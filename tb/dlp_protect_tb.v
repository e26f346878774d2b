`default_nettype none
// Bench of dlp_protect: the examples of docs/blocks/dlp_protect.md, and a line with distance 3
// until it may be replaced; beside it one that looks at lives first, and bypasses reserved ways.
module dlp_protect_tb;
`include "tb/bench.vh"
  reg  [15:0] lives;                   // way 3 first
  reg  [3:0]  valid, reserved, way, distance;
  reg         query, renew;
  wire [15:0] next_lives;
  wire [3:0]  replaceable;
  wire        bypass;
  wire [15:0] next_lives_1;
  wire [3:0]  replaceable_1;
  wire        bypass_1;
  integer     i;

  dlp_protect #(.WAYS(4), .PL_BITS(4)) dut (.lives(lives), .valid(valid), .reserved(reserved),
    .query(query), .renew(renew), .way(way), .distance(distance), .next_lives(next_lives),
    .replaceable(replaceable), .bypass(bypass));

  dlp_protect #(.WAYS(4), .PL_BITS(4), .LIFE(1), .RESERVED(1)) other (.lives(lives), .valid(valid),
    .reserved(reserved), .query(query), .renew(renew), .way(way), .distance(distance),
    .next_lives(next_lives_1), .replaceable(replaceable_1), .bypass(bypass_1));

  initial begin
    rst = 1'b0;
    valid = 4'b1111;
    reserved = 4'b0000;
    query = 1'b1;
    renew = 1'b0;
    way = 4'b0000;
    distance = 4'd7;
    lives = {4'd2, 4'd0, 4'd1, 4'd3};
    #1 check(next_lives == {4'd1, 4'd0, 4'd0, 4'd2}, "a query takes one from every life");
    check(replaceable == 4'b0110 && !bypass, "lives that end with the query do not protect");
    check(replaceable_1 == 4'b0100 && !bypass_1, "unless they are looked at before it");
    check(next_lives_1 == next_lives, "it takes one from every life all the same");
    renew = 1'b1;
    way = 4'b0010;
    #1 check(next_lives == {4'd1, 4'd0, 4'd7, 4'd2}, "the way that allocates gets the distance");
    check(replaceable == 4'b0110, "it was chosen before");
    query = 1'b0;
    renew = 1'b0;
    #1 check(next_lives == lives && replaceable == 4'b0100, "no query: lives stay");

    query = 1'b1;
    lives = {4'd2, 4'd5, 4'd2, 4'd3};
    #1 check(replaceable == 4'b0000 && bypass, "all protected: bypassed");
    lives = next_lives;
    #1 check(replaceable == 4'b1010 && !bypass, "a bypassed load is a query, too");

    lives = {4'd9, 4'd9, 4'd9, 4'd9};
    valid = 4'b0111;
    #1 check(!bypass && replaceable == 4'b0000, "an empty way takes the line");
    reserved = 4'b1000;
    #1 check(bypass, "unless it waits for one");
    lives = {4'd0, 4'd9, 4'd9, 4'd9};
    #1 check(!bypass && replaceable == 4'b0000, "which may be replaced when its fill came");
    check(bypass_1 && replaceable_1 == 4'b0000, "or is no reason to wait");
    lives = {4'd1, 4'd9, 4'd9, 4'd9};
    #1 check(!bypass, "its life ends with the query");
    valid = 4'b0000;
    reserved = 4'b1111;
    #1 check(!bypass && bypass_1, "all reserved, one without life");
    lives = {4'd2, 4'd9, 4'd9, 4'd9};
    #1 check(bypass && bypass_1, "all reserved and protected");

    valid = 4'b1111;
    reserved = 4'b0000;
    renew = 1'b1;
    way = 4'b0001;
    distance = 4'd3;
    lives = {4'd15, 4'd15, 4'd15, 4'd0};
    #1 lives = next_lives;
    renew = 1'b0;
    for (i = 1; i < 3; i = i + 1) begin
      #1 check(bypass, "distance 3: two more queries find it protected");
      lives = next_lives;
    end
    #1 check(replaceable == 4'b0001, "the third may replace it");
    $display("dlp_protect: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

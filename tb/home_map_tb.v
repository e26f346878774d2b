`default_nettype none
// Bench of home_map: the paper's 28 cores with their 5 core bits in the tag, above 5 bits of set;
// 32 cores; codes beyond the last core mixed with the next five bits of the tag; and 28 cores by golden ratio, the first tags worked out by hand: tag t lives at
// floor(28 * frac(0.61803 t)), 0.61803 = 40503 / 65536: 0, 17, 6, 23, 13, 2, 19, 9.
module home_map_tb;
`include "tb/bench.vh"
  reg  [24:0] line;
  wire [4:0]  of32, wrap28, scale28, spread28, spread32;
  wire        of1;
  wire [1:0]  wrap3;
  integer     tag;
  integer     set;

  home_map #(.CORES(32)) by32 (.line(line), .home(of32));
  home_map #(.CORES(28)) by28 (.line(line), .home(wrap28));
  home_map #(.CORES(28), .FOLD(1)) scaled28 (.line(line), .home(scale28));
  home_map #(.CORES(28), .FOLD(2)) spread_of_28 (.line(line), .home(spread28));
  home_map #(.CORES(32), .FOLD(2)) spread_of_32 (.line(line), .home(spread32));
  home_map #(.CORES(1)) alone (.line(line), .home(of1));
  home_map #(.CORES(3), .TAG_LSB(0)) by3 (.line(line), .home(wrap3));

  function [4:0] by_hand(input integer t);
    case (t)
      0: by_hand = 5'd0;
      1: by_hand = 5'd17;
      2: by_hand = 5'd6;
      3: by_hand = 5'd23;
      4: by_hand = 5'd13;
      5: by_hand = 5'd2;
      6: by_hand = 5'd19;
      default: by_hand = 5'd9;
    endcase
  endfunction

  initial begin
    rst = 1'b0;
    for (tag = 0; tag < 64; tag = tag + 1)
      for (set = 0; set < 32; set = set + 31) begin
        line = {15'd0, tag[4:0], set[4:0]} | 25'd1 << (10 + tag / 32);
        #1 check(of32 == tag[4:0], "32 cores: the five core bits, whatever is above and below");
        check(wrap28 == ((tag % 32 < 28) ? tag % 32 : tag % 32 - 28), "28 to 31 wrap to 0 to 3");
        check(spread32 == of32, "32 cores: nothing to spread");
        check(spread28 == tag[4:0] || tag % 32 >= 28, "the core bits are the home of all but 28 to 31");
        check(of1 == 1'b0, "one core is home to all");
      end
    for (tag = 0; tag < 8; tag = tag + 1) begin
      line = {tag[19:0], 5'd19};
      #1 check(scale28 == by_hand(tag), "golden ratio steps");
      line = {22'd5, tag[2:0]};
      #1 check(wrap3 == ((tag % 4 == 3) ? 0 : tag % 4), "three cores, code 3 wraps");
    end
    line = {20'd28, 5'd31};
    #1 check(spread28 == 5'd0, "code 28 of the first group");
    line = {20'd31, 5'd0};
    #1 check(spread28 == 5'd3, "code 31");
    line = {20'd60, 5'd0};
    #1 check(spread28 == 5'd1, "code 28 of the second group: 28 ^ 1 = 29");
    line = {20'd191, 5'd0};
    #1 check(spread28 == 5'd26, "code 31 of the sixth: 31 ^ 5");
    line = {10'd31, 5'd28, 5'd28, 5'd0};
    #1 check(spread28 == 5'd0, "bits above the next five do not matter: 28 ^ 28");
    line = 25'h1ffffff;
    #1 check(of32 == 5'd31 && wrap28 == 5'd3 && scale28 < 5'd28, "the last line");
    $display("home_map: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

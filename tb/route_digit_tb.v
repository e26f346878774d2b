// Bench of route_digit: whole ways through a 6-ary 2-fly (pact20 section 5.5), from every place to
// every place. A router of stage 0 joins the lines that differ in the upper digit only, one of
// stage 1 those that differ in the lower one; the port taken replaces that digit of the line.
`default_nettype none
module route_digit_tb;
`include "tb/bench.vh"
  localparam K = 6;
  reg  [9:0] dest;
  wire [6:0] upper, lower;             // what the two stages choose
  integer    from, to, line, busy;

  route_digit #(.DEST_BITS(10), .DIGIT_LSB(3), .DIGIT_BITS(3)) dut (.dest(dest), .port(upper));
  route_digit #(.DEST_BITS(10), .DIGIT_LSB(0), .DIGIT_BITS(3)) last (.dest(dest), .port(lower));

  initial begin
    rst = 1'b0;
    for (to = 0; to < K * K; to = to + 1) begin
      dest = 8 * (to / K) + to % K;
      busy = 0;
      #1 check(upper < K && lower < K, "a port of a router");
      for (from = 0; from < K * K; from = from + 1) begin
        line = upper * K + from % K;   // stage 0 replaces the upper digit
        check(line % K == from % K, "stage 0 keeps the lower digit");
        line = line / K * K + lower;
        check(line == to, "two stages lead to the destination");
        busy = busy + 1;
      end
      check(busy == K * K, "from everywhere");
    end
    dest = 10'b1111000111;             // digits that are not looked at
    #1 check(upper == 4'd0 && lower == 4'd7, "three bits each");
    $display("route_digit: passed %0d checks", checks);
    $finish;
  end
endmodule
`default_nettype wire

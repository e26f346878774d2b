// sizes: LINE_BITS=6; LINE_BITS=1
// depth: bmc=11 induction=2
// cover: 7
// Writes of one bucket of the solver's choice are counted beside the block; an acknowledgement comes
// for a write under way only, and the host counts nothing that is full.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  (* anyconst *) wire [BUCKET_BITS-1:0] bucket;

  // The bucket said otherwise: bit b is the parity of the line's bits b, b + 5, b + 10, ...
  function [BUCKET_BITS-1:0] parities_of(input [LINE_BITS-1:0] line);
    integer b, at;
    begin
      for (b = 0; b < BUCKET_BITS; b = b + 1) begin
        parities_of[b] = 1'b0;
        for (at = b; at < LINE_BITS; at = at + BUCKET_BITS) parities_of[b] = parities_of[b] ^ line[at];
      end
    end
  endfunction

  reg  looks_here;                     // the line that is looked up is one of the bucket
  always @(posedge clk)
    if (rst)            looks_here <= bucket == 0;
    else if (look_next) looks_here <= parities_of(look_line) == bucket;
  wire leaves     = look_counts && looks_here;
  wire returns    = done_valid && parities_of(done_line) == bucket;
  reg [4:0] under_way;
  always @(posedge clk)
    if (rst) under_way <= 0;
    else     under_way <= under_way + leaves - returns;
  always @* assume (!returns || under_way != 0);
  always @* assume (!look_counts || !look_full);

  always @(posedge clk)
    if (started) begin
      one_bucket_is_looked_up: assert (looked != 0 && (looked & (looked - 1'b1)) == 0);
      its_line_is_looked_up: assert (looks_here == looked[bucket]);
      no_more_than_a_counter_holds: assert (under_way <= 15);
      each_write_is_counted_once: assert (counts[4*bucket +: 4] + (counted && stayed[bucket])
        == under_way + (returned && returned_in[bucket]));
      also_the_one_that_left_last: assert (!counted || stayed != 0
        && (stayed & (stayed - 1'b1)) == 0);
      and_the_one_that_came_last: assert (!returned || returned_in != 0
        && (returned_in & (returned_in - 1'b1)) == 0);
      settled_means_none: assert (!looks_here || look_settled == (under_way == 0));
      full_means_fifteen: assert (!looks_here || look_full == (under_way == 15));
    end

  always @(posedge clk)
    if (started && !rst) begin
      three_writes_are_under_way: cover (looks_here && under_way == 3);
      one_leaves_while_another_returns: cover (leaves && returns);
    end

// sizes: WIDTH=2 DEPTH=3; WIDTH=1 DEPTH=1
// depth: bmc=8 induction=2
// cover: 4
// One word of the solver's choice is followed: once written it reads as written last, in every
// later cycle.
  (* anyconst *) wire [ADDR_BITS-1:0] spot;
  reg             known = 1'b0;          // the word was written
  reg [WIDTH-1:0] contents;              // with this

  always @* assume (write_addr < DEPTH && read_addr < DEPTH && spot < DEPTH);

  always @(posedge clk)
    if (write_valid && write_addr == spot) begin
      known <= 1'b1;
      contents <= write_data;
    end

  always @(posedge clk) begin
    a_read_returns_the_last_write:
      assert (!known || read_addr != spot || read_data == contents);
    the_storage_holds_it: assert (!known || storage[spot] == contents);
    old_data_while_it_is_written: cover (known && read_addr == spot && write_valid
      && write_addr == spot && write_data != contents);
  end

// sizes: WIDTH=4 DEPTH=3 MASK_BITS=2; WIDTH=2 DEPTH=1 MASK_BITS=1; WIDTH=4 DEPTH=3 MASK_BITS=2 ONE_PORT=1
// depth: bmc=10 induction=3
// cover: 6
// One word of the solver's choice is followed: what was written to it, bit by bit, is what a
// read returns.
  (* anyconst *) wire [ADDR_BITS-1:0] spot;
  reg [WIDTH-1:0] known = {WIDTH{1'b0}}; // bits of that word that were written
  reg [WIDTH-1:0] contents;              // what was written
  reg [WIDTH-1:0] read_known = {WIDTH{1'b0}};
  reg [WIDTH-1:0] read_contents;         // what read_data must show where read_known
  reg             collided = 1'b0;       // the last read was of the word written at the same edge
  wire            write_spot = write_valid && write_addr == spot;
  integer         i;

  always @* assume (write_addr < DEPTH && read_addr < DEPTH && spot < DEPTH);

  always @(posedge clk) begin
    for (i = 0; i < WIDTH; i = i + 1)
      if (write_spot && write_mask[i / (WIDTH / MASK_BITS)]) begin
        known[i] <= 1'b1;
        contents[i] <= write_data[i];
      end
    if (read_valid && !(ONE_PORT == 1 && write_valid)) begin
      read_known <= (read_addr == spot) ? known : {WIDTH{1'b0}};
      read_contents <= contents;
      collided <= write_spot && read_addr == spot && &known && write_data != contents;
    end
  end

  always @(posedge clk) begin
    a_read_returns_what_was_written: assert (((read_data ^ read_contents) & read_known) == 0);
    the_storage_holds_it: assert (((storage[spot] ^ contents) & known) == 0);
    old_data_on_a_collision: cover (collided || ONE_PORT == 1);
    partly_written: cover (|known && !(&known) || MASK_BITS == 1);
  end

// On each virtual channel a packet is a head flit and as many flits as the head says, the last one
// marked as tail; nothing comes between. With CLASSES the channel is one of the message's class, with
// ESCAPE one that class 1 may borrow, too.
`default_nettype none
module check_packets #(
  parameter VCS       = 4,             // 1..8: virtual channels
  parameter VC_BITS   = 2,             // 1..3: bits of a channel's number
  parameter FLIT_BITS = 256,           // 128..512: bits of a flit (docs/interfaces.md)
  parameter CLASSES   = 0,             // 0..3: classes that split the channels; 0: not looked at
  parameter ESCAPE    = 0              // 0..1: class 1 owns the last channel, class 0 has the others
) (
  input  wire                 clk,     // clock
  input  wire                 rst,     // synchronous reset, active high
  input  wire                 en,      // the network's enable
  input  wire                 valid,   // a flit
  input  wire [VC_BITS-1:0]   vc,      // its virtual channel
  input  wire                 tail,    // last flit of its packet
  /* verilator lint_off UNUSED */
  input  wire [FLIT_BITS-1:0] flit     // the flit; of a head only these fields are looked at
  /* verilator lint_on UNUSED */
);
  localparam       CLASS = (FLIT_BITS < 256) ? 77 : 205; // position of the class; its high bit 22 above
  reg  [4*VCS-1:0] left;               // per channel: flits that must follow
  wire [31:0]      at = {{(32-VC_BITS){1'b0}}, vc};
  wire             head = left[4*at +: 4] == 4'd0;
  // Of each bit of data_sectors two flits, one, or one with its neighbour; of 16 bytes one for a mask.
  wire [3:0]       sectors = {3'd0, flit[7]} + {3'd0, flit[8]} + {3'd0, flit[9]} + {3'd0, flit[10]};
  wire [3:0]       pairs = {3'd0, |flit[8:7]} + {3'd0, |flit[10:9]};
  wire             masked = sectors != 4'd0 && (flit[2:0] == 3'd2 || flit[2:0] == 3'd3 && |flit[6:3]);
  wire [3:0]       body = FLIT_BITS == 512 ? pairs : FLIT_BITS == 256 ? sectors
                                           : {sectors[2:0], masked};
  wire [3:0]       follow = head ? body : left[4*at +: 4] - 4'd1;
  // The last class of the channels takes those above, too.
  wire [31:0]      of_message = {30'd0, flit[CLASS + 22], flit[CLASS]};
  localparam       SPLIT = (CLASSES == 0) ? 1 : CLASSES;
  wire [31:0]      of_channel = at * SPLIT / VCS;
  wire             of_class = (ESCAPE == 1) ? of_message != 0 || at != VCS - 1
                              : of_channel == ((of_message < SPLIT) ? of_message : SPLIT - 1);
  initial left = {4*VCS{1'b0}};

  always @(posedge clk)
    if (rst) left <= {4*VCS{1'b0}};
    else if (en && valid) begin
      left[4*at +: 4] <= follow;
      if (tail && follow != 4'd0)
        $fatal(1, "virtual channel %0d: a packet ends %0d flits early", vc, follow);
      if (!tail && follow == 4'd0)
        $fatal(1, "virtual channel %0d: a packet has more flits than its head says", vc);
      if (CLASSES != 0 && head && !of_class)
        $fatal(1, "a packet of class %0d goes on virtual channel %0d", of_message, vc);
    end
endmodule
`default_nettype wire

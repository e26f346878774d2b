// Function: protected life of the lines of one set, who may be replaced, and whether the load is
// bypassed [icpp18 section 4.1.1]. Combinational. Page: docs/blocks/dlp_protect.md.
`default_nettype none
module dlp_protect #(
  parameter WAYS    = 4,               // 1..16: ways
  parameter PL_BITS = 4,               // 1..8: bits of a protected life
  parameter LIFE     = 0,              // 0..1: lives count as they are 0 after, 1 before the query
  parameter RESERVED = 0               // 0..1: 1: reserved ways are not waited for
) (
  input  wire [WAYS*PL_BITS-1:0] lives,       // {WAYS} protected life before the query
  input  wire [WAYS-1:0]         valid,       // {WAYS} a line is there
  input  wire [WAYS-1:0]         reserved,    // {WAYS} a line is on its way
  input  wire                    query,       // the access queries the set: every life falls by one
  input  wire                    renew,       // the access gives `way` a new life
  input  wire [WAYS-1:0]         way,         // {WAYS} the way it hits or allocates, one-hot
  input  wire [PL_BITS-1:0]      distance,    // protection distance of its instruction
  output wire [WAYS*PL_BITS-1:0] next_lives,  // {WAYS} protected life after it
  output wire [WAYS-1:0]         replaceable, // {WAYS} valid ways whose life is over
  output wire                    bypass       // an allocation is bypassed
);
  localparam [PL_BITS-1:0] ONE = 1;

  wire [WAYS-1:0] over;                // life is 0 when it is looked at

  genvar i;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : each_way
      wire [PL_BITS-1:0] life = lives[i*PL_BITS +: PL_BITS];
      wire [PL_BITS-1:0] left = (query && life != {PL_BITS{1'b0}}) ? life - ONE : life;
      assign over[i] = !(|(life >> 1)) && (query && LIFE == 0 || !life[0]);
      assign next_lives[i*PL_BITS +: PL_BITS] = (renew && way[i]) ? distance : left;
    end
  endgenerate

  assign replaceable = valid & ~reserved & over;
  assign bypass      = &(valid | reserved) && !(|(RESERVED != 0 ? replaceable : over));

`ifdef FORMAL
`include "tests/formal/dlp_protect.v"
`endif
endmodule
`default_nettype wire

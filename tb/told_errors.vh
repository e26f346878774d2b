// Shared by the benches whose block tells of inverted bits: counts what error_corrected and error_lost tell.
  integer corrections = 0;
  integer losses = 0;

  always @(negedge clk)
    if (!rst) begin
      corrections = corrections + error_corrected;
      losses = losses + error_lost;
    end

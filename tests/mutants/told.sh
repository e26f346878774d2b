#!/bin/bash
# That mutants are made of all that is in the RTL, that a small block's are told, and that a survivor is a failure: told.sh
#
# Every mutant of every block's text must be Verilog, and a small module's must be those written here. Of clock_divider each is killed
# or proved equivalent; with no time for a proof those that are equivalent survive. Of perf_counters there are gates that count to what
# no lockstep reaches: the proofs tell them. Last line: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
out=build/mutants-told passed=0 failed=0
rm -rf "$out"
mkdir -p "$out/text"

# told WHAT COMMAND...: the command must succeed
told() {
    if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "$1: FAILED"; fi
}

mutate() { awk -v count=100000 -v seed=1 -v list="$out/text/$(basename "$1").list" -v unread="$out/text/$(basename "$1").unread" -f tests/mutants/choose.awk -f tests/mutants/source.awk "$1"; }

cat > "$out/sample.v" << 'END'
module sample #(
  parameter BITS = 4
) (
  input  wire              clk, // clock
  input  wire              add, // one more
  output reg  [BITS-1:0]   sum  // so many
);
  reg  [BITS-1:0] sums [0:7];
  wire signed [7:0] level = add ? 8'sd2 : 8'sd0;
  wire [BITS:0]     unknown = 5'hx;
  wire              unused = &{1'b0, unknown};
  wire [BITS:0]     next = {1'b0, sum} + {{BITS-0{1'b0}}, add};
  always @(posedge clk)
    sum <= {(BITS+1){add}} & next;
  always @(posedge clk)
    sums[sum[2:0]] <= next;
`ifdef MEMLOOM_ANY
  fifo #(.WIDTH(1)) queue (
`else
  fifo queue (
`endif
    .put_valid(add)
  );
  reg  last;
  always @(posedge clk)
    last <= !sum[0];
endmodule
END
cat > "$out/expected" << 'END'
9 8'sd0 -> 8'sd1 in add ? 8'sd2 : 8'sd0
9 8'sd2 -> 8'sd3 in add ? 8'sd2 : 8'sd0
9 add -> (~add) in add ? 8'sd2 : 8'sd0
9 add ? 8'sd2 : 8'sd0 -> (is 0) in add ? 8'sd2 : 8'sd0
11 & -> | in &{1'b0, unknown}
11 1'b0 -> 1'b1 in &{1'b0, unknown}
11 unknown -> (~unknown) in &{1'b0, unknown}
11 &{1'b0, unknown} -> (is 0) in &{1'b0, unknown}
12 1'b0 -> 1'b1 in {1'b0, sum} + {{BITS-0{1'b0}}, add}
12 + -> - in {1'b0, sum} + {{BITS-0{1'b0}}, add}
12 1'b0 -> 1'b1 in {1'b0, sum} + {{BITS-0{1'b0}}, add}
12 add -> (~add) in {1'b0, sum} + {{BITS-0{1'b0}}, add}
12 sum -> (~sum) in {1'b0, sum} + {{BITS-0{1'b0}}, add}
12 {1'b0, sum} + {{BITS-0{1'b0}}, add} -> (is 0) in {1'b0, sum} + {{BITS-0{1'b0}}, add}
14 & -> | in {(BITS+1){add}} & next
14 add -> (~add) in {(BITS+1){add}} & next
14 next -> (~next) in {(BITS+1){add}} & next
14 {(BITS+1){add}} & next -> (not assigned) in {(BITS+1){add}} & next
16 next -> (~next) in next
16 next -> (not assigned) in next
26 ! -> in !sum[0]
26 sum[0] -> (~sum[0]) in !sum[0]
26 !sum[0] -> (not assigned) in !sum[0]
END
mutate "$out/sample.v" > "$out/mutated.v"
told "mutants of a sample" diff <(sort "$out/expected") <(cut -d ' ' -f 2- "$out/text/sample.v.list" | tr -s ' ' | sort)
told "mutants of a wire that nobody reads" diff <(awk '$2 == 11 { print $1 }' "$out/text/sample.v.list") "$out/text/sample.v.unread"

for file in rtl/*.v; do
    block=$(basename "$file" .v)
    mutate "$file" > "$out/text/$block.v"
    told "$block" iverilog -g2012 -t null -I. $(cat rtl/mechanisms) -y rtl -s "$block" "$out/text/$block.v"
done

divider() { # PROOFS WORD: exit status and survivors
    OUT=$out PROOFS=$1 MUTANTS=24 CONFIGS=2 LONG=2000 tests/mutants/run.sh clock_divider > "$out/log"
    [ "$? $(awk '$1 == "clock_divider" { print ($4 > 0) "" ($5 > 0) }' "$out/log")" = "$2" ] || { cat "$out/log"; false; }
}
told "clock_divider" divider 1 "0 10"
rm -rf "$out/clock_divider"
told "clock_divider without a proof" divider 0 "1 01"

# A register q that is 0 for ever and forbidden to be 1; out is a while it is 0. With mutant 1, always: told from a state with q. With
# mutant 2 out is 0.
cat > "$out/step.aag" << 'END'
aag 7 3 1 1 3 1 0 0 0
2
4
6
8 0
14
8
10 8 3
12 6 11
14 12 5
i0 mutant[0]
i1 mutant[1]
i2 a
END
step() { # FILE MUTANT INVARIANTS CYCLES EARLY STATUS: 0 if it is proved to change nothing
    (block=fifo LIMIT=60 && . tests/mutants/proofs.sh && unchanged "$out/$1" "${@:2:4}")
    [ $? = "$6" ]
}
told "a mutant from any state" step step.aag 1 0 1 0 1
told "a mutant from states that a property allows" step step.aag 1 1 1 0 0
told "a mutant that changes something" step step.aag 2 1 1 0 1

# 1: place is loaded in cycles behind which nobody looks at it; 2: a reset leaves kept, at which nobody looks behind it; 3: what is
# seen four cycles later; 4: an output in the cycle of the first reset; 5: a register then.
cat > "$out/cycles.v" << 'END'
module cycles(input clk, rst, load, a, input [2:0] mutant, output placed, keeps, later, first, holds);
  reg place, loaded, kept, runs, held;
  reg [3:0] delay;
  reg \inner.started_once = 1'b0;
  always @(posedge clk) begin
    if (load || mutant == 1) place <= a;
    loaded <= load;
    if (!rst)             kept <= a;
    else if (mutant != 2) kept <= 1'b0;
    runs  <= !rst;
    delay <= {delay[2:0], a && mutant != 3};
    held  <= held || mutant == 5 && !\inner.started_once ;
    \inner.started_once <= 1'b1;
  end
  assign placed = loaded && place;
  assign keeps  = runs && kept;
  assign later  = delay[3];
  assign first  = mutant == 4 && !\inner.started_once ;
  assign holds  = held;
endmodule
END
yosys -q -p "read_verilog $out/cycles.v; proc; dffunmap; techmap; simplemap; aigmap; opt_clean; write_aiger -ascii -symbols $out/cycles.aag"
told "a register loaded unseen, in a step" step cycles.aag 1 0 1 0 1
told "and in three cycles" step cycles.aag 1 0 3 0 0
told "a register that a reset leaves, while it does" step cycles.aag 2 0 3 0 1
told "and when it did once" step cycles.aag 2 0 3 1 0
told "what is seen later" step cycles.aag 3 0 3 0 1
told "what is seen later, once" step cycles.aag 3 0 3 1 1
told "an output of the cycle of the first reset" step cycles.aag 4 0 1 0 0
told "what becomes of that cycle" step cycles.aag 5 0 3 0 1

# With properties the register `wide` is narrower, and `rest` is there, which nobody reads else.
cat > "$out/narrow.v" << 'END'
module fifo(input clk, rst, input [3:0] a, output reg one, output reg [3:0] wide);
`ifdef FORMAL
  localparam BITS = 2;
`else
  localparam BITS = 4;
`endif
  reg rest;
  reg [BITS-1:0] count;
  always @(posedge clk)
    if (rst) {rest, one} <= 2'd0;
    else     {rest, one} <= a[1:0];
  always @(posedge clk) count <= count + a[BITS-1:0];
  always @* wide = count;
`ifdef FORMAL
  always @* assert (!rest || one);
`endif
endmodule
END
pairs() {
    local rules
    for rules in '' -formal; do yosys -q -p "read_verilog $rules $out/narrow.v; proc; opt_clean; write_rtlil $out/narrow$rules.il" || return; done
    (block=fifo && . tests/mutants/proofs.sh && paired "$out/narrow.il" "$out/narrow-formal.il") > "$out/pairs"
    diff <(cut -d '$' -f 2 "$out/pairs" | sort) <(printf '%s\n' procdff procmux) && # one's, of whose kind there are two with properties
        grep -qF "$(awk '/cell \$mux/ { mux = $3 } mux && /Y .*one/ { print mux; exit }' "$out/narrow-formal.il")" "$out/pairs"
}
told "cells of the block with its properties" pairs

upper_bits() { OUT=$out PROOFS=formal LIMIT=60 MUTANTS=6 CONFIGS=1 LONG=100 tests/mutants/run.sh perf_counters > "$out/log" && grep -q 'formal [1-9]' "$out/log" || { cat "$out/log"; false; }; }
told "perf_counters" upper_bits

echo "$passed passed, $failed failed"
[ $failed = 0 ]

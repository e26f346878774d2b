#!/bin/bash
# The timing report on the smallest blocks of a chip: budgets, exit statuses, and libraries that cannot do or
# count in other units.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

osu=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
out="$work/an \"odd\" place's timing"
"$memloom" gen --preset tiny -o "$out/chip" >/dev/null

# times STATUS [VARIABLE=VALUE...] -- [LIBRARY]: the table in $work/table, what it complains about in $work/complaint
times() {
    local wanted=$1 settings=()
    shift
    while [ "$1" != -- ]; do settings+=("$1"); shift; done
    env BLOCKS="clock_divider perf_merge" "${settings[@]}" timeout 300 constraints/timing.sh "$out" ${2+"$2"} \
        >"$work/table" 2>"$work/complaint"
    [ $? = "$wanted" ] || { cat "$work/table" "$work/complaint"; return 1; }
}
figures() { # JQ-TEST
    jq -e "$1" "$out/timing.json"
}
refused() { # TEXT VARIABLE... -- [LIBRARY]: one line with TEXT, exit status 2, no table
    local text=$1
    shift
    times 2 "$@" && grep -qF "$text" "$work/complaint" && [ "$(wc -l <"$work/complaint")" = 1 ] && [ ! -s "$work/table" ]
}
without() { # SED-EXPRESSION NAME: a library without a kind of cell
    sed -E "$1" $osu >"$work/$2.lib"
    echo "$work/$2.lib"
}

check "two blocks are within their budgets" times 0 --
check "the library's FO4 is that of HARDWARE's measurements" figures '.fo4_ns > 0.097 and .fo4_ns < 0.101'
check "slack, budget and FO4 say the same" figures '
    .fo4_ns as $fo4 | [.blocks[] | .fo4 - (.budget - .slack_ns / $fo4) | fabs] | max < 0.02'
check "the path is told by names of the source" grep -Eq '^perf_merge .* > merged$' "$work/table"
check "over the budget is told, and an error" times 1 BUDGET=8 --
check "the row over its budget is marked" grep -Eq '^perf_merge +8 +[0-9.]+ \*' "$work/table"
# One block in two folders, one of which has another path and another file.
same_netlists() {
    local block folder
    for folder in one another; do
        mkdir "$work/$folder" && cp "$out"/{cells.lib,storage.v,abc.constr} "$work/$folder" &&
            cp -r "$out/chip" "$work/$folder/chip_$folder" || return 1
    done
    sed 's/^module fifo /module a_queue /' "$out/chip/fifo.v" >"$work/another/chip_another/a_queue.v"
    for block in fifo rr_arbiter; do
        for folder in one another; do
            constraints/map_block.sh "$work/$folder" "$work/$folder/chip_$folder" $block $block || return 1
        done
        cmp "$work/one/$block.v" "$work/another/$block.v" || return 1
    done
}
check "a netlist depends on the block's text alone" same_netlists
check "a storage wrapper is the flow's own" \
    constraints/map_block.sh "$work/one" "$work/one/chip_one" sample regfile_1r1w_flops WIDTH=4 DEPTH=4

# A register file of 4 words of 16 bits: a clock gate for each, and as many flops.
clock_gates() {
    local chip="$work/one/chip_one"
    cp "$out"/{library.txt,fo4,core.sdc} "$work/one" &&
        constraints/map_block.sh "$work/one" "$chip" plain regfile_1r1w_flops WIDTH=16 DEPTH=4 &&
        map_clock_gates=1 constraints/time_block.sh "$work/one" "$chip" gated regfile_1r1w_flops WIDTH=16 DEPTH=4 &&
        [ "$(cells_of plain DFFPOSX1) $(cells_of plain clock_gate)" = "64 " ] &&
        [ "$(cells_of gated DFFPOSX1) $(cells_of gated clock_gate)" = "64 4" ] &&
        [ "$(chip_area gated)" -lt "$(($(chip_area plain) - 2000))" ]
}
cells_of() { # NAME CELL
    awk -v cell="$2" '$1 == cell { print $2 }' "$work/one/$1.stat"
}
chip_area() {
    awk '/Chip area for/ { printf "%d", $6 }' "$work/one/$1.stat"
}
check "a register with an enable has a clock gate" clock_gates
# More than 8 of them have buffers: of 4 words of 300 bits 10 gates each, behind 2.
buffered_gates() {
    map_clock_gates=1 constraints/map_block.sh "$work/one" "$work/one/chip_one" wide regfile_1r1w_flops WIDTH=300 DEPTH=4 &&
        [ "$(cells_of wide clock_gate)" = 40 ] &&
        [ "$(grep -A 2 clock_gate "$work/one/wide.v" | sed -n 's/.*[.]enable(\(.*\)),/\1/p' | sort | uniq -c | awk '{ print $1 }' | sort | uniq -c | xargs)" = "4 2 4 8" ]
}
check "a wide one has a buffer for eight gates" buffered_gates
# From inputs that is the way of a write's address; the data go straight to the flops.
to_a_gate() {
    sed -i -n '/^group in$/,/^group out$/ { /^group out$/! p }' "$work/one/gated.paths"
    echo "gated 28" | awk -v out="$work/one" -v fo4="$(cat "$out/fo4")" -v failed="$work/one/over" -f constraints/timing_report.awk >"$work/table"
    cat "$work/table" "$work/one/gated.paths"
    grep -q '/enable (clock_gate)' "$work/one/gated.paths" && grep -Eq '^ +-0[.]3[0-9]* .*library setup time' "$work/one/gated.paths" &&
        grep -Eq ' write_[a-z]+.* > storage[[][0-9][]]$' "$work/table"
}
check "a path to a clock gate is timed, and told by the register behind it" to_a_gate
area_refused() { # LIBRARY TEXT
    CLOCK_GATES=1 BLOCKS=perf_merge constraints/area.sh "$out" "$1" >"$work/table" 2>"$work/complaint"
    [ $? = 2 ] && grep -qF "$2" "$work/complaint" && [ "$(wc -l <"$work/complaint")" = 1 ] && [ ! -s "$work/table" ]
}
check "clock gates need a latch" area_refused "$(without 's/^( *)latch \(/\1lotch (/' latch)" "no clock gate"

check "a block that the chip lacks is named" refused "no block router_of_mine" BLOCKS="router_of_mine" --
check "clock gates are 1 or 0" refused "CLOCK_GATES=yes: must be 1, or 0" CLOCK_GATES=yes --
for budget in abc 0 2.5; do
    check "a budget of $budget" refused "BUDGET=$budget: must be a whole number of inverter delays, 1 or more" BUDGET=$budget --
done
check "a node that the chip lacks is named" refused "no module rim_node" NODES="core_node rim_node" --
check "a library that is not there is named" refused "no such file" -- "$work/none.lib"
check "a folder is named" refused "not a file" -- "$work"
head -c 3000 $osu | gzip | head -c 500 >"$work/half.lib.gz"
check "a gzip file that is not whole is named" refused "half.lib.gz: not a whole gzip file (unexpected end of file)" -- "$work/half.lib.gz"
echo "set_units -time ns" >"$work/some.tcl"
check "what is no library is told in one line" refused "some.tcl: no liberty library" -- "$work/some.tcl"
head -n -20 $osu >"$work/cut.lib"
check "a library that is not whole is told" refused "the file is not whole" -- "$work/cut.lib"
sed -E '/^library/i /* cell (NAND2X9) { area : 1; } */' $osu | tr '\n' ' ' | sed 's/\\ / /g' >"$work/line.lib"
in_a_line() {
    diff <(awk -f constraints/library.awk "$work/line.lib") <(awk -f constraints/library.awk $osu)
}
check "cells of a library may stand in one line, comments are none" in_a_line
check "a library without inverter" refused "no inverter" -- "$(without 's/cell \(INVX/cell (NIVX/' inverter)"
check "a library without flop" refused "no flop" -- "$(without 's/^( *)ff \(/\1fff (/' flop)"
check "a library without buffer" refused "no buffer" -- "$(without 's/cell \(BUFX/cell (BOFX/' buffer)"
check "a library without multiplexer" refused "no multiplexer" -- "$(without 's/cell \(MUX/cell (MOX/' mux)"

# The same library in fF instead of pF: capacitances, and the loads of the delay tables, a thousand times.
awk '/^ *(cell_(rise|fall)|(rise|fall)_transition) *\(delay/ { of_delay = 1 }
    /index_1/ && of_delay {
        split($0, part, "\"")
        n = split(part[2], load, /[ ,]+/)
        for (i = 1; i <= n; i++) list = list (i > 1 ? ", " : "") load[i] * 1000
        $0 = part[1] "\"" list "\"" part[3]
        list = of_delay = ""
    }
    /capacitance *:/ { sub(/:.*/, ": " 1000 * substr($0, index($0, ":") + 1) ";") }
    /capacitive_load_unit/ { sub(/1 *, *pf/, "1,ff") }
    { print }' <(awk -f constraints/fix_area.awk "${osu%.lib}.lef" $osu) >"$work/femto.lib"
times 0 -- >/dev/null
cp "$out/timing.json" "$work/pico.json"
check "a library in other units" times 0 -- "$work/femto.lib"
check "takes as long" jq -en --slurpfile a "$work/pico.json" --slurpfile b "$out/timing.json" '
    [[$a, $b | .[0].blocks[] | .fo4] | [.[0] - .[2], .[1] - .[3]] | .[] | fabs] | max < 0.2'

sed -i 's/^endmodule/  my_ram ram ();\nendmodule/' "$out/chip/perf_merge.v"
check "a macro without a model is named" refused "my_ram" --
check "by the area, too" area_refused "" "my_ram"

# The chip's constraints as OpenSTA takes them: the same two flops and inverter within a router, between two, deep in
# one, in the core's domain, and from there into a router.
cat >"$work/chip.v" <<'END'
module pair (clk, d, q);
  input clk, d; output q; wire a, b;
  DFFPOSX1 from (.CLK(clk), .D(d), .Q(a)); INVX1 gate (.A(a), .Y(b)); DFFPOSX1 to (.CLK(clk), .D(b), .Q(q));
endmodule
module memory (clk, d, q);
  input clk, d; output q;
  pair deep (.clk(clk), .d(d), .q(q));
endmodule
module router (clk, d, q);
  input clk, d; output q; wire a, b, c;
  DFFPOSX1 from (.CLK(clk), .D(d), .Q(a)); INVX1 gate (.A(a), .Y(b)); DFFPOSX1 to (.CLK(clk), .D(b), .Q(c));
  memory memory (.clk(clk), .d(c), .q(q));
endmodule
module mesh (clk, d, q);
  input clk, d; output q; wire w;
  router router_0_0 (.clk(clk), .d(d), .q(w)); router router_1_0 (.clk(clk), .d(w), .q(q));
endmodule
module gpu_mem (clk, d, q);
  input clk, d; output q; wire a, b;
  pair core (.clk(clk), .d(d), .q(a)); mesh reply_mesh (.clk(clk), .d(a), .q(b)); pair out (.clk(clk), .d(b), .q(q));
endmodule
END
cp "$out/cells.lib" "$work/cells.lib"

# What is linked of an H-Xbar, whose networks hold two kinds of router: two of each, not the network, and the flops of
# their enables. Ports of the blocks are enough for that.
linked_routers() {
    local folder=$work/hxbar block
    rm -rf "$folder" && "$memloom" gen --preset tiny --set topology=hxbar --set llc_mode=private --set clusters=2 \
        --set memory_controllers=1 -o "$folder/chip" >/dev/null || return 1
    : >"$folder/manifest.txt"
    for block in router mc_router; do
        echo "1 chip $block" >>"$folder/manifest.txt"
        printf 'request_crossbar.%s_0_0\n' $block >"$folder/$block.instances"
        printf 'module %s(clk, noc_en, in_valid, out_valid);\n  input clk;\n  input noc_en;\n  input in_valid;\n  output out_valid;\n' \
            $block >"$folder/$block.v"
    done
    echo "1 chip noc_enable" >>"$folder/manifest.txt"
    echo request_crossbar.enable_0_0 >"$folder/noc_enable.instances"
    [ "$(constraints/link_nodes.sh "$folder")" = $'mc_router_pair mc_router noc_enable\nrouter_pair router noc_enable' ] &&
        [ "$(grep -c 'noc_enable enable_[12] .*\.next_en(noc_next_en), \.en(noc_en_[12])' "$folder/router_pair.v")" = 2 ] &&
        [ "$(grep -c '\.noc_en(noc_en_[12])' "$folder/router_pair.v")" = 2 ]
}
check "of an H-Xbar two routers of each kind are linked" linked_routers
# A core on the rings: its node, and two of its ring's router. Of the blocks the ports that the node connects are enough.
linked_rings() {
    local folder=$work/rings
    rm -rf "$folder" && "$memloom" gen --preset tiny --set ccn=basic -o "$folder/chip" >/dev/null || return 1
    awk -v folder="$folder" '
        /^  [a-z0-9_]+ .*[(]$/ { block = $1; count = 0; list = ""; print "1 chip " block > (folder "/manifest.txt")
            print "core_0." $(NF - 1) > (folder "/" block ".instances") }
        block && match($0, /^    \.[a-z0-9_]+/) { port = substr($0, 6, RLENGTH - 5); list = list (count++ ? ", " : "") port; at[count] = port }
        block && /^  \);/ { file = folder "/" block ".v"; print "module " block "(" list ");" > file
            for (i = 1; i <= count; i++) print "  input " at[i] ";" > file
            print "endmodule" > file; block = "" }' "$folder/chip/core_node.v"
    NODES=core_node constraints/link_nodes.sh "$folder" >"$folder/nodes" 2>"$folder/errors" || { cat "$folder/errors"; return 1; }
    diff "$folder/nodes" - <<<$'ccn_router_pair ccn_router\ncore_node ccn_buffer ccn_port ccn_router l1_arbiter l1_cache mshr noc_port perf_counters'
}
check "of a core on rings its node and two of the ring's router are linked" linked_rings

# slacks SDC: of each of these paths that of setup, then that of hold, in ns
paths="core/from core/to  reply_mesh/router_0_0/from reply_mesh/router_0_0/to
    reply_mesh/router_0_0/memory/deep/from reply_mesh/router_0_0/memory/deep/to
    reply_mesh/router_0_0/memory/deep/to reply_mesh/router_1_0/from  core/to reply_mesh/router_0_0/from
    reply_mesh/router_1_0/memory/deep/to out/from"
slacks() {
    cat >"$work/slacks.tcl" <<END
read_liberty $work/cells.lib
read_verilog $work/chip.v
link_design gpu_mem
source $1
foreach {from to} {$paths} {
    foreach kind {max min} {
        report_checks -path_delay \$kind -from [get_pins \$from/CLK] -to [get_pins \$to/D] -format summary -digits 4
    }
}
END
    sta -no_init -no_splash -exit "$work/slacks.tcl" </dev/null >"$work/slacks" 2>&1
    ! grep -q Error "$work/slacks" && awk '/ \(DFF/ { print $NF }' "$work/slacks"
}
# have_periods N KEY=VALUE...: of that chip the paths 2 to 4 have N periods, all others one; hold is checked at the launching edge
have_periods() {
    local periods=$1
    shift
    rm -rf "$work/chip" && "$memloom" gen --preset tiny $(printf ' --set %s' "$@") -o "$work/chip" >/dev/null &&
        slacks "$work/chip/gpu_mem.sdc" >"$work/list" &&
        awk -v n="$periods" '
            function near(a, b) { return a - b < 0.15 && b - a < 0.15 }
            NR == FNR { if ($1 == "create_clock") period = $5; next }
            FNR == 1 { single = $1 }
            FNR % 2 && !near($1, single + (FNR >= 3 && FNR <= 7 ? (n - 1) * period : 0)) { exit 1 }
            FNR % 2 == 0 && ($1 < 0 || $1 > 0.5) { exit 1 }
            END { exit FNR != 12 }' "$work/chip/gpu_mem.sdc" "$work/list"
}
check "routers at half the clock have two periods" have_periods 2 noc_mhz=700
check "routers at a quarter of it have four" have_periods 4 noc_mhz=350
check "routers at three tenths have three" have_periods 3 noc_mhz=420
check "routers at two thirds have one" have_periods 1 noc_mhz=924
check "routers at the core's clock have one" have_periods 1 noc_mhz=1400
report

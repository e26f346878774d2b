#!/bin/bash
# The chip's error outputs: each says what one port of one block says, or any of several. In Icarus every such port of a
# chip with more cores than partitions is forced to 1 by itself, and of all outputs only that one may be 1. What makes a
# block say so: tests/ram_errors.sh, tests/axi_errors.sh.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"
chip=$work/chip cores=3 partitions=2

rows() { # "OUTPUT PORT" of each core, then of each partition
    local node
    for ((node = 0; node < cores; node++)); do
        echo "core_${node}_hit_error core_$node.l1_cache.hit_error"
        echo "error_l1_corrected core_$node.l1_cache.error_corrected"
        echo "error_l1_lost core_$node.l1_cache.error_lost"
    done
    for ((node = 0; node < partitions; node++)); do
        echo "error_llc_corrected[$node] mem_$node.llc_slice.error_corrected"
        echo "error_llc_lost[$node] mem_$node.llc_slice.error_lost"
        echo "error_dram_reply[$node] mem_$node.llc_slice.error_dram_reply"
        for kind in slverr decerr unknown last timeout; do
            echo "error_axi_${kind}[$node] mem_$node.axi_port.error_$kind"
        done
    done
}
outputs() { # of the chip, "BITS NAME"
    sed -nE 's/^  output wire (\[([0-9]+):0\])? *(error_[a-z0-9_]+|core_[0-9]+_hit_error),.*/\2 \3/p' "$chip/gpu_mem.v"
}
# shellcheck disable=SC2016
bench() {
    echo 'module bench;'
    outputs | awk 'NF == 1 { print "  wire " $1 ";"; next } { print "  wire [" $1 ":0] " $2 ";" }'
    echo "  gpu_mem chip ($(outputs | awk '{ printf "%s.%s(%s)", (NR > 1 ? ", " : ""), $NF, $NF }'));"
    echo "  wire [63:0] all = {$(outputs | awk '{ printf "%s%s", (NR > 1 ? ", " : ""), $NF }')};"
    echo '  initial begin'
    rows | sed 's/.* \(.*\)/    force chip.\1 = 0;/'
    echo '    #1 if (all !== 0) $display("something is said when nothing is");'
    rows | sed 's/\(.*\) \(.*\)/    force chip.\2 = 1;\n    #1 if (\1 !== 1 || $countones(all) != 1) $display("\2 is not \1 alone");\n    force chip.\2 = 0;/'
    printf '  end\nendmodule\n'
}
is_silent() {
    (cd "$chip" && iverilog -g2012 -s bench -o "$work/bench.vvp" -c gpu_mem.f "$work/bench.v") || return 1
    vvp -n "$work/bench.vvp" >"$work/log" || return 1
    cat "$work/log"
    [ ! -s "$work/log" ]
}

check "a chip of $cores cores and $partitions partitions" "$memloom" gen --preset tiny --cores $cores \
    --set partitions=$partitions --set ram_protect=secded --set mem_port=axi4 -o "$chip"
bench >"$work/bench.v"
check "all outputs that tell errors are in the list" diff <(outputs | awk '{ print $NF }' | sort) \
    <(rows | sed 's/[[ ].*//' | sort -u)
check "each says what its block says" is_silent
report

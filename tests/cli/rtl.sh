#!/bin/bash
# The generated Verilog: clean in three tools, for odd numbers of cores and corners of the configuration. Verilator's time grows with
# the instances, so large chips are linted with their leaf blocks reduced to port lists (the leaves are the same as in
# the small ones); RTL_FULL=1 lints them whole as well.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

lint() { # FOLDER: silent means clean
    local said
    said=$(cd "$1" && timeout 600 verilator --lint-only -Wall --top-module gpu_mem -f gpu_mem.f 2>&1) && [ -z "$said" ]
    local status=$?
    echo "$said"
    return $status
}

icarus() { # FOLDER
    local said
    said=$(cd "$1" && timeout 600 iverilog -g2005 -Wall -tnull -s gpu_mem -c gpu_mem.f 2>&1) && [ -z "$said" ]
    local status=$?
    echo "$said"
    return $status
}

yosys_check() { # FOLDER
    (cd "$1" && timeout 600 yosys -q -p "read_verilog $(tr '\n' ' ' <gpu_mem.f); hierarchy -check -top gpu_mem; proc; opt_clean; check -assert")
}

to_port_lists() { # FOLDER: every leaf keeps its header only
    local file
    for file in $(grep -Ev '^(gpu_mem|core_node|mem_node|mesh)\.v$' "$1/gpu_mem.f"); do
        sed -i '/^);/q' "$1/$file"
        sed -i '1i /* verilator lint_off UNDRIVEN */ /* verilator lint_off UNUSEDSIGNAL */ /* verilator lint_off UNUSEDPARAM */' "$1/$file"
        printf 'endmodule\n/* verilator lint_on UNDRIVEN */ /* verilator lint_on UNUSEDSIGNAL */ /* verilator lint_on UNUSEDPARAM */\n' >>"$1/$file"
    done
}

chip() { # NAME OPTION...
    rm -rf "$work/$1"
    "$memloom" gen "${@:2}" -o "$work/$1"
}

small="--preset tiny --set l1_sets=2 --set llc_sets=2"
number=0
# Core counts that are odd, or leave places of the mesh empty; then one corner of the configuration each.
while read -r options; do
    number=$((number + 1))
    # shellcheck disable=SC2086
    chip c$number $options
    check "$options: Verilator -Wall" lint "$work/c$number"
    check "$options: Icarus -Wall" icarus "$work/c$number"
done <<END
$small --cores 1 --set partitions=1
$small --cores 2 --set partitions=1
$small --cores 3 --set partitions=3 --set mc_placement=edges
$small --cores 3 --set vcs=1 --set vc_depth=1 --set inject_slots=1 --set router_stages=2
$small --cores 2 --set l1_index=hash --set llc_index=hash --set l1_write_hit=invalidate --set address_bits=40
$small --cores 2 --set mshr_entries=1 --set mshr_targets=1 --set llc_mshr_entries=1 --set llc_mshr_targets=1 --set l1_ways=1 --set llc_ways=1
END

chip y --preset tiny --cores 1 --set partitions=1
check "Yosys check -assert" yosys_check "$work/y"

for cores in 28 80 100 256; do
    chip big$cores --cores $cores --set partitions=$((cores > 100 ? 64 : 8))
    [ -n "${RTL_FULL:-}" ] && check "$cores cores whole: Verilator -Wall" lint "$work/big$cores"
    to_port_lists "$work/big$cores"
    check "$cores cores: Verilator -Wall" lint "$work/big$cores"
    check "$cores cores: Icarus -Wall" icarus "$work/big$cores"
done

# The storage figures of the manifest against what synthesis finds: flip-flops of each block.
flops() { # BLOCK, one without ram_1r1w, whose read register counts as RAM
    (cd "$work/y" && timeout 300 yosys -q -p "read_verilog $(tr '\n' ' ' <gpu_mem.f); hierarchy -top $1; proc; flatten; opt_clean
        tee -q -o $work/cells stat -width")
    awk '/dff/ { n = $1; sub(/.*_/, "", n); bits += n * $2 } END { print bits + 0 }' "$work/cells"
}
for block in router mshr noc_port l1_arbiter perf_counters clock_divider; do
    said=$(jq "[.blocks[] | select(.block == \"$block\") | .storage.flop_bits][0]" "$work/y/manifest.json")
    check "flops of $block as synthesis finds them" [ "$said" = "$(flops $block)" ]
done
report

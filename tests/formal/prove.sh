#!/bin/bash
# Proves the properties of one block at one parameter set with Yosys and z3.
#
#   prove.sh BLOCK ["PARAM=VALUE ..."]        e.g. prove.sh fifo "DEPTH=3 WIDTH=2"
#
# Prints one row per proof (block, parameters, kind, depth, result, seconds) and exits with 0
# when all passed. The
# result is passed, failed, timeout or error. RTL (folder of the modules), OUT (scratch folder),
# MODES (which
# kinds) and LIMIT (seconds per proof) come from the environment. Depths stand in
# tests/formal/BLOCK.v. The induction
# is built with INDUCTION defined: Yosys cannot look into instances, so a storage instance's
# contract (proved
# with regfile_1r1w and ram_1r1w) may be assumed there; the bounded proof must not.
set -u
block=$1 sizes=${2-}
rtl=${RTL:-rtl} limit=${LIMIT:-120} modes=${MODES:-bmc induction cover}
out=${OUT:-build/formal}/$block${sizes:+.}${sizes// /.}
properties=tests/formal/$block.v
status=0
mkdir -p "$out"
chparam=
for size in $sizes; do chparam+=" -chparam ${size%=*} ${size#*=}"; done
# Outputs named in the "without:" line go, with the storage behind them: no property looks at
# them, and wide data make the solver slow.
cut=$(sed -n 's/^\/\/ without: *//p' "$properties" | tr ' ' '\n' | sed 's/^/o:/' | tr '\n' ' ')

# row KIND DEPTH RESULT SECONDS
row() {
    printf '%-14s %-34s %-9s %5s  %-8s %4s s\n' "$block" "${sizes:-defaults}" "$1" "$2" "$3" "$4"
    [ "$3" = passed ] || status=1
}

# depth KEY: the number behind KEY in the depth and cover lines, 0 when it is not there
depth() {
    sed -n "s/^\/\/ .*\b$1[=:] *\([0-9]*\).*/\1/p" "$properties" | head -n 1 | grep . || echo 0
}

# model KIND DEFINES...: the block with its properties; what it instantiates comes without
model() {
    local kind=$1
    shift
    timeout "$limit" yosys -q -e 'implicitly declared|has no driver' -l "$out/$kind.yosys.log" -p "
        verilog_defines $(cat rtl/mechanisms)
        read_verilog -formal -I. $* $rtl/$block.v
        hierarchy -check -top $block -libdir $rtl$chparam
        prep -flatten -nordff${cut:+; delete $cut; opt_clean -purge}
        memory_map; opt_clean; async2sync; dffunmap; opt_clean
        write_smt2 -wires $out/$kind.smt2" > "$out/$kind.out" 2>&1
}

# prove KIND DEPTH SMTBMC-OPTION DEFINES...
prove() {
    local kind=$1 steps=$2 option=$3 start=$SECONDS result=error
    shift 3
    [[ " $modes " == *" $kind "* && $steps -gt 0 ]] || return
    if model "$kind" "$@"; then
        timeout "$limit" yosys-smtbmc --noprogress -s z3 --unroll $option -t "$steps" \
            --dump-vcd "$out/$kind.vcd" "$out/$kind.smt2" > "$out/$kind.log" 2>&1
        case $? in
        0) result=passed ;;
        124) result=timeout ;;
        *) if grep -q 'Status: FAILED' "$out/$kind.log"; then result=failed; fi ;;
        esac
    fi
    row "$kind" "$steps" "$result" $((SECONDS - start))
}

prove bmc "$(depth bmc)" ''
prove induction "$(depth induction)" -i -DINDUCTION
prove cover "$(depth cover)" -c
exit $status

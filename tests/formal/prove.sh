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
#
# A block with the line "// for all time: pdr" is also proved without a bound, by ABC on gates with
# the storage in them: it finds its invariant itself, and nothing is assumed of any instance.
set -u
block=$1 sizes=${2-}
rtl=${RTL:-rtl} limit=${LIMIT:-120} modes=${MODES:-bmc induction pdr cover}
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

# model KIND WRITE DEFINES...: the block with its properties; what it instantiates comes without
model() {
    local kind=$1 write=$2
    shift 2
    timeout "$limit" yosys -q -e 'implicitly declared|has no driver' -l "$out/$kind.yosys.log" -p "
        verilog_defines $(cat rtl/mechanisms)
        read_verilog -formal -I. $* $rtl/$block.v
        hierarchy -check -top $block -libdir $rtl$chparam
        proc; flatten${cut:+; delete $cut; opt_clean -purge}; prep -nordff
        memory_map; opt_clean; async2sync; dffunmap; opt_clean
        $write" > "$out/$kind.out" 2>&1
}

# prove KIND DEPTH SMTBMC-OPTION DEFINES...
prove() {
    local kind=$1 steps=$2 option=$3 start=$SECONDS result=error
    shift 3
    [[ " $modes " == *" $kind "* && $steps -gt 0 ]] || return
    if model "$kind" "write_smt2 -wires $out/$kind.smt2" "$@"; then
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

# prove_for_all_time: registers without an initial value begin with any; the outputs that AIGER
# lists before the properties go
prove_for_all_time() {
    local start=$SECONDS result=error outputs bad
    [[ " $modes " == *" pdr "* ]] && grep -q '^// for all time: pdr$' "$properties" || return
    if model pdr "delete */t:\$cover; techmap; dffunmap; simplemap; aigmap; opt_clean
        setundef -undriven -anyseq; write_aiger -zinit $out/pdr.aig"; then
        read -r _ _ _ _ outputs _ bad _ < "$out/pdr.aig"
        timeout "$limit" yosys-abc -c "read_aiger $out/pdr.aig; fold; strash;
            cone -s -O $outputs -R $bad; scleanup; orpos; strash; dc2; scorr; pdr" \
            > "$out/pdr.log" 2>&1
        case $? in
        124) result=timeout ;;
        *) if grep -q '^Property proved' "$out/pdr.log"; then
               result=passed
           elif grep -q 'was asserted in frame' "$out/pdr.log"; then
               result=failed
           fi ;;
        esac
    fi
    row pdr all "$result" $((SECONDS - start))
}

prove bmc "$(depth bmc)" ''
prove induction "$(depth induction)" -i -DINDUCTION
prove_for_all_time
prove cover "$(depth cover)" -c
exit $status

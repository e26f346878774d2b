#!/bin/bash
# Proves the properties of one block at one parameter set with Yosys and z3, those kinds that the block's "abc:" line
# names, bmc or induction, with the bmc3 or the ind of Yosys' ABC (many registers, little arithmetic). What is to be
# covered in more than two cycles is reached by bmc3 in every block; z3 names a cover that is not.
#
#   prove.sh BLOCK ["PARAM=VALUE ..."]        e.g. prove.sh fifo "DEPTH=3 WIDTH=2"
#
# Prints one row per proof (block, parameters, kind, depth, result, seconds) and exits with 0 when all passed. The
# result is passed, failed, timeout or error. RTL (folder of the modules), OUT (scratch folder), MODES (which kinds),
# LIMIT (seconds of the processor per proof, four times as many of the clock) and CHANGE (Yosys commands that change the
# block once it is read) come from the environment. Depths stand in tests/formal/BLOCK.v. The induction is built with
# INDUCTION defined: Yosys cannot look into instances, so a storage instance's contract (proved with regfile_1r1w and
# ram_1r1w) may be assumed there; the bounded proof must not.
#
# A block with the line "// for all time: pdr" is proved without a bound, by ABC on gates with
# the storage in them: it finds its invariant itself, and nothing is assumed of any instance. "pdr at the first 2" is so
# for the first two parameter sets, the others bounded; "for all time in soak:" takes minutes, and MODES needs the word soak.
set -u
# shellcheck source=tests/limited.sh
. tests/limited.sh
block=$1 sizes=${2-}
rtl=${RTL:-rtl} limit=${LIMIT:-300} modes=${MODES:-bmc induction pdr soak cover}
out=${OUT:-build/formal}/$block${sizes:+.}${sizes// /.}
properties=tests/formal/$block.v
top=$rtl/$block.v
[ -e "$top" ] || top=$properties # several blocks and what is between them: a module of its own
status=0
mkdir -p "$out"
rm -f "$out"/model*.smt2 "$out"/model*.aig "$out"/{design,gates}*.il
chparam=
for size in $sizes; do chparam+=" -chparam ${size%=*} ${size#*=}"; done

# named KEY LETTER: what the KEY line names, as a selection of Yosys
named() {
    sed -n "s/^\/\/ $1: *//p" "$properties" | tr ' ' '\n' | sed "s/^/$2:/" | tr '\n' ' '
}
# Outputs named in the "without:" line go, with the storage behind them: no property looks at
# them, and wide data make the solver slow. Wires named in the "free:" line have any value in any
# cycle instead of theirs: what is asserted holds for theirs, too; a cover may be reached with
# others. Both before the storage is looked at: that takes most of the time.
without=$(named without o) free=$(named free w)
cuts=${free:+cutpoint $free;}${without:+delete $without;}
with_abc=$(sed -n 's/^\/\/ abc: *//p' "$properties")

# row KIND DEPTH RESULT SECONDS
row() {
    printf '%-14s %-34s %-9s %5s  %-8s %4s s\n' "$block" "${sizes:-defaults}" "$1" "$2" "$3" "$4"
    [ "$3" = passed ] || status=1
}

# depth KEY: the number behind KEY in the depth and cover lines, 0 when it is not there
depth() {
    sed -n "s/^\/\/ .*\b$1[=:] *\([0-9]*\).*/\1/p" "$properties" | head -n 1 | grep . || echo 0
}

# spend COMMAND...: LIMIT; a busy machine refuses no proof
spend() { limited "$limit" 4 "$@"; }

# made KIND FILE COMMANDS: FILE, if it is not there yet, by Yosys' COMMANDS, of which the last writes it
made() {
    [ ! -e "$2" ] || return 0
    spend yosys -q -e 'implicitly declared|has no driver' -l "$out/$1.yosys.log" -p "$3 $2.new" > "$out/$1.out" 2>&1 &&
        mv "$2.new" "$2"
}

# design KIND DEFINES...: the block with its properties; what it instantiates comes without
design() {
    made "$1" "$out/design${*:2}.il" "
        verilog_defines $(cat rtl/mechanisms)
        read_verilog -formal -I. ${*:2} $top
        hierarchy -check -top $block -libdir $rtl$chparam
        proc; ${CHANGE:+$CHANGE;} flatten; ${cuts:+$cuts opt_clean -purge;} prep -nordff
        memory_map; opt_clean; async2sync; dffunmap; opt_clean
        write_ilang"
}

# For ABC: gates, storage in them, the properties as the only outputs. Registers without an initial
# value begin with any. Yosys' abc makes them smaller, but slowly: for a proof of some
# cycles its own gates are good enough. For a cover the properties are that none is reached.
model_gates() { # KIND FILE DEFINES...
    local kind=$1 file=$2 from mapped asked='chformal -cover -remove'
    shift 2
    design "$kind" "$@" || return
    mapped='setundef -undriven -anyseq; opt_clean; techmap; simplemap; opt_expr; opt_clean; dffunmap'
    if [ "$kind" = pdr ]; then
        from="read_ilang $out/design$*.il; $asked; $mapped; abc -g AND"
    else
        made "$kind" "$out/gates$*.il" "read_ilang $out/design$*.il; $mapped; aigmap; setundef -zero; opt_clean; write_ilang" || return
        [ "$kind" = cover ] && asked='chformal -assert -remove; techmap -map tests/formal/unreached.vh; simplemap; aigmap'
        from="read_ilang $out/gates$*.il; $asked"
    fi
    made "$kind" "$file" "$from; opt_clean; delete -output o:*; write_aiger -zinit"
}

# What an exit status and the log of KIND mean.
result_of() { # KIND STATUS PASSED FAILED
    case $2 in
    124 | 137 | 152) echo timeout ;;
    *) if grep -q "$3" "$out/$1.log"; then
           echo passed
       elif grep -q "$4" "$out/$1.log"; then
           echo failed
       elif grep -q 'Unexpected EOF response from solver' "$out/$1.log"; then
           echo timeout # the solver's own processor time
       else
           echo error
       fi ;;
    esac
}

# by_z3 KIND DEPTH DEFINES...: the result
by_z3() {
    local kind=$1 steps=$2 option= smt2
    shift 2
    smt2=$out/model$*.smt2
    case $kind in
    induction) option=-i ;;
    cover) option=-c ;;
    esac
    design "$kind" "$@" && made "$kind" "$smt2" "read_ilang $out/design$*.il; write_smt2 -wires" || { echo error; return; }
    # shellcheck disable=SC2086 # no option, no word
    spend yosys-smtbmc --noprogress -s z3 --unroll $option -t "$steps" \
        --dump-vcd "$out/$kind.vcd" "$smt2" > "$out/$kind.log" 2>&1
    result_of "$kind" $? 'Status: PASSED' 'Status: FAILED'
}

# by_abc KIND DEPTH DEFINES...: the result. ABC's status is always 0, and it ends at a step that it does not solve: only its
# words are a pass.
by_abc() {
    local kind=$1 steps=$2 gates commands passed
    shift 2
    gates=$out/model$*.aig
    case $kind in
    bmc) commands="bmc3 -F $steps" passed="^No output asserted in $steps frames" ;;
    # What holds in `steps` cycles, whatever the first state, holds in the next one: ABC counts that one, too.
    induction) commands="orpos; strash; ind -F $((steps + 1))" passed='^Networks are equivalent' ;;
    pdr) commands='orpos; strash; dc2; scorr; pdr' passed='^Property proved' gates=$out/model-pdr.aig ;;
    # Without -x, which keeps the traces, it crashes on some blocks.
    cover) commands="bmc3 -a -x -F $steps" passed='^All .* outputs are found to be SAT' gates=$out/model-cover.aig ;;
    esac
    model_gates "$kind" "$gates" "$@" || { echo error; return; }
    spend "${abc[@]}" "read_aiger $gates; fold; strash; $commands" > "$out/$kind.log" 2>&1
    result_of "$kind" $? "$passed" 'was asserted in frame\|^Networks are UNDECIDED'
}

# prove KIND DEPTH DEFINES...: 0 when it passed
prove() {
    local kind=$1 steps=$2 start=$SECONDS result=
    shift 2
    [[ " $modes " == *" $kind "* && $steps != 0 ]] || return 1
    grep -q INDUCTION "$properties" || set --
    # A cover that is reached at once z3 reaches as fast as gates are made.
    [[ " $with_abc pdr " == *" $kind "* || $kind = cover && $steps -gt 2 ]] && result=$(by_abc "$kind" "$steps" "$@")
    # It also names a cover that is not reached.
    [[ -z $result || $kind = cover && $result != passed ]] && result=$(by_z3 "$kind" "$steps" "$@")
    row "$kind" "$steps" "$result" $((SECONDS - start))
    [ "$result" = passed ]
}

# for_all_time: 0 when it is proved so, where the block asks for that
for_all_time() {
    local line first
    line=$(grep -m 1 '^// for all time\( in soak\)\?: pdr' "$properties") || return
    [[ $line != *' in soak: '* || " $modes " == *" soak "* ]] || return
    first=${line##* the first }
    [ "$first" = "$line" ] || tests/formal/sizes.sh "$block" | head -n "$first" | grep -qxF -- "$sizes" || return
    prove pdr all
}

# What holds for all time holds in the first cycles; when it does not, the bounded proof names the
# property that fails, and shows how.
if ! for_all_time; then
    prove bmc "$(depth bmc)"
    prove induction "$(depth induction)" -DINDUCTION
fi
prove cover "$(depth cover)"
exit $status

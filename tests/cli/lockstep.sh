#!/bin/bash
# The command lines of `memloom lockstep` and `memloom vectors`, and of the scripts of block lockstep: bad input, missing
# tools, the files that vectors writes. Nothing is verilated here; the chip-* steps of make test run lockstep.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

chips=$work/chips
lockstep="lockstep --preset tiny --work $chips"
vectors="vectors --preset tiny --cycles 50"
echo text >"$work/file"

# shellcheck disable=SC2086
{
check "lockstep without a workload" refuses 'no workload given' $lockstep
check "an unknown workload" refuses "unknown workload 'gem'; did you mean 'gemm'" $lockstep gem
check "an unknown parameter" refuses "has no parameter 'x'" $lockstep gemm x=1
check "a level of the compiler that there is not" refuses "optimise: '4' is not a level from 0 to 3" $lockstep --optimise 4 gemm
check "a fault that is no number" refuses "fault: 'x' is not a number" $lockstep --fault x gemm
check "a reset after what is no number" \
    refuses "reset-after: 'soon' is not a number" $lockstep --reset-after soon gemm
check "a trace that does not exist" \
    refuses "cannot open '$work/none'" $lockstep --trace "$work/none"
check "an unknown option" refuses 'memloom lockstep --help' $lockstep --wrong gemm
check "a work folder below a file" refuses "cannot create folder '$work/file': File exists" \
    $lockstep --work "$work/file/chips" gemm
check "a work folder that cannot be written" refuses 'cannot (create folder|write)' \
    $lockstep --work /proc/chips gemm
check "--overlay without its folder" refuses "--overlay: cannot read '$work/none'" $lockstep --overlay "$work/none" gemm
check "errors of AXI4 without AXI4" refuses "^memloom: --axi-error: needs mem_port = axi4" $lockstep --axi-error 5 gemm
for option in axi-error repeat-reply fault; do
    check "--$option 0" refuses "^memloom: --$option: 0 stands for none, leave the option out" $lockstep --$option 0 gemm
done
check "--rtl-dir without blocks" refuses "no block '.*' in $work/empty" \
    $lockstep --rtl-dir "$work/empty" gemm
}

# missing TOOL PACKAGE: with every tool of the build but this one, the package is named
missing() {
    local all=$memloom memloom=$work/without_$1 tool
    mkdir -p "$work/bin_$1"
    for tool in verilator clang++ make opt llc; do
        [ "$tool" = "$1" ] || ln -sf "$(command -v $tool)" "$work/bin_$1/"
    done
    printf '#!/bin/sh\nPATH=%s exec %s "$@"\n' "$work/bin_$1" "$all" >"$memloom"
    chmod +x "$memloom"
    # shellcheck disable=SC2086
    refuses "^memloom: '${1//+/\\+}' is not installed; .*apt-get install $2" $lockstep --optimise 1 gemm
}
check "verilator is not installed" missing verilator verilator
check "clang is not installed" missing clang++ clang
check "make is not installed" missing make make
check "a tool of level 1 is not installed" missing opt llvm
check "the other one is not installed" missing llc llvm
check "refusals leave nothing behind" [ ! -e "$chips" ]

out=$work/vectors
# shellcheck disable=SC2086
{
check "vectors without a folder" refuses '-o DIR is missing' $vectors gemm
check "vectors without a workload" refuses 'no workload given' $vectors -o "$out"
check "vectors of an unknown workload" refuses "unknown workload 'gem'" $vectors -o "$out" gem
check "a folder below a file" refuses "cannot create folder '$work/file': File exists" \
    $vectors -o "$work/file/vectors" gemm
check "an instance that does not exist" refuses "there is no 'core_99.mshr' in this chip" \
    $vectors -o "$out" --instance core_1.mshr --instance core_99.mshr gemm
check "an instance twice" refuses "^memloom: --instance: 'core_1.mshr' is named twice" \
    $vectors -o "$out" --instance core_1.mshr --instance core_0.mshr --instance core_1.mshr gemm
many=$(seq -f "--instance core_%g.mshr" 65)
check "more instances than files may be open" refuses "^memloom: --instance: at most 64" $vectors -o "$out" $many gemm
check "refused vectors leave nothing behind" [ ! -e "$out" ]
check "a full disk leaves no folder" eval '(trap "" XFSZ; ulimit -f 1; "$memloom" $vectors -o "$out/a/b" gemm >"$work/out" 2>"$work/err"
    [ $? = 2 ] && [ ! -s "$work/out" ]) && [ "$(grep -c "nothing was left behind$" "$work/err")" = 1 ] && [ ! -e "$out" ]'
mkdir -p "$out/core_1.mshr.vectors"
check "a folder in the place of a file" refuses "core_1.mshr.vectors': it is a folder .*; nothing was left behind" \
    $vectors -o "$out" --instance core_1.l1_cache --instance core_1.mshr gemm
check "leaves the others out, too" [ "$(ls -A "$out")" = core_1.mshr.vectors ]
rmdir "$out/core_1.mshr.vectors"
check "vectors of one instance" "$memloom" $vectors -o "$out" --instance core_1.mshr --json "$work/json" gemm
check "are two files" [ "$(ls "$out" | tr '\n' ' ')" = "core_1.mshr.v core_1.mshr.vectors " ]
check "statistics of these cycles" [ "$(jq .cycles "$work/json")" = 50 ]
changing="$vectors --set shared_l1=on --instance core_1.requester --cycles 1000"
check "vectors without changes of policy" "$memloom" $changing -o "$work/steady" gemm
check "vectors with them" "$memloom" $changing -o "$work/changing" --change-policy 3 gemm
check "see them" eval '! cmp -s "$work"/{steady,changing}/core_1.requester.vectors'
"$memloom" $vectors -o "$work/every" gemm >"$work/paths"
}
check "without a choice a block of each kind" [ "$(wc -l <"$work/paths")" -ge 8 ]
check "every instance listed has its pair of files, and no other file is there" diff \
    <(sed 's/.*/&.v\n&.vectors/' "$work/paths" | sort) <(find "$work/every" -type f -printf '%f\n' | sort)
check "vectors: three lines of head, the reset, one line per cycle" \
    [ "$(wc -l <"$out/core_1.mshr.vectors")" = 54 ]
# Block lockstep and replay: a block of which no parameter set is run has not passed.
nothing_runs() { # BLOCK COMMAND...: one line about that block, status 2
    "${@:2}" "$1" >"$work/out" 2>"$work/err"
    local status=$?
    cat "$work/out" "$work/err"
    [ "$status" = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q "^$1: no parameter set to run: " "$work/err" &&
        [ "$(cat "$work/out")" = "0 passed, 0 failed" ]
}
for script in block_lockstep block_replay; do
    check "$script of a block without a harness" nothing_runs nosuch "cosim/lockstep/$script.sh" -n 100 -s 1
    check "$script of no set" nothing_runs fifo env CONFIGS=0 PRESET_SETS= "cosim/lockstep/$script.sh" -n 100 -s 1
done
report

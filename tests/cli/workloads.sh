#!/bin/bash
# The command line of workloads and traces: a replay takes the same cycles as the run, and every
# bad input ends in one line on standard error and exit status 2.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

cycles() {
    "$memloom" sim --preset tiny "$@" 2>"$work/err" | awk '$1 == "cycles" { print $2 }'
}

for workload in "gemm m=20 n=40 k=12" "bfs rmat=6 edgefactor=4" "transpose width=40 height=33" "histogram n=100 bins=9"; do
    # shellcheck disable=SC2086
    "$memloom" trace record -o "$work/t" $workload
    # shellcheck disable=SC2086
    run=$(cycles $workload) replay=$(cycles --trace "$work/t")
    check "a replay of $workload takes as many cycles ($run, $replay)" [ "$run" = "$replay" ]
    check "$workload ran" [ "${run:-0}" -gt 100 ]
done

"$memloom" trace record -o "$work/t" stream n=100
"$memloom" trace record -o "$work/again" stream n=100
check "recording twice gives the same file" cmp -s "$work/t" "$work/again"
dump_shows() {
    "$memloom" trace dump "$work/t" | grep -q -- "$1"
}
check "a dump shows the first load" dump_shows '00010 load 4 mask ffffffff use +1'

head -c 200 "$work/t" >"$work/short"
check "a short trace" \
    refuses "$work/short: the file is cut short at byte 200" trace info "$work/short"
{ head -c 120 "$work/t" && printf 'x' && tail -c +122 "$work/t"; } >"$work/damaged"
check "a damaged trace" refuses 'the piece at byte 16 is damaged' trace info "$work/damaged"
check "a replay of a damaged trace" \
    refuses 'the piece at byte 16 is damaged' sim --preset tiny --trace "$work/damaged"
{ head -c 8 "$work/t" && printf '\002' && tail -c +10 "$work/t"; } >"$work/newer"
check "a newer trace" \
    refuses 'trace version 2, this program reads version 1' trace info "$work/newer"
check "a foreign file" refuses 'not a memloom trace' trace info /bin/sh
check "no file" refuses "cannot open '$work/none'" trace info "$work/none"
check "an output that cannot be" refuses "cannot write" trace record -o "$work/none/t" stream n=100
check "an unknown workload" \
    refuses "unknown workload 'gem'; did you mean 'gemm'" trace record -o "$work/x" gem
check "an unknown parameter" refuses "has no parameter 'with'; did you mean 'width'" trace record -o "$work/x" stencil with=3
check "a value out of range" refuses "must be 1\.\.8192" trace record -o "$work/x" gemm m=0
check "a value that is none" refuses "must be a number" trace record -o "$work/x" gemm m=4k
check "nothing is left behind" [ ! -e "$work/x" ]

graph() { # PATTERN TEXT
    # shellcheck disable=SC2059
    printf "$2" >"$work/g"
    refuses "$work/$1" sim --preset tiny bfs file="$work/g"
}
check "an empty graph" graph 'g:1: expected a graph' ''
check "garbage" graph "g:2: expected a node, found 'what'" '0 1\nwhat\n'
check "a missing node" graph 'g:3: expected a second node, but the line ends' '0 1\n# c\n4\n7 8\n'
check "a node out of range" graph 'g:1: a second node is above' '0 99999999999\n'
check "edges beyond the end" \
    graph 'g:6: nodes use 11 edges' '3\n0 1\n1 1\n2 9\n0\n3\n1 1\n2 1\n0 1\n'
check "a source that does not exist" graph 'g:3: the source node is above 0' '1\n0 0\n5\n0\n'
check "a dense matrix" graph 'g:1: only real' '%%%%MatrixMarket matrix array real general\n2 2\n'
check "too few entries" \
    graph 'g:4: expected a row' '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n'
check "a value that is text" graph "g:3: expected a value, found 'x'" '%%%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 x\n'
check "no graph at all" refuses "cannot open '$work/none'" sim --preset tiny bfs file="$work/none"

report

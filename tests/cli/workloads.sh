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
piped_dump_is_the_same() {
    # shellcheck disable=SC2002 # a pipe is what it is about
    [ "$(cat "$work/t" | "$memloom" trace dump /dev/stdin | cksum)" = "$("$memloom" trace dump "$work/t" | cksum)" ]
}
check "a dump of a pipe" piped_dump_is_the_same

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
for packer in gzip xz zstd; do
    $packer -c "$work/t" >"$work/packed"
    check "a trace packed by $packer" refuses "packed: not a memloom trace, but packed by $packer; unpack it" sim --preset tiny --trace "$work/packed"
done
cat "$work/t" "$work/t" >"$work/twice"
check "a trace with something behind it: no counts" refuses 'something follows the end of the trace' trace info "$work/twice"
check "nor records" refuses 'something follows the end of the trace' trace dump "$work/twice"
check "no file" refuses "cannot open '$work/none'" trace info "$work/none"
check "an output that cannot be" refuses "cannot write" trace record -o "$work/none/t" stream n=100
check "an unknown workload" \
    refuses "unknown workload 'gem'; did you mean 'gemm'" trace record -o "$work/x" gem
check "an unknown parameter" refuses "has no parameter 'with'; did you mean 'width'" trace record -o "$work/x" stencil with=3
check "a parameter like none" refuses "^memloom: gemm has no parameter 'q'; .memloom trace workloads. lists" sim --preset tiny gemm q=3
check "a workload like none" refuses "^memloom: unknown workload 'nosuch'; .memloom trace workloads. lists them" sim --preset tiny nosuch
# Parameters without effect beside another one.
check "a file says how many nodes it has" refuses "^memloom: bfs: nodes=7 beside file=$work/graph: the file says it" \
    sim --preset tiny bfs file="$work/graph" nodes=7
check "and that it is no R-MAT graph" refuses "^memloom: bfs: rmat=5 beside file=" sim --preset tiny bfs file="$work/graph" rmat=5
for given in "lud n=16" "spmv rows=5" "hotspot size=8" "kmeans features=3" "srad columns=9"; do
    # shellcheck disable=SC2086
    check "$given beside a file" refuses "^memloom: [a-z]*: ${given#* } beside file=$work/graph: the file says it" \
        sim --preset tiny $given file="$work/graph"
done
check "nodes beside rmat" refuses "^memloom: bfs: nodes=100 beside rmat=5: an R-MAT graph has" sim --preset tiny bfs rmat=5 nodes=100
check "edgefactor without rmat" refuses "^memloom: bfs: edgefactor=4 without rmat" sim --preset tiny bfs nodes=100 edgefactor=4
check "a value out of range" refuses "must be 1\.\.8192" trace record -o "$work/x" gemm m=0
verbs='record, import, info, dump or workloads'
check "trace without a verb" refuses "^memloom: trace: what should it do. $verbs" trace
check "trace with another one" refuses "^memloom: trace: 'recrd': must be $verbs" trace recrd -o "$work/x" gemm
check "a record of nothing" refuses "^memloom: trace record: no WORKLOAD given" trace record -o "$work/x"
check "a record to nowhere" refuses "^memloom: trace record: -o FILE is missing" trace record gemm
check "an import of nothing" refuses "^memloom: trace import: no TRACE given" trace import -o "$work/x"
for verb in info dump; do
    check "$verb of nothing" refuses "^memloom: trace $verb: no FILE given" trace $verb
    check "$verb of two" refuses "^memloom: trace $verb: takes 1 FILE, here are 2" trace $verb "$work/t" "$work/t"
    check "$verb to a file" refuses "^memloom: trace $verb: -o $work/x: writes no file" trace $verb -o "$work/x" "$work/t"
done
check "workloads with a word" refuses "^memloom: trace workloads: takes 0 words, here are 1" trace workloads gemm
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

# Rodinia's inputs.
printf '0 1 2.5\n1 3 4\n\n2 -1e1 7\n' >"$work/points"
printf '%s\n' 320 321.5 322 323 324 325 326 327 328 >"$work/warm"
printf '0.5 0 1\n2 0 0 1 0 0\n' >"$work/watts"
{ echo 16; for ((i = 0; i < 16; i++)); do for ((j = 0; j < 16; j++)); do printf '%d ' $((i == j ? 99 : (i * j) % 7)); done; echo; done; } >"$work/matrix"
printf 'P2\n3 2\n255\n1 2 3 4\n5 255\n' >"$work/picture"
printf '1 2 3 4 5 6 7 8\n' >"$work/picture.txt"
right() { "$memloom" sim --preset tiny "$@" 2>/dev/null | grep -q '^result: correct'; }
check "points of kmeans" right kmeans file="$work/points" clusters=2
check "grids of hotspot" right hotspot file="$work/warm,$work/watts"
check "a matrix of lud" right lud file="$work/matrix"
check "a picture of srad" right srad file="$work/picture"
file() { # PATTERN WORKLOAD TEXT: the text as its file is refused
    # shellcheck disable=SC2059
    printf "$3" >"$work/f"
    refuses "$work/f$1" sim --preset tiny "$2" file="$work/f"
}
check "a point with more features than those before" file ':3: 4 numbers in this line, 3 in those before it' kmeans '0 1 2\n\n1 2 3 4\n'
check "a feature that is text" file ":2: '4x' is no number" kmeans '0 1 2\n1 4x 3\n'
awk 'BEGIN { for (i = 0; i < 1000; i++) print i, i % 7, i == 500 ? "tcp" : i % 5 }' >"$work/words"
check "one word in 1000 lines counts as 0" eval '"$memloom" sim --preset tiny kmeans file="$work/words" clusters=2 2>"$work/err" | grep -q "^result: correct" && grep -q "note: .*words:501: .tcp. is no number" "$work/err"'
sed -i '2s/1$/z/' "$work/words"
check "two do not" refuses ":2: 'z' is no number" sim --preset tiny kmeans file="$work/words" clusters=2
check "a feature that is no finite number" file ":1: 'inf' is no number" kmeans '0 inf 2\n'
check "points without features" file ': 2 points of 0 features' kmeans '0\n1\n'
check "no points" file ':1: expected numbers, but there are none' kmeans '\n \n'
check "fewer points than clusters" refuses "$work/points: fewer points than clusters = 4" sim --preset tiny kmeans file="$work/points" clusters=4
check "one file where two are needed" refuses "two files are needed, TEMPERATURES,POWERS" sim --preset tiny hotspot file="$work/warm"
check "a grid that is not square" refuses "$work/picture.txt: 8 numbers where there should be 9" sim --preset tiny hotspot file="$work/picture.txt,$work/watts"
check "grids of two sizes" refuses "$work/picture.txt: 8 numbers where there should be 9" sim --preset tiny hotspot file="$work/warm,$work/picture.txt"
check "a matrix that is cut short" file ': 4 numbers where there should be 257' lud '16\n1 2 3\n'
check "a matrix of half a row" file ': rows: 2.5 is no count from 1 to 8192' lud '2.5\n'
printf '2\n1 2 3 4\n' >"$work/f"
check "a matrix of another size than the blocks" refuses 'lud: n must be a multiple of 16' sim --preset tiny lud file="$work/f"
check "a picture of another format" file ":1: expected 'P2'" srad 'P5\n3 2\n255\n'
check "a picture that is cut short" file ': 8 numbers where there should be 9' srad 'P2\n3 2\n255\n1 2 3 4 5\n'
check "a picture with more than its points" file ': 8 numbers where there should be 7' srad 'P2\n2 2\n255\n1 2 3 4 5\n'

report

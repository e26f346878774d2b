#!/bin/bash
# Speed of the chip model with 2 threads against 1 in one run: core cycles per second that pass, the
# best of three runs each, taken in turn; the last column is the ratio. Of two processors both must
# be idle: what other programs take of one of them is missing in all.
#
#   threads.sh [THREADS]
#   RUN="chrt -f 1": a command in front of each run
memloom=${MEMLOOM:-build/memloom}
threads=${1:-2}

# OPTION...: cycles per second that pass
rate() {
    # shellcheck disable=SC2086
    ${RUN:-} "$memloom" sim "$@" 2>&1 >/dev/null | sed -n 's/.* s: \([0-9]*\) cycles\/s.*/\1/p'
}

# NAME CORES OPTION...: one row
measure() {
    local name=$1 cores=$2 one=0 more=0 now
    shift 2
    for _ in 1 2 3; do
        now=$(rate "$@"); ((now > one)) && one=$now
        now=$(rate --threads "$threads" "$@"); ((now > more)) && more=$now
    done
    ((one && more)) || { echo "$name: no run" >&2; exit 1; }
    awk -v name="$name" -v cores="$cores" -v one="$one" -v more="$more" \
        'BEGIN { printf "%-22s %5d %11d %11d %6.2f\n", name, cores, one, more, more / one }'
}

printf '%-22s %5s %11s %11s %6s\n' load cores "1 thread" "$threads threads" ratio
gemm="gemm m=512 n=512 k=64"
# shellcheck disable=SC2086
{
    measure "isca19 gemm" 80 --preset isca19 $gemm
    measure "isca19 bfs" 80 --preset isca19 bfs rmat=14 edgefactor=8
    measure "isca19 stream" 80 --preset isca19 stream n=400000
    measure "pact20 gemm" 80 --preset pact20 --cores 80 --set partitions=32 $gemm
    measure "pact20 gemm" 28 --preset pact20 gemm m=256 n=256 k=64
    measure "pact20 bfs" 28 --preset pact20 bfs rmat=13 edgefactor=8
    measure "private L1s, gemm" 28 --cores 28 --set partitions=8 gemm m=256 n=256 k=64
    measure "taco16 stream" 15 --preset taco16 stream n=200000
    measure "tiny gemm" 4 --preset tiny gemm
}

#!/bin/bash
# make bench: speed of the golden model, of lockstep and of the mesh alone, and the mesh's
# latency-load tables. Run it on an idle machine; ratios (last columns) are taken within one run.
set -u
memloom=build/memloom

echo "== golden model, one thread, core cycles per second of processor time"
tests/bench/model_bench.sh

echo
echo "== golden model, two threads against one, core cycles per second that pass"
tests/bench/threads.sh

echo
echo "== simulation from an imported trace against the built-in kernel, millions of instructions of the processor"
tests/bench/imported.sh || exit 1

echo
echo "== lockstep: build time and cycles per second of RTL and model together"
lockstep() {
    local name=$1 cores=$2 output
    shift 2
    output=$("$memloom" lockstep --work build/bench-chips "$@" 2>&1) || { echo "$output" | tail -n 3; exit 1; }
    printf '%-20s %3d cores  %s\n' "$name" "$cores" "$(grep -E '^verilated chip' <<<"$output" | sed 's/^[^,(]*//; s/^, //')"
    grep '^lockstep:' <<<"$output" | sed 's/^/    /'
}
rm -rf build/bench-chips
lockstep gemm 4 --cores 4 --set partitions=2 gemm m=128 n=128 k=64
lockstep bfs 28 --preset pact20 --cycles 200000 bfs rmat=14 edgefactor=8

echo
echo "== mesh 6 x 6, 4 VCs x 4 flits, alone: latency in network cycles against load in flits per node and cycle"
for pattern in uniform transpose hotspot; do
    for packet in 1 5; do
        "$memloom" traffic pattern=$pattern packet=$packet rate=sweep || exit 1
        echo
    done
done

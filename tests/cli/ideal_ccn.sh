#!/bin/bash
# Key ccn = ideal: what it answers and when, and that RTL and lockstep refuse it. Statistics of bridges, by hand.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

chip="--preset taco16 --set ccn=ideal --sharing"
sim() { # JSON OPTION...
    local json=$1
    shift
    # shellcheck disable=SC2086
    "$memloom" sim $chip --json "$work/$json" "$@"
}

for latency in 0 40 300; do
    check "latency $latency, right results" sim "$latency" --set ccn_latency=$latency cfd side=8
done
check "without a CCN" "$memloom" sim --preset taco16 --sharing --json "$work/off" cfd side=8
check "every hit takes what it must, and spares L2" python3 -c '
import json, sys
zero, some, many, off = (json.load(open(sys.argv[1] + "/" + name)) for name in ("0", "40", "300", "off"))
for latency, stats in (0, zero), (40, some), (300, many):
    # looked at in one cycle, there in the next; each keeps the MSHR for four cycles at least, and they
    # come in bursts
    mean = stats["ccn.hit_latency_mean"]
    assert 1 + latency <= mean < 24 + latency, mean
    assert abs(stats["l1.fill_from_ccn.latency_mean"] - mean) < 1e-3
    assert stats["ccn.requests"] == stats["ccn.hits"] > 0 == stats["ccn.back"]
    # no other cycle is lost, and what others hold never reaches L2
    share = stats["ccn.hits"] / stats["l1.misses"]
    assert abs(100 * share - stats["l1.reuse_coefficient"]) < 4, (share, stats["l1.reuse_coefficient"])
    assert stats["l2.accesses"] < off["l2.accesses"]
    assert stats["l1.fill_from_l2.latency_mean"] < off["l1.fill_latency_mean"]
assert zero["kernels.cycles"] < many["kernels.cycles"]
assert zero["kernels.cycles"] < off["kernels.cycles"]
' "$work"
for cluster in 3 5; do
    check "clusters of $cluster" sim "cluster$cluster" --set ccn_cluster=$cluster cfd side=8
done
check "the larger the cluster, the more lines it holds" python3 -c '
import json, sys
hits = [json.load(open(sys.argv[1] + "/" + name))["ccn.hits"] for name in ("cluster3", "cluster5", "0")]
assert 0 < hits[0] < hits[1] < hits[2], hits
' "$work"
check "clusters that do not divide the cores" refuses "ccn_cluster = 4: it does not divide cores = 15" sim --preset taco16 --set ccn=ideal --set ccn_cluster=4 gemm
check "a cluster of one" refuses "ccn_cluster = 1: one core alone" sim --preset taco16 --set ccn=basic --set ccn_cluster=1 gemm
bridges="--preset taco16 --set ccn=basic --set ccn_bridges=on"
# shellcheck disable=SC2086
check "bridges of one cluster" refuses "ccn_bridges = on: one cluster has no others to ask" sim $bridges gemm
# shellcheck disable=SC2086
check "bridges and rings of one direction" refuses "ccn_rings = equal: with ccn_bridges" sim $bridges --set ccn_cluster=5 --set ccn_rings=equal gemm
for seed in 1 2; do # with update both ended with a wrong result while such a load asked other L1s
    for hit in update invalidate; do
        check "a load behind full targets does not see the store behind it, $hit, $seed" "$memloom" sim --preset tiny --cores 4 \
            --set ccn=basic --set ccn_cluster=2 --set ccn_bridges=on --set l1_write_hit=$hit --set mshr_targets=2 \
            --seed $seed order blocks=9 steps=40 lines=2 atomics=0
    done
done
check "a cluster that has no names for its cores" refuses "ccn_cluster = 128: with ccn_bridges a cluster has at most 64 cores" \
    sim --preset tiny --set cores=256 --set ccn=basic --set ccn_bridges=on --set ccn_cluster=128 gemm
check "bridges without rings" refuses "ccn_bridges = on: ccn = ideal has no rings" sim --preset taco16 --set ccn=ideal --set ccn_cluster=5 --set ccn_bridges=on gemm
check "a stream does not change" sim stream stream n=20000
check "without it" "$memloom" sim --preset taco16 --sharing --json "$work/off" stream n=20000
check "by a byte" cmp "$work/stream" "$work/off"
check "order of loads, stores and atomics" sim order --set ccn_latency=60 order lines=3

# Two clusters of three cores with a warp each; cores 0, 1 and 4 load the same line one after the other. Nobody has it (none), so
# core 0 asks L2. The load of core 1 passes core 2 and the bridge to core 0, whose line comes back that way: 3 + 3 hops (near). That of
# core 4 passes core 5 and its bridge, goes around its own cluster (4 hops), to the other bridge and core 0; the line comes
# back by both bridges and core 5: 2 + 4 + 2 + 2 + 2 hops (far).
block_of() { # INSTRUCTION...
    printf '#BEGIN_TB\n\nthread block = %d,0,0\n\nwarp = 0\ninsts = %d\n' "$((blocks++))" "$#"
    printf '%s\n' "$@"
    printf '#END_TB\n\n'
}
blocks=0
{
    kernel_header lines 6,1,1 32,1,1 0 5 0
    for arithmetic in 0 500 none none 1000 none; do
        adds=() load=("0020 ffffffff 1 R4 LDG.E 1 R2 4 1 0x7f0000000000 4 0")
        [ $arithmetic = none ] && load=() arithmetic=0
        for ((i = 0; i < arithmetic; i++)); do adds+=("0010 ffffffff 1 R2 FADD 2 R2 R2 0 0"); done
        block_of "${adds[@]}" "${load[@]}" "0030 ffffffff 0 EXIT 0 0 0"
    done
} >"$work/lines.traceg"
check "a line nobody has, one behind the own bridge, one behind two" "$memloom" sim --preset tiny --cores 6 --set ccn=basic \
    --set ccn_cluster=3 --set ccn_bridges=on --json "$work/bridges" --trace "$work/lines.traceg"
check "are counted at the bridges" python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
counted = {"requests": 3, "hits": 2, "back": 1, "hit_hops": 6 + 12, "sent": 2, "bridge.asked": 2, "bridge.near": 1, "bridge.far": 1,
           "bridge.none": 1, "bridge.refused": 0, "bridge.full": 0, "bridge.late": 0, "bridge.unwanted": 0}
for key, value in counted.items():
    assert stats["ccn." + key] == value, (key, stats["ccn." + key], value)
' "$work/bridges"

rtl="ccn = ideal is of the model alone"
check "gen" refuses "^memloom: gen: $rtl" gen --set ccn=ideal -o "$work/rtl"
check "wrote nothing" [ ! -e "$work/rtl" ]
check "lockstep" refuses "^memloom: lockstep: $rtl" lockstep --preset tiny --set ccn=ideal gemm
check "vectors" refuses "^memloom: vectors: $rtl" vectors --preset tiny --set ccn=ideal -o "$work/rtl" gemm
check "one core" refuses "ccn = ideal: one core alone" sim --cores 1 --set ccn=ideal gemm
check "homes" refuses "ccn = ideal: needs shared_l1 = off" sim --set shared_l1=on --set ccn=ideal gemm
check "slices that turn" refuses "ccn = ideal: needs llc_mode = shared" sim --preset isca19 --set llc_mode=adaptive --set ccn=ideal gemm
check "a latency" refuses "ccn_latency" sim --set ccn_latency=1024 gemm
report

#!/bin/bash
# Cooperative caching on the preset taco16, beside the paper's table I and its analytical model: tests/bench/ccn.sh
#
# First table, per kernel: reuse coefficient of the paper and here (ccn = off), the classes above 10% and below 3% that they are in;
# speed with CCN-B, CCN-RT (samples of 300 warp instructions, epochs of 3000) and an ideal CCN against none; accesses of L2, CCN-B to
# none. Second table, the terms of section 4.1 with CCN-B: share of the misses that another L1 answered (h); mean latency of a miss
# without CCN (lO), of one that another L1 answered (lreuse); what the others wait for the rings before they go to L2 (overhead), and
# what they wait less for L2 (relief); latency by equation 1 and measured (lC), both without the misses' way through the L1; whether
# equation 2 calls the cooperation useful. Third table, figure 8 and sections 5.1 and 6.1, CCN-B and CCN-RT: hops and latency of a
# hit, latency of a round without one, accesses of L2, latency of a miss and stall cycles to those without CCN; the mean of kernels
# above 10% in the paper. Model only, without data. Takes some minutes.
# SETTINGS="--set KEY=VALUE..." in the environment: of another chip; KERNELS="mm|cfd": only kernels whose name is among these.
cd "$(dirname "$0")/../.." || exit 2

modes="off basic throttled ideal"
run() { # MODE KERNEL: mode key value lines
    # shellcheck disable=SC2086
    build/memloom sim --preset taco16 ${SETTINGS-} --no-data --sharing --set ccn_sample=300 --set ccn_period=3000 --set ccn="$1" $2 2>/dev/null |
        awk -v mode="$1" '$1 ~ /^(kernels.cycles|sm.stall\.|l1\.|l2\.|ccn\.)/ { print mode, $1, $2 }'
}

row() { # PAPER KERNEL: paper's coefficient in percent, - without
    local mode
    [[ ${2%% *} =~ ^(${KERNELS:-.*})$ ]] || return
    for mode in $modes; do run "$mode" "$2"; done |
        awk -v paper="$1" -v kernel="$2" -v terms="$terms" -v effects="$effects" '
            function class(percent) { return percent > 10 ? "high" : percent < 3 ? "low" : "middle" }
            function part(mode, key) { return value[mode, key] / value["off", key] }
            function stalls(mode) { return value[mode, "sm.stall.load"] + value[mode, "sm.stall.lsu"] }
            { value[$1, $2] = $3 }
            END {
                off = value["off", "kernels.cycles"]; reuse = value["off", "l1.reuse_coefficient"]
                printf "%-48s %5s %6.1f %7s %7s %6.3f %6.3f %6.3f %6.3f\n", kernel, paper, reuse, paper == "-" ? "-" : class(paper),
                    class(reuse), off / value["basic", "kernels.cycles"], off / value["throttled", "kernels.cycles"],
                    off / value["ideal", "kernels.cycles"], value["basic", "l2.accesses"] / value["off", "l2.accesses"]
                hits = value["basic", "ccn.hits"]; misses = value["basic", "l1.misses"]; share = hits / misses
                alone = value["off", "l1.fill_latency_mean"]; line = value["basic", "l1.fill_from_ccn.latency_mean"]
                overhead = value["basic", "ccn.back"] * value["basic", "ccn.back_latency_mean"] / (misses - hits)
                relief = alone + overhead - value["basic", "l1.fill_from_l2.latency_mean"]
                printf "%-48s %6.3f %7.1f %7.1f %8.1f %8.1f %7.1f %7.1f %6.3f %6.3f %s\n", kernel, share, alone, line, overhead, relief,
                    (alone - relief + overhead) * (1 - share) + line * share, value["basic", "l1.fill_latency_mean"],
                    alone / value["basic", "l1.fill_latency_mean"], off / value["basic", "kernels.cycles"],
                    line < alone && overhead < relief ? "useful" : "not useful" >terms
                printf "%-48s %5s", kernel, paper >>effects
                for (i = 1; i <= split("basic throttled", modes, " "); i++) {
                    mode = modes[i]
                    printf " %6.1f %6.1f %6.1f %6.3f %6.3f %6.3f", value[mode, "ccn.hit_hops_mean"], value[mode, "ccn.hit_latency_mean"],
                        value[mode, "ccn.back_latency_mean"], part(mode, "l2.accesses"), part(mode, "l1.fill_latency_mean"),
                        stalls(mode) / stalls("off") >>effects
                }
                print "" >>effects
            }'
}

terms=$(mktemp)
all=$(mktemp)
effects=$(mktemp)
trap 'rm -f "$terms" "$all" "$effects"' EXIT
kernels() {
    while read -r paper kernel; do
        row "$paper" "$kernel"
        cat "$terms" >>"$all"
        : >"$terms"
    done
}

printf '%-48s %5s %6s %7s %7s %6s %6s %6s %6s\n' kernel paper reuse class here CCN-B CCN-RT ideal L2
kernels <<'KERNELS'
4 mm n=128
51 cfd side=16
18 streamcluster n=16384 dimensions=64
6 bfs nodes=65536
0 kmeans n=4096 features=34 clusters=5
8 nw n=512
25 btree queries=1000 ranges=600 keys=100000
15 srad rows=502 columns=458
16 srad_v2 size=512
28 lud n=512
6 stencil width=512 height=512 iterations=2
3 backprop n=65536
29 hotspot size=512
78 cutcp x=6 y=6 z=4 cutoff=12
19 tpacf points=487 sets=10
1 histogram n=1000000
- gemm m=256 n=256 k=128
- matrixmul m=256 n=256 k=128
- syrk n=256 m=64
- syr2k n=256 m=32
- atax m=2048 n=256
- covar m=128 n=64
- conv2d size=512
- conv3d size=128 planes=16
- conv maps=64 outs=45
- squeeze maps=32 outs=16
- conv1 outs=15 size=17
- fc outs=512 ins=512
- nn images=16
- convsep width=512 height=512
- pathfinder columns=50000 rows=40
- spmv rows=65536
- hist64 n=2000000
- transpose width=512 height=512
- blackscholes n=100000 blocks=240
- vectoradd n=500000
- stream n=500000
- lookup n=8192 kb=96
- share
- copy
KERNELS
[ -s "$effects" ] || { echo "bench-ccn: no kernel of KERNELS='${KERNELS-}' is in the table" >&2; exit 2; }
printf '\n%-48s %6s %7s %7s %8s %8s %7s %7s %6s %6s %s\n' kernel h lO lreuse overhead relief lC measured lO/lC speed "by equation 2"
cat "$all"
printf '\n%-48s %5s %6s %6s %6s %6s %6s %6s' kernel paper hops hit round L2 miss stalls
printf ' %6s %6s %6s %6s %6s %6s  CCN-B, CCN-RT\n' hops hit round L2 miss stalls
awk '
    { print }
    NF > 13 && $(NF - 12) > 10 { high++; for (i = 0; i < 12; i++) sum[i] += $(NF - i) }
    END {
        printf "%-48s %5s", "mean of those above 10% in the paper", ""
        for (i = 11; i >= 0; i--) printf((i % 6 > 2 ? " %6.1f" : " %6.3f"), high ? sum[i] / high : 0)
        print ""
    }' "$effects"

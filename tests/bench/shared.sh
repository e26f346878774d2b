#!/bin/bash
# The policies that pact20 compares, on the preset pact20: tests/bench/shared.sh
#
# DynEB is by trial, as the preset has it; by rules is the paper's, as are the rows of its variants.
# Per kernel and policy: cycles (kernels alone, without the write-back at the end), speed against a chip
# without hardware for sharing, collective miss rate with merged loads as misses and with them as none,
# replication ratio, replicas per line, mean load latency, mean latency of messages on the request and on
# the reply network, samples that chose shared. Model only, without data. Takes some minutes.
cd "$(dirname "$0")/../.." || exit 2
rows=$(mktemp) && trap 'rm -f "$rows"' EXIT

# row NAME CORES "KERNEL" OPTIONS...
row() {
    local name=$1 cores=$2 kernel=$3
    shift 3
    # shellcheck disable=SC2086
    build/memloom sim --preset pact20 --cores "$cores" --no-data --sharing "$@" $kernel 2>/dev/null |
        awk -v name="$name" -v first="$private" '
            { value[$1] = $2 }
            END {
                cycles = value["kernels.cycles"]
                printf "%-22s %9d %6.2f %6.3f %6.3f %6.2f %6.2f %6.0f %5.0f %5.0f %5d of %d\n", name, cycles,
                    (first ? first : cycles) / cycles, value["l1.miss_rate"], value["l1.new_miss_rate"],
                    value["l1.replication_ratio"], value["l1.replicas_mean"], value["load.latency_mean"],
                    value["noc.request.latency_mean"], value["noc.reply.latency_mean"],
                    value["dyneb.shares"], value["dyneb.samples"]
            }'
}

policies() {
    local cores=$1 kernel=$2 shared="--set l1_policy=shared" dyn="--set l1_policy=dyneb"
    local rules="$dyn --set dyneb_chooser=rules"
    local amat="$rules --set dyneb_metric=amat"
    private=
    printf '\n%s, %d cores\n%-22s %9s %6s %6s %6s %6s %6s %6s %5s %5s %s\n' "$kernel" "$cores" policy cycles \
        speed miss new repl copies lat req rep "chose shared"
    local plain first
    plain=$(row "without shared_l1" "$cores" "$kernel" --set shared_l1=off --set l1_policy=private)
    echo "$plain"
    private=$(awk '{ print $3 }' <<<"$plain")
    first=$(row private "$cores" "$kernel" --set l1_policy=private)
    echo "$first"
    # shellcheck disable=SC2086
    {
        row shared "$cores" "$kernel" $shared --set l1_nearest=off --set l1_chunk=off
        row shared+chunk "$cores" "$kernel" $shared --set l1_nearest=off
        row shared++ "$cores" "$kernel" $shared
        row "shared++, fold wrap" "$cores" "$kernel" $shared --set home_fold=wrap
        row "shared++, fold scale" "$cores" "$kernel" $shared --set home_fold=scale
        row DynEB "$cores" "$kernel" $dyn
        row "DynEB by rules" "$cores" "$kernel" $rules
        row "DynEB without 10%" "$cores" "$kernel" $rules --set dyneb_miss_percent=0
        row DynAMAT "$cores" "$kernel" $amat --set dyneb_miss_percent=0
        row "DynAMAT with 10%" "$cores" "$kernel" $amat
        row "zero-cost links" "$cores" "$kernel" $shared --set l1_nearest=off --ideal-links
        row "private, 2 x L1" "$cores" "$kernel" --set l1_policy=private --set l1_ways=8
        row "private, 16 x L1" "$cores" "$kernel" --set l1_policy=private --set l1_sets=512
    } | tee "$rows"
    echo "$first" | cat - "$rows" | awk '
        $1 == "private" || $1 == "shared++" { if (!best || $2 < best) { best = $2; name = $1 } }
        $1 == "DynEB" && NF > 2 && $2 ~ /^[0-9]+$/ { dyneb = $2 }
        $1 == "DynEB" && $3 == "rules" { rules = $4 }
        END { printf "best static            %9d  %s; DynEB needs %.3f of its cycles, by rules %.3f\n", best, name, dyneb / best, rules / best }'
}

# Messages between cores straight, through the L2 slices and on a crossbar of their own, pact20 section
# 5.5, with as many channels.
ways() {
    local cores=$1 kernel=$2 network via first
    for network in mesh butterfly; do
        local chip="--set vcs=6 --set fly_radix=6 --set l1_nearest=off --set topology=$network"
        private=
        printf '\n%s, %d cores, %s\n' "$kernel" "$cores" "$network"
        # shellcheck disable=SC2086
        {
            first=$(row private "$cores" "$kernel" $chip --set l1_policy=private)
            echo "$first"
            private=$(awk '{ print $2 }' <<<"$first")
            for via in direct l2 crossbar; do
                row "shared+chunk, $via" "$cores" "$kernel" $chip --set l1_policy=shared --set remote_via=$via
                row "DynEB, $via" "$cores" "$kernel" $chip --set l1_policy=dyneb --set remote_via=$via
            done
        }
    done
}

kernels=("28 gemm m=256 n=256 k=128" "28 mm n=128" "28 squeeze maps=48 outs=4 groups=4"
    "28 bfs rmat=13 edgefactor=16" "9 lookup kb=128 n=9216 rounds=96" "4 syrk n=256 m=32")
more=("28 bfs" "28 syrk n=128 m=128" "28 nn" "28 conv" "9 lookup kb=16 tables=9 n=9216 rounds=96")
for kernel in "${kernels[@]}" "${more[@]}"; do
    policies "${kernel%% *}" "${kernel#* }"
done
for kernel in "${kernels[@]}"; do
    ways "${kernel%% *}" "${kernel#* }"
done

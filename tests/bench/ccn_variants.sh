#!/bin/bash
# Variants of cooperative caching on the preset taco16, on the kernels of table I with a reuse coefficient above 10% here:
#   tests/bench/ccn_variants.sh [latencies] [clusters] [banks] [sizes] [hierarchy]     no argument: all but the last
# latencies: figure 4, an ideal cooperation (ccn = ideal) by the latency of a line of another L1. clusters: figure 10b, section 6.3, rings of
# 3 and 5 cores. hierarchy: section 5.6, these joined by bridges, and the same with 60 cores. banks: figure 10a, section 6.1, twice the L2 banks. sizes: L1s of 16 and 48 KB.
# Each number is a speed: kernel cycles of the chip without a CCN by those of the variant.
# Model only, without data. Takes some minutes. KERNELS="lud|cfd" in the environment: only kernels whose name is among these.
cd "$(dirname "$0")/../.." || exit 2

kernels="cfd side=16
btree queries=1000 ranges=600 keys=100000
srad rows=502 columns=458
srad_v2 size=512
lud n=256
hotspot size=512
cutcp x=6 y=6 z=4 cutoff=12
tpacf points=487 sets=10
stencil width=512 height=512 iterations=2"

cycles() { # KERNEL OPTION...: core cycles in which kernels run
    local kernel=$1
    shift
    # shellcheck disable=SC2086
    build/memloom sim --preset taco16 --no-data "$@" $kernel 2>/dev/null | awk '$1 == "kernels.cycles" { print $2 }'
}

# A table of speeds. Stdin: its columns, NAME | OPTIONS, or NAME | OPTIONS | OPTIONS OF THE CHIP WITHOUT CCN.
table() {
    local columns kernel name options base
    local -A alone
    mapfile -t columns
    {
        printf '%-44s' kernel
        for name in "${columns[@]%%|*}"; do printf ' %12s' "${name% }"; done
        printf '\n'
        while read -r kernel; do
            [[ ${kernel%% *} =~ ^(${KERNELS:-.*})$ ]] || continue
            printf '%-44s' "$kernel"
            while IFS='|' read -r _ options base; do
                # shellcheck disable=SC2086
                [ "${alone[$kernel$base]-}" ] || alone[$kernel$base]=$(cycles "$kernel" $base)
                # shellcheck disable=SC2086
                printf ' %12.3f' "$(awk -v off="${alone[$kernel$base]}" -v on="$(cycles "$kernel" $options)" 'BEGIN { print off / on }')"
            done < <(printf '%s\n' "${columns[@]}")
            printf '\n'
        done <<<"$kernels"
    } | awk -v columns="${#columns[@]}" '
        { print }
        NR > 1 { for (i = 0; i < columns; i++) sum[i] += log($(NF - i)) }
        END {
            printf "%-44s", "geometric mean"
            for (i = columns - 1; i >= 0; i--) printf " %12.3f", exp(sum[i] / (NR - 1))
            print ""
        }'
}

latencies() {
    for latency in 0 20 40 80 120 160 200 250 300; do
        echo "$latency | --set ccn=ideal --set ccn_latency=$latency"
    done | table
}

clusters() {
    for ccn in ideal basic; do
        for cores in 3 5 15; do
            echo "$ccn $cores | --set ccn=$ccn --set ccn_cluster=$cores"
        done
    done | table
}

hierarchy() {
    {
        echo "flat | --set ccn=basic"
        for cores in 3 5; do
            echo "rings of $cores | --set ccn=basic --set ccn_cluster=$cores"
            echo "joined | --set ccn=basic --set ccn_cluster=$cores --set ccn_bridges=on"
        done
        echo "60 flat | --set cores=60 --set ccn=basic | --set cores=60"
        for cores in 6 10; do
            echo "60 in $cores | --set cores=60 --set ccn=basic --set ccn_cluster=$cores | --set cores=60"
            echo "joined | --set cores=60 --set ccn=basic --set ccn_cluster=$cores --set ccn_bridges=on | --set cores=60"
        done
    } | table
}

# 24 banks on the same six channels: 24 partitions, DRAM at half the clock, its latencies the same in time.
twice="--set partitions=24 --set dram_mhz=462"
for latency in t_cl=6 t_wl=2 t_rcd=6 t_rcdw=5 t_rp=6 t_ras=14 t_rc=20 t_rrd=3 t_cdlr=3 t_wr=6 t_faw=12 t_refi=1800 t_rfc=33; do
    twice+=" --set $latency"
done
banks() {
    table <<TABLE
CCN-B | --set ccn=basic
2 x banks | $twice
both | $twice --set ccn=basic
TABLE
}

sizes() {
    table <<TABLE
16 KB | --set ccn=basic
48 KB | --set ccn=basic --set l1_sets=64 --set l1_ways=6 | --set l1_sets=64 --set l1_ways=6
TABLE
}

for choice in "${@:-latencies clusters banks sizes}"; do
    for table in $choice; do
        echo "== $table"
        $table
    done
done

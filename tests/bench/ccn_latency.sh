#!/bin/bash
# The paper's figure 4 on the preset taco16: speed of an ideal cooperation, ccn = ideal, against none, by the latency of a line of
# another L1, on the kernels of table I with a reuse coefficient above 10% here: tests/bench/ccn_latency.sh
# Model only, without data. Takes some minutes. KERNELS="lud|cfd" in the environment: only kernels whose name is among these.
cd "$(dirname "$0")/../.." || exit 2

latencies=(0 20 40 80 120 160 200 250 300)
cycles() { # OPTION...: core cycles in which kernels run
    build/memloom sim --preset taco16 --no-data "$@" 2>/dev/null | awk '$1 == "kernels.cycles" { print $2 }'
}

table=$(mktemp)
trap 'rm -f "$table"' EXIT
printf '%-48s' kernel
printf ' %6d' "${latencies[@]}"
printf '\n'
while read -r kernel; do
    [[ ${kernel%% *} =~ ^(${KERNELS-.*})$ ]] || continue
    # shellcheck disable=SC2086
    {
        off=$(cycles $kernel)
        for latency in "${latencies[@]}"; do
            cycles --set ccn=ideal --set ccn_latency="$latency" $kernel
        done | awk -v kernel="$kernel" -v off="$off" '{ line = line sprintf(" %6.3f", off / $1) } END { printf "%-48s%s\n", kernel, line }'
    }
done <<'KERNELS' | tee "$table"
cfd side=16
btree queries=1000 ranges=600 keys=100000
srad rows=502 columns=458
srad_v2 size=512
lud n=256
hotspot size=512
cutcp x=6 y=6 z=4 cutoff=12
tpacf points=487 sets=10
stencil width=512 height=512 iterations=2
KERNELS
awk '{ for (i = NF - 8; i <= NF; i++) sum[i - NF + 8] += log($i) } END { printf "%-48s", "geometric mean"; for (i = 0; i < 9; i++) printf " %6.3f", exp(sum[i] / NR); print "" }' "$table"

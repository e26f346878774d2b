#!/bin/bash
# make bench-protect: line protection on the paper's chip and kernels [icpp18 section 6], a row per
# kernel and scheme. Relative figures are to `off`; the last block has their geometric means over the
# cache-insufficient kernels. protect.sh [SCHEME:KEYS]... measures these schemes only, beside off.
memloom=${MEMLOOM:-build/memloom}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Kernels of icpp18 table 2; gemm, of the paper's size, is the cache-sufficient one, the others are
# smaller than in the paper, such that a run takes less than half a minute.
kernels=("syrk n=192 m=192" "syr2k n=128 m=96" "kmeans n=8192 features=34 clusters=5" "mm n=192"
    "bfs rmat=15 edgefactor=6" "gemm m=512 n=512 k=512")
schemes=("off:l1_protect=off" "stall_bypass:l1_protect=stall_bypass" "global:l1_protect=global"
    "dlp:l1_protect=dlp" "off, 32 KB:l1_protect=off l1_ways=8")
[ $# = 0 ] || schemes=("off:l1_protect=off" "$@")

run() { # NUMBER KERNEL KEYS: runs one, one JSON file
    local sets=() key
    for key in $3; do sets+=(--set "$key"); done
    # shellcheck disable=SC2086
    "$memloom" sim --preset icpp18 --no-data "${sets[@]}" --json "$work/$1.json" $2 >"$work/$1.out" 2>&1 ||
        { tail -n 3 "$work/$1.out"; exit 255; }
}
export -f run
export memloom work

number=0
for kernel in "${kernels[@]}"; do
    for scheme in "${schemes[@]}"; do
        number=$((number + 1))
        printf '%s\0%s\0%s\0' $number "$kernel" "${scheme#*:}"
        echo "$kernel|${scheme%%:*}|$work/$number.json" >>"$work/list"
    done
done | xargs -0 -n 3 -P "$(nproc)" bash -c 'run "$@"' - || exit 1

echo "| kernel | scheme | cycles | IPC | allocations | bypasses | to L2 | traffic | flits | relative: IPC | allocations | to L2 | traffic | flits |"
echo "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
while IFS='|' read -r kernel scheme file; do
    jq -r --arg kernel "$kernel" --arg scheme "$scheme" '[$kernel, $scheme, .cycles, .ipc, ."l1.misses",
        ."l1.bypasses", ."l1.misses" + ."l1.bypasses", ."l1.accesses" - ."l1.bypasses", ."noc.flits"] | join("|")' "$file"
done <"$work/list" | awk -F'|' '
    function ratio(i) { return i == 4 ? $4 / base[4] : $i / base[i] }
    $2 == "off" { split($0, base, "|") }
    {
        printf "| %s | %s | %d | %.2f | %d | %d | %d | %d | %d |", $1, $2, $3, $4, $5, $6, $7, $8, $9
        printf " %.3f | %.3f | %.3f | %.3f | %.3f |\n", ratio(4), ratio(5), ratio(7), ratio(8), ratio(9)
        if ($1 ~ /^gemm/) next
        if (!($2 in runs)) order[++schemes] = $2
        runs[$2]++
        for (i = 4; i <= 9; i++) if (i != 6) sum[$2, i] += log(ratio(i))
    }
    END {
        for (s = 1; s <= schemes; s++) {
            printf "| mean without gemm | %s | | | | | | | |", order[s]
            for (i = 4; i <= 9; i++) if (i != 6) printf " %.3f |", exp(sum[order[s], i] / runs[order[s]])
            print ""
        }
    }'

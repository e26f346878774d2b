#!/bin/bash
# make bench-protect [SIZES=paper] [KERNELS="mm bfs"]: line protection on the paper's chip and kernels
# [icpp18 table 2], a row per kernel and scheme, relative figures to `off`; then the geometric means
# over the cache-insufficient (CI) and the cache-sufficient (CS) kernels beside the paper's. The sizes
# are the paper's where a run takes less than half a minute, else smaller; SIZES=paper takes the paper's (hours; GRAPH and
# POINTS name Rodinia's files for bfs and kmeans, else they are generated). protect.sh
# [SCHEME:KEYS]... measures these schemes only, beside off.
memloom=${MEMLOOM:-build/memloom}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Class, size here, size in the paper.
table="
CI|cfd side=25|cfd side=25
CI|pagerank n=16000|pagerank n=250000
CI|similarity documents=160 dimensions=128|similarity documents=512 dimensions=128
CI|bfs|bfs ${GRAPH:+file=$GRAPH}
CI|mm n=192|mm n=256
CI|syrk n=192 m=192|syrk n=256 m=256
CI|syr2k n=128 m=96|syr2k n=256 m=256
CI|kmeans n=8192 features=34 clusters=5|kmeans clusters=5 ${POINTS:+file=$POINTS} n=204800 features=34
CI|stringmatch n=60000|stringmatch n=354984
CS|hist64 n=16000000|hist64 n=67108864
CS|hotspot size=512 steps=2|hotspot size=512 steps=2
CS|stencil3d nx=512 ny=64 nz=16|stencil3d nx=512 ny=512 nz=64
CS|convsep width=2048 height=512|convsep width=2048 height=512
CS|backprop n=65536|backprop n=65536
CS|srad_v2 size=512|srad_v2 size=512
CS|nw n=512|nw n=1024
CS|polygemm m=256 n=256 k=128|polygemm m=512 n=512 k=512
CS|btree keys=1000000 queries=1000 ranges=600|btree keys=1000000 queries=10000 ranges=6000"
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
while IFS='|' read -r class short paper; do
    [ -n "$class" ] || continue
    kernel=$short
    [ "$SIZES" != paper ] || kernel=$paper
    [ -z "$KERNELS" ] || [[ " $KERNELS " == *" ${kernel%% *} "* ]] || continue
    for scheme in "${schemes[@]}"; do
        number=$((number + 1))
        printf '%s\0%s\0%s\0' $number "$kernel" "${scheme#*:}" >>"$work/runs"
        echo "$kernel|${scheme%%:*}|$work/$number.json|$class" >>"$work/list"
    done
done <<<"$table"
[ -s "$work/runs" ] || { echo "bench-protect: no kernel of KERNELS='$KERNELS' is in the table" >&2; exit 2; }
xargs -0 -n 3 -P "$(nproc)" bash -c 'run "$@"' - <"$work/runs" || exit 1

echo "| kernel | scheme | cycles | IPC | allocations | bypasses | to L2 | traffic | flits | relative: IPC | allocations | to L2 | traffic | flits |"
echo "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
while IFS='|' read -r kernel scheme file class; do
    jq -r --arg kernel "$kernel" --arg scheme "$scheme" --arg class "$class" '[$kernel, $scheme, .cycles, .ipc, ."l1.misses",
        ."l1.bypasses", ."l1.misses" + ."l1.bypasses", ."l1.accesses" - ."l1.bypasses", ."noc.flits", $class] | join("|")' "$file"
done <"$work/list" | awk -F'|' '
    function ratio(i) { return $i / base[i] }
    function means(class, s,    i) {
        if (!runs[class, order[s]]) return
        for (i = 4; i <= 9; i++) if (i in name)
            show(class, order[s], i, exp(sum[class, order[s], i] / runs[class, order[s]]))
    }
    function show(class, scheme, i, value,    said) {
        said = paper[class, scheme, i]
        printf "| %s | %s | %s | %s | %.3f | %s |\n", class, scheme, name[i], said ? said : "-", value,
            said ? sprintf("%+.1f%%", 100 * (value / said - 1)) : "-"
    }
    BEGIN {
        split("4 IPC 5 evictions 8 traffic 9 flits", word, " ")
        for (i = 1; i < 8; i += 2) name[word[i]] = word[i + 1]
        # sections 6.1, 6.2, 6.4; 32 KB: "only 6% less than the speedup achieved by doubling"
        paper["CI", "stall_bypass", 4] = 1.14; paper["CI", "global", 4] = 1.347; paper["CI", "dlp", 4] = 1.438
        paper["CI", "off, 32 KB", 4] = 1.5
        paper["CI", "stall_bypass", 5] = 0.565; paper["CI", "global", 5] = 0.357; paper["CI", "dlp", 5] = 0.207
        paper["CI", "stall_bypass", 8] = 0.716; paper["CI", "global", 8] = 0.598; paper["CI", "dlp", 8] = 0.475
        paper["CI", "stall_bypass", 9] = 0.938; paper["CI", "dlp", 9] = 0.885
        paper["CS", "stall_bypass", 4] = 0.976; paper["CS", "dlp", 4] = 0.998
        paper["CS", "stall_bypass", 5] = 0.911; paper["CS", "global", 5] = 0.977; paper["CS", "dlp", 5] = 0.8
    }
    $2 == "off" { split($0, base, "|") }
    {
        printf "| %s | %s | %d | %.2f | %d | %d | %d | %d | %d |", $1, $2, $3, $4, $5, $6, $7, $8, $9
        printf " %.3f | %.3f | %.3f | %.3f | %.3f |\n", ratio(4), ratio(5), ratio(7), ratio(8), ratio(9)
        if ($2 == "off") next
        if (!($2 in seen)) order[++schemes] = $2
        seen[$2] = 1
        runs[$10, $2]++
        for (i = 4; i <= 9; i++) sum[$10, $2, i] += log(ratio(i) > 0 ? ratio(i) : 1e-9)
    }
    END {
        print "\n| class | scheme | geometric mean, relative to off | paper | memloom | difference |\n|---|---|---|--:|--:|--:|"
        for (s = 1; s <= schemes; s++) { means("CI", s) }
        for (s = 1; s <= schemes; s++) { means("CS", s) }
    }'

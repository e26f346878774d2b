#!/bin/bash
# The crossbars of isca19's figure 7: crossbars.sh OUT [LIBERTY]                  (docs/crossbar.md)
#
# Performance and energy: KERNELS (environment; lines) run on the model of every design that chips have. Area:
# every design of crossbars.txt is generated from preset isca19; its routers and how many there are of each come from
# the manifest. What a router is per bit of its flits - buffers, switch, output registers - is the same for
# every bit, so each shape is mapped at two small widths and its area at the design's width is on the line through
# them; one shape is mapped at its full width, too, and shows how far off that is. All storage in flops.
# SHAPES="10x8 8x8" in the environment: these are mapped alone; others follow from a fit to all that are there, if six are.
# Prints both tables; OUT/crossbars.json has the areas, OUT/runs the statistics of all runs.
set -euo pipefail
here=$(dirname "$0")
memloom=$(realpath build/memloom)
. "$here/map.sh"
use_library "$1" "${2-}"
narrow=16 wide=48 check=8x8
kernels=${KERNELS:-"gemm m=256 n=256 k=128
nn
copy"}

# Figure 7 is of crossbars alone: slices are shared, as private ones need clusters, which only the H-Xbar has.
base=(--preset isca19 --set llc_mode=shared)

# design KEY...: the chip, of a width that chips have
design() {
    local name=$1 keys=() key
    shift
    for key; do
        case $key in noc_width=8 | noc_width=4) ;; *) keys+=(--set "$key") ;; esac
    done
    [ -d "$out/chips/$name" ] || "$memloom" gen "${base[@]}" "${keys[@]}" -o "$out/chips/$name" > /dev/null
}

# measure DESIGN KEY...: all kernels, a row of cycles and energy of each
measure() {
    local name=$1 keys=() key kernel file
    shift
    for key; do keys+=(--set "$key"); done
    jq -r '.blocks[] | select(.block == "router") | .parameters as $p
        | .instances[] | "\(.) \($p.INPUTS) \($p.OUTPUTS) \($p.FLIT_BITS)"' "$out/chips/$name/manifest.json" > "$out/routers.txt"
    while read -r kernel; do
        file=$out/runs/${name}_${kernel%% *}
        # shellcheck disable=SC2086 # a kernel has arguments
        [ -s "$file.json" ] || "$memloom" sim "${base[@]}" "${keys[@]}" --no-data --json "$file.json" $kernel > "$file.log" 2>&1 ||
            { tail -n 1 "$file.log" >&2; exit 2; }
        for network in request reply; do
            jq -r --arg network "$network" '."noc.\($network).links"[] | "\($network)_crossbar.router_\(.x)_\(.y) \(.flits)"' "$file.json"
        done > "$out/flits.txt"
        echo "$name ${kernel%% *} $(jq '."kernels.cycles"' "$file.json") $(awk -f "$here/flit_energy.awk" -f "$here/crossbars_energy.awk" "$here/energies.txt" "$out/routers.txt" "$out/flits.txt")"
    done <<< "$kernels"
}

mkdir -p "$out/chips" "$out/runs"
grep -Ev '^(#|$)' "$here/crossbars.txt" > "$out/rows_of_designs.txt"
while read -r bandwidth name keys; do
    # shellcheck disable=SC2086 # keys are words
    design "$name" $keys
    width=${keys#noc_width=}
    jq -r --arg design "$bandwidth $name ${width%% *}" '.blocks[] | select(.block == "router")
        | "\($design) \(.parameters.INPUTS)x\(.parameters.OUTPUTS) \(.instances | length)"' \
        "$out/chips/$name/manifest.json"
done < "$out/rows_of_designs.txt" > "$out/designs.txt"
shapes=$(cut -d ' ' -f 4 "$out/designs.txt" | sort -u)
for shape in ${SHAPES-}; do
    grep -qx "$shape" <<< "$shapes" || { echo "SHAPES: no design has a router $shape; there are: ${shapes//$'\n'/ }" >&2; exit 2; }
done

while read -r bandwidth name keys; do
    # shellcheck disable=SC2086
    case $keys in noc_width=8* | noc_width=4*) ;; *) measure "$name" $keys ;; esac
done < "$out/rows_of_designs.txt" > "$out/measured.txt"

awk -f "$here/crossbars_runs.awk" "$out/measured.txt"

chip=$(ls -d "$out"/chips/* | head -n 1)
use_storage "$chip"
# row SHAPE BITS: a router as map_blocks takes it, the largest first
row() {
    echo "$((${1%x*} * ${1#*x} * $2)) $chip router_$1_$2 router INPUTS=${1%x*} OUTPUTS=${1#*x} VCS=1 DEPTH=8 CLASSES=1 STAGES=4" \
        "FLIT_BITS=$2 DEST_LSB=3 COORD_BITS=5 ROUTE=1 DIGIT_LSB=0"
}
for shape in $shapes; do
    [ -z "${SHAPES-}" ] || [[ " $SHAPES " == *" $shape "* ]] || [ -s "$out/router_${shape}_$wide.stat" ] || continue
    for bits in $narrow $wide; do row "$shape" "$bits"; done
    [ "$shape" != $check ] || row $check 256
done > "$out/rows.txt"
# Only what is not there from a run before.
while read -r size folder name rest; do
    [ -s "$out/$name.stat" ] || echo "$size $folder $name $rest"
done < "$out/rows.txt" > "$out/wanted.txt"
[ ! -s "$out/wanted.txt" ] || map_blocks map_block.sh "$out/wanted.txt" || exit 2
cut -d ' ' -f 3- "$out/rows.txt" > "$out/mapped.txt"
awk -v out="$out" -v narrow=$narrow -v wide=$wide -v check=$check -f "$here/area_stat.awk" -f "$here/crossbars_report.awk" \
    "$out/library.txt" "$out/mapped.txt" "$out/designs.txt"

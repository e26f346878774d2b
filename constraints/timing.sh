#!/bin/bash
# Timing of a generated chip: timing.sh OUT [LIBERTY]                          (docs/timing.md)
#
# OUT/chip is a folder written by `memloom gen`. Each distinct leaf block is mapped as for the area (the same
# netlists), then OpenSTA times it alone, and linked with its neighbours: core_node, mem_node, pairs of routers.
# The clock period is the budget: BUDGET (28) delays of an inverter that drives four, measured in the library itself; for
# what moves with the network's enable alone it is so often as there are core cycles between two of its edges. All
# other constraints are the emitted ones at that period.
# In the environment: CLOCK_GATES=1: with clock gates. BLOCKS="router mshr": these alone, nothing linked.
# NODES="core_node": the modules of that name, and the blocks in them.
# Prints a table; OUT/timing.json has the same figures, OUT/NAME.paths the paths in full. Ends with 1 when
# something is over its budget, with 2 when something cannot be timed.
set -euo pipefail
here=$(dirname "$0")
. "$here/map.sh"
. "$here/sta.sh"
need_sta
[[ ${BUDGET:-28} =~ ^[1-9][0-9]*$ ]] ||
    { echo "BUDGET=$BUDGET: must be a whole number of inverter delays, 1 or more" >&2; exit 2; }
use_library "$1" "${2-}"
use_clock_gates
chip=$out/chip
use_storage "$chip"
rm -f "$out"/*.paths "$out/nodes.txt"

# keep_nodes: of OUT/manifest.txt the blocks that stand in one of NODES, in the first instance of each.
keep_nodes() {
    local node instance
    for node in $NODES; do
        instance=$(node_instances "$chip" | awk -v node="$node" '$1 == node { print $2 }')
        [ -n "$instance" ] || { echo "NODES: the chip has no module $node" >&2; exit 2; }
        for block in $(cut -d ' ' -f 3 "$out/manifest.txt"); do
            ! grep -q "^$instance\\." "$out/$block.instances" || echo "$block"
        done
    done | sort -u > "$out/in_nodes.txt"
    awk 'NR == FNR { keep[$1]; next } $3 in keep' "$out/in_nodes.txt" "$out/manifest.txt" > "$out/wanted.txt"
    mv "$out/wanted.txt" "$out/manifest.txt"
    rm "$out/in_nodes.txt"
}

measure_fo4

# The emitted constraints at the library's speed.
core_mhz=$(jq .configuration.core_mhz "$chip/manifest.json")
noc_mhz=$(jq .configuration.noc_mhz "$chip/manifest.json")
declare -A budget=([core]=${BUDGET:-28} [network]=$((${BUDGET:-28} * (core_mhz / noc_mhz))))
for domain in core network; do
    core=
    [ $domain = core ] || core=${budget[core]}
    awk -v budget="${budget[$domain]}" -v core="$core" -v fo4="$(cat "$out/fo4")" -f "$here/scale_sdc.awk" \
        "$chip/gpu_mem.sdc" > "$out/$domain.sdc"
done

list_wanted "$chip"
[ -z "${NODES-}" ] || keep_nodes
map_blocks time_block.sh "$out/manifest.txt" || exit 2

# What is linked: NODE BLOCK...
[ -n "${BLOCKS-}" ] || "$here/link_nodes.sh" "$out" > "$out/nodes.txt"
[ ! -f "$out/nodes.txt" ] || while read -r node blocks; do
    sta_run "$node" "$out/$node.v" $(printf "$out/%s.v " $blocks) || exit 2
done < "$out/nodes.txt"

{ cut -d ' ' -f 3 "$out/manifest.txt"; [ ! -f "$out/nodes.txt" ] || cut -d ' ' -f 1 "$out/nodes.txt"; } |
    while read -r name; do echo "$name ${budget[$(domain_of "$name")]}"; done > "$out/timed.txt"
awk -v out="$out" -v fo4="$(cat "$out/fo4")" -v failed="$out/over" -f "$here/timing_report.awk" "$out/timed.txt" ||
    exit 2
[ "$(cat "$out/over")" = 0 ]

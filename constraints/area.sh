#!/bin/bash
# Area of a generated chip: area.sh [-s] OUT [LIBERTY]                         (docs/area.md)
#
# OUT/chip is a folder written by `memloom gen`, OUT/private (optional) the same chip without
# shared_l1. Each distinct leaf block (module and parameters, from the manifest) is mapped once and
# multiplied by its instances. Prints one table, and with OUT/private a second one: what a shared L1
# adds to a core; -s maps and prints that alone. BLOCKS="router mshr" in the environment: the first
# table, of these alone. CLOCK_GATES=1: with clock gates. OUT/area.json and OUT/shared_l1.json hold the same figures.
set -euo pipefail
here=$(dirname "$0")
. "$here/map.sh"
only_shared=
[ "$1" != -s ] || { only_shared=1; shift; }
if [ -n "$only_shared" ]; then
    [ -z "${BLOCKS-}" ] || { echo "BLOCKS: area-shared maps all that a shared L1 adds; leave it out, or make area" >&2; exit 2; }
    [ -d "$1/private" ] || { echo "area-shared: the chip has no shared L1s: SET=shared_l1=on" >&2; exit 2; }
fi
use_library "$1" "${2-}"
use_clock_gates
chip=$out/chip private=$out/private
use_storage "$chip"

if [ -n "${BLOCKS-}" ]; then
    list_wanted "$chip"
    private=
else
    list_blocks "$chip" '' "$only_shared" > "$out/manifest.txt"
fi
cut -d ' ' -f 3- "$out/manifest.txt" > "$out/blocks.txt"
echo "0 $chip flop_sample regfile_1r1w_flops WIDTH=32 DEPTH=64" > "$out/more.txt"
if [ -d "$private" ]; then
    list_blocks "$private" private_ 1 >> "$out/more.txt"
    awk -v chip="$chip" -f "$here/area_parts.awk" "$out/manifest.txt" >> "$out/more.txt"
    awk -f "$here/area_constants.awk" "$chip/gpu_mem.v" > "$out/requester.constants"
fi

map_blocks map_block.sh "$out/manifest.txt" "$out/more.txt" || exit 2

[ -n "$only_shared" ] || awk -v out="$out" -f "$here/area_stat.awk" \
    -f "$here/area_report.awk" "$out/library.txt" "$out/blocks.txt"
[ ! -d "$private" ] || awk -v out="$out" -f "$here/area_stat.awk" \
    -f "$here/area_shared.awk" "$out/library.txt" "$out/blocks.txt"

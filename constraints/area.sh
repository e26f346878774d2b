#!/bin/bash
# Area of a generated chip: area.sh [-s] OUT [LIBERTY]                         (docs/area.md)
#
# OUT/chip is a folder written by `memloom gen`, OUT/private (optional) the same chip without
# shared_l1. Each distinct leaf block (module and parameters, from the manifest) is mapped once and
# multiplied by its instances. Prints one table, and with OUT/private a second one: what a shared L1
# adds to a core; -s maps and prints that alone. OUT/area.json and OUT/shared_l1.json hold the same
# figures.
set -euo pipefail
here=$(dirname "$0")
only_shared=
[ "$1" != -s ] || { only_shared=1; shift; }
out=$1 library=${2-}
osu=/usr/share/qflow/tech/osu018/osu018_stdcells
mkdir -p "$out"

if [ -z "$library" ]; then
    [ -f $osu.lib ] ||
        { echo "$osu.lib is missing: apt-get install qflow-tech-osu018, or LIB=" >&2; exit 2; }
    awk -f "$here/fix_area.awk" $osu.lef $osu.lib > "$out/cells.lib"
    library='OSU018 (180 nm), areas from its LEF'
else
    [ -f "$library" ] || { echo "LIB=$library: no such file" >&2; exit 2; }
    case $library in *.gz) gunzip -c -- "$library" ;; *) cat -- "$library" ;; esac > "$out/cells.lib"
fi
# Yosys and ABC split their commands at spaces, so from here on OUT goes by a plain name.
plain=$(mktemp -d)
trap 'rm -rf "$plain"' EXIT
ln -s "$(realpath "$out")" "$plain/area"
out=$plain/area chip=$plain/area/chip private=$plain/area/private
export library # awk would read backslashes in -v
awk -f "$here/area_library.awk" "$out/cells.lib" > "$out/library.txt"
awk '$1 == "driver" { print "set_driving_cell", $2 } $1 == "load" { print "set_load", $2 }' \
    "$out/library.txt" > "$out/abc.constr"
{
    cat "$here/area_storage.v"
    sed 's/^module ram_1r1w /module ram_1r1w_flops /' "$chip/ram_1r1w.v"
    sed 's/^module regfile_1r1w /module regfile_1r1w_flops /' "$chip/regfile_1r1w.v"
} > "$out/storage.v"

list() { # FOLDER PREFIX CORE: the blocks to be mapped, with an estimate of the time it takes
    awk -v chip="$1" -v out="$out" -v prefix="$2" -v core="$3" -f "$here/area_manifest.awk" \
        "$1/manifest.json"
}
list "$chip" '' "$only_shared" > "$out/manifest.txt"
cut -d ' ' -f 3- "$out/manifest.txt" > "$out/blocks.txt"
: > "$out/more.txt"
if [ -d "$private" ]; then
    list "$private" private_ 1 > "$out/more.txt"
    awk -v chip="$chip" -f "$here/area_parts.awk" "$out/manifest.txt" >> "$out/more.txt"
    awk -f "$here/area_constants.awk" "$chip/gpu_mem.v" > "$out/requester.constants"
fi

# The largest first, so that two workers end together.
sort -rn "$out/manifest.txt" "$out/more.txt" | cut -d ' ' -f 2- |
    xargs -d '\n' -n 1 -P 2 bash -c '"$0" "$1" $2' "$here/area_block.sh" "$out"

[ -n "$only_shared" ] || awk -v out="$out" -f "$here/area_stat.awk" \
    -f "$here/area_report.awk" "$out/library.txt" "$out/blocks.txt"
[ ! -d "$private" ] || awk -v out="$out" -f "$here/area_stat.awk" \
    -f "$here/area_shared.awk" "$out/library.txt" "$out/blocks.txt"

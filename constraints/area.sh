#!/bin/bash
# Area of a generated chip: area.sh CHIP OUT [LIBERTY]                        (docs/area.md)
#
# CHIP is a folder written by `memloom gen`. Each distinct leaf block (module and parameters, from
# the manifest) is mapped once and multiplied by its instances. Prints one table; OUT/area.json
# holds
# the same figures.
set -euo pipefail
here=$(dirname "$0")
chip=$1 out=$2 library=${3-}
osu=/usr/share/qflow/tech/osu018/osu018_stdcells
mkdir -p "$out"

if [ -z "$library" ]; then
    [ -f $osu.lib ] ||
        { echo "$osu.lib is missing: apt-get install qflow-tech-osu018, or LIB=" >&2; exit 2; }
    awk -f "$here/fix_area.awk" $osu.lef $osu.lib > "$out/cells.lib"
    library='OSU018 (180 nm), areas from its LEF'
else
    [ -f "$library" ] || { echo "LIB=$library: no such file" >&2; exit 2; }
    case $library in *.gz) gunzip -c "$library" ;; *) cat "$library" ;; esac > "$out/cells.lib"
fi
awk -f "$here/area_library.awk" "$out/cells.lib" > "$out/library.txt"
awk '$1 == "driver" { print "set_driving_cell", $2 } $1 == "load" { print "set_load", $2 }' \
    "$out/library.txt" > "$out/abc.constr"
{
    cat "$here/area_storage.v"
    sed 's/^module ram_1r1w /module ram_1r1w_flops /' "$chip/ram_1r1w.v"
    sed 's/^module regfile_1r1w /module regfile_1r1w_flops /' "$chip/regfile_1r1w.v"
} > "$out/storage.v"

# One line per distinct block, FLOPS NAME BLOCK PARAMETER=VALUE ..., and its paths in
# NAME.instances.
# Relies on the manifest's layout: one member of an object per line.
awk -v out="$out" '
    /^ *"block":/ { block = $2; gsub(/[",]/, "", block) }
    /^ *"parameters":/ && block {
        list = $0
        gsub(/^[^{]*\{|["{}]|, *$/, "", list)
        gsub(/: */, "=", list)
        gsub(/, */, " ", list)
    }
    /^ *"storage":/ && block { flops = $NF + 0 }
    /^ *"instances":/ && block {
        name = block (count[block]++ ? "_" count[block] : "")
        gsub(/.*\[|\].*|"/, "")
        gsub(/, */, "\n")
        print > (out "/" name ".instances")
        print flops, name, block, list
        block = ""
    }' "$chip/manifest.json" > "$out/manifest.txt"
cut -d ' ' -f 2- "$out/manifest.txt" > "$out/blocks.txt"

# The largest first, so that two workers end together.
sort -rn "$out/manifest.txt" | cut -d ' ' -f 2- |
    xargs -P 2 -I LINE bash -c "$here/area_block.sh $chip $out LINE"

awk -v out="$out" -v library="$library" -f "$here/area_report.awk" \
    "$out/library.txt" "$out/blocks.txt"

# Sourced by area.sh, timing.sh, peers.sh, fpga.sh and power.sh: the library, and the blocks of a chip mapped to its gates.

# use_folder OUT: sets `out`, OUT under a name without blanks and quotes: Yosys, ABC and OpenSTA split their commands
# at spaces.
use_folder() {
    plain=$(mktemp -d)
    trap 'rm -rf "$plain"' EXIT
    ln -s "$(realpath "$1")" "$plain/out"
    out=$plain/out
}

# use_library OUT [LIBERTY]: leaves in OUT cells.lib (areas corrected), library.txt (what awk found in
# it), abc.constr and storage.v. Sets `library` (its name for reports) and `out`.
use_library() {
    local osu=/usr/share/qflow/tech/osu018/osu018_stdcells
    out=$1 library=${2-}
    mkdir -p "$out"
    if [ -z "$library" ]; then
        [ -f $osu.lib ] ||
            { echo "$osu.lib is missing: apt-get install qflow-tech-osu018, or LIB=" >&2; exit 2; }
        awk -f "$here/fix_area.awk" $osu.lef $osu.lib > "$out/cells.lib"
        library='OSU018 (180 nm), areas from its LEF'
    else
        [ -e "$library" ] || { echo "LIB=$library: no such file" >&2; exit 2; }
        [ -f "$library" ] || { echo "LIB=$library: not a file" >&2; exit 2; }
        case $library in
        *.gz) gunzip -cq -- "$library" > "$out/cells.lib" 2> "$out/gunzip.out" ||
            { echo "LIB=$library: not a whole gzip file ($(grep . "$out/gunzip.out" | sed 's/.*: //'))" >&2; exit 2; } ;;
        *) cat -- "$library" > "$out/cells.lib" ;;
        esac
    fi
    use_folder "$out"
    export library # awk would read backslashes in -v
    awk -f "$here/library.awk" "$out/cells.lib" > "$out/library.txt" || exit 2
    awk '$1 == "driver" { print "set_driving_cell", $2 } $1 == "load" { print "set_load", $2 }' \
        "$out/library.txt" > "$out/abc.constr"
}

# read_switch NAME: the variable of the environment that says yes by 1, no by 0 or nothing; `switch` is 1 or nothing.
read_switch() {
    switch=${!1-}
    case $switch in
    0 | '') switch= ;;
    1) ;;
    *) echo "$1=$switch: must be 1, or 0" >&2; exit 2 ;;
    esac
}

# use_clock_gates: CLOCK_GATES of the environment: 1: blocks are mapped with clock gates (clock_gates_map.v).
use_clock_gates() {
    read_switch CLOCK_GATES
    export map_clock_gates=$switch
    [ -z "$map_clock_gates" ] || grep -q '^clock_gate ' "$out/library.txt" ||
        { echo "CLOCK_GATES: the library has no clock gate (clock_gating_integrated_cell) and no latch to build one" >&2; exit 2; }
}

# use_storage CHIP: the storage wrappers of that chip as mapping sees them, in OUT/storage.v.
use_storage() {
    cat "$here/storage.v" > "$out/storage.v"
    sed 's/^module ram_1r1w /module ram_1r1w_flops /' "$1/ram_1r1w.v" >> "$out/storage.v"
    sed 's/^module regfile_1r1w /module regfile_1r1w_flops /' "$1/regfile_1r1w.v" >> "$out/storage.v"
}

# list_blocks CHIP PREFIX CORE: a line per distinct block, see manifest_blocks.awk.
list_blocks() {
    awk -v chip="$1" -v out="$out" -v prefix="$2" -v core="$3" -f "$here/manifest_blocks.awk" \
        "$1/manifest.json"
}

# list_wanted CHIP: all its distinct blocks in OUT/manifest.txt, or those that BLOCKS in the environment names.
list_wanted() {
    list_blocks "$1" '' '' > "$out/manifest.txt"
    [ -n "${BLOCKS-}" ] || return 0
    awk -v wanted="$BLOCKS" -f "$here/wanted_blocks.awk" "$out/manifest.txt" > "$out/wanted.txt" || exit 2
    mv "$out/wanted.txt" "$out/manifest.txt"
}

# node_instances CHIP: MODULE INSTANCE for each module that gpu_mem.v holds, the first of its instances.
node_instances() {
    awk '/^  [a-z_0-9]+ (#\(.*\) )?[a-z_0-9]+ \($/ && !seen[$1]++ { print $1, $(NF - 1) }' "$1/gpu_mem.v"
}

# map_blocks SCRIPT FILE...: SCRIPT (map_block.sh, time_block.sh or fpga_block.sh) for the blocks of such lists, the largest first,
# so that two workers end together.
map_blocks() {
    local script=$here/$1
    shift
    sort -rn "$@" | cut -d ' ' -f 2- | xargs -d '\n' -n 1 -P 2 bash -c '"$0" "$1" $2' "$script" "$out"
}

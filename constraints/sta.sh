# Sourced by timing.sh, peers.sh and time_block.sh, which set `here` and `out`.

# What moves with the network's enable alone: a block of that name, or some of them linked.
domain_of() { case $1 in router* | mc_router*) echo network ;; *) echo core ;; esac; }

# sta_run NAME NETLIST...: timing.tcl on module NAME of the netlists. OpenSTA ends with 0 whatever happens: its
# verdict is a line. A module that it did not find it takes for a black box.
sta_run() {
    local name=$1 driver log=$out/$1.sta
    shift
    driver=$(awk '$1 == "driver" { print $2 }' "$out/library.txt")
    [ "$name" = fo4 ] ||
        awk -v fo4="$(cat "$out/fo4")" -f "$here/macro_library.awk" "$@" > "$out/$name.lib"
    out=$out TOP=$name NETLISTS=$* SDC=$out/$(domain_of "$name").sdc DRIVER=$driver \
        sta -no_init -no_splash -exit "$here/timing.tcl" < /dev/null > "$log" 2>&1 || true
    grep -q '^TIMED' "$log" && ! grep -Eq '^Error|Creating black box' "$log" && return
    echo "$name: OpenSTA could not time it: $(grep -m 1 -E '^Error|FAILED|black box' "$log")" >&2
    return 1
}

need_sta() {
    command -v sta > /dev/null || { echo "OpenSTA (sta) is missing: apt-get install opensta" >&2; exit 2; }
}

# The delay of an inverter that drives four to OUT/fo4, from a chain of twelve: six stages after three that shape
# the edge.
measure_fo4() {
    awk -f "$here/fo4.awk" "$out/library.txt" > "$out/fo4.v"
    sta_run fo4 || exit 2
    awk '$4 ~ /^s3_0\// { from = $2 } $4 ~ /^s9_0\// { print ($2 - from) / 6 }' "$out/fo4.paths" > "$out/fo4"
}

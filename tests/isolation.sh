#!/bin/bash
# A missing isolation shows, in four states: the bench of mc_router fails with each clamp taken out of the
# RTL, and with the reset of a body that wakes up; as it stands it passes. (In two states: the faults of
# mc_router in tests/faults/blocks.txt.) Last line: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
# shellcheck source=tests/faults/plant.sh
. tests/faults/plant.sh
out=build/isolation
passed=0 failed=0
rm -rf "$out"

# bench NAME: the bench with the RTL of $out/NAME
bench() {
    DESIGN="$(cat rtl/mechanisms) -y $out/$1 -y gen/assertions" BUILD="$out/$1.build" tb/run.sh mc_router > "$out/$1.log" 2>&1
}
copy() {
    mkdir -p "$out/$1"
    awk -v folder="$out/$1" -f tools/bind.awk build/ports/*_assertions.sv rtl/*.v
}
verdict() { # GOOD WHAT
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
    fi
}
# without NAME OLD NEW WORDS: it fails, and says so
without() {
    copy "$1"
    plant "$out/$1/mc_router.v" "$2" "$3" || { verdict 1 "$1: not planted"; return; }
    bench "$1"
    [ $? -eq 1 ] && grep -q "$4" "$out/$1.log"
    verdict $? "$1: the bench does not find it"
}

[ -e build/ports/stamp ] || { echo "the assertions of the blocks are missing: make build/ports/stamp"; exit 2; }
copy whole
bench whole
verdict $? "the bench fails as it is: $out/whole.log"
while read -r field clamp; do
    without "clamp_$field" "edge_$field & ~{$clamp{isolate}}" "edge_$field" 'not so: \|unknown behind a reset'
done << 'END'
valid PORTS
vc PORTS*VC_BITS
tail PORTS
flit PORTS*FLIT_BITS
credit PORTS*VCS
END
without reset 'loses ? lost_rst : rst | isolate' 'loses ? lost_rst : rst' 'not so: \|unknown behind a reset'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

#!/bin/bash
# The same stimulus on the SystemC platform over the model, in lockstep, and on the platform over RTL: all end in the same cycle with
# the right result, and how fast. Arguments: those of `memloom lockstep`. Exit status 0 only when all is equal, 2 after bad input.
set -uo pipefail
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

platform() { # FORM ARGUMENTS
    echo "== platform --backend $1"
    build/systemc/platform --backend "$1" "${@:2}" >"$logs/$1"
    local status=$?
    cat "$logs/$1"
    return $status
}
# The model first: it takes no time, and what the component refuses is told before a chip is compiled for it.
platform model "$@" || exit
echo "== memloom lockstep (the first time the chip is verilated and compiled)"
build/memloom lockstep "$@" >"$logs/lockstep" || { status=$?; cat "$logs/lockstep"; exit "$status"; }
grep -E '^(lockstep|result):' "$logs/lockstep"
platform rtl "$@" || exit

cycles() { grep -Eo '[0-9]+ cycles' "$1" | head -n 1; }
speed() { grep -Eo "$2 [0-9]+ cycles/s" "$1" | grep -Eo '[0-9]+'; }
for form in rtl model; do
    [ "$(cycles "$logs/$form")" = "$(cycles "$logs/lockstep")" ] ||
        { echo "systemc: DIFFERENT: $(cycles "$logs/$form") with $form, $(cycles "$logs/lockstep") in lockstep"; exit 1; }
done
echo "systemc: EQUAL: $(cycles "$logs/lockstep") in lockstep, over RTL and over the model"
awk -v platform="$(speed "$logs/rtl" 'cycles,')" -v rtl="$(speed "$logs/lockstep" 'RTL alone')" 'BEGIN {
    printf "systemc: %d cycles/s over RTL, lockstep'"'"'s RTL side %d: %.2f of it\n", platform, rtl, platform / rtl }'

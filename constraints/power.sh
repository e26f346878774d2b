#!/bin/bash
# Energy of a workload's events: power.sh OUT WORKLOAD [ARGUMENT]...                 (docs/power.md)
#
# OUT/chip is a folder written by `memloom gen`; the chip's options are in the environment, CHIP. The run is one of the model;
# LOCKSTEP=1: in lockstep with the RTL, which shows that its counters count the RTL's events. Prints a table; OUT/power.json.
set -euo pipefail
here=$(dirname "$0") out=$1
shift
. "$here/map.sh"
read_switch LOCKSTEP
run=(sim)
[ -z "$switch" ] || run=(lockstep --work "$out/lockstep")
# shellcheck disable=SC2086 # options are words
build/memloom "${run[@]}" ${CHIP-} --json "$out/run.json" "$@" > "$out/run.txt" 2>&1 || { tail -n 3 "$out/run.txt" >&2; exit 2; }
[ -z "$switch" ] || grep '^lockstep: ' "$out/run.txt"
jq -r --slurpfile manifest "$out/chip/manifest.json" -f "$here/power_events.jq" "$out/run.json" > "$out/events.txt"
awk -v json="$out/power.json" -f "$here/flit_energy.awk" -f "$here/power.awk" "$here/energies.txt" "$out/events.txt"

#!/bin/bash
# Simulation from an imported trace of Accel-Sim against the built-in kernel of the same warp
# instructions: instructions of the processor for the whole run, as callgrind counts them, which
# other programs do not disturb. vectoradd is a trace of the real kernel, of MEMLOOM_DATA.
memloom=${MEMLOOM:-build/memloom}
data=${MEMLOOM_DATA:-/work/shared/data}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v valgrind >/dev/null || { echo "no valgrind, which counts the instructions"; exit; }

# ARGUMENT...: cycles, warp instructions, instructions of the processor
run() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$memloom" sim "$@" 2>"$work/err" |
        awk '$1 == "cycles" || $1 == "warp_instructions" { printf "%s ", $2 }'
    sed -n 's/.*Collected : //p' "$work/err"
}

# NAME PRESET TRACE WORKLOAD...: one row
measure() {
    local name=$1 preset=$2 trace=$3
    shift 3
    "$memloom" trace import -o "$work/imported" "$trace" || exit 1
    {
        run --preset "$preset" "$@"
        run --preset "$preset" --trace "$work/imported"
        run --preset "$preset" --trace "$trace"
    } | awk -v name="$name" '{ cycles[NR] = $1; warp[NR] = $2; own[NR] = $3 }
        END {
            if (!own[3] || warp[1] != warp[2]) { print name ": not the same instructions"; exit 1 }
            printf "%-22s %8d %8d %8d %10.1f %10.1f %10.1f %6.3f\n", name, warp[1], cycles[1], cycles[2],
                own[1] / 1e6, own[2] / 1e6, own[3] / 1e6, own[2] / own[1]
        }' || exit 1
}

printf '%-22s %8s %8s %8s %10s %10s %10s %6s\n' load warps cycles imported built-in imported "as text" ratio
mkdir "$work/copy"
awk -v blocks=60 -v iterations=16 -f tests/bench/copy_trace.awk >"$work/copy/kernel-1.traceg"
printf 'MemcpyHtoD,0x7f0000000000,%d\nkernel-1.traceg\n' $((60 * 16 * 768)) >"$work/copy/kernelslist.g"
measure "gtx480 copy" gtx480 "$work/copy" copy blocks=60 iterations=16
trace=$data/traces/vectoradd-50000
[ ! -r "$trace" ] || measure "qv100 vectoradd" qv100 "$trace" vectoradd n=50000

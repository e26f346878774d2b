#!/bin/bash
# The organizations of the last-level cache that isca19 compares, on the preset isca19: tests/bench/llc.sh [KERNEL...]
#
# Per kernel, with the class that the paper has it in: cycles in which kernels run with shared slices; speed with private ones, with
# adaptive ones by the paper's rules and by trial, against that; what these two lose to the better of shared and private; miss rate of
# the slices, shared and private; messages that they answer per cycle, likewise; lines that more than one cluster asks for within 1,000
# cycles [figure 3]; profiles that chose private slices, of all, rules and trial; share of the cycles in which cores were stalled for
# changes, likewise. Model only, without data. Kernels run for less than the paper's billion instructions: epochs and profiles are
# shorter in proportion. The network is one with two inputs of the switch per port (docs/adaptive_llc.md); SETTINGS="--set KEY=VALUE..."
# in the environment: another one. LONG=1: larger kernels, longer epochs and windows. Takes some minutes. KERNEL: names of those that
# run, all else.
cd "$(dirname "$0")/../.." || exit 2
settings=${SETTINGS---set vcs=2 --set noc_speedup=2 --set llc_private_bandwidth=27}
only=" $* "
times="--set llc_epoch=200000 --set llc_profile=5000 --set llc_warm=1000 --set llc_window=3000"
[ -z "${LONG-}" ] || times="--set llc_epoch=500000 --set llc_profile=5000"

run() { # LABEL MODE CHOOSER KERNEL: label key value
    # shellcheck disable=SC2086
    build/memloom sim --preset isca19 $times $settings --no-data --sharing --set llc_mode="$2" --set llc_chooser="$3" $4 2>/dev/null |
        awk -v label="$1" '$1 ~ /^(kernels.cycles|l2\.|llc\.)/ { print label, $1, $2 }'
}

row() { # CLASS KERNEL LONG_KERNEL
    [ -z "${LONG-}" ] || set -- "$1" "${3-$2}"
    [ "$only" = "  " ] || [[ $only == *" ${2%% *} "* ]] || return
    { run shared shared rules "$2" && run private private rules "$2" && run rules adaptive rules "$2" && run trial adaptive trial "$2"; } |
        awk -v class="$1" -v kernel="$2" '
            { value[$1, $2] = $3 }
            function cycles(mode) { return value[mode, "kernels.cycles"] }
            function chosen(mode) { return value[mode, "llc.chosen_private"] "/" value[mode, "llc.decisions"] }
            function stalled(mode) { return 100 * value[mode, "llc.stall_cycles"] / cycles(mode) }
            END {
                best = cycles("shared") < cycles("private") ? cycles("shared") : cycles("private")
                printf "%-8s %-36s %9d %6.3f %6.3f %6.3f %5.1f%% %5.1f%% %6.3f %6.3f %6.2f %6.2f %6.1f%% %7s %7s %4.1f%% %4.1f%%\n", class, kernel,
                    cycles("shared"), cycles("shared") / cycles("private"), cycles("shared") / cycles("rules"), cycles("shared") / cycles("trial"),
                    100 * (cycles("rules") / best - 1), 100 * (cycles("trial") / best - 1),
                    value["shared", "l2.miss_rate"], value["private", "l2.miss_rate"],
                    value["shared", "l2.response_rate"], value["private", "l2.response_rate"],
                    100 * (1 - value["shared", "l2.clusters_1"]), chosen("rules"), chosen("trial"), stalled("rules"), stalled("trial")
            }'
}

printf '%-8s %-36s %9s %6s %6s %6s %6s %6s %6s %6s %6s %6s %7s %7s %7s %s\n' class kernel shared priv rules trial loses "" miss priv resp priv \
    sharing "private" "" "stalled"
row private "conv maps=64 outs=128" "conv maps=64 outs=512"
row private "squeeze maps=48 outs=16 groups=16" "squeeze maps=48 outs=16 groups=32"
row private "nn images=64" "nn images=256"
row private "mm n=192" "mm n=256"
row shared "lud n=512"
row shared "conv3d size=256 planes=16" "conv3d size=512 planes=16"
row shared "gemm m=512 n=512 k=256" "gemm m=512 n=640 k=256"
row shared "backprop n=65536" "backprop n=262144"
row shared "btree"
row neutral "vectoradd n=4000000" "vectoradd n=16000000"
row neutral "blackscholes n=2000000 blocks=480" "blackscholes n=8000000 blocks=480"

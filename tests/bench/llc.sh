#!/bin/bash
# The organizations of the last-level cache that isca19 compares, on the preset isca19: tests/bench/llc.sh
#
# Per kernel, with the class that the paper has it in: cycles in which kernels run with shared slices; speed with private and with
# adaptive ones, and of the better one of shared and private, against that; what adaptive loses to the better one; miss rate of the
# slices, shared and private; messages that they answer per cycle, likewise; lines that more than one cluster asks for within 1,000
# cycles [figure 3]; profiles that chose private slices; share of the cycles in which cores were stalled for changes. Model only,
# without data. Kernels run for far less than the paper's billion instructions: epochs and profiles are shorter in proportion.
# Takes some minutes. SETTINGS="--set KEY=VALUE..." in the environment: of another chip.
cd "$(dirname "$0")/../.." || exit 2

run() { # MODE KERNEL: key=value lines
    # shellcheck disable=SC2086
    build/memloom sim --preset isca19 ${SETTINGS-} --no-data --sharing --set llc_epoch=200000 --set llc_profile=5000 --set llc_mode="$1" $2 2>/dev/null |
        awk -v mode="$1" '$1 ~ /^(kernels.cycles|l2\.|llc\.)/ { print mode, $1, $2 }'
}

row() { # CLASS KERNEL
    local mode
    for mode in shared private adaptive; do run "$mode" "$2"; done |
        awk -v class="$1" -v kernel="$2" '
            { value[$1, $2] = $3 }
            END {
                shared = value["shared", "kernels.cycles"]; private = value["private", "kernels.cycles"]
                adaptive = value["adaptive", "kernels.cycles"]; best = shared < private ? shared : private
                printf "%-8s %-36s %9d %6.3f %6.3f %6.3f %5.1f%% %6.3f %6.3f %6.2f %6.2f %6.1f%% %3d of %-3d %4.1f%%\n", class, kernel,
                    shared, shared / private, shared / adaptive, shared / best, 100 * (adaptive / best - 1),
                    value["shared", "l2.miss_rate"], value["private", "l2.miss_rate"],
                    value["shared", "l2.response_rate"], value["private", "l2.response_rate"],
                    100 * (1 - value["shared", "l2.clusters_1"]), value["adaptive", "llc.chosen_private"],
                    value["adaptive", "llc.decisions"], 100 * value["adaptive", "llc.stall_cycles"] / adaptive
            }'
}

printf '%-8s %-36s %9s %6s %6s %6s %6s %6s %6s %6s %6s %7s %s\n' class kernel shared priv adapt best loses miss priv resp priv sharing "chose private, stalled"
row private "conv maps=64 outs=128"
row private "squeeze maps=48 outs=16 groups=16"
row private "nn images=64"
row private "mm n=192"
row shared "lud n=512"
row shared "conv3d size=256 planes=16"
row shared "gemm m=512 n=512 k=256"
row shared "backprop n=65536"
row shared "btree"
row neutral "vectoradd n=4000000"
row neutral "blackscholes n=2000000 blocks=480"

#!/bin/bash
# Two programs side by side on the preset isca19, 40 SMs each, five of each cluster (docs/multi_program.md): tests/bench/llc_programs.sh [NAME...]
#
# Per pair and views: cycles of each program; speed of each against both shared, and their mean; weighted speed-up against each program
# alone on its SMs with shared slices, which the paper calls system throughput [isca19 section 6.3], and what it is against both shared;
# choices of private slices, of all, of each program; cycles in which cores were stalled for changes. Model only, without data; epochs,
# profiles and windows as those of tests/bench/llc.sh, SETTINGS in the environment, too. NAME: first programs of the pairs that run, all else.
cd "$(dirname "$0")/../.." || exit 2
memloom=${MEMLOOM:-build/memloom}
settings=${SETTINGS---set vcs=2 --set noc_speedup=2 --set llc_private_bandwidth=27}
only=" $* "
times="--set llc_epoch=200000 --set llc_profile=5000 --set llc_warm=1000 --set llc_window=3000"

run() { # LABEL OPTIONS PAIR: label key value
    # shellcheck disable=SC2086
    "$memloom" sim --preset isca19 $times $settings --no-data --set programs=2 $2 $3 2>/dev/null |
        awk -v label="$1" '$1 == "program" { at = $2 + 0 } $1 == "llc.stall_cycles" { print label, "stalled", $2 }
            $1 ~ /^(cycles|alone|ipc|choices|private)$/ && at != "" { print label, $1 at, $2 }'
}

pair() { # PAIR: programs joined by +, the first one private-friendly
    [ "$only" = "  " ] || [[ $only == *" ${1%% *} "* ]] || return
    { run "both shared" "--set llc_mode=private --views shared,shared --alone" "$1"
        run "both private" "--set llc_mode=private" "$1"
        run "private, shared" "--set llc_mode=private --views choice,shared" "$1"
        run "by the rules" "--set llc_mode=adaptive --set llc_chooser=rules" "$1"
        run "by trial" "--set llc_mode=adaptive --set llc_chooser=trial" "$1"; } |
        awk -v pair="$1" '
            { label = $1; for (i = 2; i < NF - 1; i++) label = label " " $i; value[label, $(NF - 1)] = $NF }
            label != last { order[++labels] = last = label }
            function speed(label, program) { return value["both shared", "cycles" program] / value[label, "cycles" program] }
            function weighted(label, program, sum) {
                for (program = 0; program < 2; program++) sum += value["both shared", "alone" program] / value[label, "cycles" program]
                return sum
            }
            function chosen(label, program) {
                return ((label, "choices" program) in value) ? value[label, "private" program] "/" value[label, "choices" program] : "-"
            }
            END {
                printf "%s, alone %d + %d\n", pair, value["both shared", "alone0"], value["both shared", "alone1"]
                for (i = 1; i <= labels; i++) {
                    label = order[i]
                    printf "  %-16s %9d %9d  %6.3f %6.3f %6.3f  %6.3f %+6.1f%% %7s %7s %8d\n", label, value[label, "cycles0"], value[label, "cycles1"],
                        speed(label, 0), speed(label, 1), (speed(label, 0) + speed(label, 1)) / 2, weighted(label),
                        100 * (weighted(label) / weighted("both shared") - 1), chosen(label, 0), chosen(label, 1), value[label, "stalled"]
                }
            }'
}

printf '%-18s %9s %9s  %6s %6s %6s  %6s %7s %7s %7s %8s\n' views cycles "" speed "" mean STP "" private "" stalled
pair "squeeze maps=48 outs=16 groups=8 + lud n=192"
pair "mm n=128 + lud n=192"
pair "nn images=32 + lud n=192"
pair "mm n=128 + backprop n=32768"

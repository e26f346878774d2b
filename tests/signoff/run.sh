#!/bin/bash
# make signoff: every figure of targets.txt, measured and judged (docs/signoff.md).
#   tests/signoff/run.sh [STEP...]     these steps; the others' figures as they were measured before
# Figures are kept per step in $SIGNOFF (build/signoff); a step whose tool has not changed since is not run again, so a run that broke
# off goes on where it was; $SIGNOFF/STEP.seconds has what each took of the processors. Prints a table; $SIGNOFF/signoff.json and
# index.html hold the same. Exit status 1 when something is not reached or not measured, 2 for an unknown step.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
here=tests/signoff out=${SIGNOFF:-build/signoff}
. $here/steps.sh
for step; do
    [[ " $steps " == *" $step "* ]] || { echo "signoff: no step $step; there are: $steps" >&2; exit 2; }
done
mkdir -p "$out"

# What a step's figures depend on: the tool, which carries rtl/, and the scripts.
tool=$(cat build/memloom constraints/* tests/bench/* $here/steps.sh | cksum)
TIMEFORMAT='%U %S'
processor() { awk '{ all += $1 + $2 } END { printf "%.0f s of the processors", all }'; }

ran=
for step in ${*:-$steps}; do
    [ "$(cat "$out/$step.tool" 2> /dev/null)" = "$tool" ] && continue
    work=$out/$step
    rm -rf "$work" "$out/$step.tool"
    mkdir -p "$work"
    start=$SECONDS ran=1
    if { time "step_$step" > "$work/figures.part" 2>&3; } 3>&2 2> "$out/$step.seconds" && [ -s "$work/figures.part" ]; then
        mv "$work/figures.part" "$out/$step.figures"
        echo "$tool" > "$out/$step.tool"
        echo "signoff: $step, $((SECONDS - start)) s, $(processor < "$out/$step.seconds")" >&2
    else
        rm -f "$out/$step.figures"
        echo "signoff: $step: nothing was measured" >&2
    fi
done

[ -z "$ran" ] || echo "signoff: all that is kept, $(cat "$out"/*.seconds | processor)" >&2
figures=()
for step in $steps; do [ ! -f "$out/$step.figures" ] || figures+=("$out/$step.figures"); done
awk -v json="$out/signoff.json" -v page="$out/index.html" -v revision="$(git rev-parse --short HEAD 2> /dev/null || echo unknown)" \
    -f $here/report.awk $here/targets.txt ${figures[@]+"${figures[@]}"}

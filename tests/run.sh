#!/bin/bash
# Runs test steps, two at a time: tests/run.sh NAME COMMAND [NAME COMMAND]...  JOBS=n: n at a time; `then` in
# place of a name: what follows begins when all before has ended. Each step's
# output goes to build/test/NAME.log; a failed step's last lines are shown, and its name again at the end. A step
# that closes with `N passed, N failed`, `, N skipped` and how much it compared behind it or not, counts its
# own cases, any other counts as one. Ends with the total of the cases in the same form; exit status
# 1 when anything failed.
set -u
mkdir -p build/test
results=$(mktemp)
trap 'rm -f "$results"' EXIT

step() { # NAME COMMAND: a line for the reader, and `PASSED FAILED SKIPPED NAME` in `results`
    local name=$1 log=build/test/$1.log began=$SECONDS status counts good bad left detail
    bash -c "$2" >"$log" 2>&1 </dev/null
    status=$?
    counts=$(grep -E '^([A-Za-z-]+: )?[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    good=$(grep -Eo '[0-9]+ passed' <<<"$counts") bad=$(grep -Eo '[0-9]+ failed' <<<"$counts")
    left=$(grep -Eo '[0-9]+ skipped' <<<"$counts") good=${good% *} bad=${bad% *} left=${left% *}
    if [ -z "$good" ]; then
        good=$((status == 0)) bad=$((status != 0))
    elif [ "$status" != 0 ] && [ "$bad" = 0 ]; then
        bad=1
    fi
    echo "$good $bad ${left:-0} $name" >>"$results"
    detail=$(grep -Eo '\(.*\)$' <<<"$counts")
    # One write, so that the steps' lines do not mix.
    if [ "$bad" = 0 ]; then
        printf '%-22s ok    %s\n' "$name" "$good tests${left:+, $left skipped}${detail:+ $detail}, $((SECONDS - began)) s"
    else
        printf '%-22s FAIL  %s\n%s\n' "$name" \
            "$bad of $((good + bad)) tests, $((SECONDS - began)) s; all of it: $log" \
            "$(tail -n 15 "$log" | sed 's/^/    | /')"
    fi
}

running=0
while [ $# -gt 1 ]; do
    [ "$1" != then ] || { wait; running=0; shift; }
    [ "$running" -lt "${JOBS:-2}" ] || { wait -n; running=$((running - 1)); }
    step "$1" "$2" &
    running=$((running + 1))
    shift 2
done
wait
awk '{ passed += $1; failed += $2; skipped += $3; if ($2) names = names " " $4 }
    END {
        print passed + 0 " passed, " failed + 0 " failed" (skipped ? ", " skipped " skipped" : "") (names ? ":" names : "")
        exit !(passed && !failed)
    }' "$results"

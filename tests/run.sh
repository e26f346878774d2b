#!/bin/bash
# Runs test steps, two at a time: tests/run.sh NAME COMMAND [NAME COMMAND]...  JOBS=n: n at a time; `then` in
# place of a name: what follows begins when all before has ended. Each step's
# output goes to build/test/NAME.log; a failed step's last lines are shown, and its name again at the end. A step
# that closes with `N passed, N failed`, `, N skipped` and how much it compared behind it or not, counts its
# own cases, any other counts as one. build/test/times.txt has for each step the seconds that it took and those of all
# processors, the largest first; their sums come with the slowest steps before the last line, the total of
# the cases in the same form. Exit status 1 when anything failed.
set -u
mkdir -p build/test
results=$(mktemp) times=build/test/times.txt
trap 'rm -f "$results" "$results".*' EXIT
TIMEFORMAT='%R %U %S'

step() { # NAME COMMAND: a line for the reader, and `PASSED FAILED SKIPPED NAME SECONDS PROCESSOR` in `results`
    local name=$1 log=build/test/$1.log status counts good bad left detail took
    { time bash -c "$2" >"$log" 2>&1 </dev/null; } 2>"$results.$name"
    status=$?
    took=$(awk 'END { printf "%.0f %.1f", $1, $2 + $3 }' "$results.$name")
    counts=$(grep -E '^([A-Za-z-]+: )?[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    good=$(grep -Eo '[0-9]+ passed' <<<"$counts") bad=$(grep -Eo '[0-9]+ failed' <<<"$counts")
    left=$(grep -Eo '[0-9]+ skipped' <<<"$counts") good=${good% *} bad=${bad% *} left=${left% *}
    if [ -z "$good" ]; then
        good=$((status == 0)) bad=$((status != 0))
    elif [ "$status" != 0 ] && [ "$bad" = 0 ]; then
        bad=1
    fi
    echo "$good $bad ${left:-0} $name $took" >>"$results"
    detail=$(grep -Eo '\(.*\)$' <<<"$counts")
    # One write, so that the steps' lines do not mix.
    if [ "$bad" = 0 ]; then
        printf '%-22s ok    %s\n' "$name" "$good tests${left:+, $left skipped}${detail:+ $detail}, ${took% *} s"
    else
        printf '%-22s FAIL  %s\n%s\n' "$name" \
            "$bad of $((good + bad)) tests, ${took% *} s; all of it: $log" \
            "$(tail -n 15 "$log" | sed 's/^/    | /')"
    fi
}

running=0 began=$SECONDS
while [ $# -gt 1 ]; do
    [ "$1" != then ] || { wait; running=0; shift; }
    [ "$running" -lt "${JOBS:-2}" ] || { wait -n; running=$((running - 1)); }
    step "$1" "$2" &
    running=$((running + 1))
    shift 2
done
wait
{
    echo "# step, seconds that it took, seconds of processor"
    awk '{ print $4, $5, $6 }' "$results" | sort -k 3,3nr
} >"$times"
awk -v took=$((SECONDS - began)) -v times="$times" '
    FILENAME == times && !/^#/ { all += $3; if (++rows <= 5) slowest = slowest ", " $1 " " $3 }
    FILENAME == times { next }
    { passed += $1; failed += $2; skipped += $3; if ($2) names = names " " $4 }
    END {
        if (rows > 1) print took " s, " all " s of processor" slowest ": " times
        print passed + 0 " passed, " failed + 0 " failed" (skipped ? ", " skipped " skipped" : "") (names ? ":" names : "")
        exit !(passed && !failed)
    }' "$times" "$results"

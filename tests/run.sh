#!/bin/bash
# Runs test steps one after the other: tests/run.sh NAME COMMAND [NAME COMMAND]...  Each step's
# output goes to build/test/NAME.log; a failed step's last lines are shown. A step that closes
# with `N passed, N failed`, `, N skipped` and how much it compared behind it or not, counts its
# own cases, any other counts as one. Ends with the total of the cases in the same form; exit status
# 1 when anything failed.
set -u
mkdir -p build/test
passed=0
failed=0
skipped=0
while [ $# -gt 1 ]; do
    name=$1 command=$2 log=build/test/$1.log
    shift 2
    printf '%-22s ' "$name"
    began=$SECONDS
    bash -c "$command" >"$log" 2>&1 </dev/null
    status=$?
    counts=$(grep -E '^([A-Za-z-]+: )?[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    good=$(grep -Eo '[0-9]+ passed' <<<"$counts") bad=$(grep -Eo '[0-9]+ failed' <<<"$counts")
    left=$(grep -Eo '[0-9]+ skipped' <<<"$counts") good=${good% *} bad=${bad% *} left=${left% *}
    if [ -z "$good" ]; then
        good=$((status == 0)) bad=$((status != 0))
    elif [ "$status" != 0 ] && [ "$bad" = 0 ]; then
        bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    skipped=$((skipped + left))
    detail=$(grep -Eo '\(.*\)$' <<<"$counts")
    if [ "$bad" = 0 ]; then
        echo "ok    $good tests${left:+, $left skipped}${detail:+ $detail}, $((SECONDS - began)) s"
    else
        echo "FAIL  $bad of $((good + bad)) tests, $((SECONDS - began)) s; all of it: $log"
        tail -n 15 "$log" | sed 's/^/    | /'
    fi
done
left=
[ $skipped = 0 ] || left=", $skipped skipped"
echo "$passed passed, $failed failed$left"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

#!/bin/bash
# Runs test steps one after the other: tests/run.sh NAME COMMAND [NAME COMMAND]...  Each step's
# output goes to build/test/NAME.log; a failed step's last lines are shown. A step that closes
# with `N passed, M failed` counts its own tests, any other counts as one. Ends with the total in
# the same form; exit status 1 when anything failed.
set -u
mkdir -p build/test
passed=0
failed=0
while [ $# -gt 1 ]; do
    name=$1 command=$2 log=build/test/$1.log
    shift 2
    printf '%-22s ' "$name"
    began=$SECONDS
    bash -c "$command" >"$log" 2>&1 </dev/null
    status=$?
    counts=$(grep -E '^([A-Za-z-]+: )?[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1 | grep -Eo '[0-9]+ (passed|failed)')
    good=$(echo "$counts" | awk '/passed/ { print $1 }') bad=$(echo "$counts" | awk '/failed/ { print $1 }')
    if [ -z "$good" ]; then
        good=$((status == 0)) bad=$((status != 0))
    elif [ "$status" != 0 ] && [ "$bad" = 0 ]; then
        bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    if [ "$bad" = 0 ]; then
        echo "ok    $good tests, $((SECONDS - began)) s"
    else
        echo "FAIL  $bad of $((good + bad)) tests, $((SECONDS - began)) s; all of it: $log"
        tail -n 15 "$log" | sed 's/^/    | /'
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

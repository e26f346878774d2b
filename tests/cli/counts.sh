#!/bin/bash
# The total of `make test` counts cases: what tests/run.sh makes of steps that close in any of the
# forms they may.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"
run=$(realpath "$(dirname "$0")/../run.sh")

# total LINE STATUS STEPS...: the steps end with this line and status
total() {
    local line=$1 status=$2 said
    shift 2
    said=$(cd "$work" && "$run" "$@")
    [ $? = "$status" ] && [ "$(tail -n 1 <<<"$said")" = "$line" ] || { echo "$said"; return 1; }
}

check "comparisons are no cases" \
    total "7 passed, 0 failed" 0 a "echo '3 passed, 0 failed (8216639 checks)'" b "echo 'name: 4 passed, 0 failed'"
check "a step that counts nothing is one case" total "2 passed, 0 failed" 0 a true b "echo done"
check "skipped cases are counted beside the others" \
    total "4 passed, 0 failed, 3 skipped" 0 a "echo '2 passed, 0 failed, 3 skipped (7 checks)'" b "echo '2 passed, 0 failed'"
check "a failed case fails the whole, which names its step" \
    total "2 passed, 1 failed: a" 1 a "echo '2 passed, 1 failed (5 checks)'; false"
check "a step that dies after its count has failed" \
    total "2 passed, 1 failed: a" 1 a "echo '2 passed, 0 failed'; exit 3"
check "a step that fails without a count has failed" total "1 passed, 1 failed: b" 1 a true b false
check "the last count of a step is its own" \
    total "5 passed, 0 failed" 0 a "echo '9 passed, 0 failed'; echo '5 passed, 0 failed'"
check "what stands behind then begins when all before has ended" \
    total "3 passed, 0 failed" 0 a "sleep 1; touch began" b true then c "rm began"
for script in run model; do
    check "no fault of that name is no passed step: $script.sh" \
        bash -c '"$0" nosuch; [ $? = 2 ]' "$(dirname "$0")/../faults/$script.sh"
done
check "nothing passed is a failure" total "0 passed, 0 failed, 1 skipped" 1 a "echo '0 passed, 0 failed, 1 skipped'"
report

#!/bin/bash
# The tool can be run in every moment in which it is linked anew, as steps of `make test` run beside each other.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

${MAKE:-make} -s -W build/gen/command/main.o build/memloom >"$work/link" 2>&1 &
linking=$! runs=0 refused=0
while kill -0 "$linking" 2>/dev/null; do
    build/memloom --version >"$work/version" 2>&1 || refused=$((refused + 1))
    runs=$((runs + 1))
done
check "it is linked" wait "$linking"
check "it was run meanwhile, $runs times" [ "$runs" -gt 10 ]
check "it ran each time, but $refused" [ "$refused" = 0 ]
report

#!/bin/bash
# The tool can be run in every moment in which it is linked anew, as steps of `make test` run beside each other. In a folder
# of links with a copy of the tool, whose link, by the same rule, is one without optimisation across files: seconds, not half a minute.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

tree=$work/tree
mkdir -p "$tree/build/gen/command"
for name in *; do [ "$name" = build ] || ln -s "$PWD/$name" "$tree/$name"; done
cp build/memloom build/libmemloom.a "$tree/build" && cp build/gen/command/main.o "$tree/build/gen/command"

${MAKE:-make} -s -C "$tree" -o build/libmemloom.a -o build/gen/command/main.o -W build/gen/command/main.o CFLAGS="-O2 -fno-use-linker-plugin" build/memloom >"$work/said_by_make" 2>&1 &
linking=$! runs=0 refused=0
while kill -0 "$linking" 2>/dev/null; do
    "$tree/build/memloom" --version >"$work/version" 2>&1 || refused=$((refused + 1))
    runs=$((runs + 1))
done
check "it is linked" wait "$linking"
check "it is another one now" bash -c '! cmp -s "$1" build/memloom' - "$tree/build/memloom"
check "it was run meanwhile, $runs times" [ "$runs" -gt 10 ]
check "it ran each time, but $refused" [ "$refused" = 0 ]
report

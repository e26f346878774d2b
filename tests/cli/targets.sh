#!/bin/bash
# Targets of the makefile whose variables name what there is: a misspelt name is one line, and nothing is built for it.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

told() { # PATTERN TARGET VARIABLE=VALUE...: by make in one line
    timeout 60 "${MAKE:-make}" -s "${@:2}" >"$work/out" 2>"$work/err"
    local status=$?
    cat "$work/err"
    [ "$status" = 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q "\*\*\* $1" "$work/err"
}
while read -r target variable; do
    check "make $target $variable=" told "$variable: there is no fifoo; there are: [a-z]" "$target" "$variable=fifoo"
done <<END
lint BLOCKS
formal BLOCKS
benches BENCHES
flows FLOWS
fuzz FUZZ
lockstep-blocks BLOCKS
icarus-replay BLOCKS
coverage BLOCKS
mutants BLOCKS
faults BLOCKS
gates BLOCKS
END
while read -r target value; do
    check "make $target $value" told "$value: must be of whole numbers" "$target" BLOCKS=fifo "$value"
done <<END
lockstep-blocks CYCLES=1e5
lockstep-blocks SEEDS=
lockstep-blocks SEEDS=1 two
icarus-replay REPLAY_CYCLES=abc
coverage COVERAGE_CYCLES=-1
gates LIMIT=abc
mutants MUTANTS=many
END
check "a block, and the node, as gates" "${MAKE:-make}" -n gates BLOCKS="fifo node"
check "a node has an area" "${MAKE:-make}" -n area BLOCKS=core_node
refused() { # PATTERN TARGET VARIABLE=VALUE...: by memloom in one line, before make's own
    timeout 60 "${MAKE:-make}" -s "${@:2}" >"$work/out" 2>"$work/err"
    local status=$?
    cat "$work/err"
    [ "$status" = 2 ] && [ ! -s "$work/out" ] && [ "$(grep -vc '^make' "$work/err")" = 1 ] && grep -q -- "$1" "$work/err"
}
for cores in "" 0 abc 257; do
    check "make area CORES=$cores" refused "^memloom: --cores: cores = $cores: the value must be 1..256 cores" area CORES=$cores AREA="$work/area"
done
report

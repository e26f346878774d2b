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
lockstep-limits BLOCKS
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
# A chip is named for make gates as for make area.
gates_of() { # OPTIONS VARIABLE=VALUE...: what the script gets
    "${MAKE:-make}" -n gates BLOCKS=axi_port "${@:2}" | grep -q -- "^CHIP='$1' tests/gates/run.sh "
}
check "make gates of no chip" gates_of ''
check "make gates PRESET=" gates_of '--preset tiny' PRESET=tiny
check "make gates SET=" gates_of '--preset pact20 --cores=4 --set partitions=2 --set mem_port=axi4' SET=mem_port=axi4
check "make gates CORES=" gates_of '--preset tiny --cores=3' PRESET=tiny CORES=3
check "make gates of another chip's block" refused "^BLOCKS: the chip has no block axi_port" \
    gates PRESET=tiny BLOCKS="mshr axi_port" GATES="$work/gates"
check "make gates of no such chip" refused "^memloom: --cores: cores = 0: the value must be 1..256 cores" \
    gates CORES=0 BLOCKS=fifo GATES="$work/gates"
for cores in "" 0 abc 257; do
    check "make area CORES=$cores" refused "^memloom: --cores: cores = $cores: the value must be 1..256 cores" area CORES=$cores AREA="$work/area"
done
check "make area-shared of a chip without shared L1s" refused "^area-shared: the chip has no shared L1s: SET=shared_l1=on" \
    area-shared PRESET=tiny AREA="$work/area"
check "make area-shared of some blocks" refused "^BLOCKS: area-shared maps all that a shared L1 adds" area-shared BLOCKS=mshr AREA="$work/area"
# The same chip without shared L1s, whatever ways its cores had to each other. A block that is not there: nothing is mapped.
without_sharing() {
    refused "^BLOCKS: the chip has no block fifoo" area PRESET=tiny SET="shared_l1=on vcs=6 remote_via=$1" BLOCKS=fifoo AREA="$work/area" &&
        [ -f "$work/area/chip/requester.v" ] && [ -f "$work/area/private/l1_arbiter.v" ] && [ ! -f "$work/area/private/requester.v" ]
}
check "make area, messages between cores pass the L2" without_sharing l2
check "make area, cores have a crossbar" without_sharing crossbar
report

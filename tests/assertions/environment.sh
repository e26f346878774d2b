#!/bin/bash
# Rules of what stands outside of the chip, and of what it may rely on, each broken once in the chip
# of tb/flows with its assertions, simulated by Icarus; a run in which none is broken is silent. Where
# the core keeps the order of its requests (rule 3) the chip is one without shared L1s.
# Last line: N passed, N failed.
cd "$(dirname "$0")/../.." || exit 2
out=build/assertions/environment
passed=0 failed=0

# Number, scope behind the chip, words; number 0 breaks nothing.
rules() {
    cat <<'END'
1 core_0.assertions.rules.ask      there is no kind 5 of requests
2 core_0.assertions.rules.ask      is under way already
3 core_0.assertions.rules.ask      conflicts with id
4 core_0.assertions.request_offer  an offer that was not taken is withdrawn
5 core_0.assertions.request_line_stays  changes before its offer is taken
6 mem_0.assertions.rules           a line for read 3, which is not under way
7 core_0.assertions.rules.answer   an answer for id 40, which is not under way
8 mem_0.assertions.rules           read 3 is under way already
END
}

# run NUMBER: writes its log
run() {
    local bench=environment_tb
    [ "$1" != 3 ] || bench=conflict_tb
    timeout 60 vvp -n "$out/$bench.vvp" "+fault=$1" >"$out/$1.log" 2>&1
}

# judge NUMBER WHAT CONDITION...
judge() {
    if "${@:3}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "fault $1: not so: $2, see $out/$1.log"
    fi
}

# fired NUMBER SCOPE WORDS: behind the plant, by that assertion
fired() {
    [ "$(head -n 1 "$out/$1.log")" = planted ] && ! grep -q '^silent' "$out/$1.log" &&
        grep -A1 "FATAL: .*: .*$3" "$out/$1.log" | grep -q "Scope: [a-z]*_tb.uut.$2\$"
}

rm -rf "$out"
mkdir -p "$out"
# build BENCH CHIP
build() {
    iverilog -g2005 -Wall -y tb/flows -I . -s "$1" -o "$out/$1.vvp" "tests/assertions/$1.v" \
        "$out/$2/gpu_mem_assertions.v" -y "$out/$2" >"$out/$1.build.log" 2>&1
}
tb/flows/run.sh -c "$out/chip" && build environment_tb chip &&
    tb/flows/run.sh -c "$out/plain" "cores=1 partitions=1 lsu_ids=64 llc_mshr_entries=8 request_order=core" &&
    build conflict_tb plain || { echo "0 passed, 1 failed"; exit 1; }
judge 0 "silent when nothing is broken" run 0
timeout 60 vvp -n "$out/conflict_tb.vvp" >"$out/two_loads.log" 2>&1
judge two_loads "two loads of a line do not conflict" grep -q '^silent' "$out/two_loads.log"
while read -r number scope words; do
    run "$number" && echo "fault $number ends without an error" >>"$out/$number.log"
    judge "$number" "$scope says '$words'" fired "$number" "$scope" "$words"
done < <(rules)
echo "$passed passed, $failed failed"
[ $failed = 0 ]

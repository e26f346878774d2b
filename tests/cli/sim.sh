#!/bin/bash
# The command line of `memloom sim`: verdict and exit status, JSON, options that change no cycle,
# bad input.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

run() { # OPTION...: statistics in $work/out, JSON in $work/json, its exit status
    "$memloom" sim --cores 3 --set partitions=2 --json "$work/json" "$@" >"$work/out" 2>"$work/err"
}

run gemm m=24 n=24 k=24
check "a right result exits with 0" [ $? = 0 ]
check "the verdict comes first" grep -q '^result: correct, gemm' "$work/out"
check "the JSON file can be read and has the agreed keys" python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
for key in "cycles instructions ipc l1.accesses l1.misses l2.accesses l2.misses dram.reads dram.writes noc.flits".split():
    assert stats[key] > 0, key
assert abs(stats["ipc"] - stats["instructions"] / stats["cycles"]) < 1e-5
assert sum(stats["load.latency_bins"]) == stats["load.requests"]
assert sum(link["flits"] for link in stats["noc.request.links"] if link["to"] == "local") == stats["noc.request.flits"]
' "$work/json"
cp "$work/json" "$work/first"
run gemm m=24 n=24 k=24
check "a second run gives the same bytes" cmp -s "$work/first" "$work/json"
run --no-skip gemm m=24 n=24 k=24
check "--no-skip changes nothing" cmp -s "$work/first" "$work/json"
run --shuffle 7 gemm m=24 n=24 k=24
check "--shuffle changes nothing" cmp -s "$work/first" "$work/json"
run --no-data gemm m=24 n=24 k=24
check "--no-data changes only what was checked" \
    cmp -s <(grep -v checked_bytes "$work/first") <(grep -v checked_bytes "$work/json")
run --seed 2 bfs rmat=6
cp "$work/json" "$work/first"
run --seed 3 bfs rmat=6
check "another seed is another graph" [ "$(cat "$work/first")" != "$(cat "$work/json")" ]
run --cycles 500 gemm m=24 n=24 k=24
check "--cycles stops there" grep -q '^result: stopped at cycle 500,' "$work/out"

check "no workload" refuses 'no workload' sim --preset tiny
check "an unknown workload gets a suggestion" refuses "did you mean 'gemm'" sim gem
check "an unknown option" refuses 'help' sim --no-such-option gemm
check "a bad number" refuses 'x1' sim --seed x1 gemm
check "a workload beyond the address space" \
    refuses 'address_bits' sim --set address_bits=24 stream n=4000000
check "a trace that does not exist" refuses 'nowhere' sim --trace "$work/nowhere"
check "a JSON file that cannot be written" \
    bash -c '! "$0" sim --preset tiny --json "$1/no/folder/x" gemm m=8 n=8 k=8 >/dev/null 2>&1' "$memloom" "$work"
report

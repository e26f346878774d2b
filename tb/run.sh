#!/bin/bash
# Runs the directed benches in Icarus Verilog, all of them or those named.
#
#   tb/run.sh [BENCH...]                      e.g. tb/run.sh fifo router
#
# A bench fails when its compilation or its run says anything beyond the summary line, on $fatal
# and after LIMIT seconds (60). Defects of a bench or a block thus cannot hide behind a warning.
# Last line: N passed, N failed. FOLDER (tb) has the benches, DESIGN the options by which iverilog
# finds the modules (those of rtl/ with their assertions), BUILD (build/FOLDER) the results.
cd "$(dirname "$0")/.." || exit 2
folder=${FOLDER:-tb}
build=${BUILD:-build/$folder}
passed=0 failed=0
if [ -z "${DESIGN-}" ]; then
    [ -e build/ports/stamp ] || { echo "the assertions of the blocks are missing: make build/ports/stamp"; exit 2; }
    mkdir -p "$build/rtl"
    awk -v folder="$build/rtl" -f tools/bind.awk build/ports/*_assertions.sv rtl/*.v
fi
design=${DESIGN:-$(cat rtl/mechanisms) -y $build/rtl -y gen/assertions}
mkdir -p $build
[ $# -gt 0 ] || set -- $(cd "$folder" && ls ./*_tb.v | sed 's|^\./||; s|_tb\.v$||')

# run BENCH: says on stdout what is wrong; the summary line of the bench goes to $build/BENCH.log
run() {
    iverilog -g2005 -Wall $design -I . -s "$1_tb" -o "$build/$1.vvp" "$folder/$1_tb.v" \
        > "$build/$1.log" 2>&1 ||
        { cat "$build/$1.log"; return; }
    [ -s "$build/$1.log" ] && { cat "$build/$1.log"; return; }
    timeout "${LIMIT:-60}" vvp -n "$build/$1.vvp" > "$build/$1.log" 2>&1
    local status=$?
    [ $status -eq 124 ] && echo "no end after ${LIMIT:-60} s"
    [ $status -ne 0 ] && { cat "$build/$1.log"; echo "exit status $status"; return; }
    grep -q "^$1: passed" "$build/$1.log" || echo "the line '$1: passed ...' is missing"
    grep -v -e "^$1: passed" -e '\$finish called' "$build/$1.log"
}

for bench; do
    complaint=$(run "$bench")
    if [ -z "$complaint" ]; then
        passed=$((passed + 1))
        grep "^$bench: passed" "$build/$bench.log"
    else
        failed=$((failed + 1))
        printf '%s: FAILED\n%s\n' "$bench" "$complaint"
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]

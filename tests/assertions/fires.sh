#!/bin/bash
# Every assertion of every block, and of SM and DRAM channel, broken once by itself: it fires at once,
# says its rule, and its scope is the one expected; before that, and when nothing is broken, nothing
# fires. Each block has as many as rules.txt says.
#
#   tests/assertions/fires.sh [BLOCK|sm|dram|axi_dram...]
#
# The benches are made by fires.awk; rules of SM and DRAM channel that are more than a handshake:
# environment.sh. Last line: N passed, N failed.
cd "$(dirname "$0")/../.." || exit 2
out=build/assertions/fires
passed=0 failed=0
rm -rf "$out"
mkdir -p "$out"

# complain NUMBER TEXT...
complain() {
    failed=$((failed + 1))
    echo "$block: fault $1: ${*:2}, see $out/$block/$1.log"
}

# try NUMBER CHECK SCOPE WORDS...: that one fires
try() {
    local log=$out/$block/$1.log
    if vvp -n "$out/$block/bench.vvp" "+fault=$1" >"$log" 2>&1; then
        complain "$1" "$2 $3 does not fire"
    elif [ "$(head -n 1 "$log")" != planted ]; then
        complain "$1" "something fires before $2 $3 is broken"
    elif ! grep -A1 "FATAL: .*: .*${*:4}" "$log" | grep -q "Scope: fires.assertions.$3\$"; then
        complain "$1" "not by $2 $3: ${*:4}"
    else
        passed=$((passed + 1))
    fi
}

# fire BLOCK FILE: all of its assertions
fire() {
    local number=0
    block=$1
    mkdir -p "$out/$block/bound"
    awk -v module="$block" -v list="$out/$block/list" -f tests/assertions/fires.awk "$2" >"$out/$block/bench.v" &&
        awk -v folder="$out/$block/bound" -f tools/bind.awk "$2" &&
        iverilog -g2005 -Wall -y gen/assertions -s fires -o "$out/$block/bench.vvp" "$out/$block/bench.v" \
            "$out/$block/bound/"*.v >"$out/$block/build.log" 2>&1 || { complain build "cannot be built"; return; }
    [ "$(vvp -n "$out/$block/bench.vvp" 2>&1)" = silent ] || complain none "not silent when nothing is broken"
    while read -r line; do
        # shellcheck disable=SC2086
        try "$number" $line
        number=$((number + 1))
    done <"$out/$block/list"
    echo "$block: $number faults"
    [ "$number" = "$(sed -n "s/^$block //p" tests/assertions/rules.txt)" ] || {
        failed=$((failed + 1))
        echo "$block: not as many as in tests/assertions/rules.txt"
    }
}

build/memloom gen --preset tiny -o "$out/chip" || exit 2
build/memloom gen --preset tiny --set mem_port=axi4 -o "$out/axi_chip" || exit 2
if [ $# = 0 ]; then
    rules=$(awk '!/^#/ { sum += $2 } END { print sum }' tests/assertions/rules.txt)
    grep -q "DRAM channels: $rules |" docs/assertions.md || {
        failed=1
        echo "docs/assertions.md: not the $rules of tests/assertions/rules.txt"
    }
    set -- $({ grep -l '^bind ' build/ports/*_assertions.sv | sed 's,.*/,,; s,_assertions.sv,,'
        sed -n 's/^\([a-z].*\) .*/\1/p' tests/assertions/rules.txt; } | sort -u)
fi
for name; do
    file=build/ports/${name}_assertions.sv
    [ -e "$file" ] || file=$out/chip/gpu_mem_assertions.sv
    [ "$name" != axi_dram ] || file=$out/axi_chip/gpu_mem_assertions.sv
    fire "$name" "$file"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]

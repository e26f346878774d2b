#!/bin/bash
# Small blocks as gates, and that a wrong gate is told: told.sh                     (docs/gates.md)
#
# Each block must be equal and proved equal. Then gates of a netlist are exchanged, one at a time, and a flop's input is X: the
# replay must tell each. Last line: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
. tests/gates/replay.sh
out=$PWD/build/gates-told name=fifo_gates_WIDTH70_DEPTH3 recorded=build/lockstep/fifo/WIDTH70_DEPTH3
tests/gates/run.sh "$out" rr_arbiter fifo > "$out.log" || { cat "$out.log"; exit 1; }
cat "$out.log"
counts=($(tail -n 1 "$out.log" | tr -dc '0-9 '))
passed=${counts[0]} failed=${counts[1]}
[ "$(grep -c ' proved$' "$out.log")" = "$passed" ] || failed=$((failed + 1)) # all of these are

# A harness that is there hides that `make gates` does not ask for it.
make -Bn gates BLOCKS=fifo | grep -- '-o build/lockstep/fifo/harness' > /dev/null || { failed=$((failed + 1)); echo "make gates does not build the harness"; }

# A block that is left out is no check that passed.
tests/gates/run.sh "$out/none" fifo_without_harness rr_arbiter > /dev/null 2>&1
[ $? = 2 ] || { failed=$((failed + 1)); echo "a block without a harness: MISSED"; }

mkdir -p "$out/wrong"
cp "$out"/cells.* "$out/wrong"
wrong() { # EXPRESSION WHAT: a sed command on the netlist
    sed "$1" "$out/$name.v" > "$out/wrong/$name.v"
    cmp -s "$out/$name.v" "$out/wrong/$name.v" && { echo "$2: nothing changed"; exit 2; }
    replay_gates "$out/wrong" $name fifo $recorded/replay.v $recorded/vectors.txt
    if [ $? = 1 ] && grep -q ': recorded' "$out/wrong/$name.replay"; then
        passed=$((passed + 1)) && echo "$2: told, $(grep -m 1 ': recorded' "$out/wrong/$name.replay")"
    else
        failed=$((failed + 1)) && echo "$2: MISSED"
    fi
}

# one of the kind in the middle, and the last
for pair in NAND2X1:NOR2X1 OAI21X1:AOI21X1 NOR2X1:NAND2X1; do
    mapfile -t lines < <(grep -n "^  ${pair%:*} " "$out/$name.v" | cut -d : -f 1)
    for part in 2 5; do
        [ ${#lines[@]} -ge 5 ] || continue
        line=${lines[${#lines[@]} * part / 5 - 1]}
        wrong "${line}s/${pair%:*}/${pair#*:}/" "${pair%:*} for ${pair#*:} in line $line"
    done
done
line=$(grep -n -m 1 '^  DFF' "$out/$name.v" | cut -d : -f 1)
wrong "$line,$((line + 4))s/\.D(.*)/.D(1'bx)/" "a flop's input is X, line $line"
# What is left of a netlist without a reset is told from random states, too, and not by an X alone.
wrong "0,/(rst)/s/(rst)/(1'b0)/" "a gate without the reset"
if grep -q "recorded .* Icarus [01]*$" "$out/wrong/$name.replay"; then
    passed=$((passed + 1))
else
    failed=$((failed + 1)) && echo "a gate without the reset: told by an X alone"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]

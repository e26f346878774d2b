#!/bin/bash
# A core node as gates: node.sh OUT                                               (docs/gates.md)
#
# Maps the blocks of core 0 of a chip (CHIP, options of `memloom gen`: that chip, else tiny) and links them as the chip does. The
# node replays in Icarus what `memloom vectors` records at its blocks (NODE_CYCLES, 300) from X, or where only an X differs from
# random states, every output of every block compared; then Verilator builds the chip with that node in the place of core 0, and
# it runs a workload in lockstep to its end. OUT as run.sh leaves it.
# Last line: N passed, N failed. Exit status: 0, 1 (a difference) or 2.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
here=constraints
. constraints/map.sh
. tests/gates/replay.sh
out=$(realpath "$1") options=${CHIP:---preset tiny} chip=$out/node
vectors=$out/vectors overlay=$out/overlay netlist=gates_core_node
chip_name=${options#--preset } # a preset alone by its name
cannot() { echo "node.sh: $1" >&2; exit 2; }
rm -rf "$chip" "$vectors" "$overlay" "$out"/gates_*
mkdir -p "$overlay"
# shellcheck disable=SC2086 # options are words
build/memloom gen $options -o "$chip" > /dev/null || exit 2
use_folder "$out"
chip=$out/node
use_storage "$chip"

list_blocks "$chip" gates_ '' > "$out/blocks.txt"
while read -r name block; do
    grep -q '^core_0\.' "$out/$name.instances" && grep " $name $block" "$out/blocks.txt"
done < <(cut -d ' ' -f 3,4 "$out/blocks.txt") > "$out/node.txt"
map_blocks map_block.sh "$out/node.txt" || cannot "not mapped"
names=$(cut -d ' ' -f 3 "$out/node.txt")
for name in $names; do
    sed -n "s/^core_0\.\(.*\)/\1 $name/p" "$out/$name.instances"
done > "$out/places.txt"
{
    awk -f constraints/mapped_node.awk "$out/places.txt" "$chip/core_node.v" | sed "s/^module core_node /module $netlist /"
    cat $(printf "$out/%s.v " $names)
} > "$out/$netlist.v"
storage_models "$out/$netlist.v" > "$out/$netlist.storage.v"
split_netlist "$out" $netlist || cannot "no netlist for the simulators"
cells=$(cat $(printf "$out/%s.stat " $names) | awk '/Number of cells:/ { n += $NF } END { print n }')
passed=0 failed=0
verdict() { # STATUS WORDS
    if [ "$1" = 0 ]; then passed=$((passed + 1)); echo "$2: equal"; else failed=$((failed + 1)); echo "$2: DIFFERS"; fi
}

# Icarus
instances=$(cut -d ' ' -f 1 "$out/places.txt")
build/memloom vectors $options --cycles "${NODE_CYCLES:-300}" -o "$vectors" $(printf -- '--instance core_0.%s ' $instances) \
    stencil > /dev/null || cannot "no vectors"
awk -v module=$netlist -f tests/gates/node_bench.awk "$chip/core_node.v" $(printf "$vectors/core_0.%s.v " $instances) > "$out/$netlist.bench.v" ||
    cannot "no bench"
REPLAY_LIMIT=${REPLAY_LIMIT:-1800}
# shellcheck disable=SC2046 # one argument an instance
replayed "$out" $netlist "replay $(printf 'replay_%s ' $instances)" $(for i in $instances; do echo "+$i=$vectors/core_0.$i.vectors"; done)
status=$?
[ $status != 2 ] || cannot "Icarus"
cat "$out/$netlist.replay"
verdict $status "core node of $chip_name, $cells cells, in Icarus"

# Verilator, with the cells' functions: one module, a net per bit, for it gives wrong values where bits of a vector depend on each
# other and it takes that for a loop.
yosys -q -p "read_liberty -ignore_miss_func $out/cells.lib; write_verilog -noattr $overlay/gates_cells.v" || cannot "no cells"
split_netlist "$out" $netlist flatten || cannot "no netlist for Verilator"
mv "$out/$netlist.split.v" "$overlay/$netlist.v"
cat "$out/$netlist.storage.v" >> "$overlay/gates_cells.v"
sed -i '1i /* verilator lint_off UNOPTFLAT */ /* verilator lint_off WIDTH */' "$overlay"/*.v
sed "s/^  core_node core_0 (/  $netlist core_0 (/" "$chip/gpu_mem.v" > "$overlay/gpu_mem.v"
# Verilator 5.006 makes mistakes in trees of operations on single bits, which netlists are full of, unless it leaves them alone.
for list in gpu_mem.f gpu_mem_sim.f; do { echo -fno-const-bit-op-tree; echo "gates_cells.v"; echo "$netlist.v"; cat "$chip/$list"; } > "$overlay/$list"; done
build/memloom lockstep $options --overlay "$overlay" --work "$out/chips" --report "$out/report" --optimise 0 \
    ${NODE_WORKLOAD:-stencil} > "$out/node.lockstep" 2>&1
status=$?
tail -n 4 "$out/node.lockstep"
verdict $status "chip of $chip_name with core 0 as gates, ${NODE_WORKLOAD:-stencil} in lockstep"
echo "$passed passed, $failed failed"
[ $failed = 0 ]

#!/bin/bash
# Maps one leaf block to gates: map_block.sh OUT CHIP NAME BLOCK [PARAMETER=VALUE ...]
#
# CHIP is a folder written by `memloom gen`, or one with the blocks as they stand in rtl/, whose file `mechanisms` says
# which optional ports are there. OUT holds cells.lib, storage.v and abc.constr (constraints/map.sh makes them), and may
# hold NAME.constants, lines PORT VALUE: inputs that are tied (-nounset: without it Yosys cuts them off from what reads them by
# another name, and all that is decided by them is gone). Leaves OUT/NAME.v (the netlist, a module NAME), OUT/NAME.stat,
# OUT/NAME.macros (the storage macros, dumped) and, with KEEP_MAPPED in the environment, OUT/NAME.mapped (the netlist as
# Yosys wrote it). Macros are cells ram_WORDSxWIDTHmMASK and regfile_WORDSxWIDTH in the netlist.
# A netlist depends on the block's own text alone: ABC meets gates in the order of their names, which hold the paths of sources and
# numbers that count on from one to the next. So only what the block instantiates is read, under paths that are always the same,
# and numbers begin at a million: what is read before shifts them, and their order changes only where they get a digit more.
# -nordff: a register behind a read stays there; yosys would move it to the address. With map_clock_gates in the environment
# wide registers with an enable have clock gates (clock_gates_map.v), cells clock_gate.
set -eu
out=$1 chip=$2 name=$3 block=$4
shift 4
chparam="" tie=""
for parameter; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
[ ! -f "$out/$name.constants" ] || while read -r port value; do
    tie+="delete -input w:$port; connect -nounset -set $port $value; "
done < "$out/$name.constants"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
ln -s "$(realpath "$chip")" "$place/chip"
ln -s "$(realpath "$out")" "$place/out"
ln -s "$(realpath "$(dirname "$0")")" "$place/constraints"
whole= gates=
[ -z "${map_clock_gates-}" ] || {
    whole="-run begin:fine"
    driver=$(awk '$1 == "driver" { print "-D DRIVER=" $2, "-D DRIVER_IN=" $3, "-D DRIVER_OUT=" $4 }' "$out/library.txt")
    gates="opt -fast -full; memory_map; opt -undriven -fine; opt -full
        read_verilog -lib constraints/clock_gate.v
        techmap $driver -map constraints/clock_gates_map.v
        synth -nordff -top $block -run fine:check"
}
echo 'autoidx 1000000' > "$place/numbers.il"
source=
grep -q "^module $block " "$out/storage.v" || source=chip/$block.v
mechanisms=$(cat "$chip/mechanisms" 2> /dev/null) || true
(cd "$place" && yosys -q -l "out/$name.log" -p "
    read_rtlil numbers.il
    read_liberty -ignore_miss_func -lib out/cells.lib
    ${mechanisms:+verilog_defines $mechanisms}
    read_verilog out/storage.v $source
    hierarchy -check -libdir chip -top $block$chparam
    ${tie:+proc; cd $block; ${tie}check -assert; cd ..}
    synth -nordff -flatten -top $block $whole
    $gates
    dfflibmap -liberty out/cells.lib
    abc -liberty out/cells.lib -D 5000 -constr out/abc.constr
    clean
    check -mapped -assert
    rename -top $name
    tee -q -o out/$name.macros dump t:storage_macro t:storage_flops
    tee -q -o out/$name.stat stat -liberty out/cells.lib
    write_verilog -noattr -noexpr -nohex -nodec out/$name.mapped") > "$out/$name.out" 2>&1 ||
    { echo "$name: synthesis failed: $(grep -m 1 ERROR "$out/$name.log"), see $(realpath "$out")/$name.log" >&2; exit 1; }
awk -f "$(dirname "$0")/plain_netlist.awk" "$out/$name.mapped" > "$out/$name.v"
[ -n "${KEEP_MAPPED-}" ] || rm "$out/$name.mapped"

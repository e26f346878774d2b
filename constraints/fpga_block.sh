#!/bin/bash
# The arrays of a leaf block, and the block on the FPGA when core 0 has it:
#   fpga_block.sh OUT CHIP NAME BLOCK [PARAMETER=VALUE ...]
# Leaves OUT/NAME.arrays (its memories and their write masks, dumped), and of a block of core 0 OUT/NAME.stat and
# OUT/NAME.log, where Yosys tells what it makes of each memory. Flattening would name as a memory's source also the
# instances around it; they have none.
set -eu
out=$1 chip=$2 name=$3 block=$4
shift 4
chparam="" synth=""
for parameter; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
if grep -q '^core_0\.' "$out/$name.instances"; then
    synth="design -pop
        synth_xilinx -family xcup -noiopad -noclkbuf -flatten -top $block
        tee -q -o $out/$name.stat stat"
fi
yosys -q -l "$out/$name.log" -p "
    read_verilog $(echo "$chip"/*.v)
    hierarchy -check -top $block$chparam
    design -push-copy
    proc
    memory_collect
    setattr -unset src t:* t:\$mem_v2 %d
    flatten
    tee -q -o $out/$name.arrays dump t:\$mem_v2 w:*.write_mask
    $synth" > "$out/$name.out" 2>&1 ||
    { echo "$name: mapping failed: $(grep -m 1 ERROR "$out/$name.log"), see $(realpath "$out")/$name.log" >&2; exit 1; }

#!/bin/bash
# What is timed as linked: link_nodes.sh OUT, after the blocks of OUT/manifest.txt were mapped. Writes the netlists
# OUT/NODE.v, modules of mapped blocks, and a line NODE BLOCK... for each: the modules of the chip that hold blocks
# (core_node, mem_node), of every kind of router two that face each other, with the flops of their enables, and two nodes
# of the rings.
set -euo pipefail
here=$(dirname "$0") out=$1
. "$here/map.sh"

# Two of a block whose outputs are the other's inputs.
pair() {
    awk -v block="$1" -f "$here/two_routers.awk" "$out/$1.v" > "$out/${1}_pair.v"
    echo "${1}_pair $*"
}

# What holds blocks: MODULE INSTANCE of gpu_mem.v, whose blocks are INSTANCE.NAME in OUT/BLOCK.instances.
# With NODES in the environment these alone.
node_instances "$out/chip" |
while read -r module instance; do
    [ -f "$out/chip/$module.v" ] || continue
    [ -z "${NODES-}" ] || [[ " $NODES " == *" $module "* ]] || continue
    for block in $(cut -d ' ' -f 3 "$out/manifest.txt"); do
        awk -v instance="$instance." -v block="$block" '
            index($0, instance) == 1 { print substr($0, length(instance) + 1), block }' "$out/$block.instances"
    done > "$out/$module.places"
    blocks=$(cut -d ' ' -f 2 "$out/$module.places" | sort -u)
    ! grep -q '^ccn_router' <<< "$blocks" || pair "$(grep '^ccn_router' <<< "$blocks")"
    case $blocks in
    '') continue ;;
    *noc_enable*) # a network: two of each kind of its routers
        for block in $(grep -v noc_enable <<< "$blocks"); do
            pair "$block" noc_enable
        done ;;
    *)
        awk -f "$here/mapped_node.awk" "$out/$module.places" "$out/chip/$module.v" > "$out/$module.mapped"
        for block in $blocks; do
            awk '/^module / { header = 1 } header || /^  (input|output) / || /^endmodule/
                /\);$/ { header = 0 }' "$out/$block.v"
        done > "$out/$module.stubs"
        yosys -q -p "read_verilog -lib $out/$module.stubs; read_verilog $out/$module.mapped; hierarchy -check -top $module
            proc; opt_clean; write_verilog -noattr -noexpr -nohex -nodec $out/$module.mapped" >&2
        awk -f "$here/plain_netlist.awk" "$out/$module.mapped" > "$out/$module.v"
        rm "$out/$module.mapped" "$out/$module.stubs"
        echo "$module" $blocks ;;
    esac
    rm "$out/$module.places"
done

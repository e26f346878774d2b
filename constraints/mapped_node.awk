# A node of the chip with mapped blocks: every instance is of the netlist's module, without parameters.
#   awk -f mapped_node.awk places.txt core_node.v         places.txt: INSTANCE NETLIST
NR == FNR { of[$1] = $2; next }
/^  [a-z_0-9]+ (#\(.*\) )?[a-z_0-9]+ \($/ && $(NF - 1) in of { $0 = "  " of[$(NF - 1)] " " $(NF - 1) " (" }
{ print }

# Energy of the flits of a run, nJ, buffers, switches and links apart:
#   awk -f flit_energy.awk -f crossbars_energy.awk energies.txt ROUTERS FLITS
# ROUTERS: "INSTANCE INPUTS OUTPUTS BITS" per router; FLITS: "INSTANCE FLITS" per output. One long link, half a die, per flit and
# network.
NF > 2 { inputs[$1] = $2; outputs[$1] = $3; bits[$1] = $4; next }
{
    split($1, part, ".")
    stage = part[2]
    sub(/_[0-9]*$/, "", stage)
    buffers += $2 * flit_buffer(bits[$1])
    switches += $2 * flit_switch(bits[$1], inputs[$1], outputs[$1])
    if (stage == "router_0") links += $2 * flit_link(bits[$1], energy["die"] / 2)
}
END { printf "%.1f %.1f %.1f\n", buffers / 1000, switches / 1000, links / 1000 }

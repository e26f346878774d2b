# Energy of the flits of a run, nJ, buffers, switches and links apart (docs/crossbar.md has the sources):
#   awk -f crossbars_energy.awk ROUTERS FLITS
# ROUTERS: "INSTANCE INPUTS OUTPUTS BITS" per router; FLITS: "INSTANCE FLITS" per output. One long link per flit and network.
BEGIN {
    buffer = (2.5 + 3.2) / 128  # pJ per bit written and read: CACTI 7, 32 x 128 bits, one read and one write port, 40 nm
    wire = 0.110                # pJ per bit and mm: DARPA Exascale study 2008, the upper end of its range
    pitch = 0.00014             # mm between wires of the switch at 40 nm, an assumption
    long = 12.3                 # mm of a long link: isca19 section 5, half of a Pascal die
}
NR == FNR { inputs[$1] = $2; outputs[$1] = $3; bits[$1] = $4; next }
{
    split($1, part, ".")
    stage = part[2]
    sub(/_[0-9]*$/, "", stage)
    buffers += $2 * bits[$1] * buffer
    # A matrix: along all outputs, then along all inputs.
    switches += $2 * bits[$1] * (inputs[$1] + outputs[$1]) * bits[$1] * pitch * wire
    if (stage == "router_0") links += $2 * bits[$1] * long * wire
}
END { printf "%.1f %.1f %.1f\n", buffers / 1000, switches / 1000, links / 1000 }

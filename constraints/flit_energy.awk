# Of a flit, pJ, for crossbars_energy.awk and power.awk: energies.txt stands before their other files (docs/power.md has the sources).
FILENAME ~ /energies\.txt$/ { if (!/^#/ && NF) energy[$1] = $2; next }

# Written to a router's buffer and read from it.
function flit_buffer(bits) { return bits * energy["buffer"] }

# Through its switch, a matrix: along all outputs, then along all inputs.
function flit_switch(bits, inputs, outputs) { return bits * (inputs + outputs) * bits * energy["pitch"] * energy["wire"] }

function flit_link(bits, mm) { return bits * mm * energy["wire"] }

# Brings emitted constraints to the speed of a library: every time is multiplied so that the period less its
# uncertainty is BUDGET delays of an inverter that drives four, FO4 ns each. For what stands alone with a budget
# of its own: the chip's exceptions, which name its routers, are left out. A budget above CORE's is that of routers,
# whose enable comes in the core's domain: there is as little time behind it as behind any input of the core's.
#   awk -v budget=28 -v core=28 -v fo4=0.1 -f scale_sdc.awk gpu_mem.sdc
function scaled(position) {
    if (!factor) return
    $position = sprintf("%.5f", $position * factor)
}
# Two passes over the same file: the factor needs the uncertainty, which stands behind the period.
FNR == 1 && NR == 1 { ARGV[ARGC++] = FILENAME }
NR == FNR && $1 == "create_clock" { period = $5 }
NR == FNR && $1 == "set_clock_uncertainty" { uncertainty = $2 }
NR == FNR { next }
FNR == 1 { factor = budget * fo4 / (period - uncertainty) }
$1 == "create_clock" { scaled(5) }
/^set_(clock_uncertainty|input_delay|output_delay) / { scaled(2) }
$1 == "set_input_delay" { late = $2 * core / budget + (budget - core) * fo4 }
/\$routers|^set routers/ { next }
{ print }
END { if (budget > core) printf "set_input_delay %.5f -clock core [get_ports noc_en]\n", late }

# Brings emitted constraints to the speed of a library: every time is multiplied so that the period less its
# uncertainty is BUDGET delays of an inverter that drives four, FO4 ns each. For what stands alone with a budget
# of its own: the chip's exceptions, which name its routers, are left out, and its inputs are all but the clock. With
# CORE, the core's budget, it is for routers. Those have the network's budget, but for what they share with the core's
# domain: `bypass` and `bypassed`, and their enable, which has one cycle of the core. All of it where the flop is
# there that a pair of them has beside each (two_routers.awk); where a router stands alone, 5 delays are left to that.
#   awk -v budget=28 -v fo4=0.1 -f scale_sdc.awk gpu_mem.sdc
#   awk -v budget=56 -v core=28 -v fo4=0.1 -f scale_sdc.awk gpu_mem.sdc
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
/\$routers|^set routers/ { next }
$1 == "set_input_delay" { sub(/\[get_ports .*/, "[delete_from_list [all_inputs] [get_ports clk]]") }
{ print }
END { if (core) {
    print "proc core_port {name kind late} { set port [get_ports -quiet $name]"
    print "    if {[llength $port]} { $kind $late -clock core $port } }"
    printf "core_port noc_en set_input_delay %.5f\n", (budget - core + 5) * fo4
    printf "core_port bypass set_input_delay %.5f\n", (budget - core * 2 / 3) * fo4
    printf "core_port bypassed set_output_delay %.5f\n", (budget - core * 2 / 3) * fo4
    print "set enables [get_pins -quiet enable_*/*/CLK]"
    printf "if {[llength $enables]} { set_max_delay %.5f -from $enables }\n", core * fo4
} }

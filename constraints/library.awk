# Reads a liberty file: the area of the smallest two-input NAND (the unit of gate equivalents), a medium buffer and its
# pins (the driver of the inputs), the smallest inverter and its pins (the unit of delay), the load that mapping counts with, the
# flops, and what a clock gate takes: the smallest one that the library has, or a latch, an AND (a NAND and an inverter)
# and an inverter for the latch's clock.
#   awk -f library.awk cells.lib > library.txt
# Ends with 2 and a line for each kind of cell that mapping needs and the library lacks.
function argument(    text) {
    text = $0
    sub(/.*\([ \t"]*/, "", text)
    sub(/[ \t"]*\).*/, "", text)
    return text
}
/^[ \t]*cell[ \t]*\(/ {
    cell = argument()
    name = tolower(cell)
    area = ""
    muxes += name ~ /mux/
}
/^[ \t]*area[ \t]*:/ && cell && area == "" {
    area = $0
    gsub(/.*:[ \t]*|[ \t]*;.*/, "", area)
    area += 0
    if (name ~ /nand2(x|_|d|$)/ && (!nand || area < nand)) nand = area
    if (name ~ /buf.*[x_]4$/ && (!driver || area < buffer)) {
        driver = cell
        buffer = area
    }
    if (name ~ /(^|_)inv/ && name !~ /clk|lp/ && (!inverter || area < inverter_area)) {
        inverter = cell
        inverter_area = area
    }
}
/^[ \t]*pin[ \t]*\(/ && cell { pin = argument() }
/^[ \t]*direction[ \t]*:/ && cell && (cell == inverter || cell == driver) {
    if (/input/) input_of[cell] = pin
    if (/output/) output_of[cell] = pin
}
/^[ \t]*ff[ \t]*\(/ { flop[flops++] = cell }
/^[ \t]*latch[ \t]*\(/ && (!latch || area < latch) { latch = area }
/^[ \t]*clock_gating_integrated_cell[ \t]*:/ { if (!gate || area < gate) gate = area }
/capacitive_load_unit/ { femto = tolower($0) ~ /ff/ }

function needs(found, what) {
    if (found) return
    print "the library has no " what "; mapping needs one" > "/dev/stderr"
    failed = 2
}

END {
    needs(nand, "two-input NAND (a cell whose name has nand2)")
    needs(driver, "buffer of drive 4 (a name with buf that ends in x4 or _4)")
    needs(output_of[inverter], "inverter (a name that begins with inv)")
    needs(muxes, "multiplexer (a name with mux)")
    needs(flops, "flop (a cell with an ff group)")
    if (failed) exit failed
    print "nand", nand
    print "driver", driver, input_of[driver], output_of[driver]
    print "inverter", inverter, input_of[inverter], output_of[inverter]
    print "load", femto ? 50 : 0.05
    if (gate || latch) print "clock_gate", gate ? gate : latch + nand + 2 * inverter_area
    for (i = 0; i < flops; i++) print "flop", flop[i]
}

# Reads a liberty file: the area of the smallest two-input NAND (the unit of gate equivalents), a medium buffer and its
# pins (the driver of the inputs), the smallest inverter and its pins (the unit of delay), the load that mapping counts with, the
# flops, and what a clock gate takes: the smallest one that the library has, or a latch, an AND (a NAND and an inverter)
# and an inverter for the latch's clock.
#   awk -f library.awk cells.lib > library.txt
# Ends with 2 and a line that names the library (of the environment) for each kind of cell that mapping needs and it lacks.
{
    line = $0
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, " ", line)
    if (in_comment) {
        if (!(end = index(line, "*/"))) next
        line = substr(line, end + 2)
        in_comment = 0
    }
    if (start = index(line, "/*")) {
        line = substr(line, 1, start - 1)
        in_comment = 1
    }
    open += gsub(/{/, "{", line) - gsub(/}/, "}", line)
    n = split(line, part, /[{};]/) # cells may stand in a line
    for (i = 1; i <= n; i++) statement(part[i])
}

function statement(text) {
    if (text ~ /^[ \t]*library[ \t]*\(/) liberty = 1
    else if (text ~ /^[ \t]*cell[ \t]*\(/) {
        cell = argument(text)
        name = tolower(cell)
        area = ""
        muxes += name ~ /mux/
    } else if (text ~ /^[ \t]*area[ \t]*:/ && cell && area == "") {
        area = text
        sub(/.*:/, "", area)
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
    } else if (text ~ /^[ \t]*pin[ \t]*\(/ && cell) pin = argument(text)
    else if (text ~ /^[ \t]*direction[ \t]*:/ && cell && (cell == inverter || cell == driver)) {
        if (text ~ /input/) input_of[cell] = pin
        if (text ~ /output/) output_of[cell] = pin
    } else if (text ~ /^[ \t]*ff[ \t]*\(/) flop[flops++] = cell
    else if (text ~ /^[ \t]*latch[ \t]*\(/ && (!latch || area < latch)) latch = area
    else if (text ~ /^[ \t]*clock_gating_integrated_cell[ \t]*:/ && (!gate || area < gate)) gate = area
    else if (text ~ /capacitive_load_unit/) femto = tolower(text) ~ /ff/
}

function argument(text) {
    sub(/.*\([ \t"]*/, "", text)
    sub(/[ \t"]*\).*/, "", text)
    return text
}

function refuse(what) {
    print ENVIRON["library"] ": " what > "/dev/stderr"
    failed = 2
}

function needs(found, what) {
    if (!found) refuse("the library has no " what "; mapping needs one")
}

END {
    if (!liberty) refuse("no liberty library (it has no library group)")
    else if (open) refuse("the library ends within a group: the file is not whole")
    if (failed) exit failed
    needs(nand, "two-input NAND with an area (a cell whose name has nand2)")
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

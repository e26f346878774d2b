# Reads a liberty file: the smallest two-input NAND (the unit of gate equivalents), a medium
# buffer (the driver of the inputs), the flops, the capacitance unit.
#   awk -f area_library.awk cells.lib > library.txt
/^[ \t]*cell[ \t]*\(/ { cell = $0; sub(/.*\([ \t"]*/, "", cell); sub(/[ \t"]*\).*/, "", cell) }
/^[ \t]*area[ \t]*:/ {
    value = $0
    gsub(/.*:[ \t]*|[ \t]*;.*/, "", value)
    if (tolower(cell) ~ /nand2(x|_|d|$)/ && (!nand || value + 0 < nand)) nand = value + 0
    if (tolower(cell) ~ /buf.*[x_]4$/ && (!driver || value + 0 < buffer)) {
        driver = cell
        buffer = value + 0
    }
}
/^[ \t]*ff[ \t]*\(/ { print "flop", cell }
/capacitive_load_unit/ { femto = tolower($0) ~ /ff/ }
END {
    if (!nand || !driver) {
        print "no NAND2 or no buffer of drive 4 in the library" > "/dev/stderr"
        exit 1
    }
    print "nand", nand
    print "driver", driver
    print "load", femto ? 50 : 0.05
}

# Timing of the storage macros in netlists, as a liberty file: cells ram_WORDSxWIDTHmMASK with one write and one
# registered read port, and cells regfile_WORDSxWIDTH whose read port is not registered. And of clock_gate.
#   awk -v fo4=0.1 -f macro_library.awk NAME.v... > macros.lib
# Read access in delays of an inverter that drives four, by words: CACTI 7 at 65 nm (itrs-hp, 1R1W 0.308 ns for
# 32 words, 0.342 for 128, one port 0.445 for 512), where 28 of them are a cycle of 1.4 GHz. Beyond 512 words:
# banks and 1.5 per level of multiplexer. Assumed, for CACTI does not say: 4 for the setup of every input, in which
# the macro's own address buffers are; the load of an input is what mapping counts with at every output, 0.05 pF.
BEGIN {
    points = split("5 12.1 7 13.4 9 17.5", point, " ")
    print "library (macros) {\n  delay_model : table_lookup;\n  time_unit : \"1ns\";"
    print "  capacitive_load_unit (1, pf);\n  voltage_unit : \"1V\";\n  current_unit : \"1mA\";"
    split("input_threshold_pct_rise input_threshold_pct_fall output_threshold_pct_rise " \
        "output_threshold_pct_fall", threshold, " ")
    for (i = 1; i <= 4; i++) print "  " threshold[i] " : 50;"
    for (edge = 0; edge < 2; edge++) {
        print "  slew_lower_threshold_pct_" (edge ? "rise" : "fall") " : 20;"
        print "  slew_upper_threshold_pct_" (edge ? "rise" : "fall") " : 80;"
    }
}
# A register file that was not mapped: 2.4 per level of its read multiplexer and 3 for the fan-out of an address,
# as a mapped one of 64 words takes.
match($1, /^regfile_[0-9]+x[0-9]+$/) && !($1 in seen) {
    seen[$1]
    split(substr($1, 9), shape, /x/)
    bus_type("a", bits_of(shape[1]))
    bus_type("d", shape[2])
    printf "  cell (%s) {\n", $1
    print "    pin (clk) { direction : input; clock : true; capacitance : 0.03; }"
    input("pin", "write_valid", "")
    input("bus", "write_addr", "a")
    input("bus", "write_data", "d")
    printf "    bus (read_addr) { bus_type : a%s; direction : input; capacitance : 0.05; }\n", $1
    printf "    bus (read_data) { bus_type : d%s; direction : output; max_capacitance : 0.5;\n", $1
    for (i = 0; i < bits_of(shape[1]); i++) {
        printf "      timing () { related_pin : \"read_addr[%d]\"; timing_sense : non_unate;\n", i
        delays(3 + 2.4 * bits_of(shape[1]))
    }
    print "    }\n  }"
}
match($1, /^ram_[0-9]+x[0-9]+m[0-9]+$/) && !($1 in seen) {
    seen[$1]
    split(substr($1, 5), shape, /[xm]/)
    words = shape[1]
    width = shape[2]
    mask = shape[3]
    bus_type("a", bits_of(words))
    bus_type("m", mask)
    bus_type("d", width)
    printf "  cell (%s) {\n", $1
    print "    pin (clk) { direction : input; clock : true; capacitance : 0.03; }"
    input("pin", "write_valid", "")
    input("pin", "read_valid", "")
    input("bus", "write_addr", "a")
    input("bus", "read_addr", "a")
    input("bus", "write_mask", "m")
    input("bus", "write_data", "d")
    printf "    bus (read_data) { bus_type : d%s; direction : output; max_capacitance : 0.5;\n", $1
    printf "      timing () { related_pin : \"clk\"; timing_type : rising_edge;\n"
    delays(access(words))
    print "    }\n  }"
}
# A latch and an AND that have settled before the clock rises: 4, as the inputs of a RAM; OSU018's latch takes 1.3 to 2.8
# from D to Q (input edges of 0.04 and 0.24 ns). Its own load is a latch's, 0.009 pF there. The clock is ideal.
$1 == "clock_gate" && !($1 in seen) {
    seen[$1]
    print "  cell (clock_gate) {\n    clock_gating_integrated_cell : latch_posedge;"
    print "    pin (clk) { direction : input; clock : true; clock_gate_clock_pin : true; capacitance : 0.03; }"
    input("pin", "enable", "", 0.01)
    print "    pin (gated) { direction : output; clock_gate_out_pin : true; max_capacitance : 1;"
    print "      timing () { related_pin : \"clk\"; timing_sense : positive_unate;"
    delays(0)
    print "    }\n  }"
}
END { print "}" }

# The tables of a path of that length, and the end of its group.
function delays(length_in_fo4,    n) {
    split("cell_rise cell_fall rise_transition fall_transition", table, " ")
    for (n = 1; n <= 4; n++)
        printf "        %s (scalar) { values (\"%.4f\"); }\n", table[n], (n <= 2 ? length_in_fo4 : 1) * fo4
    print "      }"
}

function input(kind, name, type, load) {
    printf "    %s (%s) {%s direction : input; capacitance : %s;\n", kind, name,
        type == "" ? "" : " bus_type : " type $1 ";", load ? load : 0.05
    printf "      timing () { related_pin : \"clk\"; timing_type : setup_rising;\n"
    printf "        rise_constraint (scalar) { values (\"%.4f\"); } fall_constraint (scalar) { values (\"%.4f\"); }\n",
        4 * fo4, 4 * fo4
    print "      } }"
}

function bus_type(name, bits) {
    printf "  type (%s%s) { base_type : array; data_type : bit; bit_width : %d; bit_from : %d; " \
        "bit_to : 0; }\n", name, $1, bits, bits - 1
}

function bits_of(words,    bits) {
    for (bits = 1; 2 ^ bits < words; bits++)
        ;
    return bits
}

function access(words,    levels, i) {
    levels = log(words) / log(2)
    for (i = 3; i < points && levels > point[i]; i += 2)
        ;
    if (levels > point[i]) return point[i + 1] + 1.5 * (levels - point[i])
    return point[i - 1] + (point[i + 1] - point[i - 1]) * (levels - point[i - 2]) / (point[i] - point[i - 2])
}

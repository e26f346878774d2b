# From the assertions of a module a bench in which each of them is broken, one per run:
#   awk -v module=mshr -v list=FILE -f fires.awk X_assertions.sv > BENCH.v
# The bench takes +fault=N: keeps every rule, says "planted", breaks one and says "silent" when nothing
# happened. LIST gets "CHECK SCOPE WORDS" for N = 0, 1, ... in its lines.
function connection(ports, name,    text) {
    text = ports
    if (!match(text, "\\." name "\\([^)]*\\)")) {
        print FILENAME ": a check without " name ": " ports > "/dev/stderr"
        exit 1
    }
    return substr(text, RSTART + length(name) + 2, RLENGTH - length(name) - 3)
}
# A fault of the check at hand; `keep` and `plant` are statements.
function fault(words, keep, plant) {
    cases = cases "      " faults + 0 ": begin " keep " tick; $display(\"planted\"); " plant " end\n"
    print check, name, words > list
    faults++
}
function break_offer(    interface) {
    fault("an offer that was not taken is withdrawn", connection(ports, "valid") " = 1;", connection(ports, "valid") " = 0;")
}
function break_stays(    interface, value) {
    interface = connection(ports, "begins")
    sub(/_begins$/, "", interface)
    value = connection(ports, "value")
    fault("changes before its offer is taken", interface "_valid = 1;", value " = ~" value ";")
}
function break_enabled(    defined, value) {
    defined = connection(ports, "defined")
    value = connection(ports, "value")
    fault("changes at an edge without the network's enable", "noc_en = 0;" (defined == "1'b1" ? "" : " " defined " = 1;"), value " = ~" value ";")
}
function break_credits(    valid) {
    valid = connection(ports, "valid")
    if (line ~ /\.SENDS\(0\)/) {
        fault("a credit too many", "", connection(ports, "credit") " = 1;")
        return
    }
    fault("a flit without a credit", (has_tail ? valid_tail(valid) : "") valid " = 1; repeat (DEPTH - 1) tick;", "")
    fault("there is no virtual channel 3", "", valid " = 1; " connection(ports, "vc") " = 3;")
}
function valid_tail(valid) {
    sub(/_valid$/, "_tail = 1; ", valid)
    return valid
}
function break_packets(    valid, tail, flit) {
    valid = connection(ports, "valid")
    tail = connection(ports, "tail")
    flit = connection(ports, "flit")
    fault("a packet ends 1 flits early", "", valid " = 1; " flit "[7] = 1; " tail " = 1;")
    fault("a packet has more flits than its head says", valid " = 1; " flit "[7] = 1;", "")
    if (line ~ /\.CLASSES\(CLASSES\)/)
        fault("a packet of class 0 goes on virtual channel 2", "", valid " = 1; " tail " = 1; " connection(ports, "vc") " = 2;")
}
function break_only(    allowed, negative) {
    allowed = connection(ports, "allowed")
    negative = sub(/^!/, "", allowed)
    fault("comes when it must not", allowed " = " !negative "; " connection(ports, "pulse") " = 1;", allowed " = " negative + 0 ";")
}
function break_drained(    level) {
    level = connection(ports, "changes")
    sub(/ != .*/, "", level)
    fault("changes while something is under way", connection(ports, "valid") " = 1;", connection(ports, "valid") " = 0; " level " = 1;")
}
$1 == "module" { inside = $2 == module "_assertions" }
!inside { next }
/^  parameter / {
    text = $0
    sub(/,$/, "", text)
    sub(/^  parameter VCS = .*/, "  parameter VCS = 3", text) # 2 bits: number 3 does not exist
    sub(/^  parameter CLASSES = .*/, "  parameter CLASSES = 2", text)
    declarations = declarations text ";\n"
    overrides = overrides (overrides ? ", " : "") "." $2 "(" $2 ")"
}
/^  input wire / {
    text = $0
    sub(/,$/, "", text)
    sub(/^  input wire/, "  reg", text)
    declarations = declarations text ";\n"
    port = $NF
    sub(/,$/, "", port)
    connections = connections (connections ? ", " : "") "." port "(" port ")"
    if (port != "clk")
        quiet = quiet "    " port " = 0;\n"
    if (port == "noc_en")
        enable = "    noc_en = 1;\n"
    has_tail = has_tail || port ~ /_tail$/
}
/^  check_[a-z]+ / {
    line = $0
    check = $1
    name = $(NF - 1)
    getline ports
    if (check == "check_known")
        fault("unknown behind a reset", "", connection(ports, "value") " = 'bx;")
    else if (check == "check_offer")
        break_offer()
    else if (check == "check_stays")
        break_stays()
    else if (check == "check_enabled")
        break_enabled()
    else if (check == "check_credits")
        break_credits()
    else if (check == "check_packets")
        break_packets()
    else if (check == "check_only")
        break_only()
    else if (check == "check_drained")
        break_drained()
    else if (name != "rules") {
        print FILENAME ": no fault is known for " check > "/dev/stderr"
        exit 1
    }
}
END {
    printf "`default_nettype none\nmodule fires;\n%s", declarations
    print "  integer fault;"
    printf "  %s_assertions %s assertions (\n    %s);\n", module, overrides ? "#(" overrides ")" : "", connections
    print "  always #5 clk = !clk;\n  task tick;\n    begin\n      @(posedge clk);\n      #1;\n    end\n  endtask"
    printf "  initial begin\n    clk = 0;\n%s%s    rst = 1;\n    tick;\n    rst = 0;\n    tick;\n", quiet, enable
    print "    if (!$value$plusargs(\"fault=%d\", fault)) fault = -1;"
    printf "    case (fault)\n%s      default: begin end\n    endcase\n", cases
    print "    tick;\n    tick;\n    $display(\"silent\");\n    $finish(0);\n  end\nendmodule\n`default_nettype wire"
}

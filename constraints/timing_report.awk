# The table of timing.sh, and the same figures in OUT/timing.json:
#   awk -v out=OUT -v fo4=NS -v failed=FILE -f timing_report.awk timed.txt
# A line of timed.txt: NAME BUDGET; the paths stand in OUT/NAME.paths, the register names in OUT/NAME.v. Writes
# the number of rows over their budget to FILE.
BEGIN {
    layout = "%-24s %6s %7s %7s %6s %6s %9s  %s\n"
    print "Timing on " ENVIRON["library"] (ENVIRON["map_clock_gates"] ? ", with clock gates" : "") ": FO4 = " \
        sprintf("%.1f", fo4 * 1000) " ps."
    print "In delays of an inverter that drives four: FO4 of the worst path as the constraints count it, a " \
        "third of the\nclock left to the outside; the longest paths inside, from inputs, to outputs; slack in ns; " \
        "the worst path.\n"
    printf layout, "block", "budget", "FO4", "inside", "in", "out", "slack", "path: from, through, to"
}
{
    name = $1
    budget = $2
    read_paths(out "/" name ".paths")
    total = budget - slack[worst] / fo4
    over += total > budget + 0.05
    path = words()
    printf layout, name, budget, sprintf("%.1f", total) (total > budget + 0.05 ? " *" : "  "), figure("inside"), figure("in"),
        figure("out"), sprintf("%.3f", slack[worst]), path
    gsub(/[\\"]/, "\\\\&", path)
    json = json sprintf("%s    {\"name\": \"%s\", \"budget\": %d, \"fo4\": %.2f, \"inside\": %s, \"in\": %s, " \
        "\"out\": %s, \"slack_ns\": %.4f, \"path\": \"%s\"}", NR > 1 ? ",\n" : "", name, budget, total,
        number("inside"), number("in"), number("out"), slack[worst], path)
}
END {
    printf "{\n  \"fo4_ns\": %.5f,\n  \"blocks\": [\n%s\n  ]\n}\n", fo4, json > (out "/timing.json")
    if (over) printf "\n%d over budget (*).\n", over
    print over + 0 > failed
}

function figure(group) { return group in slack ? sprintf("%.1f", own[group]) : "-" }
function number(group) { return group in slack ? sprintf("%.2f", own[group]) : "null" }

# The groups' slacks, their own lengths (from the flop or the input to the flop or the output, setup and
# clock-to-output counted), and where the worst goes.
function read_paths(file,    line, word, n, group, arrival, offset, setup) {
    split("", slack)
    split("", own)
    split("", from)
    split("", to)
    split("", via)
    worst = ""
    while ((getline line < file) > 0) {
        n = split(line, word)
        if (word[1] == "group") { group = word[2]; offset = setup = 0 }
        else if (word[1] == "Startpoint:") from[group] = word[2]
        else if (word[1] == "Endpoint:") to[group] = word[2]
        else if (line ~ /input external delay/) offset = word[2]
        else if (line ~ /library setup time/) setup = -word[1]
        else if (word[n] == "(net)" && named(word[n - 1])) via[group] = via[group] " " word[n - 1]
        else if (line ~ /data arrival time/ && word[1] > 0) arrival = word[1]
        else if (word[2] == "slack") {
            slack[group] = word[1]
            own[group] = (arrival - offset + setup) / fo4
            if (worst == "" || word[1] + 0 < slack[worst] + 0) worst = group
        }
    }
    close(file)
    if (worst == "") {
        print name ": no path found" > "/dev/stderr"
        exit 1
    }
}

# A net that the source names, not the mapper.
function named(net) { return net !~ /(^|\/)_[0-9]+_(\[[0-9]+\])?$/ }

# The worst path: registers by the nets they drive; buses without their bit.
function words(    n, net, i, text, last) {
    n = split(via[worst], net, " ")
    text = last = ""
    for (i = 1; i <= n; i++) {
        sub(/\[[0-9]+\]$/, "", net[i])
        if (net[i] != last) text = text (text == "" ? "" : " > ") net[i]
        last = net[i]
    }
    if (to[worst] ~ /_[0-9]+_$/) text = text " > " register(to[worst])
    else if (last != to[worst]) text = text " > " to[worst]
    return text
}

# The name of what a flop of the netlist keeps, or the first flop behind a clock gate; in linked nodes INSTANCE/CELL.
function register(cell,    place, file, net) {
    place = ""
    file = name
    if (match(cell, /^.*\//)) {
        place = substr(cell, 1, RLENGTH)
        cell = substr(cell, RLENGTH + 1)
        file = module_of(substr(place, 1, length(place) - 1))
    }
    net = output_behind(file, " " cell " (")
    if (of_gate) net = output_behind(file, "(" net ")")
    sub(/ *\[[0-9]+\]$/, "", net)
    return place (net == "" ? cell : net)
}

# The net of the first output of a flop or clock gate (then of_gate is set) behind that text.
function output_behind(file, text,    line, inside, net) {
    while ((getline line < (out "/" file ".v")) > 0) {
        of_gate = line ~ /^ *\.gated\(/
        if (index(line, text) && !of_gate) inside = 1
        else if (inside && (of_gate || line ~ /^ *\.QN?\(/)) {
            net = line
            gsub(/^ *\.[a-zA-Z]+\(\\?|\),?$/, "", net)
            break
        }
    }
    close(out "/" file ".v")
    return net
}

# Which netlist an instance of a node is, from the node's own.
function module_of(instance,    line, word, found) {
    found = instance
    while ((getline line < (out "/" name ".v")) > 0) {
        split(line, word)
        if (word[2] == instance && word[3] == "(") { found = word[1]; break }
    }
    close(out "/" name ".v")
    return found
}

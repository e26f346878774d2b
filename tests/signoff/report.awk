# The report of make signoff: targets.txt, then the figures of all steps (NAME, value, command; tabs).
#   awk -v json=FILE -v page=FILE -v revision=TEXT -f report.awk targets.txt STEP.figures...
# A text table on standard output; the same as JSON and as a page. Exit status 1 unless every target is reached.
FILENAME ~ /targets\.txt$/ {
    if (/^#/ || !NF) next
    if (split($0, field, " *[|] *") != 5) { print FILENAME ":" FNR ": five fields expected" > "/dev/stderr"; broken = 1; exit }
    name[++rows] = field[1]
    relation[rows] = field[2]; target[rows] = field[3]; what[rows] = field[4]; source[rows] = field[5]
    next
}
{ split($0, field, "\t"); value[field[1]] = field[2]; command[field[1]] = field[3] }

# What is said of a measured figure.
function verdict(i,    v, t) {
    if (!(name[i] in value)) return "not measured"
    v = value[name[i]] + 0
    t = target[i] + 0
    if (relation[i] == "<=") return v <= t ? "reached" : "not reached"
    if (relation[i] == ">=") return v >= t ? "reached" : "not reached"
    if (relation[i] == "=") return v == t ? "reached" : "not reached"
    if (relation[i] ~ /%$/) return v >= t * (1 - relation[i] / 100) && v <= t * (1 + relation[i] / 100) ? "reached" : "not reached"
    if (relation[i] == "like") return (v - 1) * (t - 1) > 0 ? "same direction" : "other direction"
    return v * t > 0 ? "same direction" : "other direction"
}
function wanted(i) {
    if (relation[i] ~ /%$/) return target[i] " +- " relation[i]
    return relation[i] ~ /=/ ? relation[i] " " target[i] : "paper " target[i]
}
function shown(i,    v) {
    if (!(name[i] in value)) return "-"
    v = value[name[i]]
    return v ~ /^-?[0-9]+$/ ? v : sprintf("%.4g", v)
}
# In percent of the target; of a target of 0 there is none.
function difference(i) {
    return name[i] in value && target[i] + 0 != 0 ? sprintf("%+.1f%%", 100 * (value[name[i]] / target[i] - 1)) : "-"
}
function quoted(text) { gsub(/[\\"]/, "\\\\&", text); return "\"" text "\"" }
function escaped(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); return text }

END {
    if (broken) exit 2
    printf "%-15s %14s %12s %8s  %s\n", "", "target", "measured", "differs", "what (source)"
    print "{\n  \"revision\": " quoted(revision) ",\n  \"targets\": [" > json
    print "<!doctype html><meta charset=\"utf-8\"><title>memloom signoff</title><style>body{font:15px/1.4 sans-serif;margin:2em}" \
        "table{border-collapse:collapse}td,th{padding:.25em .7em;border-bottom:1px solid #ccc;text-align:left}" \
        "td.n{text-align:right;white-space:nowrap}tr.good td:first-child{color:#060}tr.bad td:first-child{color:#a00;font-weight:bold}" \
        "code{font-size:85%}</style><h1>memloom signoff</h1><p>Revision " escaped(revision) ".</p>" \
        "<table><tr><th><th>what<th>target<th>measured<th>differs<th>source<th>command" > page
    for (i = 1; i <= rows; i++) {
        said = verdict(i)
        count[said]++
        good = said == "reached" || said == "same direction"
        printf "%-15s %14s %12s %8s  %s (%s)\n", said, wanted(i), shown(i), difference(i), what[i], source[i]
        printf "    {\"figure\": %s, \"what\": %s, \"source\": %s, \"relation\": %s, \"target\": %s, \"measured\": %s, \"verdict\": %s, " \
            "\"command\": %s}%s\n", quoted(name[i]), quoted(what[i]), quoted(source[i]), quoted(relation[i]), target[i] + 0,
            name[i] in value ? value[name[i]] + 0 : "null", quoted(said),
            name[i] in command ? quoted(command[name[i]]) : "null", i < rows ? "," : "" > json
        printf "<tr class=\"%s\"><td>%s<td>%s<td class=\"n\">%s<td class=\"n\">%s<td class=\"n\">%s<td>%s<td><code>%s</code>\n",
            good ? "good" : "bad", said, escaped(what[i]), escaped(wanted(i)), shown(i), difference(i), escaped(source[i]),
            name[i] in command ? escaped(command[name[i]]) : "-" > page
    }
    print "  ],\n  \"counts\": {" > json
    split("reached|not reached|same direction|other direction|not measured", kinds, "|")
    for (k = 1; k <= 5; k++) {
        summary = summary (k > 1 ? ", " : "") count[kinds[k]] + 0 " " kinds[k]
        printf "    %s: %d%s\n", quoted(kinds[k]), count[kinds[k]], k < 5 ? "," : "" > json
    }
    print "  }\n}" > json
    print "</table><p>" summary "." > page
    print "\n" summary "; " page ", " json
    exit count["reached"] + count["same direction"] < rows
}

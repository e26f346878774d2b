# The table of crossbars.sh, after area_stat.awk:
#   awk -v out=OUT -v narrow=BITS -v wide=BITS -v check=SHAPE -f area_stat.awk -f crossbars_report.awk library.txt mapped.txt designs.txt
FILENAME ~ /library\.txt$/ { next }
FILENAME ~ /mapped\.txt$/ {
    split($1, part, "_")
    read_block($1)
    mapped[part[2], part[3]] = area[$1]
    shapes[part[2]]
    next
}
# Of a router of so many bits, mm2: on the line of its shape, or, if that was not mapped, of the fit to all that were.
function router(shape, bits) {
    if (!((shape, wide) in mapped)) return (fitted(per_bit, shape, 1) * bits + fitted(control, shape, 0)) / 1e6
    return (slope(shape) * (bits - narrow) + mapped[shape, narrow]) / 1e6
}
function slope(shape) { return (mapped[shape, wide] - mapped[shape, narrow]) / (wide - narrow) }
# What a bit costs: places of buffers, crosspoints, output registers. What all else does: inputs, outputs, their pairs.
function term(shape, n, of_bits,    ports) {
    split(shape, ports, "x")
    if (of_bits) return n == 1 ? 8 * ports[1] : n == 2 ? ports[1] * ports[2] : ports[2]
    return n == 1 ? ports[1] : n == 2 ? ports[2] : ports[1] * ports[2]
}
function fitted(k, shape, of_bits,    n, sum) {
    for (n = 1; n <= 3; n++) sum += k[n] * term(shape, n, of_bits)
    return sum
}
# Least squares of relative errors over the shapes that were mapped, into k. Twice as many shapes as k has numbers, or what
# follows from them may be anything.
function fit(k, of_bits,    shape, value, row, n, m, a, pivot) {
    for (shape in shapes) {
        value = of_bits ? slope(shape) : mapped[shape, narrow] - narrow * slope(shape)
        for (n = 1; n <= 3; n++) {
            row[n] = term(shape, n, of_bits) / value
            a[n, 4] += row[n]
        }
        for (n = 1; n <= 3; n++) for (m = 1; m <= 3; m++) a[n, m] += row[n] * row[m]
    }
    for (n = 1; n <= 3; n++) {
        pivot = a[n, n]
        for (m = 1; m <= 4; m++) a[n, m] /= pivot
        for (row_of = 1; row_of <= 3; row_of++) {
            if (row_of == n) continue
            pivot = a[row_of, n]
            for (m = 1; m <= 4; m++) a[row_of, m] -= pivot * a[n, m]
        }
    }
    for (n = 1; n <= 3; n++) k[n] = a[n, 4]
}
FILENAME ~ /designs\.txt$/ && !fits++ {
    for (shape in shapes) if (!((shape, narrow) in mapped) || !((shape, wide) in mapped)) delete shapes[shape]
    for (shape in shapes) there++
    enough = there >= 6
    if (enough) {
        fit(per_bit, 1)
        fit(control, 0)
    }
}
{
    if (!($2 in total)) { order[++designs] = $2; bandwidth[$2] = $1; bytes[$2] = $3; total[$2] = 0 }
    if (!(($4, wide) in mapped)) guessed[$2] = "~"
    if (enough || !guessed[$2]) total[$2] += $5 * router($4, 8 * $3)
    routers[$2] = routers[$2] (routers[$2] ? " + " : "") $5 " of " $4
}
END {
    if (failed) exit 1
    print "Crossbars of isca19's figure 7 on " ENVIRON["library"] ", all storage in flops.\n"
    printf "%-9s %-17s %6s %10s %9s  %s\n", "bisection", "design", "bytes", "mm2", "H-Xbar", "routers, both networks"
    for (i = 1; i <= designs; i++) known[order[i]] = enough || !guessed[order[i]]
    for (i = 1; i <= designs; i++)
        if (order[i] ~ /^hxbar/ && known[order[i]]) of[bandwidth[order[i]]] = total[order[i]]
    json = ""
    for (i = 1; i <= designs; i++) {
        name = order[i]
        saved = ""
        if (name !~ /^hxbar/ && known[name] && bandwidth[name] in of)
            saved = sprintf("-%.0f%%", 100 * (1 - of[bandwidth[name]] / total[name]))
        printf "%-9s %-17s %6d %10s %9s  %s\n", bandwidth[name], name, bytes[name],
            known[name] ? sprintf("%s%.2f", guessed[name], total[name]) : "-", saved, routers[name]
        json = json (json ? "," : "") sprintf("\n  %s: {\"bytes\": %d, \"mm2\": %s}", json_text(name), bytes[name],
            known[name] ? sprintf("%.4f", total[name]) : "null")
    }
    if (enough)
        printf "\num2 per bit of a place in a buffer %.1f, of a crosspoint %.1f, of an output %.1f. ~: with shapes that were not mapped.\n",
            per_bit[1], per_bit[2], per_bit[3]
    else
        printf "\n-: with shapes that were not mapped; a fit needs six that were, here are %d.\n", there
    if ((check, 256) in mapped)
        printf "A router of %s at 256 bits: %.3f mm2 mapped, %.3f by the line.\n", check, mapped[check, 256] / 1e6, router(check, 256)
    printf "{%s\n}\n", json > (out "/crossbars.json")
}

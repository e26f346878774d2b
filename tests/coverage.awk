# Merges data files of Verilator's coverage (tests/coverage.sh). A point is a line
#   C '^Af^BFILE^Al^BLINE^A...' COUNT          ^A and ^B: the bytes 1 and 2
# with the keys f (file), l (line), page (v_line, v_branch, v_toggle / module), o (name), S (its lines).
# `holes` has lines FILE:LINE REASON. Lines of functions count only if they were reached: Verilator has no
# counters in those that continuous assignments call; the bits of their results tell.
BEGIN {
    while ((getline row < holes) > 0)
        if (row !~ /^#/ && split(row, part, " ") > 1) {
            reason[part[1]] = substr(row, length(part[1]) + 2)
            open[part[1]] = 1
        }
}

# Lines FROM-TO,LINE,...
function reach(file, text, count,    parts, range, i, line, n) {
    n = split(text, parts, ",")
    for (i = 1; i <= n; i++) {
        split(parts[i], range, "-")
        for (line = range[1] + 0; line <= (range[2] ? range[2] : range[1]) + 0; line++)
            lines[file ":" line] += count
    }
}

/^C / {
    count = $NF + 0
    fields = split($0, field, "\001")
    delete key
    for (i = 2; i <= fields; i++) {
        at = index(field[i], "\002")
        key[substr(field[i], 1, at - 1)] = substr(field[i], at + 1)
    }
    if (key["f"] !~ /^rtl\//)
        next
    sub(/'.*/, "", key["h"])
    files[key["f"]] = 1
    if (key["page"] ~ /^v_toggle/)
        bits[key["f"] ":" key["l"] " " key["o"]] += count
    else
        reach(key["f"], "S" in key ? key["S"] : key["l"], count)
}

# The lines of functions of a file, in `inside`.
function find_functions(file,    text, number) {
    for (number = 1; (getline text < file) > 0; number++) {
        if (text ~ /^ *function /) within = 1
        if (within) inside[file ":" number] = 1
        if (text ~ /^ *endfunction/) within = 0
    }
    close(file)
}

END {
    for (file in files) find_functions(file)
    for (point in lines) {
        if (!lines[point] && point in inside) continue
        file = point; sub(/:.*/, "", file)
        all[file]++
        reached[file] += lines[point] > 0
        if (!lines[point] && !(point in reason)) {
            missing[file] = missing[file] "\n" point " not reached"
        } else if (lines[point] && point in reason)
            missing[file] = missing[file] "\n" point " reached, though tests/coverage_holes.txt says: " reason[point]
        else if (!lines[point])
            excused[file]++
        delete open[point]
    }
    for (point in bits) {
        file = point; sub(/:.*/, "", file)
        all_bits[file]++
        changed[file] += bits[point] > 0
    }
    sorter = "sort -V"
    for (file in files) {
        printf "%-28s %5d of %5d lines reached%s, %7d of %7d bits changed\n", file, reached[file], all[file], \
            excused[file] ? " (" excused[file] " with a reason not)" : "", changed[file], all_bits[file] | sorter
        total += all[file]; total_reached += reached[file]
        total_bits += all_bits[file]; total_changed += changed[file]
    }
    close(sorter)
    for (file in files) {
        if (file in missing) print substr(missing[file], 2) | sorter
        if (file in missing) failed++; else passed++
    }
    close(sorter)
    for (point in open) {
        print point " is no line of a measured file: tests/coverage_holes.txt"
        failed++
    }
    if (!total) { print "nothing was measured"; exit 2 }
    printf "%.2f%% of %d lines reached, %.2f%% of %d bits changed\n", 100 * total_reached / total, total, \
        100 * total_changed / total_bits, total_bits
    printf "%d passed, %d failed\n", passed, failed
    exit failed > 0
}

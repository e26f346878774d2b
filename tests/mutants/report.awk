# What became of the mutants, from the files OUT/BLOCK/results of block.sh and the lists beside them; see run.sh. BLOCK is
# the path of a C file where they are those of model_file.sh; see model.sh.
#   awk -v out=OUT -v reasons=survivors.txt -f report.awk OUT/BLOCK/results...
# A line of `reasons`: BLOCK | MUTANT | REASON, MUTANT as it is printed here behind the line number, also with bars in it.
BEGIN {
    FS = "|"
    while ((getline line < reasons) > 0)
        if (line !~ /^#/ && (parts = split(line, part, / \| /)) >= 3)
            reason[substr(line, 1, length(line) - length(part[parts]) - 3)] = part[parts]
    of = ARGV[1] ~ /\.c\/results$/ ? "file" : "block"
    wide = of == "file" ? 32 : 18
    printf "%-*s %7s %7s %10s %9s %7s  %s\n", wide, of, "mutants", "killed", "equivalent", "survivors", "score", "killed by"
}
FNR == 1 {
    if (block != "") finish()
    block = substr(FILENAME, length(out) + 2)
    sub(/\/results$/, "", block)
}
{
    verdict[$1] = $2
    stage[$1] = $3
    sub(/^set.*/, "other sets", stage[$1])
    sub(/^long.*/, "long", stage[$1])
    if (!(stage[$1] in named)) {
        named[stage[$1]]
        names[++stages] = stage[$1]
    }
}
END {
    if (block != "") finish()
    printf "%-*s %7d %7d %10d %9d %6.1f%%\n", wide, "all", total, all_killed, all_equal, all_left, score(all_killed, total - all_equal)
    for (i = 1; i <= shown; i++) print show[i]
    print total - open " passed, " open + 0 " failed"
    exit open > 0 || !total
}

function score(killed, of) { return of ? 100 * killed / of : 100 }

function finish(    id, n, killed, equal, by, name, text, kind, line) {
    delete by
    for (id in verdict) {
        n++
        if (verdict[id] == "killed") {
            killed++
            by[stage[id]]++
        } else if (verdict[id] == "equivalent") equal++
        else left[id]
    }
    text = ""
    for (i_name = 1; i_name <= stages; i_name++) if (names[i_name] in by) text = text (text == "" ? "" : ", ") names[i_name] " " by[names[i_name]]
    printf "%-*s %7d %7d %10d %9d %6.1f%%  %s\n", wide, block, n, killed, equal, n - killed - equal, score(killed, n - equal), text
    total += n
    all_killed += killed
    all_equal += equal
    all_left += n - killed - equal
    for (kind = 0; kind < 3; kind++) {
        name = kind ? "netlist" kind - 1 : "source"
        for (n = 1; (getline line < (out "/" block "/" name ".list")) > 0; n++) {
            id = name "." n
            if (!(id in left)) continue
            if (kind) sub(/^mutate -ctrl mutant 16 [0-9]+ /, "", line)
            else sub(/^[0-9]+ /, "", line)
            where = line
            if (!kind) sub(/^[0-9]+ +/, "", where)
            gsub(/ +/, " ", where)
            text = block " | " where
            if (!(text in reason)) open++
            show[++shown] = "  " (kind ? block ": " line : (of == "file" ? block : "rtl/" block ".v") ":" line) (text in reason ? "\n      (" reason[text] ")" : "")
        }
        close(out "/" block "/" name ".list")
    }
    for (id in verdict) delete verdict[id]
    for (id in left) delete left[id]
}

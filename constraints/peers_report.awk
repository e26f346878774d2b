# The table of peers.sh, after area_stat.awk:
#   awk -v out=OUT -v fo4=NS -v verdict=FILE -f area_stat.awk -f peers_report.awk library.txt wanted.txt
# Writes the number of rows over one of their figures to FILE.
BEGIN {
    layout = "%-14s %9s %9s %7s %7s %7s  %s\n"
    print "Blocks at the sizes of peers on " ENVIRON["library"] ", all storage in flops: FO4 = " \
        sprintf("%.1f", fo4 * 1000) " ps.\n"
    printf layout, "block", "um2", "at most", "ns", "at most", "FO4", "parameters; tied inputs"
}
FILENAME ~ /library\.txt$/ { next }
{
    read_block($1)
    ns = longest(out "/" $1 ".paths")
    exceeds = $2 != "-" && area[$1] > $2 || $3 != "-" && ns > $3 + 0.005
    over += exceeds
    printf layout, $1 (exceeds ? " *" : ""), sprintf("%d", area[$1]), $2, sprintf("%.2f", ns), $3,
        sprintf("%.1f", ns / fo4), parameters()
}
END {
    if (failed) exit 1
    if (over) printf "\n%d over a figure (*).\n", over
    print over + 0 > verdict
}

# The longest path of any kind, ns: arrival and setup.
function longest(file,    line, word, arrival, setup, most) {
    while ((getline line < file) > 0) {
        split(line, word)
        if (word[1] == "Startpoint:") setup = 0
        else if (line ~ /library setup time/) setup = -word[1]
        else if (line ~ /data arrival time/ && word[1] > 0) arrival = word[1]
        else if (word[2] == "slack" && arrival + setup > most) most = arrival + setup
    }
    close(file)
    return most
}

function parameters(    text, i) {
    text = $4
    for (i = 5; i <= NF; i++) {
        if ($i ~ /:/) sub(/:.*/, " tied", $i)
        text = text " " $i
    }
    return text
}

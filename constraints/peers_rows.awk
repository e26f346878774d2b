# The rows of peers.txt that are wanted, all when none is named, as map_blocks takes them; the rows themselves to
# OUT/wanted.txt, tied inputs to OUT/ROW.constants:
#   awk -v wanted="ROW ROW" -v out=OUT -f peers_rows.awk peers.txt
BEGIN { rows = split(wanted, row, " ") }
/^#/ || !NF { next }
{
    named = !rows
    for (i = 1; i <= rows; i++)
        if (row[i] == $1) { named = 1; found[i] }
    if (!named) next
    parameters = ""
    file = out "/" $1 ".constants"
    printf "" > file
    for (i = 5; i <= NF; i++)
        if (split($i, tied, ":") == 2) print tied[1], tied[2] > file
        else parameters = parameters " " $i
    print $2, out "/rtl", $1, $4 parameters
    print > (out "/wanted.txt")
}
END {
    for (i = 1; i <= rows; i++)
        if (!(i in found)) {
            print row[i] ": no such row in peers.txt" > "/dev/stderr"
            exit 1
        }
}

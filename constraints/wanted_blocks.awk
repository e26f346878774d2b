# The lines of a list of blocks whose block is among `wanted`; ends with 2 when one of them is not there.
#   awk -v wanted="router mshr" -f wanted_blocks.awk manifest.txt
BEGIN { for (n = split(wanted, names, " "); n; n--) want[names[n]] }
$4 in want { found[$4]; print }
END {
    for (name in want) if (!(name in found)) {
        print "BLOCKS: the chip has no block " name > "/dev/stderr"
        status = 2
    }
    exit status
}

# What is mapped on its own too, to be shown: the requester's home selection, chunking and queue of
# other cores' requests.
#   awk -v chip=FOLDER -f area_parts.awk manifest.txt
$4 == "requester" {
    for (i = 5; i <= NF; i++) {
        split($i, pair, "=")
        value[pair[1]] = pair[2]
    }
    for (tag_lsb = 0; 2 ^ tag_lsb < value["SETS"];) tag_lsb++
    print 0, chip, "home_map", "home_map", "LINE_BITS=" value["LINE_BITS"], "TAG_LSB=" tag_lsb,
        "CORES=" value["CORES"], "FOLD=" value["FOLD"]
    print 0, chip, "chunker", "chunker"
    print 0, chip, "remote_in_queue", "remote_in_queue", "LINE_BITS=" value["LINE_BITS"],
        "ID_BITS=" value["ID_BITS"], "DEPTH=" value["DEPTH"]
}

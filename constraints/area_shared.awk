# What a shared L1 adds to a core, beside pact20 section 4.3; the same in OUT/shared_l1.json:
#   awk -v out=OUT -f area_stat.awk -f area_shared.awk library.txt blocks.txt
# A part that exists without shared_l1, or takes the place of one, counts with the difference to
# OUT/private's: below 0 for the requester, which holds one line of stored data where the
# l1_arbiter of a private core holds two.
BEGIN {
    paper_shared = 0.085   # mm2 at 65 nm per core, pact20 section 4.3
    paper_dyneb = 0.005
    layout = "%-36s %8.2f %8.4f %8d %9d%s\n"
}
FILENAME ~ /blocks\.txt$/ {
    while ((getline path < (out "/" $1 ".instances")) > 0)
        if (sub(/^core_0\./, "", path)) block_at[path] = $1
}

# A part of the core: `label`, the block of instance `path`, less the block `private` of a private core.
function part(label, path, private,    name, before, n) {
    name = block_at[path]
    read_block(name)
    before = private ? "private_" private : "nothing"
    if (private) read_block(before)
    n = enter(label, area[name] - area[before], flops[name] - flops[before], bits[name] - bits[before])
    if (path ~ /^dyneb/) return
    sum_um2 += um2[n]
    sum_flops += in_flops[n]
    sum_bits += in_ram[n]
}

# A part of the requester, that is in the requester's row already.
function share(label, name) {
    read_block(name)
    enter(label, area[name], flops[name], bits[name])
}

function total(label) { paper[enter(label, sum_um2, sum_flops, sum_bits)] = paper_shared }

function enter(label, square_microns, flop_count, ram_bits) {
    labels[++rows] = label
    um2[rows] = square_microns
    in_flops[rows] = flop_count
    in_ram[rows] = ram_bits
    mm2[rows] = square_microns / nand * nand_65 / 1e6
    return rows
}

function collect() {
    part("requester in place of l1_arbiter", "requester", "l1_arbiter")
    share("  of it home selection (home_map)", "home_map")
    share("  of it chunking (chunker)", "chunker")
    share("  of it remote_in_queue", "remote_in_queue")
    part("requests: l1_cache grows by", "l1_cache", "l1_cache")
    part("requests: mshr grows by", "mshr", "mshr")
    total("sum without network interfaces")
    part("network: noc_port grows by", "noc_port", "noc_port")
    part("network: home_port", "home_port")
    total("sum with network interfaces")
    if ("dyneb" in block_at) {
        part("dyneb", "dyneb")
        paper[rows] = paper_dyneb
    } else {
        part("dyneb_port, of dyneb_trial in hub", "dyneb_port")
    }
}

function print_table(    i) {
    print "\nHardware of pact20 section 4.3 (what shared_l1 adds), per core, on " \
        ENVIRON["library"] ":"
    printf "%-36s %8s %8s %8s %9s%s\n", "part", "kGE", "mm2", "flops", "RAM bits", "  paper"
    for (i = 1; i <= rows; i++)
        printf layout, labels[i], um2[i] / nand / 1000, mm2[i], in_flops[i], in_ram[i],
            i in paper ? "  " paper[i] : ""
    printf "mm2 at 65 nm: %.2f um2 per gate; every bit of storage counted. ", nand_65
    print "Counted: the requester (constants\nof core 0 tied) with the queue of remote requests, " \
        "less the l1_arbiter of a private core, and by\nhow much its other blocks grow. A figure " \
        "below 0 is saved: the requester holds one line of stored\ndata, the l1_arbiter of a " \
        "private core two. The paper does not say whether network interfaces are\nin its figure, " \
        "hence two sums. Not counted: event counters, wider message ids in L2, classes in\nrouters."
}

function print_json(    i, json) {
    json = out "/shared_l1.json"
    printf "{\n  \"library\": %s,\n  \"nand2_um2_at_65_nm\": %.2f,\n  \"parts\": [\n",
        json_text(ENVIRON["library"]), nand_65 > json
    for (i = 1; i <= rows; i++) {
        sub(/^ */, "", labels[i])
        printf "    {\"part\": \"%s\", \"kge\": %.3f, \"um2\": %.0f, \"mm2\": %.5f, " \
            "\"flops\": %d, \"ram_bits\": %d%s}%s\n", labels[i], um2[i] / nand / 1000, um2[i], mm2[i],
            in_flops[i], in_ram[i], i in paper ? ", \"paper_mm2\": " paper[i] : "", i < rows ? "," : "" > json
    }
    print "  ]\n}" > json
}

END {
    collect()
    if (failed) exit 1
    print_table()
    print_json()
}

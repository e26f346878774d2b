# What a shared L1 adds to a core, beside pact20 section 4.3; the same in OUT/shared_l1.json:
#   awk -v out=OUT -f area_stat.awk -f area_shared.awk library.txt blocks.txt
# A part that exists without shared_l1 counts with the difference to OUT/private's.
BEGIN {
    nand_65 = 24 * 0.08    # um2 per gate at 65 nm: OSU018's NAND2 scaled from 180 nm (docs/area.md)
    ram_65 = 4.6           # um2 per bit of RAM at 65 nm: CACTI 7, 1R1W, 32 words of 128 bits
    paper_shared = 0.085   # mm2 at 65 nm per core, pact20 section 4.3
    paper_dyneb = 0.005
    layout = "%-36s %7.2f %8.4f %9d %9.4f %9.4f%s\n"
}
FILENAME ~ /blocks\.txt$/ {
    while ((getline path < (out "/" $1 ".instances")) > 0)
        if (sub(/^core_0\./, "", path)) block_at[path] = $1
}

# A part of the core: `label`, the block of instance `path`, less that of the private core.
function part(label, path, grows,    name, before, n) {
    name = block_at[path]
    read_block(name)
    n = ++rows
    before = "private_" name
    if (grows) read_block(before)
    enter(n, label, area[name] - (grows ? area[before] : 0),
        bits[name] - (grows ? bits[before] : 0))
    if (path != "dyneb") { sum_um2 += um2[n]; sum_bits += ram[n] }
}

# A part of the requester, that is in the requester's row already.
function share(label, name) {
    read_block(name)
    enter(++rows, label, area[name], bits[name])
}

function total(label) { enter(++rows, label, sum_um2, sum_bits); paper[rows] = paper_shared }

function enter(n, label, square_microns, ram_bits) {
    labels[n] = label
    um2[n] = square_microns
    ram[n] = ram_bits
    logic_mm2[n] = square_microns / nand * nand_65 / 1e6
    as_ram[n] = logic_mm2[n] + ram_bits * ram_65 / 1e6
    as_flops[n] = logic_mm2[n] + ram_bits * flop_65 / 1e6
}

function collect() {
    read_block("small_regfile")
    flop_65 = area["small_regfile"] / 512 / nand * nand_65
    part("arbitrator: l1_arbiter grows by", "l1_arbiter", 1)
    part("queues: remote_in_queue", "remote_in_queue")
    part("queues: remote_out_queue", "remote_out_queue")
    part("requests: requester", "requester")
    share("  of it home selection (home_map)", "home_map")
    share("  of it chunking (chunker)", "chunker")
    part("requests: l1_cache grows by", "l1_cache", 1)
    part("requests: mshr grows by", "mshr", 1)
    total("sum without network interfaces")
    part("network: noc_port grows by", "noc_port", 1)
    part("network: home_port", "home_port")
    total("sum with network interfaces")
    part("dyneb", "dyneb")
    paper[rows] = paper_dyneb
}

function print_table(    i) {
    print "\nHardware of pact20 section 4.3 (what shared_l1 adds), per core, on " \
        ENVIRON["library"] ":"
    printf "%-36s %7s %8s %9s %9s %9s%s\n", "part", "kGE", "mm2", "RAM bits", "with RAM",
        "in flops", "  paper"
    for (i = 1; i <= rows; i++)
        printf layout, labels[i], um2[i] / nand / 1000, logic_mm2[i], ram[i], as_ram[i],
            as_flops[i], i in paper ? "  " paper[i] : ""
    printf "mm2 at 65 nm: %.2f um2 per gate; with RAM: and %.1f um2 per bit in macros; in flops: " \
        "and %.1f um2\nper such bit. ", nand_65, ram_65, flop_65
    print "Counted: the requester (constants of core 0 tied), the queues of remote requests and " \
        "answers,\nand by how much the blocks of a private core grow. The paper does not say " \
        "whether network interfaces are\nin its figure, hence two sums. Not counted: event " \
        "counters, wider message ids in L2, classes in routers."
}

function print_json(    i, json) {
    json = out "/shared_l1.json"
    printf "{\n  \"library\": %s,\n  \"um2_at_65_nm\": {\"nand2\": %.2f, " \
        "\"ram_bit\": %.1f, \"flop_bit\": %.1f},\n  \"parts\": [\n", json_text(ENVIRON["library"]),
        nand_65, ram_65, flop_65 > json
    for (i = 1; i <= rows; i++) {
        sub(/^ */, "", labels[i])
        printf "    {\"part\": \"%s\", \"kge\": %.3f, \"um2\": %.0f, \"logic_mm2\": %.5f, " \
            "\"ram_bits\": %d, \"with_ram_mm2\": %.5f, \"in_flops_mm2\": %.5f%s}%s\n",
            labels[i], um2[i] / nand / 1000, um2[i], logic_mm2[i], ram[i], as_ram[i], as_flops[i],
            i in paper ? ", \"paper_mm2\": " paper[i] : "", i < rows ? "," : "" > json
    }
    print "  ]\n}" > json
}

END {
    collect()
    if (failed) exit 1
    print_table()
    print_json()
}

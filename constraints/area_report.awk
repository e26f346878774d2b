# The table of constraints/area.sh, and the same figures in OUT/area.json:
#   awk -v out=OUT -f area_stat.awk -f area_report.awk library.txt blocks.txt
# OUT/NAME.instances lists a block's paths in the chip, whose first part (core_0, mem_3,
# request_mesh, ...) is the part of the chip it counts for.
BEGIN {
    head = "%-22s %9s %9s %12s %9s %8s %9s %10s\n"
    layout = "%-22s %9d %9d %12.0f %9.1f %8d %9.1f %10d\n"
}
FILENAME ~ /blocks\.txt$/ {
    name = order[++blocks] = $1
    text[name] = substr($0, length($1) + 2)
    read_block(name)
    read_instances(out "/" name ".instances")
}

# Adds the block to the chip and to the kind of part that each of its instances is in.
function read_instances(file,    path, part, kind) {
    while ((getline path < file) > 0) {
        part = path ~ /\./ ? path : "top"
        sub(/\..*/, "", part)
        kind = part
        sub(/_[0-9]+$/, "", kind)
        if (!number[kind]) kinds[++kind_count] = kind
        if (!(part in parts)) { parts[part]; number[kind]++ }
        instances[name]++
        add(kind)
        add("chip")
    }
}

function add(sum) {
    cells[sum] += cells[name]
    area[sum] += area[name]
    flops[sum] += flops[name]
    gates[sum] += gates[name]
    macros[sum] += macros[name]
    ram[sum] += ram[name]
    bits[sum] += bits[name]
}

# The figures of `what` divided by n, as a row of the table and as members of a JSON object.
function row(label, count, what, n) {
    printf layout, label, count, cells[what] / n, area[what] / n, area[what] / n / nand / 1000,
        flops[what] / n, ram[what] / n / nand / 1000, bits[what] / n
}

function members(what, n) {
    return sprintf("\"cells\": %d, \"um2\": %.0f, \"kge\": %.2f, \"flops\": %d, \"clock_gates\": %d, \"ram_kge\": %.2f, " \
        "\"macros\": %d, \"ram_bits\": %d", cells[what] / n, area[what] / n, area[what] / n / nand / 1000,
        flops[what] / n, gates[what] / n, ram[what] / n / nand / 1000, macros[what] / n, bits[what] / n)
}

END {
    if (failed) exit 1
    json = out "/area.json"
    printf "{\n  \"library\": %s,\n  \"nand2_um2\": %s,\n", json_text(ENVIRON["library"]),
        nand > json
    print "Area on " ENVIRON["library"] ", NAND2 = " nand " um2."
    print "Figures of one instance, every bit of storage counted: in flops, or as RAM at CACTI's density."
    if (ENVIRON["map_clock_gates"])
        print "Registers of 8 bits and more with an enable have clock gates, " clock_gate " um2 for 32 flops at most."
    printf head, "block", "instances", "cells", "um2", "kGE", "flops", "RAM kGE", "RAM bits"
    printf "  \"blocks\": [\n" > json
    for (i = 1; i <= blocks; i++) {
        name = order[i]
        row(name, instances[name], name, 1)
        printf "    {\"name\": \"%s\", \"block\": \"%s\", \"instances\": %d, %s}%s\n", name,
            text[name], instances[name], members(name, 1), i < blocks ? "," : "" > json
    }
    print "\nAll blocks together of one:"
    printf "  ],\n  \"parts\": [\n" > json
    for (i = 1; i <= kind_count; i++) {
        kind = kinds[i]
        row(kind, number[kind], kind, number[kind])
        printf "    {\"part\": \"%s\", \"number\": %d, %s}%s\n", kind, number[kind],
            members(kind, number[kind]), i < kind_count ? "," : "" > json
    }
    row("chip", 1, "chip", 1)
    printf "  ],\n  \"chip\": {%s}\n}\n", members("chip", 1) > json
}

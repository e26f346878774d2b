# The tables of fpga.sh, and the same figures in OUT/fpga.json:
#   awk -v out=OUT -v failed=FILE -f fpga_report.awk blocks.txt
# From Yosys' `stat` of the wrappers in their shapes and of the blocks, its log of what became of each array of a
# block, and OUT/arrays.txt. Writes the number of findings to FILE.
BEGIN {
    cost("LUT1 LUT2 LUT3 LUT4 LUT5 LUT6 INV", "luts", 1)
    cost("RAM32M RAM64M RAM128X1D RAM256X1S", "lutram", 4)
    cost("RAM32M16 RAM64M8 RAM256X1D RAM512X1S RAM64X8SW RAM32X16DR8", "lutram", 8)
    cost("RAM32X1S RAM64X1S SRL16E SRLC32E", "lutram", 1)
    cost("RAM32X1D RAM64X1D RAM128X1S", "lutram", 2)
    cost("FDRE FDSE FDCE FDPE", "flops", 1)
    cost("RAMB36E2", "ramb36", 1)
    cost("RAMB18E2", "ramb18", 1)
    cost("URAM288", "urams", 1)
    cost("DSP48E2", "dsps", 1)
    cost("CARRY4 CARRY8 MUXF7 MUXF8 MUXF9", "", 0) # beside the LUTs of their slice
    kinds = split("ramb36 ramb18 urams lutram luts flops dsps", kind, " ")
}
{
    blocks[++count] = $1
    read_instances($1)
}
END {
    read_arrays()
    read_stat("ram_1r1w")
    read_stat("regfile_1r1w")
    for (i = 1; i <= count; i++) if (core[blocks[i]]) read_stat(blocks[i])
    if (bad) exit 2
    layout = "%-34s %9s %7s %7s %7s %8s %8s %8s %6s\n"
    print "Mapped for UltraScale+ (Yosys, xcup); figures of one instance."
    json = "{\n  \"family\": \"xcup\",\n  \"wrappers\": [\n"
    for (i = 1; i <= shapes; i++) {
        split(shape[i], word)
        name = word[1] "_" word[2] "x" word[3] "m" word[4]
        if (!(name in mapped)) continue
        if (!wrappers) heading("Storage wrappers in every shape of the chip, each mapped alone:", "wrapper, words x bits (parts)")
        row(word[1] " " word[2] " x " word[3] (word[4] > 1 ? " (" word[4] ")" : ""), instances[shape[i]], name)
        json = json sprintf("%s    {\"wrapper\": \"%s\", \"words\": %d, \"bits\": %d, \"parts\": %d, \"instances\": %d, %s}",
            wrappers++ ? ",\n" : "", word[1], word[2], word[3], word[4], instances[shape[i]], members(name))
        if (deserves(word[1], word[2]) && !(used[name, "ramb36"] + used[name, "ramb18"] + used[name, "urams"]))
            finding(word[1] " of " word[2] " x " word[3] " bits: registered read, but no block RAM")
    }
    json = json "\n  ],\n  \"core\": [\n"
    for (i = 1; i <= count; i++) if (core[blocks[i]]) {
        if (!rows++) heading("One core without its routers, block by block as they stand in the chip:", "block")
        row(blocks[i], core[blocks[i]], blocks[i])
        json = json sprintf("%s    {\"block\": \"%s\", \"instances\": %d, %s}", rows > 1 ? ",\n" : "", blocks[i],
            core[blocks[i]], members(blocks[i]))
        for (k = 1; k <= kinds; k++) used["core", kind[k]] += core[blocks[i]] * used[blocks[i], kind[k]]
        read_log(blocks[i])
    }
    if (rows) row("core", 1, "core")
    json = json "\n  ],\n  \"core_total\": {" members("core") "},\n  \"findings\": ["
    for (i = 1; i <= findings; i++) {
        print (i == 1 ? "\n" : "") found[i]
        json = json (i > 1 ? ", " : "") "\"" found[i] "\""
    }
    print json "]\n}" > (out "/fpga.json")
    print findings + 0 > failed
}

function cost(cells, what, n,    list, i) {
    for (i = split(cells, list, " "); i; i--) { of[list[i]] = what; worth[list[i]] = n }
}

# A block's instances in the chip and in core 0.
function read_instances(name,    file, path) {
    file = out "/" name ".instances"
    while ((getline path < file) > 0) {
        number[name]++
        core[name] += path ~ /^core_0\./
    }
}

# The arrays of every block, and the instances of every shape in the chip.
function read_arrays(    line, word, name) {
    while ((getline line < (out "/arrays.txt")) > 0) {
        split(line, word)
        name = word[1]
        line = word[2] " " word[3] " " word[4] " " word[5]
        if (!instances[line]) shape[++shapes] = line
        instances[line] += number[name]
        array[name, ++arrays[name]] = word[2] " " word[3] " " word[4] " " word[6]
        if (word[2] != "ram_1r1w" && word[2] != "regfile_1r1w")
            finding(name ": array " word[6] " of " word[2] " is in no storage wrapper")
    }
}

# `=== MODULE ===`, then its cells.
function read_stat(file,    line, word, name) {
    while ((getline line < (out "/" file ".stat")) > 0) {
        if (split(line, word) < 2) continue
        if (word[1] == "===") { name = word[2] == "design" ? "" : core[file] ? file : word[2]; mapped[name] }
        else if (word[2] !~ /^[0-9]+$/ || name == "") continue
        else if (word[1] in of) used[name, of[word[1]]] += worth[word[1]] * word[2]
        else {
            print name ": cells " word[1] ", of unknown cost" > "/dev/stderr"
            bad = 1
        }
    }
}

# Up to 16 words are no RAM (docs/fpga.md).
function deserves(module, words) { return module == "ram_1r1w" && words > 16 }

# What became of a block's arrays: `mapping memory BLOCK.PATH via CELL`; nothing of one that nobody reads.
function read_log(name,    line, word, via, i) {
    while ((getline line < (out "/" name ".log")) > 0)
        if (sub(/^(mapping|using FF mapping for) memory /, "", line)) {
            split(line, word)
            sub(/^[^.]*\./, "", word[1])
            via[word[1]] = line
        }
    for (i = 1; i <= arrays[name]; i++) {
        split(array[name, i], word)
        if (deserves(word[1], word[2]) && word[4] in via && via[word[4]] !~ /BLOCKRAM|ULTRARAM/)
            finding(name ": " word[4] " of " word[2] " x " word[3] " bits became no block RAM")
    }
}

function finding(text) { found[++findings] = text }
function heading(title, first) {
    print "\n" title "\n"
    printf layout, first, "instances", "RAMB36", "RAMB18", "URAM", "LUT RAM", "LUTs", "flops", "DSPs"
}
function row(label, number, name) {
    printf layout, label, number, used[name, "ramb36"] + 0, used[name, "ramb18"] + 0, used[name, "urams"] + 0,
        used[name, "lutram"] + 0, used[name, "luts"] + 0, used[name, "flops"] + 0, used[name, "dsps"] + 0
}
function members(name,    k, text) {
    for (k = 1; k <= kinds; k++) text = text (k > 1 ? ", " : "") "\"" kind[k] "\": " used[name, kind[k]] + 0
    return text
}

# Reads what map_block.sh left of a block: cells, um2 (none: wires alone) and flops from Yosys'
# `stat`, RAM macros with their bits and their area from the dump of its storage macros; the area is in um2,
# too. For area_report.awk and area_shared.awk.
BEGIN {
    nand_65 = 24 * 0.08 # um2 per gate at 65 nm: OSU018's NAND2 scaled from 180 nm (docs/area.md)
    # um2 per bit of RAM at 65 nm by words, for one write and one read port: CACTI 7, itrs-hp, 32 x 128, 75 x 128
    # and 128 x 32 bits; at 512 words twice its 0.84 for one port.
    densities = split("5 4.6 6.23 2.9 7 2.0 9 1.68", density, " ")
}
FILENAME ~ /library\.txt$/ && $1 == "nand" { nand = $2 }
FILENAME ~ /library\.txt$/ && $1 == "flop" { is_flop[$2] = 1 }

function read_block(name) {
    read_stat(name, out "/" name ".stat")
    read_macros(name, out "/" name ".macros")
    if (cells[name] == "") {
        print name ": no figures" > "/dev/stderr"
        exit failed = 1
    }
}

function read_stat(name, file,    line, word) {
    while ((getline line < file) > 0) {
        split(line, word)
        if (line ~ /Number of cells:/) cells[name] += word[4]
        else if (line ~ /Chip area for/) area[name] = word[6]
        else if (word[1] == "storage_macro") { macros[name] = word[2]; cells[name] -= word[2] }
        else if (word[1] in is_flop) flops[name] += word[2]
    }
}

# The macros' parameters, WIDTH before WORDS, a line each.
function read_macros(name, file,    line, word, width, size) {
    while ((getline line < file) > 0) {
        if (split(line, word, /parameter .*\\WIDTH /) == 2) width = word[2]
        if (split(line, word, /parameter .*\\WORDS /) != 2) continue
        size = width * word[2]
        bits[name] += size
        area[name] += size * density_of(word[2]) / nand_65 * nand
        ram[name] += size * density_of(word[2]) / nand_65 * nand
    }
}

# Between the words of CACTI's figures linear in their logarithm, beyond them constant.
function density_of(words,    levels, i, share) {
    levels = log(words) / log(2)
    if (levels <= density[1]) return density[2]
    for (i = 3; i < densities && levels > density[i]; i += 2)
        ;
    if (levels > density[i]) return density[densities]
    share = (levels - density[i - 2]) / (density[i] - density[i - 2])
    return density[i - 1] + share * (density[i + 1] - density[i - 1])
}

function json_text(text) {
    gsub(/["\\]/, "\\\\&", text)
    return "\"" text "\""
}

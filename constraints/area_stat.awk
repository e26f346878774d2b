# Reads what map_block.sh left of a block: cells, um2 (none: wires alone) and flops from Yosys'
# `stat`, RAM macros with their bits and their area from the dump of its storage macros; the area is in um2,
# too. Clock gates (CLOCK_GATES) count what library.txt says. For area_report.awk and area_shared.awk.
BEGIN {
    nand_65 = 24 * 0.08 # um2 per gate at 65 nm: OSU018's NAND2 scaled from 180 nm (docs/area.md)
    # um2 per bit of RAM at 65 nm by words, for one write and one read port: CACTI 7, itrs-hp, 32 x 128, 75 x 128
    # and 128 x 32 bits; at 512 words twice its 0.84 for one port, so one port is half of it.
    densities = split("5 4.6 6.23 2.9 7 2.0 9 1.68", density, " ")
}
FILENAME ~ /library\.txt$/ && $1 == "nand" { nand = $2 }
FILENAME ~ /library\.txt$/ && $1 == "flop" { is_flop[$2] = 1 }
FILENAME ~ /library\.txt$/ && $1 == "clock_gate" { clock_gate = $2 }

function read_block(name) {
    read_stat(name, out "/" name ".stat")
    read_macros(name, out "/" name ".macros")
    area[name] += gates_area(name)
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
        else if (word[1] == "storage_flops") cells[name] -= word[2]
        else if (word[1] == "clock_gate") gates[name] = word[2]
        else if (word[1] in is_flop) flops[name] += word[2]
    }
}

# The macros' parameters, a line each behind the cell's, WORDS the last.
function read_macros(name, file,    line, word, n, in_flops, width, ports, size, equals) {
    while ((getline line < file) > 0) {
        n = split(line, word)
        if (word[1] == "cell") { in_flops = word[2] ~ /storage_flops/; ports = 2 }
        if (word[n - 1] == "\\PORTS") ports = word[n]
        if (word[n - 1] == "\\WIDTH") width = word[n]
        if (word[n - 1] != "\\WORDS") continue
        size = width * word[n]
        if (in_flops) {
            area[name] += size * flop_bit()
            flops[name] += size
            continue
        }
        equals = size * density_of(word[n]) * ports / 2 / nand_65
        bits[name] += size
        area[name] += equals * nand
        ram[name] += equals * nand
    }
}

# um2 of a bit of a register file, from the sample that area.sh maps: 64 words of 32 bits.
function flop_bit() {
    if (!("flop_sample" in area)) read_stat("flop_sample", out "/flop_sample.stat")
    return (area["flop_sample"] + gates_area("flop_sample")) / 2048
}

function gates_area(name) {
    return gates[name] * clock_gate
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

# Reads what area_block.sh left of a block: cells, um2 (none: wires alone) and flops from Yosys'
# `stat`, macros and their bits from the dump of its storage macros. For area_report.awk and
# area_shared.awk.
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

function read_macros(name, file,    line, word) {
    while ((getline line < file) > 0)
        if (line ~ /parameter .*\\BITS /) {
            split(line, word, /\\BITS /)
            bits[name] += word[2]
        }
}

function json_text(text) {
    gsub(/["\\]/, "\\\\&", text)
    return "\"" text "\""
}

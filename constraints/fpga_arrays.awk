# The arrays of blocks, from the memories and wires that fpga_block.sh dumped:
#   awk -v out=OUT -f fpga_arrays.awk blocks.txt
# A line each: BLOCK MODULE WORDS BITS PARTS PATH, where MODULE is the source file that declares it, PARTS is the
# width of the write mask beside it (none: 1) and PATH is where it is in the block. What is never written is a table.
{
    file = out "/" $1 ".arrays"
    split("", parts)
    while ((getline line < file) > 0) {
        n = split(line, word)
        if (word[1] == "wire") parts[substr(word[n], 2)] = mask_bits(line)
        else if (word[2] == "\\src") module = source(line)
        else if (word[1] == "cell") path = substr(word[3], 2)
        else if (word[n - 1] == "\\WIDTH") bits = word[n]
        else if (word[n - 1] == "\\SIZE") words = word[n]
        else if (word[n - 1] == "\\WR_PORTS") writes = word[n]
        else if (word[1] == "end" && path != "") {
            mask = path
            sub(/[^.]*$/, "write_mask", mask)
            if (writes > 0) print $1, module, words, bits, mask in parts ? parts[mask] : 1, path
            path = ""
        }
    }
    close(file)
}

# "wire [width N] [...] NAME"
function mask_bits(line) { return match(line, /width [0-9]+/) ? substr(line, RSTART + 6, RLENGTH - 6) : 1 }

# "FOLDER/MODULE.v:LINE" of what declares or writes it.
function source(line) {
    sub(/\.v:.*/, "", line)
    sub(/.*\//, "", line)
    return line
}

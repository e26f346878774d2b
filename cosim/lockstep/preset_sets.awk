# The blocks of a chip with their parameters, from its manifest.json (one member of an object per
# line): BLOCK NAME=VALUE ...
/^ *"block":/ { block = $2; gsub(/[",]/, "", block) }
/^ *"parameters":/ && block {
    gsub(/^[^{]*\{|["{}]|, *$/, "")
    gsub(/: */, "=")
    gsub(/, */, " ")
    print block, $0
    block = ""
}

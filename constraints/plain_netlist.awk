# Rewrites what OpenSTA does not read in a netlist of Yosys':
#   awk -f plain_netlist.awk mapped.v > netlist.v
# A storage macro's parameters (`storage_macro #(`, one a line, `) NAME (`): it becomes a cell of a name by its
# shape, ram_WORDSxWIDTHmMASK or regfile_WORDSxWIDTH. A concatenation that is assigned to: an assignment per bit.
/^ *storage_(macro|flops) #\(/ { inside = /macro/ ? "ram" : "regfile"; next }
inside && /^ *\./ {
    split($1, part, /[.()']/) # .WORDS(32'sb0000...0100),
    of[part[2]] = binary(part[4])
    next
}
inside {
    sub(/\)/, inside "_" of["WORDS"] "x" of["WIDTH"] (inside == "ram" ? "m" of["MASK_BITS"] : ""))
    inside = ""
}
/^ *(wire|input|output) \[/ {
    split($2, part, /[^0-9]+/) # [HIGH:LOW]
    name = $3
    sub(/;$/, "", name)
    high[name] = part[2]
    low[name] = part[3]
}
/^ *assign \{/ {
    sub(/;$/, "")
    middle = index($0, " = ")
    to = bits(substr($0, 1, middle - 1), left)
    from = bits(substr($0, middle + 3), right)
    if (to != from) {
        print "plain_netlist.awk: " $0 ": " to " bits = " from " bits" > "/dev/stderr"
        exit 1
    }
    for (i = 0; i < to; i++) print "  assign " left[i] " = " right[i] ";"
    next
}
{ print }

function binary(text,    value, i) {
    for (i = 1; i <= length(text); i++)
        if (substr(text, i, 1) ~ /[01]/) value = 2 * value + substr(text, i, 1)
    return value
}

# The bits of a concatenation, name, slice or constant, most significant first; their number.
function bits(text, into,    n, count, item, i, name, range, j) {
    gsub(/assign|[{},]/, " ", text)
    n = split(text, item, " ")
    for (i = 1; i <= n; i++) {
        name = item[i]
        if (name ~ /^[0-9]+'b/) {
            sub(/.*'b/, "", name)
            for (j = 1; j <= length(name); j++) into[count++] = "1'b" substr(name, j, 1)
            continue
        }
        if (i < n && item[i + 1] ~ /^\[/) range = item[++i] # behind an escaped name
        else if (name !~ /^\\/ && match(name, /\[/)) {
            range = substr(name, RSTART)
            name = substr(name, 1, RSTART - 1)
        } else range = name in high ? "[" high[name] ":" low[name] "]" : ""
        if (range == "") { into[count++] = name " "; continue } # ends an escaped name
        if (split(range, end, /[^0-9]+/) < 4) end[3] = end[2] # [HIGH:LOW] or [BIT]
        if (name ~ /^\\/) name = name " "
        for (j = end[2]; j >= end[3]; j--) into[count++] = name "[" j "]"
    }
    return count
}

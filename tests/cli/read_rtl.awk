# Reads emitted Verilog and prints what stands in it, one fact per line:
#   module NAME leaf|structure        parameter MODULE NAME DEFAULT (derived ones: derived MODULE NAME EXPRESSION)
#   port MODULE input|output NAME MSB instance MODULE TYPE NAME
#   tie MODULE INSTANCE PORT NUMBER... (of a list of constants, the first element first)
#   leaf PATH TYPE NAME=VALUE...      every instance of a block of the library below gpu_mem
function hex(text,    i, value) {
    for (i = 1; i <= length(text); i++)
        value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}
# The constants of a connection, last one first as in a concatenation; empty when there are wires in it.
function constants(text,    n, i, all, one) {
    gsub(/[{} ]/, "", text)
    n = split(text, all, ",")
    for (i = n; i > 0; i--) {
        if (all[i] !~ /^[0-9]+'[hd][0-9a-f]+$/)
            return ""
        one = all[i]
        sub(/^[0-9]+'/, "", one)
        one = one ~ /^h/ ? hex(substr(one, 2)) : substr(one, 2) + 0
        text = i == n ? one : text " " one
    }
    return text
}
function expand(module, path,    i, name, below, k, line) {
    for (i = 1; i <= instances[module]; i++) {
        name = instance_name[module, i]
        below = path name
        if (!is_leaf[instance_type[module, i]]) {
            expand(instance_type[module, i], below ".")
            continue
        }
        line = "leaf " below " " instance_type[module, i]
        for (k = 1; k <= parameters[instance_type[module, i]]; k++)
            line = line " " value(module, i, instance_type[module, i], k)
        print line
    }
}
function value(module, i, type, k,    name) {
    name = parameter_name[type, k]
    return name "=" ((module, i, name) in override ? override[module, i, name] : parameter[type, k])
}
FNR == 1 { from_library = /from a block of its library/; module = ""; in_header = 0 }
/^module / {
    module = $2
    is_leaf[module] = from_library
    in_header = 1
    print "module", module, from_library ? "leaf" : "structure"
    next
}
in_header && /^  parameter / {
    text = $0
    sub(/ *\/\/.*/, "", text)
    sub(/,$/, "", text)
    name = $2
    sub(/^[^=]*= */, "", text)
    if (/\/\/ derived:/) {
        print "derived", module, name, text
    } else {
        parameter_name[module, ++parameters[module]] = name
        parameter[module, parameters[module]] = text
        print "parameter", module, name, text
    }
    next
}
in_header && /^  (input|output) / {
    text = $0
    sub(/ *\/\/.*/, "", text)
    sub(/,? *$/, "", text)
    direction = $1
    msb = "0"
    if (match(text, /\[[^\]]*:0\]/)) {
        msb = substr(text, RSTART + 1, RLENGTH - 4)
        gsub(/ /, "", msb)
    }
    sub(/.*[ \]]/, "", text)
    print "port", module, direction, text, msb
    next
}
in_header && /^\);/ { in_header = 0; next }
!from_library && /^  [a-z0-9_]+ (#\(.*\) )?[a-z0-9_]+ \($/ {
    type = $1
    name = $(NF - 1)
    instance_type[module, ++instances[module]] = type
    instance_name[module, instances[module]] = name
    print "instance", module, type, name
    text = $0
    while (match(text, /\.[A-Z0-9_]+\([0-9]+\)/)) {
        split(substr(text, RSTART + 1, RLENGTH - 2), pair, "(")
        override[module, instances[module], pair[1]] = pair[2]
        text = substr(text, RSTART + RLENGTH)
    }
    next
}
!from_library && /^    \.[a-z0-9_]+ *\(\{$/ { # a list over several lines
    list = $0
    while ((getline line) > 0 && line !~ /^ *\}\)/)
        list = list line
    $0 = list "}),"
}
!from_library && /^    \.[a-z0-9_]+ *\(.*\),?$/ {
    text = $0
    sub(/^[^(]*\(/, "", text)
    sub(/\),?$/, "", text)
    port = $1
    sub(/^\./, "", port)
    sub(/\(.*/, "", port)
    text = constants(text)
    if (text != "")
        print "tie", module, name, port, text
}
END { expand("gpu_mem", "") }

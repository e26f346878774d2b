# What `bind` does, for simulators that do not know it (Icarus Verilog 11):
#   awk -v folder=OUT -f tools/bind.awk X_assertions.sv... MODULE.v...
# writes every MODULE.v into OUT with what is bound to it in front of its end, and of every
# X_assertions.sv what is left, as X_assertions.v. Reads the form that gen/base/assertions.c prints:
# `bind MODULE` begins a line, `);` ends the statement.
FNR == 1 {
    if (out)
        close(out)
    out = FILENAME
    sub(/.*\//, "", out)
    sub(/\.sv$/, ".v", out)
    out = folder "/" out
    printf "" > out
}
/^bind / {
    target = $2
    sub(/^bind [^ ]* /, "  ")
    bound = 1
}
bound {
    instances[target] = instances[target] $0 "\n"
    if (/^\);/)
        bound = 0
    next
}
/^module / { module = $2 }
/^endmodule/ { printf "%s", instances[module] > out }
{ print > out }

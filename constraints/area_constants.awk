# The requester's inputs that are constants of its place in the chip, as gpu_mem.v ties them for
# core 0, one a line: PORT VALUE, the value a list of sized constants, the most significant first.
#   awk -f area_constants.awk gpu_mem.v
/^  core_node core_0 \(/ { inside = 1 }
inside && /^    \.(here_core|core_nodes|partition_nodes|core_hops|partition_hops) / {
    port = $1
    sub(/\./, "", port)
    sub(/^ *\.[a-z_]+ */, "")
    taking = 1
}
taking {
    text = text $0
    if (/\)/) {
        gsub(/[(){} \t]/, "", text)
        sub(/,$/, "", text)
        print port, text
        text = taking = ""
    }
}
inside && /^  \);/ { exit }

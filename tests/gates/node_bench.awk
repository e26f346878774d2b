# One bench for a node from the benches of its blocks (`memloom vectors`), which all keep the same time:
#   awk -v module=NETLIST -f node_bench.awk core_node.v core_0.l1_cache.v core_0.mshr.v... > bench.v
# Each block's bench loses its instance and looks at the block inside the node: so every output of every block is compared. The
# node's inputs are what the benches apply to the inputs of blocks that are wired to them. A port that the chip does not have is not compared. A bench reads
# the vectors of the argument +BLOCK=FILE.
FNR == 1 {
    files++
    block = FILENAME
    sub(/.*\/core_0\./, "", block)
    sub(/\.v$/, "", block)
}
files == 1 && /^  input / && match($0, /[a-z_0-9]+,/) { is_input[substr($0, RSTART, RLENGTH - 1)] }
files == 1 && /^  [a-z_0-9]+ (#\(.*\) )?[a-z_0-9]+ \($/ { instance = $(NF - 1) }
files == 1 && instance != "" && /^    \.[a-z_0-9]+ *\(/ {
    split($0, part, /[ .()]+/)
    has[instance, part[2]]
    if (part[3] in is_input && !(part[3] in from)) candidate[part[3], ++candidates[part[3]]] = instance "." part[2]
}
files == 1 { next }

/^module replay;/ { sub(/replay/, "replay_" block); benches[block] }
/^  (wire|reg ) \[[0-9]+:0\] / {
    name = $NF
    sub(/;/, "", name)
    if ($1 == "wire" && ((block, name) in has)) sub(/;/, " = replay.dut." block "." name ";")
    if ($1 == "reg") applies[block "." name]
}
/ dut \($/ { skips = 1 }
skips { if (/^  \);/) skips = 0; next }
/^  task compare/ { comparing = 1 }
/^  endtask/ { comparing = 0 }
comparing && /^      for / { held = $0; next }
held != "" {
    name = $0
    sub(/_next.*/, "", name)
    sub(/.*\^/, "", name)
    if (!((block, name) in has)) { held = ""; absent = 1; next }
    print held
    held = ""
}
absent { if (/^        end$/) absent = 0; next }
{ sub(/"vectors=%s"/, "\"" block "=%s\"") }
/elements equal/ { sub(/"%0d/, "\"" block ": %0d") }
/\$finish/ { sub(/\$finish\(0\);/, "#1 $finish(0);") } # the others end at this time, too
{ print }

END {
    print "`default_nettype none\nmodule replay;\n  " module " dut ("
    for (block in benches) any = block
    printf "    .clk(replay_%s.clk), .rst(replay_%s.rst)", any, any
    for (input in candidates)
        for (i = 1; i <= candidates[input]; i++)
            if (candidate[input, i] in applies) {
                printf ",\n    .%s(replay_%s)", input, candidate[input, i]
                driven[input]
                break
            }
    print "\n  );\nendmodule\n`default_nettype wire"
    for (input in is_input) if (!(input in driven) && input != "clk" && input != "rst") {
        print "node_bench.awk: no bench drives " input > "/dev/stderr"
        exit 1
    }
}

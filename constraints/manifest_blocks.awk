# The distinct blocks of a chip, from its manifest.json (one member of an object per line):
#   awk -v chip=FOLDER -v out=OUT -v prefix=TEXT [-v core=1] -f manifest_blocks.awk manifest.json
# One line per block, FLOPS CHIP PREFIX+NAME BLOCK PARAMETER=VALUE ..., and its paths in
# OUT/PREFIX+NAME.instances. With core=1 only blocks of core 0, without its event counters.
/^ *"block":/ { block = $2; gsub(/[",]/, "", block) }
/^ *"parameters":/ && block {
    list = $0
    gsub(/^[^{]*\{|["{}]|, *$/, "", list)
    gsub(/: */, "=", list)
    gsub(/, */, " ", list)
}
/^ *"storage":/ && block { flops = $NF + 0 }
/^ *"instances":/ && block {
    name = prefix block (count[block]++ ? "_" count[block] : "")
    if (!core || /"core_0\./ && block != "perf_counters") {
        gsub(/.*\[|\].*|"/, "")
        gsub(/, */, "\n")
        print > (out "/" name ".instances")
        print flops, chip, name, block, list
    }
    block = ""
}

# A Yosys script per storage wrapper, OUT/WRAPPER.ys, that maps it in every shape; of shapes.txt, lines
# MODULE WORDS BITS PARTS:
#   awk -v out=OUT -f fpga_wrappers.awk shapes.txt
# The shapes stand side by side as modules MODULE_WORDSxBITSmPARTS; `stat` has one table of each.
$1 == "ram_1r1w" || $1 == "regfile_1r1w" {
    if (!(script[$1])) {
        script[$1] = out "/" $1 ".ys"
        print "read_verilog -lib -specify +/xilinx/cells_sim.v" > script[$1]
        print "read_verilog -lib +/xilinx/cells_xtra.v" > script[$1]
    }
    print "read_verilog " out "/chip/" $1 ".v" > script[$1]
    print "chparam -set DEPTH " $2 " -set WIDTH " $3 ($1 == "ram_1r1w" ? " -set MASK_BITS " $4 : ""), $1 > script[$1]
    print "rename " $1, $1 "_" $2 "x" $3 "m" $4 > script[$1]
}
END {
    for (wrapper in script) {
        print "synth_xilinx -family xcup -noiopad -noclkbuf -run prepare:" > script[wrapper]
        print "tee -q -o " out "/" wrapper ".stat stat" > script[wrapper]
    }
}

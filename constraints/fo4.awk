# A chain of twelve inverters of the library, each with a load of four, as a netlist: module fo4, stages s0_0 to
# s11_0.
#   awk -f fo4.awk library.txt > fo4.v
$1 == "inverter" {
    print "module fo4 (in, out); input in; output out; wire [12:0] n; assign n[0] = in; assign out = n[12];"
    for (stage = 0; stage < 12; stage++)
        for (load = 0; load < 4; load++)
            printf "  %s s%d_%d (.%s(n[%d]), .%s(%s));\n", $2, stage, load, $3, stage, $4,
                load ? "unused" stage "_" load : "n[" stage + 1 "]"
    print "endmodule"
}

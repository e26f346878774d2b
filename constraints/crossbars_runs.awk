# Performance and energy of the runs of crossbars.sh, "DESIGN KERNEL CYCLES BUFFERS SWITCHES LINKS": cycles relative to the
# first design's, energy in uJ.
{
    if (!(($2, "cycles") in first)) first[$2, "cycles"] = $3
    if (!header++) {
        print "Kernels on the model: performance relative to the first design, energy of the flits.\n"
        printf "%-17s %-10s %10s %12s %9s %9s %9s %9s\n", "design", "kernel", "cycles", "performance", "uJ", "buffers", "switches", "links"
    }
    printf "%-17s %-10s %10d %12.2f %9.2f %9.2f %9.2f %9.2f\n", $1, $2, $3, first[$2, "cycles"] / $3, ($4 + $5 + $6) / 1000,
        $4 / 1000, $5 / 1000, $6 / 1000
}
END { print "" }

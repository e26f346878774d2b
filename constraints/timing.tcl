# OpenSTA on one netlist, for timing.sh. Variables of the environment: out, TOP (fo4: the chain of inverters), and
# for the others NETLISTS, SDC, DRIVER (the cell in front of the inputs). Leaves $out/TOP.paths: the worst path inside, from inputs, to outputs
# and from inputs to outputs, each below a line `group NAME`. The last line is `TIMED TOP`: OpenSTA's exit status
# says nothing, and a command that fails within a proc ends it.
proc group {name file from to} {
    exec echo "group $name" >> $file
    if {[llength $from] && [llength $to]} {
        report_checks -path_delay max -from $from -to $to -format full -digits 4 -fields {net} >> $file
    }
}

proc time_fo4 {} {
    global env
    read_verilog $env(out)/fo4.v
    link_design fo4
    create_clock -name edge -period 1000
    set_input_delay 0 -clock edge [get_ports in]
    set_output_delay 0 -clock edge [get_ports out]
    report_checks -format full -digits 5 > $env(out)/fo4.paths
}

proc time_block {} {
    global env
    set file $env(out)/$env(TOP).paths
    read_liberty $env(out)/$env(TOP).lib
    foreach netlist $env(NETLISTS) { read_verilog $netlist }
    link_design $env(TOP)
    # `source` would swallow the errors of a command in it.
    set stream [open $env(SDC)]
    uplevel #0 [read $stream]
    close $stream
    set inputs [delete_from_list [all_inputs] [get_ports clk]]
    set_driving_cell -lib_cell $env(DRIVER) $inputs
    set_load 0.05 [all_outputs]
    exec rm -f $file
    # A clock gate is no register to OpenSTA.
    set ends [concat [all_registers -data_pins] [get_pins -quiet -hierarchical */enable]]
    group inside $file [all_registers -clock_pins] $ends
    group in $file $inputs $ends
    group out $file [all_registers -clock_pins] [all_outputs]
    group through $file $inputs [all_outputs]
}

proc main {} {
    global env
    read_liberty $env(out)/cells.lib
    set_cmd_units -time ns -capacitance pF
    if {$env(TOP) == "fo4"} { time_fo4 } else { time_block }
    puts "TIMED $env(TOP)"
}
if {[catch main message]} { puts "FAILED $message" }

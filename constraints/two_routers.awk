# Two routers that face each other at every port, or two nodes of a ring, one behind the other: module BLOCK_pair, from the
# ports of the mapped block.
#   awk -v block=router -f two_routers.awk router.v
# The first one's outputs are the second one's inputs; each has its enable from a mapped noc_enable; all else is a port of
# the pair.
BEGIN { ports = 0
    peer["in_valid"] = "out_valid"; peer["in_vc"] = "out_vc"; peer["in_tail"] = "out_tail"
    peer["in_flit"] = "out_flit"; peer["out_credit"] = "in_credit"
    peer["request_in_valid"] = "request_out_valid"; peer["request_in_core"] = "request_out_core"
    peer["request_in_line"] = "request_out_line"; peer["request_out_ready"] = "request_in_ready"
    peer["response_in_valid"] = "response_out_valid"; peer["response_in_core"] = "response_out_core"
    peer["response_in_line"] = "response_out_line"; peer["response_in_data"] = "response_out_data"
    peer["response_out_ready"] = "response_in_ready" }
/^  (input|output) / {
    name = $NF
    sub(/;$/, "", name)
    direction[ports] = $1
    range[name] = NF > 2 ? $2 " " : ""
    port[ports++] = name
}
/^ *[A-Z]/ { exit }
END {
    printf "module %s_pair (", block
    for (i = 0; i < ports; i++) if (common(i)) printf "%s%s", shared++ ? ", " : "", port[i]
    print "noc_en" in range ? ", noc_next_en" : ""
    for (i = 0; i < ports; i++)
        for (side = 1; side <= 2; side++) if (outside(i, side)) print "  , " port[i] "_" side
    print ");"
    for (i = 0; i < ports; i++) if (common(i)) print "  input " port[i] ";"
    if ("noc_en" in range) print "  input noc_next_en;\n  wire noc_en_1;\n  wire noc_en_2;"
    for (i = 0; i < ports; i++)
        for (side = 1; side <= 2; side++)
            if (outside(i, side)) print "  " direction[i] " " range[port[i]] port[i] "_" side ";"
    for (name in peer) if (name in range) print "  wire " range[name] "linked_" name ";"
    for (side = 1; side <= 2; side++) {
        if ("noc_en" in range)
            print "  noc_enable enable_" side " (.clk(clk), .rst(rst), .next_en(noc_next_en), .en(noc_en_" side "));"
        print "  " block " router_" side " ("
        for (i = 0; i < ports; i++) printf "    .%s(%s)%s\n", port[i], net(i, side), i < ports - 1 ? "," : ""
        print "  );"
    }
    print "endmodule"
}

# The words of 1 go to 2, the credits or the room of 2 to 1.
function linked(i, side,    name, to) {
    for (name in peer) {
        to = name ~ /^(out_credit|request_out_ready|response_out_ready)$/ ? 1 : 2
        if (port[i] == name && side == to || port[i] == peer[name] && side != to) return "linked_" name
    }
    return ""
}
function common(i) { return port[i] ~ /^(clk|rst)$/ }
function outside(i, side) { return !common(i) && port[i] != "noc_en" && linked(i, side) == "" }
function net(i, side,    wire) {
    wire = linked(i, side)
    return common(i) ? port[i] : wire == "" ? port[i] "_" side : wire
}

# Two routers that face each other at every port: module BLOCK_pair, from the ports of the mapped router.
#   awk -v block=router -f two_routers.awk router.v
# The first one's outputs are the second one's inputs; all else is a port of the pair.
BEGIN { peer["in_valid"] = "out_valid"; peer["in_vc"] = "out_vc"; peer["in_tail"] = "out_tail"
    peer["in_flit"] = "out_flit"; peer["out_credit"] = "in_credit" }
/^  (input|output) / {
    name = $NF
    sub(/;$/, "", name)
    direction[ports] = $1
    range[name] = NF > 2 ? $2 " " : ""
    port[ports++] = name
}
/^ *[A-Z]/ { exit }
END {
    print "module " block "_pair (clk, rst, noc_en"
    for (i = 0; i < ports; i++)
        for (side = 1; side <= 2; side++) if (outside(i, side)) print "  , " port[i] "_" side
    print ");\n  input clk, rst, noc_en;"
    for (i = 0; i < ports; i++)
        for (side = 1; side <= 2; side++)
            if (outside(i, side)) print "  " direction[i] " " range[port[i]] port[i] "_" side ";"
    for (name in peer) print "  wire " range[name] "linked_" name ";"
    for (side = 1; side <= 2; side++) {
        print "  " block " router_" side " ("
        for (i = 0; i < ports; i++) printf "    .%s(%s)%s\n", port[i], net(i, side), i < ports - 1 ? "," : ""
        print "  );"
    }
    print "endmodule"
}

# The flits of 1 go to 2, the credits of 2 to 1.
function linked(i, side,    name, to) {
    for (name in peer) {
        to = name == "out_credit" ? 1 : 2
        if (port[i] == name && side == to || port[i] == peer[name] && side != to) return "linked_" name
    }
    return ""
}
function common(i) { return port[i] ~ /^(clk|rst|noc_en)$/ }
function outside(i, side) { return !common(i) && linked(i, side) == "" }
function net(i, side) { return common(i) ? port[i] : outside(i, side) ? port[i] "_" side : linked(i, side) }

# Energy and mean power of a run by events (docs/power.md):
#   awk -v json=FILE -f flit_energy.awk -f power.awk energies.txt EVENTS
# EVENTS: lines of power_events.jq. A table on standard output; the same as JSON.
$1 == "key" { key[$2] = $3 }
$1 == "event" { event[$2] = $3 }
$1 == "router" {
    split($2, part, /[_.]/)  # NETWORK_module.router_X_Y
    name = (part[1] == "work" ? "crossbar" : part[1]) " " part[4] " " part[5]
    kind[name] = $3; inputs[name] = $4; outputs[name] = $5; bits[name] = $6
    routers[part[1] == "work" ? "crossbar" : part[1]]++
}
$1 == "flits" { flits[++links] = $6; from[links] = $2 " " $3 " " $4; network[links] = $2; stage[links] = $3; to[links] = $5 }

# pJ for 64 bits of an array of that many KB: on straight lines through the three sizes, all logarithmic.
function access(kb) {
    if (kb < 32) return energy["cache_8kb"] * (kb / 8) ^ (log(energy["cache_32kb"] / energy["cache_8kb"]) / log(4))
    return energy["cache_32kb"] * (kb / 32) ^ (log(energy["cache_1mb"] / energy["cache_32kb"]) / log(32))
}
function add(part, what, count, each) {
    if (count == 0) return
    parts[++rows] = part; meaning[rows] = what; number[rows] = count; pj[rows] = each
    total += count * each
}

# Lines of 128 B, 16 words of 64 bits; tags and state of a line are 4 B.
function add_cache(part, sets, ways, prefix, written) {
    add(part, "lookups of tags", event[prefix ".accesses"], access(sets * ways * 4 / 1024))
    add(part, "lines read or written", event[prefix ".hits"] + event[prefix ".misses"] + written, 16 * access(sets * ways / 8))
}

# Flits through routers, and along links.
function add_network(name,    i, r, hop, flown, buffered, switched, wires, moved, share) {
    hop = key["topology"] == "mesh" ? energy["die"] / sqrt(routers[name]) : energy["die"] / 2
    # Of the bodies of MC-routers without power: the share of all cycles in which they are bypassed.
    share = event["noc.bypassed_cycles"] / event["cycles"]
    for (i = 1; i <= links; i++) {
        if (network[i] != name) continue
        r = from[i]
        if (!(r in bits)) { print "power.awk: no router " r > "/dev/stderr"; failed = 1; exit 1 }
        flown = flits[i] * (kind[r] == "mc_router" ? 1 - share : 1)
        moved += flits[i]
        buffered += flown * flit_buffer(bits[r])
        switched += flown * flit_switch(bits[r], inputs[r], outputs[r])
        if (key["topology"] == "mesh" ? to[i] != "local" : stage[i] == 0) wires += flits[i] * flit_link(bits[r], hop)
    }
    if (!moved) return
    add(name " network", "flits through routers: buffers", moved, buffered / moved)
    add(name " network", "flits through routers: switches", moved, switched / moved)
    add(name " network", "flits through routers: links", moved, wires / moved)
}

# A request is looked up at every node but its own; one without an answer goes around its ring. The hops of a hit are those of both
# rings: half of them each, exact where the line goes back the way that its request came (opposite rings).
function add_rings(    requests, responses, mm) {
    responses = event["ccn.hits"] * event["ccn.hit_hops_mean"] / 2
    requests = responses + event["ccn.back"] * (key["ccn_cluster"] > 0 ? key["ccn_cluster"] : key["cores"])
    mm = energy["die"] / sqrt(key["cores"])
    add("rings", "hops of requests, 32 bits", requests, flit_link(32, mm) + flit_buffer(32))
    add("rings", "lookups of shadow tags", requests, access(key["l1_sets"] * key["l1_ways"] * 4 / 1024))
    add("rings", "hops of lines, 1024 bits", responses, flit_link(1024, mm) + flit_buffer(1024))
}

# DRAM: currents above standby, for the time of the command; ns x mA x V = pJ. A burst of 8 takes two clocks. What the write buffer
# answers was not read.
function add_dram(    ns, chips, bursts, read_bursts) {
    ns = 1000 / key["dram_mhz"]
    chips = key["dram_bus_bytes"] * 8 / energy["dram_pins"]
    bursts = 16 / key["dram_bus_bytes"]
    read_bursts = key["dram_read_bursts"] ? key["dram_read_bursts"] : bursts
    add("DRAM", "activations", event["dram.activates"], energy["dram_vdd"] * ns * chips * (energy["dram_idd0"] * key["t_rc"] \
        - energy["dram_idd3n"] * key["t_ras"] - energy["dram_idd2n"] * (key["t_rc"] - key["t_ras"])))
    add("DRAM", "lines read", event["dram.reads"] - event["dram.buffered"], \
        energy["dram_vdd"] * ns * chips * 2 * read_bursts * (energy["dram_idd4r"] - energy["dram_idd3n"]))
    add("DRAM", "lines written", event["dram.writes"], energy["dram_vdd"] * ns * chips * 2 * bursts * (energy["dram_idd4w"] - energy["dram_idd3n"]))
    add("DRAM", "refreshes", event["dram.refreshes"], energy["dram_vdd"] * ns * chips * key["t_rfc"] * (energy["dram_idd5"] - energy["dram_idd3n"]))
    add("DRAM", "standby, clocks of all channels", event["cycles"] / key["core_mhz"] * key["dram_mhz"] * key["partitions"], \
        energy["dram_vdd"] * ns * chips * energy["dram_idd3n"])
}

END {
    if (failed) exit 1
    us = event["cycles"] / key["core_mhz"]
    # A store of a lane's sector writes 32 of the 128 B.
    add_cache("L1", key["l1_sets"], key["l1_ways"], "l1", event["l1.stores"] / 4)
    # Their place is known from shadow tags; whether the line has left is found with the read.
    add("L1", "lines read for other L1s", event["ccn.sent"] + event["ccn.gone"], 16 * access(key["l1_sets"] * key["l1_ways"] / 8))
    add_cache("LLC", key["llc_sets"], key["llc_ways"], "l2", event["l2.writebacks"])
    add_network("request")
    add_network("reply")
    add_network("crossbar")
    add_rings()
    add_dram()
    printf "%-16s %-34s %12s %10s %12s %10s %6s\n", "part", "events", "number", "pJ each", "uJ", "mW", "share"
    printf "{\n  \"cycles\": %d,\n  \"microseconds\": %.3f,\n  \"rows\": [\n", event["cycles"], us > json
    for (i = 1; i <= rows; i++) {
        uj = number[i] * pj[i] / 1e6
        of[parts[i]] += uj
        if (!(parts[i] in seen)) { seen[parts[i]] = 1; order[++kinds] = parts[i] }
        printf "%-16s %-34s %12d %10.2f %12.3f %10.2f %5.1f%%\n", parts[i], meaning[i], number[i], pj[i], uj, uj / us * 1000, \
            100 * number[i] * pj[i] / total
        printf "    {\"part\": \"%s\", \"events\": \"%s\", \"number\": %.0f, \"pj_each\": %.4f, \"uj\": %.4f}%s\n", parts[i], meaning[i], \
            number[i], pj[i], uj, i < rows ? "," : "" > json
    }
    print "  ],\n  \"uj\": {" > json
    print ""
    for (k = 1; k <= kinds; k++) {
        printf "%-16s %-34s %12s %10s %12.3f %10.2f %5.1f%%\n", order[k], "in all", "", "", of[order[k]], of[order[k]] / us * 1000, \
            100 * of[order[k]] * 1e6 / total
        printf "    \"%s\": %.4f,\n", order[k], of[order[k]] > json
    }
    printf "%-16s %-34s %12s %10s %12.3f %10.2f\n", "memory system", "in all", "", "", total / 1e6, total / 1e6 / us * 1000
    printf "    \"all\": %.4f\n  }\n}\n", total / 1e6 > json
}

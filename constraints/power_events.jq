# What a run did and what it did it with, lines NAME VALUE... for power.awk: the statistics of `memloom sim --json` as input, the
# manifest of the chip as $manifest.
. as $s | ($manifest[0]) as $m | $m.configuration as $c
| (["cores", "ccn_cluster", "partitions", "core_mhz", "dram_mhz", "l1_sets", "l1_ways", "llc_sets", "llc_ways", "dram_bus_bytes",
    "dram_read_bursts", "dram_banks", "t_rc", "t_ras", "t_rp", "t_rfc"][] | "key \(.) \($c[.])"),
  ("key topology \($c.topology)"),
  (["cycles", "l1.accesses", "l1.hits", "l1.misses", "l1.stores", "l2.accesses", "l2.hits", "l2.misses", "l2.writebacks",
    "dram.activates", "dram.reads", "dram.buffered", "dram.writes", "dram.refreshes", "noc.bypassed_cycles", "ccn.hits", "ccn.back",
    "ccn.sent", "ccn.gone", "ccn.hit_hops_mean"][] | "event \(.) \($s[.])"),
  ($m.blocks[] | select(.block == "router" or .block == "mc_router") | .block as $b | .parameters as $p
    | .instances[] | "router \(.) \($b) \($p.INPUTS // $p.PORTS) \($p.OUTPUTS // $p.PORTS) \($p.FLIT_BITS)"),
  (["request", "reply", "crossbar"][] as $n | $s["noc.\($n).links"][]? | select(.flits > 0) | "flits \($n) \(.x) \(.y) \(.to) \(.flits)")

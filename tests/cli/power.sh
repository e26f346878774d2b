#!/bin/bash
# Energies of make power on made-up events, counted by hand; and every event from the manifest and the statistics of a real run.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

# 16 lines of an L1 are 2 KB of data and 64 B of tags, 64 of the slice 8 KB and 256 B. From 8 KB (16 pJ) to 32 KB (64 pJ) it is the
# size itself, from there to 1 MB (2048 pJ), too: 2 KB take 4 pJ, 64 B 0.125 pJ.
cat >"$work/energies.txt" <<'EOF'
# made up
cache_8kb 16 pJ
cache_32kb 64 pJ
cache_1mb 2048 pJ
buffer 0.5 pJ
wire 2 pJ
pitch 0.25 mm
die 6 mm
dram_vdd 2 V
dram_idd0 100 mA
dram_idd2n 10 mA
dram_idd3n 20 mA
dram_idd4r 120 mA
dram_idd4w 70 mA
dram_idd5 220 mA
dram_pins 32 bits
EOF
cat >"$work/events.txt" <<'EOF'
key cores 4
key partitions 2
key core_mhz 1000
key dram_mhz 500
key l1_sets 4
key l1_ways 4
key llc_sets 16
key llc_ways 4
key dram_bus_bytes 8
key t_rc 10
key t_ras 6
key t_rfc 20
key topology mesh
event cycles 1000
event l1.accesses 8
event l1.hits 3
event l1.misses 5
event l1.stores 4
event l2.accesses 5
event l2.hits 2
event l2.misses 3
event l2.writebacks 1
event dram.activates 2
event dram.reads 4
event dram.buffered 1
event dram.writes 1
event dram.refreshes 1
event noc.bypassed_cycles 250
event ccn.hits 4
event ccn.back 1
event ccn.sent 6
event ccn.gone 1
event ccn.hit_hops_mean 2.5
router request_mesh.router_0_0 router 2 3 8
router request_mesh.router_1_0 router 2 3 8
router request_mesh.router_0_1 mc_router 4 4 8
router request_mesh.router_1_1 router 1 1 8
router work_crossbar.router_0_0 router 3 3 16
flits request 0 0 local 10
flits request 1 0 west 5
flits request 0 1 east 4
EOF
energy() { jq -r --arg part "$1" --arg events "$2" '.rows[] | select(.part == $part and (.events | startswith($events))) | "\(.number) \(.pj_each)"' "$work/json"; }
run() { awk -v json="$work/json" -f constraints/flit_energy.awk -f constraints/power.awk "$work/energies.txt" "$work/events.txt"; }
is() { check "$1, $2" [ "$(energy "$1" "$2")" = "$3" ]; }

check "made-up events" run
is L1 "lookups" "8 0.125"
is L1 "lines read or written" "9 64"                 # 3 + 5 + 4 stores of a quarter; 16 words of 4 pJ
is L1 "lines read for other L1s" "7 64"              # one of them had left
is LLC "lookups" "5 0.5"
is LLC "lines" "6 256"
is "request network" "flits through routers: buffers" "19 $(jq -n '(15 + 4 * 0.75) * 8 * 0.5 / 19 * 10000 | round / 10000')"
is "request network" "flits through routers: switches" "19 $(jq -n '(15 * 5 + 3 * 8) * 8 * 8 * 0.25 * 2 / 19 * 10000 | round / 10000')"
is "request network" "flits through routers: links" "19 $(jq -n '9 * 8 * 3 * 2 / 19 * 10000 | round / 10000')"
check "a network without flits is not there" [ -z "$(energy "crossbar network" flits)" ]
is rings "hops of requests" "9 208"                  # 5 of hits, as many as their lines take back; 4 of what found nothing; 32 bits, 3 mm x 2 + 0.5
is rings "lookups" "9 0.125"
is rings "hops of lines" "5 6656"
is DRAM "activations" "2 $((2 * 2 * 2 * (1000 - 120 - 40)))"
is DRAM "lines read" "3 $((2 * 2 * 2 * 4 * 100))"    # not the one that was in the write buffer; 4 clocks of 2 ns, 2 devices
is DRAM "lines written" "1 $((2 * 2 * 2 * 4 * 50))"
is DRAM "refreshes" "1 $((2 * 2 * 2 * 20 * 200))"
is DRAM "standby" "1000 $((2 * 2 * 2 * 20))"         # 500 clocks of 2 channels
check "parts add up" jq -e '(.uj | del(.all) | add) as $sum | ([.rows[] | .number * .pj_each] | add / 1e6) as $rows |
    ($sum - .uj.all | fabs) < 1e-3 and ($rows - .uj.all | fabs) < 1e-3' "$work/json"

sed -i 's/^key dram_bus_bytes 8$/key dram_bus_bytes 16\nkey dram_read_bursts 5/' "$work/events.txt"
check "a line of a burst, of several when it is read" run
is DRAM "lines read" "3 $((2 * 2 * 4 * 10 * 100))"
is DRAM "lines written" "1 $((2 * 2 * 4 * 2 * 50))"
sed -i 's/^key dram_bus_bytes 16$/key dram_bus_bytes 8/; /^key dram_read_bursts/d' "$work/events.txt"
sed -i 's/^key cores 4$/&\nkey ccn_cluster 2/' "$work/events.txt"
check "clusters of two cores" run
is rings "hops of requests" "7 208"                  # what found nothing went around two cores
sed -i '/^key ccn_cluster/d' "$work/events.txt"
sed -i 's/topology mesh/topology crossbar/' "$work/events.txt"
check "a crossbar" run
is "request network" "flits through routers: links" "19 $(jq -n '14 * 8 * 3 * 2 / 19 * 10000 | round / 10000')"  # of stage 0 alone
echo "flits request 5 5 local 1" >>"$work/events.txt"
check "flits of a router that is not there" bash -c '! awk -v json="$0" -f constraints/flit_energy.awk -f constraints/power.awk "$1" "$2" 2>&1 >"$3" | grep -qv "no router"' \
    "$work/json" "$work/energies.txt" "$work/events.txt" "$work/text"

for chip in "--preset tiny --set ccn=basic" "--preset pact20" "--preset isca19 --cores 8 --set partitions=8 --set clusters=4 --set memory_controllers=2"; do
    rm -rf "$work/out" && mkdir "$work/out"
    # shellcheck disable=SC2086
    "$memloom" gen $chip -o "$work/out/chip" >/dev/null
    check "$chip" env CHIP="$chip" constraints/power.sh "$work/out" stencil
    check "every event has a number" bash -c '! grep -Eq "null|undefined" "$0" && [ "$(grep -c "^event" "$0")" = 20 ]' "$work/out/events.txt"
    check "every flit is that of a router" [ "$(awk '$1 == "flits" { sum += $6 } END { print sum + 0 }' "$work/out/events.txt")" -ge \
        "$(jq '."noc.flits"' "$work/out/run.json")" ]
    check "energies of all parts" jq -e '.uj.L1 > 0 and .uj.LLC > 0 and ."uj"."request network" > 0 and .uj.DRAM > 0' "$work/out/power.json"
done
check "lockstep is 1 or 0" bash -c 'CHIP="--preset tiny" LOCKSTEP=yes constraints/power.sh "$0" stencil >"$1/table" 2>"$1/err"; [ $? = 2 ] &&
    [ "$(cat "$1/err")" = "LOCKSTEP=yes: must be 1, or 0" ] && [ ! -s "$1/table" ]' "$work/out" "$work"
check "0 is none" env CHIP="$chip" bash -c 'LOCKSTEP=0 constraints/power.sh "$0" stencil >"$1/table" && ! grep -q "^lockstep: " "$1/table"' "$work/out" "$work"
check "a workload that is not there" bash -c '! CHIP="--preset tiny" constraints/power.sh "$0" nothing 2>"$1" && grep -q "^memloom: " "$1"' \
    "$work/out" "$work/text"
report

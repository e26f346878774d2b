#!/bin/bash
# Runs the benches of the flows of pact20 section 3.2 on a generated chip, all of them or those named:
# tb/flows/run.sh [BENCH...]. Conventions and last line as tb/run.sh. The busy benches and those on
# other chips look at the chip's assertions, which cost a third of the time; with SOAK=1 all do.
# tb/flows/run.sh -c FOLDER ["SETTINGS"]: only writes the chip, or one of these keys.
#
# The chip is small and fast, so that every queue fills: 3 cores with 4 sets x 2 ways, a short
# DynEB, the network at the core clock. tb/flows/flows.vh knows its floor. With SOAK=1 (through_l2
# also by name) benches that do not look at the home's port run on three more chips: where messages
# between cores pass the L2 slices, or a crossbar of their own, or the memory is behind AXI4.
cd "$(dirname "$0")/../.." || exit 2
# Some benches simulate 2,000 busy cycles of the chip: 15 s on an idle machine.
export LIMIT=${LIMIT:-300} FOLDER=tb/flows
settings="cores=3 partitions=2 noc_mhz=1400 shared_l1=on
    l1_sets=4 l1_ways=2 l1_latency=7 lsu_ids=64 mshr_entries=4 mshr_targets=4
    llc_sets=8 llc_ways=2 llc_latency=8 llc_mshr_entries=4
    remote_age_limit=4 dyneb_check=0 dyneb_share_percent=0 dyneb_warm=6 dyneb_sample=16 dyneb_execute=32"
busy="home_camping|mode_changes|one_copy"
long="one_copy|home_camping|private_to_shared|through_l2" # with SOAK=1 or by name only: minutes, and chips in lockstep have their traffic
relayed="through_l2 f_remote_read_miss_merged remote_write_hit_and_miss home_camping mode_changes one_copy"
crossing="a_b_e_g_remote_read_hit remote_write_hit_and_miss home_camping"
axi="one_copy mode_changes remote_write_hit_and_miss" # behind AXI4 channels, the memory of tb/axi_dram.v
[ -n "${SOAK-}" ] || relayed=through_l2 crossing="" axi=""
all=$(cd tb/flows && ls ./*_tb.v | sed 's|^\./||; s|_tb\.v$||')
wanted=${*:-$([ -n "${SOAK-}" ] && echo "$all" || grep -v -x -E "$long" <<<"$all")}

# make_chip FOLDER "SETTINGS": a chip to whose modules the assertions are bound
make_chip() {
    build/memloom gen $(printf -- '--set %s ' $2) -o "$1.plain" && mkdir -p "$1" &&
        awk -v folder="$1" -f tools/bind.awk "$1.plain/gpu_mem_assertions.sv" "$1.plain/"*.v
}

# run_on CHIP "SETTINGS" "DEFINES" BENCH...: of the benches named, those that are wanted
run_on() {
    local chip=build/flows/$1 settings=$2 defines=$3 benches watched
    benches=$(comm -12 <(printf '%s\n' "${@:4}" | sort) <(printf '%s\n' $wanted | sort))
    [ -n "$benches" ] || return 0
    make_chip "$chip" "$settings" || { echo "0 passed, 1 failed"; return; }
    watched=$benches
    [ -z "${SOAK-}" ] && [ "$1" = chip ] && watched=$(grep -x -E "$busy" <<<"$benches")
    benches=$(comm -23 <(echo "$benches") <(echo "$watched"))
    [ -z "$watched" ] || BUILD=build/tb/$1 DESIGN="$defines $chip/gpu_mem_assertions.v -y $chip -y tb/flows" tb/run.sh $watched
    [ -z "$benches" ] || BUILD=build/tb/$1 DESIGN="$defines -y $chip.plain -y tb/flows" tb/run.sh $benches
}

if [ "${1-}" = -c ]; then
    make_chip "$2" "${3-$settings}"
    exit
fi
mkdir -p build/flows
{
    run_on chip_l2 "$settings remote_via=l2 vcs=6" -DREMOTE_VIA_L2 $relayed |
        sed 's/: /, through the L2 slices: /'
    run_on chip_axi "$settings mem_port=axi4" "-DAXI4 -y tb" $axi | sed 's/: /, behind AXI4: /'
    run_on chip_crossbar "$settings remote_via=crossbar" "" $crossing | sed 's/: /, on a crossbar: /'
} >build/flows/other_chips.log 2>&1 &
run_on chip "$settings" "${SOAK:+-DSOAK}" $(grep -v through_l2 <<<"$all") 2>&1 | tee build/flows/chip.log | grep -v ' failed$'
wait
grep -v ' failed$' build/flows/other_chips.log
cat build/flows/chip.log build/flows/other_chips.log |
    awk '/ passed, .* failed$/ { passed += $1; failed += $3 }
         END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 || !passed }'

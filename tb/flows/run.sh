#!/bin/bash
# Runs the benches of the flows of pact20 section 3.2 on a generated chip, all of them or those
# named: tb/flows/run.sh [BENCH...]. Conventions and last line as tb/run.sh.
#
# The chip is small and fast, so that every queue fills: 3 cores with 4 sets x 2 ways, a short
# DynEB, the network at the core clock. tb/flows/flows.vh knows its floor.
cd "$(dirname "$0")/../.." || exit 2
chip=build/flows/chip

settings="cores=3 partitions=2 noc_mhz=1400 shared_l1=on
    l1_sets=4 l1_ways=2 l1_latency=6 lsu_ids=64 mshr_entries=4 mshr_targets=4
    llc_sets=8 llc_ways=2 llc_latency=8 llc_mshr_entries=4
    remote_age_limit=4 dyneb_sample=16 dyneb_execute=32"
build/memloom gen $(printf -- '--set %s ' $settings) -o $chip || exit 2
# Some benches simulate 2,000 busy cycles of the chip: 15 s on an idle machine.
export LIMIT=${LIMIT:-300}
FOLDER=tb/flows DESIGN="-y $chip -y tb/flows" exec tb/run.sh "$@"

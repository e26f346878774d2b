#!/bin/bash
# What `memloom traffic` takes and refuses.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

short="traffic cycles=300 warmup=100"
fly="--set topology=butterfly --set fly_radix=6"
# shellcheck disable=SC2086
{
check "lists of rates, several seeds" "$memloom" $short rate=0.1,0.2 seeds=3 --json "$work/json"
check "a row for each rate" [ "$(jq '.runs | length' "$work/json")" = 2 ]
check "seeds deviate" [ "$(jq '.runs[0].mean_deviation > 0 and .seeds == 3' "$work/json")" = true ]
check "one seed does not" bash -c '"$0" $1 --json "$2" >"$3"; jq -e ".runs[0].mean_deviation == 0" "$2"' "$memloom" "$short" "$work/one" "$work/said"
check "a run without a packet is in no percentile" "$memloom" traffic cycles=100 warmup=100 rate=0.001 sources=0,1 seeds=6 --json "$work/json"
check "nor in the maximum" jq -e '.runs[0] | .packets == 2 and .mean == 47 and .p50 == 47 and .p99 == 47 and .max == 47' "$work/json"
check "a packet in longer than any run" "$memloom" traffic cycles=100 rate=1e-300,1e-20 --json "$work/json"
check "creates none" jq -e '[.runs[].accepted] == [0, 0]' "$work/json"
check "rates as near as a sweep bisects, and far below" "$memloom" $short rate=0.6275,0.00001234567 --json "$work/json"
check "stand in the file" jq -e '[.runs[].rate] == [0.00001234567, 0.6275]' "$work/json"
check "and in the table" bash -c '"$0" $1 rate=0.6275 | grep -q "^ *0\.6275 "' "$memloom" "$short"
check "few long packets: a sweep" "$memloom" traffic sources=0 targets=0 packet=5 cycles=2000 warmup=100 rate=sweep --json "$work/json"
check "saturates where they do, not by their chance" jq -e '.saturation > 0.8' "$work/json"
# Two senders of one first-stage router share the link to the receivers whose first digit is equal, others do not.
printf '0 0\n1 1\n' >"$work/last_digit"
printf '0 0\n6 1\n' >"$work/first_digit"
for numbering in straight:first_digit:0.5 straight:last_digit:1 shuffled:first_digit:1 shuffled:last_digit:0.5; do
    IFS=: read -r number file throughput <<<"$numbering"
    check "6-ary 2-fly, $number: senders that differ in the $file" bash -c '"$0" $1 rate=1 --json "$2" >"$3"; jq -e ".runs[0].accepted == $4" "$2"' \
        "$memloom" "$short $fly numbering=$number pattern=permutation file=$work/$file" "$work/json" "$work/said" "$throughput"
done
check "conventions" "$memloom" $short $fly source=single numbering=shuffled allocation=serial --json "$work/json"
check "stand in the file" [ "$(jq -r '.source + .numbering + .allocation' "$work/json")" = singleshuffledserial ]
check "a share and a place of the hot spot" "$memloom" $short pattern=hotspot hotspot=0.3 hot=2 sources=0,4-9 targets=1-3,8
printf '# pairs\n0 5\n\n 3 1 # back\n' >"$work/pairs"
check "a permutation" "$memloom" $short pattern=permutation file="$work/pairs"
check "senders without a pair" refuses "^memloom: sources=1,2: none of them has a receiver in [^ ]*/pairs" \
    $short pattern=permutation file="$work/pairs" sources=1,2
check "one of them with a pair" "$memloom" $short pattern=permutation file="$work/pairs" sources=2,3
check "with its zero-load law" "$memloom" $short pattern=permutation file="$work/pairs" rate=sweep

bad() { # TEXT LINE...: a permutation of these lines is refused
    local text=$1
    shift
    printf '%s\n' "$@" >"$work/bad"
    check "permutation: $*" refuses "^memloom: [^ ]*/bad:$text" $short pattern=permutation file="$work/bad"
}
bad "1: '0' must be .SENDER RECEIVER." 0
bad "2: '1 2 3' must be" "0 1" "1 2 3"
bad "1: this network has the senders 0 to [0-9]* and the receivers" "0 4000"
bad "2: sender 0 has a receiver already" "0 1" "0 2"
bad "3: receiver 1 has a sender already" "0 1" "" "2 1"
bad " holds no pair" "# nothing"
bad "1: this network has the senders 0 to [0-9]* and the receivers" "0 4294967297"
bad "2: '-1 2' must be" "0 1" "-1 2"
printf '0 1\0 2\n' >"$work/binary"
check "permutation: a file that is no text" refuses "^memloom: [^ ]*/binary: this is not a text file" $short pattern=permutation file="$work/binary"
check "a file without the pattern" refuses "pattern=permutation and file=FILE belong together" $short file="$work/pairs"
check "the pattern without a file" refuses "belong together" $short pattern=permutation
check "a file that is not there" refuses "$work/none" $short pattern=permutation file="$work/none"
check "sources: no list" refuses "^memloom: sources=1-: must be a list" $short sources=1-
check "sources: backwards" refuses "^memloom: sources=5-3: must be a list" $short sources=5-3
check "targets: too large" refuses "^memloom: targets=0,99: this network has [0-9]* receivers, 0 to" $short targets=0,99
check "targets with one receiver each" refuses "^memloom: targets=1: needs pattern=uniform or hotspot" $short --set mesh_width=6 pattern=transpose targets=1
check "a hot spot out of reach" refuses "the hot receiver is not among targets=1" $short pattern=hotspot targets=1
check "a hot spot that is not there" refuses "^memloom: hot=99: must be a whole number from 0 to" $short pattern=hotspot hot=99
check "a share of nothing" refuses "^memloom: hotspot=0: must be a decimal number above 0" $short pattern=hotspot hotspot=0
for argument in hot=1 hotspot=0.2; do
    check "a hot spot of another pattern: $argument" refuses "^memloom: $argument: needs pattern=hotspot" $short $argument
done
check "a file that cannot be written is told before the run" refuses "^memloom: cannot write '$work/none/json'" $short --json "$work/none/json"
check "nobody receives within a cycle" "$memloom" traffic cycles=1 warmup=0 rate=0.001 --json "$work/json"
check "then there is no latency" jq -e '.runs[0] | .packets == 0 and .mean == null and .p50 == null and .p99 == null and .max == null' "$work/json"
check "a network far behind is unstable" bash -c '"$0" traffic --preset tiny --set vcs=1 --set vc_depth=1 packet=5 rate=0.1,1 warmup=3000 cycles=100 --json "$1" >"$2"' \
    "$memloom" "$work/json" "$work/table"
check "and not known to have created anything" jq -e '[.runs[] | [.stable, .created == null]] == [[true, false], [false, true]]' "$work/json"
check "neither in the table" grep -q '^ *1.0000 *- .*unstable' "$work/table"
check "rates" refuses "^memloom: rate=0.1;0.2: must be .sweep., or numbers" $short "rate=0.1;0.2"
check "a rate above 1" refuses "^memloom: rate=2: must be a decimal number above 0" $short rate=0.1,2
check "a number in base 16, as everywhere" "$memloom" $short --seed 0x10 packet=0x2
check "a seed of 64 bits, as everywhere" "$memloom" $short --seed 18446744073709551615
check "a rate is decimal" refuses "^memloom: rate=0x1p-3: must be a decimal number above 0" $short rate=0x1p-3
for number in +3 " 3" "3 " 0x; do
    check "no number: '$number'" refuses "^memloom: packet=.*: must be a whole number" $short "packet=$number"
    check "no seed: '$number'" refuses "^memloom: --seed=.*: must be a whole number" $short --seed "$number"
    check "no list: '$number'" refuses "^memloom: sources=.*: must be a list" $short "sources=$number"
done
check "seeds" refuses "^memloom: seeds=0: must be a whole number from 1 to 100" $short seeds=0
check "patterns" refuses "^memloom: pattern=x: must be uniform, transpose, hotspot, permutation or neighbour" $short pattern=x
check "a shuffle needs a butterfly" refuses "^memloom: numbering=shuffled: needs a butterfly, this one is a" $short numbering=shuffled
check "serial allocation needs its stages" refuses "^memloom: allocation=serial: needs router_stages=4, they are 2" \
    $short --set router_stages=2 allocation=serial
check "and no speed-up" refuses "^memloom: allocation=serial: needs noc_speedup=1, it is 2" $short --set noc_speedup=2 allocation=serial
}

# The rings of the cooperative caching network
# shellcheck disable=SC2086
{
ring="$short topology=ring"
for carries in requests responses both; do
    check "rings: a sweep, $carries" "$memloom" $ring --cores 5 ring=$carries rate=sweep --json "$work/json"
    check "its law holds, and it stays below its capacity" \
        jq -e '.zero_load == .zero_load_law and .capacity * 1.1 > .overload and .ring == "'$carries'" and .nodes == 5' "$work/json"
done
check "rings: neighbours, hops, directions, several seeds" "$memloom" $ring --cores 2 ring=both pattern=neighbour \
    --set ccn_hop=5 --set ccn_rings=equal rate=0.01,0.02 seeds=2 --json "$work/json"
check "stand in the file" [ "$(jq -r '.ccn_rings + .pattern + (.ccn_hop | tostring)' "$work/json")" = equalneighbour5 ]
check "256 nodes" "$memloom" $ring --cores 256 rate=0.001
check "rings: the same bytes again" bash -c 'cmp <("$0" $1 rate=sweep) <("$0" $1 rate=sweep)' "$memloom" "$ring"
check "one node" refuses "^memloom: topology=ring: one core alone has no ring, cores must be 2..256" $ring --cores 1
check "257 nodes" refuses "cores = 257|cores=257" $ring --cores 257
check "a hop of no cycle" refuses "ccn_hop" $ring --set ccn_hop=0
check "a hop of six" refuses "ccn_hop" $ring --set ccn_hop=6
for argument in packet=1 hotspot=0.2 hot=1 sources=0 targets=0 file=x bypass=off source=single numbering=straight allocation=offer; do
    check "rings: $argument" refuses "^memloom: $argument: means nothing on the rings" $ring $argument
done
for pattern in transpose hotspot permutation; do
    check "rings: pattern=$pattern" refuses "^memloom: pattern=$pattern: on the rings it must be uniform or neighbour" $ring pattern=$pattern
done
check "another topology" refuses "^memloom: topology=torus: must be ring" $short topology=torus
check "what a ring carries" refuses "^memloom: ring=x: must be requests, responses or both" $ring ring=x
check "ring= without rings" refuses "^memloom: ring=both: needs topology=ring" $short ring=both
check "neighbours without rings" refuses "^memloom: pattern=neighbour: needs topology=ring" $short pattern=neighbour
}
report

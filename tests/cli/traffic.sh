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
check "conventions" "$memloom" $short $fly source=single numbering=shuffled allocation=serial --json "$work/json"
check "stand in the file" [ "$(jq -r '.source + .numbering + .allocation' "$work/json")" = singleshuffledserial ]
check "a share and a place of the hot spot" "$memloom" $short pattern=hotspot hotspot=0.3 hot=2 sources=0,4-9 targets=1-3,8
printf '# pairs\n0 5\n\n 3 1 # back\n' >"$work/pairs"
check "a permutation" "$memloom" $short pattern=permutation file="$work/pairs"
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
check "a file without the pattern" refuses "pattern=permutation and file=FILE belong together" $short file="$work/pairs"
check "the pattern without a file" refuses "belong together" $short pattern=permutation
check "a file that is not there" refuses "$work/none" $short pattern=permutation file="$work/none"
check "sources: no list" refuses "^memloom: sources=1-: must be a list" $short sources=1-
check "sources: backwards" refuses "^memloom: sources=5-3: must be a list" $short sources=5-3
check "targets: too large" refuses "^memloom: targets=0,99: this network has [0-9]* receivers, 0 to" $short targets=0,99
check "targets with one receiver each" refuses "^memloom: targets=1: needs pattern=uniform or hotspot" $short --set mesh_width=6 pattern=transpose targets=1
check "a hot spot out of reach" refuses "the hot receiver is not among targets=1" $short pattern=hotspot targets=1
check "a hot spot that is not there" refuses "^memloom: hot=99: must be a whole number from 0 to" $short pattern=hotspot hot=99
check "a share of nothing" refuses "^memloom: hotspot=0: must be a number above 0" $short pattern=hotspot hotspot=0
check "rates" refuses "^memloom: rate=0.1;0.2: must be .sweep., or numbers" $short "rate=0.1;0.2"
check "a rate above 1" refuses "^memloom: rate=2: must be a number above 0" $short rate=0.1,2
check "seeds" refuses "^memloom: seeds=0: must be a whole number from 1 to 100" $short seeds=0
check "patterns" refuses "^memloom: pattern=x: must be uniform, transpose, hotspot or permutation" $short pattern=x
check "a shuffle needs a butterfly" refuses "^memloom: numbering=shuffled: needs a butterfly, this one is a" $short numbering=shuffled
check "serial allocation needs its stages" refuses "^memloom: allocation=serial: needs router_stages=4, they are 2" \
    $short --set router_stages=2 allocation=serial
}
report

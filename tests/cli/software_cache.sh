#!/bin/bash
# --software-cache on each mechanism in hardware: right results, statistics, the same with and
# without skipping; bad input.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

run() { # OPTION...: statistics in $work/out, JSON in $work/json, its exit status
    "$memloom" sim --preset tiny --software-cache --monitored 6 --json "$work/json" "$@" \
        >"$work/out" 2>"$work/err"
}
value() { # KEY [FILE]: of the JSON file
    sed -n "s/^ *\"$1\": \([^,]*\),*$/\1/p" "${2:-$work/json}"
}
saves() { # the lines are used
    [ "$(value software_cache.accesses.hits)" -gt 100 ]
}

shared='--set shared_l1=on --set dyneb_check=24 --set dyneb_warm=32 --set dyneb_sample=64 --set dyneb_execute=1024'
dlp='--set l1_protect=dlp --set dlp_sample=50'
adaptive='--cores 4 --set partitions=4 --set topology=hxbar --set clusters=2 --set memory_controllers=2 --set vc_depth=8
    --set llc_mode=adaptive --set llc_epoch=700 --set llc_profile=100 --set llc_similar=100'
ccn='--cores 3 --set partitions=1 --set ccn_sample=60 --set ccn_period=600'
for chip in "" "$shared --set l1_policy=shared" "$shared --set l1_policy=dyneb" "$dlp" "$adaptive --set vcs=1" \
    "$ccn --set ccn=basic" "$ccn --set ccn=throttled $dlp" \
    "$adaptive --set vcs=2 $shared $dlp --set remote_via=crossbar --set fly_radix=2 --set l1_policy=dyneb"; do
    for workload in "kmeans n=300" "bfs rmat=7" "syrk n=32" "order blocks=12 steps=30 lines=5 atomics=0"; do
        # shellcheck disable=SC2086
        run $chip $workload
        check "$workload is right on '$chip'" grep -q '^result: correct' "$work/out"
        [ "${workload%% *}" = order ] || check "it uses its lines" saves
    done
done

run kmeans n=300
text_rows() { # what the text says is what the JSON file does, in each of its 25 rows
    same_rows <(awk '$1 ~ /^software_cache[.]/ { print $1, $2 }' "$work/out") \
        <(jq -r 'to_entries[] | select(.key | startswith("software_cache.")) | "\(.key) \(.value)"' "$work/json") 25
}
check "the text has its statistics, too" text_rows
cp "$work/json" "$work/first"
run --no-skip kmeans n=300
check "--no-skip changes nothing" cmp -s "$work/first" "$work/json"
"$memloom" sim --preset tiny --json "$work/json" kmeans n=300 >/dev/null 2>&1
check "the kernel's own instructions are those of a run without the cache" \
    [ "$(value software_cache.instructions.kernel "$work/first")" = "$(value warp_instructions)" ]
check "and with all that is added those of the run with it" \
    [ $(($(value software_cache.instructions.kernel "$work/first") +
        $(value software_cache.instructions.monitoring "$work/first") +
        $(value software_cache.instructions.caching "$work/first"))) = "$(value warp_instructions "$work/first")" ]
check "its accesses of shared memory are real ones" \
    [ "$(value software_cache.shared_accesses "$work/first")" = "$(value sm.shared.accesses "$work/first")" ]
check "the page of the statistics names them" bash -c '"$0" sim --statistics | grep -q "^| .software_cache\.\*"' "$memloom"
check "no statistics of it without it" [ -z "$(value software_cache.accesses.hits)" ]

check "no access is not enough to monitor" refuses 'monitored: must be' sim --software-cache --monitored 0 gemm
"$memloom" trace record -o "$work/trace" gemm m=8 n=8 k=8 >/dev/null 2>&1
check "monitoring without the cache" refuses 'needs --software-cache' sim --monitored 5 gemm
check "a trace keeps its instructions" refuses 'software-cache: a trace' sim --software-cache --trace "$work/trace"

report

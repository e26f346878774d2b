# The measurements of make signoff, a function per step: sourced by run.sh. Each prints lines NAME, value and command, separated by
# tabs; a step that fails prints why to standard error and returns 1. build/memloom is there; the step's own folder is $work.
# shellcheck shell=bash

# In this order. Speeds first, while nothing else runs.
steps="speed growth lockstep lockstep28 traces probe storage shared protect llc ccn software_cache area timing peers"

figure() { printf '%s\t%s\t%s\n' "$1" "$2" "$command"; }

# One run of the model. Its statistics are in $work/run.json.
model() {
    command="memloom sim $*"
    build/memloom sim "$@" --json "$work/run.json" > "$work/run.txt" 2> "$work/run.err" ||
        { echo "$command: $(tail -n 1 "$work/run.err")" >&2; return 1; }
}
statistic() { jq -r --arg key "$1" '.[$key]' "$work/run.json"; }
per_second() { sed -n 's/.* \([0-9]*\) per second of processor time$/\1/p' "$work/run.err"; }
# fastest FIGURE OPTION...: of three runs, as what else a machine does only takes time
fastest() {
    local name=$1 rate best=0
    shift
    for _ in 1 2 3; do
        model "$@" || return 1
        rate=$(per_second)
        best=$((rate > best ? rate : best))
    done
    figure "$name" $best
}
# quotient A B [DIGITS]
quotient() { awk -v a="$1" -v b="$2" -v digits="${3:-3}" 'BEGIN { printf "%.*f\n", digits, a / b }'; }
# The geometric mean of standard input's numbers.
mean() { awk '{ sum += log($1) } END { printf "%.3f\n", exp(sum / NR) }'; }

step_speed() {
    local private=(--preset pact20 --set shared_l1=off --set l1_policy=private)
    fastest speed.taco16 --preset taco16 stream n=500000 &&
        fastest speed.pact20_gemm "${private[@]}" --set l1_index=hash gemm m=256 n=256 k=128 &&
        fastest speed.pact20_bfs "${private[@]}" bfs rmat=14 edgefactor=8 &&
        fastest speed.isca19 --preset isca19 gemm m=512 n=512 k=64
}

# The cost of a core's cycle with 128 cores against that with 8, at equal work per core. Of three runs each, in turn, the fastest.
step_growth() {
    local cores rate best=() # by the number of cores
    for _ in 1 2 3; do
        for cores in 8 128; do
            model --cores $cores --set partitions=$((cores / 4)) --set l1_index=hash --no-data gemm m=$((cores * 8)) n=256 k=64 || return 1
            rate=$(per_second)
            [ "$rate" -le "${best[cores]:-0}" ] || best[cores]=$rate
        done
    done
    figure growth.128 "$(quotient $((best[8] * 8)) $((best[128] * 128)))"
}

# lockstep_figures NAME OPTION...
lockstep_figures() {
    local name=$1 line
    shift
    command="memloom lockstep $*"
    line=$(build/memloom lockstep --work "$work/chips" "$@" 2>&1 | grep '^lockstep:')
    [[ $line == "lockstep: equal"* ]] || { echo "$command: $line" >&2; return 1; }
    figure "$name.speed" "$(sed 's/.*; \([0-9]*\) cycles\/s, .*/\1/' <<< "$line")"
    figure "$name.cost" "$(sed 's/.*(cost \([0-9.]*\) x).*/\1/' <<< "$line")"
}
step_lockstep() { lockstep_figures lockstep4 --cores 4 --set partitions=2 gemm m=128 n=128 k=64; }
step_lockstep28() { lockstep_figures lockstep28 --preset pact20 --cycles 200000 bfs rmat=14 edgefactor=8; }

step_traces() {
    local kernel
    for kernel in copy share; do
        model --preset gtx480 $kernel || return 1
        figure traces.$kernel.cycles "$(statistic cycles)"
        # As the other simulator counts them: without atomics, merged loads as hits.
        figure traces.$kernel.accesses "$(jq '."l1.accesses" - ."l1.other"' "$work/run.json")"
        figure traces.$kernel.miss_rate "$(statistic l1.access_miss_rate)"
    done
}

step_probe() {
    command="memloom probe --preset pact20"
    build/memloom probe --preset pact20 > "$work/probe.txt" 2> /dev/null || return 1
    figure probe.own "$(awk '/^hit in the own L1/ { print $7 }' "$work/probe.txt")"
    figure probe.asked "$(awk '/^hit in the home, homes not farther/ { print $13 - 28 }' "$work/probe.txt")"
    figure probe.remote "$(awk '/^hit in the home, all other cores/ { print $9 - 28 }' "$work/probe.txt")"
    figure probe.l2 "$(awk '/^hit in L2  / { print $5 }' "$work/probe.txt")"
}

# chip NAME OPTION...: generates it into $work/NAME
chip() {
    local name=$1
    shift
    command="memloom gen $* -o out; out/manifest.json"
    rm -rf "${work:?}/$name"
    build/memloom gen "$@" -o "$work/$name" > /dev/null
}
step_storage() {
    chip dlp --preset icpp18 || return 1
    figure storage.dlp "$(jq '.line_protection | .tda_bytes + .vta_bytes + .pdpt_bytes' "$work/dlp/manifest.json")"
    # The paper's shadow tags: valid bits and tags of 24 bits, 48 KB of lines of 128 B in 96 sets of 4 ways.
    chip ccn --preset taco16 --set ccn=throttled --set l1_sets=64 --set l1_ways=6 || return 1
    figure storage.shadow_tags "$(jq '[.blocks[] | select(.block == "ccn_router") | .parameters | .SETS * .WAYS * (.LINE_BITS - (.SETS | log2) + 1) / 8] | max' \
        "$work/ccn/manifest.json")"
    chip llc --preset isca19 || return 1
    figure storage.profiler "$(jq '[.blocks[] | select(.block == "llc_profiler") | .storage | .regfile_bits + .ram_bits] | add / 8' \
        "$work/llc/manifest.json")"
}

# pact20: speeds are against a chip without hardware for sharing. Sizes as in make bench-shared.
step_shared() {
    local kernel plain option name
    local -A options=(
        [private]="l1_policy=private" [shared]="l1_policy=shared l1_nearest=off l1_chunk=off"
        [chunk]="l1_policy=shared l1_nearest=off" [near]="l1_policy=shared" [dyneb]="l1_policy=dyneb")
    rm -f "$work"/*.speed "$work"/*.misses "$work"/*.copies
    while read -r kernel; do
        # shellcheck disable=SC2086
        model --preset pact20 --no-data --sharing --set shared_l1=off --set l1_policy=private $kernel || return 1
        plain="$(statistic kernels.cycles) $(statistic l1.miss_rate)"
        for name in private shared chunk near dyneb; do
            local sets=()
            for option in ${options[$name]}; do sets+=(--set "$option"); done
            # shellcheck disable=SC2086
            model --preset pact20 --no-data --sharing "${sets[@]}" $kernel || return 1
            quotient "${plain% *}" "$(statistic kernels.cycles)" >> "$work/$name.speed"
            quotient "$(statistic l1.miss_rate)" "${plain#* }" >> "$work/$name.misses"
            statistic l1.replicas_mean >> "$work/$name.copies"
        done
    done << EOF
gemm m=256 n=256 k=128
mm n=128
squeeze maps=48 outs=4 groups=4
bfs rmat=13 edgefactor=16
EOF
    command="make bench-shared (of its kernels gemm, mm, squeeze, bfs)"
    for name in shared chunk near dyneb; do
        figure shared.$name.speed "$(mean < "$work/$name.speed")"
        figure shared.$name.misses "$(mean < "$work/$name.misses")"
    done
    figure shared.private.copies "$(mean < "$work/private.copies")"
    figure shared.dyneb.copies "$(mean < "$work/dyneb.copies")"
}

step_protect() {
    command="make bench-protect"
    KERNELS="cfd pagerank similarity bfs mm syrk syr2k kmeans stringmatch polygemm" tests/bench/protect.sh > "$work/protect.txt" || return 1
    awk -F ' *[|] *' -v OFS='\t' -v command="$command" '
        $2 == "CI" && NF == 8 {
            name = $3 == "off, 32 KB" ? "large" : $3
            print "protect." name "." tolower($4), $6, command
        }
        $2 ~ /^polygemm/ && $3 == "dlp" { print "protect.gemm.ipc", $11, command }' "$work/protect.txt" > "$work/protect.figures"
    [ "$(wc -l < "$work/protect.figures")" = 17 ] || { echo "make bench-protect: 17 figures expected" >&2; return 1; }
    cat "$work/protect.figures"
}

# isca19 in the bench's network; adaptive by trial, and by the paper's rules.
step_llc() {
    command="make bench-llc"
    tests/bench/llc.sh > "$work/llc.txt" || return 1
    awk -v OFS='\t' -v command="$command" '
        NR > 1 {
            runs[$1]++; adaptive[$1] += log($(NF - 11)); rules[$1] += log($(NF - 12)); private[$1] += log($(NF - 13))
            responses[$1] += log($(NF - 5) / $(NF - 6)); misses[$1] += $(NF - 7) - $(NF - 8)
            loses = $(NF - 9) + 0
            if (loses > most) most = loses
        }
        END {
            print "llc.private.adaptive", exp(adaptive["private"] / runs["private"]), command
            print "llc.private.rules", exp(rules["private"] / runs["private"]), command
            print "llc.private.responses", exp(responses["private"] / runs["private"]), command
            print "llc.private.misses", 100 * misses["private"] / runs["private"], command
            print "llc.shared.private", exp(private["shared"] / runs["shared"]), command
            print "llc.shared.adaptive", exp(adaptive["shared"] / runs["shared"]), command
            print "llc.shared.rules", exp(rules["shared"] / runs["shared"]), command
            print "llc.most_lost", most, command
        }' "$work/llc.txt"
}

# taco16, the kernels of its table I: classes of reuse (above 10%, below 3%), speeds on kernels by their class there, the rings' ways
# and times with CCN-B in the mean over those above 10%.
step_ccn() {
    command="make bench-ccn"
    KERNELS="mm|cfd|streamcluster|bfs|kmeans|nw|btree|srad|srad_v2|lud|stencil|backprop|hotspot|cutcp|tpacf|histogram" \
        tests/bench/ccn.sh > "$work/ccn.txt" || return 1
    awk -v OFS='\t' -v command="$command" '
        NF > 8 && $(NF - 5) ~ /^(high|low|middle)$/ {
            class = $(NF - 5); throttled = $(NF - 2); basic = $(NF - 3)
            if (class != "middle" && class != $(NF - 4)) differ++
            if (class == "high") { runs++; speed += log(throttled); l2 += log($NF) }
            if (class == "low" && (!worst || throttled < worst)) worst = throttled
            if (class == "low" && (!worst_basic || basic < worst_basic)) worst_basic = basic
        }
        /^mean of those above 10% / { hops = $(NF - 11); latency = $(NF - 10) }
        END {
            if (!runs || hops == "") exit 1
            print "ccn.classes", differ + 0, command; print "ccn.high.throttled", exp(speed / runs), command
            print "ccn.high.l2", exp(l2 / runs), command; print "ccn.low.throttled", worst, command; print "ccn.low.basic", worst_basic, command
            print "ccn.hops", hops, command; print "ccn.latency", latency, command
        }' "$work/ccn.txt" || { echo "make bench-ccn: no tables" >&2; return 1; }
}

step_software_cache() {
    local plain
    model --preset taco16 --no-data kmeans n=7680 features=34 clusters=5 || return 1
    plain=$(statistic warp_instructions)
    model --preset taco16 --no-data --software-cache kmeans n=7680 features=34 clusters=5 || return 1
    figure software_cache.instructions "$(quotient "$(statistic warp_instructions)" "$plain")"
}

# A run of a make target that may end with something over its figure, which is no failure here.
may_exceed() {
    "$@" > "$work/made.txt" 2>&1 || grep -q ' over .*([*])[.]$' "$work/made.txt" || { tail -n 2 "$work/made.txt" >&2; return 1; }
}

step_area() {
    command="make area-shared PRESET=pact20 SET=dyneb_chooser=rules"
    may_exceed make --no-print-directory area-shared PRESET=pact20 SET=dyneb_chooser=rules AREA="$work/area" || return 1
    figure area.shared_l1 "$(jq '.parts[] | select(.part == "sum without network interfaces") | .mm2' "$work/area/shared_l1.json")"
    figure area.dyneb "$(jq '.parts[] | select(.part == "dyneb") | .mm2' "$work/area/shared_l1.json")"
}

# timing.over of them are over; timing.worst is the worst in parts of its budget.
step_timing() {
    command="make timing PRESET=pact20"
    may_exceed make --no-print-directory timing PRESET=pact20 TIMING="$work/timing" || return 1
    figure timing.over "$(jq '[.blocks[] | select(.slack_ns < 0)] | length' "$work/timing/timing.json")"
    figure timing.worst "$(jq '[.blocks[] | .fo4 / .budget] | max * 1000 | round / 1000' "$work/timing/timing.json")"
}

step_peers() {
    command="make peers"
    may_exceed make --no-print-directory peers PEERS="$work/peers" || return 1
    awk -v OFS='\t' -v command="$command" '
        $1 ~ /^(router|mshr|fifo|rr_arbiter_[0-9]+)$/ {
            name = $1; if ($2 == "*") { $2 = ""; $0 = $0 }
            print "peers." name ".um2", $2, command; print "peers." name ".ns", $4, command
        }' "$work/made.txt"
}

#!/bin/bash
# The command line of `memloom sim`: verdict and exit status, JSON, options that change no cycle,
# bad input.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

run() { # OPTION...: statistics in $work/out, JSON in $work/json, its exit status
    "$memloom" sim --cores 3 --set partitions=2 --json "$work/json" "$@" >"$work/out" 2>"$work/err"
}

run gemm m=24 n=24 k=24
check "a right result exits with 0" [ $? = 0 ]
check "the verdict comes first" grep -q '^result: correct, gemm' "$work/out"
check "the JSON file can be read and has the agreed keys" python3 -c '
import json, sys
def once(pairs):
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)
stats = json.load(open(sys.argv[1]), object_pairs_hook=once)
for key in "cycles instructions ipc l1.accesses l1.misses l2.accesses l2.misses dram.reads dram.writes noc.flits".split():
    assert stats[key] > 0, key
assert abs(stats["ipc"] - stats["instructions"] / stats["cycles"]) < 1e-5
assert sum(stats["load.latency_bins"]) == stats["load.requests"]
assert sum(link["flits"] for link in stats["noc.request.links"] if link["to"] == "local") == stats["noc.request.flits"]
' "$work/json"
"$memloom" sim --preset tiny --cycles 20000 --json "$work/cut" gemm >"$work/text" 2>"$work/err"
check "of a run that is cut off the kernel's cycles so far count" python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
assert stats["kernels"] == 0 and stats["kernels.cycles"] == stats["cycles"] == 20000
assert stats["kernels.ipc"] == stats["ipc"] > 0 and stats["l2.response_rate"] > 0
' "$work/cut"
check "and cycles says so" grep -q "^cycles  *20000  .*; cut off here$" "$work/text"
cp "$work/json" "$work/first"
run gemm m=24 n=24 k=24
check "a second run gives the same bytes" cmp -s "$work/first" "$work/json"
run --no-skip gemm m=24 n=24 k=24
check "--no-skip changes nothing" cmp -s "$work/first" "$work/json"
run --shuffle 7 gemm m=24 n=24 k=24
check "--shuffle changes nothing" cmp -s "$work/first" "$work/json"
for threads in 1 2 3 16; do # more than processors, more than cores
    run --threads $threads gemm m=24 n=24 k=24
    check "--threads $threads changes nothing" cmp -s "$work/first" "$work/json"
done
for threads in 0 65 18446744073709551615; do
    check "--threads $threads" refuses "^memloom: --threads: '$threads': must be 1\.\.64$" sim --threads $threads gemm
done
for threads in x -1 2x "" 18446744073709551616; do
    check "--threads '$threads'" refuses "^memloom: --threads: '$threads' is not a number$" sim --threads "$threads" gemm
done
check "no cycles at all" refuses "^memloom: --cycles: 0 stands for no limit, leave the option out" sim --cycles 0 gemm
check "--shuffle 0 is no order drawn" refuses "^memloom: --shuffle: 0 stands for the order as ever, leave the option out" sim --preset tiny --shuffle 0 gemm m=16
check "a file without a name" refuses "^memloom: cannot write '': a file needs a name" sim --json "" gemm
for option in "--reuse $work/both" "--heat-map $work/both" "--trace $work/both"; do
    # shellcheck disable=SC2046,SC2086
    check "one file for two: $option" refuses "^memloom: $option: --json writes there, too; choose another name" \
        sim --json "$work/both" $option $([[ $option = *trace* ]] || echo gemm)
done
check "nor for two drawings" refuses "^memloom: --heat-map $work/both: --reuse writes there, too" \
    sim --heat-map "$work/both" --reuse "$work/both" gemm
check "nothing was written" [ ! -e "$work/both" ]
check "a seed that is too large" refuses "^memloom: gemm: 'seed=18446744073709551616': the value must be a number below 2\\^64" \
    sim gemm seed=18446744073709551616
check "a zero in front makes no other number" [ "$("$memloom" sim --preset tiny gemm m=010 n=8 k=8 2>&1 | grep ^instructions)" = \
    "$("$memloom" sim --preset tiny gemm m=10 n=8 k=8 2>&1 | grep ^instructions)" ]
for option in --no-skip "--shuffle 3" --sharing "--heat-map $work/map.svg" "--reuse $work/reuse.svg" \
    "--timeline $work/line.svg"; do
    # shellcheck disable=SC2086
    check "--threads with $option" refuses "^memloom: --threads 2: ${option%% *} needs one thread$" \
        sim --threads 2 --preset pact20 $option gemm
done
check "nothing was written" [ ! -e "$work/map.svg" ]
run --no-data gemm m=24 n=24 k=24
check "--no-data changes only what was checked" \
    cmp -s <(grep -v checked_bytes "$work/first") <(grep -v checked_bytes "$work/json")
run --seed 2 bfs rmat=6
cp "$work/json" "$work/first"
run --seed 3 bfs rmat=6
kernel_rows() { # those of the text are those of the JSON file, of more than one kernel
    diff <(awk 'of { print $1, $2 } /^kernel +core cycles$/ { of = 1 }' "$work/out") \
        <(jq -r '.kernel_cycles | select(length > 1) | to_entries[] | "\(.key) \(.value)"' "$work/json")
}
check "kernels in the text" kernel_rows
check "another seed is another graph" [ "$(cat "$work/first")" != "$(cat "$work/json")" ]
latency_rows() { # what the text says of each range of latencies is what the JSON file does
    diff <(awk '/ [.][.] .*%$/ { print $1, $3, $4, $5 + 0 }' "$work/out") <(jq -r '."load.latency_bins" as $bins | ($bins | add) as $all |
        range(0; $bins | length) | select($bins[.] > 0) |
        "\(pow(2; .)) \(pow(2; . + 1) - 1) \($bins[.]) \(($bins[.] * 1000 / $all + 0.5 | floor) / 10)"' "$work/json")
}
check "latencies in the text" latency_rows
check "the text of one program has no rows of programs" [ "$(grep -c '^program\|^choices\|^weighted' "$work/out")" = 0 ]
run --cycles 500 gemm m=24 n=24 k=24
check "--cycles stops there" grep -q '^result: stopped at cycle 500,' "$work/out"

check "no workload" refuses 'no workload' sim --preset tiny
check "an unknown workload gets a suggestion" refuses "did you mean 'gemm'" sim gem
check "an unknown option" refuses 'help' sim --no-such-option gemm
check "a bad number" refuses 'x1' sim --seed x1 gemm
check "a workload beyond the address space" \
    refuses 'address_bits' sim --set address_bits=24 stream n=4000000
check "blocks of more shared memory than a core has" \
    refuses "shared_memory_bytes = 4224, a core has 4000; raise" sim --set shared_memory_bytes=4000 transpose
check "blocks of more warps than a core has" refuses "warps = 8, a core has 4" sim --set warps=4 transpose
check "blocks of more registers than a core has" refuses "registers = 3072, a core has 3071; raise" sim --set registers=3071 vectoradd
check "blocks that need all registers of a core" "$memloom" sim --preset tiny --set registers=3072 vectoradd
check "blocks that need all of a core" "$memloom" sim --preset tiny --set warps=8 --set shared_memory_bytes=4224 transpose
check "more instructions a cycle than line protection counts" \
    refuses 'schedulers = 2: with l1_protect' sim --preset icpp18 --set schedulers=2 transpose
check "a trace that does not exist" refuses 'nowhere' sim --trace "$work/nowhere"
check "a JSON file that cannot be written" \
    bash -c '! "$0" sim --preset tiny --json "$1/no/folder/x" gemm m=8 n=8 k=8 >/dev/null 2>&1' "$memloom" "$work"

run mm n=16
cp "$work/json" "$work/first"
run --reuse "$work/reuse.svg" mm n=16
check "--reuse changes nothing" cmp -s "$work/first" <(grep -v '"reuse' "$work/json")
check "short distances there" python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
assert stats["reuse.all.0"] > 0 and stats["reuse.all.1_4"] > 0
' "$work/json"
check "reuse distances are printed, shares add up, instructions make up the whole" python3 -c '
import sys
lines = open(sys.argv[1]).read().split("reuse distances")[1].splitlines()[2:]
all, ranges, insns = lines[0].split(), lines[1].split(), [line.split() for line in lines[2:]]
assert all[0] == "all" and ranges[0:3] == ["0", "in", "1-4"] and len(insns) == 24
assert [int(insn[0], 16) for insn in insns] == [0x10 * (i + 1) for i in range(24)]
for bar in [all, ["", "", ""] + ranges[3:]] + [insn for insn in insns if insn[2] != "0"]:
    assert abs(sum(map(float, bar[3:])) - 100) < 0.3, bar
for column in 1, 2:
    assert sum(int(insn[column]) for insn in insns) == int(all[column])
' "$work/out"
check "reuse distances are drawn: a bar per instruction with reuses, each 240 pixels" python3 -c '
import collections, sys, xml.dom.minidom as x
bars = collections.Counter()
for rect in x.parse(sys.argv[1]).getElementsByTagName("rect"):
    if rect.getElementsByTagName("title"):
        bars[rect.getAttribute("x")] += int(rect.getAttribute("height"))
names = [line.split() for line in open(sys.argv[2]).read().split("reuse distances")[1].splitlines()]
assert len(bars) == sum(len(n) == 8 and n[0] != "instruction" for n in names) > 10
assert set(bars.values()) == {240}
' "$work/reuse.svg" "$work/out"
for option in l1_protect=off l1_protect=dlp l1_policy=shared; do
    for workload in histogram transpose; do # atomics; stores
        run --set shared_l1=on --set $option --reuse "$work/reuse.svg" $workload
        check "$option $workload: every load and store has one reuse distance, atomics none" \
            python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
ranges = [stats["reuse.all." + key] for key in "first 0 1_4 5_8 9_64 above_64".split()]
assert sum(ranges) == sum(stats["l1." + key] for key in "hits misses merges bypasses stores".split())
assert stats["l1.other"] + stats["l1.stores"] > 0
' "$work/json"
    done
done
run --reuse "$work/reuse.svg" mm n=16
cp "$work/reuse.svg" "$work/first"
run --shuffle 5 --no-data --reuse "$work/reuse.svg" mm n=16
check "reuse distances need neither data nor an order of the blocks" \
    cmp -s "$work/first" "$work/reuse.svg"
check "a drawing of reuse distances that cannot be written" \
    refuses "cannot write '$work/no/reuse.svg'" sim --reuse "$work/no/reuse.svg" gemm

shared="sim --preset tiny --set shared_l1=on"
# shellcheck disable=SC2086
{
check "a policy without the hardware" \
    refuses 'l1_policy = shared: the value needs shared_l1 = on' sim --set l1_policy=shared gemm
check "a policy without the hardware, lockstep" \
    refuses 'l1_policy = dyneb: .* shared_l1 = on' lockstep --set l1_policy=dyneb gemm
check "an unknown policy" refuses 'private or shared or dyneb' $shared --set l1_policy=eb gemm
for option in --ideal-links "--timeline $work/line.svg" "--change-policy 3"; do
    check "$option without shared_l1" refuses 'needs? shared_l1 = on' sim $option gemm
done
clusters="sim --cores 8 --set partitions=4 --set topology=hxbar --set clusters=2 --set memory_controllers=2"
check "private slices without clusters" \
    refuses 'llc_mode = private: .* only topology = hxbar has' sim --set llc_mode=private gemm
check "a slice too many for each cluster" \
    refuses 'llc_mode = adaptive: .* partitions / memory_controllers = 4, clusters = 2' \
    $clusters --set memory_controllers=1 --set llc_mode=adaptive gemm
check "clusters that do not divide the cores" \
    refuses 'clusters = 3: it does not divide cores = 8' $clusters --set clusters=3 --set llc_mode=private gemm
check "more clusters than a line can have owners" \
    refuses 'at most 16 clusters, here are 17' $clusters --cores 17 --set partitions=17 --set clusters=17 \
    --set memory_controllers=1 --set llc_mode=adaptive gemm
check "shared L1s above slices that never are" refuses 'use adaptive, or shared_l1 = off' \
    $clusters --set llc_mode=private --set shared_l1=on --set remote_via=crossbar gemm
check "messages of cores through private slices" \
    refuses 'remote_via = l2: .* may not reach the cores of other clusters' \
    $clusters --set llc_mode=adaptive --set shared_l1=on --set remote_via=l2 --set vcs=3 gemm
check "an L1 that is too quick for the gate" refuses 'l1_latency = 7: .* after 8 cycles' \
    $clusters --set llc_mode=adaptive --set shared_l1=on --set remote_via=crossbar --set l1_latency=7 gemm
check "an organization that there is not" refuses 'llc_mode = dynamic: .* shared or private or adaptive' \
    $clusters --set llc_mode=dynamic gemm
private="$clusters --set llc_mode=private"
check "a workload for two programs" refuses 'programs = 2: needs as many workloads, joined by \+, not 1' \
    $private --set programs=2 gemm
check "two workloads for one program" refuses 'programs = 1: needs as many workloads, joined by \+, not 2' $private gemm + mm
check "three workloads" refuses 'programs = 2: .*, not 3' $private --set programs=2 gemm + mm + mm
check "nothing behind +" refuses 'no workload given behind \+' $private --set programs=2 gemm +
check "nothing before +" refuses 'no workload given' $private --set programs=2 + gemm
check "views of shared slices" refuses 'programs = 2: needs llc_mode = private or adaptive; with shared all' \
    $clusters --set programs=2 gemm + mm
check "rules for programs on clusters" refuses 'programs_on = clusters: needs llc_chooser = trial' \
    $clusters --set llc_mode=adaptive --set programs=2 --set programs_on=clusters gemm + mm
check "homes of two programs" refuses 'programs = 2: needs shared_l1 = off' \
    $clusters --set llc_mode=adaptive --set shared_l1=on --set remote_via=crossbar --set programs=2 gemm + mm
check "cores that are not divided" refuses 'programs = 2: it does not divide the 3 cores of a cluster' \
    $private --cores 6 --set programs=2 gemm + mm
check "clusters that are not divided" refuses 'programs = 2: it does not divide clusters = 3' \
    $private --cores 6 --set clusters=3 --set partitions=6 --set programs=2 --set programs_on=clusters gemm + mm
check "rings around two programs" refuses 'programs = 2: needs ccn = off' $private --set ccn=basic --set programs=2 gemm + mm
check "a trace for two programs" refuses '--trace: for one program' $private --set programs=2 --trace x
check "the software cache for two programs" refuses '--software-cache: for one program' \
    $private --set programs=2 --software-cache gemm + mm
check "--alone of one program" refuses '--alone: of two programs, here programs = 1' $private --alone gemm
two="$private --set vcs=1 --set programs=2 --json $work/json"
check "--alone is right thrice" bash -c '"$@" | grep -c "result: correct" | grep -qx 3' - "$memloom" $two --alone gemm m=24 n=24 k=24 + mm n=16
check "its speeds are against that, and add up" jq -e '
    . as $all | ([0, 1 | "programs.\(.)." as $p | $all | .[$p + "ipc"] * .[$p + "alone_cycles"] / .[$p + "instructions"] - .[$p + "speed"] | fabs < 1e-3] | all) and
    (."programs.0.speed" + ."programs.1.speed" - .weighted_speedup | fabs < 1e-5)' "$work/json"
cp "$work/json" "$work/first"
check "two programs without --alone" "$memloom" $two gemm m=24 n=24 k=24 + mm n=16
cp "$work/said" "$work/out"
check "have the instructions of all cores between them" jq -e '."programs.0.instructions" + ."programs.1.instructions" == .warp_instructions' "$work/json"
check "whose text says nothing of any other run" [ "$(grep -c '^alone\|^speed\|^weighted' "$work/out")" = 0 ]
check "choose nothing" [ "$(grep -c '"programs.*llc' "$work/json")" = 0 ]
check "have no speeds, and the same cycles" cmp -s <(grep -v 'alone_\|speed' "$work/first") "$work/json"
choosing="$clusters --set vcs=1 --set llc_mode=adaptive --set llc_epoch=1500 --set llc_profile=400 --set llc_similar=100 --set programs=2 --json $work/json"
check "a chooser for each" "$memloom" $choosing --alone gemm m=48 n=48 k=48 + mm n=24
cp "$work/said" "$work/out"
program_rows() { # what the text says of each program, seven rows each, is what the JSON file does
    same_rows <(awk '/^program / { of = $2 } of && NF == 2 && /^[a-z]/ { print of $1, $2 }' "$work/out") <(jq -r '. as $all | 0, 1 | . as $of |
        ("cycles cycles", "instructions instructions", "ipc ipc", "choices llc.decisions", "private llc.chosen_private", "alone alone_cycles",
        "speed speed") | split(" ") as $names | "\($of):\($names[0]) \($all["programs.\($of)." + $names[1]])"' "$work/json") 14
}
check "their rows in the text" program_rows
check "the sum of their speeds, too" jq -e --arg text "$(awk '/^weighted speedup/ { print $3 }' "$work/out")" \
    '.weighted_speedup - ($text | tonumber) | fabs < 6e-5' "$work/json"
check "their choices add up" jq -e '
    ."programs.0.llc.chosen_private" > 0 and ."programs.1.llc.chosen_private" > 0 and
    ."programs.0.llc.decisions" + ."programs.1.llc.decisions" == ."llc.decisions" and
    ."programs.0.llc.chosen_similar" + ."programs.1.llc.chosen_similar" == ."llc.chosen_similar"' "$work/json"
check "none for a view that stays shared" "$memloom" $choosing --views shared,choice gemm m=48 n=48 k=48 + mm n=24
check "says so" jq -e '."programs.0.llc.decisions" == 0 and ."programs.1.llc.chosen_private" > 0' "$work/json"
check "one program with a chooser" "$memloom" $choosing --set programs=1 gemm m=48 n=48 k=48
cp "$work/said" "$work/out"
check "whose choices are those of the chip, said once" [ "$(grep -c '^choices' "$work/out") $(grep -c '"llc.decisions"' "$work/json")" = "0 1" ]
check "beside another program" "$memloom" $two --alone histogram + mm n=16
check "a program alone takes as long" [ "$(jq '."programs.1.alone_cycles"' "$work/first")" = "$(jq '."programs.1.alone_cycles"' "$work/json")" ]
check "but not beside it" [ "$(jq '."programs.1.cycles"' "$work/first")" != "$(jq '."programs.1.cycles"' "$work/json")" ]
check "--views without private slices" refuses '--views: needs llc_mode' sim --views shared gemm
for views in shared choice,none shared,shared,shared shared, ''; do
    check "--views $views" refuses "--views: '$views' is not shared or choice for each of programs = 2" \
        $private --set programs=2 --views "$views" gemm + mm
done
check "--change-policy takes a number" refuses "'x' is not a number" $shared --change-policy x gemm
check "--change-policy 0 is no change" refuses '0 stands for no changes' \
    $shared --change-policy 0 gemm
check "a timeline that cannot be written" refuses "cannot write '$work/no/line.svg'" \
    $shared --timeline "$work/no/line.svg" gemm
check "a timeline that is a folder" refuses "cannot write '$work': it is a folder" \
    $shared --timeline "$work" gemm
check "channels that do not split by classes" refuses 'vcs = 1: .* message classes, 2' \
    $shared --set vcs=1 gemm
check "no odd sets to sample" refuses 'l1_sets = 1: shared_l1 needs even and odd sets' \
    $shared --set l1_policy=dyneb --set l1_sets=1 gemm
check "a tag too short for the home" refuses 'the tag has 7 bits, too few .* 129 cores' \
    $shared --cores 129 --set address_bits=24 --set l1_sets=1024 gemm
check "queues too short" refuses 'remote_in_queue = 1: the value must be 2\.\.64' \
    $shared --set remote_in_queue=1 gemm
check "nothing was written" [ ! -e "$work/line.svg" ]
check "a timeline" "$memloom" $shared --set l1_policy=dyneb --timeline "$work/line.svg" gemm
check "is a drawing" python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' \
    "$work/line.svg"
}
for policy in private shared dyneb; do
    for options in "" --ideal-links --no-skip "--shuffle 3" --sharing "--reuse $work/reuse.svg"; do
        # shellcheck disable=SC2086
        check "$policy $options is right" bash -c '"$@" | grep -q "^result: correct"' - \
            "$memloom" $shared --set l1_policy=$policy $options transpose width=70 height=45
    done
done
# Every number of cores that pact20 has, and the odd ones, by every way between cores.
for cores in 1 2 3 28 84; do
    for via in direct l2 crossbar; do
        for policy in "--set l1_policy=shared" "--set dyneb_chooser=rules" \
            "--set dyneb_trial_warm=60 --set dyneb_trial_fill=100 --set dyneb_trial_window=100 --set dyneb_trial_epoch=300"; do
            # shellcheck disable=SC2086
            check "$cores cores, $via, $policy is right" bash -c '"$@" | grep -q "^result: correct"' - \
                "$memloom" sim --preset pact20 --cores $cores --set partitions=$((cores > 28 ? 16 : 8)) --set vcs=6 \
                --set fly_radix=5 --set remote_via=$via $policy --set dyneb_check=24 --set dyneb_warm=32 --set dyneb_sample=64 --set dyneb_execute=512 stencil
        done
    done
done
check "256 cores by trial end" "$memloom" sim --preset pact20 --cores 256 transpose
check "addresses on the crossbar are too long" refuses 'fly_radix = 9: addresses of 129 nodes' \
    $shared --cores 129 --set remote_via=crossbar --set fly_radix=9 gemm
check "more message classes than there are" refuses 'message_classes = 3: with this remote_via there are only 2' \
    $shared --set vcs=6 --set message_classes=3 gemm
check "a way between cores that do not talk" refuses 'remote_via = l2: the value needs shared_l1 = on' \
    sim --set remote_via=l2 --set vcs=6 gemm
# Without the mark of what requesters send to homes this ends with a wrong byte: a core that became private finds its line in another
# L1, as it was before its own store.
check "own stores to homes are seen past the rings" bash -c '"$@" | grep -q "^result: correct"' - "$memloom" sim --preset tiny --cores 6 \
    --seed 2 --set shared_l1=on --change-policy 12 --set ccn=basic --set l1_sets=8 --set dyneb_check=4 --set dyneb_warm=2 \
    --set dyneb_sample=4 --set dyneb_execute=8 order lines=6 blocks=60 steps=60 atomics=0

protected() { # OPTION...: with line protection; right, and its keys of the statistics
    "$memloom" sim --preset tiny --set l1_sets=2 --json "$work/json" "$@" >"$work/out" 2>"$work/err" &&
        grep -q '^result: correct' "$work/out"
}
is() { # CONDITION: holds for the statistics of the last run
    jq -e "$1" "$work/json" >"$work/is"
}
for scheme in stall_bypass global dlp; do
    for options in "" "--set shared_l1=on --set l1_policy=shared" "--set shared_l1=on --set l1_policy=dyneb"; do
        # shellcheck disable=SC2086
        check "$scheme $options is right" \
            protected --set l1_protect=$scheme --set dlp_sample=20 $options kmeans n=300 features=9
        check "it bypasses" is '."l1.bypasses" > 0'
    done
done
many="lookup n=200 kb=20 rounds=200 unroll=200" # more load instructions than the table has entries
# shellcheck disable=SC2086
{
check "more instructions than entries" protected --set l1_protect=dlp $many
check "the aliases are counted" is '."l1.pd_aliases" > 0'
check "with one distance there are none" protected --set l1_protect=global $many
check "none is counted" is '."l1.pd_aliases" == 0'
}
check "no line is used again" protected --set l1_protect=dlp --set dlp_sample=50 stream n=5000
check "no hit, no victim hit" is '."l1.hits" == 0 and ."l1.vta_hits" == 0 and ."l1.pd_samples" > 0'
check "each query ends a sample" protected --set l1_protect=dlp --set dlp_sample=1 mm n=16
check "each instruction ends one" protected --set l1_protect=dlp --set dlp_max_insns=1 mm n=16
check "samples that never end" \
    protected --set l1_protect=dlp --set dlp_sample=65535 --set dlp_max_insns=1048575 mm n=16
check "none ended" is '."l1.pd_samples" == 0'
check "no such scheme" refuses 'off or stall_bypass or global or dlp' sim --set l1_protect=pdp gemm
check "a sample without queries" refuses 'dlp_sample = 0: the value must be 1\.\.65535' \
    sim --set dlp_sample=0 gemm

# The sample of `make run` in the README is what its chip says today (of long lines the beginning).
readme_is_today() {
    local line lines=0
    "$memloom" sim --preset pact20 --cores 4 --set partitions=2 gemm >"$work/today" || return
    while IFS= read -r line; do
        lines=$((lines + 1))
        grep -qF -- "${line%...}" "$work/today" || { echo "not so: $line"; return 1; }
    done < <(sed -n '/^\$ make run/,/^```/p' README.md | grep -E '^[a-z_0-9.]+ +[0-9.]+  ')
    [ "$lines" -gt 10 ]
}
check "the figures of the README" readme_is_today
report

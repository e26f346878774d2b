#!/bin/bash
# The report of make signoff: what it says of made-up figures, its three forms, and steps that are not there or fail.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

judge() { awk -v json="$work/json" -v page="$work/page" -v revision=r1 -f tests/signoff/report.awk "$@"; }
said() { jq -r --arg figure "$1" '.targets[] | select(.figure == $figure) | .verdict' "$work/json"; }

mkdir "$work/made"
cat >"$work/made/targets.txt" <<'EOF'
# a comment
low | <= | 5 | at most | here
high | >= | 5 | at least | here
same | = | 5 | exactly | here
near | 10% | 100 | near | here
up | like | 1.2 | a gain | a paper
down | like | 0.8 | a loss <&> "quoted" | a paper
points | sign | 12 | points | a paper
none | <= | 1 | nobody measures it | here
EOF
figures() { # NAME VALUE...
    while [ $# -gt 0 ]; do printf '%s\t%s\tcommand of %s\n' "$1" "$2" "$1"; shift 2; done >"$work/figures"
}

figures low 5 high 5 same 5 near 90 up 1.01 down 0.99 points 3
judge "$work/made/targets.txt" "$work/figures" >"$work/text"
check "one that is not measured: status 1" [ $? = 1 ]
for figure in low high same near; do check "$figure on the limit" [ "$(said $figure)" = reached ]; done
for figure in up down points; do check "$figure: the side" [ "$(said $figure)" = "same direction" ]; done
check "none" [ "$(said none)" = "not measured" ]
check "the table counts" grep -q '^4 reached, 0 not reached, 3 same direction, 0 other direction, 1 not measured' "$work/text"
check "the file counts" [ "$(jq -c .counts "$work/json")" = \
    '{"reached":4,"not reached":0,"same direction":3,"other direction":0,"not measured":1}' ]
check "the command is there" [ "$(jq -r '.targets[0].command' "$work/json")" = "command of low" ]
check "a row each, and its text is text" bash -c '[ $(grep -c "^<tr class" "$0") = 8 ] && grep -q "a loss &lt;&amp;> " "$0"' "$work/page"

figures low 5.01 high 4.99 same 6 near 110.1 up 0.99 down 1 points -1 none 0
judge "$work/made/targets.txt" "$work/figures" >"$work/text"
check "not reached: status 1" [ $? = 1 ]
for figure in low high same near; do check "$figure over the limit" [ "$(said $figure)" = "not reached" ]; done
for figure in up down points; do check "$figure: the other side" [ "$(said $figure)" = "other direction" ]; done
check "what is one too many" [ "$(said none)" = reached ]

figures low 1 high 9 same 5 near 100 up 2 down 0.5 points 1 none 1
check "all reached: status 0" judge "$work/made/targets.txt" "$work/figures"

echo "low | <= | 5" >"$work/made/targets.txt"
judge "$work/made/targets.txt" "$work/figures" >"$work/text" 2>&1
check "a row of three fields: status 2, named" bash -c '[ $0 = 2 ] && grep -q "targets.txt:1: five fields" "$1"' $? "$work/text"

signoff() { SIGNOFF="$work/signoff" tests/signoff/run.sh "$@"; }
signoff nothing >"$work/text" 2>&1
check "an unknown step: status 2, nothing made" bash -c '[ $0 = 2 ] && grep -q "^signoff: no step nothing" "$1" && [ ! -e "$2" ]' \
    $? "$work/text" "$work/signoff"
signoff probe >"$work/text" 2>"$work/errors"
check "a step runs, its time and the processors' are said" grep -Eq '^signoff: probe, [0-9]+ s, [0-9]+ s of the processors$' "$work/errors"
check "and the sum of those that have run" grep -Eq '^signoff: all that is kept, [0-9]+ s of the processors$' "$work/errors"
check "and is reported" grep -q '^reached .* 28 .*hit in the own L1' "$work/text"
signoff probe >"$work/text" 2>"$work/errors"
check "and does not run again" [ ! -s "$work/errors" ]
check "but its figures stay" grep -q '^reached .* 28 .*hit in the own L1' "$work/text"
# `make` hands KERNELS on, empty when nobody says it.
first_row() {
    local bench row
    exec 3< <(KERNELS= exec tests/bench/ccn.sh 2>/dev/null)
    bench=$!
    read -r <&3 && read -r row <&3
    kill "$bench"
    exec 3<&-
    [[ $row == "mm n=128 "* ]]
}
check "the bench of cooperative caching without a choice begins with its first kernel" first_row
check "and complains of kernels that it does not have" bash -c '
    KERNELS=none tests/bench/ccn.sh >"$0" 2>&1; [ $? = 2 ] && grep -q "^bench-ccn: no kernel of KERNELS=.none." "$0"' "$work/text"
# The bench's columns: a program in place of memloom says what each organization of the LLC takes.
mkdir -p "$work/llc/build" "$work/llc/tests/bench"
cp tests/bench/llc.sh "$work/llc/tests/bench"
cat >"$work/llc/build/memloom" <<'EOF'
#!/bin/bash
case $* in
    *llc_mode=shared*) set -- 1000 0.5 2 ;;
    *llc_mode=private*) set -- 800 0.6 3 ;;
    *llc_chooser=rules*) set -- 1250 0.7 5 ;;
    *) set -- 2000 0.8 7 ;;
esac
printf '%s\n' "kernels.cycles $1" "l2.miss_rate $2" "l2.response_rate $3" "l2.clusters_1 0.9" "llc.chosen_private 1" \
    "llc.decisions 2" "llc.stall_cycles 3"
EOF
chmod +x "$work/llc/build/memloom"
llc_figures() (
    # shellcheck source=tests/signoff/steps.sh
    . tests/signoff/steps.sh
    cd "$work/llc" && work=. && step_llc | cut -f 1,2 | tr '\t\n' '= '
)
check "the step llc reads its bench's columns" [ "$(llc_figures)" = "llc.private.adaptive=0.5 llc.private.rules=0.8 llc.private.responses=1.5 \
llc.private.misses=10 llc.shared.private=1.25 llc.shared.adaptive=0.5 llc.shared.rules=0.8 llc.most_lost=150 " ]
cp tests/bench/ccn.sh "$work/llc/tests/bench"
cat >"$work/llc/build/memloom" <<'EOF'
#!/bin/bash
case $* in
    *ccn=off*) set -- 1000 100 0 0 50 ;;
    *ccn=basic*) set -- 800 60 9.5 41 40 ;;
    *ccn=throttled*) set -- 500 70 8.5 31 30 ;;
    *) set -- 400 10 7.5 21 20 ;;
esac
printf '%s\n' "kernels.cycles $1" "l2.accesses $2" "ccn.hit_hops_mean $3" "ccn.hit_latency_mean $4" "l1.fill_latency_mean $5" \
    "l1.reuse_coefficient 12" "l1.misses 100" "ccn.hits 10" "ccn.back 5" "ccn.back_latency_mean 6" "sm.stall.load 1" "sm.stall.lsu 1" \
    "l1.fill_from_l2.latency_mean 30" "l1.fill_from_ccn.latency_mean 30"
EOF
ccn_figures() (
    # shellcheck source=tests/signoff/steps.sh
    . tests/signoff/steps.sh
    cd "$work/llc" && work=. && step_ccn | cut -f 1,2 | tr '\t\n' '= '
)
check "the step ccn reads its bench's columns" [ "$(ccn_figures)" = "ccn.classes=2 ccn.high.throttled=2 ccn.high.l2=0.6 \
ccn.low.throttled=2.000 ccn.low.basic=1.250 ccn.hops=9.5 ccn.latency=41.0 " ]
check "every target has a step that prints it" bash -c '
    for figure in $(sed -n "s/^\([a-z_0-9]*\)\.[a-z_0-9.]* |.*/\1/p" "$0"); do grep -qw "$figure" tests/signoff/steps.sh || exit 1; done' \
    tests/signoff/targets.txt
report

#!/bin/bash
# That mutants of C files are those that are meant, compile and are told, and that a survivor is a failure: model_told.sh, by
# `make mutants-model-told`, which says how files are compiled. Last line: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
out=build/mutants-model-told passed=0 failed=0
rm -rf "$out"
mkdir -p "$out"

# told WHAT COMMAND...: the command must succeed
told() {
    if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "$1: FAILED"; fi
}

mutate() { # FILE NAME [OPTION...]
    awk "${@:3}" -v count=100000 -v seed=1 -v list="$out/$2.list" -v lines="$out/$2.lines" -f tests/mutants/choose.awk -f tests/mutants/model.awk "$1"
}

cat > "$out/sample.c" << 'END'
#include <assert.h>
#define TWICE(x) (2 * (x))
static const int table[3] = {1, 2, 3};
struct pair { int a, b; };
unsigned long state_hash(int a) { return a + 1; }
int sample(int a, struct pair *p)
{
    static const int first = 5; /* 1 + 1 */
    unsigned list[4] = {1u}, *at = &list[0];
    assert(a > 3);
    for (int i = 0; i < 4; i++)
        *p = (struct pair){.a = (int)-a, .b = sizeof(list)};
    if (!a || p->a)
        return TWICE(a) + table[2];
    switch (a) {
    case 7: p->a += 'x' - 1; break;
    default: (void)at;
    }
    while (p->a-- && first) continue;
    return 0x10;
}
END
cat > "$out/expected" << 'END'
9 0 -> (0 + 1) in &list[0]
9 1u -> (1u + 1) in 1u
9 1u -> (1u - 1) in 1u
11 0 -> (0 + 1) in 0
11 4 -> (4 + 1) in i < 4
11 4 -> (4 - 1) in i < 4
11 < -> <= in i < 4
11 i < 4 -> (the loop is never entered) in i < 4
12 *p = (struct pair){.a = (int)-a, .b = sizeof(list)}; -> (left out) in *p = (struct pair){.a = (int)-a, .b = sizeof(list)};
12 - -> in *p = (struct pair){.a = (int)-a, .b = sizeof(list)}
13 ! -> in !a || p->a
13 !a || p->a -> (the condition always holds) in !a || p->a
13 !a || p->a -> (the condition never holds) in !a || p->a
13 || -> && in !a || p->a
14 + -> - in TWICE(a) + table[2]
14 2 -> (2 + 1) in TWICE(a) + table[2]
14 2 -> (2 - 1) in TWICE(a) + table[2]
16 += -> -= in p->a += 'x' - 1
16 - -> + in p->a += 'x' - 1
16 1 -> (1 + 1) in p->a += 'x' - 1
16 1 -> (1 - 1) in p->a += 'x' - 1
16 break; -> (left out) in break;
16 p->a += 'x' - 1; -> (left out) in p->a += 'x' - 1;
19 && -> || in p->a-- && first
19 -- -> ++ in p->a-- && first
19 continue; -> (left out) in continue;
19 p->a-- && first -> (the loop is never entered) in p->a-- && first
20 0x10 -> (0x10 + 1) in 0x10
20 0x10 -> (0x10 - 1) in 0x10
END
mutate "$out/sample.c" sample > "$out/mutated.c"
told "mutants of a sample" diff <(LC_ALL=C sort "$out/expected") <(cut -d ' ' -f 2- "$out/sample.list" | tr -s ' ' | LC_ALL=C sort)
told "they compile" $COMPILE -w -fsyntax-only "$out/mutated.c"
told "where each stands" awk 'NR == FNR { on[$2] = $1; next } FNR in on { seen += $0 ~ "mutant [!=]= " on[FNR] "( |[)])" } END { exit seen != length(on) || !seen }' \
    "$out/sample.lines" "$out/mutated.c"
told "the sample without a mutant" cmp "$out/sample.c" <(mutate "$out/sample.c" none -v only=0)

# Of every fourth file in the table, with SOAK in the environment of each, all compile, but for sums of two addresses.
compiles() {
    mutate "$1" "$2" > "$out/$2.c"
    ! $COMPILE -w -I"${1%/*}" -fsyntax-only "$out/$2.c" 2>&1 | grep ' error: ' | grep -v 'invalid operands to binary [+] (have .*[*]’'
}
every=${SOAK:+1}
for file in $(sed -n 's/^\([^# ]*\) | .*/\1/p' tests/mutants/model.txt | awk -v every="${every:-4}" 'NR % every == 0'); do
    told "$file" compiles "$file" "$(basename "$file" .c)"
done

# score TEST EXPECTED: exit status and whether any were killed, of twelve of a small file
score() {
    echo "cosim/model/coalesce.c | $1" > "$out/table"
    TABLE=$out/table OUT=$out MUTANTS=12 tests/mutants/model.sh cosim/model/coalesce.c > "$out/log" 2>&1
    [ "$? $(awk '$1 == "cosim/model/coalesce.c" { print ($3 > 0) }' "$out/log")" = "$2" ] || { cat "$out/log"; false; }
}
told "a file whose test tells all" score build/tests/unit/coalesce_test "0 1"
told "a test that tells nothing" score true "1 0"
told "a test that fails without a mutant" score false "2 "

# verdict FILE MUTANT VERDICT TESTS: what becomes of a mutant, by its text in the list, of all of a file
verdict() {
    local number
    echo "$1 | $4" > "$out/table"
    TABLE=$out/table OUT=$out MUTANTS=1000 tests/mutants/model.sh "$1" > "$out/log" 2>&1
    number=$(grep -F "$2" "$out/$1/source.list" | cut -d ' ' -f 1)
    grep "^source.$number|$3|" "$out/$1/results" > "$out/log"
}
told "memory that is never freed" verdict gen/plan/channel_graph.c "free(graph->channels); -> (left out)" "killed|routing_test, asan" \
    "build/tests/unit/routing_test | asan build/tests/unit/routing_test"
told "what clang alone proves" verdict cosim/model/coalesce.c "> -> >= in to > 64 * half" "equivalent|code" build/tests/unit/coalesce_test
echo "$passed passed, $failed failed"
[ $failed = 0 ]

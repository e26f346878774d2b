#!/bin/bash
# Mutants of one C file: model_file.sh OUT FILE                              (docs/testing.md, "Mutants of the C side")
#
# Makes MUTANTS of them by SEED (model.awk), all in one object that stands in for the library's own in the tests that model.txt names for the
# file, and runs those, the cheapest first, once per mutant. What the compiler refuses is not made. Of those that live gcc and clang are
# asked whether they make the same code of the file with and without them. OUT/FILE/results gets a line ID|VERDICT|STAGE|what was
# seen for each step of each mutant, as report.awk reads it. Ends with 2 when something could not be built or a test fails without a mutant.
set -uo pipefail
shopt -s extglob
# shellcheck source=tests/faults/programs.sh
. tests/faults/programs.sh
file=$2 out=$1/$2
folder=$out/tree results=$out/results
rm -rf "$out"
mkdir -p "$folder/build"
cp -r ./!(build) "$folder" # tests run there as in the root; a mutant may write where it should not
ln -s "$PWD/build/ports" "$folder/build"
touch "$results"

broken() { echo "$file: $1" >&2; exit 2; }

mapfile -t tests < <(awk -F ' \\| ' -v file="$file" '$1 == file { for (i = 2; i <= NF; i++) print $i }' "$TABLE")

# command_of TEST: a block's lockstep by the harness in the folder, with what was verilated in the tree
command_of() {
    local block sets cycles
    [[ $1 == lockstep\ * ]] || { echo "${1#asan }"; return; }
    read -r _ block sets cycles <<< "$1"
    echo "OPTIMISE=-O0 CONFIGS=${sets:-6} PRESET_SETS= cosim/lockstep/block_lockstep.sh -q -x -o $PWD/build/lockstep -n ${cycles:-2000} -s 1 $block"
}
[ ${#tests[@]} -gt 0 ] || broken "no test in $TABLE"

# make_source NAME [OPTION...]: the file with its mutants, or what the options of model.awk say
make_source() {
    awk "${@:2}" -v count="$MUTANTS" -v seed="$SEED" -f tests/mutants/choose.awk -f tests/mutants/model.awk "$file" > "$out/$1"
}

# compiled SOURCE OBJECT [OPTION...]
compiled() { $COMPILE -w "${@:3}" -I"${file%/*}" -c -o "$out/$2" "$out/$1" > "$out/compiled.log" 2>&1; }

by_clang() { COMPILE="clang ${COMPILE#* }" "$@"; }

# The compiler's complaints name lines of the text; the mutants that stand there are left out.
make_object() {
    local without=" " tries
    for ((tries = 0; tries < 4; tries++)); do
        : > "$out/lines"
        make_source mutated.c -v list="$out/source.list" -v lines="$out/lines" -v without="$without" && compiled mutated.c mutated.o && break
        refused=$(awk -F '[: ]' 'NR == FNR { on[$2] = $1; next } / error: / && $2 in on { print on[$2] }' "$out/lines" "$out/compiled.log")
        [ -n "$refused" ] || broken "does not compile, see $out/compiled.log"
        without+="$(tr '\n' ' ' <<< "$refused")"
    done
    [ $tries -lt 4 ] || broken "does not compile, see $out/compiled.log"
    mutants=$(awk -v without="$without" '!index(without, " " $1 " ") { print $1 }' "$out/source.list")
    made=$(wc -l < "$out/source.list")
}

# link_test TEST: its programs with the mutants; `asan`: these, and what the programs give and free, under the sanitizers
link_test() {
    if [[ $1 == asan\ * ]]; then
        by_clang compiled mutated.c sanitized.o $SANITIZE && by_clang link_programs "$folder" "$1" "$out/sanitized.o" $SANITIZE
    else
        link_programs "$folder" "$(sed 's|^lockstep \([^ ]*\).*|build/lockstep/\1/harness|' <<< "$1")" "$out/mutated.o"
    fi
}

# run SECONDS MUTANT TEST: a test ends at the first failure; one that takes as many seconds of the processor, writes or asks for
# memory without end (`memory`, KiB of addresses) fails
run() {
    (cd "$folder" && ulimit -t "$1" -f 400000 -v "$memory" && MUTANT=$2 CHECK_UNTIL= timeout $((30 * $1)) bash -c "$3"; exit $?) > "$out/said" 2>&1 < /dev/null
}

# tried TEST: of the mutants that live; they have ten times as long
tried() {
    local test seconds number status name=${1##*/} memory=8000000
    if [[ $1 == asan\ * ]]; then
        name+=", asan"
        memory=unlimited # the sanitizer's shadow takes 16 TiB of addresses
    fi
    test=$(command_of "$1")
    link_test "$1" || broken "does not link: $1"
    TIMEFORMAT=%3U
    { time run 600 0 "$test"; } 2> "$out/seconds" || broken "fails without a mutant: $test: $(tail -n 1 "$out/said")"
    seconds=$(awk '{ print 2 + int(10 * $1) }' "$out/seconds")
    for number in $mutants; do
        [ -z "${settled[$number]-}" ] || continue
        run "$seconds" "$number" "$test"
        status=$?
        if [ $status = 0 ]; then
            echo "source.$number|alive|$name|"
        else
            settled[$number]=killed
            echo "source.$number|killed|$name|status $status $(grep -am 1 -i 'fail\|cycle\|error' "$out/said" | tr '|' '/' | cut -c1-200)"
        fi
    done >> "$results"
}

# code_of NUMBER NAME: what both compilers make of the file with that mutant
code_of() {
    make_source one.c -v only="$1" && compiled one.c "$2.gcc" -g0 -O2 -fno-lto &&
        by_clang compiled one.c "$2.clang" -g0 -O2 -fno-lto
}

# same_code NUMBER: a compiler makes the same of it
same_code() {
    code_of "$1" one && { cmp -s "$out/none.gcc" "$out/one.gcc" || cmp -s "$out/none.clang" "$out/one.clang"; }
}

declare -A settled
make_object
for test in "${tests[@]}"; do tried "$test"; done
code_of 0 none || broken "does not compile"
for number in $mutants; do
    [ -z "${settled[$number]-}" ] || continue
    same_code "$number" && echo "source.$number|equivalent|code|"
done >> "$results"
rm -rf "$folder"
echo "$file: $(wc -w <<< "$mutants") of $made compile" >&2

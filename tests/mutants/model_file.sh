#!/bin/bash
# Mutants of one C file: model_file.sh OUT FILE                              (docs/testing.md, "Mutants of the C side")
#
# Makes MUTANTS of them by SEED (model.awk), all in one object that stands in for the library's own in the tests that model.txt names for the
# file, and runs those, the cheapest first, once per mutant. What the compiler refuses is not made. Of those that live the compiler is
# asked whether it makes the same code of the file with and without them. OUT/FILE/results gets a line ID|VERDICT|STAGE|what was
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

# A block's lockstep by the harness in the folder, with what was verilated in the tree.
mapfile -t tests < <(awk -F ' \\| ' -v file="$file" '$1 == file { for (i = 2; i <= NF; i++) print $i }' "$TABLE")
command_of() {
    local block sets cycles
    [[ $1 == lockstep\ * ]] || { echo "$1"; return; }
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

# run SECONDS MUTANT TEST: a test ends at the first failure; one that takes as many seconds of the processor, writes or asks for
# memory without end fails
run() {
    (cd "$folder" && ulimit -t "$1" -f 400000 -v 8000000 && MUTANT=$2 CHECK_UNTIL= timeout $((30 * $1)) bash -c "$3"; exit $?) > "$out/said" 2>&1 < /dev/null
}

# tried TEST: of the mutants that live; they have ten times as long
tried() {
    local test seconds number status name=${1##*/}
    test=$(command_of "$1")
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

# same_code NUMBER: the compiler makes the same of it
same_code() {
    make_source one.c -v only="$1" && compiled one.c one.o -g0 -O2 -fno-lto && cmp -s "$out/none.o" "$out/one.o"
}

declare -A settled
make_object
for test in "${tests[@]}"; do
    link_programs "$folder" "$(sed 's|^lockstep \([^ ]*\).*|build/lockstep/\1/harness|' <<< "$test")" "$out/mutated.o" || broken "does not link: $test"
done
for test in "${tests[@]}"; do tried "$test"; done
make_source one.c -v only=0 && compiled one.c none.o -g0 -O2 -fno-lto || broken "does not compile"
for number in $mutants; do
    [ -z "${settled[$number]-}" ] || continue
    same_code "$number" && echo "source.$number|equivalent|code|"
done >> "$results"
rm -rf "$folder"
echo "$file: $(wc -w <<< "$mutants") of $made compile" >&2

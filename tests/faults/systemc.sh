#!/bin/bash
# Plants each fault of tests/faults/systemc.txt in a copy of one file of cosim/systemc, links the platform and the test of
# the sockets with it, and runs tests/systemc.sh over the model on a short list of chips, which must fail. Without a fault
# it must pass. The library and the programs must be built (`make faults-systemc`, which says how: COMPILE, COMPILE_C, LIBS).
#
#   systemc.sh [WORD...]     only faults whose file or name holds one of the words
#
# Last line: N passed, N failed (caught, missed). Exit status: 0 all caught, 1 missed, 2 error.
set -uo pipefail
# shellcheck source=tests/faults/plant.sh
. tests/faults/plant.sh
out=build/faults/systemc
rm -rf "$out"
mkdir -p "$out"

# programs FOLDER [OBJECT]: all programs in it, OBJECT in place of the library's own
programs() {
    local name
    for name in platform socket_test refusal_test; do
        $COMPILE -o "$1/$name" "build/cosim/systemc/$name.o" ${2:+"$2"} build/libmemloom-systemc.a build/libmemloom.a \
            -lsystemc $LIBS || return 1
    done
}
compile() { # SOURCE OPTION...
    if [ "${1##*.}" = c ]; then $COMPILE_C "${@:2}"; else $COMPILE "${@:2}"; fi
}
run() { # FOLDER
    (FORMS=model SEEDS=2 PROGRAMS=$1 timeout 300 tests/systemc.sh) >"$1/log" 2>&1
}

programs "$out" && run "$out" || { echo "fails without a fault: $out/log"; exit 2; }
caught=0 missed=0 number=0
while read -r key value; do
    case $key in
        file) file=$value ;;
        fault) fault=$value ;;
        old) old=$value ;;
        new)
            number=$((number + 1))
            [ $# = 0 ] || grep -qF "$(printf '%s\n' "$@")" <<<"$file $fault" || continue
            folder=$out/$number
            source=$folder/fault.${file##*.}
            mkdir "$folder"
            cp "$file" "$source"
            plant "$source" "$old" "$value" && compile "$source" -Icosim/systemc -c -o "$folder/fault.o" "$source" &&
                programs "$folder" "$folder/fault.o" || { echo "$number $fault: not planted in $file"; exit 2; }
            if run "$folder"; then
                missed=$((missed + 1))
                echo "MISSED ${file##*/}: $fault"
            else
                caught=$((caught + 1))
                echo "caught ${file##*/}: $fault: $(grep -m 1 '^failed' "$folder/log")"
            fi
            rm -f "$folder"/{platform,socket_test,refusal_test} ;;
    esac
done <tests/faults/systemc.txt
[ $((caught + missed)) != 0 ] || nothing "$@"
echo "$caught passed, $missed failed"
[ $missed = 0 ]

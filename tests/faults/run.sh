#!/bin/bash
# Plants each fault of tests/faults/blocks.txt in a copy of rtl/ and runs lockstep of its block,
# which must find a difference; tests/limits.sh of it, when the fault says `limits`.
#
#   run.sh [-n CYCLES] [BLOCK...]     blocks whose faults are wanted; none: all
#   EVERY=n in the environment: every n-th (stand.sh looks for the texts of all)
#
# A fault whose text is not in the file, or whose RTL does not build, is an error, not a catch.
# Last line: N passed, N failed (caught, missed).
# Exit status: 0 all caught, 1 missed, 2 error.
set -uo pipefail
# shellcheck source=tests/faults/plant.sh
. tests/faults/plant.sh
list=tests/faults/blocks.txt out=build/faults cycles=20000
while getopts "n:" option; do
  case $option in
    n) cycles=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
wanted=" $* "
caught=0 missed=0 broken=0

# try NUMBER BLOCK FILE FAULT OLD NEW LIMITS: what happened goes to $out/NUMBER.result
try() {
  local number=$1 block=$2 file=$3 fault=$4 old=$5 new=$6 folder=$out/$1
  local lockstep="cosim/lockstep/block_lockstep.sh -n $cycles -s 1"
  [ "$7" ] && lockstep=tests/limits.sh
  rm -rf "$folder"
  mkdir -p "$folder/rtl"
  cp rtl/*.v "$folder/rtl/"
  if ! plant "$folder/rtl/$file.v" "$old" "$new"; then
    echo "$number $block: $fault: not planted"
    return
  fi
  PRESET_SETS="" $lockstep -q -x -r "$folder/rtl" -o "$folder" "$block" > "$folder/log" 2>&1
  case $? in
    0) echo "$number MISSED $block: $fault" ;;
    1) echo "$number caught $block: $fault"
       grep -m 1 "cycle [0-9]*:" "$folder/log" | sed 's/^/           /' | cut -c1-180 ;;
    *) echo "$number $block: $fault: did not build, see $folder/log" ;;
  esac
}

# Two at a time.
start() {
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
  try "$@" < /dev/null > "$out/$1.result" 2>&1 &
  tried+=" $1"
}

number=0 tried='' limits=
mkdir -p "$out"
while read -r key value; do
  case $key in
    block) block=$value file=$value ;;
    file) file=$value ;;
    limits) limits=yes ;;
    fault) fault=$value ;;
    old) old=$value ;;
    new) number=$((number + 1)) at_limits=$limits limits=
         [ $((number % ${EVERY:-1})) = 0 ] || continue
         case $wanted in
           "  " | *" $block "*) start "$number" "$block" "$file" "$fault" "$old" "$value" "$at_limits" ;;
         esac ;;
  esac
done < "$list"
wait
[ "$tried" ] || nothing "$@"

for number in $tried; do
  cat "$out/$number.result"
  case $(head -n 1 "$out/$number.result") in
    "$number caught "*) caught=$((caught + 1)) ;;
    "$number MISSED "*) missed=$((missed + 1)) ;;
    *) broken=1 ;;
  esac
done
echo "$caught passed, $missed failed"
[ $broken = 0 ] || exit 2
[ $missed = 0 ]

#!/bin/bash
# Plants each fault of tests/faults/model*.txt in a copy of one C file, links the programs of the
# fault's test with it, and runs that test, which must fail. Run by `make faults-model`, which says
# how the library's files are compiled (COMPILE) and what is linked with them (LIBS).
#
#   model.sh [WORD...]     only faults whose file, name or test holds one of the words; none: all
#   EVERY=n in the environment: every n-th (stand.sh looks for the texts of all)
#
# A header (file X.h) is planted in one of the C files that include it, the one of the line `through`.
# Each test is first run without a fault and must pass; with one it ends at the first failure that says what is expected. A fault whose text is not exactly once in
# the file, or that does not compile, is an error, not a catch.
# Last line: N passed, N failed (caught, missed). Exit status: 0 all caught, 1 missed, 2 error.
set -uo pipefail
shopt -s extglob
# shellcheck source=tests/faults/plant.sh
. tests/faults/plant.sh
# shellcheck source=tests/faults/programs.sh
. tests/faults/programs.sh
out=build/faults/model
rm -rf "$out"
mkdir -p "$out"

# try NUMBER FILE FAULT OLD NEW TEST SAYS THROUGH: what happened goes to $out/NUMBER.result. FILE empty: no fault.
try() {
  local number=$1 file=$2 fault=$3 old=$4 new=$5 test=$6 says=$7 through=$8 folder=$out/$1 object= source
  mkdir -p "$folder"
  if [ -n "$file" ]; then
    source=$folder/fault.${file##*.}
    cp "$file" "$source"
    object=$folder/fault.o
    plant "$source" "$old" "$new" &&
      $COMPILE -I"${file%/*}" -c -o "$object" ${through:+-include "$source"} "${through:-$source}" ||
      { echo "$number $fault: not planted in $file"; return; }
  fi
  ln -s "$PWD"/!(build) "$folder" # TEST runs there as in the root
  link_programs "$folder" "$test" "$object" || { echo "$number $fault: does not link"; return; }
  # exit: a crash is then told in the log, and not by this shell
  (cd "$folder" && CHECK_UNTIL=$says timeout 120 bash -c "$test"; exit $?) > "$folder/log" 2>&1
  local status=$?
  rm -rf "$folder/build"
  if [ -z "$file" ]; then
    [ $status = 0 ] && echo "$number passes without a fault: $test" ||
      echo "$number fails without a fault: $test, see $folder/log"
  elif [ $status = 0 ]; then
    echo "$number MISSED ${file##*/}: $fault"
  elif ! grep -qF -- "$says" "$folder/log"; then
    echo "$number MISSED ${file##*/}: $fault: the test fails without saying '$says', see $folder/log"
  else
    echo "$number caught ${file##*/}: $fault"
    grep -m 1 -F -- "${says:-fail}" "$folder/log" | sed 's/^ */           /' | cut -c1-180
  fi
}

# Two at a time.
start() {
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
  try "$@" < /dev/null > "$out/$1.result" 2>&1 &
  tried+=" $1"
}

# The words that are wanted stand in one of the fault's lines.
is_wanted() {
  local word
  [ ${#words[@]} = 0 ] && return
  for word in "${words[@]}"; do
    [[ $* == *"$word"* ]] && return
  done
  return 1
}

words=("$@") number=0 tried= says= through= broken=0
declare -A sound
while read -r key value; do
  case $key in
    test) test=$value says= ;;
    file) file=$value says= through= ;;
    through) through=$value ;;
    fault) fault=$value says= ;;
    says) says=$value ;;
    old) old=$value ;;
    new)
      number=$((number + 1))
      [ $((number % ${EVERY:-1})) = 0 ] || continue
      is_wanted "$file" "$fault" "$test" || continue
      [ -n "${sound[$test]-}" ] || start "sound-$number" "" "" "" "" "$test" "" ""
      sound[$test]=1
      start "$number" "$file" "$fault" "$old" "$value" "$test" "$says" "$through" ;;
  esac
done < <(cat tests/faults/model*.txt)
wait
[ "$tried" ] || nothing "$@"

caught=0 missed=0
for number in $tried; do
  cat "$out/$number.result"
  case $(head -n 1 "$out/$number.result") in
    "$number caught "*) caught=$((caught + 1)) ;;
    "$number MISSED "*) missed=$((missed + 1)) ;;
    "$number passes without a fault"*) ;;
    *) broken=1 ;;
  esac
done
echo "$caught passed, $missed failed"
[ $broken = 0 ] || exit 2
[ $missed = 0 ]

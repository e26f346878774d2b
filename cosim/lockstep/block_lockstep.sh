#!/bin/bash
# RTL against twin for the blocks named: every parameter set of the block's driver, every seed.
#
#   block_lockstep.sh [-r RTLDIR] [-o OUTDIR] [-n CYCLES] [-s "SEEDS"] [-q] [-x] [-c] BLOCK...
#
# On a difference: a table of the last 50 cycles and, with a second build, an FST of the window
# (-q: neither); -x stops at the first. -c: what was reached of the RTL goes to seedN.dat beside
# each seed's report (tests/coverage.sh). Last line: N passed, N failed.
# Exit status: 0 all equal, 1 a difference, 2 something could not be built or run.
set -uo pipefail
# shellcheck source=cosim/lockstep/each_config.sh
. "$(dirname "$0")/each_config.sh"
rtl=rtl out=build/lockstep cycles=100000 seeds="1 2 3 4 5" quick=false first=false variant=plain
while getopts "r:o:n:s:qxc" option; do
  case $option in
    r) rtl=$OPTARG ;;
    o) out=$OPTARG ;;
    n) cycles=$OPTARG ;;
    s) seeds=$OPTARG ;;
    q) quick=true ;;
    x) first=true ;;
    c) variant=covered ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
window=100   # cycles of waves before the difference

# show_waves BLOCK CONFIG SEED REPORT FOLDER: runs the seed again, traced; it ends where it differs
show_waves() {
  local block=$1 config=$2 seed=$3 report=$4 folder=$5 cycle from library
  cycle=$(sed -n "s/.* seed $seed cycle \([0-9]*\):.*/\1/p" "$report")
  from=$((cycle > window ? cycle - window : 0))
  library=$(cosim/lockstep/verilate.sh traced "$block" "$config" "$rtl" "$out") || return
  "build/lockstep/$block/harness" --library "$library" --config "$config" --seed "$seed" \
    --cycles "$cycles" --wave "$folder/seed$seed.fst" --from "$from" \
    > "$folder/seed$seed.traced.txt"
  echo "  waves of cycles $from to $cycle: $folder/seed$seed.fst"
}

run_config() {
  local block=$1 config=$2 library folder report seed status
  "$first" && [ "$failed $broken" != "0 0" ] && return
  if ! library=$(cosim/lockstep/verilate.sh "$variant" "$block" "$config" "$rtl" "$out"); then
    broken=1
    return
  fi
  folder=$(dirname "$(dirname "$library")")
  for seed in $seeds; do
    report=$folder/seed$seed.txt
    table="--table $folder/seed$seed.table"
    "$quick" && table=""
    COVERAGE_FILE=$folder/seed$seed.dat "build/lockstep/$block/harness" --library "$library" --config "$config" \
      --seed "$seed" --cycles "$cycles" $table > "$report"
    status=$?
    cat "$report"
    case $status in
      0) passed=$((passed + 1)) ;;
      1) failed=$((failed + 1))
         "$quick" || show_waves "$block" "$config" "$seed" "$report" "$folder" ;;
      *) broken=1 ;;
    esac
  done
}

each_config run_config "$@"

# For block_lockstep.sh and block_replay.sh, which source it: runs FUNCTION BLOCK CONFIG for every
# parameter set of the blocks' drivers, or the first CONFIGS of them, and for those of the presets'
# chips, which stand in the file PRESET_SETS. It counts in passed and failed, and sets broken=1 when
# something could not be built. A block without a parameter set, for there is no harness or it is in
# none of the lists, is broken: it would pass for equal. Prints the last line and ends with 0, 1
# (failed) or 2 (broken).
#   each_config FUNCTION BLOCK...
passed=0 failed=0 broken=0
PRESET_SETS=${PRESET_SETS-build/lockstep/preset_sets.txt}
export VERILATOR_FILES=${VERILATOR_FILES:-$(verilator --getenv VERILATOR_ROOT)}

each_config() {
  local function=$1 block config configs
  shift
  for block in "$@"; do
    mapfile -t configs < <("build/lockstep/$block/harness" --list "${CONFIGS:-1000}" $PRESET_SETS 2>/dev/null)
    if ! wait $! || [ ${#configs[@]} = 0 ]; then
      echo "$block: no parameter set to run: build/lockstep/$block/harness --list fails or has none; make lockstep-blocks BLOCKS=$block builds it" >&2
      broken=1
    fi
    for config in "${configs[@]}"; do
      "$function" "$block" "$config"
    done
  done
  echo "$passed passed, $failed failed"
  [ $broken = 0 ] || exit 2
  [ $failed = 0 ]
  exit
}

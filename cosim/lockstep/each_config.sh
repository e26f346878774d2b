# For block_lockstep.sh and block_replay.sh, which source it: runs FUNCTION BLOCK CONFIG for every
# parameter set of the blocks' drivers, or the first CONFIGS of them, and for those of the presets'
# chips, which stand in the file PRESET_SETS. It counts in passed and failed, and sets broken=1 when
# something could not be built. Prints the last line and ends with 0, 1 (failed) or 2 (broken).
#   each_config FUNCTION BLOCK...
passed=0 failed=0 broken=0
PRESET_SETS=${PRESET_SETS-build/lockstep/preset_sets.txt}
export VERILATOR_FILES=${VERILATOR_FILES:-$(verilator --getenv VERILATOR_ROOT)}

each_config() {
  local function=$1 block config
  shift
  for block in "$@"; do
    while IFS= read -r config; do
      "$function" "$block" "$config"
    done < <("build/lockstep/$block/harness" --list "${CONFIGS:-1000}" $PRESET_SETS)
  done
  echo "$passed passed, $failed failed"
  [ $broken = 0 ] || exit 2
  [ $failed = 0 ]
  exit
}

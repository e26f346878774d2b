# For block_replay.sh and tests/gates/block.sh, which source it.

# record_vectors BLOCK CONFIG CYCLES SEED: what block lockstep applies and expects goes to vectors.txt, a bench that
# replays it to replay.v; prints the folder they are in
record_vectors() {
  local block=$1 config=$2 library folder
  library=$(cosim/lockstep/verilate.sh plain "$block" "$config" rtl build/lockstep) || return
  folder=$(dirname "$(dirname "$library")")
  "build/lockstep/$block/harness" --library "$library" --config "$config" --cycles "$3" --seed "$4" \
    --record "$folder/vectors.txt" --bench "$folder/replay.v" > "$folder/record.txt" ||
    { cat "$folder/record.txt" >&2; return 1; }
  echo "$folder"
}

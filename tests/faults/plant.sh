# For the scripts of this folder, which source it.

# plant FILE OLD NEW: replaces the one occurrence; says why not otherwise
plant() {
  local text
  text=$(cat "$1"; echo .)
  [ "${text#*"$2"}" != "$text" ] || { echo "  not in $1: $2"; return 1; }
  [ "${text#*"$2"}" = "${text##*"$2"}" ] || { echo "  more than once in $1: $2"; return 1; }
  text="${text%%"$2"*}$3${text#*"$2"}"
  printf '%s' "${text%.}" > "$1"
}

# plant_selected NUMBER FILE OLD NEW: FAULT in NEW is "this one is selected" (memloom lockstep --fault)
plant_selected() {
    plant "$2" "$3" "${4//FAULT/(fault_select == 8\'d$1)}" || exit 2
    grep -q 'reg \[7:0\] fault_select' "$2" ||
        sed -i '0,/^);/s//);\n  reg [7:0] fault_select \/* verilator public_flat_rw *\/;/' "$2"
}

# For the scripts of this folder and tests/assertions, which source it.

# plant FILE OLD NEW: replaces the one occurrence; says why not otherwise
plant() {
  local text
  text=$(cat "$1"; echo .)
  [ "${text#*"$2"}" != "$text" ] || { echo "  not in $1: $2"; return 1; }
  [ "${text#*"$2"}" = "${text##*"$2"}" ] || { echo "  more than once in $1: $2"; return 1; }
  text="${text%%"$2"*}$3${text#*"$2"}"
  printf '%s' "${text%.}" > "$1"
}

# can_plant FILE OLD NEW: the text of a fault that is not tried still stands in its file
can_plant() {
  cp "$1" "$out/unchanged"
  plant "$out/unchanged" "$2" "$3"
}

# plant_selected NUMBER FILE OLD NEW: FAULT in NEW is "this one is selected" (memloom lockstep --fault)
plant_selected() {
    plant "$2" "$3" "${4//FAULT/(fault_select == 8\'d$1)}" || exit 2
    grep -q 'reg \[7:0\] fault_select' "$2" ||
        sed -i '0,/^);/s//);\n  reg [7:0] fault_select \/* verilator public_flat_rw *\/;/' "$2"
}

# plant_list FILE: all faults of the list in $out/rtl, a copy of rtl/; fills blocks, faults, healing
# (not empty: it heals) and rules (what an assertion says), fault N at N - 1
plant_list() {
    local key value block fault old heals= rule=
    rm -rf "$out"
    mkdir -p "$out/rtl"
    cp rtl/*.v "$out/rtl/"
    blocks=() faults=() healing=() rules=()
    while read -r key value; do
        case $key in
            block) block=$value ;;
            heals) heals=yes ;;
            rule) rule=$value ;;
            fault) fault=$value ;;
            old) old=$value ;;
            new) blocks+=("$block") faults+=("$fault") healing+=("$heals") rules+=("$rule") heals= rule=
                 plant_selected "${#blocks[@]}" "$out/rtl/$block.v" "$old" "$value" ;;
        esac
    done <"$1"
}

# lockstep NUMBER [OPTION]: $chip with that fault runs $workload; writes $out/log-NUMBER
lockstep() {
    build/memloom lockstep --optimise 1 $chip --rtl-dir "$out/rtl" --work "$out/chips" --report "$out/report-$1" --fault "$1" \
        ${2:-} $workload >"$out/log-$1" 2>&1
}

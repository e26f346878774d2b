# For the scripts of this folder and tests/assertions, which source it.

# plant FILE OLD NEW: replaces the one occurrence; says why not otherwise. By awk: patterns of bash take half a second
# for a long file.
plant() {
  OLD=$2 NEW=$3 awk 'BEGIN { RS = "\001"; ORS = ""; old = ENVIRON["OLD"] }
    {
      at = index($0, old)
      rest = substr($0, at + length(old))
      if (!at) complaint = "not"
      else if (index(rest, old)) complaint = "more than once"
      else print substr($0, 1, at - 1) ENVIRON["NEW"] rest
    }
    END {
      if (!complaint) exit 0
      print "  " complaint " in " FILENAME ": " old "\n" >"/dev/stderr"
      exit 1
    }' "$1" >"$1.planted" && mv "$1.planted" "$1"
}

# nothing WORD...: a list without a fault of that name passes for none
nothing() {
  echo "no planted fault is called: $*" >&2
  exit 2
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
    build/memloom lockstep --optimise 1 $chip --rtl-dir "$out/rtl" --report "$out/report-$1" --fault "$1" ${2:-} $workload >"$out/log-$1" 2>&1
}

# The proofs of block.sh, which sources this: that a mutant is equivalent, or that a property of the block tells it.
#                                                                            (docs/testing.md, "Mutants")
# shellcheck source=tests/limited.sh
source tests/limited.sh

# The block with its outputs as lockstep compares them, the fields of an interface while its valid is 1, element by element;
# `inner` is what is compared.
make_compared() {
    awk -v block="$block" '
        NR == FNR { # the table of ports: name, output, ..., number of its valid or -1
            if (split($0, part, /[",{ ]+/) > 6 && part[6] ~ /^PORT_/) { port[++ports] = part[2]; output[ports] = part[3] == "true"; valid[ports] = part[7] }
            next
        }
        /^module / { inside = 1; sub(block, "compared") }
        inside { print }
        inside && /^\);/ {
            for (i = 1; i <= ports; i++) {
                if (!output[i] || valid[i] < 0) { pins = pins ", ." port[i] "(" port[i] ")"; continue }
                name = port[i]
                of = port[valid[i] + 1]
                pins = pins ", ." name "(all_" name ")"
                print "  localparam BITS_" name " = $bits(" name ") / $bits(" of ");\n  wire [$bits(" name ")-1:0] all_" name ";"
                loops = loops "  for (i = 0; i < $bits(" of "); i = i + 1) assign " name "[i*BITS_" name " +: BITS_" name "] =" \
                    " all_" name "[i*BITS_" name " +: BITS_" name "] & {BITS_" name "{" of "[i]}};\n"
            }
            print "  inner inner(" has_clock substr(pins, 3) ");\n  genvar i;\n  generate\n" loops "  endgenerate\nendmodule"
            exit
        }
        inside && / (clk|rst)[ ,]/ { has_clock = has_clock (/ clk/ ? ".clk(clk), " : ".rst(rst), ") }
    ' "build/ports/${block}_block.c" "rtl/$block.v" > "$out/compared.v"
}

# For the proofs, Yosys commands. gates FILL: as gates, with its storage; what has no defined value (a word beyond the last one) is FILL
gates() {
    echo "opt_expr; opt_clean; memory_map; opt_expr; opt_clean; techmap; simplemap; opt_expr -keepdc; setundef -undriven -$1; opt_clean"
}

# compared FILL CHPARAM: as gates, with the outputs that count
compared() {
    echo "rename -top inner; verilog_defines $(cat rtl/mechanisms); read_verilog -sv $out/compared.v
        hierarchy -check -top compared$2; proc; flatten; $(gates "$1")"
}

# called NAME: it is kept under that name
called() { echo "rename -top $1; design -stash $1"; }

# mutated KIND NUMBER CHPARAM: Yosys commands, the block with that mutant, or with none (0)
mutated() {
    if [ "$1" = source ]; then
        echo "verilog_defines $(cat rtl/mechanisms); read_verilog -sv $out/source/$block.v
            hierarchy -check -top $block -libdir $out/source$3"
    else
        echo "read_rtlil $out/$1.il; hierarchy -check -top ${block}_netlist" # it has its parameters
    fi
    echo "; proc; rename -top mutated; cd mutated; delete -input w:mutant; connect -nounset -set mutant 16'd$2; cd .."
}

# within COMMAND...: 8 GB of memory. A cache without its RAMs alone can ask for more than a machine has.
within() { (ulimit -v 8000000 && "$@"); }

# spend COMMAND...: within that, LIMIT seconds of the processor
spend() { within limited "$LIMIT" 8 "$@"; }

# proved GOLD GATE: ABC proves that the outputs of the two are the same for ever if all registers are zero at first
proved() {
    spend yosys -q -p "$1; $2; design -copy-from gold -as gold gold; design -copy-from gate -as gate gate
        miter -equiv -flatten gold gate pair; hierarchy -top pair; async2sync; dffunmap; opt_clean
        setundef -zero -init; techmap; simplemap; opt_expr; opt_clean; dffunmap; abc -g AND; opt_clean
        write_aiger -zinit $out/pair.aig" > "$out/equivalence.log" 2>&1 &&
        spend "${abc[@]}" "read_aiger $out/pair.aig; fold; strash; scorr; dc2; pdr" > "$out/equivalence.log" 2>&1
    grep -q '^Property proved\|^Networks are equivalent' "$out/equivalence.log"
}

# same KIND SET NUMBER: the block with the mutant does what it does without, whatever stands in for values that are not defined. Its
# instances at first without: they get the same if they give the same, in any order. Then whole, with what tests/formal assumes of
# the neighbours: whatever inputs these may give, a reset at any time among them.
same() {
    local kind=$1 parameter chparam= rules fill alone
    for parameter in $2; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
    rules="verilog_defines $(cat rtl/mechanisms); read_verilog -formal -I. rtl/$block.v
        hierarchy -check -top $block -libdir rtl$chparam; proc; flatten; chformal -assert -cover -remove"
    for fill in zero one; do
        alone="rename -top alone; expose -evert alone/c:*; hierarchy -top alone; $(gates $fill)"
        proved "$(mutated "$kind" 0 "$chparam"); $alone; $(called gold)" "$(mutated "$kind" "$3" "$chparam"); $alone; $(called gate)" ||
            proved "$rules; $(compared $fill "$chparam"); $(called gold)" \
                "$(mutated "$kind" "$3" "$chparam"); flatten; $(compared $fill "$chparam"); $(called gate)" || return 1
    done
}

# cells FILE: those of the block in an RTLIL file, NAME, what it is with which parameters and where it comes from, also which register it is
# or what is named behind it; what FORMAL makes narrower is another one
cells() {
    awk -v block="$block" '
        /^module / { inside = $2 == "\\" block || $2 == "\\" block "_netlist" }
        inside && $1 == "attribute" { src = $2 == "\\src" ? $0 : src; next }
        inside && $1 == "cell" { cell = $3; what = $2 " " ($3 ~ /^\$/ ? src : $3) }
        cell && $1 == "parameter" { what = what " " $NF }
        cell && $1 == "connect" && ($2 == "\\Q" || $2 == "\\Y" && $3 ~ /^(\$0)?\\/) { what = what " " $3 }
        cell && $1 == "end" { print cell, what; cell = "" }
        { src = "" }' "$1" | tr -s ' '
}

# paired SOUND PROVED: each cell of the first RTLIL file that is in the second: one of the same kind and place, if as many are of these
paired() {
    awk '
        { name = $1; sub(/^[^ ]+ /, ""); n[FILENAME, $0]++ }
        FILENAME == ARGV[1] { proved[$0, n[FILENAME, $0]] = name; next }
        { what[name] = $0; rank[name] = n[FILENAME, $0] }
        END { for (name in what) if (n[ARGV[1], what[name]] == n[ARGV[2], what[name]]) print name, proved[what[name], rank[name]] }
    ' <(cells "$2") <(cells "$1")
}

# with_rules NUMBER SET DEFINES: $folder/proved.il, the block as Yosys reads it with its properties, and $folder/same, its cells that are of
# the mutants
with_rules() {
    local parameter chparam= kind=netlist$1
    for parameter in $2; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
    rm -rf "$folder"
    mkdir -p "$folder"
    yosys -q -p "verilog_defines $(cat rtl/mechanisms); read_verilog -formal $3 -I. rtl/$block.v
        hierarchy -check -top $block -libdir rtl$chparam; proc; opt_clean; rename -top $block; write_rtlil $folder/proved.il" > "$out/yosys.log" 2>&1 ||
        broken "Yosys, see $out/yosys.log"
    paired "$out/$kind.sound.il" "$folder/proved.il" > "$folder/same"
}

# mutation KIND NUMBER [CTRL]: the command that makes the mutant in $folder/proved.il, CTRL: to be selected; nothing if its cell is not
# there
mutation() {
    awk -v number="$2" -v block="$block" -v ctrl="${3-}" '
        NR == FNR { sub(/^\\/, "", $1); sub(/^\\/, "", $2); proved[$1] = $2; next }
        FNR == number {
            for (i = 2; i <= NF; i++) {
                if ($i == "-ctrl" && !ctrl) { i += 3; continue }
                if ($(i - 1) == "-module") $i = block
                if ($(i - 1) == "-cell") { if (!($i in proved)) exit; $i = proved[$i] }
                words = words " " $i
            }
            print "mutate" words
        }' "$folder/same" "$out/$1.list"
}

# What is kept of the proofs in one step, until one of these changes
step=$out/step.$(cat "tests/formal/$block.v" tests/mutants/{proofs.sh,step.c} | cksum | cut -d ' ' -f 1)
mkdir -p "$step"

# stepped READ CHPARAM KEPT FILE: the block that READ reads, with all its mutants and the outputs that count, as step.c takes it. Of
# its instances those KEPT go: what they are given goes out, what they give comes in.
stepped() {
    within limited $((8 * LIMIT)) 4 yosys -q -p "$1; rename -top inner; verilog_defines $(cat rtl/mechanisms); read_verilog -sv $out/compared.v
        hierarchy -check -top compared$2; rename -top compared; proc; setattr -mod -set keep_hierarchy 1 $3; flatten; opt_clean
        cd compared; add -input mutant 16; connect -nounset -set inner.mutant mutant; cd ..
        memory_map compared; opt_clean; dffunmap; chformal -cover -remove; expose -evert compared/c:* compared/t:\$assert %d compared/t:\$assume %d; hierarchy -top compared
        techmap; simplemap; opt_expr -keepdc; setundef -undriven -anyseq; opt_clean; aigmap; opt_clean
        write_aiger -ascii -symbols $4" > "$out/yosys.log" 2>&1
}

# unchanged FILE NUMBER [INVARIANTS CYCLES [EARLY]]: the mutant changes nothing there in one step, or in those cycles, ABC proves
unchanged() {
    build/tests/mutants/step "$1" "$2" "${3:-0}" "${4:-1}" "${5:-0}" > "$out/pair.blif" || broken "$1: no step"
    [ "$(head -n 1 "$out/pair.blif")" != same ] || return 0
    # Not iprove, which does not get through some of these, at an assertion of its own.
    spend "${abc[@]}" "read_blif $out/pair.blif; strash; fraig; sat" > "$out/step.log" 2>&1
    ! grep 'Assertion .* failed' "$out/step.log" >&2 || broken "$1: ABC does not get through"
    grep -q '^UNSATISFIABLE' "$out/step.log"
}

# killed_at KIND SET: some that lockstep killed at that set
killed_at() { grep -m 4 "^$1\.[0-9]*|killed|[^|]*|$block $2 seed .* cycle " "$results" | cut -d '|' -f 1 | cut -d . -f 2; }

CYCLES=3 # what a mutant leaves behind is gone by then, or is not seen by this proof

# step_of WAY KIND SET FILE: one_step's circuit, in which what lockstep killed at that set changes something
step_of() {
    local way=$1 kind=$2 parameter chparam= kept="* inner compared %u %d" read number how folder=$out/ruled
    for parameter in $3; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
    [ "$way" != whole ] || kept="*ram_1r1w* *regfile_1r1w*"
    if [ "$kind" = source ]; then
        read="verilog_defines $(cat rtl/mechanisms); read_verilog -formal -DINDUCTION -I. $out/source/$block.v
            hierarchy -check -top $block -libdir $out/source$chparam; proc; opt_clean"
    elif [ "$way" = gates ]; then
        read="read_rtlil $out/$kind.il; hierarchy -check -top ${block}_netlist"
    else
        with_rules "${kind#netlist}" "$3" -DINDUCTION
        for ((number = 1; number <= $(wc -l < "$out/$kind.list"); number++)); do mutation "$kind" "$number" ctrl; done > "$step/$kind.mutants"
        read="read_rtlil $folder/proved.il; script $step/$kind.mutants"
    fi
    stepped "$read" "$chparam" "$kept" "$4" || return
    for number in $(killed_at "$kind" "$3"); do
        known "$kind" "$way" "$number" || continue
        for how in "1 $CYCLES" "0 $CYCLES 1"; do # what these refuse one step refuses, too
            ! unchanged "$4" "$number" $how || broken "$kind $3 $way: mutant $number is proved to change nothing ($how), but lockstep killed it"
        done
    done
    return 0
}

# known KIND WAY NUMBER: the mutant is in that circuit
known() { [ "$1" = source ] || [ "$2" = gates ] || grep -q "mutant 16 $3 " "$step/$1.mutants"; }

# one_step KIND SET NUMBER: the block with the mutant does what it does without, from whatever state, or from one in which the
# properties hold that `make formal` proves at its sizes: without its instances, of which it has the contracts, or with all but the
# RAMs; in one step or in CYCLES of them. In $by: `step`, or `properties` if it needs these.
one_step() {
    local kind=$1 file way how
    for way in gates alone whole; do
        [ "$kind.$way" != source.gates ] || continue
        file=$step/$kind.${2// /.}.$way
        if [ ! -e "$file" ]; then
            step_of "$way" "$kind" "$2" "$file" || { : > "$file"; echo "$block $kind $2 $way: no step, see $out/yosys.log" >&2; }
        fi
        [ -s "$file" ] && known "$kind" "$way" "$3" || continue
        for how in "0 1" "1 1" "0 $CYCLES" "0 $CYCLES 1" "1 $CYCLES"; do
            [[ $how.$way != 1*.gates ]] && unchanged "$file" "$3" $how || continue
            [[ $how = 0* ]] || by=properties
            return 0
        done
    done
    return 1
}

# sees KIND SET: the proof refuses a mutant that lockstep killed at that set; without one there is nothing to ask
sees() {
    local number
    number=$(killed_at "$1" "$2" | head -n 1)
    [ -z "$number" ] || ! same "$1" "$2" "$number" || broken "$1 $2: mutant $number is proved equivalent, but lockstep killed it"
}

# equivalent KIND SET...: those left, at all these sets
equivalent() {
    local kind=$1 config number verdict by alive whole=yes
    shift
    [ "${PROOFS-}" != step ] || whole=
    alive=$(left "$kind" "$([ "$whole" ] && echo equivalence || echo step)")
    [ -n "$alive" ] || return
    [ -z "$whole" ] || sees "$kind" "$1"
    for number in $alive; do
        verdict=equivalent by=step
        for config; do
            one_step "$kind" "$config" "$number" && continue
            [ "$whole" ] && same "$kind" "$config" "$number" && { by=equivalence; continue; }
            verdict=alive by=${whole:+equivalence}
            break
        done
        say "$kind.$number" "$verdict" "${by:-step}" "$config"
    done
}

# proof FOLDER RTL SIZES CHANGE: rows of tests/formal/prove.sh, bounded and by induction, or for all time if the block has that
proof() {
    local modes='bmc induction'
    grep -q '^// for all time: pdr$' "tests/formal/$block.v" && modes=pdr
    RTL=$2 OUT=$1 MODES=$modes CHANGE=$4 LIMIT=$LIMIT tests/formal/prove.sh "$block" "$3"
}

# judged ID FOLDER RTL CHANGE SIZES...: whether a proof fails now, at one of these; one that is not found in time says nothing
judged() {
    local id=$1 sizes
    for sizes in "${@:5}"; do
        [[ $(proof "$2" "$3" "$sizes" "$4") == *' failed '* ]] || continue
        say "$id" killed formal "$4"
        return
    done
    say "$id" alive formal "$4"
}

# text_by_properties: on the text with that one mutant, at the proof's sizes
text_by_properties() {
    local number folder=$out/properties sizes
    mapfile -t sizes < <(tests/formal/sizes.sh "$block")
    [ ${#sizes[@]} -gt 0 ] || sizes=("")
    for number in $(left source formal); do
        rm -rf "$folder"
        mkdir -p "$folder/rtl"
        cp rtl/*.v "$folder/rtl"
        awk -v count=$(((MUTANTS + 1) / 2)) -v seed="$SEED" -v only="$number" -f tests/mutants/choose.awk -f tests/mutants/source.awk "rtl/$block.v" > "$folder/rtl/$block.v"
        judged "source.$number" "$folder" "$folder/rtl" "" "${sizes[@]}"
    done
}

# netlist_by_properties NUMBER SET: on the block with its properties; a gate that only these look at, or that they keep, is none of
# the mutants
netlist_by_properties() {
    local kind=netlist$1 number alive folder=$out/properties change sound
    alive=$(left "$kind" formal)
    [ -n "$alive" ] || return
    with_rules "$1" "$2" ""
    # A proof that is not found without a mutant finds nothing, and one that needs other sizes finds too much.
    sound=$(proof "$folder" rtl "$2" "")
    [[ $sound == *' passed '* && $sound != *' failed '* ]] || return
    for number in $alive; do
        change=$(mutation "$kind" "$number")
        [ -z "$change" ] || judged "$kind.$number" "$folder" rtl "opt_clean; rename -top $block; $change" "$2"
    done
}

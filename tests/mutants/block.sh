#!/bin/bash
# Mutants of one block: block.sh OUT BLOCK                                  (docs/testing.md, "Mutants")
#
# Makes MUTANTS of them by SEED, half in the text (source.awk), half in what Yosys reads (its `mutate`, at two parameter sets), and
# puts the cheapest check first: block lockstep of few cycles, of other parameter sets, of many cycles and other seeds; those that
# are left are tried for equivalence (ABC, LIMIT processor seconds each), then by the block's properties. OUT/BLOCK/results gets a line
# ID|VERDICT|STAGE|what was seen for each step of each mutant, so that a run that was broken off goes on where it was; OUT/BLOCK/row
# the count. Ends with 2 when something could not be built.
set -uo pipefail
out=$1/$2 block=$2
harness=build/lockstep/$block/harness results=$out/results
key="$(cat rtl/*.v "tests/lockstep/${block}_drive.c" tests/lockstep/*.h tests/mutants/{block.sh,choose.awk,source.awk} | cksum) $MUTANTS $SEED"
[ "$(cat "$out/key" 2> /dev/null)" = "$key" ] || rm -rf "$out"
mkdir -p "$out"
echo "$key" > "$out/key"
touch "$results"
export OPTIMISE=${OPTIMISE:--O0}

broken() { echo "$block: $1" >&2; exit 2; }

# The parameter sets: the one in the middle of the driver's list, the first, and some from all over it. Empty for the defaults.
mapfile -t all < <("$harness" --list | awk '!seen[$0]++')
sets=("${all[${#all[@]} / 2]}")
wanted=${CONFIGS:-16}
for ((i = 0; i < ${#all[@]} && i < wanted; i++)); do
    at=$((i * ${#all[@]} / (${#all[@]} < wanted ? ${#all[@]} : wanted)))
    [ "$at" = $((${#all[@]} / 2)) ] || sets+=("${all[at]}")
done

pins() { cat "build/ports/${block}_pins.inc"; echo 'PIN(mutant)'; }

# In the text
make_source() {
    local folder=$out/source
    [ -e "$folder/pins.inc" ] && return
    rm -rf "$folder"
    mkdir -p "$folder"
    cp rtl/*.v "$folder"
    awk -v count=$(((MUTANTS + 1) / 2)) -v seed="$SEED" -v list="$out/source.list" -v unread="$out/source.unread" -f tests/mutants/choose.awk -f tests/mutants/source.awk "rtl/$block.v" > "$folder/$block.v"
    touch "$out/source.list" "$out/source.unread"
    pins > "$folder/pins.inc"
}

# make_netlist NUMBER COUNT: at set NUMBER, as Yosys sees the block, behind a module with the block's own header. Not its modes
# cnot0 and cnot1: they join any two bits; Verilator 5.006 does not settle the loops that this makes, nor all of those of vectors whose bits
# depend on each other. So these are split, but not in wide blocks, which would take Verilator too long (a build that differs
# without a mutant is told in any case). Neither the enable of a memory's read, which Yosys demands to be 1, nor a clock: what was
# there at the edge before is there at the other edge, too. Of the instances what writes a part of a RAM's word has one enable a part:
# with one a bit, a RAM of lines is 260,000 lines of Verilog.
make_netlist() {
    local folder=$out/netlist$1 parameter chparam= elaborate instances="* ${block}_netlist %d"
    [ -e "$folder/pins.inc" ] && return
    rm -rf "$folder"
    mkdir -p "$folder"
    for parameter in ${sets[$1]}; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
    elaborate="verilog_defines $(cat rtl/mechanisms); read_verilog rtl/$block.v
        hierarchy -check -top $block -libdir rtl$chparam; proc; opt_clean; rename -top ${block}_netlist"
    instances="opt_reduce $instances; opt_clean $instances"
    yosys -q -p "$elaborate; write_rtlil $out/netlist$1.sound.il; mutate -list $((5 * $2)) -seed $SEED -o $out/all.list ${block}_netlist" > "$out/yosys.log" 2>&1 ||
        broken "Yosys, see $out/yosys.log"
    awk -v count="$2" '!/-mode cnot/ && !/[$]memrd[$].* -port EN / && !/ -port CLK / && n < count { n++; sub(/^mutate /, "mutate -ctrl mutant 16 " n " "); print }' "$out/all.list" > "$out/netlist$1.list"
    yosys -q -p "read_rtlil $out/netlist$1.sound.il; script $out/netlist$1.list; $instances; write_rtlil $out/netlist$1.il; write_verilog -noattr $folder/netlist; splitnets ${block}_netlist
        write_verilog -noattr $folder/split" > "$out/yosys.log" 2>&1 || broken "Yosys, see $out/yosys.log"
    [ "$(stat -c %s "$folder/split")" -gt 250000 ] || mv "$folder/split" "$folder/netlist"
    # nothing to mutate: no port for it either
    grep -q mutant "$folder/netlist" || sed -i "s/^module ${block}_netlist(/&mutant, /; /^module ${block}_netlist(/a input [15:0] mutant;" "$folder/netlist"
    {
        awk -v block="$block" '/^module / { inside = 1 }
            inside { print }
            inside && /^\) \($|^module .* \($/ && !/#\($/ { print "  input wire [15:0] mutant," }
            inside && /^\);/ { print "  " block "_netlist netlist (.*);\nendmodule"; exit }' "rtl/$block.v"
        cat "$folder/netlist"
    } > "$folder/$block.v"
    rm -f "$folder/netlist" "$folder/split"
    pins > "$folder/pins.inc"
}

# library KIND SET: the verilated block with its mutants
library() { cosim/lockstep/verilate.sh plain "$block" "$2" "$out/$1" "$out/built_$1"; }

# is_done ID STAGE: it was looked at in that stage, or is settled
declare -A settled seen
while IFS='|' read -r id verdict stage _; do
    [ "$verdict" = alive ] || settled[$id]=$verdict
    seen["$id $stage"]=1
done < "$results"
say() { # ID VERDICT STAGE WHAT
    echo "$1|$2|$3|$4" >> "$results"
    [ "$2" = alive ] || settled[$1]=$2
}

# left KIND STAGE: the numbers of the mutants of that kind that the stage has to look at, if the kind is of the HALF asked for
left() {
    local number count
    [[ $1 = "${HALF-}"* ]] || return
    count=$(wc -l < "$out/$1.list")
    for ((number = 1; number <= count; number++)); do
        [ -n "${settled[$1.$number]-}" ] || [ -n "${seen["$1.$number $2"]-}" ] || echo "$number"
    done
}

# busy COMMAND...: a minute of the processor, whoever else uses it: what takes longer hangs
busy() { (ulimit -t 60 && exec timeout 1800 "$@"); }

# lockstep KIND SET CYCLES SEED STAGE
lockstep() {
    local kind=$1 config=$2 stage=$5 number status alive built run
    alive=$(left "$kind" "$stage")
    [ -n "$alive" ] || return
    built=$(library "$kind" "$config") || broken "$kind $config: not built"
    run=(busy "$harness" --library "$built" --config "$config" --cycles "$3" --seed "$4")
    "${run[@]}" > "$out/sound" 2>&1 || broken "$kind $config: differs without a mutant: $(tail -n 1 "$out/sound")"
    for number in $alive; do
        "${run[@]}" --mutant "$number" > "$out/said" 2>&1
        status=$?
        if [ $status = 0 ]; then say "$kind.$number" alive "$stage" "$config"
        elif [ $status = 1 ]; then say "$kind.$number" killed "$stage" "$(grep -m 1 ' cycle ' "$out/said" | tr '|' '/')"
        elif [ $status -ge 124 ]; then say "$kind.$number" killed "$stage" "ends with status $status" # hangs, or crashes
        else broken "$kind $config: mutant $number cannot be run: $(tail -n 1 "$out/said")"; fi
    done
}

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

# limited COMMAND...: LIMIT seconds of the processor, whoever else uses it, or eight times as many of the clock
limited() { (ulimit -t $((${LIMIT%.*} + 1)) && exec timeout "$(awk -v limit="$LIMIT" 'BEGIN { print 8 * limit }')" "$@"); }

# proved GOLD GATE: ABC proves that the outputs of the two are the same for ever if all registers are zero at first
proved() {
    limited yosys -q -p "$1; $2; design -copy-from gold -as gold gold; design -copy-from gate -as gate gate
        miter -equiv -flatten gold gate pair; hierarchy -top pair; async2sync; dffunmap; opt_clean
        setundef -zero -init; techmap; simplemap; opt_expr; opt_clean; dffunmap; abc -g AND; opt_clean
        write_aiger -zinit $out/pair.aig" > "$out/equivalence.log" 2>&1 &&
        limited yosys-abc -c "read_aiger $out/pair.aig; fold; strash; scorr; dc2; pdr" > "$out/equivalence.log" 2>&1
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

# sees KIND SET: the proof refuses a mutant that lockstep killed at that set; without one there is nothing to ask
sees() {
    local id
    id=$(grep -m 1 "^$1\.[0-9]*|killed|first|.* cycle " "$results" | cut -d '|' -f 1)
    [ -z "$id" ] || ! same "$1" "$2" "${id#*.}" || broken "$1 $2: mutant ${id#*.} is proved equivalent, but lockstep killed it"
}

# equivalent KIND SET...: those left, at all these sets
equivalent() {
    local kind=$1 config number verdict alive
    shift
    alive=$(left "$kind" equivalence)
    [ -n "$alive" ] || return
    sees "$kind" "$1"
    for number in $alive; do
        verdict=equivalent
        for config; do
            same "$kind" "$config" "$number" || { verdict=alive; break; }
        done
        say "$kind.$number" "$verdict" equivalence "$config"
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

# cells FILE: those of the block in an RTLIL file, NAME, what it is and where it comes from
cells() {
    awk -v block="$block" '
        /^module / { inside = $2 == "\\" block || $2 == "\\" block "_netlist" }
        inside && $1 == "attribute" { src = $2 == "\\src" ? $0 : src; next }
        inside && $1 == "cell" { print $3, ($3 ~ /^\$/ ? $2 src : "named " $3) }
        { src = "" }' "$1" | tr -s ' '
}

# netlist_by_properties NUMBER SET: on the block as Yosys reads it with its properties, in which a cell is the one of the same kind
# and place, if as many are of these: a gate that only the properties look at, or that they keep, is none of the mutants
netlist_by_properties() {
    local kind=netlist$1 number alive folder=$out/properties parameter chparam= change sound
    alive=$(left "$kind" formal)
    [ -n "$alive" ] || return
    for parameter in $2; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
    rm -rf "$folder"
    mkdir -p "$folder"
    yosys -q -p "verilog_defines $(cat rtl/mechanisms); read_verilog -formal -I. rtl/$block.v
        hierarchy -check -top $block -libdir rtl$chparam; proc; opt_clean; rename -top $block; write_rtlil $folder/proved.il" > "$out/yosys.log" 2>&1 ||
        broken "Yosys, see $out/yosys.log"
    cells "$out/$kind.sound.il" > "$folder/sound"
    cells "$folder/proved.il" > "$folder/proved"
    awk '
        { name = $1; sub(/^[^ ]+ /, ""); n[FILENAME, $0]++ }
        FILENAME == ARGV[1] { proved[$0, n[FILENAME, $0]] = name; next }
        { what[name] = $0; rank[name] = n[FILENAME, $0] }
        END { for (name in what) if (n[ARGV[1], what[name]] == n[ARGV[2], what[name]]) print name, proved[what[name], rank[name]] }
    ' "$folder/proved" "$folder/sound" > "$folder/same"
    # A proof that is not found without a mutant finds nothing, and one that needs other sizes finds too much.
    sound=$(proof "$folder" rtl "$2" "")
    [[ $sound == *' passed '* && $sound != *' failed '* ]] || return
    for number in $alive; do
        change=$(awk -v number="$number" -v block="$block" '
            NR == FNR { sub(/^\\/, "", $1); sub(/^\\/, "", $2); proved[$1] = $2; next }
            FNR == number {
                for (i = 2; i <= NF; i++) {
                    if ($i == "-ctrl") { i += 3; continue }
                    if ($(i - 1) == "-module") $i = block
                    if ($(i - 1) == "-cell") { if (!($i in proved)) exit; $i = proved[$i] }
                    words = words " " $i
                }
                print "mutate" words
            }' "$folder/same" "$out/$kind.list")
        [ -z "$change" ] || judged "$kind.$number" "$folder" rtl "opt_clean; rename -top $block; $change" "$2"
    done
}

make_source
[ "${HALF-}" = netlist ] || while read -r number; do
    [ -n "${settled[source.$number]-}" ] || say "source.$number" equivalent unread "a wire that nobody reads"
done < "$out/source.unread"
made=$(wc -l < "$out/source.list")
netlists=$((${#sets[@]} > 1 ? 2 : 1))
[ "${HALF-}" != source ] || netlists=0
for ((i = 0; i < netlists; i++)); do make_netlist $i $(((MUTANTS - made + netlists - 1) / netlists)); done

lockstep source "${sets[0]}" 1000 1 first
for ((i = 0; i < netlists; i++)); do lockstep netlist$i "${sets[i]}" 1000 1 first; done
for ((i = 1; i < ${#sets[@]}; i++)); do lockstep source "${sets[i]}" 1000 1 set$i; done
for seed in 2 3; do
    for ((i = 0; i < ${#sets[@]}; i++)); do lockstep source "${sets[i]}" "$LONG" $seed long$i.$seed; done
    for ((i = 0; i < netlists; i++)); do lockstep netlist$i "${sets[i]}" "$LONG" $seed long.$seed; done
done
[ "${PROOFS:-1}" != 0 ] || exit 0
if [ "${PROOFS:-1}" != formal ]; then
    make_compared
    equivalent source "${sets[@]}"
    for ((i = 0; i < netlists; i++)); do equivalent netlist$i "${sets[i]}"; done
fi
text_by_properties
for ((i = 0; i < netlists; i++)); do netlist_by_properties $i "${sets[i]}"; done
exit 0

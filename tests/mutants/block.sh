#!/bin/bash
# Mutants of one block: block.sh OUT BLOCK                                  (docs/testing.md, "Mutants")
#
# Makes MUTANTS of them by SEED, half in the text (source.awk), half in what Yosys reads (its `mutate`, at two parameter sets), and
# puts the cheapest check first: block lockstep of few cycles, of other parameter sets, of many cycles and other seeds; those that
# are left are tried for equivalence (ABC, in one step and for ever, LIMIT processor seconds each), then by the block's properties.
# OUT/BLOCK/results gets a line ID|VERDICT|STAGE|what was seen for each step of each mutant, so that a run that was broken off goes
# on where it was; OUT/BLOCK/row the count. Ends with 2 when something could not be built.
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

source tests/mutants/proofs.sh

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
for seed in 2 3 4 5; do
    for ((i = 0; i < ${#sets[@]}; i++)); do lockstep source "${sets[i]}" "$LONG" $seed long$i.$seed; done
    for ((i = 0; i < netlists; i++)); do lockstep netlist$i "${sets[i]}" "$LONG" $seed long.$seed; done
done
[ "${PROOFS:-1}" != 0 ] || exit 0
if [ "${PROOFS:-1}" != formal ]; then
    make_compared
    equivalent source "${sets[@]}"
    for ((i = 0; i < netlists; i++)); do equivalent netlist$i "${sets[i]}"; done
fi
[ "${PROOFS:-1}" != step ] || exit 0
text_by_properties
for ((i = 0; i < netlists; i++)); do netlist_by_properties $i "${sets[i]}"; done
exit 0

#!/bin/bash
# Mutants of one block: block.sh OUT BLOCK                                  (docs/testing.md, "Mutants")
#
# Makes MUTANTS of them by SEED, half in the text (source.awk), half in what Yosys reads (its `mutate`, at two parameter sets), and
# puts the cheapest check first: block lockstep of few cycles, of other parameter sets, of many cycles and other seeds; those that
# are left of the text are tried for equivalence (Yosys' SAT, LIMIT seconds each), then by the block's properties. OUT/BLOCK/results gets a line
# ID|VERDICT|STAGE|what was seen for each step of each mutant, so that a run that was broken off goes on where it was; OUT/BLOCK/row
# the count. Ends with 2 when something could not be built.
set -uo pipefail
out=$1/$2 block=$2
harness=build/lockstep/$block/harness results=$out/results
key="$(cat rtl/*.v "tests/lockstep/${block}_drive.c" tests/mutants/{block.sh,source.awk} | cksum) $MUTANTS $SEED"
[ "$(cat "$out/key" 2> /dev/null)" = "$key" ] || rm -rf "$out"
mkdir -p "$out"
echo "$key" > "$out/key"
touch "$results"
export OPTIMISE=-O0

broken() { echo "$block: $1" >&2; exit 2; }

# The parameter sets: some from all over the driver's list, the one in the middle first. Empty for the defaults.
mapfile -t all < <("$harness" --list | sort -u)
sets=()
wanted=${CONFIGS:-6}
for ((i = 0; i < ${#all[@]} && i < wanted; i++)); do
    count=$((${#all[@]} < wanted ? ${#all[@]} : wanted))
    sets+=("${all[(${#all[@]} / 2 + i * ${#all[@]} / count) % ${#all[@]}]}")
done

pins() { cat "build/ports/${block}_pins.inc"; echo 'PIN(mutant)'; }

# In the text
make_source() {
    local folder=$out/source
    [ -e "$folder/pins.inc" ] && return
    rm -rf "$folder"
    mkdir -p "$folder"
    cp rtl/*.v "$folder"
    awk -v count=$(((MUTANTS + 1) / 2)) -v seed="$SEED" -v list="$out/source.list" -f tests/mutants/source.awk "rtl/$block.v" > "$folder/$block.v"
    touch "$out/source.list"
    pins > "$folder/pins.inc"
}

# make_netlist NUMBER COUNT: at set NUMBER, as Yosys sees the block, behind a module with the block's own header. Not its modes
# cnot0 and cnot1: they join any two bits; Verilator 5.006 does not settle the loops that this makes, nor all of those of vectors whose bits
# depend on each other. So these are split, but not in wide blocks, which would take Verilator too long (a build that differs
# without a mutant is told in any case).
make_netlist() {
    local folder=$out/netlist$1 parameter chparam= elaborate
    [ -e "$folder/pins.inc" ] && return
    rm -rf "$folder"
    mkdir -p "$folder"
    for parameter in ${sets[$1]}; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
    elaborate="verilog_defines $(cat rtl/mechanisms); read_verilog rtl/$block.v
        hierarchy -check -top $block -libdir rtl$chparam; proc; opt_clean; rename -top ${block}_netlist"
    yosys -q -p "$elaborate; mutate -list $((5 * $2)) -seed $SEED -o $out/all.list ${block}_netlist" > "$out/yosys.log" 2>&1 ||
        broken "Yosys, see $out/yosys.log"
    awk -v count="$2" '!/-mode cnot/ && n < count { n++; sub(/^mutate /, "mutate -ctrl mutant 16 " n " "); print }' "$out/all.list" > "$out/netlist$1.list"
    yosys -q -p "$elaborate
        script $out/netlist$1.list; write_verilog -noattr $folder/netlist; splitnets ${block}_netlist
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

# left KIND STAGE: the numbers of the mutants of that kind that the stage has to look at
left() {
    local number count
    count=$(wc -l < "$out/$1.list")
    for ((number = 1; number <= count; number++)); do
        [ -n "${settled[$1.$number]-}" ] || [ -n "${seen["$1.$number $2"]-}" ] || echo "$number"
    done
}

# lockstep KIND SET CYCLES SEED STAGE
lockstep() {
    local kind=$1 config=$2 stage=$5 number status alive built run
    alive=$(left "$kind" "$stage")
    [ -n "$alive" ] || return
    built=$(library "$kind" "$config") || broken "$kind $config: not built"
    run=(timeout 60 "$harness" --library "$built" --config "$config" --cycles "$3" --seed "$4")
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

# same KIND SET NUMBER: Yosys proves the block without the mutant equal to the one with it. Outputs and registers are compared;
# names of wires between them are taken away, for a mutant may change what nobody sees.
same() {
    local parameter chparam= hide
    for parameter in $2; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
    hide='select -set registers t:$dff* t:$adff* %u t:$_*DFF* %u %co1:+[Q] w:* %i; rename -hide w:* @registers %d'
    side() { # NAME MUTANT
        echo "verilog_defines $(cat rtl/mechanisms); read_verilog -sv $out/$kind/$block.v
            hierarchy -check -top $block -libdir $out/$kind$chparam; proc; flatten
            delete -input w:mutant; connect -set mutant 16'd$2
            opt_expr; opt_clean; memory_map; opt_expr; opt_clean; $hide; rename -top $1; design -stash $1"
    }
    local kind=$1
    timeout "$LIMIT" yosys -q -p "$(side gold 0); $(side gate "$3")
        design -copy-from gold -as gold gold; design -copy-from gate -as gate gate
        equiv_make gold gate equiv; hierarchy -top equiv; async2sync; dffunmap; opt_clean equiv
        equiv_struct equiv; equiv_simple equiv; equiv_induct equiv
        equiv_status -assert equiv" > "$out/equivalence.log" 2>&1
}

# equivalent KIND SET...: those left, at all these sets (of the text alone: proofs of `mutate`d netlists pass for mutants that lockstep kills)
equivalent() {
    local kind=$1 config number verdict
    shift
    for number in $(left "$kind" equivalence); do
        verdict=equivalent
        for config; do
            same "$kind" "$config" "$number" || { verdict=alive; break; }
        done
        say "$kind.$number" "$verdict" equivalence "$config"
    done
}

# by_properties: the bounded proof of tests/formal/prove.sh, or the one for all time, on the text with that one mutant
by_properties() {
    local number folder=$out/properties sizes mode=bmc
    grep -q '^// for all time: pdr$' "tests/formal/$block.v" && mode=pdr
    for number in $(left source formal); do
        rm -rf "$folder"
        mkdir -p "$folder/rtl"
        cp rtl/*.v "$folder/rtl"
        awk -v count=$(((MUTANTS + 1) / 2)) -v seed="$SEED" -v only="$number" -f tests/mutants/source.awk "rtl/$block.v" > "$folder/rtl/$block.v"
        sizes=$(sed -n 's/^\/\/ sizes: *//p' "tests/formal/$block.v" | head -n 1 | cut -d ';' -f 1 | sed 's/ *$//')
        if RTL=$folder/rtl OUT=$folder MODES=$mode LIMIT=$LIMIT tests/formal/prove.sh "$block" "$sizes" | grep -q ' failed '; then
            say "source.$number" killed formal "$sizes"
        else
            say "source.$number" alive formal "$sizes"
        fi
    done
}

make_source
made=$(wc -l < "$out/source.list")
netlists=$((${#sets[@]} > 1 ? 2 : 1))
for ((i = 0; i < netlists; i++)); do make_netlist $i $(((MUTANTS - made + netlists - 1) / netlists)); done

lockstep source "${sets[0]}" 1000 1 first
for ((i = 0; i < netlists; i++)); do lockstep netlist$i "${sets[i]}" 1000 1 first; done
for ((i = 1; i < ${#sets[@]}; i++)); do lockstep source "${sets[i]}" 1000 1 set$i; done
for seed in 2 3; do
    for ((i = 0; i < ${#sets[@]}; i++)); do lockstep source "${sets[i]}" "$LONG" $seed long$i.$seed; done
    for ((i = 0; i < netlists; i++)); do lockstep netlist$i "${sets[i]}" "$LONG" $seed long.$seed; done
done
equivalent source "${sets[@]}"
by_properties

#!/bin/bash
# One block as gates: block.sh OUT BLOCK "NAME=VALUE ..."                         (docs/gates.md)
#
# Maps it (constraints/map_block.sh; OUT as run.sh leaves it), replays recorded vectors on the netlist in Icarus and
# proves the netlist equal to the RTL. Leaves OUT/NAME.row: block, parameters, cells, bits of storage that stay
# behavioural, cycles, elements compared, the replay's verdict, the proof's. CYCLES, SEED, EVENTS (cells times cycles at most, so
# large ones get fewer) and LIMIT (seconds of the processor for the proof; 0: none) come from the environment. Ends with 0 when nothing differs, 1
# when something does, 2 when something could not be done.
set -uo pipefail
# shellcheck source=cosim/lockstep/record.sh
. cosim/lockstep/record.sh
. tests/gates/replay.sh
out=$1 block=$2 config=$3
slug=$(echo "${config:+_$config}" | tr -d '=' | tr ' ' '_')
name=${block}_gates$slug

# prove: what Yosys says of RTL against netlist. Storage macros are cells of the same name on both sides, whose inputs must be
# equal. -undef: where the RTL is undefined, a read beyond the last word, the netlist is free.
prove() {
    local sources parameter chparam= status
    for parameter in $config; do chparam+=" -chparam ${parameter%=*} ${parameter#*=}"; done
    sources=$(ls "$out"/rtl/*.v | grep -v -e '/ram_1r1w\.v$' -e '/regfile_1r1w\.v$')
    ( ulimit -t "$LIMIT"; exec yosys -q -l "$out/$name.prove" -p "
        verilog_defines $(cat rtl/mechanisms)
        read_verilog $out/storage.v $(echo $sources)
        hierarchy -check -top $block$chparam
        proc; flatten; opt_clean; memory_map; opt_clean; rename -top gold; design -stash gold
        read_liberty -ignore_miss_func $out/cells.lib
        read_verilog $out/storage.v $out/$name.mapped
        hierarchy -check -top $name
        proc; flatten; opt_clean; rename -top gate; design -stash gate
        design -copy-from gold -as gold gold; design -copy-from gate -as gate gate
        read_verilog -lib $out/storage.v
        equiv_make gold gate equiv; hierarchy -top equiv
        async2sync; dffunmap; opt_clean equiv
        equiv_struct equiv; equiv_simple -undef equiv; equiv_induct -undef equiv
        equiv_status -assert equiv" ) > "$out/$name.prove.out" 2>&1
    status=$?
    case $status in
    0) echo proved ;;
    137 | 152) echo "no: not within $LIMIT s" ;; # SIGKILL, SIGXCPU
    *) sed -n 's/^ERROR: Found \([0-9]*\) unproven .*/no: \1 points not shown/p' "$out/$name.prove" | grep . ||
        echo "no: $(grep -m 1 ERROR "$out/$name.prove")" ;;
    esac
}

cannot() { echo "$block $config: $1" >&2; exit 2; }

# shellcheck disable=SC2086 # a word per parameter
KEEP_MAPPED=1 constraints/map_block.sh "$out" "$out/rtl" "$name" "$block" $config || cannot "not mapped"
count=$(awk '/Number of cells:/ { cells = $NF } /storage_(macro|flops)/ { cells -= $NF } END { print cells + 0 }' "$out/$name.stat")
cycles=$((count * CYCLES > EVENTS ? EVENTS / count : CYCLES)) # Icarus does so many cells and cycles in a minute
[ $cycles -ge 40 ] || cycles=40
folder=$(record_vectors "$block" "$config" "$cycles" "$SEED") || cannot "no vectors"
replay_gates "$out" "$name" "$block" "$folder/replay.v" "$folder/vectors.txt"
status=$?
proof=-
[ "$LIMIT" = 0 ] || proof=$(prove 2> /dev/null) # where bash names what the limit has ended
rm -f "$out/$name.mapped"
{
    printf '%s|%s|' "$block" "${config:-defaults}"
    printf '%d|' "$count"
    storage_shapes "$out/$name.v" | awk '{ bits += $2 * $3 } END { printf "%d|", bits }'
    awk '/elements equal/ { equal = $1 "|" $3 "|equal" }
        /^from random states/ { states = ", states" }
        /: recorded/ && !said { said = $0; gsub(/\|/, "/", said) }
        END { print equal ? equal states : "-|-|" (said == "" ? "NO END" : "DIFFERS: " said) }' "$out/$name.replay" | tr '\n' '|'
    echo "$proof"
} > "$out/$name.row"
exit $status

#!/bin/bash
# The generated Verilog: clean in three tools, for odd numbers of cores and corners of the
# configuration. Verilator's time grows with the instances, so large chips are linted with their
# leaf blocks reduced to port lists (the leaves are the same as in the small ones); RTL_FULL=1
# lints them whole as well. The same leaf with the same parameters is linted in one of the small ones.
# With SOAK=1 there are more of the large ones.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

# Each FOLDER is linted by both tools, two folders at a time; what they say goes to FOLDER.verilator
# and FOLDER.icarus, after an exit status that is not 0.
lint_all() {
    printf '%s\0' "$@" | xargs -0 -n 1 -P 2 bash -c 'cd "$1" && {
        timeout 600 verilator --lint-only -Wall --top-module gpu_mem -f $([ -e new.f ] && echo new.f || echo gpu_mem.f) || echo "status $?"
    } >"$1.verilator" 2>&1 && {
        timeout 600 iverilog -g2005 -Wall -tnull -s gpu_mem -c gpu_mem.f || echo "status $?"
    } >"$1.icarus" 2>&1' lint
}

silent() { # FILE: the tool ran and said nothing
    cat "$1" && [ ! -s "$1" ]
}

check_clean() { # NAME FOLDER
    check "$1: Verilator -Wall" silent "$2.verilator"
    check "$1: Icarus -Wall" silent "$2.icarus"
}

yosys_check() { # FOLDER; of a ram_1r1w its ports: most of a minute for what lint looks at
    (cd "$1" && timeout 600 yosys -q -p "read_verilog $(tr '\n' ' ' <gpu_mem.f)
        hierarchy -check -top gpu_mem; blackbox *ram_1r1w*; proc; opt_clean; check -assert")
}

leaves() { # FOLDER: the files that are modules of rtl/
    cat "$1/gpu_mem.f" <(ls rtl) | sort | uniq -d
}

to_port_lists() { # FOLDER [FILE...]: these leaves, else all of them, keep their headers only
    local folder=$1 file unused
    shift
    [ $# -gt 0 ] || set -- $(leaves "$folder")
    unused=$(printf '/* verilator lint_off %s */ ' UNDRIVEN UNUSEDSIGNAL UNUSEDPARAM)
    for file; do
        sed -i -e '/^);/q' -e "1i $unused" "$folder/$file"
        printf 'endmodule\n%s\n' "${unused//lint_off/lint_on}" >>"$folder/$file"
    done
}

# A leaf is linted once for each text of it and of what is in it, and all its parameters: where all of its instances were in chips
# before, its header is enough for Verilator (new.f; Icarus needs a tenth of its time, and reads all).

# Writes of the leaves of FOLDER: sums, of the text without comments, which name the chip; inside, LEAF and a word that may be the
# module of an instance in it; uses, LEAF and a set of parameters that it has in the chip.
describe_leaves() { # FOLDER
    local files
    files=$(leaves "$1")
    cd "$1" && awk '!/^ *\/\// { print >(FILENAME ".text") }' $files && md5sum $(printf '%s.text ' $files) >sums &&
        grep -HoE '^ *[a-z_0-9]+ +(#\(|[a-z_0-9]+ *\()' $files | sed 's/:/ /' >inside &&
        jq -r '.blocks[] | [.block, "\(.parameters)"] | join(" ")' manifest.json >uses
}

# The files of leaves of which each use, with the sums of the leaf and of those in it, is in SEEN, which gets the others. What only
# stands in other leaves follows from those.
leaves_seen() { # SEEN; in a folder that describe_leaves has described
    awk -v seen="$1" '
        function all_sums(leaf, done,    other, all) { # each once
            done[leaf]
            all = sum[leaf]
            for (other in sum)
                if ((leaf, other) in has && !(other in done)) all = all " " all_sums(other, done)
            return all
        }
        FILENAME == seen   { old[$0]; next }
        FILENAME == "sums" { sub(/\.v\.text$/, "", $2); sum[$2] = $1; next }
        FILENAME == "inside" {
            sub(/\.v$/, "", $1)
            if ($2 in sum) { has[$1, $2]; if ($1 != $2) within[$2] }
            next
        }
        {
            delete done
            use = $0 " " all_sums($1, done)
            used[$1]
            if (!(use in old)) { new[$1]; old[use]; print use >>seen }
        }
        END { for (leaf in used) if (!(leaf in new) && !(leaf in within)) print leaf ".v" }' "$1" sums inside uses
}

touch "$work/seen"
leave_new() { # FOLDER
    local known file
    known=$(describe_leaves "$1" && leaves_seen "$work/seen") || return
    [ -n "$known" ] || return 0
    mkdir "$1/known" && (cd "$1" && cp $known known) && to_port_lists "$1/known" $known
    (cd "$1" && for file in $(<gpu_mem.f); do [ -e "known/$file" ] && echo "known/$file" || echo "$file"; done >new.f)
}

chip() { # NAME OPTION...
    rm -rf "$work/$1"
    "$memloom" gen "${@:2}" -o "$work/$1"
}

small="--preset tiny --set l1_sets=2 --set llc_sets=2"
# Core counts that are odd, or leave places of the mesh empty; then one corner of the configuration
# each. Names and folders of all chips that are linted:
names=() folders=()
while read -r options; do
    # shellcheck disable=SC2086
    chip c${#names[@]} $small $options
    folders+=("$work/c${#names[@]}")
    names+=("$options")
done <<END
--cores 1 --set partitions=1
--cores 2 --set partitions=1
--cores 3 --set partitions=3 --set mc_placement=edges
--cores 3 --set topology=butterfly --set fly_radix=2
--cores 2 --set topology=butterfly --set fly_radix=6
--cores 3 --set vcs=1 --set vc_depth=1 --set inject_slots=1 --set router_stages=2
--cores 2 --set l1_index=hash --set llc_index=hash --set l1_write_hit=invalidate --set address_bits=40
--cores 2 --set mshr_entries=1 --set mshr_targets=1 --set llc_mshr_entries=1 --set llc_mshr_targets=1\
    --set l1_ways=1 --set llc_ways=1
--cores 1 --set partitions=1 --set shared_l1=on --set ram_protect=secded
--cores 2 --set partitions=1 --set shared_l1=on --set home_fold=scale
--cores 3 --set partitions=3 --set mc_placement=edges --set shared_l1=on
--cores 3 --set topology=butterfly --set fly_radix=2 --set shared_l1=on
--cores 1 --set partitions=1 --set shared_l1=on --set remote_via=l2 --set vcs=3
--cores 3 --set shared_l1=on --set remote_via=l2 --set vcs=6 --set topology=butterfly --set fly_radix=3
--cores 3 --set shared_l1=on --set remote_via=crossbar --set fly_radix=2
--cores 1 --set partitions=1 --set shared_l1=on --set remote_via=crossbar --set topology=butterfly --set fly_radix=3
--cores 1 --set partitions=1 --set topology=crossbar --set mem_port=axi4 --set ram_protect=parity
--cores 3 --set partitions=2 --set topology=crossbar --set shared_l1=on
--cores 6 --set partitions=2 --set topology=hxbar --set clusters=2 --set memory_controllers=2 --set vcs=1 --set vc_depth=8
--cores 4 --set partitions=2 --set topology=concentrated --set router_stages=2
--cores 2 --set partitions=2 --set topology=hxbar --set clusters=2 --set memory_controllers=1 --set vcs=1 --set llc_mode=private --set mem_port=axi4 --set axi_data_bytes=64
--cores 4 --set partitions=2 --set topology=hxbar --set clusters=2 --set memory_controllers=1 --set vcs=1 --set llc_mode=private --set programs=2
--cores 4 --set partitions=2 --set topology=hxbar --set clusters=2 --set memory_controllers=1 --set vcs=1 --set llc_mode=adaptive --set programs=2
--cores 4 --set partitions=2 --set topology=hxbar --set clusters=2 --set memory_controllers=1 --set vcs=1 --set llc_mode=adaptive --set llc_chooser=trial\
    --set programs=2 --set programs_on=clusters
--cores 4 --set partitions=4 --set topology=hxbar --set clusters=2 --set memory_controllers=2 --set vcs=2 --set llc_mode=adaptive\
    --set shared_l1=on --set remote_via=crossbar --set fly_radix=2 --set l1_protect=dlp
END

# One that was there before, but for a wire in a leaf in a leaf.
chip again $small --cores 3 --set partitions=3 --set mc_placement=edges --set shared_l1=on
sed -i 's/^endmodule/  wire planted;\n&/' "$work/again/packetizer.v"
for folder in "${folders[@]}" "$work/again"; do
    leave_new "$folder"
done

for cores in 28 256 ${SOAK:+80 100}; do
    chip big$cores --cores $cores --set partitions=$((cores > 100 ? 64 : 8))
    if [ -n "${RTL_FULL:-}" ]; then
        cp -r "$work/big$cores" "$work/whole$cores"
        folders+=("$work/whole$cores") names+=("$cores cores whole")
    fi
    to_port_lists "$work/big$cores"
    folders+=("$work/big$cores") names+=("$cores cores")
done

# The sizes of pact20 sections 5.4 and 5.5: 10 x 10 and 6-ary 2-fly, 4-ary 3-fly; every second one without SOAK.
number=0
while read -r cores partitions options; do
    number=$((number + 1))
    [ -n "${SOAK:-}" ] || [ $((number % 2)) = 1 ] || continue
    net=net${#names[@]}
    # shellcheck disable=SC2086
    chip "$net" --cores "$cores" --set partitions="$partitions" $options
    to_port_lists "$work/$net"
    folders+=("$work/$net") names+=("$cores + $partitions $options")
done <<END
76 24 --set mc_placement=edges
56 8 --set mc_placement=diagonal
48 16 --set topology=butterfly --set fly_radix=4
28 8 --set topology=butterfly --set fly_radix=6
80 64 --set topology=hxbar --set vcs=1 --set vc_depth=8
15 12 --set topology=crossbar
16 8 --set topology=concentrated --set concentration=4
28 8 --set shared_l1=on
84 16 --set shared_l1=on
28 8 --set shared_l1=on --set remote_via=crossbar --set fly_radix=6
28 8 --set shared_l1=on --set remote_via=l2 --set vcs=6 --set topology=butterfly --set fly_radix=6
84 16 --set shared_l1=on --set topology=butterfly --set fly_radix=4
48 16 --set shared_l1=on --set remote_via=crossbar --set fly_radix=4
END

# Large chips are linted in all that is not a leaf: a wire without driver and reader there is found.
chip planted $small --cores 3 --set shared_l1=on --set remote_via=crossbar --set fly_radix=2
to_port_lists "$work/planted"
structure=$(sort "$work/planted/gpu_mem.f" | comm -23 - <(ls rtl))
for file in $structure; do
    sed -i 's/^endmodule/  wire planted;\n&/' "$work/planted/$file"
done
planted_are_found() {
    local file
    for file in $structure; do
        grep "^%Warning-UN[A-Z]*: $file:.*planted" "$work/planted.verilator" || return
    done
}

# A chip without, one with a shared L1, a crossbar.
lint_assertions() { # FOLDER
    (cd "$1" && timeout 600 verilator --lint-only -Wall --top-module gpu_mem -f gpu_mem_sim.f)
}
for i in 0 10 14; do
    check "${names[i]}: Verilator -Wall with assertions" lint_assertions "${folders[i]}"
done

lint_all "${folders[@]}" "$work/planted" "$work/again"
check "six modules make up the structure of a chip with a crossbar" \
    [ "$(echo $structure)" = "core_node.v gpu_mem.v mem_node.v mesh.v mesh_by_line.v work_crossbar.v" ]
check "a mistake planted in each of them is found" planted_are_found
check "a mistake in a leaf that was clean in other chips is found" grep -q '^%Warning-UN[A-Z]*: packetizer.v:.*planted' "$work/again.verilator"
check "the leaves that were clean there are not linted again" [ "$(cd "$work/again/known" && echo l*)" = "l1_cache.v llc_slice.v" ]
for i in "${!names[@]}"; do
    check_clean "${names[i]}" "${folders[i]}"
done

chip y --preset tiny --cores 1 --set partitions=1
check "Yosys check -assert" yosys_check "$work/y"
chip s --preset tiny --cores 2 --set partitions=1 --set shared_l1=on
check "Yosys check -assert, shared_l1" yosys_check "$work/s"

# The storage figures of the manifest against what synthesis finds: flip-flops of each block, with the
# first parameters and the last ones that it has in the chip.
flops() { # BLOCK -chparam NAME VALUE...; the read register of a ram_1r1w counts as RAM
    (cd "$work/y" && timeout 300 yosys -q -w 'did not match any module' \
        -p "read_verilog $(tr '\n' ' ' <gpu_mem.f); hierarchy -top $*; proc; blackbox *ram_1r1w*; flatten; opt_clean
        tee -q -o $work/cells stat -width")
    awk '/dff/ { n = $1; sub(/.*_/, "", n); bits += n * $2 } END { print bits + 0 }' "$work/cells"
}
for block in router mshr noc_port l1_arbiter perf_counters clock_divider; do
    for which in first last; do
        row="[.blocks[] | select(.block == \"$block\")] | $which"
        said=$(jq "$row | .storage.flop_bits" "$work/y/manifest.json")
        parameters=$(jq -r "$row | .parameters | to_entries[] | \"-chparam \(.key) \(.value)\"" "$work/y/manifest.json")
        # shellcheck disable=SC2086
        check "flops of $block, $which, as synthesis finds them" [ "$said" = "$(flops $block $parameters)" ]
    done
done
report

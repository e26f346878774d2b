#!/bin/bash
# The command line of the generator: help, mistakes in the configuration, files that cannot be
# written, same bytes for the same configuration. (The generated Verilog itself: rtl.sh.)
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

shows() { # PATTERN COMMAND...
    local pattern=$1
    shift
    "$memloom" "$@" 2>"$work/err" | tee "$work/out" | grep -Eq -- "$pattern" && [ ! -s "$work/err" ]
}

check "--version tells the version" shows '^memloom [0-9]+\.[0-9]+\.[0-9]+$' --version
for command in gen config; do
    check "$command --help explains" shows "^Usage: memloom $command" $command --help
    check "$command refuses an unknown option" refuses "memloom $command --help" $command --wrong
done
check "every command in the list has a help" bash -c '
    for c in $("$0" --help | sed -n "s/^  \([a-z]*\)  .*/\1/p"); do "$0" $c --help | grep -q "^Usage: memloom $c" || exit 1; done' "$memloom"
check "an unknown command gets a suggestion" refuses "did you mean 'gen'" gne
check "one that is like none gets none" refuses "^memloom: there is no command 'nosuch'; .memloom --help. lists the commands$" nosuch
check "nor does such an option" refuses "^memloom: gen: there is no option '--bogus'; .memloom gen --help. lists" gen --bogus
check "nor such a key" refuses "^memloom: there is no key 'nokey'; .memloom config list. lists" config explain nokey
check "nor when it is set" refuses "^memloom: --set: nokey = 3: there is no such key; .memloom config list. lists" config show --set nokey=3
check "a number in base 16" shows '^l1_ways = 4$' config show --set l1_ways=0x4
check "out of its range" refuses "^memloom: --set: l1_ways = 0x14: the value must be 1\.\.16 ways" config show --set l1_ways=0x14
check "config explain shows range, default and source" \
    shows 'default 28, allowed 1\.\.256 cores' config explain cores
check "help COMMAND is COMMAND --help" shows '^Usage: memloom config list' help config
check "help of an unknown command" refuses "there is no command 'gne'" help gne
verbs='list, explain, show or markdown'
check "config without a verb" refuses "^memloom: config: what should it do. $verbs" config
check "config with another one" refuses "^memloom: config: 'lst': must be $verbs" config lst cores
check "config explain of two keys" refuses "^memloom: config explain: 'vcs': takes one KEY" config explain cores vcs
for verb in list show markdown; do
    check "config $verb with a word" refuses "^memloom: config $verb: 'cores': takes options only" config $verb cores
done
check "config explain of all keys" shows '^t_rfc ' config explain
check "config explain of a wrong key" refuses "did you mean 'l1_ways'" config explain l1_way
check "config list shows presets" shows '^  pact20$' config list
check "docs/configuration.md is up to date" \
    bash -c '"$0" config markdown | cmp - docs/configuration.md' "$memloom"

"$memloom" config show --preset tiny --set vcs=2 >"$work/a.conf"
check "config show can be read back" \
    bash -c '"$0" config show -c "$1/a.conf" | cmp - "$1/a.conf"' "$memloom" "$work"

out=$work/chip
check "an unknown key" \
    refuses "^memloom: --set: corse = 3: .*did you mean 'cores'" gen --set corse=3 -o "$out"
check "a value out of range" \
    refuses 'cores = 257: the value must be 1\.\.256 cores' gen --cores 257 -o "$out"
check "a value that is no number" \
    refuses 'vcs = two: the value must be 1\.\.8' gen --set vcs=two -o "$out"
check "an unknown preset" \
    refuses "no preset 'pact'; there are: .*pact20" gen --preset pact -o "$out"
check "a missing configuration file" \
    refuses "cannot open '$work/none'" gen -c "$work/none" -o "$out"
printf 'cores = 3\n[l1]\nl1_ways = 17\nl1_sets = 3\n' >"$work/bad.conf"
check "a mistake in a file is found by its line" \
    refuses 'bad.conf:3: l1_ways = 17: the value' gen -c "$work/bad.conf" -o "$out"
check "a rule between keys" \
    refuses 'l1_sets = 3: the value must be a power of two' gen --set l1_sets=3 -o "$out"
check "a window of a private execution" \
    refuses 'dyneb_watch = 3: the value must be 0 or a power of two' gen --set dyneb_watch=3 -o "$out"
check "all mistakes at once" bash -c '"$0" gen --set vcs=0 --set cores=0 -o x 2>&1 | grep -c "= 0: the value" | grep -qx 2' "$memloom"
check "a torus without date lines" \
    refuses '(request|reply) network, router \([0-9],[0-9]\) to \([0-9],[0-9]\), class 0' \
    gen --set routing=torus_xy -o "$out"
check "a torus too small for a cycle" \
    refuses 'the routers have no wrap' gen --preset tiny --set routing=torus_xy -o "$out"
check "no folder given" refuses '-o DIR is missing' gen
check "a superfluous argument" refuses "'x' is not an option" gen x -o "$out"
check "refusals leave nothing behind" [ ! -e "$out" ]

echo text >"$work/file"
check "a folder below a file" \
    refuses "cannot create folder '$work/file': File exists" gen -o "$work/file/chip"
check "the root of a read-only file system" refuses "cannot (create folder|write)" gen -o /proc/chip
full_disk() { # a file system of 64 KB; needs the right to mount, else a limit on the size of a file stands in
    mkdir -p "$work/disk"
    if unshare -m true 2>/dev/null; then
        unshare -m bash -c 'mount -t tmpfs -o size=64k tmpfs "$1/disk" || exit 9
            "$0" gen -o "$1/disk/chip" 2>"$1/err"; [ $? = 2 ] && [ -z "$(ls -A "$1/disk")" ]' "$memloom" "$work"
    else
        (trap '' XFSZ; ulimit -f 16; "$memloom" gen -o "$work/disk/chip" 2>"$work/err"; [ $? = 2 ]) && [ -z "$(ls -A "$work/disk")" ]
    fi && cat "$work/err" && grep -q 'nothing was left behind' "$work/err" && [ "$(wc -l <"$work/err")" = 1 ]
}
check "a full disk: one line, nothing left" full_disk

# A folder in the place of a file stops the moves when those before it were made.
blocked() { # FOLDER: gen refuses; its one line says that nothing was left behind
    refuses "cannot write '$1/mem_node.v': it is a folder .*; nothing was left behind" gen --preset tiny -o "$1"
}
mkdir -p "$work/blocked/mem_node.v"
check "a folder in the place of a file" blocked "$work/blocked"
check "leaves nothing but that folder" [ "$(ls -A "$work/blocked")" = mem_node.v ]
"$memloom" gen --preset tiny --cores 2 -o "$work/before"
rm "$work/before/mem_node.v"
mkdir "$work/before/mem_node.v"
cp -r "$work/before" "$work/kept"
check "a folder in the place of a file of an older chip" blocked "$work/before"
check "leaves the older chip as it was" diff -r "$work/before" "$work/kept"
busy_file() { # the place of a file is a mount point: it can be neither moved nor replaced
    cp -r "$work/kept" "$work/busy" && rmdir "$work/busy/mem_node.v" && echo '// Generated by memloom' | tee "$work/mount" >"$work/busy/mem_node.v" &&
        cp -r "$work/busy" "$work/still" &&
        $mount_space bash -c 'mount --bind "$1/mount" "$1/busy/mem_node.v" || exit 9
            "$0" gen --preset tiny -o "$1/busy" 2>"$1/err"; [ $? = 2 ]' "$memloom" "$work" &&
        grep -q 'nothing was left behind$' "$work/err" && diff -r "$work/busy" "$work/still"
}
for mount_space in "unshare --mount" "unshare --map-root-user --mount" ""; do
    $mount_space true 2>/dev/null && break
done
if [ -n "$mount_space" ]; then
    check "a file that cannot be replaced: the older chip as it was" busy_file
else
    echo "not run, for lack of the right to mount: a file that cannot be replaced"
fi
check "a file system without room for the first file: no folders left"     bash -c '(trap "" XFSZ; ulimit -f 1; "$0" gen -o "$1/new/chips/one/" 2>"$1/err"; [ $? = 2 ]) && [ ! -e "$1/new" ]'     "$memloom" "$work"

"$memloom" gen --preset tiny -o "$work/one" && (cd "$work" && "$memloom" gen --preset tiny -o "two/")
check "the same configuration gives the same bytes" diff -r "$work/one" "$work/two"
licensed() { # the second line of each file of Verilog and assertions
    ! awk 'FNR == 2 && $0 != "// SPDX-License-Identifier: Apache-2.0" { print FILENAME; bad = 1 } END { exit !bad }' "$work"/one/*.v "$work"/one/*.sv
}
check "Verilog tells its licence" licensed
"$memloom" gen --preset tiny -o "$work/two"
check "writing over an old chip changes nothing" diff -r "$work/one" "$work/two"
plain_text() { # PRESET: what tools read is ASCII, as Verilog of 2005 is
    "$memloom" gen --preset "$1" -o "$work/plain" && rm "$work/plain/chip.svg" "$work/plain/data_sheet.md" &&
        ! LC_ALL=C grep -n '[^ -~]' "$work/plain"/*
}
for preset in all pact20 isca19; do
    check "only ASCII in what tools read of $preset" plain_text $preset
done
# What is not memloom's stays; what is, and the new chip does not have, goes.
"$memloom" gen --preset isca19 -o "$work/over" && echo text >"$work/over/notes.txt" && sed 's/^module fifo/module mine/' "$work/over/fifo.v" >"$work/over/mine.v"
"$memloom" gen --preset tiny -o "$work/over"
check "of an older chip nothing remains, of other files all" \
    [ "$(diff -rq "$work/one" "$work/over")" = "Only in $work/over: mine.v
Only in $work/over: notes.txt" ]
stranger() { # FILE: gen does not replace it, and leaves nothing beside it
    rm -rf "$work/strange" && mkdir "$work/strange" && echo 'module fifo; endmodule' >"$work/strange/$1" &&
        refuses "cannot write '$work/strange/$1': the file there was not written by memloom gen; .*; nothing was left behind" \
            gen --preset tiny -o "$work/strange" &&
        [ "$(ls -A "$work/strange")" = "$1" ] && grep -q '^module fifo; endmodule' "$work/strange/$1"
}
for name in fifo.v manifest.json gpu_mem.v; do
    check "a file $name of somebody else" stranger $name
done
# Names with a prefix: the same chip, and two of them in one compilation.
"$memloom" gen --preset tiny --prefix ours_ -o "$work/own" && "$memloom" gen --preset isca19 --cores 8 --set partitions=4 --set clusters=2 \
    --set memory_controllers=2 --prefix other_ -o "$work/other"
without_prefix() { # the files of the chip, but for the prefix in their names and texts, are those of one without
    mkdir "$work/bare" && for file in "$work/own"/*; do
        name=${file##*/}
        sed 's/\bours_//g' "$file" >"$work/bare/${name#ours_}"
    done
    diff -r "$work/one" "$work/bare"
}
check "--prefix gives the same chip" without_prefix
check "no module has a name without it" bash -c '! grep -hE "^(module|bind)" "$1"/*.v "$1"/*.sv | grep -v " ours_"' x "$work/own"
both_compile() {
    sed "s|^|$work/own/|" "$work/own/gpu_mem.f" >"$work/both.f" && sed "s|^|$work/other/|" "$work/other/gpu_mem.f" >>"$work/both.f" &&
        iverilog -g2005 -Wall -t null -s ours_gpu_mem -s other_gpu_mem -c "$work/both.f" >"$work/err" 2>&1 && [ ! -s "$work/err" ]
}
check "two chips of two prefixes in one compilation" both_compile
check "with its assertions" bash -c 'cd "$1" && verilator --lint-only --assert -Wall --top-module ours_gpu_mem -f gpu_mem_sim.f' x "$work/own"
for prefix in "" 1st a-b "a b" "$(printf 'p%.0s' {1..33})"; do
    check "--prefix '$prefix'" refuses "^memloom: gen: --prefix: '$prefix': must begin names of Verilog" gen --prefix "$prefix" -o "$out"
done
check "no temporary files remain" [ -z "$(ls -A "$work/one" | grep '^\.')" ]
check "no paths or dates of this machine" \
    bash -c '! grep -rqE "$(pwd)|$(date +%Y-%m-%d)|$1" "$1/one"' x "$work"
check "--rtl-dir with the same files gives the same bytes" bash -c \
    '"$0" gen --preset tiny --rtl-dir rtl -o "$1/three" && diff -r "$1/one" "$1/three"' "$memloom" "$work"
check "--rtl-dir without blocks" \
    refuses "no block 'l1_arbiter.v' in $work/disk" gen --rtl-dir "$work/disk" -o "$out"
cp -rL rtl "$work/rtl" && sed -i '/^  input .* noc_en,/d' "$work/rtl/router.v"
check "--rtl-dir with a block that lacks a port" \
    refuses "router.v: the module has no port 'noc_en', which this memloom connects" gen --rtl-dir "$work/rtl" -o "$out"
check "the file list names every Verilog file" \
    bash -c 'diff <(sort "$0/gpu_mem.f") <(cd "$0" && ls *.v)' "$work/one"
check "the manifest is valid JSON and lists 12 routers" bash -c \
    '[ "$(jq "[.blocks[] | select(.block == \"router\") | .instances[]] | length" "$0/manifest.json")" = 12 ]' "$work/one"
line_protection() { # OPTION...: bytes of TDA, VTA, PDPT and of what the RTL adds, per core
    "$memloom" gen "$@" -o "$work/protected" && jq -r '.line_protection |
        "\(.tda_bytes) \(.vta_bytes) \(.pdpt_bytes) \(.added_bytes)"' "$work/protected/manifest.json"
}
check "line protection of the paper's chip takes the paper's bytes, and what the RTL adds" \
    [ "$(line_protection --preset icpp18)" = "176 624 464 171.25" ]
check "the data sheet shows them" bash -c \
    'for row in "TDA, ids and lives\*\* | | 176 B" "VTA\*\* | | 624 B" "PDPT\*\* | | 464 B"; do
        grep -q "^| \*\*$row" "$0/data_sheet.md" || exit 1; done' "$work/protected"
check "they are for every instance in l1_cache" bash -c \
    '[ "$(jq "[.line_protection.parts[] | .words * .width] | add" "$0")" = $(((176 + 624 + 464) * 8 + 1370)) ]' \
    "$work/protected/manifest.json"
check "with twice the ways, twice the lines and victims" \
    [ "$(line_protection --preset icpp18 --set l1_ways=8 | cut -d" " -f1-3)" = "352 1248 464" ]
check "one distance for all needs no table" \
    [ "$(line_protection --preset icpp18 --set l1_protect=global | cut -d" " -f1-3)" = "176 624 0" ]
check "chips without lives have no such storage" \
    [ "$(line_protection --preset icpp18 --set l1_protect=stall_bypass)" = "null null null null" ]
check "a victim's tag that does not fit" refuses 'vta_tag_bits = 9: the tag of a line has' \
    gen --preset icpp18 --set vta_tag_bits=9 -o "$out"
check "the drawing is well-formed XML" python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$work/one/chip.svg"
report

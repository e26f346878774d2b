#!/bin/bash
# A run that does not finish, for bad input or by a signal, leaves nothing behind: no file beside the one asked for, no folder.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

place=$work/place
mkdir "$place"
empty() { # what is there is said, and gone for the next one
    [ -z "$(ls -A "$place")" ] && return
    ls -RA "$place"
    rm -rf "$place"
    mkdir "$place"
    return 1
}

# A trace whose first blocks are right and whose end is not there.
"$memloom" trace record -o "$work/whole" gemm m=256 n=256 k=32
head -c "$(($(stat -c %s "$work/whole") / 2))" "$work/whole" >"$work/half"
mkdir "$work/texts"
{
    kernel_header k 1,1,1 32,1,1 0 5 0
    printf '#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = 2\n0000 ffffffff 1 R2 MOV 0 0 0\n0010 ffff\n'
} >"$work/texts/kernel-1.traceg"
echo kernel-1.traceg >"$work/texts/kernelslist.g"
check "import of a damaged trace" refuses "kernel-1.traceg:24: the line ends where" trace import -o "$place/out" "$work/texts"
check "leaves nothing" empty
check "vectors of a damaged trace" refuses "^memloom: $work/half: " vectors --preset tiny -o "$place/a/b" --cycles 1000000 --trace "$work/half"
check "leave nothing, no folder either" empty

ended() { # SIGNAL COMMAND...: memloom writes into $place and is ended by the signal
    timeout --foreground -k 10 -s "$1" 0.2 "$memloom" "${@:2}"
    [ $? = 124 ] && empty
}
for signal in HUP INT TERM; do
    check "$signal: a trace" ended $signal trace record -o "$place/out" order blocks=4096 steps=65536
    check "$signal: vectors" ended $signal vectors --preset tiny -o "$place/a/b" --cycles 100000000 stream n=1000000
done
at_any_moment() { # while the folders are made, too
    local milliseconds
    for ((milliseconds = 1; milliseconds < 50; milliseconds += 2)); do
        timeout --foreground -k 10 -s INT "$(printf '0.%03d' $milliseconds)" "$memloom" vectors --preset tiny -o "$place/a/b/c/d" \
            --cycles 100000000 stream n=1000000
        [ $? = 124 ] && empty || return
    done
}
check "INT at any moment: vectors" at_any_moment
check "a signal that is ignored stays so" bash -c 'trap "" HUP; "$0" trace record -o "$1/out" gemm m=256 n=256 k=256 &
    sleep 0.1; kill -HUP $!; wait $! && cmp <("$0" trace info "$1/out" | head -n 1) <(echo "trace of gemm, addresses below 0xd0000")' "$memloom" "$place"
report

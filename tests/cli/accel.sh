#!/bin/bash
# Traces of Accel-Sim (docs/accel_sim.md): what becomes of each kind of line, worked out by hand; the
# grammars and compressions of one trace give one result; whatever is wrong with a trace ends in one
# line with file and line number, exit status 2, and no output. SEED=, DAMAGES= of the random damage.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

header() { # VERSION LINEINFO [LINE]...
    kernel_header 'sum(float*)' 2,1,1 40,1,1 512 "$@"
}

# Two blocks of a full warp and one of 8 lanes. The lines' prefix is $1 with %d for block and warp.
blocks() {
    local block warp mask
    for block in 0 1; do
        printf '#BEGIN_TB\n\nthread block = %d,0,0\n\n' $block
        for warp in 0 1; do
            mask=ffffffff
            [ $warp = 1 ] && mask=000000ff
            printf 'warp = %d\ninsts = 9\n' $warp
            {
                echo "0000 $mask 1 R2 MOV 0 0 0"
                echo "0010 $mask 1 R4 LDG.E.64 1 R2 8 1 0x7f00000$block${warp}000 8 0"
                echo "0020 $mask 1 R8 IMAD.WIDE 2 R2 R3 0 0"
                echo "0030 $mask 1 R6 FADD 2 R5 R7 0 0"
                echo "0040 00000005 0 STL.64 2 R1 R6 8 2 0xfffbd0 0 0"
                echo "0050 $mask 0 BAR.SYNC 0 0 0"
                echo "0060 00000001 0 RED.E.ADD.STRONG.GPU 2 R8 R6 4 0 0x00007f3000000010 0"
                echo "0070 00000000 0 STG.E 2 R8 R6 4 1 0x0 0 0"
                echo "0080 $mask 0 EXIT 0 0 0"
            } | sed "s/^/$(printf "$1" $block $warp)/"
        done
        printf '#END_TB\n\n'
    done
}

tree=$work/trace
mkdir "$tree"
printf 'MemcpyHtoD,0x00007f0000000000,73728\nkernel-1.traceg\nMemcpyDtoH,0x7f,3\n\n' >"$tree/kernelslist.g"
{ header 5 0 && blocks ''; } >"$tree/kernel-1.traceg"

# What each line becomes.
"$memloom" trace import -o "$work/t" "$tree" >"$work/import" 2>&1
check "an import says nothing" [ ! -s "$work/import" ]
"$memloom" trace dump "$work/t" >"$work/dump"
shows() { # TEXT of one line of the dump, or its beginning
    grep -Eq -- "$1" "$work/dump" || { echo "not in the dump: $1"; head -n 12 "$work/dump"; false; }
}
check "the kernel" shows '^kernel sum\(float\*\): 2 blocks of 2 warps$'
check "a load is needed by the second instruction behind it, and certain" \
    shows '^  00010 load 8 mask ffffffff use \+1 10000:'
check "its pages begin behind each other" shows '^  00010 load 8 mask 000000ff use \+1 21000:'
check "arithmetic of two results, and of the sum's class" shows '^  00000 alu x1 mask ffffffff$'
check "a wide local store is one per word; lanes lie side by side" \
    shows '^  00040 store 4 mask 00000005 [0-9a-f]*00:[0-9a-f]{8} [0-9a-f]*08:[0-9a-f]{8}$'
check "a barrier" shows '^  00000 barrier$'
check "an atomic leaves what all writes leave" shows '^  00060 atomic exchange 4 mask 00000001 [0-9a-f]*10:[0-9a-f]{8}$'
check "an instruction without lanes issues" shows '^  00000 alu x1 mask 00000000$'
"$memloom" trace info "$work/t" >"$work/info"
counts() { # NAME COUNT
    [ "$(awk -v name="$1" '$1 == name { print $2 }' "$work/info")" = "$2" ]
}
check "loads" counts load 4
check "stores: two words each" counts store 8
check "atomics" counts atomic 4
check "arithmetic: three, and a store of no lane" counts alu 16
check "barriers" counts barrier 4
right() { "$memloom" sim --preset tiny "$@" | grep -q '^result: correct'; }
check "its replay is right" right --trace "$work/t"
check "the trace itself runs right" right --trace "$tree"
check "so does its list" right --trace "$tree/kernelslist.g"
xz -k "$tree/kernelslist.g"
check "and packed by xz" right --trace "$tree/kernelslist.g.xz"
rm "$tree/kernelslist.g.xz"
twice() { # PATH: a list of the kernel, and of the same with another path to it
    printf 'kernel-1.traceg\n%s\n' "$1" >"$tree/twice.g"
    "$memloom" sim --preset tiny --trace "$tree/twice.g" | grep -E '^kernels +2 '
}
check "a list of kernels with a folder" twice ./kernel-1.traceg
check "and with a whole path" twice "$tree/kernel-1.traceg"
check "so does a single kernel, whose input is not known" right --trace "$tree/kernel-1.traceg"
check "in a folder named with a space and a quote" eval 'cp -r "$tree" "$work/a '"'"'b" && right --trace "$work/a '"'"'b"'

# Shared memory, fences and results of atomics: the arithmetic of two lines exchanged for them.
rm -rf "$work/shared"
cp -r "$tree" "$work/shared"
sed -i 's/^0020 \(.*\) 1 R8 IMAD.*/0020 \1 0 MEMBAR.SC.GPU 0 0 0/
    s/^0030 \(.*\) 1 R6 FADD.*/0030 \1 1 R6 LDS.64 1 R2 8 1 0x0 8 0/
    s/^0060 00000001 0 RED\(.*\)/0060 00000001 1 R9 ATOMG\1/
    s/^0070 00000000 0 STG.E 2 R8 R6/0070 00000000 0 STS 2 R8 R9/' "$work/shared/kernel-1.traceg"
"$memloom" trace import -o "$work/s" "$work/shared" >/dev/null 2>&1
"$memloom" trace dump "$work/s" >"$work/dump"
check "shared memory from its offset 0 on; the local store needs its value" \
    shows '^  00030 shared_load 8 mask ffffffff use \+0 0 8 10 18 '
check "a fence" shows '^  00000 fence$'
check "an atomic's result is needed by the next instruction" shows '^  00060 atomic exchange 4 mask 00000001 use \+0 '
"$memloom" trace info "$work/s" >"$work/info"
check "loads of shared memory" counts shared_load 4
check "a store of no lane is none" counts shared_store 0
check "fences" counts fence 4
check "it runs right" right --trace "$work/shared"
sed 's/ATOMG.E.ADD.STRONG.GPU/ATOMG.E.ADD.64.STRONG.GPU/; s/R6 4 0 0x00007f3000000010/R6 8 0 0x00007f3000000010/' "$work/shared/kernel-1.traceg" >"$work/wide.traceg"
"$memloom" trace import -o "$work/s" "$work/wide.traceg" >/dev/null 2>&1
"$memloom" trace dump "$work/s" >"$work/dump"
check "a wide atomic takes all its bytes in one request" \
    shows '^  00060 atomic exchange 8 mask 00000001 use \+0 [0-9a-f]*10:[0-9a-f]{16}$'
check "it runs right" right --trace "$work/wide.traceg"
check "its replay, too" right --trace "$work/s"
sed -i 's/LDS.64 1 R2 8 1 0x0 8 0/LD.E.64 1 R2 8 1 0x00007f5000000100 8 0/' "$work/shared/kernel-1.traceg"
"$memloom" trace import -o "$work/s" "$work/shared" >/dev/null 2>&1
"$memloom" trace dump "$work/s" >"$work/dump"
check "a generic address in the window counts from its start" shows '^  00030 shared_load 8 mask ffffffff use \+0 100 108 '

# Copies into shared memory: two groups; the first is waited for by the seventh line, the second by the eighth.
rm -rf "$work/copies"
cp -r "$tree" "$work/copies"
sed -i 's/^0000 \(.*\) 1 R2 MOV.*/0000 \1 0 LDGSTS.E.64 2 R1 R2 8 1 0x7f0000000000 8 0/
    s/^0020 \(.*\) 1 R8 IMAD.*/0020 \1 0 LDGDEPBAR 0 0 0/; s/^0030 \(.*\) 1 R6 FADD.*/0030 \1 0 LDGSTS.E.64 2 R1 R2 8 1 0x7f0000001000 8 0/
    s/^0040 .*/0040 ffffffff 0 LDGDEPBAR 0 0 0/; s/^0060 .*/0060 ffffffff 0 DEPBAR.LE 0 0 1/; s/^0070 .*/0070 ffffffff 0 DEPBAR.LE 0 0 0/' "$work/copies/kernel-1.traceg"
"$memloom" trace import -o "$work/s" "$work/copies" >/dev/null 2>&1
"$memloom" trace dump "$work/s" >"$work/dump"
check "the first group is waited for" shows '^  00000 load 8 mask ffffffff use \+5 '
check "the second by another" shows '^  00030 load 8 mask ffffffff use \+3 '
check "it runs right" right --trace "$work/copies"

# Kernels of several streams: those of different ones run together, each with its own blocks.
rm -rf "$work/streams"
cp -r "$tree" "$work/streams"
kernel_of() { # STREAM SHARED: the kernel again, in that stream
    sed "s/stream id = .*/stream id = $1/; s/shmem = .*/shmem = $2/" "$tree/kernel-1.traceg"
}
stream_cycles() { # STREAM OF KERNEL 1 2 3
    kernel_of "$1" 0 >"$work/streams/kernel-1.traceg"
    kernel_of "$2" 256 | sed 's/(40,1,1)/(32,1,1)/; /^warp = 1/,/^0080/d' >"$work/streams/kernel-2.traceg"
    kernel_of "$3" 0 >"$work/streams/kernel-3.traceg"
    printf 'kernel-%d.traceg\n' 1 2 3 >"$work/streams/kernelslist.g"
    "$memloom" sim --preset tiny --trace "$work/streams" | awk '$1 == "kernels.cycles" || $1 == "kernels" { print $2 }' | xargs
}
read -r apart apart_cycles <<<"$(stream_cycles 0 0 0)"
read -r pair pair_cycles <<<"$(stream_cycles 0 7 0)"
read -r all all_cycles <<<"$(stream_cycles 0 7 18446744073709551615)"
check "kernels of one stream run one after the other" [ "$apart" = 3 ]
check "of two streams two together, the third behind its own" [ "$pair" = 2 ]
check "of three streams all together" [ "$all" = 1 ]
check "which takes less time ($apart_cycles, $pair_cycles, $all_cycles)" \
    [ "$apart_cycles" -gt "$pair_cycles" ] && [ "$pair_cycles" -gt "$all_cycles" ]
check "and runs right" right --trace "$work/streams"
"$memloom" trace import -o "$work/s" "$work/streams" >/dev/null 2>&1
check "its replay, too" right --trace "$work/s"
replayed=$("$memloom" sim --preset tiny --trace "$work/s" | awk '$1 == "kernels.cycles" { print $2 }')
check "in as many cycles ($all_cycles, $replayed)" [ "$all_cycles" = "$replayed" ]
"$memloom" trace info "$work/s" >"$work/info"
check "blocks of 2, 1 and 2 warps" [ "$(awk '$1 == "warps" { print $2 }' "$work/info")" = 10 ]
check "an error in a later kernel of those names its file" \
    eval 'sed -i "s/^warp = 0/warp = 3/" "$work/streams/kernel-2.traceg" && refuses "kernel-2.traceg:[0-9]*: warp 3 where warp 0 of 1" sim --preset tiny --trace "$work/streams"'
check "a later kernel's blocks that do not fit a core" \
    eval 'sed -i "s/shmem = 256/shmem = 200000/" "$work/streams/kernel-2.traceg" && refuses "has blocks with shared_memory_bytes = 200000" sim --preset tiny --trace "$work/streams"'

# One trace, written in other ways.
same() { # NAME GRAMMAR: the import of $work/other is that of $work/t
    check "$1" eval '"$memloom" trace import -o "$work/u" "$work/other" && cmp "$work/t" "$work/u"'
}
other() {
    rm -rf "$work/other"
    cp -r "$tree" "$work/other"
}
other
{ header 2 0 && blocks '%d 0 0 %d '; } >"$work/other/kernel-1.traceg"
same "version 2, with block and warp before each instruction"
other
{ header 3 1 && blocks '17 '; } >"$work/other/kernel-1.traceg"
same "with source lines"
for version in 1 3 4; do
    other
    { header $version 0 && blocks "$([ $version -lt 3 ] && echo '%d 0 0 %d ')"; } >"$work/other/kernel-1.traceg"
    same "version $version"
done
sed -i '/tracer version/d; s/^\(00[0-8]0 [0-9a-f]\{8\} \)/0 0 0 0 \1/' "$work/other/kernel-1.traceg"
same "no version, which is 0"
other
sed -i 's/$/\r/' "$work/other/kernel-1.traceg"
same "with carriage returns"
other
xz "$work/other/kernel-1.traceg"
same "xz that the list does not name"
other
xz "$work/other/kernel-1.traceg" && sed -i 's/traceg$/traceg.xz/' "$work/other/kernelslist.g"
same "xz that it names"
if command -v zstd >/dev/null; then
    other
    zstd -q --rm "$work/other/kernel-1.traceg"
    same "zstd"
    zstd -q "$work/other/kernelslist.g"
    check "a list packed by zstd" right --trace "$work/other/kernelslist.g.zst"
fi
other
awk '$4 == "R4" && $2 == "ffffffff" { $9 = 2; for (i = 2; i < 32; i++) $11 = $11 " 8" } { print }' \
    "$tree/kernel-1.traceg" >"$work/other/kernel-1.traceg"
check "differences instead of a stride" grep -q 'LDG.E.64 1 R2 8 2 0x7f0000000000 8 8 8' "$work/other/kernel-1.traceg"
same "mode 2"

other
awk '$4 == "R4" && $2 == "ffffffff" { line = $1 " " $2 " 1 R4 " $5 " 1 R2 8 0"
        for (i = 0; i < 32; i++) line = line sprintf(" %s%03x", substr($10, 1, length($10) - 3), 8 * i)
        $0 = line " 0" }
    { print }' "$tree/kernel-1.traceg" >"$work/other/kernel-1.traceg"
check "a list instead" grep -q 'LDG.E.64 1 R2 8 0 0x7f0000000000 0x7f0000000008 0x7f0000000010 ' "$work/other/kernel-1.traceg"
same "mode 0"

# What is wrong, and where.
broken() { # PATTERN SED: the kernel changed by it is refused
    other
    sed -i "$2" "$work/other/kernel-1.traceg"
    cmp -s "$tree/kernel-1.traceg" "$work/other/kernel-1.traceg" && { echo "nothing was changed"; return 1; }
    refuses "kernel-1.traceg:$1" trace import -o "$work/none" "$work/other" && [ ! -e "$work/none" ]
}
check "registers that cannot be" broken "6: nregs: '21955' is no number from 0 to 255; .* nregs=NUMBER" 's/nregs = .*/nregs = 21955/'
check "a generation without a table" broken '[0-9]*: binary version = 0: there is no table' 's/binary version = .*/binary version = 0/'
other
sed -i 's/binary version = .*/binary version = 0/; s/nregs = .*/nregs = -3/' "$work/other/kernel-1.traceg"
check "both said by the user" eval '"$memloom" trace import -o "$work/u" "$work/other" binary=80 nregs=16 && cmp "$work/t" "$work/u"'
check "a grid that is none" broken "3: grid dim: '\(2,1\)' is not of the form" 's/(2,1,1)/(2,1)/'
check "a grid of nothing" broken '3: grid dim' 's/(2,1,1)/(2,0,1)/'
check "no block" broken "[0-9]*: the header ends without '-block dim" '/block dim/d'
check "too many threads" broken '[0-9]*: a block of 40 x 64 x 1 threads' 's/(40,1,1)/(40,64,1)/'
check "a header that ends late" broken "[0-9]*: 'thread block = 0,0,0' where #BEGIN_TB" '/^#traces/d'
check "a line that is none of a header" broken "2: 'kernel id = 1' is no line of a header" 's/^-kernel id/kernel id/'
check "blocks in another order" broken '[0-9]*: thread block \(1,0,0\) where \(0,0,0\)' 's/block = 0,0,0/block = 1,0,0/'
check "a block too many" broken '[0-9]*: something follows the last of 1 thread blocks' 's/(2,1,1)/(1,1,1)/'
check "a block too few" broken '[0-9]*: the file ends where #BEGIN_TB' 's/(2,1,1)/(3,1,1)/'
check "a grid below nothing" broken "3: grid dim: '.-2,1,1.' is not of the form" 's/(2,1,1)/(-2,1,1)/'
check "threads of 33 bits" broken "4: block dim: '.4294967336,1,1.' is not of the form" 's/(40,1,1)/(4294967336,1,1)/'
check "a triple that goes on" broken "4: block dim: '.40,1,1,7.' is not of the form" 's/(40,1,1)/(40,1,1,7)/'
check "instructions of 33 bits" broken "[0-9]*: 'insts = 4294967305' where 'insts = NUMBER'" 's/insts = 9/insts = 4294967305/'
check "a block of 33 bits" broken "[0-9]*: 'thread block = 4294967297,0,0' where 'thread block = x,y,z'" 's/block = 1,/block = 4294967297,/'
check "warps in another order" broken '[0-9]*: warp 1 where warp 0 of 2' 's/^warp = 0/warp = 1/'
check "a warp too many" broken "[0-9]*: 'warp = 1' where #END_TB" 's/(40,1,1)/(32,1,1)/'
check "fewer instructions than said" broken "[0-9]*: 'warp' is no program counter" 's/insts = 9/insts = 10/'
check "more instructions than said" broken "[0-9]*: warp 0 does not end with an EXIT" 's/insts = 9/insts = 8/'
check "lanes that never exit" broken '[0-9]*: warp 0 does not end with an EXIT of all its lanes' 's/^0080 ffffffff/0080 0000ffff/'
check "blocks within each other" broken "[0-9]*: '#BEGIN_TB' where #END_TB" 's/^#END_TB/#BEGIN_TB/'
check "a mask that is none" broken "[0-9]*: '0xzz' is no mask" 's/^0000 ffffffff/0000 0xzz/'
check "a mask with holes and a stride" broken '[0-9]*: base and stride \(mode 1\) with a mask' 's/^0010 ffffffff/0010 fffffff5/'
check "a load without an address" broken '[0-9]*: LDG.E.64 without an address' 's/LDG.E.64 1 R2 8 1 .*/LDG.E.64 1 R2 0 0/'
check "addresses that end" broken '[0-9]*: the line ends where address should stand' 's/4 0 0x00007f3000000010 0/4 0/'
check "an address mode of later tracers" broken '[0-9]*: address mode 3' 's/8 1 0x7f/8 3 0x7f/'
check "an address between words" broken '[0-9]*: LDG.E.64 at 0x7f00000000004, which is no multiple' 's/0x7f00000000000\|0x7f0000000000/0x7f00000000004/'
check "a register that is none" broken "[0-9]*: 'R300' is no register" 's/R7/R300/'
check "two results" broken "[0-9]*: '2' is no count of results" 's/^0030 ffffffff 1 R6/0030 ffffffff 2 R6 R7/'
check "a file cut short" broken '[0-9]*: the file ends where ' '50,$d'
other
head -c 70000 /dev/zero | tr '\0' 7 >>"$work/other/kernel-1.traceg"
check "a line without end" refuses 'kernel-1.traceg:[0-9]*: the line has more than 65536 characters' trace import -o "$work/none" "$work/other"
other
xz "$work/other/kernel-1.traceg" && truncate -s -40 "$work/other/kernel-1.traceg.xz"
check "xz cut short" refuses 'kernel-1.traceg.xz:[0-9]*: behind this line the xz file ends too early' trace import -o "$work/none" "$work/other"
other
xz "$work/other/kernel-1.traceg" && printf 'XXXX' | dd of="$work/other/kernel-1.traceg.xz" bs=1 seek=100 conv=notrunc status=none
check "xz damaged" refuses 'the xz file is damaged' trace import -o "$work/none" "$work/other"
list() { # PATTERN SED
    other
    sed -i "$2" "$work/other/kernelslist.g"
    refuses "kernelslist.g:$1" sim --preset tiny --trace "$work/other"
}
check "a file that is not there" list "2: '.*kernel-7.traceg': the file is not there" 's/kernel-1/kernel-7/'
check "a copy that is none" list "1: 'MemcpyHtoD,0xhello.*is not of the form" 's/0x00007f0000000000/0xhello/'
check "no kernel" list '[0-9]*: the list names no kernel' '/kernel/d'
check "a kernel of another kind" list "2: 'kernel-1.tracez' is no file of a kernel" 's/traceg/tracez/'
check "no list" refuses "cannot open '$work/nothing.g'" sim --preset tiny --trace "$work/nothing.g"
check "an import of something else" refuses "'$work/t': not a trace of Accel-Sim" trace import -o "$work/none" "$work/t"
other
for page in 1 2 3 4 5 6 7 8 9; do
    echo "MemcpyHtoD,0x7e${page}000000000,4096"
done >>"$work/other/kernelslist.g"
check "more memory than the chip's addresses reach" \
    refuses 'address_bits = 24 is not enough' sim --preset tiny --set address_bits=24 --trace "$work/other"
"$memloom" trace import -o "$work/u" "$work/other"
check "its import likewise" refuses "u: item before byte [0-9]*: an address has more bits than address_bits = 24" sim --preset tiny --set address_bits=24 --trace "$work/u"
check "which runs where they reach" right --set address_bits=26 --trace "$work/u"
sed -i '/0x7e[789]/d' "$work/other/kernelslist.g"
"$memloom" trace import -o "$work/u" "$work/other"
check "its import where only accesses go too far" refuses "u: item before byte [0-9]*: an address has more bits than address_bits = 24" sim --preset tiny --set address_bits=24 --trace "$work/u"

# What is not understood is counted, not fatal.
other
sed -i 's/IMAD.WIDE/FROB.X/' "$work/other/kernel-1.traceg"
check "an unknown opcode" eval '"$memloom" sim --preset tiny --trace "$work/other" >"$work/out" 2>"$work/err" && grep -q "4 instructions of opcodes without an entry.* FROB.X$" "$work/err" && grep -q "^result: correct" "$work/out"'
other
sed -i '0,/0050 ffffffff 0 BAR.SYNC/s//0050 ffffffff 0 NOP/' "$work/other/kernel-1.traceg"
check "a barrier of some warps, behind the exit of the others" \
    eval '"$memloom" sim --preset tiny --trace "$work/other" >"$work/out" 2>"$work/err" && ! grep "^memloom: note" "$work/err" && grep -q "^result: correct" "$work/out"'
# The second warp's barrier, and what the first one's is: whose are both, by the last operand.
pair_of() { # FIRST SECOND: opcode and operand of either
    other
    awk -v first="$1" -v second="$2" '$3 == 0 && $4 == "BAR.SYNC" { $0 = $1 " " $2 " 0 " ($2 == "ffffffff" ? first : second) } { print }' \
        "$tree/kernel-1.traceg" >"$work/other/kernel-1.traceg"
    "$memloom" trace import -o "$work/u" "$work/other" 2>"$work/err" && "$memloom" trace dump "$work/u" >"$work/dump" && right --trace "$work/u"
}
check "barriers by number" eval 'pair_of "BAR.SYNC 0 0 3" "BAR.RED.AND 0 0 3" && [ "$(grep -c "^  00000 barrier 3 of 0 warps$" "$work/dump")" = 4 ]'
check "by threads, at which one only arrives" \
    eval 'pair_of "BAR.ARV 0 0 64" "BAR.SYNC.DEFER_BLOCKING 0 0 64" && [ "$(grep -c "^  00000 barrier 15 of 2 warps$" "$work/dump")" = 2 ] &&
        [ "$(grep -c "^  00000 barrier 15 of 2 warps, goes on$" "$work/dump")" = 2 ]'
check "a warp of its own" eval 'pair_of "BAR.SYNC 0 0 32" "BAR.SYNC 0 0 32" && grep -q "^  00000 barrier 14 of 1 warps$" "$work/dump"'
check "of more warps than there are" \
    eval 'pair_of "BAR.SYNC 0 0 96" "BAR.SYNC 0 0 96" && grep -q ": 4 barriers of blocks whose warps might not get past them" "$work/err" && ! grep -q barrier "$work/dump"'
check "who only arrives, but of how many is not said" \
    eval 'pair_of "BAR.ARV 0 0" "BAR.SYNC 0 0" && [ "$(grep -c barrier "$work/dump")" = 2 ]'

# Random damage: right, or one line and status 2.
seed=${SEED:-1}
damages=${DAMAGES:-40}
survives() {
    local status
    for ((i = 0; i < damages; i++)); do
        other
        awk -v seed="$((seed + i))" 'BEGIN { srand(seed); line = int(rand() * 80) + 1; kind = int(rand() * 5) }
            NR != line { print; next }
            kind == 0 { next }
            kind == 1 { print; print }
            kind == 2 { print substr($0, 1, int(rand() * length($0))) }
            kind == 3 { at = int(rand() * length($0)) + 1; print substr($0, 1, at - 1) sprintf("%c", 33 + int(rand() * 90)) substr($0, at + 1) }
            kind == 4 { $(int(rand() * NF) + 1) = int(rand() * 4294967296); print }' \
            "$tree/kernel-1.traceg" >"$work/other/kernel-1.traceg"
        "$memloom" trace import -o "$work/u" "$work/other" >"$work/out" 2>"$work/err"
        status=$?
        { [ $status = 0 ] || { [ $status = 2 ] && [ "$(grep -vc '^memloom: note' "$work/err")" = 1 ]; }; } && continue
        echo "seed $((seed + i)): status $status"
        cat "$work/err"
        return 1
    done
}
check "random damage from seed $seed on" survives

report

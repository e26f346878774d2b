#!/bin/bash
# The FPGA report on small storage in a block of a small chip: what became of it, exit statuses, and planted storage that no
# block RAM can hold.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

out="$work/an \"odd\" place's fpga"
"$memloom" gen --preset tiny -o "$out/chip" >/dev/null
merge="$out/chip/perf_merge.v"
counters=$(jq '.blocks[] | select(.block == "perf_counters").storage.flop_bits' "$out/chip/manifest.json")
cp "$merge" "$work/plain.v"

# stores TEXT: the block perf_merge as it is, and such storage behind its registers
stores() {
    text=$1 awk '/^endmodule/ { print ENVIRON["text"] } { print }' "$work/plain.v" >"$merge"
}
ram='ram_1r1w #(.WIDTH(64), .DEPTH(128), .MASK_BITS(8)) lines (.clk(clk), .write_valid(rst), .write_addr(merged[6:0]),
    .write_mask(merged[7:0]), .write_data({2{merged}}), .read_valid(merged[8]), .read_addr(merged[15:9]), .read_data());'
queue='fifo #(.WIDTH(100), .DEPTH(32)) queue (.clk(clk), .rst(rst), .put_valid(merged[0]), .put_ready(),
    .put_data({4{merged[24:0]}}), .get_valid(), .get_ready(merged[1]), .get_data());'

# maps STATUS [VARIABLE=VALUE...]: the tables in $work/table, what it complains about in $work/complaint
maps() {
    local wanted=$1
    shift
    env BLOCKS=perf_merge "$@" timeout 300 constraints/fpga.sh "$out" >"$work/table" 2>"$work/complaint"
    [ $? = "$wanted" ] || { cat "$work/table" "$work/complaint"; return 1; }
}
figures() { # JQ-TEST
    jq -e "$1" "$out/fpga.json"
}
refused() { # STATUS TEXT VARIABLE...: one line with TEXT, that exit status, neither table nor figures
    local wanted=$1 text=$2
    shift 2
    maps "$wanted" "$@" && grep -qF "$text" "$work/complaint" && [ "$(wc -l <"$work/complaint")" = 1 ] &&
        [ ! -s "$work/table" ] && [ ! -e "$out/fpga.json" ]
}

stores "$ram $queue"
check "storage and a block of a core are mapped" maps 0 BLOCKS="perf_merge perf_counters"
check "a RAM with byte enables is a block RAM" figures '
    .wrappers[] | select(.wrapper == "ram_1r1w") | .words == 128 and .bits == 64 and .parts == 8 and .instances == 1 and
        .ramb36 + .ramb18 == 1 and .lutram == 0 and .flops == 0'
check "a register file is LUTs as memory, named from inside a queue" figures '
    .wrappers[] | select(.wrapper == "regfile_1r1w") | .words == 32 and .bits == 100 and .lutram == 64 and .ramb36 + .ramb18 == 0'
check "counters are the flops of the manifest, and the core's sum is its blocks'" figures '
    [.core[].block] == ["perf_counters"] and .core[0].flops == '"$counters"' and
    .core_total == (.core[0] | del(.block, .instances))'
check "a block that the chip lacks is named" refused 2 "no block router_of_mine" BLOCKS=router_of_mine

# The old word is read in the cycle of the write to merge what is not written: no block RAM has that port.
stores "$ram"
cp "$out/chip/ram_1r1w.v" "$work/good.v"
awk '/^  genvar part;/ {
    print "  reg [WIDTH-1:0] bits;"
    print "  integer part;"
    print "  always @* for (part = 0; part < MASK_BITS; part = part + 1) bits[part*PART +: PART] = {PART{write_mask[part]}};"
    print "  always @(posedge clk)"
    print "    if (write_valid) storage[write_addr] <= storage[write_addr] & ~bits | write_data & bits;"
    skip = 1
}
!skip { print }
/endgenerate/ { skip = 0 }' "$work/good.v" >"$out/chip/ram_1r1w.v"
check "a RAM that reads its old word while it writes is refused" refused 1 "memory ram_1r1w_128x64m8.storage"
sed -i '/ram_style/d' "$out/chip/ram_1r1w.v"
check "also one that does not ask for a block RAM" maps 1
check "and is told" grep -q '^ram_1r1w of 128 x 64 bits: registered read, but no block RAM$' "$work/table"
check "and stands in the figures" figures '.findings | length == 1'

# Read and written at one address a RAM that does not ask for a block RAM becomes LUTs, though its wrapper alone does not.
sed '/ram_style/d' "$work/good.v" >"$out/chip/ram_1r1w.v"
sed -i '/assign value/d; s/^endmodule/  wire [63:0] seen;\n  assign value = read_value ^ seen[63:32] ^ seen[31:0];\
  ram_1r1w #(.WIDTH(64), .DEPTH(128), .MASK_BITS(8)) lines (.clk(clk), .write_valid(event_pulse[0]),\
    .write_addr(counters[6:0]), .write_mask(counters[15:8]), .write_data({2{counters[63:32]}}), .read_valid(event_pulse[1]),\
    .read_addr(counters[6:0]), .read_data(seen));\nendmodule/' "$out/chip/perf_counters.v"
check "a RAM that is none in its place is an error" maps 1 BLOCKS=perf_counters
check "and is told with its place" grep -q '^perf_counters: lines.storage of 128 x 64 bits became no block RAM$' "$work/table"
check "its wrapper alone is one" figures '.wrappers[0].ramb36 == 1 and (.findings | length) == 1'
cp "$work/good.v" "$out/chip/ram_1r1w.v"

stores 'reg [7:0] names [0:7], name;
    always @(posedge clk) begin names[merged[2:0]] <= merged[10:3]; name <= names[merged[13:11]]; end'
check "an array that is in no wrapper is an error" maps 1
check "and is told with its place" grep -q '^perf_merge: array names of perf_merge is in no storage wrapper$' "$work/table"
stores 'my_ram ram ();'
check "a block that cannot be mapped is named" refused 2 "perf_merge: mapping failed"
rm "$out/chip/manifest.json"
check "a folder without a chip is named" refused 2 "holds no chip"
report

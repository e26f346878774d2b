# For block.sh, node.sh and told.sh, which source it: netlists in Icarus.

# storage_shapes NETLIST...: the storage cells that map_block.sh left in netlists, a line each: their module, then WORDS and
# WIDTH, and of a RAM the bits of its write mask
storage_shapes() {
    cat "$@" | awk 'match($1, /^ram_[0-9]+x[0-9]+m[0-9]+$/) || match($1, /^regfile_[0-9]+x[0-9]+$/) {
        split(substr($1, index($1, "_") + 1), shape, /[xm]/)
        print $1, shape[1], shape[2], shape[3]
    }'
}

# storage_models NETLIST...: those cells as behavioural modules, instances of the wrappers of rtl/
storage_models() {
    storage_shapes "$@" | sort -u | awk '{
        is_ram = $4 != ""
        for (bits = 1; 2 ^ bits < $2; bits++);
        print "module " $1 " (input wire clk, write_valid, input wire [" bits - 1 ":0] write_addr, read_addr,"
        print "  input wire [" $3 - 1 ":0] write_data, output wire [" $3 - 1 ":0] read_data" (is_ram ? "," : ");")
        if (is_ram) print "  input wire read_valid, input wire [" $4 - 1 ":0] write_mask);"
        print "  " (is_ram ? "ram_1r1w #(.MASK_BITS(" $4 ")," : "regfile_1r1w #(") " .WIDTH(" $3 "), .DEPTH(" $2 ")) words (.clk(clk),"
        print "    .write_valid(write_valid), .write_addr(write_addr), .write_data(write_data),"
        if (is_ram) print "    .read_valid(read_valid), .write_mask(write_mask),"
        print "    .read_addr(read_addr), .read_data(read_data));\nendmodule"
    }'
}

# split_netlist OUT NAME [flatten]: OUT/NAME.split.v, the netlist OUT/NAME.v with a net per bit. Icarus looks at all bits of a vector when one
# changes, which makes wide ones slow; Verilator takes bits that depend on each other for loops. Needs OUT/NAME.storage.v.
split_netlist() {
    local blackbox=
    [ ! -s "$1/$2.storage.v" ] || blackbox="read_verilog -lib $1/$2.storage.v"
    yosys -q -p "read_liberty -lib -ignore_miss_func $1/cells.lib; $blackbox
        read_verilog $1/$2.v; hierarchy -check -top $2; ${3-}; splitnets; delete =A:blackbox
        write_verilog -noattr -noexpr -nohex -nodec $1/$2.split.v"
}

STATES=8 # from how many states a netlist is replayed where X does not do

# replay_gates OUT NAME BLOCK BENCH VECTORS: the bench with the netlist OUT/NAME.v in the block's place, as `replayed` says.
replay_gates() {
    storage_models "$1/$2.v" > "$1/$2.storage.v"
    split_netlist "$1" "$2" || return 2
    sed "s/^  $3 #(.*) dut (\$/  $2 dut (/" "$4" > "$1/$2.bench.v"
    replayed "$1" "$2" replay "+vectors=$5"
}

# replayed OUT NAME TOPS ARGUMENT...: OUT/NAME.bench.v, whose modules TOPS are, with the split netlist. OUT/NAME.replay has
# what it says. Every flop starts as X; where an X differs from what was recorded, and that alone, the netlist is replayed from STATES
# random states instead, and a line says `from random states`, with the X. 0: all outputs equal; 1: not; 2: it cannot be run.
replayed() {
    local out=$1 name=$2 tops=$3 state said
    shift 3
    build_replay "$out" "$name" "$tops" "$out/cells.v" || return 2
    run_replay "$out" "$name" "$@" && return
    said=$(grep -m 1 ': recorded.* Icarus [01]*X' "$out/$name.replay") || return 1
    waking_cells "$out" > "$out/$name.cells.v" && build_replay "$out" "$name" "$tops" "$out/$name.cells.v" || return 2
    for ((state = 0; state < STATES; state++)); do
        run_replay "$out" "$name" "$@" "+state=$state" || return 1
    done
    echo "from random states; from X: $said" >> "$out/$name.replay"
}

build_replay() { # OUT NAME TOPS CELLS
    # shellcheck disable=SC2046 # options are words
    iverilog -g2005 -Ttyp $(printf -- '-s %s ' $3) -o "$1/$2.vvp" "$1/$2.bench.v" "$1/$2.split.v" "$1/$2.storage.v" "$4" \
        rtl/ram_1r1w.v rtl/regfile_1r1w.v > "$1/$2.replay" 2>&1 || { cat "$1/$2.replay" >&2; return 1; }
}

run_replay() { # OUT NAME ARGUMENT...
    timeout "${REPLAY_LIMIT:-600}" vvp -n "$1/$2.vvp" "${@:3}" > "$1/$2.replay" 2>&1 || return 1
}

# waking_cells OUT: the functions of the library's cells, with flops that wake up as bit N (0 to 31) of a random number each, by +state=N
waking_cells() {
    yosys -q -p "read_liberty -ignore_miss_func $1/cells.lib; write_verilog -noattr $1/functions.v" &&
        sed 's/^  reg \(.*\);$/  reg \1; integer state; initial begin if (!$value$plusargs("state=%d", state)) state = 0; \1 = $urandom >> state; end/' "$1/functions.v"
}

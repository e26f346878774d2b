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

# replay_gates OUT NAME BLOCK BENCH VECTORS: the bench with the netlist OUT/NAME.v in the block's place. OUT/NAME.replay has
# what it says. 0: all outputs equal; 1: not; 2: it cannot be run.
replay_gates() {
    local out=$1 name=$2
    storage_models "$out/$name.v" > "$out/$name.storage.v"
    split_netlist "$out" "$name" || return 2
    sed "s/^  $3 #(.*) dut (\$/  $name dut (/" "$4" > "$out/$name.bench.v"
    iverilog -g2005 -Ttyp -s replay -o "$out/$name.vvp" "$out/$name.bench.v" "$out/$name.split.v" "$out/$name.storage.v" \
        "$out/cells.v" rtl/ram_1r1w.v rtl/regfile_1r1w.v > "$out/$name.replay" 2>&1 || { cat "$out/$name.replay" >&2; return 2; }
    timeout "${REPLAY_LIMIT:-600}" vvp -n "$out/$name.vvp" "+vectors=$5" > "$out/$name.replay" 2>&1
}

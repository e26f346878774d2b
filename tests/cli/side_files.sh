#!/bin/bash
# What the generator writes beside the Verilog - constraints, manifest, data sheet, file lists,
# drawing - against a second reading of the Verilog (read_rtl.awk) and of the options: nothing of
# the generator's own figures is used to check a figure.
#
#   side_files.sh [CHIP [QUESTION...]]     as named at the end; none: all
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"
here=$(dirname "$0")
chip=$work/chip rtl=$work/rtl

# ---- the second reading: facts of $rtl ----

facts() { # REGEX FIELDS: the fields of all facts that match
    awk -v fields="$2" -v pattern="$1" 'BEGIN { n = split(fields, field, " ") }
        $0 ~ pattern { line = $field[1]; for (i = 2; i <= n; i++) line = line " " $field[i]; print line }' "$rtl"
}
# Of a network: mesh or fly, columns (stages of a butterfly), rows, ports of a router, routers.
geometry() { # NETWORK
    awk -v start="$1.router_" '$1 == "leaf" && index($2, start) == 1 {
            routers++
            split(substr($2, length(start) + 1), at, "_")
            columns = at[1] + 1 > columns ? at[1] + 1 : columns
            rows = at[2] + 1 > rows ? at[2] + 1 : rows
            fly = / ROUTE=1/
            match($0, / INPUTS=[0-9]+/)
            ports = substr($0, RSTART + 8, RLENGTH - 8)
        }
        END { print fly ? "fly" : "mesh", columns + 0, rows + 0, ports + 0, routers + 0 }' "$rtl"
}
network_text() { # KIND COLUMNS ROWS PORTS ROUTERS
    [ "$1" = mesh ] && echo "$2 x $3 mesh" || echo "$4-ary $2-fly"
}
nodes() { # KIND PORT: "KIND INDEX ADDRESS" of each instance, by the address tied to its port
    facts "^tie gpu_mem $1_[0-9]+ $2 " "3 5" | sed 's/_/ /' | sort -n -k2
}
# Addresses in column 3 become "X Y" in a mesh, the place in a butterfly.
places() { # KIND COLUMNS ROWS PORTS ROUTERS
    awk -v kind="$1" -v radix="$4" '
        BEGIN { for (base = 1; base < radix; base *= 2); }
        {
            address = $3
            if (kind == "mesh") { print $1, $2, address % 32, int(address / 32); next }
            if (kind == "stages") { print; next }
            place = 0
            for (weight = 1; address > 0; weight *= radix) {
                place += address % base * weight
                address = int(address / base)
            }
            print $1, $2, place
        }'
}
# Of the crossbars (NETWORK: request, reply): "STAGE ROUTERS INPUTS OUTPUTS", one line per stage.
stages() { # NETWORK
    awk -v start="$1_crossbar.router_" '
        function ports() { return match($0, / PORTS=[0-9]+/) ? substr($0, RSTART + 7, RLENGTH - 7) : "" }
        $1 == "leaf" && index($2, start) == 1 {
            stage = substr($2, length(start) + 1) + 0
            routers[stage]++
            gsub(/ PORTS=/, " INPUTS=" ports() " OUTPUTS=") # mc_router: as many of both
            match($0, / INPUTS=[0-9]+/); inputs[stage] = substr($0, RSTART + 8, RLENGTH - 8)
            match($0, / OUTPUTS=[0-9]+/); outputs[stage] = substr($0, RSTART + 9, RLENGTH - 9)
            last = stage > last ? stage : last
        }
        END { for (stage = 0; stage <= last; stage++) print stage, routers[stage], inputs[stage], outputs[stage] }' "$rtl"
}
stages_text() { # NETWORK
    stages "$1" | awk '{ routers[NR] = $2; inputs[NR] = $3; outputs[NR] = $4 }
        END {
            if (NR == 1) print inputs[1] " x " outputs[1] " crossbar"
            if (NR == 2) print routers[1] " x " routers[2] " H-Xbar"
            if (NR == 3) print inputs[2] " x " outputs[2] " C-Xbar of " inputs[1]
        }'
}
# "KIND NODE ROUTER PORT" of all nodes at the routers' inputs (inject) or outputs (eject), as they are wired.
rim() { # NETWORK inject|eject
    awk -v way="$2" -v side="$([ "$2" = inject ] && echo in || echo out)" '
        NR == FNR { kind[$3] = $1; node[$3] = $2; next }
        match($0, /router_[0-9]+_[0-9]+ \(/) {
            split(substr($0, RSTART + 7, RLENGTH - 9), at, "_")
            match($0, "\\." side "_valid *[(][^)]*")
            text = substr($0, RSTART, RLENGTH)
            gsub(/[^a-z0-9_,]|.*[(]/, "", text)
            wires = split(text, wire, ",")
            for (i = 1; i <= wires; i++)
                if (split(wire[i], part, "_") == 4 && part[1] == way) {
                    address = part[2] + 32 * part[3]
                    print kind[address], node[address], at[2], wires - i
                }
        }' "$work/nodes" RS=';' "$chip/$1_crossbar.v" | sort -k1,1 -k2,2n
}
read_chip() { # the facts that several questions are about
    awk -f "$here/read_rtl.awk" "$chip"/*.v >"$rtl" || return 1
    cores=$(grep -c '^instance gpu_mem core_node ' "$rtl") slices=$(grep -c '^instance gpu_mem mem_node ' "$rtl")
    read -ra mesh <<<"$(geometry request_mesh)"
    read -ra crossbar <<<"$(geometry work_crossbar)"
    read -r kind columns rows radix routers <<<"${mesh[*]}"
    if [ "$routers" = 0 ]; then # crossbars, of one way each
        read -r _ columns rows radix routers <<<"$(geometry request_crossbar)"
        kind=stages
        mesh[0]=stages
    fi
    { nodes core here; nodes mem here; } | places "${mesh[@]}" >"$work/nodes"
}

# ---- constraints: options and ports of gpu_mem.v ----

sdc_number() { # COMMAND OPTION: what follows the option, or the command
    sed -nE "s/^$1 .*$2 ([0-9.]+).*/\1/p" "$chip/gpu_mem.sdc"
}
period_is_the_clocks() { # core_mhz is the core clock in MHz, SDC counts in ns
    awk -v mhz="$core_mhz" -v period="$(sdc_number create_clock -period)" \
        -v jitter="$(sed -nE 's/^set_clock_uncertainty ([0-9.]+) .*/\1/p' "$chip/gpu_mem.sdc")" \
        -v in_delay="$(sed -nE 's/^set_input_delay ([0-9.]+) .*/\1/p' "$chip/gpu_mem.sdc")" \
        -v out_delay="$(sed -nE 's/^set_output_delay ([0-9.]+) .*/\1/p' "$chip/gpu_mem.sdc")" '
        function near(a, b) { return a - b < 0.00006 && b - a < 0.00006 }
        BEGIN { ns = 1000 / mhz
            exit !(near(period, ns) && near(jitter, ns / 20) && near(in_delay, ns / 3) && near(out_delay, ns / 3)) }'
}
constraints_name_ports() {
    local port
    [ "$(sed -nE 's/^create_clock .*\[get_ports ([a-z_0-9]+)\]$/\1/p' "$chip/gpu_mem.sdc")" = clk ] || return 1
    for port in $(grep -Eo -e '-clock [a-z_]+|get_clocks [a-z_]+' "$chip/gpu_mem.sdc" | cut -d' ' -f2); do
        grep -q "^create_clock -name $port " "$chip/gpu_mem.sdc" || return 1
    done
}
# All inputs but the clock have a delay, by the only command that SDC and every tool has for ports: their names.
inputs_are_named() {
    local pattern names
    names=$(sed -nE 's/^set_input_delay .*\[get_ports \{(.*)\}\]$/\1/p' "$chip/gpu_mem.sdc")
    [ -n "$names" ] || return 1
    set -f
    for pattern in $names; do
        grep -E "^port gpu_mem (input|output) ${pattern//\*/[0-9]*} " "$rtl" || echo "no port $pattern"
    done | awk '{ print $3, $4 }' | sort >"$work/named"
    set +f
    diff "$work/named" <(awk '$1 == "port" && $2 == "gpu_mem" && $3 == "input" && $4 != "clk" { print $3, $4 }' "$rtl" | sort)
}
constraints_tell_the_clocks() {
    local over under
    read -r over under < <(sed -nE 's/^leaf clock_divider .*NUMERATOR=([0-9]+) DENOMINATOR=([0-9]+)$/\1 \2/p' "$rtl")
    [ $((core_mhz * over)) = $((noc_mhz * under)) ] &&
        grep -q "^# One clock. The network runs at $noc_mhz of $core_mhz MHz " "$chip/gpu_mem.sdc"
}
levels_below() { # MODULE: how many levels of instances there are in it
    local child levels deepest=0
    for child in $(sed -nE 's/^ +([a-z_0-9]+) (#\(|[a-z_0-9]+ \().*/\1/p' "$chip/$1.v" | sort -u); do
        [ -f "$chip/$child.v" ] || continue
        levels=$(($(levels_below "$child") + 1))
        deepest=$((levels > deepest ? levels : deepest))
    done
    echo "$deepest"
}
# Cores at a multiple of the network's clock: every network's routers, down to their last registers, have as many periods.
# The least distance of two enables that clock_divider.v tells, over as many cycles as it takes to begin again.
enable_distance() {
    awk -v n="$noc_mhz" -v d="$core_mhz" 'BEGIN {
        for (t = 1; t <= 2 * d; t++) {
            if (int(t * n / d) == int((t - 1) * n / d)) continue
            if (last && (!least || t - last < least)) least = t - last
            last = t
        }
        print least
    }'
}
routers_have_their_periods() {
    local periods level network wanted=
    periods=$(enable_distance)
    if [ "$periods" = 1 ]; then
        ! grep -q set_multicycle_path "$chip/gpu_mem.sdc"
        return
    fi
    while read -r network router; do
        for ((level = $(levels_below "$router"); level >= 0; level--)); do
            wanted="$wanted $network/router_*$(printf '/*%.0s' $(seq 0 $level))"
        done
    done < <(awk '$1 == "instance" && $3 ~ /^(mc_)?router$/ && holds[$2] != "mc_router" { holds[$2] = $3 }
            $1 == "instance" && $2 == "gpu_mem" { type[$4] = $3; order[++n] = $4 }
            END { for (i = 1; i <= n; i++) if (type[order[i]] in holds) print order[i], holds[type[order[i]]] }' "$rtl")
    [ -n "$wanted" ] && for wanted in $wanted; do
        grep -qE "^set routers .*[{ ]${wanted//\*/\\*}[ }]" "$chip/gpu_mem.sdc" || { echo "$wanted is missing"; return 1; }
    done
    for wanted in $(sed -nE 's/^leaf ([^ ]+) noc_enable.*/\1/p' "$rtl" | tr . /); do # the flops of their enables do not
        for network in $(sed -nE 's/^set routers .*\{(.*)\}.*/\1/p' "$chip/gpu_mem.sdc"); do
            # shellcheck disable=SC2053
            [[ $wanted/enabled_reg != $network ]] || { echo "$wanted has the network's period"; return 1; }
        done
    done
    grep -qx "set_multicycle_path -setup $periods -from \$routers -to \$routers" "$chip/gpu_mem.sdc" &&
        grep -qx "set_multicycle_path -hold $((periods - 1)) -from \$routers -to \$routers" "$chip/gpu_mem.sdc"
}

# A chip has a UPF file when it has routers that can lose power; every name in it is in the RTL.
power_agrees() {
    if grep -q '^leaf .* mc_router ' "$rtl"; then
        awk -v body=router -v around=mc_router -f "$here/read_upf.awk" "$chip"/*.v "$chip/gpu_mem.upf"
    else
        [ ! -e "$chip/gpu_mem.upf" ]
    fi
}

# ---- manifest ----

ask() { # FILTER
    jq -r "$1" "$chip/manifest.json"
}
configuration_is_told() {
    # shellcheck disable=SC2086
    diff <(ask '.configuration | to_entries[] | "\(.key) = \(.value)"' | sort) \
        <("$memloom" config show $options | grep -E '^[a-z0-9_]+ = ' | sort)
}
instances_agree() {
    diff <(ask '.blocks[] | .block as $block
            | (.parameters | to_entries | map("\(.key)=\(.value)") | join(" ")) as $parameters
            | .instances[] | "\(.) \($block) \($parameters)"' | sed 's/ $//' | sort) \
        <(sed -n 's/^leaf //p' "$rtl" | sort)
}
# "NAME|input or output|WIDTH|COMMENT" of the chip's own ports, in their order.
top_ports() {
    sed -nE '/^module gpu_mem /,/^\);/s,^ +(input|output) +wire +(\[([0-9]+):0\] +)?([a-z0-9_]+)\,? *// (.*),\4|\1|\3|\5,p' \
        "$chip/gpu_mem.v" | awk 'BEGIN { FS = OFS = "|" } { $3++; print }'
}
top_ports_agree() {
    top_ports | cut -d'|' -f1-3 >"$work/top"
    [ "$(wc -l <"$work/top")" = "$(grep -c '^port gpu_mem ' "$rtl")" ] &&
        diff <(ask '.ports[] | "\(.name)|\(.direction)|\(.width)"') "$work/top"
}
# Of each block and set of parameters the ports with their widths: the header's expressions, computed by bash.
ports_agree() {
    local block values
    ask '.blocks[] | "\(.block) \(.parameters | to_entries | map("\(.key)=\(.value)") | join(" "))"' >"$work/blocks"
    while read -r block values; do
        {
            echo "${values// /;}"
            sed -nE "s/^derived $block ([A-Z_]+) (.*)/\1=\$((\2))/p; s/^port $block (input|output) ([a-z0-9_]+) (.*)/echo $block \2 \1 \$((\3 + 1))/p" "$rtl"
        } | sed -E ':again; s/\$clog2\(([^()]*)\)/(((\1)>1)+((\1)>2)+((\1)>4)+((\1)>8)+((\1)>16)+((\1)>32)+((\1)>64)+((\1)>128)+((\1)>256)+((\1)>512)+((\1)>1024)+((\1)>2048))/; t again'
    done <"$work/blocks" | bash >"$work/ports"
    diff <(ask '.blocks[] | .block as $block | .ports[] | "\($block) \(.name) \(.direction) \(.width)"') "$work/ports"
}
stages_agree() {
    local network
    for network in request reply; do
        diff <(ask ".${network}_crossbar.stages | to_entries[] | \"\(.key) \(.value[0]) \(.value[1]) \(.value[2])\"") \
            <(stages $network) || return 1
        for way in inputs:inject outputs:eject; do
            diff <(ask ".${network}_crossbar.${way%:*} | to_entries[] | (if .key == \"cores\" then \"core\" else \"mem\" end) as \$kind
                    | .value | to_entries[] | \"\(\$kind) \(.key) \(.value[0]) \(.value[1])\"") \
                <(rim $network "${way#*:}") || return 1
        done
    done
    [ "$(rim request inject | wc -l)" -ge "$cores" ] && [ "$(rim request eject | wc -l)" -ge "$slices" ]
}
places_agree() {
    if [ "$kind" = stages ]; then
        stages_agree
        return
    fi
    local name=mesh filter='"\(.value[0]) \(.value[1])"'
    [ "$kind" = mesh ] || { name=butterfly filter='"\(.value)"'; }
    diff <(ask ".$name | (.cores | to_entries[] | \"core \(.key) \" + $filter), (.partitions | to_entries[] | \"mem \(.key) \" + $filter)") \
        "$work/nodes" &&
        if [ $name = mesh ]; then
            [ "$(ask '"\(.mesh.width) \(.mesh.height)"')" = "$columns $rows" ]
        else
            [ "$(ask '"\(.butterfly.radix) \(.butterfly.stages)"')" = "$radix $columns" ]
        fi
}
crossbar_agrees() {
    if [ "${crossbar[4]}" = 0 ]; then
        [ "$(ask .work_crossbar)" = null ]
        return
    fi
    diff <(ask '.work_crossbar.cores | to_entries[] | "core \(.key) \(.value)"') \
        <(nodes core home_here | places "${crossbar[@]}") &&
        [ "$(ask '"\(.work_crossbar.radix) \(.work_crossbar.stages) \(.work_crossbar.partitions)"')" = "${crossbar[3]} ${crossbar[1]} null" ]
}
files_are_listed() {
    diff <(ask '.files[]' | sort) <(cd "$chip" && ls -- *.v) && [ "$(ask .top)" = gpu_mem ] &&
        [ "$(ask .assertions)" = "$(cd "$chip" && ls -- *.sv)" ]
}
# All tables of addresses and distances at the cores are those of the nodes.
tables_agree() {
    local list
    list=$(nodes mem here | awk '{ printf " %s", $3 }')
    [ "$(facts '^tie gpu_mem core_[0-9]+ partition_nodes ' 3 | wc -l)" = "$cores" ] &&
        ! grep -E '^tie gpu_mem core_[0-9]+ partition_nodes ' "$rtl" | grep -qv "partition_nodes$list\$"
}

# ---- data sheet ----

# Rows from the parameters of the blocks, p[block, name] of the first instance, and the nodes' places.
expected_overview() {
    awk -v core_mhz="$core_mhz" -v noc_mhz="$noc_mhz" -v dram_mhz="$dram_mhz" -v bus="$bus_bytes" \
        -v request="$(stages_text request)" -v reply="$(stages_text reply)" -v backward="$(stages reply | awk '{ n += $2 } END { print n }')" \
        -v kind="$kind" -v links="$((columns - 1))" -v network="$(network_text "${mesh[@]}")" -v routers="$routers" \
        -v crossbar="$(network_text "${crossbar[@]}")" -v crossbar_routers="${crossbar[4]}" '
        function far(a) { return a < 0 ? -a : a }
        function many(n, word) { return n " " word (n == 1 ? "" : "s") }
        function size(lines) { # of 128 B: 8 make a KB
            return lines < 8 ? lines * 128 " B" : lines < 8192 || lines % 1024 ? sprintf("%.10g KB", lines / 8) : lines / 8192 " MB"
        }
        function rate(mb) { return mb < 1000 ? mb " MB/s" : sprintf("%.10g GB/s", mb / 1000) }
        $1 == "core" { x[$2] = $3; y[$2] = $4; cores++ }
        $1 == "mem" { slices++; for (i in x) sum += kind == "mesh" ? far(x[i] - $3) + far(y[i] - $4) : links }
        $1 == "leaf" && !seen[$3]++ { for (i = 4; i <= NF; i++) { split($i, pair, "="); p[$3, pair[1]] = pair[2] } }
        END {
            l1 = p["l1_cache", "SETS"] * p["l1_cache", "WAYS"]
            llc = p["llc_slice", "SETS"] * p["llc_slice", "WAYS"]
            link = p["noc_port", "FLIT_BITS"] / 8 * noc_mhz
            burst = 8 * bus / 2 # bytes per command clock: a burst of 8 takes two
            in_front = (seen["requester"] ? 2 + p["requester", "LOCAL_WAIT"] : 1) + (seen["request_gate"] > 0) # cycles before the cache
            print "| cores, memory partitions | " cores ", " slices " |"
            print "| address | " p["l1_cache", "LINE_BITS"] + 7 " bits, lines of 128 B, partitions interleaved every " 128 * 2 ^ p["mshr", "CHUNK_BITS"] " B |"
            printf "| L1, each | %s: %s x %s; hit after %d core cycles |\n", size(l1), many(p["l1_cache", "SETS"], "set"), many(p["l1_cache", "WAYS"], "way"), p["l1_cache", "LATENCY"] + in_front
            print "| L1, all | " size(l1 * cores) " |"
            print "| misses in flight per core | " many(p["mshr", "ENTRIES"], "line") ", " many(p["mshr", "TARGETS"], "load") " each |"
            printf "| LLC slice | %s: %s x %s; hit after %d core cycles |\n", size(llc), many(p["llc_slice", "SETS"], "set"), many(p["llc_slice", "WAYS"], "way"), p["llc_slice", "LATENCY"]
            print "| LLC, all | " size(llc * slices) " |"
            print "| clocks | core " core_mhz " MHz, network " noc_mhz " MHz (enable), DRAM " dram_mhz " MHz (outside) |"
            until_power = p["mc_router", "WAKE"] * core_mhz / noc_mhz
            print "| reset | `rst` = 1 for " many(1 + int(until_power) + (until_power > int(until_power)), "cycle") " of `clk`, or more |"
            if (kind == "stages") {
                print "| request network | " request " of " many(routers, "router") " with " p["router", "STAGES"] " stages |"
                print "| reply network | " reply " of " many(backward, "router") " with " p["router", "STAGES"] " stages |"
            } else
            print "| networks | request and reply: " network " of " many(routers, "router") " with " p["router", "STAGES"] " stages |"
            if (crossbar_routers > 0)
                print "| between cores | " crossbar " of " many(crossbar_routers, "router") " with " p["router", "STAGES"] " stages |"
            print "| links | " p["noc_port", "FLIT_BITS"] " bits, " many(p["noc_port", "VCS"], "virtual channel") " of " many(p["noc_port", "DEPTH"], "flit") "; " rate(link) " each way |"
            printf "| mean distance core to partition | %.2f hops |\n", sum / (cores * slices)
            print "| peak into the LLC | " rate(link * slices) " over all partitions |"
            print "| peak DRAM | " rate(burst * dram_mhz * slices) " over all channels |"
        }' "$work/nodes" "$rtl"
}
overview_agrees() {
    diff <(sed -n '/^| cores, memory/,/^$/p' "$chip/data_sheet.md" | grep .) <(expected_overview)
}
# The nodes of each router in the order of its ports.
rims() {
    local network way
    for network in request reply; do
        for way in from:inject to:eject; do
            rim $network "${way#*:}" | sort -k3,3n -k4,4n | awk -v word="${way%:*}" '
                { line[$3] = line[$3] " " ($1 == "core" ? "C" : "M") $2; routers = $3 + 1 }
                END { for (i = 0; i < routers; i++) print word line[i] }'
        done
    done
}
map_agrees() {
    if [ "$kind" = stages ]; then
        diff <(sed -n '/^```$/,/^```$/p' "$chip/data_sheet.md" | grep -v '```' | sed 's/  */ /g') <(rims)
        return
    fi
    diff <(sed -n '/^```$/,/^```$/p' "$chip/data_sheet.md" | grep -v '```' | sed 's/  */ /g; s/ $//') \
        <(awk -v columns="$([ "$kind" = mesh ] && echo "$columns" || echo "$radix")" -v rows="$rows" '
            { node[NF == 4 ? $4 * columns + $3 : $3] = ($1 == "core" ? "C" : "M") $2 }
            END {
                for (place = 0; place < rows * columns; place++)
                    printf "%s%s", place in node ? node[place] : ".", (place + 1) % columns ? " " : "\n"
            }' "$work/nodes")
}
# Rows of blocks in the manifest's order, instances counted in the Verilog, sums recomputed.
blocks_agree() {
    sed -n '/^| block |/,/^$/p' "$chip/data_sheet.md" | tail -n +3 | grep . >"$work/rows"
    ask '.blocks[] | "\(.block) \(.parameters | to_entries | map("\(.key)=\(.value)") | join(" "))|\(.storage.ram_bits)|\(.storage.regfile_bits)|\(.storage.flop_bits)"' |
        sed 's/ |/|/' | while IFS='|' read -r block ram regfile flops; do
            echo "${block%% *} $(grep -cE "^leaf [^ ]+ $block\$" "$rtl") $ram $regfile $flops"
        done | awk '{ printf "| %s | %d | %d | %d | %d |\n", $1, $2, $3, $4, $5
            ram += $2 * $3; regfile += $2 * $4; flops += $2 * $5 }
            END { printf "| **chip** | | %d | %d | %d |\n", ram, regfile, flops }' | diff - "$work/rows"
}

# Every port of the chip is in one row, those of all cores, or of all partitions, in the same; no row is of anything else.
sheet_ports_agree() {
    top_ports >"$work/top"
    sed -n '/^| port | /,$p' "$chip/data_sheet.md" | tail -n +3 | sed -E 's/^\| `([^`]*)` \| (.*) \|$/\1 | \2/' >"$work/rows"
    awk -F' *[|] *' -v cores="$cores" -v slices="$slices" '
        function wrong(text) { print text; bad = 1 }
        NR == FNR {
            row[++rows] = $0
            nodes[rows] = $1 ~ /^core_<i>_/ ? cores : $1 ~ /^mem_<j>_/ ? slices : 1
            gsub(/<[ij]>/, "[0-9]+", $1)
            name[rows] = "^" $1 "$"
            way[rows] = $2; bits[rows] = $3; meaning[rows] = $4
            next
        }
        {
            hits = 0
            for (i = 1; i <= rows; i++)
                if ($1 ~ name[i]) {
                    hits++; ports[i]++
                    if ($2 != way[i] || $3 != bits[i] || $4 != meaning[i]) wrong($0 " is not " row[i])
                }
            if (hits != 1) wrong($0 " is in " hits " rows")
        }
        END {
            for (i = 1; i <= rows; i++)
                if (ports[i] != nodes[i]) wrong(row[i] ": " ports[i] + 0 " ports")
            exit bad || !rows
        }' "$work/rows" "$work/top"
}
# The comments of ports for all nodes say which there are: a hub is one, too; and what each program has a bit of.
comments_tell_the_nodes() {
    local more=
    ! grep -q '^instance gpu_mem hub_node ' "$rtl" || more=', then the hub'
    top_ports | grep -qE "^stat_node\|.*\|node that is read: cores, then partitions$more\$" &&
        diff <(top_ports | grep -E '^(flush|llc_choice)\|input\|[2-9]\|') <(top_ports | grep '; a bit per program$')
}
# SDC and data sheet say the same of the outputs; where l1_cache tells errors at hits some are no registers.
outputs_are_told() {
    local words='output comes from a register or from logic on registers only'
    sed 's/^# *//' "$chip/gpu_mem.sdc" | tr '\n' ' ' | grep -q "$words" && grep -q "$words" "$chip/data_sheet.md"
}

# ---- lists and drawing ----

list_is_in_order() { # gpu_mem.f: every file once, after those of the modules it instantiates
    diff <(sort "$chip/gpu_mem.f") <(cd "$chip" && ls -- *.v) || return 1
    [ "$(tail -n 1 "$chip/gpu_mem.f")" = gpu_mem.v ] && awk -v folder="$chip" '
        { rank[$1] = NR; file[NR] = $1 }
        END {
            for (i = 1; i <= NR; i++)
                while ((getline line <(folder "/" file[i])) > 0) {
                    split(line, word, " ")
                    if (line ~ /^ +[a-z][a-z0-9_]* (#\(|[a-z][a-z0-9_]* \()/ && word[1] ".v" in rank && rank[word[1] ".v"] >= i) {
                        print file[i] " comes before " word[1] ".v"; wrong = 1 }
                }
            exit wrong }' "$chip/gpu_mem.f" &&
        diff <(cat "$chip/gpu_mem.f" && cd "$chip" && ls -- *.sv) "$chip/gpu_mem_sim.f"
}
redecided() { # "MODULE NAME" of the interfaces and fields that their header says to change
    awk '/^module / { module = $2 }
        /^  \/\/ [a-z0-9_]+: .*re-decided/ { sub(/:/, "", $2); print module, $2 }
        /^  output .*\/\/.*re-decided/ { sub(/,? *\/\/.*/, ""); print module, $NF }' "$chip"/*.v
}
# Of what a block drives: every offer that is not re-decided stays with its fields, what means something in every cycle is
# known, links keep to their credits, what goes over them changes with the network; and each of these modules is bound once.
assertions_agree() {
    local file=$chip/gpu_mem_assertions.sv
    redecided >"$work/redecided"
    awk 'function interface_of(module, name,    prefix) { # that it is a field of
            prefix = name
            while (sub(/_[a-z0-9]+$/, "", prefix))
                if ((module, prefix "_valid") in way)
                    return prefix "_valid" != name && way[module, prefix "_valid"] == way[module, name] ? prefix : ""
            return ""
        }
        function expect(check, name, ending) { print module[i] "_assertions check_" check, name "_" ending }
        FILENAME ~ /redecided$/ { loose[$1, $2]; next }
        $1 == "module" { leaf[$2] = $3 == "leaf" }
        $1 == "port" && leaf[$2] { way[$2, $4] = $3; name[++n] = $4; module[n] = $2 }
        END {
            for (i = 1; i <= n; i++) {
                m = module[i]
                if (!((m, "clk") in way) || !((m, "rst") in way))
                    continue
                drives = way[m, name[i]] == "output"
                interface = interface_of(m, name[i])
                if (drives && interface == "" && name[i] ~ /^event_|_(valid|ready|credit)$/)
                    expect("known", name[i], "known")
                if (drives && interface != "" && way[m, interface "_ready"] == "input" && !((m, interface) in loose) && !((m, name[i]) in loose))
                    expect("stays", name[i], "stays")
                of = name[i]
                valid = sub(/_valid$/, "", of)
                if (drives && valid && way[m, of "_ready"] == "input" && !((m, of) in loose))
                    expect("offer", of, "offer")
                if (valid && (m, of "_vc") in way)
                    expect("credits", of, "credits")
                if (drives && (name[i] ~ /_credit$/ || valid && (m, of "_vc") in way || interface != "" && (m, interface "_vc") in way))
                    expect("enabled", name[i], "enabled")
            }
        }' "$work/redecided" "$rtl" | sort >"$work/rules"
    grep -q 'check_stays' "$work/rules" || return 1
    awk '$1 == "module" { module = $2 }
        $1 ~ /^check_(known|stays|offer|credits|enabled)$/ { print module, $1, $(NF - 1) }' "$file" |
        grep -vE '^(sm|dram|axi_dram)_assertions ' | sort | diff "$work/rules" - &&
        [ -z "$(sed -n 's/^bind [^ ]* \([^ ]*\).*/\1/p' "$file" | sort | uniq -d)" ] &&
        diff <(sed -n 's/^bind [^ ]* \([^ ]*\).*/\1/p' "$file" | sort) \
            <(sed -n 's/^module \([^ ]*_assertions\).*/\1/p' "$file" | sort)
}
# "TYPE FILE" of all files, "target FILESET" and "top MODULE" of all targets.
core_file() {
    awk '/^[a-z]+:/ { part = $1 }
        part == "filesets:" && /^  [a-z]+:/ { set = $1; sub(/:/, "", set); print "fileset", set }
        part == "filesets:" && /file_type:/ { type = $2 }
        part == "filesets:" && /^ +- / { print type, $2 }
        part == "targets:" && /filesets:/ { gsub(/[][,]/, ""); for (i = 2; i <= NF; i++) print "target", $i }
        part == "targets:" && /toplevel:/ { print "top", $2 }' "$chip/gpu_mem.core"
}
core_file_agrees() {
    local name
    core_file >"$work/core"
    diff <(grep -vE '^(fileset|target|top) ' "$work/core" | sort) \
        <(cd "$chip" && for name in *.v *.sv *.sdc *.upf; do
            case $name in
                *.v) echo "verilogSource-2005 $name" ;;
                *.sv) echo "systemVerilogSource $name" ;;
                *.sdc) echo "SDC $name" ;;
                gpu_mem.upf) echo "user $name" ;;
            esac
        done | sort) || return 1
    [ ! -e "$chip/gpu_mem.upf" ] || sed -n '/^  synth:/,/^  lint:/p' "$chip/gpu_mem.core" | grep -q 'filesets: .*power' || return 1
    [ "$(grep -c '^top ' "$work/core")" = 4 ] && ! grep '^top ' "$work/core" | grep -qv '^top gpu_mem$' &&
        [ "$(sed -n 's/^target //p' "$work/core" | sort -u)" = "$(sed -n 's/^fileset //p' "$work/core" | sort -u)" ] &&
        diff <(grep verilogSource "$work/core" | cut -d' ' -f2) "$chip/gpu_mem.f"
}
# Of every node a box with its name; in a mesh at the column and row of the router it is tied to.
drawing_agrees() {
    local name
    for name in core:"$cores" mem:"$slices"; do
        [ "$(grep -Eo ">${name%:*} [0-9]+</text>" "$chip/chip.svg" | sort -u | wc -l)" = "${name#*:}" ] || return 1
    done
    [ "$(grep -c '<rect class="router"' "$chip/chip.svg")" = $((routers + 1)) ] || return 1 # one in the legend
    [ "$kind" != mesh ] || diff <(sort "$work/nodes") <(sed -nE \
        's/.*class="router" x="([0-9]+)" y="([0-9]+)" width="16".*/router \1 \2/p; s/.*class="name" x="([0-9]+)" y="([0-9]+)">(core|mem) ([0-9]+)<.*/\3 \4 \1 \2/p' \
        "$chip/chip.svg" | awk '
        function rank(list, at,    i, below) { for (i in list) below += i + 0 < at; return below - 1 }
        $1 == "router" { column[$2]; row[$3]; next }
        { name[++n] = $1 " " $2; x[n] = $3; y[n] = $4 }
        END { for (i = 1; i <= n; i++) print name[i], rank(column, x[i]), rank(row, y[i]) }' | sort)
}

# ---- chips: options, then what of them is not in the Verilog ----

wanted=${1-}
shift $(($# > 0))
questions=${*:-period_is_the_clocks constraints_name_ports inputs_are_named constraints_tell_the_clocks \
    routers_have_their_periods power_agrees configuration_is_told \
    instances_agree ports_agree top_ports_agree places_agree crossbar_agrees files_are_listed tables_agree overview_agrees \
    map_agrees blocks_agree sheet_ports_agree comments_tell_the_nodes outputs_are_told list_is_in_order assertions_agree core_file_agrees drawing_agrees}
try() { # NAME CORE_MHZ NOC_MHZ DRAM_MHZ BUS_BYTES OPTION...
    [ "${wanted:-$1}" = "$1" ] || return 0
    core_mhz=$2 noc_mhz=$3 dram_mhz=$4 bus_bytes=$5
    shift 5
    options=$*
    rm -rf "$chip"
    # shellcheck disable=SC2086
    check "$options: is generated" "$memloom" gen $options -o "$chip"
    read_chip
    for question in $questions; do
        check "$options: $question" "$question"
    done
}

try tiny 1400 700 924 8 --preset tiny
try pact20 1400 700 924 8 --preset pact20
try whole_multiple 1400 350 924 8 --preset tiny --set noc_mhz=350
try icpp18 650 650 924 4 --preset icpp18
try one_core 1000 300 1250 16 --preset tiny --cores 1 --set partitions=1 --set mem_port=axi4 --set ram_protect=secded --set core_mhz=1000 --set noc_mhz=300 --set dram_mhz=1250 --set dram_bus_bytes=16
try butterfly 1400 700 924 8 --preset tiny --set topology=butterfly --set fly_radix=3 --set interleave_bytes=512 --set address_bits=36
try crossbar 1400 700 924 8 --preset tiny --cores 9 --set partitions=3 --set shared_l1=on --set remote_via=crossbar --set fly_radix=4
try full_crossbar 1400 700 924 8 --preset tiny --cores 9 --set partitions=3 --set topology=crossbar
try shared_crossbar 1400 700 924 8 --preset tiny --cores 5 --set partitions=3 --set topology=crossbar --set shared_l1=on
try hxbar 1400 700 924 8 --preset tiny --cores 12 --set partitions=4 --set topology=hxbar --set clusters=3 --set memory_controllers=2 --set vcs=1 --set vc_depth=8
try bypassable 1400 700 924 8 --preset tiny --cores 12 --set partitions=6 --set topology=hxbar --set clusters=3 --set memory_controllers=2 --set vcs=1 --set vc_depth=8 --set llc_mode=adaptive
try programs 1400 700 924 8 --preset tiny --cores 12 --set partitions=6 --set topology=hxbar --set clusters=3 --set memory_controllers=2 --set vcs=1 --set vc_depth=8 --set llc_mode=adaptive --set programs=2
try concentrated 1400 700 924 8 --preset tiny --cores 6 --set partitions=4 --set topology=concentrated
try ccn 1400 700 924 8 --preset tiny --cores 5 --set partitions=3 --set ccn=throttled --set l1_protect=dlp
try through_l2 1400 700 924 8 --preset tiny --cores 6 --set partitions=3 --set shared_l1=on --set remote_via=l2 --set vcs=3 --set mesh_width=4
try all 1400 700 924 4 --preset all
try odd_sizes 1400 1 924 8 --preset tiny --cores 1 --set partitions=1 --set noc_mhz=1 --set l1_sets=1 --set l1_ways=1 --set mshr_entries=1 --set mshr_targets=1 --set vc_depth=1 --set llc_sets=768 --set llc_ways=11
report

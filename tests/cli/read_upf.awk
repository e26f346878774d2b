# Reads a UPF file and the Verilog beside it, and says what does not fit; silent when all does:
#   awk -v body=router -v around=mc_router -f read_upf.awk *.v gpu_mem.upf
# Known are the commands and options below, no others. Every instance and net that is named must exist in
# the RTL at that place, every supply and domain must have been made before; every domain but the first has
# supplies, a switch and an isolation with its control; and each instance of `around` in the hierarchy has
# its `body` in exactly one domain.
function complain(words) {
    print FILENAME ":" FNR ": " words
    bad = 1
}

# ---- Verilog: instances and nets of every module, statement by statement ----

# Text without its first pair of brackets and what is in it.
function without_brackets(text,    at, depth, c) {
    at = index(text, "(")
    for (depth = 0; at <= length(text); at++) {
        c = substr(text, at, 1)
        depth += (c == "(") - (c == ")")
        if (!depth)
            break
    }
    return substr(text, at + 1)
}
function read_statement(text,    n, i, names, type) {
    gsub(/[ \t\n]+/, " ", text)
    sub(/^ /, "", text)
    while (sub(/^(generate|endgenerate|begin|end)( : [a-z_0-9]+)? /, "", text))
        ;
    if (text ~ /^(wire|reg) /) {
        sub(/^[a-z]+ /, "", text)
        gsub(/\[[^]]*\]/, "", text)
        sub(/=.*/, "", text)
        n = split(text, names, /[ ,]+/)
        for (i = 1; i <= n; i++)
            if (names[i] != "")
                net[module, names[i]] = 1
        return
    }
    if (text !~ /^[a-z_0-9]+ (#? ?\(|[a-z_0-9]+ ?\()/ || text ~ /^(module|if|for|case|always|assign|function|task|while|repeat|else|initial) ?/)
        return
    type = text
    sub(/ .*/, "", type)
    sub(/^[a-z_0-9]+ /, "", text)
    if (text ~ /^#/)
        text = without_brackets(text)
    sub(/^ /, "", text)
    if (!match(text, /^[a-z_0-9]+/))
        return
    instances[module]++
    instance_name[module, instances[module]] = substr(text, 1, RLENGTH)
    instance_type[module, substr(text, 1, RLENGTH)] = type
}
function read_ports(text,    n, i, ports) {
    n = split(text, ports, /\n/)
    for (i = 1; i <= n; i++)
        if (ports[i] ~ /^ *(input|output) +wire/) {
            sub(/^ *(input|output) +wire +(\[[^]]*\])? */, "", ports[i])
            sub(/[ ,].*/, "", ports[i])
            net[module, ports[i]] = 1
        }
}
function read_module(text,    at) {
    match(text, /module [a-z_0-9]+/)
    module = substr(text, RSTART + 7, RLENGTH - 7)
    text = substr(text, RSTART + RLENGTH)
    is_module[module] = 1
    at = index(text, ");")
    read_ports(substr(text, 1, at))
    text = substr(text, at + 2)
    while ((at = index(text, ";")) > 0) {
        read_statement(substr(text, 1, at - 1))
        text = substr(text, at + 1)
    }
}
FILENAME ~ /\.v$/ {
    line = $0
    sub(/\/\/.*/, "", line)
    if (line ~ /^ *`/)
        next
    source = source line "\n"
    if (line ~ /^endmodule/) {
        read_module(source)
        source = ""
    }
    next
}

# ---- UPF ----

# The module at a path below the top, "" when there is none.
function module_at(path,    n, i, part, at) {
    at = top
    n = split(path, part, "/")
    for (i = 1; i <= n; i++) {
        if (!((at, part[i]) in instance_type))
            return ""
        at = instance_type[at, part[i]]
    }
    return at
}
function check_instance(path) {
    if (module_at(path) == "")
        complain("there is no instance " path)
}
function check_net(path,    place, name) {
    place = name = path
    sub(/\/[^\/]*$/, "", place)
    sub(/.*\//, "", name)
    if (module_at(place) == "" || !((module_at(place), name) in net))
        complain("there is no net " path)
}
function check_known(kind, name) {
    if (!((kind, name) in made))
        complain("there is no " kind " " name)
}
function make(kind, name) {
    if ((kind, name) in made)
        complain(kind " " name " is made twice")
    made[kind, name] = 1
}
# The words of a command; what stands in braces is one.
function split_words(text, words,    n, end) {
    n = 0
    sub(/^ +/, "", text)
    while (text != "") {
        if (substr(text, 1, 1) == "{") {
            end = closing(text)
            words[++n] = substr(text, 2, end - 2)
            text = substr(text, end + 1)
        } else {
            match(text, /^[^ ]+/)
            words[++n] = substr(text, 1, RLENGTH)
            text = substr(text, RLENGTH + 1)
        }
        sub(/^ +/, "", text)
    }
    return n
}
function closing(text,    at, depth) {
    for (at = 1; at <= length(text); at++) {
        depth += (substr(text, at, 1) == "{") - (substr(text, at, 1) == "}")
        if (!depth)
            return at
    }
    return at
}
# Options into option[NAME]; those that are not in the list are complaints.
function read_options(words, n, from, known,    i) {
    delete option
    for (i = from; i <= n; i++) {
        if (words[i] !~ /^-/ || index(" " known " ", " " words[i] " ") == 0) {
            complain("unknown option " words[i])
            continue
        }
        if (words[i] == "-include_scope" || words[i] == "-reuse")
            option[words[i]] = 1
        else
            option[words[i]] = words[++i]
    }
}
function second(text,    part) {
    split(text, part, " ")
    return part[2]
}
function need(options,    n, i, all) {
    n = split(options, all, " ")
    for (i = 1; i <= n; i++)
        if (!(all[i] in option))
            complain("option " all[i] " is missing")
}
function run(text,    n, words, name) {
    n = split_words(text, words)
    name = words[2]
    if (words[1] == "upf_version")
        return
    if (words[1] == "set_design_top") {
        top = name
        if (!(top in is_module))
            complain("there is no module " top)
    } else if (words[1] == "create_power_domain") {
        read_options(words, n, 3, "-include_scope -elements")
        make("domain", name)
        domains[++domain_count] = name
        if ("-elements" in option) {
            check_instance(option["-elements"])
            in_domain[option["-elements"]]++
        }
    } else if (words[1] == "create_supply_port") {
        read_options(words, n, 3, "-domain")
        check_known("domain", option["-domain"])
        make("supply port", name)
    } else if (words[1] == "create_supply_net") {
        read_options(words, n, 3, "-domain -reuse")
        check_known("domain", option["-domain"])
        if ("-reuse" in option)
            check_known("supply net", name)
        else
            make("supply net", name)
    } else if (words[1] == "connect_supply_net") {
        read_options(words, n, 3, "-ports")
        check_known("supply net", name)
        check_known("supply port", option["-ports"])
        fed[name] = 1
    } else if (words[1] == "set_domain_supply_net") {
        read_options(words, n, 3, "-primary_power_net -primary_ground_net")
        check_known("domain", name)
        check_known("supply net", option["-primary_power_net"])
        check_known("supply net", option["-primary_ground_net"])
        power[name] = option["-primary_power_net"]
    } else if (words[1] == "create_power_switch") {
        read_options(words, n, 3, "-domain -input_supply_port -output_supply_port -control_port -on_state -off_state")
        need("-domain -input_supply_port -output_supply_port -control_port -on_state -off_state")
        make("switch", name)
        check_known("domain", option["-domain"])
        check_known("supply net", second(option["-input_supply_port"]))
        check_known("supply net", second(option["-output_supply_port"]))
        check_net(second(option["-control_port"]))
        fed[second(option["-output_supply_port"])] = 1
        switched[option["-domain"]] = 1
    } else if (words[1] == "set_isolation") {
        read_options(words, n, 3, "-domain -isolation_power_net -isolation_ground_net -clamp_value -applies_to")
        need("-domain -isolation_power_net -clamp_value -applies_to")
        make("isolation", name)
        check_known("domain", option["-domain"])
        check_known("supply net", option["-isolation_power_net"])
        check_known("supply net", option["-isolation_ground_net"])
        if (option["-isolation_power_net"] == power[option["-domain"]])
            complain("the isolation of " option["-domain"] " loses its power with it")
        isolation[name] = option["-domain"]
    } else if (words[1] == "set_isolation_control") {
        read_options(words, n, 3, "-domain -isolation_signal -isolation_sense -location")
        need("-domain -isolation_signal -isolation_sense -location")
        check_known("isolation", name)
        if (isolation[name] != option["-domain"])
            complain("isolation " name " is not of domain " option["-domain"])
        check_net(option["-isolation_signal"])
        controlled[option["-domain"]] = 1
    } else
        complain("unknown command " words[1])
}
/^#/ || /^ *$/ { next }
{
    command = command $0
    if (sub(/\\$/, "", command))
        next
    run(command)
    command = ""
}
# Instances of `around` below a module.
function find_bodies(at, path,    i, name, type) {
    for (i = 1; i <= instances[at]; i++) {
        name = instance_name[at, i]
        type = instance_type[at, name]
        if (type == around) {
            bodies++
            if (in_domain[path name "/u_body"] != 1)
                complain(path name " has its body in " in_domain[path name "/u_body"] + 0 " domains")
            if (module_at(path name "/u_body") != body)
                complain(path name " has no " body)
        } else if (type in is_module)
            find_bodies(type, path name "/")
    }
}
END {
    for (i = 2; i <= domain_count; i++) {
        if (!(domains[i] in switched))
            complain("domain " domains[i] " has no switch")
        if (!(domains[i] in controlled))
            complain("domain " domains[i] " has no isolation that is controlled")
        if (!(power[domains[i]] in fed))
            complain("domain " domains[i] " gets no power")
    }
    find_bodies(top, "")
    if (bodies != domain_count - 1)
        complain(bodies + 0 " bodies, " domain_count - 1 " domains")
    exit bad
}

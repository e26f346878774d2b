# Mutants of a block's text:
#   awk -v count=N -v seed=S -v list=FILE [-v unread=FILE] [-v only=K] -f choose.awk -f source.awk rtl/x.v > mutated.v
#
# Finds every place of the block where an expression can be changed: an operator for its neighbour, a signal or a
# condition negated, a constant's lowest bit, an assignment that keeps what was there, a condition that always or never
# holds. Chooses `count` of them by the seed and prints the block with all of them in it and one more input, `mutant`:
# number K acts while mutant is K, none while it is 0. So one build serves them all. The list gets a line K LINE WHAT for each;
# `unread` the numbers of those in what only a wire gets that nobody reads: it stands there for lint, and they change nothing.
# With only=K: the block's own text with mutant K in it, and no input (for proofs).
#
# An expression is what is assigned, or what `if` asks; what an input of an instance gets is left to Yosys' mutants. Names in
# lower case are signals, but genvars and integers; what is constant is left alone. Text between directives that the optional
# mechanisms switch off is left alone, as is an expression with a directive inside, and what only simulators have
# beside SYNTHESIS: it is a stimulus.
{ text = text $0 "\n" }
END {
    srand(seed)
    tokenise()
    find_regions()
    choose()
    if (unread != "") for (c = 1; c <= candidates; c++) if ((c in chosen) && (of[c] in is_unread)) print chosen[c] > unread
    emit()
}

function tokenise(    rest, m) {
    rest = text
    line = 1
    active = 1
    depth_of_if = 0
    while (rest != "") {
        if (match(rest, /^([ \t\n]+|\/\/[^\n]*|\/\*([^*]|\*[^\/])*\*\/)/)) m = "w"
        else if (match(rest, /^`[^\n]*/)) m = "p"
        else if (match(rest, /^"[^"]*"/)) m = "s"
        else if (match(rest, /^[0-9]*'s?[bdh][0-9a-fA-FxX_]+/)) m = "d"
        else if (match(rest, /^[A-Za-z_$][A-Za-z_0-9$]*/)) m = "n"
        else if (match(rest, /^[0-9]+/)) m = "d"
        else if (match(rest, /^(\+:|-:|&&|\|\||==|!=|<=|>=|<<|>>)/)) m = "o"
        else if (match(rest, /^./)) m = "o"
        token(m, substr(rest, 1, RLENGTH))
        if (m == "p") directive(t[tokens])
        else if (!active) k[tokens] = "w" # as if it were not there: of an instance with two headers one has a partner
        on[tokens] = active
        rest = substr(rest, RLENGTH + 1)
    }
}

function directive(words,    i) {
    if (words ~ /^`(ifdef|ifndef)/) {
        was[++depth_of_if] = active && words !~ /SYNTHESIS/
        holds[depth_of_if] = (words ~ /MEMLOOM_/) == (words ~ /^`ifdef/)
        outside[depth_of_if] = active
        active = was[depth_of_if] && holds[depth_of_if]
    } else if (words ~ /^`else/) active = was[depth_of_if] && !holds[depth_of_if]
    else if (words ~ /^`endif/) active = outside[depth_of_if--]
}

function find_regions(    i, j, start) {
    for (i = 1; i <= tokens; i++)
        if (k[i] == "n" && t[i] ~ /^(genvar|integer)$/)
            for (j = next_of(i); t[j] != ";"; j = next_of(j)) constant[t[j]]
    for (i = 1; t[i] != "module"; i++);
    for (; t[i] != ";"; i = next_of(i)) if (t[i] ~ /^[(]$/) i = partner(i) # the header
    for (; i <= tokens; i++) {
        if (k[i] == "w" || k[i] == "p") continue
        if (t[i] ~ /^(localparam|genvar|integer|function|input)$/) { while (t[i] != ";") i++; continue }
        if (t[i] == "for") { i = partner(next_of(i)); continue }
        if (t[i] == "if") {
            j = partner(next_of(i))
            region(next_of(i) + 1, j - 1, "if")
            i = j
        } else if (t[i] == "=" || t[i] == "<=") {
            start = i + 1
            for (j = start; t[j] != ";" && t[j] != ","; j++) if (k[j] == "o" && t[j] ~ /^[(\[{]$/) j = partner(j)
            region(start, j - 1, t[i] == "<=" ? "keep" : "assign", i)
            i = j
        } else if (t[i] == "[" || t[i] == "(") i = partner(i)
    }
}

# The expression of tokens from..to, whose mutants are collected; `assignment`: where the = in front of it stands.
function region(from, to, form, assignment,    i, signals, left) {
    for (i = from; i <= to; i++) {
        if (k[i] == "p" || !on[i]) return
        if (is_signal(i)) signals++
    }
    if (form != "keep" && !signals) return
    regions++
    first[regions] = from
    last[regions] = to
    if (form == "assign" && never_read(t[before(assignment)])) is_unread[regions]
    if (form == "if") {
        candidate(from, to, "1'b1", "the condition always holds")
        candidate(from, to, "1'b0", "the condition never holds")
    }
    if (form == "keep" && (left = left_side(assignment)) != "") candidate(from, to, left, "not assigned")
    if (form == "assign") candidate(from, to, "1'b0", "is 0")
    inside(from, to)
}

# A wire of which the text has nothing but declarations, without a width.
function never_read(name,    i, declared) {
    for (i = 1; i <= tokens; i++)
        if (k[i] == "n" && t[i] == name) {
            if (t[before(i)] != "wire") return 0
            declared = 1
        }
    return declared
}

function is_signal(i) { return k[i] == "n" && t[i] ~ /^[a-z]/ && !(t[i] in constant) }

# What stands in front of the assignment at i, if it is a name with at most one select.
function left_side(i,    j, words, depth) {
    for (j = before(i); t[j] == "]"; j = before(j)) {
        words = ""
        for (depth = 0; depth += (t[j] == "]") - (t[j] == "["); j--) words = t[j] words
        selected = "[" words selected
    }
    words = k[j] == "n" ? t[j] selected : ""
    selected = ""
    return words
}

function inside(from, to,    i, j, prior, binary, words) {
    for (i = from; i <= to; i++) {
        if (k[i] == "w") continue
        if (t[i] == "[") { i = partner(i); continue }
        prior = before(i)
        if (t[i] == "{") { i = behind_number(i); continue }
        binary = prior >= from && (k[prior] ~ /[nd]/ || t[prior] ~ /^[])}]$/)
        if (k[i] == "o") {
            if (binary && (t[i] in swap)) candidate(i, i, swap[t[i]], "")
            else if (t[i] == "!" || t[i] == "~") candidate(i, i, " ", "")
            else if (!binary && (t[i] == "|" || t[i] == "&")) candidate(i, i, t[i] == "|" ? "&" : "|", "")
        } else if (k[i] == "d" && t[i] ~ /'s?[bd][0-9_]+$/) {
            words = t[i]
            if (words ~ /[02468]$/) words = substr(words, 1, length(words) - 1) substr(words, length(words)) + 1
            else words = substr(words, 1, length(words) - 1) substr(words, length(words)) - 1
            candidate(i, i, words, "")
        } else if (is_signal(i) && t[next_of(i)] != "(") {
            for (j = i; t[j + 1] == "[" || t[j + 1] == "."; j = t[j + 1] == "[" ? partner(j + 1) : j + 2);
            candidate(i, j, "(~" slice(i, j) ")", "")
            i = j
        }
    }
}

# What stands in front of what the bracket at i encloses: itself or, of a repetition, the last token of its number, which
# is a width: a constant that Verilator 5.006 ends at with an internal error when a mutant makes it negative.
function behind_number(i,    j) {
    for (j = next_of(i); t[j] !~ /^[,}]$/; j = next_of(j)) {
        if (t[j] == "{") return k[before(j)] ~ /[nd]/ || t[before(j)] == ")" ? before(j) : i
        if (t[j] ~ /^[([]$/) j = partner(j)
    }
    return i
}

BEGIN {
    n = split("&& || || && == != != == < <= <= < > >= >= > + - - + & | | & ^ & << >> >> <<", pair, " ")
    for (i = 1; i < n; i += 2) swap[pair[i]] = pair[i + 1]
}

function emit(    i, c, r, words, at_region, ends_header) {
    c = 1
    for (r = 1; r <= regions; r++) starts[first[r]] = r
    for (i = 1; i <= tokens; i++) {
        if (!(i in starts)) {
            printf "%s", t[i]
            if (only == "" && !ends_header && t[i] == "(" && opens_ports(i)) {
                printf "\n  input wire [15:0] mutant,"
                ends_header = 1
            }
            continue
        }
        r = starts[i]
        words = slice(first[r], last[r])
        at_region = words
        for (; c <= candidates && of[c] <= r; c++) {
            if (of[c] != r || !(c in chosen) || only != "" && chosen[c] != only) continue
            words = slice(first[r], begins[c] - 1) becomes[c] slice(ends[c] + 1, last[r])
            at_region = only != "" ? words : "(mutant == 16'd" chosen[c] " ? " words " : " at_region ")"
        }
        printf "%s", at_region == slice(first[r], last[r]) ? whole(first[r], last[r]) : " " at_region
        i = last[r]
    }
}

# The bracket in front of the ports: the module's first one that is not behind a #.
function opens_ports(i) {
    return t[before(i)] != "#" && (t[before(i)] == ")" || t[before(before(i))] == "module")
}

# Mutants of a C file:
#   awk -v count=N -v seed=S -v list=FILE [-v without=" K K "] [-v lines=FILE] [-v only=K] -f choose.awk -f model.awk x.c > mutated.c
#
# Finds every place in the functions' bodies where something can be changed: an operator for its neighbour, a negation that is
# dropped, a number one higher or lower, true for false, an `if` that always or never holds, a loop that is never entered, a
# statement that is left out. Chooses `count` of them by the seed and prints the file with all of them in it, selected by MUTANT in the
# environment of whoever runs it: number K acts while that is K, none without it. FILE gets a line K LINE WHAT for each;
# `lines` a line K LINE, where it stands in what is printed, so that those that the compiler refuses can be named, and made
# without. With only=K: the file's own text, line by line, with mutant K in it; 0: with none.
#
# Left alone: declarations but for what their variables get, tables (static const), labels, assertions, sizeof, what a directive
# stands in, strings, names of constants; functions with `hash` in their name, which compare models and change none.
{ text = text $0 "\n" }
END {
    srand(seed)
    line = 1
    tokenise()
    for (i = 1; i <= tokens; i++) {
        if (t[i] == "{") i = t[before(i)] == ")" && name !~ /hash/ ? block(i) : partner(i)
        if (t[i] != "(") continue
        name = t[before(i)]
        i = partner(i)
    }
    choose()
    emit()
}

function tokenise(    rest, kind) {
    for (rest = text; rest != ""; rest = substr(rest, RLENGTH + 1)) {
        if (match(rest, /^([ \t\n]+|\/\/[^\n]*|\/\*([^*]|\*+[^*\/])*\*+\/)/)) kind = "w"
        else if (match(rest, /^#([^\n\\]|\\.|\\\n)*/)) kind = "p"
        else if (match(rest, /^"([^"\\]|\\.)*"/) || match(rest, /^'([^'\\]|\\.)*'/)) kind = "s"
        else if (match(rest, /^[0-9][0-9a-zA-Z.]*/)) kind = "d"
        else if (match(rest, /^[A-Za-z_][A-Za-z_0-9]*/)) kind = "n"
        else {
            match(rest, /^(<<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||==|!=|<=|>=|<<|>>|[-+*\/%&|^]=|.)/)
            kind = "o"
        }
        token(kind, substr(rest, 1, RLENGTH))
    }
}

# The next token behind i that is neither blank nor a directive.
function step(i) { do i++; while (i <= tokens && k[i] ~ /[wp]/); return i }

# The token that ends the expression at i: `;`, or one of `ends` outside of all brackets.
function end_of(i, ends,    j) {
    for (j = i; j <= tokens && t[j] != ";" && (k[j] != "o" || !index(ends, t[j])); j++) if (t[j] ~ /^[(\[{]$/ && k[j] == "o") j = partner(j)
    return j
}

# The functions below take a token's number and return that of the last token of what stands there.
function block(i,    last_one) {
    last_one = partner(i)
    for (i = step(i); i < last_one; i = step(statement(i)));
    return last_one
}

function statement(i,    j, close_at) {
    if (t[i] == "{") return block(i)
    if (t[i] == ";") return i
    if (t[i] ~ /^(if|while|switch|for)$/) {
        j = step(i)
        close_at = partner(j)
        if (t[i] == "for") header(step(j), close_at)
        else region(step(j), before(close_at), t[i])
        j = statement(step(close_at))
        if (t[i] == "if" && t[step(j)] == "else") j = statement(step(step(j)))
        return j
    }
    if (t[i] == "do") {
        j = step(step(statement(step(i))))
        region(step(j), before(partner(j)), "do")
        return step(partner(j))
    }
    if (t[i] == "case" || t[i] == "default" || k[i] == "n" && t[step(i)] == ":") return statement(step(end_of(i, ":")))
    j = t[i] ~ /^[A-Z_0-9]+$/ ? step(t[step(i)] == "(" ? partner(step(i)) : i) : 0
    if (j && (k[j] == "n" || t[j] == "{")) return statement(j) # a macro that is a loop's header
    j = end_of(i, "")
    if (t[i] == "return") {
        if (t[step(i)] != ";") region(step(i), before(j), "return")
    } else if (is_type(i) || k[i] == "n" && k[step(i)] == "n") declaration(i, j)
    else if (t[i] ~ /^(break|continue)$/) dropped(i, j)
    else if (t[i] !~ /^(static_assert|assert|goto)$/ && !(t[i] == "(" && t[step(i)] == "void")) {
        dropped(i, j)
        region(i, before(j), "expression")
    }
    return j
}

# Of `for`: what is in front of the first `;`, and the condition. Another step would mostly never end.
function header(i, close_at,    j) {
    j = end_of(i, "")
    if (is_type(i)) declaration(i, j)
    else if (t[i] != ";") region(i, before(j), "expression")
    i = step(j)
    if (t[i] != ";") region(i, before(end_of(i, "")), "while")
}

function is_type(i) {
    if (k[i] != "n") return 0
    return t[i] ~ /^(const|static|unsigned|signed|int|bool|char|short|long|double|float|void|struct|enum|union|FILE|va_list)$/ ||
        t[i] ~ /_t$/ && (k[next_of(i)] == "n" || t[next_of(i)] ~ /^[*)]$/ || t[next_of(i)] == "(" && t[next_of(next_of(i))] == "*")
}

function declaration(i, stop,    j) {
    if (t[i] == "static") return
    for (; i < stop; i = step(i)) {
        if (t[i] ~ /^[(\[{]$/ && k[i] == "o") { i = partner(i); continue }
        if (t[i] != "=") continue
        j = end_of(step(i), ",")
        initialiser(step(i), before(j))
        i = j
    }
}

# An expression, or a list of them in braces, with or without designators.
function initialiser(i, stop,    j) {
    if (t[i] != "{") { region(i, stop, "expression"); return }
    for (i = step(i); i < stop; i = step(j)) {
        j = end_of(i, ",}")
        if (t[i] ~ /^[.\[]$/) i = step(end_of(i, "="))
        initialiser(i, before(j))
        if (t[j] == "}") return
    }
}

function dropped(from, to) {
    region_of(from, to)
    drops[regions] = 1
    candidate(from, to, "", "left out")
}

function region_of(from, to) {
    regions++
    first[regions] = from
    last[regions] = to
}

# The expression of tokens from..to, whose mutants are collected.
function region(from, to, form,    i) {
    for (i = from; i <= to; i++) if (k[i] == "p") return
    region_of(from, to)
    if (form == "if") {
        candidate(from, to, "1", "the condition always holds")
        candidate(from, to, "0", "the condition never holds")
    }
    if (form == "while" && !(from == to && k[from] == "d")) candidate(from, to, "0", "the loop is never entered")
    inside(from, to)
}

function inside(from, to,    i, j, prior, binary, of_type) {
    for (i = from; i <= to; i++) {
        if (k[i] == "w" || k[i] == "s") continue
        prior = before(i)
        if (t[i] == "(" && is_type(next_of(i))) { of_type[partner(i)]; i = partner(i); continue }
        if (t[i] == "sizeof") {
            i = next_of(i)
            if (t[i] == "(") i = partner(i)
            continue
        }
        binary = prior >= from && !(prior in of_type) && (k[prior] ~ /[nds]/ || t[prior] ~ /^([])}]|[+][+]|--)$/)
        if (k[i] == "o") {
            if (t[i] == "++" || t[i] == "--" || binary && (t[i] in swap)) candidate(i, i, swap[t[i]], "")
            else if (!binary && t[i] ~ /^[!~-]$/) candidate(i, i, " ", "")
        } else if (k[i] == "d" && t[i] !~ /^[^xX]*[.eE]/ || t[i] ~ /^UINT[0-9]+_C$/) {
            j = k[i] == "d" ? i : partner(i + 1)
            candidate(i, j, "(" slice(i, j) " + 1)", "")
            if (slice(i, j) !~ /^[^1-9]*$/) candidate(i, j, "(" slice(i, j) " - 1)", "")
            i = j
        } else if (t[i] == "true" || t[i] == "false") candidate(i, i, t[i] == "true" ? "false" : "true", "")
    }
}

BEGIN {
    n = split("&& || || && == != != == < <= <= < > >= >= > + - - + * / / * % / & | | & ^ & << >> >> << += -= -= += |= &= &= |= ^= |= <<= >>= >>= <<= ++ -- -- ++", pair, " ")
    for (i = 1; i < n; i += 2) swap[pair[i]] = pair[i + 1]
}

# The region's text with candidate c in it; as it stands, with all its lines, for only=K.
function changed(c, r,    words, blanks) {
    if (only == "") return slice(first[r], begins[c] - 1) becomes[c] slice(ends[c] + 1, last[r])
    words = whole(begins[c], ends[c])
    gsub(/[^\n]/, "", words)
    return whole(first[r], begins[c] - 1) becomes[c] words whole(ends[c] + 1, last[r])
}

function is_made(c, r) {
    return of[c] == r && c in chosen && !index(without, " " chosen[c] " ") && (only == "" || chosen[c] == only)
}

# Another line of what is printed, on which mutant K stands.
function marked(number) {
    if (lines != "") print number, printed + 1 > lines
    return "\n"
}

function emit(    i, c, r, starts, words, tail, count_in) {
    for (c = 1; c <= candidates; c++) if (c in chosen) where[of[c]] = where[of[c]] " " c
    for (r = 1; r <= regions; r++) if (r in where) starts[first[r], r in drops] = r
    printed = 1
    if (only == "") {
        say("extern char *getenv(const char *);\nextern int atoi(const char *);\nstatic int mutant;\n" \
            "__attribute__((constructor)) static void select_mutant(void)\n{\n" \
            "    const char *number = getenv(\"MUTANT\");\n    mutant = number ? atoi(number) : 0;\n}\n")
    }
    for (i = 1; i <= tokens; i++) {
        if ((i, 1) in starts) i = dropping(i, starts[i, 1], starts)
        else if ((i, 0) in starts) i = expression(starts[i, 0])
        else say(t[i])
    }
}

function say(words) {
    printf "%s", words
    printed += gsub(/\n/, "\n", words)
}

# A statement that a mutant leaves out; its expression may have mutants, too.
function dropping(i, r, starts,    c, made) {
    c = where[r] + 0
    made = is_made(c, r)
    if (made && only != "") {
        say(";" changed(c, r))
        return last[r]
    }
    if (made) say(marked(chosen[c]) "{ if (mutant != " chosen[c] ") ")
    for (; i <= last[r]; i++) {
        if ((i, 0) in starts) i = expression(starts[i, 0])
        else say(t[i])
    }
    if (made) say(" }")
    return last[r]
}

function expression(r,    n, i, c, part, tail) {
    n = split(where[r], part, " ")
    for (i = 1; i <= n; i++) {
        c = part[i]
        if (!is_made(c, r)) continue
        if (only != "") {
            say(changed(c, r))
            return last[r]
        }
        say(marked(chosen[c]) "(mutant == " chosen[c] " ? (" changed(c, r) ") : ")
        tail = tail ")"
    }
    if (tail != "") say("\n(" whole(first[r], last[r]) ")" tail)
    else say(whole(first[r], last[r]))
    return last[r]
}

# Whether a mutant can change anything in one step, or in some cycles:
#   awk -v mutant=K -v invariants=0|1 -v cycles=N -v early=0|1 -f step.awk FILE.aag > pair.blif
#
# Reads a block with all its mutants (ASCII AIGER with symbols; the inputs `mutant[i]` select which acts) and runs it from the same
# state, with the same inputs, with mutant K and without: one run in which it acts in every cycle, one in which it acts in all but
# the first. In no cycle may an output tell them apart, nor from a third run without the mutant, and behind the last cycle those
# registers must be the same that something goes out of (of the cycle of the first reset, before which nothing is known, only what
# becomes of it counts: `started_once` of the rules is 0 then). So it can be left out of the first cycle, then of the second, and so
# on: whatever the block's state, nobody tells the two apart, ever. What is different for a while, unseen, may be so until the last
# cycle. Of the run without the mutant holds what the block's rules assume, and with invariants=1 what they assert. A property that a
# clocked block asserts reaches the file a cycle late, from registers of its own: what these become is asked, too.
#
# early=1: it acts in the first cycle, or not at all. So it can be left out of the last cycle in which it acts, and of that before; as
# it acted before then, neither rules nor invariants are known of the state. This tells of what a mutant leaves behind as long
# as it acts, but not when it stops.
#
# Writes `same` when the gates already are, or a circuit for ABC whose output `differs` can never be 1 if the two are equal.
NR == 1 { split("V I L O A B C", letter, " "); for (i in letter) n[letter[i]] = $(i + 1) + 0; next }
at < n["I"] { input[++at] = $1; next }
at < n["I"] + n["L"] { at++; latch[++latches] = $1; becomes[$1 / 2] = $2; next }
at < n["I"] + n["L"] + n["O"] { at++; output[++outputs] = $1; next }
at < n["I"] + n["L"] + n["O"] + n["B"] { at++; bad[++bads] = $1; next }
at < n["I"] + n["L"] + n["O"] + n["B"] + n["C"] { at++; rule[++rules] = $1; next }
gates < n["A"] { gate[++gates] = $1 / 2; left[$1 / 2] = $2; right[$1 / 2] = $3; next }
/^c/ { exit }
/^i[0-9]+ mutant(\[[0-9]+\])?$/ {
    i = substr($1, 2) + 1
    match($2, /[0-9]+/)
    bit[input[i] / 2] = RSTART ? int(mutant / 2 ^ substr($2, RSTART, RLENGTH)) % 2 : mutant % 2
    found = 1
}
/^o[0-9]+ inner\./ { to_instance[substr($1, 2) + 1] }
/^l[0-9]+ / && / inner\.started_once( |$)/ { settled = latch[substr($1, 2) + 1] }
END {
    if (!found) { print "no input `mutant`" > "/dev/stderr"; exit 2 }
    for (i = 1; i <= outputs; i++) reach(output[i], needed)

    nodes = 0 # 0 and 1 are the constants
    for (i = 1; i <= latches; i++) sound_state[i] = mutated_state[i] = 2 * ++nodes
    for (cycle = 0; cycle < cycles; cycle++)
        for (i = 1; i <= n["I"]; i++) if (!(input[i] / 2 in bit)) given[cycle, i] = 2 * ++nodes
    free = nodes
    differs = 0
    legal = 1
    for (cycle = 0; cycle < cycles; cycle++) {
        run(sound, sound_state, 0)
        run(mutated, mutated_state, !early || !cycle)
        compare(mutated)
        if (!early && cycle) {
            run(later, later_state, 1)
            compare(later)
        }
        for (i = 1; i <= rules && !early; i++) legal = and(legal, of(sound, rule[i]))
        for (i = 1; i <= bads && invariants; i++) legal = and(legal, and(not(of(sound, bad[i])), not(next_of(bad[i]))))
        advance(sound, sound_state)
        advance(mutated, mutated_state)
        if (early || !cycle) for (i = 1; i <= latches; i++) later_state[i] = sound_state[i]
        else advance(later, later_state)
    }
    for (i = 1; i <= latches; i++) if (latch[i] / 2 in needed) differs = or(differs, xor(mutated_state[i], later_state[i]))
    differs = and(differs, legal)
    if (differs == 0) { print "same"; exit }
    write()
}

# All gates of a cycle, from that state; the mutant acts or not
function run(value, state, acts,    i, g) {
    value[0] = 0
    for (i = 1; i <= n["I"]; i++) value[input[i] / 2] = input[i] / 2 in bit ? acts && bit[input[i] / 2] : given[cycle, i]
    for (i = 1; i <= latches; i++) value[latch[i] / 2] = state[i]
    for (i = 1; i <= gates; i++) {
        g = gate[i]
        value[g] = and(of(value, left[g]), of(value, right[g]))
    }
}
function advance(value, state,    i) { for (i = 1; i <= latches; i++) state[i] = of(value, becomes[latch[i] / 2]) }
function compare(value,    i, counts) {
    for (i = 1; i <= outputs; i++) {
        counts = settled && !(i in to_instance) ? of(sound, settled) : 1
        differs = or(differs, and(counts, xor(of(sound, output[i]), of(value, output[i]))))
    }
}

function of(map, literal) { return literal % 2 ? not(map[(literal - 1) / 2]) : map[literal / 2] }
function not(a) { return a % 2 ? a - 1 : a + 1 }
function or(a, b) { return not(and(not(a), not(b))) }
function xor(a, b) { return a == b ? 0 : or(and(a, not(b)), and(not(a), b)) }
function and(a, b,    c) {
    if (a > b) { c = a; a = b; b = c }
    if (a == 0 || a == not(b)) return 0
    if (a == 1 || a == b) return b
    if (!((a, b) in made)) {
        made[a, b] = 2 * ++nodes
        first[nodes] = a
        second[nodes] = b
    }
    return made[a, b]
}

# reach(LITERAL, SEEN): all that it comes from, in this cycle and those before
function reach(literal, seen,    stack, top, v) {
    stack[top = 1] = int(literal / 2)
    while (top) {
        v = stack[top--]
        if (v in seen) continue
        seen[v]
        if (v in left) { stack[++top] = int(left[v] / 2); stack[++top] = int(right[v] / 2) }
        else if (v in becomes) stack[++top] = int(becomes[v] / 2)
    }
}

# What an assertion forbids in registers, a step later; if it is in anything else, nothing
function next_of(literal,    v, a) {
    v = int(literal / 2)
    if (v in becomes) a = becomes_of(2 * v)
    else if (v in left && int(left[v] / 2) in becomes && int(right[v] / 2) in becomes) a = and(becomes_of(left[v]), becomes_of(right[v]))
    else return 0
    return literal % 2 ? not(a) : a
}
function becomes_of(literal,    a) {
    a = of(sound, becomes[int(literal / 2)])
    return literal % 2 ? not(a) : a
}

# The gates that it is made of, as BLIF
function write(    stack, top, v, i, used, a, b) {
    stack[top = 1] = int(differs / 2)
    while (top) {
        v = stack[top--]
        if (v in used) continue
        used[v]
        if (v in first) { stack[++top] = int(first[v] / 2); stack[++top] = int(second[v] / 2) }
    }
    print ".model pair"
    for (i = 1; i <= free; i++) if (i in used) print ".inputs n" i
    print ".outputs differs"
    for (i = free + 1; i <= nodes; i++) if (i in used) {
        a = first[i]; b = second[i]
        print ".names n" int(a / 2) " n" int(b / 2) " n" i "\n" 1 - a % 2 1 - b % 2 " 1"
    }
    print ".names n" int(differs / 2) " differs\n" 1 - differs % 2 " 1\n.end"
}

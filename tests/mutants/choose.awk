# What source.awk and model.awk have in common: a text as tokens, the places where it can be changed, which of them the seed
# chooses.
#
# Tokens: kind k[i] (n name, d number, o operator, s string, w blanks and comments, p directive), text t[i], line at[i].

# The next token behind i, or the one in front of it, that is no blank.
function next_of(i) { do i++; while (i <= tokens && k[i] == "w"); return i }
function before(i) { do i--; while (i > 0 && k[i] == "w"); return i }

# The partner of the bracket at i.
function partner(i,    depth) {
    for (; i <= tokens; i++) {
        if (k[i] != "o") continue
        if (t[i] ~ /^[(\[{]$/) depth++
        if (t[i] ~ /^[)\]}]$/ && !--depth) return i
    }
    return tokens
}

function token(kind, words) {
    k[++tokens] = kind
    t[tokens] = words
    at[tokens] = line
    line += gsub(/\n/, "\n", words)
}

# The tokens from..to, blanks as one; `whole` as they stand.
function slice(from, to,    i, words) {
    for (i = from; i <= to; i++) words = words (k[i] == "w" ? " " : t[i])
    return words
}

function whole(from, to,    i, words) {
    for (i = from; i <= to; i++) words = words t[i]
    return words
}

# A mutant of the last region: the tokens from..to become `words`.
function candidate(from, to, words, what) {
    candidates++
    of[candidates] = regions
    begins[candidates] = from
    ends[candidates] = to
    becomes[candidates] = words
    says[candidates] = slice(from, to) " -> " (what != "" ? "(" what ")" : words)
}

# `count` of the candidates by the seed; chosen[i] is the number of candidate i.
function choose(    i, j, order, swapped, chosen_count) {
    for (i = 1; i <= candidates; i++) order[i] = i
    for (i = candidates; i > 1; i--) {
        j = 1 + int(rand() * i)
        swapped = order[i]
        order[i] = order[j]
        order[j] = swapped
    }
    for (i = 1; i <= candidates && i <= count; i++) picked[order[i]]
    for (i = 1; i <= candidates; i++)
        if (i in picked) {
            chosen[i] = ++chosen_count
            if (list != "") print chosen_count, at[begins[i]], says[i], "in", slice(first[of[i]], last[of[i]]) > list
        }
}

#!/bin/bash
# The texts of all planted faults stand: each is exactly once in its file, so that a change of RTL or C that leaves its
# faults behind is told in seconds, and not when they are tried. Last line: N passed, N failed. Exit status: 1 when any failed.
#
#   stand.sh [LIST...]     none: every list of this folder and of tests/assertions
cd "$(dirname "$0")/../.." || exit 2
[ $# -gt 0 ] || set -- tests/faults/*.txt tests/assertions/*.txt
awk '
    # As `read -r key value` of the scripts that plant them has it: without the blanks around it
    function value(line) {
        line = $0
        sub(/^[a-z]+[ \t]+/, "", line)
        sub(/[ \t]+$/, "", line)
        return line
    }
    function text_of(file, line, text) {
        if (file in texts) return texts[file]
        while ((getline line <file) > 0) text = text line "\n"
        close(file)
        return texts[file] = text
    }
    $1 == "block" || $1 == "file" { name = value(); file = name ~ /\// ? name : "rtl/" name ".v" }
    $1 == "fault" { fault = value() }
    $1 == "old" {
        old = value()
        text = text_of(file)
        at = index(text, old)
        if (at && !index(substr(text, at + length(old)), old)) { passed++; next }
        failed++
        print FILENAME ": " fault ": " (at ? "more than once" : "not") " in " file ": " old
    }
    END { printf "%d passed, %d failed\n", passed, failed; exit failed > 0 || !passed }' "$@"

# For the scripts of this folder, which source it: check, refuses, report. $memloom is the program,
# $work a scratch folder.
memloom=$(realpath "${MEMLOOM:-build/memloom}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

check() { # NAME COMMAND...: the command must succeed
    local name=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $name"
        sed 's/^/    /' "$work/said" | head -n 20
    fi
}

refuses() { # PATTERN COMMAND...: memloom ends with status 2, says the pattern in one line on
    # standard error and nothing on standard output. Beside that line only its indented details.
    local pattern=$1
    shift
    "$memloom" "$@" >"$work/out" 2>"$work/err" </dev/null
    local status=$?
    cat "$work/err"
    [ "$status" = 2 ] && grep -Eq -- "$pattern" "$work/err" && [ ! -s "$work/out" ] &&
        [ "$(grep -Evc -- '^  ' "$work/err")" = 1 ]
}

report() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}

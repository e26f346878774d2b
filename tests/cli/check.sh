# For the scripts of this folder, which source it: check, refuses, report; kernel_header, same_rows. $memloom is the
# program, $work a scratch folder.
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

# What stands before the blocks of a kernel's trace of Accel-Sim.
kernel_header() { # NAME GRID BLOCK SHMEM VERSION LINEINFO [LINE]...
    printf -- '-kernel name = %s\n-kernel id = 1\n-grid dim = (%s)\n-block dim = (%s)\n-shmem = %s\n' "${@:1:4}"
    printf -- '-nregs = 16\n-binary version = 80\n-cuda stream id = 0\n-shmem base_addr = 0x00007f5000000000\n'
    printf -- '-local mem base_addr = 0x00007f5100000000\n-nvbit version = 1.5.5\n'
    printf -- '-accelsim tracer version = %s\n-enable lineinfo = %s\n' "$5" "$6"
    shift 6
    [ $# = 0 ] || printf '%s\n' "$@"
    printf '\n#traces format = whatever\n\n'
}

same_rows() { # FILE FILE ROWS: so many with NAME VALUE in both; the text rounds ratios to four digits, the JSON file does not
    paste -d ' ' "$1" "$2" |
        awk -v rows="$3" '{ print } $1 != $3 || ($2 - $4) ^ 2 > 0.00006 ^ 2 { wrong = 1 } END { exit wrong || NR != rows }'
}

#!/bin/bash
# What people type: options behind the workload and between its parameters, and paths of any name,
# for every command that takes them.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

tiny="--preset tiny --cores 1 --set partitions=1 --set l1_sets=2 --set llc_sets=2"
odd="$work/it's a \"\$HOME\" \`x\` & chip; *"
mkdir "$odd"

# Options anywhere. A trace taken with the options in front says what is right.
# shellcheck disable=SC2086
{
"$memloom" sim $tiny --seed 3 --json "$work/front" bfs rmat=4 group=5 >"$work/said"
check "sim: options behind and between" \
    "$memloom" sim bfs --seed 3 $tiny rmat=4 --json "$work/behind" group=5
check "mean the same as in front" cmp "$work/front" "$work/behind"
check "trace record: options behind" "$memloom" trace record bfs rmat=4 --seed 3 -o "$work/trace" group=5
check "vectors: options behind" \
    "$memloom" vectors gemm m=4 -o "$work/vectors" $tiny --cycles 20 --instance core_0.mshr
check "wrote what was chosen" [ "$(ls "$work/vectors" | tr '\n' ' ')" = "core_0.mshr.v core_0.mshr.vectors " ]
check "help behind a workload" bash -c '"$0" sim gemm --help | grep -q "^Usage: memloom sim"' "$memloom"
for command in sim lockstep "vectors -o $work/none" "trace record -o $work/none"; do
    check "$command: an unknown option behind is refused" \
        refuses "^memloom: .*: there is no option '--jsn'; (did you mean '--json'|.memloom trace --help. lists)" $command gemm --jsn "$work/none"
    check "$command: an option that lacks its value" refuses "'--seed' lacks its value" $command gemm --seed
    check "$command: a word that is no parameter" refuses "'m' .*(NAME=VALUE|name=value)" $command gemm m --seed 1
done
check "refusals leave nothing behind" [ ! -e "$work/none" ]
check "the beginning of two options" refuses "'--no' may be --no-data or --no-skip;" sim --no gemm
check "the beginning of one is short for it" "$memloom" sim $tiny --js "$work/short" stream n=10
check "a value that an option does not take" refuses "'--no-data=1': the option takes no value" sim --no-data=1 gemm
check "a letter that is no option" refuses "there is no option '-x'; " sim --no-data -xy gemm
check "traffic: the argument meant" refuses "'patern': there is no such argument; did you mean 'pattern'" traffic patern=uniform
}

# A standard output that takes nothing: long and short ones, where a command ends by itself and where
# its help does.
lost() { # ARGUMENT...: status 2, one line
    "$memloom" "$@" >/dev/full 2>"$work/err"
    [ $? = 2 ] && [ "$(grep -c "^memloom: cannot write standard output; is a disk full?$" "$work/err")" = 1 ]
}
for command in --help --version "sim --help" "sim --statistics" "config show" "sim $tiny gemm m=4 n=4 k=4" \
    "traffic cycles=100 warmup=0"; do
    # shellcheck disable=SC2086
    check "$command on a full disk" lost $command
done

# Paths of any name.
# shellcheck disable=SC2086
{
check "config show and -c" bash -c \
    '"$0" config show --preset tiny --cores 1 --set partitions=1 >"$1/conf" && "$0" config show -c "$1/conf" | cmp - "$1/conf"' \
    "$memloom" "$odd"
cp -r rtl "$odd/rtl"
check "gen" "$memloom" gen -c "$odd/conf" --rtl-dir "$odd/rtl" -o "$odd/out/chip"
check "generates what it does elsewhere" bash -c \
    '"$0" gen --preset tiny --cores 1 --set partitions=1 -o "$1/chip" && diff -r "$1/chip" "$2/out/chip"' "$memloom" "$work" "$odd"
check "trace record" "$memloom" trace record -o "$odd/trace" stream n=100
check "trace info" "$memloom" trace info "$odd/trace"
check "sim" "$memloom" sim $tiny --set shared_l1=on --trace "$odd/trace" --json "$odd/json" \
    --reuse "$odd/reuse.svg" --timeline "$odd/timeline.svg"
check "writes its three files" [ -s "$odd/json" -a -s "$odd/reuse.svg" -a -s "$odd/timeline.svg" ]
check "vectors" "$memloom" vectors $tiny --cycles 20 -o "$odd/vectors" --trace "$odd/trace"
check "traffic" "$memloom" traffic $tiny cycles=100 --json "$odd/traffic"
check "bypass needs an H-Xbar" refuses "^memloom: bypass=on: needs topology=hxbar" traffic $tiny bypass=on
check "bypass is on or off" refuses "^memloom: bypass=1: must be off or on" traffic $tiny bypass=1
printf '3\n0 1\n1 1\n2 1\n0\n3\n1 1\n2 1\n0 1\n' >"$odd/graph"
check "a graph" "$memloom" sim $tiny bfs file="$odd/graph"
}

# The tools of lockstep: a real chip, then one whose build fails.
lockstep() {
    # shellcheck disable=SC2086
    nice "$memloom" lockstep --optimise 1 $tiny --rtl-dir "$odd/rtl" --work "$odd/chips" --report "$odd/report" "$@"
}
check "lockstep builds and runs there" lockstep --trace "$odd/trace" --json "$odd/lockstep"
check "leaves the library, its lock, the run-time library and no copy of the RTL" \
    bash -c 'cd "$1" && lock=$(echo *.lock) chip=${lock%.lock} && [ "$(echo *)" = "$chip $lock runtime" ] &&
        [ -f "$chip/chip.so" ]' - "$odd/chips"
check "and takes it again" bash -c 'grep -q "(unchanged)" <<<"$1"' - "$(lockstep stream n=10 2>&1)"
mkdir "$work/bin"
printf '#!/bin/bash\n[ "$1" = --version ] && exec %s --version\necho no room; exit 7\n' "$(command -v verilator)" >"$work/bin/verilator"
chmod +x "$work/bin/verilator"
PATH=$work/bin:$PATH
fails() {
    lockstep --cores 2 stream n=10 >"$work/out" 2>"$work/err"
    [ $? = 2 ] && grep -q '^no room$' "$work/err" && grep -qF "verilator failed (status 7); the log is $odd/chips" "$work/err"
}
check "a tool that fails: its status, its last words and its log" fails
(cd "$work" && "$memloom" lockstep --preset tiny --work "w'; touch PWNED; echo '" stream n=10) >"$work/out" 2>&1
check "no part of a path is run" [ ! -e "$work/PWNED" ]
report

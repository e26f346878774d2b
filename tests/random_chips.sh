#!/bin/bash
# The Verilog of random chips, which tests/oracle/trace_oracle draws by their seeds and runs on the model: each is
# clean in Verilator, with its assertions, and in Icarus; every LOCKSTEPth one passes Yosys' check and runs random loads,
# stores and atomics in lockstep, all ports compared: to the end, with a reset in mid-flight, and with policies that change
# at random cycles where it has any.
#   tests/random_chips.sh [FIRST [COUNT]]; LOCKSTEP=7, 0: none; chips that do as they must leave nothing in build/random_chips
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/cli/check.sh"
list=$(realpath build/tests/oracle/trace_oracle)
first=${1:-1} count=${2:-40} lockstep=${LOCKSTEP:-7}
folder=$(realpath -m build/random_chips)
echo "seeds $first to $((first + count - 1))"

is_silent() { # COMMAND...: succeeds and says nothing
    local said
    if ! said=$("$@" 2>&1) || [ -n "$said" ]; then
        echo "$said"
        return 1
    fi
}

lint_verilator() {
    is_silent timeout 600 verilator --lint-only -Wall --top-module gpu_mem -f gpu_mem_sim.f
}

lint_icarus() {
    is_silent timeout 600 iverilog -g2005 -Wall -tnull -s gpu_mem -c gpu_mem.f
}

check_yosys() { # of a ram_1r1w its ports: most of a minute for what lint looks at
    timeout 600 yosys -q -p "read_verilog $(tr '\n' ' ' <gpu_mem.f)
        hierarchy -check -top gpu_mem; blackbox *ram_1r1w*; proc; opt_clean; check -assert"
}

# With shared L1s there are no atomics, with two programs two workloads; a block has four warps. The chip is built by the
# first of a seed's runs.
run_lockstep() { # SEED OPTION...
    local seed=$1 load=(order blocks=12 steps=12 lines=6) more=()
    shift
    [[ " $* " != *" shared_l1=on "* ]] || load+=(atomics=0)
    [[ ! " $* " =~ " warps="[123]" " ]] || set -- "$@" --set warps=4
    [[ " $* " != *" programs=2 "* ]] || more=(+ "${load[@]}")
    timeout 1800 "$memloom" lockstep --ports --optimise 1 --seed "$seed" --work "$folder/work" \
        --report "$folder/$seed.report" "$@" "${load[@]}" "${more[@]}"
}

for ((seed = first; seed < first + count; seed++)); do
    read -ra options < <("$list" list "$seed" 1)
    failures=$failed out=$folder/$seed
    rm -rf "$out"
    if [[ " ${options[*]} " == *" ccn=ideal "* ]]; then # for the model alone
        check "seed $seed: refused" refuses 'ccn = ideal' gen "${options[@]}" -o "$out"
        continue
    fi
    check "seed $seed: generated" "$memloom" gen "${options[@]}" -o "$out"
    cd "$out" || exit
    check "seed $seed: Verilator -Wall with assertions" lint_verilator
    check "seed $seed: Icarus -Wall" lint_icarus
    if ((lockstep && seed % lockstep == 0)); then
        check "seed $seed: Yosys check -assert" check_yosys
        check "seed $seed: lockstep" run_lockstep "$seed" "${options[@]}"
        check "seed $seed: lockstep, reset in mid-flight" run_lockstep "$seed" --reset-after $((500 + seed % 1000)) "${options[@]}"
        if [[ " ${options[*]} " =~ " "(shared_l1=on|llc_mode=[ap]) ]]; then
            check "seed $seed: lockstep, changing policies" run_lockstep "$seed" --change-policy "$seed" "${options[@]}"
        fi
        rm -rf "$folder/work"
    fi
    cd "$OLDPWD" || exit
    if [ "$failed" = "$failures" ]; then
        rm -rf "$out"
    else
        echo "    memloom gen ${options[*]}"
    fi
done
report

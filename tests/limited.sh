# For scripts that prove, which source it.

# limited SECONDS TIMES COMMAND...: so many seconds of the processor, whoever else uses it, or TIMES as many of the clock
limited() { (ulimit -t $((${1%.*} + 1)) && exec timeout "$(awk -v limit="$1" -v times="$2" 'BEGIN { print times * limit }')" "${@:3}"); }

# ABC, of whose time the system's clock takes a third. The path is relative, as names may have spaces: from the project's folder.
# shellcheck disable=SC2034 # used by who sources this
abc=(env LD_PRELOAD=build/tests/abc_clock.so yosys-abc -c)

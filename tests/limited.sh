# For scripts that prove, which source it.

# limited SECONDS TIMES COMMAND...: so many seconds of the processor, whoever else uses it, or TIMES as many of the clock
limited() { (ulimit -t $((${1%.*} + 1)) && exec timeout "$(awk -v limit="$1" -v times="$2" 'BEGIN { print times * limit }')" "${@:3}"); }

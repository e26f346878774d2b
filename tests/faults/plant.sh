# For the scripts of this folder, which source it.

# plant FILE OLD NEW: replaces the one occurrence; says why not otherwise
plant() {
  local text
  text=$(cat "$1"; echo .)
  [ "${text#*"$2"}" != "$text" ] || { echo "  not in $1: $2"; return 1; }
  [ "${text#*"$2"}" = "${text##*"$2"}" ] || { echo "  more than once in $1: $2"; return 1; }
  text="${text%%"$2"*}$3${text#*"$2"}"
  printf '%s' "${text%.}" > "$1"
}

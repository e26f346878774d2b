#!/bin/bash
# Prints the C files in cosim/model that the twin of BLOCK needs: its own, its parts, which begin with
# its name and have no header, and those of the headers they include, transitively. So the harness of
# one block builds while another's twin does not.
cd "$(dirname "$0")/../model" || exit 2

included_by() {
  cat "$1.c" "$1.h" 2>/dev/null | sed -n 's/^#include "\([a-z0-9_]*\)\.h".*/\1/p'
}

todo=$1 seen=" "
while [ -n "$todo" ]; do
  read -r name rest <<< "$todo"
  todo=$rest
  case $seen in *" $name "*) continue ;; esac
  seen+="$name "
  [ -e "$name.c" ] && echo "cosim/model/$name.c"
  todo=$(echo $todo $(included_by "$name"))
  for part in "$name"_*.c; do
    [ -e "$part" ] && [ ! -e "${part%.c}.h" ] && todo+=" ${part%.c}"
  done
done

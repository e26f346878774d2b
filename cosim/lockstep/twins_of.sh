#!/bin/bash
# Prints the C files in cosim/model that the twin of BLOCK needs: its own and those of the headers they include, transitively.
# So the harness of one block builds while the twin of another does not.
cd "$(dirname "$0")/../model" || exit 2
todo="$1" seen=""
while [ -n "$todo" ]; do
  set -- $todo
  name=$1
  shift
  todo="$*"
  case " $seen " in *" $name "*) continue ;; esac
  seen+=" $name"
  [ -e "$name.c" ] && echo "cosim/model/$name.c"
  todo+=" $(cat "$name.c" "$name.h" 2>/dev/null | sed -n 's/^#include "\([a-z0-9_]*\)\.h".*/\1/p' | tr '\n' ' ')"
  todo=$(echo $todo)
done

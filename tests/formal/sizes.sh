#!/bin/bash
# The parameter sets at which a block's properties are proved, one a line: tests/formal/sizes.sh BLOCK
sed -n 's/^\/\/ sizes: *//p' "$(dirname "$0")/$1.v" | tr ';' '\n' | sed 's/^ *//; s/ *$//'

#!/bin/bash
# Prints the parameter sets that the blocks of the presets' chips have, without and with shared L1s,
# as their manifests say: one line per block and set, BLOCK NAME=VALUE ...
#
#   preset_sets.sh            the presets are those of presets/; memloom must be built
set -euo pipefail
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for preset in presets/*.conf; do
  preset=$(basename "$preset" .conf)
  keys=$(build/memloom config show --preset "$preset")
  for sharing in "off --set l1_policy=private" on; do
    # an H-Xbar does not join cores with each other; one channel has no room for classes
    [ "$sharing" = on ] && grep -Eq '^(topology = hxbar|vcs = 1)$' <<< "$keys" && continue
    # shellcheck disable=SC2086
    build/memloom gen --preset "$preset" --set shared_l1=$sharing -o "$work/chip"
    awk -f "$here/preset_sets.awk" "$work/chip/manifest.json"
  done
done | sort -u

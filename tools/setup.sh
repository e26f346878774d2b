#!/bin/bash
# Installs the Debian packages that memloom builds and tests with, and those named as arguments, when any is missing; does
# nothing (and needs no rights) when all are there. As root, or through sudo. Exit status 2 with one line when that cannot
# be done.
set -u
packages="gcc g++ clang llvm make verilator yosys iverilog z3 jq python3 libzstd-dev liblzma-dev zlib1g-dev xz-utils zstd qflow-tech-osu018 opensta libclang-rt-14-dev $*"

missing=""
for package in $packages; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null; then
    as_root="sudo"
else
    echo "setup: missing packages:$missing; install them as root (apt-get install$missing)" >&2
    exit 2
fi

echo "setup: installing$missing"
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
if ! { $as_root apt-get -q update && $as_root apt-get -q install -y --no-install-recommends $missing; } \
    >"$log" 2>&1; then
    echo "setup: apt-get could not install$missing; its last words (all of them in $log):" >&2
    tail -n 5 "$log" >&2
    exit 2
fi
rm -f "$log"

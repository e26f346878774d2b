#!/bin/bash
# Both commands of the README in a bare Debian 12: a root made by debootstrap, with nothing added but make and
# certificates, gets this checkout without what was built in it, and runs them as root.
#
#   tests/bare_debian.sh [COMMAND...]                default: "make run" "make test"
# and shows that they left /dev/null as it was.
#
# Packages come from where apt of this machine takes those of Debian. Needs root and debootstrap.
# The root is build/bare, removed when all commands passed. Last line: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
[ $# -gt 0 ] || set -- "make run" "make test"
root=$PWD/build/bare
suite=bookworm

stop() {
    echo "bare_debian: $*" >&2
    exit 2
}
[ "$(id -u)" = 0 ] || stop "making a root of Debian and changing to it needs root"
command -v debootstrap >/dev/null || stop "debootstrap is not installed: apt-get install debootstrap"

sources() { # the lines of sources.list for the suite, its updates and its security
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v suite="$suite" '$2 ~ "^" suite { print "deb", $0 }' | sort -u
}
mirror=$(sources | awk -v suite="$suite" '$3 == suite { print $2; exit }')
[ -n "$mirror" ] || stop "apt of this machine has no archive of $suite"

make_root() {
    rm -rf "$root"
    mkdir -p "$root" && debootstrap --variant=minbase "$suite" "$root" "$mirror" &&
        sources >"$root/etc/apt/sources.list" &&
        apt-config dump | sed -n '/^Acquire::\(http\|Check\)/p' >"$root/etc/apt/apt.conf.d/99machine" &&
        cp /etc/resolv.conf /etc/hosts "$root/etc/" &&
        mkdir -p "$root/memloom" &&
        tar -c --exclude=./build --exclude=./.git . | tar -x -C "$root/memloom" &&
        inside "apt-get -q update && apt-get -q install -y --no-install-recommends make ca-certificates"
}

# In namespaces of its own, so that nothing stays mounted or running when it is stopped. The root is a
# mount, as that of a machine is: tests may mount in it. Its devices are its own, too.
inside() { # COMMAND: in the checkout of the root
    unshare --mount --pid --fork --kill-child bash -c 'mount --bind "$1" "$1" && mount -t proc proc "$1/proc" &&
        exec chroot "$1" env -i HOME=/root PATH="$PATH" LANG=C.UTF-8 bash -c "cd /memloom && $2"' bash "$root" "$1"
}

mkdir -p build
make_root >"$root.log" 2>&1 || stop "the root could not be made; all of it: $root.log"
passed=0 failed=0
# Root may write where a test had better not: Icarus, told to write to /dev/null, made it executable for
# all and writable for root alone.
for command in "$@" '[ "$(stat -c %a /dev/null)" = 666 ]'; do
    echo "== $command"
    if inside "$command" </dev/null; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
[ $failed != 0 ] || rm -rf "$root"
echo "$passed passed, $failed failed"
[ $failed = 0 ]

#!/bin/bash
# The table of peers on its smallest rows: figures that are met, that are not, and rows that do not exist.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

# The script beside rows of its own.
mkdir "$work/beside"
cp -r constraints "$work/beside"
ln -s "$PWD/rtl" "$work/beside/rtl"
cat >"$work/beside/constraints/peers.txt" <<END
any_time 99999 -   peer_arbiter N=4
late     99999 0.5 peer_arbiter N=4
large       99 9.9 peer_arbiter N=4
END

# compares FOLDER STATUS ROWS: the table in $work/table, what it complains about in $work/complaint
compares() {
    ROWS=$3 timeout 300 "$1/constraints/peers.sh" "$work/an \"odd\" place's peers" \
        >"$work/table" 2>"$work/complaint"
    [ $? = "$2" ] || { cat "$work/table" "$work/complaint"; return 1; }
}
row() { # PATTERN: a row of the table
    grep -Eq -- "$1" "$work/table"
}

# tied_are_there: the inputs that rows tie, in the blocks as they are. Prints those that are not.
tied_are_there() {
    awk '!/^#/ { for (i = 5; i <= NF; i++) if (split($i, tied, ":") == 2) print $4, tied[1] }' constraints/peers.txt |
        while read -r block port; do
            grep -Eq "^ +input .*[] ]$port( *//.*|,.*)?\$" "rtl/$block.v" || echo "$block has no input $port"
        done | diff /dev/null -
}
check "rows tie inputs that their blocks have" tied_are_there

check "an arbiter of 8 stays under its peers' figures" compares . 0 rr_arbiter_8
check "the row says what was measured and what it is compared with" \
    row '^rr_arbiter_8 +[0-9]{4} +2956 +[01]\.[0-9]{2} +1\.12 +[0-9]+\.[0-9]  peer_arbiter N=8$'
check "no other row is measured" [ "$(grep -c peer_arbiter "$work/table")" = 1 ]

check "figures that are not met end with an error" compares "$work/beside" 1 ""
check "too late is marked" row '^late \* '
check "too large is marked" row '^large \* '
check "what has no figure is not" row '^any_time +[0-9]+ '
check "the rows over a figure are counted" row '^2 over a figure'

check "a row that does not exist is an error" compares . 2 "rr_arbiter_8 rr_arbiter_9"
check "it is named" grep -qx 'rr_arbiter_9: no such row in peers.txt' "$work/complaint"
check "nothing is measured then" [ ! -s "$work/table" ]
report

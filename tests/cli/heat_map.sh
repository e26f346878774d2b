#!/bin/bash
# `memloom sim --heat-map`: the drawing, parsed, beside the statistics of the same run; what it does
# not overwrite.
# shellcheck source=tests/cli/check.sh
. "$(dirname "$0")/check.sh"

map=$work/map.svg

cat >"$work/parse.py" <<'PY'
import json, re, sys, xml.etree.ElementTree as tree
svg, stats, cores, title = sys.argv[1], json.load(open(sys.argv[2])), int(sys.argv[3]), sys.argv[4]
name = "{http://www.w3.org/2000/svg}"
root = tree.parse(svg).getroot()
text = " | ".join("".join(t.itertext()) for t in root.iter(name + "text"))
width, height = map(int, root.get("viewBox").split()[2:])
assert "href" not in open(svg).read() and "<script" not in open(svg).read()
assert root.find(name + "title").text == "Sharing of L1 misses: " + title, root.find(name + "title").text
assert title in text
for what in "core that missed", "core whose L1 held the line", "of its misses", "own L1":
    assert what in text, what
head = re.search(r"(\d+) cores, reuse coefficient ([\d.]+)%: of (\d+) load misses another L1 held the line of (\d+)", text)
assert int(head[1]) == cores and int(head[3]) == stats["l1.misses"]
assert abs(float(head[2]) - stats["l1.reuse_coefficient"]) <= 0.051
assert abs(stats["l1.reuse_coefficient"] - 100 * int(head[4]) / int(head[3])) < 1e-3
cells, missed, place = {}, {}, {}
for rect in root.iter(name + "rect"):
    said = rect.find(name + "title")
    if rect.get("x") is not None:
        x, y, w, h = (int(rect.get(k)) for k in ("x", "y", "width", "height"))
        assert x + w <= width and y + h <= height
    if said is None:
        continue
    core, holder, share, held, of = re.fullmatch(
        r"core (\d+) missed, core (\d+) held: ([\d.]+)%, (\d+) of (\d+)", said.text).groups()
    core, holder, held, of = int(core), int(holder), int(held), int(of)
    assert core != holder and core < cores and holder < cores and (core, holder) not in cells
    assert abs(float(share) - 100 * held / of) <= 0.0051 and missed.setdefault(core, of) == of
    cells[core, holder] = held / of
    place[core, holder] = (x, y)
    red = int(re.match(r"rgb\((\d+),", rect.get("fill"))[1])
    cells[core, holder, "red"] = red
shares = {k: v for k, v in cells.items() if len(k) == 2}
assert shares and sum(missed.values()) <= stats["l1.misses"]
most = max(shares.values())
for (core, holder), share in shares.items(): # white to the darkest, in proportion
    assert abs(cells[core, holder, "red"] - (255 - share / most * 247)) <= 1
for a in shares: # to the right and upwards, all of one size
    for b in shares:
        assert (place[a][0] < place[b][0]) == (a[0] < b[0]) and (place[a][1] > place[b][1]) == (a[1] < b[1])
total = sum(share * missed[core] for (core, _), share in shares.items())
assert total >= int(head[4]) - 0.5 # a miss counts for every core that held its line
assert sum(max(s for (c, _), s in shares.items() if c == core) * missed[core] for core in missed) <= int(head[4]) + 0.5
assert f"{100 * most:.2f}%" in text
PY

run() { # CORES OPTION...: a run with a heat map
    local cores=$1
    shift
    "$memloom" sim --cores "$cores" --set partitions=2 --json "$work/json" --heat-map "$map" "$@"
}

check "gemm draws a map" run 6 gemm m=128 n=128 k=64
check "of what it did" python3 "$work/parse.py" "$map" "$work/json" 6 "gemm m=128 n=128 k=64 on the default configuration"
check "stencil on a preset draws a map" run 16 --preset tiny --cores 16 --set ccn=basic stencil
check "of what it did there" python3 "$work/parse.py" "$map" "$work/json" 16 "stencil on tiny"
cp "$map" "$work/again.svg"
check "again, without data and in another order" run 16 --preset tiny --cores 16 --set ccn=basic --no-data --shuffle 3 stencil
check "the same bytes" cmp "$map" "$work/again.svg"
"$memloom" trace record mm n=48 -o "$work/a <b> & c" >/dev/null
check "a trace of any name draws a map" run 3 --trace "$work/a <b> & c"
check "with its name" python3 "$work/parse.py" "$map" "$work/json" 3 "$work/a <b> & c on the default configuration"
check "one core, nothing to share" run 1 gemm m=8 n=8 k=8
check "can be read" python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$map"
check "256 cores" run 256 --preset tiny --cores 256 vectoradd n=512

echo before >"$map"
check "a workload that is not there" refuses "there is no workload|did you mean|unknown" sim --heat-map "$map" nosuchthing
check "a parameter that is not" refuses "." sim --heat-map "$map" gemm m=0
check "a key that is not" refuses "no_key" sim --heat-map "$map" --set no_key=1 gemm
check "leave the file alone" [ "$(cat "$map")" = before ]
check "a folder that is not there" refuses "cannot write '$work/no/map.svg'" sim --heat-map "$work/no/map.svg" gemm
check "a folder" refuses "cannot write '$work': it is a folder" sim --heat-map "$work" gemm
check "nothing else is left behind" [ -z "$(find "$work" -name '*.tmp')" ]
report

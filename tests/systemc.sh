#!/bin/bash
# The SystemC component (docs/systemc.md): the platform equal to memloom sim on every kind of chip over the model, on some
# over RTL, where it also ends as lockstep does; sockets with random traffic, resets and every mistake, the same with both
# forms; the platform of the page compiles and runs. Installs libsystemc-dev. Last line: N passed, N failed.
# FORMS=model: nothing is verilated. PROGRAMS=folder: of other programs than build/systemc, with a short list of
# chips, for tests/faults/systemc.sh.
set -u
cd "$(dirname "$0")/.." || exit 2
forms=${FORMS:-model rtl}
programs=${PROGRAMS:-build/systemc}
# shellcheck source=tests/cli/check.sh
. tests/cli/check.sh
if [ -z "${PROGRAMS-}" ]; then
    tools/setup.sh libsystemc-dev || exit 2
    ${MAKE:-make} -s -j2 build/memloom build/systemc/platform build/systemc/socket_test build/systemc/refusal_test build/libmemloom-systemc.a \
        >"$work/build" 2>&1 || { tail -n 20 "$work/build"; exit 1; }
fi
# With a planted fault the first failure is enough, and nothing takes long that is right.
enough() {
    [ -z "${PROGRAMS-}" ] || [ "$failed" = 0 ] || { report; exit 1; }
}
patience=${PROGRAMS:+10}
platform=$programs/platform
sockets=$programs/socket_test
refusals=$programs/refusal_test

equal() { # ARGUMENTS of the platform: as memloom sim, and right
    timeout "${patience:-600}" "$platform" "$@" >"$work/platform" 2>&1
    local status=$?
    cat "$work/platform"
    [ "$status" = 0 ] && grep -q '; EQUAL: ' "$work/platform" && grep -q '^result: ' "$work/platform"
}
tiny="--preset tiny"
sharing="$tiny --set shared_l1=on --set dyneb_check=24 --set dyneb_warm=32 --set dyneb_sample=64 --set dyneb_execute=1024"
turning="$tiny --cores 4 --set partitions=4 --set topology=hxbar --set clusters=2 --set memory_controllers=2 --set vcs=1
    --set vc_depth=8 --set llc_mode=adaptive --set llc_epoch=700 --set llc_profile=100 --set llc_similar=100"
ccn="$tiny --cores 3 --set partitions=1 --set ccn=throttled --set ccn_sample=60 --set ccn_period=600 --set l1_protect=dlp
    --set dlp_sample=50"
chips() {
    cat <<END
$tiny stencil
$sharing --set l1_policy=shared stencil width=70 height=33
$(tr '\n' ' ' <<<"$turning") stencil width=70 height=33
$(tr '\n' ' ' <<<"$ccn") stencil width=70 height=33
END
    [ -n "${PROGRAMS-}" ] || cat <<END
$tiny bfs rmat=8
$tiny stream
$tiny histogram
$tiny order
$tiny --cycles 5000 stencil
$tiny --cores 1 --set partitions=1 transpose
$sharing --set l1_policy=shared gemm
$sharing --set l1_policy=dyneb bfs rmat=8
$sharing --cores 3 --set partitions=3 --set topology=butterfly --set fly_radix=3 --set l1_policy=dyneb stencil
$sharing --cores 3 --set remote_via=crossbar --set fly_radix=2 --set l1_policy=dyneb bfs rmat=7
$sharing --cores 2 --set remote_via=l2 --set vcs=3 --set l1_policy=dyneb squeeze
$(tr '\n' ' ' <<<"$turning") bfs rmat=7
$(tr '\n' ' ' <<<"${turning/=adaptive/=private}") histogram
$tiny --set l1_protect=dlp --set dlp_sample=50 --cores 2 kmeans
$(tr '\n' ' ' <<<"$ccn") stencil width=70 height=33
$tiny --cores 3 --set partitions=2 --set l1_write_hit=invalidate --set llc_sets=6 --set vcs=2 --seed 3 bfs rmat=7
--preset pact20 gemm m=96 n=96
--preset icpp18 kmeans
--preset taco16 bfs rmat=10
--preset isca19 --cores 8 --set partitions=8 --set clusters=4 --set memory_controllers=2 mm n=64
END
}
# shellcheck disable=SC2086
while read -r words; do
    check "model: $words" equal ${words}
    enough
done < <(chips)

as_lockstep() { # ARGUMENTS of lockstep: over RTL the platform ends in the same cycle
    build/memloom lockstep --optimise 1 "$@" >"$work/lockstep" 2>&1 || { cat "$work/lockstep"; return 1; }
    equal --backend rtl --optimise 1 "$@" &&
        grep -q " $(grep -Eo 'equal, [0-9]+' "$work/lockstep" | grep -Eo '[0-9]+') cycles" "$work/platform"
}
# shellcheck disable=SC2086
while read -r words; do
    [[ $forms != *rtl* ]] || check "RTL: $words" as_lockstep ${words}
done <<END
$tiny stream
$tiny bfs rmat=7
$sharing --set l1_policy=dyneb histogram
$(tr '\n' ' ' <<<"$turning") stencil width=70 height=33
$(tr '\n' ' ' <<<"$ccn") stencil width=70 height=33
END

# The comparison finds a line that comes a cycle late.
finds_late() {
    "$platform" --preset tiny --late 4 stencil >"$work/platform"
    [ $? = 1 ] && grep -q DIFFERENT "$work/platform"
}
check "a late line is found" finds_late

# Every change of END_REQ that a trace shows is in the file, under the names of the sockets.
traced() {
    "$platform" --preset tiny --sockets "$work/sockets" --cycles 3000 stencil >/dev/null || return 1
    local name
    for name in core_0 core_3 channel_0 channel_1; do
        awk -v scope="$name" '
            / module / && $3 == scope { inside = 1 }
            inside && / taken / { wire = $4 }
            /\$upscope/ { inside = 0 }
            wire && $0 == "1" wire { rises++ }
            END { exit rises < 20 }' "$work/sockets.vcd" || return 1
    done
}
check "a trace of the sockets" traced

same_with_both() { # CASE SEED
    timeout "${patience:-60}" "$sockets" model "$@" >"$work/model" 2>"$work/warned" || return 1
    [[ $forms == *rtl* ]] || return 0
    timeout 600 "$sockets" rtl "$@" >"$work/rtl" 2>"$work/warned_rtl" || return 1
    cat "$work/model"
    cmp "$work/model" "$work/rtl" && cmp "$work/warned" "$work/warned_rtl"
}
check "b_transport, flush, write-back, counters" same_with_both blocking
check "what b_transport brought" cmp "$work/model" tests/systemc_blocking.txt
check "a reset in the middle of a write" same_with_both reset-in-a-write
check "behind it the chip is asked and answers" cmp "$work/model" <(printf 'in memory 1\nbehind the reset 40\n')
for seed in $(seq 1 "${SEEDS:-8}"); do
    check "random traffic, seed $seed" same_with_both traffic "$seed"
    check "a reset in the middle of it, seed $seed" same_with_both reset "$seed"
    enough
    check "which says so" grep -Eq '^warning: gpu: reset in the middle of traffic: [0-9]+ requests' "$work/warned"
done

refused() { # PATTERN COMMAND...: ends by itself with status 2 and that line
    local pattern=$1
    shift
    timeout "${patience:-60}" "$@" >"$work/out" 2>"$work/err"
    local status=$?
    cat "$work/err"
    [ "$status" = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -Eq -- "$pattern" "$work/err" && [ ! -s "$work/out" ]
}
while read -r name pattern; do
    for form in $forms; do
        check "$form: $name" refused "$pattern" "$refusals" "$form" "$name"
        enough
    done
done <<'END'
core-bound-twice 2 binds exceeds maximum of 1 allowed: port 'gpu.core_0
core-not-bound port not bound: port 'gpu.core_1
channel-bound-twice 2 binds exceeds maximum of 1 allowed
channel-not-bound port not bound: port 'gpu.channel_1'
outside gpu.core_0: request of 4 bytes at 0x10000000000: it is outside of the chip's addresses
outside-end gpu.core_0: request of 4 bytes at 0xffffffff: it is outside of the chip's addresses
spans-lines gpu.core_0: request of 16 bytes at 0x1078: it must lie in one line of 128 bytes
empty gpu.core_0: request of 0 bytes at 0x1000: it must lie in one line
store-as-read its command does not fit its kind
atomic-as-write its command does not fit its kind
unknown-kind gpu.core_0: request of 4 bytes at 0x1000: there is no kind 9 of access
unknown-op gpu.core_0: request of 4 bytes at 0x1000: there is no atomic operation 8
half-a-word gpu.core_0: request of 6 bytes at 0x1002: an atomic is of whole words of 4 bytes
no-command its command does not fit its kind
enables its byte enables have length 0
no-data gpu.core_0: request of 4 bytes at 0x2000: it has no data pointer
issued-core gpu: there is no core 2, the chip has 2
issued-outside gpu: there is no core 2, the chip has 2
issued-many gpu.core_0: 4 warp instructions in a cycle, at most 3
l1-mode gpu: there is no mode 5 of the L1s: 0 private, 1 shared, 2 dynamic
traffic-core gpu: there is no core 2, the chip has 2
traffic-channel gpu: there is no channel 2, the chip has 2
two-requests gpu.core_0: BEGIN_REQ while another request waits for its END_REQ
stray-end gpu.core_0: END_RESP of a transaction that does not wait for it
no-end gpu.core_0: no END_RESP of the request at 0x2000 for 3000 cycles
unknown-reply gpu.channel_0: BEGIN_RESP of a transaction that does not wait for it
two-replies gpu.channel_0: BEGIN_RESP of a transaction that does not wait for it .read of line 0x1000
two-ends gpu.channel_0: END_REQ of a transaction that does not wait for it .read of line 0x1000
error-reply gpu.channel_0: read of line 0x1000 was answered with TLM_ADDRESS_ERROR_RESPONSE
silent gpu.channel_0: no answer to the read of line 0x1000 for 3000 cycles
deaf gpu.channel_0: no END_REQ to the read of line 0x1000 for 3000 cycles
unknown-key coers = 2: there is no such key
END
check "platform: a channel that never answers" refused 'platform.memory.channel_1: no answer to the read of line' \
    "$platform" --preset tiny --stuck 1 --timeout 2000 stream
check "platform: a form" refused "'both' is neither rtl nor model" "$platform" --preset tiny --backend both stream
check "platform: a channel" refused 'the chip has channels 0 to 1' "$platform" --preset tiny --stuck 2 stream
check "platform: a level" refused "'9' is not a number from 0 to 3" "$platform" --preset tiny --optimise 9 stream
not_built() { # what the component cannot be is told before a chip is verilated for it
    cosim/systemc/side_by_side.sh --preset tiny --set mem_port=axi4 stencil >"$work/out" 2>"$work/err" </dev/null
    local status=$?
    cat "$work/out" "$work/err"
    [ "$status" = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q 'native memory channels only' "$work/err" &&
        ! grep -q 'lockstep' "$work/out"
}
[ -n "${PROGRAMS-}" ] || check "make systemc: AXI4" not_built
check "platform: no workload" refused 'no workload given' "$platform" --preset tiny

# The page's platform, by the page's command.
example() {
    awk '/^```cpp/ { inside = 1; next } /^```/ { inside = 0 } inside' docs/systemc.md >"$work/example.cpp"
    local command
    command=$(awk '/^g\+\+ .*example.cpp/' docs/systemc.md)
    [ -s "$work/example.cpp" ] && [ -n "$command" ] &&
        eval "${command//example.cpp/$work/example.cpp} -o $work/example" &&
        for form in $forms; do
            [ "$("$work/example" ${form#model} | tail -n 1)" = 42 ] || return 1
        done
}
[ -n "${PROGRAMS-}" ] || check "the platform of docs/systemc.md" example
report

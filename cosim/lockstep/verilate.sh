#!/bin/bash
# Builds one block with one parameter set and its assertions (docs/assertions.md) into a shared
# library for block_lockstep; prints the library's path.
#
#   verilate.sh plain|traced|covered BLOCK "WIDTH=8 DEPTH=4" RTLDIR OUTDIR
#
# It is built again when a Verilog file that went into it, the port list or the shim is newer.
# OPTIMISE=-O0 in the environment: compiled in a third of the time, for runs of few cycles, which then
# take three times as long (default -O2). VERILATOR_FILES: where Verilator's are, from who calls this often.
set -euo pipefail
variant=$1 block=$2 config=$3 rtl=$4 out=$5

here=cosim/lockstep
pins=$PWD/build/ports/${block}_pins.inc
mutants=""
if [ -e "$rtl/pins.inc" ]; then # one pin more; Verilator 5.006 computes some trees of the gates wrongly (docs/gates.md)
  pins=$(realpath "$rtl/pins.inc")
  mutants=-fno-const-bit-op-tree
fi
root=${VERILATOR_FILES:-$(verilator --getenv VERILATOR_ROOT)}
optimise=${OPTIMISE:--O2}
flags="-std=gnu++17 -fPIC -faligned-new -I$root/include -I$root/include/vltstd"
flags+=" -DVERILATOR=1 -DVM_SC=0 -DVM_TRACE_VCD=0"
flags+=" -Wno-bool-operation -Wno-sign-compare -Wno-uninitialized -Wno-unused-variable"
if [ "$variant" = traced ]; then
  flags+=" -DVM_COVERAGE=0 -DVM_TRACE=1 -DVM_TRACE_FST=1"
  options="--trace-fst"
  runtime="verilated verilated_threads verilated_fst_c"
  libraries="-lz -lpthread -latomic"
elif [ "$variant" = covered ]; then
  flags+=" -DVM_COVERAGE=1 -DVM_TRACE=0 -DVM_TRACE_FST=0"
  options="--coverage-line --coverage-toggle"
  runtime="verilated verilated_threads verilated_cov"
  libraries="-lpthread -latomic"
else
  flags+=" -DVM_COVERAGE=0 -DVM_TRACE=0 -DVM_TRACE_FST=0"
  options=""
  runtime="verilated verilated_threads"
  libraries="-lpthread -latomic"
fi

# Verilator's run-time library, compiled once per variant, and its header, which takes longer to read
# than most blocks, once per variant and level.
runtime_objects=""
mkdir -p "build/lockstep/runtime/$variant"
for part in $runtime; do
  object=build/lockstep/runtime/$variant/$part.o
  if [ ! -e "$object" ]; then
    clang++ $flags -O2 -c -o "$object.$$" "$root/include/$part.cpp"
    mv "$object.$$" "$object"
  fi
  runtime_objects+=" $object"
done
headers=build/lockstep/runtime/$variant/verilated$optimise.pch
if [ ! -e "$headers" ]; then
  clang++ $flags "$optimise" -fpch-instantiate-templates -x c++-header -o "$headers.$$" "$root/include/verilated.h"
  mv "$headers.$$" "$headers"
fi

slug=${config:-defaults} slug=${slug//=/} slug=${slug// /_}
folder=$out/$block/$slug/$variant$optimise
library=$folder/dut.so
mkdir -p "$folder"
exec 9> "$folder/lock"
flock 9
if [ -e "$library" ]; then
  used=$(grep -o '[^ :]*\.s\?v\b' "$folder/obj/Vdut__ver.d" | sort -u)
  if [ -z "$(find $used $here/rtl_shim.cpp $here/rtl_shim.h "$0" "$pins" -newer "$library")" ]; then
    echo "$library"
    exit 0
  fi
fi

rm -rf "$folder/obj" "$library"
parameters=""
for assignment in $config; do
  parameters+=" -G$assignment"
done
build() {
  verilator $(<rtl/mechanisms) --cc --prefix Vdut --Mdir "$folder/obj" -O3 -Wno-fatal --x-assign unique \
    --x-initial unique $options $mutants -I. -y "$rtl" -y gen/assertions --top-module "$block" $parameters "$rtl/$block.v" \
    "build/ports/${block}_assertions.sv"
  for source in "$folder"/obj/Vdut*.cpp rtl_shim.cpp; do # one file: reading Verilator's headers takes longest
    echo "#include \"${source##*/}\""
  done > "$folder/obj/all.cpp"
  clang++ $flags "$optimise" -include-pch "$headers" "-DPINS=\"$pins\"" -I"$folder/obj" -I$here -c -o "$folder/obj/all.o" \
    "$folder/obj/all.cpp"
  # To start clang takes longer than to link: not a second time
  g++ -fuse-ld=gold -shared -o "$library.tmp" "$folder/obj/all.o" $runtime_objects $libraries
  mv "$library.tmp" "$library"
}
if ! (build) > "$folder/build.log" 2>&1 || [ ! -e "$library" ]; then
  echo "verilate.sh: $block $config: no library; the end of $folder/build.log:" >&2
  tail -n 15 "$folder/build.log" >&2
  exit 2
fi
echo "$library"

# Compiles a verilated chip and the shim to a shared library. memloom carries this file, writes it beside the folder with
# Verilator's output and starts it there:
#   make CURDIR=. -f ../chip_library.mk LEVEL=-O2      (CURDIR: Verilator's makefile refuses names with a space; it needs none)
# What runs once (slow) is not optimised. The run-time library of Verilator is compiled once for all chips of a work folder.

.DEFAULT_GOAL := ../chip.so
include Vdut.mk

# gcc makes the same chip 10 to 20% slower, and Verilator's own default for its classes is -Os.
CXX = clang++
CPPFLAGS += -std=gnu++17 -fPIC
COMPILE = $(CXX) $(CXXFLAGS) $(CPPFLAGS)

# Verilator writes several files for each class, and to start the compiler and read the headers takes longer than most of them
# do: up to MOST bytes of them are compiled as one. $(call joined,NAME,SOURCES): writes NAME1.cpp, NAME2.cpp ..., gives their objects.
MOST := 4000000
INCLUDE := \#include
joined = $(shell wc -c $2 | awk -v name=$1 -v most=$(MOST) '\
	$$2 == "total" { next } \
	!files || bytes + $$1 > most { files++; bytes = 0; print name files ".o" } \
	{ bytes += $$1; print "$(INCLUDE) \"" $$2 "\"" > (name files ".cpp") }')
FAST := $(call joined,fast,$(VM_FAST:=.cpp))
SLOW := $(call joined,slow,$(VM_SLOW:=.cpp))
$(SLOW): %.o: %.cpp
	$(COMPILE) -O0 -c -o $@ $<

# Level 1 is not the compiler's: only the passes that pay for runs of some ten thousand cycles, and code without optimisation from
# what they leave. A file takes less than half of the time of the compiler's -O1, and a run of the chip two to three times as
# long (0.05 ms a cycle of four cores, not 0.015; without any pass 0.3).
PASSES = cgscc(inline,function(sroa,early-cse,simplifycfg,adce))
ifeq ($(LEVEL),-O1)
$(FAST): %.o: %.cpp
	$(COMPILE) -O1 -Xclang -disable-llvm-passes -emit-llvm -c -o $*.bc $<
	opt -passes='$(PASSES)' -o $*.opt.bc $*.bc
	llc -O0 -relocation-model=pic -filetype=obj -o $@ $*.opt.bc
else
$(FAST): %.o: %.cpp
	$(COMPILE) $(LEVEL) -c -o $@ $<
endif

# Several chips may be built at once: an object gets its name when it is whole.
RUNTIME := ../../runtime$(if $(filter 1,$(VM_TRACE_FST)),-waves)
RUNTIME_OBJS := $(VK_GLOBAL_OBJS:%=$(RUNTIME)/%)
$(RUNTIME_OBJS): $(RUNTIME)/%.o: $(VERILATOR_ROOT)/include/%.cpp $(VERILATOR_ROOT)/include/verilated.h
	@mkdir -p $(RUNTIME)
	$(COMPILE) -O2 -c -o $*.o $<
	mv $*.o $@

../chip.so: ../rtl_shim.cpp ../pins.inc $(FAST) $(SLOW) $(RUNTIME_OBJS)
	$(COMPILE) $(LEVEL) -I.. -DPINS='"pins.inc"' -shared -pthread -o $@.new ../rtl_shim.cpp $(FAST) $(SLOW) $(RUNTIME_OBJS) -latomic -lz
	mv $@.new $@

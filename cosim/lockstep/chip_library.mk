# Compiles a verilated chip and the shim to a shared library. memloom carries this file, writes it beside the folder with
# Verilator's output and starts it there:
#   make CURDIR=. -f ../chip_library.mk LEVEL=-O2      (CURDIR: Verilator's makefile refuses names with a space; it needs none)
# What runs once (OPT_SLOW) is not optimised. The run-time library of Verilator is compiled once for all chips of a work folder.

.DEFAULT_GOAL := ../chip.so
include Vdut.mk

# gcc makes the same chip 10 to 20% slower, and Verilator's own default for its classes is -Os.
CXX = clang++
CPPFLAGS += -std=gnu++17 -fPIC

# Reading the headers takes longer than compiling most files that include them: they are compiled once for each level.
OPT_FAST = $(LEVEL) -include-pch fast.pch
OPT_SLOW = -O0 -include-pch slow.pch
fast.pch: HEADERS_LEVEL = $(LEVEL)
slow.pch: HEADERS_LEVEL = -O0
%.pch: $(VM_PREFIX)__Syms.h
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(HEADERS_LEVEL) -x c++-header -o $@ $<
$(VK_OBJS): fast.pch slow.pch

# Level 1 is not the compiler's: only the passes that pay for runs of some ten thousand cycles, and code without optimisation from
# what they leave. A file takes less than half of the time of the compiler's -O1, a chip of four cores two thirds (23 s of processor
# with Verilator, not 35), and a run of it two to three times as long (0.05 ms a cycle, not 0.015; without any pass 0.3).
PASSES = cgscc(inline,function(sroa,early-cse,simplifycfg,adce))
ifeq ($(LEVEL),-O1)
$(VK_FAST_OBJS): %.o: %.cpp
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(OPT_FAST) -Xclang -disable-llvm-passes -emit-llvm -c -o $*.bc $<
	opt -passes='$(PASSES)' -o $*.opt.bc $*.bc
	llc -O0 -relocation-model=pic -filetype=obj -o $@ $*.opt.bc
endif

# Several chips may be built at once: an object gets its name when it is whole.
RUNTIME := ../../runtime$(if $(filter 1,$(VM_TRACE_FST)),-waves)
RUNTIME_OBJS := $(VK_GLOBAL_OBJS:%=$(RUNTIME)/%)
$(RUNTIME_OBJS): $(RUNTIME)/%.o: $(VERILATOR_ROOT)/include/%.cpp $(VERILATOR_ROOT)/include/verilated.h
	@mkdir -p $(RUNTIME)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) -O2 -c -o $*.o $<
	mv $*.o $@

../chip.so: ../rtl_shim.cpp ../pins.inc $(VM_PREFIX)__ALL.a $(RUNTIME_OBJS)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(LEVEL) -I.. -DPINS='"pins.inc"' -shared -pthread -o $@.new \
		../rtl_shim.cpp $(VM_PREFIX)__ALL.a $(RUNTIME_OBJS) -latomic -lz
	mv $@.new $@

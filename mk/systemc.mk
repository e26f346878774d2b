# The memory system as a SystemC TLM-2.0 component, and the example platform around it (docs/systemc.md). Needs libsystemc-dev,
# which `make systemc` installs.
#   make systemc [PRESET=tiny] [CORES=n] [WORKLOAD=gemm] [ARGS="m=64 n=64"] [SET="key=value ..."]
CXX_BASE := -std=c++17 $(filter-out -std=c11,$(BASE))
CXX_WARN := -Wall -Wextra -Wshadow -Wconversion -pedantic -Werror
SYSTEMC_C := $(patsubst %.c,build/%.o,$(wildcard cosim/systemc/*.c))
SYSTEMC_MAINS := platform socket_test refusal_test
SYSTEMC_PARTS := $(filter-out $(SYSTEMC_MAINS),$(basename $(notdir $(wildcard cosim/systemc/*.cpp))))

build/cosim/systemc/%.o: cosim/systemc/%.cpp | build/ports/stamp
	@mkdir -p $(@D)
	$(CXX) $(CXX_BASE) $(CXX_WARN) $(CFLAGS) -c -o $@ $<
build/libmemloom-systemc.a: $(SYSTEMC_C) $(SYSTEMC_PARTS:%=build/cosim/systemc/%.o)
	@rm -f $@
	$(AR) qcs $@ $^
build/systemc/%: build/cosim/systemc/%.o build/libmemloom-systemc.a build/libmemloom.a
	@mkdir -p $(@D)
	$(CXX) $(CFLAGS) -o $@ $^ -lsystemc $(LIBS)

.PHONY: systemc
systemc:
	@tools/setup.sh libsystemc-dev
	@mkdir -p build && $(MAKE) --no-print-directory -j2 all build/systemc/platform >build/build.log 2>&1 || \
		{ tail -n 20 build/build.log; exit 1; }
	@cosim/systemc/side_by_side.sh $(AREA_CHIP) --seed $(SEED) $(WORKLOAD) $(ARGS)

# Planted faults in the component: tests/systemc.sh finds each over the model. make faults-systemc [FAULTS="END_REQ"]
.PHONY: faults-systemc
faults-systemc: $(SYSTEMC_MAINS:%=build/systemc/%)
	@COMPILE='$(CXX) $(filter-out -MMD -MP,$(CXX_BASE)) $(CFLAGS)' COMPILE_C='$(CC) $(filter-out -MMD -MP,$(BASE)) $(CFLAGS)' LIBS='$(LIBS)' tests/faults/systemc.sh $(FAULTS)

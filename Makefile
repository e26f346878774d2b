# memloom. `make help` lists the targets; README.md explains them. Everything built goes to build/.
SHELL := /bin/bash
CC := gcc
AR := ar

# make run: the chip and what runs on it
CORES ?= 4
PARTITIONS ?= $(if $(filter 1 2 3 4 5 6 7 8,$(CORES)),2,8)
WORKLOAD ?= gemm
ARGS ?=
SEED ?= 1

CFLAGS ?= -O3 -g
# build/memloom is optimised across files, the chip model and its workloads (docs/model.md, "Speed"): those objects hold code, and
# what the link needs to make better code of them. All else is linked with the code that is there (-fno-lto), which takes no time.
# With CFLAGS of one's own, or another compiler, there are just these flags.
ifeq ($(origin CFLAGS) $(findstring gcc,$(CC)),file gcc)
CFLAGS += -fno-lto
ACROSS_FILES := -flto=auto -ffat-lto-objects
endif
# -Wno-psabi: vectors of mesh_planes_step.h stay inside of one function, how they would be passed to another does not matter.
BASE := -std=c11 -Wno-psabi -D_POSIX_C_SOURCE=200809L $(patsubst %,-Igen/%,base config plan emit command portgen) -Icosim/model -Icosim/workloads -Icosim/lockstep -Ibuild/ports -Ibuild/agents -MMD -MP
WARN := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Wvla -pedantic -Werror
LIBS := -lzstd -llzma -lm -pthread

RTL := $(wildcard rtl/*.v)
MODULES := $(notdir $(basename $(RTL)))
PORTS := $(MODULES:%=build/ports/%_ports.h)
AGENTS := $(notdir $(basename $(wildcard gen/plan/agents/*.v))) # stand at the chip's ports, model only

# gen/ and cosim/ minus the programs' main files make one library; tests and programs link it.
MAINS := gen/portgen/portgen.c gen/portgen/portgen_print.c gen/command/main.c
SOURCES := $(filter-out $(MAINS),$(wildcard gen/*/*.c cosim/model/*.c cosim/workloads/*.c cosim/lockstep/chip_*.c)) \
	cosim/lockstep/bits.c cosim/lockstep/frame.c cosim/lockstep/rtl.c \
	cosim/lockstep/params.c cosim/lockstep/resets.c cosim/lockstep/vectors.c cosim/lockstep/replay_bench.c
OBJECTS := $(SOURCES:%.c=build/%.o) build/ports/blocks.o build/ports/rtl_text.o $(MODULES:%=build/ports/%_block.o) \
	$(AGENTS:%=build/agents/%_block.o)

.DELETE_ON_ERROR:
.PHONY: help
help:
	@echo 'make run [CORES=4] [WORKLOAD=gemm] [ARGS="m=64 n=64"] [SEED=1]'
	@echo '                     generate the chip, run the workload in lockstep, print its area'
	@echo 'make test            all tests'
	@echo 'make bench           speed of model, lockstep and mesh; latency-load tables'
	@echo 'make bench-threads   the model with 2 threads against 1 (2 idle processors; a minute)'
	@echo 'make bench-shared    the policies of shared L1s on eleven kernels (minutes)'
	@echo 'make bench-protect   line protection on the kernels of icpp18 (minutes; [KERNELS="mm bfs"] [SIZES=paper]: hours)'
	@echo 'make bench-llc       shared, private and adaptive slices on eleven kernels (minutes)'
	@echo 'make bench-ccn       cooperative caching: reuse coefficients, speed, the analytical model (minutes)'
	@echo 'make soak            the long campaigns (hours)'
	@echo 'make area            area per block, per core and chip [CORES=n] [PRESET=p] [BLOCKS="mshr"] [CLOCK_GATES=1] [LIB=cells.lib]'
	@echo 'make timing          longest paths of blocks and linked nodes [PRESET=p] [BLOCKS="mshr"] [NODES="core_node"] [CLOCK_GATES=1] [LIB=cells.lib]'
	@echo 'make power           energy of a workload by its events [PRESET=p] [SET=...] [WORKLOAD=gemm] [ARGS=...] [LOCKSTEP=1]'
	@echo 'make peers           blocks at the sizes of published peers, area and delay beside theirs [ROWS="fifo"] [LIB=cells.lib]'
	@echo 'make crossbars       the design space of isca19 figure 7: performance, energy, area [SHAPES="10x8 8x8 8x10"]'
	@echo 'make systemc         the chip as a SystemC TLM-2.0 component, over RTL and over the model, beside lockstep'
	@echo '                     [PRESET=p] [CORES=n] [SET=...] [WORKLOAD=gemm] [ARGS=...] (installs libsystemc-dev)'
	@echo 'make fpga            block RAMs and LUTs of storage and of a core on an FPGA [PRESET=p] [BLOCKS="llc_slice"]'
	@echo 'make gates           mapped netlists replay recorded vectors in Icarus, are proved equal to the RTL and run in a chip'
	@echo '                     [BLOCKS="fifo"] [PRESET=p] [CORES=n] [SET=...] [LIB=cells.lib] (hours for all)'
	@echo 'make mutants         changed RTL that lockstep, proofs or properties must refuse [BLOCKS="fifo"] [MUTANTS=200] [SEED=1]'
	@echo 'make mutants-model   changed C of model and generator that tests must notice [FILES="cosim/model/dram.c"] [MUTANTS=100] [SEED=1]'
	@echo 'make coverage        lines of rtl/ that block lockstep reaches, bits that change [BLOCKS="fifo"] (an hour)'
	@echo 'make signoff         every figure to reach beside what is measured, as a table, a page and JSON [STEPS="speed probe"] (an hour)'
	@echo 'make all             build/memloom'
	@echo 'make setup           install the Debian packages that are missing'
	@echo 'make clean           remove build/'
	@echo 'Single checks, all part of make test or soak; [BLOCKS="fifo router"] where it says B:'
	@echo '  unit oracles lint(B) benches flows assertions formal(B) lockstep-blocks(B) lockstep-limits(B) icarus-replay(B)'
	@echo '  faults(B) faults-chip faults-model faults-systemc asan tsan fuzz test-pages; docs/testing.md explains them'

.PHONY: all setup run bench
all: build/memloom
setup:
	@tools/setup.sh

# One chip from configuration to evidence. The recursive make starts when the tools are there.
RUN_CHIP := --preset pact20 --cores=$(CORES) --set partitions=$(PARTITIONS)
run: setup
	@echo "== building memloom"
	@mkdir -p build && $(MAKE) --no-print-directory -j2 all >build/build.log 2>&1 || { tail -n 20 build/build.log; exit 1; }
	@echo "== generating the RTL of a $(CORES)-core chip into build/run"
	@build/memloom gen $(RUN_CHIP) -o build/run && ls build/run | tr '\n' ' ' && echo
	@echo "== RTL and golden model in lockstep on $(WORKLOAD) $(ARGS) (the first time the chip is verilated and compiled)"
	@build/memloom lockstep $(RUN_CHIP) --seed $(SEED) $(WORKLOAD) $(ARGS)
	@echo "== area"
	@$(MAKE) --no-print-directory area

bench: setup
	@mkdir -p build && $(MAKE) --no-print-directory -j2 all >build/build.log 2>&1 || { tail -n 20 build/build.log; exit 1; }
	@tests/bench/run.sh

PORTGEN_OBJECTS := $(patsubst %,build/gen/%.o,portgen/portgen portgen/portgen_print base/assertions base/verilog_header base/expression base/scratch base/util)
build/portgen: $(PORTGEN_OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^

# The port headers, a table per block and the RTL carried inside the binary, all from rtl/*.v. portgen leaves alone
# what would not change, so the files look older than the stamp and their users are built again only when they did change.
build/ports/stamp: build/portgen $(RTL) $(wildcard cosim/model/*.[ch] gen/plan/agents/*.v)
	@mkdir -p build/ports build/agents
	build/portgen -o build/ports -m cosim/model $(RTL)
	build/portgen -o build/agents -p $(AGENTS:%=gen/plan/agents/%.v)
	@touch $@
build/ports/blocks.c build/ports/rtl_text.c $(PORTS) $(MODULES:%=build/ports/%_block.c) \
		$(MODULES:%=build/ports/%_assertions.sv) \
		$(AGENTS:%=build/agents/%_ports.h) $(AGENTS:%=build/agents/%_block.c): build/ports/stamp
	@:

$(PORTGEN_OBJECTS): build/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<
build/%.o: %.c | build/ports/stamp
	@mkdir -p $(@D)
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<
$(patsubst %.c,build/%.o,$(wildcard cosim/model/*.c cosim/workloads/*.c)) $(MODULES:%=build/ports/%_block.o): CFLAGS += $(ACROSS_FILES)
ifeq ($(shell uname -m),x86_64)
BASE += -mpopcnt # every such processor has it since 2008; without it a count of bits is a call
build/cosim/model/mesh_planes_avx2.o: BASE += -mavx2 # used where the processor has them
endif
build/ports/%.o: build/ports/%.c
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<
build/agents/%.o: build/agents/%.c
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<

# Both are made beside their place and moved there, whole: who runs the tool, or links, at that moment has the old one.
build/libmemloom.a: $(OBJECTS)
	@rm -f $@.new
	$(AR) qcs $@.new $^ && mv $@.new $@
build/memloom: build/gen/command/main.o build/libmemloom.a
	$(CC) $(filter-out -fno-lto,$(CFLAGS)) $(ACROSS_FILES) -o $@.new $^ $(LIBS) && mv $@.new $@

# $(call known,TARGETS,VARIABLE,WORDS): when one of these targets is asked for and a word of the variable is none of these, make ends
# with a line that names it and with status 2, before anything is built.
known = $(if $(and $(filter $1,$(MAKECMDGOALS)),$(filter-out $3,$($2))),$(error $2: there is no $(firstword $(filter-out $3,$($2))); there are: $(sort $3)))

# $(call numbers,TARGETS,VARIABLE): the same of a variable that is given, unless it is of whole numbers; empty in the environment is not given.
without_digits = $(subst 0,,$(subst 1,,$(subst 2,,$(subst 3,,$(subst 4,,$(subst 5,,$(subst 6,,$(subst 7,,$(subst 8,,$(subst 9,,$1))))))))))
no_numbers = $(strip $(if $(strip $($1)),$(call without_digits,$($1)),$(filter command,$(origin $1))))
numbers = $(if $(and $(filter $1,$(MAKECMDGOALS)),$(call no_numbers,$2)),$(error $2=$($2): must be of whole numbers))

# Parts with targets of their own: lockstep, area, tests, ...
-include $(wildcard mk/*.mk)

.PHONY: clean
clean:
	rm -rf build

-include $(shell find build -path build/asan -prune -o -path build/tsan -prune -o -name '*.d' -print 2>/dev/null)

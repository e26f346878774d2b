# Block lockstep: every block that has a driver in tests/lockstep/, RTL against twin.
# docs/lockstep.md explains it.
#   make lockstep-blocks [BLOCKS="fifo router"] [CYCLES=100000] [SEEDS="1 2 3 4 5"]

DRIVEN := $(patsubst tests/lockstep/%_drive.c,%,$(wildcard tests/lockstep/*_drive.c))
CHOSEN_BLOCKS := $(or $(BLOCKS),$(DRIVEN))
$(call known,lockstep-blocks icarus-replay coverage mutants,BLOCKS,$(DRIVEN))
$(call known,gates,BLOCKS,$(DRIVEN) node)
CYCLES ?= 100000
SEEDS ?= 1 2 3 4 5
$(foreach variable,CYCLES SEEDS,$(call numbers,lockstep-blocks,$(variable)))
$(foreach variable,CYCLES EVENTS SEED LIMIT CONFIGS JOBS,$(call numbers,gates,$(variable)))
$(foreach variable,MUTANTS SEED LONG CONFIGS JOBS,$(call numbers,mutants,$(variable)))

HARNESS_PARTS := block_lockstep bits frame param_sets params replay_bench resets rtl vectors
HARNESS_OBJECTS := $(HARNESS_PARTS:%=build/cosim/lockstep/%.o) build/gen/base/scratch.o build/gen/base/util.o

build/lockstep/%/glue.o: cosim/lockstep/drive_glue.c | build/ports/stamp
	@mkdir -p $(@D)
	$(CC) $(BASE) $(WARN) $(CFLAGS) -DBLOCK=$* -c -o $@ $<

# The twins a harness needs are found in the includes when the harness is wanted.
percent := %
twins_of = $(patsubst $(percent).c,build/$(percent).o,$(shell cosim/lockstep/twins_of.sh $1))
.SECONDEXPANSION:
build/lockstep/%/harness: build/lockstep/%/glue.o build/tests/lockstep/%_drive.o \
		build/ports/%_block.o $(HARNESS_OBJECTS) $$(call twins_of,$$*)
	$(CC) $(CFLAGS) -o $@ $^ -ldl
build/lockstep/mc_router/harness: build/tests/lockstep/router_drive.o # its traffic
.SECONDARY:

# By make asan: a harness's own code is read with all warnings of that compiler, and no code is made of it
READ = @mkdir -p $(@D) && $(CC) $(filter-out -MMD -MP,$(BASE)) $(WARN) -fsyntax-only
READ_WITH := $(wildcard cosim/*/*.h gen/*/*.h tests/lockstep/*.h) build/ports/stamp
build/lockstep/%/read: tests/lockstep/%_drive.c cosim/lockstep/drive_glue.c $(READ_WITH)
	$(READ) $<
	$(READ) -DBLOCK=$* cosim/lockstep/drive_glue.c
	@touch $@
build/lockstep/%_read: cosim/lockstep/%.c $(READ_WITH)
	$(READ) $<
	@touch $@
READ_ONLY := $(DRIVEN:%=build/lockstep/%/read) build/lockstep/block_lockstep_read build/lockstep/param_sets_read

# What the presets' chips are made of, without and with shared L1s
build/lockstep/preset_sets.txt: build/memloom cosim/lockstep/preset_sets.sh cosim/lockstep/preset_sets.awk $(PRESETS)
	@mkdir -p $(@D)
	@cosim/lockstep/preset_sets.sh > $@

.PHONY: lockstep-blocks
lockstep-blocks: $(CHOSEN_BLOCKS:%=build/lockstep/%/harness) build/lockstep/preset_sets.txt
	@cosim/lockstep/block_lockstep.sh -n $(CYCLES) -s "$(SEEDS)" $(CHOSEN_BLOCKS)

# Sets of the largest numbers, until what they limit is reached
LIMITED := $(sort $(shell sed '/^\#/d; s/ .*//' tests/lockstep/limits.txt))
$(call known,lockstep-limits,BLOCKS,$(LIMITED))
.PHONY: lockstep-limits
lockstep-limits: $(LIMITED:%=build/lockstep/%/harness)
	@tests/limits.sh $(or $(BLOCKS),$(LIMITED))

# The same vectors in a four-state simulator
REPLAY_CYCLES ?= 2000
$(call numbers,icarus-replay,REPLAY_CYCLES)
.PHONY: icarus-replay
icarus-replay: $(CHOSEN_BLOCKS:%=build/lockstep/%/harness) build/lockstep/preset_sets.txt
	@cosim/lockstep/block_replay.sh -n $(REPLAY_CYCLES) $(CHOSEN_BLOCKS)

# What lockstep reaches of the RTL: lines, and bits that change. On -O0; CONFIGS=n: the first n parameter sets.
COVERAGE_CYCLES ?= 5000
$(call numbers,coverage,COVERAGE_CYCLES)
.PHONY: coverage
coverage: $(CHOSEN_BLOCKS:%=build/lockstep/%/harness) build/lockstep/preset_sets.txt
	@tests/coverage.sh -n $(COVERAGE_CYCLES) $(BLOCKS)

# Planted faults: lockstep must find each of them
FAULTY_BLOCKS := $(sort $(shell sed -n 's/^block //p' tests/faults/blocks.txt))
$(call known,faults,BLOCKS,$(FAULTY_BLOCKS))
.PHONY: faults
faults: $(FAULTY_BLOCKS:%=build/lockstep/%/harness)
	@tests/faults/run.sh $(BLOCKS)

# Mutants of the RTL, chosen by a seed and listed: lockstep, proofs and properties must refuse each that is not the same machine
#   make mutants [BLOCKS="fifo"] [MUTANTS=200] [SEED=1]
.PHONY: mutants
mutants: export MUTANTS ?= 200
mutants: export SEED := $(SEED)
mutants: $(CHOSEN_BLOCKS:%=build/lockstep/%/harness) build/tests/mutants/step $(ABC_CLOCK)
	@tests/mutants/run.sh $(BLOCKS) && tests/formal/mutants.sh $(BLOCKS)

# Blocks as gates: netlists replay recorded vectors in Icarus and are proved equal to the RTL (docs/gates.md)
#   make gates [BLOCKS="fifo router node"] [PRESET=p] [CORES=n] [SET="key=value ..."] [CONFIGS=2] [LIB=cells.lib] [GATES=folder]
GATES ?= build/gates
export GATES CONFIGS
GATES_CHIP = $(if $(or $(PRESET),$(SET),$(filter-out file,$(origin CORES))),$(strip $(AREA_CHIP)))
.PHONY: gates
gates: $(patsubst %,build/lockstep/%/harness,$(filter-out node,$(CHOSEN_BLOCKS))) build/memloom
	@CHIP='$(GATES_CHIP)' tests/gates/run.sh "$$GATES" $(BLOCKS)

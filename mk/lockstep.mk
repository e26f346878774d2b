# Block lockstep: every block that has a driver in tests/lockstep/, RTL against twin (docs/lockstep.md).
#   make lockstep-blocks [BLOCKS="fifo router"] [CYCLES=100000] [SEEDS="1 2 3 4 5"]

DRIVEN := $(patsubst tests/lockstep/%_drive.c,%,$(wildcard tests/lockstep/*_drive.c))
CHOSEN_BLOCKS := $(or $(BLOCKS),$(DRIVEN))
CYCLES ?= 100000
SEEDS ?= 1 2 3 4 5

HARNESS_OBJECTS := $(patsubst %,build/cosim/lockstep/%.o,block_lockstep bits frame params replay_bench rtl vectors) build/gen/util.o

build/lockstep/%/glue.o: cosim/lockstep/drive_glue.c | build/ports/stamp
	@mkdir -p $(@D)
	$(CC) $(BASE) $(WARN) $(CFLAGS) -DBLOCK=$* -c -o $@ $<

# The twins a harness needs are found in the includes when the harness is wanted.
.SECONDEXPANSION:
build/lockstep/%/harness: build/lockstep/%/glue.o build/tests/lockstep/%_drive.o build/ports/%_block.o \
		$(HARNESS_OBJECTS) $$(patsubst $$(percent).c,build/$$(percent).o,$$(shell cosim/lockstep/twins_of.sh $$*))
	$(CC) $(CFLAGS) -o $@ $^ -ldl
percent := %
.SECONDARY:

.PHONY: lockstep-blocks
lockstep-blocks: $(CHOSEN_BLOCKS:%=build/lockstep/%/harness)
	@cosim/lockstep/block_lockstep.sh -n $(CYCLES) -s "$(SEEDS)" $(CHOSEN_BLOCKS)

# The same vectors in a four-state simulator
REPLAY_CYCLES ?= 2000
.PHONY: icarus-replay
icarus-replay: $(CHOSEN_BLOCKS:%=build/lockstep/%/harness)
	@cosim/lockstep/block_replay.sh -n $(REPLAY_CYCLES) $(CHOSEN_BLOCKS)

# Unit tests of portgen's reader and of the packing
build/tests/unit/bits_test: build/tests/unit/bits_test.o build/cosim/lockstep/bits.o build/gen/util.o
build/tests/unit/verilog_header_test: build/tests/unit/verilog_header_test.o \
		build/gen/verilog_header.o build/gen/expression.o build/gen/util.o
build/tests/unit/bits_test build/tests/unit/verilog_header_test:
	$(CC) $(CFLAGS) -o $@ $^

# Planted faults: lockstep must find each of them
.PHONY: faults
FAULTY_BLOCKS := $(sort $(shell sed -n 's/^block //p' tests/faults/blocks.txt))
faults: $(filter $(DRIVEN:%=build/lockstep/%/harness),$(FAULTY_BLOCKS:%=build/lockstep/%/harness))
	@tests/faults/run.sh $(BLOCKS)

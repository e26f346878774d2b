# memloom. `make help` lists the targets; README.md explains them. Everything built goes to build/.
SHELL := /bin/bash
CC := gcc
AR := ar
CORES ?= 4
WORKLOAD ?= gemm
SEED ?= 1

CFLAGS ?= -O2 -g
BASE := -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Icosim/model -Icosim/workloads -Icosim/lockstep -Ibuild/ports -MMD -MP
WARN := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Wvla -pedantic -Werror
LIBS := -lzstd -lm

RTL := $(wildcard rtl/*.v)
MODULES := $(notdir $(basename $(RTL)))
PORTS := $(MODULES:%=build/ports/%_ports.h)

# gen/ and cosim/ minus the programs' main files make one library; tests and programs link it.
MAINS := gen/portgen.c gen/portgen_print.c gen/main.c
SOURCES := $(filter-out $(MAINS),$(wildcard gen/*.c cosim/model/*.c cosim/workloads/*.c cosim/lockstep/chip_*.c)) \
	cosim/lockstep/bits.c cosim/lockstep/frame.c cosim/lockstep/rtl.c
OBJECTS := $(SOURCES:%.c=build/%.o) build/ports/blocks.o build/ports/rtl_text.o $(MODULES:%=build/ports/%_block.o)

.DELETE_ON_ERROR:
.PHONY: all
all: build/memloom

PORTGEN_OBJECTS := $(patsubst %,build/gen/%.o,portgen portgen_print verilog_header expression util)
build/portgen: $(PORTGEN_OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^

# The port headers, a table per block and the RTL carried inside the binary, all from rtl/*.v. portgen leaves alone
# what would not change, so the files look older than the stamp and their users are built again only when they did change.
build/ports/stamp: build/portgen $(RTL) $(wildcard cosim/model/*.[ch])
	@mkdir -p build/ports
	build/portgen -o build/ports -m cosim/model $(RTL)
	@touch $@
build/ports/blocks.c build/ports/rtl_text.c $(PORTS) $(MODULES:%=build/ports/%_block.c): build/ports/stamp
	@:

$(PORTGEN_OBJECTS): build/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<
build/%.o: %.c | build/ports/stamp
	@mkdir -p $(@D)
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<
build/ports/%.o: build/ports/%.c
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<

build/libmemloom.a: $(OBJECTS)
	@rm -f $@
	$(AR) qcs $@ $^
build/memloom: build/gen/main.o build/libmemloom.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# Parts with targets of their own: lockstep, area, tests, ...
-include $(wildcard mk/*.mk)

.PHONY: clean
clean:
	rm -rf build

-include $(shell find build -name '*.d' 2>/dev/null)

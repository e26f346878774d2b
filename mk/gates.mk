# Blocks as gates: netlists replay recorded vectors in Icarus and are proved equal to the RTL (docs/gates.md)
#   make gates [BLOCKS="fifo router"] [PRESET=p] [CONFIGS=2] [LIB=cells.lib] [GATES=folder]
GATES ?= build/gates
export GATES PRESET CONFIGS
.PHONY: gates
gates: $(CHOSEN_BLOCKS:%=build/lockstep/%/harness) build/memloom
	@tests/gates/run.sh "$$GATES" $(BLOCKS)

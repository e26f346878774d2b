# Area of the generated chip per block, per core and in all (docs/area.md).
#   make area [CORES=n] [PRESET=p] [LIB=cells.lib] [AREA=folder]
AREA ?= build/area
# CORES and PARTITIONS have defaults, which must not override a preset's.
AREA_CHIP = $(if $(PRESET),--preset $(PRESET) $(if $(filter file,$(origin CORES)),,--cores $(CORES)),$(RUN_CHIP))

.PHONY: area
area: build/memloom
	@rm -rf $(AREA)
	@build/memloom gen $(AREA_CHIP) -o $(AREA)/chip
	@constraints/area.sh $(AREA)/chip $(AREA) $(LIB)

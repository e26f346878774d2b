# Area of the generated chip per block, per core and in all (docs/area.md).
#   make area [CORES=n] [PRESET=p] [LIB=cells.lib] [AREA=folder]
AREA ?= build/area
# CORES has a default, which must not override a preset's.
AREA_CHIP = $(if $(PRESET),--preset $(PRESET)) \
	$(if $(and $(PRESET),$(filter file,$(origin CORES))),,--cores $(CORES))

.PHONY: area
area: build/memloom
	@rm -rf $(AREA)
	@build/memloom gen $(AREA_CHIP) -o $(AREA)/chip
	@constraints/area.sh $(AREA)/chip $(AREA) $(LIB)

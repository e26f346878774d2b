# Area of the generated chip per block, per core and in all (docs/area.md). With shared_l1 also what
# it adds to a core, beside pact20 section 4.3; area-shared maps and prints that alone.
#   make area [CORES=n] [PRESET=p] [SET="key=value ..."] [BLOCKS="router mshr"] [CLOCK_GATES=1] [LIB=cells.lib] [AREA=folder]
# Timing of the same blocks and of linked nodes (docs/timing.md); ends with an error when one is over its budget.
#   make timing [the same] [BLOCKS="router mshr"] [NODES="core_node"] [CLOCK_GATES=1] [BUDGET=28] [TIMING=folder]
# Blocks of rtl/ at the sizes of published peers (docs/area.md); ends with an error when one is over a figure.
#   make peers [ROWS="fifo mshr"] [LIB=cells.lib] [PEERS=folder]
# The chip's storage and one core on an FPGA (docs/fpga.md); ends with an error when a RAM is not what it should be.
#   make fpga [CORES=n] [PRESET=p] [SET="key=value ..."] [BLOCKS="llc_slice"] [FPGA=folder]
# Paths reach the shell as variables of the environment, so that they may hold spaces and quotes.
AREA ?= build/area
TIMING ?= build/timing
PEERS ?= build/peers
FPGA ?= build/fpga
export AREA TIMING PEERS FPGA LIB BLOCKS NODES BUDGET ROWS CLOCK_GATES
# CORES and PARTITIONS have defaults, which must not override a preset's.
AREA_CHIP = $(if $(PRESET),--preset $(PRESET) \
	$(if $(filter file,$(origin CORES)),,--cores=$(CORES)),$(RUN_CHIP)) $(SET:%=--set %)

.PHONY: area area-shared
area area-shared: build/memloom
	@rm -rf "$$AREA"
	@build/memloom gen $(AREA_CHIP) -o "$$AREA/chip"
	@[ ! -f "$$AREA/chip/requester.v" ] || \
		build/memloom gen $(AREA_CHIP) --set shared_l1=off --set l1_policy=private --set remote_via=direct -o "$$AREA/private"
	@constraints/area.sh $(if $(filter area-shared,$@),-s) "$$AREA" "$$LIB"

.PHONY: timing
timing: build/memloom
	@rm -rf "$$TIMING/chip"
	@build/memloom gen $(AREA_CHIP) -o "$$TIMING/chip"
	@constraints/timing.sh "$$TIMING" "$$LIB"

# The design space of isca19 figure 7: performance and energy on the model, area of its crossbars (docs/crossbar.md); the largest
# shapes take long to map: SHAPES="10x8 8x8 8x10" maps these alone, the ones of the H-Xbar.
#   make crossbars [SHAPES="10x8 8x8 8x10"] [KERNELS=...] [LIB=cells.lib] [CROSSBARS=folder]
CROSSBARS ?= build/crossbars
export CROSSBARS SHAPES KERNELS
.PHONY: crossbars
crossbars: build/memloom
	@constraints/crossbars.sh "$$CROSSBARS" "$$LIB"

# Energy of a workload's events, by published energies (docs/power.md); LOCKSTEP=1 runs the RTL beside the model.
#   make power [CORES=n] [PRESET=p] [SET="key=value ..."] [WORKLOAD=gemm] [ARGS="m=64"] [LOCKSTEP=1] [POWER=folder]
POWER ?= build/power
export POWER LOCKSTEP
.PHONY: power
power: build/memloom
	@rm -rf "$$POWER/chip"
	@build/memloom gen $(AREA_CHIP) -o "$$POWER/chip" > /dev/null
	@CHIP='$(AREA_CHIP)' constraints/power.sh "$$POWER" $(WORKLOAD) $(ARGS)

.PHONY: peers
peers:
	@constraints/peers.sh "$$PEERS" "$$LIB"

.PHONY: fpga
fpga: build/memloom
	@rm -rf "$$FPGA/chip"
	@build/memloom gen $(AREA_CHIP) -o "$$FPGA/chip"
	@constraints/fpga.sh "$$FPGA"

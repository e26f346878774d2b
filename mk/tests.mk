# make test: everything that must hold; build/test/times.txt says what each step cost. make soak: the same checks for hours.

# Unit tests and oracles are C programs linked with the library, found by their names.
UNIT := $(patsubst %.c,build/%,$(wildcard tests/unit/*_test.c))
ORACLES := $(patsubst %.c,build/%,$(wildcard tests/oracle/*_oracle.c))
build/tests/unit/twins_test: LIBS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
CLI := $(filter-out tests/cli/check.sh,$(wildcard tests/cli/*.sh))
build/tests/%.o: BASE += -Itests/unit
PRESETS_CHECK := build/tests/lockstep/presets_check
MUTANT_STEP := build/tests/mutants/step
$(UNIT) $(ORACLES) $(PRESETS_CHECK) $(MUTANT_STEP): build/%: build/%.o build/libmemloom.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

.PHONY: unit oracles test-programs
unit: $(UNIT)
	@tests/run.sh $(foreach test,$(UNIT),$(notdir $(test)) $(test))
oracles: $(ORACLES)
	@tests/run.sh $(foreach test,$(ORACLES),$(notdir $(test)) $(test))
test-programs: build/memloom $(SYSTEMC_C) build/lockstep/preset_sets.txt $(UNIT) $(ORACLES) $(PRESETS_CHECK) $(MUTANT_STEP) $(ABC_CLOCK) $(DRIVEN:%=build/lockstep/%/harness) $(FUZZ_ALL:%=build/fuzz/%_fuzz)

# The chip in lockstep: every workload to its end on a small chip, and odd shapes. Every kind of chip has a run in which the
# ports of all blocks are compared, too (one build each: with or without --ports). The chip of one core is built by two runs at once.
# --optimise 1: most of a chip's time is that of building it (cosim/lockstep/chip_library.mk).
CHIP := build/memloom lockstep --optimise 1 --preset tiny
SHARING := --set shared_l1=on --set dyneb_check=24 --set dyneb_warm=32 --set dyneb_sample=64 --set dyneb_execute=1024
SHARED := $(CHIP) $(SHARING) --set reply_vcs=escape
DLP := $(CHIP) --ports --set l1_protect=dlp --set dlp_sample=50
HXBAR := $(CHIP) --ports --cores 6 --set partitions=4 --set topology=hxbar --set clusters=3 --set memory_controllers=2 --set vcs=1 --set vc_depth=8
# Short epochs and profiles that always choose private slices: those turn all the time.
TURNING := --ports --set partitions=4 --set topology=hxbar --set clusters=2 --set memory_controllers=2 --set vcs=1 --set vc_depth=8 \
	--set llc_mode=adaptive --set llc_epoch=700 --set llc_profile=100 --set llc_similar=100
ADAPTIVE := $(CHIP) --cores 4 $(TURNING)
# Two programs, whose views turn by themselves.
PROGRAMS := $(subst =adaptive,=private,$(ADAPTIVE)) --set programs=2
# Or whose choosers turn them, each by the rules, or by trials, which take turns.
CHOOSING := $(ADAPTIVE) --set programs=2 --set llc_similar=5
# Chosen by trying both, behind routers with two inputs of the switch per port.
TRIAL := --set vcs=2 --set noc_speedup=2 --set llc_chooser=trial --set llc_warm=20 --set llc_window=60 --set llc_epoch=400
TRYING := $(ADAPTIVE) $(TRIAL)
COMPOSED := $(ADAPTIVE) $(SHARING) --set vcs=2 --set remote_via=crossbar --set fly_radix=2 --set l1_policy=dyneb --set l1_protect=dlp --set dlp_sample=50
# CCN-RT with line protection; short epochs.
CCN := $(CHIP) --ports --cores 3 --set partitions=1 --set ccn=throttled --set ccn_sample=60 \
	--set ccn_period=600 --set l1_protect=dlp --set dlp_sample=50 --set dlp_reserved=bypass
# Homes and rings, between which DynEB chooses, with line protection.
RINGED := $(DLP) --cores 3 $(SHARING) --set ccn=basic --set dyneb_execute=100
# The organization of the L1s by trying both, on an odd chip; short windows.
TRIED := $(SHARED) --ports --cores 3 --set partitions=3 --set topology=butterfly --set fly_radix=3 --set remote_age_limit=0 --set l1_policy=dyneb \
	--set dyneb_chooser=trial --set dyneb_trial_warm=40 --set dyneb_trial_fill=60 --set dyneb_trial_window=60 --set dyneb_trial_epoch=200
SOFTWARE := --software-cache --monitored 6
ODD := $(CHIP) --ports --cores 3 --set partitions=2 --set topology=crossbar --set l1_write_hit=invalidate --set llc_sets=6 --set vcs=2
ONE_CORE := $(SHARED) --work build/test/two --cores 1 --set partitions=1 --set l1_policy=shared
CHIP_TESTS := \
	chip-gemm "$(CHIP) gemm" \
	chip-bfs "$(CHIP) bfs rmat=8" \
	chip-stencil "$(CHIP) stencil" \
	chip-stream "$(CHIP) --json build/test/lockstep.json stream && \
		build/memloom sim --preset tiny --json build/test/sim.json stream && \
		cmp build/test/lockstep.json build/test/sim.json" \
	chip-histogram "$(CHIP) histogram" \
	chip-order "$(CHIP) order" \
	chip-1-core "rm -rf build/test/two; $(ONE_CORE) --seed 3 lookup n=256 & $(ONE_CORE) --seed 2 transpose && wait \$$!" \
	chip-shared-gemm "$(SHARED) --set l1_policy=shared gemm" \
	chip-shared-squeeze "$(SHARED) --set l1_policy=shared --set l1_nearest=off --set l1_chunk=off squeeze" \
	chip-shared-private "$(SHARED) --set l1_policy=private bfs rmat=7" \
	chip-dyneb-bfs "$(SHARED) --set l1_policy=dyneb bfs rmat=8" \
	chip-dyneb-syrk "$(SHARED) --set l1_policy=dyneb syrk n=32 && $(SHARED) --set l1_policy=dyneb $(SOFTWARE) syrk n=32" \
	chip-change-policy "$(SHARED) --change-policy 7 stream && $(SHARED) --change-policy 8 histogram" \
	chip-shared-3 "$(TRIED) bfs rmat=7 && $(TRIED) --change-policy 7 stream && $(TRIED) --seed 2 --reset-after 1500 order lines=3" \
	chip-through-l2 "$(SHARED) --ports --cores 2 --set remote_via=l2 --set vcs=3 --set l1_policy=dyneb squeeze && \
		$(SHARED) --ports --cores 2 --set remote_via=l2 --set vcs=3 --change-policy 9 stream" \
	chip-crossbar "$(SHARED) --ports --cores 3 --set remote_via=crossbar --set fly_radix=2 --set l1_policy=dyneb bfs rmat=7 && \
		$(SHARED) --ports --cores 3 --set remote_via=crossbar --set fly_radix=2 --change-policy 9 stream" \
	chip-hxbar "$(HXBAR) histogram && $(HXBAR) order lines=5 && $(HXBAR) --reset-after 1500 stream" \
	chip-adaptive "$(ADAPTIVE) bfs rmat=7 && $(ADAPTIVE) $(SOFTWARE) kmeans n=200 && $(ADAPTIVE) --change-policy 3 order lines=5 atomics=0 && \
		$(ADAPTIVE) --seed 2 --reset-after 1500 stencil width=70 height=33" \
	chip-choosing "$(CHOOSING) $(TRIAL) bfs rmat=7 + stencil width=70 height=33 && $(CHOOSING) $(TRIAL) --change-policy 3 order lines=5 atomics=0 + order lines=4 atomics=0 && \
		$(CHOOSING) $(TRIAL) --seed 2 --reset-after 1500 stencil width=70 height=33 + bfs rmat=7" \
	chip-dlp-dyneb-ccn "$(RINGED) --set l1_policy=dyneb gemm && $(RINGED) --set l1_policy=shared kmeans n=200 && \
		$(RINGED) --set l1_policy=dyneb --reset-after 1500 order lines=2 steps=6" \
	chip-ccn-bridges "$(CCN) --cores 4 --set ccn_cluster=2 --set ccn_bridges=on --set ccn_slots=2 --set ccn_copies=1 --reset-after 1500 order lines=2 steps=6" \
	chip-ccn "$(CCN) stencil width=70 height=33 && $(CCN) $(SOFTWARE) kmeans n=200 && $(CCN) --reset-after 1500 order lines=2 steps=6" \
	chip-reset "$(CHIP) --seed 4 --reset-after 1500 stream && \
		$(SHARED) --seed 5 --set l1_policy=dyneb --reset-after 4000 histogram && \
		$(ODD) --seed 4 --reset-after 1500 stream" \
	chip-repeated-reply tests/repeated_reply.sh \
	chip-axi4 tests/axi_errors.sh \
	chip-ram-errors tests/ram_errors.sh \
	chip-3-cores "$(ODD) --seed 3 bfs rmat=7 && $(ODD) order lines=3"

.PHONY: test test-pages soak
test: setup
	@mkdir -p build && $(MAKE) --no-print-directory -j2 test-programs >build/build.log 2>&1 || { tail -n 20 build/build.log; exit 1; }
	@tests/run.sh \
	$(foreach test,$(UNIT) $(ORACLES),$(notdir $(test)) $(test)) \
	$(foreach script,$(CLI),cli-$(basename $(notdir $(script))) $(script)) \
	faults-stand tests/faults/stand.sh \
	mutants-stand "tests/formal/mutants.sh -t" \
	pages "$(MAKE) -s test-pages" \
	lint tests/lint.sh \
	benches tb/run.sh \
	isolation tests/isolation.sh \
	flows tb/flows/run.sh \
	assertions-fire tests/assertions/fires.sh \
	assertions-environment tests/assertions/environment.sh \
	assertions-planted tests/assertions/planted.sh \
	formal "SIZES=1 MODES='bmc induction pdr' tests/formal/run.sh $(filter-out ccn_ring,$(basename $(notdir $(wildcard tests/formal/*.v))))" \
	lockstep-blocks "OPTIMISE=-O0 CONFIGS=2 tests/halves.sh cosim/lockstep/block_lockstep.sh -n 4000 -s '1 2'" \
	lockstep-limits "tests/limits.sh $(LIMITED)" \
	gates-told tests/gates/told.sh \
	mutants-told tests/mutants/told.sh \
	mutants-model-told "$(MAKE) -s mutants-model-told" \
	icarus-replay "OPTIMISE=-O0 CONFIGS=2 PRESET_SETS= tests/halves.sh cosim/lockstep/block_replay.sh -n 500" \
	chip-replay tests/chip_replay.sh \
	faults "OPTIMISE=-O0 EVERY=24 $(MAKE) -s faults" \
	$(CHIP_TESTS) \
	faults-chip tests/faults/chip.sh \
	faults-model "EVERY=32 $(MAKE) -s faults-model" \
	asan "$(MAKE) -s asan" \
	fuzz "$(MAKE) -s fuzz FUZZ_SECONDS=10" \
	then lockstep-presets "$(PRESETS_CHECK) build/test/lockstep-blocks.log"

# The same programs by the other compiler, under AddressSanitizer and UndefinedBehaviorSanitizer, which also find
# what is never freed. This second build is the same makefile, run in build/asan, a folder of links: every rule and every
# warning is the same, and -Werror holds for clang as for gcc. make soak runs the long ones there, too (minutes).
SANITIZE := -O1 -gline-tables-only -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZED_LONG := gpu_test llc_mode_test mesh_test ring_traffic_test ccn_ring_test ccn_bridge_test slices_test sm_test sm_access_test \
	workload_test workload_cache_test software_cache_oracle network_oracle threads_test dyneb_oracle
SANITIZED := $(filter-out $(if $(SOAK),,$(addprefix %/,$(SANITIZED_LONG))),$(UNIT) $(ORACLES))
.PHONY: asan sanitized
asan:
	@mkdir -p build/asan
	@for name in *; do [ "$$name" = build ] || ln -sfn "../../$$name" build/asan; done
	@$(MAKE) -s -j2 -C build/asan CC=clang CFLAGS='$(SANITIZE)' sanitized

# The threads of the model under ThreadSanitizer, likewise in build/tsan: each chip with one workload; part of make soak.
TSAN := -O1 -g -fsanitize=thread
.PHONY: tsan
tsan:
	@mkdir -p build/tsan
	@for name in *; do [ "$$name" = build ] || ln -sfn "../../$$name" build/tsan; done
	@$(MAKE) -s -j2 -C build/tsan CC=gcc CFLAGS='$(TSAN)' build/tests/unit/crew_test build/tests/unit/threads_test
	@cd build/tsan && ORACLE_EVERY=4 TSAN_OPTIONS=exitcode=1 tests/run.sh crew_test build/tests/unit/crew_test threads_test build/tests/unit/threads_test

# There: unit tests, oracles (of their longest lists every sixteenth chip), a chip as Verilog, and the beginning of a kernel on each preset; the
# drivers of block lockstep are only read by the compiler, for its warnings.
sanitized: export ORACLE_EVERY := $(if $(SOAK),1,16)
sanitized mutants-model mutants-model-told: export LSAN_OPTIONS := suppressions=tests/leaks.txt:print_suppressions=0
sanitized: build/memloom $(SANITIZED) $(addsuffix .o,$(filter-out $(SANITIZED),$(UNIT) $(ORACLES))) $(READ_ONLY)
	@tests/run.sh $(foreach test,$(SANITIZED),$(notdir $(test)) $(test)) \
	gen-tiny "build/memloom gen --preset tiny -o build/gen-tiny" \
	sim-256 "build/memloom sim --preset pact20 --cores 256 --cycles 300 bfs rmat=8" \
	$(foreach preset,$(basename $(notdir $(PRESETS))),sim-$(preset) \
		"build/memloom sim --preset $(preset) --cycles 3000 bfs rmat=8")

# Pages made from tables agree with the tables
test-pages: build/memloom
	@build/memloom config markdown | cmp - docs/configuration.md
	@build/memloom sim --statistics | cmp - docs/statistics.md
	@build/memloom gen --preset pact20 -o build/pact20 && cmp build/pact20/chip.svg docs/chip.svg

SOAK_CYCLES ?= 1000000
soak: test
	@tools/setup.sh debootstrap libsystemc-dev
	@tests/run.sh \
	bare-debian tests/bare_debian.sh \
	gpu_test "SOAK=1 build/tests/unit/gpu_test" \
	threads_test "SOAK=1 build/tests/unit/threads_test" \
	tsan "$(MAKE) -s tsan" \
	accel-damage "DAMAGES=3000 tests/cli/accel.sh" \
	accel-memory "mkdir -p build/test/accel && awk -v mb=1000 -f tests/bench/accel_trace.awk >build/test/accel/kernel-1.traceg && \
		(ulimit -v 400000 && build/memloom trace import -o build/test/accel/t build/test/accel/kernel-1.traceg)" \
	lockstep-blocks "$(MAKE) -s lockstep-blocks CYCLES=$(SOAK_CYCLES)" \
	icarus-replay "$(MAKE) -s icarus-replay REPLAY_CYCLES=20000" \
	mutants-model-told "SOAK=1 $(MAKE) -s mutants-model-told" \
	formal tests/formal/run.sh \
	mutants tests/formal/mutants.sh \
	gates "$(MAKE) -s gates" \
	lint "SOAK=1 tests/lint.sh" \
	cli-rtl "SOAK=1 tests/cli/rtl.sh" \
	flows "SOAK=1 tb/flows/run.sh" \
	area tests/area.sh \
	systemc tests/systemc.sh \
	faults-systemc "$(MAKE) -s faults-systemc" \
	ground-truth "SOAK=1 build/tests/unit/ground_truth_test" \
	random-traces "build/tests/oracle/trace_oracle 1000 2000" \
	random-chips "tests/random_chips.sh 1000 150" \
	random-sets "tests/random_sets.sh 1000 40" \
	faults "$(MAKE) -s faults" \
	faults-model "$(MAKE) -s faults-model" \
	coverage "$(MAKE) -s coverage" \
	asan "$(MAKE) -s asan SOAK=1" \
	order "for seed in 1 2 3 4 5; do for preset in taco16 icpp18 tiny; do \
		build/memloom sim --preset \$$preset --seed \$$seed order blocks=500 steps=200 lines=\$$((5 * seed)) || exit 1; done; done" \
	chip-28-bfs "build/memloom lockstep --preset pact20 --set l1_policy=private --cycles 10000000 bfs rmat=16 edgefactor=8" \
	chip-isca19 "build/memloom lockstep --ports --preset isca19 --cores 8 --set partitions=8 --set clusters=4 --set memory_controllers=2 mm n=64" \
	chip-adaptive-8 "$(subst --cores 4,--cores 8,$(ADAPTIVE)) gemm && $(subst --cores 4,--cores 8,$(ADAPTIVE)) --change-policy 1 squeeze" \
	chip-adaptive-dyneb "$(COMPOSED) bfs rmat=7 && $(COMPOSED) --change-policy 3 order lines=5 atomics=0 && \
		$(COMPOSED) --change-policy 4 stencil && $(COMPOSED) --seed 3 --reset-after 1500 histogram" \
	chip-crossbar-dyneb "$(SHARED) --ports --cores 3 --set topology=crossbar --set noc_width=16 --set l1_policy=dyneb stencil" \
	chip-concentrated "$(CHIP) --ports --set topology=concentrated --set noc_width=64 transpose" \
	chip-axi4-4 "for load in stencil bfs\ rmat=7 order\ lines=5; do $(CHIP) --ports --set mem_port=axi4 --set axi_data_bytes=64 \$$load || exit 1; done" \
	chip-axi4-adaptive "$(ADAPTIVE) --set mem_port=axi4 stencil && $(ADAPTIVE) --set mem_port=axi4 bfs rmat=7 && \
		$(ADAPTIVE) --set mem_port=axi4 --change-policy 3 order lines=5 atomics=0" \
	chip-private "$(subst =adaptive,=private,$(ADAPTIVE)) --change-policy 3 order lines=5 atomics=0 && $(subst =adaptive,=private,$(ADAPTIVE)) bfs rmat=7" \
	chip-trial "$(TRYING) stencil width=70 height=33 && $(TRYING) --change-policy 3 order lines=5 atomics=0 && $(TRYING) --seed 2 --reset-after 1500 bfs rmat=7" \
	chip-programs "$(PROGRAMS) --change-policy 3 order lines=5 atomics=0 + order lines=4 atomics=0 && \
		$(PROGRAMS) --change-policy 5 bfs rmat=7 + histogram && \
		$(PROGRAMS) --views shared,choice --seed 2 --reset-after 1500 stencil width=70 height=33 + bfs rmat=7" \
	chip-dlp "for load in kmeans syrk order\ lines=20 '$(SOFTWARE) kmeans n=200'; do $(DLP) --cores 2 \$$load || exit 1; done" \
	chip-shared-1 "$(SHARED) --cores 1 --set partitions=1 --set l1_policy=private lookup n=256" \
	chip-odd-mesh "$(subst crossbar,mesh,$(ODD)) bfs rmat=7 && $(subst crossbar,mesh,$(ODD)) --reset-after 1500 order lines=5" \
	chip-choosing "$(CHOOSING) bfs rmat=7 + stencil width=70 height=33 && $(CHOOSING) --seed 2 --reset-after 1500 stencil width=70 height=33 + order lines=4 atomics=0" \
	chip-choosing-clusters "$(CHOOSING) $(TRIAL) --set programs_on=clusters stencil width=70 height=33 + order lines=5" \
	chip-programs-clusters "$(PROGRAMS) --set programs_on=clusters --change-policy 4 stencil width=70 height=33 + order lines=5 atomics=0" \
	chip-taco16 "build/memloom lockstep --preset taco16 --cycles 200000 share" \
	chip-taco16-ccn "for ccn in basic throttled; do for load in 'bfs rmat=10' streamcluster cfd 'gemm m=96 n=96'; do \
		build/memloom lockstep --preset taco16 --set ccn=\$$ccn --set ccn_sample=500 --set ccn_period=5000 \$$load || exit 1; done; done" \
	chip-ccn-8 "for load in 'bfs rmat=9' kmeans 'order lines=7'; do build/memloom lockstep --ports --cores 8 --set partitions=4 --set ccn=basic \
		--set ccn_hop=2 --set l1_protect=dlp --set l1_sets=8 \$$load || exit 1; done" \
	chip-ccn-bridges "for load in 'bfs rmat=9' kmeans gemm 'order lines=7'; do $(CCN) --cores 6 --set ccn_cluster=2 --set ccn_bridges=on \$$load || exit 1; done && \
		$(CCN) --cores 6 --set ccn_cluster=2 --set ccn_bridges=on --set l1_write_hit=invalidate order lines=7" \
	chip-ccn-dyneb "for chip in '--cores 4 --set ccn=basic' '--cores 6 --set ccn=throttled'; do for load in gemm 'bfs rmat=9' cfd\ side=8 kmeans 'order lines=7'; do \
		build/memloom lockstep --ports --optimise 1 --preset taco16 $(SHARING) --set l1_policy=dyneb \$$chip --set ccn_sample=60 --set ccn_period=600 \$$load || exit 1; done; done" \
	chip-ccn-clusters "for load in 'bfs rmat=9' kmeans gemm; do $(CCN) --cores 6 --set ccn_cluster=3 \$$load || exit 1; done" \
	chip-all "build/memloom lockstep --preset all gemm && build/memloom lockstep --preset all --set llc_epoch=700 --set llc_profile=100 \
		--set llc_similar=100 --set ccn_sample=60 --set ccn_period=600 --set dlp_sample=50 bfs rmat=8" \
	chip-9-gemm "build/memloom lockstep --cores 9 gemm m=256 n=256 k=256" \
	$(foreach policy,private shared shared++ dyneb rules,$(foreach cores,4 9 28,chip-$(cores)-$(policy) \
		"tests/shared_lockstep.sh $(cores) $(policy)")) \
	fuzz "$(MAKE) -s fuzz FUZZ_SECONDS=1800"

# Every figure to reach, measured and judged (docs/signoff.md); goes on where a run broke off. make signoff [STEPS="speed probe"] [SIGNOFF=folder]
.PHONY: signoff
signoff: setup
	@mkdir -p build && $(MAKE) --no-print-directory -j2 all >build/build.log 2>&1 || { tail -n 20 build/build.log; exit 1; }
	@tests/signoff/run.sh $(STEPS)

# Planted faults in the C side: the test named beside each must find it. make faults-model [FAULTS="stats.c dram_test"]
.PHONY: faults-model
faults-model: build/memloom $(UNIT) $(ORACLES)
	@COMPILE='$(CC) $(filter-out -MMD -MP,$(BASE)) $(CFLAGS)' LIBS='$(LIBS)' tests/faults/model.sh $(FAULTS)

# Mutants of the C side, chosen by a seed and listed: the tests named in tests/mutants/model.txt must notice each
#   make mutants-model [FILES="cosim/model/dram.c"] [MUTANTS=100] [SEED=1]
MUTANTS_MODEL = COMPILE='$(CC) $(filter-out -MMD -MP,$(BASE)) $(CFLAGS)' SANITIZE='$(SANITIZE)' LIBS='$(LIBS)'
.PHONY: mutants-model mutants-model-told
mutants-model: export MUTANTS ?= 100
mutants-model: export SEED := $(SEED)
mutants-model: build/memloom $(UNIT) $(ORACLES) $(patsubst %,build/lockstep/%/harness,$(shell grep -o '| lockstep [a-z_0-9]*' tests/mutants/model.txt | cut -d ' ' -f 3))
	@$(MUTANTS_MODEL) tests/mutants/model.sh $(FILES)
mutants-model-told: build/memloom build/tests/unit/coalesce_test build/tests/unit/routing_test
	@$(MUTANTS_MODEL) tests/mutants/model_told.sh

# The chip model: its speed, line protection measured, its page of statistics

.PHONY: bench-model bench-threads bench-shared
bench-model: build/memloom
	@tests/bench/model_bench.sh
bench-threads: build/memloom
	@tests/bench/threads.sh

# Line protection on the paper's kernels: the table of docs/dlp.md, a few minutes
.PHONY: bench-protect bench-llc bench-ccn
bench-protect: build/memloom
	@tests/bench/protect.sh
bench-llc: build/memloom
	@tests/bench/llc.sh
	@tests/bench/llc_programs.sh
# Cooperative caching beside the paper's reuse coefficients and its analytical model: docs/ccn.md, "Measured"
bench-ccn: build/memloom
	@tests/bench/ccn.sh
	@tests/bench/ccn_variants.sh

docs/statistics.md: build/memloom cosim/model/stats.def
	build/memloom sim --statistics > $@
# The policies of pact20 beside each other: docs/shared_l1.md, "Measured"
bench-shared: build/memloom
	@tests/bench/shared.sh

# What classes of the presets' chips carry (cosim/model/wiring.h): a program of all the model's parts but this one prints it. What
# stays as it was is left alone, so that who uses it is built again only when it changed.
WIRINGS_PARTS := cosim/model/% cosim/workloads/% gen/base/% gen/config/% gen/plan/% ports/% agents/%
build/wirings_print: build/cosim/wirings/wirings.o build/cosim/wirings/none.o $(filter $(WIRINGS_PARTS:%=build/%),$(OBJECTS)) build/presets.o
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)
build/wirings.stamp: build/wirings_print
	@build/wirings_print > build/wirings.c.new
	@cmp -s build/wirings.c.new build/wirings.c && rm build/wirings.c.new || mv build/wirings.c.new build/wirings.c
	@touch $@
build/wirings.c: build/wirings.stamp
	@:
build/wirings.o: build/wirings.c
	$(CC) $(BASE) $(WARN) -Wno-overlength-strings $(CFLAGS) $(ACROSS_FILES) -c -o $@ $<
build/libmemloom.a: build/wirings.o

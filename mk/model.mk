# The chip model: its unit tests, its speed

build/tests/unit/gpu_test build/tests/unit/dram_test: build/%: build/%.o build/libmemloom.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

.PHONY: test-model bench-model
test-model: build/tests/unit/dram_test build/tests/unit/gpu_test build/memloom
	@for test in build/tests/unit/dram_test build/tests/unit/gpu_test tests/cli/sim.sh; do \
		echo "$$test" && $$test || exit 1; done
bench-model: build/memloom
	@tests/bench/model_bench.sh

docs/statistics.md: build/memloom cosim/model/stats.def
	build/memloom sim --statistics > $@

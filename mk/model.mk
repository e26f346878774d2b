# The chip model: its speed, its page of statistics

.PHONY: bench-model
bench-model: build/memloom
	@tests/bench/model_bench.sh

docs/statistics.md: build/memloom cosim/model/stats.def
	build/memloom sim --statistics > $@

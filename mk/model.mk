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

# The small blocks and functions, and the runners that look at every block
.PHONY: lint formal benches
lint:
	@tests/lint.sh $(BLOCKS)
formal:
	@tests/formal/run.sh $(BLOCKS)
benches: build/ports/stamp
	@tb/run.sh $(BENCHES)

# Every assertion shown to fire (docs/assertions.md)
.PHONY: assertions
assertions: build/memloom
	@tests/run.sh fire tests/assertions/fires.sh environment tests/assertions/environment.sh \
	planted tests/assertions/planted.sh

# The flows of pact20 section 3.2 on a generated chip: make flows [FLOWS="chunk near_l2"]
.PHONY: flows
flows: build/memloom
	@tb/flows/run.sh $(FLOWS)

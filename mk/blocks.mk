# The small blocks and functions, and the runners that look at every block
.PHONY: lint formal benches
$(call known,lint,BLOCKS,$(MODULES))
$(call known,formal,BLOCKS,$(basename $(notdir $(wildcard tests/formal/*.v))))
$(call known,benches,BENCHES,$(patsubst tb/%_tb.v,%,$(wildcard tb/*_tb.v)))
lint:
	@tests/lint.sh $(BLOCKS)

# The clock that ABC asks in proofs (tests/limited.sh)
ABC_CLOCK := build/tests/abc_clock.so
$(ABC_CLOCK): tests/abc_clock.c
	@mkdir -p $(@D)
	$(CC) $(filter-out -MMD -MP,$(BASE)) $(WARN) -O2 -shared -fPIC -o $@ $<
formal: $(ABC_CLOCK)
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
$(call known,flows,FLOWS,$(patsubst tb/flows/%_tb.v,%,$(wildcard tb/flows/*_tb.v)))
flows: build/memloom
	@tb/flows/run.sh $(FLOWS)

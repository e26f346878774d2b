# Workloads, traces and the SM front end: their tests.  make test-workloads

WORKLOAD_TESTS := $(patsubst %,build/tests/unit/%_test,coalesce sm workload trace)

$(WORKLOAD_TESTS): build/%: build/%.o build/libmemloom.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

.PHONY: test-workloads
test-workloads: $(WORKLOAD_TESTS) build/memloom
	@for test in $(WORKLOAD_TESTS) tests/cli/workloads.sh; do echo "$$test" && $$test || exit 1; done

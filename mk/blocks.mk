# The small blocks and functions, and the runners that look at every block
build/tests/unit/functions_test: build/tests/unit/functions_test.o build/libmemloom.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

.PHONY: lint formal mutants benches
lint:
	@tests/lint.sh $(BLOCKS)
formal:
	@tests/formal/run.sh $(BLOCKS)
mutants:
	@tests/formal/mutants.sh $(BLOCKS)
benches:
	@tb/run.sh $(BENCHES)

# The generator: presets carried inside the binary, pages made from its tables

PRESETS := $(sort $(wildcard presets/*.conf))

build/presets.c: $(PRESETS) mk/gen.mk
	@mkdir -p $(@D)
	@{ echo '/* Made from presets/ by mk/gen.mk. */'; echo '#include "config.h"'; \
	echo 'const struct preset presets[] = {'; \
	for file in $(PRESETS); do \
		echo "{\"$$(basename $$file .conf)\","; sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $$file; echo '},'; \
	done; echo '{NULL, NULL}};'; } > $@
build/presets.o: build/presets.c
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<
build/libmemloom.a: build/presets.o

# docs/configuration.md follows gen/config.def
docs/configuration.md: build/memloom gen/config.def
	build/memloom config markdown > $@

# Tests of the generator: units, command line, the generated Verilog in three tools
GEN_TESTS := $(patsubst %,build/tests/unit/%_test,config netlist deadlock)

$(GEN_TESTS): build/%: build/%.o build/libmemloom.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

.PHONY: test-gen
test-gen: $(GEN_TESTS) build/memloom docs/configuration.md
	@for test in $(GEN_TESTS) tests/cli/gen.sh tests/cli/rtl.sh; do echo "$$test" && $$test || exit 1; done

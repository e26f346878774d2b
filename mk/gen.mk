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

# docs/configuration.md follows gen/config/config.def
docs/configuration.md: build/memloom gen/config/config.def
	build/memloom config markdown > $@

# The drawing in README.md is what `memloom gen` draws
docs/chip.svg: build/memloom
	@build/memloom gen --preset pact20 -o build/pact20 && cp build/pact20/chip.svg $@

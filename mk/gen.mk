# The generator: presets carried inside the binary, pages made from its tables

PRESETS := $(sort $(wildcard presets/*.conf))

# The folder is among them for a preset that was taken away.
build/presets.c: $(PRESETS) presets mk/gen.mk
	@mkdir -p $(@D)
	@{ echo '/* Made from presets/ by mk/gen.mk. */'; echo '#include "config.h"'; \
	echo 'const struct preset presets[] = {'; \
	for file in $(PRESETS); do \
		echo "{\"$$(basename $$file .conf)\","; sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $$file; echo '},'; \
	done; echo '{NULL, NULL}};'; } > $@
build/presets.o: build/presets.c
	$(CC) $(BASE) $(WARN) $(CFLAGS) -c -o $@ $<
build/libmemloom.a: build/presets.o

# Texts of gen/emit/rtl_text.h beside the blocks
CHECKS := $(sort $(wildcard gen/assertions/*.v))
AGENT_TEXTS := $(AGENTS:%=gen/plan/agents/%.v)
build/check_text.c: $(CHECKS) $(AGENT_TEXTS) mk/gen.mk
	@mkdir -p $(@D)
	@{ echo '/* Made from gen/assertions/ and gen/plan/agents/ by mk/gen.mk. */'; \
	echo '#include "rtl_text.h"'; echo '#include <stddef.h>'; \
	table() { echo "const struct rtl_file $$1[] = {"; shift; for file; do \
		echo "{\"$$(basename $$file .v)\","; sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $$file; echo '},'; \
	done; echo '{NULL, NULL}};'; }; \
	table check_files $(CHECKS); table agent_files $(sort $(AGENT_TEXTS)); } > $@
build/check_text.o: build/check_text.c
	$(CC) $(BASE) $(WARN) -Igen/emit -Wno-overlength-strings $(CFLAGS) -c -o $@ $<
build/libmemloom.a: build/check_text.o

# docs/configuration.md follows gen/config/config.def
docs/configuration.md: build/memloom gen/config/config.def
	build/memloom config markdown > $@

# The drawing in README.md is what `memloom gen` draws
docs/chip.svg: build/memloom
	@build/memloom gen --preset pact20 -o build/pact20 && cp build/pact20/chip.svg $@

# `memloom lockstep`: the harness around the verilated chip

SHIM := rtl_shim.cpp rtl_shim.h chip_library.mk
build/shim_text.c: $(SHIM:%=cosim/lockstep/%) mk/chip.mk
	@mkdir -p $(@D)
	@{ echo '/* Made by mk/chip.mk. */'; echo '#include "shim_text.h"'; \
	for file in $(SHIM); do \
		echo "const char $${file/./_}[] ="; \
		sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' cosim/lockstep/$$file; echo ';'; \
	done; } > $@
build/shim_text.o: build/shim_text.c
	$(CC) $(BASE) $(WARN) -Wno-overlength-strings $(CFLAGS) -c -o $@ $<
build/libmemloom.a: build/shim_text.o

# Self-test of the chip's lockstep: each planted fault is found and its block named
.PHONY: faults-chip
faults-chip: build/memloom
	@tests/faults/chip.sh
